//! Plans to reroll that many positions share, by number.
//!
//! Owns the numbers, and how many plans are kept. A number follows from what the plan rerolls, not from the order in which
//! plans are found. What has no room is known to its thread while its turn is played, and an engine must not remember the
//! decision. So no game depends on how many plans other games have made.

use crate::dice::mix;
use crate::exact::pot::RerollPolicy;
use crate::games::declaration::Unlisted;
use crate::games::pot::{DiceSet, NoAnswer, PolicyId, Reroll, Roll, Throw, View};
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

/// How many plans are kept: some 25 MB.
const MOST_PLANS: usize = 1 << 15;
/// How many plans beyond them a thread keeps: those of turns under way, of which a script may make 100 each.
const MOST_UNDER_WAY: usize = 64 * 100;
/// How many it keeps that a script has made for a single reroll.
const MOST_OF_REROLLS: usize = 100;
/// Added to all numbers: no goal has a number as high.
const FIRST: u64 = 1 << 60;

/// Tells the books of a process apart.
static BOOKS: AtomicU64 = AtomicU64::new(0);

/// The book of a plan and its number.
type Key = (u64, u64);

/// The plans that were made last, in this order.
struct Latest {
    plans: HashMap<Key, RerollPolicy>,
    order: VecDeque<Key>,
    most: usize,
}

impl Latest {
    fn with_room(most: usize) -> RefCell<Latest> {
        RefCell::new(Latest { plans: HashMap::new(), order: VecDeque::new(), most })
    }

    fn put(&mut self, key: Key, plan: RerollPolicy) {
        if self.plans.insert(key, plan).is_some() {
            self.order.retain(|known| *known != key);
        }
        self.order.push_back(key);
        if self.order.len() > self.most {
            self.order.pop_front().and_then(|oldest| self.plans.remove(&oldest));
        }
    }
}

thread_local! {
    /// A turn is played to its end by the thread that began it.
    static UNDER_WAY: RefCell<Latest> = Latest::with_room(MOST_UNDER_WAY);
    /// A turn can be rerolled in very many ways, which must not displace its own plan.
    static OF_REROLLS: RefCell<Latest> = Latest::with_room(MOST_OF_REROLLS);
}

/// What a plan is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum For {
    /// A turn.
    Turn,
    /// The reroll that is decided now.
    Reroll,
}

/// The plans that were found, by their numbers.
pub(super) struct PlanBook {
    known: RwLock<HashMap<u64, RerollPolicy>>,
    most: usize,
    book: u64,
}

impl Default for PlanBook {
    fn default() -> PlanBook {
        PlanBook::with_room(MOST_PLANS)
    }
}

/// A number that follows from what a plan rerolls, from [`FIRST`] and below twice that.
fn digest(plan: &RerollPolicy) -> u64 {
    let of = |next| Throw::all().map(move |shown| Roll { shown, next });
    let rolls = [Reroll::Free, Reroll::Paid].into_iter().flat_map(of);
    let digest = rolls.fold(0, |digest, roll| mix(digest ^ u64::from(plan.reroll(&roll).bits())));
    FIRST | (digest % FIRST)
}

impl PlanBook {
    /// With room for so many plans.
    pub(super) fn with_room(most: usize) -> PlanBook {
        PlanBook { known: RwLock::default(), most, book: BOOKS.fetch_add(1, Ordering::Relaxed) }
    }

    /// Whether a number can be that of a plan.
    pub(super) fn has_number(number: u64) -> bool {
        number & !(FIRST - 1) == FIRST
    }

    /// The number of a plan. In the rare case that another plan has it, the next one that is free. The plan itself if there is
    /// no room for it.
    pub(super) fn keep(&self, plan: RerollPolicy) -> Result<u64, Box<RerollPolicy>> {
        let mut number = digest(&plan);
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if known.get(&number).is_some_and(|known| known.rerolls_like(&plan)) {
            return Ok(number);
        }
        drop(known);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        while let Some(other) = known.get(&number) {
            if other.rerolls_like(&plan) {
                return Ok(number);
            }
            number = FIRST | (number.wrapping_add(1) % FIRST);
        }
        if known.len() >= self.most {
            return Err(Box::new(plan));
        }
        known.insert(number, plan);
        Ok(number)
    }

    /// The number of the plan of a turn that begins.
    pub(super) fn of_turn(&self, plan: RerollPolicy, view: &View<'_>) -> PolicyId {
        let plan = match self.keep(plan) {
            Ok(number) => return PolicyId(number),
            Err(plan) => *plan,
        };
        view.note_unlisted(Unlisted::Plan);
        let number = digest(&plan) | FIRST << 1;
        UNDER_WAY.with_borrow_mut(|plans| plans.put((self.book, number), plan));
        PolicyId(number)
    }

