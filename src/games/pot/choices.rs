//! What a player decides about the payments of combos (P12–P14).
//!
//! Owns the choices, which are the same for every turn of a plan, and whether they are legal.

/// Another player: so many seats clockwise of the roller, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Other(u8);

impl Other {
    /// The next player clockwise.
    pub const NEXT: Other = Other(1);

    /// The player so many seats clockwise.
    ///
    /// # Panics
    /// If that is the roller itself.
    pub const fn clockwise(steps: u8) -> Other {
        assert!(steps > 0, "the roller is no other player");
        Other(steps)
    }

    /// How many seats clockwise.
    #[inline]
    pub const fn steps(self) -> u8 {
        self.0
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
        Pair { first: Other::NEXT, second: if seats > 2 { Some(Other(2)) } else { None } }
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
        self.illegal(seats).map_or_else(|| Ok(LegalChoices::pack(&self)), Err)
    }

    /// The first choice that is not legal at a table of `seats`; `None` if all are.
    fn illegal(&self, seats: usize) -> Option<IllegalChoice> {
        let one = |combo, other: Other| (usize::from(other.0) >= seats).then_some(IllegalChoice { combo, other });
        let two = |combo, pair: Pair| {
            let second = pair.second.unwrap_or(pair.first);
            let two_of_them = pair.second.is_some_and(|second| second != pair.first);
            one(combo, pair.first)
                .or_else(|| one(combo, second))
                .or_else(|| (two_of_them != (seats > 2)).then_some(IllegalChoice { combo, other: second }))
        };
        let run345 = match self.run345 {
            Run345Choice::Bank => None,
            Run345Choice::Others(pair) => two("3 4 5", pair),
        };
        let twos = match self.twos {
            TwosChoice::Bank => None,
            TwosChoice::One(other) => one("2 2 2", other),
            TwosChoice::Two(pair) => two("2 2 2", pair),
        };
        run345
            .or(twos)
            .or_else(|| one("3 3 3", self.threes))
            .or_else(|| two("4 4 4", self.fours))
            .or_else(|| two("5 5 5", self.fives))
    }
}

/// Choices that were found to be legal at the table where they are made, in one word, because an engine copies them in
/// every turn and few turns need them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LegalChoices(u32);

/// Bits for how many seats clockwise another player sits; 0 is none.
const STEPS: u32 = 3;

impl LegalChoices {
    /// From the lowest bit: two players for each of 5 5 5 and 4 4 4, one for 3 3 3, up to two for 2 2 2 and 3 4 5, none
    /// of them for the bank, and a bit that is set if 2 2 2 takes 2 from one.
    fn pack(choices: &Choices) -> LegalChoices {
        let (run345, (twos, one)) = (
            match choices.run345 {
                Run345Choice::Bank => 0,
                Run345Choice::Others(pair) => pair.pack(),
            },
            match choices.twos {
                TwosChoice::Bank => (0, 0),
                TwosChoice::One(other) => (u32::from(other.0), 1),
                TwosChoice::Two(pair) => (pair.pack(), 0),
            },
        );
        let pairs = [run345, twos, u32::from(choices.threes.0), choices.fours.pack(), choices.fives.pack()];
        LegalChoices(pairs.into_iter().fold(one, |word, pair| word << (2 * STEPS) | pair))
    }

    /// The choices.
    pub fn get(self) -> Choices {
        let part = |place: u32| self.0 >> (2 * STEPS * place) & ((1 << (2 * STEPS)) - 1);
        Choices {
            fives: Pair::unpack(part(0)),
            fours: Pair::unpack(part(1)),
            threes: Pair::unpack(part(2)).first,
            twos: match (part(3), part(5)) {
                (0, _) => TwosChoice::Bank,
                (pair, 0) => TwosChoice::Two(Pair::unpack(pair)),
                (other, _) => TwosChoice::One(Pair::unpack(other).first),
            },
            run345: match part(4) {
                0 => Run345Choice::Bank,
                pair => Run345Choice::Others(Pair::unpack(pair)),
            },
        }
    }
}

impl Pair {
    fn pack(self) -> u32 {
        u32::from(self.first.0) | self.second.map_or(0, |second| u32::from(second.0)) << STEPS
    }

    fn unpack(pair: u32) -> Pair {
        let steps = |bits: u32| (bits & ((1 << STEPS) - 1)) as u8;
        let second = steps(pair >> STEPS);
        Pair { first: Other(steps(pair)), second: (second > 0).then_some(Other(second)) }
    }
}

/// A choice of a player that is not there, or of one player twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the player {} seats clockwise for {combo}", other.0)]
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
            assert_eq!(Choices::next(seats).illegal(seats), None);
        }
        assert!(Choices::next(3).illegal(2).is_some(), "there is no second other player");
        assert!(Choices::next(2).illegal(3).is_some(), "there is a second other player");
        let next = Choices::next(4);
        let same = Pair { first: Other(2), second: Some(Other(2)) };
        let far = Pair { first: Other(1), second: Some(Other(4)) };
        for pair in [same, far] {
            for choices in [
                Choices { fours: pair, ..next },
                Choices { fives: pair, ..next },
                Choices { run345: Run345Choice::Others(pair), ..next },
                Choices { twos: TwosChoice::Two(pair), ..next },
            ] {
                assert!(choices.illegal(4).is_some(), "{choices:?}");
            }
        }
        assert!(Choices { threes: Other(4), ..next }.illegal(4).is_some());
        assert!(Choices { twos: TwosChoice::One(Other(4)), ..next }.illegal(4).is_some());
        assert_eq!(Choices { twos: TwosChoice::One(Other(3)), ..next }.illegal(4), None);
    }

    /// Every choice of every table goes through its word and comes back.
    #[test]
    fn legal_choices_come_back_from_their_word() {
        for seats in 2..=5u8 {
            let others = || (1..seats).map(Other);
            let pairs: Vec<Pair> = others()
                .flat_map(|first| others().map(move |second| (first, second)))
                .map(|(first, second)| Pair { first, second: (seats > 2).then_some(second) })
                .filter(|pair| pair.second != Some(pair.first))
                .collect();
            let run345 = pairs.iter().map(|&pair| Run345Choice::Others(pair)).chain([Run345Choice::Bank]);
            let twos = pairs.iter().map(|&pair| TwosChoice::Two(pair)).chain(others().map(TwosChoice::One));
            let all = run345.zip(twos.chain([TwosChoice::Bank]).cycle()).zip(others().cycle()).zip(&pairs);
            for (((run345, twos), threes), &fives) in all {
                for &fours in &pairs {
                    let choices = Choices { run345, twos, threes, fours, fives };
                    assert_eq!(choices.legal(seats.into()).unwrap().get(), choices);
                }
            }
            let bank = Choices::next(seats.into());
            assert_eq!(bank.legal(seats.into()).unwrap().get(), bank);
        }
    }
}
