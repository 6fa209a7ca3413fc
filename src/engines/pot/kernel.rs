//! Games from what is remembered: the inner loop of long runs.
//!
//! Owns a second, quick writing of P06–P11, P15 and P17 for games that nobody watches, of few coins, in which every
//! decision can be remembered; what is paid it takes from [`Holdings`]. A game that meets
//! something not remembered gets stuck, and is played in the ordinary way, with the same result: games are addressed by key, so nothing is lost but the time. A test plays every game both ways.

use super::code::Class;
use super::code::{Code, Mark};
use super::coins::{Coins, Goal, Held, LANE_BITS};
use super::counters::Counters;
use crate::dice::{BlockKey, Purpose, Slot, Step};
use crate::engines::Seatings;
use crate::engines::drawn::{self, Kernel, Knows, MOST_IN_WORDS, Wanted, Width, Words, at_slot};
use crate::games::pot::{GameEnd, Holdings, LegalChoices, Lengths, MAX_SEATS, Pot, Situation, slots};
use crate::games::{Game, Observer, Outcome, Seat, Seating};
use std::hint::select_unpredictable;

/// What a worker keeps: the blocks played last.
pub struct PotKernel {
    /// Nothing for games that are always played in the ordinary way.
    course: Option<Course>,
    /// How many games a block has, and how many strategies play.
    games: usize,
    strategies: usize,
    /// By block, the outcomes of its games, `None` of one that got stuck, and if the block is counted, what was counted of
    /// the turns of the others by strategy.
    outcomes: Vec<Option<Outcome>>,
    counters: Vec<Counters>,
    /// What was counted before the game under way, and in blocks that are not counted.
    before: Vec<Counters>,
    elsewhere: Vec<Counters>,
}

impl Kernel<Pot> for PotKernel {
    fn new(game: &Pot, strategies: usize, _: Width) -> PotKernel {
        PotKernel {
            course: Course::new(game),
            games: 0,
            strategies,
            outcomes: Vec::new(),
            counters: Vec::new(),
            before: Vec::new(),
            elsewhere: Vec::new(),
        }
    }

    fn play(&mut self, knows: &mut Knows<'_, Pot>, seatings: &Seatings, blocks: &[Wanted]) {
        self.games = seatings.games() as usize;
        self.outcomes.clear();
        self.counters.resize(blocks.len() * self.strategies, Counters::NONE);
        self.elsewhere.clear();
        self.elsewhere.resize(self.strategies, Counters::NONE);
        let Some(course) = &self.course else {
            self.outcomes.resize(blocks.len() * self.games, None);
            return;
        };
        for (&(key, is_counted), counters) in blocks.iter().zip(self.counters.chunks_exact_mut(self.strategies)) {
            let counters = if is_counted { counters } else { &mut *self.elsewhere };
            if is_counted {
                counters.fill(Counters::NONE);
            }
            for seating in seatings.iter() {
                if is_counted {
                    self.before.clear();
                    self.before.extend_from_slice(counters);
                }
                let outcome = Playing { course, knows, seating, key, counters }.play();
                if is_counted && outcome.is_none() {
                    counters.copy_from_slice(&self.before);
                }
                self.outcomes.push(outcome);
            }
        }
    }

    fn outcome(&self, block: usize, game: usize) -> Option<&Outcome> {
        self.outcomes[block * self.games + game].as_ref()
    }

    fn count(&self, block: usize, _: &Seatings, observer: &mut impl Observer) {
        let counters = &self.counters[block * self.strategies..][..self.strategies];
        counters.iter().enumerate().for_each(|(strategy, counted)| counted.sum().hand_on(strategy, observer));
    }
}

/// What turns with the same choices move.
pub struct Payments {
    choices: LegalChoices,
    /// By class what its combo brings the roller, and by seat of the roller what is moved, if nobody lacks coins.
    gains: [i32; Class::MANY],
    moved: [[Coins; Class::MANY]; MAX_SEATS],
}

impl Payments {
    /// Those at a table of `seats`.
    pub(super) fn new(choices: LegalChoices, seats: usize) -> Payments {
        let mut payments =
            Payments { choices, gains: [0; Class::MANY], moved: [[Coins::default(); Class::MANY]; MAX_SEATS] };
        for (seat, moved) in (0..).zip(&mut payments.moved[..seats]) {
            for (class, combo, rerolled) in Class::all() {
                let pay = |all: &mut Holdings| all.pay_turn(Seat(seat), combo, rerolled, choices);
                (moved[class.index()], payments.gains[class.index()]) = Coins::full(seats, pay);
            }
        }
        payments
    }

    /// What a turn of the player at a seat moves, if nobody lacks coins.
    #[inline(always)]
    fn moved(&self, seat: usize, class: Class) -> Coins {
        self.moved[seat % MAX_SEATS][class.index()]
    }

    /// What its combo brings the player then.
    #[inline(always)]
    fn gain(&self, class: Class) -> i32 {
        self.gains[class.index()]
    }
}

