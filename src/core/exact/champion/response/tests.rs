//! The best response against the whole tree of tiny games, played by the state of the rules. The champion asks its own values
//! there, which are made up, so that it plays badly.

use super::ResponseValues;
use crate::exact::champion::plans::CardPlans;
use crate::exact::champion::tests::{games, on_turn};
use crate::exact::champion::{Aim, ChampionValues, Grade, Todo, Unsolvable};
use crate::exact::{Mark, Turn};
use crate::games::Game;
use crate::games::gang::{Back, CardIndex, Gang, MAX_SEATS, RoundEnd, State, TurnResult};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the player does who knows how the others play.
enum Own<'r> {
    /// Whatever is best, found here.
    Best,
    /// What the response says.
    By(&'r ResponseValues),
}

/// Round, starter, pools and bonus dice on the table.
type RoundBegins = (u32, u8, Vec<u32>, u32);

/// A card, how many dice, and the parts of their aim.
type Thrown = (CardIndex, u32, (u8, u32));

/// A game played out in all ways by one who knows how the others play.
struct Tree<'g> {
    gang: &'g Gang,
    champion: &'g ChampionValues,
    seat: usize,
    own: Own<'g>,
    /// By card.
    plans: Vec<CardPlans>,
    known: RefCell<BTreeMap<RoundBegins, f64>>,
    outcomes: RefCell<BTreeMap<Thrown, Vec<f64>>>,
}

impl<'g> Tree<'g> {
    fn value(gang: &'g Gang, champion: &'g ChampionValues, seat: usize, own: Own<'g>) -> f64 {
        let (rerolls, earlier) = (gang.rules().rerolls, Grade::earlier(gang.seats()));
        let plans = gang.deck().cards.iter().map(|card| CardPlans::new(card, rerolls, earlier).unwrap()).collect();
        let tree = Tree { gang, champion, seat, own, plans, known: RefCell::default(), outcomes: RefCell::default() };
        tree.before(&State::new(gang.rules(), gang.seats()), 0, None)
    }

    /// The player's win share when a round begins, or has ended the game; with the bonus dice on the table.
    fn before(&self, state: &State, bonus: u32, last: Option<RoundEnd>) -> f64 {
        let deck = self.gang.deck();
        if let Some(last) = last.filter(|_| state.is_over(deck.rounds())) {
            let winners = state.winners(last);
            return f64::from(winners >> self.seat & 1) / f64::from(winners.count_ones());
        }
        let key = (state.round(), state.first().0, state.pools().to_vec(), bonus);
        if let Some(&known) = self.known.borrow().get(&key) {
            return known;
        }
        let light = deck.with_back(Back::Light).count() as u32 - deck.removed_light;
        let back = if state.round() < light { Back::Light } else { Back::Dark };
        let cards: Vec<CardIndex> = deck.with_back(back).collect();
        let value = cards.iter().map(|&card| self.round(state, bonus, card)).sum::<f64>() / cards.len() as f64;
        // Values are kept in 32 bits.
        let value = if state.round() > 0 { f64::from(value as f32) } else { value };
        self.known.borrow_mut().insert(key, value);
        value
    }

    fn round(&self, state: &State, bonus: u32, card: CardIndex) -> f64 {
        let more = self.gang.rules().bonus(state.round(), self.gang.deck().rounds());
        let mut state = state.clone();
        state.begin_round(more);
        self.turn(&state, bonus + more, card, 0)
    }

    fn turn(&self, state: &State, bonus: u32, card: CardIndex, number: usize) -> f64 {
        let Some(seat) = state.order().nth(number).map(|seat| seat.index()) else {
            let mut state = state.clone();
            let end = state.end_round();
            return self.before(&state, if end.winner.is_some() { 0 } else { bonus }, Some(end));
        };
        let turn = on_turn(state, card, seat);
        let todo = match self.own {
            _ if seat != self.seat => self.champion.todo(&turn).unwrap(),
            Own::By(response) => response.todo(&turn).unwrap(),
            Own::Best => return self.best(state, bonus, card, number),
        };
        let leaves = self.leaves((state, bonus, card), number, todo.dice);
        self.expected(card, todo, &leaves)
    }

    /// The most that the player can expect of any number of dice and any plan.
    fn best(&self, state: &State, bonus: u32, card: CardIndex, number: usize) -> f64 {
        let is_last = state.order().count() == number + 1;
        let allowed = state.allowed(crate::games::Seat(self.seat as u8));
        let mut best: f64 = 0.0;
        for commitment in
            self.plans[usize::from(card.0)].commitments.iter().filter(|commitment| commitment.dice <= allowed)
        {
            let dice = commitment.dice;
            let mark = state.best().and_then(|turn| match turn.result {
                TurnResult::Total(total) => Some(Mark { total, dice: turn.dice }),
                TurnResult::Invalid => None,
            });
            let target = Mark::target_beyond(mark, dice);
            let aims = if is_last { vec![Aim::Reach(target), Aim::Miss(target)] } else { commitment.aims.clone() };
            let leaves = self.leaves((state, bonus, card), number, dice);
            for aim in aims {
                best = best.max(self.expected(card, Todo { dice, aim }, &leaves));
            }
        }
        best
    }

