//! The strategies of the yardstick: from whom each takes, and which dice it rerolls.
//!
//! Owns the two reference strategies and the four of the default line-ups, written from their descriptions. A reroll for
//! the best of something is worked out by backward induction over all throws, once for whatever it depends on, and then
//! looked up. It does not know how a round goes on.

use super::{COMBOS, LETTER, Rules, combo};
use std::collections::HashMap;
use std::rc::Rc;

/// A strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bot {
    /// Never rerolls.
    Stand,
    /// Rerolls letters for free; never pays.
    Letters,
    /// `max-sum` rerolls for the highest expected sum.
    MaxSum,
    /// `thief` rerolls for the highest chance of beating the score, or of 12 where there is none.
    Thief,
    /// `combo-hunter` rerolls for the most coins from combos.
    ComboHunter,
    /// `optimal-turn` rerolls for the most coins from combos and from keeping the POT against one turn of each other
    /// player, who rerolls once for beating the score.
    OptimalTurn,
}

/// From whom coins are taken and to whom they are given, by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taking {
    /// From whom, two of them where there are two others.
    pub(super) from: [Option<usize>; 2],
    /// To whom.
    pub(super) to: [Option<usize>; 2],
    /// Whether 3 4 5 takes from players, and from how many 2 2 2 takes.
    pub(super) run345: bool,
    pub(super) twos: u32,
}

/// The table as a player sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight<'s> {
    pub(super) coins: &'s [u32],
    pub(super) bank: u32,
    pub(super) pot: u32,
    pub(super) seat: usize,
    /// The lowest sum that takes control, 0 if any does.
    pub(super) to_beat: u32,
}

impl Bot {
    /// The references take from the next players, and from the bank where there is a choice; the others what brings most
    /// now, from the richest where it is as much, and give to the poorest.
    pub(super) fn taking(self, sight: &Sight<'_>) -> Taking {
        let seats = sight.coins.len();
        let other = |place: usize| (place < seats).then(|| (sight.seat + place) % seats);
        if matches!(self, Bot::Stand | Bot::Letters) {
            let next = [other(1), other(2)];
            return Taking { from: next, to: next, run345: false, twos: 0 };
        }
        let mut others: Vec<usize> = (1..seats).filter_map(other).collect();
        others.sort_by_key(|&other| std::cmp::Reverse(sight.coins[other]));
        let from = [others.first().copied(), others.get(1).copied()];
        others.reverse();
        let to = [others.first().copied(), others.get(1).copied()];
        let [first, second] = from.map(|other| other.map_or(0, |other| sight.coins[other]));
        let (one, two) = (first.min(2), first.min(1) + second.min(1));
        let twos = if one >= two.max(sight.bank.min(1)) {
            1
        } else if two >= sight.bank.min(1) {
            2
        } else {
            0
        };
        Taking { from, to, run345: two >= sight.bank.min(2), twos }
    }

    /// What its rerolls depend on.
    fn goal(self, sight: &Sight<'_>, taking: &Taking) -> Goal {
        let coins = |keeps| {
            let of = |place: usize, most: u32| taking.from[place].map_or(0, |other| sight.coins[other].min(most));
            let payers = sight.coins.iter().filter(|&&coins| coins > 0).count() as u32;
            Goal::Coins {
                run345: taking.run345,
                twos: taking.twos,
                first: of(0, 2),
                second: of(1, 1),
                payers: payers - u32::from(sight.coins[sight.seat] > 0),
                own: sight.coins[sight.seat].min(4),
                bank: sight.bank.min(5),
                pot: sight.pot.min(63),
                keeps,
            }
        };
        match self {
            Bot::Thief => Goal::Reach(if sight.to_beat == 0 { 12 } else { sight.to_beat }),
            Bot::ComboHunter => coins(None),
            Bot::OptimalTurn => coins(Some(sight.to_beat)),
            _ => Goal::Sum,
        }
    }
}

/// What is rerolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Goal {
    Sum,
    Reach(u32),
    Coins {
        run345: bool,
        twos: u32,
        first: u32,
        second: u32,
        payers: u32,
        own: u32,
        bank: u32,
        pot: u32,
        keeps: Option<u32>,
    },
}

/// By throw, the dice to reroll: a bit each.
pub(super) type Rerolls = [u8; 216];

/// The best rerolls for goals: the free one, and where the player can pay the last one.
#[derive(Debug, Default)]
pub(super) struct Plans {
    known: HashMap<(Goal, bool), Rc<[Rerolls; 2]>>,
    /// By score the chance that none of the others beats it.
    holding: Vec<f64>,
}

/// The place of a throw.
pub(super) fn place(dice: &[u8]) -> usize {
    dice.iter().fold(0, |place, &die| place * 6 + usize::from(die))
}

fn throws() -> impl Iterator<Item = [u8; 3]> {
    (0..216u8).map(|throw| [throw / 36, throw / 6 % 6, throw % 6])
}

/// Whether the turn is over with it.
pub(super) fn is_over(dice: &[u8]) -> bool {
    dice == [1; 3] || dice == [LETTER; 3]
}

/// What the dice of a bit set may show after a reroll is an open die.
const OPEN: u8 = 6;

fn opened(mut dice: [u8; 3], set: u8) -> [u8; 3] {
    (0..3).filter(|die| set >> die & 1 == 1).for_each(|die| dice[die] = OPEN);
    dice
}

/// The means of some values over all throws, where some dice are open.
struct Means(Vec<f64>);

