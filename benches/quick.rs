//! The second yardstick: Gang of Dice as a competent programmer writes it in an afternoon, for speed but without tricks.
//!
//! Owns a whole game in arrays: dice are counts by face, nothing is allocated while games are played, and every turn is
//! rolled. It knows the cards of the published deck and the strategies of the first yardstick (`plain.rs`), from which it
//! takes how both are written down, and nothing else. Like that one it is frozen: only an error in the rules is a reason to
//! change it.
//!
//! It counts, by block: wins, win shares and final dice by strategy and seat; turns, dice, invalid results, totals, won
//! rounds and gains by card and strategy. It has no `main`; benchmarks and tests include it as a module.

use super::plain::{Bot, Card, Condition, Edition, Setup, Trigger, WIN};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The most seats, and cards of a deck.
const SEATS: usize = 4;
const CARDS: usize = 18;
/// How many times a turn may reroll (G09).
const REROLLS: u32 = 2;

/// How many dice show each face; face 0 is the Boss.
type Dice = [u8; 6];

/// A set of faces, a bit for each.
type Faces = u8;

const ODD: Faces = 0b10_1010;
const EVEN: Faces = 0b01_0100;

/// What makes dice invalid.
#[derive(Clone, Copy)]
enum Test {
    Sum(u32),
    Run(u32),
    /// At least so many dice show one of these faces.
    Faces(Faces, u32),
    Distinct(u32),
    Same(u8),
}

/// A card, with what strategies make of it.
#[derive(Clone, Copy)]
struct Warning {
    test: Test,
    is_bomb: bool,
    /// What the strategies reroll while the condition holds.
    mend: Pick,
    /// How many dice it bears at sight, and for how much risk.
    borne: u32,
    bearable: [u32; 3],
}

/// Which dice are rerolled.
#[derive(Clone, Copy, PartialEq)]
enum Pick {
    Faces(Faces),
    Lowest,
    /// The fewest without which the condition does not hold.
    Offending,
}

/// What is done in a turn.
#[derive(Clone, Copy)]
struct Plan {
    dice: u32,
    /// Stop at a valid roll with this total or more.
    stop: u32,
    invalid: Pick,
    short: Pick,
}

fn count(dice: &Dice, faces: Faces) -> u32 {
    (0..6).map(|face| u32::from(dice[face]) * u32::from(faces >> face & 1)).sum()
}

fn total(dice: &Dice) -> u32 {
    (1..6).map(|face| face as u32 * u32::from(dice[face])).sum()
}

/// The values that are there, 1 in the lowest bit.
fn values(dice: &Dice) -> u32 {
    (1..6).map(|face| u32::from(dice[face] > 0) << (face - 1)).sum()
}

fn has_run(values: u32, length: u32) -> bool {
    (1..length).fold(values, |run, by| run & values >> by) != 0
}

impl Test {
    /// The conditions of the published deck.
    fn new(condition: &Condition) -> Option<Test> {
        Some(match condition {
            Condition::Sum(least) => Test::Sum(*least),
            Condition::Run(length) => Test::Run(u32::from(*length)),
            Condition::Odd(least) => Test::Faces(ODD, *least as u32),
            Condition::Even(least) => Test::Faces(EVEN, *least as u32),
            Condition::Distinct(least) => Test::Distinct(*least as u32),
            Condition::Same(least) => Test::Same(*least as u8),
            Condition::Count { value, at_least } => Test::Faces(1 << value, *at_least as u32),
            Condition::Any(values) => Test::Faces(values.iter().map(|value| 1 << value).sum(), 1),
            Condition::All(_) | Condition::Either(_) | Condition::Not(_) => return None,
        })
    }

    fn holds(self, dice: &Dice) -> bool {
        match self {
            Test::Sum(least) => total(dice) >= least,
            Test::Run(length) => has_run(values(dice), length),
            Test::Faces(faces, least) => count(dice, faces) >= least,
            Test::Distinct(least) => values(dice).count_ones() >= least,
            Test::Same(least) => dice[1..].iter().any(|&dice| dice >= least),
        }
    }

