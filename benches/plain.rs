//! The yardstick: Gang of Dice rolled die by die in the plainest way.
//!
//! Owns a whole second implementation of the rules (G01 to G18), written for reading: dice are a `Vec<u8>`, conditions are looked up on the dice shown, games follow one another
//! on one thread and draw from one generator. Benchmarks state the speed of the library as a multiple of
//! this program's, and tests compare the library's numbers with its numbers. Both lose their meaning if it
//! shares code with the library or is made faster, so it does neither: it is frozen, and only an error in
//! the rules is a reason to change it.
//!
//! It does not own the strategies (`plain/bots.rs` does), what is counted (`plain/tally.rs`), or decks from files. It has
//! no `main`; benchmarks and tests include it as a module.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[path = "plain/bots.rs"]
mod bots;
#[path = "plain/tally.rs"]
mod tally;

pub use bots::{Bot, Sight, Tactic};
use tally::Block;
pub use tally::{CardOutcomes, Moments, Numerator, Outcomes, Tally, WIN};

/// How a die shows the Boss, which counts 0 and is not a value; every other face is its value, 1 to 5 (G01).
pub const BOSS: u8 = 0;

/// How many times a turn may reroll (G09).
const REROLLS: u32 = 2;

/// Which published rules decide the bonus dice and how many dice there are (G06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// Board Game Arena: bonus dice 3, 6, 9, and as many dice as a player has.
    Bga,
    /// The French rulebook: bonus dice 3, 3, 6, and no more dice than are in the box.
    Blackrock,
}

impl Edition {
    /// Bonus dice put on the table at the start of the third-last, second-last and last round (G06).
    fn bonus(self) -> [u32; 3] {
        match self {
            Edition::Bga => [3, 6, 9],
            Edition::Blackrock => [3, 3, 6],
        }
    }
}

/// When the condition of a card is checked (G10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// Once, on the final dice.
    Bomb,
    /// After every roll; the turn ends at once when the condition holds.
    Explosion,
}

/// The back of a card, which decides whether it is an early or a late round (G05).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// Revealed first.
    Light,
    /// Revealed when the light cards are used up.
    Dark,
}

/// What makes dice invalid; the Boss is never a value, and values are 1 to 5 (G01).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The total is at least this.
    Sum(u32),
    /// This many consecutive values are present, anywhere among the dice.
    Run(u8),
    /// At least this many dice show an odd value.
    Odd(usize),
    /// At least this many dice show an even value.
    Even(usize),
    /// At least this many different values are present.
    Distinct(usize),
    /// Some value is on at least this many dice (`pair` is `Same(2)`).
    Same(usize),
    /// At least so many dice show one given value (`fives>=2` is `Count { value: 5, at_least: 2 }`).
    Count {
        /// The value counted, 1 to 5.
        value: u8,
        /// The number of dice from which the condition holds.
        at_least: usize,
    },
    /// At least one die shows one of these values, each 1 to 5.
    Any(Vec<u8>),
    /// Every one of these conditions holds.
    All(Vec<Condition>),
    /// At least one of these conditions holds.
    Either(Vec<Condition>),
    /// The condition inside does not hold.
    Not(Box<Condition>),
}

impl Condition {
    /// Whether the condition holds on the dice shown.
    pub fn holds(&self, dice: &[u8]) -> bool {
        match self {
            Condition::Sum(least) => total(dice) >= *least,
            Condition::Run(length) => (1..=5).any(|start| (start..start + length).all(|value| dice.contains(&value))),
            Condition::Odd(least) => how_many(dice, |die| die % 2 == 1) >= *least,
            Condition::Even(least) => how_many(dice, |die| die != BOSS && die % 2 == 0) >= *least,
            Condition::Distinct(least) => (1..=5).filter(|value| dice.contains(value)).count() >= *least,
            Condition::Same(least) => (1..=5).any(|value| how_many(dice, |die| die == value) >= *least),
            Condition::Count { value, at_least } => how_many(dice, |die| die == *value) >= *at_least,
            Condition::Any(values) => dice.iter().any(|die| values.contains(die)),
            Condition::All(parts) => parts.iter().all(|part| part.holds(dice)),
            Condition::Either(parts) => parts.iter().any(|part| part.holds(dice)),
            Condition::Not(inside) => !inside.holds(dice),
        }
    }
}

