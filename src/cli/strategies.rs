//! `analyze strategies`: what ships.

use super::args::StrategiesArgs;
use super::error::Outcome;
use super::games::{GameName, WithGame};
use super::output;
use crate::simulate::Playable;
use crate::strategies::{Shelf, shipped};

/// Lists the strategies of one game or of all.
pub(super) fn list(args: &StrategiesArgs) -> Outcome {
    for (_, game) in GameName::NAMES {
        if args.game.is_none_or(|chosen| chosen == *game) {
            game.run(List)?;
        }
    }
    Ok(())
}

struct List;

impl WithGame for List {
    fn with<G: Shelf + Playable>(self) -> Outcome {
        let mut text = format!("{} (--game {})\n", G::TITLE, G::NAME);
        for strategy in shipped::<G>()? {
            text.push_str(&format!("  {:<15}{}\n", strategy.name, strategy.about));
            for parameter in strategy.parameters {
                text.push_str(&format!("  {:<17}{}\n", "", parameter.describe()));
            }
        }
        let lineups = G::SEATS.map(|seats| format!("  {seats} players: {}\n", G::lineup(seats).join(",")));
        text.push_str("default line-ups\n");
        text.extend(lineups);
        output::result(&text)
    }
}
