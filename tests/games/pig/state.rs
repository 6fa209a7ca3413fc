//! The rules R01–R07, by hand; and a turn that is held at 20, counted out.

use analyze::games::Seat;
use analyze::games::pig::{Rolled, Rules, State};
use std::collections::BTreeMap;

/// A game after these turns: the numbers rolled, and then the player holds if its turn is not over.
fn after(rules: &Rules, seats: usize, turns: &[&[u32]]) -> State {
    let mut state = State::new(seats);
    for (turn, numbers) in (1..).zip(turns) {
        for &number in *numbers {
            state.roll(number, rules);
        }
        if state.turns < turn {
            state.hold();
        }
    }
    state
}

/// R01 and R05: scores from 0, turns clockwise from seat 1, a held turn total is added.
#[test]
fn turns_go_round_and_totals_are_added() {
    let rules = Rules::default();
    assert_eq!((State::new(3).scores(), State::new(3).active()), (&[0, 0, 0][..], Seat(0)));
    let state = after(&rules, 3, &[&[6, 2], &[3], &[5, 5, 5], &[4]]);
    assert_eq!((state.scores(), state.active(), state.turns), (&[12, 3, 15][..], Seat(1), 4));
    assert!(!state.is_over(&rules));
}

/// R03 and R04: the turn total grows with each roll, and the number that ends a turn takes it, not the score.
#[test]
fn a_bust_loses_the_turn_total_alone() {
    for (bust, other) in [(1, 6), (6, 1), (3, 2)] {
        let rules = Rules { bust, ..Rules::default() };
        let mut state = after(&rules, 2, &[&[5, 5], &[4]]);
        assert_eq!([state.roll(other, &rules), state.roll(other, &rules)], [Rolled::Counts; 2]);
        assert_eq!(state.total, 2 * other);
        assert_eq!(state.roll(bust, &rules), Rolled::Bust);
        assert_eq!((state.scores(), state.active(), state.total, state.turns), (&[10, 4][..], Seat(1), 0, 3));
    }
}

/// R06: at the goal and beyond it the game is over at once; one short of it, it is not.
#[test]
fn the_goal_wins_at_once() {
    let rules = Rules { goal: 12, ..Rules::default() };
    let before = after(&rules, 2, &[&[3, 3], &[5, 6]]);
    assert!(!before.is_over(&rules), "{before:?}");
    for (number, score) in [(6, 12), (5, 11)] {
        let mut state = before.clone();
        let rolled = state.roll(number, &rules);
        let wins = score >= 12;
        assert_eq!((rolled, state.is_over(&rules)), if wins { (Rolled::Wins, true) } else { (Rolled::Counts, false) });
        assert_eq!(state.scores(), if wins { [12, 11] } else { [6, 11] });
        if wins {
            assert_eq!(state.winners(), 0b01);
        }
    }
    let mut state = after(&rules, 2, &[&[5, 6]]);
    assert_eq!([5, 5, 6].map(|number| state.roll(number, &rules)), [Rolled::Counts, Rolled::Counts, Rolled::Wins]);
    assert_eq!((state.scores(), state.winners()), (&[11, 16][..], 0b10));
}

/// R07: after so many turns the highest score wins, and equal ones share.
#[test]
fn the_cap_ends_a_game() {
    let rules = Rules { cap: 3, ..Rules::default() };
    for (turns, winners) in
        [([&[2][..], &[3], &[1]], 0b010), ([&[4, 2], &[3], &[6]], 0b101), ([&[1], &[1], &[1]], 0b111)]
    {
        assert!(!after(&rules, 3, &turns[..2]).is_over(&rules));
        let state = after(&rules, 3, &turns);
        assert!(state.is_over(&rules));
        assert_eq!(state.winners(), winners, "{turns:?}");
    }
}

/// All ways that a first turn can go which holds at 20: on average it scores 492303203 / 60466176 = 8.141795, and it
/// busts with 9440899 / 15116544 = 0.624541 (exact fractions, worked out apart).
#[test]
fn one_turn_that_holds_at_20() {
    let rules = Rules::default();
    let (mut bust, mut mean) = (0.0, 0.0);
    let mut reached = BTreeMap::from([(0, (State::new(2), 1.0))]);
    while let Some((total, (state, chance))) = reached.pop_first() {
        if total >= 20 {
            mean += chance * f64::from(total);
            continue;
        }
        for number in 1..=6 {
            let mut next = state.clone();
            match next.roll(number, &rules) {
                Rolled::Bust => bust += chance / 6.0,
                Rolled::Counts => reached.entry(next.total).or_insert((next, 0.0)).1 += chance / 6.0,
                Rolled::Wins => panic!("nobody wins in one turn of hold-20"),
            }
        }
    }
    assert!((mean - 492_303_203.0 / 60_466_176.0_f64).abs() < 1e-12, "{mean}");
    assert!((bust - 9_440_899.0 / 15_116_544.0_f64).abs() < 1e-12, "{bust}");
}
