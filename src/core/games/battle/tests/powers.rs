//! The powers, alone and where they meet (B07 to B15), on dice set up by hand.

use super::{Answers, Fixture, own};
use crate::games::Seat;
use crate::games::battle::dice::{Kind, Kinds};
use crate::games::battle::duel::{Action, Contest};
use crate::games::battle::zone::Spot;

fn answers() -> Answers {
    Answers::default()
}

/// The worked example: player 2 shields its +2; player 3 exchanges its 2 and throws a 9; player 1 rerolls its own
/// reroll, gets a shield and puts it on its 1 VP, then doubles the 1 VP; player 2 cancels the 9, player 3 the x2.
#[test]
fn the_worked_example() {
    let fought = Fixture::new(3)
        .kind(Kind::Green, "9")
        .kind(Kind::Red, "shield")
        .zone(0, &["reroll/red", "x2", "5", "1 VP"])
        .zone(1, &["7", "cancel", "+2 per die", "shield"])
        .zone(2, &["exchange", "helmet 7", "cancel", "2"])
        .reserve(2, [0, 0, 0, 1, 0, 0])
        .answers(0, answers().rerolls(&[(0, 0)]).shields(&[(0, 3)]).replaces(&[(1, None, 3)]))
        .answers(1, answers().shields(&[(3, 2)]).cancels(&[(2, 3)]))
        .answers(2, answers().exchanges(&[own(3)]).cancels(&[(0, 1)]))
        .resolve();
    assert_eq!(fought.faces(0), ["shield", "5", "1 VP"]);
    assert_eq!(fought.faces(2), ["exchange", "helmet 7", "cancel"]);
    assert_eq!(fought.totals(), [Some(5), Some(15), Some(7)]);
    assert_eq!([0, 1, 2].map(|seat| fought.zone(seat).victory_points()), [1, 0, 0], "the cancelled x2 has stopped");
    assert!(fought.zone(0).is_protected(Spot(3)) && fought.zone(1).is_protected(Spot(2)));
    // The 2 went back to the reserve, the 9 and the x2 to their owners' discards.
    assert_eq!(fought.arena.sides[2].reserve, Kinds::one(Kind::White));
    assert_eq!(fought.arena.sides[2].discard, Kinds::one(Kind::Green));
    assert_eq!(fought.arena.sides[0].discard, Kinds::one(Kind::White));
}

/// B08: each extra throws a die of the reserve, chains do, and nothing happens without a reserve.
#[test]
fn extras_throw_while_there_are_dice() {
    let chain = |reserve| Fixture::new(2).kind(Kind::Red, "extra").zone(0, &["extra"]).reserve(0, reserve).resolve();
    assert_eq!(chain([1, 0, 0, 0, 0, 0]).faces(0), ["extra", "1"]);
    assert_eq!(chain([0, 2, 0, 0, 0, 0]).faces(0), ["extra", "extra", "extra"]);
    assert_eq!(chain([0, 0, 0, 0, 0, 0]).faces(0), ["extra"]);
    let chosen = Fixture::new(2).chosen().zone(0, &["extra"]).reserve(0, [1, 1, 1, 0, 0, 0]);
    assert_eq!(chosen.answers(0, answers().dice(&[[0, 0, 1, 0, 0, 0]])).resolve().faces(0), ["extra", "3"]);
}

/// B10: x3 on an extra throws two more dice; their shields and multipliers are placed in the owner's part.
#[test]
fn a_multiplied_extra_throws_more_dice() {
    let fought = Fixture::new(2)
        .zone(0, &["extra", "x3"])
        .reserve(0, [5, 0, 0, 0, 0, 0])
        .answers(0, answers().multiplies(&[(1, 0)]))
        .resolve();
    assert_eq!(fought.faces(0), ["extra", "x3", "1", "1", "1"]);
    let fought = Fixture::new(2)
        .kind(Kind::White, "shield")
        .zone(0, &["extra", "x2", "7"])
        .reserve(0, [2, 0, 0, 0, 0, 0])
        .answers(0, answers().multiplies(&[(1, 0)]).shields(&[(3, 2), (4, 3)]))
        .resolve();
    assert!(fought.zone(0).is_protected(Spot(2)) && fought.zone(0).is_protected(Spot(3)));
}

/// B09, B10: x2 on a shield lets it protect two dice.
#[test]
fn a_multiplied_shield_protects_more_dice() {
    let fought = Fixture::new(2)
        .zone(0, &["shield", "x2", "7", "8", "9"])
        .answers(0, answers().shields(&[(0, 2), (0, 3)]).multiplies(&[(1, 0)]))
        .resolve();
    assert_eq!([2, 3, 4].map(|spot| fought.zone(0).is_protected(Spot(spot))), [true, true, false]);
}

