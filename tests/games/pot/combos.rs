//! Each line of the combo table (P12), who pays and receives (P13, P14), what is left out (P18), and banks and players that are short.

use super::script::{Books, ScriptTurn, other, pair, play, turn};
use analyze::games::pot::{Choices, Pair, Rules, Run345Choice, TwosChoice, Without, Zero};

/// Rules with this many coins in hand, POT and bank as a game of `seats` begins.
fn table(seats: u32, start: u32, stake: u32, bank: u32) -> Rules {
    let coins = seats * start + stake + bank;
    Rules { coins, goal: coins, stake, start, ..Rules::default() }
}

/// The table after one turn of seat 1 among `seats` players with three coins each, 2 in the POT and a full bank.
fn after(seats: usize, script: ScriptTurn) -> Books {
    short(table(seats as u32, 3, 2, 50), seats, script)
}

fn short(rules: Rules, seats: usize, script: ScriptTurn) -> Books {
    play(rules, seats, &[script]).0.last().clone()
}

fn check(books: &Books, coins: &[u32], pot: u32, bank: u32) {
    assert_eq!((&books.coins[..], books.pot, books.bank), (coins, pot, bank));
}

#[test]
fn nothing_pays_nothing() {
    for roll in ["1 2 4", "5 5 4", "P O 5", "P 4 4", "1 1 T"] {
        check(&after(3, turn(&[roll])), &[3, 3, 3], 2, 50);
    }
}

/// The 1 and the 3 are rerolled, in whatever order they lie, and what they show then pays nothing more.
#[test]
fn run_123() {
    for (rolls, score) in [
        (["1 2 3", "5 2 5"], 12),
        (["3 1 2", "P O 2"], 2),
        (["2 3 1", "2 2 2"], 6),
        (["2 1 3", "2 O 4"], 6),
        (["1 3 2", "3 4 2"], 9),
        (["3 2 1", "3 2 1"], 6),
    ] {
        let script = turn(&rolls);
        let (log, _) = play(table(3, 3, 2, 50), 3, &[script]);
        check(log.last(), &[4, 3, 3], 2, 49);
        assert_eq!(log.turns[0].0.result.score, score, "{rolls:?}");
        assert_eq!(log.paid, 0);
    }
    check(&short(table(3, 3, 2, 0), 3, turn(&["1 2 3", "5 2 5"])), &[3, 3, 3], 2, 0);
}

#[test]
fn run_234() {
    check(&after(3, turn(&["4 2 3"])), &[4, 3, 3], 2, 49);
    check(&short(table(3, 3, 2, 0), 3, turn(&["4 2 3"])), &[3, 3, 3], 2, 0);
}

#[test]
fn run_345() {
    let others = |pair| Choices { run345: Run345Choice::Others(pair), ..Choices::next(4) };
    check(&after(4, turn(&["3 5 4"])), &[5, 3, 3, 3], 2, 48);
    check(&after(4, turn(&["3 5 4"]).choosing(others(pair(3, 1)))), &[5, 2, 3, 2], 2, 50);
    // The bank may be chosen though it is short, and players who have nothing.
    check(&short(table(4, 3, 2, 1), 4, turn(&["3 5 4"])), &[4, 3, 3, 3], 2, 0);
    check(&short(table(4, 0, 2, 9), 4, turn(&["3 5 4"]).choosing(others(pair(2, 3)))), &[0; 4], 2, 9);
}

#[test]
fn twos() {
    let choosing = |twos| turn(&["2 2 2"]).choosing(Choices { twos, ..Choices::next(4) });
    check(&after(4, choosing(TwosChoice::Bank)), &[4, 3, 3, 3], 2, 49);
    check(&after(4, choosing(TwosChoice::One(other(2)))), &[5, 3, 1, 3], 2, 50);
    check(&after(4, choosing(TwosChoice::Two(pair(2, 3)))), &[5, 3, 2, 2], 2, 50);
    // One who has one coin pays one of the two.
    check(&short(table(4, 1, 2, 9), 4, choosing(TwosChoice::One(other(1)))), &[2, 0, 1, 1], 2, 9);
    check(&short(table(4, 1, 2, 0), 4, choosing(TwosChoice::Bank)), &[1; 4], 2, 0);
}

#[test]
fn threes() {
    let script = || turn(&["3 3 3"]).choosing(Choices { threes: other(2), ..Choices::next(4) });
    check(&after(4, script()), &[6, 3, 2, 3], 2, 48);
    check(&short(table(4, 0, 2, 1), 4, script()), &[1, 0, 0, 0], 2, 0);
}

#[test]
fn fours() {
    let script = || turn(&["4 4 4"]).choosing(Choices { fours: pair(3, 1), ..Choices::next(4) });
    check(&after(4, script()), &[7, 2, 3, 2], 2, 48);
    check(&short(table(4, 0, 2, 1), 4, script()), &[1, 0, 0, 0], 2, 0);
}

/// The first three stay, a fourth goes to the first, a fifth to the second.
#[test]
fn fives() {
    let script = || turn(&["5 5 5"]).choosing(Choices { fives: pair(3, 1), ..Choices::next(4) });
    check(&after(4, script()), &[6, 4, 3, 4], 2, 45);
    for (bank, coins) in [
        (0, [1, 1, 1, 1]),
        (1, [2, 1, 1, 1]),
        (2, [3, 1, 1, 1]),
        (3, [4, 1, 1, 1]),
        (4, [4, 1, 1, 2]),
        (5, [4, 2, 1, 2]),
    ] {
        check(&short(table(4, 1, 2, bank), 4, script()), &coins, 2, 0);
    }
}

