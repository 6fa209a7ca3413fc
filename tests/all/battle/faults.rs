//! Illegal answers: the fault says what was returned and what would have been legal, and nothing is made legal.

use analyze::dice::RunKey;
use analyze::games::battle::{
    Aim, Answer, Battle, Contest, Draft, DraftView, Duel, DuelView, Exchange, Hand, Kind, Kinds, NoAnswer, Opponents,
    Placement, Purchase, Replacement, Rules, Spot, Strategy, View, tactics,
};
use analyze::games::{Fault, Seat, Table};
use std::cell::Cell;

/// Which decision is answered with something illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    Draft,
    Swap,
    Opponent,
    Limit,
    Dice,
    Shield,
    Multiply,
    Replace,
    Exchange,
    GiveWay,
    Reroll,
    Cancel,
    Buy,
    Silent,
}

const ALL: [Wrong; 14] = [
    Wrong::Draft,
    Wrong::Swap,
    Wrong::Opponent,
    Wrong::Limit,
    Wrong::Dice,
    Wrong::Shield,
    Wrong::Multiply,
    Wrong::Replace,
    Wrong::Exchange,
    Wrong::GiveWay,
    Wrong::Reroll,
    Wrong::Cancel,
    Wrong::Buy,
    Wrong::Silent,
];

/// Plays legally but for one sort of decision.
struct Player(Wrong);

thread_local! {
    /// How often the wrong answer was given.
    static GIVEN: Cell<u32> = const { Cell::new(0) };
}

impl Player {
    fn is(&self, wrong: Wrong) -> bool {
        let is = self.0 == wrong;
        GIVEN.set(GIVEN.get() + u32::from(is));
        is
    }
}

/// A die that is not there.
const NOWHERE: Spot = Spot(29);

impl Strategy for Player {
    fn draft(&self, view: &DraftView<'_>) -> Answer<Draft> {
        let owned = view.table.own_dice();
        let rarest = view.choices().iter().min_by_key(|&kind| owned.of(kind));
        match rarest {
            _ if self.0 == Wrong::Draft && !view.choices().has(Kind::Black) && self.is(Wrong::Draft) => {
                Ok(Draft::Buy(Kind::Black))
            }
            Some(kind) if self.is(Wrong::Swap) => Ok(Draft::Swap { give: kind, buy: Kind::White }),
            Some(kind) => Ok(Draft::Buy(kind)),
            None => Ok(Draft::Pass),
        }
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        if self.is(Wrong::Silent) {
            return Err(NoAnswer("no idea".into()));
        }
        let opponents = if self.is(Wrong::Opponent) { Opponents::One(view.seat()) } else { Opponents::All };
        let dice = if self.is(Wrong::Limit) { 30 } else { view.own_dice().total() - 1 };
        let contest = Contest::Armageddon(dice);
        Ok(Duel { contest, opponents, hand: Hand::Chosen })
    }

    fn dice(&self, view: &DuelView<'_>) -> Answer<Kinds> {
        if self.is(Wrong::Dice) {
            return Ok(Kinds::new([0, 0, 0, 0, 0, 9]));
        }
        Ok(tactics::dice(view))
    }

    fn shield(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        let legal = view.placements().next();
        Ok(if self.is(Wrong::Shield) { legal.map(|legal| Placement { on: legal.die, ..legal }) } else { legal })
    }

    fn multiply(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        let legal = view.placements().next();
        Ok(if self.is(Wrong::Multiply) { legal.map(|legal| Placement { die: NOWHERE, ..legal }) } else { None })
    }

    fn replace(&self, view: &DuelView<'_>) -> Answer<Option<Replacement>> {
        let legal = view.replacements().next();
        Ok(if self.is(Wrong::Replace) {
            legal.map(|legal| Replacement { from: Some(NOWHERE), ..legal })
        } else {
            legal
        })
    }

    fn exchange(&self, view: &DuelView<'_>) -> Answer<Option<Exchange>> {
        let other = view.in_reach().next().map(Exchange::Other);
        Ok(if self.is(Wrong::Exchange) { Some(Exchange::Other(Seat(5))) } else { other })
    }

    fn give_way(&self, view: &DuelView<'_>) -> Answer<Spot> {
        Ok(if self.is(Wrong::GiveWay) { NOWHERE } else { view.own_spots().next().unwrap() })
    }

    fn reroll(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        let wrong = Aim { seat: Seat(200), die: Spot(200) };
        Ok(if self.is(Wrong::Reroll) { Some(wrong) } else { view.aims().next() })
    }

    fn cancel(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        let own = Aim { seat: view.seat(), die: Spot(0) };
        Ok(if self.is(Wrong::Cancel) { Some(own) } else { view.aims().next() })
    }

    fn buy(&self, _: &View<'_>) -> Answer<Purchase> {
        let none = Purchase::default();
        Ok(if self.is(Wrong::Buy) { Purchase { take: Kinds::new([9, 0, 0, 0, 0, 0]), ..none } } else { none })
    }
}

/// The first fault of two players who are wrong in the same way.
fn fault(wrong: Wrong) -> Fault {
    // Enough points for two dice of each kind, but for the last black one.
    let rules = Rules { points: 33, goal: 60, ..Rules::reconstructed() };
    let game = Battle::new(rules, 2).unwrap();
    let player = Player(wrong);
    GIVEN.set(0);
    let fault = (0..50).find_map(|block| {
        game.play_watched(
            Table { strategies: &[&player], seating: &[0, 0], block: RunKey::new(4).block(block) },
            &mut (),
        )
        .err()
    });
    let fault = fault.unwrap_or_else(|| panic!("{wrong:?} is no fault"));
    assert_eq!(GIVEN.get(), 1, "{wrong:?}: the first illegal answer is the fault");
    fault
}

#[test]
fn every_illegal_answer_is_a_fault_that_says_what_was_legal() {
    for wrong in ALL {
        let found = fault(wrong);
        assert!(found.round >= 1 && found.seat.index() < 2, "{wrong:?} {found:?}");
        assert!(!found.returned.is_empty() && !found.legal.is_empty(), "{wrong:?} {found:?}");
    }
    assert_eq!(fault(Wrong::Silent).returned, "no idea");
    assert_eq!(fault(Wrong::Opponent).legal, "all opponents, or one of the seats 2");
    assert_eq!(fault(Wrong::Buy).legal, "at most 3 dice taken");
}