/// B10: x2 on x3 is two x3, x3 on double x2 six x2, never a higher factor.
#[test]
fn a_multiplied_multiplier_serves_more_dice() {
    let fought = Fixture::new(2)
        .zone(0, &["x2", "x3", "5", "6"])
        .answers(0, answers().multiplies(&[(0, 1), (1, 2), (1, 3)]))
        .resolve();
    assert_eq!(fought.totals()[0], Some(33));
    let dice = ["x3", "double x2", "1", "2", "3", "4", "5", "6"];
    let all = [(0, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7)];
    assert_eq!(Fixture::new(2).zone(0, &dice).answers(0, answers().multiplies(&all)).resolve().totals()[0], Some(42));
}

/// B10: a multiplier may be moved before the cancels unless something has used it.
#[test]
fn multipliers_move_before_the_cancels_if_unused() {
    let fixture = |rerolls: &[(u8, u8)]| {
        let mover = answers().multiplies(&[(0, 1)]).rerolls(rerolls).replaces(&[(0, Some(1), 2)]);
        Fixture::new(2).zone(0, &["x2", "reroll", "5"]).zone(1, &["1", "1"]).answers(0, mover)
    };
    assert_eq!(fixture(&[(1, 0)]).resolve().totals()[0], Some(10));
    assert_eq!(fixture(&[]).resolve().totals()[0], Some(10));
    // With both rerolls made, nothing can be moved or placed, so the player is not asked.
    let used = answers().multiplies(&[(0, 1)]).rerolls(&[(1, 0), (1, 1)]);
    let fought = Fixture::new(2).zone(0, &["x2", "reroll", "5"]).zone(1, &["1", "1"]).answers(0, used).resolve();
    assert!(!fought.zone(0).can_move(Spot(0), Spot(1)));
}

/// B10: just before the cancels a multiplier serves scores and cancels only.
#[test]
fn replacements_serve_scores_and_cancels_only() {
    let onto = |on| {
        let player = answers().replaces(&[(0, None, on)]);
        Fixture::new(2).zone(0, &["x2", "shield", "5"]).answers(0, player).try_resolve()
    };
    assert_eq!(onto(2).unwrap().totals()[0], Some(10));
    let fault = onto(1).err().unwrap();
    assert_eq!((fault.returned.as_str(), fault.legal.as_str()), ("die 0 on die 1", "none, or die 0 on die 2"));
}

/// B10, B14: x2 on cancel 2 is four cancels.
#[test]
fn a_multiplied_cancel_cancels_more() {
    let all = [(1, 0), (1, 1), (1, 2), (1, 3)];
    let fought = Fixture::new(2)
        .zone(0, &["x2", "cancel 2"])
        .zone(1, &["1", "2", "3", "4", "5"])
        .answers(0, answers().replaces(&[(0, None, 1)]).cancels(&all))
        .resolve();
    assert_eq!(fought.faces(1), ["5"]);
}

/// B12: the die goes back and another one of the reserve is thrown; with an empty reserve nothing happens.
#[test]
fn exchanges_need_a_reserve() {
    let fixture = |reserve| {
        let player = answers().exchanges(&[own(0)]);
        Fixture::new(2).zone(0, &["exchange/black", "0"]).reserve(0, reserve).answers(0, player).resolve()
    };
    let fought = fixture([0, 1, 0, 0, 0, 0]);
    assert_eq!(
        (fought.faces(0), fought.arena.sides[0].reserve),
        (vec!["2".into(), "0".into()], Kinds::one(Kind::Black))
    );
    let fought = fixture([0; 6]);
    assert_eq!((fought.faces(0), fought.arena.sides[0].reserve), (vec!["exchange".into(), "0".into()], Kinds::EMPTY));
}

/// B12: an opponent that is named puts back a die of its choice; without a reserve nothing happens.
#[test]
fn an_exchange_can_be_aimed_at_an_opponent() {
    let fixture = |reserve, gives: &[u8]| {
        Fixture::new(2)
            .zone(0, &["exchange"])
            .zone(1, &["9/red", "8/green"])
            .reserve(1, reserve)
            .answers(0, answers().exchanges(&[Action::Player(Seat(1))]))
            .answers(1, answers().gives(gives))
            .resolve()
    };
    assert_eq!(fixture([1, 0, 0, 0, 0, 0], &[1]).totals()[1], Some(10));
    assert_eq!(fixture([0; 6], &[]).totals()[1], Some(17));
}

