//! Races that can be counted by hand, and values against games played on.

use super::{Prospect, Race};
use crate::games::Seat;
use crate::games::battle::rules::{MAX_SEATS, Rules};
use crate::games::battle::state::State;
use crate::games::battle::{Battle, Kinds};

fn of_two(wins: [f64; 2]) -> Prospect {
    let mut prospect = Prospect { players: 2, award: 1, ..Prospect::default() };
    prospect.wins[..2].copy_from_slice(&wins);
    prospect.inside[..2].fill(true);
    prospect
}

fn wealth(of: [u32; 2]) -> [u32; MAX_SEATS] {
    let mut all = [0; MAX_SEATS];
    all[..2].copy_from_slice(&of);
    all
}

#[test]
fn who_has_reached_the_goal_has_won() {
    let prospects = [of_two([0.5, 0.5]); 2];
    let race = Race { goal: 20, prospects: &prospects, next: Seat(0) };
    assert_eq!(race.from(&wealth([20, 12]))[..2], [1.0, 0.0]);
    // Seat 2 fought last, and buys first (B18, B19).
    assert_eq!(race.from(&wealth([20, 21]))[..2], [0.0, 1.0]);
}

/// One point is missing on both sides, and somebody wins each duel: who wins the first one wins the game. Gains are
/// independent in a race. So both finish with probability 0.7 × 0.3, and each gets half of that. The first one alone
/// finishes with 0.7 × 0.7, the other one alone with 0.3 × 0.3, and neither with 0.3 × 0.7. That is 0.595 to 0.195, and
/// then a second duel that is nearly like the first.
#[test]
fn a_race_of_one_duel_is_nearly_that_duel() {
    let prospects = [of_two([0.7, 0.3]), of_two([0.7, 0.3])];
    let race = Race { goal: 20, prospects: &prospects, next: Seat(0) };
    let won = race.from(&wealth([19, 19]));
    assert!((won[0] - 0.595 / 0.79).abs() < 0.01, "{won:?}");
    assert!((won[0] + won[1] - 1.0).abs() < 1e-12, "{won:?}");
}

#[test]
fn like_positions_have_like_values() {
    let game = Battle::new(Rules::default(), 3).unwrap();
    let (few, more) = (Kinds::new([2, 2, 2, 0, 0, 0]), Kinds::new([2, 0, 4, 0, 0, 0]));
    let chances = |active: u8| {
        let state = State::between_duels(game.rules(), &[few, more, few], &[2, 0, 2], Seat(active)).unwrap();
        let packs: Vec<Kinds> = state.all().map(|seat| state.dice(seat)).collect();
        let prospects: Vec<Prospect> = state.all().map(|seat| game.usual(&packs, seat)).collect();
        Race { goal: game.rules().goal, prospects: &prospects, next: state.active }.from(&game.wealth(&state))
    };
    let (first, third) = (chances(0), chances(2));
    assert!((first[..3].iter().sum::<f64>() - 1.0).abs() < 1e-12);
    // Seats 1 and 3 have the same dice and points. Each is about to duel; only the order of the others differs.
    assert!((first[0] - third[2]).abs() < 0.02, "{first:?} {third:?}");
    assert!(first[1] > first[0], "better dice are worth more: {first:?}");
}

/// Gains add up by hand: 2 points for the winner of three, and what shows.
#[test]
fn a_lead_is_what_is_gained_more_than_by_the_others() {
    let mut prospect = Prospect { players: 3, award: 2, ..Prospect::default() };
    prospect.wins[..3].copy_from_slice(&[0.5, 0.3, 0.2]);
    prospect.shown[1] = 0.4;
    assert!((prospect.points(1) - 1.0).abs() < 1e-12);
    assert!((prospect.lead(0, 3) - (1.0 - (1.0 + 0.4) / 2.0)).abs() < 1e-12);
}
