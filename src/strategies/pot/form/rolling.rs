//! How a file says when a turn stops, which dice it rerolls, and when it pays.
//!
//! Owns the texts at `stop`, `reroll`, `free`, `last`, `plan` and `pay`. What is written there becomes a number for the
//! turn's rerolls in [`super::plan`].

use super::super::picks::{self, Pick};
use super::super::tactic::paying;
use super::words::{Number, When, Words};
use crate::dice::Face;
use crate::games::pot::Combo;
use crate::input::{Problem, nearest, or_nearest};
use crate::strategies::expression::meaning::{self, Amount};
use crate::strategies::expression::syntax::{self, Comparison, Node, Operator, Tree};
use crate::strategies::form::text_amount;

/// A sum at which a turn stops.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Least<N> {
    /// At none.
    None,
    /// At one that beats the score.
    Beat,
    /// At one of at least this.
    Sum(Amount<N>),
}

/// When a turn stops although a reroll is left.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stop<N> {
    /// The sum.
    pub(super) sum: Least<N>,
    /// The combos, a bit each by their place in [`Combo::ALL`].
    pub(super) combos: u16,
    /// Whether it takes both.
    pub(super) both: bool,
}

/// Which dice are rerolled.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Choice<N> {
    /// Those that a word names.
    Fixed(Pick),
    /// Those below a number, letters too.
    Below(Amount<N>),
    /// So many, the lowest.
    Lowest(Amount<N>),
}

/// A plan of the exact engine.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Exact<N> {
    /// For the highest expected sum.
    MaxSum,
    /// For the highest chance of beating the score.
    Beat,
    /// For the highest chance of a sum of at least this.
    Reach(Amount<N>),
    /// For the most coins from combos.
    Coins,
    /// For the most coins from combos and from keeping the POT, against others who reroll so often.
    Pot(Amount<N>),
}

/// When the last reroll is paid for.
#[derive(Clone, Debug)]
pub(super) enum Pay<C> {
    /// Never.
    Never,
    /// Whenever there is a coin.
    Always,
    /// When this holds as the turn begins.
    When(C),
}

const STOPS: &str = "\"beat\", \"sum >= 12\", \"combo\", \"'444'\", one of the sums and combos with 'or' or 'and' \
                     between, or \"never\"";
const CHOICES: &str = "\"none\", \"all\", \"lowest 2\", \"below 3\", \"towards combo\", \"towards '345'\", or faces: 1 \
                       to 5, \"letters\", \"odd\", \"even\"";
const PLANS: &str = "\"max-sum\", \"beat\", \"reach 12\", \"coins\" or \"coins and pot against 1\"";

/// What a part of the text at `stop` says.
enum Part {
    Sum(Least<Number>),
    Combos(u16),
}

/// Reads the text at `stop`.
///
/// # Errors
/// The first problem, placed in the text.
pub(super) fn stop(text: &str, words: &Words<'_>) -> Result<Stop<Number>, Problem> {
    let tree = syntax::parse(text).map_err(or_help)?;
    if is_name(&tree, "never") {
        return Ok(Stop { sum: Least::None, combos: 0, both: false });
    }
    let (parts, both) = match &tree.node {
        Node::Binary(Operator::And, left, right) => (vec![part(left, words)?, part(right, words)?], true),
        _ => (alternatives(&tree, words)?, false),
    };
    let (mut sum, mut combos) = (None, None);
    for part in parts {
        let twice = match part {
            Part::Sum(least) => sum.replace(least).is_some(),
            Part::Combos(more) => combos.replace(more | combos.unwrap_or(0)).is_some() && both,
        };
        if twice {
            return Err(unclear(&tree));
        }
    }
    Ok(Stop { sum: sum.unwrap_or(Least::None), combos: combos.unwrap_or(0), both })
}

/// The parts that `or` joins.
fn alternatives(tree: &Tree, words: &Words<'_>) -> Result<Vec<Part>, Problem> {
    match &tree.node {
        Node::Binary(Operator::Or, left, right) => {
            let mut all = alternatives(left, words)?;
            all.extend(alternatives(right, words)?);
            Ok(all)
        }
        _ => Ok(vec![part(tree, words)?]),
    }
}

