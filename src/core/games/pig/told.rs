//! Games of a real table: the numbers and the results that a record says.
//!
//! Owns what the parts of a record mean in Pig, and which of them the rules forbid.

use super::State;
use super::rules::Rules;
use crate::games::recorded::{self, Untold};

/// The number that was rolled.
///
/// # Errors
/// If the record has none here that the die can show.
pub(super) fn number(rules: &Rules) -> Result<u32, Untold> {
    let shown = recorded::fell(1)?.concat();
    let number = shown.parse::<u32>().ok().filter(|number| (1..=rules.sides).contains(number));
    number.ok_or_else(|| {
        recorded::wrong(format!("the die does not show '{shown}'; its numbers are 1 to {}", rules.sides))
    })
}

/// The turn is over and added so much: the record may say that the player held, and the result.
///
/// # Errors
/// If it says another result.
pub(super) fn turn_ends(added: u32) -> Result<(), Untold> {
    recorded::only("hold");
    match recorded::came_to() {
        Some(words) if words.concat() != added.to_string() => {
            Err(recorded::wrong(format!("the turn adds {added} to the score, not {}", words.join(" "))))
        }
        _ => Ok(()),
    }
}

/// Plays a turn that the record tells by what it added to the score, 0 for a bust; answers with whether it does. `begins` says
/// whether nothing was rolled yet; then the player is on turn now.
///
/// # Errors
/// If the record has another turn here, or a result that no turn has.
pub(super) fn turn_by_result(state: &mut State, rules: &Rules, begins: bool) -> Result<bool, Untold> {
    if !begins {
        return Ok(false);
    }
    recorded::turn(state.active(), state.round() + 1, false)?;
    let Some(words) = recorded::came_to() else { return Ok(false) };
    // With one roll, a turn adds the least number that is no bust.
    let least = if rules.bust == 1 { 2 } else { 1 };
    let added = words.concat().parse::<u32>().ok().filter(|added| *added == 0 || *added >= least);
    let most = rules.goal - 1 - state.score() + rules.sides;
    match added.filter(|added| *added <= most) {
        Some(added) => {
            state.total = added;
            state.hold();
            Ok(true)
        }
        None => {
            let found = words.join(" ");
            let message = format!(
                "'{found}' is no result: write what the turn adds to the score, {least} to {most}, or 0 for a bust"
            );
            Err(recorded::wrong(message))
        }
    }
}
