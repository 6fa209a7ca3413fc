//! Two by two: bouts until somebody has won two (B05).
//!
//! Owns the chain of bouts. A bout is a throw, which `clash` compares.

use super::super::contest::{BOUT_DICE, BOUTS_TO_WIN};
use super::super::duel::{MOST_REPEATS, Need};
use super::super::rules::MAX_SEATS;
use super::clash::{Dice, Ring, Settled, Zones};
use super::sums::Sum;
use super::{DUST, End, Shown, Unsolved};
use std::collections::HashMap;
use std::rc::Rc;

/// Where a duel stands between two bouts: the dice in the reserves, bouts won, and points that showed.
type Stand = (Dice, [u8; MAX_SEATS], Shown);

impl Ring<'_> {
    /// How a two by two ends.
    pub(super) fn bouts(&mut self) -> Result<Sum<(End, Shown)>, Unsolved> {
        let packs = self.packs();
        let start: Stand = (packs, [0; MAX_SEATS], Shown::default());
        let (mut ends, mut now) = (Sum::default(), Sum::of(start));
        let mut known: HashMap<Dice, Rc<Sum<Settled>>> = HashMap::new();
        for bout in 0..=MOST_REPEATS {
            let over = bout == MOST_REPEATS || now.total() < DUST;
            let mut next = Sum::default();
            for &((reserves, wins, shown), chance) in now.all() {
                if over {
                    ends.add((End::Drawn, shown), chance);
                    continue;
                }
                let settled = match known.get(&reserves) {
                    Some(settled) => Rc::clone(settled),
                    None => {
                        let settled = Rc::new(self.throw(&reserves, Need::Exactly(BOUT_DICE), Zones::All)?);
                        known.insert(reserves, Rc::clone(&settled));
                        settled
                    }
                };
                self.work.spend(settled.all().len())?;
                for &((end, more, zones), share) in settled.all() {
                    let (mut wins, mut shown) = (wins, shown);
                    shown.iter_mut().zip(more).for_each(|(all, more)| *all += more);
                    if let End::Won(winner) = end {
                        wins[usize::from(winner)] += 1;
                        if u32::from(wins[usize::from(winner)]) == BOUTS_TO_WIN {
                            ends.add((end, shown), chance * share);
                            continue;
                        }
                    }
                    next.add((after(&packs, &reserves, &zones), wins, shown), chance * share);
                }
            }
            now = next;
        }
        Ok(ends)
    }
}

/// The reserves of the next bout: whoever has too few dice takes all back.
fn after(packs: &Dice, reserves: &Dice, zones: &Dice) -> Dice {
    let mut next = Dice::default();
    for (at, next) in next.iter_mut().enumerate() {
        let left = reserves[at] - zones[at];
        *next = if left.total() < BOUT_DICE { packs[at] } else { left };
    }
    next
}
