//! Whole turns in a designer's words, from which the strategies choose.
//!
//! Owns what the strategies have in common: how a turn is opened, how a total is chased, and how a round is
//! given up. Which of them to play, and with how many dice, is what a strategy thinks.

use crate::looks::{Looks, Target};
use analyze::dice::{Counts, FACES, Face};
use analyze::games::gang::{Amount, Card, Commit, Condition, NoAnswer, PolicyId, Roll, Strategy, View};
use analyze::strategies::gang::{Aim, FaceSet, Pick, Tactic};

/// A player who chooses one of the moves below: a strategy that cannot fail, and whose rerolls are those of a tactic.
pub(crate) trait Player: Send + Sync {
    /// The move for this turn.
    fn choose(&self, view: &View<'_>) -> Commit;
}

/// A player as a strategy.
pub(crate) struct Plays<P>(pub(crate) P);

impl<P: Player> Strategy for Plays<P> {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        Ok(self.0.choose(view))
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Tactic::of_plan(plan).dice_to_reroll(roll))
    }
}

/// What a die should show in an opening: the mean of the values.
const FIRST_PASSES: u32 = 3;

/// The move while there is nothing to beat. The last to act commits one die and stops at any valid roll,
/// which wins. The others commit `dice` dice, or as many as are allowed, stop at [`FIRST_PASSES`] a die, and reroll what
/// shows less.
pub(crate) fn open(view: &View<'_>, dice: u32) -> Commit {
    let (dice, aim) = match view.to_act() {
        0 => (1, Aim::VALID),
        _ => {
            let dice = view.allowed_up_to(dice.max(1));
            (dice, total(FIRST_PASSES * dice))
        }
    };
    let tactic = Tactic { aim, invalid: mend(view.card()), short: Pick::below(FIRST_PASSES as Face) };
    Commit { dice, plan: tactic.plan() }
}

/// A valid roll with at least this total.
fn total(least: u32) -> Aim {
    Aim::Total(least.min(u16::MAX.into()) as u16)
}

/// The lowest total that beats `best` with this many dice (G12).
fn to_beat(best: Target, dice: u32) -> u32 {
    best.total + u32::from(dice <= best.dice)
}

/// Commits `dice` dice, or as many as are allowed, to beat the best turn so far, and stops when it is beaten.
pub(crate) fn chase(view: &View<'_>, best: Target, dice: u32) -> Commit {
    let dice = view.allowed_up_to(dice.max(1));
    let aim = total(to_beat(best, dice));
    let tactic = Tactic { aim, invalid: mend(view.card()), short: improve(view.card(), best.total, dice) };
    Commit { dice, plan: tactic.plan() }
}

/// Gives the round up for the price of one die, and does not reroll it.
pub(crate) fn give_up() -> Commit {
    Commit { dice: 1, plan: Tactic::STAND.plan() }
}

/// Whether the card leaves at most one higher total: on `sum>=k`, from k − 2 on.
pub(crate) fn is_out_of_reach(card: &Card, total: u32) -> bool {
    matches!(card.condition, Condition::AtLeast(Amount::Sum, limit) if total + 2 >= limit)
}

/// What to reroll while the condition holds. Where it is the values that offend, all of them: the fewest
/// would leave no room for what the rerolled dice bring.
fn mend(card: &Card) -> Pick {
    match card.condition {
        Condition::AtLeast(Amount::Sum, _) => Pick::Faces(FaceSet::of(&[3, 4, 5])),
        Condition::AtLeast(Amount::Odd, _) => Pick::ODD,
        Condition::AtLeast(Amount::Even, _) => Pick::Faces(FaceSet::of(&[2, 4])),
        _ => Pick::OFFENDING,
    }
}

/// What to reroll while the roll is valid but does not beat `total`: the dice below the mean that is
/// needed; on `sum>=k`, where one die too many is fatal, the lowest alone.
fn improve(card: &Card, total: u32, dice: u32) -> Pick {
    match card.condition {
        Condition::AtLeast(Amount::Sum, _) => Pick::Lowest(1),
        _ => Pick::below((total / dice + 1).min(FACES as u32 - 1) as Face),
    }
}
