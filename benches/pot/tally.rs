//! What the yardstick counts: per strategy, seat and combo, over the games and over the blocks.
//!
//! Owns the sums that estimates and their standard errors are made from: games of a block belong together, so every
//! number is added up within its block first, and its square is taken then. It does not know the rules; it reads what
//! a game that is over tells about itself.

use super::{Bot, COMBOS, Game, Setup};

/// A win of one game in the unit of win shares, so that a win shared by 2 to 5 stays whole.
pub const WIN: i64 = 60;

/// A number that every block has one of, over all blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    /// Σy
    pub sum: i64,
    /// Σy²
    pub squares: i64,
}

impl Moments {
    fn add(&mut self, y: i64) {
        self.sum += y;
        self.squares += y * y;
    }
}

/// The numerator of a ratio, which every block has one of, over all blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numerator {
    /// Σy
    pub sum: i64,
    /// Σy²
    pub squares: i64,
    /// Σxy, x being the block's denominator.
    pub cross: i64,
}

impl Numerator {
    fn add(&mut self, y: i64, x: i64) {
        self.sum += y;
        self.squares += y * y;
        self.cross += x * y;
    }
}

/// How seats came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Seats played (the same number in every block).
    pub games: u64,
    /// Games won alone.
    pub wins: Moments,
    /// Games whose win was shared.
    pub shared: Moments,
    /// Win share in units of 1 / [`WIN`].
    pub win_share: Moments,
    /// Coins at the end.
    pub final_coins: Moments,
}

impl Outcomes {
    fn add(&mut self, block: &OutcomeSums) {
        self.games += block.games;
        self.wins.add(block.wins);
        self.shared.add(block.shared);
        self.win_share.add(block.win_share);
        self.final_coins.add(block.final_coins);
    }
}

/// How often a strategy threw a combo, and what it brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComboOutcomes {
    /// How often it was thrown; the turns of the strategy are the denominator.
    pub rate: Numerator,
    /// How often it was thrown, as a denominator.
    pub count: Moments,
    /// What it changed of the roller's coins; how often it was thrown is the denominator.
    pub coins: Numerator,
}

/// How a strategy rolled. Every ratio has the turns below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RollOutcomes {
    /// Turns played.
    pub turns: Moments,
    /// Turns that used the free reroll.
    pub rerolled: Numerator,
    /// Turns that used the paid reroll too.
    pub paid: Numerator,
    /// Turns that took control of the POT.
    pub control: Numerator,
}

/// What a run counted. Places in the vectors are seats from 0, and places in [`COMBOS`] and `strategies`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Blocks played.
    pub blocks: u64,
    /// The different bots, in the order of their first seat in the lineup.
    pub strategies: Vec<Bot>,
    /// By strategy.
    pub by_strategy: Vec<Outcomes>,
    /// By strategy, then seat.
    pub by_strategy_and_seat: Vec<Vec<Outcomes>>,
    /// By seat, whoever sits there.
    pub by_seat: Vec<Outcomes>,
    /// By strategy, then combo.
    pub by_combo: Vec<Vec<ComboOutcomes>>,
    /// By strategy.
    pub rolls: Vec<RollOutcomes>,
    /// At place n, the games of n turns.
    pub turns: Vec<u64>,
    /// At place n, the games of n rounds.
    pub rounds: Vec<u64>,
    /// At place n, the games with n rounds that began with an empty bank.
    pub empty_bank_rounds: Vec<u64>,
    /// The games that the cap did not end, and those that it did.
    pub capped: Vec<u64>,
}

impl Tally {
    pub(super) fn new(setup: &Setup) -> Tally {
        let seats = setup.bots.len();
        let mut strategies = Vec::new();
        for bot in &setup.bots {
            if !strategies.contains(bot) {
                strategies.push(*bot);
            }
        }
        Tally {
            blocks: 0,
            by_strategy: vec![Outcomes::default(); strategies.len()],
            by_strategy_and_seat: vec![vec![Outcomes::default(); seats]; strategies.len()],
            by_seat: vec![Outcomes::default(); seats],
            by_combo: vec![vec![ComboOutcomes::default(); COMBOS.len()]; strategies.len()],
            rolls: vec![RollOutcomes::default(); strategies.len()],
            strategies,
            turns: Vec::new(),
            rounds: Vec::new(),
            empty_bank_rounds: Vec::new(),
            capped: Vec::new(),
        }
    }

