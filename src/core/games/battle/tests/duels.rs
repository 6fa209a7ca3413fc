//! The six duels, ties and points (B05 to B07, B16, B17), with dice that always show the same.
//!
//! White shows 1, red 2, yellow 3, green 4, blue 5 and black 6, unless a test says otherwise.

use super::{Answers, Fixture};
use crate::games::Seat;
use crate::games::battle::dice::{Kind, Kinds};
use crate::games::battle::duel::{Contest, MOST_REPEATS, Verdict};
use crate::games::battle::rules::Award;

const GREENS: [u8; 6] = [0, 0, 0, 5, 0, 0];
const BLUES: [u8; 6] = [0, 0, 0, 0, 5, 0];

fn won(seat: u8) -> Verdict {
    Verdict::Won(Seat(seat))
}

/// B05, B06: 5 a step reaches 15 in the third, where the other has 12.
#[test]
fn first_to_15_goes_step_by_step() {
    let fought = Fixture::new(2).contest(Contest::FirstTo15).reserve(0, GREENS).reserve(1, BLUES).fight();
    assert_eq!((fought.verdict, fought.totals()), (won(1), vec![Some(12), Some(15)]));
}

/// Both have 15 after three steps; in the fourth only one has a die left.
#[test]
fn first_to_15_goes_on_when_shared() {
    let fixture =
        Fixture::new(2).contest(Contest::FirstTo15).reserve(0, [0, 0, 0, 0, 3, 0]).reserve(1, [1, 0, 0, 0, 3, 0]);
    let fought = fixture.chosen().fight();
    assert_eq!((fought.verdict, fought.totals()), (won(1), vec![Some(15), Some(16)]));
}

/// When nobody can throw any more the highest total wins, below 15 too.
#[test]
fn step_by_step_ends_when_nobody_can_throw() {
    let fixture =
        Fixture::new(2).contest(Contest::FirstTo15).reserve(0, [2, 0, 0, 0, 0, 0]).reserve(1, [1, 0, 0, 0, 0, 0]);
    let fought = fixture.fight();
    assert_eq!((fought.verdict, fought.totals()), (won(0), vec![Some(2), Some(1)]));
}

/// B05: roulette ends as soon as the highest total is unshared.
#[test]
fn russian_roulette_ends_with_the_first_lead() {
    let duel = |one, other| Fixture::new(2).contest(Contest::RussianRoulette).reserve(0, one).reserve(1, other).fight();
    let fought = duel(GREENS, BLUES);
    assert_eq!((fought.verdict, fought.totals()), (won(1), vec![Some(4), Some(5)]));
    let fought = duel([2, 0, 0, 0, 0, 0], [3, 0, 0, 0, 0, 0]);
    assert_eq!((fought.verdict, fought.totals()), (won(1), vec![Some(2), Some(3)]));
}

/// B06: a power that was declined in one step can act in the next; a power acts once.
#[test]
fn powers_wait_for_a_later_step() {
    // Seat 0 throws white, a reroll, first; it declines in step 1 and rerolls seat 1's second die in step 2.
    let player = Answers::default().waits().rerolls(&[(1, 1)]).dice(&[[1, 0, 0, 0, 0, 0]]);
    let fought = Fixture::new(2)
        .contest(Contest::FirstTo15)
        .kind(Kind::White, "reroll")
        .kind(Kind::Red, "0")
        .chosen()
        .reserve(0, [1, 0, 0, 1, 0, 0])
        .reserve(1, [0, 2, 0, 0, 0, 0])
        .answers(0, player)
        .fight();
    assert_eq!(fought.zone(0).left(crate::games::battle::Powers::REROLL), 0, "it acted in step 2, once");
}

/// B05: dice for at most so many points; who can throw nothing throws one of the cheapest.
#[test]
fn by_points_limits_the_cost() {
    let duel = |limit| {
        let fixture = Fixture::new(2).contest(Contest::ByPoints(limit));
        fixture.reserve(0, [5, 0, 0, 0, 0, 0]).reserve(1, [0, 0, 0, 0, 1, 1]).fight()
    };
    assert_eq!(duel(1).totals(), [Some(1), Some(5)], "4 points for a blue are too many, but it is the cheapest");
    assert_eq!(duel(4).totals(), [Some(4), Some(5)]);
    let totals = duel(5).totals();
    assert!(totals == [Some(5), Some(5)] || totals == [Some(5), Some(6)], "blue or black, whichever is drawn first");
    assert_eq!(duel(9).totals(), [Some(5), Some(11)]);
}

#[test]
fn by_points_dice_can_be_chosen() {
    let fixture = |dice| {
        let player = Answers::default().dice(&[dice]);
        let fixture = Fixture::new(2).contest(Contest::ByPoints(4)).chosen().reserve(0, [2, 2, 0, 0, 1, 0]);
        fixture.reserve(1, [1, 0, 0, 0, 0, 0]).answers(0, player).try_fight()
    };
    assert_eq!(fixture([0, 2, 0, 0, 0, 0]).unwrap().totals()[0], Some(4));
    assert_eq!(fixture([0, 0, 0, 0, 1, 0]).unwrap().totals()[0], Some(5));
    let legal = "at least one of 2 white, 2 red, 1 blue, for at most 4 points in all";
    assert_eq!(fixture([1, 2, 0, 0, 0, 0]).err().unwrap().legal, legal);
    assert_eq!(fixture([0; 6]).err().unwrap().legal, legal);
}

