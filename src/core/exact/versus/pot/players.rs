//! Two strategies of POT at a table of two, asked in positions.
//!
//! Owns what is told apart of a position, because the rules or a strategy look at it, and what can come of a turn there.

use super::super::ExactFault;
use super::super::pig::{coins, reads};
use crate::dice::RunKey;
use crate::exact::pot::{Outcome, Position, Purse, RerollPolicy, state};
use crate::exact::tosses::{Toss, block_of, every_fall};
use crate::exact::tree::Tree;
use crate::games::Seat;
use crate::games::declaration::{Declared, Memory, ObservableIndex, PolicyId, Question, Slot, Trace, Unlisted};
use crate::games::pot::{
    Begun, Combo, LegalChoices, Player, Pot, Rerolled, Situation, State, Strategy, TurnResult, View, slots,
};
use crate::games::turns::{Refused, TurnGame};
use std::collections::{BTreeMap, HashMap};

/// What is told apart because a strategy looks at it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Observed {
    pub seats: bool,
    pub first: bool,
    /// Rounds up to this one, from 0.
    pub rounds: u32,
}

/// A position before a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// Which strategy is on turn.
    pub mover: u8,
    /// The seat of the first strategy; 0 if nobody looks.
    pub first: u8,
    /// Whether the player on turn began the round; it did if nobody looks.
    pub began: bool,
    pub round: u32,
    pub at: Position,
}

/// Results of a turn that pay the same, with these choices: the scores, lowest first, each with its chance.
pub(super) struct Way {
    pub choices: LegalChoices,
    pub combo: Combo,
    pub rerolled: Rerolled,
    pub scores: Vec<(u8, f64)>,
}

/// Decisions with their chances.
type Mixture = Vec<(LegalChoices, PolicyId, f64)>;

/// Why positions are not gone on with.
pub(super) enum Halt {
    /// There is no answer.
    Fault(ExactFault),
    /// More has to be told apart.
    Refine(Observed),
}

impl From<ExactFault> for Halt {
    fn from(fault: ExactFault) -> Halt {
        Halt::Fault(fault)
    }
}

