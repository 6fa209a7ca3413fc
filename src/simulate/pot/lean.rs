//! Games from what is remembered: the inner loop of long runs.
//!
//! Owns a second, lean writing of P06–P11, P15 and P17 for games that nobody watches, whose decisions come from
//! [`Decide`]; what is paid it takes from [`Holdings`]. A game that meets a decision that is not there gets stuck, and
//! its block is played in the ordinary way, with the same result: games are addressed by key, so nothing is lost but the
//! time. A test plays every game both ways.

use super::code::{Class, Code, Guide, Mark, Stretch};
use super::lanes::{Goal, Held, Lanes, Word};
use super::ledger::Ledger;
use super::opening::{Foreseen, Opening};
use crate::dice::{BlockKey, Purpose, Slot, Step};
use crate::games::pot::{Control, GameEnd, Holdings, LegalChoices, Lengths, Position, Pot, State};
use crate::games::{Game, Outcome, Seat};
use std::hint::select_unpredictable;
use std::ops::Deref;

/// Places at the table, numbered on past the last seat to the first ones again, so that a lap from any seat has
/// numbers one after the other: a power of two.
pub(super) const PLACES: usize = 16;
/// The seats that a round can start from are below this: a power of two.
pub(super) const STARTS: usize = 8;

/// The rules as the loop wants them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course<W> {
    pub(super) seats: usize,
    start: Lanes<W>,
    /// What the bank adds to the POT as a round starts, in coins and as a movement of them.
    stake: (u32, Lanes<W>),
    /// The same, or a coin where it adds none: who lacks this may have an empty bank.
    least: Lanes<W>,
    goal: Goal<W>,
    end: GameEnd,
    cap: u32,
    /// By place where the draws are, in the first lap of the first round.
    pub(super) steps: [Step; PLACES],
}

impl<W: Word> Course<W> {
    /// The course of a game.
    pub(super) fn new(game: &Pot) -> Course<W> {
        let (rules, seats) = (game.rules(), game.seats());
        let stake = |coins| Lanes::full(seats, |all| all.pay_stake(coins)).0;
        let step = |place| Slot::new(Purpose::Turn, (place % seats) as u8, 0, 0).step();
        Course {
            seats,
            start: Lanes::of(&Holdings::new(rules, seats)),
            stake: (rules.stake, stake(rules.stake)),
            least: stake(rules.stake.max(1)),
            goal: Goal::new(rules.goal, seats),
            end: rules.end,
            cap: rules.cap,
            steps: std::array::from_fn(step),
        }
    }

    /// The coins after a bank of few paid what it has; 1 if that was none, else 0.
    #[cold]
    #[inline(never)]
    fn part_of_stake(&self, lanes: Lanes<W>) -> (Lanes<W>, u32) {
        let mut holdings = lanes.holdings(self.seats);
        holdings.pay_stake(self.stake.0);
        (Lanes::of(&holdings), u32::from(lanes.bank() == 0))
    }
}

/// What a turn of a seat is played from.
#[derive(Clone, Copy)]
pub(super) struct Turn<'k, W> {
    pub(super) guide: &'k Guide,
    /// What each class moves if nobody lacks coins.
    pub(super) moved: &'k [Lanes<W>; Class::MANY],
    pub(super) choices: LegalChoices,
    pub(super) ledger: &'k Ledger,
}

/// A game under way, before a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<W> {
    /// The coins.
    pub(super) lanes: Lanes<W>,
    /// Whether somebody held the goal in this round.
    pub(super) held: Held<W>,
    /// The score to beat, and who has it.
    pub(super) mark: Mark,
    /// The seat that began the round.
    pub(super) first: usize,
    /// The round, from 0, and how often the turn has come round to the first.
    pub(super) round: u32,
    pub(super) lap: u32,
    /// How many turns the game may still have (P17).
    pub(super) left: u32,
    pub(super) goal: Goal<W>,
}

