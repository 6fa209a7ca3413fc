//! POT for two, solved: what every position is worth that a game can reach, and how it is best played.
//!
//! Owns the answer for two players who both play best ([`GameValues`]). Against a given strategy the same positions are
//! solved in [`versus`](crate::exact::versus), where one of the players is the strategy. The limit of turns (P17) is left
//! out: players who want to win are never near it.
//!
//! A player who loses the POT loses it to the other one, who then starts the next round. So the values of results are win
//! shares of positions, not coins. Value iteration finds them: sweeps over all positions, until no value changes any more
//! (Bellman, Dynamic Programming, 1957).
//!
//! | file | owns |
//! |---|---|
//! | `classes` | the best rerolls of a turn, by throws that are alike |
//! | `results`, `links` | the distinct results, and where each leads |
//! | `graph` | finding the positions |
//! | `solve` | going over them |

mod classes;
mod graph;
mod links;
mod results;
mod solve;

pub(in crate::exact) use classes::Classes;
pub(in crate::exact) use graph::{Chance, Follows, Plays, Table, Tag};
pub(in crate::exact) use results::{Of, RUN_SCORES, SCORES, WAYS_OF_TWO};
pub(in crate::exact) use solve::Values;

use super::luck::state;
use super::{Optimum, Position, Purse, Values as TurnValues};
use crate::games::pot::{LegalChoices, Pot, Rules, State};
use crate::games::{Game, Seat};

/// How many play.
const PLAYERS: usize = 2;
/// The highest goal for which a game is solved: the positions grow with its second power.
pub const MOST_SOLVED: u32 = 40;

/// Why a game is not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolvable {
    /// It is not for two players.
    #[error("it is known for {PLAYERS} players, not for {0} (choose --players {PLAYERS}, or 'optimal-turn')")]
    Players(usize),
    /// The goal is too high.
    #[error("it is computed for a goal of at most {MOST_SOLVED}, not for {0} (lower the rule 'goal')")]
    Goal(u32),
    /// Games can reach too many positions.
    #[error("games can reach more than {limit} positions (lower the rule 'goal' or 'stake')")]
    Positions {
        /// The most that are solved.
        limit: usize,
    },
    /// Values change too slowly.
    #[error(
        "values of positions still change after {sweeps} sweeps over all of them, and would for too long (raise the rule \
         '{rule}', which is {value}, or simulate with 'analyze run' or 'analyze compare')"
    )]
    Unsettled {
        /// How many sweeps there were.
        sweeps: u32,
        /// A rule that makes games shorter if it is higher.
        rule: &'static str,
        /// Its value.
        value: u32,
    },
    /// It was asked to stop.
    #[error("it was stopped")]
    Stopped,
}

/// The best turn in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// From whom to take.
    pub choices: LegalChoices,
    /// The number of the position, by which [`GameValues::plan`] knows it.
    pub number: u32,
    /// The chance to win, a tie counting half.
    pub value: f64,
}

/// What positions are worth if both players play best.
pub struct GameValues {
    values: Values,
    rules: Rules,
}

/// Two players who play best. It makes no difference whose turn it is, so the position alone is enough.
struct BothBest<'r>(&'r Rules);

/// The tag of all positions of [`BothBest`].
const ONLY: Tag = 0;

impl Table for BothBest<'_> {
    type Fault = Unsolvable;

    fn rules(&self) -> &Rules {
        self.0
    }

    fn state(&self, _: Tag, at: &Position) -> State {
        state(self.0, 0, at).in_round(0, Seat(0))
    }

    fn tag(&self, _: Tag, _: &State) -> Tag {
        ONLY
    }

    fn plays(&mut self, _: Tag, _: &Position) -> Result<Plays, Unsolvable> {
        Ok(Plays::Best)
    }

    fn ways(&self, _: u32) -> &[Chance] {
        &[]
    }

    fn follows(&self) -> Follows {
        Follows::Results
    }
}

/// The first position of a game.
fn first(rules: &Rules) -> Position {
    let mut state = State::new(rules, PLAYERS);
    state.begin_round(rules);
    Position::of(&state)
}

impl GameValues {
    /// Solves the game; `go_on` is told which part of the work is done, 0 to 1, and says whether it goes on. With the published
    /// rules it takes seconds and some 100 MB; without a stake it takes ten times as long.
    ///
    /// # Errors
    /// If there are not two players, the goal is above [`MOST_SOLVED`], there are too many positions, values change too slowly,
    /// or it was stopped.
    pub fn solve(game: &Pot, go_on: &dyn Fn(f64) -> bool) -> Result<GameValues, Unsolvable> {
        if game.seats() != PLAYERS {
            return Err(Unsolvable::Players(game.seats()));
        }
        let rules = *game.rules();
        if rules.goal > MOST_SOLVED {
            return Err(Unsolvable::Goal(rules.goal));
        }
        GameValues::solve_from(rules, &[first(&rules)], go_on)
    }

