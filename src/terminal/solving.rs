//! What is shown while a game is solved for a strategy that asks for its values first: it can take minutes.
//!
//! Owns the choice that `--progress` and `--quiet` make of it, and of warnings, for all that a command plays. Where a bar follows what the
//! command does already, that is enough.

use super::choices::ProgressChoice;
use super::interrupt::EndsAtOnce;
use super::progress::{Progress, is_wanted};
use crate::games::Follow;
use clap::ArgMatches;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Whether progress is shown.
static SHOWN: AtomicBool = AtomicBool::new(false);

/// Reads the choice from what was typed for whichever command.
pub(crate) fn choose(typed: &ArgMatches) {
    let command = std::iter::successors(Some(typed), |typed| typed.subcommand().map(|(_, command)| command)).last();
    let flag = |name| command.and_then(|command| command.try_get_one::<bool>(name).ok().flatten()).copied();
    let progress = command.and_then(|command| command.try_get_one("progress").ok().flatten()).copied();
    let quiet = flag("quiet").unwrap_or(false);
    SHOWN.store(is_wanted(progress.unwrap_or(ProgressChoice::Auto), quiet), Ordering::Relaxed);
    super::output::warn(!quiet);
}

/// Follows what is solved; signals end the program meanwhile.
#[derive(Debug, Default)]
pub(crate) struct Solving {
    done: Arc<AtomicU64>,
    following: Mutex<Option<(Progress, EndsAtOnce)>>,
}

impl Solving {
    fn following(&self) -> std::sync::MutexGuard<'_, Option<(Progress, EndsAtOnce)>> {
        self.following.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Follow for Solving {
    fn begins(&self, steps: u32) {
        // Who waits for signals already has a bar, too, if one is to be shown.
        let Some(ends) = EndsAtOnce::begin("interrupted while the game was solved; nothing was written") else {
            return;
        };
        self.done.store(0, Ordering::Relaxed);
        let done = Arc::clone(&self.done);
        let shown = SHOWN.load(Ordering::Relaxed);
        let bar = Progress::show(shown, steps.into(), "rounds", move || done.load(Ordering::Relaxed));
        bar.note("solving the game, for strategies that look to its end");
        *self.following() = Some((bar, ends));
    }

    fn advances(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn ends(&self) {
        *self.following() = None;
    }
}
