//! What is said of a position of Gang of Dice, of its options, and of how their values are known.

use super::super::answer::percent;
use super::read::{Position, Shown};
use crate::dice::Counts;
use crate::exact::{CommitOption, Ends, KeepOption};
use crate::terminal::numbers::counted;

/// A chance that differs by less is called the same.
const SAME: f64 = 0.005;

/// Dice as the options have them, lowest first, the Boss last: `3, 3, boss`.
pub(super) fn faces(dice: Counts) -> String {
    let (bosses, values): (Vec<_>, Vec<_>) = dice.iter().partition(|&face| face == 0);
    let values = values.iter().map(ToString::to_string);
    values.chain(bosses.iter().map(|_| "boss".to_owned())).collect::<Vec<_>>().join(", ")
}

/// A number of dice as an option.
pub(super) fn committing(dice: u32) -> String {
    format!("commit {}", counted(dice.into(), "die"))
}

/// Which dice are rerolled, as an option.
pub(super) fn rerolling(option: &KeepOption) -> String {
    match (option.reroll.is_empty(), option.keep.is_empty()) {
        (true, _) => "stop".to_owned(),
        (_, true) => "reroll all".to_owned(),
        _ => format!("reroll {}", faces(option.reroll)),
    }
}

/// How the game stands.
pub(super) fn position(position: &Position) -> String {
    let Position { game, card, state, seat, shown, .. } = position;
    let (deck, card) = (game.deck(), game.deck().card(*card));
    let round = format!("round {} of {}", state.round() + 1, deck.rounds());
    let mut text = format!(
        "Gang of Dice, {round}, card {} ({}, {}). Seat {} is on turn with {}. {} on the table.",
        card.id,
        card.condition_text,
        card.trigger,
        seat.number(),
        counted(state.pool(*seat).into(), "die"),
        lie(state.table()),
    );
    match (state.best(), state.turns().len()) {
        (Some(best), _) => {
            let total = if let crate::games::gang::TurnResult::Total(total) = best.result { total } else { 0 };
            let dice = counted(best.dice.into(), "die");
            text.push_str(&format!(" To beat: {total} with {dice}, of seat {}.", best.seat.number()));
        }
        (None, 0) => {}
        (None, acted) => {
            text.push_str(&format!(" {} so far, without a valid result.", counted(acted as u64, "turn")));
        }
    }
    if let Some(Shown { dice, left }) = shown {
        text.push_str(&format!(" It shows {}; {} left.", faces(*dice), counted(u64::from(*left), "reroll")));
    }
    text
}

fn lie(dice: u32) -> String {
    match dice {
        0 => "No dice lie".to_owned(),
        1 => "1 die lies".to_owned(),
        dice => format!("{} lie", counted(dice.into(), "die")),
    }
}

/// How a turn ends, in words; `is_last` says whether nobody acts after it.
fn ends(ends: Ends, has_mark: bool, is_last: bool) -> String {
    let what = match (has_mark, is_last) {
        (_, true) => "wins the round",
        (true, false) => "takes the lead",
        (false, false) => "is valid",
    };
    format!("{what} {} of the time, invalid {}", percent(ends.leads), percent(ends.invalid))
}

/// What a reason is compared with.
pub(super) struct Beside<'b> {
    /// How the best option ends.
    pub(super) best: Ends,
    /// Its number of dice.
    pub(super) dice: u32,
    pub(super) position: &'b Position,
}

impl Beside<'_> {
    fn ends(&self, of: Ends) -> String {
        let state = &self.position.state;
        ends(of, state.best().is_some(), state.order().count() == state.turns().len() + 1)
    }

    /// Why a number of dice is worth what it is.
    pub(super) fn committing(&self, option: &CommitOption) -> String {
        let told = self.ends(option.ends);
        let (leads, invalid) = (option.ends.leads - self.best.leads, option.ends.invalid - self.best.invalid);
        let (fewer, more) = (self.dice.saturating_sub(option.dice), option.dice.saturating_sub(self.dice));
        let why = match () {
            () if option.ends.leads == 0.0 && option.dice == 1 => {
                return "gives the round up, for a single die".to_owned();
            }
            () if fewer == 0 && more == 0 => return told,
            () if option.ends.leads == 0.0 && self.position.state.best().is_some() => {
                return "cannot beat the best result so far".to_owned();
            }
            () if leads.abs() < SAME && more > 0 => {
                format!("no better, and risks {} more", counted(more.into(), "die"))
            }
            () if leads < 0.0 && invalid >= SAME => "more often invalid".to_owned(),
            () if leads < 0.0 && fewer > 0 => "too few for a high total".to_owned(),
            () if leads < 0.0 => "less often ahead".to_owned(),
            () if more > 0 => format!("not worth {} more", counted(more.into(), "die")),
            () if fewer > 0 => "its totals are easier to beat".to_owned(),
            () => String::new(),
        };
        joined(&told, &why)
    }

    /// Why a way to reroll is worth what it is.
    pub(super) fn keeping(&self, option: &KeepOption) -> String {
        let Some(of) = option.ends else { return "worse than the options above".to_owned() };
        let told = self.ends(of);
        let (leads, invalid) = (of.leads - self.best.leads, of.invalid - self.best.invalid);
        let why = match () {
            () if leads > -SAME && invalid.abs() < SAME => "",
            () if leads < 0.0 && invalid >= SAME => "more often invalid",
            () if leads < 0.0 => "less often ahead",
            () => "its totals are easier to beat",
        };
        joined(&told, why)
    }
}

fn joined(told: &str, why: &str) -> String {
    if why.is_empty() { told.to_owned() } else { format!("{told}: {why}") }
}
