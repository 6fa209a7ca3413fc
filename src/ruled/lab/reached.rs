//! How a turn reaches a decision: the values of the fields that the user did not name.

use crate::dice::Hand;
use crate::model::{Flow, Game, State, Stop};

/// The most states that are looked at.
const MOST_TRIED: usize = 5_000;

/// The first state that a turn reaches from here in which something is decided: in this step and with these dice, if they are
/// named. Dice that are rolled on the way are the named ones. At most `depth` rolls and decisions are tried.
pub(super) fn reached(
    game: &Game,
    from: (&State, Flow),
    wanted: (Option<usize>, Option<Hand>),
    depth: usize,
) -> Option<State> {
    let mut tried = 0;
    search(game, from, wanted, depth, &mut tried)
}

fn search(
    game: &Game,
    (from, flow): (&State, Flow),
    wanted: (Option<usize>, Option<Hand>),
    depth: usize,
    tried: &mut usize,
) -> Option<State> {
    *tried += 1;
    let mut state = from.clone();
    let stop = game.settle(&mut state, flow).ok()?;
    let (step, dice) = wanted;
    let is_it = step.is_none_or(|step| step == state.step) && dice.is_none_or(|dice| dice == state.dice);
    match stop {
        Stop::Decide if is_it => Some(state),
        _ if depth == 0 || *tried > MOST_TRIED => None,
        Stop::Decide => {
            let mut ways = Vec::new();
            game.ways(&state, &mut ways).ok()?;
            ways.into_iter().find_map(|way| {
                let mut after = state.clone();
                let flow = game.decide(&mut after, way).ok()?;
                search(game, (&after, flow), wanted, depth - 1, tried)
            })
        }
        Stop::Roll => {
            let dice = dice?;
            let rolled = game.rolls(&state, 0, |lie| game.dice.size(lie), |_, n, all| all + n).ok()?;
            if rolled != game.dice.size(dice) {
                return None;
            }
            let flow = game.rolled(&mut state, dice).ok()?;
            search(game, (&state.clone(), flow), wanted, depth - 1, tried)
        }
        Stop::Pass | Stop::Again | Stop::End => None,
    }
}
