//! Games of a real table: the dice, the results and the payments that a record says.
//!
//! Owns what the parts of a record mean in POT, and which of them the rules forbid.

use super::choices::{Choices, LegalChoices, Other, Pair, Run345Choice, TwosChoice};
use super::dice::{Combo, DICE, DiceSet, Throw};
use super::state::{Rerolled, TurnResult};
use super::turn::{Begun, Watch, obligatory};
use super::{Player, Pot, View};
use crate::dice::{FACES, Face};
use crate::games::Game as _;
use crate::games::declaration::PolicyId;
use crate::games::recorded::{self, Untold};
use crate::games::turns::{Refused, TurnGame, Turns};

/// The letters of the dice, in their order.
const LETTERS: [&str; DICE] = ["P", "O", "T"];

/// Turns as a record tells them: die by die, or by their last dice.
#[derive(Clone, Debug, Default)]
pub(super) struct ToldTurns {
    /// What the record says of the payment of the turn, such as `from 2`, and how many other players it names.
    payment: Option<(String, usize)>,
    /// How many others are a pair: one at a table of two.
    pair: usize,
}

impl Turns<Pot> for ToldTurns {
    fn decide(&mut self, player: Player<'_>, view: &View<'_>) -> Result<(LegalChoices, PolicyId), Refused> {
        let (seat, round) = view.situation.place();
        recorded::turn(seat, round + 1, false)?;
        let (choices, plan) = Pot::ask(player, view)?;
        self.payment = None;
        let Some((word, others)) = recorded::said_later(&["from", "to"]) else { return Ok((choices, plan)) };
        let seats = view.situation.game().seats();
        self.pair = (seats - 1).min(2);
        let payer = others_of(&others, (seat.index(), seats))?;
        let wrong = |error| recorded::wrong(format!("'{word} {others}': {error}"));
        if payer.len() > 2 || (payer.len() == 2 && payer[0] == payer[1]) {
            return Err(wrong("name one or two different other players, or the bank".to_owned()).into());
        }
        self.payment = Some((format!("{word} {others}"), payer.len()));
        let chosen = with_payment(choices.get(), &payer, seats)
            .and_then(|choices| choices.legal(seats).map_err(|illegal| illegal.to_string()));
        Ok((chosen.map_err(wrong)?, plan))
    }

    fn play(&mut self, turn: &Begun<'_>, plan: PolicyId, watch: &mut (dyn Watch + '_)) -> Result<TurnResult, Refused> {
        if let Some(words) = recorded::came_to() {
            let result = result(&words, turn)?;
            self.check(result.combo)?;
            return Ok(result);
        }
        let mut stopped = None;
        let throw = |shown: Throw, dice: DiceSet| {
            fell(shown, dice).unwrap_or_else(|untold| {
                stopped = Some(untold);
                Throw::POT
            })
        };
        let rolled = turn.roll(plan, throw, watch);
        if let Some(untold) = stopped {
            return Err(untold.into());
        }
        let rolled = rolled?;
        recorded::only("stop");
        self.check(rolled.combo)?;
        Ok(rolled)
    }
}

impl ToldTurns {
    /// Whether the combo is paid as the record says (P12 to P14).
    fn check(&self, combo: Combo) -> Result<(), Untold> {
        let Some((said, others)) = &self.payment else { return Ok(()) };
        let pair = self.pair;
        let (is_right, form) = match combo {
            Combo::Run345 => {
                (said.starts_with("from") && (*others == 0 || *others == pair), "from bank, or from two others")
            }
            Combo::Twos => (said.starts_with("from"), "from bank, from one other, or from two"),
            Combo::Threes => (said.starts_with("from") && *others == 1, "from one other player"),
            Combo::Fours => (said.starts_with("from") && *others == pair, "from two others"),
            Combo::Fives => (said.starts_with("to") && *others == pair, "to two others"),
            _ => (false, "nothing, because nobody else pays or is paid"),
        };
        match is_right {
            true => Ok(()),
            false => Err(recorded::wrong(format!("'{said}': with these dice, write {form}"))),
        }
    }
}

/// Other players by their seats, such as `2 3`; `bank` is none.
fn others_of(text: &str, (own, seats): (usize, usize)) -> Result<Vec<Other>, Untold> {
    let words = text.split_whitespace().filter(|word| !["seat", "seats", "and", "bank", "the"].contains(word));
    let other = |word: &str| match word.parse::<usize>() {
        Ok(seat) if (1..=seats).contains(&seat) && seat != own + 1 => {
            Ok(Other::clockwise(((seat - 1 + seats - own) % seats) as u8))
        }
        _ => Err(recorded::wrong(format!(
            "'{word}' is no other seat; there are {seats}, and seat {} is on turn",
            own + 1
        ))),
    };
    words.map(other).collect()
}

