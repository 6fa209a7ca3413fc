//! Illegal answers: the fault says what was returned and what would have been legal, and nothing is made legal.

use analyze::dice::RunKey;
use analyze::games::battle::{
    Action, Aim, Answer, Battle, Contest, Duel, Hand, Kind, Kinds, Moment, NoAnswer, Purchase, Rules, Spot, Strategy,
    View, tactics,
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
    fn draft(&self, view: &View<'_>) -> Answer<Purchase> {
        let owned = view.own_dice();
        let rarest = view.choices().kinds().min_by_key(|&kind| owned.of(kind));
        match rarest {
            _ if self.0 == Wrong::Draft && !view.choices().has(Kind::Black) && self.is(Wrong::Draft) => {
                Ok(Purchase::of(Kind::Black))
            }
            Some(kind) if self.is(Wrong::Swap) => Ok(Purchase::swap(Kind::White, kind)),
            Some(kind) => Ok(Purchase::of(kind)),
            None => Ok(Purchase::default()),
        }
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        if self.is(Wrong::Silent) {
            return Err(NoAnswer("no idea".into()));
        }
        let opponent = self.is(Wrong::Opponent).then_some(view.seat);
        let dice = if self.is(Wrong::Limit) { 30 } else { view.own_dice().total() - 1 };
        let contest = Contest::Armageddon(dice);
        Ok(Duel { contest, opponent, hand: Hand::Chosen })
    }

    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        if self.is(Wrong::Dice) {
            return Ok(Kinds::new([0, 0, 0, 0, 0, 9]));
        }
        Ok(tactics::dice(view, None))
    }

    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        let legal = view.actions().first().copied();
        let aim = |seat, die| Some(Action::Die(Aim { seat, die }));
        let (wrong, illegal, otherwise) = match (view.moment, legal) {
            (Moment::Shield, Some(Action::Place { die, from, .. })) => {
                (Wrong::Shield, Some(Action::Place { die, from, on: die }), legal)
            }
            (Moment::Multiply, Some(Action::Place { from, on, .. })) => {
                (Wrong::Multiply, Some(Action::Place { die: NOWHERE, from, on }), None)
            }
            (Moment::MultiplyLast, Some(Action::Place { die, on, .. })) => {
                (Wrong::Replace, Some(Action::Place { die, from: Some(NOWHERE), on }), legal)
            }
            (Moment::Exchange, _) => {
                let other = view.actions().iter().find(|action| matches!(action, Action::Player(_))).copied();
                (Wrong::Exchange, Some(Action::Player(Seat(5))), other)
            }
            (Moment::GiveWay, _) => (Wrong::GiveWay, aim(view.seat, NOWHERE), legal),
            (Moment::Reroll, _) => (Wrong::Reroll, aim(Seat(200), Spot(200)), legal),
            _ => (Wrong::Cancel, aim(view.seat, Spot(0)), legal),
        };
        Ok(if self.is(wrong) { illegal } else { otherwise })
    }

    fn buy(&self, _: &View<'_>) -> Answer<Purchase> {
        let none = Purchase::default();
        Ok(if self.is(Wrong::Buy) { Purchase { take: Kinds::new([9, 0, 0, 0, 0, 0]), ..none } } else { none })
    }
}

/// The first fault of two players who are wrong in the same way.
fn fault(wrong: Wrong) -> Fault {
    // Enough points for two dice of each kind, but for the last black one.
    let rules = Rules { points: 33, goal: 60, ..Rules::default() };
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
