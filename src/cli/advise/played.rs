//! Options that are compared by games, where no values of positions are known.
//!
//! Owns how many games are played, what is shown meanwhile, and what is said of the method.

use super::answer::Worth;
use super::args::AdviseArgs;
use crate::driver::session::fault_text;
use crate::lab::{Chosen, Prepared};
use crate::options::settings;
use crate::simulate::{Control, PlayedOut, Playout, play_out};
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::interrupt::EndsAtOnce;
use crate::terminal::numbers::grouped;
use crate::terminal::progress::{Progress, is_wanted};
use std::sync::Arc;

/// The fewest and the most games of an option unless somebody says how many.
const FEWEST: u64 = 200;
const MOST: u64 = 4_000;
/// The most games of an option.
const LIMIT: u64 = 1_000_000;

/// The seats of a table, and the strategies that sit in them.
pub(super) struct Seated {
    /// The different strategies.
    pub(super) chosen: Vec<Chosen>,
    /// For each seat the position of its strategy among these.
    pub(super) lineup: Vec<usize>,
}

impl Seated {
    /// The strategy `own` in the seat that asks, and the others in their order, one for each or one for all.
    ///
    /// # Errors
    /// If they are not as many as the other seats, or there is no such strategy.
    pub(super) fn new(game: &dyn Prepared, seat: usize, own: &str, others: &[String]) -> Result<Seated, Failure> {
        let seats = game.seats();
        let names: Vec<String> = match others {
            [] if seats == 1 => Vec::new(),
            [one] => vec![one.clone(); seats - 1],
            others if others.len() == seats - 1 => others.to_vec(),
            others => {
                let (named, wanted) = (others.len(), seats - 1);
                return refuse(format!(
                    "--others: {named} strategies for {wanted} other players; name one for each of them, or one for all"
                ));
            }
        };
        let mut lineup = names;
        lineup.insert(seat, own.to_owned());
        let (chosen, lineup) = game.find_all(&lineup).map_err(|error| Failure::strategy("--others", error))?;
        Ok(Seated { chosen, lineup })
    }
}

/// What games of each option came to, and what is to be said of it.
pub(super) struct Compared {
    played: PlayedOut,
    /// How the numbers were found, in a sentence.
    pub(super) method: String,
}

impl Compared {
    /// The options in order, the best first, each with its value and its cost.
    pub(super) fn ranked(&self, options: usize) -> Vec<(usize, Worth, Worth)> {
        let cost = |option: usize| self.played.cost(option).map_or(0.0, |cost| cost.value);
        let mut order: Vec<usize> = (0..options).collect();
        order.sort_by(|&a, &b| cost(a).total_cmp(&cost(b)));
        let worth = |option| (option, Worth::Played(self.played.mean(option)), Worth::Played(self.played.cost(option)));
        order.into_iter().map(worth).collect()
    }

    /// Whether it is not certain that an option is worse than the best.
    pub(super) fn is_close(&self, option: usize) -> bool {
        option != self.played.best()
            && self.played.cost(option).and_then(|cost| cost.interval).is_none_or(|interval| interval.lo <= 0.0)
    }
}

/// Plays games of each option: by default, about `about` games for all options together.
///
/// # Errors
/// If the number of games is out of range, or a strategy is at fault.
pub(super) fn compare(
    playout: &dyn Playout,
    args: &AdviseArgs,
    seated: &Seated,
    about: u64,
) -> Result<Compared, Failure> {
    let options = playout.options() as u64;
    let games = match args.runs {
        None => (about / options.max(1)).clamp(FEWEST, MOST),
        Some(runs @ 2..=LIMIT) => runs,
        Some(runs) => {
            return refuse(format!("--runs: {runs} games of each option; it must be 2 to {}", grouped(LIMIT)));
        }
    };
    let threads = settings::threads(args.threads)?;
    let control = Arc::new(Control::default());
    let followed = Arc::clone(&control);
    let wanted = is_wanted(args.shown.progress, args.shown.quiet);
    let ends = EndsAtOnce::begin("interrupted while games were played; nothing was written");
    let bar = Progress::show(wanted, games * options, "games", move || followed.games());
    let played = play_out(playout, games, threads, &control);
    drop((bar, ends));
    let Some(played) = played else { return Err(Failure::Interrupted("interrupted".to_owned())) };
    let played = played.map_err(|fault| {
        let name = &seated.chosen[seated.lineup[fault.seat.index()]].name;
        Failure::Fault(fault_text(name, "", &fault))
    })?;
    let method = format!(
        "Simulated: {} games of each option (--runs), all options with the same draws (seed {}). The intervals are of 95% \
         (Student's, over games); those of the costs are of differences in the same games, and hold at once (Bonferroni).",
        grouped(games),
        args.draws.seed
    );
    Ok(Compared { played, method })
}

/// The note for this number of other options that may be as good as the best.
pub(super) fn close(options: usize) -> String {
    match options {
        0 => String::new(),
        1 => " One other option may be as good: the interval of its cost contains 0.".to_owned(),
        more => format!(" {more} other options may be as good: the intervals of their costs contain 0."),
    }
}
