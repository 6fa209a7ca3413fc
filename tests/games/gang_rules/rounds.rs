//! G09–G14: turns, triggers, who wins a round and what becomes of the dice.

use super::pools;
use crate::table::{Player, Script, at_most, deck, in_order, play_with};
use analyze::dice::{Counts, RunKey};
use analyze::games::gang::Trigger::{Bomb, Explosion};
use analyze::games::gang::{Edition, Gang, Roll, Rules, State, Trigger, Turn, Watch};
use std::sync::Mutex;

/// One round of three players under a bomb that is hard to set off: the results, and who won.
fn round(turns: &[(u8, &str)]) -> (Vec<Option<u32>>, Option<u8>) {
    let played = Script::new(pools(48), 3).round("sum>=20", Bomb, turns).play();
    (played.last().results.clone(), played.last().won.map(|(seat, _)| seat))
}

/// What one turn comes to; a second player makes up the table.
fn turn(condition: &str, trigger: Trigger, text: &str) -> Option<u32> {
    Script::new(pools(48), 2).round(condition, trigger, &[(0, text), (1, "5")]).play().last().results[0]
}

/// The script checks the order of play itself.
#[test]
fn g09_clockwise_from_the_first_player() {
    for first in 0..4u8 {
        let seat = |i: u8| (first + i) % 4;
        let mut opening = [(0, "1"), (1, "1"), (2, "1"), (3, "1")];
        opening[first as usize].1 = "5";
        Script::new(pools(48), 4)
            .round("sum>=99", Bomb, &opening)
            .round("sum>=99", Bomb, &[(seat(0), "1"), (seat(1), "1"), (seat(2), "1"), (seat(3), "1")])
            .play();
    }
}

#[test]
fn g09_up_to_two_rerolls_of_any_subset() {
    assert_eq!(turn("sum>=99", Bomb, "314"), Some(8), "no reroll");
    assert_eq!(turn("sum>=99", Bomb, "314 1>5"), Some(12), "one reroll of one die");
    assert_eq!(turn("sum>=99", Bomb, "314 314>222"), Some(6), "one reroll of all");
    assert_eq!(turn("sum>=99", Bomb, "314 31>BB BB>55"), Some(14), "two rerolls");
    assert_eq!(turn("sum>=99", Bomb, "3B4 B>1 4>5"), Some(9), "a die kept earlier may be rerolled later");
    assert_eq!(turn("sum>=99", Bomb, "1111 11>22 1>5"), Some(1 + 2 + 2 + 5), "one of several equal dice");
}

/// How many rolls each turn had, and the rerolls left after each.
#[derive(Default)]
struct Rolls(Vec<Vec<u8>>, Vec<u8>);

impl Watch for Rolls {
    fn rolled(&mut self, _: Counts, left: u8) {
        self.1.push(left);
    }
    fn turn_ends(&mut self, _: Turn, _: &State) {
        self.0.push(std::mem::take(&mut self.1));
    }
}

/// One who would reroll for ever is asked as often as the rule `rerolls` says: twice by default.
#[test]
fn g09_no_third_reroll() {
    for (rerolls, expected) in [(0u8, vec![0]), (1, vec![1, 0]), (2, vec![2, 1, 0]), (3, vec![3, 2, 1, 0])] {
        let asked = Mutex::new(Vec::new());
        let reroll = |roll: &Roll<'_>| {
            asked.lock().unwrap().push(roll.left);
            Ok(roll.shown)
        };
        let player = Player { commit: at_most(2), reroll };
        let rules = Rules { rerolls, ..pools(48) };
        let game = Gang::new(rules, deck([("sum>=99", Explosion)]), 2).unwrap();
        let (order, block) = (in_order(game.deck()), RunKey::new(1).block(0));
        let mut rolls = Rolls::default();
        play_with(&game, &[&player], &[0, 0], block, &order, &mut rolls).unwrap();
        assert_eq!(rolls.0, [expected.clone(), expected.clone()]);
        let questions = &expected[..expected.len() - 1];
        assert_eq!(*asked.lock().unwrap(), [questions, questions].concat(), "with no reroll left nobody is asked");
    }
    assert_eq!(Edition::Bga.rules().rerolls, 2);
    assert_eq!(Edition::Blackrock.rules().rerolls, 2);
}

/// `Script` fails if the throws after the explosion are made, or those before it are not.
#[test]
fn g10_an_explosion_is_checked_after_every_roll() {
    assert_eq!(turn("run>=2", Explosion, "532"), None, "after the first");
    assert_eq!(turn("run>=2", Explosion, "51 1>4"), None, "after a reroll, with a die that was kept");
    assert_eq!(turn("run>=2", Explosion, "51 1>B B>4"), None, "after the second reroll");
    assert_eq!(turn("pair", Explosion, "53B B>3"), None);
    assert_eq!(turn("sum>=7", Explosion, "1B 1B>52"), None, "though the total is no more than the limit");
    assert_eq!(turn("run>=2", Explosion, "51 1>3 5>1"), Some(4), "it never held");
}

