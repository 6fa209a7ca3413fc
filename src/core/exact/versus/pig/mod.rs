//! Pig for two given strategies.
//!
//! Owns what a turn comes to in each position: the chances to lose it, to hold at each total, and to win. A position is who
//! is on turn, both scores and, if somebody looks at it, who sits where.

mod reply;

pub use reply::PigReply;

use super::chain::{Chain, Column, Limits, Progress, Row};
use super::{ExactFault, ExactShares};
use crate::exact::pig::MOST_SOLVED;
use crate::exact::tosses::{MOST_WAYS, block_of, every_fall};
use crate::games::declaration::{Declared, Language, ObservableIndex, Reads, Trace, Unlisted, index_of};
use crate::games::pig::{Pig, Situation, State, Strategy, View};
use crate::games::{Game, Seat};

const ROLLS: ObservableIndex = index_of::<Pig>("rolls", Language::Both);
const ROUND: ObservableIndex = index_of::<Pig>("round", Language::Both);
const SEAT: ObservableIndex = index_of::<Pig>("seat", Language::Both);
const SCORES: ObservableIndex = index_of::<Pig>("scores", Language::Both);

/// What is told apart because a strategy looks at it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Observed {
    seats: bool,
    rolls: bool,
}

/// A position before a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    /// Which strategy is on turn.
    mover: usize,
    /// Its seat.
    seat: usize,
    /// Its score and that of the other.
    scores: [u32; 2],
}

