//! `bold`: as many dice as the card bears.
//!
//! **Why it might be good.** The winner takes back what it committed, so many dice cost only when they lose; a
//! high total leaves the others the choice between giving up and committing more than the card bears; and the
//! more play, the more lies on the table for the highest total. **What it assumes:** that the others give up or
//! end invalid against high totals. Against one opponent, who commits a die or two, there is little to win for
//! what it risks.

use super::moves::{Player, chase, give_up, is_out_of_reach, open};
use crate::games::gang::{Card, Commit, Condition, Trigger, View};

/// The most dice it takes any card to bear.
const MOST: u32 = 8;
/// What each of its dice can be expected to reach at best.
const A_DIE: u32 = 4;

/// The first of these that applies, for a card that bears `n` dice (see [`borne`]):
/// 1. nothing to beat: `n` dice;
/// 2. a total out of reach ([`is_out_of_reach`]), or above 4 for each of the dice of rule 3: give up with 1 die,
///    never rerolled;
/// 3. `n` dice or `best.dice + 1`, whichever is more.
pub(super) struct Bold;

impl Player for Bold {
    fn choose(&self, view: &View<'_>) -> Commit {
        let card = view.card();
        let Some(best) = view.to_beat() else { return open(view, borne(card)) };
        let dice = borne(card).max(best.dice + 1);
        if best.total > A_DIE * dice || is_out_of_reach(card, best.total) {
            return give_up();
        }
        chase(view, best, dice)
    }
}

/// How many dice a card bears, as its condition says at sight: an Explosion those that can just hold
/// it, a Bomb, which leaves the rerolls to mend, twice as many. Of `sum>=k` a quarter of k + 1; of a list
/// of values one die; of a condition made of others two. Never more than [`MOST`].
fn borne(card: &Card) -> u32 {
    let factor = match card.trigger {
        Trigger::Explosion => 1,
        Trigger::Bomb => 2,
    };
    let dice = match card.condition {
        Condition::Sum(limit) => (limit + 1) / 4,
        Condition::Run(k) | Condition::Odd(k) | Condition::Even(k) | Condition::Same(k) => factor * k,
        Condition::Distinct(k) => k.saturating_sub(1),
        Condition::Count { least, .. } => (factor + 1) * least,
        Condition::Any(_) => 1,
        Condition::All(_) | Condition::Either(_) | Condition::Not(_) => 2,
    };
    dice.min(MOST)
}

#[cfg(test)]
mod tests {
    use super::super::scene::{Scene, card};
    use super::*;

    #[test]
    fn what_a_card_bears() {
        for (condition, explosion, bomb) in [
            ("sum>=7", 2, 2),
            ("sum>=10", 2, 2),
            ("sum>=11", 3, 3),
            ("sum>=13", 3, 3),
            ("run>=2", 2, 4),
            ("run>=3", 3, 6),
            ("odd>=1", 1, 2),
            ("even>=3", 3, 6),
            ("pair", 2, 4),
            ("same>=3", 3, 6),
            ("distinct>=2", 1, 1),
            ("distinct>=3", 2, 2),
            ("fives>=2", 4, 6),
            ("any:3,4,5", 1, 1),
            ("all(any:4,5; odd>=1)", 2, 2),
            ("either(any:4,5; odd>=1)", 2, 2),
            ("not(pair)", 2, 2),
            ("sum>=9999", 8, 8),
            ("distinct>=0", 0, 0),
        ] {
            let found = ["explosion", "bomb"].map(|trigger| borne(&card(condition, trigger)));
            assert_eq!(found, [explosion, bomb], "{condition}");
        }
    }

    fn scene(condition: &str) -> Scene {
        Scene::new(3, 48, &[(condition, "bomb")])
    }

    #[test]
    fn opens_with_what_the_card_bears_unless_it_acts_last() {
        assert_eq!(scene("pair").dice("bold"), 4);
        assert_eq!(scene("pair").then(&[5, 5]).dice("bold"), 4);
        assert_eq!(scene("pair").then(&[5, 5]).then(&[4, 4]).dice("bold"), 1);
        assert_eq!(scene("distinct>=0").dice("bold"), 1);
    }

    #[test]
    fn commits_more_than_the_best_turn() {
        assert_eq!(scene("run>=2").then(&[5]).dice("bold"), 4);
        assert_eq!(scene("run>=2").then(&[1, 1, 3, 3, 3]).dice("bold"), 6);
    }

    /// `run>=2` on a Bomb bears 4 dice: 16 points. Five dice make it 6, so 24.
    #[test]
    fn gives_up_above_four_points_a_die() {
        assert_eq!(scene("run>=2").then(&[5, 5, 3, 3]).dice("bold"), 5);
        assert_eq!(scene("run>=2").then(&[5, 5, 5]).dice("bold"), 4);
        assert_eq!(scene("run>=2").then(&[5, 5, 5, 5, 5]).dice("bold"), 1);
        assert_eq!(scene("any:1").then(&[5, 4]).dice("bold"), 3);
        assert_eq!(scene("any:1").then(&[5, 5, 5, 5]).dice("bold"), 5);
        assert_eq!(scene("any:1").then(&[5]).dice("bold"), 2);
        assert_eq!(scene("sum>=13").then(&[5, 5]).dice("bold"), 3);
        assert_eq!(scene("sum>=13").then(&[5, 5, 1]).dice("bold"), 1);
    }
}
