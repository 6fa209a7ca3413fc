//! Strategies for Battle Dice as files that a designer writes.
//!
//! Owns the form: what is drafted, fought, thrown and bought, and what powers are used on, as orders of preference, and
//! as rules of which the first that matches counts. What a file does not say is the default.
//! `strategies/README.md` explains every key. The form cannot say what a script can: it has no loops, no coin, and does
//! not weigh dice against each other.
//!
//! | file | owns |
//! |---|---|
//! | `lists` | how duels, orders of kinds, and of thrown dice, are written |
//! | `pick` | which player or die a word means |
//! | `plan` | what a file answers at a table |

mod lists;
mod pick;
mod plan;

use crate::games::battle::tactics::Order;
use crate::games::battle::{Battle, Contest, Face, Hand, Kind, Strategy, View};
use crate::games::declaration::Known;
use crate::input::Problem;
use crate::strategies::Parameter;
use crate::strategies::form::syntax::{Node, Tree};
use crate::strategies::form::{Answer, AtTable, Evaluation, Examples, FileForm, Key, ReadKey};
use lists::{Reach, Target, Which, Who};
use std::cmp::Reverse;
use std::ops::Range;

/// What is said at a key. Numbers are positions among the amounts of the answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// Kinds of dice in an order of preference, each with at most so many; what is not in it is not meant.
    Order(Vec<(Which, Option<usize>)>),
    /// The same under the rules of a game.
    Kinds(Vec<(Kind, Option<usize>)>),
    /// Which duel; its own number does not matter. The limit or the number of dice is the amount, if there is one.
    Duel(Contest),
    /// Against whom.
    Against(Who),
    /// How dice are picked.
    Hand(Hand),
    /// Thrown dice in an order of preference; what is in none of the items is left alone.
    Targets(Vec<Target>),
}

// The positions of the keys.
const DRAFT: usize = 0;
const DUEL: usize = 1;
const AGAINST: usize = 2;
const HAND: usize = 3;
const BUY: usize = 4;
const PAY: usize = 5;
const CHOOSE: usize = 6;
const SHIELD: usize = 7;
const MULTIPLY: usize = 8;
const MULTIPLY_LAST: usize = 9;
const EXCHANGE: usize = 10;
const GIVE_WAY: usize = 11;
const REROLL: usize = 12;
const CANCEL: usize = 13;

/// The words for whom to fight.
const RIVALS: &[(&str, Said)] = &[
    ("all", Said::Against(Who::Any)),
    ("left", Said::Against(Who::Left)),
    ("right", Said::Against(Who::Right)),
    ("weakest", Said::Against(Who::Weakest)),
    ("strongest", Said::Against(Who::Strongest)),
    ("nearest", Said::Against(Who::Nearest)),
    ("fewest", Said::Against(Who::Fewest)),
    ("most", Said::Against(Who::Most)),
];

/// The words for how dice are picked.
const HANDS: &[(&str, Said)] = &[("chosen", Said::Hand(Hand::Chosen)), ("random", Said::Hand(Hand::Random))];

const ORDER: ReadKey<Battle> = ReadKey::Text(lists::order);
const OWN: ReadKey<Battle> = ReadKey::Text(|text, words| lists::targets(text, Reach::Own, words));
const OWN_OR_PLAYER: ReadKey<Battle> = ReadKey::Text(|text, words| lists::targets(text, Reach::OwnOrPlayer, words));
const OWN_OR_OTHERS: ReadKey<Battle> = ReadKey::Text(|text, words| lists::targets(text, Reach::OwnOrOthers, words));
const OTHERS: ReadKey<Battle> = ReadKey::Text(|text, words| lists::targets(text, Reach::Others, words));

/// A key that is asked between duels or in one.
const fn key(at: usize, name: &'static str, example: &'static str, asked: Known, read: ReadKey<Battle>) -> Key<Battle> {
    Key { name, example, asked, closes: 1 << at, needed: None, read }
}

impl FileForm for Battle {
    type Said = Said;
    /// `shown('1 VP')`: how many of this player's thrown dice show a face.
    type Own = Face;

