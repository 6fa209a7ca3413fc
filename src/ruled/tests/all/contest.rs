//! Contests with a deck: Gang of Dice from a file against the game of the core.

use crate::common::{game, strategy};
use analyze_core::dice::RunKey;
use analyze_core::games::gang::Gang;
use analyze_core::games::{BuiltIn, Game, Setting, Table};
use analyze_core::input::Source;
use analyze_core::strategies::find;
use analyze_ruled::{Limits, Mean, Ruled};

/// The share and the score of each seat in games of the core.
fn of_core(names: [&str; 3], games: u64) -> Vec<(Mean, Mean)> {
    let game = Gang::set_up(3, &Setting::default()).unwrap();
    let chosen: Vec<_> = names.iter().map(|name| find::<Gang>(name, &game).unwrap().strategy).collect();
    let strategies: Vec<_> = chosen.iter().map(|strategy| &**strategy).collect();
    let mut scratch = <Gang as Game>::Scratch::default();
    let mut means = vec![(Mean::default(), Mean::default()); 3];
    for block in 0..games {
        let table = Table { strategies: &strategies, seating: &[0, 1, 2], block: RunKey::new(5).block(block) };
        game.begin_block(table.block, &mut scratch);
        let outcome = game.play(table, &mut scratch, &mut ()).unwrap();
        for (seat, mean) in means.iter_mut().enumerate() {
            mean.0.add(f64::from(outcome.share[seat]) / 60.0);
            mean.1.add(outcome.score[seat].into());
        }
    }
    means
}

#[test]
fn gang_of_dice_from_a_file_is_gang_of_dice() {
    for named in [[("stand", 4), ("stand", 2), ("stand", 5)], [("boss", 3), ("stand", 4), ("boss", 6)]] {
        let names = named.map(|(name, k)| format!("{name}:{k}"));
        let core = of_core([&names[0], &names[1], &names[2]], 4_000);
        let file = game("gang", 3, &[]);
        let own = named.map(|(name, k)| strategy(&file, name, &[("k", k)]));
        let strategies: Vec<_> = own.iter().collect();
        let mut table = file.stepped(&strategies);
        let mut means = vec![(Mean::default(), Mean::default()); 3];
        for block in 0..4_000 {
            let outcome = table.play(&[0, 1, 2], RunKey::new(6).block(block)).unwrap_or_else(|fault| panic!("{fault}"));
            for (seat, mean) in means.iter_mut().enumerate() {
                mean.0.add(f64::from(outcome.share[seat]) / 60.0);
                mean.1.add(outcome.score[seat].into());
            }
        }
        for (seat, (core, file)) in core.iter().zip(&means).enumerate() {
            for (core, file) in [(core.0, file.0), (core.1, file.1)] {
                let error = core.error().hypot(file.error());
                assert!(
                    (core.mean() - file.mean()).abs() <= 4.0 * error,
                    "{names:?} seat {seat}: {} {} ± {error}",
                    core.mean(),
                    file.mean()
                );
            }
        }
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
