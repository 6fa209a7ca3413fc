//! What a strategy's decisions cost, added up over the games of blocks.
//!
//! Owns the order of the games and the sums. A [`Priced`] game says what each decision costs, to which groups it belongs, and
//! how it is described. [`GangPrices`](super::GangPrices) is one, and every solved game from a file is another.

use super::driver::Control;
use super::map::map_in_parallel;
use crate::dice::BlockKey;
use crate::engines::{GameFault, Series};
use crate::games::{Fault, Seating, StrategyIndex};
use crate::record::{Compared, CostlyDecision, RegretGroup, RegretMeasure, RegretOf, RegretSums};
use std::ops::Range;

/// Into so many parts the blocks of a round are cut, whatever the number of threads.
const PARTS: u64 = 64;

/// A kind of decisions, whose costs are added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionKind {
    /// By what decisions are grouped.
    pub by: String,
    /// Which of them these are.
    pub what: String,
    /// The most decisions of this kind that a player can make in a game.
    pub most: u32,
}

/// A game whose decisions have prices, with the strategies that play it.
pub trait Priced: Sync {
    /// The kinds of decisions. The first kind is all decisions.
    fn kinds(&self) -> Vec<DecisionKind>;
    /// The unit of costs.
    fn measure(&self) -> RegretMeasure;
    /// A pricer for one thread.
    fn worker(&self) -> Box<dyn Pricer + '_>;
}

/// Prices games, one at a time.
pub trait Pricer {
    /// A block begins.
    fn begin_block(&mut self, block: BlockKey);

    /// Plays a game of the block, and prices the decisions of one strategy.
    ///
    /// # Errors
    /// The fault of the game.
    fn game(&mut self, watched: &WatchedGame<'_>) -> Result<PricedGame, Fault>;
}

/// A game in which the decisions of one strategy are priced.
#[derive(Clone, Copy, Debug)]
pub struct WatchedGame<'g> {
    /// Who sits where.
    pub seating: &'g Seating,
    /// The key of the draws.
    pub block: BlockKey,
    /// The strategy, by its position.
    pub strategy: StrategyIndex,
    /// Decisions that cost no more than this need no description.
    pub least: i64,
}

/// The decisions of a strategy in a game.
#[derive(Clone, Debug, Default)]
pub struct PricedGame {
    /// For each decision and each kind that it belongs to: the position of the kind, and the cost.
    pub costs: Vec<(usize, i64)>,
    /// Descriptions of the costly decisions. Their game number is 0; the caller sets it.
    pub told: Vec<CostlyDecision>,
    /// The number of decisions without a price.
    pub unpriced: u64,
}

/// Games to be played, in which one strategy is watched.
pub struct RegretJob<'g> {
    /// What prices its decisions.
    pub priced: &'g dyn Priced,
    /// The names of the different strategies.
    pub names: &'g [String],
    /// The one that is watched, by its position.
    pub watched: StrategyIndex,
    /// What its decisions are compared with.
    pub compared: Compared,
    /// Who it plays against, by name.
    pub against: &'g str,
    /// Who sits where, by which seed.
    pub series: Series<'g>,
    /// How many of the costliest decisions are kept.
    pub worst: usize,
}

