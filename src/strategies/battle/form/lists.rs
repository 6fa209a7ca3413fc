//! Orders of preference: which kinds of dice to buy, throw or pay with, and which thrown dice a power is for.
//!
//! Owns how they are written. What is chosen by them at a table is for [`super::plan`], [`super::pick`] and [`super::market`].

use super::words::{Number, Words};
use crate::games::battle::{Face, Kind, Thrown};
use crate::input::{Problem, or_nearest};
use crate::strategies::expression::meaning::{self, Amount};
use crate::strategies::expression::syntax;
use std::ops::Range;

/// The most items of a list.
const MAX_ITEMS: usize = 50;

/// Kinds of dice in an order of preference; what is not in it is not meant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Order<N>(pub(super) Vec<Preferred<N>>);

/// An item of an order: which dice, and how many at the most.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Preferred<N> {
    /// Which.
    pub(super) which: Which,
    /// At most so many.
    pub(super) most: Option<Amount<N>>,
}

/// Which kinds an item of an order is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// One kind.
    Kind(Kind),
    /// All that the list does not name, the dearest first, white last.
    Dearest,
    /// All that the list does not name, the cheapest first.
    Cheapest,
}

/// Thrown dice in an order of preference; what is in none of the items is left alone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Targets<N>(pub(super) Vec<Target<N>>);

/// An item of such an order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Target<N> {
    /// What a player does who has no idea of its own.
    Usual,
    /// Some player's dice of some sort.
    Dice(Whose, What<N>),
    /// A player, who chooses the die.
    Player(Whose),
}

/// Whose dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// This player's.
    Own,
    /// Any opponent's.
    Any,
    /// Those of the opponent with the highest total.
    Leader,
    /// Those of the next participant clockwise.
    Left,
    /// Those of the next participant counter-clockwise.
    Right,
    /// Those of the opponent whose dice and points come nearest to the goal.
    Nearest,
}

/// The words for opponents.
const OPPONENTS: [(&str, Whose); 5] = [
    ("any", Whose::Any),
    ("leader", Whose::Leader),
    ("left", Whose::Left),
    ("right", Whose::Right),
    ("nearest", Whose::Nearest),
];

/// What sort of dice.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What<N> {
    /// That show this face.
    Face(Face),
    /// Of this kind.
    Kind(Kind),
    /// Of a sort that has a name.
    Sort(Sort),
    /// That show a number below this, a helmet's too.
    Below(Amount<N>),
    /// That show a number above this, a helmet's too.
    Above(Amount<N>),
}

/// A sort of dice that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// The one that scores most.
    Highest,
    /// Of those that score by their face, the one that scores least.
    Lowest,
    /// Any that shows a number, a helmet's too.
    Number,
    /// Any with a helmet.
    Helmet,
    /// Any multiplier.
    Multiplier,
    /// Any with a power.
    Power,
}

/// The words for sorts.
const SORTS: [(&str, Sort); 6] = [
    ("highest", Sort::Highest),
    ("lowest", Sort::Lowest),
    ("number", Sort::Number),
    ("helmet", Sort::Helmet),
    ("multiplier", Sort::Multiplier),
    ("power", Sort::Power),
];

/// Whose dice a list can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// This player's.
    Own,
    /// This player's, unless an opponent is named; or an opponent, who chooses the die.
    OwnOrPlayer,
    /// This player's, unless an opponent is named.
    OwnOrOthers,
    /// Those of any opponent, unless one is named.
    Others,
}

