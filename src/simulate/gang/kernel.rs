//! Many games of Gang of Dice side by side, from what is remembered: the inner loop of long runs.
//!
//! Owns a second, lean writing of G06–G17 for games in which nobody watches: several games take their turns in step, so
//! that one's look-ups need not wait for another's. A game that meets something that is not remembered gets stuck, and
//! is played in the ordinary way, with the same result. A test plays every game both ways.

use crate::dice::{BlockKey, Purpose, Slot, Step};
use crate::games::declaration::Slots;
use crate::games::gang::{CardIndex, CardOrder, CountedTurn, Gang, MAX_SEATS, Situation, SlotNumbers};
use crate::games::{Game, Observer, Outcome, Seating};
use crate::simulate::Seatings;
use crate::simulate::drawn::{DrawnGame, Kernel, Knows, Wanted};

/// Games that take their turns in step: enough to fill the waiting, few enough to stay in the innermost cache.
const GROUP: usize = 16;

/// What a worker keeps from batch to batch: the games of a batch, block by block, one for each seating.
pub struct GangKernel {
    course: Course,
    orders: Vec<CardOrder>,
    /// `None` of a game that got stuck.
    played: Vec<Option<Outcome>>,
    /// The outcomes of the blocks, and for each whether it has any.
    outcomes: Vec<Outcome>,
    complete: Vec<bool>,
    /// The rounds of each game, where the statistics count it; where they do not, anything.
    logs: Vec<Vec<Record>>,
    strategies: usize,
}

impl Kernel<Gang> for GangKernel {
    fn new(game: &Gang) -> GangKernel {
        GangKernel {
            course: Course::new(game),
            orders: Vec::new(),
            played: Vec::new(),
            outcomes: Vec::new(),
            complete: Vec::new(),
            logs: Vec::new(),
            strategies: 0,
        }
    }

    fn play(&mut self, knows: &mut Knows<'_, Gang>, seatings: &Seatings, blocks: &[Wanted]) {
        let (games, course) = (seatings.games() as usize, &self.course);
        self.strategies = knows.strategies();
        self.played.clear();
        self.played.resize(blocks.len() * games, None);
        self.logs.resize(self.logs.len().max(self.played.len()), vec![Record::default(); course.rounds.len()]);
        self.orders.resize(blocks.len().max(self.orders.len()), CardOrder::default());
        for (&(key, _), order) in blocks.iter().zip(&mut self.orders) {
            knows.game().begin_block(key, order);
        }
        let starts = blocks.iter().zip(&self.orders).flat_map(|(&(key, is_counted), order)| {
            seatings.iter().map(move |seating| Start { key, is_counted, order: order.cards(), seating })
        });
        let places = self.played.iter_mut().zip(&mut self.logs);
        let mut lanes: Vec<Lane<'_>> =
            starts.zip(places).map(|(start, (end, log))| Lane::new(course, start, end, log)).collect();
        lanes.chunks_mut(GROUP).for_each(|group| play(course, knows, group));
        drop(lanes);
        self.complete.clear();
        self.complete.extend(self.played.chunks_exact(games).map(|games| games.iter().all(Option::is_some)));
        self.outcomes.clear();
        self.outcomes.extend(self.played.iter().map(|outcome| outcome.unwrap_or_default()));
    }

    fn outcomes(&self, block: usize) -> Option<&[Outcome]> {
        let games = self.outcomes.len() / self.complete.len();
        self.complete[block].then(|| &self.outcomes[block * games..][..games])
    }

    fn count(&self, block: usize, seatings: &Seatings, observer: &mut impl Observer) {
        let games = seatings.games() as usize;
        for (seating, log) in seatings.iter().zip(&self.logs[block * games..][..games]) {
            log.iter().for_each(|round| round.count(seating, self.strategies, observer));
        }
    }
}

