//! Who watches a game: the counter for `duels.csv` and `dice.csv`, and the narrator.
//!
//! Owns [`Event`] and [`Watch`], the meaning of the counts and columns, and the words of the narration. There a die is
//! called by its kind and what it shows, `red 7`, and by its place in the throw zone, `#2`.

use super::arena::{Arena, Board, Cause};
use super::dice::{Face, KINDS, Kind, Kinds};
use super::duel::{Aim, Contest, Duel, Hand, Verdict};
use super::rules::{MAX_SEATS, Rules};
use super::state::{Purchase, State};
use super::view::Strategy;
use super::zone::Spot;
use crate::dice::BlockKey;
use crate::games::narration::{Story, counted};
use crate::games::{
    Column, CountedTable, Label, Observer, RoundOver, RowCounts, STRATEGY, Seat, Seating, StatisticsTable, Table,
    TurnOver, recorded,
};

/// Something that happens in a game. A seat that comes first is the player who does it.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A player bought a die in the draft, gave one back, or passes for good.
    Drafted(Seat, Purchase),
    /// The active player chose a duel, for which everybody's dice lie in the reserve.
    Chosen,
    /// A step of a duel begins.
    Step,
    /// A bout begins.
    Bout,
    /// Those who are inside tied and throw again.
    Tie,
    /// A player threw these dice in a duel without a table, where dice do not land one by one.
    Thrown(Seat, Kinds),
    /// A die was thrown and lies in the throw zone.
    Landed(Seat, Spot, Cause),
    /// A shield or multiplier, named first, was placed on another die.
    Placed(Seat, Spot, Spot),
    /// A die is about to be put back for another one.
    Exchanged(Seat, Aim),
    /// An exchange hit a player whose reserve or throw zone is empty.
    NothingToExchange(Seat, Seat),
    /// A die is about to show another face.
    Rerolled(Seat, Aim, Face),
    /// A die is about to be cancelled.
    Cancelled(Seat, Aim),
    /// The throw of those inside was totalled.
    Totalled,
    /// A duel is over, and its points are awarded.
    Fought(Verdict, [u32; MAX_SEATS]),
    /// A player had its chance to buy.
    Bought(Seat, Purchase),
    /// The game is over.
    Over,
}

/// Who watches a game step by step.
pub trait Watch {
    /// Something happened, after which the table is like this.
    fn see(&mut self, event: Event, board: &Board);

    /// Whether the game is told again as it was played at a real table.
    fn is_told(&self) -> bool {
        false
    }

    /// Whether it has to see each die land and what is done with it. Otherwise a duel may be fought without a table.
    fn sees_dice(&self) -> bool {
        true
    }

    /// Which of so many equally likely outcomes chance has, from 0, where it is not left to the draws.
    fn chance(&mut self, outcomes: u32) -> Option<u32> {
        let _ = outcomes;
        None
    }
}

impl Watch for () {
    fn see(&mut self, _: Event, _: &Board) {}

    fn sees_dice(&self) -> bool {
        false
    }
}

/// The positions of the statistics among the game's statistics.
const DUELS: usize = 0;
const DICE: usize = 1;

// The counts of a row of `duels`: of the duels that the strategy chose.
const CHOSEN: usize = 0;
const WON: usize = 1;
const POINTS: usize = 2;

// The counts of a row of `dice`.
const GAMES: usize = 0;
const OWNED: usize = 1;
const THROWN: usize = 2;
const CANCELLED: usize = 3;

/// The duels, by strategy and kind.
pub(super) const BY_DUEL: CountedTable = CountedTable {
    name: "duels",
    labels: &[STRATEGY, Label { name: "duel", meaning: "the kind of duel" }],
    columns: &[
        Column::count(CHOSEN, "chosen", "duels", "duels of the kind that the strategy chose"),
        Column::rate((WON, CHOSEN), "win_rate", "share of these duels that the strategy won"),
        Column::mean(
            (POINTS, CHOSEN),
            "points_mean",
            "points",
            "mean of the points that such a duel brought the strategy",
        ),
    ],
};

