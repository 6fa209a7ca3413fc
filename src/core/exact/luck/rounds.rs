//! How a round can end, given the strategies: who wins, what each has committed, and with which chance.
//!
//! Owns asking the strategies, and two memories: of their decisions, by what these read, and of whole rounds, by what all
//! decisions in it read of the position. Chances are those that turns are drawn with.

use super::positions::InRound;
use super::seen::{NO_CLASS, SeenCards};
use crate::dice::multisets::{MOST_DICE, layer_len};
use crate::dice::{BlockKey, Counts, RunKey};
use crate::exact::course::{Course, Position};
use crate::exact::tree::Tree;
use crate::exact::{DrawTable, MOST_DRAWN_DICE, Outcome, Turn};
use crate::games::StrategyIndex;
use crate::games::declaration::{ObservableIndex, PolicyId, Question, Slots, Trace, Unlisted, Within};
use crate::games::gang::{CardIndex, Gang, MAX_SEATS, Roll, Situation, Strategy, TurnResult, View, slots};
use std::collections::HashMap;

/// The most rolls that reroll policies may be asked for, all policies of a line-up together: a minute and a half of work
/// where each has to be solved, as those that look ahead have to be.
const MOST_ROLLS: u64 = 4_000_000;
/// The same where turns are those of the dice: half a minute where strategies reroll by simple rules.
const MOST_ROLLS_OF_DICE: u64 = 100_000_000;
/// The most decisions that strategies may be asked for before one round, with two players, three and four. `champion` is asked
/// for 175,000 with two, which takes a minute in all; looking ahead takes longer the more players are to come.
const MOST_DECISIONS: [usize; MAX_SEATS - 1] = [200_000, 60_000, 20_000];
/// The most ways in which the coins of a decision may fall.
pub(in crate::exact) const MOST_WAYS: u64 = 64;
/// So many times as many blocks are searched for one whose coins fall in a certain way: it fails once in 10^17 times.
const SEARCHED: u64 = 40;

/// Whether decisions may depend on which seat is which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatsRead {
    /// They do not, so that all rotations of a line-up are one.
    No,
    /// They may.
    Yes,
}

/// By what the results of turns have their chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnsBy {
    /// By the tables that they are drawn with.
    Tables,
    /// By the dice, so that any number is known that can be solved.
    Dice,
}

impl TurnsBy {
    /// The most dice of a turn, and the most rolls of all reroll policies.
    fn limits(self) -> (u32, u64) {
        match self {
            TurnsBy::Tables => (MOST_DRAWN_DICE, MOST_ROLLS),
            TurnsBy::Dice => (MOST_DICE, MOST_ROLLS_OF_DICE),
        }
    }

    /// The possible results of a turn, worst first, with their chances.
    fn chances(self, outcome: &Outcome) -> Vec<(u32, f64)> {
        match self {
            TurnsBy::Tables => chances(&DrawTable::new(outcome)),
            TurnsBy::Dice => {
                let all = std::iter::once(&outcome.invalid).chain(&outcome.valid).copied();
                (0..).zip(all).filter(|(_, chance)| *chance > 0.0).collect()
            }
        }
    }
}

/// Why a decision is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It reads this, which does not follow from the position and the round.
    Reads(ObservableIndex),
    /// It tosses too many coins.
    Coin,
    /// It reads too much, or has a reroll policy for one turn alone.
    Unlisted,
    /// It reads which seat is which.
    Seats,
    /// It commits too many dice for an exact table.
    Rolled,
    /// The strategy does not answer, or not legally: where a game comes to that, it is a fault.
    Fails,
}

/// Why something is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// Because of a decision of this strategy.
    Decision {
        /// The strategy.
        strategy: StrategyIndex,
        /// Why.
        why: Why,
    },
    /// There are too many dice in the game, or too many cards.
    Large,
    /// The strategies have too many different reroll policies, most of them this one.
    Policies(StrategyIndex),
    /// They decide differently in too many positions, most of them this one.
    Decisions(StrategyIndex),
    /// It was asked to stop.
    Stopped,
}

