//! Duels set up by hand, for the tests of the rules.
//!
//! Owns dice that always show the same face, players that answer from a list, and the running of one throw or one
//! duel with them. Nothing in such a duel is left to chance, so what must come of it follows from the rules.

mod chances;
mod draws;
mod duels;
mod powers;

use super::Battle;
use super::arena::Arena;
use super::duel::{Aim, Contest, Duel, Exchange, Hand, Opponents, Placement, Replacement, Verdict};
use super::face::Face;
use super::kind::{Kind, Kinds};
use super::play::{Faultless, Play, Table};
use super::rules::{MAX_SEATS, Rules, SIDES};
use super::state::State;
use super::strategy::{Answer, Strategy};
use super::view::DuelView;
use super::zone::{Spot, Thrown, Zone};
use crate::dice::RunKey;
use crate::games::{Fault, Seat};
use std::collections::VecDeque;
use std::sync::Mutex;

/// What a player does when it is asked, in order; when nothing is left it declines.
#[derive(Default)]
pub(super) struct Answers {
    shields: Mutex<VecDeque<(u8, u8)>>,
    multiplies: Mutex<VecDeque<(u8, u8)>>,
    replaces: Mutex<VecDeque<(u8, Option<u8>, u8)>>,
    exchanges: Mutex<VecDeque<Exchange>>,
    gives: Mutex<VecDeque<u8>>,
    rerolls: Mutex<VecDeque<(u8, u8)>>,
    cancels: Mutex<VecDeque<(u8, u8)>>,
    dice: Mutex<VecDeque<[u8; 6]>>,
    /// Whether the first reroll is declined.
    waits: Mutex<bool>,
}

fn next<T>(list: &Mutex<VecDeque<T>>) -> Option<T> {
    list.lock().unwrap().pop_front()
}

fn list<T: Clone>(items: &[T]) -> Mutex<VecDeque<T>> {
    Mutex::new(items.iter().cloned().collect())
}

fn aim((seat, die): (u8, u8)) -> Aim {
    Aim { seat: Seat(seat), die: Spot(die) }
}

fn placement((die, on): (u8, u8)) -> Placement {
    Placement { die: Spot(die), on: Spot(on) }
}

impl Answers {
    pub(super) fn shields(mut self, items: &[(u8, u8)]) -> Answers {
        self.shields = list(items);
        self
    }

    pub(super) fn multiplies(mut self, items: &[(u8, u8)]) -> Answers {
        self.multiplies = list(items);
        self
    }

    pub(super) fn replaces(mut self, items: &[(u8, Option<u8>, u8)]) -> Answers {
        self.replaces = list(items);
        self
    }

    pub(super) fn exchanges(mut self, items: &[Exchange]) -> Answers {
        self.exchanges = list(items);
        self
    }

    pub(super) fn gives(mut self, items: &[u8]) -> Answers {
        self.gives = list(items);
        self
    }

    pub(super) fn rerolls(mut self, items: &[(u8, u8)]) -> Answers {
        self.rerolls = list(items);
        self
    }

    pub(super) fn cancels(mut self, items: &[(u8, u8)]) -> Answers {
        self.cancels = list(items);
        self
    }

    pub(super) fn dice(mut self, items: &[[u8; 6]]) -> Answers {
        self.dice = list(items);
        self
    }

    /// Declines the first reroll.
    pub(super) fn waits(mut self) -> Answers {
        self.waits = Mutex::new(true);
        self
    }

    /// How many answers are left.
    fn left(&self) -> usize {
        fn count<T>(list: &Mutex<VecDeque<T>>) -> usize {
            list.lock().unwrap().len()
        }
        let placed = count(&self.shields) + count(&self.multiplies) + count(&self.replaces);
        let acted = count(&self.exchanges) + count(&self.gives) + count(&self.rerolls) + count(&self.cancels);
        placed + acted + count(&self.dice)
    }
}

impl Strategy for Answers {
    fn dice(&self, view: &DuelView<'_>) -> Answer<Kinds> {
        Ok(next(&self.dice).map_or_else(|| super::tactics::dice(view), Kinds::new))
    }

    fn shield(&self, _: &DuelView<'_>) -> Answer<Option<Placement>> {
        Ok(next(&self.shields).map(placement))
    }

    fn multiply(&self, _: &DuelView<'_>) -> Answer<Option<Placement>> {
        Ok(next(&self.multiplies).map(placement))
    }

    fn replace(&self, _: &DuelView<'_>) -> Answer<Option<Replacement>> {
        let spots =
            |(die, from, on): (u8, Option<u8>, u8)| Replacement { die: Spot(die), from: from.map(Spot), on: Spot(on) };
        Ok(next(&self.replaces).map(spots))
    }

    fn exchange(&self, _: &DuelView<'_>) -> Answer<Option<Exchange>> {
        Ok(next(&self.exchanges))
    }

    fn give_way(&self, _: &DuelView<'_>) -> Answer<Spot> {
        Ok(Spot(next(&self.gives).unwrap_or(0)))
    }

    fn reroll(&self, _: &DuelView<'_>) -> Answer<Option<Aim>> {
        if std::mem::take(&mut *self.waits.lock().unwrap()) {
            return Ok(None);
        }
        Ok(next(&self.rerolls).map(aim))
    }

