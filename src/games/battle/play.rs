//! A game from the draft to the end, and who is told of it.
//!
//! Owns the order of play (B04, B05, B17 to B19), [`Watch`], and [`Rehearsal`]. The state knows what may be bought,
//! `contest` fights the duels.

use super::Battle;
use super::arena::{Arena, Cause, Seats};
use super::duel::{Aim, Contest, Duel, Opponents, Placement, Verdict};
use super::face::{Face, Powers};
use super::kind::MOST_DICE;
use super::rules::{MAX_SEATS, MOST_COST, Rules};
use super::state::{Draft, Purchase, State};
use super::strategy::{Answer, Drafting, Strategy};
use super::view::{DraftView, DuelView, Moment, View};
use super::zone::Spot;
use crate::dice::BlockKey;
use crate::games::{Fault, Outcome, Seat, Seating, StrategyIndex};
use std::fmt::Display;

/// The highest limit of a duel by points: what the most dice at the highest cost come to.
pub const MOST_LIMIT: u32 = MOST_DICE as u32 * MOST_COST;

/// Who wants to be told what happens in a game, step by step. A method that is not written does nothing.
pub trait Watch {
    /// A player bought a die in the draft, gave one back, or passes for good.
    fn drafted(&mut self, _seat: Seat, _draft: Draft, _state: &State) {}
    /// The active player chose a duel, for which everybody's dice lie in the reserve.
    fn duel_begins(&mut self, _arena: &Arena, _state: &State) {}
    /// A step of a duel begins.
    fn step(&mut self, _arena: &Arena) {}
    /// A bout begins.
    fn bout(&mut self, _arena: &Arena) {}
    /// Those who are inside tied and throw again.
    fn ties(&mut self, _arena: &Arena) {}
    /// A die was thrown and lies in the throw zone.
    fn landed(&mut self, _seat: Seat, _spot: Spot, _cause: Cause, _arena: &Arena) {}
    /// A shield or multiplier was placed.
    fn placed(&mut self, _seat: Seat, _placement: Placement, _arena: &Arena) {}
    /// A die is about to be put back for another one.
    fn exchanged(&mut self, _by: Seat, _die: Aim, _arena: &Arena) {}
    /// An exchange hit a player whose reserve or throw zone is empty.
    fn nothing_to_exchange(&mut self, _by: Seat, _seat: Seat) {}
    /// A die is about to show another face.
    fn rerolled(&mut self, _by: Seat, _die: Aim, _face: Face, _arena: &Arena) {}
    /// A die is about to be cancelled.
    fn cancelled(&mut self, _by: Seat, _die: Aim, _arena: &Arena) {}
    /// The throw of those inside was totalled.
    fn totalled(&mut self, _arena: &Arena) {}
    /// A duel is over, and its points are awarded.
    fn duel_ends(&mut self, _verdict: Verdict, _points: &[u32; MAX_SEATS], _arena: &Arena, _state: &State) {}
    /// A player had its chance to buy.
    fn bought(&mut self, _seat: Seat, _purchase: &Purchase, _state: &State) {}
    /// The game is over.
    fn ends(&mut self, _state: &State) {}
}

impl Watch for () {}

/// What comes of something unless a strategy was at fault. A fault is large and rare, so it is kept out of the way.
pub(super) type Faultless<T> = Result<T, Box<Fault>>;

/// How many decisions each seat was asked for in a turn; those of the draft count with the first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Decisions([u32; MAX_SEATS]);

impl Decisions {
    #[inline]
    pub(super) fn count(&mut self, seat: Seat) {
        self.0[seat.index()] += 1;
    }
}

/// Drafts that come out alike in every game, by who sits where, with the decisions of each seat. They are for one list
/// of strategies under one set of rules.
pub(super) type Drafts = Vec<(Vec<StrategyIndex>, State, Decisions)>;

/// The most drafts that are remembered: one for each order of four players. Further ones are held again each time.
const MOST_DRAFTS: usize = 24;