impl Means {
    fn of(values: &[f64]) -> Means {
        let mut means = Means(vec![0.0; 343]);
        for at in 0..343usize {
            let dice = [at / 49, at / 7 % 7, at % 7].map(|die| die as u8);
            means.0[at] = match dice.iter().position(|&die| die == OPEN) {
                None => values[place(&dice)],
                Some(open) => {
                    let of = |face| {
                        let mut dice = dice;
                        dice[open] = face;
                        means.get(dice)
                    };
                    (0..6).map(of).sum::<f64>() / 6.0
                }
            };
        }
        means
    }

    fn get(&self, dice: [u8; 3]) -> f64 {
        self.0[dice.iter().fold(0, |place, &die| place * 7 + usize::from(die))]
    }
}

/// The best rerolls of throws that are worth `stop` as they are, and `after` after a reroll; and what they are worth.
fn best(stop: &[f64], after: &[f64]) -> (Rerolls, Vec<f64>) {
    let (mut rerolls, mut worth, after) = ([0; 216], stop.to_vec(), Means::of(after));
    for dice in throws().filter(|dice| !is_over(dice)) {
        let kept = |set: u8| {
            let mut kept = opened(dice, set);
            kept.sort_unstable();
            kept
        };
        // Of equals the fewest dice, then those that keep the lowest faces, then the first.
        let mut sets: Vec<u8> = (1..8).collect();
        sets.sort_by_key(|&set| (set.count_ones(), kept(set), set));
        for set in sets {
            let value = after.get(opened(dice, set));
            if value > worth[place(&dice)] + 1e-9 {
                (rerolls[place(&dice)], worth[place(&dice)]) = (set, value);
            }
        }
    }
    (rerolls, worth)
}

/// By throw the mean of what `value` says of its combo and its sum, that of 1 2 3 after its reroll.
fn values(rules: &Rules, value: impl Fn(&str, u32) -> f64) -> Vec<f64> {
    let sum = |dice: [u8; 3]| dice.iter().map(|&die| u32::from(die)).sum();
    let after_123: Vec<f64> = throws().map(|dice| value("123", sum(dice))).collect();
    let after_123 = Means::of(&after_123).get([OPEN, 2, OPEN]);
    let of = |dice: [u8; 3]| match COMBOS[combo(&dice, rules)] {
        "123" => after_123,
        combo => value(combo, sum(dice)),
    };
    throws().map(of).collect()
}

/// What a turn is worth that must come to so much: the chance that it does.
fn reaching(least: u32) -> impl Fn(&str, u32) -> f64 {
    move |combo, sum| f64::from(u8::from(combo == "POT" || (combo != "111" && sum >= least)))
}

impl Goal {
    /// What a result is worth after `paid` coins.
    fn value(self, (combo, sum): (&str, u32), paid: u32, seats: usize, holding: &[f64]) -> f64 {
        match self {
            Goal::Sum => f64::from(match combo {
                "POT" => 15,
                "111" => 0,
                _ => sum,
            }),
            Goal::Reach(least) => reaching(least)(combo, sum),
            Goal::Coins { run345, twos, first, second, payers, own, bank, pot, keeps } => {
                let two = first.min(1) + second;
                let gain = match combo {
                    "123" | "234" | "420" => bank.min(1),
                    "345" if run345 => two,
                    "345" => bank.min(2),
                    "222" => [bank.min(1), first, two][twos as usize],
                    "333" => bank.min(2) + first.min(1),
                    "444" => bank.min(2) + two,
                    "555" if seats == 2 && bank == 5 => 4,
                    "555" => bank.min(3),
                    "POT" => bank.min(2) + payers + pot + paid,
                    _ => 0,
                };
                let lost = if combo == "111" { (own - paid.min(own)).min(3) } else { 0 };
                let scores = combo != "111" && combo != "POT";
                let kept = match keeps {
                    Some(to_beat) if scores && sum >= to_beat => holding[sum as usize] * f64::from(pot + paid),
                    _ => 0.0,
                };
                f64::from(gain) - f64::from(lost) - f64::from(paid) + kept
            }
        }
    }
}

impl Plans {
    /// The dice that a bot rerolls that wants the best of something: for free, and where it can pay for a coin.
    pub(super) fn rerolls(&mut self, bot: Bot, sight: &Sight<'_>, taking: &Taking, rules: &Rules) -> Rc<[Rerolls; 2]> {
        let (goal, pays, seats) = (bot.goal(sight, taking), sight.coins[sight.seat] > 0, sight.coins.len());
        if self.holding.is_empty() {
            self.holding = holding(seats, rules);
        }
        let holding = &self.holding;
        let known = self.known.entry((goal, pays)).or_insert_with(|| {
            let after = |paid| values(rules, |combo, sum| goal.value((combo, sum), paid, seats, holding));
            let stop = after(0);
            if pays {
                let (last, worth) = best(&stop, &after(1));
                Rc::new([best(&stop, &worth).0, last])
            } else {
                Rc::new([best(&stop, &stop).0, [0; 216]])
            }
        });
        Rc::clone(known)
    }
}

/// By score the chance that none of the others beats it, each in one turn with one reroll.
fn holding(seats: usize, rules: &Rules) -> Vec<f64> {
    let beaten = |score: u32| {
        let values = values(rules, reaching(score + 1));
        Means::of(&best(&values, &values).1).get([OPEN; 3])
    };
    (0..16).map(|score| (1.0 - beaten(score)).powi(seats as i32 - 1)).collect()
}
