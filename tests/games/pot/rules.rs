//! The rules P01–P18, from scripted dice; P12 to P14 and P18 are in `combos`.

use super::script::{ScriptTurn, play, turn};
use analyze::games::pot::{GameEnd, Pot, Rules, THROWS, Throw};
use analyze::games::{BuiltIn, Seat, Setting, WHOLE_WIN};

fn rules() -> Rules {
    Rules::default()
}

/// A turn that scores `sum` and pays nothing.
fn scoring(sum: u8) -> ScriptTurn {
    let roll = match sum {
        0..=3 => ["P O T", "P O 1", "P O 2", "P O 3"][usize::from(sum)],
        4 => "P O 4",
        5 => "P O 5",
        6 => "P 1 5",
        7 => "P 2 5",
        8 => "P 3 5",
        9 => "P 4 5",
        10 => "P 5 5",
        11 => "1 5 5",
        12 => "2 5 5",
        13 => "3 5 5",
        _ => "4 5 5",
    };
    assert!((1..15).contains(&sum), "no such turn");
    turn(&[roll])
}

/// P01: all faces of all dice, so that P O T is one throw of 216; a letter counts nothing.
#[test]
fn p01_dice() {
    assert_eq!(Throw::all().len(), THROWS);
    let sums = |wanted| Throw::all().filter(|throw| throw.sum() == wanted).count();
    // The sums of three dice of faces 0 to 5, counted by the expansion of (1 + x + … + x^5)^3.
    let expected = [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1];
    assert_eq!((0..16).map(sums).collect::<Vec<_>>(), expected);
    assert_eq!(Throw::all().filter(|throw| throw.faces() == [0, 0, 0]).count(), 1);
    assert_eq!(play(rules(), 3, &[turn(&["P 4 5"])]).0.turns[0].0.result.score, 9);
}

/// P02, P03: two to five players with three coins each, 2 in the POT, and the bank has the rest; seat 1 starts.
#[test]
fn p02_p03_set_up() {
    for seats in 2..=5u32 {
        let (log, _) = play(rules(), seats as usize, &[]);
        let (first, books) = &log.begun[0];
        assert_eq!((*first, &books.coins[..]), (Seat(0), &[3; 5][..seats as usize]));
        assert_eq!((books.pot, books.bank), (2, 120 - 2 - 3 * seats));
    }
    for seats in [0, 1, 6] {
        assert!(Pot::set_up(seats, &Setting::default()).is_err());
    }
}

/// P04: one reroll for free, another for a coin that goes into the POT; three rolls at the most, which `play` checks.
#[test]
fn p04_rerolls() {
    let (log, _) = play(rules(), 3, &[turn(&["P 1 1", "P 1 2", "P 1 4"]), turn(&["P 1 1", "P 5 1"])]);
    assert_eq!((log.paid, log.turns[0].1.pot, &log.turns[0].1.coins[..]), (1, 3, &[2, 3, 3][..]));
    assert_eq!((log.turns[1].1.pot, &log.turns[1].1.coins[..]), (3, &[2, 3, 3][..]));
}

/// P04: a player with no coin is not even asked whether it pays; the script would reroll again.
#[test]
fn p04_without_a_coin_there_is_no_last_reroll() {
    let broke = Rules { start: 0, ..rules() };
    let (log, _) = play(broke, 3, &[turn(&["P 1 1", "P 1 2", "P 1 4"])]);
    assert_eq!((log.paid, log.turns[0].0.result.score, log.last().pot), (0, 3, 2));
    // It still pays what it has for 1 1 1: nothing.
    assert_eq!(play(broke, 3, &[turn(&["1 1 1"])]).0.last().coins, [0; 3]);
}

/// P05: 1 1 1 ends the turn after any roll, whatever the player wants, and scores nothing.
#[test]
fn p05_ones_end_the_turn() {
    let (log, _) = play(rules(), 3, &[scoring(5), turn(&["1 1 1", "5 5 5"]), turn(&["1 1 2", "1 1 1", "5 5 5"])]);
    assert_eq!(log.last().coins, [3, 0, 0]);
    assert!(log.turns[1..].iter().all(|(turn, books)| !turn.takes_control && books.controls() == Some((0, 5))));
}

/// P06: P O T after any roll ends the round at once; who threw it has the POT and starts the next.
#[test]
fn p06_pot_ends_the_round_on_any_roll() {
    for rolls in [&["P O T"][..], &["P O 5", "P O T"], &["P 5 5", "P O 5", "P O T"]] {
        let (log, _) = play(rules(), 3, &[scoring(5), turn(rolls), scoring(3)]);
        assert_eq!(log.order(), [0, 1, 1]);
        assert_eq!((log.rounds.len(), log.rounds[0].0.winner, log.rounds[0].1.pot), (1, Seat(1), 0));
        // 3 and 2 from the bank, 1 from each other, 2 from the POT; a coin for a third roll comes back.
        assert_eq!(log.rounds[0].1.coins, [2, 9, 2]);
    }
}

