//! Strategies for POT as files that a designer writes.
//!
//! Owns what a file can say of a turn: when it stops, what it rerolls, when it pays for the last reroll, and from whom it
//! takes; and what a strategy makes of it. `docs/strategies/pot.md` explains every key. A file cannot say what a script can:
//! it has no loops and no coin.

use super::goals::{Goal, Keep, MOST_REROLLS, Solver, purse};
use super::tactic::{Aim, NO_SUM, Pick, Tactic, Towards, paying};
use super::taking::{Gains, Order, Take222, Take345, Taking};
use crate::games::declaration::Known;
use crate::games::pot::{
    self, Combo, Decision, DiceSet, Family, NoAnswer, PolicyId, Pot, Roll, Strategy, TO_BEAT, View,
};
use crate::input::{Problem, Section, or_nearest};
use crate::strategies::form::syntax::{self, Node, Operator, Tree};
use crate::strategies::form::{
    Amount, Answer, Answers, AtTable, Evaluation, Examples, FileForm, Key, ReadKey, Word, Words,
};
use crate::strategies::rerolls::{self, Choice, Choices, Stops};
use std::convert::Infallible;
use std::ops::Range;

/// The value of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyValue {
    /// Stop at a sum of at least this, or at one of these combos, a bit each by its place in [`Combo::ALL`]; if `both`,
    /// only at the two together.
    Stop {
        /// The combos.
        combos: u16,
        /// Whether it takes both.
        both: bool,
    },
    /// Reroll these dice.
    Reroll(Choice<Towards>),
    /// The plan for the highest expected sum.
    MaxSum,
    /// The plan for the highest chance of beating the score.
    Beat,
    /// The plan for the highest chance of a sum of at least this.
    Reach,
    /// The plan for the most coins from combos.
    Coins,
    /// The plan for the most coins from combos and from keeping the POT, against others who reroll so often.
    CoinsAndPot,
    /// Whether to pay if there is a coin, and the condition holds as the turn begins.
    Pay(bool),
    /// From whom to take, or to whom to give.
    Order(Order),
    /// What 3 4 5 takes.
    Run345(Take345),
    /// What 2 2 2 takes.
    Twos(Take222),
}

// The positions of the keys.
const STOP: usize = 0;
const BOTH: usize = 1;
const FREE: usize = 2;
const LAST: usize = 3;
const PLAN: usize = 4;
const PAY: usize = 5;
const FROM: usize = 6;
const TO: usize = 7;
const RUN345: usize = 8;
const TWOS: usize = 9;
/// The keys that say in words how a turn is rolled.
const WORDS: u32 = 1 << STOP | 1 << FREE | 1 << LAST;
/// All keys that are asked for: the one that stands for two others is put in their places.
const ASKED: u32 = WORDS | 1 << PLAN | 1 << PAY | 1 << FROM | 1 << TO | 1 << RUN345 | 1 << TWOS;

const STOPS: Stops = Stops {
    sum: "sum",
    all: "\"beat\", \"sum >= 12\", \"combo\", \"'444'\", one of the sums and combos with 'or' or 'and' between, or \
          \"never\"",
};
const CHOICES: Choices<Towards> = Choices {
    zero: "letters",
    alone: &["none", "all", "lowest", "below", "towards"],
    all: "\"none\", \"all\", \"lowest 2\", \"below 3\", \"towards combo\", \"towards '345'\", or faces: 1 to 5, \
          \"letters\", \"odd\", \"even\"",
    own: |word, rest, start| if word == "towards" { towards(rest, start).map(Some) } else { Ok(None) },
};
const PLANS: &[(&str, bool, KeyValue)] = &[
    ("max-sum", false, KeyValue::MaxSum),
    ("beat", false, KeyValue::Beat),
    ("reach", true, KeyValue::Reach),
    ("coins", false, KeyValue::Coins),
    ("coins and pot against", true, KeyValue::CoinsAndPot),
];