    /// Takes away what offends; says how many dice that were.
    fn mend(self, dice: &mut Dice) -> u32 {
        match self {
            Test::Faces(faces, least) => (1..6)
                .filter(|face| faces >> face & 1 == 1)
                .fold(0, |taken, face| taken + take_beyond(&mut dice[face], least as u8 - 1)),
            Test::Same(least) => (1..6).fold(0, |taken, face| taken + take_beyond(&mut dice[face], least - 1)),
            Test::Run(_) | Test::Distinct(_) | Test::Sum(_) => self.mend_values(dice),
        }
    }

    /// Keeps the values with the most dice on which it does not hold; of such, those with the highest total, then with the
    /// most dice of the highest value, then of the next.
    fn mend_values(self, dice: &mut Dice) -> u32 {
        let (mut best, mut kept_best) = (0, 0);
        for kept in 0..32u32 {
            let holds = match self {
                Test::Run(length) => has_run(kept & values(dice), length),
                Test::Distinct(least) => (kept & values(dice)).count_ones() >= least,
                _ => false,
            };
            let number = |face: usize| u64::from(dice[face]) * u64::from(kept >> (face - 1) & 1);
            let (many, sum) =
                (1..6).fold((0, 0), |(many, sum), face| (many + number(face), sum + face as u64 * number(face)));
            let by_face = (1..6).fold(0, |all, face| all | number(face) << (8 * (face - 1)));
            let score = 1 << 63 | many << 50 | sum << 40 | by_face;
            if !holds && score > best {
                (best, kept_best) = (score, kept);
            }
        }
        (1..6)
            .filter(|face| kept_best >> (face - 1) & 1 == 0)
            .fold(0, |taken, face| taken + take_beyond(&mut dice[face], 0))
    }
}

/// Leaves at most so many dice; says how many were taken.
fn take_beyond(dice: &mut u8, most: u8) -> u32 {
    let taken = dice.saturating_sub(most);
    *dice -= taken;
    u32::from(taken)
}

impl Warning {
    fn new(card: &Card) -> Option<Warning> {
        let (test, is_bomb) = (Test::new(&card.condition)?, card.trigger == Trigger::Bomb);
        let factor = if is_bomb { 2 } else { 1 };
        let (mend, borne) = match (&card.condition, test) {
            (_, Test::Sum(limit)) => (Pick::Faces(0b11_1000), (limit + 1) / 4),
            (Condition::Odd(least), _) => (Pick::Faces(ODD), factor * *least as u32),
            (Condition::Even(least), _) => (Pick::Faces(EVEN), factor * *least as u32),
            (Condition::Count { at_least, .. }, _) => (Pick::Offending, (factor + 1) * *at_least as u32),
            (_, Test::Run(length)) => (Pick::Offending, factor * length),
            (_, Test::Same(least)) => (Pick::Offending, factor * u32::from(least)),
            (_, Test::Distinct(least)) => (Pick::Offending, least - 1),
            (_, Test::Faces(..)) => (Pick::Offending, 1),
        };
        Some(Warning { test, is_bomb, mend, borne: borne.min(8), bearable: card.bearable })
    }

    /// Takes away what is rerolled; says how many dice that are.
    fn take(&self, pick: Pick, dice: &mut Dice) -> u32 {
        match pick {
            Pick::Faces(faces) => (0..6)
                .filter(|face| faces >> face & 1 == 1)
                .fold(0, |taken, face| taken + take_beyond(&mut dice[face], 0)),
            Pick::Lowest => {
                if let Some(lowest) = dice.iter_mut().find(|dice| **dice > 0) {
                    *lowest -= 1;
                }
                1
            }
            Pick::Offending => self.test.mend(dice),
        }
    }
}

const STAND: Plan = Plan { dice: 1, stop: u32::MAX, invalid: Pick::Faces(0), short: Pick::Faces(0) };