    /// What an invalid result leaves, and every total that is possible.
    fn leaves(&self, (state, bonus, card): (&State, u32, CardIndex), number: usize, dice: u32) -> Vec<f64> {
        let seat = state.order().nth(number).unwrap();
        let totals = self.plans[usize::from(card.0)].totals(dice) as u32;
        let results = std::iter::once(TurnResult::Invalid).chain((0..totals).map(TurnResult::Total));
        let leaf = |result| {
            let mut after = state.clone();
            after.commit(seat, dice);
            after.record(seat, dice, result);
            self.turn(&after, bonus, card, number + 1)
        };
        results.map(leaf).collect()
    }

    fn expected(&self, card: CardIndex, Todo { dice, aim }: Todo, leaves: &[f64]) -> f64 {
        let mut outcomes = self.outcomes.borrow_mut();
        let chances = outcomes.entry((card, dice, aim.parts())).or_insert_with(|| {
            let of = &self.gang.deck().cards[usize::from(card.0)];
            let turn = Turn::under(of, dice, self.gang.rules().rerolls).unwrap();
            let outcome = turn.optimum(|result| aim.value(result)).unwrap().plan.outcome();
            std::iter::once(outcome.invalid).chain(outcome.valid).collect()
        });
        chances.iter().zip(leaves).map(|(chance, leaf)| chance * leaf).sum()
    }
}

/// Games in which a turn says how many bonus dice lie there.
fn told() -> impl Iterator<Item = Gang> {
    games().into_iter().filter(|gang| gang.rules().dice_in_all(gang.seats()).is_none())
}

/// A champion of values that are made up.
fn misled(gang: &Gang) -> Arc<ChampionValues> {
    let mut champion = ChampionValues::solve(gang, Grade::Fine, || true).unwrap();
    let mut word: u64 = 7;
    for round in 1..champion.rounds() {
        for (point, _) in champion.grids.positions(round) {
            let parts: [f64; MAX_SEATS] = std::array::from_fn(|seat| {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if seat < gang.seats() { (word >> 33) as f64 } else { 0.0 }
            });
            let all: f64 = parts.iter().sum();
            champion.grids.set(round, point, &parts.map(|part| part / all));
        }
    }
    Arc::new(champion)
}

#[test]
fn it_wins_what_the_whole_tree_says() {
    let mut gained = 0;
    for gang in told() {
        let champion = misled(&gang);
        let response = ResponseValues::solve(Arc::clone(&champion), || true).unwrap();
        for (seat, found) in response.in_seats().unwrap().into_iter().enumerate() {
            let best = Tree::value(&gang, &champion, seat, Own::Best);
            let plays = Tree::value(&gang, &champion, seat, Own::By(&response));
            assert!((found - best).abs() < 1e-6, "seat {seat} of {}: {found}, but {best}", gang.seats());
            assert!((found - plays).abs() < 1e-6, "seat {seat} of {}: {found}, but it wins {plays}", gang.seats());
            gained += usize::from(found > 1.02 / gang.seats() as f64);
        }
    }
    assert!(gained > 3, "{gained}");
}

#[test]
fn nobody_gains_where_the_champion_knows_all_positions() {
    for gang in games() {
        let champion = Arc::new(ChampionValues::solve(&gang, Grade::Fine, || true).unwrap());
        let response = ResponseValues::solve(Arc::clone(&champion), || true).unwrap();
        let shares = champion.value(&champion.start()).unwrap();
        for (found, expected) in response.in_seats().unwrap().into_iter().zip(shares) {
            assert!((found - expected).abs() < 1e-6, "{found}, but {expected}: {:?}", gang.rules());
        }
    }
}

#[test]
fn values_are_read_again_and_nothing_else() {
    let games = games();
    let champion = misled(&games[0]);
    let response = ResponseValues::solve(Arc::clone(&champion), || true).unwrap();
    let bytes = response.to_bytes();
    let read_back = ResponseValues::from_bytes(Arc::clone(&champion), &bytes).unwrap();
    assert_eq!(read_back.to_bytes(), bytes);
    assert_eq!(read_back.in_seats(), response.in_seats());
    let other = Arc::new(ChampionValues::solve(&games[3], Grade::Fine, || true).unwrap());
    assert!(ResponseValues::from_bytes(other, &bytes).is_none(), "another game");
    for length in (0..bytes.len()).step_by(7) {
        assert!(ResponseValues::from_bytes(Arc::clone(&champion), &bytes[..length]).is_none(), "{length} bytes");
    }
}

#[test]
fn it_stops_when_told() {
    let gang = &games()[0];
    let champion = Arc::new(ChampionValues::solve(gang, Grade::Fine, || true).unwrap());
    for told in 1..=champion.rounds() {
        let asked = Cell::new(0);
        let go_on = || asked.replace(asked.get() + 1) + 1 < told;
        let stopped = ResponseValues::solve(Arc::clone(&champion), go_on).err();
        assert_eq!((stopped, asked.get()), (Some(Unsolvable::Stopped), told));
    }
}
