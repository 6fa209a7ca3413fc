//! The words of a file for duels, players, kinds of dice and thrown dice.
//!
//! Owns how they are written, and whom and which dice they mean at a table. What a file answers by them is for the parent
//! module.

use super::{Ruling, Said};
use crate::games::Seat;
use crate::games::battle::{Action, Battle, Contest, Face, Hand, Kind, Moment, Powers, Thrown, View};
use crate::input::{Problem, or_nearest};
use crate::strategies::form::{Amount, Answer, Words, text_amount};
use std::cmp::Reverse;
use std::ops::Range;

/// The most items of a list.
const MAX_ITEMS: usize = 50;

/// Which kinds an item of an order is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// One kind.
    Kind(Kind),
    /// All that the list does not name, the dearest first, white last.
    Dearest,
    /// All that the list does not name, the cheapest first.
    Cheapest,
    /// All, the one that is worth most first.
    Rest,
}

/// An item of a list of thrown dice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// What a player does who has no idea of its own.
    Usual,
    /// Some player's dice of some sort.
    Dice(Who, What),
    /// A player, who chooses the die.
    Player(Who),
}

/// A player; [`player`] says which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Own,
    /// Any other player, or all others.
    Any,
    Left,
    Right,
    Weakest,
    Strongest,
    Nearest,
    Fewest,
    Most,
    Leader,
}

/// The words for whom to fight.
const RIVALS: [(&str, Who); 8] = [
    ("all", Who::Any),
    ("left", Who::Left),
    ("right", Who::Right),
    ("weakest", Who::Weakest),
    ("strongest", Who::Strongest),
    ("nearest", Who::Nearest),
    ("fewest", Who::Fewest),
    ("most", Who::Most),
];

/// The words for opponents whose dice are named.
const OPPONENTS: [(&str, Who); 5] =
    [("any", Who::Any), ("leader", Who::Leader), ("left", Who::Left), ("right", Who::Right), ("nearest", Who::Nearest)];

/// What sort of dice; [`fits`] says which. A helmet's number is a number, and limits are positions among the amounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Face(Face),
    Kind(Kind),
    Below(usize),
    Above(usize),
    /// The one that scores most.
    Highest,
    /// Of those that score by their face, the one that scores least.
    Lowest,
    Number,
    Helmet,
    Multiplier,
    Power,
}

/// The sorts that have a name.
const SORTS: [(&str, What); 6] = [
    ("highest", What::Highest),
    ("lowest", What::Lowest),
    ("number", What::Number),
    ("helmet", What::Helmet),
    ("multiplier", What::Multiplier),
    ("power", What::Power),
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

/// What a name stands for.
fn named<T: Copy>(names: &[(&str, T)], name: &str) -> Option<T> {
    names.iter().find(|(known, _)| *known == name).map(|(_, meant)| *meant)
}

/// The names alone.
fn only<'n, T>(names: &'n [(&str, T)]) -> impl Iterator<Item = &'n str> {
    names.iter().map(|(name, _)| *name)
}

/// A part of a text, without spaces around it, by the bytes where it begins and ends.
#[derive(Clone, Copy)]
struct Part<'t> {
    text: &'t str,
    from: usize,
    to: usize,
}

impl<'t> Part<'t> {
    fn new(text: &'t str, from: usize, to: usize) -> Part<'t> {
        let part = &text[from..to];
        let from = to - part.trim_start().len();
        Part { text, from, to: from + part.trim().len() }
    }

    fn str(self) -> &'t str {
        &self.text[self.from..self.to]
    }

    /// Its place, one byte where there is nothing.
    fn place(self) -> Range<usize> {
        self.from..self.to.max(self.from + 1)
    }

    /// The first word, and what follows.
    fn first_word(self) -> (Part<'t>, Part<'t>) {
        let end = self.from + self.str().find(char::is_whitespace).unwrap_or(self.to - self.from);
        (Part { to: end, ..self }, Part::new(self.text, end, self.to))
    }

