//! What `analyze regret` finds out: what a strategy's decisions cost.
//!
//! Owns the format of its `tallies.json`. All sums are exact integers over blocks.

use super::json::{Hash, Listing, Record};
use super::merge_error::MergeError;
use super::names::REGRET;
use super::plausible::is_mixed;
use super::summed::{Early, Large, Same, SameNumber, Sum, Summed, Whose, summed};
use serde::{Deserialize, Serialize};

/// The unit of costs, and the fraction of it in which costs are summed as integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RegretMeasure {
    /// Win share, in units of 1e-12.
    #[default]
    WinShare,
    /// Points, for a player who plays alone; in units of 1e-6.
    Score,
    /// Turns, for a player who plays alone and tries to take as few as possible; in units of 1e-6.
    Turns,
}

impl RegretMeasure {
    /// How many of these units make up one.
    pub fn unit(self) -> f64 {
        if self == RegretMeasure::WinShare { 1e12 } else { 1e6 }
    }

    /// The name of the unit.
    pub fn noun(self) -> &'static str {
        match self {
            RegretMeasure::WinShare => "win share",
            RegretMeasure::Score => "points",
            RegretMeasure::Turns => "turns",
        }
    }

    /// A cost as an integer.
    pub fn units(self, cost: f64) -> i64 {
        (cost * self.unit()).round() as i64
    }

    fn is_default(&self) -> bool {
        *self == RegretMeasure::default()
    }
}

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
    /// The unit of costs.
    #[serde(default, skip_serializing_if = "RegretMeasure::is_default")]
    pub measure: RegretMeasure,
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
/// The most that a seat, or a single decision, can lose in a game: 64 wins, or 64 million points.
const MOST_COST: i128 = 64_000_000_000_000;

impl RegretRecord {
    /// How many blocks of all strategies together.
    pub fn blocks(&self) -> u64 {
        self.strategies.iter().map(RegretOf::blocks).fold(0, u64::saturating_add)
    }

    /// The hash of all numbers.
    pub fn signature(&self) -> Hash {
        let mut all = Listing::new(format!("{} {} {}", self.game, self.seed, self.strategies.len()));
        for of in &self.strategies {
            of.groups.iter().for_each(|group| group.list(&mut all));
            of.worst.iter().for_each(|it| it.list(&mut all));
            all.all([of.unpriced, of.compared as u64]);
        }
        all.hash()
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
            of.groups.iter().all(|group| group.sums.is_plausible(group.sums.blocks.into()))
                && of.worst.iter().all(CostlyDecision::is_plausible)
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
            group.merge(&more);
        }
        self.unpriced += later.unpriced;
        self.worst.extend(later.worst);
        self.keep(worst);
    }

    /// Keeps so many of the costliest decisions; of equal ones the earliest.
    pub fn keep(&mut self, worst: usize) {
        self.worst.retain(|decision| decision.cost() > 0);
        self.worst.sort_by_key(|decision| (-decision.cost(), decision.place()));
        self.worst.truncate(worst);
    }
}

summed! {
    /// Costs of a kind.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct RegretGroup {
        /// By what decisions are parted.
        pub by: String = Same("the groups of decisions"),
        /// Which of them these are.
        pub what: String = Same("the groups of decisions"),
        /// How many decisions.
        pub decisions: u64 = Sum,
        /// How many of them a player can meet in a game at the most.
        pub most_decisions: u32 = SameNumber("the groups of decisions"),
        /// The costs.
        pub sums: RegretSums = Sum,
    }
}

summed! {
    /// Sums over blocks: of seats played, and of costs ([`RegretMeasure::unit`]). For games there is room for what is
    /// made of them, and no variance is below 0.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct RegretSums |sums, blocks: i128| {
        /// Blocks.
        pub blocks: u64 = Early(Sum) => (1..=MOST_SEATS).contains(&blocks),
        /// Σ seats: a game in which both players are the strategy counts twice.
        pub seats: i128 = Large => (blocks..=MOST_SEATS).contains(&sums.seats),
        /// Σ costs.
        pub costs: i128 = Large => sums.costs.unsigned_abs() <= (MOST_SEATS * MOST_COST).unsigned_abs(),
        /// Σ seats².
        pub seats_squared: i128 = Large => (0..=MOST_SEATS * MOST_SEATS).contains(&sums.seats_squared)
            && is_mixed(sums.seats, (blocks, sums.seats_squared)),
        /// Σ seats · costs.
        pub products: i128 = Large => sums.products.unsigned_abs() < 1 << 124
            && is_mixed(sums.products, (sums.seats_squared, sums.costs_squared)),
        /// Σ costs².
        pub costs_squared: i128 = Large => (0..1 << 124).contains(&sums.costs_squared)
            && is_mixed(sums.costs, (blocks, sums.costs_squared)),
        /// The least and the highest cost of a block, for as many seats as blocks have.
        pub ends: Option<(i64, i64)> = Early(Sum) => sums.ends.is_none_or(are_costs),
    }
}

