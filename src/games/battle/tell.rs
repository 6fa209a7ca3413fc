//! Telling a game to people: who buys what, each die of each duel, who wins what.
//!
//! Owns the words. A die is called by its kind and what it shows, `red 7`, and by its place in the throw zone, `#2`,
//! where several could be meant.

use super::arena::{Arena, Cause};
use super::duel::{Aim, Placement, Verdict};
use super::face::Face;
use super::play::Watch;
use super::rules::{MAX_SEATS, Rules};
use super::state::{Draft, Purchase, State};
use super::thrown::Spot;
use crate::games::{Outcome, Seat, Seating, WHOLE_WIN};
use std::fmt::Write;

/// Writes the story of a game.
pub(super) struct Teller<'g> {
    rules: &'g Rules,
    names: &'g [String],
    seating: &'g Seating,
    story: &'g mut String,
    /// Whose throw the last line tells, so that dice thrown together stand together.
    throwing: Option<(Seat, Cause)>,
}

impl<'g> Teller<'g> {
    pub(super) fn new(
        rules: &'g Rules,
        names: &'g [String],
        seating: &'g Seating,
        story: &'g mut String,
    ) -> Teller<'g> {
        story.push_str("\nThe draft\n");
        Teller { rules, names, seating, story, throwing: None }
    }

    fn line(&mut self, text: &str) {
        self.end_throw();
        self.story.push_str(text);
        self.story.push('\n');
    }

    fn end_throw(&mut self) {
        if self.throwing.take().is_some() {
            self.story.push('\n');
        }
    }

    fn player(&self, seat: Seat) -> String {
        format!("{} (seat {})", self.names[self.seating[seat.index()]], seat.number())
    }

    /// Tells who has won.
    pub(super) fn end(&mut self, outcome: &Outcome) {
        let seats = || (0..self.seating.len()).map(|seat| Seat(seat as u8));
        let winners: Vec<String> =
            seats().filter(|seat| outcome.share[seat.index()] > 0).map(|seat| self.player(seat)).collect();
        let alone = outcome.share.iter().any(|&share| u32::from(share) == WHOLE_WIN);
        let verb = if alone { "wins" } else { "share the win" };
        let scores: Vec<String> =
            seats().map(|seat| format!("{} {}", self.player(seat), outcome.score[seat.index()])).collect();
        self.line(&format!("\nThe game ends. Cost of dice: {}.\n{} {verb}.", scores.join(", "), winners.join(" and ")));
    }
}

/// A die as people read it.
fn die(arena: &Arena, aim: Aim) -> String {
    arena.die(aim).map_or_else(|| "no die".to_owned(), |die| format!("{} {} #{}", die.kind, die.face, aim.die.0 + 1))
}