/// One way in which a round can end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::exact) struct End {
    /// One more than the winner's seat, 0 if nobody wins.
    won: u8,
    /// Dice committed; one by the winner.
    pub dice: [u8; MAX_SEATS],
    /// The chance of it.
    pub chance: f64,
}

impl End {
    /// An end with this winner, if there is one, and the dice that each seat committed. Enter one die for the winner: its
    /// dice return to it, so their number does not matter.
    pub(in crate::exact) fn new(winner: Option<usize>, dice: [u8; MAX_SEATS], chance: f64) -> End {
        End { won: winner.map_or(0, |seat| seat as u8 + 1), dice, chance }
    }

    /// Who wins.
    #[inline]
    pub(in crate::exact) fn winner(&self) -> Option<usize> {
        usize::from(self.won).checked_sub(1)
    }
}

/// A decision: dice, and the number of the table of its results.
type Decided = Result<(u8, u32), Why>;

/// Tosses of a decision, and how they fell.
type Tosses = Vec<(Question, u32)>;

/// What is seen before a decision: its numbers, and the cards so far, the last one that of the round.
type Before<'b> = (Slots, &'b [CardIndex]);

/// A feature of the position, which a decision read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::exact) enum Feature {
    /// The dice of a seat before the round.
    Pool(u8, Within),
    /// What a seat may commit after so many dice.
    Allowed(u8, u8, Within),
    /// The table after so many dice.
    Table(u8, Within),
    /// How many rounds come after.
    RoundsLeft(Within),
    /// Cards that were seen.
    Cards(Question),
    /// Anything, of a seat after this.
    Other(Question, u8, InRound),
}

/// What a strategy was asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    rolls: u64,
    decisions: u64,
}

/// The answers of strategies. It borrows nothing.
#[derive(Clone, Default)]
pub(in crate::exact) struct Remembered {
    /// By strategy and card.
    decisions: Vec<Tree<Question>>,
    decided: Vec<Decided>,
    policies: HashMap<(StrategyIndex, CardIndex, u32, PolicyId), u32>,
    /// The results of turns with their chances: code and chance.
    tables: Vec<Vec<(u32, f64)>>,
}

impl Remembered {
    /// Keeps the results of turns, which depend on no limit, and forgets how many dice are committed.
    pub(in crate::exact) fn of_turns(self) -> Remembered {
        let Remembered { decisions, policies, tables, .. } = self;
        Remembered { decisions: vec![Tree::new(); decisions.len()], decided: Vec::new(), policies, tables }
    }
}

/// What is remembered of the rounds of a line-up.
#[derive(Clone)]
pub(in crate::exact) struct Rounds<'g> {
    game: &'g Gang,
    strategies: &'g [&'g dyn Strategy],
    seating: Vec<StrategyIndex>,
    seats: SeatsRead,
    by: TurnsBy,
    /// A turn with more dice has the results of a turn with this number.
    most_rolled: u32,
    block: BlockKey,
    pub(super) seen: SeenCards<'g>,
    remembered: Remembered,
    /// By strategy: the rolls of all these turns, and how many decisions were asked for.
    work: Vec<Work>,
    /// The most decisions that strategies may be asked for before one round.
    pub(super) most_decisions: usize,
    /// By whether cards that were seen are told apart, card, starter and who plays.
    known: Vec<Tree<Feature>>,
    ends: Vec<Result<Vec<End>, Unknown>>,
}

