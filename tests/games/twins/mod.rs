//! The strategies that ship as files, written in Rust: each file must decide as its twin does.
//!
//! A twin is the plainest program of the thought; what it thinks of the game is written in the file.

mod bold;
mod cautious;
mod chaser;
mod endgame;
mod moves;
mod odds;
mod reference;
pub(crate) mod risk;

use crate::choice::Choice;
use crate::looks::Looks;
use crate::random_play::{random_deck, random_rules};
use crate::runs::{Lineup, Run};
use analyze::dice::{Counts, RunKey};
use analyze::engines::EngineKind;
use analyze::games::gang::{Commit, Edition, Gang, NoAnswer, PolicyId, Roll, Strategy, View};
use analyze::games::{BuiltIn, Game, Setting, Table};
use analyze::strategies::{Catalogue, find};
use chaser::Chaser;
use moves::Plays;
use std::sync::Mutex;

/// A twin, built for a table.
type Twin = fn(&Gang) -> Box<dyn Strategy>;

/// How a file is named, and its twin with the same parameters.
const PAIRS: [(&str, Twin); 12] = [
    ("stand", |_| Box::new(reference::Stand { dice: 2 })),
    ("boss", |_| Box::new(reference::Boss { dice: 2 })),
    ("cautious", |_| Box::new(Plays(cautious::Cautious { most: 5 }))),
    ("bold", |_| Box::new(Plays(bold::Bold))),
    ("chaser", |_| Box::new(Plays(Chaser { above: 13 }))),
    ("odds", |game| Box::new(Plays(odds::Odds::new(game, 0.0)))),
    ("endgame", |_| Box::new(Plays(endgame::Endgame { rounds: 3, chaser: Chaser::default() }))),
    ("boss:dice=4", |_| Box::new(reference::Boss { dice: 4 })),
    ("odds:0.2", |game| Box::new(Plays(odds::Odds::new(game, 0.2)))),
    ("endgame:rounds=12", |_| Box::new(Plays(endgame::Endgame { rounds: 12, chaser: Chaser::default() }))),
    ("cautious:5", |_| Box::new(Plays(cautious::Cautious { most: 5 }))),
    ("chaser:above=7", |_| Box::new(Plays(Chaser { above: 7 }))),
];

fn file(name: &str, game: &Gang) -> Box<dyn Strategy> {
    find(name, game).map_err(|error| error.to_string()).unwrap().strategy
}

/// The names of the strategies that ship as files.
fn files() -> impl Iterator<Item = &'static str> {
    Gang::FILES.iter().filter_map(|(file, _)| file.strip_suffix(".toml"))
}

#[test]
fn every_file_that_ships_has_a_twin() {
    for name in files() {
        assert!(PAIRS[..files().count()].iter().any(|(twin, _)| *twin == name), "{name}");
    }
}

/// Each file that ships, with its defaults, plays at three tables of three, 1e5 games in all, die by die; and a tenth of
/// them drawn, where a decision that is met again is not asked for again.
#[test]
fn each_file_replays_the_games_of_its_twin() {
    let game = Gang::set_up(3, &Setting::default()).unwrap();
    let shipped = &PAIRS[..files().count()];
    for first in 0..shipped.len() {
        let table = [0, 1, 2].map(|seat| shipped[(first + seat) % shipped.len()]);
        let played = Lineup::own(table.iter().map(|(name, _)| file(name, &game)).collect());
        let twins = Lineup::own(table.iter().map(|(_, twin)| twin(&game)).collect());
        for (engine, blocks) in [(EngineKind::Dice, 11_200), (EngineKind::Turn, 1_120)] {
            let run = Run { seed: 400 + first as u64, blocks, threads: 2 };
            let signature = |lineup: &Lineup| lineup.run(engine, run).unwrap().signature();
            assert_eq!(signature(&played), signature(&twins), "{:?} {engine}", table.map(|(name, _)| name));
        }
    }
}

/// A file that is asked together with its twin.
struct Both {
    name: &'static str,
    file: Box<dyn Strategy>,
    twin: Box<dyn Strategy>,
    /// The plans of both, the plan of this player being a position among them.
    plans: Mutex<Vec<(PolicyId, PolicyId)>>,
}

impl Strategy for Both {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let (file, twin) = (self.file.commit(view)?, self.twin.commit(view)?);
        let turn = (view.card().condition_text.clone(), view.to_beat(), view.table(), view.allowed(), view.to_act());
        assert_eq!(file.dice, twin.dice, "{}: {turn:?}", self.name);
        let mut plans = self.plans.lock().unwrap();
        let both = (file.plan, twin.plan);
        let known = plans.iter().position(|plans| *plans == both);
        let plan = known.unwrap_or(plans.len());
        if known.is_none() {
            plans.push(both);
        }
        Ok(Commit { dice: file.dice, plan: PolicyId(plan as u64) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let (file, twin) = self.plans.lock().unwrap()[plan.0 as usize];
        let again = self.file.reroll(file, roll)?;
        assert_eq!(again, self.twin.reroll(twin, roll)?, "{}: {roll:?}", self.name);
        Ok(again)
    }
}

/// Decks of conditions nobody thought of, pools of a few dice, any number of rerolls.
#[test]
fn each_file_decides_as_its_twin_at_random_tables() {
    for number in 0..400 {
        let mut choice = Choice::new(&[4, number]);
        let deck = random_deck(&mut choice).deck;
        let pools = 1 + choice.below(30);
        let edition = choice.of(&[Edition::Bga, Edition::Blackrock]);
        let rules = random_rules(edition, deck.rounds(), pools, &mut choice);
        let seats = 2 + choice.below(3) as usize;
        let game = Gang::new(rules, deck, seats).unwrap();
        let both = |_| {
            let (name, twin) = choice.of(&PAIRS);
            Both { name, file: file(name, &game), twin: twin(&game), plans: Mutex::default() }
        };
        let players: Vec<Both> = (0..seats).map(both).collect();
        let players: Vec<&dyn Strategy> = players.iter().map(|player| player as &dyn Strategy).collect();
        let seating: Vec<usize> = (0..seats).collect();
        let mut scratch = game.scratch();
        for block in 0..5 {
            let block = RunKey::new(number).block(block);
            game.begin_block(block, &mut scratch);
            game.play(Table { strategies: &players, seating: &seating, block }, &mut scratch, &mut ()).unwrap();
        }
    }
}
