//! The best response against whole trees of tiny games: every throw, every number of dice and every reroll of the reply, by the
//! state of the rules.

use super::answers::Answers;
use super::values::Reply;
use super::{GangReply, MOST_DICE, gang_reply};
use crate::dice::Counts;
use crate::exact::course::Course;
use crate::exact::game::GameValues;
use crate::exact::game::positions::Values;
use crate::exact::game::twin::{BOMB_AND_PAIR, Plays, Tree, games, tiny};
use crate::exact::luck::SeatsRead;
use crate::exact::round::Mark;
use crate::exact::versus::chain::Progress;
use crate::exact::versus::{ExactFault, exact_gang};
use crate::games::declaration::{Language, NoAnswer, ObservableIndex, PolicyId, index_of};
use crate::games::gang::{
    ALLOWED, BEST_TOTAL, CardIndex, Commit, Deck, Edition, Gang, POOL, Roll, SEAT, State, Strategy, TABLE, TurnResult,
    View,
};
use crate::strategies::{Catalogue, Chosen, find_all};
use std::sync::Arc;

/// A strategy by what it commits, which rerolls fives.
#[derive(Clone, Copy)]
struct By(fn(&View<'_>) -> u32);

impl Strategy for By {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        Ok(Commit { dice: (self.0)(view).clamp(1, view.ask(ALLOWED)), plan: PolicyId(5) })
    }

    fn reroll(&self, _: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(fives(roll.shown))
    }
}

fn fives(roll: Counts) -> Counts {
    roll.only(5)
}

/// The best total so far; 0 if there is none.
fn best(state: &State) -> u32 {
    state.best().map_or(0, |turn| match turn.result {
        TurnResult::Total(total) => total,
        TurnResult::Invalid => 0,
    })
}

/// Each strategy twice: as programs know it, and by the state of the rules.
const STRATEGIES: [(By, Plays); 3] = [
    (
        By(|view| 1 + u32::from(view.ask(BEST_TOTAL) > 3) + view.ask(TABLE) % 2),
        Plays::By(|state, _| 1 + u32::from(best(state) > 3) + state.table() % 2, fives),
    ),
    (By(|view| view.ask(POOL) / 2), Plays::By(|state, seat| state.pool(seat) / 2, fives)),
    (By(|view| view.ask(POOL)), Plays::By(State::pool, fives)),
];

/// The win share of the best response where it starts, and where the strategy does.
fn by_tree(gang: &Gang, plays: Plays) -> [f64; 2] {
    let value = |seats| Tree::of(gang, seats).value(&State::new(gang.rules(), 2), 0, None);
    [value([Plays::Best, plays]), 1.0 - value([plays, Plays::Best])]
}

fn are_near(found: &[f64], expected: &[f64], within: f64) {
    let is_near = found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < within);
    assert!(is_near, "found {found:?}, expected {expected:?}");
}

/// How the values of positions may differ: another number of dice has to be worth 10⁻⁶ more, in each of three rounds.
const WITHIN: f64 = 3e-6;

/// Each round's card is drawn anew in the tree, as it is for the values.
#[test]
fn values_are_those_of_the_whole_tree() {
    for gang in games() {
        for (by, plays) in &STRATEGIES {
            let strategy: [&dyn Strategy; 1] = [by];
            let course = Course::in_bytes(&gang).unwrap();
            let mut answers = Answers::new(&gang, &strategy, (1, SeatsRead::No), MOST_DICE);
            let reply = match Reply::solve(&gang, course, &mut answers, &Progress::new(&|_| true)) {
                Ok(reply) => reply,
                Err(_) => panic!("a tiny game has values"),
            };
            are_near(&reply.in_seat(), &by_tree(&gang, *plays), WITHIN);
        }
    }
}

/// With one card of each back, no card can come twice, and the values are those of the game.
fn of_one_card_each() -> [Gang; 2] {
    let cards = [["sum>=5", "bomb", "light"], ["any:1,2,4,5", "explosion", "dark"]];
    [
        tiny(Edition::Bga, &[("pools", "3"), ("bonus", "[1]")], "{ light = 0 }", &cards),
        tiny(Edition::Blackrock, &[("pools", "3"), ("bonus", "[1, 3]"), ("supply", "4")], "{ light = 0 }", &cards),
    ]
}