/// The items of a list with the bytes where each begins; a comma inside parentheses parts nothing.
fn items(text: &str) -> Vec<(usize, &str)> {
    let (mut depth, mut start) = (0i32, 0);
    let mut found = Vec::new();
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth <= 0 => {
                found.push((start, &text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push((start, &text[start..]));
    let trimmed = |(at, item): (usize, &str)| at + item.len() - item.trim_start().len();
    found.iter().map(|&(at, item)| (trimmed((at, item)), item.trim())).collect()
}

fn few(found: &[(usize, &str)], text: &str) -> Result<(), Problem> {
    if found.len() <= MAX_ITEMS {
        return Ok(());
    }
    Err(Problem::at(0..text.len(), format!("{} items; at most {MAX_ITEMS} are allowed", found.len())))
}

/// The place of an item, one byte where there is nothing.
fn place(at: usize, item: &str) -> Range<usize> {
    at..at + item.len().max(1)
}

/// The first word and what follows, with the place of the latter in the item.
fn first_word(item: &str) -> (&str, usize, &str) {
    let end = item.find(char::is_whitespace).unwrap_or(item.len());
    let rest = item[end..].trim_start();
    (&item[..end], item.len() - rest.len(), rest)
}

/// The amount in a part of a text that begins at a byte.
fn amount(text: &str, at: usize, words: &Words<'_>) -> Result<Amount<Number>, Problem> {
    let shift = |span: Range<usize>| span.start + at..span.end + at;
    let found = syntax::parse(text).and_then(|tree| meaning::amount(&tree, words));
    found.map_err(|problem| Problem { span: problem.span.map(shift), ..problem })
}

fn kind(word: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == word)
}

/// Reads kinds in an order of preference.
///
/// # Errors
/// The first problem, placed in the text.
pub(super) fn order(text: &str, words: &Words<'_>) -> Result<Order<Number>, Problem> {
    if text.trim() == "none" {
        return Ok(Order(Vec::new()));
    }
    let all = items(text);
    few(&all, text)?;
    let mut found: Vec<Preferred<Number>> = Vec::new();
    for (at, item) in all {
        let (word, behind, rest) = first_word(item);
        let which = match word {
            "dearest" => Which::Dearest,
            "cheapest" => Which::Cheapest,
            word => Which::Kind(kind(word).ok_or_else(|| unknown_kind(at, word))?),
        };
        let is_kind = matches!(which, Which::Kind(_));
        let same =
            |other: &Preferred<Number>| other.which == which || !is_kind && !matches!(other.which, Which::Kind(_));
        if found.iter().any(same) {
            let problem =
                Problem::at(place(at, item), format!("'{word}' stands for kinds that the list names already"));
            return Err(problem.help("each kind has one place in the order"));
        }
        let most = if rest.is_empty() { None } else { Some(amount(rest, at + behind, words)?) };
        found.push(Preferred { which, most });
    }
    Ok(Order(found))
}

fn unknown_kind(at: usize, word: &str) -> Problem {
    let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).chain(["dearest", "cheapest", "none"]).collect();
    let problem = Problem::at(place(at, word), format!("'{word}' is no kind of dice"));
    match word {
        "none" => problem.help("'none' stands alone"),
        _ => problem.help(or_nearest(word, &names)),
    }
}

/// Reads thrown dice in an order of preference.
///
/// # Errors
/// The first problem, placed in the text.
pub(super) fn targets(text: &str, reach: Reach, words: &Words<'_>) -> Result<Targets<Number>, Problem> {
    if text.trim() == "none" {
        return Ok(Targets(Vec::new()));
    }
    let all = items(text);
    few(&all, text)?;
    let read = |&(at, item): &(usize, &str)| target(at, item, reach, words);
    Ok(Targets(all.iter().map(read).collect::<Result<_, _>>()?))
}

fn target(at: usize, item: &str, reach: Reach, words: &Words<'_>) -> Result<Target<Number>, Problem> {
    if item == "usual" {
        return Ok(Target::Usual);
    }
    let (word, behind, rest) = first_word(item);
    let owner = word.strip_suffix("'s").unwrap_or(word);
    let opponent = OPPONENTS.iter().find(|(name, _)| *name == owner).map(|(_, whose)| *whose);
    let whose = if owner == "own" { Some(Whose::Own) } else { opponent };
    match (whose, reach) {
        (None, Reach::Others) => Ok(Target::Dice(Whose::Any, what(at, item, words)?)),
        (None, _) => Ok(Target::Dice(Whose::Own, what(at, item, words)?)),
        (Some(Whose::Own), Reach::Others) => {
            Err(Problem::at(place(at, word), "own dice cannot be cancelled").help("name an opponent, or nobody"))
        }
        (Some(Whose::Own), _) | (Some(_), Reach::Others | Reach::OwnOrOthers) => {
            Ok(Target::Dice(whose.unwrap_or(Whose::Own), what(at + behind, rest, words)?))
        }
        (Some(whose), Reach::OwnOrPlayer) if rest.is_empty() => Ok(Target::Player(whose)),
        (Some(_), Reach::OwnOrPlayer) => Err(Problem::at(place(at, item), "an opponent chooses the die itself")
            .help(format!("write {owner} alone, or name own dice"))),
        (Some(_), Reach::Own) => {
            Err(Problem::at(place(at, word), "this is about own dice only").help("say which dice, not whose"))
        }
    }
}

fn what(at: usize, item: &str, words: &Words<'_>) -> Result<What<Number>, Problem> {
    let (word, behind, rest) = first_word(item);
    if let Some(face) = Face::parse(item) {
        return Ok(What::Face(face));
    }
    if let Some(kind) = kind(item) {
        return Ok(What::Kind(kind));
    }
    if let Some((_, sort)) = SORTS.iter().find(|(name, _)| *name == item) {
        return Ok(What::Sort(*sort));
    }
    match word {
        "below" => Ok(What::Below(amount(rest, at + behind, words)?)),
        "above" => Ok(What::Above(amount(rest, at + behind, words)?)),
        _ => Err(unknown_dice(at, item)),
    }
}

fn unknown_dice(at: usize, item: &str) -> Problem {
    let problem = Problem::at(place(at, item), format!("'{item}' does not say which dice"));
    if item == "none" || item == "usual" {
        return problem.help(format!("'{item}' says not whose"));
    }
    let faces = Face::NAMED.iter().map(|(name, _)| *name);
    let names: Vec<&str> =
        SORTS.iter().map(|(name, _)| *name).chain(Kind::ALL.iter().map(|kind| kind.name())).collect();
    let names: Vec<&str> =
        names.into_iter().chain(faces).chain(OPPONENTS.iter().map(|(name, _)| *name)).chain(["usual"]).collect();
    problem.help(or_nearest(item, &names))
}

/// The number that a die shows, if it shows one.
const fn number(face: Face) -> Option<u8> {
    match face {
        Face::Number(number) | Face::Helmet(number) => Some(number),
        _ => None,
    }
}

impl<N> What<N> {
    /// Whether a die is of the sort, where `value` says what an amount is.
    pub(super) fn is(&self, die: &Thrown, value: impl Fn(&Amount<N>) -> i64) -> bool {
        match self {
            What::Face(face) => die.face == *face,
            What::Kind(kind) => die.kind == *kind,
            What::Sort(sort) => sort.is(die.face),
            What::Below(limit) => number(die.face).is_some_and(|shown| i64::from(shown) < value(limit)),
            What::Above(limit) => number(die.face).is_some_and(|shown| i64::from(shown) > value(limit)),
        }
    }

    /// Whether of several dice the one is meant that scores least.
    pub(super) fn means_the_lowest(&self) -> bool {
        matches!(self, What::Sort(Sort::Lowest) | What::Below(_))
    }

    fn map<M>(&self, replace: &impl Fn(&N) -> Amount<M>) -> What<M> {
        match self {
            What::Face(face) => What::Face(*face),
            What::Kind(kind) => What::Kind(*kind),
            What::Sort(sort) => What::Sort(*sort),
            What::Below(limit) => What::Below(limit.map(replace)),
            What::Above(limit) => What::Above(limit.map(replace)),
        }
    }
}

impl Sort {
    fn is(self, face: Face) -> bool {
        match self {
            Sort::Highest | Sort::Lowest => number(face).is_some() || face == Face::PerDie,
            Sort::Number => number(face).is_some(),
            Sort::Helmet => matches!(face, Face::Helmet(_)),
            Sort::Multiplier => face.factor() > 1,
            Sort::Power => face.powers() != crate::games::battle::Powers::NONE,
        }
    }
}

impl<N> Order<N> {
    /// The same with each word replaced.
    pub(super) fn map<M>(&self, replace: &impl Fn(&N) -> Amount<M>) -> Order<M> {
        let item = |item: &Preferred<N>| Preferred {
            which: item.which,
            most: item.most.as_ref().map(|most| most.map(replace)),
        };
        Order(self.0.iter().map(item).collect())
    }

    /// The amounts in it.
    pub(super) fn amounts(&self) -> impl Iterator<Item = &Amount<N>> {
        self.0.iter().filter_map(|item| item.most.as_ref())
    }
}

impl<N> Targets<N> {
    /// The same with each word replaced.
    pub(super) fn map<M>(&self, replace: &impl Fn(&N) -> Amount<M>) -> Targets<M> {
        let item = |item: &Target<N>| match item {
            Target::Usual => Target::Usual,
            Target::Dice(whose, what) => Target::Dice(*whose, what.map(replace)),
            Target::Player(whose) => Target::Player(*whose),
        };
        Targets(self.0.iter().map(item).collect())
    }
}