impl Watch for Teller<'_> {
    fn drafted(&mut self, seat: Seat, draft: Draft, state: &State) {
        let what = match draft {
            Draft::Buy(kind) => format!("buys {kind}"),
            Draft::Swap { give, buy } => format!("gives {give} back and buys {buy}"),
            Draft::Pass => "passes".to_owned(),
        };
        let text = format!("  {} {what}: {}, {}", self.player(seat), state.dice(seat), points_word(state.points(seat)));
        self.line(&text);
    }

    fn duel_begins(&mut self, arena: &Arena, state: &State) {
        let text = format!("\nTurn {}: {} chooses {}", state.turn() + 1, self.player(arena.active), arena.duel);
        self.line(&text);
    }

    fn step(&mut self, arena: &Arena) {
        self.line(&format!("  step {}", arena.part() + 1));
    }

    fn bout(&mut self, arena: &Arena) {
        self.line(&format!("  bout {}", arena.part() + 1));
    }

    fn ties(&mut self, arena: &Arena) {
        let who: Vec<String> = arena.inside().map(|seat| self.player(seat)).collect();
        self.line(&format!("  a tie: {} throw again", who.join(" and ")));
    }

    fn landed(&mut self, seat: Seat, spot: Spot, cause: Cause, arena: &Arena) {
        let shown = die(arena, Aim { seat, die: spot });
        if self.throwing == Some((seat, cause)) {
            let _ = write!(self.story, ", {shown}");
            return;
        }
        self.end_throw();
        let how = match cause {
            Cause::Throw | Cause::Tie => "throws",
            Cause::Extra => "throws extra",
            Cause::Exchange => "throws instead",
            Cause::Reroll => "rerolls",
        };
        let _ = write!(self.story, "    {} {how} {shown}", self.player(seat));
        self.throwing = Some((seat, cause));
    }

    fn placed(&mut self, seat: Seat, placement: Placement, arena: &Arena) {
        let of = |spot| die(arena, Aim { seat, die: spot });
        let text = format!("    {} places {} on {}", self.player(seat), of(placement.die), of(placement.on));
        self.line(&text);
    }

    fn exchanged(&mut self, by: Seat, aim: Aim, arena: &Arena) {
        let text = if by == aim.seat {
            format!("    {} puts {} back", self.player(by), die(arena, aim))
        } else {
            format!("    {} makes {} put {} back", self.player(by), self.player(aim.seat), die(arena, aim))
        };
        self.line(&text);
    }

    fn nothing_to_exchange(&mut self, by: Seat, seat: Seat) {
        let text = format!("    {} exchanges, but {} has nothing to exchange", self.player(by), self.player(seat));
        self.line(&text);
    }

    fn rerolled(&mut self, by: Seat, aim: Aim, face: Face, arena: &Arena) {
        let whose = if by == aim.seat { String::new() } else { format!("{}'s ", self.player(aim.seat)) };
        let text = format!("    {} rerolls {whose}{}: {face}", self.player(by), die(arena, aim));
        self.line(&text);
    }

    fn cancelled(&mut self, by: Seat, aim: Aim, arena: &Arena) {
        let text = format!("    {} cancels {}'s {}", self.player(by), self.player(aim.seat), die(arena, aim));
        self.line(&text);
    }

    fn totalled(&mut self, arena: &Arena) {
        let total = |seat: Seat| {
            let zone = &arena.side(seat).zone;
            let total = zone.total().map_or("no dice".to_owned(), |total| total.to_string());
            let showing = zone.victory_points();
            let showing = if showing > 0 { format!(" and {showing} VP") } else { String::new() };
            format!("{} {total}{showing}", self.player(seat))
        };
        let totals: Vec<String> = arena.inside().map(total).collect();
        self.line(&format!("    totals: {}", totals.join(", ")));
    }

    fn duel_ends(&mut self, verdict: Verdict, points: &[u32; MAX_SEATS], arena: &Arena, _: &State) {
        let who = match verdict {
            Verdict::Won(seat) => format!("{} wins the duel", self.player(seat)),
            Verdict::Lost => "nobody has dice left, so nobody wins the duel".to_owned(),
            Verdict::Drawn => "the duel is drawn".to_owned(),
        };
        let gains = arena.in_order(arena.participants).filter(|seat| points[seat.index()] > 0);
        let gains: Vec<String> =
            gains.map(|seat| format!("{} {}", self.player(seat), points_word(points[seat.index()]))).collect();
        let gains = if gains.is_empty() { "no points".to_owned() } else { gains.join(", ") };
        self.line(&format!("  {who}: {gains}"));
    }

    fn bought(&mut self, seat: Seat, purchase: &Purchase, state: &State) {
        if purchase.take.is_empty() {
            return;
        }
        let paid = if purchase.give.is_empty() { String::new() } else { format!(" for {}", purchase.give) };
        let (dice, cost) = (state.dice(seat), self.rules.cost_of(state.dice(seat)));
        let text = format!(
            "  {} takes {}{paid}: {dice}, cost {cost}, {}",
            self.player(seat),
            purchase.take,
            points_word(state.points(seat))
        );
        self.line(&text);
    }

    fn ends(&mut self, _: &State) {
        self.end_throw();
    }
}

fn points_word(points: u32) -> String {
    format!("{points} {}", if points == 1 { "point" } else { "points" })
}
