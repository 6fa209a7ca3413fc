//! From whom coins are taken and to whom they are given, in words, and what combos bring at this moment.

use crate::games::pot::{BANK, COINS, Choices, Combo, Other, POT, Pair, Run345Choice, TwosChoice, View};
use crate::strategies::rerolls::{pack, unpack};

/// The order in which the others are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Clockwise from the next.
    Next,
    /// Against the clock from the previous.
    Previous,
    /// Those with most coins first, among equals the next clockwise.
    Richest,
    /// Those with fewest coins first, among equals the last clockwise.
    Poorest,
    /// The one in control first, if somebody is, then clockwise from the next.
    Control,
}

impl Order {
    /// The first two others, of two players the only one.
    fn pair(self, view: &View<'_>) -> Pair {
        let chosen: Vec<Other> = match self {
            Order::Next => view.others().collect(),
            Order::Previous => view.others().rev().collect(),
            Order::Richest => view.ranking().collect(),
            Order::Poorest => view.ranking().rev().collect(),
            Order::Control => {
                let control = view.in_control();
                control.into_iter().chain(view.others().filter(|other| Some(*other) != control)).collect()
            }
        };
        Pair { first: chosen[0], second: chosen.get(1).copied() }
    }
}

/// What 3 4 5 takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Take345 {
    /// 2 from the bank.
    Bank,
    /// 1 from each of two others.
    Players,
    /// What brings more now, the players where it is as much.
    Most,
}

/// What 2 2 2 takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Take222 {
    /// 1 from the bank.
    Bank,
    /// 2 from another.
    One,
    /// 1 from each of two others.
    Two,
    /// What brings most now; where it is as much rather one than two, and rather two than the bank.
    Most,
}

/// How a strategy chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Taking {
    /// From whom.
    pub(super) from: Order,
    /// To whom, of 5 5 5.
    pub(super) to: Order,
    /// What 3 4 5 takes.
    pub(super) run345: Take345,
    /// What 2 2 2 takes.
    pub(super) twos: Take222,
}

impl Taking {
    /// What the references do.
    pub(super) const NEXT: Taking =
        Taking { from: Order::Next, to: Order::Next, run345: Take345::Bank, twos: Take222::Bank };

    /// What brings most now: from the richest where it is as much, to the poorest.
    pub(super) const GREEDY: Taking =
        Taking { from: Order::Richest, to: Order::Poorest, run345: Take345::Most, twos: Take222::Most };

    /// The choices at a table.
    pub(super) fn choices(self, view: &View<'_>) -> Choices {
        let from = self.from.pair(view);
        let to = if self.to == self.from { from } else { self.to.pair(view) };
        let first = || view.coins_of(from.first, 2);
        let two = || first().min(1) + from.second.map_or(0, |second| view.coins_of(second, 1));
        let run345 = match self.run345 {
            Take345::Bank => Run345Choice::Bank,
            Take345::Most if two() < view.ask_up_to(BANK, 2) => Run345Choice::Bank,
            Take345::Players | Take345::Most => Run345Choice::Others(from),
        };
        let twos = match self.twos {
            Take222::Bank => TwosChoice::Bank,
            Take222::One => TwosChoice::One(from.first),
            Take222::Two => TwosChoice::Two(from),
            Take222::Most => match view.ask_up_to(BANK, 1) {
                bank if first() >= two().max(bank) => TwosChoice::One(from.first),
                bank if two() >= bank => TwosChoice::Two(from),
                _ => TwosChoice::Bank,
            },
        };
        Choices { run345, twos, threes: from.first, fours: from, fives: to }
    }
}

/// The most coins of the POT that a plan tells apart: a POT of more counts as this.
const MOST_POT: u32 = 63;
/// The most of the bank's coins that a combo can bring.
const MOST_BANK: u32 = 5;
/// The most of the player's own coins that a turn can cost: one for a reroll, three for 1 1 1.
const MOST_OWN: u32 = 4;

/// What decides what combos bring, each as far as it matters: from how many 2 2 2 takes; whether 3 4 5 takes from
/// players; the coins of the POT, up to [`MOST_POT`], and the player's own, up to [`MOST_OWN`]; how many of the others
/// have a coin; the coins of the second from whom is taken, up to 1, of the first, up to 2, and of the bank, up to
/// [`MOST_BANK`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Gains([u64; 8]);

/// The bits of the parts of [`Gains`].
const BITS: [u32; 8] = [2, 1, 6, 3, 3, 1, 2, 3];

impl Gains {
    /// The bits of [`Gains::number`].
    pub(super) const NUMBER_BITS: u32 = 21;

