//! What is made of win shares without luck beyond single runs: how often its intervals hold the truth, whether it differs on
//! average from the same as played, and how many times fewer games it takes.
//!
//! Owns the counting: for each number many runs with seeds of their own, each judged without luck and, of the same games, as
//! played. The truth is the mean of all runs without luck, of which each is a small part. What is played, `swept` and the files
//! beside it say; a test and the bench of this name use it.

use analyze::engines::{EngineKind, Luck, SeatingRule, Seatings};
use analyze::games::Setting;
use analyze::lab::{Chosen, Players, Prepared};
use analyze::registry::game;
use analyze::stats::{Estimate, Interval};
use std::sync::Arc;

/// A number of a run: without luck, and as played.
pub(crate) type Both = [Estimate; 2];

/// What the runs of a number came to.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// What it is of.
    pub(crate) title: String,
    pub(crate) runs: Vec<Both>,
}

impl Found {
    /// Plays a run with each of the seeds 1, 2, … and gathers the numbers of all, which are always the same ones.
    pub(crate) fn of_seeds(seeds: u64, mut run: impl FnMut(u64) -> Vec<(String, Both)>) -> Vec<Found> {
        let mut all: Vec<Found> = Vec::new();
        for seed in 1..=seeds {
            for (at, (title, both)) in run(seed).into_iter().enumerate() {
                if seed == 1 {
                    all.push(Found { title, runs: Vec::new() });
                }
                all[at].runs.push(both);
            }
        }
        all
    }

    fn values(&self, which: usize) -> impl Iterator<Item = f64> + Clone {
        self.runs.iter().map(move |run| run[which].value)
    }

    /// The mean of all runs without luck.
    pub(crate) fn truth(&self) -> f64 {
        mean(self.values(0))
    }

    /// How many intervals hold the truth, without luck or as played, and how many there are.
    pub(crate) fn covered(&self, which: usize) -> (u64, u64) {
        let truth = self.truth();
        let intervals = self.runs.iter().filter_map(|run| run[which].interval);
        let holds = |it: &Interval| it.lo - 1e-12 <= truth && truth <= it.hi + 1e-12;
        (intervals.clone().filter(holds).count() as u64, intervals.count() as u64)
    }

    /// By how many standard errors the number without luck differs on average from that as played.
    pub(crate) fn bias(&self) -> f64 {
        let differences = || self.runs.iter().map(|run| run[0].value - run[1].value);
        mean(differences()) / (variance(differences()) / self.runs.len() as f64).sqrt()
    }

    /// How many times as many games would be needed as played: by the variances over runs.
    pub(crate) fn gain(&self) -> f64 {
        variance(self.values(1)) / variance(self.values(0))
    }
}

pub(crate) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (n, sum) = values.fold((0.0, 0.0), |(n, sum), value| (n + 1.0, sum + value));
    sum / n
}

fn variance(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let centre = mean(values.clone());
    let (n, squares) = values.fold((0.0, 0.0), |(n, squares), value| (n + 1.0, squares + (value - centre).powi(2)));
    squares / (n - 1.0)
}

/// A game, set up.
pub(crate) fn set_up(name: &str, players: usize, options: &[(&str, &str)]) -> Arc<dyn Prepared> {
    let is_edition = |(key, _): &&(&str, &str)| *key == "edition";
    let setting = Setting {
        edition: options.iter().find(is_edition).map(|(_, value)| (*value).to_owned()),
        options: options
            .iter()
            .filter(|option| !is_edition(option))
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect(),
        ..Setting::default()
    };
    game(name).expect("a game").set_up(players, &setting).expect("a valid table")
}

/// A line-up with its rotated seats.
pub(crate) struct Lineup {
    pub(crate) game: Arc<dyn Prepared>,
    pub(crate) chosen: Vec<Chosen>,
    pub(crate) names: Vec<String>,
    pub(crate) seatings: Seatings,
}

impl Lineup {
    pub(crate) fn new(name: &str, bots: &str, options: &[(&str, &str)]) -> Lineup {
        let typed: Vec<String> = bots.split(',').map(str::to_owned).collect();
        let game = set_up(name, typed.len(), options);
        let (chosen, seats) = game.find_all(&typed).expect("strategies of the game");
        let names = chosen.iter().map(|chosen| chosen.name.clone()).collect();
        Lineup { game, chosen, names, seatings: Seatings::new(SeatingRule::Rotate, &seats) }
    }

    pub(crate) fn players(&self) -> Box<dyn Players + '_> {
        self.game.players(&self.chosen.iter().collect::<Vec<_>>())
    }
}

/// What luck is, which must be known.
pub(crate) fn luck_of<'p>(players: &'p dyn Players, names: &[String], seatings: &Seatings) -> Box<dyn Luck + 'p> {
    players.luck(names, seatings, &|| true).expect("luck that is known")
}

/// Each game's own engine.
pub(crate) const ENGINE: EngineKind = EngineKind::Turn;