/// P07: a combo pays whoever throws it, in control or not.
#[test]
fn p07_combos_pay_without_control() {
    let (log, _) = play(rules(), 3, &[scoring(14), turn(&["2 3 4"])]);
    assert_eq!((log.last().coins[1], log.last().controls()), (4, Some((0, 14))));
}

/// P08: the first turn takes control whatever its sum, and the score is its sum.
#[test]
fn p08_the_first_score_takes_control() {
    let lowest = turn(&["1 2 3", "P 2 T"]);
    let (log, _) = play(rules(), 3, &[scoring(1), lowest]);
    assert_eq!(log.turns[0].1.controls(), Some((0, 1)));
    assert_eq!(log.turns[1].1.controls(), Some((1, 2)));
}

/// P08: after a first turn of 1 1 1 nobody is in control; the next turn is a first turn, also round the table and past
/// the starter.
#[test]
fn p08_after_ones_the_next_turn_is_the_first() {
    let ones = || turn(&["1 1 1"]);
    let (log, _) = play(rules(), 3, &[ones(), scoring(1), scoring(1), scoring(1), scoring(1)]);
    assert_eq!(log.turns[0].1.controls(), None);
    assert_eq!(log.turns[1].1.controls(), Some((1, 1)));
    // Seats 3 and 1 have one turn each; then seat 2 has won and starts.
    assert_eq!((log.order(), log.rounds[0].0.winner), (vec![0, 1, 2, 0, 1], Seat(1)));
    let (log, _) = play(rules(), 2, &[ones(), ones(), ones(), ones(), ones(), scoring(7)]);
    assert_eq!((log.order(), log.last().controls()), (vec![0, 1, 0, 1, 0, 1], Some((1, 7))));
    assert_eq!(log.rounds.len(), 0);
    // 1 1 1 by a later player changes nothing.
    let (log, _) = play(rules(), 3, &[scoring(7), ones(), scoring(6), scoring(5)]);
    assert_eq!((log.order(), log.rounds[0].0.winner), (vec![0, 1, 2, 0], Seat(0)));
}

/// P09: strictly higher takes control; equal and lower change nothing.
#[test]
fn p09_strictly_higher() {
    let (log, _) = play(rules(), 4, &[scoring(7), scoring(6), scoring(7), scoring(8)]);
    let controls: Vec<_> = log.turns.iter().map(|(_, books)| books.controls().unwrap()).collect();
    assert_eq!(controls, [(0, 7), (0, 7), (0, 7), (3, 8)]);
}

/// P10: every player after the last change of control has had one try; the POT is paid then.
#[test]
fn p10_when_the_turn_comes_round() {
    let (log, _) = play(rules(), 3, &[scoring(7), scoring(6), scoring(8), scoring(9), scoring(9), scoring(2)]);
    // Seat 3 takes control, seat 1 takes it again in its second turn, seats 2 and 3 fail.
    assert_eq!(log.order(), [0, 1, 2, 0, 1, 2]);
    assert_eq!((log.rounds.len(), log.rounds[0].0.winner, log.rounds[0].0.pot), (1, Seat(0), 2));
    assert_eq!(log.rounds[0].1.coins, [5, 3, 3]);
}

/// P11: the winner starts the next round, and the bank adds 2 or what it has.
#[test]
fn p11_the_next_round() {
    let round = [scoring(7), scoring(8), scoring(1), scoring(1)];
    let (log, _) = play(rules(), 3, &round);
    assert_eq!((log.begun[1].0, log.begun[1].1.pot, log.begun[1].1.bank), (Seat(1), 2, 107));
    for (bank, pot) in [(0, 0), (1, 1), (2, 2)] {
        let short = Rules { coins: 3 * 3 + 2 + bank, goal: 11, ..rules() };
        let (log, _) = play(short, 3, &round);
        assert_eq!((log.begun[1].1.pot, log.begun[1].1.bank), (pot, bank - pot));
    }
    let (log, _) = play(Rules { stake: 5, ..rules() }, 3, &round);
    assert_eq!((log.begun[0].1.pot, log.rounds[0].1.coins[1], log.begun[1].1.pot), (5, 8, 5));
}

/// P15: somebody held the goal after a turn and has lost it again: `held` ends the game with the round, `holds` does
/// not. Seat 2 pays seat 1's 5 5 5 back: 4 coins, 7 held, 4 left.
#[test]
fn p15_held_or_holds() {
    let script = [turn(&["4 4 4"]), turn(&["1 1 1"]), turn(&["3 3 3"]), turn(&["1 1 1"]), scoring(1)];
    let base = Rules { goal: 7, ..rules() };
    let (log, held) = play(Rules { end: GameEnd::Held, ..base }, 3, &script[..3]);
    // Seat 1: 3 + 4; seat 3: 2 + 3, of them 1 from seat 1.
    assert_eq!(log.turns[0].1.coins, [7, 2, 2]);
    assert_eq!(log.turns[2].1.coins, [6, 0, 5]);
    let held = held.unwrap();
    assert_eq!(
        (held.score[..3].to_vec(), held.share[0], held.lengths[..4].to_vec()),
        (vec![8, 0, 5], 60, vec![3, 1, 0, 0])
    );
    // The POT counts as it is paid: 6 + 2 are the goal, so with `holds` the game is over as well.
    assert!(play(Rules { end: GameEnd::Holds, ..base }, 3, &script[..3]).1.is_some());
    // Without a stake the winner ends on 6.
    let unpaid = Rules { stake: 0, ..base };
    assert!(play(Rules { end: GameEnd::Held, ..unpaid }, 3, &script[..3]).1.is_some());
    let (log, holds) = play(Rules { end: GameEnd::Holds, ..unpaid }, 3, &script);
    assert!(holds.is_none() && log.begun.len() == 2, "another round begins");
}

