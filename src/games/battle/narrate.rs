//! The story of a game for people to read: who buys what, each die of each duel, who wins what.
//!
//! Owns the words. A die is called by its kind and what it shows, `red 7`, and by its place in the throw zone, `#2`,
//! where several could be meant.

use super::arena::{Arena, Board, Cause};
use super::duel::{Aim, Verdict};
use super::kind::Kinds;
use super::play::{Event, Watch};
use super::rules::{MAX_SEATS, Rules};
use super::state::Draft;
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
        self.line(&format!("    {} {what}", self.story.player(seat)));
    }

    fn end_throw(&mut self) {
        if self.throwing.take().is_some() {
            self.story.line("");
        }
    }

    /// A die lands, as one of several thrown together.
    fn landed(&mut self, seat: Seat, cause: Cause, shown: &str) {
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
        self.story.part(&format!("    {} {how} {shown}", self.story.player(seat)));
        self.throwing = Some((seat, cause));
    }

    fn totals(&self, arena: &Arena) -> String {
        self.story.each(arena.inside(), |seat| {
            let zone = &arena.side(seat).zone;
            let total = zone.total().map_or("no dice".to_owned(), |total| total.to_string());
            let showing = zone.victory_points();
            if showing > 0 { format!("{total} and {showing} VP") } else { total }
        })
    }

    fn fought(&self, verdict: Verdict, points: &[u32; MAX_SEATS], arena: &Arena) -> String {
        let who = match verdict {
            Verdict::Won(seat) => format!("{} wins the duel", self.story.player(seat)),
            Verdict::Lost => "nobody has dice left, so nobody wins the duel".to_owned(),
            Verdict::Drawn => "the duel is drawn".to_owned(),
        };
        let gain = arena.in_order(arena.participants).filter(|seat| points[seat.index()] > 0);
        let gains = self.story.each(gain, |seat| points_word(points[seat.index()]));
        format!("  {who}: {}", if gains.is_empty() { "no points" } else { &gains })
    }

    /// A purchase, for these dice, and what the player has then.
    fn bought(&mut self, seat: Seat, take: Kinds, give: Kinds, board: &Board) {
        let paid = if give.is_empty() { String::new() } else { format!(" for {give}") };
        let (dice, points) = (board.state.dice(seat), points_word(board.state.points(seat)));
        let (player, cost) = (self.story.player(seat), self.rules.cost_of(dice));
        self.line(&format!("  {player} takes {take}{paid}: {dice}, cost {cost}, {points}"));
    }
}

/// A die as people read it.
fn die(arena: &Arena, seat: Seat, spot: Spot) -> String {
    let die = arena.die(Aim { seat, die: spot });
    die.map_or_else(|| "no die".to_owned(), |die| format!("{} {} #{}", die.kind, die.face, spot.0 + 1))
}

impl Watch for Narrator<'_> {
    fn see(&mut self, event: Event, board: &Board) {
        let (arena, state) = (&board.arena, &board.state);
        let player = |seat| self.story.player(seat);
        let shown = |aim: Aim| die(arena, aim.seat, aim.die);
        match event {
            Event::Drafted(seat, draft) => {
                let what = match draft {
                    Draft::Buy(kind) => format!("buys {kind}"),
                    Draft::Swap { give, buy } => format!("gives {give} back and buys {buy}"),
                    Draft::Pass => "passes".to_owned(),
                };
                let (dice, points) = (state.dice(seat), points_word(state.points(seat)));
                self.line(&format!("  {} {what}: {dice}, {points}", player(seat)));
            }
            Event::Chosen => {
                self.line(&format!("\nTurn {}: {} chooses {}", state.turn + 1, player(arena.active), arena.duel));
            }
            Event::Step => self.line(&format!("  step {}", arena.part + 1)),
            Event::Bout => self.line(&format!("  bout {}", arena.part + 1)),
            Event::Tie => {
                self.line(&format!("  a tie: {} throw again", self.story.together(arena.inside())));
            }
            Event::Landed(seat, spot, cause) => self.landed(seat, cause, &die(arena, seat, spot)),
            Event::Placed(seat, placed, on) => {
                self.act(seat, &format!("places {} on {}", die(arena, seat, placed), die(arena, seat, on)));
            }
            Event::Exchanged(by, aim) if by == aim.seat => self.act(by, &format!("puts {} back", shown(aim))),
            Event::Exchanged(by, aim) => {
                self.act(by, &format!("makes {} put {} back", player(aim.seat), shown(aim)));
            }
            Event::NothingToExchange(by, seat) => {
                self.act(by, &format!("exchanges, but {} has nothing to exchange", player(seat)));
            }
            Event::Rerolled(by, aim, face) => {
                let whose = if by == aim.seat { String::new() } else { format!("{}'s ", player(aim.seat)) };
                self.act(by, &format!("rerolls {whose}{}: {face}", shown(aim)));
            }
            Event::Cancelled(by, aim) => self.act(by, &format!("cancels {}'s {}", player(aim.seat), shown(aim))),
            Event::Totalled => self.line(&format!("    totals: {}", self.totals(arena))),
            Event::Fought(verdict, points) => self.line(&self.fought(verdict, &points, arena)),
            Event::Bought(_, purchase) if purchase.take.is_empty() => {}
            Event::Bought(seat, purchase) => self.bought(seat, purchase.take, purchase.give, board),
            Event::Over => self.end_throw(),
        }
    }
}

fn points_word(points: u32) -> String {
    counted(points, "point", "points")
}
