//! How games go, round by round, added up over the games of blocks.
//!
//! Owns following a game: where each seat stood after each round, by the values of positions if these are known, and by scores
//! otherwise. What is measured of that is in `stats`. Games are played die by die, because only such games tell of their
//! rounds.

mod so_far;

use super::driver::{Control, Finished, Next, Playing};
use crate::engines::{Book, Engine, GameFault, KnownOptions, Luck, Seatings, Series, Swings, Valuer, WHOLE_VALUE};
use crate::games::{
    Decisions, Game, MAX_SEATS, Observer, Outcome, RoundOver, RowCounts, Seating, StrategyIndex, TurnOver, WHOLE_WIN,
};
use crate::record::{
    BatchSums, DuelSums, FEEL_BATCHES, FeelSums, Histogram, MOST_LISTED_ROUNDS, MeasureRecord, ResultSums, RoundRecord,
    SwingSums, WeighedSums, both,
};
use crate::stats::{MATTERS, Measure, Measured, Standing, Trajectory, WHOLE_STANDING, lead, shares_of_scores};
use so_far::{GameSoFar, add};
use std::collections::BTreeMap;
use std::ops::Range;

/// The parts of a share by which games are counted in distributions.
const PARTS: u64 = 1000;
/// The parts of a win by which the movements of games are told apart, and the most of them.
const CLASSES: u64 = 20;
const MOST_CLASSES: u64 = 4000;
/// If values of options take time to find, they are found in every ninth block: in one game, of all decisions or of one turn. 9 and
/// the number of batches have no common factor, so every batch has its share.
const PRICED: u64 = 9;

/// Games to be followed.
#[derive(Clone, Debug)]
pub struct FeelJob<'j> {
    /// Who sits where in the games of a block.
    pub seatings: &'j Seatings,
    /// How many different strategies there are.
    pub strategies: usize,
    /// How many cards there are, in a game with a card for each round; no more are counted.
    pub cards: usize,
    /// The seed: any number.
    pub seed: u64,
    /// Which blocks to play.
    pub blocks: Range<u64>,
}

/// Plays games by an engine that tells of rounds, and measures them by the values of positions, or by scores without these. `save` is
/// shown what was played whenever that is asked of the control. The sums depend on neither threads (0: as many as there are
/// cores) nor time.
///
/// # Errors
/// The fault with the lowest game index.
pub fn follow_games<G: Game>(
    job: &FeelJob<'_>,
    (engine, luck): (&impl Engine<G>, Option<&dyn Luck>),
    threads: usize,
    control: &Control,
    save: &mut dyn FnMut(&FeelSums),
) -> Result<Finished<FeelSums>, GameFault> {
    let series = Series { seatings: job.seatings, seed: job.seed };
    let playing = Playing { engine, series, blocks: job.blocks.clone(), threads, control };
    let empty = || Followed::new(job, luck);
    let merge = |sum: &mut Followed<'_>, more: &Followed<'_>| sum.sums.merge(&more.sums());
    let played = playing.until(std::iter::empty(), empty, merge, |_| Next::PlayOn, |book| save(&book.sums()))?;
    Ok(Finished { tally: played.tally.sums(), complete: played.complete })
}

/// The sums of no game.
fn nothing(seats: usize, strategies: usize, cards: usize) -> FeelSums {
    FeelSums {
        cards: vec![WeighedSums::default(); cards],
        measures: vec![MeasureRecord::default(); Measure::ALL.len()],
        batches: vec![BatchSums::default(); FEEL_BATCHES * Measure::ALL.len()],
        results: vec![ResultSums::default(); FEEL_BATCHES * strategies * seats],
        swings: vec![SwingSums::default(); FEEL_BATCHES],
        duels: vec![DuelSums::default(); strategies * (strategies - 1) / 2],
        ..FeelSums::default()
    }
}