    fn solve_from(rules: Rules, starts: &[Position], go_on: &dyn Fn(f64) -> bool) -> Result<GameValues, Unsolvable> {
        let classes = Classes::new(rules.combos());
        let starts: Vec<(Tag, Position)> = starts.iter().map(|&at| (ONLY, at)).collect();
        let values = Values::solve(&mut BothBest(&rules), classes, &starts, go_on)?;
        Ok(GameValues { values, rules })
    }

    /// The win share of the player who starts, 0 to 1.
    pub fn start(&self) -> f64 {
        self.value(&first(&self.rules)).unwrap_or(0.5)
    }

    /// The win share of the player on turn in a position, 0 to 1; `None` if no game reaches it.
    pub fn value(&self, at: &Position) -> Option<f64> {
        self.values.value(ONLY, at)
    }

    /// The best turn in a position; `None` if no game reaches it.
    pub fn todo(&self, at: &Position) -> Option<Best> {
        self.values.todo(ONLY, at)
    }

    /// What a turn is worth in a position with each of the choices, in the order of [`LegalChoices::OF_TWO`], and the best
    /// rerolls; `None` if no game reaches the position.
    pub fn of_choices(&self, at: &Position) -> Option<[f64; 6]> {
        self.values.of_choices(ONLY, at)
    }

    /// What each result of a turn is worth in the position of this number, with these choices, and what the player can pay with;
    /// `None` if there is no such position.
    pub fn of_results(&self, number: u32, choices: LegalChoices) -> Option<(TurnValues, Purse)> {
        self.values.of_results(self.rules.combos(), number, choices)
    }

    /// The best rerolls in the position of this number, with these choices; `None` if there is no such position.
    pub fn plan(&self, number: u32, choices: LegalChoices) -> Option<Optimum> {
        self.values.plan(self.rules.combos(), number, choices)
    }

    /// All positions, each with its value.
    pub fn positions(&self) -> impl Iterator<Item = (Position, f64)> {
        let graph = &self.values.graph;
        graph.nodes.iter().filter_map(|node| {
            let at = graph.position(node.number).1;
            Some((at, self.value(&at)?))
        })
    }

    /// How many sweeps over the positions there were.
    pub fn sweeps(&self) -> u32 {
        self.values.sweeps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(changes: impl FnOnce(&mut Rules)) -> Pot {
        let mut rules = Rules::default();
        changes(&mut rules);
        Pot::new(rules, PLAYERS).unwrap()
    }

    /// Without a stake it takes ten times as long, and nobody saw that it came nearer to an end.
    #[test]
    fn the_part_that_is_done_rises_while_a_game_without_a_stake_is_solved() {
        let game = game(|rules| (rules.stake, rules.goal) = (0, 5));
        let parts = std::cell::RefCell::new(vec![0.0]);
        let until = |last: f64| {
            GameValues::solve(&game, &|part| {
                parts.borrow_mut().push(part);
                part < last
            })
        };
        assert!(until(2.0).is_ok());
        let told = parts.take();
        assert!(told.is_sorted() && told.iter().all(|part| (0.0..=1.0).contains(part)), "{told:?}");
        let mut different = told.clone();
        different.dedup();
        assert!(different.len() > 20 && different.windows(2).all(|two| two[1] - two[0] < 0.2), "{different:?}");
        assert_eq!(until(0.5).err(), Some(Unsolvable::Stopped));
        assert!(parts.take().len() < told.len());
    }

    /// The message named no value, and the rule 'coins' where the stake is what lacks.
    #[test]
    fn values_that_hardly_change_are_refused_with_the_rule_and_its_value() {
        let refusal = |rules: &Rules| solve::unsettled(rules, 256).to_string();
        let without_stake = Rules { stake: 0, ..Rules::default() };
        assert!(refusal(&without_stake).contains("(raise the rule 'stake', which is 0, or simulate"));
        assert!(refusal(&Rules::default()).contains("(raise the rule 'coins', which is 120, or simulate"));
    }

    /// By an independent program: the share of the player who starts.
    #[test]
    fn the_starter_wins_what_is_known() {
        let game = Pot::new(Rules::default(), PLAYERS).unwrap();
        let solved = GameValues::solve(&game, &|_| true).unwrap();
        assert!((solved.start() - 0.526_204).abs() < 1e-6, "{}", solved.start());
    }
}
