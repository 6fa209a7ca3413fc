//! Commitments in a round: what they do not depend on.

use analyze::dice::Counts;
use analyze::dice::multisets::layer;
use analyze::exact::round::{Commitments, Later, ROUND_ROOM, RoundPlan, Situation};
use analyze::exact::{Mark, Turn, fewest_dice};
use analyze::games::gang::{CardIndex, Deck};

fn situations() -> Vec<Situation> {
    let mut all = Vec::new();
    for card in [0, 4, 9, 17].map(CardIndex) {
        for pools in [&[][..], &[4], &[1, 4], &[4, 3, 2]] {
            let later = Later::new(pools.iter().copied(), 4);
            for (table, allowed) in [(0, 4), (3, 2), (17, 3)] {
                for mark in [None, Some(Mark { total: 5, dice: 2 }), Some(Mark { total: 4, dice: 1 })] {
                    all.push(Situation { card, mark, table, allowed, later });
                }
            }
        }
    }
    all
}

/// What to commit, how, and every keep of the plan.
fn answer(commitments: &Commitments, situation: &Situation) -> (u32, RoundPlan, Vec<Option<Counts>>) {
    let (dice, plan) = commitments.best(situation).unwrap();
    let optimum = commitments.optimum(plan, dice).unwrap();
    let keeps = (1..=2).flat_map(|left| layer(dice).map(move |roll| (roll, left)));
    (dice, plan, keeps.map(|(roll, left)| optimum.plan.keep(roll, left)).collect())
}

#[test]
fn answers_do_not_depend_on_room_or_order() {
    let deck = Deck::reconstructed();
    let situations = situations();
    let expected: Vec<_> = {
        let commitments = Commitments::new(&deck, 2, 4, ROUND_ROOM);
        situations.iter().map(|situation| answer(&commitments, situation)).collect()
    };
    for room in [3000, 40_000, ROUND_ROOM] {
        let commitments = Commitments::new(&deck, 2, 4, room);
        for (situation, expected) in situations.iter().zip(&expected).rev() {
            assert_eq!(answer(&commitments, situation), *expected, "room {room}, {situation:?}");
        }
    }
}

#[test]
fn tables_of_a_class_are_answered_alike_but_by_the_last_player() {
    let commitments = Commitments::new(&Deck::reconstructed(), 2, 4, ROUND_ROOM);
    let best = |table, later| {
        let mark = Some(Mark { total: 9, dice: 3 });
        let later = Later::new(std::iter::repeat_n(4, later), 4);
        commitments.best(&Situation { card: CardIndex(1), mark, table, allowed: 4, later }).unwrap()
    };
    assert!((36..40).all(|table| best(table, 2) == best(32, 2)));
    assert_ne!(best(40, 2).1, best(39, 2).1);
    // The last player's plan is the same for all tables; what it commits is not.
    assert_eq!(best(1, 0).1, best(40, 0).1);
    assert_ne!(best(1, 0).0, best(40, 0).0);
}

/// Other strategies may commit more dice than the induction considers and still ask for the plan: it is the one of a
/// turn with the values that the round then has, here for the last player, who wants to beat the result.
#[test]
fn plans_for_more_dice_than_are_considered() {
    let deck = Deck::reconstructed();
    let commitments = Commitments::new(&deck, 2, 2, ROUND_ROOM);
    for situation in situations() {
        let situation = Situation { allowed: 2, later: Later::new([].into_iter(), 2), ..situation };
        let (_, plan) = commitments.best(&situation).unwrap();
        let optimum = commitments.optimum(plan, 5).unwrap();
        let beats = |total| situation.mark.is_none_or(|mark| (total, 5) > (mark.total, mark.dice));
        let wins = |result: Option<u32>| f64::from(u8::from(result.is_some_and(beats)));
        let turn = Turn::under(deck.card(situation.card), 5, 2).unwrap();
        assert_eq!(optimum.value.to_bits(), turn.best_value(wins).unwrap().to_bits());
    }
}

#[test]
#[should_panic(expected = "rounds are solved for 1 to 12 dice, not 13")]
fn too_many_dice_are_refused() {
    Commitments::new(&Deck::reconstructed(), 2, 13, ROUND_ROOM);
}

#[test]
fn the_fewest_dice_of_those_that_tie_with_the_best() {
    assert_eq!(fewest_dice(&[]), 1);
    assert_eq!(fewest_dice(&[1.0, 1.0, 1.0]), 1);
    assert_eq!(fewest_dice(&[0.5, 1.0, 1.0]), 2);
    assert_eq!(fewest_dice(&[1.0 - 1.6e-12, 1.0 - 0.8e-12, 1.0, 0.3]), 2);
    assert_eq!(fewest_dice(&[-1.0 - 1.6e-12, -1.0 - 0.8e-12, -1.0, -2.0]), 2);
}