const ORDERS: &[(&str, KeyValue)] = &[
    ("next", KeyValue::Order(Order::Next)),
    ("previous", KeyValue::Order(Order::Previous)),
    ("richest", KeyValue::Order(Order::Richest)),
    ("poorest", KeyValue::Order(Order::Poorest)),
    ("control", KeyValue::Order(Order::Control)),
];
const TAKES_345: &[(&str, KeyValue)] = &[
    ("bank", KeyValue::Run345(Take345::Bank)),
    ("players", KeyValue::Run345(Take345::Players)),
    ("most", KeyValue::Run345(Take345::Most)),
];
const TAKES_222: &[(&str, KeyValue)] = &[
    ("bank", KeyValue::Twos(Take222::Bank)),
    ("one", KeyValue::Twos(Take222::One)),
    ("two", KeyValue::Twos(Take222::Two)),
    ("most", KeyValue::Twos(Take222::Most)),
];

const fn key(name: &'static str, example: &'static str, closes: u32, read: ReadKey<Pot>) -> Key<Pot> {
    Key { name, example, asked: Known::Always, closes, needed: None, read }
}

impl FileForm for Pot {
    type KeyValue = KeyValue;
    type GameWord = Infallible;

    /// Whichever comes first decides between words and a plan.
    const KEYS: &'static [Key<Pot>] = &[
        key("stop", "\"beat\"", 1 << STOP | 1 << PLAN, ReadKey::Text(stop)),
        key("reroll", "\"letters\"", 1 << BOTH, ReadKey::Text(choice)),
        key("free", "\"below 3\"", 1 << FREE | 1 << PLAN, ReadKey::Text(choice)),
        key("last", "\"below 3\"", 1 << LAST | 1 << PLAN, ReadKey::Text(choice)),
        key("plan", "\"max-sum\"", 1 << PLAN | WORDS, ReadKey::Text(plan)),
        key("pay", "\"pot >= 5\"", 1 << PAY, ReadKey::Text(pay)),
        key("from", "\"next\"", 1 << FROM, ReadKey::Choice(ORDERS)),
        key("to", "\"next\"", 1 << TO, ReadKey::Choice(ORDERS)),
        key("345", "\"bank\"", 1 << RUN345, ReadKey::Choice(TAKES_345)),
        key("222", "\"bank\"", 1 << TWOS, ReadKey::Choice(TAKES_222)),
    ];
    const RESERVED: &'static [&'static str] = &["sum", "combo", "beat", "never", "always"];
    const EXAMPLES: Examples =
        Examples { condition: "first and pot >= 5", amount: "score + 1", comparison: "pot >= 5", quotient: "bank / 4" };

    fn quoted(_: &str, place: Range<usize>) -> Result<Infallible, Problem> {
        Err(Problem::at(place, "a text in quotes is a combo, which is known only once dice are rolled")
            .help("a combo can stand in stop and after towards"))
    }

    fn from_file(table: AtTable<Pot>, game: &Pot) -> Box<dyn Strategy> {
        Box::new(FromFile { table, solver: Solver::new(game) })
    }

    fn settle(table: &Section<'_>, answers: &mut [Option<Answer<Pot>>], problems: &mut Vec<Problem>) {
        rerolls::settle(table, answers, problems, BOTH, [FREE, LAST]);
    }
}

/// Reads the text at `stop`.
fn stop(text: &str, words: &Words<'_, Pot>) -> Result<Answer<Pot>, Problem> {
    let tree = STOPS.parse(text)?;
    let (sum, combos, both) = if tree.is_name("never") { (None, 0, false) } else { stops(&tree, words)? };
    let none = Amount::<Pot>::Number(NO_SUM.into());
    Ok(Answer::of(KeyValue::Stop { combos, both }, sum.unwrap_or(none)))
}

