//! `analyze advise`: what to do in a position of a game, and what each option is worth.
//!
//! Owns which game answers. The options of the command are in `args`, how an answer is printed in `answer`, games that are
//! played from the position in `played`; each game has a file of its own.

mod answer;
mod args;
mod battle;
mod files;
mod gang;
mod pig;
mod played;
mod pot;
mod problems;

pub(crate) use answer::{Answer, Choice, Measure, Worth};
pub(crate) use args::AdviseArgs;
pub(in crate::cli) use gang::judge_by;

use crate::games::BuiltIn;
use crate::games::battle::Battle;
use crate::games::gang::Gang;
use crate::games::pig::Pig;
use crate::games::pot::Pot;
use crate::options::settings;
use crate::terminal::failure::{Failure, Outcome};
use crate::terminal::output;

/// Prints the advice.
pub(crate) fn advise(args: &AdviseArgs) -> Outcome {
    output::summary(&answer(args)?.shown(args.shown.format), args.shown.format)
}

/// The advice.
///
/// # Errors
/// Everything that is wrong with the position, or why there is no advice.
pub(crate) fn answer(args: &AdviseArgs) -> Result<Answer, Failure> {
    let game = settings::chosen_game(args.game)?;
    match game.name() {
        // A file can have the name of a game that is built in.
        _ if game.file().is_some() => files::advise(game, args),
        Gang::NAME => gang::advise(args),
        Pot::NAME => pot::advise(args),
        Pig::NAME => pig::advise(args),
        Battle::NAME => battle::advise(args),
        _ => files::advise(game, args),
    }
}