/// The games of a worker.
struct Followed<'l> {
    valuer: Option<Box<dyn Valuer + 'l>>,
    options: KnownOptions,
    seats: usize,
    strategies: usize,
    games_a_block: u64,
    sums: FeelSums,
    /// Distributions, which are lists in the sums.
    counts: Counts,
    /// The block under way, and its games so far.
    block: u64,
    games: u64,
    game: GameSoFar,
    of_block: BlockSums,
}

/// The distributions: of measures, and by round of leaders, winners and scores.
#[derive(Default)]
struct Counts {
    measures: Vec<BTreeMap<u32, u64>>,
    rounds: Vec<[BTreeMap<u32, u64>; 3]>,
}

/// Sums over the games of a block.
#[derive(Default)]
struct BlockSums {
    measures: [Measured; Measure::ALL.len()],
    rounds: Vec<RoundSums>,
    duels: Vec<i64>,
    /// By card, the gains in standing in its rounds.
    cards: Vec<Measured>,
}

/// Those of a round.
#[derive(Clone, Copy, Default)]
struct RoundSums {
    leader: Measured,
    lead: Measured,
    winner: Measured,
    seats: [Measured; MAX_SEATS],
    dice: Measured,
    invalid: Measured,
}

/// A win share by value as a standing.
fn in_standings(value: u32) -> u32 {
    (u64::from(value) * u64::from(WHOLE_STANDING) / u64::from(WHOLE_VALUE)) as u32
}