/// B05: four dice in a battle, so many in an armageddon, all if there are fewer.
#[test]
fn battles_and_armageddons_throw_so_many_dice() {
    let counts = |contest| {
        let fought =
            Fixture::new(2).contest(contest).reserve(0, [5, 5, 0, 0, 0, 0]).reserve(1, [0, 0, 3, 0, 0, 0]).fight();
        [0, 1].map(|seat| fought.zone(seat).count())
    };
    assert_eq!(counts(Contest::Battle), [4, 3]);
    assert_eq!(counts(Contest::Armageddon(1)), [1, 1]);
    assert_eq!(counts(Contest::Armageddon(9)), [9, 3]);
}

/// B05: two bouts win; dice thrown before lie in the discard.
#[test]
fn two_by_two_is_won_with_two_bouts() {
    let fought = Fixture::new(2).contest(Contest::TwoByTwo).reserve(0, GREENS).reserve(1, BLUES).fight();
    assert_eq!((fought.verdict, fought.totals()), (won(1), vec![Some(8), Some(10)]));
    assert_eq!([0, 1].map(|seat| fought.arena.sides[seat].bouts), [0, 2]);
    assert_eq!(fought.arena.sides[1].discard, Kinds::new([0, 0, 0, 0, 2, 0]));
}

/// B05: who has fewer than two dice in the reserve takes the discard back; one die is thrown if there is but one.
#[test]
fn two_by_two_takes_the_discard_back() {
    let fixture =
        Fixture::new(2).contest(Contest::TwoByTwo).reserve(0, [3, 0, 0, 0, 0, 0]).reserve(1, [1, 0, 0, 0, 0, 0]);
    let fought = fixture.fight();
    assert_eq!((fought.verdict, fought.totals()), (won(0), vec![Some(2), Some(1)]));
    assert_eq!((fought.arena.sides[0].reserve.total(), fought.arena.sides[0].discard.total()), (1, 0));
}

/// B05: after fifty bouts that nobody wins the duel is drawn.
#[test]
fn fifty_bouts_without_a_winner_are_a_draw() {
    let fought = Fixture::new(2).contest(Contest::TwoByTwo).reserve(0, BLUES).reserve(1, BLUES).fight();
    assert_eq!(fought.verdict, Verdict::Drawn);
}

/// B16, B17: a tie is thrown again fifty times; each totalled throw counts the victory points that show, for all at
/// first, then for those who tied.
#[test]
fn ties_are_thrown_again_and_their_points_count() {
    let fought = Fixture::new(3)
        .kind(Kind::Black, "1 VP")
        .reserve(0, [0, 0, 0, 3, 0, 1])
        .reserve(1, [0, 0, 0, 3, 0, 0])
        .reserve(2, [0, 0, 0, 0, 0, 4])
        .fight();
    assert_eq!((fought.verdict, fought.totals()), (Verdict::Drawn, vec![Some(12), Some(12), Some(0)]));
    assert_eq!(fought.points()[..3], [MOST_REPEATS + 1, 0, 4]);
}

/// B16: whoever has no die in the throw zone has lost; if that is everybody, nobody wins.
#[test]
fn who_has_no_dice_left_has_lost() {
    let duel = |one: [u8; 6], other: [u8; 6]| {
        let fixture = Fixture::new(2).kind(Kind::Blue, "cancel").kind(Kind::White, "0");
        fixture.answers(0, Answers::default().cancels(&[(1, 0)])).reserve(0, one).reserve(1, other).fight()
    };
    let fought = duel([0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]);
    assert_eq!((fought.verdict, fought.totals()), (won(0), vec![Some(0), None]));
    let nobody = Fixture::new(2).reserve(0, [0; 6]).reserve(1, [0; 6]).fight();
    assert_eq!((nobody.verdict, nobody.points()), (Verdict::Lost, [0; 6]));
    let empty = Fixture::new(2).contest(Contest::FirstTo15).fight();
    assert_eq!(empty.verdict, Verdict::Lost);
}

/// B17: participants − 1 points, or with `flat` at most 2; `1 VP` counts for losers too, in a duel step by step only
/// as it lies at the last total.
#[test]
fn points_are_awarded() {
    let duel = |award, seats: usize| {
        let mut fixture = Fixture::new(seats).reserve(0, BLUES);
        fixture.rules.award = award;
        for seat in 1..seats {
            fixture = fixture.reserve(seat, GREENS);
        }
        fixture.fight().points()[0]
    };
    assert_eq!([2, 3, 6].map(|seats| duel(Award::Per, seats)), [1, 2, 5]);
    assert_eq!([2, 3, 6].map(|seats| duel(Award::Flat, seats)), [1, 2, 2]);
    let steps = Fixture::new(2)
        .contest(Contest::FirstTo15)
        .kind(Kind::Black, "1 VP")
        .reserve(0, BLUES)
        .reserve(1, [0, 0, 0, 0, 0, 5])
        .fight();
    assert_eq!(steps.points()[..2], [1, 3], "three black dice lie there at the end of the third step");
}

/// B05: against one opponent the others take no part.
#[test]
fn a_duel_against_one_leaves_the_others_out() {
    let fought = Fixture::new(3).against(2).reserve(0, GREENS).reserve(1, BLUES).reserve(2, [5, 0, 0, 0, 0, 0]).fight();
    assert_eq!((fought.verdict, fought.totals()), (won(0), vec![Some(16), None, Some(4)]));
    assert_eq!(fought.points()[..3], [1, 0, 0]);
}
