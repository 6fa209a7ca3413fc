//! A position of POT from the options of the command.
//!
//! Owns what can be left out, what is taken in its place, and what no position can be. Coins are conserved (P16), so the bank
//! has all that nobody else has.

use super::super::args::AdviseArgs;
use super::super::problems::Problems;
use crate::games::pot::{Combo, Control, DICE, GameEnd, Holdings, Pot, Reroll, Rules, State, Throw, Without};
use crate::games::{BuiltIn, Seat};
use crate::options::settings;
use crate::registry::game;
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::numbers::{counted, small};

/// The options that say where a game of POT stands.
const OPTIONS: [&str; 5] = ["--coins", "--pot", "--best", "--dice", "--rolls-left"];
/// The letters of the dice, in their order.
const LETTERS: [&str; DICE] = ["p", "o", "t"];
/// The highest sum of three dice.
const MOST_SUM: u32 = 15;

/// The dice that lie before the seat that asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    /// What they show.
    pub(super) dice: Throw,
    /// The reroll that comes next.
    pub(super) next: Reroll,
}

/// Where a game stands, and what was taken for granted.
pub(super) struct Position {
    pub(super) game: Pot,
    pub(super) state: State,
    pub(super) seat: Seat,
    pub(super) shown: Option<Shown>,
    /// What nobody said, in sentences.
    pub(super) assumed: Vec<String>,
}

/// Reads the position.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn position(args: &AdviseArgs) -> Result<Position, Failure> {
    let mut reader = Reader { args, problems: Problems::default(), assumed: Vec::new() };
    reader.problems.foreign(&args.position.others_than(&OPTIONS), Pot::TITLE, &OPTIONS);
    let players = reader.players()?;
    let game: Pot = settings::set_up_as(players, &args.rules)?;
    let seat = reader.problems.seat("--seat", args.seat, players);
    let coins = reader.coins(&game, players);
    let pot = reader.pot(&game);
    let control = reader.control(game.rules(), players, seat);
    let shown = reader.shown(&game, coins.get(seat).copied().unwrap_or(0));
    let bank = reader.bank(&game, &coins, pot);
    let goal_held = game.rules().end == GameEnd::Held && coins.iter().any(|&coins| coins >= game.rules().goal);
    if goal_held {
        reader.assumed.push("Somebody holds the goal, so the game ends with this round.".to_owned());
    }
    let Reader { problems, assumed, .. } = reader;
    let bank = problems.finish(bank)?;
    let state = State::before_turn(Holdings::of(&coins, bank, pot), control, goal_held, Seat(seat as u8));
    Ok(Position { game, state, seat: Seat(seat as u8), shown, assumed })
}

struct Reader<'a> {
    args: &'a AdviseArgs,
    problems: Problems,
    assumed: Vec<String>,
}

