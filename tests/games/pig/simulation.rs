//! Simulated games against win chances and turns that were worked out: all within 4 standard errors.

use super::OPTIMAL;
use super::chances::{Holds, hold, play};
use crate::runs::{Number, numbers};
use analyze::engines::{DiceEngine, SeatingRule, Seatings};
use analyze::games::pig::{Pig, Rules};
use analyze::games::{BuiltIn, Setting};
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::strategies::find_all;

/// The numbers of a run in which the line-up sits as it is written.
fn played(bots: [&str; 2], rules: &[(&str, &str)], games: u64) -> Vec<Number> {
    let options = rules.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    let game = Pig::set_up(2, &Setting { options, ..Setting::default() }).unwrap();
    let (chosen, lineup) = find_all(&bots.map(str::to_owned), &game).unwrap();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let seatings = Seatings::new(SeatingRule::Fixed, &lineup);
    let (seed, statistics) = (11, StatisticsBlocks::All);
    let job = Job {
        game: &game,
        strategies: &strategies,
        names: &names,
        seatings: &seatings,
        seed,
        blocks: 0..games,
        statistics,
    };
    let engine = DiceEngine { game: &game, strategies: &strategies };
    let finished = run(&job, &engine, 0, &Control::default()).unwrap();
    numbers(&finished.tally.into_record(&game, &names, 1))
}

/// That a number of a run, known by its table, column, first and last label, is as expected.
fn agrees(numbers: &[Number], [table, column, first, last]: [&str; 4], expected: f64) {
    let number = numbers.iter().find(|number| number.is(table, column, first, last));
    let number = number.unwrap_or_else(|| panic!("no {column} of {first} {last} in {table}"));
    let (value, standard_error) = (number.estimate.unwrap().value, number.standard_error());
    assert!((value - expected).abs() < 4.0 * standard_error, "{value} ± {standard_error} is not {expected}");
}

/// Both optimal: 0.5306 (Neller and Presser 2004), by value iteration 0.530593.
#[test]
fn optimal_play_against_itself() {
    let numbers = played(["optimal", "optimal"], &[], 200_000);
    agrees(&numbers, ["seats", "win_share", "optimal", "1"], OPTIMAL.chance(0, 0));
}

/// Optimal play and holding at a number, in either seat, against the chances of `chances`.
#[test]
fn optimal_play_against_holding_at_a_number() {
    let best = |own, other, total| OPTIMAL.holds(own, other, total);
    for at in [15, 20, 25] {
        let (name, other) = (format!("hold:{at}"), hold(at));
        let first: [(&str, Holds<'_>); 2] = [("optimal", &best), (&name, &other)];
        for [(a, plays_a), (b, plays_b)] in [first, [first[1], first[0]]] {
            let expected = play(&Rules::default(), plays_a, plays_b).a[0][0];
            let numbers = played([a, b], &[], 50_000);
            agrees(&numbers, ["seats", "win_share", a, "1"], expected);
            agrees(&numbers, ["seats", "win_share", b, "2"], 1.0 - expected);
        }
    }
}

/// Games that end after ten turns each, far from the goal, so that no turn ends at the goal.
#[test]
fn a_turn_of_hold_20() {
    let numbers = played(["hold:20", "hold:20"], &[("goal", "1000"), ("cap", "20")], 20_000);
    agrees(&numbers, ["turns", "turn_score_mean", "hold:20", "hold:20"], 492_303_203.0 / 60_466_176.0);
    agrees(&numbers, ["turns", "bust_rate", "hold:20", "hold:20"], 9_440_899.0 / 15_116_544.0);
}
