//! A strategy that answers with something illegal, or not at all: the fault says who, when, what, and
//! what would have been legal.

use crate::looks::Looks;
use crate::table::{Player, at_most, boss, deck, in_order, play_with, stand};
use analyze::dice::{Counts, RunKey};
use analyze::games::gang::{
    Commit, Deck, Edition, Gang, NoAnswer, PolicyId, Roll, Rules, State, Strategy, Supply, Trigger, Turn, View, Watch,
};
use analyze::games::{Fault, Game, Seat, Table};
use std::sync::Mutex;

/// A game of three rounds and three players, in which the third faults; the turns that were over by then.
fn fault_of(rules: Rules, player: &dyn Strategy) -> (Fault, u32) {
    let rules = Rules { bonus: vec![], ..rules };
    let game = Gang::new(rules, deck(["sum>=99", "pair", "odd>=1"].map(|text| (text, Trigger::Bomb))), 3).unwrap();
    let (order, block) = (in_order(game.deck()), RunKey::new(4).block(0));
    let players: [&dyn Strategy; 3] = [&stand(2), &boss(2), player];
    let mut turns = Turns(0);
    let played = play_with(&game, &players, &[0, 1, 2], block, &order, &mut turns);
    (played.expect_err("a fault is a result"), turns.0)
}

struct Turns(u32);

impl Watch for Turns {
    fn turn_ends(&mut self, _: Turn, _: &State) {
        self.0 += 1;
    }
}

fn committing(dice: impl Fn(&View<'_>) -> u32 + Send + Sync) -> impl Strategy {
    let commit = move |view: &View<'_>| Ok(Commit { dice: dice(view), plan: PolicyId(0) });
    Player { commit, reroll: |_: &Roll<'_>| Ok(Counts::EMPTY) }
}

fn rerolling(reroll: impl Fn(&Roll<'_>) -> Result<Counts, NoAnswer> + Send + Sync) -> impl Strategy {
    Player { commit: at_most(3), reroll }
}

/// In the first round all are still in and seat 3 is the last to act.
fn assert_fault(fault: &Fault, round: u32, returned: &[&str], legal: &[&str]) {
    assert_eq!((fault.seat, fault.round), (Seat(2), round));
    for word in returned {
        assert!(fault.returned.contains(word), "'{word}' in {fault:?}");
    }
    for word in legal {
        assert!(fault.legal.contains(word), "'{word}' in {fault:?}");
    }
}

#[test]
fn committing_no_dice() {
    let (fault, turns) = fault_of(Edition::Bga.rules(), &committing(|_| 0));
    assert_fault(&fault, 1, &["0"], &["1 to 48"]);
    assert_eq!(turns, 2, "the turns of seats 1 and 2 were played, that of seat 3 was not");
}

#[test]
fn committing_more_than_allowed() {
    let (fault, _) = fault_of(Edition::Bga.rules(), &committing(|view| view.allowed() + 1));
    assert_fault(&fault, 1, &["49"], &["1 to 48"]);
    let (fault, _) = fault_of(Edition::Bga.rules(), &committing(|_| u32::MAX));
    assert_fault(&fault, 1, &["4,294,967,295"], &["1 to 48"]);
    // Two players have thrown two dice each: 32 of 36 are free; then 1 of 4, and then none, so one is changed.
    let (fault, _) = fault_of(Edition::Blackrock.rules(), &committing(|view| view.pool()));
    assert_fault(&fault, 1, &["48"], &["1 to 32"]);
    for dice in [5, 4, 3] {
        let rules = Rules { supply: Supply::Dice([dice; 3]), ..Edition::Bga.rules() };
        let (fault, _) = fault_of(rules, &committing(|_| 2));
        assert_fault(&fault, 1, &["2"], &["1 die"]);
    }
}

#[test]
fn a_fault_in_a_later_round() {
    let (fault, turns) = fault_of(Edition::Bga.rules(), &committing(|view| if view.round() == 3 { 0 } else { 1 }));
    assert_fault(&fault, 3, &["0"], &["1 to "]);
    assert!((6..9).contains(&turns));
}

#[test]
fn rerolling_dice_that_are_not_shown() {
    for more in [Counts::of(5, 4), Counts::of(0, 1) + Counts::of(1, 3)] {
        // Whatever three dice show, more of it than there is cannot be rerolled.
        let (fault, _) = fault_of(Edition::Bga.rules(), &rerolling(move |roll| Ok(roll.shown + more)));
        assert_fault(&fault, 1, &["reroll"], &["dice shown", "Boss"]);
    }
    let notes = Mutex::new((Counts::EMPTY, Counts::EMPTY));
    let not_there = |roll: &Roll<'_>| {
        let asked = Counts::one((0..6).find(|&face| roll.shown.get(face) == 0).unwrap());
        *notes.lock().unwrap() = (asked, roll.shown);
        Ok(asked)
    };
    let (fault, turns) = fault_of(Edition::Bga.rules(), &rerolling(not_there));
    let (asked, shown) = *notes.lock().unwrap();
    assert_fault(&fault, 1, &[&format!("{asked:?}")], &["dice shown", &format!("{shown:?}")]);
    assert_eq!(turns, 2);
}

#[test]
fn a_fault_in_the_second_reroll() {
    let second = |roll: &Roll<'_>| Ok(if roll.left == 1 { Counts::of(3, 40) } else { roll.shown });
    assert_fault(&fault_of(Edition::Bga.rules(), &rerolling(second)).0, 1, &["reroll"], &["dice shown"]);
}

#[test]
fn no_answer() {
    let refuse = |_: &View<'_>| Err(NoAnswer("the script divides by zero in line 3".into()));
    let silent = Player { commit: refuse, reroll: |_: &Roll<'_>| Ok(Counts::EMPTY) };
    assert_fault(
        &fault_of(Edition::Bga.rules(), &silent).0,
        1,
        &["the script divides by zero in line 3"],
        &["1 to 48"],
    );
    let mute = rerolling(|_| Err(NoAnswer("the script ran for too long".into())));
    assert_fault(&fault_of(Edition::Bga.rules(), &mute).0, 1, &["the script ran for too long"], &["dice shown"]);
}

/// `play` and `tell` report the same fault, and the story goes up to it.
#[test]
fn the_story_is_told_up_to_the_fault() {
    let game = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 2).unwrap();
    let players: [&dyn Strategy; 2] = [&stand(2), &committing(|view| if view.round() == 2 { 0 } else { 1 })];
    let (block, mut order, mut story) = (RunKey::new(1).block(0), game.scratch(), String::new());
    game.begin_block(block, &mut order);
    let played = game.play(Table { strategies: &players, seating: &[0, 1], block }, &mut order, &mut ()).unwrap_err();
    let told = game
        .narrate(Table { strategies: &players, seating: &[0, 1], block }, &["good".into(), "bad".into()], &mut story)
        .unwrap_err();
    assert_eq!(played, told);
    assert_eq!((told.seat, told.round), (Seat(1), 2));
    assert!(story.contains("Round 1") && story.contains("Round 2") && !story.contains("Round 3"), "{story}");
    assert!(!story.contains("The game ends"), "{story}");
}
