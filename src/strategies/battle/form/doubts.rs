//! Rules that can never count.
//!
//! Owns the search, which finds the plain cases: all that a rule answers has been answered by rules before it that
//! always match, or that match whenever it does because they have the same condition. A rule that is named never
//! counts; one that is not named may still never do.

use super::file::{File, Rule};
use super::words::{Number, When};
use crate::input::{Problem, Source};
use crate::strategies::expression::meaning::Condition;

/// The problems of a file.
pub(super) fn of(file: &File, source: &Source) -> Vec<Problem> {
    let mut problems: Vec<Problem> = Vec::new();
    for (index, rule) in file.rules.iter().enumerate().filter(|(_, rule)| rule.answers() != 0) {
        let earlier = file.rules[..index].iter().filter(|earlier| covers(&earlier.when, &rule.when));
        let mut open = rule.answers();
        // The top of the file is the last rule; nobody minds if it has nothing left to say.
        let is_top = index + 1 == file.rules.len();
        for earlier in earlier.filter(|_| !is_top) {
            open &= !earlier.answers();
            if open == 0 {
                let line = 1 + source.text[..earlier.span.start].matches('\n').count();
                let message = format!(
                    "this rule never counts: whenever it holds, so does the rule of line {line}, which comes first"
                );
                let help = "the first rule that holds counts: put the narrower one first, or take this one out";
                problems.push(Problem::at(rule.span.clone(), message).help(help));
                break;
            }
        }
    }
    problems
}

/// The most pairs of parts of two conditions that are compared.
const MOST_PAIRS: usize = 400;

/// Whether the first condition surely holds whenever the second does.
fn covers(first: &Option<When>, second: &Option<When>) -> bool {
    match (first, second) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(first), Some(second)) => {
            let parts = first.visit(&mut |_| ()) * second.visit(&mut |_| ());
            if parts > MOST_PAIRS { first == second } else { follows(first, second) }
        }
    }
}

/// Whether `first` surely follows from `second`.
fn follows(first: &When, second: &When) -> bool {
    first == second
        || match (first, second) {
            (_, Condition::Both(left, right)) => follows(first, left) || follows(first, right),
            (_, Condition::Either(left, right)) => follows(first, left) && follows(first, right),
            (Condition::Either(left, right), _) => follows(left, second) || follows(right, second),
            (Condition::Both(left, right), _) => follows(left, second) && follows(right, second),
            _ => false,
        }
}

impl Rule<Number, When> {
    /// What it answers, a bit each.
    fn answers(&self) -> u32 {
        let table = [
            self.draft.is_some(),
            self.duel.is_some(),
            self.against.is_some(),
            self.hand.is_some(),
            self.buy.is_some(),
            self.pay.is_some(),
            self.choose.is_some(),
        ];
        let all = table.into_iter().chain(self.powers.iter().map(Option::is_some));
        all.enumerate().fold(0, |bits, (at, set)| bits | u32::from(set) << at)
    }
}