fn part(tree: &Tree, words: &Words<'_>) -> Result<Part, Problem> {
    match &tree.node {
        Node::Name(name) if name == "beat" => Ok(Part::Sum(Least::Beat)),
        Node::Name(name) if name == "combo" => Ok(Part::Combos(paying())),
        Node::Quoted(name) => {
            let combo = combo(name).map_err(|problem| Problem { span: Some(tree.span.clone()), ..problem })?;
            Ok(Part::Combos(1 << combo as u16))
        }
        Node::Binary(Operator::Or, left, right) => match (part(left, words)?, part(right, words)?) {
            (Part::Combos(left), Part::Combos(right)) => Ok(Part::Combos(left | right)),
            _ => Err(unclear(tree)),
        },
        Node::Binary(Operator::Compare(Comparison::AtLeast), left, right) if is_name(left, "sum") => {
            Ok(Part::Sum(Least::Sum(meaning::amount(right, words)?)))
        }
        _ => Err(unclear(tree)),
    }
}

fn unclear(tree: &Tree) -> Problem {
    Problem::at(tree.span.clone(), "this does not say when to stop").help(format!("write {STOPS}"))
}

fn is_name(tree: &Tree, wanted: &str) -> bool {
    matches!(&tree.node, Node::Name(name) if name == wanted)
}

fn or_help(problem: Problem) -> Problem {
    if problem.help.is_some() { problem } else { problem.help(format!("write {STOPS}")) }
}

/// The combo of a name that pays, at which a turn could stop.
fn combo(name: &str) -> Result<Combo, Problem> {
    let paying = || Combo::ALL.into_iter().filter(|combo| combo.most_coins() > 0 && *combo != Combo::Pot);
    paying().find(|combo| combo.name() == name).ok_or_else(|| {
        let names: Vec<&str> = paying().map(Combo::name).collect();
        Problem::general(format!("there is no combo '{name}' to stop at")).help(or_nearest(name, &names))
    })
}

/// Reads the text at `reroll`, `free` or `last`.
///
/// # Errors
/// The first problem, placed in the text.
pub(super) fn choice(text: &str, words: &Words<'_>) -> Result<Choice<Number>, Problem> {
    let start = text.len() - text.trim_start().len();
    let word: &str = text[start..].split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or_default();
    let whole = text.trim();
    match word {
        "below" => Ok(Choice::Below(text_amount(text, start + word.len(), words)?)),
        "lowest" => Ok(Choice::Lowest(text_amount(text, start + word.len(), words)?)),
        "towards" => towards(text, start + word.len()).map(Choice::Fixed),
        "none" if whole == word => Ok(Choice::Fixed(Pick::None)),
        "all" if whole == word => Ok(Choice::Fixed(Pick::All)),
        _ => faces(text).map(Choice::Fixed),
    }
}

/// The combo that the text names from a byte on.
fn towards(text: &str, from: usize) -> Result<Pick, Problem> {
    let rest = &text[from..];
    let start = from + (rest.len() - rest.trim_start().len());
    let name = rest.trim();
    if name == "combo" {
        return Ok(Pick::Nearest);
    }
    let bare = name.strip_prefix('\'').and_then(|name| name.strip_suffix('\'')).unwrap_or(name);
    if bare == Combo::Pot.name() {
        return Ok(Pick::Towards(Combo::Pot));
    }
    let place = start..(start + name.len()).max(start + 1);
    let found = combo(bare).map_err(|problem| {
        let help = problem.help.unwrap_or_default();
        Problem::at(place, format!("there is no combo '{bare}' to reroll towards")).help(help)
    });
    found.map(Pick::Towards)
}

/// Faces, parted by commas.
fn faces(text: &str) -> Result<Pick, Problem> {
    let mut chosen: Vec<Face> = Vec::new();
    let mut at = 0;
    for part in text.split(',') {
        let start = at + (part.len() - part.trim_start().len());
        at += part.len() + 1;
        match part.trim() {
            "letters" => chosen.push(0),
            "odd" => chosen.extend([1, 3, 5]),
            "even" => chosen.extend([2, 4]),
            other => match other.parse() {
                Ok(face @ 1..=5) if other.len() == 1 => chosen.push(face),
                _ => return Err(unknown_face(other, start)),
            },
        }
    }
    Ok(picks::faces(chosen))
}

