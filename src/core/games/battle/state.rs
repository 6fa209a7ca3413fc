//! What lies on the table between duels: dice, points, supply.
//!
//! Owns the counts and who may draft and buy what (B04, B18, B20). It asks nobody and draws nothing.

use super::dice::{Kind, Kinds};
use super::duel::{Contest, Duel, Hand};
use super::rules::{MAX_SEATS, Rules};
use crate::games::Seat;
use std::fmt;

/// How often a player may give a die back in a draft (B04).
pub const GIVE_BACKS: u8 = 4;

/// What a player buys in its turn of the draft (B04), where nothing passes for good, or after a duel (B18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Purchase {
    /// Dice taken from the supply.
    pub take: Kinds,
    /// Own dice given back.
    pub give: Kinds,
}

impl Purchase {
    /// One die for points.
    pub fn of(kind: Kind) -> Purchase {
        Purchase { take: Kinds::one(kind), give: Kinds::EMPTY }
    }

    /// One die for another one and points.
    pub fn swap(take: Kind, give: Kind) -> Purchase {
        Purchase { give: Kinds::one(give), ..Purchase::of(take) }
    }

    /// Whether nothing is taken or given.
    pub fn is_empty(&self) -> bool {
        self.take.is_empty() && self.give.is_empty()
    }
}

impl fmt::Display for Purchase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {}", self.take, self.give)
    }
}

/// The table between duels.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct State {
    /// How many play.
    pub seats: usize,
    /// The number of the turn, from 0: how many duels have been fought.
    pub turn: u32,
    /// The player whose turn it is (B05).
    pub active: Seat,
    /// The dice that nobody owns.
    pub supply: Kinds,
    dice: [Kinds; MAX_SEATS],
    pub(super) points: [u32; MAX_SEATS],
}

impl State {
    pub(super) fn new(rules: &Rules, seats: usize) -> State {
        State { seats, supply: rules.supply(seats), points: [rules.points; MAX_SEATS], ..State::default() }
    }

    /// The table between two duels, before the first turn of the active player: its dice and points by seat. `None` if more
    /// dice are owned than there are, or not by as many seats as have points.
    pub fn between_duels(rules: &Rules, dice: &[Kinds], points: &[u32], active: Seat) -> Option<State> {
        let mut state = State { active, ..State::new(rules, dice.len()) };
        if points.len() != dice.len() {
            return None;
        }
        state.points[..points.len()].copy_from_slice(points);
        for (own, &dice) in state.dice.iter_mut().zip(dice) {
            state.supply = state.supply.contains(dice).then(|| state.supply - dice)?;
            *own = dice;
        }
        Some(state)
    }

