//! Optimal play of Gang of Dice for two: whether it comes to the value of the game, and whether anybody beats it.

use crate::random_files::random_strategy;
use analyze::engines::{Playable, SeatingRule, Seatings};
use analyze::exact::game::{Enough, Start};
use analyze::games::gang::{CardIndex, Edition, Gang};
use analyze::games::{BuiltIn, Setting};
use analyze::input::Source;
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::strategies::gang::values;
use analyze::strategies::{find_all, shipped_names};
use tempfile::TempDir;

/// Three light and three dark cards that do not count each other out.
pub(crate) const SIX_CARDS: &str = include_str!("six-cards.toml");

/// A small game, and the folder in which its values are kept.
pub(crate) fn small(edition: Edition) -> (Gang, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting {
        edition: Some(edition.to_string()),
        deck: Some(Source::new("six", SIX_CARDS)),
        options: vec![("pools".to_owned(), "9".to_owned())],
        cache: Some(folder.path().to_owned()),
        ..Setting::default()
    };
    (Gang::set_up(2, &setting).unwrap().drawing_anew(), folder)
}

/// The win share of the first seat of a line-up, or of the first strategy under all rotations, with its standard error.
fn share(game: &Gang, bots: [&str; 2], rule: SeatingRule, blocks: u64) -> (f64, f64) {
    let (chosen, lineup) = find_all(&bots.map(str::to_owned), game).unwrap();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let seatings = Seatings::new(rule, &lineup);
    let job = Job {
        game,
        strategies: &strategies,
        names: &names,
        seatings: &seatings,
        seed: 18,
        blocks: 0..blocks,
        statistics: StatisticsBlocks::All,
    };
    let finished = run(&job, &game.own_engine(&strategies).unwrap(), 0, &Control::default()).unwrap();
    let tallies = finished.tally.into_record(game, &names, seatings.games());
    let cell = if rule == SeatingRule::Fixed { &tallies.seats[0] } else { &tallies.strategies[0].total };
    let (n, unit) = (blocks as f64, 60.0 * cell.seats_a_block as f64);
    let (sum, squares) = (cell.share.sum as f64 / unit, cell.share.squares as f64 / unit / unit);
    (sum / n, ((squares - sum * sum / n) / (n - 1.0) / n).sqrt())
}

#[test]
fn two_optimal_players_come_to_the_value_of_the_game() {
    for edition in [Edition::Bga, Edition::Blackrock] {
        let (game, _folder) = small(edition);
        let solved = values(&game, || true).unwrap();
        let value = solved.value(solved.start());
        let (share, error) = share(&game, ["optimal", "optimal"], SeatingRule::Fixed, 10_000);
        assert!((share - value).abs() < 3.0 * error, "{edition}: {share} ± {error}, but the value is {value}");
    }
}

#[test]
fn nobody_beats_optimal_play_in_the_game_that_is_solved() {
    let (game, _folder) = small(Edition::Bga);
    let others = ["stand:1", "boss:2", "max-score:12", "reach:dice=14", "round-optimal@random"];
    let shipped = shipped_names::<Gang>().into_iter().filter(|&name| name != "optimal");
    for other in shipped.chain(others) {
        let (share, error) = share(&game, ["optimal", other], SeatingRule::Rotate, 1_000);
        assert!(share > 0.5 - 3.0 * error, "{other}: {share} ± {error}");
    }
}

/// In the game that is solved: each round's card is drawn anew.
#[test]
fn nobody_wins_more_against_a_strategy_than_the_best_response() {
    for (edition, to) in [(Edition::Bga, "chaser"), (Edition::Blackrock, "bold")] {
        let (game, _folder) = small(edition);
        let response = format!("best-response:to={to}");
        let (most, error) = share(&game, [&response, to], SeatingRule::Rotate, 3_000);
        for other in ["optimal", "reach", "patient", "boss:1", "stand:1"] {
            let (share, other_error) = share(&game, [other, to], SeatingRule::Rotate, 3_000);
            assert!(share - most < 3.0 * error.hypot(other_error), "{edition}, {other}: {share}, {most} ± {error}");
        }
    }
}