#[test]
fn the_reply_wins_in_the_game_what_the_whole_tree_says() {
    let seated = (By(|view| view.ask(SEAT)), Plays::By(|_, seat| u32::from(seat.0) + 1, fives));
    for gang in of_one_card_each() {
        for (by, plays) in STRATEGIES.iter().chain([&seated]) {
            let found = gang_reply(&gang, (by, "by"), &|_| true).unwrap();
            are_near(&found.in_seat, &by_tree(&gang, *plays), WITHIN);
        }
    }
}

/// The strategy that plays it is followed through all games as any other is.
#[test]
fn what_plays_the_reply_wins_what_was_computed_for_it() {
    let seated = By(|view| view.ask(SEAT));
    for gang in of_one_card_each() {
        for by in STRATEGIES.iter().map(|(by, _)| by).chain([&seated]) {
            let known = gang_reply(&gang, (by, "by"), &|_| true).unwrap();
            let (typed, content, strategy) = ("by".to_owned(), String::new(), Box::new(*by));
            let response =
                Gang::best_response(Chosen { name: typed.clone(), typed, content, strategy }, &gang).unwrap();
            let shares = exact_gang(&gang, [&*response, by], ["response", "by"], &|_| true).unwrap();
            are_near(&[0, 1].map(|seat| shares.in_seat(0, seat).value), &known.in_seat, 1e-9);
        }
    }
}

/// It was not known how to roll 59 dice of the strategy's, and the game ended with that as a fault.
#[test]
fn a_strategy_may_answer_with_more_dice_than_can_be_solved() {
    let gang = tiny(Edition::Bga, &[("pools", "30"), ("bonus", "[0]")], "{ light = 0 }", &BOMB_AND_PAIR);
    let all_in = || Arc::new(By(|view| view.ask(POOL)));
    let reply = GangReply::solve(&gang, (all_in(), "all-in"), &|_| true).unwrap();
    let last = reply.rounds() - 1;
    for card in (0..gang.deck().cards.len() as u16).map(CardIndex) {
        let (dice, aim) = reply.starts(0, (last, card), [1, 59], 1);
        assert!(dice == 1 && reply.plan(0, card, dice, aim).is_ok());
    }
}

/// Where the dice to throw are limited, cancelling luck asks for positions whose bonus dice are guessed wrong. It panicked.
#[test]
fn it_has_a_move_in_positions_that_were_not_solved() {
    let [_, gang] = of_one_card_each();
    let reply = GangReply::solve(&gang, (Arc::new(STRATEGIES[0].0), "one"), &|_| true).unwrap();
    let pools = (1..=4).flat_map(|own| (0..=4 - own).map(move |other| (own, other)));
    let all = (0..reply.rounds()).flat_map(|round| pools.clone().map(move |(own, other)| (round, own, other)));
    for (round, own, other) in all {
        let under = (round, CardIndex(round as u16));
        for (allowed, dice) in (0..=own).flat_map(|allowed| (0..=2).map(move |dice| (allowed, dice))) {
            let mark = (dice > 0).then_some(Mark { total: 3, dice });
            let moves = [
                reply.responds(0, under, [own, other], (mark, allowed)),
                reply.starts(0, under, [own, other], allowed),
            ];
            assert!(
                moves.iter().all(|(dice, _)| (1..=allowed.max(1)).contains(dice)),
                "{round} {own} {other} {moves:?}"
            );
        }
    }
}

/// What is kept plays as what was solved, for each seat apart where the strategy looks at its own. Bytes that are not whole
/// are refused.
#[test]
fn what_is_kept_makes_the_same_moves() {
    let seated = By(|view| view.ask(SEAT));
    for (gang, by) in of_one_card_each().iter().zip([seated, STRATEGIES[1].0]) {
        let by: Arc<dyn Strategy> = Arc::new(by);
        let solved = GangReply::solve(gang, (by.clone(), "by"), &|_| true).unwrap();
        let bytes = solved.to_bytes();
        let kept = |bytes: &[u8]| GangReply::from_bytes(gang, (by.clone(), "by"), bytes);
        let (same, all) = (kept(&bytes).unwrap(), moves(&solved));
        assert!(all.len() > 20 && moves(&same) == all);
        assert_eq!((same.looks_at_seats(), same.to_bytes()), (solved.looks_at_seats(), bytes.clone()));
        let last = bytes.len() - 1;
        let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        // The last byte is that of a value, 0.5 there; the last number of dice stands before the values after the last round.
        let changed =
            |at: usize, to: u8| bytes.iter().enumerate().map(|(i, &byte)| if i == at { to } else { byte }).collect();
        let course = Course::in_bytes(gang).unwrap();
        let after = 2 * size_of::<f64>() * Values::at_the_end(&course).numbers().len();
        let (value, dice): (Vec<u8>, Vec<u8>) = (changed(last, 0x40), changed(last - after, MOST_DICE as u8 + 1));
        for bad in [&b""[..], &bytes[1..], &bytes[..last], &longer, &value, &dice] {
            assert!(kept(bad).is_none(), "{} bytes", bad.len());
        }
    }
}