impl<'g> Rounds<'g> {
    pub(in crate::exact) fn new(
        game: &'g Gang,
        strategies: &'g [&'g dyn Strategy],
        seating: &[StrategyIndex],
        seats: SeatsRead,
    ) -> Rounds<'g> {
        let cards = game.deck().cards.len();
        Rounds {
            game,
            strategies,
            seating: seating.to_vec(),
            seats,
            by: TurnsBy::Tables,
            most_rolled: u32::MAX,
            block: RunKey::new(0).block(0),
            seen: SeenCards::new(game),
            remembered: Remembered { decisions: vec![Tree::new(); strategies.len() * cards], ..Remembered::default() },
            work: vec![Work::default(); strategies.len()],
            most_decisions: MOST_DECISIONS[seating.len() - 2],
            known: vec![Tree::new(); (2 * cards * MAX_SEATS) << MAX_SEATS],
            ends: Vec::new(),
        }
    }

    /// The same with turns as the dice fall, of any number of dice that can be solved.
    pub(in crate::exact) fn by_dice(self) -> Rounds<'g> {
        Rounds { by: TurnsBy::Dice, ..self }
    }

    /// The same, but a turn with more than `dice` dice has the results of a turn with `dice`.
    pub(in crate::exact) fn up_to(self, dice: u32) -> Rounds<'g> {
        Rounds { most_rolled: dice, ..self }
    }

    /// The same, which knows from the start what the same strategies have answered in the same game, with the same limits.
    pub(in crate::exact) fn knowing(self, remembered: Remembered) -> Rounds<'g> {
        Rounds { remembered, ..self }
    }

    /// What the strategies have answered.
    pub(in crate::exact) fn into_remembered(self) -> Remembered {
        self.remembered
    }

    /// How many decisions were asked for so far.
    pub(in crate::exact) fn decisions(&self) -> usize {
        self.remembered.decided.len()
    }

    /// Whether there are more decisions or reroll policies than it is worth to find; so many decisions were asked for before
    /// the round.
    pub(in crate::exact) fn are_too_many(&self, before: usize) -> Option<Unknown> {
        let most = |of: fn(&Work) -> u64| (0..self.work.len()).max_by_key(|&strategy| of(&self.work[strategy]));
        if self.work.iter().map(|work| work.rolls).sum::<u64>() > self.by.limits().1 {
            return most(|work| work.rolls).map(Unknown::Policies);
        }
        let are_many = self.remembered.decided.len() - before > self.most_decisions;
        most(|work| work.decisions).filter(|_| are_many).map(Unknown::Decisions)
    }

    /// The number of how the round in this position can end under a card.
    #[inline]
    pub(in crate::exact) fn number(&mut self, course: &Course, at: &Position, card: CardIndex) -> u32 {
        let is_without = usize::from(at.seen == NO_CLASS) * self.game.deck().cards.len();
        let root = ((is_without + usize::from(card.0)) * MAX_SEATS + at.first) << MAX_SEATS | usize::from(at.playing());
        match self.known[root].recall(|feature| self.answer(feature, course, at, card)) {
            Some(found) => found,
            None => self.find_out(course, at, card, root),
        }
    }

    #[inline(never)]
    fn find_out(&mut self, course: &Course, at: &Position, card: CardIndex, root: usize) -> u32 {
        let mut features = Vec::new();
        let ends = self.play(course, at, card, &mut features);
        self.ends.push(ends);
        let found = self.ends.len() as u32 - 1;
        self.known[root].remember(&features, found);
        found
    }

    /// How the round of this number can end.
    #[inline]
    pub(in crate::exact) fn ends(&self, number: u32) -> Result<&[End], Unknown> {
        self.ends[number as usize].as_deref().map_err(|&unknown| unknown)
    }

    /// The results of a turn, worst first, with their chances: 0 for an invalid one, otherwise one more than the total.
    pub(in crate::exact) fn results(&self, table: u32) -> &[(u32, f64)] {
        &self.remembered.tables[table as usize]
    }

    /// Plays the round in all ways at once, and notes what decisions read of the position.
    fn play(
        &mut self,
        course: &Course,
        at: &Position,
        card: CardIndex,
        features: &mut Vec<(Feature, u32)>,
    ) -> Result<Vec<End>, Unknown> {
        let mut states = vec![(InRound::default(), 1.0)];
        let playing = at.playing();
        for seat in (at.first..course.seats()).chain(0..at.first).filter(|seat| playing >> seat & 1 == 1) {
            let mut next = Vec::new();
            for (so_far, chance) in states {
                for (dice, table, of_coins) in self.decide(course, at, &so_far, (seat, card), features)? {
                    let mut after = InRound { acted: so_far.acted + 1, ..so_far };
                    after.dice[seat] = dice;
                    self.turn((&so_far, &after), (seat, table), chance * of_coins, &mut next);
                }
            }
            states = joined(next);
        }
        let end = |(state, chance): &(InRound, f64)| {
            let mut dice = state.dice;
            if state.best == 0 {
                return ((0, dice), *chance);
            }
            // What the winner committed comes back to it, so that one die stands for all.
            dice[usize::from(state.leader)] = 1;
            ((state.leader + 1, dice), *chance)
        };
        let ends = joined(states.iter().map(end).collect());
        Ok(ends.into_iter().map(|((won, dice), chance)| End { won, dice, chance }).collect())
    }

    /// What a turn makes of what has happened, in which its dice are committed already.
    fn turn(
        &self,
        (so_far, after): (&InRound, &InRound),
        (seat, table): (usize, u32),
        chance: f64,
        next: &mut Vec<(InRound, f64)>,
    ) {
        let mut not_best = 0.0;
        for &(code, share) in &self.remembered.tables[table as usize] {
            let rank = if code == 0 { 0 } else { code << 8 | u32::from(after.dice[seat]) };
            if rank > so_far.best {
                next.push((InRound { best: rank, leader: seat as u8, ..*after }, chance * share));
            } else {
                not_best += share;
            }
        }
        if not_best > 0.0 {
            next.push((*after, chance * not_best));
        }
    }

    /// What a seat may decide: dice, the number of the table of the results, and the chance of it, which is that of its coins.
    /// Notes what that reads of the position.
    pub(in crate::exact) fn decide(
        &mut self,
        course: &Course,
        at: &Position,
        so_far: &InRound,
        (seat, card): (usize, CardIndex),
        features: &mut Vec<(Feature, u32)>,
    ) -> Result<Vec<(u8, u32, f64)>, Unknown> {
        let strategy = self.seating[seat];
        let (numbers, order) = (course.slots(at, so_far, seat), self.seen.order(at.seen, card));
        let unknown = |why| Unknown::Decision { strategy, why };
        let (mut open, mut all) = (vec![Tosses::new()], Vec::new());
        while let Some(tosses) = open.pop() {
            let block = self.block(&tosses, (numbers, &order)).map_err(unknown)?;
            let (decided, questions) = self.recall(strategy, (numbers, &order), block);
            let (coins, others): (Tosses, Vec<_>) =
                questions.into_iter().partition(|(question, _)| matches!(question, Question::Coin { .. }));
            for &(question, _) in &others {
                self.ask(question, course, (at, so_far), (seat, card), features).map_err(unknown)?;
            }
            match coins.get(tosses.len()) {
                Some(&(toss, _)) => open.extend((0..=toss.highest()).map(|side| [&*tosses, &[(toss, side)]].concat())),
                None => {
                    let (dice, table) = self.remembered.decided[decided as usize].map_err(unknown)?;
                    // Whether so many are allowed depends on the position though nobody may have asked.
                    let fits = allows_so_many(&others, dice.into())
                        || self
                            .ask(allows(dice.into()), course, (at, so_far), (seat, card), features)
                            .map_err(unknown)?
                            > 0;
                    if !fits {
                        return Err(unknown(Why::Fails));
                    }
                    all.push((dice, table, 1.0 / ways(&tosses) as f64));
                }
            }
        }
        Ok(all)
    }

    /// Notes what a question that is no coin reads of the position, if anything; the answer then, otherwise 0.
    fn ask(
        &mut self,
        question: Question,
        course: &Course,
        (at, so_far): (&Position, &InRound),
        (seat, card): (usize, CardIndex),
        features: &mut Vec<(Feature, u32)>,
    ) -> Result<u32, Why> {
        let Some(question) = self.of_position(question, course, (at, so_far), seat)? else { return Ok(0) };
        let answer = self.answer(question, course, at, card);
        if !features.iter().any(|(known, _)| *known == question) {
            features.push((question, answer));
        }
        Ok(answer)
    }

    /// A block in which the coins of a decision fall so.
    fn block(&self, tosses: &Tosses, (numbers, order): Before<'_>) -> Result<BlockKey, Why> {
        let ways = ways(tosses);
        if ways > MOST_WAYS {
            return Err(Why::Coin);
        }
        let falls_so = |block: &BlockKey| {
            let situation = Situation::of_slots(self.game, order, *block, numbers);
            tosses.iter().all(|(toss, side)| toss.answer::<Gang>(&situation) == *side)
        };
        let mut blocks = (0..SEARCHED * ways).map(|number| RunKey::new(0).block(number));
        blocks.find(falls_so).ok_or(Why::Coin)
    }

    /// A decision that was made before, or the strategy's, in a block that gives its coins; with what it read.
    fn recall(
        &mut self,
        strategy: StrategyIndex,
        (numbers, order): Before<'_>,
        block: BlockKey,
    ) -> (u32, Vec<(Question, u32)>) {
        let situation = Situation::of_slots(self.game, order, block, numbers);
        let card = situation.card_index();
        let tree = strategy * self.game.deck().cards.len() + usize::from(card.0);
        let mut questions = Vec::new();
        let found = self.remembered.decisions[tree].recall(|question| {
            let answer = question.answer::<Gang>(&situation);
            questions.push((question, answer));
            answer
        });
        if let Some(found) = found {
            return (found, questions);
        }
        let trace = Trace::default();
        let commit = self.strategies[strategy].commit(&View::traced(situation, &trace));
        let (questions, unlisted) = trace.take();
        let decided = match (unlisted, commit) {
            (Some(Unlisted::Observable(index)), _) => Err(Why::Reads(index)),
            (Some(Unlisted::Coin), _) => Err(Why::Coin),
            (Some(Unlisted::Questions | Unlisted::Plan), _) => Err(Why::Unlisted),
            (None, Ok(commit)) if commit.dice > 0 => self
                .table(strategy, card, commit.dice.min(self.most_rolled), commit.plan)
                .map(|table| (commit.dice as u8, table)),
            (None, _) => Err(Why::Fails),
        };
        self.remembered.decided.push(decided);
        self.work[strategy].decisions += 1;
        let found = self.remembered.decided.len() as u32 - 1;
        self.remembered.decisions[tree].remember(&questions, found);
        (found, questions)
    }

    /// The table of a turn.
    fn table(&mut self, strategy: StrategyIndex, card: CardIndex, dice: u32, plan: PolicyId) -> Result<u32, Why> {
        if dice > self.by.limits().0 {
            return Err(Why::Rolled);
        }
        let key = (strategy, card, dice, plan);
        if let Some(&known) = self.remembered.policies.get(&key) {
            return Ok(known);
        }
        let (of, by) = (self.game.deck().card(card), self.strategies[strategy]);
        let turn = Turn::under(of, dice, self.game.rules().rerolls).map_err(|_| Why::Fails)?;
        let rule = |shown: Counts, left| by.reroll(plan, &Roll { card: of, shown, left });
        let (_, outcome) = turn.follow(rule).map_err(|_| Why::Fails)?;
        self.work[strategy].rolls += layer_len(dice) as u64;
        self.remembered.tables.push(self.by.chances(&outcome));
        let table = self.remembered.tables.len() as u32 - 1;
        self.remembered.policies.insert(key, table);
        Ok(table)
    }

    /// What a question that is no coin reads of the position, if anything.
    fn of_position(
        &mut self,
        question: Question,
        course: &Course,
        (at, so_far): (&Position, &InRound),
        seat: usize,
    ) -> Result<Option<Feature>, Why> {
        let committed = so_far.dice.iter().sum();
        let own = so_far.dice[seat];
        let other = Ok(Some(Feature::Other(question, seat as u8, *so_far)));
        if let Some(cards) = SeenCards::reads(question).map_err(Why::Reads)? {
            let is_known = at.seen != NO_CLASS && self.seen.take_up(question);
            return if is_known { Ok(Some(Feature::Cards(question))) } else { Err(Why::Reads(cards)) };
        }
        match question {
            Question::Coin { .. } => Err(Why::Coin),
            Question::Answer { .. } | Question::Difference { .. } => other,
            Question::Slot { slot, within } => Ok(Some(match slot {
                slots::ALLOWED if course.has_no_limit() => Feature::Pool(seat as u8, within),
                slots::ALLOWED => Feature::Allowed(seat as u8, committed, within),
                slots::TABLE => Feature::Table(committed, within),
                slots::POOL if own == 0 => Feature::Pool(seat as u8, within),
                slots::ROUNDS_LEFT => Feature::RoundsLeft(within),
                slots::BEST | slots::BEST_DICE | slots::TURN | slots::TO_ACT => return Ok(None),
                slots::POOL | slots::BEHIND | slots::AFTER.. => return other,
                _ if self.seats == SeatsRead::No => return Err(Why::Seats),
                slots::SEAT | slots::FIRST | slots::BEST_SEAT => return Ok(None),
                _ => return other,
            })),
        }
    }
}