/// A sum and combos at which a turn stops, and whether it takes both; `and` can stand only between the two.
fn stops(tree: &Tree, words: &Words<'_, Pot>) -> Result<(Option<Amount<Pot>>, u16, bool), Problem> {
    match &tree.node {
        Node::Name(name) if name == "beat" => Ok((Some(Amount::<Pot>::Word(Word::Seen(TO_BEAT))), 0, false)),
        Node::Name(name) if name == "combo" => Ok((None, paying(), false)),
        Node::Quoted(name) => Ok((None, 1 << combo(name, "stop at", tree.span.clone())? as u16, false)),
        Node::Binary(operator @ (Operator::And | Operator::Or), left, right) => {
            let ((sum, combos, both_left), (other, more, both_right)) = (stops(left, words)?, stops(right, words)?);
            let both = *operator == Operator::And;
            let two_sums = sum.is_some() && other.is_some();
            let two_combos = both && combos > 0 && more > 0;
            if two_sums || two_combos || both_left || both_right {
                return Err(STOPS.unclear(tree));
            }
            Ok((sum.or(other), combos | more, both))
        }
        _ => Ok((Some(STOPS.least(tree, words)?), 0, false)),
    }
}

/// The combo of this name that pays and does not end the turn by itself.
fn combo(name: &str, purpose: &str, place: Range<usize>) -> Result<Combo, Problem> {
    let all = || Combo::ALL.into_iter().filter(|combo| combo.most_coins() > 0 && *combo != Combo::Pot);
    all().find(|combo| combo.name() == name).ok_or_else(|| {
        let names: Vec<&str> = all().map(Combo::name).collect();
        Problem::at(place, format!("there is no combo '{name}' to {purpose}")).help(or_nearest(name, &names))
    })
}

/// Reads the text at `reroll`, `free` or `last`.
fn choice(text: &str, words: &Words<'_, Pot>) -> Result<Answer<Pot>, Problem> {
    CHOICES.read(text, words, KeyValue::Reroll)
}

/// The combo that a text names, which begins at a byte of a longer one.
fn towards(text: &str, at: usize) -> Result<Towards, Problem> {
    let start = at + (text.len() - text.trim_start().len());
    let name = text.trim();
    let bare = name.strip_prefix('\'').and_then(|name| name.strip_suffix('\'')).unwrap_or(name);
    if name == "combo" {
        return Ok(Towards::Nearest);
    }
    if bare == Combo::Pot.name() {
        return Ok(Towards::Combo(Combo::Pot));
    }
    combo(bare, "reroll towards", start..(start + name.len()).max(start + 1)).map(Towards::Combo)
}

/// Reads the text at `plan`.
fn plan(text: &str, words: &Words<'_, Pot>) -> Result<Answer<Pot>, Problem> {
    let all = "\"max-sum\", \"beat\", \"reach 12\", \"coins\" or \"coins and pot against 1\"";
    rerolls::plan(text, words, PLANS, all)
}

/// Reads the text at `pay`.
fn pay(text: &str, words: &Words<'_, Pot>) -> Result<Answer<Pot>, Problem> {
    let tree = syntax::parse(text)?;
    match &tree.node {
        Node::Name(name) if name == "never" => Ok(Answer::plain(KeyValue::Pay(false))),
        Node::Name(name) if name == "always" => Ok(Answer::plain(KeyValue::Pay(true))),
        _ => Ok(Answer { when: words.condition(&tree)?, ..Answer::plain(KeyValue::Pay(true)) }),
    }
}

/// A strategy file at a table.
struct FromFile {
    table: AtTable<Pot>,
    solver: Solver,
}

/// What the rules that hold say, where something is said.
struct RulesSaid<'r, 'v> {
    answers: Answers<'r, Pot>,
    evaluation: Evaluation<'r, 'v, Pot>,
}

impl RulesSaid<'_, '_> {
    fn said(&self, key: usize) -> Option<KeyValue> {
        self.answers[key].map(|answer| answer.said)
    }

