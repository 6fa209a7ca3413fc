//! A game from the draft to the end.
//!
//! Owns the order of play (B04, B05, B17 to B19), and asking the strategies between duels. The state knows what may be
//! bought, `contest` fights the duels.

use super::Battle;
use super::arena::{Board, Seats, bit};
use super::course::{Course, Gained, Place, Way};
use super::dice::{MOST_DICE, Powers};
use super::duel::{Contest, Duel, Moment, Verdict};
use super::quick::Tools;
use super::rules::{MAX_SEATS, MOST_COST, Rules};
use super::state::{Purchase, State};
use super::told;
use super::view::{Answer, Strategy, View};
use super::watch::{Event, Watch};
use crate::dice::BlockKey;
use crate::games::{Blame, Fault, Outcome, Seat, StrategyIndex, Table, leaders, recorded};
use std::fmt::Display;

/// The highest limit of a duel by points: what the most dice at the highest cost come to.
pub const MOST_LIMIT: u32 = MOST_DICE as u32 * MOST_COST;

/// What comes of something unless a strategy was at fault. A fault is large and rare, so it is kept out of the way.
pub(super) type Faultless<T> = Result<T, Box<Fault>>;

/// How many decisions each seat was asked for in a turn; those of the draft count with the first.
type Decisions = [u32; MAX_SEATS];

/// The most drafts that are remembered: one for each order of four players. Further ones are held again each time.
const MOST_DRAFTS: usize = 24;

/// Drafts that come out alike in every game, by who sits where. They are for one list of strategies under one set of
/// rules.
type Drafts = Vec<(Vec<StrategyIndex>, State, Decisions)>;

/// What playing needs from game to game.
#[derive(Debug, Default)]
pub struct Memory {
    pub(super) board: Board,
    pub(super) drafts: Drafts,
    pub(super) tools: Tools,
    pub(super) course: Course,
}

/// A game under way.
pub(super) struct Play<'a, W> {
    pub game: &'a Battle,
    pub players: Table<'a, dyn Strategy>,
    /// What each seat need not be asked about.
    pub declined: [Powers; MAX_SEATS],
    pub board: &'a mut Board,
    pub(super) decisions: Decisions,
    pub(super) watch: &'a mut W,
    /// The duels that were drawn.
    drawn: u32,
    /// With what duels are fought without a table, if they are.
    tools: Option<&'a mut Tools>,
}

