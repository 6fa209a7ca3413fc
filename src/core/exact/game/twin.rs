//! Games of two players played out in all ways, by the state of the rules and one throw after the other; each round's card
//! is drawn anew.

use crate::dice::Counts;
use crate::games::Seat;
use crate::games::gang::{Back, Card, Deck, Edition, Gang, RoundEnd, State, Trigger, TurnResult};
use crate::games::rules::RuleSet;
use crate::input::Source;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A game of two with these rules, and cards as condition, trigger and back.
pub(in crate::exact) fn tiny(edition: Edition, rules: &[(&str, &str)], removed: &str, cards: &[[&str; 3]]) -> Gang {
    tiny_of(2, edition, rules, (removed, cards))
}

/// The same for any number of players.
pub(in crate::exact) fn tiny_of(
    seats: usize,
    edition: Edition,
    rules: &[(&str, &str)],
    (removed, cards): (&str, &[[&str; 3]]),
) -> Gang {
    let card = |(index, [condition, trigger, back]): (usize, &[&str; 3])| {
        format!(
            "[[card]]\nid = \"c{index}\"\ncondition = \"{condition}\"\ntrigger = \"{trigger}\"\nback = \"{back}\"\n"
        )
    };
    let cards: String = cards.iter().enumerate().map(card).collect();
    let text = format!("id = \"tiny\"\nname = \"tiny\"\nremoved = {removed}\n{cards}");
    let deck = Deck::parse(&Source::new("tiny", text)).unwrap();
    let with = |all: crate::games::gang::Rules, (key, value): &(&str, &str)| all.with_option("--rule", key, value);
    let rules = rules.iter().try_fold(edition.rules(), with).unwrap();
    Gang::new(rules, deck, seats).unwrap()
}

/// Round, starter, pools and bonus dice on the table.
type RoundBegins = (u32, u8, [u32; 2], u32);

/// How a seat plays.
#[derive(Clone, Copy)]
pub(in crate::exact) enum Plays {
    /// As well as it can.
    Best,
    /// By two functions: the number of dice to commit, and the dice of a roll to reroll.
    By(fn(&State, Seat) -> u32, fn(Counts) -> Counts),
}

/// A game played out in all ways, for the win share of the first seat.
pub(in crate::exact) struct Tree<'g> {
    gang: &'g Gang,
    seats: [Plays; 2],
    /// What is known of a round that begins.
    known: RefCell<BTreeMap<RoundBegins, f64>>,
    /// By number of dice: every roll with its probability.
    rolls: Vec<Vec<(Counts, f64)>>,
}