/// How many of the dice are wanted.
fn how_many(dice: &[u8], wanted: impl Fn(u8) -> bool) -> usize {
    dice.iter().filter(|&&die| wanted(die)).count()
}

/// The total of the dice (G01, G11).
fn total(dice: &[u8]) -> u32 {
    dice.iter().map(|&die| u32::from(die)).sum()
}

/// A warning card (G03).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// What makes a result invalid.
    pub condition: Condition,
    /// When that is checked.
    pub trigger: Trigger,
    /// Which half of the deck the card belongs to.
    pub back: Back,
    /// The most dice, up to 8, for which some way of rerolling has an invalid chance below 0.25, 0.35 and 0.45.
    pub bearable: [u32; 3],
}

/// The 18 cards of the deck `reconstructed`, column by column: 12 light ones, then 6 dark ones.
pub fn reconstructed_deck() -> Vec<Card> {
    use Back::{Dark, Light};
    use Condition::{Any, Count, Distinct, Odd, Run, Same, Sum};
    use Trigger::{Bomb, Explosion};
    let fives = Count { value: 5, at_least: 2 };
    let cards = [
        (Sum(7), Bomb, Light, [3, 4, 4]),
        (Sum(10), Bomb, Light, [5, 6, 7]),
        (Sum(11), Explosion, Light, [3, 3, 4]),
        (Sum(13), Explosion, Light, [4, 4, 4]),
        (Run(2), Explosion, Light, [2, 2, 2]),
        (fives, Explosion, Light, [5, 7, 8]),
        (Run(3), Explosion, Light, [4, 4, 5]),
        (Odd(2), Bomb, Light, [7, 8, 8]),
        (Odd(3), Explosion, Light, [3, 4, 4]),
        (Distinct(3), Explosion, Light, [2, 3, 3]),
        (Same(2), Bomb, Light, [4, 5, 5]),
        (Any(vec![1]), Explosion, Light, [1, 2, 3]),
        (Odd(1), Bomb, Dark, [2, 3, 4]),
        (Distinct(2), Bomb, Dark, [2, 2, 3]),
        (Any(vec![4, 5]), Explosion, Dark, [0, 1, 1]),
        (Any(vec![3, 4, 5]), Bomb, Dark, [2, 3, 4]),
        (Run(2), Bomb, Dark, [8, 8, 8]),
        (Same(2), Explosion, Dark, [2, 2, 3]),
    ];
    let card = |(condition, trigger, back, bearable)| Card { condition, trigger, back, bearable };
    cards.into_iter().map(card).collect()
}

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rules for bonus dice and supply.
    pub edition: Edition,
    /// The deck.
    pub cards: Vec<Card>,
    /// Light cards removed unseen (G05); at most as many as there are.
    pub removed_light: usize,
    /// Dark cards removed unseen (G05); at most as many as there are.
    pub removed_dark: usize,
    /// Dice each player starts with, at least 1 (G04 says 48, or 36 with four players).
    pub pool: u32,
    /// The lineup: 2 to 4 bots, one a seat.
    pub bots: Vec<Bot>,
}

/// Plays one turn (G09, G10) with `committed` dice, each of which `roll` makes anew as a face 0 to 5.
///
/// Returns the total, or nothing if the result is invalid. `dice` is room to work in, and holds the dice as
/// they lie at the end.
pub fn play_turn(
    card: &Card,
    tactic: Tactic,
    committed: u32,
    dice: &mut Vec<u8>,
    roll: &mut impl FnMut() -> u8,
) -> Option<u32> {
    dice.clear();
    dice.extend((0..committed).map(|_| roll()));
    let mut rerolls_left = REROLLS;
    loop {
        if card.trigger == Trigger::Explosion && card.condition.holds(dice) {
            return None;
        }
        if rerolls_left == 0 {
            break;
        }
        let mut rerolled = tactic.rerolls(card, dice);
        if rerolled == [0; 6] {
            break;
        }
        for die in dice.iter_mut() {
            let left = &mut rerolled[usize::from(*die)];
            if *left > 0 {
                *left -= 1;
                *die = roll();
            }
        }
        rerolls_left -= 1;
    }
    if card.trigger == Trigger::Bomb && card.condition.holds(dice) {
        return None;
    }
    Some(total(dice))
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The card, as its place in [`Setup::cards`].
    pub card: usize,
    /// The seat that played, from 0.
    pub seat: usize,
    /// Dice committed.
    pub committed: u32,
    /// The total, or nothing if the result is invalid.
    pub total: Option<u32>,
    /// Whether it won the round.
    pub won: bool,
    /// Change of the player's pool over the round.
    pub net: i64,
}