#[test]
fn ones_cost_three_once_or_all_there_is() {
    for (start, left) in [(5, 2), (3, 0), (2, 0), (1, 0), (0, 0)] {
        let books = short(table(3, start, 2, 9), 3, turn(&["1 1 1"]));
        check(&books, &[left, start, start], 2, 9 + start - left);
    }
    // Whatever reroll they come from; the coin for the last is paid before.
    check(&after(3, turn(&["1 1 5", "1 1 1"])), &[0, 3, 3], 2, 53);
    check(&after(3, turn(&["1 1 5", "1 1 4", "1 1 1"])), &[0, 3, 3], 3, 52);
}

#[test]
fn four_two_zero_pays_all_in_turn_order_while_the_bank_lasts() {
    for roll in ["P 4 2", "2 O 4", "4 2 T"] {
        check(&after(3, turn(&[roll])), &[4, 4, 4], 2, 47);
    }
    let second = [turn(&["1 2 2"]), turn(&["P 4 2"])];
    for (bank, coins) in [(0, [3, 3, 3]), (1, [3, 4, 3]), (2, [3, 4, 4]), (3, [4, 4, 4])] {
        check(play(table(3, 3, 2, bank), 3, &second).0.last(), &coins, 2, 0);
    }
    let o_alone = |roll| short(Rules { zero: Zero::O, ..table(3, 3, 2, 50) }, 3, turn(&[roll]));
    check(&o_alone("2 O 4"), &[4, 4, 4], 2, 47);
    check(&o_alone("P 4 2"), &[3, 3, 3], 2, 50);
    check(&o_alone("4 2 T"), &[3, 3, 3], 2, 50);
}

/// 2 from the bank, 1 from each who has one, and the POT; the coin for a third roll is among it.
#[test]
fn pot() {
    check(&after(4, turn(&["P O T"])), &[10, 2, 2, 2], 0, 48);
    check(&after(4, turn(&["P O 5", "P O T"])), &[10, 2, 2, 2], 0, 48);
    check(&after(4, turn(&["P 5 5", "P O 5", "P O T"])), &[10, 2, 2, 2], 0, 48);
    check(&short(table(4, 0, 2, 1), 4, turn(&["P O T"])), &[3, 0, 0, 0], 0, 0);
    check(&short(table(4, 0, 0, 1), 4, turn(&["P O T"])), &[1, 0, 0, 0], 0, 0);
}

/// P13: what would come from or go to the second other player stays where it is.
#[test]
fn two_players_have_one_other() {
    let one = Pair { first: other(1), second: None };
    let next = Choices::next(2);
    let run345 = Choices { run345: Run345Choice::Others(one), ..next };
    check(&after(2, turn(&["3 4 5"]).choosing(run345)), &[4, 2], 2, 50);
    let twos = |twos| turn(&["2 2 2"]).choosing(Choices { twos, ..next });
    check(&after(2, twos(TwosChoice::Two(one))), &[4, 2], 2, 50);
    check(&after(2, twos(TwosChoice::One(other(1)))), &[5, 1], 2, 50);
    check(&after(2, turn(&["3 3 3"])), &[6, 2], 2, 48);
    check(&after(2, turn(&["4 4 4"])), &[6, 2], 2, 48);
    check(&after(2, turn(&["5 5 5"])), &[7, 4], 2, 45);
    check(&short(table(2, 3, 2, 4), 2, turn(&["5 5 5"])), &[6, 4], 2, 0);
    check(&after(2, turn(&["P O T"])), &[8, 2], 0, 48);
    check(&after(2, turn(&["2 4 T"])), &[4, 4], 2, 48);
}

/// P18: dice of a combo that the game is played without are like any others, whatever else they would do.
#[test]
fn p18_what_is_left_out_is_like_any_other_dice() {
    let without = |name: &str| {
        let (_, without) = Without::NAMES.into_iter().find(|(known, _)| *known == name).unwrap();
        Rules { without, ..table(3, 3, 2, 50) }
    };
    for (name, roll, sum) in [
        ("123", "3 1 2", 6),
        ("234", "4 2 3", 9),
        ("345", "3 4 5", 12),
        ("222", "2 2 2", 6),
        ("333", "3 3 3", 9),
        ("444", "4 4 4", 12),
        ("555", "5 5 5", 15),
        ("420", "2 O 4", 6),
        ("111", "1 1 1", 3),
        ("POT", "P O T", 0),
    ] {
        let (log, _) = play(without(name), 3, &[turn(&[roll])]);
        let (played, books) = &log.turns[0];
        check(books, &[3, 3, 3], 2, 50);
        assert_eq!((played.result.score, played.takes_control), (sum, true), "{roll}");
    }
    // They end no turn, so they can be rerolled; what then is a combo pays as ever.
    check(&short(without("111"), 3, turn(&["1 1 1", "1 1 2", "4 4 4"])), &[6, 2, 2], 3, 48);
    check(&short(without("POT"), 3, turn(&["P O T", "P O 1", "1 1 1"])), &[0, 3, 3], 3, 52);
    check(&short(without("222"), 3, turn(&["4 4 4"])), &[7, 2, 2], 2, 48);
}

/// P18: nobody is asked whether it pays where there is no paid reroll; the script would reroll again.
#[test]
fn p18_without_the_paid_reroll_there_are_two_rolls() {
    let rules = Rules { without: Without::PaidReroll, ..table(3, 3, 2, 50) };
    let (log, _) = play(rules, 3, &[turn(&["P 1 1", "P 1 2", "P 1 4"])]);
    assert_eq!((log.paid, log.turns[0].0.result.score, log.turns[0].1.pot), (0, 3, 2));
}
