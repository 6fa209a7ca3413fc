//! The second yardstick: Gang of Dice as a competent programmer writes it in an afternoon, for speed but without tricks.
//!
//! Owns a whole game in arrays: dice are counts by face, nothing is allocated while games are played, and every turn is
//! rolled. It knows the cards of the published deck and the strategies of the first yardstick (`plain.rs`), from which it
//! takes how both are written down, and nothing else. Like that one it is frozen: only an error in the rules is a reason to
//! change it. It has no `main`; benchmarks and tests include it as a module.
//!
//! How a turn is played is in `quick/turn.rs`, and what is counted in `quick/tally.rs`.

use super::plain::{Back, Bot, Edition, Setup};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

#[path = "quick/tally.rs"]
mod tally;
#[path = "quick/turn.rs"]
mod turn;

use tally::Block;
pub use tally::{Counts, Sums};
use turn::{Warning, plan, turn};

/// The most seats, and cards of a deck.
const SEATS: usize = 4;
const CARDS: usize = 18;

/// A turn that was played.
#[derive(Clone, Copy, Default)]
struct Turn {
    seat: usize,
    dice: u32,
    total: Option<u32>,
}

/// The turns of a round, and its winner with the dice that it takes.
#[derive(Default)]
struct Round {
    turns: [Turn; SEATS],
    played: usize,
    winner: Option<(usize, u32)>,
}

/// A game under way.
struct Game<'s> {
    setup: &'s Setup,
    /// Which strategy sits at each seat.
    of: &'s [usize; SEATS],
    pools: [u32; SEATS],
    table: u32,
    /// Of these, the dice that earlier rounds without a winner left there, bonus dice not counted (G06).
    left_over: u32,
    first: usize,
}

impl Game<'_> {
    /// A game that begins (G04, G07).
    fn new<'s>(setup: &'s Setup, of: &'s [usize; SEATS]) -> Game<'s> {
        let mut pools = [0; SEATS];
        pools[..setup.bots.len()].fill(setup.pool);
        Game { setup, of, pools, table: 0, left_over: 0, first: 0 }
    }

    /// The most dice a seat may commit (G06).
    fn allowed(&self, seat: usize, committed: u32) -> u32 {
        let supply: u32 = if self.setup.bots.len() == 2 { 24 } else { 36 };
        match self.setup.edition {
            Edition::Bga => self.pools[seat],
            Edition::Blackrock => self.pools[seat].min(supply.saturating_sub(committed + self.left_over).max(1)),
        }
    }

    /// Plays a round (G08 to G15).
    fn play(&mut self, card: &Warning, rng: &mut Xoshiro256PlusPlus) -> Round {
        let seats = self.setup.bots.len();
        let order = (self.first..self.first + seats).map(|place| place % seats);
        let last = order.clone().rfind(|&seat| self.pools[seat] > 0);
        let (mut round, mut best, mut committed) = (Round::default(), None, 0);
        for seat in order {
            if self.pools[seat] == 0 {
                continue;
            }
            let allowed = self.allowed(seat, committed);
            let plan = plan(self.setup.bots[self.of[seat]], card, allowed, self.table, best, Some(seat) == last);
            let total = turn(card, plan, rng);
            self.pools[seat] -= plan.dice;
            self.table += plan.dice;
            committed += plan.dice;
            round.turns[round.played] = Turn { seat, dice: plan.dice, total };
            round.played += 1;
            if let Some(total) = total.filter(|&total| best.is_none_or(|best| (total, plan.dice) > best)) {
                best = Some((total, plan.dice));
                round.winner = Some((seat, 0));
            }
        }
        match &mut round.winner {
            Some((seat, taken)) => {
                *taken = self.table;
                self.pools[*seat] += self.table;
                (self.first, self.table, self.left_over) = (*seat, 0, 0);
            }
            None => self.left_over += committed,
        }
        round
    }
}

/// The halves of the deck, as places in it.
struct Deck {
    light: Vec<usize>,
    dark: Vec<usize>,
}

impl Deck {
    fn new(setup: &Setup) -> Deck {
        let (light, dark) = (0..setup.cards.len()).partition(|&card| setup.cards[card].back == Back::Light);
        Deck { light, dark }
    }

    fn shuffle(&mut self, rng: &mut Xoshiro256PlusPlus) {
        self.light.shuffle(rng);
        self.dark.shuffle(rng);
    }

    /// The cards that are revealed, each with the bonus dice of its round (G05, G06).
    fn revealed(&self, setup: &Setup) -> impl Iterator<Item = (usize, u32)> {
        let (light, dark) = (&self.light[setup.removed_light..], &self.dark[setup.removed_dark..]);
        let bonus: [u32; 3] = if setup.edition == Edition::Bga { [3, 6, 9] } else { [3, 3, 6] };
        let rounds = light.len() + dark.len();
        let late = move |round: usize| (round + bonus.len()).checked_sub(rounds).map_or(0, |late| bonus[late]);
        light.iter().chain(dark).enumerate().map(move |(round, &card)| (card, late(round)))
    }
}

/// Plays blocks of games. A block has a game for each different rotation of the line-up; equal bots are one strategy. Returns
/// nothing if a condition of the deck is not in the published one.
pub fn run(setup: &Setup, blocks: u64, seed: u64) -> Option<Counts> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let warnings: Vec<Warning> = setup.cards.iter().map(Warning::new).collect::<Option<_>>()?;
    let seats = setup.bots.len();
    let number = |bot: Bot| setup.bots.iter().position(|&other| other == bot).unwrap_or(0);
    let rotation = |r: usize| -> [usize; SEATS] { std::array::from_fn(|seat| number(setup.bots[(seat + r) % seats])) };
    let rotations = (1..seats).find(|&r| rotation(r)[..seats] == rotation(0)[..seats]).unwrap_or(seats);
    let (mut deck, mut counts) = (Deck::new(setup), Counts::default());
    for _ in 0..blocks {
        let mut block = Block::default();
        for of in (0..rotations).map(rotation) {
            let (mut game, mut round) = (Game::new(setup, &of), Round::default());
            deck.shuffle(&mut rng);
            for (card, bonus) in deck.revealed(setup) {
                game.table += bonus;
                round = game.play(&warnings[card], &mut rng);
                block.add_round(card, &round, &of);
                if game.pools.iter().filter(|&&pool| pool > 0).count() <= 1 {
                    break;
                }
            }
            block.add_game(&game, &round);
        }
        counts.add(&block);
    }
    Some(counts)
}
