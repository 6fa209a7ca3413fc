//! The strategies that ship as files, written in Rust: each file must decide as its twin does.

mod coins;
mod max_sum;
mod reference;
mod situation;
mod thief;

use super::runs::{Lineup, setting};
use crate::choice::Choice;
use crate::runs::Run;
use analyze::dice::RunKey;
use analyze::engines::EngineKind;
use analyze::games::pot::{Decision, DiceSet, NoAnswer, PolicyId, Pot, Roll, Strategy, View, Without};
use analyze::games::{BuiltIn, Game, Table};
use analyze::strategies::{Catalogue, find};
use coins::MostCoins;
use max_sum::MaxSum;
use std::sync::Mutex;
use thief::Thief;

/// A twin, built for a table.
type Twin = fn(&Pot) -> Box<dyn Strategy>;

/// How a file is named, and its twin with the same parameters.
const PAIRS: [(&str, Twin); 12] = [
    ("stand", |_| Box::new(reference::Stand)),
    ("letters", |_| Box::new(reference::Letters)),
    ("max-sum", |pot| Box::new(MaxSum::new(0, pot.rules().combos()))),
    ("thief", |pot| Box::new(Thief::new(12, 0, pot.rules().combos()))),
    ("combo-hunter", |pot| Box::new(MostCoins::of_combos(0, pot.seats(), pot.rules().combos()))),
    ("optimal-turn", |pot| Box::new(MostCoins::with_pot(0, 1, pot.seats(), pot.rules().combos()))),
    ("max-sum:4", |pot| Box::new(MaxSum::new(4, pot.rules().combos()))),
    ("thief:open=0:pay=10001", |pot| Box::new(Thief::new(0, 10_001, pot.rules().combos()))),
    ("thief:15:pay=3", |pot| Box::new(Thief::new(15, 3, pot.rules().combos()))),
    ("combo-hunter:pay=9", |pot| Box::new(MostCoins::of_combos(9, pot.seats(), pot.rules().combos()))),
    ("optimal-turn:pay=5:rivals=0", |pot| Box::new(MostCoins::with_pot(5, 0, pot.seats(), pot.rules().combos()))),
    ("optimal-turn:rivals=2", |pot| Box::new(MostCoins::with_pot(0, 2, pot.seats(), pot.rules().combos()))),
];

fn file(name: &str, game: &Pot) -> Box<dyn Strategy> {
    find(name, game).map_err(|error| error.to_string()).unwrap().strategy
}

/// The names of the strategies that ship as files.
fn files() -> impl Iterator<Item = &'static str> {
    Pot::FILES.iter().filter_map(|(file, _)| file.strip_suffix(".toml"))
}

#[test]
fn every_file_that_ships_has_a_twin() {
    for name in files() {
        assert!(PAIRS[..files().count()].iter().any(|(twin, _)| *twin == name), "{name}");
    }
}

/// Each file that ships, with its defaults, plays at three tables of three, 27,000 games in all and by each engine: die
/// by die, and drawn, where a decision that is met again is not asked for again.
#[test]
fn each_file_replays_the_games_of_its_twin() {
    let game = Pot::set_up(3, &setting(&[])).unwrap();
    let shipped = &PAIRS[..files().count()];
    for first in 0..shipped.len() {
        let table = [0, 1, 2].map(|seat| shipped[(first + seat) % shipped.len()]);
        let played = Lineup::own(table.iter().map(|(name, _)| file(name, &game)).collect(), &[]);
        let twins = Lineup::own(table.iter().map(|(_, twin)| twin(&game)).collect(), &[]);
        for engine in [EngineKind::Dice, EngineKind::Turn] {
            let run = Run { seed: 400 + first as u64, blocks: 1500, threads: 2 };
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
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let (file, twin) = (self.file.decide(view)?, self.twin.decide(view)?);
        assert_eq!(file.choices, twin.choices, "{}", self.name);
        let mut plans = self.plans.lock().unwrap();
        let both = (file.rerolls, twin.rerolls);
        let known = plans.iter().position(|plans| *plans == both);
        let plan = known.unwrap_or(plans.len());
        if known.is_none() {
            plans.push(both);
        }
        Ok(Decision { rerolls: PolicyId(plan as u64), choices: file.choices })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        let (file, twin) = self.plans.lock().unwrap()[plan.0 as usize];
        let again = self.file.reroll(file, roll)?;
        assert_eq!(again, self.twin.reroll(twin, roll)?, "{}: {roll:?}", self.name);
        Ok(again)
    }
}

/// Any number of players, few coins and many, either zero, with and without a combo or the paid reroll.
#[test]
fn each_file_decides_as_its_twin_at_random_tables() {
    for number in 0..150 {
        let mut choice = Choice::new(&[6, number]);
        let seats = 2 + choice.below(4) as usize;
        let coins = 25 + choice.below(100);
        let (zero, (without, _)) = (choice.of(&["any", "O"]), choice.of(&Without::NAMES));
        let options = [format!("coins={coins}"), format!("zero={zero}"), "goal=20".to_owned(), "cap=300".to_owned()];
        let options = [&options[..], &[format!("without={without}")]].concat();
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let game = Pot::set_up(seats, &setting(&options)).unwrap();
        let both = |_| {
            let (name, twin) = choice.of(&PAIRS);
            Both { name, file: file(name, &game), twin: twin(&game), plans: Mutex::default() }
        };
        let players: Vec<Both> = (0..seats).map(both).collect();
        let players: Vec<&dyn Strategy> = players.iter().map(|player| player as &dyn Strategy).collect();
        let seating: Vec<usize> = (0..seats).collect();
        for block in 0..4 {
            game.play(
                Table { strategies: &players, seating: &seating, block: RunKey::new(number).block(block) },
                &mut (),
                &mut (),
            )
            .unwrap();
        }
    }
}
