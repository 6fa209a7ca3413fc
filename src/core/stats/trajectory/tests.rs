//! Measures against games whose numbers are known by hand, and against a second computation over all games of a small one.

use super::*;

const W: f64 = WHOLE_STANDING as f64;

fn shares(all: &[f64]) -> Vec<u32> {
    all.iter().map(|share| (share * W).round() as u32).collect()
}

/// The measures of a game of win probabilities; the last ones are the result.
fn measures(seats: usize, standings: &[f64], turns: &[u8]) -> [Measured; Measure::ALL.len()] {
    let standings = shares(standings);
    let last = &standings[standings.len() - seats..];
    let idle = Measured { of: 4, sum: 1 };
    Trajectory { standing: Standing::Value, seats, standings: &standings, shares: last, turns, idle }.measures()
}

fn of(found: &[Measured], measure: Measure) -> (u64, f64) {
    let Measured { of, sum } = found[measure.index()];
    (of, sum as f64 / f64::from(measure.unit()))
}

/// A throw decides everything: nothing is settled before it, and nobody comes back.
#[test]
fn a_game_decided_by_one_throw() {
    let found = measures(2, &[0.5, 0.5, 1.0, 0.0], &[0]);
    let expected = [
        (Measure::Rounds, (1, 1.0)),
        (Measure::LeadChanges, (1, 0.0)),
        (Measure::Tension, (1, 1.0)),
        (Measure::Excitement, (1, 0.5)),
        (Measure::Decided, (1, 1.0)),
        (Measure::DecidedRound, (1, 1.0)),
        (Measure::Comeback, (1, 0.5)),
        (Measure::ComebackFrom20, (1, 0.0)),
        (Measure::Runaway, (0, 0.0)),
        (Measure::Dead, (2, 0.0)),
        (Measure::Downtime, (0, 0.0)),
    ];
    for (measure, expected) in expected {
        assert_eq!(of(&found, measure), expected, "{measure:?}");
    }
}

/// Three players in five rounds, by hand. Seat 2 wins from 5%, after leads of seat 1, seat 3 and itself.
#[test]
fn a_game_of_three_by_hand() {
    let standings = [
        [0.4, 0.3, 0.3],
        [0.7, 0.1, 0.2],
        [0.25, 0.05, 0.7],
        [0.02, 0.06, 0.92],
        [0.005, 0.95, 0.045],
        [0.0, 1.0, 0.0],
    ];
    let found = measures(3, &standings.concat(), &[0, 1, 2, 2, 0, 1, 1, 0]);
    let near = |measure: Measure, expected: f64| {
        let (things, sum) = of(&found, measure);
        assert!((sum - expected).abs() < 1e-5, "{measure:?}: {sum} of {things}");
    };
    near(Measure::LeadChanges, 2.0);
    near(Measure::Tension, 1.0 - (0.1 + 0.5 + 0.45 + 0.86 + 0.905) / 5.0);
    near(Measure::Excitement, 0.3 + 0.5 + 0.23 + 0.89 + 0.05);
    near(Measure::Decided, 4.0 / 5.0);
    near(Measure::DecidedRound, 4.0);
    near(Measure::Comeback, 0.05);
    near(Measure::ComebackFrom20, 1.0);
    near(Measure::ComebackFrom10, 1.0);
    // After two of five rounds seat 3 is ahead, and does not win.
    assert_eq!(of(&found, Measure::Runaway), (1, 0.0));
    // Seat 1 begins the last round with half a per cent.
    assert_eq!(of(&found, Measure::Dead), (15, 1.0));
    // Seat 0 waits 3 and 2 turns, seat 1 waits 3 and 0, seat 2 none.
    assert_eq!(of(&found, Measure::Downtime), (5, 8.0));
}

#[test]
fn a_shared_win_is_decided_by_the_last_round() {
    let found = measures(2, &[0.5, 0.5, 0.95, 0.05, 0.5, 0.5], &[]);
    assert_eq!(of(&found, Measure::Decided), (1, 1.0));
    let (_, lowest) = of(&found, Measure::Comeback);
    assert!((lowest - 0.05).abs() < 1e-9);
    assert_eq!(of(&found, Measure::LeadChanges), (1, 0.0));
}