/// Choices by which these others pay, or are paid, whatever the combo is; nobody is the bank.
fn with_payment(choices: Choices, others: &[Other], seats: usize) -> Result<Choices, String> {
    match *others {
        [] => Ok(Choices { run345: Run345Choice::Bank, twos: TwosChoice::Bank, ..choices }),
        [one] => {
            // At a table of two, the one other player is the whole pair.
            let pair = Pair { first: one, second: None };
            let of_two = Choices { run345: Run345Choice::Others(pair), fours: pair, fives: pair, ..choices };
            let choices = if seats == 2 { of_two } else { choices };
            Ok(Choices { twos: TwosChoice::One(one), threes: one, ..choices })
        }
        [first, second] => {
            let pair = Pair { first, second: Some(second) };
            Ok(Choices {
                run345: Run345Choice::Others(pair),
                twos: TwosChoice::Two(pair),
                fours: pair,
                fives: pair,
                ..choices
            })
        }
        _ => Err("a combo is paid by one or two other players, or by the bank".to_owned()),
    }
}

/// The face of a die, 0 to 2, by what it shows: a number, or its letter.
fn face(name: &str, die: usize) -> Option<Face> {
    match name.parse::<Face>() {
        Ok(number) => Some(number).filter(|number| (1..FACES as Face).contains(number)),
        Err(_) => name.eq_ignore_ascii_case(LETTERS[die]).then_some(0),
    }
}

/// Dice that show these faces together. A number can be on any die, a letter on its own only; so which of several equal dice
/// was rerolled does not matter.
fn placed(names: &[String]) -> Result<Throw, Untold> {
    let is_number = |name: &&String| name.parse::<Face>().is_ok();
    let (mut faces, mut left) = ([0; DICE], vec![0, 1, 2]);
    for name in names.iter().filter(|name| !is_number(name)).chain(names.iter().filter(is_number)) {
        let Some(at) = (0..left.len()).find(|&at| face(name, left[at]).is_some()) else {
            let message = format!(
                "no die that was rolled shows '{name}'; each shows a number from 1 to 5 or its own letter, P, O or T"
            );
            return Err(recorded::wrong(message));
        };
        let die = left.remove(at);
        faces[die] = face(name, die).unwrap_or_default();
    }
    Ok(Throw::new(faces))
}

/// What all dice show after a roll of some of them.
fn fell(shown: Throw, dice: DiceSet) -> Result<Throw, Untold> {
    let mut names = recorded::fell(dice.len() as usize)?;
    let mut faces = shown.faces();
    // As they were rolled, if that can be.
    if dice.dice().zip(&names).all(|(die, name)| face(name, die).is_some()) {
        dice.dice().zip(&names).for_each(|(die, name)| faces[die] = face(name, die).unwrap_or_default());
        return Ok(Throw::new(faces));
    }
    let name = |die: usize| if faces[die] == 0 { LETTERS[die].to_owned() } else { faces[die].to_string() };
    names.extend(dice.others().dice().map(name));
    placed(&names)
}

/// A result by its last dice, such as `5 3 3`, with `paid` if a coin paid for the second reroll.
fn result(words: &[String], turn: &Begun<'_>) -> Result<TurnResult, Untold> {
    let (paid, dice): (Vec<String>, Vec<String>) = words.iter().cloned().partition(|word| word == "paid");
    if dice.len() != DICE || paid.len() > 1 {
        let found = words.join(" ");
        let message = format!("'{found}' is no result: write the last dice, such as = 5 3 3, or = 5 3 3 paid");
        return Err(recorded::wrong(message));
    }
    if !paid.is_empty() && !turn.can_pay {
        return Err(recorded::wrong("the player has no coin to pay for a reroll with".to_owned()));
    }
    let rerolled = if paid.is_empty() { Rerolled::Free } else { Rerolled::Paid };
    let shown = placed(&dice)?;
    let combo = shown.combo(turn.combos);
    let score = match combo {
        Combo::Ones | Combo::Pot => 0,
        Combo::Run123 => fell(shown, obligatory(shown))?.sum(),
        _ => shown.sum(),
    };
    Ok(TurnResult { combo, score, rerolled })
}
