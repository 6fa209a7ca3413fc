//! What a number of dice is worth to a player whom others follow in the round, with any plan of the family.
//!
//! Owns its values by result to beat, and the choice among numbers of dice. How they follow from each other is the business of
//! `rounds`.

use super::super::{Mark, Shares, fewest_dice, tie_floor};
use super::plans::Commitment;
use super::rounds::{Block, Choice};
use fearless_simd::{Level, Simd, dispatch};

/// What is chosen against a result to beat: one of the options, and one of its plans.
#[derive(Clone, Copy)]
pub(super) struct Pick {
    pub option: usize,
    plan: usize,
    /// The lowest total that beats the result.
    target: usize,
    /// The place of the result among all that can be to beat.
    at: usize,
}

/// Gives the best of a player's options against each result to beat.
pub(super) fn choose(options: &[Commit<'_>], seat: usize, blocks: &[Block], give: &mut impl FnMut(Pick)) {
    dispatch!(Level::new(), simd => simd.vectorize(
        #[inline(always)]
        || choose_in_vectors(options, seat, blocks, give)
    ));
}

#[inline(always)]
fn choose_in_vectors(options: &[Commit<'_>], seat: usize, blocks: &[Block], give: &mut impl FnMut(Pick)) {
    let mut at = 0;
    let mut values = vec![0.0; options.len()];
    for block in blocks {
        for place in 0..block.count {
            let mark = block.mark(place);
            for (value, option) in values.iter_mut().zip(options) {
                *value = option.best(option.target(mark), option.table[at][seat]);
            }
            let number = fewest_dice(&values) as usize - 1;
            let option = &options[number];
            let target = option.target(mark);
            give(Pick { option: number, plan: option.plan(target, at, seat), target, at });
            at += 1;
        }
    }
}

impl Pick {
    /// What is done, and what every seat can expect of it.
    #[inline(always)]
    pub(super) fn choice(self, options: &[Commit<'_>]) -> Choice {
        let option = &options[self.option];
        let shares = option.shares_by(&option.table, self);
        Choice { dice: option.commitment.dice, aim: option.commitment.aims[self.plan], shares }
    }
}

/// A number of dice of a player whom others follow.
pub(super) struct Commit<'r> {
    commitment: &'r Commitment,
    /// What every result to beat is worth after its turn: those before it, then its own.
    table: Vec<Shares>,
    /// How many of them are others'.
    others: usize,
    /// By target and plan: what results from the target on are worth to it, each with its chance.
    gains: Vec<f64>,
}

impl<'r> Commit<'r> {
    pub(super) fn new(commitment: &'r Commitment, table: Vec<Shares>, others: usize, seat: usize) -> Commit<'r> {
        let plans = commitment.aims.len();
        let mut gains = vec![0.0; (commitment.totals + 1) * plans];
        for total in (0..commitment.totals).rev() {
            let worth = table[others + total][seat];
            let (here, above) = gains[total * plans..].split_at_mut(plans);
            let chances = &commitment.chances[total * plans..][..plans];
            for ((gain, &above), &chance) in here.iter_mut().zip(&above[..plans]).zip(chances) {
                *gain = above + chance * worth;
            }
        }
        Commit { commitment, table, others, gains }
    }

    /// The lowest total that beats the mark; one more than the highest if none does.
    pub(super) fn target(&self, mark: Option<Mark>) -> usize {
        (Mark::target_beyond(mark, self.commitment.dice) as usize).min(self.commitment.totals)
    }

    /// What each plan is worth, if what is not beaten is worth `kept`.
    #[inline(always)]
    fn values(&self, target: usize, kept: f64) -> impl Iterator<Item = f64> {
        let plans = self.commitment.aims.len();
        let (gains, reach) =
            (&self.gains[target * plans..][..plans], &self.commitment.reach[target * plans..][..plans]);
        gains.iter().zip(reach).map(move |(&gain, &chance)| gain + (1.0 - chance) * kept)
    }

    /// What the best plan is worth.
    #[inline(always)]
    pub(super) fn best(&self, target: usize, kept: f64) -> f64 {
        let plans = self.commitment.aims.len();
        let (gains, reach) =
            (&self.gains[target * plans..][..plans], &self.commitment.reach[target * plans..][..plans]);
        let higher = |best: &mut f64, (&gain, &chance): (&f64, &f64)| {
            let value = gain + (1.0 - chance) * kept;
            *best = if value > *best { value } else { *best };
        };
        // Several maxima side by side are found at once.
        let mut all = [f64::NEG_INFINITY; 8];
        let (gains, last_gains) = gains.as_chunks::<8>();
        let (reach, last_reach) = reach.as_chunks::<8>();
        for (gains, reach) in gains.iter().zip(reach) {
            all.iter_mut().zip(gains.iter().zip(reach)).for_each(|(best, value)| higher(best, value));
        }
        let mut best = f64::NEG_INFINITY;
        last_gains.iter().zip(last_reach).for_each(|value| higher(&mut best, value));
        all.into_iter().fold(best, |best, value| if value > best { value } else { best })
    }

    /// The first of the plans that tie with the best, against the result to beat at a place of the table.
    #[inline(always)]
    fn plan(&self, target: usize, at: usize, seat: usize) -> usize {
        let kept = self.table[at][seat];
        let floor = tie_floor(self.best(target, kept));
        self.values(target, kept).position(|value| value >= floor).unwrap_or(0)
    }

    /// What every seat can expect of a choice, by a table of what each result to beat is worth.
    #[inline(always)]
    pub(super) fn shares_by(&self, table: &[Shares], Pick { plan, target, at, .. }: Pick) -> Shares {
        let plans = self.commitment.aims.len();
        let mut shares = table[at].map(|kept| (1.0 - self.commitment.reach[target * plans + plan]) * kept);
        for total in target..self.commitment.totals {
            let chance = self.commitment.chances[total * plans + plan];
            let worth = &table[self.others + total];
            shares.iter_mut().zip(worth).for_each(|(share, worth)| *share += chance * worth);
        }
        shares
    }
}