/// Two strategies at a table.
pub(super) struct Players<'g> {
    /// The game that each of them plays. They differ only in the rule `without` (P18).
    pub games: [&'g Pot; 2],
    strategies: [&'g dyn Strategy; 2],
    pub names: [&'g str; 2],
    pub observed: Observed,
    /// By strategy and whether it has a coin, the numbers of what can come of a turn, by the answers to its questions.
    trees: [[Tree<Question>; 2]; 2],
    pub turns: Vec<Vec<Way>>,
    /// What the policies of each strategy come to, by whether it has a coin.
    outcomes: HashMap<(u8, PolicyId, bool), Outcome>,
}

impl<'g> Players<'g> {
    /// Two strategies, of which nothing is known yet.
    pub(super) fn new(games: [&'g Pot; 2], strategies: [&'g dyn Strategy; 2], names: [&'g str; 2]) -> Players<'g> {
        let trees = std::array::from_fn(|_| [Tree::new(), Tree::new()]);
        let (turns, outcomes) = (Vec::new(), HashMap::new());
        Players { games, strategies, names, observed: Observed::default(), trees, turns, outcomes }
    }

    /// What is told apart after a turn in this place.
    pub(super) fn after(&self, place: &Place, state: &State) -> Place {
        Place {
            mover: state.next().0 ^ place.first,
            first: place.first,
            began: !self.observed.first || state.first() == state.next(),
            round: state.round().min(self.observed.rounds),
            at: Position::of(state),
        }
    }

    /// The start of a game that a strategy begins.
    pub(super) fn start(&self, mover: u8) -> Place {
        let rules = self.games[0].rules();
        let mut state = State::new(rules, 2);
        state.begin_round(rules);
        let first = if self.observed.seats { mover } else { 0 };
        Place { mover, first, began: true, round: 0, at: Position::of(&state) }
    }

    /// The state of a position.
    pub(super) fn state(&self, place: &Place) -> State {
        let seat = place.mover ^ place.first;
        let began = if place.began { seat } else { 1 - seat };
        state(self.games[0].rules(), seat.into(), &place.at).in_round(place.round, Seat(began))
    }

    /// The number of what can come of the turn in a position.
    pub(super) fn decide(&mut self, place: &Place) -> Result<u32, Halt> {
        let (state, game) = (self.state(place), self.games[usize::from(place.mover)]);
        let situation = |block| Situation::new(game, block, &state);
        let (mover, fixed) = (usize::from(place.mover), situation(RunKey::new(0).block(0)));
        let purse = usize::from(fixed.can_pay());
        if let Some(found) = self.trees[mover][purse].recall(|question| question.answer::<Pot>(&fixed)) {
            return Ok(found);
        }
        let mut asked = Vec::new();
        let decisions = every_fall(|tosses| {
            let block = block_of(tosses, |toss, block| toss.answer::<Pot>(&situation(block)));
            let block = block.ok_or_else(|| coins(self.names[mover]))?;
            self.ask(place, situation(block), tosses, &mut asked)
        })?;
        let ways = self.ways(&Begun::new(self.player(mover), &fixed), place, &decisions)?;
        self.turns.push(ways);
        let number = self.turns.len() as u32 - 1;
        self.trees[mover][purse].remember(&asked, number);
        Ok(number)
    }

    fn player(&self, mover: usize) -> Player<'g> {
        Player { strategy: self.strategies[mover], index: mover }
    }

    /// What the player on turn decides where its coins fall as in this situation, and its tosses; what else it asks is
    /// added to what was asked.
    fn ask(
        &self,
        place: &Place,
        situation: Situation<'_>,
        tosses: &[Toss],
        asked: &mut Vec<(Question, u32)>,
    ) -> Result<(Mixture, Vec<Toss>), Halt> {
        let (trace, mover) = (Trace::default(), usize::from(place.mover));
        let (player, name) = (self.player(mover), self.names[mover]);
        let plan = Pot::ask(player, &View::traced(situation, &trace));
        let (questions, unlisted) = trace.take();
        let (tossed, others): (Vec<_>, Vec<_>) =
            questions.into_iter().partition(|(question, _)| matches!(question, Question::Coin { .. }));
        self.tell(name, &others)?;
        others.into_iter().for_each(|question| {
            if !asked.contains(&question) {
                asked.push(question);
            }
        });
        match unlisted {
            None => {
                let (choices, plan) = plan.map_err(|refused| failed(name, place, refused))?;
                Ok((vec![(choices, plan, 1.0)], tossed))
            }
            Some(Unlisted::Coin) => Ok((mixture(player.strategy).ok_or_else(|| coins(name))?, tosses.to_vec())),
            Some(Unlisted::Observable(index)) => Err(Halt::Fault(reads::<Pot>(name, index))),
            Some(Unlisted::Questions) => Err(Halt::Fault(too_much(name))),
            Some(Unlisted::Plan) => Err(Halt::Fault(too_many_plans(name))),
        }
    }

    /// Checks that what was asked is told apart.
    fn tell(&self, name: &str, asked: &[(Question, u32)]) -> Result<(), Halt> {
        let mut observed = self.observed;
        for (question, _) in asked {
            for (slot, most) in slots_of(*question) {
                match slot {
                    slots::SEAT => observed.seats = true,
                    // It is a seat, too.
                    slots::FIRST => (observed.first, observed.seats) = (true, true),
                    slots::ROUND if most == u32::MAX => {
                        return Err(ExactFault::Reads { strategy: name.to_owned(), reads: "round".to_owned() }.into());
                    }
                    slots::ROUND => observed.rounds = observed.rounds.max(most),
                    _ => {}
                }
            }
        }
        if observed == self.observed { Ok(()) } else { Err(Halt::Refine(observed)) }
    }

    /// What can come of a turn with these decisions.
    fn ways(&mut self, turn: &Begun<'_>, place: &Place, decisions: &[(Mixture, f64)]) -> Result<Vec<Way>, ExactFault> {
        let mut chances: BTreeMap<(usize, Combo, bool, u8), f64> = BTreeMap::new();
        let all = decisions.iter().flat_map(|(mixed, chance)| mixed.iter().map(move |decision| (decision, chance)));
        for (&(choices, plan, mixed), chance) in all {
            let chance = chance * mixed;
            let of_two = LegalChoices::OF_TWO.iter().position(|&legal| legal == choices).unwrap_or(0);
            for &(TurnResult { combo, score, rerolled }, part) in self.outcome(turn, place, plan)? {
                // As far as they matter to the combo.
                let of_two = match combo {
                    Combo::Run345 => of_two / 3 * 3,
                    Combo::Twos => of_two % 3,
                    _ => 0,
                };
                *chances.entry((of_two, combo, rerolled == Rerolled::Paid, score)).or_default() += chance * part;
            }
        }
        let mut ways: Vec<Way> = Vec::new();
        for ((of_two, combo, is_paid, score), chance) in chances {
            let (choices, rerolled) =
                (LegalChoices::OF_TWO[of_two], if is_paid { Rerolled::Paid } else { Rerolled::Never });
            match ways.last_mut().filter(|way| (way.choices, way.combo, way.rerolled) == (choices, combo, rerolled)) {
                Some(way) => way.scores.push((score, chance)),
                None => ways.push(Way { choices, combo, rerolled, scores: vec![(score, chance)] }),
            }
        }
        Ok(ways)
    }

    /// The chances of all results of a turn.
    fn outcome(&mut self, turn: &Begun<'_>, place: &Place, plan: PolicyId) -> Result<&Outcome, ExactFault> {
        let key = (place.mover, plan, turn.can_pay);
        if !self.outcomes.contains_key(&key) {
            let purse = if turn.can_pay { Purse::Coins } else { Purse::Empty };
            let solved = RerollPolicy::of_rule(turn.combos, purse, |roll| turn.to_reroll(plan, roll))
                .map_err(|refused| failed(self.names[turn.player.index], place, refused))?;
            self.outcomes.insert(key, solved.outcome(turn.combos));
        }
        Ok(&self.outcomes[&key])
    }
}

/// The decisions of a strategy that tosses its coin too often for that to be counted out, if it says what they are.
fn mixture(strategy: &dyn Strategy) -> Option<Mixture> {
    let all = strategy.mixture(2)?.into_iter();
    all.map(|(decision, chance)| Some((decision.choices.legal(2).ok()?, decision.rerolls, chance))).collect()
}

/// The slots that a question reads, and how far.
fn slots_of(question: Question) -> Vec<(Slot, u32)> {
    let of = |index: ObservableIndex| match Pot::OBSERVABLES[usize::from(index.0)].memory {
        Memory::Slot(slot) | Memory::Shifted(slot, _) | Memory::Comparison(slot) => vec![(slot, u32::MAX)],
        Memory::Slots(slots) => slots.to_vec(),
        Memory::Constant | Memory::Answer | Memory::Never => Vec::new(),
    };
    match question {
        Question::Slot { slot, within } => vec![(slot, within.most)],
        Question::Difference { of: one, from, .. } => [of(one), of(from)].concat(),
        Question::Answer { .. } | Question::Coin { .. } => Vec::new(),
    }
}

/// That a decision reads more than is remembered of it.
#[cold]
fn too_much(strategy: &str) -> ExactFault {
    ExactFault::Reads { strategy: strategy.to_owned(), reads: "more than 64 things for one decision".to_owned() }
}

/// That a strategy makes more plans than are kept.
#[cold]
fn too_many_plans(strategy: &str) -> ExactFault {
    let remedy = "round the worths that it gives best_turn, or simulate";
    ExactFault::Limit(format!("'{strategy}' makes more different plans than are kept ({remedy})"))
}

/// That a strategy failed.
#[cold]
fn failed(strategy: &str, place: &Place, Refused { returned, legal }: Refused) -> ExactFault {
    let Position { own, other, pot, to_beat, .. } = place.at;
    let to_beat = match to_beat {
        0 => "no score to beat".to_owned(),
        beats => format!("a score of {} to beat", beats - 1),
    };
    let place = format!("with {own} to {other} coins, {pot} in the POT and {to_beat}");
    ExactFault::Answer { strategy: strategy.to_owned(), returned, place, legal }
}
