//! A round in which everybody still to act plays its best response.
//!
//! Owns the induction within a round. For all numbers of dice that players can commit, one after another, it keeps what each
//! result to beat is then worth to every seat.
//!
//! **The last player** takes the table if it beats the best result, whatever its own dice, so its value is linear in the
//! chance of that, and the highest or the lowest chance is best: exact.
//!
//! **An earlier player** makes of each result of its own what those who follow leave of it. Of a number of dice every plan
//! of the family is tried against every result to beat; what a result is worth that leads does not depend on what it has
//! beaten.
//!
//! **Ties.** Of numbers of dice whose values are equal to 10⁻¹² the fewest are taken, and of their plans the first; the last
//! player wants to win if it does not matter to it.

use super::super::course::{Position, shares};
use super::super::grid::GridValues;
use super::super::{Mark, Shares, tie_floor};
use super::commit::{Commit, choose};
use super::ends::Ends;
use super::plans::{Aim, CardPlans, Commitment};
use super::price::Results;
use super::reply::{Reply, aim, mix, row};
use crate::games::gang::MAX_SEATS;
use fearless_simd::{Level, Simd, dispatch};

/// The best result so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lead {
    /// Whose it is.
    pub seat: usize,
    /// The result.
    pub mark: Mark,
}

/// A round under a card, from some turn on.
#[derive(Clone, Copy)]
pub(super) struct Round<'r, const ALIKE: bool = true> {
    /// The values before the next round, unless it is the last.
    pub grids: &'r GridValues<ALIKE>,
    pub plans: &'r CardPlans,
    /// The pools now, and as dice left by earlier rounds all on the table but this round's bonus.
    pub at: Position,
    /// A bit for each seat that was in the game when the round began.
    pub playing: u8,
    /// Who is still to act, in order, and how many they are.
    pub order: [usize; MAX_SEATS],
    pub to_act: usize,
    /// The most dice that the first of them may commit.
    pub allowed: u32,
    pub lead: Option<Lead>,
    /// How many totals may lead, from that one on; 1 if nothing leads.
    pub leads: usize,
}

/// Dice that have been committed, by seat.
pub(super) type Dice = [u8; MAX_SEATS];

/// What is done in a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Choice {
    pub dice: u32,
    pub aim: Aim,
    pub shares: Shares,
}

/// Results to beat that have one owner, all of as many dice, and where they stand among all.
pub(super) struct Block {
    lead: Option<Lead>,
    /// From which total on, as many as there are; one if there is nothing to beat.
    pub count: usize,
}

impl Block {
    /// The result to beat at a place in the block.
    pub(super) fn mark(&self, place: usize) -> Option<Mark> {
        self.lead.map(|Lead { mark: Mark { total, dice }, .. }| Mark { total: total + place as u32, dice })
    }

    /// The lowest total that beats that result with this number of dice.
    pub(super) fn target(&self, place: usize, dice: u32) -> u32 {
        Mark::target_beyond(self.mark(place), dice)
    }
}

/// What the last player of a round does against a result to beat.
#[derive(Clone, Copy)]
pub(super) struct Last {
    /// Whose the result to beat is.
    pub leader: Option<usize>,
    pub dice: u32,
    pub aim: Aim,
    /// The chance to win with that.
    pub chance: f64,
}

