//! Rules that can never count.
//!
//! Owns what can be told from the conditions as they are written: a rule that holds only where an earlier one does that
//! answers the same, and a condition that contradicts itself about the place in the round. A rule that is not named may
//! still never count; one that is named never does.

use super::file::{File, Rule};
use super::words::{Fact, Number, When};
use crate::input::{Problem, Source};
use crate::strategies::expression::meaning::Condition;
use std::ops::Range;

/// The problems of a file.
pub(super) fn of(file: &File, source: &Source) -> Vec<Problem> {
    let rules: Vec<Item<'_>> = file.rules.iter().map(Item::of_rule).collect();
    let mut problems = never(&rules, source, "rule");
    for cases in &file.amounts {
        let case = |when, span: &Range<usize>| Item { when, asks: 1, fills: 1, span: span.clone() };
        let items: Vec<Item<'_>> = cases.iter().map(|known| case(&known.when, &known.span)).collect();
        problems.extend(never(&items, source, "case"));
    }
    problems
}

/// A rule or a case: what it can answer, a bit each.
struct Item<'f> {
    when: &'f Option<When>,
    /// It counts while one of these is open.
    asks: u16,
    /// If it counts, these are open no more.
    fills: u16,
    span: Range<usize>,
}

/// The bits of stop, free and last, and of whether a plan or words say how to roll.
const WORDS: u16 = 7;
const ROLLS: u16 = 8;

impl<'f> Item<'f> {
    fn of_rule(rule: &'f Rule<Number, When>) -> Item<'f> {
        let answered = [
            rule.stop.is_some(),
            rule.free.is_some(),
            rule.last.is_some(),
            rule.plan.is_some(),
            rule.pay.is_some(),
            rule.from.is_some(),
            rule.to.is_some(),
            rule.run345.is_some(),
            rule.twos.is_some(),
        ];
        let asks = answered.iter().zip(0..).fold(0, |all, (&answered, bit)| all | u16::from(answered) << bit);
        // After a plan there is nothing to say in words, and after words no plan.
        let fills = match (asks & ROLLS > 0, asks & WORDS > 0) {
            (true, _) => asks | WORDS,
            (false, true) => asks | ROLLS,
            (false, false) => asks,
        };
        Item { when: &rule.when, asks, fills, span: rule.span.clone() }
    }
}

fn never(items: &[Item<'_>], source: &Source, what: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let Some(when) = item.when else { continue };
        if contradicts(when) {
            problems.push(Problem::at(item.span.clone(), "this can never hold: its parts contradict each other"));
            continue;
        }
        let covers = |earlier: &&Item<'_>| earlier.when.as_ref().is_none_or(|earlier| implies(when, earlier));
        let earlier = || items[..index].iter().filter(covers);
        if item.asks & !earlier().fold(0, |filled, earlier| filled | earlier.fills) != 0 {
            continue;
        }
        let lines = earlier().map(|earlier| 1 + source.text[..earlier.span.start].matches('\n').count());
        let lines: Vec<String> = lines.map(|line| line.to_string()).collect();
        let message = format!(
            "this {what} never counts: whenever it holds, what it says has been said in line {}",
            lines.join(", ")
        );
        let help = format!("the first {what} that holds counts: put the narrower one first, or take this one out");
        problems.push(Problem::at(item.span.clone(), message).help(help));
    }
    problems
}

/// Whether a condition is seen to hold only where another does.
fn implies(narrow: &When, wide: &When) -> bool {
    narrow == wide
        || matches!(narrow, Condition::Both(left, right) if implies(left, wide) || implies(right, wide))
        || matches!(wide, Condition::Either(left, right) if implies(narrow, left) || implies(narrow, right))
}

/// Whether a condition wants two places in the round at once.
fn contradicts(when: &When) -> bool {
    let mut places = Vec::new();
    all_of(when, &mut places);
    places.dedup();
    places.len() > 1
}

/// The places in the round that a condition wants.
fn all_of(when: &When, places: &mut Vec<Fact>) {
    match when {
        Condition::Fact(fact @ (Fact::First | Fact::Middle | Fact::Last)) => places.push(*fact),
        Condition::Both(left, right) => {
            all_of(left, places);
            all_of(right, places);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    fn doubts(rules: &str) -> Vec<String> {
        let text = format!("name = \"x\"\nabout = \"x\"\ngame = \"pot\"\n{rules}");
        let source = Source::new("x.toml", text);
        let file = file::read(&source).map_err(|bad| bad.to_string()).unwrap();
        of(&file, &source).into_iter().map(|problem| problem.message).collect()
    }

    fn rules(conditions: &[(&str, &str)]) -> String {
        conditions.iter().map(|(when, says)| format!("[[rule]]\nwhen = \"{when}\"\n{says}\n")).collect()
    }

    #[test]
    fn what_an_earlier_rule_says_is_never_asked() {
        let shadowed = doubts(&rules(&[("last", "plan = \"beat\""), ("last and pot > 3", "free = \"all\"")]));
        assert!(shadowed.len() == 1 && shadowed[0].contains("line 5"), "{shadowed:?}");
        let wide = doubts(&rules(&[("first or last", "from = \"next\""), ("last", "from = \"richest\"")]));
        assert_eq!(wide.len(), 1);
        let open = rules(&[("last", "plan = \"beat\""), ("last and pot > 3", "pay = \"always\"")]);
        assert_eq!(doubts(&open).len(), 0, "nothing was said of paying");
        let narrow = rules(&[("last and pot > 3", "plan = \"beat\""), ("last", "plan = \"coins\"")]);
        assert_eq!(doubts(&narrow).len(), 0);
    }

    #[test]
    fn two_places_at_once_contradict() {
        assert_eq!(doubts(&rules(&[("first and pot > 3 and last", "pay = \"always\"")])).len(), 1);
        assert_eq!(doubts(&rules(&[("first or last", "pay = \"always\"")])).len(), 0);
        assert_eq!(doubts(&rules(&[("first and not last", "pay = \"always\"")])).len(), 0);
    }
}
