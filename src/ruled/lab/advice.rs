//! What to do in a position of a solved game from a file.
//!
//! Owns which positions a solved game has. How they are named is the business of `position`, and what the ways to decide are worth
//! that of `exact`.

use super::position::{Asked, Named, Position, deciding};
use crate::exact::{Aim, Best, Solved};
use crate::model::{Fault, Game, State};
use crate::ruled::Ruled;
use std::ops::Deref;

/// What can be done in a position, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Advised {
    /// What the values are: win shares, scores or turns.
    pub aim: Aim,
    /// The position in words.
    pub position: String,
    /// Fields that were not named and cannot hold what they do at the start, with what they hold, such as `rolled=1`.
    pub assumed: Option<String>,
    /// What can be done, with its value, the best first.
    pub options: Vec<(String, f64)>,
}

/// Why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unadvised {
    /// The game is not solved, for this reason.
    Unsolved(String),
    /// The position is wrong: what was named, and what is wrong with it.
    Wrong(Vec<(Named, String)>),
}

impl Ruled {
    /// What to do in a position, by the values of best play. As the game is solved, `go_on` is told which part of that is done,
    /// 0 to 1, and stops it by answering no.
    ///
    /// # Errors
    /// Why the game is not solved, or everything that is wrong with the position.
    pub fn advise(&self, asked: &Asked<'_>, go_on: &dyn Fn(f64) -> bool) -> Result<Advised, Unadvised> {
        let game = self.game();
        let Position { before, now, assumed: changed, .. } = Position::read(game, asked).map_err(Unadvised::Wrong)?;
        let solved = self.best_while(go_on).map_err(|unsolved| Unadvised::Unsolved(unsolved.to_string()))?;
        let wrong = |text: String| Unadvised::Wrong(vec![(Named::Position, text)]);
        let aim = solved.aim();
        let mut best = Best::new(&*solved);
        if !best.knows(&before) {
            return Err(wrong(format!(
                "by these rules, no turn begins with these values: {}; correct one of them",
                game.shown(&before)
            )));
        }
        best.begin(&before).map_err(|fault| wrong(fault.to_string()))?;
        let options = options_in(game, &best, &now).map_err(|fault| wrong(fault.to_string()))?;
        let found = options.map(|options| (now.clone(), None, options));
        let Some((now, assumed, mut options)) = found.or_else(|| with_a_field(game, &best, &now, asked)) else {
            let steps = deciding(game).map(|step| game.steps[step].name.as_str()).collect::<Vec<_>>().join(", ");
            return Err(wrong(format!(
                "by these rules, no turn reaches this position: {}; name the step ({steps}), the dice, and the fields of the turn",
                game.shown(&now)
            )));
        };
        let assumed = (!changed.is_empty()).then(|| changed.join(", ")).into_iter().chain(assumed);
        let assumed = assumed.reduce(|one, other| format!("{one}, {other}"));
        let sign = if aim == Aim::Turns { -1.0 } else { 1.0 };
        options.sort_by(|a, b| (sign * b.1).total_cmp(&(sign * a.1)));
        Ok(Advised { aim, position: game.shown(&now), assumed, options })
    }
}

/// What can be done, with its value.
type Options = Vec<(String, f64)>;

/// What can be done in a state of the turn; nothing if the turn does not reach it.
fn options_in<'g, S: Deref<Target = Solved<'g>> + Send>(
    game: &Game,
    best: &Best<'g, S>,
    now: &State,
) -> Result<Option<Options>, Fault> {
    let mut ways = Vec::new();
    game.ways(now, &mut ways)?;
    Ok(ways.iter().map(|&way| Some((game.way(now.step, way), best.after(now, way)?))).collect())
}

/// The most values of a field that are tried.
const MOST_TRIED: i64 = 1_000;

/// The first state that the turn reaches and that differs in one field which was not named: dice that lie there were rolled, for
/// example, so that the number of rolls is not 0.
fn with_a_field<'g, S: Deref<Target = Solved<'g>> + Send>(
    game: &Game,
    best: &Best<'g, S>,
    now: &State,
    asked: &Asked<'_>,
) -> Option<(State, Option<String>, Options)> {
    let named: Vec<&str> = asked.fields.iter().filter_map(|field| Some(field.split_once('=')?.0.trim())).collect();
    let free = game.turn_slots().filter(|&slot| !named.contains(&&*game.field(slot).name));
    free.into_iter().find_map(|slot| {
        let (least, most, _) = game.limits[slot];
        (least..=most.min(least.saturating_add(MOST_TRIED))).find_map(|value| {
            let mut now = now.clone();
            now.slots[slot] = value;
            let options = options_in(game, best, &now).ok().flatten()?;
            Some((now, Some(format!("{}={value}", game.field(slot).name)), options))
        })
    })
}
