//! The values against the whole tree of tiny games, played by the state of the rules with the same plans.

use super::plans::{Aim, CardPlans};
use super::{ChampionValues, Grade, Lead, OnTurn, Shares};
use crate::exact::course::Position;
use crate::exact::game::twin::tiny_of;
use crate::exact::{Judge, Mark, Outcome, Situation, Turn, tie_floor};
use crate::games::Game;
use crate::games::gang::{Back, CardIndex, Edition, Gang, MAX_SEATS, RoundEnd, State, Trigger, TurnResult};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// A game with these rules, and cards as condition, trigger and back, of which none is removed.
fn tiny(seats: usize, edition: Edition, rules: &[(&str, &str)], cards: &[[&str; 3]]) -> Gang {
    tiny_of(seats, edition, rules, ("{ light = 0 }", cards))
}

/// What a number of dice can come to: with each plan the chances of an invalid result and of every total.
struct Played {
    dice: u32,
    plans: Vec<(Aim, Vec<f64>)>,
}

/// Round, starter, pools and bonus dice on the table.
type RoundBegins = (u32, u8, [u32; MAX_SEATS], u32);

/// A game played out in all ways, each seat for its own win share.
struct Tree<'g> {
    gang: &'g Gang,
    solved: &'g ChampionValues,
    known: RefCell<BTreeMap<RoundBegins, Shares>>,
    /// By card: what can be played, and every plan's chances by dice.
    plans: Vec<Vec<Played>>,
    checked: Cell<u32>,
    priced: Cell<u32>,
}