    /// The seats, the first one first.
    pub fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats as u8).map(Seat)
    }

    /// The seats in turn order from `first`.
    #[inline]
    pub fn from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        clockwise(first, self.seats as u8)
    }

    /// The dice a seat owns.
    pub fn dice(&self, seat: Seat) -> Kinds {
        self.dice[seat.index()]
    }

    /// The points a seat holds.
    pub fn points(&self, seat: Seat) -> u32 {
        self.points[seat.index()]
    }

    /// The highest limit that makes a difference in a duel by points: what the dearest hand costs.
    pub fn dearest_hand(&self, rules: &Rules) -> u32 {
        self.all().map(|seat| rules.cost_of(self.dice(seat))).max().unwrap_or(0).max(1)
    }

    /// Every duel that the active player can choose (B05), but for limits that allow the same dice as a lower one.
    pub fn duels(&self, rules: &Rules) -> Vec<Duel> {
        let mut contests = vec![Contest::FirstTo15, Contest::RussianRoulette, Contest::Battle, Contest::TwoByTwo];
        contests.extend((1..=self.dearest_hand(rules)).map(Contest::ByPoints));
        contests.extend((1..=self.dice(self.active).total()).map(Contest::Armageddon));
        let opponents: Vec<Option<Seat>> =
            std::iter::once(None).chain(self.from(self.active).skip(1).map(Some)).collect();
        let with = |contest| {
            opponents.iter().flat_map(move |&opponent| Hand::ALL.map(|hand| Duel { contest, opponent, hand }))
        };
        contests.into_iter().flat_map(with).collect()
    }

    /// The same table in the turn with this number.
    #[inline]
    pub(super) fn in_turn(&self, turn: u32) -> State {
        State { turn, ..self.clone() }
    }

    /// The player whose turn is next (B05).
    #[inline]
    pub fn next_active(&self) -> Seat {
        let next = self.active.0 + 1;
        Seat(if usize::from(next) == self.seats { 0 } else { next })
    }

    pub(super) fn end_turn(&mut self) {
        self.turn += 1;
        self.active = self.next_active();
    }

    /// Whether a seat can pay a die that is there and stay within the limit of its kind.
    fn can_take(&self, seat: Seat, kind: Kind, rules: &Rules) -> bool {
        self.supply.of(kind) > 0 && rules.cost(kind) <= self.points(seat) && self.dice(seat).of(kind) < rules.limit
    }

    /// A die of each kind that a seat may buy in the draft: what it can take and still reach the dice it needs (B04).
    pub fn draft_choices(&self, seat: Seat, rules: &Rules) -> Kinds {
        let can = |&kind: &Kind| self.can_take(seat, kind, rules) && self.reaches_after(seat, kind, rules);
        Kind::ALL.into_iter().filter(can).collect()
    }

    /// Whether the dice still missing after buying `kind` could be had, cheapest first.
    fn reaches_after(&self, seat: Seat, kind: Kind, rules: &Rules) -> bool {
        let owned = self.dice(seat) + Kinds::one(kind);
        let supply = self.supply - Kinds::one(kind);
        let (mut missing, mut cost) = (rules.least.saturating_sub(owned.total()), rules.cost(kind));
        let mut kinds = Kind::ALL;
        kinds.sort_by_key(|&kind| rules.cost(kind));
        for kind in kinds {
            let taken = rules.limit.saturating_sub(owned.of(kind)).min(supply.of(kind)).min(missing);
            missing -= taken;
            cost += taken * rules.cost(kind);
        }
        missing == 0 && cost <= self.points(seat)
    }

    /// Every swap of a seat that can buy nothing (B04).
    pub(super) fn swaps(&self, seat: Seat, rules: &Rules) -> impl Iterator<Item = Purchase> {
        let owned = if self.has_drafted(seat, rules) { Kinds::EMPTY } else { self.dice(seat) };
        owned.kinds().flat_map(move |give| {
            let mut without = self.clone();
            without.purchase(seat, Purchase { take: Kinds::EMPTY, give: Kinds::one(give) }, rules);
            let choices = without.draft_choices(seat, rules);
            choices.kinds().filter(move |&take| take != give).map(move |take| Purchase::swap(take, give))
        })
    }

    /// Whether a draft is over for a seat: it has spent everything and has the dice it needs.
    pub(super) fn has_drafted(&self, seat: Seat, rules: &Rules) -> bool {
        self.points(seat) == 0 && self.dice(seat).total() >= rules.least
    }

    /// What a purchase costs, in points, if it is allowed (B18).
    ///
    /// # Errors
    /// What would be legal, by the part of the rule that it breaks.
    #[inline]
    pub fn price(&self, seat: Seat, purchase: &Purchase, rules: &Rules) -> Result<u32, String> {
        let Purchase { take, give } = *purchase;
        let (owned, supply, points) = (self.dice(seat), self.supply, self.points(seat));
        if purchase.is_empty() {
            return Ok(0);
        }
        if take.total() > rules.most {
            return Err(format!("at most {} dice taken", rules.most));
        }
        if !supply.contains(take) {
            return Err(format!("dice taken from the supply, which has {supply}"));
        }
        if !owned.contains(give) {
            return Err(format!("dice given from those owned: {owned}"));
        }
        let after = owned - give + take;
        if after.is_empty() || Kind::ALL.iter().any(|&kind| after.of(kind) > rules.limit) {
            return Err(format!("at least one die at the end, and at most {} of a kind", rules.limit));
        }
        let price = rules.cost_of(take).checked_sub(rules.cost_of(give));
        price.filter(|&price| price <= points).ok_or_else(|| format!("a price of 0 to {points} points"))
    }

    /// Carries out a purchase.
    #[inline]
    pub(super) fn purchase(&mut self, seat: Seat, Purchase { take, give }: Purchase, rules: &Rules) {
        let (points, dice) = (&mut self.points[seat.index()], &mut self.dice[seat.index()]);
        *points = *points + rules.cost_of(give) - rules.cost_of(take);
        *dice = *dice - give + take;
        self.supply = self.supply + give - take;
    }
}

