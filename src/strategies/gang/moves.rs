//! Whole turns in a designer's words, from which the strategies choose.
//!
//! Owns what the strategies have in common: how a turn is opened, how a total is chased, and how a round is
//! given up. Which of them to play, and with how many dice, is what a strategy thinks.

use super::picks::{FaceSet, Pick};
use super::tactic::{Aim, Tactic, to_beat};
use crate::dice::{Counts, FACES, Face};
use crate::games::gang::{Card, Commit, Condition, NoAnswer, PlanId, Roll, Strategy, Target, View};

/// A player who chooses one of the moves below: a strategy that cannot fail, and whose rerolls are those of a tactic.
pub(super) trait Player: Send + Sync {
    /// The move for this turn.
    fn choose(&self, view: &View<'_>) -> Commit;
}

impl<P: Player> Strategy for P {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        Ok(self.choose(view))
    }

    fn reroll(&self, plan: PlanId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Tactic::of_plan(plan).dice_to_reroll(roll))
    }
}

/// What a die should show in an opening: the mean of the values.
const FAIR: u32 = 3;

/// The move while there is nothing to beat. The last to act commits one die and stops at any valid roll,
/// which wins. The others commit `dice` dice, or as many as are allowed, stop at [`FAIR`] a die, and reroll what
/// shows less.
pub(super) fn open(view: &View<'_>, dice: u32) -> Commit {
    let (dice, aim) = match view.to_act() {
        0 => (1, Aim::VALID),
        _ => {
            let dice = view.allowed_up_to(dice.max(1));
            (dice, Aim::total(FAIR * dice))
        }
    };
    let tactic = Tactic { aim, invalid: mend(view.card()), short: Pick::Below(FAIR as Face) };
    Commit { dice, plan: tactic.plan() }
}

/// Commits `dice` dice, or as many as are allowed, to beat the best turn so far, and stops when it is beaten.
pub(super) fn chase(view: &View<'_>, best: Target, dice: u32) -> Commit {
    let dice = view.allowed_up_to(dice.max(1));
    let aim = Aim::total(to_beat(best, dice));
    let tactic = Tactic { aim, invalid: mend(view.card()), short: improve(view.card(), best.total, dice) };
    Commit { dice, plan: tactic.plan() }
}

/// Gives the round up for the price of one die, and does not reroll it.
pub(super) fn give_up() -> Commit {
    Commit { dice: 1, plan: Tactic::STAND.plan() }
}

/// Whether the card leaves at most one higher total: on `sum>=k`, from k − 2 on.
pub(super) fn is_out_of_reach(card: &Card, total: u32) -> bool {
    matches!(card.condition, Condition::Sum(limit) if total + 2 >= limit)
}

/// What to reroll while the condition holds. Where it is the values that offend, all of them: the fewest
/// would leave no room for what the rerolled dice bring.
fn mend(card: &Card) -> Pick {
    match card.condition {
        Condition::Sum(_) => Pick::Faces(FaceSet::of(&[3, 4, 5])),
        Condition::Odd(_) => Pick::Odd,
        Condition::Even(_) => Pick::Faces(FaceSet::of(&[2, 4])),
        _ => Pick::Offending,
    }
}

