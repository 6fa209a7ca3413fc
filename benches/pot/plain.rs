//! The yardstick: POT rolled die by die in the plainest way.
//!
//! Owns a whole second implementation of the rules (P01 to P17), written for
//! reading: dice are a `Vec<u8>`, combos are looked up on the sorted dice, games follow one another on one thread and
//! draw from one generator. Benchmarks state the speed of the library as a multiple of this program's, and tests
//! compare the library's numbers with its numbers. Both lose their meaning if it shares code with the library or is
//! made faster, so it does neither: it is frozen, and only an error in the rules is a reason to change it.
//!
//! It does not own what is counted (`tally.rs` does), or the strategies (`bots.rs` does). It has no `main`;
//! benchmarks and tests include it as a module.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[path = "bots.rs"]
mod bots;
#[path = "tally.rs"]
mod tally;

pub use bots::Bot;
use bots::{Plans, Sight, Taking, is_over, place};
use tally::Block;
pub use tally::{ComboOutcomes, Moments, Numerator, Outcomes, RollOutcomes, Tally, WIN};

/// How a die shows its letter, which counts 0; every other face is its value, 1 to 5 (P01).
pub const LETTER: u8 = 0;

/// The rule options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// All coins.
    pub coins: u32,
    /// Coins that end the game.
    pub goal: u32,
    /// Coins the bank adds to the POT at the start of a round.
    pub stake: u32,
    /// Coins each player starts with.
    pub start: u32,
    /// Whether only the letter of the O die makes 4 2 0.
    pub zero_is_o: bool,
    /// Whether only coins at the end of the round end the game.
    pub end_holds: bool,
    /// The most turns of a game.
    pub cap: u32,
}

impl Rules {
    /// The rules without any option.
    pub fn published() -> Rules {
        Rules { coins: 120, goal: 24, stake: 2, start: 3, zero_is_o: false, end_holds: false, cap: 100_000 }
    }
}

/// What is played.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// Who sits where before any rotation.
    pub bots: Vec<Bot>,
}

/// What dice show (P12), in the order of the tables.
pub const COMBOS: [&str; 11] = ["none", "123", "234", "345", "POT", "111", "222", "333", "444", "555", "420"];

/// The combo of dice in the order P, O, T, as a place in [`COMBOS`].
pub fn combo(dice: &[u8], rules: &Rules) -> usize {
    let mut sorted = dice.to_vec();
    sorted.sort_unstable();
    match sorted[..] {
        [1, 2, 3] => 1,
        [2, 3, 4] => 2,
        [3, 4, 5] => 3,
        [LETTER, LETTER, LETTER] => 4,
        [1, 1, 1] => 5,
        [2, 2, 2] => 6,
        [3, 3, 3] => 7,
        [4, 4, 4] => 8,
        [5, 5, 5] => 9,
        [LETTER, 2, 4] if !rules.zero_is_o || dice[1] == LETTER => 10,
        _ => 0,
    }
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who played it.
    pub seat: usize,
    /// A place in [`COMBOS`].
    pub combo: usize,
    /// What the combo changed of the player's own coins.
    pub coins: i64,
    /// Whether dice were rerolled by choice.
    pub rerolled: bool,
    /// Whether for a coin too.
    pub paid: bool,
    /// Whether it took control of the POT.
    pub took_control: bool,
}

/// A game.
pub struct Game<'s> {
    rules: &'s Rules,
    bots: &'s [Bot],
    /// Coins of each player.
    pub coins: Vec<u32>,
    /// Coins in the bank.
    pub bank: u32,
    /// Coins in the POT.
    pub pot: u32,
    /// All turns so far.
    pub turns: Vec<Turn>,
    /// Rounds begun.
    pub rounds: u32,
    /// Rounds that began with an empty bank.
    pub empty_bank_rounds: u32,
    /// Whether the cap ended the game.
    pub capped: bool,
    control: Option<(usize, u32)>,
    held: bool,
    plans: &'s mut Plans,
}

