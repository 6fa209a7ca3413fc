//! The strategies that ship as files, written in Rust: each file must play as its twin does.

mod ideas;
mod plain;

use super::{Lineup, rules};
use analyze::games::battle::{Battle, Strategy};
use analyze::games::{BuiltIn, Setting};
use analyze::strategies::Catalogue;

/// Makes a twin.
type Twin = fn() -> Box<dyn Strategy>;

/// A file that ships, and its twin.
const PAIRS: [(&str, Twin); 5] = [
    ("plain", || Box::new(plain::Plain)),
    ("swarm", || Box::new(ideas::Swarm)),
    ("elite", || Box::new(ideas::Elite)),
    ("powers", || Box::new(ideas::Powers)),
    ("points", || Box::new(ideas::Points)),
];

#[test]
fn every_file_that_ships_has_a_twin() {
    let twins: Vec<&str> = PAIRS.iter().map(|(name, _)| *name).collect();
    let files: Vec<&str> = Battle::FILES.iter().filter_map(|(file, _)| file.strip_suffix(".toml")).collect();
    assert_eq!(files, twins);
}

/// Plays a table of files and the same table of twins, and compares all that is counted: games, duels, dice.
fn replay(bots: &[usize], setting: &Setting, seed: u64, blocks: u64) {
    let names: Vec<&str> = bots.iter().map(|&bot| PAIRS[bot].0).collect();
    let files = Lineup::shipped(&names, setting);
    let mut twins = Lineup::shipped(&names, setting);
    twins.strategies = files.names.iter().map(|name| (twin(name))()).collect();
    assert_eq!(files.run(seed, blocks, 2).unwrap(), twins.run(seed, blocks, 2).unwrap(), "{names:?}");
}

fn twin(name: &str) -> Twin {
    PAIRS.iter().find(|(known, _)| *known == name).unwrap().1
}

/// Over 1e4 games, each file at tables of two, three and five.
#[test]
fn each_file_replays_the_games_of_its_twin() {
    for first in 0..PAIRS.len() {
        let seats = |number: usize| (0..number).map(|seat| (first + seat) % PAIRS.len()).collect::<Vec<_>>();
        for (seats, blocks) in [(seats(2), 400), (seats(3), 300), (seats(5), 100)] {
            replay(&seats, &Setting::default(), 700 + first as u64, blocks);
        }
    }
}

/// Costs in another order, so that what is cheapest and dearest differs; little supply; few dice allowed.
#[test]
fn each_file_replays_its_twin_under_other_rules() {
    let costs = "[die.white]\ncost = 3\n[die.green]\ncost = 1\n[die.black]\ncost = 2\n[die.yellow]\ncost = 4\n";
    let scarce = "limit = 2\nmost = 1\n[die.white]\nsupply = [4, 4, 4, 4]\n[die.red]\nsupply = [3, 3, 3, 3]\n";
    for (number, text) in [costs, scarce].into_iter().enumerate() {
        assert!(Battle::set_up(3, &rules(text)).is_ok(), "{text}");
        for first in 0..PAIRS.len() {
            let seats = [0, 1, 2].map(|seat| (first + seat) % PAIRS.len());
            replay(&seats, &rules(text), number as u64, 100);
        }
    }
}