impl<'l> Followed<'l> {
    fn new(job: &FeelJob<'_>, luck: Option<&'l dyn Luck>) -> Followed<'l> {
        let seats = job.seatings.seats();
        let sums = nothing(seats, job.strategies, job.cards);
        let (duels, cards) = (vec![0; sums.duels.len()], vec![Measured::default(); job.cards]);
        let of_block = BlockSums { duels, cards, ..BlockSums::default() };
        let valuer = luck.map(Luck::valuer);
        Followed {
            options: valuer.as_ref().map_or(KnownOptions::Nothing, |valuer| valuer.options()),
            valuer,
            seats,
            strategies: job.strategies,
            games_a_block: job.seatings.games(),
            sums,
            counts: Counts { measures: vec![BTreeMap::new(); Measure::ALL.len()], rounds: Vec::new() },
            block: 0,
            games: 0,
            game: GameSoFar::default(),
            of_block,
        }
    }

    /// The sums with their distributions.
    fn sums(&self) -> FeelSums {
        let mut sums = self.sums.clone();
        let list = |counts: &BTreeMap<u32, u64>| counts.iter().map(|(&value, &games)| (value, games)).collect();
        let join = |to: &mut Histogram, counts| *to = both([&*to, &list(counts)]).unwrap_or_default();
        for (record, counts) in sums.measures.iter_mut().zip(&self.counts.measures) {
            join(&mut record.games, counts);
        }
        for (record, [leaders, winners, scores]) in sums.rounds.iter_mut().zip(&self.counts.rounds) {
            join(&mut record.leaders, leaders);
            join(&mut record.winners, winners);
            join(&mut record.scores, scores);
        }
        sums
    }

    /// The standings before the first round and after each.
    fn standings(&mut self, seating: &Seating, shares: &[u32]) -> Vec<u32> {
        let Some(valuer) = &mut self.valuer else {
            let mut standings = Vec::new();
            shares_of_scores(&vec![0; self.seats], &mut standings);
            self.game.scores.chunks_exact(self.seats).for_each(|scores| shares_of_scores(scores, &mut standings));
            return standings;
        };
        let mut standings: Vec<u32> = Vec::new();
        for round in 0..self.game.turns_by_round.len() {
            match self.game.first_told(round).and_then(|numbers| valuer.before(seating, numbers)) {
                Some(values) => standings.extend(values[..self.seats].iter().map(|&value| in_standings(value))),
                // A position that is not known is as the one before it.
                None => match standings.len().checked_sub(self.seats) {
                    Some(last) => standings.extend_from_within(last..),
                    None => standings.resize(self.seats, WHOLE_STANDING / self.seats as u32),
                },
            }
        }
        standings.extend(shares);
        standings
    }

    /// Prices a turn of the game that is over, if it is its turn to be priced: the turns of all seats and rounds come one after
    /// the other, so that each is as likely to be priced as any other.
    fn price_turn(&mut self, seating: &Seating) {
        let KnownOptions::OfTurns(rounds) = self.options else { return };
        let (of, seats, rounds) = (self.block / PRICED, self.seats as u64, u64::from(rounds.max(1)));
        let (seat, round, game) = (of % seats, of / seats % rounds, of / seats / rounds % self.games_a_block);
        if !self.block.is_multiple_of(PRICED) || game != self.games {
            return;
        }
        let round = round as usize;
        let (Some(&end), Some(valuer)) = (self.game.turns_by_round.get(round), &mut self.valuer) else { return };
        let first = round.checked_sub(1).map_or(0, |before| self.game.turns_by_round[before]);
        let turns = &self.game.turns[first..end];
        let acted = turns.iter().position(|turn| turn.seat.index() as u64 == seat);
        let Some((before, told)) = acted.map(|at| &turns[..at]).zip(self.game.first_told(round)) else { return };
        if let Some(stake) = valuer.stake_of_turn(seating, told, before) {
            add(&mut self.game.idle, (stake < MATTERS).into());
        }
    }

    /// Adds what cards and dice changed in a game that is over, if the game has cards and their values are known.
    fn add_swings(&mut self, seating: &Seating, outcome: &Outcome) {
        let Some(valuer) = self.valuer.as_mut().filter(|_| !self.of_block.cards.is_empty()) else { return };
        let rounds: Option<Vec<&[u32]>> =
            (0..self.game.turns_by_round.len()).map(|round| self.game.first_told(round)).collect();
        let found = rounds.and_then(|rounds| valuer.swings(seating, &rounds, outcome));
        let Some(Swings { cards, dice }) = found else { return };
        let batch = (self.block % FEEL_BATCHES as u64) as usize;
        self.sums.swings[batch].merge(&SwingSums { games: 1, cards: cards.into(), dice: dice.into() });
    }

    /// Whether the decisions of the game are priced. The games of a block have draws in common, so one of them is enough.
    fn prices_decisions(&self) -> bool {
        let game = self.block / PRICED % self.games_a_block;
        self.options == KnownOptions::OfDecisions && self.block.is_multiple_of(PRICED) && self.games == game
    }

    /// Adds a game that is over.
    fn add_game(&mut self, seating: &Seating, outcome: &Outcome) {
        let share = |seat: usize| u32::from(outcome.share[seat]) * (WHOLE_STANDING / WHOLE_WIN);
        let shares: Vec<u32> = (0..self.seats).map(share).collect();
        let standing = if self.valuer.is_some() { Standing::Value } else { Standing::Score };
        let standings = self.standings(seating, &shares);
        self.price_turn(seating);
        self.add_swings(seating, outcome);
        if self.prices_decisions()
            && let Some(valuer) = &mut self.valuer
        {
            self.game.price_decisions(|numbers| valuer.stake_of_decision(seating, numbers));
        }
        let turns: Vec<u8> = self.game.turns.iter().map(|turn| turn.seat.0).collect();
        let (seats, idle) = (self.seats, self.game.idle);
        let game = Trajectory { standing, seats, standings: &standings, shares: &shares, turns: &turns, idle };
        self.add_measures(&game);
        self.add_rounds(&game);
        self.add_results(seating, outcome);
        let (index, moved) = (self.block * self.games_a_block + self.games, game.excitement());
        let class = (moved * CLASSES / u64::from(WHOLE_STANDING)).min(MOST_CLASSES) as u32;
        let listed = (MOST_LISTED_ROUNDS + 1) * self.seats;
        self.sums.examples.see(class, (moved, index), || standings[..standings.len().min(listed)].to_vec());
    }

    fn add_measures(&mut self, game: &Trajectory<'_>) {
        for (measure, found) in Measure::ALL.into_iter().zip(game.measures()) {
            let sum = &mut self.of_block.measures[measure.index()];
            (sum.of, sum.sum) = (sum.of + found.of, sum.sum + found.sum);
            if found.of == 1 {
                let value = if measure.unit() == 1 { found.sum } else { in_parts(found.sum) };
                let value = u32::try_from(value).unwrap_or(u32::MAX);
                *self.counts.measures[measure.index()].entry(value).or_default() += 1;
            }
        }
    }

    fn add_rounds(&mut self, game: &Trajectory<'_>) {
        let rows = (game.rounds() + 1).min(MOST_LISTED_ROUNDS + 1);
        if self.counts.rounds.len() < rows {
            self.counts.rounds.resize_with(rows, Default::default);
            self.sums.rounds.resize_with(rows, RoundRecord::default);
        }
        if self.of_block.rounds.len() < rows {
            self.of_block.rounds.resize(rows, RoundSums::default());
        }
        let winner = game.shares.iter().position(|&share| share == WHOLE_STANDING);
        for (round, standings) in game.standings.chunks_exact(self.seats).take(rows).enumerate() {
            let (sums, counts) = (&mut self.of_block.rounds[round], &mut self.counts.rounds[round]);
            let leader = standings.iter().max().copied().unwrap_or_default();
            add(&mut sums.leader, leader.into());
            add(&mut sums.lead, lead(standings).into());
            *counts[0].entry(in_parts(leader.into()) as u32).or_default() += 1;
            if let Some(winner) = winner {
                add(&mut sums.winner, standings[winner].into());
                *counts[1].entry(in_parts(standings[winner].into()) as u32).or_default() += 1;
            }
            sums.seats.iter_mut().zip(standings).for_each(|(sum, &standing)| add(sum, standing.into()));
        }
        self.add_turns(rows);
        for (round, card) in self.game.cards.iter().enumerate() {
            if let Some(sum) = card.and_then(|card| self.of_block.cards.get_mut(card)) {
                add(sum, game.gains(round));
            }
        }
    }

    /// What was played in each round, and the scores after it.
    fn add_turns(&mut self, rows: usize) {
        let mut first = 0;
        for (round, &end) in self.game.turns_by_round.iter().enumerate().take(rows - 1) {
            let (sums, counts) = (&mut self.of_block.rounds[round + 1], &mut self.counts.rounds[round + 1]);
            for turn in &self.game.turns[first..end] {
                turn.dice.iter().for_each(|&dice| add(&mut sums.dice, dice.into()));
                turn.is_valid.iter().for_each(|&is_valid| add(&mut sums.invalid, (!is_valid).into()));
            }
            for &score in &self.game.scores[round * self.seats..][..self.seats] {
                *counts[2].entry(score).or_default() += 1;
            }
            first = end;
        }
    }

    fn add_results(&mut self, seating: &Seating, outcome: &Outcome) {
        let batch = (self.block % FEEL_BATCHES as u64) as usize;
        for (seat, &strategy) in seating.iter().enumerate() {
            let share = i128::from(outcome.share[seat]);
            let place = (batch * self.strategies + strategy) * self.seats + seat;
            self.sums.results[place].merge(&ResultSums { games: 1, share, squares: share * share });
        }
        for (seat, &one) in seating.iter().enumerate() {
            for (at, &other) in seating.iter().enumerate().filter(|&(_, &other)| one < other) {
                let more = i64::from(outcome.share[seat]) - i64::from(outcome.share[at]);
                let pair = pair(one, other, self.strategies);
                let duel = &mut self.sums.duels[pair];
                duel.squares += i128::from(more * more);
                duel.pairs += 1;
                self.of_block.duels[pair] += more;
            }
        }
    }
}

