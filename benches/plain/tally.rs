//! What the yardstick counts: per strategy, seat and card, over the games and over the blocks.
//!
//! Owns the sums that estimates and their standard errors are made from: games of a block belong together,
//! so every number is added up within its block first, and its square is taken then. It does not know the
//! rules; it reads what a game that is over tells about itself.

use super::{Bot, Game, Setup};

/// A win of one game in the unit of win shares, so that a win shared by 2, 3 or 4 stays whole.
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
    /// Dice at the end, 0 if eliminated.
    pub final_dice: Moments,
}

impl Outcomes {
    fn add(&mut self, block: &OutcomeSums) {
        self.games += block.games;
        self.wins.add(block.wins);
        self.shared.add(block.shared);
        self.win_share.add(block.win_share);
        self.final_dice.add(block.final_dice);
    }
}

/// What one strategy did against one card. Every ratio has the turns below it, but for the valid total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardOutcomes {
    /// Turns played.
    pub turns: Moments,
    /// Dice committed.
    pub committed: Numerator,
    /// Invalid results.
    pub invalid: Numerator,
    /// Rounds won.
    pub rounds_won: Numerator,
    /// Change of the pool over the round.
    pub net_dice: Numerator,
    /// Valid results.
    pub valid: Moments,
    /// Totals of the valid results; the valid results are the denominator.
    pub valid_total: Numerator,
}

impl CardOutcomes {
    fn add(&mut self, block: &CardSums) {
        self.turns.add(block.turns);
        self.committed.add(block.committed, block.turns);
        self.invalid.add(block.turns - block.valid, block.turns);
        self.rounds_won.add(block.rounds_won, block.turns);
        self.net_dice.add(block.net_dice, block.turns);
        self.valid.add(block.valid);
        self.valid_total.add(block.valid_total, block.valid);
    }
}

/// What a run counted. Places in the vectors are seats from 0, and places in [`Setup::cards`] and `strategies`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Blocks played.
    pub blocks: u64,
    /// Games played.
    pub games: u64,
    /// The different bots, in the order of their first seat in the lineup.
    pub strategies: Vec<Bot>,
    /// By strategy.
    pub by_strategy: Vec<Outcomes>,
    /// By strategy, then seat.
    pub by_strategy_and_seat: Vec<Vec<Outcomes>>,
    /// By seat, whoever sits there.
    pub by_seat: Vec<Outcomes>,
    /// By card, then strategy.
    pub by_card: Vec<Vec<CardOutcomes>>,
    /// At place n, the games of n turns.
    pub turns: Vec<u64>,
    /// At place n, the games of n rounds.
    pub rounds: Vec<u64>,
    /// At place n, the games in which n players were eliminated.
    pub eliminations: Vec<u64>,
    /// At place n, the games with n rounds in which every result was invalid.
    pub all_invalid_rounds: Vec<u64>,
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
        let most_rounds = setup.cards.len();
        Tally {
            blocks: 0,
            games: 0,
            by_strategy: vec![Outcomes::default(); strategies.len()],
            by_strategy_and_seat: vec![vec![Outcomes::default(); seats]; strategies.len()],
            by_seat: vec![Outcomes::default(); seats],
            by_card: vec![vec![CardOutcomes::default(); strategies.len()]; setup.cards.len()],
            turns: vec![0; most_rounds * seats + 1],
            rounds: vec![0; most_rounds + 1],
            eliminations: vec![0; seats + 1],
            all_invalid_rounds: vec![0; most_rounds + 1],
            strategies,
        }
    }

    pub(super) fn add_length(&mut self, game: &Game<'_>) {
        self.games += 1;
        self.turns[game.turns.len()] += 1;
        self.rounds[game.rounds] += 1;
        self.eliminations[game.eliminations()] += 1;
        self.all_invalid_rounds[game.all_invalid_rounds] += 1;
    }

    pub(super) fn add_block(&mut self, block: &Block) {
        self.blocks += 1;
        let mut of_seat = vec![OutcomeSums::default(); self.by_seat.len()];
        for (strategy, seats) in block.outcomes.iter().enumerate() {
            let mut of_strategy = OutcomeSums::default();
            for (seat, sums) in seats.iter().enumerate() {
                self.by_strategy_and_seat[strategy][seat].add(sums);
                of_strategy.merge(sums);
                of_seat[seat].merge(sums);
            }
            self.by_strategy[strategy].add(&of_strategy);
        }
        for (seat, sums) in of_seat.iter().enumerate() {
            self.by_seat[seat].add(sums);
        }
        for (card, strategies) in block.cards.iter().enumerate() {
            for (strategy, sums) in strategies.iter().enumerate().filter(|(_, sums)| sums.turns > 0) {
                self.by_card[card][strategy].add(sums);
            }
        }
    }
}

/// [`Outcomes`] within one block.
#[derive(Clone, Copy, Debug, Default)]
struct OutcomeSums {
    games: u64,
    wins: i64,
    shared: i64,
    win_share: i64,
    final_dice: i64,
}

impl OutcomeSums {
    fn merge(&mut self, other: &OutcomeSums) {
        self.games += other.games;
        self.wins += other.wins;
        self.shared += other.shared;
        self.win_share += other.win_share;
        self.final_dice += other.final_dice;
    }
}

/// [`CardOutcomes`] within one block.
#[derive(Clone, Copy, Debug, Default)]
struct CardSums {
    turns: i64,
    committed: i64,
    rounds_won: i64,
    net_dice: i64,
    valid: i64,
    valid_total: i64,
}

/// The sums of one block, by strategy and seat, and by card and strategy.
pub(super) struct Block {
    outcomes: Vec<Vec<OutcomeSums>>,
    cards: Vec<Vec<CardSums>>,
}

impl Block {
    pub(super) fn new(setup: &Setup, strategies: usize) -> Block {
        Block {
            outcomes: vec![vec![OutcomeSums::default(); setup.bots.len()]; strategies],
            cards: vec![vec![CardSums::default(); strategies]; setup.cards.len()],
        }
    }

    pub(super) fn clear(&mut self) {
        self.outcomes.iter_mut().for_each(|row| row.fill(OutcomeSums::default()));
        self.cards.iter_mut().for_each(|row| row.fill(CardSums::default()));
    }

    /// Adds a game that is over; `strategies` says who sat at each seat.
    pub(super) fn add_game(&mut self, game: &Game<'_>, strategies: &[usize]) {
        let winners = game.winners();
        for (seat, &strategy) in strategies.iter().enumerate() {
            let sums = &mut self.outcomes[strategy][seat];
            sums.games += 1;
            sums.final_dice += i64::from(game.pools[seat]);
            if winners.contains(&seat) {
                sums.wins += i64::from(winners.len() == 1);
                sums.shared += i64::from(winners.len() > 1);
                sums.win_share += WIN / winners.len() as i64;
            }
        }
        for turn in &game.turns {
            let sums = &mut self.cards[turn.card][strategies[turn.seat]];
            sums.turns += 1;
            sums.committed += i64::from(turn.committed);
            sums.rounds_won += i64::from(turn.won);
            sums.net_dice += turn.net;
            if let Some(total) = turn.total {
                sums.valid += 1;
                sums.valid_total += i64::from(total);
            }
        }
    }
}