    fn cancel(&self, _: &DuelView<'_>) -> Answer<Option<Aim>> {
        Ok(next(&self.cancels).map(aim))
    }
}

/// A duel to be fought.
pub(super) struct Fixture {
    pub(super) rules: Rules,
    duel: Duel,
    answers: Vec<Answers>,
    zones: Vec<Vec<(Kind, Face)>>,
    reserves: Vec<Kinds>,
    /// The block whose draws are used.
    pub(super) block: u64,
}

/// A duel that was fought.
pub(super) struct Fought {
    pub(super) arena: Arena,
    pub(super) verdict: Verdict,
    points: [u32; MAX_SEATS],
}

impl Fixture {
    /// A battle of all with dice at random; each kind always shows its number: white 1 to black 6.
    pub(super) fn new(seats: usize) -> Fixture {
        let mut rules = Rules::reconstructed();
        for (kind, number) in Kind::ALL.into_iter().zip(1..) {
            rules.dice[kind.index()].faces = [Face::Number(number); SIDES];
        }
        Fixture {
            rules,
            duel: Duel { contest: Contest::Battle, opponents: Opponents::All, hand: Hand::Random },
            answers: (0..seats).map(|_| Answers::default()).collect(),
            zones: vec![Vec::new(); seats],
            reserves: vec![Kinds::EMPTY; seats],
            block: 0,
        }
    }

    pub(super) fn contest(mut self, contest: Contest) -> Fixture {
        self.duel.contest = contest;
        self
    }

    pub(super) fn chosen(mut self) -> Fixture {
        self.duel.hand = Hand::Chosen;
        self
    }

    pub(super) fn against(mut self, seat: u8) -> Fixture {
        self.duel.opponents = Opponents::One(Seat(seat));
        self
    }

    /// From now on this kind always shows this face.
    pub(super) fn kind(mut self, kind: Kind, face: &str) -> Fixture {
        self.rules.dice[kind.index()].faces = [Face::parse(face).unwrap(); SIDES];
        self
    }

    /// Dice thrown already: faces, white unless a kind follows a slash.
    pub(super) fn zone(mut self, seat: usize, dice: &[&str]) -> Fixture {
        let read = |die: &&str| {
            let (face, kind) = die.split_once('/').unwrap_or((die, "white"));
            let kind = Kind::ALL.into_iter().find(|known| known.name() == kind).unwrap();
            (kind, Face::parse(face).unwrap())
        };
        self.zones[seat] = dice.iter().map(read).collect();
        self
    }

    pub(super) fn reserve(mut self, seat: usize, dice: [u8; 6]) -> Fixture {
        self.reserves[seat] = Kinds::new(dice);
        self
    }

    pub(super) fn answers(mut self, seat: usize, answers: Answers) -> Fixture {
        self.answers[seat] = answers;
        self
    }

    /// Resolves the dice that were thrown.
    pub(super) fn resolve(self) -> Fought {
        self.try_resolve().unwrap()
    }

    pub(super) fn try_resolve(self) -> Result<Fought, Fault> {
        self.run(|play| play.resolve().map(|()| Verdict::Lost))
    }

    /// Fights the duel from the reserves.
    pub(super) fn fight(self) -> Fought {
        self.try_fight().unwrap()
    }

    pub(super) fn try_fight(self) -> Result<Fought, Fault> {
        self.run(|play| play.contest())
    }

    fn run(self, act: impl Fn(&mut Play<'_, '_, ()>) -> Faultless<Verdict>) -> Result<Fought, Fault> {
        let Fixture { rules, duel, answers, zones, reserves, block } = self;
        let mut arena = Arena::new();
        arena.begin(duel, Seat(0), reserves.iter().copied());
        for (seat, dice) in zones.iter().enumerate() {
            for &(kind, face) in dice {
                arena.sides[seat].zone.put(Thrown::new(kind, face));
            }
        }
        let players: Vec<&dyn Strategy> = answers.iter().map(|answers| answers as &dyn Strategy).collect();
        let seating: Vec<usize> = (0..answers.len()).collect();
        let block = RunKey::new(1).block(block);
        let game = Battle::new(rules, answers.len()).unwrap();
        let table = Table::new(&game, &players, &seating, block);
        let (state, watch) = (State::new(game.rules(), answers.len()), &mut ());
        let mut play = Play::new(&table, state, &mut arena, watch);
        let verdict = act(&mut play).map_err(|fault| *fault)?;
        let points = play.points(verdict);
        for (seat, answers) in answers.iter().enumerate() {
            assert_eq!(answers.left(), 0, "answers of seat {seat} were not asked for");
        }
        Ok(Fought { arena, verdict, points })
    }
}

impl Fought {
    pub(super) fn zone(&self, seat: usize) -> &Zone {
        &self.arena.sides[seat].zone
    }

    /// The faces in a throw zone, in the order of their places.
    pub(super) fn faces(&self, seat: usize) -> Vec<String> {
        self.zone(seat).dice().map(|(_, die)| die.face.to_string()).collect()
    }

    /// The totals of all seats.
    pub(super) fn totals(&self) -> Vec<Option<u32>> {
        (0..usize::from(self.arena.seats)).map(|seat| self.zone(seat).total()).collect()
    }

    /// The points that the duel brings all seats.
    pub(super) fn points(&self) -> [u32; MAX_SEATS] {
        self.points
    }
}