    /// The amount of what is said at a key, within what a sum, a face or a number of dice can be.
    fn amount(&self, key: usize, most: u8) -> u8 {
        self.answers[key].map_or(0, |answer| self.evaluation.amount(answer, 0, most.into())) as u8
    }

    fn to_beat(&self) -> u8 {
        self.evaluation.view().ask(TO_BEAT) as u8
    }

    fn taking(&self) -> Taking {
        let Taking { from, to, run345, twos } = Taking::NEXT;
        let order = |key, unsaid| if let Some(KeyValue::Order(order)) = self.said(key) { order } else { unsaid };
        Taking {
            from: order(FROM, from),
            to: order(TO, to),
            run345: if let Some(KeyValue::Run345(take)) = self.said(RUN345) { take } else { run345 },
            twos: if let Some(KeyValue::Twos(take)) = self.said(TWOS) { take } else { twos },
        }
    }

    /// Whether it pays for the last reroll: only a player with a coin can.
    fn pays(&self) -> bool {
        self.evaluation.view().situation.can_pay()
            && self.answers[PAY].is_some_and(|pay| pay.said == KeyValue::Pay(true) && self.evaluation.holds(&pay.when))
    }

    /// How the turn is rolled with these choices.
    fn rerolls(&self, choices: &pot::Choices) -> PolicyId {
        let gains = || Gains::new(self.evaluation.view(), choices);
        let keep = || Keep { rivals: self.amount(PLAN, MOST_REROLLS), to_beat: self.to_beat() };
        let goal = match self.said(PLAN) {
            None => return PolicyId(self.tactic().number()),
            Some(KeyValue::MaxSum) => Goal::Sum,
            Some(KeyValue::Beat) => Goal::Reach(self.to_beat()),
            Some(KeyValue::Reach) => Goal::Reach(self.amount(PLAN, NO_SUM)),
            Some(KeyValue::Coins) => Goal::Coins(gains(), None),
            Some(_) => Goal::Coins(gains(), Some(keep())),
        };
        PolicyId(SOLVED | if self.pays() { PAYS } else { 0 } | goal.number())
    }

    fn tactic(&self) -> Tactic {
        let pick = |key| match self.said(key) {
            Some(KeyValue::Reroll(choice)) => choice.pick(|most| self.amount(key, most as u8).into()),
            _ => Pick::NONE,
        };
        let free = pick(FREE);
        if free == Pick::NONE {
            // Without the free reroll there is no other.
            return Tactic { aim: Aim::NEVER, free, last: Pick::NONE };
        }
        let last = if self.pays() { pick(LAST) } else { Pick::NONE };
        let aim = match self.said(STOP) {
            Some(KeyValue::Stop { combos, both }) => Aim { sum: self.amount(STOP, NO_SUM), combos, both },
            _ => Aim { sum: self.to_beat(), ..Aim::NEVER },
        };
        Tactic { aim, free, last }
    }
}

/// Set in the plans of the exact engine, and in no tactic's.
const SOLVED: u64 = 1 << 63;
/// Set in those that pay.
const PAYS: u64 = 1 << 62;

impl Strategy for FromFile {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let evaluation = self.table.evaluation(view);
        let said = RulesSaid { answers: evaluation.answers(ASKED), evaluation };
        let choices = said.taking().choices(view);
        Ok(Decision { rerolls: said.rerolls(&choices), choices })
    }

    fn reroll(&self, PolicyId(plan): PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(match plan & SOLVED {
            0 => Tactic::of_number(plan).reroll(roll, self.solver.combos()),
            _ => self.solver.reroll(plan & !(SOLVED | PAYS), purse(plan & PAYS != 0), roll),
        })
    }

    /// A plan of a file says all that its rerolls depend on.
    fn is_shared(&self, _: PolicyId) -> bool {
        true
    }

    fn family(&self) -> Option<Family> {
        Some(self.table.family())
    }
}
