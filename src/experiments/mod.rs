//! The experiments, a folder for each: its options, what it plays, its records, its tables, and its page.
//!
//! Owns the list of all experiments, which gives each its command. None knows another one; all may build on `run`. What an
//! experiment does when its name and options are known is in its `command`.

pub mod cards;
pub mod combos;
pub mod compare;
pub mod dice;
pub mod exact;
pub mod exploit;
pub mod feel;
pub mod regret;
pub mod run;
pub mod solve;
pub mod tournament;
pub mod tune;

#[cfg(feature = "program")]
pub(crate) use list::{Experiments, entries, entry};

#[cfg(feature = "program")]
mod list {
    use crate::driver::embedded::Stage;
    use crate::driver::entry::{Entry, ExperimentOptions};
    use crate::experiments::run::RunArgs;
    use crate::options::RulesArgs;
    use crate::terminal::failure::{Failure, Outcome};
    use clap::Subcommand;

    /// Makes the commands of these experiments, in the order of the help.
    macro_rules! experiments {
        ($($name:ident($options:ty)),+ $(,)?) => {
            /// The experiments that have a command of their own.
            #[derive(Debug, Subcommand)]
            pub(crate) enum Experiments {
                $($name(Box<$options>)),+
            }

            impl Experiments {
                /// The options that say by which rules games are played.
                pub(crate) fn rules(&mut self) -> &mut RulesArgs {
                    match self { $(Experiments::$name(options) => options.rules()),+ }
                }

                /// Validates what was typed, and plays it.
                pub(crate) fn play(&self, stage: &Stage) -> Outcome {
                    match self { $(Experiments::$name(options) => options.play(stage)),+ }
                }

                /// Sets up all that would be played; what that is, as the end of "an experiment".
                pub(crate) fn checked(&self) -> Result<String, Failure> {
                    match self { $(Experiments::$name(options) => options.checked()),+ }
                }
            }

            /// All experiments that have a command of their own.
            pub(crate) fn entries() -> impl Iterator<Item = &'static Entry> {
                [$(<$options>::ENTRIES),+].into_iter().flatten()
            }
        };
    }

    experiments! {
        Cards(super::cards::CardsArgs),
        Combos(super::combos::CombosArgs),
        Dice(super::dice::DiceArgs),
        Solve(super::solve::SolveArgs),
        Exact(super::exact::ExactArgs),
        Exploit(super::exploit::ExploitArgs),
        Feel(super::feel::FeelArgs),
        Regret(super::regret::RegretArgs),
        Compare(super::compare::CompareArgs),
        Tournament(super::tournament::TournamentArgs),
        Tune(super::tune::TuneArgs),
    }

    /// The experiment that records call so; a run is called nothing.
    pub(crate) fn entry(command: Option<&str>) -> Option<&'static Entry> {
        match command {
            None => RunArgs::ENTRIES.first(),
            Some(name) => RunArgs::ENTRIES.iter().chain(entries()).find(|entry| entry.recorded.contains(&name)),
        }
    }
}