impl<'g> Tree<'g> {
    fn new(gang: &'g Gang, solved: &'g ChampionValues) -> Tree<'g> {
        let plans = gang.deck().cards.iter().map(|card| {
            let of = CardPlans::new(card, gang.rules().rerolls, Grade::earlier(gang.seats())).unwrap();
            let numbers = of.commitments.iter().map(|number| {
                let turn = Turn::under(card, number.dice, gang.rules().rerolls).unwrap();
                // The last player's plans are for any target; the others' are those of the family.
                let last = (0..=5 * number.dice + 1).flat_map(|total| [Aim::Reach(total), Aim::Miss(total)]);
                let aims = number.aims.iter().copied().chain(last);
                let chances = |aim: Aim| {
                    let outcome = turn.optimum(|result| aim.value(result)).unwrap().plan.outcome();
                    std::iter::once(outcome.invalid).chain(outcome.valid).collect()
                };
                Played { dice: number.dice, plans: aims.map(|aim| (aim, chances(aim))).collect() }
            });
            numbers.collect()
        });
        Tree {
            gang,
            solved,
            known: RefCell::default(),
            plans: plans.collect(),
            checked: Cell::new(0),
            priced: Cell::new(0),
        }
    }

    /// The win shares when a round begins, or has ended the game; with the bonus dice on the table.
    fn value(&self, state: &State, bonus: u32, last: Option<RoundEnd>) -> Shares {
        let deck = self.gang.deck();
        if let Some(last) = last.filter(|_| state.is_over(deck.rounds())) {
            let winners = state.winners(last);
            let share = 1.0 / f64::from(winners.count_ones());
            return std::array::from_fn(|seat| if winners >> seat & 1 == 1 { share } else { 0.0 });
        }
        let pools = std::array::from_fn(|seat| state.pools().get(seat).copied().unwrap_or(0));
        let key = (state.round(), state.first().0, pools, bonus);
        if let Some(known) = self.known.borrow().get(&key) {
            return *known;
        }
        let light = deck.with_back(Back::Light).count() as u32 - deck.removed_light;
        let back = if state.round() < light { Back::Light } else { Back::Dark };
        let values: Vec<Shares> = deck.with_back(back).map(|card| self.round(state, bonus, card)).collect();
        let mut value =
            std::array::from_fn(|seat| values.iter().map(|value| value[seat]).sum::<f64>() / values.len() as f64);
        if state.round() > 0 {
            // Values are kept in 32 bits, of all but the last seat from the starter on.
            let seats = self.gang.seats();
            let first = state.first().index();
            let mut rest = 1.0;
            for seat in (first..first + seats - 1).map(|seat| seat % seats) {
                value[seat] = f64::from(value[seat] as f32);
                rest -= value[seat];
            }
            value[(first + seats - 1) % seats] = rest;
        }
        self.known.borrow_mut().insert(key, value);
        value
    }

    fn round(&self, state: &State, bonus: u32, card: CardIndex) -> Shares {
        let more = self.gang.rules().bonus(state.round(), self.gang.deck().rounds());
        let mut state = state.clone();
        state.begin_round(more);
        self.turn(&state, bonus + more, card, 0)
    }

    fn turn(&self, state: &State, bonus: u32, card: CardIndex, number: usize) -> Shares {
        let Some(seat) = state.order().nth(number) else {
            let mut state = state.clone();
            let end = state.end_round();
            return self.value(&state, if end.winner.is_some() { 0 } else { bonus }, Some(end));
        };
        let is_last = state.order().count() == number + 1;
        let best = state.best();
        let mut options: Vec<(f64, Shares)> = Vec::new();
        let plans = &self.plans[usize::from(card.0)];
        let family = |played: &Played| {
            let target = best.map_or(0, |best| match best.result {
                TurnResult::Total(total) => total + u32::from(played.dice <= best.dice),
                TurnResult::Invalid => 0,
            });
            let all = 5 * played.dice as usize * 2 + 4;
            let own = played.plans.len() - all;
            let target = target.min(5 * played.dice + 1) as usize;
            if is_last { own + 2 * target..own + 2 * target + 2 } else { 0..own }
        };
        let allowed = state.allowed(seat);
        for played in plans.iter().filter(|played| played.dice <= allowed && !family(played).is_empty()) {
            let mut after = state.clone();
            after.commit(seat, played.dice);
            let totals = (0..=5 * played.dice).map(TurnResult::Total);
            let leaves: Vec<Shares> = std::iter::once(TurnResult::Invalid)
                .chain(totals)
                .map(|result| {
                    let is_possible = match result {
                        TurnResult::Invalid => true,
                        TurnResult::Total(total) => played.plans.iter().any(|(_, of)| of[total as usize + 1] > 0.0),
                    };
                    let mut after = after.clone();
                    after.record(seat, played.dice, result);
                    if is_possible { self.turn(&after, bonus, card, number + 1) } else { [0.0; MAX_SEATS] }
                })
                .collect();
            let mean = |chances: &[f64]| -> Shares {
                std::array::from_fn(|seat| chances.iter().zip(&leaves).map(|(chance, leaf)| chance * leaf[seat]).sum())
            };
            let means: Vec<Shares> = played.plans[family(played)].iter().map(|(_, of)| mean(of)).collect();
            for (mean, (_, of)) in means.iter().zip(&played.plans[family(played)]) {
                self.check_price((state, bonus, card), played.dice, of, mean);
            }
            let highest = means.iter().fold(0.0, |best: f64, mean| best.max(mean[seat.index()]));
            let first = means.iter().find(|mean| mean[seat.index()] >= tie_floor(highest)).unwrap();
            options.push((highest, *first));
        }
        let highest = options.iter().fold(0.0, |best: f64, option| best.max(option.0));
        let chosen = options.iter().find(|option| option.0 >= tie_floor(highest)).unwrap().1;
        self.check(state, (card, seat.index()), chosen);
        let with_card = self.solved.with_card(&self.situation((state, bonus, card))).unwrap();
        let is_near = with_card.iter().zip(&chosen).all(|(found, chosen)| (found - chosen).abs() < 1e-9);
        assert!(is_near, "{with_card:?}, but {chosen:?}");
        chosen
    }

    /// A turn of so many dice that comes to this is worth as much.
    fn check_price(&self, at: (&State, u32, CardIndex), dice: u32, chances: &[f64], expected: &Shares) {
        let situation = self.situation(at);
        let outcome = Outcome { invalid: chances[0], valid: chances[1..].to_vec() };
        let found = self.solved.price(&situation, dice, &outcome).unwrap();
        for (found, expected) in found.played.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{situation:?}: {found}, but {expected}");
        }
        let (seat, price) = (situation.seat(), found.price);
        assert!(price.played == found.played[seat] && price.value == found.chosen[seat], "{found:?}");
        // A cost below 0 is one: a decision that the values find better than the champion's own.
        let costs = price.dice_cost() + price.reroll_cost();
        assert!((costs - (found.chosen[seat] - found.played[seat])).abs() < 1e-12, "{found:?}");
        self.priced.set(self.priced.get() + 1);
    }

    /// The round as the values see it.
    fn situation(&self, (state, bonus, card): (&State, u32, CardIndex)) -> Situation {
        let (turns, first) = (state.turns().to_vec(), state.first().index());
        let more = self.gang.rules().bonus(state.round(), self.gang.deck().rounds());
        let committed = turns.iter().map(|turn| turn.dice).sum::<u32>();
        let (left, mut pools) = (state.table() - committed - more, [0; MAX_SEATS]);
        pools.iter_mut().zip(state.pools()).for_each(|(pool, &dice)| *pool = dice);
        turns.iter().for_each(|turn| pools[turn.seat.index()] += turn.dice);
        let position = Position { round: state.round(), first, left, bonus: bonus - more, pools, seen: 0 };
        Situation { position, card, turns }
    }

    /// What is done in the situation is worth as much.
    fn check(&self, state: &State, (card, seat): (CardIndex, usize), expected: Shares) {
        // With a limit of dice to throw, how many on the table are bonus dice is a guess.
        if self.gang.rules().dice_in_all(self.gang.seats()).is_some() || state.pools().iter().all(|&pool| pool == 0) {
            return;
        }
        let (seats, first) = (self.gang.seats(), state.first().index());
        let turned = |seat: usize| (seat + seats - first) % seats;
        let turn = on_turn(state, card, seat);
        let found = self.solved.shares(&turn).unwrap();
        let choices = self.solved.choices(&turn).unwrap();
        let chosen = choices[turn.lead.map_or(0, |lead| lead.mark.total as usize)];
        assert!(self.solved.todo(&turn).unwrap() == chosen.into() && found == chosen.shares, "{turn:?}");
        for seat in 0..seats {
            let difference = found[turned(seat)] - expected[seat];
            assert!(difference.abs() < 1e-9, "{turn:?}: {found:?}, but {expected:?}");
        }
        self.checked.set(self.checked.get() + 1);
    }
}

