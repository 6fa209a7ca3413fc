//! A whole game from what is remembered: the inner loop of long runs.
//!
//! Owns a second, lean writing of G06–G17 for games in which every decision and every table is already
//! known, nothing is counted beyond the outcome, and nobody watches. Wherever that does not hold it
//! gives up, and the game is played in the ordinary way, with the same result: games are addressed by
//! key, so nothing is lost but the time. A test plays every game both ways.

use super::memo::{Decision, Memo};
use crate::dice::{BlockKey, Purpose, Slot};
use crate::games::gang::{CardIndex, Field, Gang, MAX_SEATS};
use crate::games::{Outcome, Seat, Seating};

/// A game under way.
struct Lean<'g> {
    game: &'g Gang,
    memo: &'g Memo,
    order: &'g [CardIndex],
    seating: &'g Seating,
    block: BlockKey,
    dice_in_all: u32,
    pools: [u32; MAX_SEATS],
    playing: u32,
    round: u32,
    first: u32,
    /// Dice that earlier all-invalid rounds left on the table, and bonus dice on it.
    left_over: u32,
    bonus: u32,
    /// Dice committed and turns played this round.
    committed: u32,
    turn: u32,
    /// The best result so far this round: one more than its total, and its dice; 0 for none.
    best: u32,
    best_seat: u32,
}

/// What the game's length is made of.
#[derive(Default)]
struct Counts {
    turns: u32,
    eliminations: u32,
    all_invalid_rounds: u32,
}

/// The outcome of a game, or `None` if something about it is not remembered yet.
pub(super) fn play(
    game: &Gang,
    memo: &Memo,
    order: &[CardIndex],
    seating: &Seating,
    block: BlockKey,
) -> Option<Outcome> {
    let seats = seating.len();
    let mut pools = [0; MAX_SEATS];
    pools[..seats].fill(game.rules().pool(seats));
    let dice_in_all = game.rules().dice_in_all(seats).unwrap_or(u32::MAX);
    let playing = (1 << seats) - 1;
    let (round, first, left_over, bonus, committed, turn, best, best_seat) = (0, 0, 0, 0, 0, 0, 0, 0);
    let mut lean = Lean {
        game,
        memo,
        order,
        seating,
        block,
        dice_in_all,
        pools,
        playing,
        round,
        first,
        left_over,
        bonus,
        committed,
        turn,
        best,
        best_seat,
    };
    lean.rounds()
}

