//! Duels set up by hand, for the tests of the rules.
//!
//! Owns dice that always show the same face, players that answer from a list, and the running of one throw or one
//! duel with them. Nothing in such a duel is left to chance, so what must come of it follows from the rules.

mod chances;
mod draws;
mod duels;
mod powers;
mod quick;

use super::Battle;
use super::arena::{Arena, Board};
use super::dice::{Face, Kind, Kinds};
use super::duel::{Action, Aim, Contest, Duel, Hand, Moment, Verdict};
use super::play::{Faultless, Play};
use super::rules::{MAX_SEATS, Rules, SIDES};
use super::state::State;
use super::view::{Answer, Strategy, View};
use super::zone::{Spot, Thrown, Zone};
use crate::dice::RunKey;
use crate::games::{Fault, Seat, Table};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;

/// The seat of whoever acts.
const OWN: Seat = Seat(u8::MAX);

/// What a player does when it is asked, in order; when nothing is left it declines, or puts its first die back.
#[derive(Default)]
pub(super) struct Answers {
    actions: Mutex<BTreeMap<&'static str, VecDeque<Action>>>,
    dice: Mutex<VecDeque<[u8; 6]>>,
    /// Whether the first reroll is declined.
    waits: Mutex<bool>,
}

fn aim(&(seat, die): &(u8, u8)) -> Action {
    Action::Die(Aim { seat: Seat(seat), die: Spot(die) })
}

fn placement(&(die, on): &(u8, u8)) -> Action {
    Action::Place { die: Spot(die), from: None, on: Spot(on) }
}

/// An own die.
fn own(die: u8) -> Action {
    Action::Die(Aim { seat: OWN, die: Spot(die) })
}

impl Answers {
    fn with(self, moment: Moment, actions: impl Iterator<Item = Action>) -> Answers {
        self.actions.lock().unwrap().insert(moment.name(), actions.collect());
        self
    }

    pub(super) fn shields(self, items: &[(u8, u8)]) -> Answers {
        self.with(Moment::Shield, items.iter().map(placement))
    }

    pub(super) fn multiplies(self, items: &[(u8, u8)]) -> Answers {
        self.with(Moment::Multiply, items.iter().map(placement))
    }

    pub(super) fn replaces(self, items: &[(u8, Option<u8>, u8)]) -> Answers {
        let place = |&(die, from, on): &(u8, Option<u8>, u8)| Action::Place {
            die: Spot(die),
            from: from.map(Spot),
            on: Spot(on),
        };
        self.with(Moment::MultiplyLast, items.iter().map(place))
    }

    pub(super) fn exchanges(self, items: &[Action]) -> Answers {
        self.with(Moment::Exchange, items.iter().copied())
    }

    pub(super) fn gives(self, items: &[u8]) -> Answers {
        self.with(Moment::GiveWay, items.iter().map(|&die| own(die)))
    }

    pub(super) fn rerolls(self, items: &[(u8, u8)]) -> Answers {
        self.with(Moment::Reroll, items.iter().map(aim))
    }

    pub(super) fn cancels(self, items: &[(u8, u8)]) -> Answers {
        self.with(Moment::Cancel, items.iter().map(aim))
    }

    pub(super) fn dice(mut self, items: &[[u8; 6]]) -> Answers {
        self.dice = Mutex::new(items.iter().copied().collect());
        self
    }

    /// Declines the first reroll.
    pub(super) fn waits(mut self) -> Answers {
        self.waits = Mutex::new(true);
        self
    }

    /// How many answers are left.
    fn left(&self) -> usize {
        let actions: usize = self.actions.lock().unwrap().values().map(VecDeque::len).sum();
        actions + self.dice.lock().unwrap().len()
    }
}

impl Strategy for Answers {
    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        let next = self.dice.lock().unwrap().pop_front();
        Ok(next.map_or_else(|| super::tactics::dice(view, None), Kinds::new))
    }

    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        let moment = view.moment;
        if moment == Moment::Reroll && std::mem::take(&mut *self.waits.lock().unwrap()) {
            return Ok(None);
        }
        let next = self.actions.lock().unwrap().get_mut(moment.name()).and_then(VecDeque::pop_front);
        Ok(match next.or((moment == Moment::GiveWay).then(|| own(0))) {
            Some(Action::Die(aim)) if aim.seat == OWN => Some(Action::Die(Aim { seat: view.seat, ..aim })),
            action => action,
        })
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
        let mut rules = Rules::default();
        for (kind, number) in Kind::ALL.into_iter().zip(1..) {
            rules.dice[kind.index()].faces = [Face::Number(number); SIDES];
        }
        Fixture {
            rules,
            duel: Duel { contest: Contest::Battle, opponent: None, hand: Hand::Random },
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
        self.duel.opponent = Some(Seat(seat));
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

    fn run(self, act: impl Fn(&mut Play<'_, ()>) -> Faultless<Verdict>) -> Result<Fought, Fault> {
        let Fixture { rules, duel, answers, zones, reserves, block } = self;
        let game = Battle::new(rules, answers.len()).unwrap();
        let mut board = Board { state: State::new(game.rules(), answers.len()), ..Board::default() };
        let arena = &mut board.arena;
        arena.begin(duel, Seat(0), reserves.iter().copied());
        for (seat, dice) in zones.iter().enumerate() {
            for &(kind, face) in dice {
                arena.sides[seat].zone.put(Thrown::new(kind, face));
            }
        }
        let players: Vec<&dyn Strategy> = answers.iter().map(|answers| answers as &dyn Strategy).collect();
        let seating: Vec<usize> = (0..answers.len()).collect();
        let block = RunKey::new(1).block(block);
        let (table, watch) = (Table { strategies: &players, seating: &seating, block }, &mut ());
        let mut play = Play::new(&game, table, &mut board, watch);
        let verdict = act(&mut play).map_err(|fault| *fault)?;
        let points = play.points(verdict);
        for (seat, answers) in answers.iter().enumerate() {
            assert_eq!(answers.left(), 0, "answers of seat {seat} were not asked for");
        }
        Ok(Fought { arena: board.arena, verdict, points })
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
