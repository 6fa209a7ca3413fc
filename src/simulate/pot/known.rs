//! What turns are played from once their decisions are known.
//!
//! Owns the guides of tables and the payments of choices, each kept once, and how both are found for a decision.

use super::Solved;
use super::code::{Class, Guide};
use super::lanes::{Lanes, Word};
use super::lean::Turn;
use super::ledger::{Gains, LedgerIndex, Ledgers};
use crate::games::Seat;
use crate::games::pot::{Combo, Holdings, LegalChoices, MAX_SEATS, Rerolled};
use std::collections::HashMap;
use std::sync::Arc;

/// What turns with the same choices move.
struct Payments<W> {
    choices: LegalChoices,
    /// By seat of the roller and class, if nobody lacks coins.
    moved: [[Lanes<W>; Class::MANY]; MAX_SEATS],
}

impl<W: Word> Payments<W> {
    fn new(choices: LegalChoices, seats: usize) -> Payments<W> {
        let mut moved = [[Lanes::default(); Class::MANY]; MAX_SEATS];
        for (seat, moved) in (0..).zip(&mut moved[..seats]) {
            for (class, combo, rerolled) in Class::all() {
                let pay = |all: &mut Holdings| all.pay_turn(Seat(seat), combo, rerolled, choices);
                moved[class.index()] = Lanes::full(seats, pay).0;
            }
        }
        Payments { choices, moved }
    }
}

/// What every combo brings the roller if nobody lacks coins.
fn gains(choices: LegalChoices, seats: usize) -> Gains {
    Combo::ALL.map(|combo| Lanes::<u128>::full(seats, |all| all.pay_turn(Seat(0), combo, Rerolled::Never, choices)).1)
}

/// Where guide, payments and ledger of a decision are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    guide: u32,
    payments: u32,
    ledger: LedgerIndex,
}

/// What a worker knows.
pub(super) struct Known<W> {
    guides: Vec<Guide>,
    /// The number of the guide of the table at an address.
    numbers: HashMap<usize, u32>,
    payments: Vec<Payments<W>>,
}

impl<W> Default for Known<W> {
    fn default() -> Known<W> {
        Known { guides: Vec::new(), numbers: HashMap::new(), payments: Vec::new() }
    }
}

impl<W: Word> Known<W> {
    /// The place of a decision, made if it is new.
    pub(super) fn leaf(&mut self, solved: &Solved, seats: usize, ledgers: &mut Ledgers) -> Leaf {
        let Solved { strategy, choices, table } = solved;
        let (strategy, choices) = (*strategy, *choices);
        let guide = *self.numbers.entry(Arc::as_ptr(table) as usize).or_insert_with(|| {
            self.guides.push(Guide::new(Arc::clone(table)));
            self.guides.len() as u32 - 1
        });
        let same = self.payments.iter().position(|payments| payments.choices == choices);
        let payments = same.unwrap_or_else(|| {
            self.payments.push(Payments::new(choices, seats));
            self.payments.len() - 1
        });
        let ways = self.guides[guide as usize].ways();
        let ledger = ledgers.open(strategy, gains(choices, seats), ways);
        Leaf { guide, payments: payments as u32, ledger }
    }

    /// What a leaf's turn of the player at a seat is played from.
    #[inline(always)]
    pub(super) fn turn<'k>(&'k self, leaf: Leaf, seat: usize, ledgers: &'k Ledgers) -> Turn<'k, W> {
        let payments = &self.payments[leaf.payments as usize];
        Turn {
            guide: &self.guides[leaf.guide as usize],
            moved: &payments.moved[seat % MAX_SEATS],
            choices: payments.choices,
            ledger: ledgers.get(leaf.ledger),
        }
    }
}