/// What playing needs from game to game.
#[derive(Debug)]
pub struct Memory {
    pub(super) arena: Arena,
    pub(super) drafts: Drafts,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory { arena: Arena::new(), drafts: Vec::new() }
    }
}

/// One table: everything that stays the same during a game.
#[derive(Clone, Copy)]
pub(super) struct Table<'g> {
    pub game: &'g Battle,
    pub rules: &'g Rules,
    pub block: BlockKey,
    seating: &'g Seating,
    strategies: &'g [&'g dyn Strategy],
    /// What each seat need not be asked about.
    declined: [Powers; MAX_SEATS],
}

impl<'g> Table<'g> {
    /// A table with these strategies in these seats.
    pub(super) fn new(
        game: &'g Battle,
        strategies: &'g [&'g dyn Strategy],
        seating: &'g Seating,
        block: BlockKey,
    ) -> Table<'g> {
        let mut declined = [Powers::NONE; MAX_SEATS];
        for (declined, &strategy) in declined.iter_mut().zip(seating) {
            *declined = strategies[strategy].declines();
        }
        Table { game, rules: &game.rules, block, seating, strategies, declined }
    }

    /// The powers that the player of a seat always declines to use.
    #[inline]
    pub(super) fn declined(&self, seat: Seat) -> Powers {
        self.declined[seat.index()]
    }

    /// The strategy at a seat.
    #[inline]
    pub(super) fn strategy(&self, seat: Seat) -> &'g dyn Strategy {
        self.strategies[self.seating[seat.index()]]
    }
}

/// A game under way.
pub(super) struct Play<'a, 'g, W> {
    pub table: &'a Table<'g>,
    pub state: State,
    pub decisions: Decisions,
    pub arena: &'a mut Arena,
    pub watch: &'a mut W,
    /// The duels that were drawn.
    drawn: u32,
}

impl<'a, 'g, W: Watch> Play<'a, 'g, W> {
    /// A game that goes on from here.
    pub(super) fn new(table: &'a Table<'g>, state: State, arena: &'a mut Arena, watch: &'a mut W) -> Play<'a, 'g, W> {
        Play { table, state, decisions: Decisions::default(), arena, watch, drawn: 0 }
    }

    /// Plays a whole game. Where everybody drafts by the table, a draft that is remembered is not held again.
    pub(super) fn play(mut self, drafts: &mut Drafts) -> Faultless<Outcome> {
        let seating = self.table.seating;
        if let Some((_, state, decisions)) = drafts.iter().find(|(known, ..)| known == seating) {
            (self.state, self.decisions) = (state.clone(), *decisions);
        } else {
            self.draft()?;
            let by_table = seating.iter().all(|&player| self.table.strategies[player].drafting() == Drafting::ByTable);
            if by_table && drafts.len() < MOST_DRAFTS {
                drafts.push((seating.to_vec(), self.state.clone(), self.decisions));
            }
        }
        let winner = loop {
            self.duel()?;
            let winner = self.market()?;
            self.state.end_turn();
            self.decisions = Decisions::default();
            if winner.is_some() || self.state.turn() == self.table.rules.cap {
                break winner;
            }
        };
        self.watch.ends(&self.state);
        Ok(self.outcome(winner))
    }

    /// The draft (B04): from seat 1 in order, until all have passed or spent everything.
    fn draft(&mut self) -> Faultless<()> {
        let mut passed = Seats::default();
        let mut given_back = [0; MAX_SEATS];
        while passed.count() < self.state.seats() as u32 {
            for seat in self.state.all() {
                if passed.has(seat) {
                    continue;
                }
                let draft = self.ask_draft(seat, passed, given_back[seat.index()])?;
                self.state.draft(seat, draft, self.table.rules);
                given_back[seat.index()] += u8::from(matches!(draft, Draft::Swap { .. }));
                if draft == Draft::Pass || self.state.has_drafted(seat, self.table.rules) {
                    passed = passed.with(seat);
                }
                self.watch.drafted(seat, draft, &self.state);
            }
        }
        Ok(())
    }