/// Plays `left` blocks of each job after the `first` ones, in rounds of at most `round` blocks: the same share of the blocks of each in turn, so that
/// of whatever was played by then all strategies have their share. `save` is shown what whole rounds came to whenever that
/// is asked of the control. A round that the control stops counts for nothing. Counts games in the control. Returns the sums,
/// and whether these are of all blocks, at any number of threads (0: as many as there are cores).
///
/// # Errors
/// The position of a job and its fault: that of the lowest game index in the first round that has one.
pub fn price_decisions(
    jobs: &[RegretJob<'_>],
    (first, left): (Vec<RegretOf>, &[Range<u64>]),
    (threads, round, control): (usize, u64, &Control),
    save: &dyn Fn(&[RegretOf]),
) -> Result<(Vec<RegretOf>, bool), (usize, GameFault)> {
    let most = left.iter().map(|blocks| blocks.end - blocks.start).max().unwrap_or(0);
    let rounds = most.div_ceil(round.max(1));
    let mut sums = first;
    for at_round in 0..rounds {
        let mut next = sums.clone();
        for (at, (job, sum)) in jobs.iter().zip(&mut next).enumerate() {
            let Range { start, end } = left[at].clone();
            let share = |round: u64| start + (u128::from(end - start) * u128::from(round) / u128::from(rounds)) as u64;
            match job.play(share(at_round)..share(at_round + 1), threads, control) {
                None => return Ok((sums, false)),
                Some(played) => sum.merge(played.map_err(|fault| (at, fault))?, job.worst),
            }
        }
        sums = next;
        if control.is_asked_to_save() {
            save(&sums);
        }
    }
    Ok((sums, true))
}

impl RegretJob<'_> {
    /// Plays some blocks on so many threads; `None` if `control` was asked to stop before all were played.
    fn play(&self, blocks: Range<u64>, threads: usize, control: &Control) -> Option<Result<RegretOf, GameFault>> {
        let Range { start, end } = blocks;
        let part = (end - start).div_ceil(PARTS).max(1);
        let parts: Vec<Range<u64>> = (start..end)
            .step_by(usize::try_from(part).unwrap_or(usize::MAX))
            .map(|from| from..(from + part).min(end))
            .collect();
        let played = map_in_parallel(&parts, threads, control, |part| self.part(part.clone(), control))?;
        let mut sum = self.nothing();
        for part in played {
            match part {
                Ok(part) => sum.merge(part, self.worst),
                Err(fault) => return Some(Err(fault)),
            }
        }
        (!control.stopped()).then_some(Ok(sum))
    }

    /// No game yet: all groups, empty.
    pub fn nothing(&self) -> RegretOf {
        let group = |kind: DecisionKind| RegretGroup {
            by: kind.by,
            what: kind.what,
            decisions: 0,
            most_decisions: kind.most,
            sums: RegretSums::default(),
        };
        RegretOf {
            strategy: self.names[self.watched].clone(),
            against: self.against.to_owned(),
            compared: self.compared,
            games_a_block: self.series.seatings.games(),
            groups: self.priced.kinds().into_iter().map(group).collect(),
            unpriced: 0,
            worst: Vec::new(),
        }
    }

    fn part(&self, blocks: Range<u64>, control: &Control) -> Result<RegretOf, GameFault> {
        let (mut sum, mut pricer) = (self.nothing(), self.priced.worker());
        for block in blocks {
            if control.stopped() {
                break;
            }
            self.block(block, &mut *pricer, &mut sum)?;
            control.advance(self.series.seatings.games());
        }
        Ok(sum)
    }

    fn block(&self, block: u64, pricer: &mut dyn Pricer, sum: &mut RegretOf) -> Result<(), GameFault> {
        let key = self.series.key(block);
        pricer.begin_block(key);
        let mut costs = vec![0i64; sum.groups.len()];
        let mut seats = 0;
        for (game, seating) in (0..).zip(self.series.seatings.iter()) {
            let index = block * self.series.seatings.games() + game;
            seats += seating.iter().filter(|&&strategy| strategy == self.watched).count() as u64;
            let least = sum.worst.get(self.worst.wrapping_sub(1)).map_or(0, CostlyDecision::cost);
            let watched = WatchedGame { seating, block: key, strategy: self.watched, least };
            let priced = pricer.game(&watched).map_err(|fault| {
                let strategy = seating[fault.seat.index()];
                GameFault { index, strategy, fault }
            })?;
            sum.unpriced += priced.unpriced;
            for (group, cost) in priced.costs {
                costs[group] += cost;
                sum.groups[group].decisions += 1;
            }
            sum.worst.extend(priced.told.into_iter().map(|told| told.in_game(index)));
            sum.keep(self.worst);
        }
        for (group, cost) in sum.groups.iter_mut().zip(costs) {
            group.sums.add(seats, cost);
        }
        Ok(())
    }
}
