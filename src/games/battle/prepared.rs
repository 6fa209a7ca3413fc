//! Rules prepared for play.
//!
//! Owns what is worked out of the rules once for all games: how each side of each die lands, costs and limits in words,
//! and which of some kinds is the dearest. It says nothing that the rules do not say.

use super::kind::{KINDS, Kind, KindSet, Kinds, Prices};
use super::rules::{Rules, SIDES};
use super::tactics;
use super::thrown::Landing;
use std::cmp::Reverse;

/// The sides of a kind stand in rows of so many, which is a power of two.
const ROW: usize = 8;

/// Rules and what follows from them.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    pub(super) rules: Rules,
    /// How side s of kind k lands, at 8 k + s.
    landings: [Landing; ROW * ROW],
    /// What a die of each kind costs.
    costs: Kinds,
    /// The same for sums.
    prices: Prices,
    /// The most dice of each kind that a player may own.
    limits: Kinds,
    /// What a die of each kind is worth before it is thrown, in sixths, and the kinds, the worthiest first.
    worths: [u32; KINDS],
    by_worth: [Kind; KINDS],
    /// The dearest kind of each set of kinds, at the set's index.
    dearest: [Option<Kind>; KindSet::SETS],
}

impl Prepared {
    pub(super) fn new(rules: Rules) -> Prepared {
        let mut landings = [Landing::new(Kind::White, rules.die(Kind::White).faces[0]); ROW * ROW];
        for kind in Kind::ALL {
            for (side, &face) in rules.die(kind).faces.iter().enumerate() {
                landings[kind.index() * ROW + side] = Landing::new(kind, face);
            }
        }
        let mut dearest = [None; KindSet::SETS];
        for set in KindSet::all() {
            dearest[set.index()] = tactics::dearest(&rules, set.iter());
        }
        let worths = Kind::ALL.map(|kind| tactics::worth_of_kind(&rules, kind));
        let mut by_worth = Kind::ALL;
        by_worth.sort_by_key(|kind| Reverse(worths[kind.index()]));
        let costs = Kinds::new(rules.dice.map(|die| die.cost as u8));
        Prepared {
            landings,
            costs,
            prices: Prices::new(costs),
            limits: Kinds::each(rules.limit as u8),
            worths,
            by_worth,
            dearest,
            rules,
        }
    }

    /// How a side of a die lands, below [`SIDES`].
    #[inline]
    pub(super) fn landing(&self, kind: Kind, side: u32) -> &Landing {
        debug_assert!(side < SIDES as u32);
        &self.landings[kind.index() * ROW + side as usize % ROW]
    }

    /// The dearest of some kinds; white only if there is no other.
    #[inline]
    pub(super) fn dearest(&self, kinds: KindSet) -> Option<Kind> {
        self.dearest[kinds.index() % KindSet::SETS]
    }

    /// What a die of a kind is worth before it is thrown, in sixths.
    #[inline]
    pub(super) fn worth(&self, kind: Kind) -> u32 {
        self.worths[kind.index()]
    }

    /// The kinds, the worthiest first, equal ones in order.
    #[inline]
    pub(super) fn by_worth(&self) -> &[Kind; KINDS] {
        &self.by_worth
    }

    /// What all these dice cost.
    #[inline]
    pub(super) fn cost_of(&self, kinds: Kinds) -> u32 {
        self.prices.of(kinds)
    }

    /// The kinds of which one more die can be bought from this supply with so many points by who owns these dice (B18).
    #[inline]
    pub(super) fn buyable(&self, supply: Kinds, owned: Kinds, points: u32) -> KindSet {
        // No die costs more than a byte holds.
        let too_dear = Kinds::each(points.min(MOST_IN_A_BYTE) as u8 + 1);
        let there = Kinds::EMPTY.fewer_than(supply);
        there.and(owned.fewer_than(self.limits)).and(self.costs.fewer_than(too_dear)).kinds()
    }
}

/// The most points that are told apart; no die costs so many.
const MOST_IN_A_BYTE: u32 = 126;

const _: () = assert!(KINDS <= ROW && SIDES <= ROW && super::rules::MOST_COST <= MOST_IN_A_BYTE);
