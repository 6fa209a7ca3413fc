//! Battle Dice as a whole game. Its single rules are tested where they are carried out, on dice set up by hand.

mod agreement;
mod faults;
mod files;
mod laws;
mod reach;
mod scripts;
mod shortcuts;
mod tactician;
mod twins;

use analyze::engines::{DiceEngine, GameFault, SeatingRule, Seatings};
use analyze::games::battle::{Battle, Strategy};
use analyze::games::{BuiltIn, Setting};
use analyze::input::Source;
use analyze::record::Tallies;
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::strategies::find_all;

/// Strategies at a table.
struct Lineup {
    game: Battle,
    names: Vec<String>,
    seatings: Seatings,
    strategies: Vec<Box<dyn Strategy>>,
}

impl Lineup {
    /// Strategies that ship, by name.
    fn shipped(bots: &[&str], setting: &Setting) -> Lineup {
        let game = Battle::set_up(bots.len(), setting).unwrap();
        let typed: Vec<String> = bots.iter().map(|&bot| bot.to_owned()).collect();
        let (chosen, seats) = find_all(&typed, &game).unwrap();
        let (names, strategies) = chosen.into_iter().map(|chosen| (chosen.name, chosen.strategy)).unzip();
        Lineup { game, names, seatings: Seatings::new(SeatingRule::Rotate, &seats), strategies }
    }

    fn strategies(&self) -> Vec<&(dyn Strategy + 'static)> {
        self.strategies.iter().map(|strategy| &**strategy).collect()
    }

    fn run(&self, seed: u64, blocks: u64, threads: usize) -> Result<Tallies, GameFault> {
        let (game, names, seatings, strategies) = (&self.game, &self.names, &self.seatings, &self.strategies()[..]);
        let job = Job { game, strategies, names, seatings, seed, blocks: 0..blocks, statistics: StatisticsBlocks::All };
        let finished = run(&job, &DiceEngine { game, strategies }, threads, &Control::default())?;
        Ok(finished.tally.into_record(game, names, seatings.games()))
    }
}

/// A setting with this rules file.
fn rules(text: &str) -> Setting {
    Setting { rules: Some(Source::new("rules.toml", text)), ..Setting::default() }
}

/// Whatever the threads, the same integers; more blocks, other ones.
#[test]
fn threads_do_not_matter() {
    for bots in
        [&["random", "elite", "points", "powers"][..], &["duellist:samples=2", "random"], &["tactician", "elite"]]
    {
        let lineup = Lineup::shipped(bots, &Setting::default());
        let [one, two, seven] = [1, 2, 7].map(|threads| lineup.run(5, 150, threads).unwrap());
        assert!(one == two && one == seven, "{bots:?}");
        assert!(lineup.run(6, 150, 2).unwrap() != one);
    }
}

/// The results of a small fixed run as one number that stands for all of them. A change of it is a change of what the
/// program answers: the commit that makes it says why. It records behaviour; that the behaviour is right is for the
/// other tests to show.
#[test]
fn results_have_not_changed() {
    let lineup = Lineup::shipped(&["elite", "swarm", "powers", "points", "plain", "random"], &Setting::default());
    let signature = lineup.run(1, 50, 1).unwrap().signature().to_string();
    assert_eq!(signature, "sha256:750ff43d2a81392cc531eaf424fce87095f6c940a6f2559fd8be1cc0cd0c86da");
}
