//! Turns of the quick yardstick: cards, what strategies do, and dice.

use super::super::plain::{Bot, Card, Condition, Trigger};
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

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
    /// The number of dice with these faces is at least this.
    Faces(Faces, u32),
    Distinct(u32),
    Same(u8),
}

/// A card, with what strategies make of it.
#[derive(Clone, Copy)]
pub(super) struct Warning {
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
pub(super) struct Plan {
    pub(super) dice: u32,
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

    /// Removes the offending dice, and returns their number. A test of several faces offends by each of them.
    fn mend(self, dice: &mut Dice) -> u32 {
        match self {
            Test::Faces(faces, least) => (1..6)
                .filter(|face| faces >> face & 1 == 1)
                .fold(0, |taken, face| taken + take_beyond(&mut dice[face], least as u8 - 1)),
            Test::Same(least) => (1..6).fold(0, |taken, face| taken + take_beyond(&mut dice[face], least - 1)),
            Test::Run(_) | Test::Distinct(_) | Test::Sum(_) => self.mend_values(dice),
        }
    }

    /// Keeps the values with the most dice for which the condition does not hold. Ties are broken by the highest total, then by the
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

/// Lowers a number of dice to `most` if it is higher. Returns the difference.
fn take_beyond(dice: &mut u8, most: u8) -> u32 {
    let taken = dice.saturating_sub(most);
    *dice -= taken;
    u32::from(taken)
}

impl Warning {
    pub(super) fn new(card: &Card) -> Option<Warning> {
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

    /// Removes the dice that are rerolled, and returns their number.
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
pub(super) fn plan(
    bot: Bot,
    card: &Warning,
    allowed: u32,
    table: u32,
    best: Option<(u32, u32)>,
    is_last: bool,
) -> Plan {
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

/// Rolls this number of dice, and adds them.
fn roll(dice: &mut Dice, number: u32, rng: &mut Xoshiro256PlusPlus) {
    for _ in 0..number {
        dice[((u64::from(rng.next_u32()) * 6) >> 32) as usize] += 1;
    }
}

/// Plays a turn (G09, G10); nothing is an invalid result.
pub(super) fn turn(card: &Warning, plan: Plan, rng: &mut Xoshiro256PlusPlus) -> Option<u32> {
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