/// The dice, by strategy and kind. A die is thrown when it comes into the throw zone; rerolls and throws again after a tie
/// do not count.
pub(super) const BY_KIND: CountedTable = CountedTable {
    name: "dice",
    labels: &[STRATEGY, Label { name: "kind", meaning: "the kind of dice" }],
    columns: &[
        Column::count(GAMES, "games", "games", "games of the strategy that were counted"),
        Column::mean(
            (OWNED, GAMES),
            "owned_at_end_mean",
            "dice",
            "mean of the dice of the kind that it owned at the end of a game",
        ),
        Column::mean(
            (THROWN, GAMES),
            "thrown_mean",
            "dice",
            "mean of the dice of the kind that it threw in a game, each counted once a throw zone",
        ),
        Column::rate((CANCELLED, THROWN), "cancelled_rate", "share of these dice that were cancelled"),
    ],
};

/// The statistics tables `duels` and `dice`, in the order in which they are counted.
pub(super) fn statistics(strategies: &[String]) -> Vec<StatisticsTable> {
    let table = StatisticsTable::by_strategy;
    vec![table(&BY_DUEL, strategies, &Contest::NAMES), table(&BY_KIND, strategies, &Kind::NAMES)]
}

/// Hands every duel, and the dice of every seat at the end, to an observer.
pub(super) struct Counter<'g, O> {
    rules: &'g Rules,
    seating: &'g Seating,
    block: BlockKey,
    observer: &'g mut O,
    /// The row of each seat and kind.
    dice: [[RowCounts; KINDS]; MAX_SEATS],
}

impl<'g, O: Observer> Counter<'g, O> {
    pub(super) fn new(rules: &'g Rules, table: Table<'g, dyn Strategy>, observer: &'g mut O) -> Counter<'g, O> {
        let Table { seating, block, .. } = table;
        Counter { rules, seating, block, observer, dice: Default::default() }
    }

    /// Tells that a round is over, a duel of each player, with what everybody's dice cost by now.
    fn round_over(&mut self, state: &State) {
        let costs: Vec<u32> = state.all().map(|seat| self.rules.cost_of(state.dice(seat))).collect();
        self.observer.round_over(RoundOver { scores: &costs, card: None });
    }

    fn fought(&mut self, verdict: Verdict, points: &[u32; MAX_SEATS], active: Seat, contest: Contest) {
        let mut counts = RowCounts::default();
        counts[CHOSEN] = 1;
        counts[WON] = i32::from(verdict == Verdict::Won(active));
        counts[POINTS] = points[active.index()] as i32;
        let row = self.seating[active.index()] * Contest::NAMES.len() + contest.index();
        self.observer.count(DUELS, row, &counts);
    }

    fn over(&mut self, state: &State) {
        for seat in state.all() {
            for (kind, counts) in Kind::ALL.into_iter().zip(&mut self.dice[seat.index()]) {
                counts[GAMES] = 1;
                counts[OWNED] = state.dice(seat).of(kind) as i32;
                self.observer.count(DICE, self.seating[seat.index()] * KINDS + kind.index(), counts);
            }
        }
    }
}

/// How many numbers tell of a duel: those of the duel, then those of each seat.
const OF_DUEL: usize = 8;
const OF_SEAT: usize = 3;

/// What is told before a duel (B05): the key of its draws and the turn, who fights whom how, and what everybody has.
#[cold]
fn before_duel(block: BlockKey, state: &State, duel: Duel) -> Vec<u32> {
    let halves = |word: u64| [(word >> 32) as u32, word as u32];
    let [high, low] = halves(block.bits());
    let opponent = duel.opponent.map_or(0, |seat| u32::from(seat.0) + 1);
    let contest = duel.contest;
    let (active, number) = (u32::from(state.active.0), contest.number().unwrap_or(0));
    let mut numbers = vec![high, low, state.turn, active, contest.index() as u32, number, duel.hand as u32, opponent];
    for seat in state.all() {
        numbers.extend(halves(state.dice(seat).bits()));
        numbers.push(state.points(seat));
    }
    numbers
}

/// The draws, the table, and the duel of which these numbers tell.
pub(crate) fn told_duel(rules: &Rules, numbers: &[u32]) -> Option<(BlockKey, State, Duel)> {
    let (of_duel, of_seats) = numbers.split_at_checked(OF_DUEL)?;
    let &[high, low, turn, active, contest, number, hand, opponent] = of_duel else { return None };
    let whole = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
    let dice: Vec<Kinds> = of_seats.chunks_exact(OF_SEAT).map(|seat| Kinds::of_bits(whole(seat[0], seat[1]))).collect();
    let points: Vec<u32> = of_seats.chunks_exact(OF_SEAT).map(|seat| seat[2]).collect();
    let state = State::between_duels(rules, &dice, &points, Seat(active as u8))?.in_turn(turn);
    let contest = Contest::named(Contest::NAMES.get(contest as usize)?, number)?;
    let hand = *Hand::ALL.get(hand as usize)?;
    let opponent = opponent.checked_sub(1).map(|seat| Seat(seat as u8));
    Some((BlockKey::of_bits(whole(high, low)), state, Duel { contest, opponent, hand }))
}

impl<O: Observer> Watch for Counter<'_, O> {
    fn sees_dice(&self) -> bool {
        false
    }

