//! The values against the whole tree of tiny games, played by the state of the rules.

use super::{Aim, GameValues, Start, Unsolvable};
use crate::dice::Counts;
use crate::exact::{Judge as _, Situation, course};
use crate::games::gang::{Back, Card, CardIndex, Deck, Edition, Gang, RoundEnd, State, Trigger, TurnResult};
use crate::games::rules::RuleSet;
use crate::input::Source;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A two-player game with these rules, and cards as condition, trigger and back.
fn tiny(edition: Edition, rules: &[(&str, &str)], removed: &str, cards: &[[&str; 3]]) -> Gang {
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
    Gang::new(rules, deck, 2).unwrap()
}

/// Round, starter, pools and bonus dice on the table.
type RoundBegins = (u32, u8, [u32; 2], u32);

/// A game played out in all ways, by the first seat for the highest win share and by the second for the lowest.
struct Tree<'g> {
    gang: &'g Gang,
    /// What is known of a round that begins.
    known: RefCell<BTreeMap<RoundBegins, f64>>,
    /// By number of dice: every roll with its probability.
    rolls: Vec<Vec<(Counts, f64)>>,
}

impl Tree<'_> {
    fn new(gang: &Gang) -> Tree<'_> {
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
        Tree { gang, known: RefCell::default(), rolls }
    }

    /// The win share of the first seat when a round begins, or has ended the game; with the bonus dice on the table.
    fn value(&self, state: &State, bonus: u32, last: Option<RoundEnd>) -> f64 {
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

    fn round(&self, state: &State, bonus: u32, card: &Card) -> f64 {
        let more = self.gang.rules().bonus(state.round(), self.gang.deck().rounds());
        let mut state = state.clone();
        state.begin_round(more);
        self.turn(&state, bonus + more, card, 0)
    }

    fn turn(&self, state: &State, bonus: u32, card: &Card, number: usize) -> f64 {
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
            self.thrown(card, (Counts::EMPTY, dice), self.gang.rules().rerolls, &mut leaf, &mut BTreeMap::new())
        };
        sign * (1..=state.allowed(seat)).map(commit).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The expectation when so many dice are thrown beside those kept.
    fn thrown(
        &self,
        card: &Card,
        (kept, dice): (Counts, u32),
        left: u8,
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
                    let value = self.shown(card, shown, left, leaf, known);
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
        card: &Card,
        shown: Counts,
        left: u8,
        leaf: &mut impl FnMut(TurnResult) -> f64,
        known: &mut BTreeMap<(u8, [u32; 6]), f64>,
    ) -> f64 {
        let holds = card.condition.holds(shown);
        if holds && card.trigger == Trigger::Explosion {
            return leaf(TurnResult::Invalid);
        }
        let mut best = leaf(if holds { TurnResult::Invalid } else { TurnResult::Total(shown.total()) });
        if left > 0 {
            for keep in (0..shown.dice()).flat_map(|dice| &self.rolls[dice as usize]).map(|roll| roll.0) {
                if shown.contains(keep) {
                    let value = self.thrown(card, (keep, shown.dice() - keep.dice()), left - 1, leaf, known);
                    best = best.max(value);
                }
            }
        }
        best
    }
}

const BOMB_AND_PAIR: [[&str; 3]; 2] = [["sum>=5", "bomb", "light"], ["pair", "explosion", "light"]];

/// Games of two and three rounds: plain, with bonus dice, with few dice to throw and rounds that nobody wins.
fn games() -> Vec<Gang> {
    let dark = [["any:1,3", "bomb", "light"], ["odd>=2", "explosion", "light"], ["any:1,2,4,5", "bomb", "dark"]];
    vec![
        tiny(Edition::Blackrock, &[("pools", "3"), ("bonus", "[]"), ("supply", "4")], "{ light = 0 }", &BOMB_AND_PAIR),
        tiny(Edition::Bga, &[("pools", "2"), ("bonus", "[1]")], "{ light = 1 }", &dark),
        tiny(Edition::Blackrock, &[("pools", "3"), ("bonus", "[1, 3, 2]"), ("supply", "3")], "{ light = 0 }", &dark),
    ]
}

#[test]
fn the_value_is_that_of_the_whole_tree() {
    for gang in games() {
        let solved = GameValues::solve(&gang, || true).unwrap();
        let (found, expected) =
            (solved.value(solved.start()), Tree::new(&gang).value(&State::new(gang.rules(), 2), 0, None));
        assert!((found - expected).abs() < 1e-12, "{found} {expected}: {:?}", gang.rules());
        assert!(expected != 0.5, "the starter's place makes a difference");
    }
}

