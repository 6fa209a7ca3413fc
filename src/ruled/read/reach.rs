//! What steps lead to, and what they read and write.

use crate::formula::Reads;
use crate::model::{Act, Effect, Flow, Next, Set, Step, Stop};
use analyze_core::input::Problem;

/// Adds where an effect goes on.
pub(crate) fn goes(effect: &Effect, to: &mut Vec<Flow>) {
    match &effect.next {
        Next::To(flow) => to.push(*flow),
        Next::Cases(cases) => cases.iter().for_each(|case| goes(case, to)),
    }
}

/// The steps that a step leads to.
pub(crate) fn follows(step: &Step) -> Vec<usize> {
    let mut to = Vec::new();
    step.effects().into_iter().for_each(|effect| goes(effect, &mut to));
    to.into_iter().filter_map(|flow| if let Flow::Step(step) = flow { Some(step) } else { None }).collect()
}

/// Whether some step ends the game.
pub(super) fn ends(steps: &[Step]) -> bool {
    let mut to = Vec::new();
    steps.iter().flat_map(Step::effects).for_each(|effect| goes(effect, &mut to));
    to.contains(&Flow::Stop(Stop::End))
}

/// Records the steps that nothing leads to.
pub(super) fn unreached(steps: &[Step], problems: &mut Vec<Problem>) {
    let (mut reached, mut next) = (vec![0], 0);
    while let Some(step) = reached.get(next).and_then(|&step: &usize| steps.get(step)) {
        for to in follows(step) {
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
        next += 1;
    }
    for (_, step) in steps.iter().enumerate().filter(|(at, _)| !reached.contains(at)) {
        let message = format!("nothing leads to the step '{}'", step.name);
        problems.push(
            Problem::at(step.span.clone(), message)
                .help(format!("a turn begins with the first step, '{}'", steps[0].name)),
        );
    }
}

/// Shows each effect with those of its cases.
pub(crate) fn each_effect<'e>(effect: &'e Effect, see: &mut impl FnMut(&'e Effect)) {
    see(effect);
    if let Next::Cases(cases) = &effect.next {
        cases.iter().for_each(|case| each_effect(case, see));
    }
}

/// What a step reads, and the slots that it writes.
pub(crate) fn gather(step: &Step, reads: &mut Reads, writes: &mut Vec<usize>) {
    match &step.act {
        Act::Roll { dice, .. } => dice.iter().for_each(|(_, n)| reads.add(&n.reads())),
        Act::Keep { when, .. } => {
            reads.dice = true;
            when.iter().for_each(|when| reads.add(&when.reads()));
        }
        Act::Choose(choices) => {
            for choice in choices {
                choice.when.iter().for_each(|when| reads.add(&when.reads()));
                choice.number.iter().for_each(|(from, to)| {
                    reads.add(&from.reads());
                    reads.add(&to.reads());
                });
            }
        }
        Act::Go(_) => {}
    }
    for effect in step.effects() {
        each_effect(effect, &mut |effect| {
            effect.when.iter().for_each(|when| reads.add(&when.reads()));
            for set in &effect.set {
                if let Set::Slot(slot, value, _) = set {
                    reads.add(&value.reads());
                    if !writes.contains(slot) {
                        writes.push(*slot);
                    }
                }
            }
        });
    }
}