/// P15: the goal counts after a completed turn, not in the middle of one: with 5 5 5 the roller holds 8 and gives 2.
#[test]
fn p15_after_the_turn_and_not_within_it() {
    let rules = Rules { goal: 7, stake: 0, ..rules() };
    let (log, outcome) = play(rules, 3, &[turn(&["5 5 5"]), scoring(1), scoring(1)]);
    assert_eq!(log.last().coins, [6, 4, 4]);
    assert!(outcome.is_none());
    assert_eq!(log.begun.len(), 2);
}

/// P15: coins given to another player count; most coins wins, equal coins share; coins in the POT count for nobody.
#[test]
fn p15_most_coins_wins() {
    let rules = Rules { goal: 6, stake: 0, ..rules() };
    let (_, outcome) = play(rules, 2, &[turn(&["2 3 4"]), turn(&["1 1 1"])]);
    assert!(outcome.is_none(), "4 and 0 coins");
    let (_, outcome) = play(Rules { goal: 4, ..rules }, 2, &[turn(&["2 3 4"]), turn(&["2 3 4"])]);
    let outcome = outcome.unwrap();
    assert_eq!((outcome.score[..2].to_vec(), outcome.share[..2].to_vec()), (vec![4, 4], vec![30, 30]));
    let (_, outcome) = play(Rules { goal: 4, ..rules }, 3, &[turn(&["5 5 5"]), scoring(1), scoring(1)]);
    let outcome = outcome.unwrap();
    assert_eq!((outcome.score[..3].to_vec(), u32::from(outcome.share[0])), (vec![6, 4, 4], WHOLE_WIN));
    // P O T ends the round, and the POT that it takes makes the goal.
    let (_, outcome) = play(Rules { goal: 8, stake: 2, ..rules }, 2, &[turn(&["P O T"])]);
    assert_eq!(outcome.unwrap().score[..2], [8, 2]);
}

/// P16: every watcher call of every script checks the sum; here with all moves of coins in one game.
#[test]
fn p16_coins_are_conserved() {
    let script: Vec<ScriptTurn> = ["1 1 1", "2 3 4", "3 4 5", "2 2 2", "3 3 3", "4 4 4", "5 5 5", "P 4 2", "P O T"]
        .iter()
        .map(|roll| turn(&[roll]))
        .collect();
    for bank in 0..12 {
        let (log, _) = play(Rules { coins: 14 + bank, goal: 14, ..rules() }, 4, &script);
        assert!(log.turns.len() >= 5);
    }
}

/// P17: after so many turns the game is over in the middle of the round, and most coins wins.
#[test]
fn p17_cap() {
    let capped = Rules { cap: 3, ..rules() };
    let (_, outcome) = play(capped, 4, &[scoring(5), turn(&["2 3 4"]), turn(&["2 3 4"])]);
    let outcome = outcome.unwrap();
    assert_eq!(outcome.score[..4], [3, 4, 4, 3]);
    assert_eq!((outcome.share[..4].to_vec(), outcome.lengths[..4].to_vec()), (vec![0, 30, 30, 0], vec![3, 1, 1, 0]));
    // A round that ends with the last turn is paid first.
    let (_, outcome) = play(capped, 3, &[scoring(5), scoring(1), scoring(1)]);
    assert_eq!((outcome.unwrap().score[0], outcome.unwrap().lengths[2]), (5, 1));
    // A game that ends with its last turn by the rules is not capped.
    let (_, outcome) = play(Rules { goal: 5, ..capped }, 3, &[scoring(5), scoring(1), scoring(1)]);
    assert_eq!(outcome.unwrap().lengths[..4], [3, 1, 0, 0]);
}

/// Rounds that begin with nothing in the bank are counted, before the bank would add its stake.
#[test]
fn rounds_with_an_empty_bank_are_counted() {
    let round = |first: u8| [scoring(first), scoring(1), scoring(1)];
    let script: Vec<ScriptTurn> = (5..8).flat_map(round).collect();
    let rules = Rules { coins: 13, goal: 13, cap: 9, ..rules() };
    let (log, outcome) = play(rules, 3, &script);
    // 2 in the bank as the game begins and as the second round does, then none; the third adds nothing to the POT.
    assert_eq!(log.begun.iter().map(|(_, books)| books.pot).collect::<Vec<_>>(), [2, 2, 0]);
    assert_eq!(outcome.unwrap().lengths[..4], [9, 3, 1, 1]);
}