#[test]
fn scores_say_who_leads_and_no_more() {
    let mut standings = Vec::new();
    for scores in [[0, 0], [10, 30], [40, 30], [90, 30]] {
        shares_of_scores(&scores, &mut standings);
    }
    assert_eq!(standings[..4], [WHOLE_STANDING / 2, WHOLE_STANDING / 2, WHOLE_STANDING / 4, WHOLE_STANDING / 4 * 3]);
    let shares = [WHOLE_STANDING, 0];
    let (standing, idle) = (Standing::Score, Measured { of: 4, sum: 1 });
    let game = Trajectory { standing, seats: 2, standings: &standings, shares: &shares, turns: &[], idle };
    let found = game.measures();
    assert_eq!(of(&found, Measure::LeadChanges), (1, 1.0));
    assert_eq!(of(&found, Measure::DecidedRound), (1, 2.0));
    assert_eq!(of(&found, Measure::Excitement), (0, 0.0));
    assert_eq!(of(&found, Measure::Dead), (0, 0.0));
    assert_eq!(of(&found, Measure::Idle), (0, 0.0));
}

/// The chance that heads are first to `goal`, by the number of ways in which the tosses that are left at most can fall.
fn chance(heads: u32, tails: u32, goal: u32) -> f64 {
    let left = 2 * goal - 1 - heads - tails;
    let ways = (0..1u32 << left).filter(|tosses| heads + tosses.count_ones() >= goal).count();
    ways as f64 / f64::from(1u32 << left)
}

/// All games of a random walk: a coin is tossed until one side has come up `goal` times. What is measured is compared with a
/// second computation, from the numbers of heads and tails, in floating point and forwards.
#[test]
fn every_game_of_a_random_walk_has_the_measures_of_a_second_computation() {
    let (goal, mut games, mut chances) = (4, 0, 0.0);
    let mut paths: Vec<Vec<bool>> = vec![vec![]];
    let mut means = [0.0; 2];
    while let Some(path) = paths.pop() {
        let heads = |n: usize| path[..n].iter().filter(|&&head| head).count() as u32;
        let (n, tails) = (path.len(), |n: usize| n as u32 - heads(n));
        if heads(n) < goal && tails(n) < goal {
            paths.extend([false, true].map(|head| [&path[..], &[head]].concat()));
            continue;
        }
        let p: Vec<f64> = (0..=n).map(|at| chance(heads(at), tails(at), goal)).collect();
        let standings: Vec<f64> = p.iter().flat_map(|&p| [p, 1.0 - p]).collect();
        let found = measures(2, &standings, &[]);
        let won = |at: usize| if heads(n) == goal { p[at] } else { 1.0 - p[at] };
        // A lead changes where the difference of heads and tails has another sign than when it was last not 0.
        let signs: Vec<i64> = (1..=n).map(|at| (i64::from(heads(at)) - i64::from(tails(at))).signum()).collect();
        let signs: Vec<i64> = signs.into_iter().filter(|sign| *sign != 0).collect();
        let changes = signs.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let tension = (0..n).map(|at| 2.0 * p[at].min(1.0 - p[at])).sum::<f64>() / n as f64;
        let excitement: f64 = p.windows(2).map(|pair| (pair[1] - pair[0]).abs()).sum();
        let mut decided = 0;
        for at in 0..n {
            if won(at) <= 0.9 {
                decided = at + 1;
            }
        }
        let lowest = (0..n).map(won).fold(1.0, f64::min);
        let expected = [
            (Measure::LeadChanges, changes as f64),
            (Measure::Tension, tension),
            (Measure::Excitement, excitement),
            (Measure::Decided, decided as f64 / n as f64),
            (Measure::Comeback, lowest),
            (Measure::ComebackFrom20, f64::from(u8::from(lowest < 0.2))),
            (Measure::ComebackFrom10, f64::from(u8::from(lowest < 0.1))),
        ];
        for (measure, expected) in expected {
            let (things, value) = of(&found, measure);
            assert!(things == 1 && (value - expected).abs() < 3e-6, "{path:?} {measure:?}: {value} {expected}");
        }
        let quarter = n.div_ceil(4);
        let led = (i64::from(heads(quarter)) - i64::from(tails(quarter))).signum();
        let runaway = f64::from(u8::from(led > 0 && heads(n) == goal || led < 0 && tails(n) == goal));
        assert_eq!(of(&found, Measure::Runaway), (led.unsigned_abs(), runaway), "{path:?}");
        let weight = 0.5f64.powi(n as i32);
        (games, chances) = (games + 1, chances + weight);
        means[0] += weight * excitement;
        means[1] += weight * f64::from(u8::from(lowest < 0.1));
    }
    // Of the 2 × (1 + 4 + 10 + 20) games the chances add up to 1. Who is down 0 to 3 has a chance of 1/16, and comes back as often:
    // 1/16 of 1/4 of the games.
    assert_eq!((games, chances), (70, 1.0));
    assert!((means[1] - 1.0 / 64.0).abs() < 1e-12, "{means:?}");
}
