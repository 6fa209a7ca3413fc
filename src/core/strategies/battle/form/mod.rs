//! Strategies for Battle Dice as files that a designer writes.
//!
//! Owns the form: what is drafted, fought, thrown and bought, and what powers are used on, as orders of preference, and
//! as rules of which the first that matches counts. What a file does not say is the default.
//! `docs/strategies/battle.md` explains every key. The form cannot say what a script can: it has no loops, no coin, and does
//! not weigh dice against each other. The words for duels, players and dice are in `lists`.

mod lists;

use crate::games::battle::tactics::{self, Order};
use crate::games::battle::{
    self, Action, Battle, Choice, Conduct, Contest, Duel, Face, Hand, Kind, Kinds, MOST_LIMIT, Moment, Multiplying,
    Powers, Purchase, Strategy, View,
};
use crate::games::declaration::{self, Known, Language, ObservableIndex, index_of};
use crate::input::Problem;
use crate::strategies::Parameter;
use crate::strategies::form::syntax::{Node, Tree};
use crate::strategies::form::{Answer, AtTable, Evaluation, Examples, FileForm, Key, ReadKey};
use lists::{Reach, Target, What, Which, Who};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

/// What is said at a key. The limits of kinds are positions among the amounts of the answer, [`NO_LIMIT`] without one.
#[derive(Clone, Debug, PartialEq)]
pub enum KeyValue {
    /// Kinds of dice in an order of preference, each with a limit; what is not in it is not meant.
    Order(Vec<(Which, u32)>),
    /// The same under the rules of a game.
    Kinds(Vec<(Kind, u32)>),
    /// Which duel; its own number does not matter. The limit or the number of dice is the amount, if there is one.
    Duel(Contest),
    /// Against whom.
    Against(Who),
    /// How dice are picked.
    Hand(Hand),
    /// Thrown dice in an order of preference; what is in none of the items is left alone.
    Targets(Vec<Target>),
}

/// What only files for Battle Dice can ask.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameWord {
    /// `shown('1 VP')`: how many of this player's thrown dice show a face.
    Shown(Face),
    /// `win('battle', 'all')`: the chance to win a duel, in percent. An armageddon has all dice of this player, and a duel
    /// by points their cost as its limit.
    Win(Contest, Who, Hand),
}

/// The limit of kinds that have none.
const NO_LIMIT: u32 = u32::MAX;

// The positions of the keys that follow those of the moments.
const AGAINST: usize = Moment::Buy as usize + 1;
const HAND: usize = AGAINST + 1;
const PAY: usize = HAND + 1;

const OWN: ReadKey<Battle> = ReadKey::Text(|text, words| lists::targets(text, Reach::GameWord, words));

/// The key for what is decided in a moment.
const fn decided(moment: Moment, example: &'static str, read: ReadKey<Battle>) -> Key<Battle> {
    let asked = if moment.is_in_duel() { Known::InDuel } else { Known::Always };
    Key { name: moment.name(), example, asked, closes: 1 << moment as usize, needed: None, read }
}

/// A key for more that is decided between duels.
const fn beside(at: usize, name: &'static str, example: &'static str, read: ReadKey<Battle>) -> Key<Battle> {
    Key { name, example, asked: Known::Always, closes: 1 << at, needed: None, read }
}

impl FileForm for Battle {
    type KeyValue = KeyValue;
    type GameWord = GameWord;

