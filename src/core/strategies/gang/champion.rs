//! The strategy that plays a game of two to four to its end, by values of positions and a round of looking ahead.
//!
//! Owns `champion` and the best response to it: what they ask of a situation, and the values that ship ready for the
//! published game.

use super::kept::kept;
use super::solved::{best_so_far, no_answer, reroll};
use crate::dice::Counts;
use crate::exact::TurnError;
use crate::exact::champion::{
    Aim, ChampionValues, FORM, Grade, Lead, MOST_DICE, OnTurn, ResponseValues, Todo, Unsolvable,
};
use crate::games::Game;
use crate::games::gang::{
    ALLOWED, BEST_SEAT, CardIndex, Commit, Deck, Edition, FIRST, Gang, MAX_SEATS, NoAnswer, POOLS, PolicyId,
    ROUNDS_LEFT, Roll, SEAT, Strategy, TABLE, TURN, View,
};
use crate::games::rules::RuleSet;
use crate::strategies::rerolls::{pack, unpack};
use std::any::Any;
use std::sync::Arc;

/// The values on the coarse grid that ship, for 2, 3 and 4 players.
const READY: [&[u8]; 3] = [
    include_bytes!("../../../../strategies/gang/champion-2.values"),
    include_bytes!("../../../../strategies/gang/champion-3.values"),
    include_bytes!("../../../../strategies/gang/champion-4.values"),
];

/// `champion`: in each turn what leads to the highest win share in the whole game, if all the others play likewise.
///
/// It takes it that cards are drawn anew every round, so it counts no cards. What it considers is written in
/// [`exact::champion`](crate::exact::champion).
pub(super) struct Champion {
    values: Arc<ChampionValues>,
}

impl Champion {
    /// For this table.
    pub(super) fn new(gang: &Gang, fine: bool) -> Result<Champion, Unsolvable> {
        let grade = if fine { Grade::Fine } else { Grade::Coarse };
        Ok(Champion { values: Arc::new(champion_values(gang, grade, || true)?) })
    }
}

/// The decision in a situation. The game has this many `rounds`.
fn commit(
    view: &View<'_>,
    rounds: u32,
    decide: impl FnOnce(&OnTurn) -> Result<Todo, TurnError>,
) -> Result<Commit, NoAnswer> {
    let turn = on_turn(view, rounds);
    let todo = decide(&turn).map_err(no_answer)?;
    Ok(Commit { dice: todo.dice, plan: plan(turn.card, todo.aim) })
}

/// The turn to be played. The game has this many `rounds`.
fn on_turn(view: &View<'_>, rounds: u32) -> OnTurn {
    let seats = view.situation.game().seats() as u32;
    // No seat is higher; what is known to be low is easier to remember.
    let seat = |which| view.ask_up_to(which, seats) - 1;
    let first = seat(FIRST);
    let from_first = |seat: u32| (seat + seats - first) % seats;
    let lead = best_so_far(view).map(|mark| Lead { seat: from_first(seat(BEST_SEAT)) as usize, mark });
    let mut pools = [0; MAX_SEATS];
    for seat in 0..seats {
        pools[from_first(seat) as usize] = view.ask_of(POOLS, seat, u32::MAX);
    }
    OnTurn {
        card: view.situation.card_index(),
        round: rounds - 1 - view.ask_up_to(ROUNDS_LEFT, rounds - 1),
        pools,
        seat: from_first(seat(SEAT)) as usize,
        acted: view.ask_up_to(TURN, seats) - 1,
        allowed: view.ask_up_to(ALLOWED, MOST_DICE),
        table: view.ask(TABLE),
        lead,
    }
}

impl Strategy for Champion {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        commit(view, self.values.rounds(), |turn| self.values.todo(turn))
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let (card, aim) = parts(plan);
        reroll(roll, |dice| self.values.plan(card, dice, aim))
    }

    fn solution(&self) -> Option<&dyn Any> {
        Some(&self.values)
    }
}

/// `best-response:to=champion`: in each turn what leads to the highest win share in the whole game, if all the others play as
/// `champion`.
///
/// It has the plans of `champion`, and it does not count cards either. What it considers is written in
/// [`exact::champion`](crate::exact::champion).
pub(super) struct ChampionResponse {
    values: ResponseValues,
}

