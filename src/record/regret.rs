//! What `analyze regret` finds out: what a strategy's decisions cost.

/// The name of the command in its records.
pub const REGRET: &str = "regret";
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

/// What the strategies gave away.
#[derive(Clone, Debug, PartialEq)]
pub struct RegretRecord {
    /// Each strategy.
    pub strategies: Vec<RegretOf>,
    /// The seed.
    pub seed: u64,
}

/// What a strategy's decisions are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// With the best there are, so that none costs less than nothing.
    WithBest,
    /// With the champion's, which can be worse: then a decision costs less than nothing.
    WithChampion,
    /// With its own, which cost nothing by definition.
    WithItself,
}

/// What a strategy gave away.
#[derive(Clone, Debug, PartialEq)]
pub struct RegretOf {
    /// The strategy.
    pub strategy: String,
    /// Who it played against: the others, or one that all of them are.
    pub against: String,
    /// What they are compared with.
    pub compared: Compared,
    /// Its costs, all together first, then in groups.
    pub groups: Vec<RegretGroup>,
    /// How many decisions had no price, because of too many dice.
    pub unpriced: u64,
    /// The costliest decisions, the costliest first.
    pub worst: Vec<CostlyDecision>,
}

impl RegretOf {
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
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq)]
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
    /// What it cost.
    pub fn cost(&self) -> i64 {
        self.dice_cost + self.reroll_cost
    }
}