    const KEYS: &'static [Key<Battle>] = &[
        decided(Moment::Draft, "\"white 5, dearest\"", ReadKey::Text(lists::order)),
        decided(Moment::Duel, "\"battle\"", ReadKey::Text(lists::duel)),
        decided(Moment::Dice, "\"green, yellow\"", ReadKey::Text(lists::full_order)),
        decided(Moment::Shield, "\"1 VP, highest\"", OWN),
        decided(Moment::Multiply, "\"extra\"", OWN),
        decided(Moment::MultiplyLast, "\"1 VP, usual\"", OWN),
        decided(
            Moment::Exchange,
            "\"below 4, leader\"",
            ReadKey::Text(|text, words| lists::targets(text, Reach::OwnOrPlayer, words)),
        ),
        decided(Moment::GiveWay, "\"lowest\"", OWN),
        decided(
            Moment::Reroll,
            "\"below 4, leader's highest\"",
            ReadKey::Text(|text, words| lists::targets(text, Reach::OwnOrOthers, words)),
        ),
        decided(
            Moment::Cancel,
            "\"leader's highest, usual\"",
            ReadKey::Text(|text, words| lists::targets(text, Reach::Others, words)),
        ),
        decided(Moment::Buy, "\"black, dearest\"", ReadKey::Text(lists::order)),
        beside(AGAINST, "against", "\"all\"", ReadKey::Choice(lists::RIVALS)),
        beside(HAND, "hand", "\"chosen\"", ReadKey::Choice(lists::HANDS)),
        beside(PAY, "pay", "\"white\"", ReadKey::Text(lists::order)),
    ];
    const DEFINED: Known = Known::InDuel;
    const FUNCTIONS: &'static [&'static str] = &["shown", "win"];
    const EXAMPLES: Examples = Examples {
        condition: "points >= 5 and own.black < 2",
        amount: "dice - 1",
        comparison: "points >= 5",
        quotient: "points / 3",
    };

    fn quoted(_: &str, place: Range<usize>) -> Result<GameWord, Problem> {
        Err(Problem::at(place, "a text in quotes is no condition")
            .help("shown('1 VP') > 0 holds if a thrown die of this player shows it"))
    }

    fn call(name: &str, arguments: &[Tree], whole: &Tree, _: &[Parameter]) -> Result<GameWord, Problem> {
        if name == "win" {
            return lists::win(arguments, whole);
        }
        let face = match arguments {
            [Tree { node: Node::Quoted(text), .. }] => Face::parse(text),
            [Tree { node: Node::Number(number), .. }] => Face::parse(&number.to_string()),
            _ => None,
        };
        face.map(GameWord::Shown).ok_or_else(|| {
            Problem::at(whole.span.clone(), "'shown' takes one face in quotes")
                .help("shown('1 VP'): how many of this player's thrown dice show it")
        })
    }

    fn known(word: &GameWord) -> Known {
        match word {
            GameWord::Shown(_) => Known::InDuel,
            GameWord::Win(..) => Known::Always,
        }
    }

    fn own_value(word: &GameWord, view: &View<'_>) -> i64 {
        match *word {
            GameWord::Shown(face) => view.own().dice().filter(|(_, die)| die.face == face).count() as i64,
            GameWord::Win(contest, whom, hand) => lists::win_percent(contest, whom, hand, view),
        }
    }

    fn from_file(table: AtTable<Battle>, _: &Battle) -> Box<dyn Strategy> {
        Box::new(FromFile { declined: declined(&table), table })
    }

    /// Costs and faces say what `dearest` and the like stand for.
    fn at_table(&self, said: &KeyValue) -> KeyValue {
        match said {
            KeyValue::Order(items) => KeyValue::Kinds(kinds(items, self)),
            said => said.clone(),
        }
    }
}

/// The kinds of an order in this game.
fn kinds(items: &[(Which, u32)], game: &Battle) -> Vec<(Kind, u32)> {
    let is_named = |kind: Kind| items.iter().any(|(which, _)| *which == Which::Kind(kind));
    let mut found = Vec::new();
    for &(which, most) in items {
        let (kinds, also_named) = match which {
            Which::Kind(kind) => (vec![(kind, most)], true),
            Which::Rest => (game.by_worth.clone(), true),
            Which::Dearest => (game.dearest.clone(), false),
            Which::Cheapest => (tactics::sorted(|kind| (game.rules().cost(kind), Reverse(kind))), false),
        };
        let kinds = kinds.into_iter().filter(|&(kind, _)| also_named || !is_named(kind));
        found.extend(kinds.map(|(kind, _)| (kind, most)));
    }
    found
}

/// An answer of a file in the situation in which it is asked.
#[derive(Clone, Copy)]
struct Ruling<'a, 'v> {
    answer: &'a Answer<Battle>,
    evaluation: &'a Evaluation<'a, 'v, Battle>,
}

