//! What a sweep makes for each of its combinations: a table, or a comparison.
//!
//! Owns which of them stay in memory. One takes up half a megabyte, and ten thousand took up five gigabytes. So the first
//! ones stay, whose strategies may have taken long to solve, and each of the others is made again when it is played. A
//! sweep wants all of them in turn, again and again: of those used last none would be there when it is wanted.

use crate::record::{Manifest, NamedHash};
use crate::terminal::failure::Failure;
use std::sync::Arc;

/// So many stay in memory.
pub(crate) const MOST_KEPT: usize = if cfg!(test) { 2 } else { 64 };

/// Those of all combinations, in their order.
pub(crate) struct Made<T> {
    kept: Vec<Arc<T>>,
    #[cfg(test)]
    pub watched: watched::Watched<T>,
}

impl<T> Made<T> {
    pub(crate) fn new() -> Made<T> {
        Made {
            kept: Vec::new(),
            #[cfg(test)]
            watched: watched::Watched::default(),
        }
    }

    /// Takes in the next one.
    pub(crate) fn push(&mut self, made: T) -> Arc<T> {
        let made = self.shared(made);
        if self.kept.len() < MOST_KEPT {
            self.kept.push(Arc::clone(&made));
        }
        made
    }

    /// That of the first combination; at least one was taken in.
    pub(crate) fn first(&self) -> &T {
        &self.kept[0]
    }

    /// The one of this position, which `make` makes again unless it stayed.
    ///
    /// # Errors
    /// If it cannot be made again.
    pub(crate) fn get(&self, at: usize, make: impl FnOnce() -> Result<T, Failure>) -> Result<Arc<T>, Failure> {
        match self.kept.get(at) {
            Some(kept) => Ok(Arc::clone(kept)),
            None => Ok(self.shared(make()?)),
        }
    }

    fn shared(&self, made: T) -> Arc<T> {
        let made = Arc::new(made);
        #[cfg(test)]
        self.watched.see(&made);
        made
    }
}

/// That the combination of these values is not what it was when the sweep began.
pub(crate) fn changed_meanwhile(values: &[String]) -> Failure {
    Failure::Running(format!(
        "the combination {} is not what it was when the sweep began: a file was changed; start the sweep again",
        values.join(", ")
    ))
}

/// The strategies and the rules of all combinations, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    pub strategies: Vec<NamedHash>,
    pub resolved: Vec<NamedHash>,
}

impl Parts {
    /// Adds those of a combination.
    pub(crate) fn add(&mut self, Manifest { strategies, resolved, .. }: Manifest) {
        let resolved = resolved.into_iter().map(|part| NamedHash { name: part.name, hash: part.hash }).collect();
        for (known, own) in [(&mut self.strategies, strategies), (&mut self.resolved, resolved)] {
            for part in own {
                if !known.contains(&part) {
                    known.push(part);
                }
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod watched {
    use std::sync::{Arc, Mutex, Weak};

    /// How many were made, and the most that were in memory at a time.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Count {
        pub made: usize,
        pub most: usize,
    }

    /// Everything that is made.
    pub(crate) struct Watched<T>(Mutex<(Vec<Weak<T>>, Count)>);

    impl<T> Default for Watched<T> {
        fn default() -> Watched<T> {
            Watched(Mutex::default())
        }
    }

    impl<T> Watched<T> {
        pub(crate) fn see(&self, made: &Arc<T>) {
            let (alive, count) = &mut *self.0.lock().unwrap();
            alive.retain(|other| other.strong_count() > 0);
            alive.push(Arc::downgrade(made));
            *count = Count { made: count.made + 1, most: count.most.max(alive.len()) };
        }

        pub(crate) fn count(&self) -> Count {
            self.0.lock().unwrap().1
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::command::{Arguments, Command};
    use crate::driver::made::MOST_KEPT;
    use crate::driver::made::watched::Count;
    use crate::driver::rounds::{Portion, SweepJob, Swept};
    use crate::experiments::Experiments;
    use crate::experiments::compare::sweep as compare_sweep;
    use crate::experiments::run::sweep;
    use crate::registry::game;
    use crate::simulate::Control;
    use clap::Parser;

    /// Plays all of it; how many combinations were played.
    fn played(sweep: &impl Swept) -> usize {
        let (portion, control) = (Portion::whole(sweep), Control::default());
        SweepJob { sweep, portion, threads: 1, control: &control, save: &|_| () }
            .play(Vec::new())
            .ok()
            .unwrap()
            .parts
            .len()
    }

    /// Each is made when it is checked, and again when it is played, unless it stayed; only one beside those is in memory.
    fn assert_few(found: Count) {
        assert_eq!(found, Count { made: 300 + (300 - MOST_KEPT), most: MOST_KEPT + 1 });
    }

    #[test]
    fn a_sweep_of_hundreds_of_combinations_does_not_hold_all_of_their_tables() {
        let typed = "analyze --game pig --players 2 --runs 2 --vary hold.at=1..300";
        let parsed = Arguments::try_parse_from(typed.split(' ')).unwrap();
        let sweep = sweep::Sweep::of_run(game("pig").unwrap(), &parsed.run.played).ok().unwrap();
        assert_eq!(played(&sweep), 300);
        assert_few(sweep.tables.watched.count());
    }

    #[test]
    fn a_comparison_in_hundreds_of_combinations_does_not_hold_all_of_its_configurations() {
        let typed = "analyze compare hold race --game pig --players 2 --runs 2 --vary hold.at=1..300";
        let Some(Command::Experiment(Experiments::Compare(typed))) =
            Arguments::try_parse_from(typed.split(' ')).unwrap().command
        else {
            panic!()
        };
        let sweep = compare_sweep::Sweep::new(game("pig").unwrap(), &typed.compared).ok().unwrap();
        assert_eq!(played(&compare_sweep::Games { sweep: &sweep, progress: None }), 300);
        assert_few(sweep.configs.watched.count());
    }

    /// Otherwise some combinations would be played by one strategy and others by another of the same name.
    #[test]
    fn a_file_that_is_changed_while_a_sweep_is_under_way_ends_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.toml");
        let strategy = |at: u32| format!("game = \"pig\"\nname = \"mine\"\nabout = \"holds\"\nhold = \"{at}\"\n");
        std::fs::write(&file, strategy(20)).unwrap();
        let typed = format!("analyze --game pig --bots {},race --runs 2 --vary goal=20..23", file.display());
        let parsed = Arguments::try_parse_from(typed.split(' ')).unwrap();
        let sweep = sweep::Sweep::of_run(game("pig").unwrap(), &parsed.run.played).ok().unwrap();
        std::fs::write(&file, strategy(21)).unwrap();
        let (portion, control) = (Portion::whole(&sweep), Control::default());
        let played = SweepJob { sweep: &sweep, portion, threads: 1, control: &control, save: &|_| () }.play(Vec::new());
        let told = played.err().unwrap().text();
        assert!(told.contains("the combination 22") && told.contains("a file was changed"), "{told}");
    }
}