    // At each place that has something to show it is one of the branches.
    #[inline(always)]
    fn see(&mut self, event: Event, board: &Board) {
        if matches!(event, Event::Chosen) && self.observer.wants_chances() {
            self.observer.chance_falls(&before_duel(self.block, &board.state, board.arena.duel));
        }
        if self.observer.wants_rounds() {
            let turn = board.state.turn;
            match event {
                Event::Chosen if turn > 0 && turn.is_multiple_of(board.state.seats as u32) => {
                    self.round_over(&board.state);
                }
                Event::Fought(..) => {
                    let seat = board.arena.active;
                    self.observer.turn_over(TurnOver { seat, dice: None, is_valid: None, total: None });
                }
                Event::Over => self.round_over(&board.state),
                _ => {}
            }
        }
        let mut count = |seat: Seat, die, count| {
            let kind = board.arena.side(seat).zone.at(die).kind;
            self.dice[seat.index()][kind.index()][count] += 1;
        };
        match event {
            Event::Thrown(seat, dice) => {
                for (kind, counts) in Kind::ALL.into_iter().zip(&mut self.dice[seat.index()]) {
                    counts[THROWN] += dice.of(kind) as i32;
                }
            }
            Event::Landed(seat, die, Cause::Throw | Cause::Extra | Cause::Exchange) => count(seat, die, THROWN),
            Event::Cancelled(_, aim) => count(aim.seat, aim.die, CANCELLED),
            Event::Fought(verdict, points) if self.observer.wants() => {
                self.fought(verdict, &points, board.arena.active, board.arena.duel.contest);
            }
            Event::Over if self.observer.wants() => self.over(&board.state),
            _ => {}
        }
    }
}

