//! The words of a file for duels, players, kinds of dice and thrown dice.
//!
//! Owns how they are written, and whom and which dice they mean at a table. What a file answers by them is for the parent
//! module.

use super::{GameWord, KeyValue, NO_LIMIT, Ruling};
use crate::games::Seat;
use crate::games::battle::{Action, Battle, Contest, Duel, Face, Hand, Kind, Moment, Powers, Thrown, View};
use crate::input::{Problem, or_nearest};
use crate::strategies::form::syntax::{Node, Tree};
use crate::strategies::form::{Amount, Answer, Words, text_amount};
use std::cmp::Reverse;

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
    GameWord,
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
pub(super) const RIVALS: &[(&str, KeyValue)] = &[
    ("all", KeyValue::Against(Who::Any)),
    ("left", KeyValue::Against(Who::Left)),
    ("right", KeyValue::Against(Who::Right)),
    ("weakest", KeyValue::Against(Who::Weakest)),
    ("strongest", KeyValue::Against(Who::Strongest)),
    ("nearest", KeyValue::Against(Who::Nearest)),
    ("fewest", KeyValue::Against(Who::Fewest)),
    ("most", KeyValue::Against(Who::Most)),
];

/// The words for how dice are picked.
pub(super) const HANDS: &[(&str, KeyValue)] =
    &[(Hand::Chosen.name(), KeyValue::Hand(Hand::Chosen)), (Hand::Random.name(), KeyValue::Hand(Hand::Random))];

/// The words for opponents whose dice are named.
const OPPONENTS: [(&str, Who); 5] =
    [("any", Who::Any), ("leader", Who::Leader), ("left", Who::Left), ("right", Who::Right), ("nearest", Who::Nearest)];

/// What sort of dice; [`fits`] says which. A helmet's number is a number, and limits are positions among the amounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Face(Face),
    Kind(Kind),
    Below(u32),
    Above(u32),
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
    GameWord,
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

/// The first word of a text, and what follows.
fn first_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    (word, rest.trim_start())
}

/// A text that is read, with the amounts that were found in it so far.
struct Reading<'t, 'w> {
    text: &'t str,
    words: &'w Words<'w, Battle>,
    amounts: Vec<Amount<Battle>>,
}

impl<'t, 'w> Reading<'t, 'w> {
    fn new(text: &'t str, words: &'w Words<'w, Battle>) -> Reading<'t, 'w> {
        Reading { text, words, amounts: Vec::new() }
    }

    fn answer(self, said: KeyValue) -> Answer<Battle> {
        Answer { amounts: self.amounts, ..Answer::plain(said) }
    }

    /// The byte at which a part of the text begins.
    fn start(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.text.as_ptr() as usize
    }

    /// A problem with a part of the text, at one byte where there is nothing.
    fn problem(&self, part: &str, message: impl Into<String>) -> Problem {
        let start = self.start(part);
        Problem::at(start..start + part.len().max(1), message)
    }

    /// Reads the amount that a part is; answers with its position among the amounts.
    fn amount(&mut self, part: &str) -> Result<u32, Problem> {
        let start = self.start(part);
        self.amounts.push(text_amount(&self.text[..start + part.len()], start, self.words)?);
        Ok(self.amounts.len() as u32 - 1)
    }

