//! What two players of POT can do in a turn: their decisions, and what can come of each.
//!
//! Owns asking the strategies, and two memories: of their decisions, by what these read, and of the results of their
//! policies, put together by what they pay.

use super::{ByPlace, Mover, PLAYERS, Position, state};
use crate::dice::RunKey;
use crate::exact::pot::{Outcome, Purse, RerollPolicy};
use crate::exact::tree::Tree;
use crate::games::declaration::{PolicyId, Question, Trace};
use crate::games::pot::{Begun, Combo, LegalChoices, Player, Pot, Rerolled, Situation, TurnResult, View};
use crate::games::turns::TurnGame;
use std::collections::HashMap;

/// What a player decided for a turn: from whom it takes, and the number of what can come of its rerolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decided {
    pub(super) choices: LegalChoices,
    ways: u32,
}

/// The results of a turn that pay the same: the scores, lowest first, each with its chance.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) combo: Combo,
    pub(super) rerolled: Rerolled,
    pub(super) scores: Vec<(u8, f64)>,
}

/// The results of a turn by combo and whether the last reroll was paid: nothing else of the rerolls matters to the coins.
fn ways(outcome: &Outcome) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for &(TurnResult { combo, score, rerolled }, chance) in outcome {
        let pays = |rerolled| rerolled == Rerolled::Paid;
        let is_same = |way: &Way| way.combo == combo && pays(way.rerolled) == pays(rerolled);
        let at = ways.iter().position(is_same).unwrap_or(ways.len());
        if at == ways.len() {
            ways.push(Way { combo, rerolled, scores: Vec::new() });
        }
        let way = &mut ways[at];
        match way.scores.iter_mut().find(|(known, _)| *known == score) {
            Some((_, sum)) => *sum += chance,
            None => way.scores.push((score, chance)),
        }
    }
    ways.iter_mut().for_each(|way| way.scores.sort_by_key(|&(score, _)| score));
    ways
}

/// What the two can do, as far as it was asked.
#[derive(Clone)]
pub struct Plans<'g> {
    game: &'g Pot,
    players: [Player<'g>; PLAYERS],
    ways: Vec<Vec<Way>>,
    known: HashMap<(Mover, PolicyId, bool), u32>,
}

impl<'g> Plans<'g> {
    /// Nothing asked yet.
    pub(super) fn new(game: &'g Pot, players: [Player<'g>; PLAYERS]) -> Plans<'g> {
        Plans { game, players, ways: Vec::new(), known: HashMap::new() }
    }

    /// The situation in a block.
    fn begun(&self, mover: Mover, position: &Position, block: u64) -> (Situation<'g>, Player<'g>) {
        let state = state(self.game.rules(), mover, position);
        (Situation::new(self.game, RunKey::new(0).block(block), &state), self.players[mover])
    }

    /// What a player does who chose so, if its strategy answers.
    pub fn decided(
        &mut self,
        mover: Mover,
        position: &Position,
        (choices, plan): (LegalChoices, PolicyId),
    ) -> Option<Decided> {
        let key = (mover, plan, position.own > 0);
        if let Some(&ways) = self.known.get(&key) {
            return Some(Decided { choices, ways });
        }
        let (situation, player) = self.begun(mover, position, 0);
        let turn = Begun::new(player, &situation);
        let purse = if turn.can_pay { Purse::Coins } else { Purse::Empty };
        let solved = RerollPolicy::of_rule(turn.combos, purse, |roll| turn.to_reroll(plan, roll)).ok()?;
        let number = self.ways.len() as u32;
        self.ways.push(ways(&solved.outcome(turn.combos)));
        self.known.insert(key, number);
        Some(Decided { choices, ways: number })
    }

    /// What can come of a decision.
    pub(super) fn ways(&self, decided: Decided) -> &[Way] {
        &self.ways[decided.ways as usize]
    }

    /// What both decide at these positions, in order, where they answer; `None` at those that are none, and for all if it
    /// was not to go on.
    pub(super) fn at_all(
        &mut self,
        positions: impl Iterator<Item = Option<Position>> + Clone,
        go_on: &dyn Fn() -> bool,
    ) -> Option<ByPlace> {
        let mut all = ByPlace::default();
        let trees = std::array::from_fn(|_| [Tree::new(), Tree::new()]);
        let mut known = Known { trees, found: Vec::new() };
        for (mover, decided) in all.iter_mut().enumerate() {
            for (place, position) in positions.clone().enumerate() {
                if place % 1024 == 0 && !go_on() {
                    return None;
                }
                let asked = |at| self.asked(mover, &at, place as u64, &mut known);
                decided.push(position.and_then(asked));
            }
        }
        Some(all)
    }

    /// What a player does in a position if it is asked in the first round of a block, whose coins it tosses; where the same
    /// questions have the same answers, it is not asked again.
    fn asked(&mut self, mover: Mover, position: &Position, block: u64, known: &mut Known) -> Option<Decided> {
        let (situation, player) = self.begun(mover, position, block);
        let tree = &mut known.trees[mover][usize::from(situation.can_pay())];
        if let Some(found) = tree.recall(|question| question.answer::<Pot>(&situation)) {
            return known.found[found as usize];
        }
        let trace = Trace::default();
        let plan = Pot::ask(player, &View::traced(situation, &trace));
        let decided = plan.ok().and_then(|plan| self.decided(mover, position, plan));
        if let (questions, None) = trace.take() {
            tree.remember(&questions, known.found.len() as u32);
            known.found.push(decided);
        }
        decided
    }
}

/// What is remembered of decisions.
struct Known {
    /// By player and whether it has a coin, the numbers of decisions by the answers to its questions.
    trees: [[Tree<Question>; 2]; PLAYERS],
    found: Vec<Option<Decided>>,
}