/// One game: where its dice are, and what has been played.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    setup: &'a Setup,
    /// The bot at each seat.
    bots: &'a [Bot],
    /// Dice of each seat; a seat without dice at the start of a round is eliminated (G15).
    pub pools: Vec<u32>,
    /// Dice on the table.
    pub table: u32,
    /// Of these, the dice that earlier all-invalid rounds left there, bonus dice not counted (G06).
    left_over: u32,
    /// The seat that acts first, unless it is out (G15).
    first: usize,
    /// Every turn of the game, in order.
    pub turns: Vec<Turn>,
    /// Where the turns of the latest round start.
    round_start: usize,
    /// Rounds played.
    pub rounds: usize,
    /// Rounds in which every result was invalid.
    pub all_invalid_rounds: usize,
    dice: Vec<u8>,
}

impl<'a> Game<'a> {
    /// A game set up for the bots as they sit, with seat 0 to begin (G04, G07).
    pub fn new(setup: &'a Setup, bots: &'a [Bot]) -> Game<'a> {
        Game {
            setup,
            bots,
            pools: vec![setup.pool; bots.len()],
            table: 0,
            left_over: 0,
            first: 0,
            turns: Vec::with_capacity(setup.cards.len() * bots.len()),
            round_start: 0,
            rounds: 0,
            all_invalid_rounds: 0,
            dice: Vec::new(),
        }
    }

    /// Plays to the end of the game over the cards `revealed`, places in [`Setup::cards`] (G08 to G17).
    pub fn play(&mut self, revealed: &[usize], roll: &mut impl FnMut() -> u8) {
        for (round, &card) in revealed.iter().enumerate() {
            let bonus = match revealed.len() - round {
                to_go @ 1..=3 => self.setup.edition.bonus()[3 - to_go],
                _ => 0,
            };
            self.play_round(card, bonus, roll);
            if self.pools.len() - self.eliminations() <= 1 {
                break;
            }
        }
    }

    /// Plays one round (G08 to G15) against the card at place `card` of the deck, with `bonus` dice added to the table.
    pub fn play_round(&mut self, card: usize, bonus: u32, roll: &mut impl FnMut() -> u8) {
        self.table += bonus;
        self.round_start = self.turns.len();
        self.rounds += 1;
        let seats = self.pools.len();
        let mut committed_this_round = 0;
        for place in self.first..self.first + seats {
            let seat = place % seats;
            if self.pools[seat] == 0 {
                continue;
            }
            let allowed = self.allowed(seat, committed_this_round);
            let sight = Sight { allowed, table: self.table, best: self.best(), is_last: self.is_last(place) };
            let (committed, tactic) = self.bots[seat].turn(&self.setup.cards[card], sight);
            self.pools[seat] -= committed;
            self.table += committed;
            committed_this_round += committed;
            let total = play_turn(&self.setup.cards[card], tactic, committed, &mut self.dice, roll);
            self.turns.push(Turn { card, seat, committed, total, won: false, net: -i64::from(committed) });
        }
        self.award(committed_this_round);
    }

    /// Total and dice of the best valid turn of the round so far (G12).
    fn best(&self) -> Option<(u32, u32)> {
        self.turns[self.round_start..].iter().filter_map(|turn| Some((turn.total?, turn.committed))).max()
    }

    /// Whether nobody acts after this place of the round, counted from the first player's seat on.
    fn is_last(&self, place: usize) -> bool {
        let seats = self.pools.len();
        (place + 1..self.first + seats).all(|later| self.pools[later % seats] == 0)
    }

    /// The most dice a seat may commit (G06).
    fn allowed(&self, seat: usize, committed_this_round: u32) -> u32 {
        let pool = self.pools[seat];
        match self.setup.edition {
            Edition::Bga => pool,
            Edition::Blackrock => {
                let supply: u32 = if self.pools.len() == 2 { 24 } else { 36 };
                let free = supply.saturating_sub(committed_this_round + self.left_over);
                pool.min(free.max(1))
            }
        }
    }

    /// Gives the table to the winner of the round, or leaves it lying (G12 to G14).
    fn award(&mut self, committed_this_round: u32) {
        let mut best: Option<(u32, u32)> = None;
        let mut winner = None;
        for turn in &mut self.turns[self.round_start..] {
            let Some(total) = turn.total else { continue };
            // Only a better result displaces an earlier one: full ties go to the earlier turn.
            if best.is_none_or(|best| (total, turn.committed) > best) {
                best = Some((total, turn.committed));
                winner = Some(turn);
            }
        }
        if let Some(turn) = winner {
            turn.won = true;
            turn.net += i64::from(self.table);
            self.pools[turn.seat] += self.table;
            self.first = turn.seat;
            self.table = 0;
            self.left_over = 0;
        } else {
            self.left_over += committed_this_round;
            self.all_invalid_rounds += 1;
        }
    }

    /// How many players are out (G15).
    pub fn eliminations(&self) -> usize {
        self.pools.iter().filter(|&&pool| pool == 0).count()
    }

    /// The seats that win a game that is over, in seat order unless the last round eliminated all (G16, G17).
    pub fn winners(&self) -> Vec<usize> {
        let most = self.pools.iter().copied().max().unwrap_or(0);
        if most == 0 {
            return self.turns[self.round_start..].iter().map(|turn| turn.seat).collect();
        }
        (0..self.pools.len()).filter(|&seat| self.pools[seat] == most).collect()
    }
}