/// Plays games side by side.
fn play(course: &Course, knows: &mut Knows<'_, Gang>, group: &mut [Lane<'_>]) {
    for (number, round) in course.rounds.iter().enumerate() {
        group.iter_mut().for_each(|lane| lane.begin(round, number));
        for turn in 0..course.seats as u32 {
            group.iter_mut().for_each(|lane| lane.take_turn(turn, course, round, knows));
        }
        group.iter_mut().for_each(|lane| lane.award(course));
    }
    group.iter_mut().for_each(Lane::finish);
}

/// A game to be played.
#[derive(Clone, Copy, Debug)]
struct Start<'b> {
    key: BlockKey,
    is_counted: bool,
    /// The cards, a round each.
    order: &'b [CardIndex],
    seating: &'b Seating,
}

/// The rules as the inner loops want them.
#[derive(Clone, Debug)]
struct Course {
    seats: usize,
    /// Dice in each pool at the start.
    pool: u32,
    /// All dice there are to throw, if that is limited.
    supply: Option<u32>,
    rounds: Vec<Round>,
    /// Whether all numbers have room in keys.
    fits: bool,
}

/// What a round brings.
#[derive(Clone, Copy, Debug)]
struct Round {
    /// Bonus dice.
    bonus: u32,
    /// For each seat where its draw is.
    steps: [Step; MAX_SEATS],
}

impl Course {
    /// The course of a game.
    fn new(game: &Gang) -> Course {
        let (rules, rounds, seats) = (game.rules(), game.deck().rounds(), game.seats());
        let round = |round| Round {
            bonus: rules.bonus(round, rounds),
            steps: std::array::from_fn(|seat| Slot::new(Purpose::Turn, seat as u8, round, 0).step()),
        };
        let fits = game.highest_score() <= Gang::KEYS.most() && rounds < 1 << 9;
        Course {
            seats,
            pool: rules.pool(seats),
            supply: rules.dice_in_all(seats),
            rounds: (0..rounds).map(round).collect(),
            fits,
        }
    }
}

/// A round that was played, for the statistics.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    card: u16,
    /// Dice on the table at its end.
    table: u16,
    /// Its winner; [`NOBODY`] if every result was invalid.
    winner: u8,
    /// By seat: dice committed, 0 without a turn, and the code of the result.
    dice: [u8; MAX_SEATS],
    codes: [u8; MAX_SEATS],
}

/// No seat.
const NOBODY: u8 = u8::MAX;

impl Record {
    /// Counts the round's turns, of a table with so many different strategies.
    #[inline]
    fn count(&self, seating: &Seating, strategies: usize, observer: &mut impl Observer) {
        let turns = self.dice.into_iter().zip(self.codes);
        for (seat, (&strategy, (dice, code))) in (0..).zip(seating.iter().zip(turns)) {
            if dice > 0 {
                let won = (self.winner == seat).then_some(self.table.into());
                CountedTurn { strategy, dice: dice.into(), code: code.into(), won }.count(
                    CardIndex(self.card),
                    strategies,
                    observer,
                );
            }
        }
    }
}

/// What a game's length is made of.
#[derive(Clone, Copy, Debug, Default)]
struct Lengths {
    turns: u32,
    rounds: u32,
    eliminations: u32,
    all_invalid_rounds: u32,
}

/// What a game came to whose win goes to these seats (bit 0 is seat 0).
#[inline]
fn outcome(winners: u32, pools: [u32; MAX_SEATS], lengths: Lengths) -> Outcome {
    let mut outcome = Outcome::default();
    outcome.share_among(winners as u8);
    outcome.score[..MAX_SEATS].copy_from_slice(&pools);
    let Lengths { turns, rounds, eliminations, all_invalid_rounds } = lengths;
    outcome.lengths[..5].copy_from_slice(&[turns, rounds, 0, eliminations, all_invalid_rounds]);
    outcome
}