impl ChampionResponse {
    /// The best response to the champion of these values at this table: from the cache, or solved and put there.
    pub(super) fn new(champion: &Arc<ChampionValues>, gang: &Gang) -> Result<ChampionResponse, Unsolvable> {
        let values = kept(
            gang,
            &format!("{}{FORM}{:?}", ResponseValues::FORM, champion.grade()),
            |bytes| ResponseValues::from_bytes(Arc::clone(champion), bytes),
            ResponseValues::to_bytes,
            || true,
            |go_on| ResponseValues::solve(Arc::clone(champion), go_on),
        )?;
        Ok(ChampionResponse { values })
    }
}

impl Strategy for ChampionResponse {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        commit(view, self.values.rounds(), |turn| self.values.todo(turn))
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let (card, aim) = parts(plan);
        reroll(roll, |dice| self.values.plan(card, dice, aim))
    }
}

/// The bits of a plan: the card, the sort of aim, its total.
const PLAN_BITS: [u32; 3] = [16, 8, 32];

fn plan(card: CardIndex, aim: Aim) -> PolicyId {
    let (sort, total) = aim.parts();
    PolicyId(pack([card.0.into(), sort.into(), total.into()], PLAN_BITS))
}

fn parts(plan: PolicyId) -> (CardIndex, Aim) {
    let [card, sort, total] = unpack(plan.0, PLAN_BITS);
    (CardIndex(card as u16), Aim::of_parts(sort as u8, total as u32))
}

/// The values that `champion` plays by: those that ship, or from the cache, or solved and put there; `go_on` is asked after
/// each round that is solved.
///
/// # Errors
/// If the game cannot be solved.
pub fn champion_values(gang: &Gang, grade: Grade, go_on: impl Fn() -> bool) -> Result<ChampionValues, Unsolvable> {
    let is_published =
        || gang.rules().to_text() == Edition::Bga.rules().to_text() && gang.deck().text == Deck::reconstructed().text;
    if grade == Grade::Coarse
        && is_published()
        && let Some(ready) =
            READY.get(gang.seats() - 2).and_then(|bytes| ChampionValues::from_bytes(gang, grade, bytes))
    {
        return Ok(ready);
    }
    let form = format!("{FORM}{grade:?}");
    let read = |bytes: &[u8]| ChampionValues::from_bytes(gang, grade, bytes);
    kept(gang, &form, read, ChampionValues::to_bytes, go_on, |go_on| ChampionValues::solve(gang, grade, go_on))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn published(seats: usize) -> Gang {
        Gang::new(Edition::Bga.rules(), Deck::reconstructed(), seats).unwrap()
    }

    /// Every point follows from those of the round after it, so some of each round are enough. With `CHAMPION=solve` all is
    /// solved and written to `strategies/gang`.
    #[test]
    fn what_ships_is_what_is_solved() {
        for seats in 2..=MAX_SEATS {
            let game = published(seats);
            if std::env::var_os("CHAMPION").is_some() {
                let solved = ChampionValues::solve(&game, Grade::Coarse, || true).unwrap();
                let file = format!("{}/strategies/gang/champion-{seats}.values", env!("CARGO_MANIFEST_DIR"));
                std::fs::write(file, solved.to_bytes()).unwrap();
                continue;
            }
            let ready = ChampionValues::from_bytes(&game, Grade::Coarse, READY[seats - 2]);
            assert!(ready.unwrap().follows([7, 397, 499][seats - 2]).unwrap(), "{seats} players");
        }
    }

    #[test]
    fn what_ships_is_for_the_published_game_alone() {
        let stops = |gang: &Gang, grade| champion_values(gang, grade, || false).err() == Some(Unsolvable::Stopped);
        assert!(!stops(&published(3), Grade::Coarse));
        let other = Gang::new(Edition::Blackrock.rules(), Deck::reconstructed(), 2).unwrap();
        assert!(stops(&other, Grade::Coarse) && stops(&published(2), Grade::Fine));
    }

    #[test]
    fn a_plan_remembers_its_aim() {
        for aim in [Aim::Reach(0), Aim::Climb(80), Aim::Miss(1)] {
            assert_eq!(parts(plan(CardIndex(499), aim)), (CardIndex(499), aim));
        }
    }
}