impl<'a, W: Watch> Play<'a, W> {
    /// A game that goes on as this board lies.
    pub(super) fn new(
        game: &'a Battle,
        players: Table<'a, dyn Strategy>,
        board: &'a mut Board,
        watch: &'a mut W,
    ) -> Play<'a, W> {
        let mut declined = [Powers::NONE; MAX_SEATS];
        for (declined, &strategy) in declined.iter_mut().zip(players.seating) {
            *declined = players.strategies[strategy].declines();
        }
        Play { game, players, declined, board, decisions: Decisions::default(), watch, drawn: 0, tools: None }
    }

    /// The game, in which duels are fought without a table where that can be.
    pub(super) fn with_tools(self, tools: &'a mut Tools) -> Play<'a, W> {
        Play { tools: Some(tools), ..self }
    }

    /// Plays a whole game. Where everybody drafts by the table, a draft that is remembered is not held again.
    pub(super) fn play(mut self, drafts: &mut Drafts, course: &mut Course) -> Faultless<Outcome> {
        let seating = self.players.seating;
        self.board.state = State::new(self.rules(), seating.len());
        if let Some((_, state, decisions)) = drafts.iter().find(|(known, ..)| known == seating) {
            (self.board.state, self.decisions) = (state.clone(), *decisions);
        } else {
            self.draft()?;
            let by_table = seating.iter().all(|&player| self.players.strategies[player].drafts_by_table());
            if by_table && drafts.len() < MOST_DRAFTS {
                drafts.push((seating.to_vec(), self.board.state.clone(), self.decisions));
            }
        }
        let number = drafts.iter().position(|(known, ..)| known == seating);
        match number.filter(|_| !self.watch.sees_dice() && self.plays_by_table()) {
            Some(number) => self.follow(course, number),
            None => {
                let duel = self.ask_duel()?;
                self.play_on(duel)
            }
        }
    }

    fn plays_by_table(&self) -> bool {
        self.players.seating.iter().all(|&player| self.players.strategies[player].plays_by_table())
    }

    /// Plays a game to its end, asking only what is not remembered of a seating with this number.
    fn follow(mut self, course: &mut Course, seating: usize) -> Faultless<Outcome> {
        let mut place = match self.between(course, seating)? {
            Ok(place) => place,
            Err(duel) => return self.play_on(duel),
        };
        let winner = loop {
            let gained = Gained::new(&self.duel(course.duel(place))?);
            let turn = self.board.state.turn + 1;
            if let Some(way) = gained.and_then(|gained| course.way(place, gained)) {
                self.board.state = course.state(way.to, turn);
                if way.winner.is_some() || turn == self.rules().cap {
                    break way.winner;
                }
                place = way.to;
                continue;
            }
            let winner = self.market()?;
            self.board.state.end_turn();
            self.decisions = Decisions::default();
            if winner.is_none() && turn == self.rules().cap {
                break None;
            }
            let to = match winner {
                Some(_) => course.remember(None, &self.board.state, Duel::default()),
                None => match self.between(course, seating)? {
                    Ok(to) => Some(to),
                    Err(duel) => return self.play_on(duel),
                },
            };
            if let (Some(to), Some(gained)) = (to, gained) {
                course.lead(place, gained, Way { to, winner });
            }
            match (winner, to) {
                (None, Some(to)) => place = to,
                _ => break winner,
            }
        };
        self.see(Event::Over);
        Ok(self.outcome(winner))
    }

    /// The place of the table as it lies, or if there is no room, the duel that is chosen.
    fn between(&mut self, course: &mut Course, seating: usize) -> Faultless<Result<Place, Duel>> {
        if let Some(place) = course.find(seating, &self.board.state) {
            return Ok(Ok(place));
        }
        let duel = self.ask_duel()?;
        Ok(course.remember(Some(seating), &self.board.state, duel).ok_or(duel))
    }

    /// Plays a game to its end, in which the active player fights this duel next.
    pub(super) fn play_on(mut self, mut duel: Duel) -> Faultless<Outcome> {
        let winner = loop {
            self.duel(duel)?;
            let winner = self.market()?;
            self.board.state.end_turn();
            self.decisions = Decisions::default();
            if winner.is_some() || self.board.state.turn == self.rules().cap {
                break winner;
            }
            duel = self.ask_duel()?;
        };
        self.see(Event::Over);
        Ok(self.outcome(winner))
    }

    pub(super) fn rules(&self) -> &'a Rules {
        &self.game.rules
    }

    /// Shows whoever watches.
    #[inline]
    pub(super) fn see(&mut self, event: Event) {
        self.watch.see(event, self.board);
    }

    /// The draft (B04): from seat 1 in order, until all have passed or spent everything.
    pub(super) fn draft(&mut self) -> Faultless<()> {
        let mut passed: Seats = 0;
        self.board.given_back = [0; MAX_SEATS];
        while passed.count_ones() < self.board.state.seats as u32 {
            for seat in self.board.state.all() {
                if passed & bit(seat) != 0 {
                    continue;
                }
                let draft = self.ask_draft(seat)?;
                self.board.state.purchase(seat, draft, self.rules());
                self.board.given_back[seat.index()] += u8::from(!draft.give.is_empty());
                if draft.is_empty() || self.board.state.has_drafted(seat, self.rules()) {
                    passed |= bit(seat);
                }
                self.see(Event::Drafted(seat, draft));
            }
        }
        Ok(())
    }

    fn ask_draft(&mut self, seat: Seat) -> Faultless<Purchase> {
        if self.watch.is_told() && self.view(seat, Moment::Draft).drafts().next().is_some() {
            told::turn(&self.board.state, seat)?;
        }
        let draft = self.decide(seat, Moment::Draft, |strategy, view| match view.drafts().next() {
            Some(_) => strategy.draft(view),
            None => Ok(Purchase::default()),
        })?;
        let view = self.view(seat, Moment::Draft);
        if draft.is_empty() || view.drafts().any(|legal| legal == draft) {
            return Ok(draft);
        }
        let told = |draft: Purchase| if draft.give.is_empty() { draft.take.to_string() } else { draft.to_string() };
        let legal = format!("to pass, or one of: {}", list(view.drafts().map(told)));
        Err(self.fault(seat, format!("a draft of {}", told(draft)), legal))
    }

    /// Which duel the active player chooses (B05).
    fn ask_duel(&mut self) -> Faultless<Duel> {
        if self.watch.is_told() {
            told::turn(&self.board.state, self.board.state.active)?;
        }
        self.decide(self.board.state.active, Moment::Duel, |strategy, view| strategy.duel(view))
    }

    /// The duel of the active player, and its points (B05, B17).
    fn duel(&mut self, duel: Duel) -> Faultless<[u32; MAX_SEATS]> {
        let active = self.board.state.active;
        let (verdict, points) = self.fight(active, duel)?;
        self.drawn += u32::from(verdict == Verdict::Drawn);
        for (all, won) in self.board.state.points.iter_mut().zip(points) {
            *all += won;
        }
        self.see(Event::Fought(verdict, points));
        Ok(points)
    }

    /// Fights a duel of the active player; answers with the points that it brings each seat.
    pub(super) fn fight(&mut self, active: Seat, duel: Duel) -> Faultless<(Verdict, [u32; MAX_SEATS])> {
        let legal = check_duel(&duel, active, &self.board.state);
        legal.map_err(|legal| self.fault(active, format!("the duel {duel}"), legal))?;
        let Board { state, arena, .. } = &mut *self.board;
        arena.begin(duel, active, state.all().map(|seat| state.dice(seat)));
        self.see(Event::Chosen);
        let verdict = match self.watch.is_told() {
            true => told::verdict(&mut self.board.arena, self.board.state.seats, &self.game.rules)?,
            false if self.watch.sees_dice() => self.contest()?,
            false => {
                let mut tools = self.tools.take();
                let verdict = tools.as_mut().and_then(|tools| self.quick(tools));
                self.tools = tools;
                verdict.map_or_else(|| self.contest(), Ok)?
            }
        };
        Ok((verdict, self.points(verdict)))
    }

    /// The points that a duel brings each seat: the winner's, and those that showed (B17).
    pub(super) fn points(&self, verdict: Verdict) -> [u32; MAX_SEATS] {
        let award = self.rules().award(self.board.arena.participants.count_ones() - 1);
        let wins = |seat: usize| matches!(verdict, Verdict::Won(winner) if winner.index() == seat);
        // Nothing has ever shown at seats that nobody takes.
        std::array::from_fn(|seat| self.board.arena.sides[seat].shown + if wins(seat) { award } else { 0 })
    }

    /// Everybody's purchases in turn order; answers with who has reached the goal (B18, B19).
    fn market(&mut self) -> Faultless<Option<Seat>> {
        let rules = self.rules();
        for seat in self.board.state.from(self.board.state.active) {
            let purchase = match self.watch.is_told() && !recorded::turn_if(seat, &told::BUYS) {
                true => Purchase::default(),
                false => self.decide(seat, Moment::Buy, |strategy, view| strategy.buy(view))?,
            };
            if !purchase.is_empty() {
                let price = self.board.state.price(seat, &purchase, rules);
                price.map_err(|legal| self.fault(seat, format!("a purchase of {purchase}"), legal))?;
                self.board.state.purchase(seat, purchase, rules);
            }
            self.see(Event::Bought(seat, purchase));
            // Nobody has reached it before, and the draft cannot.
            if !purchase.is_empty() && rules.cost_of(self.board.state.dice(seat)) >= rules.goal {
                return Ok(Some(seat));
            }
        }
        Ok(None)
    }

    /// Who has won: who reached the goal, or after the last turn who has the dearest dice (B19).
    fn outcome(&self, winner: Option<Seat>) -> Outcome {
        let state = &self.board.state;
        let mut costs = [0; MAX_SEATS];
        for seat in state.all() {
            costs[seat.index()] = self.rules().cost_of(state.dice(seat));
        }
        let costs = &costs[..state.seats];
        let rounds = state.turn.div_ceil(state.seats as u32);
        let lengths = [state.turn, rounds, u32::from(winner.is_none()), self.drawn];
        Outcome::new(winner.map_or_else(|| leaders(costs), bit), costs, &lengths)
    }

    /// What the strategy at a seat answers to a decision, which is counted. It is a fault if it has no answer.
    #[inline]
    pub(super) fn decide<T>(
        &mut self,
        seat: Seat,
        moment: Moment,
        ask: impl FnOnce(&dyn Strategy, &View<'_>) -> Answer<T>,
    ) -> Faultless<T> {
        self.decisions[seat.index()] += 1;
        let answer = ask(self.players.player(seat).strategy, &self.view(seat, moment));
        answer.map_err(|no| self.fault(seat, no.to_string(), "an answer".to_owned()))
    }

    #[inline]
    pub(super) fn view(&self, seat: Seat, moment: Moment) -> View<'_> {
        View {
            game: self.game,
            block: self.players.block,
            board: self.board,
            seat,
            decision: self.decisions[seat.index()],
            moment,
        }
    }

    /// A fault in the round under way; the draft belongs to the first.
    #[cold]
    pub(super) fn fault(&self, seat: Seat, returned: String, legal: String) -> Box<Fault> {
        let round = self.board.state.turn / self.board.state.seats as u32 + 1;
        Box::new(Fault { blame: Blame::Strategy, seat, round, returned, legal })
    }
}