/// The place of a pair of strategies, the first below the other.
fn pair(one: StrategyIndex, other: StrategyIndex, strategies: usize) -> usize {
    one * strategies - one * (one + 1) / 2 + other - one - 1
}

/// A part of a whole standing, in thousandths.
fn in_parts(sum: u64) -> u64 {
    let whole = u64::from(WHOLE_STANDING);
    (sum * PARTS + whole / 2) / whole
}

impl Observer for Followed<'_> {
    fn wants(&self) -> bool {
        false
    }

    fn count(&mut self, _: usize, _: usize, _: &RowCounts) {}

    fn wants_chances(&self) -> bool {
        self.valuer.is_some()
    }

    /// What is told first after a round tells of the position that the round led to.
    fn chance_falls(&mut self, numbers: &[u32]) {
        if let Some((seat, stake)) = self.valuer.as_mut().and_then(|valuer| valuer.stake(numbers)) {
            self.game.stakes[seat] = self.game.stakes[seat].max(stake);
        }
        let (told, rounds) = (&mut self.game.told_ends, self.game.turns_by_round.len());
        if told.len() <= rounds {
            told.resize(rounds, self.game.told.len());
            self.game.told.extend(numbers);
            told.push(self.game.told.len());
        }
    }

    fn wants_rounds(&self) -> bool {
        true
    }

    fn decisions(&mut self) -> Option<&mut Decisions> {
        self.prices_decisions().then_some(&mut self.game.decisions)
    }

    fn turn_over(&mut self, turn: TurnOver) {
        self.game.turns.push(turn);
    }

    fn round_over(&mut self, RoundOver { scores, card }: RoundOver<'_>) {
        self.game.scores.extend(scores);
        if self.options == KnownOptions::AfterChance {
            self.game.count_idle();
        }
        self.game.cards.push(card);
        self.game.turns_by_round.push(self.game.turns.len());
        self.game.decisions_by_round.push(self.game.decisions.count());
    }
}

