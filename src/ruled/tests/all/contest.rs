//! Contests with a deck: Gang of Dice from a file against the game of the core.

use crate::common::{game, strategy};
use analyze_core::dice::RunKey;
use analyze_core::games::gang::Gang;
use analyze_core::games::{BuiltIn, Game, Setting, Table};
use analyze_core::input::Source;
use analyze_core::strategies::find;
use analyze_ruled::{Limits, Mean, Ruled};

/// The share and the score of each seat.
type Seats = Vec<(Mean, Mean)>;

fn add(means: &mut Seats, share: &[u8], score: &[u32]) {
    for (mean, (share, score)) in means.iter_mut().zip(share.iter().zip(score)) {
        mean.0.add(f64::from(*share) / 60.0);
        mean.1.add((*score).into());
    }
}

/// In games of the core.
fn of_core(names: &[String], games: u64) -> Seats {
    let game = Gang::set_up(names.len(), &Setting::default()).unwrap();
    let chosen: Vec<_> = names.iter().map(|name| find::<Gang>(name, &game).unwrap().strategy).collect();
    let strategies: Vec<_> = chosen.iter().map(|strategy| &**strategy).collect();
    let seating: Vec<usize> = (0..names.len()).collect();
    let mut scratch = <Gang as Game>::Scratch::default();
    let mut means = vec![(Mean::default(), Mean::default()); names.len()];
    for block in 0..games {
        let table = Table { strategies: &strategies, seating: &seating, block: RunKey::new(5).block(block) };
        game.begin_block(table.block, &mut scratch);
        let outcome = game.play(table, &mut scratch, &mut ()).unwrap();
        add(&mut means, &outcome.share, &outcome.score);
    }
    means
}

/// In games of the file.
fn of_file(line_up: &[(&str, &str, i64)], games: u64) -> Seats {
    let file = game("gang", line_up.len(), &[]);
    let own: Vec<_> = line_up.iter().map(|&(name, key, value)| strategy(&file, name, &[(key, value)])).collect();
    let strategies: Vec<_> = own.iter().collect();
    let seating: Vec<usize> = (0..line_up.len()).collect();
    let mut table = file.stepped(&strategies);
    let mut means = vec![(Mean::default(), Mean::default()); line_up.len()];
    for block in 0..games {
        let outcome = table.play(&seating, RunKey::new(6).block(block)).unwrap_or_else(|fault| panic!("{fault}"));
        add(&mut means, &outcome.share, &outcome.score);
    }
    means
}

fn assert_alike(line_up: &[(&str, &str, i64)], games: u64) {
    let names: Vec<String> = line_up.iter().map(|(name, _, value)| format!("{name}:{value}")).collect();
    let (core, file) = (of_core(&names, games), of_file(line_up, games));
    for (seat, (core, file)) in core.iter().zip(&file).enumerate() {
        for (what, core, file) in [("share", core.0, file.0), ("score", core.1, file.1)] {
            let (error, of_core, of_file) = (core.error().hypot(file.error()), core.mean(), file.mean());
            assert!(
                (of_core - of_file).abs() <= 4.0 * error,
                "{names:?} seat {seat}: {what} {of_core} {of_file} ± {error}"
            );
        }
    }
}

#[test]
fn gang_of_dice_from_a_file_is_gang_of_dice() {
    assert_alike(&[("stand", "k", 4), ("stand", "k", 2), ("stand", "k", 5)], 4_000);
    assert_alike(&[("boss", "k", 3), ("stand", "k", 4), ("boss", "k", 6)], 4_000);
}

#[test]
fn chaser_from_a_file_is_chaser() {
    for line_up in [
        &[("stand", "k", 3), ("chaser", "above", 13)][..],
        &[("chaser", "above", 13), ("boss", "k", 4), ("stand", "k", 2)],
        &[("chaser", "above", 13), ("chaser", "above", 6), ("chaser", "above", 100)],
        &[("chaser", "above", 13), ("stand", "k", 5), ("chaser", "above", 9), ("boss", "k", 2)],
    ] {
        assert_alike(line_up, 10_000);
    }
}

