//! What a strategy's decisions cost, added up over the games of blocks.
//!
//! Owns the groups in which costs are added up, and which decisions are kept as the costliest. Games are played die by die.
//! What a decision costs is the business of [`exact`](crate::exact::Judge).

use super::driver::Control;
use super::map::map_in_parallel;
use crate::dice::BlockKey;
use crate::engines::{GameFault, Series};
use crate::exact::{Appraiser, Decision, Place, Price, Prices};
use crate::games::gang::{CardOrder, Gang, Strategy};
use crate::games::turns::RolledTurns;
use crate::games::{Game, StrategyIndex, Table};
use crate::record::{Compared, CostlyDecision, LEADS, REGRET_UNIT, RegretGroup, RegretOf, RegretSums};
use std::ops::Range;

/// Into so many parts the blocks of a round are cut, whatever the number of threads.
const PARTS: u64 = 64;

/// Games to be played, in which one strategy is watched.
pub struct RegretJob<'g> {
    /// The game.
    pub game: &'g Gang,
    /// What its decisions are priced by.
    pub prices: &'g Prices<'g>,
    /// The different strategies.
    pub strategies: &'g [&'g dyn Strategy],
    /// Their names.
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
        let rounds = self.game.deck().rounds();
        // No card is met twice (G05).
        let group = |by: &str, what: &str| RegretGroup {
            by: by.to_owned(),
            what: what.to_owned(),
            decisions: 0,
            most_decisions: if by == "card" { 1 } else { rounds },
            sums: RegretSums::default(),
        };
        let fixed: [_; FIXED] = [("all", "all"), ("dice", "too many"), ("dice", "too few"), ("rerolls", "rerolls")];
        let turns = turns(self.game.seats()).iter().map(|turn| ("turn", *turn));
        let leads = LEADS.map(|(_, words)| ("lead", words));
        let cards = self.game.deck().cards.iter().map(|card| ("card", card.id.as_str()));
        let groups = fixed.into_iter().chain(turns).chain(leads).chain(cards).map(|(by, what)| group(by, what));
        RegretOf {
            strategy: self.names[self.watched].clone(),
            against: self.against.to_owned(),
            compared: self.compared,
            games_a_block: self.series.seatings.games(),
            groups: groups.collect(),
            unpriced: 0,
            worst: Vec::new(),
        }
    }

    fn part(&self, blocks: Range<u64>, control: &Control) -> Result<RegretOf, GameFault> {
        let mut sum = self.nothing();
        let mut order = self.game.scratch();
        for block in blocks {
            if control.stopped() {
                break;
            }
            self.block(block, &mut order, &mut sum)?;
            control.advance(self.series.seatings.games());
        }
        Ok(sum)
    }

    fn block(&self, block: u64, order: &mut CardOrder, sum: &mut RegretOf) -> Result<(), GameFault> {
        let key = self.series.key(block);
        self.game.begin_block(key, order);
        let mut costs = vec![0i64; sum.groups.len()];
        let mut seats = 0;
        for (game, seating) in (0..).zip(self.series.seatings.iter()) {
            let index = block * self.series.seatings.games() + game;
            seats += seating.iter().filter(|&&strategy| strategy == self.watched).count() as u64;
            let decisions = self.decisions(seating, key, order).map_err(|fault| {
                let strategy = seating[fault.seat.index()];
                GameFault { index, strategy, fault }
            })?;
            for decision in &decisions {
                let Some(price) = decision.price else {
                    sum.unpriced += 1;
                    continue;
                };
                for (group, cost) in self.groups(decision, &price) {
                    costs[group] += cost;
                    sum.groups[group].decisions += 1;
                }
                sum.worst.push(self.costly(index, decision, &price));
            }
            sum.keep(self.worst);
        }
        for (group, cost) in sum.groups.iter_mut().zip(costs) {
            group.sums.add(seats, cost);
        }
        Ok(())
    }

    /// The decisions of the strategy that is watched in a game.
    fn decisions(
        &self,
        seating: &[StrategyIndex],
        block: BlockKey,
        order: &CardOrder,
    ) -> Result<Vec<Decision>, crate::games::Fault> {
        let mut appraiser = Appraiser::of(self.prices, self.watched);
        let table = Table { strategies: self.strategies, seating, block };
        self.game.play_watched(table, order, &mut RolledTurns(block), &mut appraiser)?;
        appraiser.finish().map(|(decisions, _)| decisions)
    }

    /// A decision as it is written down.
    fn costly(&self, game: u64, decision: &Decision, price: &Price) -> CostlyDecision {
        let [pool, other] = decision.pools();
        let situation = &decision.situation;
        CostlyDecision {
            game,
            round: situation.position.round + 1,
            seat: decision.seat.number() as u32,
            card: self.game.deck().card(situation.card).id.clone(),
            pool,
            other,
            table: decision.table,
            met: decision.met(),
            dice: decision.dice,
            best_dice: price.best_dice,
            dice_cost: units(price.dice_cost()),
            reroll_cost: units(price.reroll_cost()),
            value: price.value,
        }
    }
}

/// Less than this is rounding: what settling ties gives away, and the sums of chances.
const ROUNDING: f64 = 1e-10;

/// A cost as it is added up.
fn units(cost: f64) -> i64 {
    if cost.abs() < ROUNDING { 0 } else { (cost * REGRET_UNIT).round() as i64 }
}

/// The kinds of turns in a round, by the number of players.
fn turns(players: usize) -> &'static [&'static str] {
    if players == 2 { &["starts", "replies"] } else { &["starts", "between", "last"] }
}

/// The groups before those of turns.
const FIXED: usize = 4;

impl RegretJob<'_> {
    /// The groups that a decision belongs to, by their position, and what it cost in each.
    fn groups(&self, decision: &Decision, price: &Price) -> impl Iterator<Item = (usize, i64)> {
        let (dice, rerolls) = (units(price.dice_cost()), units(price.reroll_cost()));
        let [pool, other] = decision.pools();
        let lead = i64::from(pool) - i64::from(other);
        let bin = LEADS.iter().position(|(most, _)| lead <= *most).unwrap_or(LEADS.len() - 1);
        let amount = match decision.dice.cmp(&price.best_dice) {
            std::cmp::Ordering::Greater => Some((1, dice)),
            std::cmp::Ordering::Less => Some((2, dice)),
            std::cmp::Ordering::Equal => None,
        };
        let turns = turns(self.game.seats()).len();
        let turn = match decision.place() {
            Place::First => 0,
            Place::Between => 1,
            Place::Last => turns - 1,
        };
        let card = LEADS.len() + usize::from(decision.situation.card.0);
        let all = dice + rerolls;
        let others = [FIXED + turn, FIXED + turns + bin, FIXED + turns + card].map(|group| (group, all));
        [(0, all), (3, rerolls)].into_iter().chain(others).chain(amount)
    }
}