impl Rounds<'_> {
    /// The answer in a position, under a card.
    #[inline]
    pub(in crate::exact) fn answer(&self, feature: Feature, course: &Course, at: &Position, card: CardIndex) -> u32 {
        let (within, number) = match feature {
            Feature::Pool(seat, within) => (within, at.pools[usize::from(seat)]),
            Feature::Allowed(seat, committed, within) => (within, course.allowed(at, seat.into(), committed.into())),
            Feature::Table(committed, within) => (within, course.table(at, committed.into())),
            Feature::RoundsLeft(within) => (within, course.rounds_left(at.round)),
            Feature::Cards(question) => return self.seen.answer(question, at.seen, card),
            Feature::Other(question, seat, so_far) => {
                let numbers = course.slots(at, &so_far, seat.into());
                return question.answer::<Gang>(&Situation::of_slots(self.game, &[], self.block, numbers));
            }
        };
        within.of(number) - within.least
    }
}

/// Whether a turn may commit so many dice: 1 if it may, 0 if not.
fn allows(dice: u32) -> Question {
    Question::Slot { slot: slots::ALLOWED, within: Within { least: dice - 1, most: dice } }
}

/// Whether answers tell that a turn may commit so many dice.
fn allows_so_many(answers: &[(Question, u32)], dice: u32) -> bool {
    answers.iter().any(|&(question, answer)| {
        matches!(question, Question::Slot { slot: slots::ALLOWED, within } if within.least + answer >= dice)
    })
}

/// In how many ways coins can fall.
fn ways(tosses: &[(Question, u32)]) -> u64 {
    tosses.iter().fold(1, |ways, (toss, _)| ways.saturating_mul(u64::from(toss.highest()) + 1))
}

/// The results of a table with their shares of all words.
fn chances(table: &DrawTable) -> Vec<(u32, f64)> {
    let mut before = 0u128;
    let share = |(last, result): (u64, TurnResult)| {
        let words = u128::from(last) + 1 - before;
        before = u128::from(last) + 1;
        let code = match result {
            TurnResult::Invalid => 0,
            TurnResult::Total(total) => total + 1,
        };
        (code, words as f64 / 18_446_744_073_709_551_616.0)
    };
    table.shares().map(share).collect()
}

/// Each thing once, with the sum of its chances; in order.
fn joined<T: Copy + Ord>(mut all: Vec<(T, f64)>) -> Vec<(T, f64)> {
    all.sort_by_key(|&(thing, _)| thing);
    all.dedup_by(|(thing, chance), (before, sum)| {
        let is_same = thing == before;
        if is_same {
            *sum += *chance;
        }
        is_same
    });
    all
}
