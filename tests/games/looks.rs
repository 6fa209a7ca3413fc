//! What a view shows, by methods: players of the tests' own ask by name what strategies declare as observables.
//!
//! Owns no expectation. Each method asks one observable of the declaration, and so is recorded as a strategy's question.

use analyze::games::Seat;
use analyze::games::declaration::{Declared, Language, Read, Value, Within, index_of};
use analyze::games::gang::{
    ALLOWED, BEST, BEST_DICE, BEST_TOTAL, Card, Gang, POOL, POOLS, TABLE, Turn, TurnResult, View,
};

/// What is to be beaten, whoever threw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) total: u32,
    pub(crate) dice: u32,
}

/// The questions that players of the tests ask.
pub(crate) trait Looks<'s> {
    fn number(&self, name: &str, language: Language) -> u32;
    fn list(&self, name: &str) -> Vec<Value>;
    fn card(&self) -> &'s Card;
    fn seen(&self) -> std::vec::IntoIter<&'s Card>;
    fn pools(&self) -> std::vec::IntoIter<u32>;
    fn best(&self) -> Option<Turn>;
    fn to_beat(&self) -> Option<Target>;
    fn results(&self) -> Vec<Turn>;

    fn round(&self) -> u32 {
        self.number("round", Language::Both)
    }
    fn rounds_left(&self) -> u32 {
        self.number("rounds_left", Language::Both)
    }
    fn seats(&self) -> usize {
        self.number("seats", Language::Both) as usize
    }
    fn rerolls(&self) -> u8 {
        self.number("rerolls", Language::Both) as u8
    }
    fn seat(&self) -> Seat {
        Seat(self.number("seat", Language::Scripts) as u8 - 1)
    }
    fn first(&self) -> Seat {
        Seat(self.number("first", Language::Scripts) as u8 - 1)
    }
    fn turn(&self) -> u32 {
        self.number("turn", Language::Both)
    }
    fn to_act(&self) -> u32 {
        self.number("to_act", Language::Both)
    }
    fn bonus_next(&self) -> u32 {
        self.number("bonus_next", Language::Both)
    }
    fn table(&self) -> u32;
    fn table_up_to(&self, most: u32) -> u32;
    fn pool(&self) -> u32;
    fn allowed(&self) -> u32;
    fn allowed_up_to(&self, most: u32) -> u32;
}

impl<'s> Looks<'s> for View<'s> {
    fn number(&self, name: &str, language: Language) -> u32 {
        self.ask(index_of::<Gang>(name, language))
    }

    fn list(&self, name: &str) -> Vec<Value> {
        let index = index_of::<Gang>(name, Language::Scripts);
        self.note(index, 0, Within::WHOLE);
        match Gang::OBSERVABLES[usize::from(index.0)].read {
            Read::Value(read, _) => match read(&self.situation) {
                Value::List(list) => list,
                other => panic!("{name} is {other:?}"),
            },
            _ => panic!("{name} is no list"),
        }
    }

    fn card(&self) -> &'s Card {
        self.situation.card()
    }

    fn seen(&self) -> std::vec::IntoIter<&'s Card> {
        let cards = &self.situation.game().deck().cards;
        let card = |value: &Value| {
            let id = text(part(value, "id"));
            cards.iter().find(|card| card.id == id).unwrap()
        };
        self.list("seen").iter().map(card).collect::<Vec<_>>().into_iter()
    }

    fn pools(&self) -> std::vec::IntoIter<u32> {
        let pools = (0..self.seats() as u32).map(|seat| self.ask_of(POOLS, seat, u32::MAX));
        pools.collect::<Vec<_>>().into_iter()
    }

    fn best(&self) -> Option<Turn> {
        let seat = self.number("best.seat", Language::Scripts);
        let Target { total, dice } = self.to_beat()?;
        Some(Turn { seat: Seat(seat as u8 - 1), dice, result: TurnResult::Total(total) })
    }

    fn to_beat(&self) -> Option<Target> {
        let target = Target { total: self.ask(BEST_TOTAL), dice: self.ask(BEST_DICE) };
        (self.ask(BEST) == 1).then_some(target)
    }

    fn results(&self) -> Vec<Turn> {
        let turn = |value: &Value| Turn {
            seat: Seat(whole(part(value, "seat")) as u8 - 1),
            dice: whole(part(value, "dice")) as u32,
            result: match part(value, "total") {
                Value::None => TurnResult::Invalid,
                total => TurnResult::Total(whole(total) as u32),
            },
        };
        self.list("results").iter().map(turn).collect()
    }

    fn table(&self) -> u32 {
        self.ask(TABLE)
    }

    fn table_up_to(&self, most: u32) -> u32 {
        self.ask_up_to(TABLE, most)
    }

    fn pool(&self) -> u32 {
        self.ask(POOL)
    }

    fn allowed(&self) -> u32 {
        self.ask(ALLOWED)
    }

    fn allowed_up_to(&self, most: u32) -> u32 {
        self.ask_up_to(ALLOWED, most)
    }
}

fn part<'v>(value: &'v Value, name: &str) -> &'v Value {
    let Value::Item(parts) = value else { panic!("{value:?} has no parts") };
    &parts.iter().find(|(part, _)| *part == name).unwrap().1
}

fn whole(value: &Value) -> i64 {
    let Value::Whole(whole) = value else { panic!("{value:?} is no number") };
    *whole
}

fn text(value: &Value) -> &str {
    let Value::Text(text) = value else { panic!("{value:?} is no text") };
    text
}