/// What a strategy does, by the most dice that it may commit, the dice on the table, the best result so far as total and
/// dice, and whether it is the last to act.
fn plan(bot: Bot, card: &Warning, allowed: u32, table: u32, best: Option<(u32, u32)>, is_last: bool) -> Plan {
    match bot {
        Bot::Stand(dice) => return Plan { dice: dice.min(allowed), ..STAND },
        Bot::Boss(dice) => {
            return Plan { dice: dice.min(allowed), invalid: Pick::Faces(1), short: Pick::Faces(1), ..STAND };
        }
        _ => {}
    }
    let Some((best, its_dice)) = best else {
        let opening = if bot == Bot::Bold { card.borne } else { 1 };
        let dice = if is_last { 1 } else { opening.clamp(1, allowed) };
        return Plan { dice, stop: if is_last { 0 } else { 3 * dice }, invalid: card.mend, short: Pick::Faces(0b111) };
    };
    let (dice, tries) = match bot {
        Bot::Bold => {
            let dice = card.borne.max(its_dice + 1);
            (dice, best <= 4 * dice)
        }
        Bot::Cautious => (best / 4 + 1, best < 20),
        Bot::Odds => {
            let most = card.bearable[usize::from(table >= 4) + usize::from(table >= 9)];
            (most.min(its_dice + 1), best <= 4 * most)
        }
        _ => (its_dice + 1, best <= 13 || table >= 8),
    };
    let is_out_of_reach = matches!(card.test, Test::Sum(limit) if best + 2 >= limit);
    if !tries || is_out_of_reach {
        return STAND;
    }
    let dice = dice.clamp(1, allowed);
    let needed = (best / dice + 1).min(5);
    let short = if matches!(card.test, Test::Sum(_)) { Pick::Lowest } else { Pick::Faces((1 << needed) - 1) };
    Plan { dice, stop: best + u32::from(dice <= its_dice), invalid: card.mend, short }
}

/// Adds so many dice that are rolled.
fn roll(dice: &mut Dice, number: u32, rng: &mut Xoshiro256PlusPlus) {
    for _ in 0..number {
        dice[((u64::from(rng.next_u32()) * 6) >> 32) as usize] += 1;
    }
}

/// Plays a turn (G09, G10); nothing is an invalid result.
fn turn(card: &Warning, plan: Plan, rng: &mut Xoshiro256PlusPlus) -> Option<u32> {
    let mut dice = [0; 6];
    roll(&mut dice, plan.dice, rng);
    for left in (0..=REROLLS).rev() {
        let holds = card.test.holds(&dice);
        if holds && (!card.is_bomb || left == 0) {
            return None;
        }
        let stops = !holds && total(&dice) >= plan.stop;
        let again =
            if left == 0 || stops { 0 } else { card.take(if holds { plan.invalid } else { plan.short }, &mut dice) };
        if again == 0 {
            return if holds { None } else { Some(total(&dice)) };
        }
        roll(&mut dice, again, rng);
    }
    None
}

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
struct Block {
    outcomes: [[[i64; OUTCOMES]; SEATS]; SEATS],
    cards: [[[i64; OF_CARD]; SEATS]; CARDS],
}

