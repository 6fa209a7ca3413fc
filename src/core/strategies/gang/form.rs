//! Strategies for Gang of Dice as files that a designer writes.
//!
//! Owns what a file can say of a turn: how many dice, when to stop, what to reroll, or a plan of the exact engine;
//! what a strategy makes of it; and how many dice a card allows at a risk, computed when a table is set up. `docs/strategies/gang.md` explains every key.

use super::solved::{MOST_SOLVED, reroll_for};
use super::tactic::{Aim, Offending, Pick, Tactic};
use crate::dice::Counts;
use crate::exact::{Objective, SOLUTIONS_ROOM, Solutions, Turn};
use crate::games::declaration::Known;
use crate::games::gang::{
    ALLOWED, Card, CardIndex, Commit, Family, Gang, NoAnswer, PolicyId, Roll, Strategy, TO_BEAT, Trigger, View,
};
use crate::input::{Problem, Section, or_nearest};
use crate::strategies::form::syntax::{Node, Operator, Tree};
use crate::strategies::form::{
    Amount, Answer, Answers, AtTable, Constants, Evaluation, Examples, FileForm, Key, ReadKey, Word, Words,
};
use crate::strategies::rerolls::{self, Choice, Choices, Stops};
use crate::strategies::{Parameter, Values};
use std::ops::Range;

/// The value of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyValue {
    /// How many dice.
    Dice,
    /// Never stop early.
    Never,
    /// Stop at a valid roll of at least a total.
    Total,
    /// Stop at a roll of at least a total, valid or not.
    Shown,
    /// Reroll these dice.
    Reroll(Choice<Offending>),
    /// The plan for the highest expected total.
    MaxScore,
    /// The plan for the highest chance of a valid total that beats the best so far.
    ReachBest,
    /// The plan for the highest chance of a valid total of at least this.
    Reach,
}

/// A word of the game's own.
#[derive(Clone, Debug, PartialEq)]
pub enum GameWord {
    /// `'id'`: whether the card has this id.
    Card(String),
    /// `safe(0.25)`: the most dice with a lower invalid chance.
    Safe(f64),
    /// The same with the chance that the parameter of this position is.
    SafeBy(usize),
}

// The positions of the keys.
const DICE: usize = 0;
const STOP: usize = 1;
const BOTH: usize = 2;
const INVALID: usize = 3;
const SHORT: usize = 4;
const PLAN: usize = 5;
/// All keys that are asked for: the one that stands for two others is put in their places.
const ASKED: u32 = 1 << DICE | WORDS | 1 << PLAN;
/// The keys that say in words how a turn is rolled.
const WORDS: u32 = 1 << STOP | 1 << INVALID | 1 << SHORT;

const STOPS: Stops =
    Stops { sum: "total", all: "\"beat\", \"valid\", \"never\", \"total >= 9\" or \"valid and total >= 9\"" };
const CHOICES: Choices<Offending> = Choices {
    zero: "boss",
    alone: &["none", "all", "offending", "lowest", "below"],
    all: "\"none\", \"all\", \"offending\", \"lowest 2\", \"below 3\", or faces: 1 to 5, \"boss\", \"odd\", \
          \"even\"",
    own: |word, rest, _| Ok((word == "offending" && rest.trim().is_empty()).then_some(Offending)),
};
const PLANS: &[(&str, bool, KeyValue)] = &[
    ("max-score", false, KeyValue::MaxScore),
    ("reach", false, KeyValue::ReachBest),
    ("reach", true, KeyValue::Reach),
];

