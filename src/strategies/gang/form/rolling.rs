//! How a file says when a turn stops and which dice it rerolls.
//!
//! Owns the texts at `stop`, `reroll`, `invalid`, `short` and `plan`. What is written there becomes a tactic once
//! dice are committed; that is for [`super::plan`].

use super::super::picks::{FaceSet, Pick};
use super::words::{Number, Words};
use crate::dice::Face;
use crate::input::{Problem, or_nearest};
use crate::strategies::expression::meaning::{self, Amount};
use crate::strategies::expression::syntax::{self, Comparison, Node, Operator, Tree};
use crate::strategies::form::text_amount;

/// When a turn stops although rerolls are left.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stop<N> {
    /// Never early.
    Never,
    /// At any valid roll.
    Valid,
    /// At a valid roll that beats the best so far; at any valid one if there is none.
    Beat,
    /// At a valid roll of at least this total.
    Total(Amount<N>),
    /// At a roll of at least this total, valid or not.
    Shown(Amount<N>),
}

/// Which dice are rerolled.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Choice<N> {
    /// Those that a word names.
    Fixed(Pick),
    /// Those below a number, Bosses too.
    Below(Amount<N>),
    /// So many, the lowest.
    Lowest(Amount<N>),
}

/// A plan of the exact engine.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Exact<N> {
    /// For the highest expected total.
    MaxScore,
    /// For the highest chance of a valid total that beats the best so far.
    Beat,
    /// For the highest chance of a valid total of at least this.
    Reach(Amount<N>),
}

const STOPS: &str = "\"beat\", \"valid\", \"never\", \"total >= 9\" or \"valid and total >= 9\"";
const CHOICES: &str =
    "\"none\", \"all\", \"offending\", \"lowest 2\", \"below 3\", or faces: 1 to 5, \"boss\", \"odd\", \"even\"";
const PLANS: &str = "\"max-score\", \"reach\" or \"reach 9\"";

/// Reads the text at `stop`.
///
/// # Errors
/// The first problem, placed in the text.
pub(super) fn stop(text: &str, words: &Words<'_>) -> Result<Stop<Number>, Problem> {
    let tree = syntax::parse(text).map_err(|problem| or_help(problem, STOPS))?;
    match &tree.node {
        Node::Name(name) if name == "never" => Ok(Stop::Never),
        Node::Name(name) if name == "valid" => Ok(Stop::Valid),
        Node::Name(name) if name == "beat" => Ok(Stop::Beat),
        Node::Binary(Operator::And, left, right) if is_name(left, "valid") => Ok(Stop::Total(least(right, words)?)),
        _ => Ok(Stop::Shown(least(&tree, words)?)),
    }
}

fn is_name(tree: &Tree, wanted: &str) -> bool {
    matches!(&tree.node, Node::Name(name) if name == wanted)
}

/// The amount of `total >= amount`.
fn least(tree: &Tree, words: &Words<'_>) -> Result<Amount<Number>, Problem> {
    match &tree.node {
        Node::Binary(Operator::Compare(Comparison::AtLeast), left, right) if is_name(left, "total") => {
            meaning::amount(right, words)
        }
        _ => Err(Problem::at(tree.span.clone(), "this does not say when to stop").help(format!("write {STOPS}"))),
    }
}

fn or_help(problem: Problem, help: &str) -> Problem {
    if problem.help.is_some() { problem } else { problem.help(format!("write {help}")) }
}

/// Reads the text at `reroll`, `invalid` or `short`.
///
/// # Errors
/// The first problem, placed in the text.
pub(super) fn choice(text: &str, words: &Words<'_>) -> Result<Choice<Number>, Problem> {
    let start = text.len() - text.trim_start().len();
    let word: &str = text[start..].split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or_default();
    let whole = text.trim();
    let rest = || text_amount(text, start + word.len(), words);
    match word {
        "below" => Ok(Choice::Below(rest()?)),
        "lowest" => Ok(Choice::Lowest(rest()?)),
        "none" if whole == word => Ok(Choice::Fixed(Pick::None)),
        "all" if whole == word => Ok(Choice::Fixed(Pick::All)),
        "offending" if whole == word => Ok(Choice::Fixed(Pick::Offending)),
        _ => faces(text).map(Choice::Fixed),
    }
}

/// Faces, parted by commas.
fn faces(text: &str) -> Result<Pick, Problem> {
    let mut chosen: Vec<Face> = Vec::new();
    let mut at = 0;
    for part in text.split(',') {
        let start = at + (part.len() - part.trim_start().len());
        at += part.len() + 1;
        match part.trim() {
            "boss" => chosen.push(0),
            "odd" => chosen.extend([1, 3, 5]),
            "even" => chosen.extend([2, 4]),
            "1" => chosen.push(1),
            "2" => chosen.push(2),
            "3" => chosen.push(3),
            "4" => chosen.push(4),
            "5" => chosen.push(5),
            other => return Err(unknown_face(other, start)),
        }
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(match &chosen[..] {
        [0] => Pick::Bosses,
        [1, 3, 5] => Pick::Odd,
        faces => Pick::Faces(FaceSet::of(faces)),
    })
}

fn unknown_face(word: &str, start: usize) -> Problem {
    let place = start..start + word.len().max(1);
    match word.split_whitespace().next().unwrap_or_default() {
        first @ ("none" | "all" | "offending" | "lowest" | "below") => {
            Problem::at(place, format!("'{first}' stands alone: only faces can be listed"))
        }
        _ => Problem::at(place, format!("'{word}' does not say which dice")),
    }
    .help(format!("write {CHOICES}"))
}

/// Reads the text at `plan`.
///
/// # Errors
/// The first problem, placed in the text.
pub(super) fn exact(text: &str, words: &Words<'_>) -> Result<Exact<Number>, Problem> {
    let whole = text.trim();
    let start = text.len() - text.trim_start().len();
    match whole {
        "max-score" => Ok(Exact::MaxScore),
        "reach" => Ok(Exact::Beat),
        _ if whole.starts_with("reach ") => Ok(Exact::Reach(text_amount(text, start + "reach".len(), words)?)),
        _ => Err(Problem::at(0..text.len().max(1), format!("there is no plan '{whole}'"))
            .help(format!("{}; write {PLANS}", or_nearest(whole, &["max-score", "reach"])))),
    }
}

impl<N> Stop<N> {
    /// The same with each word replaced.
    pub(super) fn map<M>(&self, replace: &impl Fn(&N) -> Amount<M>) -> Stop<M> {
        match self {
            Stop::Never => Stop::Never,
            Stop::Valid => Stop::Valid,
            Stop::Beat => Stop::Beat,
            Stop::Total(least) => Stop::Total(least.map(replace)),
            Stop::Shown(least) => Stop::Shown(least.map(replace)),
        }
    }

    /// The amount in it.
    pub(super) fn amount(&self) -> Option<&Amount<N>> {
        match self {
            Stop::Never | Stop::Valid | Stop::Beat => None,
            Stop::Total(amount) | Stop::Shown(amount) => Some(amount),
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
            Exact::MaxScore => Exact::MaxScore,
            Exact::Beat => Exact::Beat,
            Exact::Reach(amount) => Exact::Reach(amount.map(replace)),
        }
    }

    /// The amount in it.
    pub(super) fn amount(&self) -> Option<&Amount<N>> {
        match self {
            Exact::MaxScore | Exact::Beat => None,
            Exact::Reach(amount) => Some(amount),
        }
    }
}