    /// The number of a plan that a script gets, and whether the plan is kept; if not, it is known only while the turn or the
    /// reroll is decided and played, and an engine must not remember the decision. The number is the same either way.
    pub(super) fn of_script(&self, plan: RerollPolicy, made_for: For) -> (u64, bool) {
        let plan = match self.keep(plan) {
            Ok(number) => return (number, true),
            Err(plan) => *plan,
        };
        let number = digest(&plan);
        let latest = if made_for == For::Turn { &UNDER_WAY } else { &OF_REROLLS };
        latest.with_borrow_mut(|plans| plans.put((self.book, number), plan));
        (number, false)
    }

    /// What the plan of a number rerolls, if there is one.
    pub(super) fn find(&self, number: u64, roll: &Roll) -> Option<DiceSet> {
        if let Some(plan) = self.known.read().unwrap_or_else(PoisonError::into_inner).get(&number) {
            return Some(plan.reroll(roll));
        }
        let rerolled = |latest: &Latest| latest.plans.get(&(self.book, number)).map(|plan| plan.reroll(roll));
        UNDER_WAY.with_borrow(rerolled).or_else(|| OF_REROLLS.with_borrow(rerolled))
    }

    /// The same for a strategy, which has no answer for plans that were never made.
    pub(super) fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        self.find(plan.0, roll).ok_or_else(|| NoAnswer("no answer for a plan that it has not made".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::RunKey;
    use crate::exact::pot::Purse;
    use crate::games::declaration::Trace;
    use crate::games::pot::{Combos, Holdings, Pot, Rules, Situation, State};

    /// Rerolls whatever is below a number.
    fn below(face: u8) -> RerollPolicy {
        let rule = |roll: &Roll| Ok::<_, ()>(roll.shown.dice_with(|shown| shown < face));
        RerollPolicy::of_rule(Combos::PUBLISHED, Purse::Coins, rule).unwrap()
    }

    #[test]
    fn equal_plans_have_one_number_and_others_have_another() {
        let (book, other) = (PlanBook::default(), PlanBook::default());
        let numbers: Vec<u64> = (0..6).map(|face| book.keep(below(face)).unwrap()).collect();
        let again: Vec<u64> = (0..6).rev().map(|face| other.keep(below(face)).unwrap()).collect();
        assert!(numbers.iter().eq(again.iter().rev()), "whatever the order: {numbers:?} {again:?}");
        let roll = Roll { shown: Throw::new([0, 3, 5]), next: Reroll::Paid };
        for (face, number) in numbers.iter().enumerate() {
            assert!(PlanBook::has_number(*number));
            assert_eq!(book.find(*number, &roll), Some(below(face as u8).reroll(&roll)));
            assert_eq!(numbers.iter().filter(|other| *other == number).count(), 1);
        }
    }

    #[test]
    fn plans_of_rerolls_do_not_displace_the_plan_of_the_turn() {
        let book = PlanBook::with_room(0);
        let roll = Roll { shown: Throw::new([0, 3, 5]), next: Reroll::Free };
        let (number, is_kept) = book.of_script(below(4), For::Turn);
        assert!(!is_kept, "there is no room");
        for other in 0..2 * MOST_UNDER_WAY {
            book.of_script(below(if other % 2 == 0 { 1 } else { 2 }), For::Reroll);
        }
        for face in [1, 2] {
            let (number, _) = book.of_script(below(face), For::Reroll);
            assert_eq!(book.find(number, &roll), Some(below(face).reroll(&roll)));
        }
        assert_eq!(book.find(number, &roll), Some(below(4).reroll(&roll)));
        assert_eq!(PlanBook::with_room(0).find(number, &roll), None, "plans are a book's own");
        assert_eq!(
            PlanBook::default().of_script(below(4), For::Turn),
            (number, true),
            "the number says nothing of room"
        );
    }

    /// Decisions with plans for which there is no room are played, but not remembered.
    #[test]
    fn plans_without_room_are_known_for_their_turn() {
        let (book, game) = (PlanBook::with_room(2), Pot::new(Rules::default(), 2).unwrap());
        let state = State::before_turn(Holdings::of(&[3, 3], 112, 2), None, false, crate::games::Seat(0));
        let situation = Situation::new(&game, RunKey::new(0).block(0), &state);
        let roll = Roll { shown: Throw::new([0, 3, 5]), next: Reroll::Free };
        for (at, face) in (0..5u8).enumerate() {
            let trace = Trace::default();
            let number = book.of_turn(below(face), &View::traced(situation, &trace));
            assert_eq!(book.reroll(number, &roll), Ok(below(face).reroll(&roll)));
            assert_eq!(trace.take().1, (at >= 2).then_some(Unlisted::Plan), "{face}");
        }
        assert!(book.reroll(PolicyId(7), &roll).is_err());
    }
}