/// The turn as the champion sees it.
pub(super) fn on_turn(state: &State, card: CardIndex, seat: usize) -> OnTurn {
    let (seats, first) = (state.pools().len(), state.first().index());
    let turned = |seat: usize| (seat + seats - first) % seats;
    let mut pools = [0; MAX_SEATS];
    (0..seats).for_each(|seat| pools[turned(seat)] = state.pools()[seat]);
    let lead = state.best().and_then(|turn| match turn.result {
        TurnResult::Total(total) => {
            Some(Lead { seat: turned(turn.seat.index()), mark: Mark { total, dice: turn.dice } })
        }
        TurnResult::Invalid => None,
    });
    let allowed = state.allowed(crate::games::Seat(seat as u8));
    let (round, table, acted) = (state.round(), state.table(), state.turns().len() as u32);
    OnTurn { card, round, pools, seat: turned(seat), acted, allowed, table, lead }
}

const CARDS: [[&str; 3]; 3] =
    [["sum>=5", "bomb", "light"], ["pair", "explosion", "light"], ["any:1,3", "bomb", "light"]];

pub(super) fn games() -> Vec<Gang> {
    vec![
        tiny(3, Edition::Bga, &[("pools", "2"), ("bonus", "[]")], &CARDS[..2]),
        tiny(3, Edition::Blackrock, &[("pools", "2"), ("bonus", "[1]"), ("supply", "3")], &CARDS[1..]),
        tiny(2, Edition::Bga, &[("pools", "3"), ("bonus", "[1, 2]")], &CARDS),
        tiny(4, Edition::Bga, &[("pools", "1"), ("bonus", "[2]")], &CARDS[..2]),
    ]
}

#[test]
fn the_value_is_that_of_the_whole_tree() {
    for gang in games() {
        assert_eq!(gang.deck().cards[0].trigger == Trigger::Bomb, gang.deck().cards[0].condition_text != "pair");
        let solved = ChampionValues::solve(&gang, Grade::Fine, || true).unwrap();
        let found = solved.value(&solved.start()).unwrap();
        let tree = Tree::new(&gang, &solved);
        let expected = tree.value(&State::new(gang.rules(), gang.seats()), 0, None);
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}: {:?}", gang.rules());
        }
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(gang.rules().dice_in_all(gang.seats()).is_some() || tree.checked.get() > 500);
        assert!(tree.priced.get() > 1000, "{} turns of {:?}", tree.priced.get(), gang.rules());
    }
}

#[test]
fn values_are_read_again_and_nothing_else() {
    let games = games();
    for grade in [Grade::Coarse, Grade::Fine] {
        let solved = ChampionValues::solve(&games[0], grade, || true).unwrap();
        let bytes = solved.to_bytes();
        let read_back = ChampionValues::from_bytes(&games[0], grade, &bytes).unwrap();
        assert_eq!(read_back.to_bytes(), bytes);
        assert!(read_back.follows(1).unwrap());
        assert!(ChampionValues::from_bytes(&games[3], grade, &bytes).is_none(), "another game");
        for length in (0..bytes.len()).step_by(7) {
            assert!(ChampionValues::from_bytes(&games[0], grade, &bytes[..length]).is_none(), "{length} bytes");
        }
    }
}
