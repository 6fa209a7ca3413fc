//! The six duels (B05, B06): which dice are thrown when, and who wins.
//!
//! Owns the course of a duel, ties (B16) and the victory points that show (B17). What dice do to each other is for
//! `fight`.
//!
//! Readings of what the rules leave open: who has no die in the throw zone does not compete, in a step of a duel no
//! more than at the end; the victory points of a duel step by step are counted at its last step, and then at each
//! throw of a tie; a bout that is drawn, or in which nobody has dice left, counts for nobody.

use super::arena::{Cause, Seats};
use super::duel::{Contest, Hand, MOST_REPEATS, Need, Verdict};
use super::kind::Kinds;
use super::play::{Event, Faultless, Play, Watch};
use crate::games::Seat;

/// The total that ends a duel first to 15.
const FIFTEEN: u32 = 15;
/// The dice of a battle.
const BATTLE_DICE: u32 = 4;
/// The dice of a bout.
const BOUT_DICE: u32 = 2;
/// The bouts that win a duel.
const BOUTS_TO_WIN: u32 = 2;

impl<W: Watch> Play<'_, W> {
    /// Fights the duel that was begun in the arena.
    pub(super) fn contest(&mut self) -> Faultless<Verdict> {
        match self.board.arena.duel.contest {
            Contest::FirstTo15 => self.step_by_step(FIFTEEN),
            Contest::RussianRoulette => self.step_by_step(0),
            Contest::ByPoints(limit) => self.one_throw(Need::Cost(limit)),
            Contest::Battle => self.one_throw(Need::Exactly(BATTLE_DICE)),
            Contest::Armageddon(dice) => self.one_throw(Need::Exactly(dice)),
            Contest::TwoByTwo => self.two_by_two(),
        }
    }

    fn one_throw(&mut self, need: Need) -> Faultless<Verdict> {
        self.throw(need)?;
        self.settle()
    }

    /// Everybody inside throws (B07): first all choose, in turn order, then all throw.
    fn throw(&mut self, need: Need) -> Faultless<()> {
        if self.board.arena.duel.hand == Hand::Chosen {
            for seat in self.board.arena.inside() {
                let need = self.within(seat, need);
                if self.is_asked(seat, need) {
                    self.board.arena.side_mut(seat).chosen = self.choose(seat, need)?;
                }
            }
        }
        for seat in self.board.arena.inside() {
            let chosen = std::mem::take(&mut self.board.arena.side_mut(seat).chosen);
            match self.within(seat, need) {
                _ if !chosen.is_empty() => self.throw_kinds(seat, chosen),
                Need::Exactly(number) => {
                    self.throw_random(seat, number, self.board.arena.side(seat).reserve, Cause::Throw);
                }
                Need::Cost(limit) => self.throw_for(seat, limit),
            }
        }
        Ok(())
    }

    /// All dice, if there are fewer than needed.
    fn within(&self, seat: Seat, need: Need) -> Need {
        match need {
            Need::Exactly(number) => Need::Exactly(number.min(self.board.arena.side(seat).reserve.total())),
            cost @ Need::Cost(_) => cost,
        }
    }

    /// Whether a player who chooses its dice has a choice: not without dice, nor if all or none can be thrown.
    fn is_asked(&self, seat: Seat, need: Need) -> bool {
        let reserve = self.board.arena.side(seat).reserve;
        match need {
            Need::Exactly(number) => number > 0 && number < reserve.total(),
            Need::Cost(limit) => !self.affordable(reserve, limit).is_empty(),
        }
    }

    /// Those of the dice that cost at most so much each.
    fn affordable(&self, dice: Kinds, limit: u32) -> Kinds {
        dice.dice().filter(|&kind| self.rules().cost(kind) <= limit).collect()
    }

    /// Throws dice at random as long as they fit (B05, by points). Dice that do not fit now never will, so drawing
    /// among those that fit is the same as setting the others aside as they are drawn.
    fn throw_for(&mut self, seat: Seat, limit: u32) {
        let reserve = self.board.arena.side(seat).reserve;
        let least = reserve.kinds().map(|kind| self.rules().cost(kind)).min().unwrap_or(0);
        // Who can pay for nothing throws one of the cheapest.
        let mut left = limit.max(least);
        let mut fitting = self.affordable(reserve, left);
        while !fitting.is_empty() {
            let spot = self.throw_random(seat, 1, fitting, Cause::Throw);
            let kind = self.board.arena.side(seat).zone.at(spot).kind;
            left -= self.rules().cost(kind);
            fitting = self.affordable(fitting - Kinds::one(kind), left);
        }
    }

    /// Resolves the throw and its ties until somebody wins or nobody can (B16).
    fn settle(&mut self) -> Faultless<Verdict> {
        self.resolve()?;
        let top = self.total();
        decided(top).map_or_else(|| self.break_ties(top), Ok)
    }

    /// Totals the throw: counts the victory points that show (B17) and answers with those who have the highest total.
    fn total(&mut self) -> Seats {
        self.count_points();
        self.tell(Event::Totalled);
        self.board.arena.lead().1
    }

    /// Counts the victory points that show.
    fn count_points(&mut self) {
        for seat in self.board.arena.inside() {
            let side = self.board.arena.side_mut(seat);
            side.shown += side.zone.victory_points();
        }
    }

    /// Lets those who tied throw again until one of them is ahead (B16).
    #[cold]
    fn break_ties(&mut self, mut top: Seats) -> Faultless<Verdict> {
        for repeat in 1..=MOST_REPEATS {
            self.board.arena.inside = top;
            self.board.arena.begin_part(self.board.arena.part, repeat);
            self.tell(Event::Tie);
            for seat in self.board.arena.inside() {
                self.throw_again(seat);
            }
            self.resolve()?;
            top = self.total();
            if let Some(verdict) = decided(top) {
                return Ok(verdict);
            }
        }
        Ok(Verdict::Drawn)
    }

    /// A die each, step by step, until one is ahead with at least `target` (B06).
    fn step_by_step(&mut self, target: u32) -> Faultless<Verdict> {
        for step in 0.. {
            if self.board.arena.inside().all(|seat| self.board.arena.side(seat).reserve.is_empty()) {
                break;
            }
            self.board.arena.begin_part(step, 0);
            self.tell(Event::Step);
            self.throw(Need::Exactly(1))?;
            self.resolve()?;
            self.tell(Event::Totalled);
            let (most, top) = self.board.arena.lead();
            if most >= target && top.is_power_of_two() {
                break;
            }
        }
        self.count_points();
        let top = self.board.arena.lead().1;
        decided(top).map_or_else(|| self.break_ties(top), Ok)
    }

    /// Two dice each, until one has won two bouts (B05).
    fn two_by_two(&mut self) -> Faultless<Verdict> {
        for bout in 0..MOST_REPEATS {
            self.begin_bout(bout);
            self.throw(Need::Exactly(BOUT_DICE))?;
            if let Verdict::Won(winner) = self.settle()? {
                let side = self.board.arena.side_mut(winner);
                side.bouts += 1;
                if side.bouts == BOUTS_TO_WIN {
                    return Ok(Verdict::Won(winner));
                }
            }
        }
        Ok(Verdict::Drawn)
    }

    /// Puts thrown dice into the discard, and takes it back where the reserve has too few.
    fn begin_bout(&mut self, bout: u32) {
        self.board.arena.inside = self.board.arena.participants;
        self.board.arena.begin_part(bout, 0);
        for seat in self.board.arena.inside() {
            let side = self.board.arena.side_mut(seat);
            side.discard = side.discard + side.zone.kinds();
            side.zone.clear();
            if side.reserve.total() < BOUT_DICE {
                side.reserve = side.reserve + std::mem::take(&mut side.discard);
            }
        }
        self.tell(Event::Bout);
    }
}

/// How the duel, or bout, has ended if these have the highest total, unless they tie.
fn decided(top: Seats) -> Option<Verdict> {
    match top.count_ones() {
        0 => Some(Verdict::Lost),
        1 => Some(Verdict::Won(Seat(top.trailing_zeros() as u8))),
        _ => None,
    }
}