/// Whether these can be the least and the highest cost of a block.
fn are_costs((least, most): (i64, i64)) -> bool {
    least <= most && [least, most].iter().all(|&end| i128::from(end).abs() <= 4 * MOST_COST)
}

/// The ends of blocks; of none they are listed as 0.
impl Summed for Option<(i64, i64)> {
    fn add_blocks(&mut self, more: &Option<(i64, i64)>, _: Whose) -> Result<(), MergeError> {
        *self = match (*self, *more) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
        Ok(())
    }

    fn list(&self, to: &mut Listing) {
        let (least, most) = self.unwrap_or_default();
        to.all([least, most]);
    }
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
}

/// A decision that cost much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CostlyDecision {
    /// A turn of Gang of Dice.
    Turn(CostlyTurn),
    /// A choice in a game from a file.
    Choice(CostlyChoice),
}

/// A costly turn of Gang of Dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostlyTurn {
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

/// A costly choice in a game from a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostlyChoice {
    /// The game, from 0.
    pub game: u64,
    /// The round, from 1.
    pub round: u32,
    /// The seat, from 1.
    pub seat: u32,
    /// Which decision of the game it was, from 0.
    pub number: u32,
    /// The step in which it was made.
    pub step: String,
    /// The state of the game, in words.
    pub state: String,
    /// The decision, in words.
    pub chosen: String,
    /// The best decision, in words.
    pub best: String,
    /// What it cost.
    pub cost: i64,
    /// The value of the position after the best decision.
    pub value: f64,
}

impl CostlyDecision {
    fn is_plausible(&self) -> bool {
        match self {
            CostlyDecision::Turn(turn) => {
                let costs = [turn.dice_cost, turn.reroll_cost];
                costs.iter().all(|&cost| i128::from(cost).abs() <= MOST_COST)
                    && (-1e-9..=1.0 + 1e-9).contains(&turn.value)
            }
            CostlyDecision::Choice(choice) => {
                i128::from(choice.cost).abs() <= MOST_COST && (-1e-9..=1e9).contains(&choice.value)
            }
        }
    }

    /// The same decision, in the game with this number.
    #[must_use]
    pub fn in_game(self, game: u64) -> CostlyDecision {
        match self {
            CostlyDecision::Turn(turn) => CostlyDecision::Turn(CostlyTurn { game, ..turn }),
            CostlyDecision::Choice(choice) => CostlyDecision::Choice(CostlyChoice { game, ..choice }),
        }
    }

    /// The game, from 0.
    pub fn game(&self) -> u64 {
        match self {
            CostlyDecision::Turn(turn) => turn.game,
            CostlyDecision::Choice(choice) => choice.game,
        }
    }

    /// The round and the seat, from 1.
    pub fn at(&self) -> (u32, u32) {
        match self {
            CostlyDecision::Turn(turn) => (turn.round, turn.seat),
            CostlyDecision::Choice(choice) => (choice.round, choice.seat),
        }
    }

    /// The value of the position after the best decision.
    pub fn best_value(&self) -> f64 {
        match self {
            CostlyDecision::Turn(turn) => turn.value,
            CostlyDecision::Choice(choice) => choice.value,
        }
    }

    /// Where it was made. Among decisions with equal costs, the earliest comes first.
    fn place(&self) -> (u64, u32, u32) {
        match self {
            CostlyDecision::Turn(turn) => (turn.game, turn.round, turn.met.is_some().into()),
            CostlyDecision::Choice(choice) => (choice.game, choice.number, 0),
        }
    }

    /// What it cost.
    pub fn cost(&self) -> i64 {
        match self {
            CostlyDecision::Turn(turn) => turn.dice_cost + turn.reroll_cost,
            CostlyDecision::Choice(choice) => choice.cost,
        }
    }

    fn list(&self, all: &mut Listing) {
        match self {
            CostlyDecision::Turn(it) => {
                let place = [it.game, it.round.into(), it.seat.into(), it.dice.into(), it.best_dice.into()];
                all.all(place.map(i128::from).into_iter().chain([it.dice_cost.into(), it.reroll_cost.into()]));
            }
            CostlyDecision::Choice(it) => {
                let place = [it.game, it.round.into(), it.seat.into(), it.number.into()];
                all.all(place.map(i128::from).into_iter().chain([it.cost.into()]));
            }
        }
    }
}