/// B15: an exchange that appears in its owner's part acts; one that appears after it is lost.
#[test]
fn an_exchange_acts_if_its_owners_part_is_not_over() {
    let fought = Fixture::new(2)
        .kind(Kind::Red, "exchange")
        .zone(0, &["exchange"])
        .reserve(0, [1, 1, 0, 0, 0, 0])
        .chosen()
        .answers(0, answers().exchanges(&[own(0), own(0)]).dice(&[[0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]]))
        .resolve();
    assert_eq!(fought.faces(0), ["1"]);
    // Seat 1 forces an exchange on seat 0, whose part is over: it is not asked again, and no answer is left over.
    let fought = Fixture::new(2)
        .kind(Kind::Red, "exchange")
        .zone(0, &["9"])
        .zone(1, &["exchange"])
        .reserve(0, [0, 1, 0, 0, 0, 0])
        .answers(1, answers().exchanges(&[Action::Player(Seat(0))]))
        .answers(0, answers().gives(&[0]))
        .resolve();
    assert_eq!(fought.faces(0), ["exchange"]);
}

/// B13, B15: a reroll that lands on a shield or multiplier is placed at once, one that lands on extra is lost.
#[test]
fn what_a_reroll_lands_on() {
    let onto = |face: &str, player: Answers| {
        Fixture::new(2)
            .kind(Kind::Red, face)
            .zone(0, &["reroll", "0/red", "7"])
            .reserve(0, [1, 0, 0, 0, 0, 0])
            .answers(0, player.rerolls(&[(0, 1)]))
            .resolve()
    };
    assert!(onto("shield", answers().shields(&[(1, 2)])).zone(0).is_protected(Spot(2)));
    assert_eq!(onto("x3", answers().multiplies(&[(1, 2)])).totals()[0], Some(21));
    assert_eq!(onto("extra", answers()).faces(0), ["reroll", "extra", "7"]);
    assert!(onto("great shield", answers()).zone(0).is_protected(Spot(2)));
}

/// B13: a die that lands on reroll in its owner's part acts again.
#[test]
fn a_power_acts_once_a_landing() {
    let again = answers().rerolls(&[(0, 0), (0, 0), (0, 1)]);
    let fixture = Fixture::new(2).kind(Kind::Red, "reroll").zone(0, &["reroll/red", "0/green"]).answers(0, again);
    assert_eq!(fixture.resolve().totals()[0], Some(4), "green shows 4");
}

/// B15: one reroll does not touch an opponent's helmet, two of one player do; its owner rerolls it freely.
#[test]
fn helmets_withstand_one_reroll() {
    let fixture = |dice: &[&str], rerolls: &[(u8, u8)]| {
        Fixture::new(2).zone(0, dice).zone(1, &["helmet 9", "5"]).answers(0, answers().rerolls(rerolls)).try_resolve()
    };
    let fault = fixture(&["reroll", "3"], &[(1, 0)]).err().unwrap();
    assert_eq!(fault.returned, "die 0 of seat 2");
    assert_eq!(fault.legal, "none, or die 0 of seat 1, die 1 of seat 1, die 1 of seat 2");
    assert_eq!(fixture(&["reroll", "reroll"], &[(1, 0)]).unwrap().totals()[1], Some(6));
    assert_eq!(fixture(&["reroll", "helmet 3"], &[(0, 1)]).unwrap().totals()[0], Some(1));
    let doubled = Fixture::new(2)
        .zone(0, &["reroll", "x2"])
        .zone(1, &["helmet 9"])
        .answers(0, answers().multiplies(&[(1, 0)]).rerolls(&[(1, 0)]));
    assert_eq!(doubled.resolve().totals()[1], Some(1), "one reroll, twice");
}

/// B15: one cancel does not touch a helmet, two of one player do.
#[test]
fn helmets_withstand_one_cancel() {
    let fixture = |dice: &[&str], cancels: &[(u8, u8)]| {
        Fixture::new(2).zone(0, dice).zone(1, &["helmet 9", "5"]).answers(0, answers().cancels(cancels)).try_resolve()
    };
    assert_eq!(fixture(&["cancel"], &[(1, 0)]).err().unwrap().legal, "none, or die 1 of seat 2");
    assert_eq!(fixture(&["cancel", "cancel"], &[(1, 0)]).unwrap().totals()[1], Some(5));
    assert_eq!(fixture(&["cancel 2"], &[(1, 0)]).unwrap().totals()[1], Some(5));
    assert_eq!(fixture(&["cancel 2", "cancel"], &[(1, 0), (1, 1)]).unwrap().totals()[1], None);
    // One cancel of each of two players does not do either.
    let two = Fixture::new(3)
        .contest(Contest::ByPoints(9))
        .zone(0, &["cancel"])
        .zone(1, &["helmet 9"])
        .zone(2, &["cancel"])
        .resolve();
    assert_eq!(two.totals()[1], Some(9), "nobody is asked who has no legal aim");
}

