//! The strategy that plays a game of two to five to its end, by values of positions on a grid.
//!
//! Owns `champion`: what it asks of a situation, and the values that ship ready for the published game.

use super::plans::PlanBook;
use crate::exact::pot::champion::{ChampionValues, Grade, Known, Position, Unsolvable};
use crate::games::Game;
use crate::games::pot::{
    COINS, Decision, DiceSet, GOAL_HELD, MAX_SEATS, NoAnswer, POT, PolicyId, Pot, Roll, Rules, Strategy, TO_BEAT, View,
};

/// The values before rounds on the coarse grid, for 3, 4, and 5 players.
const READY: [&[u8]; 3] = [
    include_bytes!("../../../../strategies/pot/champion-3.values"),
    include_bytes!("../../../../strategies/pot/champion-4.values"),
    include_bytes!("../../../../strategies/pot/champion-5.values"),
];

/// `champion`: in each turn what leads to the highest win share in the whole game, if all the others play likewise.
pub(super) struct Champion {
    values: ChampionValues,
    plans: PlanBook,
}

impl Champion {
    /// For this table.
    pub(super) fn new(game: &Pot, fine: bool) -> Result<Champion, Unsolvable> {
        let grade = if fine { Grade::Fine } else { Grade::Coarse };
        Ok(Champion { values: champion_values(game, grade, &|| true)?, plans: PlanBook::default() })
    }
}

/// The values that `champion` plays by: those that ship, or solved, with those that ship as a first guess. `go_on` is asked as
/// the work goes on.
///
/// # Errors
/// If the game can't be solved.
fn champion_values(game: &Pot, grade: Grade, go_on: &dyn Fn() -> bool) -> Result<ChampionValues, Unsolvable> {
    let published = Rules { cap: game.rules().cap, ..Rules::default() };
    let bytes = game.seats().checked_sub(3).and_then(|at| READY.get(at)).copied().unwrap_or_default();
    let is_solved = grade == Grade::Coarse && *game.rules() == published;
    ChampionValues::solve(game, grade, Known { bytes, is_solved }, go_on)
}

/// The position of a situation.
fn position(view: &View<'_>) -> Position {
    let mut coins = [0; MAX_SEATS];
    coins[0] = view.ask(COINS);
    for other in view.others() {
        coins[usize::from(other.steps())] = view.coins_of(other, u32::MAX);
    }
    let control = view.in_control().map(|other| (usize::from(other.steps()), view.ask(TO_BEAT) as u8 - 1));
    Position { coins, pot: view.ask(POT), control, goal_held: view.ask(GOAL_HELD) == 1 }
}

impl Strategy for Champion {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let todo = self.values.todo(&position(view));
        Ok(Decision { rerolls: self.plans.of_turn(todo.plan, view), choices: todo.choices.get() })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        self.plans.reroll(plan, roll)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn published(seats: usize) -> Pot {
        Pot::new(Rules::default(), seats).unwrap()
    }

    /// One sweep more changes next to nothing. With `CHAMPION=solve` all is solved and written to `strategies/pot`.
    #[test]
    fn what_ships_is_what_is_solved() {
        for seats in 3..=MAX_SEATS {
            if std::env::var_os("CHAMPION").is_some() {
                let nothing = Known { bytes: &[], is_solved: false };
                let solved = ChampionValues::solve(&published(seats), Grade::Coarse, nothing, &|| true).unwrap();
                let file = format!("{}/../../strategies/pot/champion-{seats}.values", env!("CARGO_MANIFEST_DIR"));
                std::fs::write(file, solved.to_bytes()).unwrap();
            } else if seats < MAX_SEATS {
                let (sweeps, change) = champion_values(&published(seats), Grade::Coarse, &|| true).unwrap().sweeps();
                assert!(sweeps == 1 && change < 2e-4, "{seats} players: {sweeps} {change}");
            }
        }
    }

    #[test]
    fn what_ships_is_for_the_published_game_alone() {
        let other = Pot::new(Rules { goal: 6, ..Rules::default() }, 3).unwrap();
        assert!(champion_values(&other, Grade::Coarse, &|| true).unwrap().sweeps().0 > 1);
    }
}