/// What is done in a round is worth what the round is worth, a card at a time.
#[test]
fn the_start_and_the_reply_are_worth_the_round() {
    for gang in games() {
        let solved = GameValues::solve(&gang, || true).unwrap();
        let tree = Tree::new(&gang);
        let (state, position) = (State::new(gang.rules(), 2), solved.start());
        for card in (0..gang.deck().cards.len() as u16).map(CardIndex).filter(|&card| solved.deals(0, card)) {
            let todo = solved.starts(Start { position, card }, u32::MAX).unwrap();
            let expected = tree.round(&state, 0, gang.deck().card(card));
            assert!((todo.value - expected).abs() < 1e-12, "{todo:?} {expected}");
            let table =
                course::Position { pools: [position.first, position.other, 0, 0], ..course::Position::default() };
            let mut situation = Situation { position: table, card, turns: Vec::new() };
            assert!((solved.with_card(&situation).unwrap()[0] - expected).abs() < 1e-12, "{expected}");
            // The starter's result is invalid.
            let (mut after, dice) = (state.clone(), 1);
            after.begin_round(gang.rules().bonus(0, gang.deck().rounds()));
            after.commit(crate::games::Seat(0), dice);
            after.record(crate::games::Seat(0), dice, TurnResult::Invalid);
            situation.turns = after.turns().to_vec();
            let expected_then =
                tree.turn(&after, gang.rules().bonus(0, gang.deck().rounds()), gang.deck().card(card), 1);
            let found = solved.with_card(&situation).unwrap()[0];
            assert!((found - expected_then).abs() < 1e-12, "{found}, but {expected_then}");
            let plan = solved.plan(card, todo.dice, todo.aim).unwrap();
            let replied = |result: Option<u32>| {
                let after = solved.position(0, [position.first - todo.dice, position.other], todo.dice);
                let mark = result.map(|total| crate::exact::Mark { total, dice: todo.dice });
                let allowed = gang.rules().dice_in_all(2).map_or(u32::MAX, |all| all.saturating_sub(todo.dice).max(1));
                let reply = solved.replies(Start { position: after, card }, mark, allowed.min(position.other)).unwrap();
                1.0 - reply.value
            };
            let worth = plan.plan.outcome().expected(replied);
            assert!((worth - expected).abs() < 1e-11, "{worth} {expected}");
        }
    }
}

/// The chance of the aim is what the reply was chosen for.
#[test]
fn who_replies_can_want_to_miss() {
    let gang = &games()[0];
    let solved = GameValues::solve(gang, || true).unwrap();
    let card = CardIndex(0);
    for (aim, success) in [(Aim::Reach(2), 1.0), (Aim::Miss(2), -1.0)] {
        let best = solved.plan(card, 2, aim).unwrap();
        let chance = best.plan.outcome().expected(|total| f64::from(u8::from(total >= Some(2))));
        assert!((best.value - success * chance).abs() < 1e-12, "{aim:?}: {} {chance}", best.value);
    }
}

#[test]
fn values_are_read_again_and_nothing_else() {
    let [gang, other, ..] = &games()[..] else { panic!("there are games") };
    let solved = GameValues::solve(gang, || true).unwrap();
    let bytes = solved.to_bytes();
    assert_eq!(GameValues::from_bytes(gang, &bytes).unwrap().to_bytes(), bytes);
    assert!(GameValues::from_bytes(other, &bytes).is_none(), "another game");
    for length in 0..bytes.len() {
        assert!(GameValues::from_bytes(gang, &bytes[..length]).is_none(), "cut off after {length} bytes");
    }
    let mut changed = bytes.clone();
    let last = changed.len() - 8;
    changed[last..].copy_from_slice(&2.0f64.to_le_bytes());
    assert!(GameValues::from_bytes(gang, &changed).is_none(), "no win share is 2");
}

#[test]
fn what_cannot_be_solved_is_said() {
    let three = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 3).unwrap();
    assert_eq!(GameValues::solve(&three, || true).err(), Some(Unsolvable::Players(3)));
    let large =
        tiny(Edition::Bga, &[("pools", "250"), ("bonus", "[]")], "{ light = 0 }", &[["pair", "bomb", "light"]; 10]);
    let Err(Unsolvable::Large(problems)) = GameValues::solve(&large, || true) else { panic!("500 dice are too many") };
    assert_eq!(problems, 10 + 9 * 10 * 500 * 499 / 2);
}