/// Places at the table, numbered on past the last seat to the first ones again, so that a lap from any seat has
/// numbers one after the other: a power of two.
const PLACES: usize = 16;
/// The seats that a round can start from are below this: a power of two.
const STARTS: usize = 8;

/// The rules as the loop wants them.
#[derive(Clone, Copy, Debug)]
struct Course {
    seats: usize,
    start: Coins,
    /// What the bank adds to the POT as a round starts, in coins and as a movement of them.
    stake: (u32, Coins),
    /// The same, or a coin where it adds none: who lacks this may have an empty bank.
    least: Coins,
    goal: Goal,
    end: GameEnd,
    cap: u32,
    /// By place where the draws are, in the first lap of the first round.
    steps: [Step; PLACES],
}

impl Course {
    /// The course of a game, if its coins are few enough.
    pub(super) fn new(game: &Pot) -> Option<Course> {
        let (rules, seats) = (game.rules(), game.seats());
        let stake = |coins| Coins::full(seats, |all| all.pay_stake(coins)).0;
        let step = |place| Slot::new(Purpose::Turn, (place % seats) as u8, 0, 0).step();
        (rules.coins <= Coins::MOST).then(|| Course {
            seats,
            start: Coins::of(&Holdings::new(rules, seats)),
            stake: (rules.stake, stake(rules.stake)),
            least: stake(rules.stake.max(1)),
            goal: Goal::new(rules.goal, seats),
            end: rules.end,
            cap: rules.cap,
            steps: std::array::from_fn(step),
        })
    }

    /// The coins after a bank of few paid what it has; 1 if that was none, else 0.
    #[cold]
    #[inline(never)]
    fn part_of_stake(&self, coins: Coins) -> (Coins, u32) {
        let mut holdings = coins.holdings(self.seats);
        holdings.pay_stake(self.stake.0);
        (Coins::of(&holdings), u32::from(coins.bank() == 0))
    }
}

/// A game under way, before a turn.
#[derive(Clone, Copy, Debug)]
struct Moment {
    coins: Coins,
    /// Whether somebody held the goal in this round.
    held: Held,
    /// The score to beat, and who has it.
    mark: Mark,
    /// The seat that began the round.
    first: usize,
    /// The round, from 0, and how often the turn has come round to the first.
    round: u32,
    lap: u32,
    /// How many turns the game may still have (P17).
    left: u32,
    goal: Goal,
}

/// How a round ended.
enum RoundOver {
    /// Won by the player at this place.
    Won(usize),
    /// By the cap (P17).
    Capped,
}

/// A game to be played.
struct Playing<'p, 'k> {
    course: &'p Course,
    knows: &'p mut Knows<'k, Pot>,
    seating: &'p Seating,
    key: BlockKey,
    /// By strategy, where turns are counted.
    counters: &'p mut [Counters],
}

impl Playing<'_, '_> {
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
        let (coins, held, mark, left, goal) = (course.start, Held::default(), Mark::NONE, course.cap, course.goal);
        let mut at = Moment { coins, held, mark, first: 0, round: 0, lap: 0, left, goal };
        let mut empty_bank_rounds = 0;
        loop {
            if at.round > MOST_IN_WORDS {
                return None;
            }
            empty_bank_rounds += at.begin_round(course);
            let over = self.round::<SEATS>(&mut at)?;
            at.round += 1;
            let ended = match over {
                RoundOver::Won(place) => {
                    at.first = if place >= SEATS { place - SEATS } else { place };
                    at.coins = at.coins.pot_to(Seat(at.first as u8));
                    at.ends_game(course)
                }
                RoundOver::Capped => false,
            };
            if ended || at.left == 0 {
                let (turns, capped) = (course.cap - at.left, u32::from(!ended));
                let lengths = Lengths { turns, rounds: at.round, capped, empty_bank_rounds };
                return Some(lengths.outcome(&at.coins.holdings(SEATS)));
            }
        }
    }

    /// Plays a round to its end; `None` if it gets stuck.
    #[inline(always)]
    fn round<const SEATS: usize>(&mut self, at: &mut Moment) -> Option<RoundOver> {
        loop {
            let draws = self.key.after(at.round, at.lap);
            // A loop over the places of a lap would not be unrolled.
            macro_rules! lap {
                ($($after:literal)*) => {$(
                    if $after < SEATS && let Some(over) = self.turn::<SEATS>($after, draws, at)? {
                        return Some(over);
                    }
                )*};
            }
            lap!(0 1 2 3 4);
            at.lap += 1;
        }
    }

    /// Plays a turn, and says whether the round is over with it; `None` if it gets stuck.
    #[inline(always)]
    fn turn<const SEATS: usize>(
        &mut self,
        after: usize,
        draws: BlockKey,
        at: &mut Moment,
    ) -> Option<Option<RoundOver>> {
        let place = at.first % STARTS + after;
        let seat = if place >= SEATS { place - SEATS } else { place };
        let strategy = self.seating[seat];
        let root = usize::from(at.coins.coins(seat) > 0);
        let (game, block) = (self.knows.game(), self.key);
        let words = at.words::<SEATS>(after, seat);
        let situation = || Situation::of_slots(game, (block, at.lap), drawn::slots(words));
        let decision = self.knows.decision((strategy, root), words, situation)?;
        let (payments, guide) = self.knows.ready(decision);
        let counters = &mut self.counters[strategy];
        let word = draws.draw_at(self.course.steps[place]);
        let mut code = guide.code(word);
        at.left -= 1;
        if code.is_special() {
            code = guide.resolve(code, word);
            if code.is_special() {
                let gain = at.pay_slowly((seat, SEATS), payments, code);
                counters.add(code.class(), gain, false);
                return Some(Some(RoundOver::Won(place)));
            }
        }
        // Without a branch: who takes control is a matter of luck, which no processor predicts.
        let takes = code.beats(at.mark);
        at.mark = select_unpredictable(takes, code.mark(after), at.mark);
        let paid = at.coins.plus(payments.moved(seat, code.class()));
        let mut gain = payments.gain(code.class());
        if paid.lacks() {
            gain = at.pay_slowly((seat, SEATS), payments, code);
        } else {
            at.coins = paid;
        }
        counters.add(code.class(), gain, takes);
        at.held.look(at.coins, at.goal);
        if at.mark.after() == (after + 1) % SEATS {
            return Some(Some(RoundOver::Won(place + 1)));
        }
        Some((at.left == 0).then_some(RoundOver::Capped))
    }
}

