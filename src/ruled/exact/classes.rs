//! Which rolls come to the same, and which ways to keep dice.
//!
//! In Farkle, 462 rolls of six dice are some sixty different sets of points and dice left. Two hands are of one class if
//! everything that is asked of them before the next roll has the same answers, and so has every way to keep some of them.

use super::Scope;
use crate::dice::Hand;
use crate::formula::{Reads, Which};
use crate::model::{Act, Game, Set, State, Way};
use crate::read::{each_effect, follows, gather};
use crate::strategy::{Memory, Strategy};
use rustc_hash::FxHashMap;

/// What is asked between a roll and the next.
#[derive(Debug)]
struct Segment {
    /// Of the hand as a whole.
    dice: Vec<usize>,
    /// Of what is kept, and of its rest.
    parts: Vec<(usize, bool)>,
    /// The step in which dice are kept, if there is one.
    keeps: Option<usize>,
    /// Whether what may be kept depends on the dice alone.
    is_free: bool,
}

/// By roll step, what is asked of its dice; and the classes found so far.
pub(super) struct Classes {
    segments: Vec<Option<Segment>>,
    /// By step, number of dice of each kind, and what lies there.
    known: FxHashMap<(usize, Vec<usize>, Hand), Rolls>,
    /// By step and hand: the different ways to keep some of it.
    ways: FxHashMap<(usize, Hand), Vec<Way>>,
}

/// What a roll can show, with chances.
pub(super) type Rolls = std::sync::Arc<[(Hand, f64)]>;

impl Classes {
    pub(super) fn new(game: &Game, strategy: Option<&Strategy>) -> Classes {
        let segments = (0..game.steps.len()).map(|step| Segment::new(game, strategy, step)).collect();
        Classes { segments, known: FxHashMap::default(), ways: FxHashMap::default() }
    }

    /// What a roll in this state can come to: one hand of each class; fails with a message if these are too many.
    pub(super) fn rolls(
        &mut self,
        game: &Game,
        (scope, strategy): (&Scope, Option<&Strategy>),
        state: &State,
        dice: Vec<usize>,
        outcomes: impl FnOnce() -> Result<Vec<(Hand, f64)>, String>,
    ) -> Result<Rolls, String> {
        let key = (state.step, dice, state.dice);
        if let Some(known) = self.known.get(&key) {
            return Ok(Rolls::clone(known));
        }
        let all = outcomes()?;
        let found = match &self.segments[state.step] {
            None => all,
            Some(segment) => {
                let mut classes: FxHashMap<Vec<i64>, usize> = FxHashMap::default();
                let mut found: Vec<(Hand, f64)> = Vec::new();
                for (hand, chance) in all {
                    let sign = segment.sign(game, (scope, strategy), state, hand);
                    let class = *classes.entry(sign).or_insert(found.len());
                    match found.get_mut(class) {
                        Some(same) => same.1 += chance,
                        None => found.push((hand, chance)),
                    }
                }
                found
            }
        };
        Ok(Rolls::clone(self.known.entry(key).or_insert_with(|| found.into())))
    }

    /// Leaves only one of the ways to keep dice in this state that come to the same.
    pub(super) fn thin(&mut self, game: &Game, state: &State, ways: &mut Vec<Way>) {
        let segment = self.segments.iter().flatten().find(|segment| segment.keeps == Some(state.step));
        let Some(segment) = segment else { return };
        if segment.is_free
            && let Some(known) = self.ways.get(&(state.step, state.dice))
        {
            ways.clone_from(known);
            return;
        }
        let mut seen = rustc_hash::FxHashSet::default();
        ways.retain(|way| seen.insert(segment.sign_of(game, &game.tables, way)));
        if segment.is_free {
            self.ways.insert((state.step, state.dice), ways.clone());
        }
    }

    /// The ways in this state that are known without looking at all of them.
    pub(super) fn known_ways(&self, state: &State) -> Option<&[Way]> {
        self.ways.get(&(state.step, state.dice)).map(Vec::as_slice)
    }
}

