//! The story of a game for people to read: who buys what, each die of each duel, who wins what.
//!
//! Owns the words. A die is called by its kind and what it shows, `red 7`, and by its place in the throw zone, `#2`,
//! where several could be meant.

use super::arena::{Arena, Cause};
use super::duel::{Aim, Placement, Verdict};
use super::face::Face;
use super::play::Watch;
use super::rules::{MAX_SEATS, Rules};
use super::state::{Draft, Purchase, State};
use super::zone::Spot;
use crate::games::Seat;
use crate::games::narration::{Story, counted};

/// Writes the story of a game.
pub(super) struct Narrator<'g> {
    rules: &'g Rules,
    story: Story<'g>,
    /// Whose throw the last line narrates, so that dice thrown together stand together.
    throwing: Option<(Seat, Cause)>,
}

impl<'g> Narrator<'g> {
    pub(super) fn new(rules: &'g Rules, mut story: Story<'g>) -> Narrator<'g> {
        story.line("\nThe draft");
        Narrator { rules, story, throwing: None }
    }

    fn line(&mut self, text: &str) {
        self.end_throw();
        self.story.line(text);
    }

    /// What a player does in a duel.
    fn act(&mut self, seat: Seat, what: &str) {
        self.line(&format!("    {} {what}", self.player(seat)));
    }

    fn end_throw(&mut self) {
        if self.throwing.take().is_some() {
            self.story.line("");
        }
    }

    fn player(&self, seat: Seat) -> String {
        self.story.player(seat)
    }
}

/// A die as people read it.
fn die(arena: &Arena, aim: Aim) -> String {
    arena.die(aim).map_or_else(|| "no die".to_owned(), |die| format!("{} {} #{}", die.kind, die.face, aim.die.0 + 1))
}

impl Watch for Narrator<'_> {
    fn drafted(&mut self, seat: Seat, draft: Draft, state: &State) {
        let what = match draft {
            Draft::Buy(kind) => format!("buys {kind}"),
            Draft::Swap { give, buy } => format!("gives {give} back and buys {buy}"),
            Draft::Pass => "passes".to_owned(),
        };
        let (dice, points) = (state.dice(seat), points_word(state.points(seat)));
        self.line(&format!("  {} {what}: {dice}, {points}", self.player(seat)));
    }

    fn duel_begins(&mut self, arena: &Arena, state: &State) {
        self.line(&format!("\nTurn {}: {} chooses {}", state.turn() + 1, self.player(arena.active), arena.duel));
    }

    fn step(&mut self, arena: &Arena) {
        self.line(&format!("  step {}", arena.part + 1));
    }

    fn bout(&mut self, arena: &Arena) {
        self.line(&format!("  bout {}", arena.part + 1));
    }

    fn ties(&mut self, arena: &Arena) {
        self.line(&format!("  a tie: {} throw again", self.story.together(arena.inside())));
    }

    fn landed(&mut self, seat: Seat, spot: Spot, cause: Cause, arena: &Arena) {
        let shown = die(arena, Aim { seat, die: spot });
        if self.throwing == Some((seat, cause)) {
            self.story.part(&format!(", {shown}"));
            return;
        }
        self.end_throw();
        let how = match cause {
            Cause::Throw | Cause::Tie => "throws",
            Cause::Extra => "throws extra",
            Cause::Exchange => "throws instead",
            Cause::Reroll => "rerolls",
        };
        self.story.part(&format!("    {} {how} {shown}", self.player(seat)));
        self.throwing = Some((seat, cause));
    }

    fn placed(&mut self, seat: Seat, placement: Placement, arena: &Arena) {
        let [placed, on] = [placement.die, placement.on].map(|spot| die(arena, Aim { seat, die: spot }));
        self.act(seat, &format!("places {placed} on {on}"));
    }

    fn exchanged(&mut self, by: Seat, aim: Aim, arena: &Arena) {
        let shown = die(arena, aim);
        if by == aim.seat {
            self.act(by, &format!("puts {shown} back"));
        } else {
            self.act(by, &format!("makes {} put {shown} back", self.player(aim.seat)));
        }
    }

    fn nothing_to_exchange(&mut self, by: Seat, seat: Seat) {
        self.act(by, &format!("exchanges, but {} has nothing to exchange", self.player(seat)));
    }

    fn rerolled(&mut self, by: Seat, aim: Aim, face: Face, arena: &Arena) {
        let whose = if by == aim.seat { String::new() } else { format!("{}'s ", self.player(aim.seat)) };
        self.act(by, &format!("rerolls {whose}{}: {face}", die(arena, aim)));
    }

    fn cancelled(&mut self, by: Seat, aim: Aim, arena: &Arena) {
        self.act(by, &format!("cancels {}'s {}", self.player(aim.seat), die(arena, aim)));
    }

    fn totalled(&mut self, arena: &Arena) {
        let total = |seat: Seat| {
            let zone = &arena.side(seat).zone;
            let total = zone.total().map_or("no dice".to_owned(), |total| total.to_string());
            let showing = zone.victory_points();
            if showing > 0 { format!("{total} and {showing} VP") } else { total }
        };
        self.line(&format!("    totals: {}", self.story.each(arena.inside(), total)));
    }

    fn duel_ends(&mut self, verdict: Verdict, points: &[u32; MAX_SEATS], arena: &Arena, _: &State) {
        let who = match verdict {
            Verdict::Won(seat) => format!("{} wins the duel", self.player(seat)),
            Verdict::Lost => "nobody has dice left, so nobody wins the duel".to_owned(),
            Verdict::Drawn => "the duel is drawn".to_owned(),
        };
        let gain = arena.in_order(arena.participants).filter(|seat| points[seat.index()] > 0);
        let gains = self.story.each(gain, |seat| points_word(points[seat.index()]));
        self.line(&format!("  {who}: {}", if gains.is_empty() { "no points" } else { &gains }));
    }

    fn bought(&mut self, seat: Seat, purchase: &Purchase, state: &State) {
        if purchase.take.is_empty() {
            return;
        }
        let paid = if purchase.give.is_empty() { String::new() } else { format!(" for {}", purchase.give) };
        let (dice, points) = (state.dice(seat), points_word(state.points(seat)));
        let (player, cost) = (self.player(seat), self.rules.cost_of(dice));
        self.line(&format!("  {player} takes {}{paid}: {dice}, cost {cost}, {points}", purchase.take));
    }

    fn ends(&mut self, _: &State) {
        self.end_throw();
    }
}

fn points_word(points: u32) -> String {
    counted(points, "point", "points")
}
