//! In which games decisions have a price, and by whose values.

use super::options::PricedArgs;
use crate::exact::champion;
use crate::exact::champion::Grade;
use crate::exact::{Judge, game};
use crate::games::gang::Gang;
use crate::games::{BuiltIn, Game};
use crate::lab::GameRef;
use crate::options::settings;
use crate::strategies::gang::{champion_values, values};
use crate::terminal::failure::{Failure, refuse};

/// Where decisions have a price.
pub(super) const ONLY: &str = "decisions have a price only in Gang of Dice and in games from files";

/// The game, which is Gang of Dice if nothing is said.
pub(super) fn game_of(args: &PricedArgs) -> Result<GameRef, Failure> {
    let game = settings::chosen_game(args.game.or_else(|| crate::registry::game(Gang::NAME)))?;
    if game.name() != Gang::NAME && game.file().is_none() {
        return refuse(format!("--game: {ONLY}, not in {}", game.title()));
    }
    Ok(game)
}

/// The strategies that know what positions in Gang of Dice are worth.
pub(crate) const OPTIMAL: &str = "optimal";
pub(crate) const CHAMPION: &str = "champion";

/// The most players for whom a game from a file is solved.
const MOST_SOLVED: usize = 2;

/// The number of players that is asked for, by default 2 or the number nearest to 2 that the game allows.
///
/// # Errors
/// If decisions in the game have no price for this number of players.
pub(super) fn players(game: GameRef, asked: Option<u64>) -> Result<usize, Failure> {
    let (least, most) = game.seats().into_inner();
    let priced = if game.file().is_some() { most.min(MOST_SOLVED) } else { most };
    let asked = asked.unwrap_or(2.clamp(least, most) as u64);
    match usize::try_from(asked).ok().filter(|players| (least..=priced).contains(players)) {
        Some(players) => Ok(players),
        None if (least..=most).contains(&usize::try_from(asked).unwrap_or(usize::MAX)) => refuse(format!(
            "--players: {asked} players; decisions in a game from a file have a price for at most {MOST_SOLVED}"
        )),
        None => refuse(format!("--players: {asked} players; {}", settings::seats(game))),
    }
}

/// The strategy with which the decisions of all others are compared.
pub(crate) fn strongest(players: usize) -> &'static str {
    if players <= 2 { OPTIMAL } else { CHAMPION }
}

/// The values that price the decisions in Gang of Dice: those of optimal play with two players, and those of `champion` with
/// more. `None` if `go_on`, which is asked after each solved round, said no.
pub(crate) fn judge(game: &Gang, go_on: impl Fn() -> bool) -> Result<Option<Box<dyn Judge>>, Failure> {
    judge_of(strongest(Game::seats(game)), game, go_on)
}

/// The values of one of the two strategies that know them.
pub(crate) fn judge_of(
    strategy: &str,
    game: &Gang,
    go_on: impl Fn() -> bool,
) -> Result<Option<Box<dyn Judge>>, Failure> {
    let usage = |error: String| Failure::Usage(error);
    if strategy == OPTIMAL {
        return match values(game, go_on) {
            Ok(values) => Ok(Some(Box::new(values))),
            Err(game::Unsolvable::Stopped) => Ok(None),
            Err(error) => Err(usage(error.to_string())),
        };
    }
    match champion_values(game, Grade::Coarse, go_on) {
        Ok(values) => Ok(Some(Box::new(values))),
        Err(champion::Unsolvable::Stopped) => Ok(None),
        Err(error) => Err(usage(error.to_string())),
    }
}
