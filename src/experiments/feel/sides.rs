//! The games between strategies that are rated.
//!
//! Owns who is rated, and playing the games. What is made of them is in `rating`.

use crate::driver::session::at_fault;
use crate::engines::{GameFault, Seatings};
use crate::lab::{Chosen, How};
use crate::options::choices::{EngineChoice, StandingChoice};
use crate::options::settings::{self, Table};
use crate::record::DuelSums;
use crate::simulate::{Control, SidesJob};
use crate::terminal::failure::Failure;
use std::ops::Range;

/// The strategies that play best, the first one that a game has for its players.
const BEST: [&str; 3] = ["optimal", "champion", "tactician"];
/// The one that decides at random.
const RANDOM: &str = "random";

/// The strategies that are rated beside those at the table: the best one that is known, and the random one. Where no play is
/// known to be best, it is the first of the default line-up. Games from files are not solved where only scores are wanted.
pub(super) fn beside(table: &Table, standing: StandingChoice) -> Vec<Chosen> {
    let game = table.game.game();
    let is_solved = game.file().is_none() || standing != StandingChoice::Scores;
    let best = BEST.into_iter().filter(|_| is_solved).find_map(|name| table.game.find(name).ok());
    let first = || table.game.find(game.lineup(table.game.seats()).first()?).ok();
    let mut all: Vec<Chosen> = Vec::new();
    for chosen in best.or_else(first).into_iter().chain(table.game.find(RANDOM).ok()) {
        if table.chosen.iter().chain(&all).all(|known| known.name != chosen.name) {
            all.push(chosen);
        }
    }
    all
}

/// Games between all pairs of some strategies.
pub(super) struct Sides<'s> {
    /// The table whose game, seed and options they have.
    pub table: &'s Table,
    /// The strategies.
    pub rated: Vec<&'s Chosen>,
    /// Threads; 0: as many as there are cores.
    pub threads: usize,
    /// What stops them.
    pub control: &'s Control,
}

impl Sides<'_> {
    /// Plays these blocks of every pair, in the order of the strategies; nothing if it was stopped before the end.
    ///
    /// # Errors
    /// The fault of a strategy.
    pub(super) fn play(&self, blocks: &Range<u64>) -> Result<Option<Vec<DuelSums>>, Failure> {
        let seatings = Seatings::two_sides(self.table.game.seats());
        let engine = settings::engine(self.table.game.game(), EngineChoice::Auto)?;
        let job = SidesJob { seatings: &seatings, seed: self.table.seed, blocks: blocks.clone() };
        let how = How { engine, luck: None, threads: self.threads, control: self.control };
        let mut all = Vec::new();
        for (at, one) in self.rated.iter().enumerate() {
            for other in &self.rated[at + 1..] {
                let players = self.table.game.players(&[one, other]);
                let faulty = |fault: GameFault| self.describe(&fault, [one, other], &seatings);
                let (played, _) = players.sides(&job, how).map_err(faulty)?;
                if !played.complete {
                    return Ok(None);
                }
                all.push(played.tally);
            }
        }
        Ok(Some(all))
    }

    /// A fault, with the command that shows its game.
    fn describe(&self, found: &GameFault, pair: [&Chosen; 2], seatings: &Seatings) -> Failure {
        let GameFault { index, strategy, fault } = found;
        let (block, game) = (index / seatings.games(), index % seatings.games());
        let typed = seatings.get(game).iter().map(|&sits| &*pair[sits].typed).collect::<Vec<_>>().join(",");
        let command = self.table.given.play(&[
            ("game", self.table.game.game().typed().to_owned()),
            ("players", self.table.game.seats().to_string()),
            ("bots", typed),
            ("seed", self.table.seed.to_string()),
            ("seating", "fixed".to_owned()),
            ("index", block.to_string()),
        ]);
        at_fault(&pair[*strategy].name, "a game of its rating", self.table.seed, fault, &command)
    }
}
