//! `analyze strategies`: what ships.

use super::args::StrategiesArgs;
use super::error::{Failure, Outcome};
use super::games::GAMES;
use super::output;
use crate::strategies::{Catalogue, shipped};

/// Lists the strategies of one game or of all.
pub(super) fn list(args: &StrategiesArgs) -> Outcome {
    match args.game {
        Some(game) => output::result(&(game.listing)()?),
        None => GAMES.iter().try_for_each(|game| output::result(&(game.listing)()?)),
    }
}

/// The strategies of a game with their parameters, and its line-ups.
pub(super) fn listing<G: Catalogue>() -> Result<String, Failure> {
    let mut text = format!("{} (--game {})\n", G::TITLE, G::NAME);
    for strategy in shipped::<G>()? {
        text.push_str(&format!("  {:<15}{}\n", strategy.name, strategy.about));
        for parameter in strategy.parameters {
            text.push_str(&format!("  {:<17}{}\n", "", parameter.describe()));
        }
    }
    text.push_str("default line-ups\n");
    text.extend(G::SEATS.map(|seats| format!("  {seats} players: {}\n", G::lineup(seats).join(","))));
    Ok(text)
}