/// What it does in positions: where it starts, with what its plan is worth; and about a result and an invalid one.
fn moves(reply: &GangReply) -> Vec<String> {
    let mut all = Vec::new();
    for seat in 0..1 + usize::from(reply.looks_at_seats()) {
        for (round, card) in (0..reply.rounds()).map(|round| (round, CardIndex(round as u16))) {
            for (own, other) in (1..=2).flat_map(|own| (1..=2).map(move |other| (own, other))) {
                let (dice, aim) = reply.starts(seat, (round, card), [own, other], own);
                let plan = reply.plan(seat, card, dice, aim).map(|plan| plan.value);
                all.push(format!("{dice} {aim:?} {plan:?}"));
                for mark in [None, Some(Mark { total: 3, dice: 1 })] {
                    // The dice of the result were the other player's.
                    let pools = [own, other - mark.map_or(0, |mark| mark.dice)];
                    all.push(format!("{:?}", reply.responds(seat, (round, card), pools, (mark, own))));
                }
            }
        }
    }
    all
}

/// Nobody wins more against one who plays best than the game is worth.
#[test]
fn the_best_response_to_best_play_wins_what_the_game_is_worth() {
    for gang in of_one_card_each() {
        let solved = GameValues::solve(&gang, || true).unwrap();
        let worth = solved.value(solved.start());
        let (chosen, _) = find_all(&["optimal".to_owned()], &gang).unwrap();
        let found = gang_reply(&gang, (&*chosen[0].strategy, "optimal"), &|_| true).unwrap();
        are_near(&found.in_seat, &[worth, 1.0 - worth], WITHIN);
    }
}

/// It wins at least as much as another strategy does, in the true deck.
#[test]
fn no_other_strategy_wins_more() {
    let gang = tiny(Edition::Bga, &[("pools", "5"), ("bonus", "[1]")], "{ light = 0 }", &BOMB_AND_PAIR);
    let [one, two, three] = &STRATEGIES;
    let found = gang_reply(&gang, (&one.0, "one"), &|_| true).unwrap();
    for (other, _) in [one, two, three] {
        let shares = exact_gang(&gang, [other, &one.0], ["other", "one"], &|_| true).unwrap();
        let wins = [0, 1].map(|seat| shares.in_seat(0, seat).value);
        assert!(wins.iter().zip(&found.in_seat).all(|(wins, reply)| wins - reply < 1e-3), "{wins:?} {found:?}");
    }
}

/// `champion` has decisions against totals that a card allows, and panicked when it was asked about others.
#[test]
fn a_strategy_is_asked_about_results_that_a_card_allows() {
    let asked = By(|view| {
        let total = view.ask(BEST_TOTAL);
        assert!(total < 5 || total % 3 == 0, "no roll has a total of {total} under either card");
        1
    });
    for gang in of_one_card_each() {
        gang_reply(&gang, (&asked, "it"), &|_| true).unwrap();
    }
}

#[test]
fn what_cannot_be_followed_is_refused_by_name() {
    const SEEN: ObservableIndex = index_of::<Gang>("bombs_seen", Language::Both);
    let gang = &of_one_card_each()[0];
    let refused = |strategy: By| gang_reply(gang, (&strategy, "it"), &|_| true).unwrap_err().to_string();
    let counts = refused(By(|view| 1 + view.ask(SEEN)));
    assert!(counts.contains("'it' reads 'bombs_seen'"), "{counts}");
    let three = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 3).unwrap();
    let one = &STRATEGIES[0].0;
    assert_eq!(gang_reply(&three, (one, "it"), &|_| true), Err(ExactFault::OnlyToChampion(3)));
    assert_eq!(gang_reply(gang, (one, "it"), &|_| false), Err(ExactFault::Stopped));
}
