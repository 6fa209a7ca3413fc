//! Advice in POT for two, by the values of best play.
//!
//! Owns the options whose values are exact: the dice to reroll, and before a roll from whom to take.

use super::super::answer::{Answer, Choice, Measure, Worth};
use super::read::Position;
use super::{Offered, sets};
use crate::cli::remembered;
use crate::exact::pot::Position as Before;
use crate::exact::pot::game::{Best, GameValues, MOST_SOLVED};
use crate::games::pot::{DiceSet, LegalChoices, Pot, Roll, Rules, Run345Choice, TwosChoice};
use crate::games::rules::RuleSet;
use crate::games::{BuiltIn, Game};
use crate::terminal::failure::{Failure, refuse};

/// The message for a position that is impossible.
const UNREACHED: &str = "--coins: no two-player game can reach this position; check --coins, --pot, --best, and --rule";

/// The strategy that plays best.
pub(super) const OPTIMAL: &str = "optimal";

/// Whether both play best, and the game is small enough to be solved.
pub(super) fn applies(position: &Position, others: Option<&[String]>) -> bool {
    let play_best = others.is_none_or(|others| others.iter().all(|other| other == OPTIMAL));
    play_best && position.game.seats() == 2 && position.game.rules().goal <= MOST_SOLVED
}

/// The advice where both play best.
///
/// # Errors
/// If the game is too large to be solved, or no game reaches the position.
pub(super) fn advise(position: &Position) -> Result<Answer, Failure> {
    let what = format!("{}\n{}", position.game.rules().to_text(), position.game.seats());
    let values = match remembered::solved(&what, || GameValues::solve(&position.game, &|_| true)) {
        Ok(values) => values,
        Err(error) => return refuse(format!("'{OPTIMAL}': {error}")),
    };
    let before = Before::of(&position.state);
    let Some(best) = values.todo(&before) else { return refuse(UNREACHED) };
    let mut options = match position.shown {
        Some(_) => rerolls(position, &values, &best),
        None => choices(&values, &before),
    };
    options.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let most = options.first().map_or(0.0, |(value, _)| *value);
    let choice = |(value, Offered { option, reason })| Choice {
        option,
        value: Worth::Known(value),
        cost: Worth::Known(most - value),
        ends: None,
        reason,
    };
    let options: Vec<Choice> = options.into_iter().map(choice).collect();
    let answer = Answer {
        game: Pot::NAME,
        measure: Measure::WinShare,
        position: position.words(),
        advice: format!("Best: {}.", options.first().map_or("stop", |choice| &choice.option)),
        dice: None,
        options,
        notes: notes(position),
    };
    Ok(answer.or_settled())
}

fn notes(position: &Position) -> Vec<String> {
    let mut notes: Vec<String> = position.assumed.iter().map(|assumed| format!("Assumed: {assumed}")).collect();
    notes.push(format!("Both players play {OPTIMAL} from then on."));
    notes.push(match position.shown {
        None => "The options are from whom to take; the dice are rerolled as well as they can be. With --dice, the options are \
                 which dice to reroll."
            .to_owned(),
        Some(_) => "The seat decided before the roll from whom its combos take coins, and chose best.".to_owned(),
    });
    if position.game.rules().cap != Rules::default().cap {
        notes.push("The limit of turns is ignored.".to_owned());
    }
    notes.push("Solved: the values are exact, by value iteration of all positions.".to_owned());
    notes
}

/// Each set of dice that can be rerolled, with its value.
fn rerolls(position: &Position, values: &GameValues, best: &Best) -> Vec<(f64, Offered)> {
    let (Some(shown), Some((worths, purse))) = (position.shown, values.of_results(best.number, best.choices)) else {
        return Vec::new();
    };
    let of_sets = worths.of_rerolls(purse, &Roll { shown: shown.dice, next: shown.next });
    let value =
        |set: DiceSet| DiceSet::all_sets().into_iter().position(|other| other == set).map_or(0.0, |at| of_sets[at]);
    let offered = sets(shown.dice, position.game.rules().zero);
    offered.map(|set| (value(set), position.rerolling(shown, set))).collect()
}

/// Each way to take, with its value.
fn choices(values: &GameValues, before: &Before) -> Vec<(f64, Offered)> {
    let worths = values.of_choices(before).unwrap_or_default();
    worths.into_iter().zip(LegalChoices::OF_TWO).map(|(value, choices)| (value, taking(choices))).collect()
}

/// From whom 3 4 5 and 2 2 2 take, in words.
fn taking(choices: LegalChoices) -> Offered {
    let run345 = match choices.get().run345 {
        Run345Choice::Bank => "2 from the bank",
        Run345Choice::Others(_) => "1 from the other player",
    };
    let twos = match choices.get().twos {
        TwosChoice::Bank => "1 from the bank",
        TwosChoice::One(_) => "2 from the other player",
        TwosChoice::Two(_) => "1 from the other player",
    };
    let option = format!("take {run345} for 3 4 5, and {twos} for 2 2 2");
    Offered { option, reason: "if these dice come up".to_owned() }
}
