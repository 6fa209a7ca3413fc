//! What a turn looks at and changes, beside the fields that begin anew with it.

use crate::formula::{Formula, Leaf, MINUS, PLUS, Reads};
use crate::model::{Act, Game, Hidden, Set, State};
use crate::read::{each_effect, follows, gather};
use crate::strategy::{Packing, Strategy};
use std::collections::BTreeSet;

/// What turns look at and change.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// The slots, in order, without those of the turn.
    pub(crate) slots: Vec<usize>,
    /// The slot of a score that turns only add to, and that nothing looks at: it is counted beside the state.
    pub(crate) reward: Option<usize>,
    part: Packing,
    node: Packing,
    /// By step: whether the dice that lie there are still looked at.
    pub(crate) live: Vec<bool>,
}

impl Scope {
    /// The scope of turns in which this strategy plays, or any; the score can be counted beside the state. Nothing if a
    /// state takes too many bits.
    pub(crate) fn new(game: &Game, strategy: Option<&Strategy>, counts_score: bool) -> Option<Scope> {
        let mut reads = game.reads.clone();
        strategy.iter().for_each(|strategy| reads.add(&strategy.reads));
        let reward = reward(game).filter(|_| counts_score && strategy.is_none() && game.players == 1);
        let rivals = reads.rivals.iter().flat_map(|slot| (0..game.players).map(move |p| p * game.own() + slot));
        let card = reads.card.then(|| game.hidden(Hidden::Card));
        let touched = reads.slots.iter().copied().chain(game.writes.iter().copied()).chain(rivals).chain(card);
        let slots: BTreeSet<usize> =
            touched.filter(|slot| !game.turn_slots().contains(slot) && Some(*slot) != reward).collect();
        let live = live(game, |step| strategy.is_some_and(|strategy| strategy.looks[step]));
        let part = Packing::of(game, slots.iter().copied(), false)?;
        let node = Packing::of(game, slots.iter().copied().chain(game.turn_slots()), true)?;
        Some(Scope { part, node, live, slots: slots.into_iter().collect(), reward })
    }

    /// What a turn that begins in this state looks at, as a number.
    #[inline]
    pub(crate) fn key(&self, state: &State) -> u128 {
        self.part.key(state)
    }

    /// A state within a turn as a number, without dice that are not looked at any more, and what it counts beside that.
    pub(super) fn node_key(&self, game: &Game, state: &mut State) -> (u128, i64) {
        let reward = self.reward.map_or(0, |slot| std::mem::take(&mut state.slots[slot]));
        let is_live = match &game.steps[state.step].act {
            Act::Roll { more, .. } => *more,
            _ => self.live[state.step],
        };
        if !is_live {
            state.dice = 0;
        }
        (self.node.key(state), reward)
    }
}

/// The own field that is the final score, if turns only ever add to it something that does not depend on it.
fn reward(game: &Game) -> Option<usize> {
    let Formula::Leaf(Leaf::Slot(slot)) = game.score.formula else { return None };
    let mut is_read = game.end_reads.slots.contains(&slot);
    for step in &game.steps {
        let (mut all, mut own) = (Reads::default(), 0);
        gather(step, &mut all, &mut Vec::new());
        // Everything that reads it is a sum that is put into it.
        let mut sums = 0;
        for effect in step.effects() {
            each_effect(effect, &mut |effect| {
                own += effect.when.iter().filter(|when| when.reads().slots.contains(&slot)).count();
                for set in &effect.set {
                    if let Set::Slot(to, value, _) = set {
                        let reads = value.reads().slots.contains(&slot);
                        let grows = *to == slot && grows(&value.formula, slot);
                        own += usize::from(!grows && (reads || *to == slot));
                        sums += usize::from(grows);
                    }
                }
            });
        }
        is_read |= own > 0 || (sums == 0 && all.slots.contains(&slot)) || reads_elsewhere(&step.act, slot);
    }
    (slot < game.own() && !is_read).then_some(slot)
}

fn reads_elsewhere(act: &Act, slot: usize) -> bool {
    let reads = |expr: &crate::formula::Expr| expr.reads().slots.contains(&slot);
    match act {
        Act::Roll { dice, .. } => dice.iter().any(|(_, n)| reads(n)),
        Act::Keep { when, .. } => when.iter().any(reads),
        Act::Choose(choices) => choices.iter().any(|choice| {
            choice.when.iter().any(reads) || choice.number.iter().any(|(from, to)| reads(from) || reads(to))
        }),
        Act::Go(_) => false,
    }
}

/// Whether a formula is what is in a slot, and something more or less that does not depend on it.
fn grows(formula: &Formula, slot: usize) -> bool {
    let free = |part: &Formula| !part.reads().slots.contains(&slot);
    match formula {
        Formula::Leaf(Leaf::Slot(from)) => *from == slot,
        Formula::Two(operator, two) if *operator == PLUS || *operator == MINUS => {
            grows(&two[0], slot) && free(&two[1]) || *operator == PLUS && free(&two[0]) && grows(&two[1], slot)
        }
        _ => false,
    }
}

/// By step whether the dice that lie there can be looked at before they are rolled anew.
fn live(game: &Game, looks: impl Fn(usize) -> bool) -> Vec<bool> {
    let own = |(at, step)| {
        let mut reads = Reads::default();
        gather(step, &mut reads, &mut Vec::new());
        reads.dice || looks(at)
    };
    let steps = game.steps.iter().enumerate();
    let mut live: Vec<bool> =
        steps.map(|(at, step)| if let Act::Roll { more, .. } = step.act { more } else { own((at, step)) }).collect();
    loop {
        let before = live.clone();
        for (at, step) in game.steps.iter().enumerate().filter(|(_, step)| !matches!(step.act, Act::Roll { .. })) {
            live[at] = live[at] || follows(step).into_iter().any(|to| before[to]);
        }
        if live == before {
            return live;
        }
    }
}