    /// The items of a list; a comma inside parentheses parts nothing.
    fn items(&self) -> Result<Vec<&'t str>, Problem> {
        let mut depth = 0;
        let parts = self.text.split(|letter| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            letter == ',' && depth <= 0
        });
        let items: Vec<&str> =
            parts.map(|item| item.trim_start().trim_end()).filter(|_| self.text.trim() != "none").collect();
        if items.len() > MAX_ITEMS {
            let message = format!("{} items; at most {MAX_ITEMS} are allowed", items.len());
            return Err(self.problem(self.text, message));
        }
        Ok(items)
    }

    /// Reads an item of a list of thrown dice.
    fn target(&mut self, item: &str, reach: Reach) -> Result<Target, Problem> {
        if item == "usual" {
            return Ok(Target::Usual);
        }
        let (word, rest) = first_word(item);
        let owner = word.strip_suffix("'s").unwrap_or(word);
        let whose = if owner == "own" { Some(Who::GameWord) } else { named(&OPPONENTS, owner) };
        match (whose, reach) {
            (None, Reach::Others) => Ok(Target::Dice(Who::Any, self.what(item)?)),
            (None, _) => Ok(Target::Dice(Who::GameWord, self.what(item)?)),
            (Some(Who::GameWord), Reach::Others) => {
                Err(self.problem(word, "own dice cannot be cancelled").help("name an opponent, or nobody"))
            }
            (Some(whose), Reach::Others | Reach::OwnOrOthers) | (Some(whose @ Who::GameWord), _) => {
                Ok(Target::Dice(whose, self.what(rest)?))
            }
            (Some(whose), Reach::OwnOrPlayer) if rest.is_empty() => Ok(Target::Player(whose)),
            (Some(_), Reach::OwnOrPlayer) => Err(self
                .problem(item, "an opponent chooses the die itself")
                .help(format!("write {owner} alone, or name own dice"))),
            (Some(_), Reach::GameWord) => {
                Err(self.problem(word, "this is about own dice only").help("say which dice, not whose"))
            }
        }
    }

    /// Reads a sort of dice.
    fn what(&mut self, item: &str) -> Result<What, Problem> {
        let (word, rest) = first_word(item);
        let face = Face::parse(item).map(What::Face);
        let plain = face.or_else(|| Kind::named(item).map(What::Kind)).or_else(|| named(&SORTS, item));
        match (plain, word) {
            (Some(what), _) => Ok(what),
            (None, "below") => Ok(What::Below(self.amount(rest)?)),
            (None, "above") => Ok(What::Above(self.amount(rest)?)),
            _ => Err(self.unknown_dice(item)),
        }
    }

    fn unknown_dice(&self, item: &str) -> Problem {
        let problem = self.problem(item, format!("'{item}' does not say which dice"));
        if item == "none" || item == "usual" {
            return problem.help(format!("'{item}' says not whose"));
        }
        let (word, rest) = first_word(item);
        let owner = word.trim_end_matches(['\'', 's']);
        if named(&OPPONENTS, owner).is_some() && named(&SORTS, rest).is_some() {
            return problem.help(format!("did you mean \"{owner}'s {rest}\"?"));
        }
        let names = only(&SORTS).chain(Kind::NAMES).chain(only(&Face::NAMED)).chain(only(&OPPONENTS));
        let names: Vec<&str> = names.chain(["usual"]).collect();
        problem.help(or_nearest(item, &names))
    }

    /// Reads a kind of dice, or what stands for several.
    fn which(&self, word: &str) -> Result<Which, Problem> {
        match word {
            "dearest" => Ok(Which::Dearest),
            "cheapest" => Ok(Which::Cheapest),
            name => Kind::named(name).map(Which::Kind).ok_or_else(|| {
                let names = [&Kind::NAMES[..], &["dearest", "cheapest", "none"]].concat();
                let help = if name == "none" { "'none' stands alone".into() } else { or_nearest(name, &names) };
                self.problem(name, format!("'{name}' is no kind of dice")).help(help)
            }),
        }
    }
}

/// Reads a duel.
pub(super) fn duel(text: &str, words: &Words<'_, Battle>) -> Result<Answer<Battle>, Problem> {
    let mut reading = Reading::new(text, words);
    let (word, number) = first_word(text.trim());
    let Some(contest) = Contest::named(word, 1) else {
        let problem = reading.problem(word, format!("there is no duel '{word}'"));
        return Err(problem.help(or_nearest(word, &Contest::NAMES)));
    };
    if !number.is_empty() {
        if contest.number().is_none() {
            return Err(reading
                .problem(number, format!("'{word}' takes no number"))
                .help("by-points takes a limit, armageddon a number of dice"));
        }
        reading.amount(number)?;
    }
    Ok(reading.answer(KeyValue::Duel(contest)))
}