    /// Reads the amount that it is and puts it with the others.
    fn amount(self, words: &Words<'_, Battle>, amounts: &mut Vec<Amount<Battle>>) -> Result<usize, Problem> {
        amounts.push(text_amount(&self.text[..self.to], self.from, words)?);
        Ok(amounts.len() - 1)
    }
}

/// The items of a list; a comma inside parentheses parts nothing.
fn items(text: &str) -> Result<Vec<Part<'_>>, Problem> {
    if text.trim() == "none" {
        return Ok(Vec::new());
    }
    let (mut depth, mut start) = (0i32, 0);
    let mut found = Vec::new();
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth <= 0 => {
                found.push(Part::new(text, start, at));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(Part::new(text, start, text.len()));
    if found.len() > MAX_ITEMS {
        let message = format!("{} items; at most {MAX_ITEMS} are allowed", found.len());
        return Err(Problem::at(0..text.len(), message));
    }
    Ok(found)
}

/// Reads one of these names.
fn word<T: Copy>(text: &str, names: &[(&str, T)], not: &str, said: fn(T) -> Said) -> Result<Answer<Battle>, Problem> {
    named(names, text).map(|meant| Answer::plain(said(meant))).ok_or_else(|| {
        let names: Vec<&str> = only(names).collect();
        Problem::at(0..text.len(), format!("'{text}' {not}")).help(or_nearest(text, &names))
    })
}

/// Reads whom to fight.
pub(super) fn against(text: &str, _: &Words<'_, Battle>) -> Result<Answer<Battle>, Problem> {
    word(text, &RIVALS, "is nobody to fight", Said::Against)
}

/// Reads how dice are picked.
pub(super) fn hand(text: &str, _: &Words<'_, Battle>) -> Result<Answer<Battle>, Problem> {
    word(text, &Hand::NAMES, "is no way to pick dice", Said::Hand)
}

/// Reads a duel.
pub(super) fn duel(text: &str, words: &Words<'_, Battle>) -> Result<Answer<Battle>, Problem> {
    let (word, number) = Part::new(text, 0, text.len()).first_word();
    let Some(contest) = Contest::named(word.str(), 1) else {
        let problem = Problem::at(word.place(), format!("there is no duel '{}'", word.str()));
        return Err(problem.help(or_nearest(word.str(), &Contest::NAMES)));
    };
    match contest.number() {
        _ if number.str().is_empty() => Ok(Answer::plain(Said::Duel(contest))),
        Some(_) => Ok(Answer::of(Said::Duel(contest), text_amount(text, word.to, words)?)),
        None => Err(Problem::at(word.to..text.len(), format!("'{}' takes no number", word.str()))
            .help("by-points takes a limit, armageddon a number of dice")),
    }
}

/// Reads kinds in an order of preference.
pub(super) fn order(text: &str, words: &Words<'_, Battle>) -> Result<Answer<Battle>, Problem> {
    let (mut found, mut amounts) = (Vec::new(), Vec::new());
    for item in items(text)? {
        let (word, rest) = item.first_word();
        let which = match word.str() {
            "dearest" => Which::Dearest,
            "cheapest" => Which::Cheapest,
            name => Which::Kind(Kind::named(name).ok_or_else(|| {
                let names = [&Kind::NAMES[..], &["dearest", "cheapest", "none"]].concat();
                let help = if name == "none" { "'none' stands alone".into() } else { or_nearest(name, &names) };
                Problem::at(word.place(), format!("'{name}' is no kind of dice")).help(help)
            })?),
        };
        let is_kind = |which: Which| matches!(which, Which::Kind(_));
        if found.iter().any(|(other, _)| *other == which || !is_kind(which) && !is_kind(*other)) {
            let message = format!("'{}' stands for kinds that the list names already", word.str());
            return Err(Problem::at(item.place(), message).help("each kind has one place in the order"));
        }
        let most = if rest.str().is_empty() { None } else { Some(rest.amount(words, &mut amounts)?) };
        found.push((which, most));
    }
    Ok(Answer { amounts, ..Answer::plain(Said::Order(found)) })
}