/// Who knows the decisions.
pub(super) trait Decide<W: Word> {
    /// How it holds a turn.
    type Turn<'t>: Deref<Target = Turn<'t, W>>
    where
        Self: 't;

    /// What the turn of the player is played from who sits so many places after the first; `None` if the game has to
    /// be played in the ordinary way.
    fn turn<const SEATS: usize>(&mut self, after: usize, at: &Moment<W>) -> Option<Self::Turn<'_>>;

    /// The first lap of the round that the game is in, if nothing that happens in it changes what it is played from.
    #[inline(always)]
    fn foreseen<'t, const SEATS: usize>(
        &'t mut self,
        _round: u32,
        _key: BlockKey,
        _course: &'t Course<W>,
    ) -> Option<Foreseen<'t, W>> {
        None
    }
}

/// How a round ended.
enum RoundOver {
    /// Won by the player at this place.
    Won(usize),
    /// By the cap (P17).
    Capped,
}

/// A game to be played.
pub(super) struct Lean<'l, W, D> {
    pub(super) course: &'l Course<W>,
    pub(super) key: BlockKey,
    pub(super) decide: D,
}

impl<W: Word, D: Decide<W>> Lean<'_, W, D> {
    /// Plays the game; `None` if it gets stuck.
    pub(super) fn play(self) -> Option<Outcome> {
        match self.course.seats {
            2 => self.game::<2>(),
            3 => self.game::<3>(),
            4 => self.game::<4>(),
            _ => self.game::<5>(),
        }
    }

    #[inline(never)]
    fn game<const SEATS: usize>(mut self) -> Option<Outcome> {
        let course = self.course;
        let (lanes, held, mark, left, goal) = (course.start, Held::default(), Mark::NONE, course.cap, course.goal);
        let mut at = Moment { lanes, held, mark, first: 0, round: 0, lap: 0, left, goal };
        let mut empty_bank_rounds = 0;
        loop {
            empty_bank_rounds += at.begin_round(course);
            let over = self.round::<SEATS>(&mut at)?;
            at.round += 1;
            let ended = match over {
                RoundOver::Won(place) => {
                    at.first = if place >= SEATS { place - SEATS } else { place };
                    at.lanes = at.lanes.pot_to(Seat(at.first as u8));
                    at.ends_game(course)
                }
                RoundOver::Capped => false,
            };
            if ended || at.left == 0 {
                let (turns, capped) = (course.cap - at.left, u32::from(!ended));
                let lengths = Lengths { turns, rounds: at.round, capped, empty_bank_rounds };
                return Some(lengths.outcome(&at.lanes.holdings(SEATS)));
            }
        }
    }

    /// Plays a round to its end; `None` if it gets stuck.
    #[inline(always)]
    fn round<const SEATS: usize>(&mut self, at: &mut Moment<W>) -> Option<RoundOver> {
        // A loop over the places of a lap would not be unrolled.
        macro_rules! lap {
            ($key:expr, $($after:literal)*) => {$(
                if $after < SEATS && let Some(over) = self.turn::<SEATS>($after, $key, at)? {
                    return Some(over);
                }
            )*};
        }
        let foreseen = self.decide.foreseen::<SEATS>(at.round, self.key, self.course);
        match foreseen.map_or(Opening::NotPlayed, |foreseen| foreseen.play::<SEATS>(at)) {
            Opening::NotPlayed => {}
            Opening::Played => at.lap += 1,
            Opening::Won => return Some(RoundOver::Won(at.first)),
        }
        loop {
            let key = self.key.after(at.round, at.lap);
            lap!(key, 0 1 2 3 4);
            at.lap += 1;
        }
    }

    /// Plays a turn, and says whether the round is over with it; `None` if it gets stuck.
    #[inline(always)]
    fn turn<const SEATS: usize>(
        &mut self,
        after: usize,
        key: BlockKey,
        at: &mut Moment<W>,
    ) -> Option<Option<RoundOver>> {
        let place = at.first % STARTS + after;
        let turn = self.decide.turn::<SEATS>(after, at)?;
        let turn = &*turn;
        let word = key.draw_at(self.course.steps[place]);
        let mut code = turn.guide.code(Stretch::of(word));
        at.left -= 1;
        if code.is_special() {
            code = turn.guide.resolve(code, word);
            if code.is_special() {
                at.lanes = turn.pay_slowly(at.lanes, (place, SEATS), code);
                turn.ledger.turns.add(code.class(), false);
                return Some(Some(RoundOver::Won(place)));
            }
        }
        // Without a branch: who takes control is a matter of luck, which no processor predicts.
        let takes = code.beats(at.mark);
        turn.ledger.turns.add(code.class(), takes);
        at.mark = select_unpredictable(takes, code.mark(after), at.mark);
        let paid = at.lanes.plus(turn.moved[code.class().index()]);
        at.lanes = if paid.lacks() { turn.pay_slowly(at.lanes, (place, SEATS), code) } else { paid };
        at.held.look(at.lanes, at.goal);
        if at.mark.after() == (after + 1) % SEATS {
            return Some(Some(RoundOver::Won(place + 1)));
        }
        Some((at.left == 0).then_some(RoundOver::Capped))
    }
}

