//! G15–G18: elimination, the end, who has won.

use super::pools;
use crate::table::{Played, Script};
use analyze::games::gang::Rules;
use analyze::games::gang::Trigger::{Bomb, Explosion};

/// Win shares in 60ths and final dice of the first `N` seats, and nothing for the seats beyond.
fn end<const N: usize>(played: &Played) -> ([u8; N], [u32; N]) {
    let outcome = &played.outcome;
    assert!(outcome.share[N..].iter().all(|&share| share == 0) && outcome.score[N..].iter().all(|&score| score == 0));
    (std::array::from_fn(|seat| outcome.share[seat]), std::array::from_fn(|seat| outcome.score[seat]))
}

fn with_bonus(dice: u32, bonus: &[u32]) -> Rules {
    Rules { bonus: bonus.to_vec(), ..pools(dice) }
}

#[test]
fn g15_an_empty_pool_is_out_when_the_round_is_awarded() {
    let played = Script::new(pools(3), 3)
        .round("any:1", Bomb, &[(0, "222"), (1, "222"), (2, "2")])
        .round("any:1", Bomb, &[(0, "3"), (2, "2")])
        .play();
    let first = &played.rounds[0];
    assert_eq!((first.won, &first.out), (Some((0, 7)), &vec![1]), "the winner committed all as well, but is not out");
    assert_eq!(first.pools, [7, 0, 2]);
    assert_eq!(
        played.outcome.lengths[..5],
        [5, 2, 0, 1, 0],
        "5 turns, 2 rounds, no cap, 1 elimination, no all-invalid round"
    );
}

#[test]
fn g15_all_in_in_an_all_invalid_round_is_out() {
    let played = Script::new(pools(3), 3)
        .round("any:1", Explosion, &[(0, "1"), (1, "111"), (2, "12")])
        .round("any:1", Bomb, &[(0, "2"), (2, "1")])
        .play();
    let first = &played.rounds[0];
    assert_eq!((first.won, &first.out, &first.pools), (None, &vec![1], &vec![2, 0, 1]));
    assert_eq!(played.last().won, Some((0, 8)), "what the eliminated left on the table is won by another");
    assert_eq!(played.outcome.lengths[..5], [5, 2, 0, 2, 1]);
}

/// Seat 1 starts, and goes out in an all-invalid round: the next clockwise who is still in starts.
#[test]
fn g15_the_next_player_clockwise_starts_if_the_first_is_out() {
    let played = Script::new(pools(3), 4)
        .round("any:1", Bomb, &[(0, "111"), (1, "1"), (2, "1"), (3, "1")])
        .round("any:1", Bomb, &[(1, "1"), (2, "1"), (3, "1")])
        .play();
    assert_eq!((played.rounds[0].next_first, played.rounds[1].next_first), (1, 1));

    let two_gaps = Script::new(pools(3), 4)
        .round("any:1", Bomb, &[(0, "111"), (1, "111"), (2, "1"), (3, "1")])
        .round("any:1", Bomb, &[(2, "1"), (3, "1")])
        .play();
    assert_eq!(two_gaps.rounds[0].next_first, 2, "over two who are out");

    let round_the_corner = Script::new(pools(3), 3)
        .round("any:1", Bomb, &[(0, "2"), (1, "2"), (2, "5")])
        .round("any:1", Bomb, &[(2, "11111"), (0, "1"), (1, "1")])
        .round("any:1", Bomb, &[(0, "1"), (1, "2")])
        .play();
    assert_eq!((&round_the_corner.rounds[1].out, round_the_corner.rounds[1].next_first), (&vec![2], 0));
}

/// Those who are out are passed over in the order of play, wherever they sit.
#[test]
fn g15_the_eliminated_take_no_more_turns() {
    let played = Script::new(pools(4), 4)
        .round("any:1", Bomb, &[(0, "2"), (1, "1111"), (2, "5"), (3, "1")])
        .round("any:1", Bomb, &[(2, "1"), (3, "2"), (0, "5")])
        .round("any:1", Bomb, &[(0, "2"), (2, "5"), (3, "1")])
        .play();
    assert_eq!(played.rounds.iter().map(|round| round.out.clone()).collect::<Vec<_>>(), [vec![1], vec![], vec![]]);
    assert_eq!(end::<4>(&played), ([0, 0, 60, 0], [5 - 1, 0, 9 + 2, 1]));
}

#[test]
fn g16_the_last_one_in_the_game_wins_at_once() {
    let played = Script::new(with_bonus(3, &[5, 5]), 3)
        .round("any:1", Bomb, &[(0, "222"), (1, "111"), (2, "222")])
        .round("any:1", Bomb, &[(0, "2")])
        .round("any:1", Bomb, &[(0, "2")])
        .play();
    assert_eq!(played.rounds.len(), 1, "no further round, no further bonus");
    assert_eq!(end::<3>(&played), ([60, 0, 0], [9, 0, 0]));
    assert_eq!(played.outcome.lengths[..5], [3, 1, 0, 2, 0]);
}

