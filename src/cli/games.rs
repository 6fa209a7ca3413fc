//! The registry of games: a line each.

use super::error::Outcome;
use crate::games::{Game, battle::Battle, gang::Gang, pot::Pot};
use crate::input::or_nearest;
use crate::simulate::Playable;
use crate::strategies::Shelf;

/// Something that can be done with any game.
pub(super) trait WithGame {
    /// Does it with the game `G`.
    fn with<G: Shelf + Playable>(self) -> Outcome;
}

macro_rules! registry {
    ($($variant:ident => $game:ty),+ $(,)?) => {
        /// A game, as chosen on the command line.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum GameName {
            $(
                #[doc = stringify!($game)]
                $variant
            ),+
        }

        impl GameName {
            /// All games with the names they are chosen by.
            pub(super) const NAMES: &'static [(&'static str, GameName)] =
                &[$((<$game as Game>::NAME, GameName::$variant)),+];

            /// Does something with the game.
            pub(super) fn run(self, task: impl WithGame) -> Outcome {
                match self {
                    $(GameName::$variant => task.with::<$game>()),+
                }
            }
        }
    };
}

registry! {
    Gang => Gang,
    Pot => Pot,
    Battle => Battle,
}

/// Reads a `--game` value.
pub(super) fn game_name(text: &str) -> Result<GameName, String> {
    let found = GameName::NAMES.iter().find(|(name, _)| *name == text).map(|(_, game)| *game);
    found.ok_or_else(|| {
        let names: Vec<&str> = GameName::NAMES.iter().map(|(name, _)| *name).collect();
        format!("there is no game '{text}' ({})", or_nearest(text, &names))
    })
}