impl Counts {
    fn add(&mut self, block: &Block) {
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

/// A game under way.
struct Game {
    seats: usize,
    pools: [u32; SEATS],
    table: u32,
    /// Of these, the dice that earlier rounds without a winner left there, bonus dice not counted (G06).
    left_over: u32,
    first: usize,
    /// A bit for each seat that acted in the latest round.
    acted: u8,
}

impl Game {
    /// The most dice a seat may commit (G06).
    fn allowed(&self, edition: Edition, seat: usize, committed: u32) -> u32 {
        let supply: u32 = if self.seats == 2 { 24 } else { 36 };
        match edition {
            Edition::Bga => self.pools[seat],
            Edition::Blackrock => self.pools[seat].min(supply.saturating_sub(committed + self.left_over).max(1)),
        }
    }

    /// Plays a round (G08 to G15); `of` says which strategy sits at each seat.
    fn round(
        &mut self,
        setup: &Setup,
        (number, card): (usize, &Warning),
        of: &[usize; SEATS],
        block: &mut Block,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        let mut last = self.first;
        for place in self.first..self.first + self.seats {
            last = if self.pools[place % self.seats] > 0 { place } else { last };
        }
        let (mut best, mut winner, mut committed) = (None, None, 0);
        self.acted = 0;
        for place in self.first..=last {
            let seat = place % self.seats;
            if self.pools[seat] == 0 {
                continue;
            }
            let allowed = self.allowed(setup.edition, seat, committed);
            let plan = plan(setup.bots[of[seat]], card, allowed, self.table, best, place == last);
            let total = turn(card, plan, rng);
            self.pools[seat] -= plan.dice;
            self.table += plan.dice;
            committed += plan.dice;
            self.acted |= 1 << seat;
            let cell = &mut block.cards[number][of[seat]];
            let valid = total.unwrap_or(0);
            [1, i64::from(plan.dice), i64::from(total.is_none()), i64::from(valid), 0, -i64::from(plan.dice)]
                .iter()
                .zip(cell)
                .for_each(|(y, cell)| *cell += y);
            if let Some(total) = total.filter(|&total| best.is_none_or(|best| (total, plan.dice) > best)) {
                (best, winner) = (Some((total, plan.dice)), Some(seat));
            }
        }
        match winner {
            Some(seat) => {
                block.cards[number][of[seat]][4] += 1;
                block.cards[number][of[seat]][5] += i64::from(self.table);
                self.pools[seat] += self.table;
                (self.first, self.table, self.left_over) = (seat, 0, 0);
            }
            None => self.left_over += committed,
        }
    }

    /// Counts a game that is over (G16, G17).
    fn count(&self, of: &[usize; SEATS], block: &mut Block) {
        let most = self.pools.iter().copied().max().unwrap_or(0);
        let wins = |seat: usize| if most == 0 { self.acted >> seat & 1 == 1 } else { self.pools[seat] == most };
        let winners = (0..self.seats).filter(|&seat| wins(seat)).count() as i64;
        for (seat, &strategy) in of[..self.seats].iter().enumerate() {
            let cell = &mut block.outcomes[strategy][seat];
            if wins(seat) {
                cell[0] += i64::from(winners == 1);
                cell[1] += WIN / winners;
            }
            cell[2] += i64::from(self.pools[seat]);
        }
    }
}

/// Plays so many blocks, each with a game for every different rotation of the line-up. Equal bots are one strategy.
/// Nothing if the deck has conditions that are not in the published one.
pub fn run(setup: &Setup, blocks: u64, seed: u64) -> Option<Counts> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let warnings: Vec<Warning> = setup.cards.iter().map(Warning::new).collect::<Option<_>>()?;
    let (mut light, mut dark): (Vec<usize>, Vec<usize>) =
        (0..setup.cards.len()).partition(|&card| setup.cards[card].back == super::plain::Back::Light);
    let seats = setup.bots.len();
    let number = |bot: Bot| setup.bots.iter().position(|&other| other == bot).unwrap_or(0);
    let rotation = |r: usize| -> [usize; SEATS] { std::array::from_fn(|seat| number(setup.bots[(seat + r) % seats])) };
    let rotations = (1..seats).find(|&r| rotation(r)[..seats] == rotation(0)[..seats]).unwrap_or(seats);
    let bonus: [u32; 3] = if setup.edition == Edition::Bga { [3, 6, 9] } else { [3, 3, 6] };
    let rounds = setup.cards.len() - setup.removed_light - setup.removed_dark;
    let mut counts = Counts::default();
    for _ in 0..blocks {
        let mut block = Block::default();
        for of in (0..rotations).map(rotation) {
            light.shuffle(&mut rng);
            dark.shuffle(&mut rng);
            let mut pools = [0; SEATS];
            pools[..seats].fill(setup.pool);
            let mut game = Game { seats, pools, table: 0, left_over: 0, first: 0, acted: 0 };
            let revealed = light[setup.removed_light..].iter().chain(&dark[setup.removed_dark..]);
            for (round, &card) in revealed.enumerate() {
                game.table +=
                    (rounds - round).checked_sub(1).and_then(|late| bonus.iter().rev().nth(late)).unwrap_or(&0);
                game.round(setup, (card, &warnings[card]), &of, &mut block, &mut rng);
                if game.pools.iter().filter(|&&pool| pool > 0).count() <= 1 {
                    break;
                }
            }
            game.count(&of, &mut block);
        }
        counts.add(&block);
    }
    Some(counts)
}
