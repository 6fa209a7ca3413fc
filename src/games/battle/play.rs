//! A game from the draft to the end, and who is told of it.
//!
//! Owns the order of play (B04, B05, B17 to B19) and [`Watch`]. The state knows what may be bought, `contest` fights
//! the duels.

use super::arena::{Arena, Cause, Seats};
use super::drafts::{Drafted, Memory};
use super::duel::{Aim, Contest, Duel, Opponents, Placement, Verdict};
use super::face::Face;
use super::fight::{Fight, list};
use super::kind::{Kinds, MOST_DICE};
use super::powers::Powers;
use super::prepared::Prepared;
use super::rules::{MAX_SEATS, MOST_COST, Rules};
use super::state::{Draft, Purchase, State};
use super::strategy::{Drafting, Strategy};
use super::thrown::Spot;
use super::view::{DraftView, View};
use crate::dice::BlockKey;
use crate::games::{Fault, Outcome, Seat, Seating};

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
    /// These dice came out of the reserve into the throw zone.
    fn threw(&mut self, _seat: Seat, _dice: Kinds) {}
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
    pub(super) fn of(&self, seat: Seat) -> u32 {
        self.0[seat.index()]
    }

    #[inline]
    pub(super) fn count(&mut self, seat: Seat) {
        self.0[seat.index()] += 1;
    }
}

/// One table: everything that stays the same during a game.
#[derive(Clone, Copy)]
pub(super) struct Table<'g> {
    pub prepared: &'g Prepared,
    pub rules: &'g Rules,
    pub block: BlockKey,
    seating: &'g Seating,
    /// Who sits at each seat; at those that nobody takes it means nothing.
    seated: [&'g dyn Strategy; MAX_SEATS],
    /// What each seat need not be asked about.
    declined: [Powers; MAX_SEATS],
}

impl<'g> Table<'g> {
    /// A table with these strategies in these seats.
    pub(super) fn new(
        prepared: &'g Prepared,
        strategies: &'g [&'g dyn Strategy],
        seating: &'g Seating,
        block: BlockKey,
    ) -> Table<'g> {
        let (mut seated, mut declined) = ([strategies[seating[0]]; MAX_SEATS], [Powers::NONE; MAX_SEATS]);
        for ((seated, declined), &strategy) in seated.iter_mut().zip(&mut declined).zip(seating) {
            *seated = strategies[strategy];
            *declined = seated.declines();
        }
        Table { prepared, rules: &prepared.rules, block, seating, seated, declined }
    }

    /// The powers that the player of a seat always declines to use.
    #[inline]
    pub(super) fn declined(&self, seat: Seat) -> Powers {
        self.declined[seat.index()]
    }

    /// The strategy at a seat.
    #[inline]
    pub(super) fn strategy(&self, seat: Seat) -> &'g dyn Strategy {
        self.seated[seat.index()]
    }

    /// Plays a whole game.
    pub(super) fn play(&self, arena: &mut Arena, watch: &mut impl Watch) -> Result<Outcome, Fault> {
        let mut game = self.seated(self.undrafted(), arena, watch);
        game.draft().and_then(|()| game.fight_it_out()).map_err(|fault| *fault)
    }

    /// The same for who does not want to be told of the draft, which is taken from memory where it is there.
    pub(super) fn play_drafted(&self, memory: &mut Memory, watch: &mut impl Watch) -> Result<Outcome, Fault> {
        let Memory { arena, drafts } = memory;
        if let Some(drafted) = drafts.find(self.seating) {
            return self.seated(drafted.clone(), arena, watch).fight_it_out().map_err(|fault| *fault);
        }
        let mut game = self.seated(self.undrafted(), arena, watch);
        game.draft().map_err(|fault| *fault)?;
        if game.state.all().all(|seat| self.strategy(seat).drafting() == Drafting::ByTable) {
            let drafted = Drafted { state: game.state.clone(), decisions: game.decisions };
            drafts.keep(self.seating, drafted);
        }
        game.fight_it_out().map_err(|fault| *fault)
    }

    fn undrafted(&self) -> Drafted {
        Drafted { state: State::new(self.rules, self.seating.len()), decisions: Decisions::default() }
    }

    #[inline]
    fn seated<'a, W>(&'a self, drafted: Drafted, arena: &'a mut Arena, watch: &'a mut W) -> Play<'a, 'g, W> {
        let Drafted { state, decisions } = drafted;
        Play { table: self, state, decisions, drawn: 0, arena, watch }
    }
}

struct Play<'a, 'g, W> {
    table: &'a Table<'g>,
    state: State,
    decisions: Decisions,
    drawn: u32,
    arena: &'a mut Arena,
    watch: &'a mut W,
}

impl<W: Watch> Play<'_, '_, W> {
    /// The draft (B04): from seat 1 in order, until all have passed or spent everything.
    fn draft(&mut self) -> Faultless<()> {
        let mut passed = Seats::default();
        let mut given_back = [0; MAX_SEATS];
        let seats = self.state.seats() as u32;
        while passed.count() < seats {
            for seat in self.state.all() {
                if passed.has(seat) {
                    continue;
                }
                let draft = self.ask_draft(seat, passed, given_back[seat.index()])?;
                self.state.draft(seat, draft, self.table.rules);
                match draft {
                    Draft::Buy(_) => {}
                    Draft::Swap { .. } => given_back[seat.index()] += 1,
                    Draft::Pass => passed = passed.with(seat),
                }
                if self.state.has_drafted(seat, self.table.rules) {
                    passed = passed.with(seat);
                }
                self.watch.drafted(seat, draft, &self.state);
            }
        }
        Ok(())
    }

