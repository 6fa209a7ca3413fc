//! The strategies for Gang of Dice.
//!
//! Owns what each of them thinks. The two reference strategies `stand` and `boss` exist so that anyone
//! can check the simulator against an independent program; the others are worth comparing.

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod fixture;
mod form;
#[cfg(test)]
mod laws;
mod max_score;
mod picks;
mod policies;
mod random;
mod reach;
mod risk;
mod round_optimal;
mod script;
mod script_roll;
#[cfg(test)]
mod shipped;
mod solved;
mod tactic;

use super::catalogue::{Catalogue, Entry, Loaded, ShippedFile};
use super::parameter::{Parameter, ParameterKind};
use crate::dice::Counts;
use crate::exact::round::MOST_ROUND_DICE;
use crate::games::gang::{Commit, Gang, NoAnswer, PolicyId, Roll, Strategy, View};
use crate::input::{BadInput, Source};

pub use picks::{FaceSet, Pick, offending};
pub use policies::{REROLL_POLICIES, RerollPolicy, reroll_policy};
pub use tactic::{Aim, Tactic};

const CONSIDERS: &str = "considers up to min(dice, the most allowed)";

const MOST_SCORED: Parameter =
    Parameter::new("dice", CONSIDERS, ParameterKind::Whole { least: 1, most: solved::MOST_SOLVED, default: 8 });

const MOST_REACHED: Parameter =
    Parameter::new("dice", CONSIDERS, ParameterKind::Whole { least: 1, most: reach::MOST_DICE, default: 8 });

const MOST_IN_ROUND: Parameter =
    Parameter::new("dice", CONSIDERS, ParameterKind::Whole { least: 1, most: MOST_ROUND_DICE, default: 8 });

const SLACK: Parameter = Parameter::new(
    "slack",
    "how far below the highest chance is good enough",
    ParameterKind::Fraction { least: 0.0, most: 1.0, default: 0.02 },
);

const GIVE_UP: Parameter = Parameter::new(
    "giveup",
    "below this chance it commits one die",
    ParameterKind::Fraction { least: 0.0, most: 1.0, default: 0.15 },
);

/// The strategies that ship as files: what ideas are measured against, then ideas with a thesis each.
const FILES: [ShippedFile; 7] = [
    ShippedFile { name: "stand", text: include_str!("../../../strategies/gang/stand.toml") },
    ShippedFile { name: "boss", text: include_str!("../../../strategies/gang/boss.toml") },
    ShippedFile { name: "cautious", text: include_str!("../../../strategies/gang/cautious.toml") },
    ShippedFile { name: "bold", text: include_str!("../../../strategies/gang/bold.toml") },
    ShippedFile { name: "chaser", text: include_str!("../../../strategies/gang/chaser.toml") },
    ShippedFile { name: "odds", text: include_str!("../../../strategies/gang/odds.toml") },
    ShippedFile { name: "endgame", text: include_str!("../../../strategies/gang/endgame.toml") },
];

impl Catalogue for Gang {
    const FILES: &'static [ShippedFile] = &FILES;
    const SCRIPTS: &'static [ShippedFile] = &[
        ShippedFile { name: "patient", text: include_str!("../../../strategies/gang/patient.rhai") },
        ShippedFile { name: "counter", text: include_str!("../../../strategies/gang/counter.rhai") },
    ];

    fn entries() -> Vec<Entry<Gang>> {
        let mut entries = vec![drawn()];
        entries.extend(solvers());
        entries
    }

    fn read_script(source: &Source) -> Result<Loaded<Gang>, BadInput> {
        script::read(source)
    }

    fn read_form(source: &Source) -> Result<Loaded<Gang>, BadInput> {
        form::read(source)
    }

    fn lineup(seats: usize) -> Vec<&'static str> {
        ["chaser", "bold", "odds", "cautious"][..seats].to_vec()
    }

    fn cross(commits: Box<dyn Strategy>, rerolls: Box<dyn Strategy>) -> Option<Box<dyn Strategy>> {
        Some(Box::new(Crossed { commits, rerolls }))
    }
}

/// A strategy that draws its moves, which a file cannot.
fn drawn() -> Entry<Gang> {
    Entry {
        name: "random",
        about: "commits any number of dice and rerolls by any of a list of rules, each equally likely",
        parameters: vec![],
        build: |_, _| Ok(Box::new(random::Random)),
    }
}

/// `A@B`: as many dice as A, rerolled as B would reroll them in the same place.
struct Crossed {
    commits: Box<dyn Strategy>,
    rerolls: Box<dyn Strategy>,
}

impl Strategy for Crossed {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let dice = self.commits.commit(view)?.dice;
        Ok(Commit { dice, plan: self.rerolls.commit(view)?.plan })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        self.rerolls.reroll(plan, roll)
    }
}

/// The strategies that solve their turns, or the round.
fn solvers() -> Vec<Entry<Gang>> {
    vec![
        Entry {
            name: "max-score",
            about: "commits and rerolls for the highest expected total, an invalid result counting 0",
            parameters: vec![MOST_SCORED],
            build: |values, gang| Ok(Box::new(max_score::MaxScore::new(values.whole(0), gang))),
        },
        Entry {
            name: "reach",
            about: "commits the fewest dice with nearly the highest chance of beating the best so far",
            parameters: vec![SLACK, GIVE_UP, MOST_REACHED],
            build: |values, gang| {
                let (slack, give_up) = (values.fraction(0), values.fraction(1));
                Ok(Box::new(reach::Reach::new(slack, give_up, values.whole(2), gang)))
            },
        },
        Entry {
            name: "round-optimal",
            about: "wins the most dice in this round, by backward induction, if the others play likewise",
            parameters: vec![MOST_IN_ROUND],
            build: |values, gang| Ok(Box::new(round_optimal::RoundOptimal::new(values.whole(0), gang))),
        },
    ]
}
