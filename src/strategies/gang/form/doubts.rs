//! Rules that can never count.
//!
//! Owns the search: every combination of what the conditions of a file can tell apart is tried, and a rule that answers
//! nothing in any of them is named. Some combinations are met in no game, so a rule that is not named may still
//! never count; one that is named never does.

use super::file::{File, Rule};
use super::words::{Fact, Family, Number, QUANTITIES, Quantity, When};
use crate::games::gang::{Back, Trigger};
use crate::input::{Problem, Source};
use crate::strategies::expression::meaning::{Amount, Condition, Part};
use crate::strategies::expression::syntax::Comparison;
use std::ops::Range;

/// The most combinations that are tried, times the parts of all conditions: a fraction of a second.
const MOST_WORK: usize = 10_000_000;

/// The problems of a file.
pub(super) fn of(file: &File, source: &Source) -> Vec<Problem> {
    let rules: Vec<Item<'_>> = file.rules.iter().map(Item::of_rule).collect();
    let mut problems = never(&rules, source, "rule");
    for cases in &file.amounts {
        let items: Vec<Item<'_>> =
            cases.iter().map(|case| Item { when: &case.when, asks: 1, fills: 1, span: case.span.clone() }).collect();
        problems.extend(never(&items, source, "case"));
    }
    problems
}

/// A rule or a case: what it can answer, a bit each.
struct Item<'f> {
    when: &'f Option<When>,
    /// It counts while one of these is open.
    asks: u8,
    /// If it counts, these are open no more.
    fills: u8,
    span: Range<usize>,
}