/// The shuffled halves of the deck and the cards a game reveals, all as places in [`Setup::cards`].
struct Deck {
    light: Vec<usize>,
    dark: Vec<usize>,
    revealed: Vec<usize>,
}

impl Deck {
    fn new(cards: &[Card]) -> Deck {
        let (light, dark) = (0..cards.len()).partition(|&card| cards[card].back == Back::Light);
        Deck { light, dark, revealed: Vec::new() }
    }

    /// Shuffles both halves and puts the light cards before the dark ones, without those removed (G05).
    fn deal(&mut self, setup: &Setup, rng: &mut Xoshiro256PlusPlus) {
        self.light.shuffle(rng);
        self.dark.shuffle(rng);
        self.revealed.clear();
        self.revealed.extend_from_slice(&self.light[setup.removed_light..]);
        self.revealed.extend_from_slice(&self.dark[setup.removed_dark..]);
    }
}

/// Plays `blocks` blocks and tallies them. The same setup, blocks and seed give the same tally.
///
/// A block plays one game for each distinct rotation of the lineup; rotation r puts bot (seat + r) mod N at
/// the seat. The games of a block share no draws: the one generator of the run goes on from game to game.
///
/// # Panics
/// If the setup removes more cards than the deck has.
pub fn run(setup: &Setup, blocks: u64, seed: u64) -> Tally {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut deck = Deck::new(&setup.cards);
    let mut tally = Tally::new(setup);
    let mut block = Block::new(setup, tally.strategies.len());
    let seatings: Vec<Seating> =
        (0..distinct_rotations(&setup.bots)).map(|r| Seating::new(&setup.bots, r, &tally.strategies)).collect();
    for _ in 0..blocks {
        block.clear();
        for seating in &seatings {
            deck.deal(setup, &mut rng);
            let mut game = Game::new(setup, &seating.bots);
            game.play(&deck.revealed, &mut || rng.random_range(0..6));
            block.add_game(&game, &seating.strategies);
            tally.add_length(&game);
        }
        tally.add_block(&block);
    }
    tally
}

/// How many rotations of the lineup differ: the smallest rotation that gives the lineup again.
fn distinct_rotations(bots: &[Bot]) -> usize {
    let seats = bots.len();
    (1..seats).find(|r| (0..seats).all(|seat| bots[seat] == bots[(seat + r) % seats])).unwrap_or(seats)
}

/// Who sits where in one game of a block.
struct Seating {
    bots: Vec<Bot>,
    /// The same bots as places in [`Tally::strategies`].
    strategies: Vec<usize>,
}

impl Seating {
    fn new(lineup: &[Bot], rotation: usize, strategies: &[Bot]) -> Seating {
        let bots: Vec<Bot> = (0..lineup.len()).map(|seat| lineup[(seat + rotation) % lineup.len()]).collect();
        let strategies = bots.iter().filter_map(|bot| strategies.iter().position(|other| other == bot)).collect();
        Seating { bots, strategies }
    }
}