/// Reads kinds in an order of preference.
pub(super) fn order(text: &str, words: &Words<'_, Battle>) -> Result<Answer<Battle>, Problem> {
    let (mut reading, mut found) = (Reading::new(text, words), Vec::new());
    for item in reading.items()? {
        let (word, rest) = first_word(item);
        let which = reading.which(word)?;
        let is_kind = |which: Which| matches!(which, Which::Kind(_));
        if found.iter().any(|(other, _)| *other == which || !is_kind(which) && !is_kind(*other)) {
            let message = format!("'{word}' stands for kinds that the list names already");
            return Err(reading.problem(item, message).help("each kind has one place in the order"));
        }
        found.push((which, if rest.is_empty() { NO_LIMIT } else { reading.amount(rest)? }));
    }
    Ok(reading.answer(KeyValue::Order(found)))
}

/// The same, made up from the rest.
pub(super) fn full_order(text: &str, words: &Words<'_, Battle>) -> Result<Answer<Battle>, Problem> {
    let mut answer = order(text, words)?;
    if let KeyValue::Order(items) = &mut answer.said {
        items.push((Which::Rest, NO_LIMIT));
    }
    Ok(answer)
}

/// Reads thrown dice in an order of preference.
pub(super) fn targets(text: &str, reach: Reach, words: &Words<'_, Battle>) -> Result<Answer<Battle>, Problem> {
    let mut reading = Reading::new(text, words);
    let found = reading.items()?.into_iter().map(|item| reading.target(item, reach)).collect::<Result<_, _>>()?;
    Ok(reading.answer(KeyValue::Targets(found)))
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
        Who::GameWord => Some(view.seat),
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

/// Reads whom a chance to win is about, and which duel: `win('battle', 'all')`, and `'chosen'` for chosen dice.
pub(super) fn win(arguments: &[Tree], whole: &Tree) -> Result<GameWord, Problem> {
    let wrong = |message: &str| {
        let whom: Vec<&str> = only(RIVALS).collect();
        Problem::at(whole.span.clone(), message).help(format!(
            "win('battle', 'all'): the chance to win it, in percent; the duels are {}; against {}; a third text, \
             'chosen', is for chosen dice",
            Contest::NAMES.join(", "),
            whom.join(", ")
        ))
    };
    let texts: Option<Vec<&str>> = arguments
        .iter()
        .map(|argument| if let Node::Quoted(text) = &argument.node { Some(text.as_str()) } else { None })
        .collect();
    let (duel, whom, hand) = match texts.as_deref() {
        Some([duel, whom]) => (*duel, *whom, Hand::Random.name()),
        Some([duel, whom, hand]) => (*duel, *whom, *hand),
        _ => return Err(wrong("'win' takes a duel and an opponent, in quotes")),
    };
    let contest = Contest::named(duel, 1).ok_or_else(|| wrong(&format!("there is no duel '{duel}'")))?;
    let Some(KeyValue::Against(whom)) = RIVALS.iter().find(|(name, _)| *name == whom).map(|(_, whom)| whom.clone())
    else {
        return Err(wrong(&format!("'{whom}' is no opponent")));
    };
    let hand = Hand::ALL.into_iter().find(|known| known.name() == hand);
    let hand = hand.ok_or_else(|| wrong("dice are 'chosen' or 'random'"))?;
    Ok(GameWord::Win(contest, whom, hand))
}

/// The chance that the player who decides would win such a duel, in percent, rounded; -1 if it is not known.
pub(super) fn win_percent(contest: Contest, whom: Who, hand: Hand, view: &View<'_>) -> i64 {
    let contest = match contest {
        Contest::ByPoints(_) => Contest::ByPoints(view.cost(view.seat).max(1)),
        Contest::Armageddon(_) => Contest::Armageddon(view.own_dice().total().max(1)),
        contest => contest,
    };
    let chance = view.win(Duel { contest, opponent: player(whom, view), hand });
    chance.map_or(-1, |chance| (chance * 100.0).round() as i64)
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
            _ => (true, 1, whose == Who::GameWord),
        };
        let is_meant = meant.map_or(aim.seat != own, |meant| aim.seat == meant);
        let points = view.side(aim.seat).zone.points_of(die);
        let is_right = is_free && is_meant && fits(what, die, ruling);
        is_right.then(|| (Reverse(factor), weight(points, what, gives), action))
    });
    weighed.min_by_key(|&(factor, weight, _)| (factor, weight)).map(|(.., action)| action)
}