impl Lean<'_> {
    fn rounds(&mut self) -> Option<Outcome> {
        let rounds = self.order.len() as u32;
        let mut counts = Counts::default();
        loop {
            self.bonus += self.game.rules().bonus(self.round, rounds);
            (self.committed, self.turn, self.best) = (0, 0, 0);
            let card = usize::from(self.order[self.round as usize].0);
            for seat in (self.first..self.seating.len() as u32).chain(0..self.first) {
                if self.playing >> seat & 1 == 1 {
                    self.take_turn(seat, card)?;
                }
            }
            counts.turns += self.turn;
            let out = self.award(&mut counts);
            self.round += 1;
            if self.round == rounds || self.playing.count_ones() < 2 {
                return Some(self.outcome(out, &counts));
            }
        }
    }

    #[inline]
    fn take_turn(&mut self, seat: u32, card: usize) -> Option<()> {
        let decision = self.decision(seat, card)?;
        let dice = decision.dice();
        // An illegal number is for the ordinary way to report.
        if dice.wrapping_sub(1) >= self.allowed(seat) {
            return None;
        }
        let word = self.block.draw(Slot::new(Purpose::Turn, seat as u8, self.round, 0));
        let code = u32::from(self.memo.table(decision)?.code(word));
        self.pools[seat as usize] -= dice;
        self.committed += dice;
        self.turn += 1;
        // Without a branch: the code of an invalid result is 0, and then so is the rank.
        let rank = code << 10 | (dice & 0u32.wrapping_sub(u32::from(code != 0)));
        self.best_seat = if rank > self.best { seat } else { self.best_seat };
        self.best = self.best.max(rank);
        Some(())
    }

    #[inline]
    fn decision(&self, seat: u32, card: usize) -> Option<Decision> {
        self.memo.recall(self.seating[seat as usize], card, |field| self.answer(seat, field))
    }

    #[inline]
    fn allowed(&self, seat: u32) -> u32 {
        self.pools[seat as usize].min(self.dice_in_all.saturating_sub(self.committed + self.left_over).max(1))
    }

    /// As [`View::answer`](crate::games::gang::View::answer) has it.
    #[inline]
    fn answer(&self, seat: u32, field: Field) -> u64 {
        u64::from(match field {
            Field::AllowedUpTo(most) => self.allowed(seat).min(most),
            Field::ToBeat => return u64::from(self.best >> 10) << 16 | u64::from(self.best & 0x3ff),
            Field::Best if self.best == 0 => 0,
            Field::Best => {
                let beat = u64::from(self.best >> 10) << 16 | u64::from(self.best & 0x3ff);
                return beat << 8 | u64::from(self.best_seat);
            }
            Field::Round => self.round,
            Field::Seat => seat,
            Field::First => self.first,
            Field::Turn => self.turn + 1,
            Field::ToAct => self.playing.count_ones() - self.turn - 1,
            Field::Table => self.left_over + self.bonus + self.committed,
            Field::TableUpTo(most) => (self.left_over + self.bonus + self.committed).min(most),
            Field::BonusNext => self.game.rules().bonus_after(self.round, self.order.len() as u32),
            Field::Pool => self.pools[seat as usize],
            Field::Allowed => self.allowed(seat),
            Field::PoolOfUpTo(Seat(other), most) => self.pools[usize::from(other)].min(most),
        })
    }

    /// Awards the table (G13, G14) and eliminates (G15); a bit for each seat that this eliminated.
    #[inline]
    fn award(&mut self, counts: &mut Counts) -> u32 {
        if self.best > 0 {
            self.pools[self.best_seat as usize] += self.left_over + self.bonus + self.committed;
            self.first = self.best_seat;
            (self.left_over, self.bonus) = (0, 0);
        } else {
            self.left_over += self.committed;
            counts.all_invalid_rounds += 1;
        }
        let broke = (0..MAX_SEATS).fold(0, |mask, seat| mask | u32::from(self.pools[seat] == 0) << seat);
        let out = self.playing & broke;
        if out != 0 {
            self.playing &= !out;
            counts.eliminations += out.count_ones();
            while self.playing != 0 && self.playing >> self.first & 1 == 0 {
                self.first = (self.first + 1) % self.seating.len() as u32;
            }
        }
        out
    }

    /// Who has won (G16, G17), given who was eliminated last.
    fn outcome(&self, out: u32, counts: &Counts) -> Outcome {
        let mut outcome = Outcome::default();
        let playing = |seat: &usize| self.playing >> seat & 1 == 1;
        let most = (0..MAX_SEATS).filter(playing).map(|seat| self.pools[seat]).max();
        let winners = (0..MAX_SEATS).filter(|seat| playing(seat) && Some(self.pools[*seat]) == most);
        let winners = winners.fold(0, |mask, seat| mask | 1 << seat);
        outcome.share_among(if self.playing == 0 { out as u8 } else { winners });
        outcome.score[..MAX_SEATS].copy_from_slice(&self.pools);
        let Counts { turns, eliminations, all_invalid_rounds } = *counts;
        outcome.lengths[..5].copy_from_slice(&[turns, self.round, 0, eliminations, all_invalid_rounds]);
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, TurnEngine};
    use crate::dice::RunKey;
    use crate::games::gang::{Deck, Edition, Gang, Rules};
    use crate::simulate::engine::Engine;
    use crate::simulate::{SeatingRule, Seatings};
    use crate::strategies::find_all;

    /// Every game both ways: what is remembered says the same as asking, with pools that eliminate and
    /// supplies that limit, for all strategies that ship.
    #[test]
    fn a_lean_game_is_the_ordinary_game() {
        let lineups =
            ["boss:3,boss:2", "stand:3,boss:2,boss:4", "boss:2,boss:3,stand:1,stand:9", "random,boss:3,stand:2"];
        let mut lean_games = 0;
        for lineup in lineups {
            let names: Vec<String> = lineup.split(',').map(str::to_owned).collect();
            for (_, edition) in Edition::NAMES {
                for pools in [[48, 48, 36], [7; 3], [2; 3]] {
                    let rules = Rules { pools, ..edition.rules() };
                    let game = Gang::new(rules, Deck::reconstructed(), names.len()).unwrap();
                    let (chosen, seats) = find_all(&names, &game).unwrap();
                    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
                    let engine = TurnEngine::new(&game, &strategies, Limits::default());
                    let mut worker = engine.worker();
                    for block in 0..60 {
                        let key = RunKey::new(5).block(block);
                        engine.begin_block(key, &mut worker);
                        for seating in Seatings::new(SeatingRule::Rotate, &seats).iter() {
                            let lean = super::play(&game, &worker.memo, worker.order.cards(), seating, key);
                            let ordinary = engine.play_ordinary(seating, key, &mut worker, &mut ()).unwrap();
                            assert!(lean.is_none_or(|lean| lean == ordinary), "{lineup} {edition} {pools:?} {block}");
                            lean_games += u32::from(lean.is_some());
                        }
                    }
                }
            }
        }
        assert!(lean_games > 1_500, "{lean_games}");
    }
}