/// A key about the rerolls of a turn.
const fn rolling(
    name: &'static str,
    example: &'static str,
    closes: u32,
    read: fn(&str, &Words<'_, Gang>) -> Result<Answer<Gang>, Problem>,
) -> Key<Gang> {
    Key { name, example, asked: Known::Committed, closes, needed: None, read: ReadKey::Text(read) }
}

impl FileForm for Gang {
    type KeyValue = KeyValue;
    type GameWord = GameWord;

    /// Whichever comes first decides between words and a plan.
    const KEYS: &'static [Key<Gang>] = &[
        Key {
            name: "dice",
            example: "1",
            asked: Known::Always,
            closes: 1 << DICE,
            needed: Some("how many dice are committed when no rule says so"),
            read: ReadKey::Amount(KeyValue::Dice),
        },
        rolling("stop", "\"beat\"", 1 << STOP | 1 << PLAN, stop),
        rolling("reroll", "\"boss\"", 1 << BOTH, choice),
        rolling("invalid", "\"offending\"", 1 << INVALID | 1 << PLAN, choice),
        rolling("short", "\"below 3\"", 1 << SHORT | 1 << PLAN, choice),
        rolling("plan", "\"max-score\"", 1 << PLAN | WORDS, plan),
    ];
    const SAYS_GAME: bool = false;
    const FUNCTIONS: &'static [&'static str] = &["safe"];
    const EXAMPLES: Examples =
        Examples { condition: "sum and last", amount: "best.dice + 1", comparison: "pool < 10", quotient: "pool / 8" };

    fn quoted(text: &str, place: Range<usize>) -> Result<GameWord, Problem> {
        if text.is_empty() {
            return Err(Problem::at(place, "no card has an empty id"));
        }
        Ok(GameWord::Card(text.to_owned()))
    }

    fn call(_: &str, arguments: &[Tree], whole: &Tree, parameters: &[Parameter]) -> Result<GameWord, Problem> {
        let wanted = || {
            Problem::at(whole.span.clone(), "'safe' takes one chance, a fraction or a parameter that is one")
                .help("safe(0.25): the most dice with an invalid chance below 0.25")
        };
        let [argument] = arguments else { return Err(wanted()) };
        match &argument.node {
            Node::Fraction(chance) if (0.0..=1.0).contains(chance) => Ok(GameWord::Safe(*chance)),
            Node::Number(chance @ 0..=1) => Ok(GameWord::Safe(*chance as f64)),
            Node::Fraction(_) | Node::Number(_) => {
                Err(Problem::at(argument.span.clone(), "a chance is a number from 0 to 1"))
            }
            Node::Name(name) => {
                let found = parameters.iter().position(|parameter| parameter.key == **name && !parameter.is_whole);
                found.map(GameWord::SafeBy).ok_or_else(wanted)
            }
            _ => Err(wanted()),
        }
    }

    fn constants_of<'g>(&'g self, values: &'g Values) -> Constants<'g, Gang> {
        Box::new(move |own, card| {
            let card = CardIndex(card as u16);
            let safe = |chance| {
                i64::from(most_below(&self.lowest_invalid_chances(lowest_invalid_chances)[usize::from(card.0)], chance))
            };
            Some(match own {
                GameWord::Card(id) => i64::from(self.deck().card(card).id == *id),
                GameWord::Safe(chance) => safe(*chance),
                GameWord::SafeBy(index) => safe(values.fraction(*index)),
            })
        })
    }

    fn advice(&self, own: &GameWord) -> Option<String> {
        let GameWord::Card(id) = own else { return None };
        let ids: Vec<&str> = self.deck().cards.iter().map(|card| &*card.id).collect();
        (!ids.contains(&&**id)).then(|| format!("no card of the deck has this id: {}", or_nearest(id, &ids)))
    }

    fn from_file(table: AtTable<Gang>, game: &Gang) -> Box<dyn Strategy> {
        let solutions = || Solutions::new(game.deck(), game.rules().rerolls, SOLUTIONS_ROOM);
        let solutions = table.says(1 << PLAN).then(solutions);
        Box::new(FromFile { table, solutions })
    }

    fn settle(table: &Section<'_>, answers: &mut [Option<Answer<Gang>>], problems: &mut Vec<Problem>) {
        rerolls::settle(table, answers, problems, BOTH, [INVALID, SHORT]);
    }
}

