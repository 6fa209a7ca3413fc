//! What `analyze regret` finds out: what a strategy's decisions cost.
//!
//! Owns the format of its `tallies.json`. All sums are exact integers over blocks.

use super::json::{Hash, Record, signature};
use super::names::REGRET;
use super::plausible::is_mixed;
use serde::{Deserialize, Serialize};

/// Costs are added up in so many parts of a win.
pub const REGRET_UNIT: f64 = 1e12;
/// The groups of leads: up to how many dice a player holds more than the other who holds most, in words.
pub const LEADS: [(i64, &str); 5] = [
    (-13, "13 or more behind"),
    (-5, "5 to 12 behind"),
    (4, "within 4"),
    (12, "5 to 12 ahead"),
    (i64::MAX, "13 or more ahead"),
];

/// `tallies.json` of `analyze regret`: what the strategies gave away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegretRecord {
    /// The command: `regret`.
    pub command: String,
    /// The version of the format.
    pub format: u32,
    /// The game.
    pub game: String,
    /// What is to be said of the rules and data, a sentence each.
    pub notes: Vec<String>,
    /// How many play.
    pub players: usize,
    /// Each strategy.
    pub strategies: Vec<RegretOf>,
    /// The seed.
    pub seed: u64,
    /// [`INTERRUPTED`](super::INTERRUPTED) if somebody ended it; absent if all games were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// What a strategy's decisions are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Compared {
    /// With the best there are, so that none costs less than nothing.
    WithBest,
    /// With the champion's, which can be worse: then a decision costs less than nothing.
    WithChampion,
    /// With its own, which cost nothing by definition.
    WithItself,
}

/// What a strategy gave away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegretOf {
    /// The strategy.
    pub strategy: String,
    /// Who it played against: the others, or one that all of them are.
    pub against: String,
    /// What they are compared with.
    pub compared: Compared,
    /// Games in each block; 0 in records of older builds.
    #[serde(default)]
    pub games_a_block: u64,
    /// Its costs, all together first, then in groups.
    pub groups: Vec<RegretGroup>,
    /// How many decisions had no price, because of too many dice.
    pub unpriced: u64,
    /// The costliest decisions, the costliest first.
    pub worst: Vec<CostlyDecision>,
}

/// The most seats that games of a record have: four in each of 1e9 games.
const MOST_SEATS: i128 = 4_000_000_000;
/// The most that a seat can lose in a game, and a decision: less than a win in each of 64 rounds.
const MOST_COST: i128 = 64 * REGRET_UNIT as i128;

impl RegretRecord {
    /// How many blocks of all strategies together.
    pub fn blocks(&self) -> u64 {
        self.strategies.iter().map(RegretOf::blocks).fold(0, u64::saturating_add)
    }

    /// The hash of all numbers.
    pub fn signature(&self) -> Hash {
        let of = |of: &RegretOf| {
            let groups = of.groups.iter().flat_map(|group| {
                let RegretSums { blocks, seats, costs, seats_squared, products, costs_squared, ends } = group.sums;
                let (least, most) = ends.unwrap_or_default();
                let counts =
                    [group.decisions.into(), group.most_decisions.into(), blocks.into(), least.into(), most.into()];
                counts.into_iter().chain([seats, costs, seats_squared, products, costs_squared])
            });
            let worst = of.worst.iter().flat_map(|it| {
                let place = [i128::from(it.game), it.round.into(), it.seat.into(), it.dice.into(), it.best_dice.into()];
                place.into_iter().chain([it.dice_cost.into(), it.reroll_cost.into()])
            });
            groups.chain(worst).chain([of.unpriced.into(), of.compared as i128]).collect::<Vec<i128>>()
        };
        signature(&self.game, [self.seed, self.strategies.len() as u64], self.strategies.iter().flat_map(of))
    }
}

impl Record for RegretRecord {
    fn inconsistency(&self) -> Option<String> {
        if self.command != REGRET {
            return Some(format!("it is of '{}', not of '{REGRET}'", self.command));
        }
        let kinds =
            |of: &RegretOf| of.groups.iter().map(|group| (group.by.clone(), group.what.clone())).collect::<Vec<_>>();
        let Some(first) = self.strategies.first().map(kinds).filter(|kinds| !kinds.is_empty()) else {
            return Some("it has no strategies, or no groups of decisions".to_owned());
        };
        if self.strategies.iter().any(|of| kinds(of) != first) {
            return Some("its strategies have different groups of decisions".to_owned());
        }
        let fits = |of: &RegretOf| {
            of.groups.iter().all(|group| group.sums.is_plausible()) && of.worst.iter().all(CostlyDecision::is_plausible)
        };
        (!self.strategies.iter().all(fits)).then(|| "it has costs that no games have".to_owned())
    }
}

impl RegretOf {
    /// How many blocks were played.
    pub fn blocks(&self) -> u64 {
        self.groups.first().map_or(0, |group| group.sums.blocks)
    }