    fn ask_draft(&mut self, seat: Seat, passed: Seats, given_back: u8) -> Faultless<Draft> {
        let choices = self.state.draft_choices(seat, self.table.rules);
        self.decisions.count(seat);
        let view = DraftView { table: self.view(seat), choices, passed, given_back };
        if choices.is_empty() && view.swaps().next().is_none() {
            return Ok(Draft::Pass);
        }
        let draft = self.answer(seat, self.table.strategy(seat).draft(&view))?;
        let legal = match draft {
            Draft::Pass => true,
            Draft::Buy(kind) => choices.has(kind),
            Draft::Swap { give, buy } => view.swaps().any(|swap| swap == (give, buy)),
        };
        if !legal {
            let buys = list(choices.iter());
            let swaps = list(view.swaps().map(|(give, buy)| format!("{give} for {buy}")));
            let legal = format!("to pass, to buy one of: {buys}; to swap one of: {swaps}");
            return Err(self.fault(seat, format!("the draft {draft:?}"), legal));
        }
        Ok(draft)
    }

    /// The duel of the active player, and its points (B05, B17).
    fn duel(&mut self) -> Faultless<()> {
        let active = self.state.active();
        self.decisions.count(active);
        let duel = self.answer(active, self.table.strategy(active).duel(&self.view(active)))?;
        let (verdict, points) = self.fight(active, duel)?;
        self.drawn += u32::from(verdict == Verdict::Drawn);
        for seat in self.state.all() {
            self.state.score(seat, points[seat.index()]);
        }
        self.watch.duel_ends(verdict, &points, self.arena, &self.state);
        Ok(())
    }

    /// Fights a duel of the active player; answers with the points that it brings each seat.
    fn fight(&mut self, active: Seat, duel: Duel) -> Faultless<(Verdict, [u32; MAX_SEATS])> {
        let legal = check_duel(&duel, active, &self.state);
        legal.map_err(|legal| self.fault(active, format!("the duel {duel}"), legal))?;
        self.arena.begin(duel, active, self.state.all().map(|seat| self.state.dice(seat)));
        self.watch.duel_begins(self.arena, &self.state);
        let verdict = self.contest()?;
        Ok((verdict, self.points(verdict)))
    }

    /// The points that a duel brings each seat: the winner's, and those that showed (B17).
    pub(super) fn points(&self, verdict: Verdict) -> [u32; MAX_SEATS] {
        let award = self.table.rules.award(self.arena.participants.count() - 1);
        let winner = verdict.winner().map_or(MAX_SEATS, Seat::index);
        // Nothing has ever shown at seats that nobody takes.
        std::array::from_fn(|seat| self.arena.sides[seat].shown + if seat == winner { award } else { 0 })
    }

    /// Everybody's purchases in turn order; answers with who has reached the goal (B18, B19).
    fn market(&mut self) -> Faultless<Option<Seat>> {
        let rules = self.table.rules;
        for seat in self.state.from(self.state.active()) {
            self.decisions.count(seat);
            let purchase = self.answer(seat, self.table.strategy(seat).buy(&self.view(seat)))?;
            if !purchase.is_empty() {
                let price = self.state.price(seat, &purchase, rules).map_err(|legal| {
                    self.fault(seat, format!("a purchase of {} for {}", purchase.take, purchase.give), legal)
                })?;
                self.state.purchase(seat, &purchase, price);
            }
            self.watch.bought(seat, &purchase, &self.state);
            // Nobody has reached it before, and the draft cannot.
            if !purchase.is_empty() && rules.cost_of(self.state.dice(seat)) >= rules.goal {
                return Ok(Some(seat));
            }
        }
        Ok(None)
    }

