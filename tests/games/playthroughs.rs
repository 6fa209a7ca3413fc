//! Recorded games, told again.
//!
//! Owns a file for each registered game in `playthroughs/`: a few games as people are told them, by either engine. A
//! recording shows that the same seed still tells the same game; it records behaviour and does not prove it. That the
//! rules are kept is for the tests of the rules, the laws and the referee.

use analyze::dice::RunKey;
use analyze::engines::{EngineKind, Playable, SeatingRule, Seatings};
use analyze::games::battle::Battle;
use analyze::games::gang::Gang;
use analyze::games::pig::Pig;
use analyze::games::pot::Pot;
use analyze::games::{Setting, Table};
use analyze::lab::BUILT_IN;
use analyze::strategies::{Catalogue, find_all};
use std::path::Path;

/// Tells the games of a recording.
type Teller = fn() -> String;

/// The games that have recordings, with how to tell them.
const RECORDED: &[(&str, Teller)] = &[("gang", gang), ("pot", pot), ("battle", battle), ("pig", pig)];

/// A game of three with ideas, and one in which a die of eight sides ends turns at 3.
fn pig() -> String {
    let other = ["goal=50", "sides=8", "bust=3"].map(|option| option.split_once('=').unwrap());
    let other = other.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
    [
        narrate::<Pig>(&["keep-pace", "crowd", "hold"], &Setting::default(), 1),
        narrate::<Pig>(&["random", "race"], &Setting { options: other, ..Setting::default() }, 2),
    ]
    .concat()
}

/// A game of three with ideas, and one in which anything legal happens.
fn battle() -> String {
    let short = Setting { options: vec![("goal".to_owned(), "14".to_owned())], ..Setting::default() };
    [
        narrate::<Battle>(&["powers", "points", "elite"], &Setting::default(), 1),
        narrate::<Battle>(&["random", "swarm"], &short, 2),
    ]
    .concat()
}

/// Two games of three: bonus dice, turns of many dice, a supply, eliminations.
fn gang() -> String {
    let small = |edition: &str| Setting {
        edition: Some(edition.to_owned()),
        options: vec![("pools".to_owned(), "9".to_owned())],
        ..Setting::default()
    };
    [
        narrate::<Gang>(&["boss:3", "boss:2", "stand:3"], &Setting::default(), 1),
        narrate::<Gang>(&["random", "stand:20"], &small("blackrock"), 2),
    ]
    .concat()
}

/// A game to a low goal of players who pay for rerolls, and one of five with a bank that runs dry.
fn pot() -> String {
    let rules = |options: &[(&str, &str)]| Setting {
        options: options.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect(),
        ..Setting::default()
    };
    [
        narrate::<Pot>(&["optimal-turn", "thief", "letters"], &rules(&[("goal", "10")]), 1),
        narrate::<Pot>(
            &["combo-hunter", "max-sum", "stand", "random", "letters"],
            &rules(&[("coins", "18"), ("goal", "9")]),
            2,
        ),
    ]
    .concat()
}

/// The first game of a seed as every engine of the game tells it.
fn narrate<G: Catalogue + Playable>(bots: &[&str], setting: &Setting, seed: u64) -> String {
    let game = G::set_up(bots.len(), setting).unwrap();
    let typed: Vec<String> = bots.iter().map(|&bot| bot.to_owned()).collect();
    let (chosen, lineup) = find_all(&typed, &game).unwrap();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let strategies: Vec<&G::Strategy> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let seatings = Seatings::new(SeatingRule::Fixed, &lineup);
    let (seating, key) = (seatings.get(0), RunKey::new(seed).block(0));
    let mut all = String::new();
    for engine in G::OWN.into_iter().chain([EngineKind::Dice]) {
        all.push_str(&format!("== {}, {}, seed {seed}, engine {engine}\n", G::TITLE, bots.join(" ")));
        match engine {
            EngineKind::Dice => game.narrate(Table { strategies: &strategies, seating, block: key }, &names, &mut all),
            EngineKind::Turn => {
                game.narrate_own(Table { strategies: &strategies, seating, block: key }, &names, &mut all)
            }
        }
        .unwrap();
        all.push('\n');
    }
    all
}

#[test]
fn recorded_games_are_told_again() {
    let recordings = Path::new(env!("CARGO_MANIFEST_DIR")).join("playthroughs");
    for (name, tell) in RECORDED {
        let (file, told) = (format!("{name}.txt"), tell());
        let recorded = std::fs::read_to_string(recordings.join(&file)).unwrap_or_default();
        if told != recorded {
            let now = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&file);
            std::fs::write(&now, &told).unwrap();
            let line = (1..).zip(told.lines().zip(recorded.lines())).find(|(_, (told, recorded))| told != recorded);
            panic!(
                "the games of {file} are told otherwise, first at {line:?}. They are now in {}: if the change is \
                 meant, copy that over the recording, and say in the commit why games differ",
                now.display()
            );
        }
    }
}

#[test]
fn every_registered_game_has_a_recording() {
    assert!(RECORDED.iter().map(|(name, _)| *name).eq(BUILT_IN.iter().map(|game| game.name())));
}