    const KEYS: &'static [Key<Battle>] = &[
        key(DRAFT, "draft", "\"white 5, dearest\"", Known::Always, ORDER),
        key(DUEL, "duel", "\"battle\"", Known::Always, ReadKey::Text(lists::duel)),
        key(AGAINST, "against", "\"all\"", Known::Always, ReadKey::Choice(RIVALS)),
        key(HAND, "hand", "\"chosen\"", Known::Always, ReadKey::Choice(HANDS)),
        key(BUY, "buy", "\"black, dearest\"", Known::Always, ORDER),
        key(PAY, "pay", "\"white\"", Known::Always, ORDER),
        key(CHOOSE, "choose", "\"green, yellow\"", Known::InDuel, ReadKey::Text(lists::full_order)),
        key(SHIELD, "shield", "\"1 VP, highest\"", Known::InDuel, OWN),
        key(MULTIPLY, "multiply", "\"extra\"", Known::InDuel, OWN),
        key(MULTIPLY_LAST, "multiply_last", "\"1 VP, usual\"", Known::InDuel, OWN),
        key(EXCHANGE, "exchange", "\"below 4, leader\"", Known::InDuel, OWN_OR_PLAYER),
        key(GIVE_WAY, "give_way", "\"lowest\"", Known::InDuel, OWN),
        key(REROLL, "reroll", "\"below 4, leader's highest\"", Known::InDuel, OWN_OR_OTHERS),
        key(CANCEL, "cancel", "\"leader's highest, usual\"", Known::InDuel, OTHERS),
    ];
    const DEFINED: Known = Known::InDuel;
    const FUNCTIONS: &'static [&'static str] = &["shown"];
    const EXAMPLES: Examples = Examples {
        condition: "points >= 5 and own.black < 2",
        amount: "dice - 1",
        comparison: "points >= 5",
        quotient: "points / 3",
    };

    fn quoted(_: &str, place: Range<usize>) -> Result<Face, Problem> {
        Err(Problem::at(place, "a text in quotes is no condition")
            .help("shown('1 VP') > 0 holds if a thrown die of this player shows it"))
    }

    fn call(_: &str, arguments: &[Tree], whole: &Tree, _: &[Parameter]) -> Result<Face, Problem> {
        let face = match arguments {
            [Tree { node: Node::Quoted(text), .. }] => Face::parse(text),
            [Tree { node: Node::Number(number), .. }] => Face::parse(&number.to_string()),
            _ => None,
        };
        face.ok_or_else(|| {
            Problem::at(whole.span.clone(), "'shown' takes one face in quotes")
                .help("shown('1 VP'): how many of this player's thrown dice show it")
        })
    }

    fn known(_: &Face) -> Known {
        Known::InDuel
    }

    fn own_value(face: &Face, view: &View<'_>) -> i64 {
        view.own().dice().filter(|(_, die)| die.face == *face).count() as i64
    }

    fn from_file(table: AtTable<Battle>, _: &Battle) -> Box<dyn Strategy> {
        Box::new(plan::FromFile::new(table))
    }

    /// Costs and faces say what `dearest` and the like stand for.
    fn at_table(&self, said: &Said) -> Said {
        match said {
            Said::Order(items) => Said::Kinds(kinds(items, self)),
            said => said.clone(),
        }
    }
}

/// The kinds of an order in this game.
fn kinds(items: &[(Which, Option<usize>)], game: &Battle) -> Vec<(Kind, Option<usize>)> {
    let is_named = |kind: &Kind| items.iter().any(|(which, _)| *which == Which::Kind(*kind));
    let of = |order: &Order| order.iter().map(|&(kind, _)| kind).collect::<Vec<_>>();
    let stands_for = |which: Which| {
        let mut kinds = match which {
            Which::Kind(kind) => return vec![kind],
            Which::Dearest => of(game.dearest()),
            Which::Rest => return of(game.by_worth()),
            Which::Cheapest => Kind::ALL.to_vec(),
        };
        if which == Which::Cheapest {
            kinds.sort_by_key(|&kind| (game.rules().cost(kind), Reverse(kind)));
        }
        kinds.retain(|kind| !is_named(kind));
        kinds
    };
    let each = |&(which, most): &(Which, Option<usize>)| stands_for(which).into_iter().map(move |kind| (kind, most));
    items.iter().flat_map(each).collect()
}

/// An answer of a file in the situation in which it is asked.
#[derive(Clone, Copy)]
struct Ruling<'a, 'v> {
    answer: &'a Answer<Battle>,
    evaluation: &'a Evaluation<'a, 'v, Battle>,
}

impl<'a> Ruling<'a, '_> {
    /// One of its amounts.
    fn amount(&self, at: usize) -> i64 {
        self.evaluation.value(&self.answer.amounts[at])
    }

    /// Its kinds, each with the number of the amount that limits it.
    fn kinds(&self) -> &'a Order {
        if let Said::Kinds(kinds) = &self.answer.said { kinds } else { &[] }
    }

    /// Its thrown dice.
    fn targets(&self) -> &'a [Target] {
        if let Said::Targets(targets) = &self.answer.said { targets } else { &[] }
    }
}