/// B15: a die under a shield cannot be named; the shield itself can, and then the die.
#[test]
fn a_cancelled_shield_protects_no_more() {
    let fixture = |cancels: &[(u8, u8)]| {
        Fixture::new(2)
            .zone(0, &["cancel 2"])
            .zone(1, &["shield", "9", "1"])
            .answers(0, answers().cancels(cancels))
            .answers(1, answers().shields(&[(0, 1)]))
            .try_resolve()
    };
    assert_eq!(fixture(&[(1, 1)]).err().unwrap().legal, "none, or die 0 of seat 2, die 2 of seat 2");
    assert_eq!(fixture(&[(1, 0), (1, 1)]).unwrap().faces(1), ["1"]);
}

/// B15: the same for rerolls, and a shield that is rerolled away protects no more.
#[test]
fn a_rerolled_shield_protects_no_more() {
    let fought = Fixture::new(2)
        .zone(0, &["reroll", "reroll"])
        .zone(1, &["shield", "9"])
        .answers(0, answers().rerolls(&[(1, 0), (1, 1)]))
        .answers(1, answers().shields(&[(0, 1)]))
        .resolve();
    assert_eq!(fought.faces(1), ["1", "1"]);
}

/// B02, B15: a great shield protects dice that arrive later, but not itself.
#[test]
fn a_great_shield_protects_later_arrivals() {
    let fixture = |cancels: &[(u8, u8)]| {
        Fixture::new(2)
            .zone(0, &["cancel"])
            .zone(1, &["great shield", "exchange"])
            .reserve(1, [1, 0, 0, 0, 0, 0])
            .answers(0, answers().cancels(cancels))
            .answers(1, answers().exchanges(&[own(1)]))
            .try_resolve()
    };
    assert_eq!(fixture(&[(1, 1)]).err().unwrap().legal, "none, or die 0 of seat 2");
    assert_eq!(fixture(&[(1, 0)]).unwrap().faces(1), ["1"]);
}

/// B14, B15: a cancel that is cancelled before its owner's part does not act; the active player is first.
#[test]
fn a_cancelled_cancel_does_not_act() {
    let fought = Fixture::new(2)
        .zone(0, &["cancel", "9"])
        .zone(1, &["cancel", "8"])
        .answers(0, answers().cancels(&[(1, 0)]))
        .answers(1, answers())
        .resolve();
    assert_eq!(fought.totals(), [Some(9), Some(8)]);
}

/// B14: own dice cannot be cancelled.
#[test]
fn nobody_cancels_its_own_dice() {
    let own = Fixture::new(2).zone(0, &["cancel", "9"]).zone(1, &["8"]).answers(0, answers().cancels(&[(0, 1)]));
    assert_eq!(own.try_resolve().err().unwrap().legal, "none, or die 0 of seat 2");
}

/// B05: in a battle only the left neighbour can be hit, in other duels anybody.
#[test]
fn battles_hit_the_left_neighbour() {
    let fixture = |contest, seat| {
        Fixture::new(3)
            .contest(contest)
            .zone(0, &["cancel"])
            .zone(1, &["7"])
            .zone(2, &["8"])
            .answers(0, answers().cancels(&[(seat, 0)]))
            .try_resolve()
    };
    assert!(fixture(Contest::Battle, 2).is_err() && fixture(Contest::Armageddon(4), 2).is_err());
    assert_eq!(fixture(Contest::Battle, 1).unwrap().totals()[1], None);
    for contest in [Contest::ByPoints(9), Contest::FirstTo15, Contest::RussianRoulette, Contest::TwoByTwo] {
        assert_eq!(fixture(contest, 2).unwrap().totals()[2], None, "{contest}");
    }
    // Against one opponent that one is the left neighbour, and nobody else is there.
    let one = Fixture::new(3).against(2).zone(0, &["cancel"]).zone(1, &["7"]).zone(2, &["8"]);
    assert_eq!(one.answers(0, answers().cancels(&[(2, 0)])).resolve().totals(), [Some(0), Some(7), None]);
}

/// What is thrown away by an exchange or a cancel frees what lay on it.
#[test]
fn a_multiplier_is_free_when_its_die_leaves() {
    let fought = Fixture::new(2)
        .zone(0, &["x2", "3", "exchange"])
        .reserve(0, [0, 0, 0, 0, 0, 1])
        .answers(0, answers().multiplies(&[(0, 1)]).exchanges(&[own(1)]).replaces(&[(0, None, 1)]))
        .resolve();
    assert_eq!(fought.totals()[0], Some(12), "black shows 6");
}

/// B11: a player that declines everything loses nothing but the chance.
#[test]
fn everything_but_extra_is_optional() {
    let dice = ["shield", "x2", "exchange", "reroll", "cancel", "5"];
    let fought = Fixture::new(2).zone(0, &dice).zone(1, &["9"]).reserve(0, [1, 0, 0, 0, 0, 0]).resolve();
    assert_eq!((fought.faces(0), fought.totals()), (dice.map(String::from).to_vec(), vec![Some(5), Some(9)]));
}