#[test]
fn g10_a_bomb_is_checked_on_the_final_dice_only() {
    assert_eq!(turn("run>=2", Bomb, "54 4>1"), Some(6), "it held after the first roll");
    assert_eq!(turn("sum>=7", Bomb, "55 55>44 4>1"), Some(5), "it held twice on the way");
    assert_eq!(turn("sum>=7", Bomb, "1B B>5 1>2"), None, "it holds in the end");
    assert_eq!(turn("sum>=7", Bomb, "34"), None, "without a reroll the first roll is final");
    assert_eq!(turn("sum>=7", Bomb, "24"), Some(6), "one less than the limit");
}

#[test]
fn g11_dice_without_a_value_are_a_valid_result_of_0() {
    assert_eq!(turn("any:1,2,3,4,5", Explosion, "BBB"), Some(0));
    assert_eq!(turn("pair", Bomb, "1B 1>B"), Some(0));
    assert_eq!(turn("not(any:5)", Bomb, "BB"), None, "the condition holds on them");
    assert_eq!(turn("sum>=0", Explosion, "B"), None);
    assert_eq!(round(&[(0, "55555"), (1, "B"), (2, "5554")]), (vec![None, Some(0), Some(19)], Some(2)));
    assert_eq!(round(&[(0, "55555"), (1, "B"), (2, "5555")]), (vec![None, Some(0), None], Some(1)), "0 beats invalid");
}

#[test]
fn g12_the_highest_total_wins() {
    assert_eq!(round(&[(0, "11111"), (1, "51"), (2, "5")]).1, Some(1), "not the most dice");
    assert_eq!(round(&[(0, "5554"), (1, "55555"), (2, "3")]).1, Some(0), "an invalid total of 25 counts nothing");
    assert_eq!(round(&[(0, "B"), (1, "B"), (2, "1")]).1, Some(2));
}

#[test]
fn g12_ties_go_to_more_dice_then_to_the_earlier_turn() {
    assert_eq!(round(&[(0, "5"), (1, "41"), (2, "311")]).1, Some(2), "more dice, later");
    assert_eq!(round(&[(0, "311"), (1, "41"), (2, "5")]).1, Some(0), "more dice, earlier");
    assert_eq!(round(&[(0, "5"), (1, "41"), (2, "32")]).1, Some(1), "as many dice, the earlier turn");
    assert_eq!(round(&[(0, "23"), (1, "41"), (2, "5B")]).1, Some(0), "three alike");
    assert_eq!(round(&[(0, "5"), (1, "4B"), (2, "5")]).1, Some(0), "fewer points lose with more dice");
    assert_eq!(round(&[(0, "B"), (1, "BB"), (2, "BB")]).1, Some(1), "also at a total of 0");
    // A Boss is a die as well when dice are counted.
    assert_eq!(round(&[(0, "55"), (1, "55B"), (2, "55")]).1, Some(1));
}

/// "Earlier" is the order of turns, not of seats.
#[test]
fn g12_the_earlier_turn_may_be_the_higher_seat() {
    let played = Script::new(pools(48), 3)
        .round("sum>=99", Bomb, &[(0, "1"), (1, "1"), (2, "5")])
        .round("sum>=99", Bomb, &[(2, "4"), (0, "4"), (1, "4")])
        .play();
    assert_eq!(played.last().won, Some((2, 3)));
}

#[test]
fn g13_the_winner_takes_everything_and_starts_the_next_round() {
    let rules = Rules { bonus: vec![3, 6, 9], ..pools(48) };
    let played = Script::new(rules, 3)
        .round("any:5", Bomb, &[(0, "55"), (1, "5"), (2, "555")])
        .round("any:5", Bomb, &[(0, "555"), (1, "11"), (2, "1")])
        .round("any:5", Bomb, &[(1, "5"), (2, "1"), (0, "1111")])
        .play();
    let [first, second, third] = &played.rounds[..] else { panic!("three rounds") };
    assert_eq!((first.won, first.table), (None, 3 + 6));
    assert_eq!(second.won, Some((1, 3 + 6 + 6 + 6)), "bonus and dice left over, bonus and dice of this round");
    assert_eq!((&second.pools, second.table, second.next_first), (&vec![43, 66, 44], 0, 1));
    assert_eq!(third.won, Some((0, 9 + 6)), "valid and invalid players' dice alike");
    assert_eq!((&third.pools, third.next_first), (&vec![54, 65, 43], 0));
}

#[test]
fn g14_all_invalid_leaves_dice_and_first_player() {
    let played = Script::new(Rules { bonus: vec![0, 3, 6, 0], ..pools(48) }, 3)
        .round("any:5", Bomb, &[(0, "1"), (1, "1"), (2, "4")])
        .round("any:5", Bomb, &[(2, "5"), (0, "55"), (1, "555")])
        .round("any:5", Explosion, &[(2, "51"), (0, "5"), (1, "5")])
        .round("any:5", Bomb, &[(2, "5"), (0, "1"), (1, "11")])
        .play();
    let [_, second, third, fourth] = &played.rounds[..] else { panic!("four rounds") };
    assert_eq!(second.results, [None, None, None]);
    assert_eq!((second.won, second.table, second.next_first), (None, 3 + 6, 2));
    assert_eq!((third.won, third.table, third.next_first), (None, 9 + 6 + 4, 2));
    assert_eq!(third.pools, [47 - 3, 47 - 4, 50 - 3]);
    assert_eq!((fourth.won, fourth.table, fourth.next_first), (Some((1, 19 + 4)), 0, 1));
}