impl<'s> Game<'s> {
    /// The set-up (P02, P03).
    fn new(rules: &'s Rules, bots: &'s [Bot], plans: &'s mut Plans) -> Game<'s> {
        Game {
            rules,
            bots,
            coins: vec![rules.start; bots.len()],
            bank: rules.coins - rules.start * bots.len() as u32,
            pot: 0,
            turns: Vec::new(),
            rounds: 0,
            empty_bank_rounds: 0,
            capped: false,
            control: None,
            held: false,
            plans,
        }
    }

    /// Plays to the end of the game (P15, P17).
    pub fn play(&mut self, roll: &mut impl FnMut() -> u8) {
        let mut first = 0;
        loop {
            let winner = self.play_round(first, roll);
            if let Some(winner) = winner {
                let holds = self.coins.iter().any(|&coins| coins >= self.rules.goal);
                if if self.rules.end_holds { holds } else { self.held } {
                    return;
                }
                first = winner;
            }
            if self.turns.len() as u32 >= self.rules.cap {
                self.capped = true;
                return;
            }
        }
    }

    /// Plays a round (P08 to P11); the winner, unless the cap ends it.
    fn play_round(&mut self, first: usize, roll: &mut impl FnMut() -> u8) -> Option<usize> {
        self.rounds += 1;
        if self.bank == 0 {
            self.empty_bank_rounds += 1;
        }
        let stake = self.rules.stake.min(self.bank);
        self.bank -= stake;
        self.pot += stake;
        self.control = None;
        self.held = false;
        let mut seat = first;
        loop {
            if let Some((holder, _)) = self.control
                && holder == seat
            {
                self.coins[seat] += self.pot;
                self.pot = 0;
                self.look_for_goal();
                return Some(seat);
            }
            if self.turns.len() as u32 >= self.rules.cap {
                return None;
            }
            if self.play_turn(seat, roll) {
                return Some(seat);
            }
            seat = (seat + 1) % self.coins.len();
        }
    }

    /// Rolls the dice, and rerolls them for free and for a coin (P04); how often they were rerolled.
    fn roll(&mut self, seat: usize, taking: &Taking, roll: &mut impl FnMut() -> u8) -> (Vec<u8>, u32) {
        let mut dice: Vec<u8> = (0..3).map(|_| roll()).collect();
        let mut rerolled = 0;
        let bot = self.bots[seat];
        if bot == Bot::Stand || is_over(&dice) {
            return (dice, rerolled);
        }
        if bot == Bot::Letters {
            for die in &mut dice {
                if *die == LETTER {
                    *die = roll();
                    rerolled = 1;
                }
            }
            return (dice, rerolled);
        }
        let sight = sight(&self.coins, (self.bank, self.pot), seat, self.control);
        for rerolls in self.plans.rerolls(bot, &sight, taking, self.rules).iter() {
            let which = if is_over(&dice) { 0 } else { rerolls[place(&dice)] };
            if which == 0 {
                break;
            }
            if rerolled == 1 {
                self.coins[seat] -= 1;
                self.pot += 1;
            }
            for (die, shown) in dice.iter_mut().enumerate() {
                if which >> die & 1 == 1 {
                    *shown = roll();
                }
            }
            rerolled += 1;
        }
        (dice, rerolled)
    }

    /// Plays a turn (P04 to P09); whether it was P O T, which ends the round.
    fn play_turn(&mut self, seat: usize, roll: &mut impl FnMut() -> u8) -> bool {
        let taking = self.bots[seat].taking(&sight(&self.coins, (self.bank, self.pot), seat, self.control));
        let (mut dice, rerolls) = self.roll(seat, &taking, roll);
        let combo = combo(&dice, self.rules);
        if COMBOS[combo] == "123" {
            for die in &mut dice {
                if *die != 2 {
                    *die = roll();
                }
            }
        }
        let sum = dice.iter().map(|&die| u32::from(die)).sum();
        let before = i64::from(self.coins[seat]);
        self.pay(seat, COMBOS[combo], &taking);
        let coins = i64::from(self.coins[seat]) - before;
        let scores = !is_over(&dice);
        let took_control = scores && self.control.is_none_or(|(_, best)| sum > best);
        if took_control {
            self.control = Some((seat, sum));
        }
        self.look_for_goal();
        self.turns.push(Turn { seat, combo, coins, rerolled: rerolls > 0, paid: rerolls > 1, took_control });
        COMBOS[combo] == "POT"
    }

    /// Whether somebody holds the goal (P15).
    fn look_for_goal(&mut self) {
        if self.coins.iter().any(|&coins| coins >= self.rules.goal) {
            self.held = true;
        }
    }

    /// The player so many places clockwise.
    fn clockwise(&self, seat: usize, places: usize) -> usize {
        (seat + places) % self.coins.len()
    }

    fn take_from_bank(&mut self, seat: usize, coins: u32) -> u32 {
        let paid = coins.min(self.bank);
        self.bank -= paid;
        self.coins[seat] += paid;
        paid
    }

    fn take_from_player(&mut self, seat: usize, payer: usize, coins: u32) {
        let paid = coins.min(self.coins[payer]);
        self.coins[payer] -= paid;
        self.coins[seat] += paid;
    }

    fn take_from_each<'p>(&mut self, seat: usize, payers: impl Iterator<Item = &'p Option<usize>>, coins: u32) {
        for &payer in payers.flatten() {
            self.take_from_player(seat, payer, coins);
        }
    }

