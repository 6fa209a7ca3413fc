//! `--luck cancel`: whether luck is cancelled, for whichever command plays.
//!
//! Owns the choice, that games without such values refuse it, and what is said of it. What luck is, `simulate` knows.

use super::games::GAMES;
use super::output::{Failure, refuse};
use super::progress::Progress;
use super::settings::Table;
use crate::engines::{Luck, Playable, Seatings};
use crate::record::Tallies;
use crate::report;
use crate::simulate::Control;
use crate::strategies::Catalogue;

/// What is done about luck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LuckChoice {
    /// Win shares are those of the games as played.
    #[default]
    Off,
    /// What cards and dice gave or took is subtracted.
    Cancel,
}

/// The choices with their names.
pub(super) const LUCK: [(&str, LuckChoice); 2] = [("off", LuckChoice::Off), ("cancel", LuckChoice::Cancel)];

impl LuckChoice {
    /// What a manifest says of it; nothing of what is off.
    pub(super) fn recorded(self) -> Option<String> {
        (self == LuckChoice::Cancel).then(|| "cancel".to_owned())
    }

    /// The option as it is typed, if it is not the default.
    pub(super) fn typed(self) -> Option<(&'static str, String)> {
        self.recorded().map(|choice| ("luck", choice))
    }

    /// Refuses to cancel luck in a game of which its values are not known.
    pub(super) fn check<G: Playable>(self) -> Result<(), Failure> {
        if self == LuckChoice::Off || G::KNOWS_LUCK {
            return Ok(());
        }
        let known: Vec<&str> = GAMES.iter().filter(|game| game.knows_luck).map(|game| game.name).collect();
        refuse(format!("--luck: what is luck in {} is not known; it is of {}", G::TITLE, known.join(", ")))
    }
}

impl<G: Catalogue + Playable> Table<G> {
    /// The same with this choice.
    pub(super) fn with_luck(self, luck: LuckChoice) -> Result<Table<G>, Failure> {
        luck.check::<G>()?;
        Ok(Table { luck, ..self })
    }
}

/// What luck is among these strategies in these seatings, if it is to be cancelled; otherwise there may be a remark.
pub(super) fn luck<'g, G: Playable>(
    (choice, game): (LuckChoice, &'g G),
    strategies: &'g [&'g G::Strategy],
    names: &[String],
    seatings: &Seatings,
    control: &Control,
) -> (Option<Box<dyn Luck + 'g>>, Option<String>) {
    if choice == LuckChoice::Off {
        return (None, None);
    }
    match game.luck(strategies, names, seatings, &|| !control.stopped()) {
        Ok(luck) => (Some(luck), None),
        Err(why) => (None, Some(format!("note: luck is not cancelled: {why}"))),
    }
}

/// The same, and beside a progress bar what takes so long.
pub(super) fn luck_beside<'g, G: Playable>(
    progress: &Progress,
    (choice, game): (LuckChoice, &'g G),
    strategies: &'g [&'g G::Strategy],
    names: &[String],
    seatings: &Seatings,
    control: &Control,
) -> (Option<Box<dyn Luck + 'g>>, Option<String>) {
    if choice == LuckChoice::Cancel {
        progress.note("finding what positions are worth, to cancel luck");
    }
    let found = luck((choice, game), strategies, names, seatings, control);
    progress.note("");
    found
}

/// What of the luck in a run's games is said under its table.
pub(super) fn luck_note(tallies: &Tallies) -> Option<String> {
    let errors = report::luck_in_errors(tallies)?;
    let doubt = if errors > 5.0 { ", which cannot be chance: please report it" } else { "" };
    Some(format!(
        "luck is cancelled in win_share (luck_gain: how many times as many games would be needed without); on average it was \
         0 within {errors:.1} standard errors{doubt}"
    ))
}