/// The names of the metrics of `length.csv`. A turn is a duel, a round a duel of each player. Nobody is eliminated.
pub(super) const LENGTHS: &[&str] = &["turns", "rounds", "capped", "drawn_duels"];

/// Whether the active player may choose this duel (B05).
///
/// # Errors
/// What would be legal.
#[inline]
fn check_duel(duel: &Duel, active: Seat, state: &State) -> Result<(), String> {
    if let Some(other) = duel.opponent
        && (other == active || other.index() >= state.seats)
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

impl Battle {
    /// The table after the draft.
    ///
    /// # Errors
    /// The fault of a strategy.
    pub(super) fn drafted(&self, board: &mut Board, players: Table<'_, dyn Strategy>) -> Result<State, Fault> {
        board.state = State::new(self.rules(), players.seating.len());
        Play::new(self, players, board, &mut ()).draft().map_err(|fault| *fault)?;
        Ok(board.state.clone())
    }

    /// The duel that the active player of a table chooses.
    ///
    /// # Errors
    /// The fault of a strategy.
    pub(super) fn chosen(
        &self,
        board: &mut Board,
        players: Table<'_, dyn Strategy>,
        state: &State,
    ) -> Result<Duel, Fault> {
        board.state.clone_from(state);
        let mut nobody = ();
        let mut play = Play::new(self, players, board, &mut nobody);
        let duel = play.ask_duel().map_err(|fault| *fault)?;
        let legal = check_duel(&duel, state.active, state);
        legal.map_err(|legal| *play.fault(state.active, format!("the duel {duel}"), legal))?;
        Ok(duel)
    }

    /// The table after a duel that brings the seats these points, and everybody's purchases; and who has won by then.
    ///
    /// # Errors
    /// The fault of a strategy.
    pub(super) fn after(
        &self,
        board: &mut Board,
        players: Table<'_, dyn Strategy>,
        (state, duel, points): (&State, Duel, &[u32; MAX_SEATS]),
    ) -> Result<(State, Option<Seat>), Fault> {
        board.state.clone_from(state);
        board.arena.begin(duel, state.active, state.all().map(|seat| state.dice(seat)));
        board.state.points.iter_mut().zip(points).for_each(|(all, more)| *all += more);
        let won = Play::new(self, players, board, &mut ()).market().map_err(|fault| *fault)?;
        board.state.end_turn();
        Ok((board.state.clone(), won))
    }

    /// Fights one duel that a seat has chosen, from a state between two duels; answers with the points it brings each seat.
    ///
    /// # Errors
    /// If the duel may not be chosen, or the fault of a strategy.
    pub fn fight(
        &self,
        board: &mut Board,
        players: Table<'_, dyn Strategy>,
        (state, seat, duel): (&State, Seat, Duel),
    ) -> Result<[u32; MAX_SEATS], Fault> {
        board.state.clone_from(state);
        let fought = Play::new(self, players, board, &mut ()).fight(seat, duel);
        fought.map(|(_, points)| points).map_err(|fault| *fault)
    }
}

impl View<'_> {
    /// Tries a duel of the player who decides out at another table, everybody playing like `player`, with the draws of
    /// block `sample`; answers with the points it brings each seat.
    ///
    /// # Errors
    /// If the duel may not be chosen, or the fault of `player`.
    pub fn try_out(
        &self,
        duel: Duel,
        player: &dyn Strategy,
        sample: BlockKey,
        board: &mut Board,
    ) -> Result<[u32; MAX_SEATS], Fault> {
        let players = Table { strategies: &[player], seating: &[0; MAX_SEATS], block: sample };
        self.game.fight(board, players, (&self.board.state, self.seat, duel))
    }
}