impl<'a, 'v> Ruling<'a, 'v> {
    /// What the file says at a key.
    #[inline]
    fn at(key: usize, evaluation: &'a Evaluation<'a, 'v, Battle>) -> Option<Ruling<'a, 'v>> {
        Some(Ruling { answer: evaluation.first(key)?, evaluation })
    }

    /// One of its amounts.
    fn amount(&self, at: u32) -> i64 {
        self.evaluation.value(&self.answer.amounts[at as usize])
    }

    /// The order of preference that the file says at a key.
    #[inline]
    fn order(key: usize, evaluation: &'a Evaluation<'a, 'v, Battle>) -> Option<Cow<'a, Order>> {
        let ruling = Ruling::at(key, evaluation)?;
        let KeyValue::Kinds(kinds) = &ruling.answer.said else { return None };
        if ruling.answer.amounts.is_empty() {
            return Some(Cow::Borrowed(kinds));
        }
        let most = |limit: u32| match limit {
            NO_LIMIT => NO_LIMIT,
            at => ruling.amount(at).clamp(0, NO_LIMIT.into()) as u32,
        };
        Some(kinds.iter().map(|&(kind, limit)| (kind, most(limit))).collect())
    }

    /// The duel, its number within what is allowed; who owns no dice fights a battle in place of an armageddon.
    fn contest(&self, contest: Contest, view: &View<'_>) -> Contest {
        let number = |most: u32, without: u32| {
            let wanted = if self.answer.amounts.is_empty() { without.into() } else { self.amount(0) };
            wanted.clamp(1, most.into()) as u32
        };
        match contest {
            Contest::ByPoints(_) => Contest::ByPoints(number(MOST_LIMIT, view.cost(view.seat))),
            Contest::Armageddon(_) => match view.own_dice().total() {
                0 => Contest::Battle,
                dice => Contest::Armageddon(number(dice, dice)),
            },
            contest => contest,
        }
    }
}

/// A strategy file at a table. What no rule answers is the default.
struct FromFile {
    table: AtTable<Battle>,
    declined: Powers,
}

impl FromFile {
    fn evaluation<'a, 'v>(&'a self, view: &View<'v>) -> Evaluation<'a, 'v, Battle> {
        self.table.evaluation(&declaration::View::new(*view))
    }
}

/// The powers that a file always declines to use: those of which every list says `none` up to a rule that always
/// holds.
fn declined(table: &AtTable<Battle>) -> Powers {
    let is_none = |answer: &Answer<Battle>| matches!(&answer.said, KeyValue::Targets(targets) if targets.is_empty());
    let never = |moment: Moment| {
        let mut rules = table.all(moment as usize);
        rules.find(|(answer, always)| *always || !is_none(answer)).is_some_and(|(answer, _)| is_none(answer))
    };
    let powers = [
        (Powers::SHIELD, never(Moment::Shield)),
        (Powers::MULTIPLIER, never(Moment::Multiply) && never(Moment::MultiplyLast)),
        (Powers::EXCHANGE, never(Moment::Exchange)),
        (Powers::REROLL, never(Moment::Reroll)),
        (Powers::CANCEL, never(Moment::Cancel)),
    ];
    powers.into_iter().filter(|(_, never)| *never).fold(Powers::NONE, |all, (power, _)| all.with(power))
}

/// How a file plays inside duels: what it says of a power or of the dice to throw counts where it always holds.
fn conduct(table: &AtTable<Battle>, declined: Powers) -> Conduct {
    let is_known = |moment: Moment| match table.all(moment as usize).next() {
        None => true,
        Some((answer, always)) => always && matches!(&answer.said, KeyValue::Targets(of) if of == &[Target::Usual]),
    };
    let powers = [
        (Powers::SHIELD, is_known(Moment::Shield)),
        (Powers::MULTIPLIER, is_known(Moment::Multiply) && (is_known(Moment::MultiplyLast) || points_first(table))),
        (Powers::EXCHANGE, is_known(Moment::Exchange)),
        (Powers::REROLL, is_known(Moment::Reroll)),
        (Powers::CANCEL, is_known(Moment::Cancel)),
    ];
    let unknown = powers.into_iter().filter(|(_, known)| !known).fold(Powers::NONE, |all, (power, _)| all.with(power));
    let choice = match table.all(Moment::Dice as usize).next() {
        None => Choice::ByWorth,
        Some((Answer { said: KeyValue::Kinds(kinds), amounts, .. }, true)) if amounts.is_empty() => {
            Choice::Order(kinds.clone())
        }
        Some(_) => Choice::Unknown,
    };
    let multiplying = if points_first(table) { Multiplying::VictoryPointsFirst } else { Multiplying::Usual };
    Conduct { choice, declined, unknown: unknown.without(declined), multiplying }
}

/// Whether multipliers always go on a `1 VP` first and then where they usually go.
fn points_first(table: &AtTable<Battle>) -> bool {
    let wanted = [Target::Dice(Who::GameWord, What::Face(Face::VictoryPoint)), Target::Usual];
    let said = table.all(Moment::MultiplyLast as usize).next();
    said.is_some_and(|(answer, always)| always && matches!(&answer.said, KeyValue::Targets(of) if *of == wanted))
}

impl Strategy for FromFile {
    fn conduct(&self) -> Conduct {
        if self.table.is_counted() { Conduct::unknown() } else { conduct(&self.table, self.declined) }
    }