impl Moment {
    /// As [`State::begin_round`](crate::games::pot::State::begin_round); 1 if the bank was empty before, else 0.
    #[inline(always)]
    fn begin_round(&mut self, course: &Course) -> u32 {
        let lacks = self.coins.plus(course.least).lacks();
        let (coins, empty) =
            if lacks { course.part_of_stake(self.coins) } else { (self.coins.plus(course.stake.1), 0) };
        (self.coins, self.held, self.mark, self.lap) = (coins, Held::default(), Mark::NONE, 0);
        empty
    }

    /// Whether the game ends with the round that was won (P15).
    #[inline(always)]
    fn ends_game(&mut self, course: &Course) -> bool {
        if course.end == GameEnd::Holds {
            self.held = Held::default();
        }
        self.held.look(self.coins, course.goal);
        self.held.ever()
    }

    /// How many turns there are, that of the player included who sits so many places after the first, until the turn
    /// comes round to the one in control, if nobody takes it; 0 if nobody is in control.
    #[inline(always)]
    fn tries(&self, after: usize, seats: usize) -> u32 {
        let tries = self.mark.after() + seats - after;
        if self.mark == Mark::NONE { 0 } else { (if tries > seats { tries - seats } else { tries }) as u32 }
    }

    /// What the player at a seat sees who sits so many places after the first.
    #[inline(always)]
    fn words<const SEATS: usize>(&self, after: usize, seat: usize) -> Words {
        let coins = self.coins.seen_from(seat, SEATS);
        let tries = self.tries(after, SEATS);
        let to_act = if tries == 0 { SEATS as u32 } else { tries } - 1;
        let turn = at_slot(slots::SEAT, seat as u32) | at_slot(slots::FIRST, self.first as u32);
        let control = at_slot(slots::TO_BEAT, self.mark.rank()) | at_slot(slots::CONTROL, tries);
        let round = at_slot(slots::ROUND, self.round) | at_slot(slots::TO_ACT, to_act);
        let held = at_slot(slots::GOAL_HELD, self.held.ever().into());
        [coins, turn | control | round | held | at_slot(slots::RANKING, ranking::<SEATS>(coins))]
    }

    /// Pays a turn as the game has it, where somebody may lack coins; says what its combo brought.
    #[cold]
    #[inline(never)]
    fn pay_slowly(&mut self, (seat, seats): (usize, usize), payments: &Payments, code: Code) -> i32 {
        let (mut holdings, (combo, rerolled)) = (self.coins.holdings(seats), code.class().parts());
        let gain = holdings.pay_turn(Seat(seat as u8), combo, rerolled, payments.choices);
        self.coins = Coins::of(&holdings);
        gain
    }
}

/// The number at [`slots::RANKING`] of coins seen from a seat.
// Loops over numbers: compilers unroll these, and whatever is built on iterators not always.
#[inline(always)]
fn ranking<const SEATS: usize>(coins: u64) -> u32 {
    let coins_of = |steps: usize| coins >> (steps as u32 * LANE_BITS) & u64::from(Coins::MOST);
    let mut ranking = 0;
    for first in 1..SEATS {
        for other in first + 1..SEATS {
            ranking = ranking << 1 | u32::from(coins_of(first) >= coins_of(other));
        }
    }
    ranking
}
