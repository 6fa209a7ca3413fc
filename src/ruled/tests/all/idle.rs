//! Rounds in which nothing is decided that matters, in games from files.

use crate::common::{game, strategy};
use analyze_core::engines::{DiceEngine, Engine, Luck, Playable, SeatingRule, Seatings};
use analyze_core::games::Game;
use analyze_core::games::pig::{Pig, Rules};
use analyze_core::input::Source;
use analyze_core::record::WeighedSums;
use analyze_core::simulate::{Control, FeelJob, follow_games};
use analyze_core::stats::Measure;
use analyze_core::strategies::find_all;
use analyze_ruled::{Ruled, Strategy};

/// What is summed of idle rounds in so many blocks.
fn idle<G: Game>(engine: &impl Engine<G>, luck: &dyn Luck, blocks: u64) -> WeighedSums {
    let seatings = Seatings::new(SeatingRule::Rotate, &[0, 1]);
    let job = FeelJob { seatings: &seatings, strategies: 2, cards: 0, seed: 5, blocks: 0..blocks };
    let sums = follow_games(&job, (engine, Some(luck)), 2, &Control::default(), &mut |_| ()).unwrap().tally;
    sums.measures[Measure::Idle.index()].sums
}

fn of_file(game: &Ruled, strategies: [&Strategy; 2], blocks: u64) -> WeighedSums {
    let seatings = Seatings::new(SeatingRule::Rotate, &[0, 1]);
    let luck = game.values(&strategies, &[], &seatings, &|| true).unwrap();
    idle(&game.dice_engine(&strategies), &*luck, blocks)
}

/// The share, and its standard error over blocks.
fn share_and_error(sums: &WeighedSums) -> (f64, f64) {
    let [n, x, y] = [sums.active as f64, sums.of as f64, sums.sum as f64];
    let share = y / x;
    let squares = sums.squares as f64 - 2.0 * share * sums.products as f64 + share * share * sums.of_squared as f64;
    (share, (squares * n / (n - 1.0)).sqrt() / x)
}

/// A turn begins with a roll. It says whether the options are to score with a 2 or more twice over and with a 6; the same and with
/// a 6 again; or only with a 2 or more and with a 6. Who scores wins. Of the three options of the first case the middle one is as good as
/// the best, so that a third of the turns decide nothing; of four, the third is the middle one.
#[test]
fn the_middle_option_decides_whether_a_turn_is_idle() {
    let text = r#"
game = "middle"
players = "2"
[dice]
most = 1
[player]
score = "whether somebody scored"
[step.lot]
roll = 1
then = ["sum <= 2 -> three", "sum <= 4 -> four", "two"]
[step.three]
choices = ["easy", "also -> easy", "hard"]
[step.four]
choices = ["easy", "also -> easy", "hard", "harder -> hard"]
[step.two]
choices = ["easy", "hard"]
[step.easy]
roll = 1
then = ["sum >= 2 -> score += 1, pass", "pass"]
[step.hard]
roll = 1
then = ["sum == 6 -> score += 1, pass", "pass"]
[end]
when = "score >= 1"
score = "score"
"#;
    let game = Ruled::read(&Source::new("middle.toml", text), Some(2), &[]).unwrap_or_else(|bad| panic!("{bad}"));
    let (best, random) = (game.optimal().unwrap(), game.random());
    for strategies in [[&best, &random], [&random, &random]] {
        let sums = of_file(&game, strategies, 18_000);
        let (share, error) = share_and_error(&sums);
        assert_eq!(sums.active, 2_000, "every ninth block is priced");
        assert!((share - 1.0 / 3.0).abs() < 4.0 * error && error < 0.015, "{share} {error}");
    }
}

/// The hand calculation for Pig with two sides to a goal of 3: of 16/3 turns, 11/3 decide nothing.
#[test]
fn turns_of_pig_in_which_nothing_is_decided_are_idle() {
    let game = game("pig", 2, &[("goal", 3), ("sides", 2)]);
    let hold = strategy(&game, "hold", &[("at", 2)]);
    let (share, error) = share_and_error(&of_file(&game, [&hold, &hold], 36_000));
    assert!((share - 11.0 / 16.0).abs() < 4.0 * error && error < 0.005, "{share} {error}");
}

/// Pig as a file and Pig built in, by values that are found in different ways.
#[test]
fn pig_as_a_file_is_as_idle_as_pig() {
    let file = game("pig", 2, &[("goal", 60)]);
    let (hold, pace) = (strategy(&file, "hold", &[]), strategy(&file, "keep-pace", &[]));
    let found = share_and_error(&of_file(&file, [&hold, &pace], 18_000));
    let pig = Pig::new(Rules { goal: 60, ..Rules::default() }, 2).unwrap();
    let names = ["hold", "keep-pace"].map(str::to_owned);
    let (chosen, lineup) = find_all(&names, &pig).unwrap();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let luck = pig.values(&strategies, &names, &Seatings::new(SeatingRule::Rotate, &lineup), &|| true).unwrap();
    let engine = DiceEngine { game: &pig, strategies: &strategies };
    let expected = share_and_error(&idle(&engine, &*luck, 4_000));
    let error = found.1.hypot(expected.1);
    assert!((found.0 - expected.0).abs() < 4.0 * error && error < 0.01, "{found:?} {expected:?}");
    assert!((0.02..0.98).contains(&found.0), "{found:?}");
}