    pub(super) fn add_length(&mut self, game: &Game<'_>) {
        add_at(&mut self.turns, game.turns.len());
        add_at(&mut self.rounds, game.rounds as usize);
        add_at(&mut self.empty_bank_rounds, game.empty_bank_rounds as usize);
        add_at(&mut self.capped, usize::from(game.capped));
    }

    pub(super) fn add_block(&mut self, block: &Block) {
        self.blocks += 1;
        for (strategy, seats) in block.seats.iter().enumerate() {
            let mut all = OutcomeSums::default();
            for (outcomes, sums) in self.by_strategy_and_seat[strategy].iter_mut().zip(seats) {
                outcomes.add(sums);
                all.add(sums);
            }
            self.by_strategy[strategy].add(&all);
        }
        for (seat, outcomes) in self.by_seat.iter_mut().enumerate() {
            let mut all = OutcomeSums::default();
            block.seats.iter().for_each(|seats| all.add(&seats[seat]));
            outcomes.add(&all);
        }
        for (strategy, sums) in block.rolls.iter().enumerate() {
            let rolls = &mut self.rolls[strategy];
            rolls.turns.add(sums.turns);
            rolls.rerolled.add(sums.rerolled, sums.turns);
            rolls.paid.add(sums.paid, sums.turns);
            rolls.control.add(sums.control, sums.turns);
            for (outcomes, &(count, coins)) in self.by_combo[strategy].iter_mut().zip(&sums.combos) {
                outcomes.rate.add(count, sums.turns);
                outcomes.count.add(count);
                outcomes.coins.add(coins, count);
            }
        }
    }
}

fn add_at(histogram: &mut Vec<u64>, place: usize) {
    if place >= histogram.len() {
        histogram.resize(place + 1, 0);
    }
    histogram[place] += 1;
}

/// The same as [`Outcomes`] within one block.
#[derive(Clone, Copy, Debug, Default)]
struct OutcomeSums {
    games: u64,
    wins: i64,
    shared: i64,
    win_share: i64,
    final_coins: i64,
}

impl OutcomeSums {
    fn add(&mut self, other: &OutcomeSums) {
        self.games += other.games;
        self.wins += other.wins;
        self.shared += other.shared;
        self.win_share += other.win_share;
        self.final_coins += other.final_coins;
    }
}

/// What a strategy did within one block.
#[derive(Clone, Debug, Default)]
struct RollSums {
    turns: i64,
    rerolled: i64,
    paid: i64,
    control: i64,
    combos: [(i64, i64); COMBOS.len()],
}

/// The sums of one block.
pub(super) struct Block {
    /// By strategy, then seat.
    seats: Vec<Vec<OutcomeSums>>,
    /// By strategy.
    rolls: Vec<RollSums>,
}

impl Block {
    pub(super) fn new(setup: &Setup, strategies: usize) -> Block {
        Block {
            seats: vec![vec![OutcomeSums::default(); setup.bots.len()]; strategies],
            rolls: vec![RollSums::default(); strategies],
        }
    }

    pub(super) fn clear(&mut self) {
        self.seats.iter_mut().for_each(|seats| seats.fill(OutcomeSums::default()));
        self.rolls.fill(RollSums::default());
    }

    /// Adds a game that is over; `strategies` says who sat where.
    pub(super) fn add_game(&mut self, game: &Game<'_>, strategies: &[usize]) {
        let winners = game.winners();
        for (seat, &strategy) in strategies.iter().enumerate() {
            let sums = &mut self.seats[strategy][seat];
            sums.games += 1;
            sums.final_coins += i64::from(game.coins[seat]);
            if winners.contains(&seat) {
                sums.win_share += WIN / winners.len() as i64;
                if winners.len() == 1 {
                    sums.wins += 1;
                } else {
                    sums.shared += 1;
                }
            }
        }
        for turn in &game.turns {
            let sums = &mut self.rolls[strategies[turn.seat]];
            sums.turns += 1;
            sums.rerolled += i64::from(turn.rerolled);
            sums.paid += i64::from(turn.paid);
            sums.control += i64::from(turn.took_control);
            let (count, coins) = &mut sums.combos[turn.combo];
            *count += 1;
            *coins += turn.coins;
        }
    }
}