/// A game under way.
struct Lane<'b> {
    start: Start<'b>,
    /// Where its outcome and its rounds go; the latter are wanted unless this is empty.
    outcome: &'b mut Option<Outcome>,
    log: &'b mut [Record],
    record: Record,
    /// Dice in the pools, and who started the round.
    pools: [u32; MAX_SEATS],
    first: u32,
    round: u32,
    card: u32,
    /// Turns played this round.
    turn: u32,
    /// A bit for each seat still in the game, and how many they are.
    playing: u32,
    players: u32,
    /// Dice that earlier all-invalid rounds left on the table, and bonus dice on it.
    left_over: u32,
    bonus: u32,
    /// Dice committed this round.
    committed: u32,
    /// The best result so far this round, code × 32 + dice; less than [`VALID`] if none is valid.
    rank: u32,
    leader: u32,
    lengths: Lengths,
    end: End,
}

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    NotYet,
    /// It is over; a bit for each seat that its last round eliminated.
    Over(u32),
    /// It met something that is not remembered.
    Stuck,
}

/// The lowest rank of a valid result.
const VALID: u32 = 1 << DICE_BITS;
/// The bits of the dice in [`Lane::rank`]: at most 16 are drawn.
const DICE_BITS: u32 = 5;

impl<'b> Lane<'b> {
    fn new(course: &Course, start: Start<'b>, outcome: &'b mut Option<Outcome>, log: &'b mut [Record]) -> Lane<'b> {
        let mut pools = [0; MAX_SEATS];
        pools[..course.seats].fill(course.pool);
        let (first, round, card, turn) = (0, 0, 0, 0);
        let (left_over, bonus, committed, rank, leader) = (0, 0, 0, 0, 0);
        let (playing, players) = ((1 << course.seats) - 1, course.seats as u32);
        let (lengths, end) = (Lengths::default(), End::NotYet);
        let record = Record::default();
        let log = if start.is_counted { log } else { &mut [] };
        Lane {
            start,
            outcome,
            log,
            record,
            pools,
            first,
            round,
            card,
            turn,
            playing,
            players,
            left_over,
            bonus,
            committed,
            rank,
            leader,
            lengths,
            end,
        }
    }

    #[inline]
    fn begin(&mut self, round: &Round, number: usize) {
        self.bonus += round.bonus;
        self.round = number as u32;
        self.card = u32::from(self.start.order[number].0);
        (self.committed, self.turn, self.rank, self.leader) = (0, 0, 0, 0);
        self.record = Record::default();
    }

    /// The turn of the player who sits so many seats after the first.
    #[inline]
    fn take_turn(&mut self, after: u32, course: &Course, round: &Round, knows: &mut Knows<'_, Gang>) {
        let seats = course.seats as u32;
        let seat = self.first + after;
        let seat = if seat >= seats { seat - seats } else { seat };
        if self.playing >> seat & 1 == 0 || self.end != End::NotYet {
            return;
        }
        let place = seat as usize % MAX_SEATS;
        let allowed = self.allowed(place, course);
        let words = course.fits.then(|| self.words(seat, allowed));
        let game = knows.game();
        let situation = || {
            let order = &self.start.order[..=self.round as usize];
            Situation::of_slots(game, order, self.start.key, self.slots(seat, allowed))
        };
        let strategy = self.start.seating[place];
        let ready = knows.decision(strategy, self.card as usize, words, situation);
        let Some(ready) = ready.filter(|ready| ready.dice <= allowed) else {
            self.end = End::Stuck;
            return;
        };
        let (dice, code) = (ready.dice, ready.code(self.start.key.draw_at(round.steps[place])));
        let rank = u32::from(code) << DICE_BITS | dice;
        (self.record.dice[place], self.record.codes[place]) = (dice as u8, code);
        self.pools[place] -= dice;
        self.committed += dice;
        self.turn += 1;
        // Without a branch: who leads is a matter of luck.
        self.leader = if rank > self.rank { seat } else { self.leader };
        self.rank = self.rank.max(rank);
    }

    /// The most dice that a seat may commit (G06).
    #[inline(always)]
    fn allowed(&self, place: usize, course: &Course) -> u32 {
        let pool = self.pools[place];
        match course.supply {
            None => pool,
            Some(all) => pool.min(all.saturating_sub(self.committed + self.left_over).max(1)),
        }
    }

    fn table(&self) -> u32 {
        self.left_over + self.bonus + self.committed
    }

    /// What a seat sees before its turn, as keys have it: in the order of [`Gang::KEYS`].
    #[inline(always)]
    fn words(&self, seat: u32, allowed: u32) -> [u64; 2] {
        Gang::KEYS.words(&self.slots(seat, allowed))
    }

    /// The same as numbers.
    #[inline(always)]
    fn slots(&self, seat: u32, allowed: u32) -> Slots {
        let (best, best_dice, best_seat) = match self.rank {
            VALID.. => (self.rank >> DICE_BITS, self.rank & (VALID - 1), self.leader),
            _ => (0, 0, 0),
        };
        Situation::slots_of(SlotNumbers {
            allowed,
            table: self.table(),
            pools: self.pools,
            best,
            best_dice,
            best_seat,
            turn: self.turn + 1,
            to_act: self.players - self.turn - 1,
            seat,
            first: self.first,
            round: self.round,
        })
    }

    /// Awards the table (G13, G14), eliminates (G15), and ends the game in time (G16, G17).
    #[inline]
    fn award(&mut self, course: &Course) {
        if self.end != End::NotYet {
            return;
        }
        self.note();
        self.lengths.turns += self.turn;
        self.lengths.rounds += 1;
        if self.rank >= VALID {
            self.pools[self.leader as usize] += self.table();
            self.first = self.leader;
            (self.left_over, self.bonus) = (0, 0);
        } else {
            self.left_over += self.committed;
            self.lengths.all_invalid_rounds += 1;
        }
        let broke = (0..MAX_SEATS).fold(0, |mask, seat| mask | u32::from(self.pools[seat] == 0) << seat);
        let out = self.playing & broke;
        if out != 0 {
            self.eliminate(out, course);
        }
        if self.lengths.rounds as usize == course.rounds.len() || self.players < 2 {
            self.end = End::Over(out);
        }
    }

    /// Notes the round where it is wanted.
    #[inline]
    fn note(&mut self) {
        let table = self.table() as u16;
        if let Some(record) = self.log.get_mut(self.round as usize) {
            let winner = if self.rank >= VALID { self.leader as u8 } else { NOBODY };
            *record = Record { card: self.card as u16, table, winner, ..self.record };
        }
    }

    #[cold]
    fn eliminate(&mut self, out: u32, course: &Course) {
        self.playing &= !out;
        self.players = self.playing.count_ones();
        self.lengths.eliminations += out.count_ones();
        while self.playing != 0 && self.playing >> self.first & 1 == 0 {
            self.first = (self.first + 1) % course.seats as u32;
        }
    }

    /// Puts down the outcome, unless the game got stuck. Rounds that were not played are not noted.
    fn finish(&mut self) {
        if let End::Over(out) = self.end {
            self.log.iter_mut().skip(self.lengths.rounds as usize).for_each(|round| *round = Record::default());
            *self.outcome = Some(outcome(winners(&self.pools, self.playing, out), self.pools, self.lengths));
        }
    }
}

/// Who has won (G16, G17), given who is still in and who was eliminated last; empty seats hold nothing.
#[inline]
fn winners(pools: &[u32; MAX_SEATS], playing: u32, out: u32) -> u32 {
    if playing == 0 {
        return out;
    }
    // Those who are out hold nothing, and somebody who is in holds something.
    let most = pools.iter().fold(0, |most, &pool| most.max(pool));
    (0..MAX_SEATS).fold(0, |mask, seat| mask | u32::from(pools[seat] == most) << seat)
}