    /// Pays a combo (P05, P06, P12 to P14).
    fn pay(&mut self, seat: usize, combo: &str, taking: &Taking) {
        let others = self.coins.len() - 1;
        match combo {
            "345" if taking.run345 => self.take_from_each(seat, taking.from.iter(), 1),
            "222" if taking.twos == 1 => self.take_from_each(seat, taking.from[..1].iter(), 2),
            "222" if taking.twos == 2 => self.take_from_each(seat, taking.from.iter(), 1),
            "123" | "234" | "222" => {
                self.take_from_bank(seat, 1);
            }
            "345" => {
                self.take_from_bank(seat, 2);
            }
            "333" => {
                self.take_from_bank(seat, 2);
                self.take_from_each(seat, taking.from[..1].iter(), 1);
            }
            "444" => {
                self.take_from_bank(seat, 2);
                self.take_from_each(seat, taking.from.iter(), 1);
            }
            "555" => {
                let taken = self.take_from_bank(seat, 5) as usize;
                for &other in taking.to.iter().flatten().take(taken.saturating_sub(3)) {
                    self.take_from_player(other, seat, 1);
                }
            }
            "420" => {
                for place in 0..self.coins.len() {
                    self.take_from_bank(self.clockwise(seat, place), 1);
                }
            }
            "111" => {
                let paid = self.coins[seat].min(3);
                self.coins[seat] -= paid;
                self.bank += paid;
            }
            "POT" => {
                self.take_from_bank(seat, 2);
                for place in 1..=others {
                    self.take_from_player(seat, self.clockwise(seat, place), 1);
                }
                self.coins[seat] += self.pot;
                self.pot = 0;
            }
            _ => {}
        }
    }

    /// The seats with most coins.
    pub fn winners(&self) -> Vec<usize> {
        let most = self.coins.iter().copied().max().unwrap_or(0);
        (0..self.coins.len()).filter(|&seat| self.coins[seat] == most).collect()
    }
}

/// The table as the player at a seat sees it.
fn sight(coins: &[u32], (bank, pot): (u32, u32), seat: usize, control: Option<(usize, u32)>) -> Sight<'_> {
    Sight { coins, bank, pot, seat, to_beat: control.map_or(0, |(_, best)| best + 1) }
}

/// Plays `blocks` blocks and tallies them. The same setup, blocks and seed give the same tally.
///
/// A block plays one game for each distinct rotation of the lineup; rotation r puts bot (seat + r) mod N at
/// the seat. The games of a block share no draws: the one generator of the run goes on from game to game.
pub fn run(setup: &Setup, blocks: u64, seed: u64) -> Tally {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tally = Tally::new(setup);
    let mut plans = Plans::default();
    let mut block = Block::new(setup, tally.strategies.len());
    let seatings: Vec<Seating> =
        (0..distinct_rotations(&setup.bots)).map(|r| Seating::new(&setup.bots, r, &tally.strategies)).collect();
    for _ in 0..blocks {
        block.clear();
        for seating in &seatings {
            let mut game = Game::new(&setup.rules, &seating.bots, &mut plans);
            game.play(&mut || rng.random_range(0..6));
            block.add_game(&game, &seating.strategies);
            tally.add_length(&game);
        }
        tally.add_block(&block);
    }
    tally
}

/// How many rotations of the lineup differ: the smallest rotation that gives the lineup again.
pub fn distinct_rotations(bots: &[Bot]) -> usize {
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