impl Book for Followed<'_> {
    fn wants_counts_of(&self, _: u64) -> bool {
        false
    }

    fn begin_block(&mut self, block: u64) {
        (self.block, self.games) = (block, 0);
    }

    fn game(&mut self, seating: &Seating, outcome: &Outcome) {
        self.add_game(seating, outcome);
        self.game.clear();
        self.games += 1;
    }

    fn end_block(&mut self) {
        let weigh = |to: &mut WeighedSums, of: Measured| to.add(of.of, of.sum);
        let batch = (self.block % FEEL_BATCHES as u64) as usize * Measure::ALL.len();
        for (batch, of) in self.sums.batches[batch..].iter_mut().zip(&self.of_block.measures) {
            batch.merge(&BatchSums { of: of.of.into(), sum: of.sum.into() });
        }
        for (record, of) in self.sums.measures.iter_mut().zip(&mut self.of_block.measures) {
            weigh(&mut record.sums, std::mem::take(of));
        }
        for (record, of) in self.sums.rounds.iter_mut().zip(&mut self.of_block.rounds) {
            let of = std::mem::take(of);
            weigh(&mut record.leader, of.leader);
            weigh(&mut record.lead, of.lead);
            weigh(&mut record.winner, of.winner);
            record.seats.iter_mut().zip(of.seats).for_each(|(to, of)| weigh(to, of));
            weigh(&mut record.dice, of.dice);
            weigh(&mut record.invalid, of.invalid);
        }
        for (card, of) in self.sums.cards.iter_mut().zip(&mut self.of_block.cards) {
            weigh(card, std::mem::take(of));
        }
        for (duel, more) in self.sums.duels.iter_mut().zip(&mut self.of_block.duels) {
            duel.blocks.add(std::mem::take(more));
        }
        self.sums.blocks += 1;
    }
}

#[cfg(test)]
mod tests;