    /// Who has won: who reached the goal, or after the last turn who has the dearest dice (B19).
    fn outcome(&self, winner: Option<Seat>) -> Outcome {
        let mut outcome = Outcome::default();
        for seat in self.state.all() {
            outcome.score[seat.index()] = self.table.rules.cost_of(self.state.dice(seat));
        }
        let most = outcome.score.iter().copied().max().unwrap_or(0);
        let wins = |seat: &Seat| winner.map_or(outcome.score[seat.index()] == most, |winner| winner == *seat);
        let winners = self.state.all().filter(wins).fold(0, |winners, seat| winners | 1 << seat.0);
        outcome.share_among(winners);
        let rounds = self.state.turn().div_ceil(self.state.seats() as u32);
        let lengths = [self.state.turn(), rounds, u32::from(winner.is_none()), self.drawn];
        outcome.lengths[..LENGTHS.len()].copy_from_slice(&lengths);
        outcome
    }

    fn view(&self, seat: Seat) -> View<'_> {
        View::new(self.table, &self.state, seat, self.decisions.0[seat.index()])
    }

    pub(super) fn duel_view(&self, seat: Seat, moment: Moment) -> DuelView<'_> {
        DuelView { table: self.view(seat), arena: self.arena, moment }
    }

    /// The answer, or the fault that there is none.
    #[inline]
    pub(super) fn answer<T>(&self, seat: Seat, answer: Answer<T>) -> Faultless<T> {
        answer.map_err(|no| self.fault(seat, no.to_string(), "an answer".to_owned()))
    }

    /// A fault in the round under way; the draft belongs to the first.
    #[cold]
    pub(super) fn fault(&self, seat: Seat, returned: String, legal: String) -> Box<Fault> {
        let round = self.state.turn() / self.state.seats() as u32 + 1;
        Box::new(Fault { seat, round, returned, legal })
    }
}

/// The names of the metrics of `length.csv`. A turn is a duel, a round a duel of each player. Nobody is eliminated.
pub(super) const LENGTHS: &[&str] = &["turns", "rounds", "capped", "drawn_duels"];

/// Whether the active player may choose this duel (B05).
///
/// # Errors
/// What would be legal.
fn check_duel(duel: &Duel, active: Seat, state: &State) -> Result<(), String> {
    if let Opponents::One(other) = duel.opponents
        && (other == active || other.index() >= state.seats())
    {
        let others = list(state.from(active).skip(1).map(Seat::number));
        return Err(format!("all opponents, or one of the seats {others}"));
    }
    let owned = state.dice(active).total();
    match duel.contest {
        Contest::ByPoints(limit) if !(1..=MOST_LIMIT).contains(&limit) => {
            Err(format!("a limit of 1 to {MOST_LIMIT} points"))
        }
        Contest::Armageddon(dice) if !(1..=owned).contains(&dice) => {
            Err(format!("1 to {owned} dice, as many as the player owns"))
        }
        _ => Ok(()),
    }
}

/// What is legal, separated by commas.
pub(super) fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// How a duel that was tried out ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Who would have won.
    pub verdict: Verdict,
    /// The points each seat would have got.
    pub points: [u32; MAX_SEATS],
}

/// Room to try duels out in before one is chosen.
pub struct Rehearsal(Arena);

impl Rehearsal {
    /// An empty one.
    #[expect(clippy::new_without_default, reason = "an arena is large; nobody should get one by accident")]
    pub fn new() -> Rehearsal {
        Rehearsal(Arena::new())
    }

    /// Fights a duel of the player who decides from the table as it lies, everybody playing like `player`, with the
    /// draws of block `sample`. Nothing comes of it.
    ///
    /// # Errors
    /// If the duel may not be chosen, or the fault of `player`.
    pub fn fight(
        &mut self,
        view: &View<'_>,
        duel: Duel,
        player: &dyn Strategy,
        sample: BlockKey,
    ) -> Result<Ended, Fault> {
        let players = [player];
        let table = Table::new(view.game, &players, &[0; MAX_SEATS], sample);
        let fought = Play::new(&table, view.state.clone(), &mut self.0, &mut ()).fight(view.seat, duel);
        let (verdict, points) = fought.map_err(|fault| *fault)?;
        Ok(Ended { verdict, points })
    }
}
