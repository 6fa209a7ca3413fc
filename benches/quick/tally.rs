//! What the quick yardstick counts, by block: wins, win shares and final dice by strategy and seat; turns, dice, invalid
//! results, totals, won rounds and gains by card and strategy.

use super::super::plain::WIN;
use super::{CARDS, Game, Round, SEATS, Turn};

/// A sum over blocks, and of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Σy
    pub sum: i64,
    /// Σy²
    pub squares: i64,
}

impl Sums {
    fn add(&mut self, y: i64) {
        self.sum += y;
        self.squares += y * y;
    }
}

/// Wins, win shares in units of 1 / [`WIN`], and final dice.
const OUTCOMES: usize = 3;
/// Turns, dice, invalid results, totals of valid ones, rounds won, and gains.
const OF_CARD: usize = 6;

/// What is counted, by strategy and seat, and by card and strategy; the first numbers are those of the line-up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Blocks played.
    pub blocks: u64,
    /// By the number of the strategy in the line-up, and seat: wins, win shares, final dice.
    pub outcomes: [[[Sums; OUTCOMES]; SEATS]; SEATS],
    /// By card and number of the strategy: turns, dice, invalid results, totals, rounds won, gains.
    pub cards: [[[Sums; OF_CARD]; SEATS]; CARDS],
}

/// The numbers of a block.
#[derive(Default)]
pub(super) struct Block {
    outcomes: [[[i64; OUTCOMES]; SEATS]; SEATS],
    cards: [[[i64; OF_CARD]; SEATS]; CARDS],
}

impl Counts {
    pub(super) fn add(&mut self, block: &Block) {
        self.blocks += 1;
        for (sums, of) in self.outcomes.iter_mut().flatten().zip(block.outcomes.iter().flatten()) {
            sums.iter_mut().zip(of).for_each(|(sums, &y)| sums.add(y));
        }
        let of_cards = self.cards.iter_mut().flatten().zip(block.cards.iter().flatten());
        for (sums, of) in of_cards.filter(|(_, of)| of[0] > 0) {
            sums.iter_mut().zip(of).for_each(|(sums, &y)| sums.add(y));
        }
    }
}

impl Block {
    /// Counts a round under a card.
    pub(super) fn add_round(&mut self, card: usize, round: &Round, of: &[usize; SEATS]) {
        let of_card = &mut self.cards[card];
        for Turn { seat, dice, total } in &round.turns[..round.played] {
            let cell = &mut of_card[of[*seat]];
            cell[0] += 1;
            cell[1] += i64::from(*dice);
            cell[2] += i64::from(total.is_none());
            cell[3] += i64::from(total.unwrap_or(0));
            cell[5] -= i64::from(*dice);
        }
        if let Some((seat, taken)) = round.winner {
            of_card[of[seat]][4] += 1;
            of_card[of[seat]][5] += i64::from(taken);
        }
    }

    /// Counts a game that ended with this round (G16, G17).
    pub(super) fn add_game(&mut self, game: &Game<'_>, end: &Round) {
        let seats = game.setup.bots.len();
        let most = game.pools.iter().copied().max().unwrap_or(0);
        let acted = |seat: usize| end.turns[..end.played].iter().any(|turn| turn.seat == seat);
        let wins = |seat: usize| if most == 0 { acted(seat) } else { game.pools[seat] == most };
        let winners = (0..seats).filter(|&seat| wins(seat)).count() as i64;
        for (seat, &strategy) in game.of[..seats].iter().enumerate() {
            let cell = &mut self.outcomes[strategy][seat];
            if wins(seat) {
                cell[0] += i64::from(winners == 1);
                cell[1] += WIN / winners;
            }
            cell[2] += i64::from(game.pools[seat]);
        }
    }
}