impl Segment {
    /// What is asked between the roll of a step and the next; nothing if the dice themselves go on to be looked at.
    fn new(game: &Game, strategy: Option<&Strategy>, step: usize) -> Option<Segment> {
        let Act::Roll { .. } = game.steps[step].act else { return None };
        let (mut inside, mut next) = (vec![step], 0);
        while let Some(&at) = inside.get(next) {
            for to in follows(&game.steps[at]) {
                match game.steps[to].act {
                    Act::Roll { more: true, .. } => return None,
                    Act::Roll { .. } => {}
                    _ if inside.contains(&to) => {}
                    _ => inside.push(to),
                }
            }
            next += 1;
        }
        let mut reads = Reads::default();
        let (mut keeps, mut sets_dice) = (Vec::new(), false);
        for &at in &inside {
            gather(&game.steps[at], &mut reads, &mut Vec::new());
            if matches!(game.steps[at].act, Act::Keep { .. }) {
                keeps.push(at);
            }
            for effect in game.steps[at].effects() {
                each_effect(effect, &mut |effect| {
                    sets_dice |= effect.set.iter().any(|set| matches!(set, Set::Dice(_)));
                });
            }
        }
        strategy.iter().for_each(|strategy| reads.add(&strategy.reads));
        if strategy.is_some_and(|strategy| strategy.sees_hands)
            || sets_dice
            || reads.card
            || keeps.len() > 1
            || game.dice.numbered() == 0
        {
            return None;
        }
        let keeps = keeps.first().copied();
        let is_free = keeps.is_some_and(|step| match &game.steps[step].act {
            Act::Keep { when, .. } => when.as_ref().is_none_or(|when| {
                let reads = when.reads();
                reads.slots.is_empty() && reads.rivals.is_empty()
            }),
            _ => false,
        });
        let dice = reads.asked.iter().filter(|(_, which)| *which == Which::Dice).map(|(table, _)| *table).collect();
        let part = |(table, which): &(usize, Which)| match which {
            Which::Kept => Some((*table, true)),
            Which::Rest => Some((*table, false)),
            _ => None,
        };
        Some(Segment { dice, parts: reads.asked.iter().filter_map(part).collect(), keeps, is_free })
    }

    fn sign_of(&self, game: &Game, tables: &crate::dice::Tables, way: &Way) -> Vec<i64> {
        let hand = |is_kept: bool| if is_kept { way.kept } else { way.rest };
        self.parts.iter().map(|&(table, is_kept)| tables.answer(&game.dice, table, hand(is_kept))).collect()
    }

    /// What hands of one class have in common.
    fn sign(&self, game: &Game, (scope, strategy): (&Scope, Option<&Strategy>), state: &State, hand: Hand) -> Vec<i64> {
        let tables = strategy.map_or(&game.tables, |strategy| &strategy.tables);
        let mut sign: Vec<i64> = self.dice.iter().map(|&table| tables.answer(&game.dice, table, hand)).collect();
        let Some(step) = self.keeps else { return sign };
        debug_assert!(scope.live.len() > step);
        let (mut ways, at) = (Vec::new(), State { dice: hand, step, ..state.clone() });
        if !self.is_free {
            // What may be kept is looked at later: all ways count.
            let parts = game.dice.parts(hand).unwrap_or_default();
            ways.extend(parts.iter().map(|&(kept, rest)| Way { choice: 0, kept, rest, chosen: 0 }));
        } else if game.ways(&at, &mut ways).is_err() {
            return sign;
        }
        if let Some(strategy) = strategy
            && matches!(strategy.memory[step], Memory::ByHand)
            && let Ok(way) = strategy.choose(game, &at, &ways, &mut None)
        {
            sign.extend(self.sign_of(game, tables, &ways[way]));
            return sign;
        }
        let mut signs: Vec<Vec<i64>> = ways.iter().map(|way| self.sign_of(game, tables, way)).collect();
        if strategy.is_none() {
            signs.sort_unstable();
            signs.dedup();
        }
        sign.extend(signs.into_iter().flatten());
        sign
    }
}