fn unknown_face(word: &str, start: usize) -> Problem {
    let place = start..start + word.len().max(1);
    let problem = match word.split_whitespace().next().unwrap_or_default() {
        first @ ("none" | "all" | "lowest" | "below" | "towards") => {
            Problem::at(place, format!("'{first}' stands alone: only faces can be listed"))
        }
        _ => Problem::at(place, format!("'{word}' does not say which dice")),
    };
    problem.help(format!("write {CHOICES}"))
}

/// Reads the text at `plan`.
///
/// # Errors
/// The first problem, placed in the text.
pub(super) fn exact(text: &str, words: &Words<'_>) -> Result<Exact<Number>, Problem> {
    const MODEL: &str = "coins and pot against";
    let whole = text.trim();
    let start = text.len() - text.trim_start().len();
    match whole {
        "max-sum" => Ok(Exact::MaxSum),
        "beat" => Ok(Exact::Beat),
        "coins" => Ok(Exact::Coins),
        _ if whole == "reach" || whole.starts_with("reach ") => {
            Ok(Exact::Reach(text_amount(text, start + "reach".len(), words)?))
        }
        _ if whole.starts_with(MODEL) => Ok(Exact::Pot(text_amount(text, start + MODEL.len(), words)?)),
        _ => {
            let near = nearest(whole, ["max-sum", "beat", "reach", "coins", MODEL]);
            let near = near.map_or(String::new(), |near| format!("did you mean '{near}'?; "));
            Err(Problem::at(0..text.len().max(1), format!("there is no plan '{whole}'"))
                .help(format!("{near}write {PLANS}")))
        }
    }
}

/// Reads the text at `pay`.
///
/// # Errors
/// The first problem, placed in the text.
pub(super) fn pay(text: &str, words: &Words<'_>) -> Result<Pay<When>, Problem> {
    let tree = syntax::parse(text)?;
    match &tree.node {
        Node::Name(name) if name == "never" => Ok(Pay::Never),
        Node::Name(name) if name == "always" => Ok(Pay::Always),
        _ => meaning::condition(&tree, words).map(Pay::When),
    }
}

impl<N> Stop<N> {
    /// The same with each word replaced.
    pub(super) fn map<M>(&self, replace: &impl Fn(&N) -> Amount<M>) -> Stop<M> {
        let sum = match &self.sum {
            Least::None => Least::None,
            Least::Beat => Least::Beat,
            Least::Sum(least) => Least::Sum(least.map(replace)),
        };
        Stop { sum, combos: self.combos, both: self.both }
    }

    /// The amount in it.
    pub(super) fn amount(&self) -> Option<&Amount<N>> {
        match &self.sum {
            Least::None | Least::Beat => None,
            Least::Sum(amount) => Some(amount),
        }
    }
}

impl<N> Choice<N> {
    /// The same with each word replaced.
    pub(super) fn map<M>(&self, replace: &impl Fn(&N) -> Amount<M>) -> Choice<M> {
        match self {
            Choice::Fixed(pick) => Choice::Fixed(*pick),
            Choice::Below(amount) => Choice::Below(amount.map(replace)),
            Choice::Lowest(amount) => Choice::Lowest(amount.map(replace)),
        }
    }

    /// The amount in it.
    pub(super) fn amount(&self) -> Option<&Amount<N>> {
        match self {
            Choice::Fixed(_) => None,
            Choice::Below(amount) | Choice::Lowest(amount) => Some(amount),
        }
    }
}

impl<N> Exact<N> {
    /// The same with each word replaced.
    pub(super) fn map<M>(&self, replace: &impl Fn(&N) -> Amount<M>) -> Exact<M> {
        match self {
            Exact::MaxSum => Exact::MaxSum,
            Exact::Beat => Exact::Beat,
            Exact::Coins => Exact::Coins,
            Exact::Reach(amount) => Exact::Reach(amount.map(replace)),
            Exact::Pot(amount) => Exact::Pot(amount.map(replace)),
        }
    }

    /// The amount in it.
    pub(super) fn amount(&self) -> Option<&Amount<N>> {
        match self {
            Exact::MaxSum | Exact::Beat | Exact::Coins => None,
            Exact::Reach(amount) | Exact::Pot(amount) => Some(amount),
        }
    }
}
