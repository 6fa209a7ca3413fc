//! `--luck`: whether luck is cancelled, for whichever command plays.
//!
//! Owns the choice, what becomes of it where luck cannot be cancelled, and what is said of it. What luck is, `engines` knows.
//!
//! - `cancel` refuses what cannot be cancelled, before a game is played. Of the combinations of a sweep some may be as played;
//!   it is refused if all are.
//! - `auto` cancels luck where that can be. Elsewhere games are as played, and the tallies say why.

use super::choices::LuckChoice;
use super::settings::Table;
use crate::engines::{Luck, Seatings};
use crate::lab::{GameRef, Players};
use crate::record::{Tallies, as_played_note};
use crate::registry::games;
use crate::report;
use crate::simulate::Control;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::progress::Progress;
use crate::terminal::typed_command::nothing_finished;

/// What helps where luck cannot be cancelled.
const REMEDY: &str = "leave --luck out, or type --luck auto, which cancels luck where it can and says where it cannot";

impl LuckChoice {
    /// Refuses to cancel luck in a game of which its values are not known.
    pub(crate) fn check(self, game: GameRef) -> Result<(), Failure> {
        if self != LuckChoice::Cancel || game.knows_luck() {
            return Ok(());
        }
        let known: Vec<&str> = games().iter().filter(|game| game.knows_luck()).map(|game| game.name()).collect();
        let (title, known) = (game.title(), known.join(", "));
        refuse(format!("--luck: what is luck in {title} is not known; it is of {known}; {REMEDY}"))
    }
}

impl Table {
    /// Its strategies, to find out what luck is among them.
    pub(crate) fn luck_asked<'p>(&'p self, players: &'p dyn Players, names: &'p [String]) -> LuckRequest<'p> {
        LuckRequest { choice: self.luck, players, names, seatings: &self.seatings }
    }

    /// The same with this choice.
    pub(crate) fn with_luck(self, luck: LuckChoice) -> Result<Table, Failure> {
        luck.check(self.game.game())?;
        Ok(Table { luck, ..self })
    }
}

/// What luck is, or a note for the tallies that it is not cancelled; neither where nobody wants it cancelled.
pub(crate) struct Found<'p> {
    pub luck: Option<Box<dyn Luck + 'p>>,
    pub note: Option<String>,
}

/// Strategies in some seatings.
pub(crate) struct LuckRequest<'p> {
    pub choice: LuckChoice,
    pub players: &'p dyn Players,
    pub names: &'p [String],
    pub seatings: &'p Seatings,
}

impl<'p> LuckRequest<'p> {
    /// What luck is among these strategies.
    ///
    /// # Errors
    /// If it is to be cancelled and cannot be, or if somebody ended the work.
    pub(crate) fn find(&self, control: &Control) -> Result<Found<'p>, Failure> {
        match (self.choice, self.known(control)) {
            (_, Some(Err(_))) if control.stopped() => Err(nothing_finished()),
            (LuckChoice::Cancel, Some(Err(why))) => {
                refuse(format!("--luck cancel: luck cannot be cancelled: {why}; {REMEDY}"))
            }
            (_, known) => Ok(found(known)),
        }
    }

    /// The same of a combination among many, which can be as played; nothing is known if somebody ended the work.
    pub(crate) fn find_among_many(&self, control: &Control) -> Found<'p> {
        found(self.known(control).filter(|known| known.is_ok() || !control.stopped()))
    }

    /// The same, and beside a progress bar what takes so long.
    pub(crate) fn find_beside(&self, progress: &Progress, control: &Control) -> Result<Found<'p>, Failure> {
        if self.choice != LuckChoice::Off {
            progress.note("finding what positions are worth, to cancel luck");
        }
        let found = self.find(control);
        progress.note("");
        found
    }

    /// What luck is, or why it cannot be cancelled; nothing where nobody asks.
    fn known(&self, control: &Control) -> Option<Result<Box<dyn Luck + 'p>, String>> {
        let go_on = || !control.stopped();
        let known = || self.players.luck(self.names, self.seatings, &go_on);
        (self.choice != LuckChoice::Off).then(known)
    }
}

fn found(known: Option<Result<Box<dyn Luck + '_>, String>>) -> Found<'_> {
    match known {
        None => Found { luck: None, note: None },
        Some(Ok(luck)) => Found { luck: Some(luck), note: None },
        Some(Err(why)) => Found { luck: None, note: Some(as_played_note(&why)) },
    }
}

impl Found<'_> {
    /// Why luck is not cancelled, if it was to be.
    pub(crate) fn why_not(self) -> Option<String> {
        self.note
    }
}

/// Refuses to cancel luck in combinations of which none can have it cancelled: `notes` says of each why not.
pub(crate) fn refuse_if_none(
    choice: LuckChoice,
    notes: impl Iterator<Item = Result<Option<String>, Failure>>,
) -> Outcome {
    let mut first = None;
    for note in notes.take_while(|_| choice == LuckChoice::Cancel) {
        match note? {
            None => return Ok(()),
            note => first = first.or(note),
        }
    }
    match first {
        Some(note) => refuse(format!("--luck cancel: in all combinations {note}; {REMEDY}")),
        None => Ok(()),
    }
}

/// What of the luck in a run's games is said under its table.
pub(crate) fn luck_note(tallies: &Tallies) -> Option<String> {
    let errors = report::luck_in_errors(tallies)?;
    let doubt = if errors > 5.0 { ", which cannot be chance: please report it" } else { "" };
    Some(format!(
        "luck is cancelled in the win shares; the luck that was subtracted is 0 on average (in this run, it differs from 0 by \
         {errors:.1} standard errors{doubt})"
    ))
}