impl Tree<'_> {
    /// The first seat plays for the highest win share, and the second for the lowest.
    pub(in crate::exact) fn new(gang: &Gang) -> Tree<'_> {
        Tree::of(gang, [Plays::Best; 2])
    }

    pub(in crate::exact) fn of(gang: &Gang, seats: [Plays; 2]) -> Tree<'_> {
        let mut rolls = vec![vec![(Counts::EMPTY, 1.0)]];
        for _ in 0..8 {
            let mut next = BTreeMap::<[u32; 6], (Counts, f64)>::new();
            for (roll, chance) in rolls.last().unwrap() {
                for roll in (0..6).map(|face| roll.with(face)) {
                    next.entry(roll.to_array()).or_insert((roll, 0.0)).1 += chance / 6.0;
                }
            }
            rolls.push(next.into_values().collect());
        }
        Tree { gang, seats, known: RefCell::default(), rolls }
    }

    /// The win share of the first seat when a round begins, or has ended the game; with the bonus dice on the table.
    pub(in crate::exact) fn value(&self, state: &State, bonus: u32, last: Option<RoundEnd>) -> f64 {
        let deck = self.gang.deck();
        if let Some(last) = last.filter(|_| state.is_over(deck.rounds())) {
            let winners = state.winners(last);
            return f64::from(winners & 1) / f64::from(winners.count_ones());
        }
        let key = (state.round(), state.first().0, [0, 1].map(|seat| state.pools()[seat]), bonus);
        if let Some(known) = self.known.borrow().get(&key) {
            return *known;
        }
        let light = deck.with_back(Back::Light).count() as u32 - deck.removed_light;
        let back = if state.round() < light { Back::Light } else { Back::Dark };
        let values: Vec<f64> = deck.with_back(back).map(|card| self.round(state, bonus, deck.card(card))).collect();
        let value = values.iter().sum::<f64>() / values.len() as f64;
        self.known.borrow_mut().insert(key, value);
        value
    }

    pub(in crate::exact) fn round(&self, state: &State, bonus: u32, card: &Card) -> f64 {
        let more = self.gang.rules().bonus(state.round(), self.gang.deck().rounds());
        let mut state = state.clone();
        state.begin_round(more);
        self.turn(&state, bonus + more, card, 0)
    }

    pub(in crate::exact) fn turn(&self, state: &State, bonus: u32, card: &Card, number: usize) -> f64 {
        let Some(seat) = state.order().nth(number) else {
            let mut state = state.clone();
            let end = state.end_round();
            return self.value(&state, if end.winner.is_some() { 0 } else { bonus }, Some(end));
        };
        let sign = if seat.index() == 0 { 1.0 } else { -1.0 };
        let commit = |dice: u32| {
            let mut after = state.clone();
            after.commit(seat, dice);
            let mut known = BTreeMap::new();
            let mut leaf = |result: TurnResult| {
                *known.entry(result).or_insert_with(|| {
                    let mut after = after.clone();
                    after.record(seat, dice, result);
                    sign * self.turn(&after, bonus, card, number + 1)
                })
            };
            let plays = self.seats[seat.index()];
            let thrown = (Counts::EMPTY, dice, self.gang.rules().rerolls);
            self.thrown((card, plays), thrown, &mut leaf, &mut BTreeMap::new())
        };
        match self.seats[seat.index()] {
            Plays::Best => sign * (1..=state.allowed(seat)).map(commit).fold(f64::NEG_INFINITY, f64::max),
            Plays::By(dice, _) => sign * commit(dice(state, seat).clamp(1, state.allowed(seat))),
        }
    }

    /// The expected value of a throw of `dice` dice that are added to the dice kept.
    fn thrown(
        &self,
        turn: (&Card, Plays),
        (kept, dice, left): (Counts, u32, u8),
        leaf: &mut impl FnMut(TurnResult) -> f64,
        known: &mut BTreeMap<(u8, [u32; 6]), f64>,
    ) -> f64 {
        let mut sum = 0.0;
        for (roll, chance) in &self.rolls[dice as usize] {
            let shown = kept + *roll;
            let key = (left, shown.to_array());
            let value = match known.get(&key) {
                Some(value) => *value,
                None => {
                    let value = self.shown(turn, shown, left, leaf, known);
                    known.insert(key, value);
                    value
                }
            };
            sum += chance * value;
        }
        sum
    }

    fn shown(
        &self,
        (card, plays): (&Card, Plays),
        shown: Counts,
        left: u8,
        leaf: &mut impl FnMut(TurnResult) -> f64,
        known: &mut BTreeMap<(u8, [u32; 6]), f64>,
    ) -> f64 {
        let holds = card.condition.holds(shown);
        if holds && card.trigger == Trigger::Explosion {
            return leaf(TurnResult::Invalid);
        }
        if let (Plays::By(_, rerolls), true) = (plays, left > 0) {
            let again = rerolls(shown);
            if !again.is_empty() {
                return self.thrown((card, plays), (shown - again, again.dice(), left - 1), leaf, known);
            }
        }
        let mut best = leaf(if holds { TurnResult::Invalid } else { TurnResult::Total(shown.total()) });
        if left > 0 && matches!(plays, Plays::Best) {
            for keep in (0..shown.dice()).flat_map(|dice| &self.rolls[dice as usize]).map(|roll| roll.0) {
                if shown.contains(keep) {
                    let value = self.thrown((card, plays), (keep, shown.dice() - keep.dice(), left - 1), leaf, known);
                    best = best.max(value);
                }
            }
        }
        best
    }
}

pub(in crate::exact) const BOMB_AND_PAIR: [[&str; 3]; 2] =
    [["sum>=5", "bomb", "light"], ["pair", "explosion", "light"]];

/// Games of two and three rounds: plain, with bonus dice, with few dice to throw and rounds that nobody wins.
pub(in crate::exact) fn games() -> Vec<Gang> {
    let dark = [["any:1,3", "bomb", "light"], ["odd>=2", "explosion", "light"], ["any:1,2,4,5", "bomb", "dark"]];
    vec![
        tiny(Edition::Blackrock, &[("pools", "3"), ("bonus", "[]"), ("supply", "4")], "{ light = 0 }", &BOMB_AND_PAIR),
        tiny(Edition::Bga, &[("pools", "2"), ("bonus", "[1]")], "{ light = 1 }", &dark),
        tiny(Edition::Blackrock, &[("pools", "3"), ("bonus", "[1, 3, 2]"), ("supply", "3")], "{ light = 0 }", &dark),
    ]
}