/// Narrates a game.
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

    /// A die lands, as one of several thrown together.
    fn landed(&mut self, seat: Seat, cause: Cause, shown: &str) {
        if self.throwing == Some((seat, cause)) {
            return self.story.part(&format!(", {shown}"));
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

    fn end_throw(&mut self) {
        if self.throwing.take().is_some() {
            self.story.line("");
        }
    }

    /// The line about anything but a die that lands, if it is worth one.
    fn line(&self, event: Event, Board { arena, state, .. }: &Board) -> Option<String> {
        let player = |seat| self.story.player(seat);
        let die = |seat, die| shown(arena, Aim { seat, die });
        let acts = |seat, what: String| format!("    {} {what}", player(seat));
        Some(match event {
            Event::Landed(..) | Event::Thrown(..) | Event::Over => return None,
            Event::Bought(_, purchase) if purchase.take.is_empty() => return None,
            Event::Drafted(seat, draft) => {
                let [take, give] = [draft.take, draft.give].map(|one| one.nth(0));
                let what = match (draft.is_empty(), draft.give.is_empty()) {
                    (true, _) => "passes".to_owned(),
                    (_, true) => format!("buys {take}"),
                    _ => format!("gives {give} back and buys {take}"),
                };
                format!("  {} {what}: {}, {}", player(seat), state.dice(seat), points(state.points(seat)))
            }
            Event::Chosen => format!("\nTurn {}: {} chooses {}", state.turn + 1, player(arena.active), arena.duel),
            Event::Step => format!("  step {}", arena.part + 1),
            Event::Bout => format!("  bout {}", arena.part + 1),
            Event::Tie => format!("  a tie: {} throw again", self.story.together(arena.inside())),
            Event::Placed(seat, placed, on) => acts(seat, format!("places {} on {}", die(seat, placed), die(seat, on))),
            Event::Exchanged(by, aim) if by == aim.seat => acts(by, format!("puts {} back", shown(arena, aim))),
            Event::Exchanged(by, aim) => acts(by, format!("makes {} put {} back", player(aim.seat), shown(arena, aim))),
            Event::NothingToExchange(by, seat) => {
                acts(by, format!("exchanges, but {} has nothing to exchange", player(seat)))
            }
            Event::Rerolled(by, aim, face) => {
                let whose = if by == aim.seat { String::new() } else { format!("{}'s ", player(aim.seat)) };
                acts(by, format!("rerolls {whose}{}: {face}", shown(arena, aim)))
            }
            Event::Cancelled(by, aim) => acts(by, format!("cancels {}'s {}", player(aim.seat), shown(arena, aim))),
            Event::Totalled => format!("    totals: {}", self.totals(arena)),
            Event::Fought(verdict, points) => self.fought(verdict, &points, arena),
            Event::Bought(seat, Purchase { take, give }) => {
                let paid = if give.is_empty() { String::new() } else { format!(" for {give}") };
                let (dice, points) = (state.dice(seat), points(state.points(seat)));
                format!("  {} takes {take}{paid}: {dice}, cost {}, {points}", player(seat), self.rules.cost_of(dice))
            }
        })
    }

    fn totals(&self, arena: &Arena) -> String {
        self.story.each(arena.inside(), |seat| {
            let zone = &arena.side(seat).zone;
            let total = zone.total().map_or("no dice".to_owned(), |total| total.to_string());
            let showing = zone.victory_points();
            if showing > 0 { format!("{total} and {showing} VP") } else { total }
        })
    }

    fn fought(&self, verdict: Verdict, gained: &[u32; MAX_SEATS], arena: &Arena) -> String {
        let who = match verdict {
            Verdict::Won(seat) => format!("{} wins the duel", self.story.player(seat)),
            Verdict::Lost => "nobody has dice left, so nobody wins the duel".to_owned(),
            Verdict::Drawn => "the duel is drawn".to_owned(),
        };
        let gain = arena.in_order(arena.participants).filter(|seat| gained[seat.index()] > 0);
        let gains = self.story.each(gain, |seat| points(gained[seat.index()]));
        format!("  {who}: {}", if gains.is_empty() { "no points" } else { &gains })
    }
}

/// A die as people read it.
fn shown(arena: &Arena, aim: Aim) -> String {
    let die = arena.die(aim);
    die.map_or_else(|| "no die".to_owned(), |die| format!("{} {} #{}", die.kind, die.face, aim.die.0 + 1))
}

fn points(points: u32) -> String {
    counted(points, "point", "points")
}

impl Watch for Narrator<'_> {
    fn is_told(&self) -> bool {
        recorded::is_told()
    }

    fn see(&mut self, event: Event, board: &Board) {
        if let Event::Landed(seat, die, cause) = event {
            return self.landed(seat, cause, &shown(&board.arena, Aim { seat, die }));
        }
        self.end_throw();
        if let Some(line) = self.line(event, board) {
            self.story.line(&line);
        }
    }
}