    /// Duels and purchases until somebody has won, after the draft.
    fn fight_it_out(mut self) -> Faultless<Outcome> {
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

    fn ask_draft(&mut self, seat: Seat, passed: Seats, given_back: u8) -> Faultless<Draft> {
        let choices = self.state.draft_choices(seat, self.table.rules);
        self.decisions.count(seat);
        let view = DraftView { table: self.view(seat), choices, passed, given_back };
        if choices.is_empty() && view.swaps().next().is_none() {
            return Ok(Draft::Pass);
        }
        let draft = match self.table.strategy(seat).draft(&view) {
            Ok(draft) => draft,
            Err(no) => return Err(self.fault(seat, no.to_string(), "an answer".to_owned())),
        };
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
        let duel = self.ask_duel(active)?;
        self.arena.begin(duel, active, self.state.all().map(|seat| self.state.dice(seat)));
        self.watch.duel_begins(self.arena, &self.state);
        let (table, state, decisions) = (self.table, &self.state, &mut self.decisions);
        let verdict = Fight { table, state, arena: self.arena, decisions, watch: self.watch }.contest()?;
        self.drawn += u32::from(verdict == Verdict::Drawn);
        let points = points(self.arena, verdict, self.table.rules);
        for seat in self.state.all() {
            self.state.score(seat, points[seat.index()]);
        }
        self.watch.duel_ends(verdict, &points, self.arena, &self.state);
        Ok(())
    }

    fn ask_duel(&mut self, active: Seat) -> Faultless<Duel> {
        self.decisions.count(active);
        let view = self.view(active);
        let duel = match self.table.strategy(active).duel(&view) {
            Ok(duel) => duel,
            Err(no) => return Err(self.fault(active, no.to_string(), "an answer".to_owned())),
        };
        if let Err(legal) = check_duel(&duel, active, &self.state) {
            return Err(self.fault(active, format!("the duel {duel}"), legal));
        }
        Ok(duel)
    }

    /// Everybody's purchases in turn order; answers with who has reached the goal (B18, B19).
    fn market(&mut self) -> Faultless<Option<Seat>> {
        for seat in self.state.from(self.state.active()) {
            self.decisions.count(seat);
            let view = self.view(seat);
            let purchase = match self.table.strategy(seat).buy(&view) {
                Ok(purchase) => purchase,
                Err(no) => return Err(self.fault(seat, no.to_string(), "an answer".to_owned())),
            };
            // The draft cannot reach the goal, so only who has bought something can have reached it now.
            let wins = !purchase.is_empty() && self.buy(seat, &purchase)?;
            self.watch.bought(seat, &purchase, &self.state);
            if wins {
                return Ok(Some(seat));
            }
        }
        Ok(None)
    }

    /// Carries a purchase out; answers whether the player has reached the goal.
    fn buy(&mut self, seat: Seat, purchase: &Purchase) -> Faultless<bool> {
        match self.state.price(seat, purchase, self.table.rules) {
            Ok(price) => {
                self.state.purchase(seat, purchase, price);
                Ok(self.table.prepared.cost_of(self.state.dice(seat)) >= self.table.rules.goal)
            }
            Err(error) => {
                let returned = format!("a purchase of {} for {}", purchase.take, purchase.give);
                Err(self.fault(seat, returned, error.to_string()))
            }
        }
    }

    fn view(&self, seat: Seat) -> View<'_> {
        View { table: self.table, state: &self.state, seat, decision: self.decisions.of(seat) }
    }

    /// Who has won: who reached the goal, or after the last turn who has the dearest dice (B19).
    fn outcome(&self, winner: Option<Seat>) -> Outcome {
        let mut outcome = Outcome::default();
        for seat in self.state.all() {
            outcome.score[seat.index()] = self.table.prepared.cost_of(self.state.dice(seat));
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

    #[cold]
    fn fault(&self, seat: Seat, returned: String, legal: String) -> Box<Fault> {
        fault(&self.state, seat, returned, legal)
    }
}

/// The names of the metrics of `length.csv`. A turn is a duel, a round a duel of each player. Nobody is eliminated.
pub(super) const LENGTHS: &[&str] = &["turns", "rounds", "capped", "drawn_duels"];

/// A fault in the round under way; the draft belongs to the first.
#[cold]
pub(super) fn fault(state: &State, seat: Seat, returned: String, legal: String) -> Box<Fault> {
    Box::new(Fault { seat, round: state.turn() / state.seats() as u32 + 1, returned, legal })
}

/// The points that a duel brings each seat: the winner's, and those that showed (B17).
#[inline]
pub(super) fn points(arena: &Arena, verdict: Verdict, rules: &Rules) -> [u32; MAX_SEATS] {
    let award = rules.award(arena.participants.count() - 1);
    let winner = verdict.winner().map_or(MAX_SEATS, Seat::index);
    // Nothing has ever shown at seats that nobody takes.
    std::array::from_fn(|seat| arena.sides[seat].shown + if seat == winner { award } else { 0 })
}

/// Whether the active player may choose this duel (B05).
///
/// # Errors
/// What would be legal.
#[inline]
pub(super) fn check_duel(duel: &Duel, active: Seat, state: &State) -> Result<(), String> {
    if let Opponents::One(other) = duel.opponents
        && (other == active || other.index() >= state.seats())
    {
        let others = list(state.from(active).skip(1).map(Seat::number));
        return Err(format!("all opponents, or one of the seats {others}"));
    }
    match duel.contest {
        Contest::ByPoints(limit) if !(1..=MOST_LIMIT).contains(&limit) => {
            Err(format!("a limit of 1 to {MOST_LIMIT} points"))
        }
        Contest::Armageddon(dice) if !(1..=state.dice(active).total()).contains(&dice) => {
            Err(format!("1 to {} dice, as many as the player owns", state.dice(active).total()))
        }
        _ => Ok(()),
    }
}
