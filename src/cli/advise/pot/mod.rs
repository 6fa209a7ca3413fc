//! Advice in POT: which dice to reroll, or like which strategy to play the turn.
//!
//! Owns the options and their reasons. For two who play best the values are exact; otherwise games are played.

mod playout;
mod read;
mod solved;

use super::answer::{Answer, Choice, Measure, percent};
use super::args::AdviseArgs;
use super::played::{Seated, compare};
use crate::games::BuiltIn;
use crate::games::pot::{Combo, DiceSet, Pot, Reroll, Throw, Zero};
use crate::lab::{Chosen, Prepared};
use crate::registry::game;
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::numbers::counted;
use playout::{First, Games};
use read::{Position, Shown, position};

/// The strategy that is assumed.
const STRONG: &str = "optimal-turn";
/// The strategy that decides by coins, like which nobody wants to play.
const RANDOM: &str = "random";
/// The default number of games, which take about a second.
const GAMES: u64 = 60_000;

/// An option and its reason.
struct Offered {
    option: String,
    reason: String,
}

/// The advice.
///
/// # Errors
/// What is wrong with the position or with the strategies.
pub(super) fn advise(args: &AdviseArgs) -> Result<Answer, Failure> {
    let position = position(args)?;
    if solved::applies(&position, args.others.as_deref()) {
        return solved::advise(&position);
    }
    let others = args.others.clone().unwrap_or_else(|| vec![STRONG.to_owned()]);
    let seated = Seated::new(&position.game, position.seat.index(), STRONG, &others)?;
    let likes = if position.shown.is_none() { strategies(&position.game)? } else { Vec::new() };
    let (offered, firsts): (Vec<Offered>, Vec<First<'_>>) = match position.shown {
        Some(shown) => sets(shown.dice, position.game.rules().zero)
            .map(|set| (position.rerolling(shown, set), First::Reroll(shown, set)))
            .unzip(),
        None => {
            likes.iter().filter_map(|(it, about)| Some((like(it, about), First::Like(it.strategy::<Pot>()?)))).unzip()
        }
    };
    let games = Games { position: &position, seated: &seated, firsts: &firsts, seed: args.draws.seed };
    let compared = compare(&games, args, &seated, GAMES)?;
    let ranked = compared.ranked(offered.len());
    let best = ranked.first().map_or(0, |ranked| ranked.0);
    let close = (0..offered.len()).filter(|&option| compared.is_close(option)).count();
    let options = ranked.into_iter().map(|(at, value, cost)| {
        let Offered { option, reason } = &offered[at];
        Choice { option: option.clone(), value, cost, ends: None, reason: reason.clone() }
    });
    Ok(Answer {
        game: Pot::NAME,
        measure: Measure::WinShare,
        position: position.words(),
        advice: format!("Best: {}.{}", offered[best].option, super::played::close(close)),
        dice: None,
        options: options.collect(),
        notes: notes(args, &position, &others, compared.method),
    })
}

fn notes(args: &AdviseArgs, position: &Position, others: &[String], method: String) -> Vec<String> {
    let mut notes: Vec<String> = position.assumed.iter().map(|assumed| format!("Assumed: {assumed}")).collect();
    let said = if args.others.is_none() { "Assumed: the" } else { "The" };
    let others = others.join(", ");
    notes.push(format!("{said} others play {others} (--others). The seat that asks plays {STRONG} from then on."));
    if position.shown.is_none() {
        notes.push("With --dice, the options are which dice to reroll.".to_owned());
    }
    notes.push(method);
    notes
}

/// The strategies like which a turn can be played, each with what it does.
fn strategies(pot: &Pot) -> Result<Vec<(Chosen, String)>, Failure> {
    let Some(game) = game(Pot::NAME) else { return refuse("--game: there is no POT") };
    let described = game.descriptions()?.into_iter().filter(|described| described.name != RANDOM);
    // Some are known for two players alone.
    Ok(described.filter_map(|described| Some((Prepared::find(pot, &described.name).ok()?, described.about))).collect())
}

fn like(chosen: &Chosen, about: &str) -> Offered {
    Offered { option: format!("play the turn like {}", chosen.name), reason: about.to_owned() }
}

/// The sets of dice that differ: where letters are all alike, dice that show the same are.
fn sets(dice: Throw, zero: Zero) -> impl Iterator<Item = DiceSet> {
    let faces = move |set: DiceSet| {
        let mut faces: Vec<u8> = set.dice().map(|die| dice.faces()[die]).collect();
        faces.sort_unstable();
        faces
    };
    let all = DiceSet::all_sets();
    let is_first = move |at: &usize| zero == Zero::O || all[..*at].iter().all(|&set| faces(set) != faces(all[*at]));
    (0..all.len()).filter(is_first).map(move |at| all[at])
}

impl Position {
    fn words(&self) -> String {
        let (held, rules) = (self.state.holdings(), self.game.rules());
        let coins = held.all_coins().iter().enumerate().map(|(seat, coins)| format!("seat {} has {coins}", seat + 1));
        let coins = coins.collect::<Vec<_>>().join(", ");
        let control = match self.state.control() {
            Some(control) => format!("seat {} is in control with {}", control.seat.number(), control.score),
            None => "nobody is in control".to_owned(),
        };
        let (pot, bank) = (held.pot(), held.bank());
        let mut text = format!(
            "POT to {} coins: {coins}, the POT {pot}, the bank {bank}; {control}. Seat {} is on turn.",
            rules.goal,
            self.seat.number()
        );
        if let Some(Shown { dice, next }) = self.shown {
            let next = if next == Reroll::Free { "the free one" } else { "for a coin" };
            text.push_str(&format!(" It shows {dice}; the next reroll is {next}."));
        }
        text
    }

    /// A way to reroll, with the chances if the turn then stops.
    fn rerolling(&self, shown: Shown, set: DiceSet) -> Offered {
        let faces: Vec<String> =
            set.dice().map(|die| shown.dice.to_string().split(' ').nth(die).unwrap_or("").to_owned()).collect();
        let option = match set.len() {
            0 => "stop".to_owned(),
            3 => "reroll all".to_owned(),
            _ => format!("reroll {}", faces.join(" and ")),
        };
        let reason = if set.is_empty() { self.standing(shown.dice) } else { self.after(shown, set) };
        Offered { option, reason }
    }

    fn standing(&self, dice: Throw) -> String {
        let (sum, combo) = (dice.sum(), dice.combo(self.game.rules().combos()));
        let takes = match self.state.control() {
            Some(control) if sum <= control.score => format!("{sum} does not beat {}", control.score),
            _ => format!("{sum} takes control"),
        };
        if combo == Combo::None { takes } else { format!("{takes}; the combo {} pays", combo.name()) }
    }

    fn after(&self, shown: Shown, set: DiceSet) -> String {
        let combos = self.game.rules().combos();
        let (mut takes, mut pays) = (0, 0);
        for thrown in Throw::all().map(|thrown| shown.dice.with(set, thrown)) {
            let combo = thrown.combo(combos);
            let beats = self.state.control().is_none_or(|control| thrown.sum() > control.score);
            takes += u32::from(beats && !matches!(combo, Combo::Ones | Combo::Pot));
            pays += u32::from(!matches!(combo, Combo::None | Combo::Ones));
        }
        let [takes, pays] = [takes, pays].map(|count| percent(f64::from(count) / Throw::all().len() as f64));
        let coin = if shown.next == Reroll::Paid { format!("costs {}; ", counted(1, "coin")) } else { String::new() };
        format!("{coin}takes control {takes} of the time at once, a combo pays {pays}")
    }
}
