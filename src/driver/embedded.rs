//! Experiments that another program plays and whose results it takes from memory: no folder, no signals, nothing printed.
//!
//! Owns what that program sees of an experiment, while it is played ([`Following`]) and after ([`Finished`]).

use crate::terminal::interrupt::Interruptible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where an experiment is played.
#[derive(Clone, Debug)]
pub(crate) enum Stage {
    /// In the program: files in a folder, the summary on standard output, and Ctrl-C ends it.
    Program,
    /// In another program, which follows it.
    Embedded(Arc<Following>),
}

/// An experiment that is played, as another thread follows it. Each experiment has its own.
#[derive(Debug)]
pub struct Following {
    pub(crate) under_way: Arc<Interruptible>,
    work: Mutex<(u64, &'static str)>,
    finished: Mutex<Option<Finished>>,
}

/// How far an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many units are done.
    pub done: u64,
    /// How many there are; 0 before anything is played. Work of another kind counts from 0 again.
    pub all: u64,
    /// What is counted, in the plural: `games`, `rounds`.
    pub unit: &'static str,
}

/// What an experiment leaves.
#[derive(Clone, Debug)]
pub struct Finished {
    /// All files that the program would write, name and content, with the same bytes. The options in `run.json` are those
    /// that were given.
    pub files: Vec<(String, String)>,
    /// The summary, as the program prints it.
    pub summary: String,
    /// What is worth knowing of how it was played.
    pub remarks: Vec<String>,
    /// What was finished, in words, if it was stopped.
    pub stopped: Option<String>,
}

impl Default for Following {
    fn default() -> Following {
        Following { under_way: Interruptible::alone(), work: Mutex::new((0, "games")), finished: Mutex::new(None) }
    }
}

impl Following {
    /// Stops it as soon as the games under way are over. What is finished by then is kept, where the experiment keeps any.
    pub fn stop(&self) {
        self.under_way.control.stop();
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let (all, unit) = *locked(&self.work);
        Progress { done: self.under_way.control.games(), all, unit }
    }

    /// Work of so many units begins.
    pub(crate) fn begin(&self, all: u64, unit: &'static str) {
        *locked(&self.work) = (all, unit);
    }

    pub(crate) fn finish(&self, finished: Finished) {
        *locked(&self.finished) = Some(finished);
    }

    /// What it left, once.
    pub(crate) fn take(&self) -> Option<Finished> {
        locked(&self.finished).take()
    }
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
