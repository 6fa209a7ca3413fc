//! What combos bring at this moment, and from whom it is best to take.
//!
//! Owns the greedy choices that all strategies but the references and `random` make: most coins now, from the richest
//! of the others where that is as much, to the poorest. So those strategies differ by their rerolls alone.

use analyze::games::pot::{BANK, COINS, Choices, Combo, Other, POT, Pair, Run345Choice, TwosChoice, View};

/// The most coins of the POT that a plan tells apart: a POT of more counts as this.
const MOST_POT: u32 = 63;
/// The most of the bank's coins that a combo can bring.
const MOST_BANK: u32 = 5;
/// The most of the player's own coins that a turn can cost: one for a reroll, three for 1 1 1.
const MOST_OWN: u32 = 4;

/// The choices that bring most coins now.
pub(super) fn greedy(view: &View<'_>) -> Choices {
    let ranking: Vec<Other> = view.ranking().collect();
    let richest = view.coins_of(ranking[0], 2);
    let second = ranking.get(1).map_or(0, |&second| view.coins_of(second, 1));
    choices(&ranking, richest, richest.min(1) + second, view.ask_up_to(BANK, 2))
}

/// The choices, given the others by coins, the coins of the richest (up to 2 count), how many have a coin and what the
/// bank has (up to 2 count).
fn choices(ranking: &[Other], richest: u32, payers: u32, bank: u32) -> Choices {
    let rich = Pair { first: ranking[0], second: ranking.get(1).copied() };
    let mut poorest = ranking.iter().rev().copied();
    let poor = Pair { first: poorest.next().unwrap_or(rich.first), second: poorest.next() };
    let (one, two) = (richest.min(2), payers.min(2));
    let run345 = if two >= bank.min(2) { Run345Choice::Others(rich) } else { Run345Choice::Bank };
    let twos = match bank.min(1) {
        bank if one >= two.max(bank) => TwosChoice::One(rich.first),
        bank if two >= bank => TwosChoice::Two(rich),
        _ => TwosChoice::Bank,
    };
    Choices { run345, twos, threes: rich.first, fours: rich, fives: poor }
}

/// The coins that decide what combos bring, each as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Situation {
    /// Up to [`MOST_BANK`].
    bank: u32,
    /// Those of the richest of the others, up to 2.
    richest: u32,
    /// How many of the others have a coin.
    payers: u32,
    /// The player's own, up to [`MOST_OWN`].
    own: u32,
    /// In the POT, up to [`MOST_POT`].
    pub(super) pot: u32,
}

/// A number of so many bits among the digits of another.
const BITS: [u32; 5] = [3, 2, 3, 3, 6];

impl Situation {
    /// The bits of [`Situation::number`].
    pub(super) const NUMBER_BITS: u32 = 17;

    /// Looks at the table; with the situation the choices that bring most coins in it.
    pub(super) fn new(view: &View<'_>) -> (Situation, Choices) {
        let ranking: Vec<Other> = view.ranking().collect();
        let richest = view.coins_of(ranking[0], 2);
        let others = ranking[1..].iter().take_while(|&&other| view.coins_of(other, 1) > 0).count() as u32;
        let payers = if richest > 0 { 1 + others } else { 0 };
        let bank = view.ask_up_to(BANK, MOST_BANK);
        let situation = Situation {
            bank,
            richest,
            payers,
            own: view.ask_up_to(COINS, MOST_OWN),
            pot: view.ask_up_to(POT, MOST_POT),
        };
        (situation, choices(&ranking, richest, payers, bank))
    }

    /// The situation as a number below 2^[`Situation::NUMBER_BITS`].
    pub(super) fn number(self) -> u64 {
        let Situation { bank, richest, payers, own, pot } = self;
        let digits = [bank, richest, payers, own, pot];
        digits.into_iter().zip(BITS).fold(0, |number, (digit, bits)| number << bits | u64::from(digit))
    }

    /// The situation of a number; any number is one.
    pub(super) fn of_number(mut number: u64) -> Situation {
        let mut digits = [0; 5];
        for (digit, bits) in digits.iter_mut().zip(BITS).rev() {
            *digit = (number & ((1 << bits) - 1)) as u32;
            number >>= bits;
        }
        let [bank, richest, payers, own, pot] = digits;
        Situation { bank, richest, payers, own, pot }
    }

    /// What a combo brings the roller at a table of `seats` with the greedy choices, the coin paid for a reroll
    /// (`paid`: 0 or 1) not counted; less than 0 for 1 1 1.
    pub(super) fn gain(self, combo: Combo, paid: u32, seats: usize) -> i32 {
        let Situation { bank, richest, payers, own, pot } = self;
        let (one, two) = (payers.min(1), payers.min(2));
        let gain = match combo {
            Combo::None => 0,
            Combo::Run123 | Combo::Run234 | Combo::FourTwoZero => bank.min(1),
            Combo::Run345 => two.max(bank.min(2)),
            Combo::Pot => bank.min(2) + payers + pot + paid,
            Combo::Ones => return -(own.saturating_sub(paid).min(3) as i32),
            Combo::Twos => richest.min(2).max(two).max(bank.min(1)),
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

    #[test]
    fn a_number_stands_for_its_situation() {
        assert_eq!(BITS.iter().sum::<u32>(), Situation::NUMBER_BITS);
        let situation = Situation { bank: 5, richest: 2, payers: 4, own: 3, pot: 63 };
        assert!(situation.number() < 1 << Situation::NUMBER_BITS);
        assert_eq!(Situation::of_number(situation.number()), situation);
    }

    /// The combo table of the rules with coins everywhere, and with none.
    #[test]
    fn gains_are_what_the_rules_pay() {
        let gains = |situation: Situation, seats| Combo::ALL.map(|combo| situation.gain(combo, 0, seats));
        let rich = Situation { bank: 5, richest: 2, payers: 4, own: 4, pot: 7 };
        assert_eq!(gains(rich, 5), [0, 1, 1, 2, 13, -3, 2, 3, 4, 3, 1]);
        let two = Situation { payers: 1, ..rich };
        assert_eq!(gains(two, 2), [0, 1, 1, 2, 10, -3, 2, 3, 3, 4, 1]);
        let none = Situation { bank: 0, richest: 0, payers: 0, own: 0, pot: 0 };
        assert_eq!(gains(none, 3), [0; 11]);
        assert_eq!(rich.gain(Combo::Pot, 1, 5), 14, "the coin paid is in the POT");
        assert_eq!(Situation { own: 3, ..rich }.gain(Combo::Ones, 1, 5), -2, "the coin paid is gone");
    }

    #[test]
    fn coins_are_taken_where_they_are() {
        let ranking = [3, 1, 2].map(Other::clockwise);
        let rich = Pair { first: ranking[0], second: Some(ranking[1]) };
        let all = choices(&ranking, 2, 3, 2);
        assert_eq!((all.run345, all.twos), (Run345Choice::Others(rich), TwosChoice::One(ranking[0])));
        assert_eq!(all.fives, Pair { first: ranking[2], second: Some(ranking[1]) }, "the poorest are given coins");
        let one_each = choices(&ranking, 1, 2, 2);
        assert_eq!((one_each.run345, one_each.twos), (Run345Choice::Others(rich), TwosChoice::Two(rich)));
        let broke = choices(&ranking, 0, 0, 2);
        assert_eq!((broke.run345, broke.twos), (Run345Choice::Bank, TwosChoice::Bank));
        assert!([all, one_each, broke].iter().all(|choices| choices.legal(4).is_ok()));
    }
}