    /// The words of a file know dice, points and supply, and no coin.
    fn drafts_by_table(&self) -> bool {
        true
    }

    /// Of its words only the turn is not on the table between duels.
    fn plays_by_table(&self) -> bool {
        const TURN: ObservableIndex = index_of::<Battle>("turn", Language::Both);
        !self.table.is_counted() && !self.table.looks_at(TURN)
    }

    fn declines(&self) -> Powers {
        self.declined
    }

    fn draft(&self, view: &View<'_>) -> battle::Answer<Purchase> {
        Ok(tactics::draft(view, Ruling::order(Moment::Draft as usize, &self.evaluation(view)).as_deref()))
    }

    fn duel(&self, view: &View<'_>) -> battle::Answer<Duel> {
        let (mut duel, evaluation) = (Duel::default(), self.evaluation(view));
        for ruling in [Moment::Duel as usize, AGAINST, HAND].into_iter().filter_map(|key| Ruling::at(key, &evaluation))
        {
            match ruling.answer.said {
                KeyValue::Duel(contest) => duel.contest = ruling.contest(contest, view),
                KeyValue::Against(who) => duel.opponent = lists::player(who, view),
                KeyValue::Hand(hand) => duel.hand = hand,
                KeyValue::Order(_) | KeyValue::Kinds(_) | KeyValue::Targets(_) => {}
            }
        }
        Ok(duel)
    }

    fn dice(&self, view: &View<'_>) -> battle::Answer<Kinds> {
        Ok(tactics::dice(view, Ruling::order(Moment::Dice as usize, &self.evaluation(view)).as_deref()))
    }

    /// What the first item of the list stands for with which something can be done; a die that must go back does so
    /// whatever the list says.
    fn act(&self, view: &View<'_>) -> battle::Answer<Option<Action>> {
        let evaluation = self.evaluation(view);
        let ruling = Ruling::at(view.moment as usize, &evaluation);
        let Some((ruling, KeyValue::Targets(targets))) = ruling.map(|ruling| (ruling, &ruling.answer.said)) else {
            return Ok(tactics::act(view));
        };
        let done = targets.iter().find_map(|&target| match target {
            Target::Usual => Some(tactics::act(view)),
            target => lists::action(target, ruling, view).map(Some),
        });
        Ok(done.flatten().or_else(|| if view.moment == Moment::GiveWay { tactics::act(view) } else { None }))
    }

    fn buy(&self, view: &View<'_>) -> battle::Answer<Purchase> {
        let evaluation = self.evaluation(view);
        let [order, pay] = [Moment::Buy as usize, PAY].map(|key| Ruling::order(key, &evaluation));
        Ok(tactics::buy(view, order.as_deref(), pay.as_deref()))
    }
}