/// The same, made up from the rest.
pub(super) fn full_order(text: &str, words: &Words<'_, Battle>) -> Result<Answer<Battle>, Problem> {
    let mut answer = order(text, words)?;
    if let Said::Order(items) = &mut answer.said {
        items.push((Which::Rest, None));
    }
    Ok(answer)
}

/// Reads thrown dice in an order of preference.
pub(super) fn targets(text: &str, reach: Reach, words: &Words<'_, Battle>) -> Result<Answer<Battle>, Problem> {
    let mut amounts = Vec::new();
    let read = |item: Part<'_>| target(item, reach, &mut |part| what(part, words, &mut amounts));
    let found = items(text)?.into_iter().map(read).collect::<Result<_, _>>()?;
    Ok(Answer { amounts, ..Answer::plain(Said::Targets(found)) })
}

fn target(
    item: Part<'_>,
    reach: Reach,
    what: &mut impl FnMut(Part<'_>) -> Result<What, Problem>,
) -> Result<Target, Problem> {
    if item.str() == "usual" {
        return Ok(Target::Usual);
    }
    let (word, rest) = item.first_word();
    let owner = word.str().strip_suffix("'s").unwrap_or(word.str());
    let whose = if owner == "own" { Some(Who::Own) } else { named(&OPPONENTS, owner) };
    match (whose, reach) {
        (None, Reach::Others) => Ok(Target::Dice(Who::Any, what(item)?)),
        (None, _) => Ok(Target::Dice(Who::Own, what(item)?)),
        (Some(Who::Own), Reach::Others) => {
            Err(Problem::at(word.place(), "own dice cannot be cancelled").help("name an opponent, or nobody"))
        }
        (Some(whose), Reach::Others | Reach::OwnOrOthers) | (Some(whose @ Who::Own), _) => {
            Ok(Target::Dice(whose, what(rest)?))
        }
        (Some(whose), Reach::OwnOrPlayer) if rest.str().is_empty() => Ok(Target::Player(whose)),
        (Some(_), Reach::OwnOrPlayer) => Err(Problem::at(item.place(), "an opponent chooses the die itself")
            .help(format!("write {owner} alone, or name own dice"))),
        (Some(_), Reach::Own) => {
            Err(Problem::at(word.place(), "this is about own dice only").help("say which dice, not whose"))
        }
    }
}

fn what(item: Part<'_>, words: &Words<'_, Battle>, amounts: &mut Vec<Amount<Battle>>) -> Result<What, Problem> {
    let (word, rest) = item.first_word();
    let face = Face::parse(item.str()).map(What::Face);
    let plain = face.or_else(|| Kind::named(item.str()).map(What::Kind)).or_else(|| named(&SORTS, item.str()));
    match (plain, word.str()) {
        (Some(what), _) => Ok(what),
        (None, "below") => Ok(What::Below(rest.amount(words, amounts)?)),
        (None, "above") => Ok(What::Above(rest.amount(words, amounts)?)),
        _ => Err(unknown_dice(item)),
    }
}

fn unknown_dice(item: Part<'_>) -> Problem {
    let name = item.str();
    let problem = Problem::at(item.place(), format!("'{name}' does not say which dice"));
    if name == "none" || name == "usual" {
        return problem.help(format!("'{name}' says not whose"));
    }
    let names = only(&SORTS).chain(Kind::NAMES).chain(only(&Face::NAMED)).chain(only(&OPPONENTS));
    let names: Vec<&str> = names.chain(["usual"]).collect();
    problem.help(or_nearest(name, &names))
}

/// Whether a die is of the sort.
fn fits(what: What, die: &Thrown, ruling: Ruling<'_, '_>) -> bool {
    let number = die.face.number().map(i64::from);
    match what {
        What::Face(face) => die.face == face,
        What::Kind(kind) => die.kind == kind,
        What::Below(limit) => number.is_some_and(|number| number < ruling.amount(limit)),
        What::Above(limit) => number.is_some_and(|number| number > ruling.amount(limit)),
        What::Highest | What::Lowest => number.is_some() || die.face == Face::PerDie,
        What::Number => number.is_some(),
        What::Helmet => matches!(die.face, Face::Helmet(_)),
        What::Multiplier => die.face.factor() > 1,
        What::Power => die.face.powers() != Powers::NONE,
    }
}

/// How a die with so many points is weighed, of which the lightest is taken: the one that scores most, unless the item
/// means the one that scores least, or means neither and `gives` it away.
fn weight(points: u32, what: What, gives: bool) -> i64 {
    let least = match what {
        What::Lowest | What::Below(_) => true,
        What::Highest | What::Above(_) => false,
        _ => gives,
    };
    if least { i64::from(points) } else { -i64::from(points) }
}

/// The player a word means, in a duel of those among whom the throw is resolved; of equal ones the next clockwise. The
/// weakest has the cheapest dice, the nearest comes nearest to the goal with dice and points, the leader has the highest
/// total; left is the next clockwise.
pub(super) fn player(who: Who, view: &View<'_>) -> Option<Seat> {
    let is_there = |seat: Seat| !view.moment.is_in_duel() || view.board.arena.inside().any(|inside| inside == seat);
    let others = || view.others().filter(|&seat| is_there(seat));
    let least = |number: &dyn Fn(Seat) -> u32| others().min_by_key(|&seat| number(seat));
    let most = |number: &dyn Fn(Seat) -> u32| others().min_by_key(|&seat| Reverse(number(seat)));
    match who {
        Who::Own => Some(view.seat),
        Who::Any => None,
        Who::Left => others().next(),
        Who::Right => others().last(),
        Who::Weakest => least(&|seat| view.cost(seat)),
        Who::Strongest => most(&|seat| view.cost(seat)),
        Who::Nearest => most(&|seat| view.cost(seat) + view.board.state.points(seat)),
        Who::Fewest => least(&|seat| view.board.state.dice(seat).total()),
        Who::Most => most(&|seat| view.board.state.dice(seat).total()),
        Who::Leader => most(&|seat| view.side(seat).zone.total().unwrap_or(0)),
    }
}

/// What is done by an item, if something legal fits it and would do something.
pub(super) fn action(target: Target, ruling: Ruling<'_, '_>, view: &View<'_>) -> Option<Action> {
    match target {
        Target::Dice(_, _) if view.moment == Moment::Exchange && view.reserve().is_empty() => None,
        Target::Dice(whose, what) => about_die(whose, what, ruling, view),
        Target::Player(who) => {
            let meant = player(who, view);
            let can = |seat: Seat| !view.side(seat).reserve.is_empty() && !view.side(seat).zone.is_empty();
            let is_meant = |seat: Seat| can(seat) && meant.is_none_or(|meant| seat == meant);
            view.actions().iter().copied().find(|action| matches!(action, Action::Player(seat) if is_meant(*seat)))
        }
        Target::Usual => None,
    }
}

/// The action about a die that fits and is best. A multiplier goes anywhere, the highest first, a shield where there is
/// none.
fn about_die(whose: Who, what: What, ruling: Ruling<'_, '_>, view: &View<'_>) -> Option<Action> {
    let (own, meant) = (view.seat, player(whose, view));
    let weighed = view.actions().iter().filter_map(|&action| {
        let aim = action.target(own)?;
        let die = view.board.arena.die(aim)?;
        let (is_free, factor, gives) = match action {
            Action::Place { die, from, .. } => {
                let factor = view.own().get(die).map_or(1, |die| die.face.factor());
                (from.is_none() && (factor > 1 || !view.own().is_protected(aim.die)), factor, false)
            }
            _ => (true, 1, whose == Who::Own),
        };
        let is_meant = meant.map_or(aim.seat != own, |meant| aim.seat == meant);
        let points = view.side(aim.seat).zone.points_of(die);
        let is_right = is_free && is_meant && fits(what, die, ruling);
        is_right.then(|| (Reverse(factor), weight(points, what, gives), action))
    });
    weighed.min_by_key(|&(factor, weight, _)| (factor, weight)).map(|(.., action)| action)
}