impl<'r, const ALIKE: bool> Round<'r, ALIKE> {
    /// The round that follows a position.
    pub(super) fn begin(grids: &'r GridValues<ALIKE>, plans: &'r CardPlans, at: Position) -> Round<'r, ALIKE> {
        let (playing, mut order, mut to_act) = (at.playing(), [0; MAX_SEATS], 0);
        for seat in (at.first..grids.course.seats()).chain(0..at.first).filter(|seat| playing >> seat & 1 == 1) {
            order[to_act] = seat;
            to_act += 1;
        }
        Round { grids, plans, at, playing, order, to_act, allowed: u32::MAX, lead: None, leads: 1 }
    }

    /// The same round by other values of what comes after it.
    pub(super) fn by<const OTHERS_ALIKE: bool>(&self, grids: &'r GridValues<OTHERS_ALIKE>) -> Round<'r, OTHERS_ALIKE> {
        let Round { plans, at, playing, order, to_act, allowed, lead, leads, .. } = *self;
        Round { grids, plans, at, playing, order, to_act, allowed, lead, leads }
    }

    /// The same round with the seats counted from this one.
    pub(super) fn seen_from(self, from: usize) -> Round<'r, ALIKE> {
        let seats = self.grids.course.seats();
        let counted = |seat: usize| (seat + seats - from) % seats;
        let mut turned = Round { at: Position { first: counted(self.at.first), ..self.at }, playing: 0, ..self };
        for seat in 0..seats {
            turned.at.pools[counted(seat)] = self.at.pools[seat];
            turned.playing |= (self.playing >> seat & 1) << counted(seat);
        }
        turned.order[..self.to_act].iter_mut().for_each(|seat| *seat = counted(*seat));
        turned.lead = self.lead.map(|lead| Lead { seat: counted(lead.seat), ..lead });
        turned
    }

    /// The win share that each seat can expect.
    pub(super) fn value(&self) -> Shares {
        self.table(0, [0; MAX_SEATS], &mut Ends::new(self))[0]
    }

    /// What the player on turn does.
    pub(super) fn choice(&self) -> Choice {
        self.choices()[0]
    }

    /// What the player on turn does against each of the totals that may lead.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let mut chosen = Vec::with_capacity(self.leads);
        let blocks = self.blocks(0, &[0; MAX_SEATS]);
        self.solve((0, [0; MAX_SEATS]), &blocks, &mut Ends::new(self), &mut |choice| chosen.push(choice));
        chosen
    }

    /// What each result to beat is worth when a player acts, these dice having been committed by those before it: first
    /// what there is at the beginning, then all totals of each of them.
    fn table(&self, acting: usize, dice: Dice, ends: &mut Ends) -> Vec<Shares> {
        let blocks = self.blocks(acting, &dice);
        let mut table = Vec::with_capacity(blocks.iter().map(|block| block.count).sum());
        self.solve((acting, dice), &blocks, ends, &mut |choice| table.push(choice.shares));
        table
    }

    fn solve(&self, turn: (usize, Dice), blocks: &[Block], ends: &mut Ends, give: &mut impl FnMut(Choice)) {
        if self.is_last(turn.0) {
            self.last(turn, blocks, ends, &mut |Last { dice, aim, .. }, shares| give(Choice { dice, aim, shares }));
        } else {
            self.earlier(turn, blocks, ends, give);
        }
    }

    /// Whether nobody acts after this player.
    pub(super) fn is_last(&self, acting: usize) -> bool {
        acting + 1 == self.to_act
    }

    pub(super) fn blocks(&self, acting: usize, dice: &Dice) -> Vec<Block> {
        let first = Block { lead: self.lead, count: self.leads };
        let of = |&seat: &usize| {
            let dice = u32::from(dice[seat]);
            Block { lead: Some(Lead { seat, mark: Mark { total: 0, dice } }), count: self.plans.totals(dice) }
        };
        std::iter::once(first).chain(self.order[..acting].iter().map(of)).collect()
    }

    /// The numbers of dice that a player can commit after these.
    pub(super) fn commitments(&self, acting: usize, dice: &Dice) -> impl Iterator<Item = &'r Commitment> {
        let committed = dice.iter().map(|&dice| u32::from(dice)).sum();
        let allowed = self.grids.course.allowed(&self.at, self.order[acting], committed);
        let allowed = if acting == 0 { allowed.min(self.allowed) } else { allowed };
        let is_last = self.is_last(acting);
        let plans = self.plans;
        plans
            .commitments
            .iter()
            .filter(move |commitment| commitment.dice <= allowed && (is_last || !commitment.aims.is_empty()))
    }

    /// What the last player does against each result to beat, and what that is worth to every seat. With the best vectors
    /// that the processor has, to the same bits with all of them.
    pub(super) fn last(
        &self,
        turn: (usize, Dice),
        blocks: &[Block],
        ends: &mut Ends,
        give: &mut impl FnMut(Last, Shares),
    ) {
        dispatch!(Level::new(), simd => simd.vectorize(
            #[inline(always)]
            || self.last_in_vectors(turn, blocks, ends, give)
        ));
    }

    #[inline(always)]
    fn last_in_vectors(
        &self,
        (acting, dice): (usize, Dice),
        blocks: &[Block],
        ends: &mut Ends,
        give: &mut impl FnMut(Last, Shares),
    ) {
        let seat = self.order[acting];
        let with = |own| self.with(acting, dice, own);
        let wins = self.end(Some(seat), &with(1));
        let mut replies = Vec::with_capacity(self.plans.commitments.len());
        let most = blocks.iter().map(|block| block.count).max().unwrap_or(0);
        let (mut best, mut own) = (Vec::with_capacity(most), Vec::with_capacity(most));
        for block in blocks {
            let winner = block.lead.map(|lead| lead.seat);
            replies.clear();
            replies.extend(self.commitments(acting, &dice).map(|commitment| {
                let loses = ends.find(self, winner, with(commitment.dice));
                Reply::new(commitment, block, (wins[seat], loses), seat)
            }));
            best.clear();
            best.resize(block.count, f64::NEG_INFINITY);
            own.clear();
            own.resize(block.count, 0);
            replies.iter().for_each(|reply| reply.raise(&mut best, seat));
            best.iter_mut().for_each(|best| *best = tie_floor(*best));
            for (number, reply) in replies.iter().enumerate().rev() {
                reply.take(&best, seat, (&mut own, number as u64));
            }
            for (place, &number) in own.iter().enumerate() {
                let Reply { commitment, chances, loses, .. }: &Reply<'_> = &replies[number as usize];
                let shares = std::array::from_fn(|seat| mix(chances[place], wins[seat], loses[seat]));
                let aim = aim(wins[seat] >= loses[seat], block.target(place, commitment.dice));
                give(Last { leader: winner, dice: commitment.dice, aim, chance: chances[place] }, shares);
            }
        }
    }

    fn earlier(&self, (acting, dice): (usize, Dice), blocks: &[Block], ends: &mut Ends, give: &mut impl FnMut(Choice)) {
        let seat = self.order[acting];
        let marks: usize = blocks.iter().map(|block| block.count).sum();
        let mut options = Vec::with_capacity(self.plans.commitments.len());
        options.extend(self.commitments(acting, &dice).map(|commitment| {
            let dice = self.with(acting, dice, commitment.dice);
            Commit::new(commitment, self.table(acting + 1, dice, ends), marks, seat)
        }));
        choose(&options, seat, blocks, &mut |pick| give(pick.choice(&options)));
    }

    /// These dice, and those of a player who acts now.
    pub(super) fn with(&self, acting: usize, mut dice: Dice, own: u32) -> Dice {
        dice[self.order[acting]] = own as u8;
        dice
    }

    /// What the results of the player on turn are worth, with any number of dice.
    pub(super) fn results(&self, own: u32) -> Results {
        let (seat, mark) = (self.order[0], self.lead.map(|lead| lead.mark));
        let dice = self.with(0, [0; MAX_SEATS], own);
        let worth = if self.to_act > 1 {
            self.table(1, dice, &mut Ends::new(self))
        } else {
            let keeps = self.end(self.lead.map(|lead| lead.seat), &dice);
            let wins = self.end(Some(seat), &dice);
            std::iter::once(keeps).chain(std::iter::repeat_n(wins, self.plans.totals(own))).collect()
        };
        Results { mark, dice: own, worth }
    }

    /// What each number of dice that is considered is worth to that player at best.
    pub(super) fn options(&self) -> Vec<f64> {
        let all = self.commitments(0, &[0; MAX_SEATS]);
        all.filter_map(|commitment| self.best_with(&self.results(commitment.dice))).collect()
    }

    /// What that player can expect at best with as many dice as these results are of, if so many are considered.
    pub(super) fn best_with(&self, results: &Results) -> Option<f64> {
        let commitment = self.commitments(0, &[0; MAX_SEATS]).find(|commitment| commitment.dice == results.dice)?;
        let (seat, worth) = (self.order[0], &results.worth);
        let loses = worth[0][seat];
        if self.to_act > 1 {
            let commit = Commit::new(commitment, worth.clone(), 1, seat);
            return Some(commit.best(commit.target(results.mark), loses));
        }
        let wins = worth.get(1).map_or(loses, |wins| wins[seat]);
        let target = Mark::target_beyond(results.mark, commitment.dice) as usize;
        let chance = row(commitment, wins >= loses).get(target).copied().unwrap_or(0.0);
        Some(mix(chance, wins, loses))
    }

    /// What the end of the round is worth to every seat.
    pub(super) fn end(&self, winner: Option<usize>, dice: &Dice) -> Shares {
        let committed: u32 = dice.iter().map(|&dice| u32::from(dice)).sum();
        if winner.is_none() && committed == self.at.pools.iter().sum::<u32>() {
            // All go out in one round, and share the win (G16).
            return shares(self.playing);
        }
        self.grids.after(&self.at, winner, dice)
    }
}
