//! What a player decides about the payments of combos (P12–P14).
//!
//! Owns the choices, which are the same for every turn of a plan, and whether they are legal.

use std::num::NonZeroU8;

/// Another player: so many seats clockwise of the roller, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Other(NonZeroU8);

impl Other {
    /// The next player clockwise.
    pub const NEXT: Other = Other::clockwise(1);

    /// The player so many seats clockwise.
    ///
    /// # Panics
    /// If that is the roller itself.
    pub const fn clockwise(steps: u8) -> Other {
        assert!(steps > 0, "the roller is no other player");
        Other(NonZeroU8::MIN.saturating_add(steps - 1))
    }

    /// How many seats clockwise.
    #[inline]
    pub const fn steps(self) -> u8 {
        self.0.get()
    }
}

/// Two other players, one after the other: with two players at the table there is no second (P13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The first.
    pub first: Other,
    /// The second, another one; `None` exactly at a table of two.
    pub second: Option<Other>,
}

impl Pair {
    /// The next two players clockwise at a table of `seats`.
    pub const fn next(seats: usize) -> Pair {
        Pair { first: Other::NEXT, second: if seats > 2 { Some(Other::clockwise(2)) } else { None } }
    }
}

/// What 3 4 5 pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Run345Choice {
    /// 2 from the bank.
    Bank,
    /// 1 from each of two other players.
    Others(Pair),
}

/// What 2 2 2 pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TwosChoice {
    /// 1 from the bank.
    Bank,
    /// 2 from one other player.
    One(Other),
    /// 1 from each of two other players.
    Two(Pair),
}

/// From whom coins are taken, and who is given some, should a combo come up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choices {
    /// What 3 4 5 pays.
    pub run345: Run345Choice,
    /// What 2 2 2 pays.
    pub twos: TwosChoice,
    /// Who pays 1 for 3 3 3.
    pub threes: Other,
    /// Who pays 1 each for 4 4 4.
    pub fours: Pair,
    /// Who receives 1 each of 5 5 5, in this order.
    pub fives: Pair,
}

impl Choices {
    /// Those of the reference strategies at a table of `seats`: the next one or two players clockwise, and the bank
    /// wherever there is a choice.
    pub const fn next(seats: usize) -> Choices {
        let pair = Pair::next(seats);
        Choices { run345: Run345Choice::Bank, twos: TwosChoice::Bank, threes: Other::NEXT, fours: pair, fives: pair }
    }

    /// These choices, if they are legal at a table of `seats`.
    ///
    /// # Errors
    /// The first choice that is not.
    pub fn legal(self, seats: usize) -> Result<LegalChoices, IllegalChoice> {
        let check = |is_legal, combo, other| if is_legal { Ok(()) } else { Err(IllegalChoice { combo, other }) };
        let one = |combo, other: Other| check(usize::from(other.steps()) < seats, combo, other);
        let two = |combo, Pair { first, second }: Pair| {
            let second = second.unwrap_or(first);
            one(combo, first)?;
            one(combo, second)?;
            check((second != first) == (seats > 2), combo, second)
        };
        match self.run345 {
            Run345Choice::Bank => {}
            Run345Choice::Others(pair) => two("3 4 5", pair)?,
        }
        match self.twos {
            TwosChoice::Bank => {}
            TwosChoice::One(other) => one("2 2 2", other)?,
            TwosChoice::Two(pair) => two("2 2 2", pair)?,
        }
        one("3 3 3", self.threes)?;
        two("4 4 4", self.fours)?;
        two("5 5 5", self.fives)?;
        Ok(LegalChoices(self))
    }
}

/// Choices that were found to be legal at the table where they are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LegalChoices(Choices);

impl LegalChoices {
    /// All that there are at a table of two: whether the bank pays, for 2 2 2 and for 3 4 5, or the other player.
    pub const OF_TWO: [LegalChoices; 6] = {
        let (next, pair) = (Choices::next(2), Pair::next(2));
        let twos = [TwosChoice::Bank, TwosChoice::One(Other::NEXT), TwosChoice::Two(pair)];
        let mut all = [LegalChoices(next); 6];
        let mut at = 0;
        while at < all.len() {
            all[at].0.twos = twos[at % twos.len()];
            if at >= twos.len() {
                all[at].0.run345 = Run345Choice::Others(pair);
            }
            at += 1;
        }
        all
    };

    /// The choices.
    #[inline]
    pub fn get(self) -> Choices {
        self.0
    }
}

/// A choice of a player that is not there, or of one player twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the player {} seats clockwise for {combo}", other.steps())]
pub struct IllegalChoice {
    combo: &'static str,
    other: Other,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_must_be_there_and_different() {
        for seats in 2..=5 {
            assert!(Choices::next(seats).legal(seats).is_ok());
        }
        assert!(Choices::next(3).legal(2).is_err(), "there is no second other player");
        assert!(Choices::next(2).legal(3).is_err(), "there is a second other player");
        let next = Choices::next(4);
        let same = Pair { first: Other::clockwise(2), second: Some(Other::clockwise(2)) };
        let far = Pair { first: Other::clockwise(1), second: Some(Other::clockwise(4)) };
        for pair in [same, far] {
            for choices in [
                Choices { fours: pair, ..next },
                Choices { fives: pair, ..next },
                Choices { run345: Run345Choice::Others(pair), ..next },
                Choices { twos: TwosChoice::Two(pair), ..next },
            ] {
                assert!(choices.legal(4).is_err(), "{choices:?}");
            }
        }
        assert!(Choices { threes: Other::clockwise(4), ..next }.legal(4).is_err());
        assert!(Choices { twos: TwosChoice::One(Other::clockwise(4)), ..next }.legal(4).is_err());
        assert!(Choices { twos: TwosChoice::One(Other::clockwise(3)), ..next }.legal(4).is_ok());
    }
}