/// Two strategies at a table.
struct Players<'g> {
    game: &'g Pig,
    strategies: [&'g dyn Strategy; 2],
    names: [&'g str; 2],
    observed: Observed,
    /// What they have read.
    read: Reads,
}

/// What two strategies win against each other in Pig; `go_on` is told which part of the work is done, 0 to 1, and says
/// whether it goes on.
///
/// # Errors
/// Why that is not known.
pub fn exact_pig(
    game: &Pig,
    strategies: [&dyn Strategy; 2],
    names: [&str; 2],
    go_on: &dyn Fn(f64) -> bool,
) -> Result<ExactShares, ExactFault> {
    check(game)?;
    let progress = Progress::new(go_on);
    let mut players = Players::new(game, strategies, names);
    let limits = Limits { cap: game.rules().cap, score: game.highest_score() };
    loop {
        let starts = [0, 1].map(|mover| Position { mover, seat: players.seat(mover, mover), scores: [0; 2] });
        let (chain, found) = Chain::explore(starts, &names, &progress, |at, row| players.turn(at, row))?;
        let observed = players.seen();
        if observed != players.observed {
            players.observed = observed;
            continue;
        }
        // Scores only rise, so that those after a turn come before it.
        let mut order: Vec<u32> = (0..found.len() as u32).collect();
        order.sort_by_key(|&place| std::cmp::Reverse(found[place as usize].scores.iter().sum::<u32>()));
        let solved = chain.solve(&order, (&names, limits), &progress)?;
        return Ok(ExactShares::new(&solved, [Column::Rounds, Column::OtherRounds]));
    }
}

/// Refuses games that are not solved.
fn check(game: &Pig) -> Result<(), ExactFault> {
    if game.seats() != 2 {
        return Err(ExactFault::Players(game.seats()));
    }
    if game.rules().goal > MOST_SOLVED {
        return Err(ExactFault::Rule { rule: "goal", value: game.rules().goal, limit: MOST_SOLVED });
    }
    Ok(())
}

impl<'g> Players<'g> {
    /// Two strategies, of which nothing is known yet.
    fn new(game: &'g Pig, strategies: [&'g dyn Strategy; 2], names: [&'g str; 2]) -> Players<'g> {
        Players { game, strategies, names, observed: Observed::default(), read: Reads::default() }
    }

    /// What they have looked at.
    fn seen(&self) -> Observed {
        Observed { seats: self.read.has(SEAT) || self.read.has(SCORES), rolls: self.read.has(ROLLS) }
    }

    /// The seat of a strategy where `first` starts; as if it were that of its number if nobody looks.
    fn seat(&self, mover: usize, first: usize) -> usize {
        if self.observed.seats { mover ^ first } else { mover }
    }

    /// What a turn makes of a position. A seat has a turn a round, so the rounds are the turns of who starts.
    fn turn(&mut self, at: Position, row: &mut Row<Position>) -> Result<(), ExactFault> {
        row.add([Column::Rounds, Column::OtherRounds][at.mover], 1.0, 1.0);
        let [own, other] = at.scores;
        let after = |added: u32| Position { mover: 1 - at.mover, seat: 1 - at.seat, scores: [other, own + added] };
        let (rules, goal) = (*self.game.rules(), self.game.rules().goal);
        let (need, side) = ((goal - own) as usize, 1.0 / f64::from(rules.sides));
        // The chance to get there, by turn total and, if it is observed, how often the die was rolled.
        let rolls = if self.observed.rolls { need + 1 } else { 1 };
        let (mut reach, mut bust) = (vec![0.0; need * rolls], 0.0);
        reach[0] = 1.0;
        for place in 0..reach.len() {
            let (total, rolled) = ((place / rolls) as u32, (place % rolls) as u32);
            let chance = reach[place];
            if chance == 0.0 {
                continue;
            }
            let rolling = if total == 0 { chance } else { chance * self.chance_to_roll(at, total, rolled)? };
            if rolling < chance {
                row.leads_to(after(total), chance - rolling);
            }
            for number in 1..=rules.sides {
                let score = own + total + number;
                if number == rules.bust {
                    bust += rolling * side;
                } else if score >= goal {
                    row.ends(rolling * side, if at.mover == 0 { [score, other] } else { [other, score] });
                } else {
                    let next_rolls = if self.observed.rolls { rolled as usize + 1 } else { 0 };
                    reach[(total + number) as usize * rolls + next_rolls] += rolling * side;
                }
            }
        }
        row.leads_to(after(0), bust);
        Ok(())
    }

    /// The chance that the player on turn rolls again.
    fn chance_to_roll(&mut self, at: Position, total: u32, rolls: u32) -> Result<f64, ExactFault> {
        let mut scores = at.scores;
        scores.rotate_right(at.seat);
        let state = State::in_turn(&scores, Seat(at.seat as u8), total, rolls.max(1));
        let game = self.game;
        let situation = |block| Situation { game, state: &state, block };
        let (strategy, name) = (self.strategies[at.mover], self.names[at.mover]);
        let decisions = every_fall(|tosses| {
            let block = block_of(tosses, |toss, block| toss.answer::<Pig>(&situation(block)));
            let block = block.ok_or_else(|| coins(name))?;
            let trace = Trace::default();
            let rolls = strategy.rolls(&View::traced(situation(block), &trace));
            let (read, (_, unlisted)) = (trace.reads(), trace.take());
            self.read.note(&read);
            if read.has(ROUND) {
                return Err(reads::<Pig>(name, ROUND));
            }
            if read.has_uncounted_coins() || unlisted == Some(Unlisted::Coin) {
                return Err(coins(name));
            }
            let rolls = rolls.map_err(|no| ExactFault::Answer {
                strategy: name.to_owned(),
                returned: no.to_string(),
                place: format!("with {} to {} points and a turn total of {total}", at.scores[0], at.scores[1]),
                legal: "to roll again, or to hold".to_owned(),
            })?;
            Ok((rolls, read.tosses))
        })?;
        Ok(decisions.iter().map(|&(rolls, chance)| if rolls { chance } else { 0.0 }).sum())
    }
}

/// That a strategy tosses too many coins.
pub(super) fn coins(strategy: &str) -> ExactFault {
    ExactFault::Coins { strategy: strategy.to_owned(), limit: MOST_WAYS }
}

/// That a strategy reads what positions do not hold.
pub(super) fn reads<G: Declared>(strategy: &str, index: ObservableIndex) -> ExactFault {
    let reads = G::OBSERVABLES[usize::from(index.0)].name.to_owned();
    ExactFault::Reads { strategy: strategy.to_owned(), reads }
}