    /// Looks at the table where a turn has these choices.
    pub(super) fn new(view: &View<'_>, choices: &Choices) -> Gains {
        let Pair { first, second } = choices.fours;
        let (first, second) = (view.coins_of(first, 2), second.map_or(0, |second| view.coins_of(second, 1)));
        let bank = view.ask_up_to(BANK, MOST_BANK);
        let payers = view.ranking().take_while(|&other| view.coins_of(other, 1) > 0).count() as u32;
        let (own, pot) = (view.ask_up_to(COINS, MOST_OWN), view.ask_up_to(POT, MOST_POT));
        let players = (choices.run345 != Run345Choice::Bank).into();
        let twos = match choices.twos {
            TwosChoice::Bank => 0,
            TwosChoice::One(_) => 1,
            TwosChoice::Two(_) => 2,
        };
        Gains([twos, players, pot, own, payers, second, first, bank].map(u64::from))
    }

    /// A number below 2^[`Gains::NUMBER_BITS`].
    pub(super) fn number(self) -> u64 {
        pack(self.0, BITS)
    }

    /// The gains of a number's lowest bits.
    pub(super) fn of_number(number: u64) -> Gains {
        Gains(unpack(number, BITS))
    }

    /// Coins in the POT, up to [`MOST_POT`].
    pub(super) fn pot(self) -> u32 {
        self.0[2] as u32
    }

    /// What a combo brings the roller at a table of `seats`, the coin paid for a reroll (`paid`: 0 or 1) not counted;
    /// less than 0 for 1 1 1.
    pub(super) fn gain(self, combo: Combo, paid: u32, seats: usize) -> i32 {
        let [twos, players, pot, own, payers, second, first, bank] = self.0.map(|part| part as u32);
        let (one, two) = (first.min(1), first.min(1) + second);
        let gain = match combo {
            Combo::None => 0,
            Combo::Run123 | Combo::Run234 | Combo::FourTwoZero => bank.min(1),
            Combo::Run345 if players == 1 => two,
            Combo::Run345 => bank.min(2),
            Combo::Pot => bank.min(2) + payers + pot + paid,
            Combo::Ones => return -(own.saturating_sub(paid).min(3) as i32),
            Combo::Twos => [bank.min(1), first, two, two][twos as usize & 3],
            Combo::Threes => bank.min(2) + one,
            Combo::Fours => bank.min(2) + two,
            Combo::Fives if seats == 2 && bank >= 5 => 4,
            Combo::Fives => bank.min(3),
        };
        gain as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of parts in the order of their meaning, the bank's coins first.
    fn of_parts(mut parts: [u64; 8]) -> Gains {
        parts.reverse();
        Gains(parts)
    }

    const RICH: [u64; 8] = [5, 2, 1, 4, 4, 7, 1, 1];

    fn gain(parts: [u64; 8], combo: Combo, paid: u32, seats: usize) -> i32 {
        of_parts(parts).gain(combo, paid, seats)
    }

    #[test]
    fn a_number_stands_for_its_gains() {
        assert_eq!(BITS.iter().sum::<u32>(), Gains::NUMBER_BITS);
        for parts in [RICH, [5, 2, 0, 4, 3, 63, 0, 2]] {
            let gains = of_parts(parts);
            assert!(gains.number() < 1 << Gains::NUMBER_BITS);
            assert_eq!(Gains::of_number(gains.number()), gains);
        }
    }

    /// The combo table of the rules with coins everywhere, and with none.
    #[test]
    fn gains_are_what_the_rules_pay() {
        let gains = |parts, seats| Combo::ALL.map(|combo| gain(parts, combo, 0, seats));
        assert_eq!(gains(RICH, 5), [0, 1, 1, 2, 13, -3, 2, 3, 4, 3, 1]);
        assert_eq!(gains([5, 2, 1, 4, 4, 7, 0, 0], 5), [0, 1, 1, 2, 13, -3, 1, 3, 4, 3, 1], "from the bank");
        assert_eq!(gains([5, 2, 0, 1, 4, 7, 1, 2], 2), [0, 1, 1, 1, 10, -3, 1, 3, 3, 4, 1], "two players");
        assert_eq!(gains([0, 0, 0, 0, 0, 0, 1, 1], 3), [0; 11], "nobody has anything");
        assert_eq!(gain(RICH, Combo::Pot, 1, 5), 14, "the coin paid is in the POT");
        assert_eq!(gain([5, 2, 1, 4, 3, 7, 1, 1], Combo::Ones, 1, 5), -2, "the coin paid is gone");
    }
}