/// Three players roll a die of one side each round and so never differ: nobody wins, each pays one of three, and all are
/// out after three rounds, so that they share the win.
#[test]
fn a_player_with_nothing_left_is_out() {
    let text = "game = \"pay\"\nplayers = \"3\"\n[dice]\nmost = 1\nsides = 2\nweights = [1, 0]\n[player]\nchips = { start = 3 }\nshown = \"\"\n\
                [table]\npot = \"\"\n[step.roll]\nroll = 1\ndo = \"shown = sum\"\nthen = \"pass\"\n\
                [contest]\nwins = \"shown\"\nequal = \"nobody\"\neach = \"chips -= 1, pot += 1\"\nwinner = \"chips += pot, pot = 0\"\nout = \"chips == 0\"\n\
                [end]\nrounds = 50\nscore = \"chips\"\n";
    let equal = Ruled::read(&Source::new("pay.toml", text), None, &[]).unwrap_or_else(|bad| panic!("{bad}"));
    let random = equal.random();
    let checked = equal.check(Limits::default()).unwrap_or_else(|bad| panic!("{bad}"));
    assert_eq!((&*checked.ranges[0].name, checked.ranges[0].ends), ("chips", (0, 3)));
    let outcome = equal.play(&[&random], &[0, 0, 0], 1, 0).unwrap();
    assert_eq!(
        (outcome.lengths[0], outcome.share[..3].to_vec(), outcome.score[..3].to_vec()),
        (9, vec![20; 3], vec![0; 3])
    );
    // With a first that wins, the first of the table has it all after three rounds, and is alone.
    let text = text.replace("\"nobody\"", "\"first\"");
    let first = Ruled::read(&Source::new("pay.toml", text), None, &[]).unwrap();
    let outcome = first.play(&[&random], &[0, 0, 0], 1, 0).unwrap();
    assert_eq!(
        (outcome.lengths[0], outcome.share[..3].to_vec(), outcome.score[..3].to_vec()),
        (9, vec![60, 0, 0], vec![9, 0, 0])
    );
}

/// After a round everybody notes what the winner showed, so that both end with the higher of two numbers; who starts the
/// next round is the winner, whose seat is noted, too.
#[test]
fn everybody_sees_what_the_winner_has() {
    let text = "game = \"note\"\nplayers = \"2\"\n[dice]\nmost = 1\nsides = 100\n[player]\nshown = \"\"\nnoted = \"\"\n\
                [step.roll]\nroll = 1\ndo = \"shown = sum\"\nthen = \"pass\"\n\
                [contest]\nwins = \"shown\"\nequal = \"first\"\nafter = \"noted = winner.shown\"\n\
                [end]\nrounds = 1\nscore = \"1000 * noted + shown\"\n";
    let game = Ruled::read(&Source::new("note.toml", text), None, &[]).unwrap_or_else(|bad| panic!("{bad}"));
    let random = game.random();
    for block in 0..100 {
        let score = game.play(&[&random], &[0, 0], 1, block).unwrap().score;
        let (first, second) = (score[0] % 1000, score[1] % 1000);
        assert_eq!((score[0] / 1000, score[1] / 1000), (first.max(second), first.max(second)));
    }
}

/// Without a contest, too: in each round another card is turned up, and after the last there is none.
#[test]
fn cards_change_from_round_to_round_without_a_contest() {
    let text = "game = \"x\"\nplayers = \"2\"\n[dice]\nmost = 1\nsides = 6\n[player]\nscore = { most = 99 }\n\
                [deck.all]\ncards = [\"one: sum >= 1\", \"ten: sum >= 1\"]\n\
                [step.roll]\nroll = 1\nthen = [\"one and card -> score += 1, pass\", \"ten and card -> score += 10, pass\", \"pass\"]\n\
                [end]\nrounds = 3\nscore = \"score\"\n";
    let game = Ruled::read(&Source::new("x.toml", text), None, &[]).unwrap_or_else(|bad| panic!("{bad}"));
    for block in 0..20 {
        let outcome = game.play(&[&game.random()], &[0, 0], 1, block).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(outcome.score[..2], [11, 11], "{block}");
    }
}

/// What the last round gives its winner was not counted: a contest to 5 was said to go to 4.
#[test]
fn the_check_counts_what_the_last_round_gives() {
    let text = "game = \"x\"\nplayers = \"2\"\n[match]\ndice = 1\ngoal = 5\n";
    let game = Ruled::read(&Source::new("x.toml", text), None, &[]).unwrap_or_else(|bad| panic!("{bad}"));
    let checked = game.check(Limits::default()).unwrap_or_else(|bad| panic!("{bad}"));
    let score = checked.ranges.iter().find(|range| range.name == "score").unwrap();
    assert_eq!(score.ends, (0, 5));
}