impl Reader<'_> {
    fn players(&mut self) -> Result<usize, Failure> {
        let Some(pot) = game(Pot::NAME) else { return refuse(settings::missing_game()) };
        let coins = self.args.position.coins.as_ref().map(|coins| coins.len() as u64);
        if self.args.players.is_none() && coins.is_none() {
            self.assumed.push(format!("There are {} players (--players).", pot.default_seats()));
        }
        settings::players(pot, self.args.players.or(coins), 0, "")
    }

    fn coins(&mut self, game: &Pot, players: usize) -> Vec<u32> {
        let start = game.rules().start;
        let Some(typed) = &self.args.position.coins else {
            self.assumed.push(format!("Each seat has {} (--coins).", counted(start.into(), "coin")));
            return vec![start; players];
        };
        let mut coins = self.problems.numbers("--coins", typed, game.rules().coins, "coin");
        if coins.len() != players {
            let given = counted(coins.len() as u64, "number");
            self.problems.add("--coins", format!("{given} for {players} players (--players); give one for each seat"));
            coins.resize(players, start);
        }
        coins
    }

    fn pot(&mut self, game: &Pot) -> u32 {
        match self.args.position.pot {
            Some(pot) => self.problems.number("--pot", pot, &(0..=game.rules().coins), "coin"),
            None => {
                let stake = game.rules().stake;
                self.assumed.push(format!("The POT has {} (--pot).", counted(stake.into(), "coin")));
                stake
            }
        }
    }

    /// What is left of all coins.
    fn bank(&mut self, game: &Pot, coins: &[u32], pot: u32) -> Option<u32> {
        let (all, held) = (game.rules().coins, coins.iter().sum::<u32>() + pot);
        let bank = all.checked_sub(held);
        if bank.is_none() {
            let held = counted(held.into(), "coin");
            self.problems
                .add("--coins", format!("{held} with those in the POT; the game has {all}; lower --coins or --pot"));
        }
        bank
    }

    /// The score to beat: `SUM` or `SUM:SEAT`.
    fn control(&mut self, rules: &Rules, players: usize, seat: usize) -> Option<Control> {
        let Some(text) = &self.args.position.best else {
            self.assumed.push("Nobody is in control of the POT, so any sum takes it (--best).".to_owned());
            return None;
        };
        let (sum, holder) = text.split_once(':').map_or((text.as_str(), None), |(sum, holder)| (sum, Some(holder)));
        let form = "must be SUM or SUM:SEAT, for example 9 or 9:1";
        let (Ok(sum), Ok(holder)) = (small(sum), holder.map(small).transpose()) else {
            self.problems.add("--best", format!("'{text}' {form}"));
            return None;
        };
        // Three letters are a P O T, which ends the round.
        let least = u32::from(rules.without != Without::Combo(Combo::Pot));
        let score = self.problems.number("--best", sum, &(least..=MOST_SUM), "point") as u8;
        let holder = match holder {
            Some(holder) => self.problems.seat("--best", holder, players),
            None => {
                let before = (seat + players - 1) % players;
                self.assumed.push(format!("Seat {} is in control of the POT (--best SUM:SEAT).", before + 1));
                before
            }
        };
        if holder == seat {
            let seat = seat + 1;
            self.problems
                .add("--best", format!("seat {seat} is on turn (--seat) and would have won the round; name another"));
        }
        Some(Control { seat: Seat(holder as u8), score })
    }

    fn shown(&mut self, game: &Pot, coins: u32) -> Option<Shown> {
        let Some(typed) = &self.args.position.dice else {
            if self.args.position.rolls_left.is_some() {
                self.problems.add("--rolls-left", "nothing has been rolled; give the dice shown with --dice");
            }
            return None;
        };
        let is_paid = coins > 0 && game.rules().without != Without::PaidReroll;
        let rerolls = 1 + u32::from(is_paid);
        let left = match self.args.position.rolls_left {
            // Of two, one cannot be paid for by a seat without coins.
            Some(left) => self.problems.number("--rolls-left", left, &(1..=2), "reroll").min(rerolls),
            None => {
                self.assumed.push(format!("{} left (--rolls-left).", counted(rerolls.into(), "reroll")));
                rerolls
            }
        };
        let dice = self.throw(typed)?;
        if dice.ends_turn(game.rules().combos()) {
            self.problems.add("--dice", format!("{dice} ends the turn; there is nothing to reroll"));
        }
        Some(Shown { dice, next: if left == rerolls { Reroll::Free } else { Reroll::Paid } })
    }

    /// The dice in the order of their letters.
    fn throw(&mut self, typed: &[String]) -> Option<Throw> {
        let face = |(die, text): (usize, &String)| match text.trim().to_lowercase().as_str() {
            "0" => Some(0),
            letter if LETTERS.get(die) == Some(&letter) => Some(0),
            number => number.parse().ok().filter(|face| (1..=5).contains(face)),
        };
        let faces: Option<Vec<u8>> = typed.iter().enumerate().map(face).collect();
        let faces = faces.and_then(|faces| <[u8; DICE]>::try_from(faces).ok());
        if faces.is_none() {
            let typed = typed.join(",");
            let form = "must be the three dice in the order of the letters P, O, T, each 1 to 5 or its letter: 4,o,2";
            self.problems.add("--dice", format!("'{typed}' {form}"));
        }
        faces.map(Throw::new)
    }
}
