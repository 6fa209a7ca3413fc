//! Targets of how games go, and the one number that is to be as low, or as high, as the targets allow.
//!
//! Owns the interval of a measure, and the sentence about the best design.

use super::{Aim, Design, EVERY, Meets, Target};
use crate::record::{CombinationRecord, FeelStanding, FollowedGames};
use crate::report::measures::ratio;
use crate::report::{highest, shown_estimate};
use crate::stats::{ErrorRate, Estimate, Interval, Measure, Standing, pooled_ratio};

/// Which end of the numbers is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The lowest.
    Least,
    /// The highest.
    Most,
}

/// The number that is to be as low, or as high, as it can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Which end is wanted.
    pub goal: Goal,
    /// The number.
    pub aim: Aim,
}

/// What a designer wants.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// What has to be met.
    pub targets: Vec<Target>,
    /// What is wanted of those that meet it.
    pub objective: Option<Objective>,
}

/// Whether a number is known only of games that are followed.
pub fn has_measures(wanted: &Wanted) -> bool {
    let aims = wanted.targets.iter().map(|target| &target.aim);
    let objective = wanted.objective.iter().map(|objective| &objective.aim);
    aims.chain(objective).any(|aim| matches!(aim, Aim::Measure(_)))
}

/// A measure of how the games of a combination went.
pub(super) fn followed(combination: &CombinationRecord, aim: &Aim, alpha: ErrorRate) -> Option<Estimate> {
    let Aim::Measure(measure) = aim else { return None };
    let sums = combination.followed.as_ref()?.measures.get(measure.index())?;
    let found = pooled_ratio(&[ratio(sums)], alpha)?;
    let scaled = |number: f64| number / f64::from(measure.unit());
    let interval = found.interval.map(|it| Interval { lo: scaled(it.lo), hi: scaled(it.hi) });
    Some(Estimate { value: scaled(found.value), interval, ..found })
}

/// Why a measure is not known of the games of a combination.
pub fn unfollowed(aim: &Aim, combination: &CombinationRecord) -> Option<String> {
    let (Aim::Measure(measure), Some(FollowedGames { standing, measures })) = (aim, &combination.followed) else {
        return None;
    };
    match standing {
        FeelStanding::Scores { why } => (!measure.is_known(Standing::Score))
            .then(|| format!("it needs win probabilities, which are not known: {why}")),
        // Of the first block something is known if anything is.
        FeelStanding::Values => {
            let is_counted = measures.get(measure.index()).is_some_and(|sums| sums.active > 0);
            (*measure == Measure::Idle && !is_counted).then(|| "no decision was priced".to_owned())
        }
    }
}

impl Objective {
    /// The number in words: `lowest lead_changes`.
    fn words(&self) -> String {
        let end = if self.goal == Goal::Least { "lowest" } else { "highest" };
        format!("{end} {}", self.aim)
    }

    /// The place of a number: what is better comes first.
    pub(super) fn order(&self, found: Option<&Estimate>) -> f64 {
        let value = found.map_or(f64::INFINITY, |found| found.value);
        if self.goal == Goal::Least || found.is_none() { value } else { -value }
    }

    /// Why it cannot be wanted.
    pub fn problem(&self) -> Option<String> {
        matches!(&self.aim, Aim::Counted(_, label) if label == EVERY)
            .then(|| "'*' names many numbers; name one label".to_owned())
    }
}

impl Wanted {
    /// What is said of the design that comes first of those that meet all targets; of all, if none is known to.
    pub(super) fn best<'d>(&self, designs: &'d [Design], named: impl Fn(&'d Design) -> String) -> Option<String> {
        let objective = self.objective.as_ref()?;
        let has_met = designs.iter().any(|design| design.meets == Meets::Met);
        let among = designs.iter().filter(|design| !has_met || design.meets == Meets::Met);
        let turned = |found: Estimate| if objective.goal == Goal::Least { found.negated() } else { found };
        let numbers: Vec<(&Design, Estimate)> =
            among.filter_map(|design| Some((design, turned(design.objective?)))).collect();
        let of = match (has_met, self.targets.is_empty()) {
            (true, false) => "Of the designs that meet all targets",
            _ => "Of all designs",
        };
        let found = highest(numbers)?;
        let number = shown_estimate(found.of.objective.as_ref()?);
        let what = objective.words();
        Some(match found.rivals {
            0 => format!("{of}, {} has the {what}: {number}.", named(found.of)),
            rivals => format!(
                "{of}, {} has the {what} by the estimates: {number}. Of the others, {rivals} may be as good.",
                named(found.of)
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(text: &str) -> Target {
        text.parse().unwrap()
    }

    #[test]
    fn measures_and_bounds_are_read() {
        let decided = target("decided=0.75..0.95");
        assert_eq!((decided.aim, decided.within), (Aim::Measure(Measure::Decided), Interval { lo: 0.75, hi: 0.95 }));
        let changes = target("lead_changes>=2");
        assert_eq!((changes.aim, changes.within.lo), (Aim::Measure(Measure::LeadChanges), 2.0));
        assert!(changes.within.hi.is_infinite());
        assert_eq!(target("seat1<=0.4").within.hi, 0.4);
        assert_eq!(target("rounds>=9").aim, Aim::Length("rounds".to_owned()));
        for wrong in ["decided>=", ">=2", "seat1-seat1<=0.1", "lead_changes>=many"] {
            assert!(wrong.parse::<Target>().is_err(), "{wrong}");
        }
    }

    fn design(combination: usize, meets: Meets, value: f64) -> Design {
        let interval = Some(Interval { lo: value - 0.1, hi: value + 0.1 });
        let objective = Some(Estimate { value, interval, n: 50 });
        Design { combination, judged: Vec::new(), meets, is_pareto: false, objective }
    }

    /// The design with the lowest number of all does not meet the targets.
    #[test]
    fn the_best_is_chosen_among_those_that_meet_the_targets() {
        let designs = [design(0, Meets::NotMet, 0.1), design(1, Meets::Met, 1.0), design(2, Meets::Met, 2.0)];
        let best = |goal, aim: &str| {
            let objective = Some(Objective { goal, aim: aim.parse().unwrap() });
            let wanted = Wanted { targets: vec![target("seat1<=0.4")], objective };
            wanted.best(&designs, |design| format!("design {}", design.combination)).unwrap()
        };
        assert!(
            best(Goal::Least, "downtime")
                .starts_with("Of the designs that meet all targets, design 1 has the lowest downtime")
        );
        assert!(best(Goal::Most, "seat1-seat2").contains("design 2 has the highest seat1-seat2"));
    }
}