/// The last one may be one who has not won the round: dice on the table then belong to nobody.
#[test]
fn g16_the_last_one_wins_without_the_dice_on_the_table() {
    let played = Script::new(with_bonus(4, &[2, 7]), 2)
        .round("any:1", Explosion, &[(0, "1111"), (1, "11")])
        .round("any:1", Bomb, &[(1, "2")])
        .play();
    assert_eq!(played.rounds.len(), 1);
    assert_eq!((played.last().won, played.last().table), (None, 8));
    assert_eq!(end::<2>(&played), ([0, 60], [0, 2]));
}

#[test]
fn g16_a_round_that_eliminates_all_who_remained_shares_the_win() {
    let all = Script::new(pools(2), 3)
        .round("any:1", Bomb, &[(0, "11"), (1, "11"), (2, "11")])
        .round("any:1", Bomb, &[(0, "2")])
        .play();
    assert_eq!(all.rounds.len(), 1);
    assert_eq!(end::<3>(&all), ([20, 20, 20], [0, 0, 0]));

    // Seat 3 goes out a round earlier and has no part in it.
    let rest = Script::new(pools(2), 3)
        .round("any:1", Bomb, &[(0, "1"), (1, "1"), (2, "11")])
        .round("any:1", Bomb, &[(0, "1"), (1, "1")])
        .round("any:1", Bomb, &[(0, "2")])
        .play();
    assert_eq!(rest.rounds.len(), 2);
    assert_eq!(rest.last().out, [0, 1]);
    assert_eq!(end::<3>(&rest), ([30, 30, 0], [0, 0, 0]));
}

/// Round 12 eliminates before pools are compared.
#[test]
fn g16_after_round_12_too() {
    let eleven = |seats: &[u8]| Script::new(pools(12), seats.len()).quiet(11, seats);

    // The others have one die left each and commit it; all three results are invalid.
    let last_one = eleven(&[0, 1, 2]).round("any:1", Bomb, &[(0, "1"), (1, "1"), (2, "1")]).play();
    assert_eq!(last_one.rounds.len(), 12);
    assert_eq!(last_one.last().out, [1, 2]);
    assert_eq!(end::<3>(&last_one), ([60, 0, 0], [12 + 22 - 1, 0, 0]));

    let all_out = eleven(&[0, 1]).round("any:1", Bomb, &[(0, &"1".repeat(23)), (1, "1")]).play();
    assert_eq!(all_out.last().out, [0, 1]);
    assert_eq!(end::<2>(&all_out), ([30, 30], [0, 0]));
    assert_eq!(all_out.last().table, 24, "these belong to nobody");

    let won = eleven(&[0, 1]).round("any:1", Bomb, &[(0, &"1".repeat(23)), (1, "2")]).play();
    assert_eq!(won.last().out, [0]);
    assert_eq!(end::<2>(&won), ([0, 60], [0, 24]));
}

#[test]
fn g17_the_largest_pool_wins_and_ties_share() {
    let played = Script::new(pools(48), 3).quiet(12, &[0, 1, 2]).play();
    assert_eq!(played.rounds.len(), 12);
    assert_eq!(end::<3>(&played), ([60, 0, 0], [48 + 24, 36, 36]));

    let turn_about = Script::new(pools(48), 3)
        .quiet(1, &[0, 1, 2])
        .round("sum>=99", Bomb, &[(0, "1"), (1, "5"), (2, "1")])
        .round("sum>=99", Bomb, &[(1, "1"), (2, "5"), (0, "1")])
        .play();
    assert_eq!(end::<3>(&turn_about), ([20, 20, 20], [48, 48, 48]));

    let two_of_four = Script::new(pools(48), 4)
        .quiet(1, &[0, 1, 2, 3])
        .round("sum>=99", Bomb, &[(0, "1"), (1, "1"), (2, "5"), (3, "1")])
        .play();
    assert_eq!(end::<4>(&two_of_four), ([30, 0, 30, 0], [50, 46, 50, 46]));
}

/// Not the winner of the last round, and not one who would have most with the dice on the table.
#[test]
fn g17_dice_on_the_table_after_the_last_round_belong_to_nobody() {
    let played = Script::new(with_bonus(48, &[3, 6, 9]), 2)
        .quiet(11, &[0, 1])
        .round("any:1", Bomb, &[(0, &"1".repeat(40)), (1, "1")])
        .play();
    let first = 48 + 11 + 3 + 6 - 40;
    assert_eq!((played.last().won, played.last().table), (None, 41 + 9));
    assert_eq!(end::<2>(&played), ([0, 60], [first, 48 - 11 - 1]));
}

#[test]
fn g18_dice_are_conserved() {
    let played = Script::new(with_bonus(10, &[3, 6, 9, 1]), 3)
        .round("any:1", Bomb, &[(0, "1"), (1, "11"), (2, "1111111111")])
        .round("any:1", Bomb, &[(0, "1"), (1, "12")])
        .round("any:1", Bomb, &[(0, "1"), (1, "5")])
        .round("any:1", Bomb, &[(1, "1"), (0, "1")])
        .play();
    let mut put_down = 30;
    for round in &played.rounds {
        put_down += round.bonus;
        assert_eq!(round.pools.iter().sum::<u32>() + round.table, put_down);
    }
    assert_eq!(put_down, 30 + 3 + 6 + 9 + 1);
    let tables: Vec<u32> = played.rounds.iter().map(|round| round.table).collect();
    assert_eq!(tables, [13 + 3, 16 + 3 + 6, 0, 2 + 1]);
}