/// Of so many strategies drawn at random.
const RANDOM: u64 = 200;
/// A normal variable is above this once in 20,000 times: once in 100 times that of 200 one is.
const ONE_OF_200: f64 = 3.89;

/// Drawn from what strategy files can say, and from the shipped ones with other numbers. None beats optimal play by more
/// than chance, and all together lose. With `RANDOM=full` they play the published game, 40,000 games each.
#[test]
fn no_random_strategy_beats_optimal_play_in_the_game_that_is_solved() {
    let is_full = std::env::var("RANDOM").is_ok_and(|word| word == "full");
    let (game, _folder) = if is_full { published() } else { small(Edition::Bga) };
    let (blocks, folder) = (if is_full { 20_000 } else { 300 }, tempfile::tempdir().unwrap());
    let mut found: Vec<(f64, f64, String)> = (0..RANDOM)
        .map(|number| {
            let other = random_strategy(number, folder.path());
            let (share, error) = share(&game, ["optimal", &other], SeatingRule::Rotate, blocks);
            assert!(share > 0.5 - ONE_OF_200 * error, "{other} wins: {share} ± {error} for optimal play");
            (share, error, other)
        })
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mean = found.iter().map(|(share, ..)| share).sum::<f64>() / RANDOM as f64;
    assert!(mean > 0.55, "{mean}");
    if is_full {
        println!("mean win share of optimal play {mean:.4}; the closest:");
        for (share, error, other) in &found[..10] {
            println!("  {other}: {share:.4} ± {:.4} (simultaneous over {RANDOM})", ONE_OF_200 * error);
        }
    }
}

/// The published game, its cards drawn anew.
fn published() -> (Gang, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting { cache: Some(folder.path().to_owned()), ..Setting::default() };
    (Gang::set_up(2, &setting).unwrap().drawing_anew(), folder)
}

/// A game of one round with these pools, whose card never bites, without rerolls: the more dice, the better.
fn more_is_better(pools: u32) -> Gang {
    let card = "[[card]]\nid = \"more\"\ncondition = \"sum>=300\"\ntrigger = \"bomb\"\nback = \"light\"\n";
    let options = [("pools", pools.to_string()), ("bonus", "[]".to_owned()), ("rerolls", "0".to_owned())];
    let setting = Setting {
        deck: Some(Source::new("more", format!("id = \"more\"\nname = \"more\"\n{card}"))),
        options: options.map(|(key, value)| (key.to_owned(), value)).to_vec(),
        ..Setting::default()
    };
    Gang::set_up(2, &setting).unwrap()
}

/// No more than 16 dice were considered, whatever a card made of them. In a single round at even pools whoever takes the table has
/// won. So the starter's share is what the best number of dice leaves after the best response: from the plain sums of dice, each of
/// which shows 0 to 5, and of which as many or fewer lose a tie.
#[test]
fn more_than_sixteen_dice_are_considered_where_they_pay() {
    const DICE: usize = 20;
    let mut sums = vec![vec![1.0]];
    for dice in 0..DICE {
        let mut next = vec![0.0; 5 * (dice + 1) + 1];
        for (sum, chance) in sums[dice].iter().enumerate() {
            (0..6).for_each(|face| next[sum + face] += chance / 6.0);
        }
        sums.push(next);
    }
    let beats = |reply: usize, own: usize, total: usize| -> f64 {
        sums[reply].iter().skip(total + usize::from(reply <= own)).sum()
    };
    let share = |own: usize| -> f64 {
        let left = |total: usize| 1.0 - (1..=DICE).map(|reply| beats(reply, own, total)).fold(0.0, f64::max);
        sums[own].iter().enumerate().map(|(total, chance)| chance * left(total)).sum()
    };
    let expected = (1..=DICE).map(share).fold(0.0, f64::max);
    let game = more_is_better(DICE as u32);
    let solved = values(&game, || true).unwrap();
    let card = CardIndex(0);
    let todo = solved.starts(Start { position: solved.start(), card }, u32::MAX).unwrap();
    assert!((solved.value(solved.start()) - expected).abs() < 1e-9, "{} {expected}", solved.value(solved.start()));
    assert_eq!((todo.dice, solved.considered(0, card)), (DICE as u32, DICE as u32));
    assert_eq!(solved.enough(0, card).0, Enough::Proven);
}