/// What to reroll while the roll is valid but does not beat `total`: the dice below the mean that is
/// needed; on `sum>=k`, where one die too many is fatal, the lowest alone.
fn improve(card: &Card, total: u32, dice: u32) -> Pick {
    match card.condition {
        Condition::Sum(_) => Pick::Lowest(1),
        _ => Pick::Below((total / dice + 1).min(FACES as u32 - 1) as Face),
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::{Scene, card, rerolled};

    #[test]
    fn an_opening_stops_at_three_a_die_and_rerolls_what_shows_less() {
        let opening = Scene::new(3, 48, &[("run>=3", "explosion")]).tactic("odds:0.09");
        let card = card("run>=3", "explosion");
        for (shown, again) in [
            (&[3, 3, 3][..], &[][..]),
            (&[5, 4, 0], &[]),
            (&[5, 3, 0], &[0]),
            (&[1, 2, 5], &[1, 2]),
            (&[0, 0, 2], &[0, 0, 2]),
        ] {
            assert_eq!(rerolled(opening, &card, shown), again, "{shown:?}");
        }
    }

    #[test]
    fn the_last_to_act_with_nothing_to_beat_stops_at_any_valid_roll() {
        let scene = Scene::new(2, 48, &[("any:3,4,5", "bomb")]).then(&[3, 3]);
        let card = card("any:3,4,5", "bomb");
        for name in ["cautious", "bold", "chaser", "odds", "endgame"] {
            assert_eq!(scene.dice(name), 1, "{name}");
            let rerolls = [0, 1, 3].map(|face| rerolled(scene.tactic(name), &card, &[face]));
            assert_eq!(rerolls, [vec![], vec![], vec![3]], "{name}");
        }
    }

    /// G12: with more dice than the best turn its total is enough, with as many it must be exceeded.
    #[test]
    fn a_chase_stops_when_the_best_turn_is_beaten() {
        let scene = Scene::new(2, 48, &[("run>=3", "explosion")]).then(&[5, 2]);
        let card = card("run>=3", "explosion");
        let (three, two) = (scene.tactic("chaser"), scene.tactic("cautious"));
        assert_eq!((scene.dice("chaser"), scene.dice("cautious")), (3, 2));
        assert_eq!(rerolled(three, &card, &[5, 2, 0]), [0; 0]);
        assert_eq!(rerolled(two, &card, &[5, 3]), [0; 0]);
        // Short of it, the dice below the mean: 7 / 3 + 1 = 3, and 7 / 2 + 1 = 4.
        assert_eq!(rerolled(three, &card, &[3, 1, 0]), [0, 1]);
        assert_eq!(rerolled(two, &card, &[5, 2]), [2]);
        assert_eq!(rerolled(two, &card, &[3, 4]), [3]);
    }

    #[test]
    fn what_offends_by_its_value_is_rerolled_altogether() {
        for (condition, shown, again) in [
            ("sum>=7", &[2, 4, 5][..], &[4, 5][..]),
            ("odd>=2", &[1, 2, 3, 5], &[1, 3, 5]),
            ("even>=2", &[1, 2, 4, 5], &[2, 4]),
            ("pair", &[2, 2, 4, 5], &[2]),
            ("all(pair; any:5)", &[2, 2, 4, 5], &[2]),
        ] {
            let tactic = Scene::new(3, 48, &[(condition, "bomb")]).tactic("chaser");
            assert_eq!(rerolled(tactic, &card(condition, "bomb"), shown), again, "{condition}");
        }
    }

    /// `sum>=13`: with 6 to beat and 7 / 3 a die, the lowest die alone.
    #[test]
    fn on_a_sum_the_lowest_die_is_rerolled_alone() {
        let tactic = Scene::new(2, 48, &[("sum>=13", "explosion")]).then(&[5, 1]).tactic("chaser");
        assert_eq!(rerolled(tactic, &card("sum>=13", "explosion"), &[0, 1, 2]), [0]);
        assert_eq!(rerolled(tactic, &card("sum>=13", "explosion"), &[1, 1, 3]), [1]);
    }

    #[test]
    fn a_round_given_up_is_not_rerolled() {
        let scene = Scene::new(2, 48, &[("odd>=1", "bomb")]).then(&[4, 4, 4, 4, 4, 4]);
        for name in ["cautious", "chaser", "odds"] {
            assert_eq!(scene.dice(name), 1, "{name}: 24 points against 6 dice on the table");
            assert_eq!(rerolled(scene.tactic(name), &card("odd>=1", "bomb"), &[3]), [0; 0], "{name}");
        }
    }
}