    /// Whether its decisions are compared with its own and none of them was any different, as it has to be.
    pub fn costs_nothing(&self) -> bool {
        let is_nothing = |group: &RegretGroup| group.sums.ends.is_none_or(|ends| ends == (0, 0));
        self.compared == Compared::WithItself && self.groups.iter().all(is_nothing)
    }

    /// Adds the games that follow.
    pub fn merge(&mut self, later: RegretOf, worst: usize) {
        for (group, more) in self.groups.iter_mut().zip(later.groups) {
            group.decisions += more.decisions;
            group.sums.merge(&more.sums);
        }
        self.unpriced += later.unpriced;
        self.worst.extend(later.worst);
        self.keep(worst);
    }

    /// Keeps so many of the costliest decisions; of equal ones the earliest.
    pub fn keep(&mut self, worst: usize) {
        self.worst.retain(|decision| decision.cost() > 0);
        self.worst.sort_by_key(|decision| (-decision.cost(), decision.game, decision.round, decision.met.is_some()));
        self.worst.truncate(worst);
    }
}

/// Costs of a kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegretGroup {
    /// By what decisions are parted.
    pub by: String,
    /// Which of them these are.
    pub what: String,
    /// How many decisions.
    pub decisions: u64,
    /// How many of them a player can meet in a game at the most.
    pub most_decisions: u32,
    /// The costs.
    pub sums: RegretSums,
}

/// Sums over blocks: of seats played, and of costs in parts of a win ([`REGRET_UNIT`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegretSums {
    /// Blocks.
    pub blocks: u64,
    /// Σ seats: a game in which both players are the strategy counts twice.
    pub seats: i128,
    /// Σ costs.
    pub costs: i128,
    /// Σ seats².
    pub seats_squared: i128,
    /// Σ seats · costs.
    pub products: i128,
    /// Σ costs².
    pub costs_squared: i128,
    /// The least and the highest cost of a block, for as many seats as blocks have.
    pub ends: Option<(i64, i64)>,
}

impl RegretSums {
    /// Adds a block.
    pub fn add(&mut self, seats: u64, costs: i64) {
        let (x, y) = (i128::from(seats), i128::from(costs));
        self.merge(&RegretSums {
            blocks: 1,
            seats: x,
            costs: y,
            seats_squared: x * x,
            products: x * y,
            costs_squared: y * y,
            ends: Some((costs, costs)),
        });
    }

    /// Whether these can be sums over games: there is room for what is made of them, and no variance is below 0.
    fn is_plausible(&self) -> bool {
        let blocks = i128::from(self.blocks);
        let is_end = |end: i64| i128::from(end).abs() <= 4 * MOST_COST;
        (1..=MOST_SEATS).contains(&blocks)
            && (blocks..=MOST_SEATS).contains(&self.seats)
            && self.costs.abs() <= MOST_SEATS * MOST_COST
            && (0..=MOST_SEATS * MOST_SEATS).contains(&self.seats_squared)
            && (0..1 << 124).contains(&self.costs_squared)
            && self.products.abs() < 1 << 124
            && is_mixed(self.seats, (blocks, self.seats_squared))
            && is_mixed(self.costs, (blocks, self.costs_squared))
            && is_mixed(self.products, (self.seats_squared, self.costs_squared))
            && self.ends.is_none_or(|(least, most)| least <= most && is_end(least) && is_end(most))
    }

    fn merge(&mut self, other: &RegretSums) {
        self.blocks += other.blocks;
        self.seats += other.seats;
        self.costs += other.costs;
        self.seats_squared += other.seats_squared;
        self.products += other.products;
        self.costs_squared += other.costs_squared;
        self.ends = match (self.ends, other.ends) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
    }
}

/// A decision that cost much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostlyDecision {
    /// The game, from 0.
    pub game: u64,
    /// The round, from 1.
    pub round: u32,
    /// The seat, from 1.
    pub seat: u32,
    /// The card.
    pub card: String,
    /// The pool of who decided.
    pub pool: u32,
    /// The highest of the others' before the round.
    pub other: u32,
    /// The dice on the table before the decision.
    pub table: u32,
    /// What there was to beat: the dice and the total of the best result so far; if none was valid, the dice of all who had
    /// acted; nothing if nobody had.
    pub met: Option<(u32, Option<u32>)>,
    /// The dice committed.
    pub dice: u32,
    /// The number of dice of the decision that it is compared with.
    pub best_dice: u32,
    /// What the number of dice cost.
    pub dice_cost: i64,
    /// What the rerolls did.
    pub reroll_cost: i64,
    /// The win share that the decision would have had that it is compared with.
    pub value: f64,
}

impl CostlyDecision {
    fn is_plausible(&self) -> bool {
        let costs = [self.dice_cost, self.reroll_cost];
        costs.iter().all(|&cost| i128::from(cost).abs() <= MOST_COST) && (-1e-9..=1.0 + 1e-9).contains(&self.value)
    }

    /// What it cost.
    pub fn cost(&self) -> i64 {
        self.dice_cost + self.reroll_cost
    }
}
