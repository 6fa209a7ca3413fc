//! What the words of a file are worth at a table.
//!
//! Owns the evaluation of amounts and conditions, once parameters are put in.

use super::words::{Fact, Number, Quantity, When};
use crate::games::Seat;
use crate::games::battle::{DuelView, Face, Opponents, View};
use crate::strategies::Values;
use crate::strategies::expression::meaning::{Amount, Condition};
use crate::strategies::form::Case;

/// What a word stands for at a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bound {
    /// A number of the game.
    Quantity(Quantity),
    /// An amount of the file, by its position.
    Named(usize),
    /// How many thrown dice show a face.
    Shown(Face),
}

/// A condition whose parameters are put in.
pub(super) type BoundWhen = Condition<Bound, Fact>;

/// What a number is with these values of the parameters.
pub(super) fn bind(number: &Number, values: &Values) -> Amount<Bound> {
    match number {
        Number::Quantity(quantity) => Amount::Name(Bound::Quantity(*quantity)),
        Number::Parameter(index) => Amount::Number(i64::from(values.whole(*index))),
        Number::Named(index) => Amount::Name(Bound::Named(*index)),
        Number::Shown(face) => Amount::Name(Bound::Shown(*face)),
    }
}

/// The condition with these values of the parameters: none if it always holds; `None` if it never does.
pub(super) fn bind_when(when: &Option<When>, values: &Values) -> Option<Option<BoundWhen>> {
    let Some(when) = when else { return Some(None) };
    match when.decide(&|number| bind(number, values), &|fact| Ok(*fact)) {
        Ok(open) => Some(Some(open)),
        Err(true) => Some(None),
        Err(false) => None,
    }
}

/// A decision, as the words of a file see it.
#[derive(Clone, Copy)]
pub(super) struct Scene<'r, 'v> {
    amounts: &'r [Vec<Case<Bound, BoundWhen>>],
    view: &'r View<'v>,
    duel: Option<&'r DuelView<'v>>,
}

impl<'r, 'v> Scene<'r, 'v> {
    /// Between duels.
    pub(super) fn table(amounts: &'r [Vec<Case<Bound, BoundWhen>>], view: &'r View<'v>) -> Scene<'r, 'v> {
        Scene { amounts, view, duel: None }
    }

    /// In a duel.
    pub(super) fn duel(amounts: &'r [Vec<Case<Bound, BoundWhen>>], duel: &'r DuelView<'v>) -> Scene<'r, 'v> {
        Scene { amounts, view: &duel.table, duel: Some(duel) }
    }

    /// The value of an amount.
    #[inline]
    pub(super) fn value(&self, amount: &Amount<Bound>) -> i64 {
        amount.value(&|bound| self.known(bound))
    }

    /// Whether a condition holds.
    #[inline]
    pub(super) fn holds(&self, when: &Option<BoundWhen>) -> bool {
        when.as_ref().is_none_or(|when| when.holds(&|bound| self.known(bound), &|fact| self.fact(*fact)))
    }

    /// Whether one more is within a limit.
    #[inline]
    pub(super) fn has_room(&self, number: u32, most: &Option<Amount<Bound>>) -> bool {
        most.as_ref().is_none_or(|most| i64::from(number) < self.value(most))
    }

    fn known(&self, bound: &Bound) -> i64 {
        match *bound {
            Bound::Quantity(quantity) => i64::from(self.quantity(quantity)),
            Bound::Named(index) => {
                let case = self.amounts[index].iter().find(|case| self.holds(&case.when));
                case.map_or(0, |case| self.value(&case.is))
            }
            Bound::Shown(face) => {
                self.duel.map_or(0, |duel| duel.own().dice().filter(|(_, die)| die.face == face).count() as i64)
            }
        }
    }

    fn quantity(&self, quantity: Quantity) -> u32 {
        let view = self.view;
        let state = view.state();
        let rivals = |number: &dyn Fn(Seat) -> u32| view.others().map(number).max().unwrap_or(0);
        match quantity {
            Quantity::Points => view.own_points(),
            Quantity::Dice => view.own_dice().total(),
            Quantity::Cost => view.cost(view.seat()),
            Quantity::Goal => view.rules().goal,
            Quantity::Turn => view.turn(),
            Quantity::Seats => view.seats() as u32,
            Quantity::Own(kind) => view.own_dice().of(kind),
            Quantity::Supply(kind) => state.supply().of(kind),
            Quantity::RivalsCost => rivals(&|seat| view.cost(seat)),
            Quantity::RivalsPoints => rivals(&|seat| state.points(seat)),
            Quantity::RivalsDice => rivals(&|seat| state.dice(seat).total()),
            duel => self.duel.map_or(0, |view| in_duel(duel, view)),
        }
    }

    /// Facts of the duel do not hold outside one.
    fn fact(&self, fact: Fact) -> bool {
        let Some(duel) = self.duel.map(DuelView::duel) else {
            return fact == Fact::Active && self.view.active() == self.view.seat();
        };
        match fact {
            Fact::Active => self.view.active() == self.view.seat(),
            Fact::Contest(contest) => contest.index() == duel.contest.index(),
            Fact::Hand(hand) => hand == duel.hand,
            Fact::AgainstAll => duel.opponents == Opponents::All,
        }
    }
}

/// A number that is known in a duel only.
fn in_duel(quantity: Quantity, view: &DuelView<'_>) -> u32 {
    let own = view.seat();
    match quantity {
        Quantity::Total => view.own().total().unwrap_or(0),
        Quantity::BestTotal => {
            let others = view.inside().filter(|&seat| seat != own);
            others.map(|seat| view.zone(seat).total().unwrap_or(0)).max().unwrap_or(0)
        }
        Quantity::Reserve => view.reserve(own).total(),
        Quantity::Thrown => view.own().count(),
        Quantity::Part => view.part(),
        Quantity::Bouts => view.bouts(own),
        Quantity::Fighters => view.participants().count() as u32,
        Quantity::Actions => view.actions_left(),
        _ => 0,
    }
}