/// Reads the text at `stop`.
fn stop(text: &str, words: &Words<'_, Gang>) -> Result<Answer<Gang>, Problem> {
    let tree = STOPS.parse(text)?;
    match &tree.node {
        Node::Name(name) if name == "never" => Ok(Answer::plain(KeyValue::Never)),
        Node::Name(name) if name == "valid" => Ok(Answer::of(KeyValue::Total, Amount::<Gang>::Number(0))),
        // At any valid roll if there is nothing to beat.
        Node::Name(name) if name == "beat" => {
            Ok(Answer::of(KeyValue::Total, Amount::<Gang>::Word(Word::Seen(TO_BEAT))))
        }
        Node::Binary(Operator::And, left, right) if left.is_name("valid") => {
            Ok(Answer::of(KeyValue::Total, STOPS.least(right, words)?))
        }
        _ => Ok(Answer::of(KeyValue::Shown, STOPS.least(&tree, words)?)),
    }
}

/// Reads the text at `reroll`, `invalid` or `short`.
fn choice(text: &str, words: &Words<'_, Gang>) -> Result<Answer<Gang>, Problem> {
    CHOICES.read(text, words, KeyValue::Reroll)
}

/// Reads the text at `plan`.
fn plan(text: &str, words: &Words<'_, Gang>) -> Result<Answer<Gang>, Problem> {
    rerolls::plan(text, words, PLANS, "\"max-score\", \"reach\" or \"reach 9\"")
}

/// A strategy file at a table.
struct FromFile {
    table: AtTable<Gang>,
    /// The turns under the cards of the deck, if the file asks for plans of the exact engine.
    solutions: Option<Solutions>,
}

/// Set in the plans of the exact engine, and in no tactic's.
const SOLVED: u64 = 1 << 63;

/// The bits of the card, of the total to reach, and of whether there is one.
const SOLVED_BITS: [u32; 3] = [16, 16, 1];

/// The plan with the highest expected total, or with the highest chance of at least a total.
fn solved(card: CardIndex, least: Option<u32>) -> PolicyId {
    let parts = [card.0.into(), least.unwrap_or(0).into(), least.is_some().into()];
    PolicyId(SOLVED | rerolls::pack(parts, SOLVED_BITS))
}

/// How the turn is rolled, once the dice are known.
fn policy(answers: &Answers<'_, Gang>, evaluation: &Evaluation<'_, '_, Gang>) -> PolicyId {
    const MOST: u32 = u16::MAX as u32;
    let to_beat = || evaluation.view().ask(TO_BEAT).min(MOST);
    let card = evaluation.view().situation.card_index();
    if let Some(answer) = answers[PLAN] {
        return match answer.said {
            KeyValue::MaxScore => solved(card, None),
            KeyValue::Reach => solved(card, Some(evaluation.amount(answer, 0, MOST))),
            _ => solved(card, Some(to_beat())),
        };
    }
    let pick = |key: usize| match answers[key].map(|answer| (answer, answer.said)) {
        Some((answer, KeyValue::Reroll(choice))) => choice.pick(|most| evaluation.amount(answer, 0, most)),
        _ => Pick::NONE,
    };
    let (invalid, short) = (pick(INVALID), pick(SHORT));
    if invalid == Pick::NONE && short == Pick::NONE {
        return Tactic::STAND.plan();
    }
    let least = |answer| evaluation.amount(answer, 0, MOST) as u16;
    let aim = match answers[STOP] {
        Some(Answer { said: KeyValue::Never, .. }) => Aim::Never,
        Some(answer @ Answer { said: KeyValue::Shown, .. }) => Aim::Shown(least(answer)),
        Some(answer) => Aim::Total(least(answer)),
        None => Aim::Total(to_beat() as u16),
    };
    // One number for tactics that reroll alike, so that they share what is computed for them.
    let short = if aim == Aim::VALID { Pick::NONE } else { short };
    Tactic { aim, invalid, short }.plan()
}