/// So many seats in turn order from `first`.
#[inline]
pub(super) fn clockwise(first: Seat, seats: u8) -> impl Iterator<Item = Seat> {
    (first.0..first.0 + seats).map(move |seat| Seat(if seat < seats { seat } else { seat - seats }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rules::RuleSet;

    fn table(seats: usize) -> (Rules, State) {
        let rules = Rules::default();
        let state = State::new(&rules, seats);
        (rules, state)
    }

    fn bought(kinds: [u8; 6]) -> (Rules, State) {
        let (rules, mut state) = table(2);
        for kind in Kinds::new(kinds).dice() {
            state.purchase(Seat(0), Purchase::of(kind), &rules);
        }
        (rules, state)
    }

    fn choices(state: &State, rules: &Rules) -> Vec<&'static str> {
        state.draft_choices(Seat(0), rules).kinds().map(Kind::name).collect()
    }

    /// B04 by hand: with 5 points for 3 dice, 1 + 1 + 3 can be paid; with 4 points for 2 more, 1 + 3.
    #[test]
    fn four_dice_must_stay_within_reach() {
        let (rules, state) = bought([0, 0, 0, 0, 0, 1]);
        assert_eq!(choices(&state, &rules), ["white", "red", "yellow", "green"]);
        let (rules, state) = bought([1, 0, 0, 0, 0, 1]);
        assert_eq!(choices(&state, &rules), ["white", "red", "yellow", "green"]);
        let (rules, state) = bought([0, 0, 0, 1, 0, 1]);
        assert_eq!(choices(&state, &rules), ["white"], "1 + 1 is all that 2 points pay");
        let (rules, state) = bought([5, 0, 0, 0, 0, 0]);
        assert_eq!(choices(&state, &rules), ["red", "yellow", "green", "blue", "black"], "five whites are the limit");
    }

    /// B04: 2 points left and two dice missing, but no white die is there.
    #[test]
    fn who_can_buy_nothing_may_give_a_die_back() {
        let rules = Rules::default().with_option("--rule", "die.white.supply", "[0, 0, 0, 0]").unwrap();
        let mut state = State::new(&rules, 2);
        state.purchase(Seat(0), Purchase::of(Kind::Green), &rules);
        assert_eq!(choices(&state, &rules), ["red", "yellow", "green"], "7 - 3 points pay two of 2 points");
        state.purchase(Seat(0), Purchase::of(Kind::Blue), &rules);
        assert_eq!(choices(&state, &rules), [""; 0]);
        let swaps: Vec<Purchase> = state.swaps(Seat(0), &rules).collect();
        let for_green = [Kind::Red, Kind::Yellow].map(|take| Purchase::swap(take, Kind::Green));
        let for_blue = [Kind::Red, Kind::Yellow, Kind::Green].map(|take| Purchase::swap(take, Kind::Blue));
        assert_eq!(swaps, [&for_green[..], &for_blue].concat());
    }

    /// B18: 2 red + 1 white + 1 point buy 1 blue + 1 yellow.
    #[test]
    fn the_example_of_a_purchase() {
        let (rules, mut state) = bought([2, 2, 0, 1, 0, 0]);
        let take = Kinds::new([0, 0, 1, 0, 1, 0]);
        let purchase = Purchase { take, give: Kinds::new([1, 2, 0, 0, 0, 0]) };
        assert_eq!(state.price(Seat(0), &purchase, &rules), Ok(1));
        state.purchase(Seat(0), purchase, &rules);
        assert_eq!(state.dice(Seat(0)), Kinds::new([1, 0, 1, 1, 1, 0]));
        assert_eq!((state.points(Seat(0)), state.supply), (0, Kinds::new([11, 8, 7, 5, 3, 4])));
    }

    #[test]
    fn purchases_have_limits() {
        let (rules, state) = bought([3, 1, 0, 0, 0, 0]);
        let price = |take, give| {
            let purchase = Purchase { take: Kinds::new(take), give: Kinds::new(give) };
            state.price(Seat(0), &purchase, &rules)
        };
        let none = [0; 6];
        assert_eq!(price(none, none), Ok(0));
        assert_eq!(price([2, 0, 0, 0, 0, 0], none), Ok(2));
        assert_eq!(
            price([3, 0, 0, 0, 0, 0], none),
            Err("at least one die at the end, and at most 5 of a kind".to_owned())
        );
        assert_eq!(price([1, 1, 1, 1, 0, 0], [3, 1, 0, 0, 0, 0]), Err("at most 3 dice taken".to_owned()));
        let dear = Err("a price of 0 to 5 points".to_owned());
        assert_eq!(price([0, 0, 1, 0, 0, 1], none), dear);
        assert_eq!(price(none, [1, 0, 0, 0, 0, 0]), dear, "nothing is paid out");
        let not_owned = price(none, [0, 2, 0, 0, 0, 0]);
        assert_eq!(not_owned, Err("dice given from those owned: 3 white, 1 red".to_owned()));
        assert_eq!(price([0, 0, 0, 0, 5, 0], none), Err("at most 3 dice taken".to_owned()));
    }
}