impl<W: Word> Moment<W> {
    /// As [`State::begin_round`](crate::games::pot::State::begin_round); 1 if the bank was empty before, else 0.
    #[inline(always)]
    fn begin_round(&mut self, course: &Course<W>) -> u32 {
        let lacks = self.lanes.plus(course.least).lacks();
        let (lanes, empty) =
            if lacks { course.part_of_stake(self.lanes) } else { (self.lanes.plus(course.stake.1), 0) };
        (self.lanes, self.held, self.mark, self.lap) = (lanes, Held::default(), Mark::NONE, 0);
        empty
    }

    /// Whether the game ends with the round that was won (P15).
    #[inline(always)]
    fn ends_game(&mut self, course: &Course<W>) -> bool {
        if course.end == GameEnd::Holds {
            self.held = Held::default();
        }
        self.held.look(self.lanes, course.goal);
        self.held.ever()
    }
}

impl<W: Word> Moment<W> {
    /// How many turns there are, that of the player included who sits so many places after the first, until the turn
    /// comes round to the one in control, if nobody takes it; 0 if nobody is in control.
    #[inline(always)]
    pub(super) fn tries(&self, after: usize, seats: usize) -> u32 {
        let tries = self.mark.after() + seats - after;
        if self.mark == Mark::NONE { 0 } else { (if tries > seats { tries - seats } else { tries }) as u32 }
    }

    /// The game as the ordinary way has it, before the turn of a seat.
    pub(super) fn state(&self, course: &Course<W>, seat: usize) -> State {
        let holder = Seat(((self.first + self.mark.after()) % course.seats) as u8);
        let control = self.mark.rank().checked_sub(1).map(|score| Control { seat: holder, score: score as u8 });
        let (first, next, turns) = (Seat(self.first as u8), Seat(seat as u8), course.cap - self.left);
        let (round, lap, goal_held) = (self.round, self.lap, self.held.ever());
        let position = Position { round, first, next, lap, turns, control, goal_held };
        State::midway(self.lanes.holdings(course.seats), position)
    }
}

impl<W: Word> Turn<'_, W> {
    /// Pays a turn as the game has it, and notes that its combo may have brought less than in full.
    #[cold]
    #[inline(never)]
    fn pay_slowly(&self, lanes: Lanes<W>, (place, seats): (usize, usize), code: Code) -> Lanes<W> {
        let (mut holdings, (combo, rerolled)) = (lanes.holdings(seats), code.class().parts());
        let gain = holdings.pay_turn(Seat((place % seats) as u8), combo, rerolled, self.choices);
        self.ledger.correct(combo, gain);
        Lanes::of(&holdings)
    }
}