impl Strategy for FromFile {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let evaluation = self.table.evaluation(view);
        let answers = evaluation.answers(ASKED);
        let most = if answers[PLAN].is_some() { MOST_SOLVED } else { u32::MAX };
        let wanted = answers[DICE].map_or(1, |answer| evaluation.amount(answer, 1, most));
        // One die is always allowed.
        let dice = if wanted == 1 { 1 } else { view.ask_up_to(ALLOWED, wanted) };
        let evaluation = evaluation.with(view.situation.committed(dice));
        Ok(Commit { dice, plan: policy(&answers, &evaluation) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        if plan.0 & SOLVED == 0 {
            return Ok(Tactic::of_plan(plan).dice_to_reroll(roll));
        }
        let [card, least, has_least] = rerolls::unpack(plan.0, SOLVED_BITS);
        let objective = match has_least {
            0 => Objective::ExpectedTotal,
            _ => Objective::AtLeast(least as u32),
        };
        match &self.solutions {
            Some(solutions) => reroll_for(solutions, CardIndex(card as u16), objective, roll),
            None => Err(NoAnswer("no answer for a plan that is not its own".into())),
        }
    }

    /// A plan of a file says all that its rerolls depend on.
    fn is_shared(&self, _: PolicyId) -> bool {
        true
    }

    fn family(&self) -> Option<Family> {
        Some(self.table.family())
    }
}

/// The most dice that `safe` considers: few cards bear more, and the work grows fast with them.
const MOST_DICE: u32 = 8;

/// The lowest invalid chance that any way of rerolling has, for each card of the deck and 1 to
/// [`MOST_DICE`] dice: on an Explosion that of the first roll, on a Bomb of what the rerolls cannot mend.
fn lowest_invalid_chances(game: &Gang) -> Vec<Vec<f64>> {
    let of_card = |card: &Card| (1..=MOST_DICE).map(|dice| invalid_chance(card, dice, game.rules().rerolls)).collect();
    game.deck().cards.iter().map(of_card).collect()
}

/// The most dice with a chance below `limit`, of the chances with 1, 2, … dice; 0 if no number of dice has one.
fn most_below(chances: &[f64], limit: f64) -> u32 {
    chances.iter().rposition(|&chance| chance < limit).map_or(0, |index| index as u32 + 1)
}

/// The lowest invalid chance of a turn; 1 for a turn that cannot be solved, which these are not.
fn invalid_chance(card: &Card, dice: u32, rerolls: u8) -> f64 {
    // After an Explosion's first roll the surest is to stop.
    let rerolls = match card.trigger {
        Trigger::Explosion => 0,
        Trigger::Bomb => rerolls,
    };
    let optimum = Turn::under(card, dice, rerolls).and_then(|turn| turn.optimum(|r| Objective::VALID.value(r)));
    optimum.map_or(1.0, |optimum| 1.0 - optimum.value)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::card;
    use super::*;

    fn chance(condition: &str, trigger: &str, dice: u32) -> f64 {
        invalid_chance(&card(condition, trigger), dice, 2)
    }

    #[test]
    fn an_explosion_is_survived_by_stopping_at_once() {
        for (condition, dice, invalid) in [
            ("any:1", 1, 1.0 / 6.0),
            ("any:1", 3, 1.0 - 125.0 / 216.0),
            ("fives>=2", 2, 1.0 / 36.0),
            ("pair", 2, 5.0 / 36.0),
            ("run>=3", 3, 18.0 / 216.0),
            ("odd>=3", 2, 0.0),
        ] {
            assert!((chance(condition, "explosion", dice) - invalid).abs() < 1e-12, "{condition} {dice}");
        }
    }

    /// Each die that offends by itself is rolled until it does not, three times at the most.
    #[test]
    fn a_bomb_leaves_the_rerolls_to_mend() {
        for (condition, dice, invalid) in [
            ("odd>=1", 1, 1.0 / 8.0),
            ("odd>=1", 2, 1.0 - (7.0f64 / 8.0) * (7.0 / 8.0)),
            ("any:5", 1, 1.0 / 216.0),
            ("not(any:5)", 1, 125.0 / 216.0),
            ("sum>=0", 3, 1.0),
        ] {
            assert!((chance(condition, "bomb", dice) - invalid).abs() < 1e-12, "{condition} {dice}");
        }
    }

    #[test]
    fn the_most_dice_are_found_even_if_fewer_are_worse() {
        let most = |limit| most_below(&[0.5, 0.1, 0.3, 0.1, 0.2, 0.9, 1.0, 1.0], limit);
        assert_eq!([0.1, 0.15, 0.25, 0.95].map(most), [0, 4, 5, 6]);
        assert_eq!([0.1, 0.15].map(|limit| most_below(&[0.1; 8], limit)), [0, 8]);
    }
}
