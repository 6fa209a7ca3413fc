//! Tests of throw zones.

use super::*;

/// A zone of these faces, in order.
fn zone(faces: &[&str]) -> Zone {
    let mut zone = Zone::default();
    for face in faces {
        zone.put(Thrown::new(Kind::Black, Face::parse(face).unwrap()));
    }
    zone
}

fn put(zone: &mut Zone, die: u8, on: u8) {
    assert!(zone.can_place(Spot(die), Spot(on)), "{die} on {on}");
    zone.place(Spot(die), Spot(on));
}

#[test]
fn numbers_helmets_and_dice_score() {
    assert_eq!(zone(&["5", "helmet 7", "0", "extra", "x3"]).total(), Some(12));
    assert_eq!(zone(&["+2 per die", "+2 per die", "1"]).total(), Some(13));
    assert_eq!(zone(&["1 VP", "1 VP", "3"]).victory_points(), 2);
    assert_eq!(zone(&[]).total(), None);
}

#[test]
fn multipliers_multiply_scores_and_points() {
    let mut zone = zone(&["double x2", "x3", "5", "+2 per die", "1 VP"]);
    put(&mut zone, 0, 2);
    put(&mut zone, 0, 3);
    assert!(!zone.can_place(Spot(0), Spot(4)), "a double x2 lies on two dice");
    assert!(!zone.can_place(Spot(1), Spot(2)), "a die is multiplied once");
    put(&mut zone, 1, 4);
    assert_eq!((zone.total(), zone.victory_points()), (Some(10 + 20), 3));
}

/// B10: ×2 on ×3 is two ×3 for different dice, never ×6.
#[test]
fn a_multiplied_multiplier_serves_more_dice() {
    let mut zone = zone(&["x2", "x3", "4", "5", "6"]);
    put(&mut zone, 0, 1);
    put(&mut zone, 1, 2);
    put(&mut zone, 1, 3);
    assert!(!zone.can_place(Spot(1), Spot(4)));
    assert!(!zone.can_place(Spot(1), Spot(0)), "a cycle");
    assert_eq!(zone.total(), Some(12 + 15 + 6));
    zone.remove(Spot(0));
    assert_eq!(zone.total(), Some(12 + 5 + 6), "without the x2 the x3 serves one die");
}

#[test]
fn a_multiplied_shield_protects_more_dice_and_shields_not_in_a_cycle() {
    let mut zone = zone(&["x3", "shield", "1", "2", "shield", "3"]);
    put(&mut zone, 1, 4);
    assert!(!zone.can_place(Spot(4), Spot(1)), "a cycle");
    assert!(!zone.can_place(Spot(1), Spot(2)), "a shield protects one die");
    put(&mut zone, 0, 1);
    put(&mut zone, 1, 2);
    put(&mut zone, 1, 3);
    assert!((2..5).all(|spot| zone.is_protected(Spot(spot))) && !zone.is_protected(Spot(1)));
    zone.land_again(Spot(0), Thrown::new(Kind::Black, Face::Number(1)));
    let kept = [2, 3, 4].map(|spot| zone.is_protected(Spot(spot)));
    assert_eq!(kept, [true, false, false], "it leaves those thrown last");
}

#[test]
fn a_great_shield_protects_all_others() {
    let mut zone = zone(&["great shield", "1"]);
    zone.put(Thrown::new(Kind::White, Face::Number(2)));
    assert_eq!([0, 1, 2].map(|spot| zone.is_protected(Spot(spot))), [false, true, true]);
}

#[test]
fn powers_are_spent_and_multiplied() {
    let mut zone = zone(&["cancel 2", "cancel", "x2"]);
    assert_eq!(zone.left(Powers::CANCEL), 3);
    put(&mut zone, 2, 0);
    assert_eq!(zone.left(Powers::CANCEL), 5);
    zone.spend(Powers::CANCEL, Some(Spot(1)));
    zone.spend(Powers::CANCEL, Some(Spot(1)));
    assert_eq!((zone.at(Spot(1)).spare(), zone.at(Spot(0)).spare()), (0, 3));
}

#[test]
fn a_multiplier_that_was_used_does_not_move() {
    let mut zone = zone(&["x2", "reroll", "5"]);
    put(&mut zone, 0, 1);
    zone.spend(Powers::REROLL, None);
    assert!(zone.can_move(Spot(0), Spot(1)), "one reroll needs no multiplier");
    zone.spend(Powers::REROLL, None);
    assert!(!zone.can_move(Spot(0), Spot(1)));
    zone.unplace(Spot(0), Spot(1));
    put(&mut zone, 0, 2);
    assert_eq!(zone.total(), Some(10));
}

/// The total and the victory points are kept as dice come, go and are multiplied.
#[test]
fn a_multiplied_die_that_is_gone_counts_no_more() {
    let mut zone = zone(&["x3", "5", "4", "x2", "1 VP"]);
    put(&mut zone, 0, 1);
    put(&mut zone, 3, 4);
    assert_eq!((zone.total(), zone.victory_points()), (Some(15 + 4), 2));
    zone.remove(Spot(1));
    zone.remove(Spot(4));
    assert_eq!((zone.total(), zone.victory_points(), zone.count()), (Some(4), 0, 3));
    assert_eq!(zone.put(Thrown::new(Kind::White, Face::Number(9))), Spot(1), "the first free place");
    assert_eq!(zone.total(), Some(4 + 9));
}