impl<'f> Item<'f> {
    fn of_rule(rule: &'f Rule<Number, When>) -> Item<'f> {
        let bit = |set: bool, bit: u8| if set { bit } else { 0 };
        let dice = bit(rule.dice.is_some(), 1);
        let words = bit(rule.stop.is_some(), 2) | bit(rule.invalid.is_some(), 4) | bit(rule.short.is_some(), 8);
        // Whether a plan or words say how to roll is a question of its own.
        let (asks, fills) = match (rule.plan.is_some(), words) {
            (true, _) => (16, 2 | 4 | 8 | 16),
            (false, 0) => (0, 0),
            (false, words) => (words, words | 16),
        };
        Item { when: &rule.when, asks: dice | asks, fills: dice | fills, span: rule.span.clone() }
    }
}

/// What is known of an item after some combinations.
#[derive(Clone)]
struct Met {
    holds: bool,
    counts: bool,
    /// For each earlier item, whether it held whenever this one did.
    covered: Vec<bool>,
}

fn never(items: &[Item<'_>], source: &Source, what: &str) -> Vec<Problem> {
    let axes = Axes::of(items.iter().filter_map(|item| item.when.as_ref()));
    let Some(met) = try_all(items, &axes) else { return Vec::new() };
    let named = items.iter().zip(&met).enumerate().filter(|(_, (item, met))| item.when.is_some() && !met.counts);
    let first = format!("the first {what} that holds counts: put the narrower one first, or take this one out");
    let message = |index: usize, met: &Met| match met
        .covered
        .iter()
        .position(|covered| *covered)
        .filter(|earlier| *earlier < index)
    {
        Some(earlier) => {
            let line = 1 + source.text[..items[earlier].span.start].matches('\n').count();
            format!("this {what} never counts: whenever it holds, so does the {what} of line {line}, which comes first")
        }
        None => format!("this {what} never counts: whenever it holds, those before it have answered already"),
    };
    named
        .map(|(index, (item, met))| match met.holds {
            true => Problem::at(item.span.clone(), message(index, met)).help(&*first),
            false => Problem::at(item.span.clone(), "this can never hold: its parts contradict each other"),
        })
        .collect()
}

/// Tries all combinations; `None` if there are too many.
fn try_all(items: &[Item<'_>], axes: &Axes<'_>) -> Option<Vec<Met>> {
    let parts: usize = items.iter().filter_map(|item| item.when.as_ref()).map(|when| when.visit(&mut |_| ())).sum();
    let sizes = axes.0.iter().map(Axis::size);
    let worlds = sizes.fold(1usize, usize::saturating_mul);
    if worlds.saturating_mul(parts + 1) > MOST_WORK {
        return None;
    }
    let mut met: Vec<Met> =
        (0..items.len()).map(|index| Met { holds: false, counts: false, covered: vec![true; index] }).collect();
    let mut world = vec![0; axes.0.len()];
    for number in 0..worlds {
        let mut rest = number;
        for (place, axis) in world.iter_mut().zip(&axes.0) {
            *place = rest % axis.size();
            rest /= axis.size();
        }
        if axes.is_possible(&world) {
            try_one(items, axes, &world, &mut met);
        }
    }
    Some(met)
}

fn try_one(items: &[Item<'_>], axes: &Axes<'_>, world: &[usize], met: &mut [Met]) {
    let mut filled = 0;
    let mut held = Vec::with_capacity(items.len());
    for (item, met) in items.iter().zip(met) {
        let holds = item.when.as_ref().is_none_or(|when| axes.holds(when, world));
        if holds {
            met.holds = true;
            met.covered.iter_mut().zip(&held).for_each(|(covered, held)| *covered &= *held);
            if item.asks & !filled != 0 {
                met.counts = true;
                filled |= item.fills;
            }
        }
        held.push(holds);
    }
}

/// Something that conditions can tell apart.
enum Axis<'f> {
    /// The family of the card: those that conditions name, and another if there is one.
    Family(Vec<Option<Family>>),
    Trigger,
    Back,
    /// The card: those that conditions name, and another.
    Card(Vec<Option<&'f str>>),
    /// First without a best, then middle and last, each without and with a best.
    Place,
    /// A number that is compared with numbers written down: all that make a difference.
    Value(&'f Number, Vec<i64>),
    /// Two amounts: the first is less, equal or more.
    Order(&'f Amount<Number>, &'f Amount<Number>),
}

impl Axis<'_> {
    fn size(&self) -> usize {
        match self {
            Axis::Family(families) => families.len(),
            Axis::Trigger | Axis::Back => 2,
            Axis::Card(cards) => cards.len(),
            Axis::Place => 5,
            Axis::Value(_, values) => values.len(),
            Axis::Order(_, _) => 3,
        }
    }
}

/// Whether somebody acts before and after, and whether there is a best, in the order of [`Axis::Place`].
const PLACES: [(Fact, bool); 5] =
    [(Fact::First, false), (Fact::Middle, false), (Fact::Middle, true), (Fact::Last, false), (Fact::Last, true)];

/// All that the conditions of a list tell apart.
struct Axes<'f>(Vec<Axis<'f>>);

impl<'f> Axes<'f> {
    fn of(conditions: impl Iterator<Item = &'f When>) -> Axes<'f> {
        let mut axes = Axes(Vec::new());
        for condition in conditions {
            condition.visit(&mut |part| match part {
                Part::Fact(fact) => axes.add_fact(fact),
                Part::Compared(_, Amount::Number(_), Amount::Number(_)) => {}
                Part::Compared(_, Amount::Name(name), Amount::Number(number))
                | Part::Compared(_, Amount::Number(number), Amount::Name(name)) => axes.add_value(name, *number),
                Part::Compared(_, left, right) => axes.add_order(left, right),
            });
        }
        axes
    }

    fn add_fact(&mut self, fact: &'f Fact) {
        match fact {
            Fact::Family(family) => {
                let known = self.0.iter_mut().find_map(|axis| match axis {
                    Axis::Family(families) => Some(families),
                    _ => None,
                });
                match known {
                    Some(families) if families.contains(&Some(*family)) => {}
                    Some(families) => {
                        families.push(Some(*family));
                        // There are nine of them.
                        if families.len() > 9 {
                            families.retain(Option::is_some);
                        }
                    }
                    None => self.0.push(Axis::Family(vec![None, Some(*family)])),
                }
            }
            Fact::Card(id) => {
                let known = self.0.iter_mut().find_map(|axis| match axis {
                    Axis::Card(cards) => Some(cards),
                    _ => None,
                });
                match known {
                    Some(cards) if cards.contains(&Some(id)) => {}
                    Some(cards) => cards.push(Some(id)),
                    None => self.0.push(Axis::Card(vec![None, Some(id)])),
                }
            }
            Fact::Trigger(_) => self.add_once(Axis::Trigger),
            Fact::Back(_) => self.add_once(Axis::Back),
            Fact::First | Fact::Middle | Fact::Last | Fact::Best => self.add_once(Axis::Place),
        }
    }

    fn add_once(&mut self, axis: Axis<'f>) {
        let same = |known: &Axis<'_>| std::mem::discriminant(known) == std::mem::discriminant(&axis);
        if !self.0.iter().any(same) {
            self.0.push(axis);
        }
    }

    /// The values at, below and above `number`, as far as the number can have them.
    fn add_value(&mut self, name: &'f Number, number: i64) {
        let least = match name {
            Number::Quantity(quantity) => {
                QUANTITIES.iter().find(|(_, known, _)| known == quantity).map_or(0, |(_, _, least)| *least)
            }
            Number::Parameter(_) | Number::Safe(_) => 0,
            Number::Named(_) => i64::MIN,
        };
        let is_best = matches!(name, Number::Quantity(Quantity::BestTotal | Quantity::BestDice));
        let near = [number - 1, number, number + 1].into_iter().filter(|value| *value >= least);
        let near: Vec<i64> = near.chain(is_best.then_some(0)).collect();
        let known = self.0.iter_mut().find_map(|axis| match axis {
            Axis::Value(known, values) if *known == name => Some(values),
            _ => None,
        });
        match known {
            Some(values) => {
                values.extend(near);
                values.sort_unstable();
                values.dedup();
            }
            // A number below all that can be: one value stands for all.
            None if near.is_empty() => self.0.push(Axis::Value(name, vec![least])),
            None => self.0.push(Axis::Value(name, near)),
        }
    }

    fn add_order(&mut self, left: &'f Amount<Number>, right: &'f Amount<Number>) {
        let known = self.0.iter().any(|axis| match axis {
            Axis::Order(a, b) => (*a, *b) == (left, right) || (*a, *b) == (right, left),
            _ => false,
        });
        if !known {
            self.0.push(Axis::Order(left, right));
        }
    }

    /// Without a best its total and its dice are 0.
    fn is_possible(&self, world: &[usize]) -> bool {
        let without = self.0.iter().zip(world).any(|(axis, at)| matches!(axis, Axis::Place) && !PLACES[*at].1);
        !without
            || self.0.iter().zip(world).all(|(axis, at)| match axis {
                Axis::Value(Number::Quantity(Quantity::BestTotal | Quantity::BestDice), values) => values[*at] == 0,
                _ => true,
            })
    }

    fn holds(&self, when: &When, world: &[usize]) -> bool {
        match when {
            Condition::Fact(fact) => self.is(fact, world),
            Condition::Compare(comparison, left, right) => self.compare(*comparison, left, right, world),
            Condition::Both(left, right) => self.holds(left, world) && self.holds(right, world),
            Condition::Either(left, right) => self.holds(left, world) || self.holds(right, world),
            Condition::Not(inner) => !self.holds(inner, world),
        }
    }

    fn is(&self, fact: &Fact, world: &[usize]) -> bool {
        self.0.iter().zip(world).any(|(axis, at)| match (axis, fact) {
            (Axis::Family(families), Fact::Family(family)) => families[*at] == Some(*family),
            (Axis::Card(cards), Fact::Card(id)) => cards[*at] == Some(id),
            (Axis::Trigger, Fact::Trigger(trigger)) => [Trigger::Bomb, Trigger::Explosion][*at] == *trigger,
            (Axis::Back, Fact::Back(back)) => [Back::Light, Back::Dark][*at] == *back,
            (Axis::Place, Fact::Best) => PLACES[*at].1,
            (Axis::Place, place) => PLACES[*at].0 == *place,
            _ => false,
        })
    }

    fn compare(&self, comparison: Comparison, left: &Amount<Number>, right: &Amount<Number>, world: &[usize]) -> bool {
        let value = |name: &Number| {
            self.0.iter().zip(world).find_map(|(axis, at)| match axis {
                Axis::Value(known, values) if *known == name => Some(values[*at]),
                _ => None,
            })
        };
        let order = || {
            self.0.iter().zip(world).find_map(|(axis, at)| match axis {
                Axis::Order(a, b) if (*a, *b) == (left, right) => Some(*at as i64 - 1),
                Axis::Order(a, b) if (*a, *b) == (right, left) => Some(1 - *at as i64),
                _ => None,
            })
        };
        match (left, right) {
            (Amount::Number(left), Amount::Number(right)) => comparison.holds(*left, *right),
            (Amount::Name(name), Amount::Number(number)) => comparison.holds(value(name).unwrap_or(0), *number),
            (Amount::Number(number), Amount::Name(name)) => comparison.holds(*number, value(name).unwrap_or(0)),
            _ => comparison.holds(order().unwrap_or(0), 0),
        }
    }
}
