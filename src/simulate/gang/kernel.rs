//! Many games of Gang of Dice side by side, from what is remembered: the inner loop of long runs.
//!
//! Owns a second, lean writing of G06–G17 for games in which nobody watches: several games take their turns in step, so
//! that one's look-ups need not wait for another's. A game that meets something that is not remembered gets stuck, and
//! is played in the ordinary way, with the same result. A test plays every game both ways.

use crate::dice::{BlockKey, Purpose, Slot, Step};
use crate::games::gang::{CardIndex, CardOrder, CountedTurn, Gang, MAX_SEATS, Situation, slots};
use crate::games::{Game, Observer, Outcome, Seating};
use crate::simulate::Seatings;
use crate::simulate::drawn::{self, Kernel, Knows, MOST_IN_WORDS, Wanted, Words, at_slot};
use std::array::from_fn;
use std::hint::select_unpredictable;

/// Games that take their turns in step: enough to fill the waiting, few enough to stay in the innermost cache.
const GROUP: usize = 16;

/// What a worker keeps from batch to batch: the games of a batch, block by block, one for each seating.
pub struct GangKernel {
    /// Nothing for games that are always played in the ordinary way.
    course: Option<Course>,
    orders: Vec<CardOrder>,
    /// How many games a block has, and how many strategies play.
    games: usize,
    strategies: usize,
    /// `None` of a game that got stuck.
    outcomes: Vec<Option<Outcome>>,
    /// The rounds of each game, where the statistics count it; where they do not, anything.
    logs: Vec<Vec<Record>>,
}

impl Kernel<Gang> for GangKernel {
    fn new(game: &Gang) -> GangKernel {
        GangKernel {
            course: Course::new(game),
            orders: Vec::new(),
            games: 0,
            strategies: 0,
            outcomes: Vec::new(),
            logs: Vec::new(),
        }
    }

    fn play(&mut self, knows: &mut Knows<'_, Gang>, seatings: &Seatings, blocks: &[Wanted]) {
        self.games = seatings.games() as usize;
        self.strategies = knows.strategies();
        self.outcomes.clear();
        self.outcomes.resize(blocks.len() * self.games, None);
        let Some(course) = &self.course else { return };
        let games = self.outcomes.len().max(self.logs.len());
        self.logs.resize(games, vec![Record::default(); course.rounds.len()]);
        self.orders.resize(blocks.len().max(self.orders.len()), CardOrder::default());
        for (&(key, _), order) in blocks.iter().zip(&mut self.orders) {
            knows.game().begin_block(key, order);
        }
        let first_root = |&strategy: &usize| knows.first_root(strategy) as u32;
        let of_seating = |seating: &Seating| from_fn(|seat| seating.get(seat).map_or(0, first_root));
        let roots: Vec<[u32; MAX_SEATS]> = seatings.iter().map(of_seating).collect();
        let starts = blocks.iter().zip(&self.orders).flat_map(|(&(key, is_counted), order)| {
            roots.iter().map(move |&roots| Start { key, is_counted, order: order.cards(), roots })
        });
        let places = self.outcomes.iter_mut().zip(&mut self.logs);
        let mut lanes = starts.zip(places).map(|(start, (end, log))| Lane::new(course, start, end, log));
        let mut group = Vec::with_capacity(GROUP);
        loop {
            group.extend(lanes.by_ref().take(GROUP));
            if group.is_empty() {
                break;
            }
            play(course, knows, &mut group);
            group.clear();
        }
    }

    fn outcome(&self, block: usize, game: usize) -> Option<&Outcome> {
        self.outcomes[block * self.games + game].as_ref()
    }

    fn count(&self, block: usize, seatings: &Seatings, observer: &mut impl Observer) {
        let games = block * self.games..(block + 1) * self.games;
        for (game, seating) in games.zip(seatings.iter()).filter(|(game, _)| self.outcomes[*game].is_some()) {
            self.logs[game].iter().for_each(|round| round.count(seating, self.strategies, observer));
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
    /// For each seat the first root of its strategy.
    roots: [u32; MAX_SEATS],
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
    /// The course of a game, if all its numbers have room in [`Words`].
    fn new(game: &Gang) -> Option<Course> {
        let (rules, rounds, seats) = (game.rules(), game.deck().rounds(), game.seats());
        let round = |round| Round {
            bonus: rules.bonus(round, rounds),
            steps: from_fn(|seat| Slot::new(Purpose::Turn, seat as u8, round, 0).step()),
        };
        (game.highest_score() <= MOST_IN_WORDS && rounds <= MOST_IN_WORDS).then(|| Course {
            seats,
            pool: rules.pool(seats),
            supply: rules.dice_in_all(seats),
            rounds: (0..rounds).map(round).collect(),
        })
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
    /// Dice in the pools, a byte each, and who started the round.
    pools: u32,
    first: u32,
    round: u32,
    card: u32,
    /// A bit for each seat still in the game, and how many they are.
    playing: u32,
    players: u32,
    /// The same seats while the game goes on, none after that.
    acting: u32,
    /// Dice that earlier all-invalid rounds left on the table, and bonus dice on it.
    left_over: u32,
    bonus: u32,
    /// Dice on the table, those committed this round included.
    table: u32,
    /// The best result so far this round, code × 256 + dice; 0 if none is valid.
    rank: u32,
    leader: u32,
    /// The turn and round, who started it, and how many will act after this turn, at their slots.
    place: u64,
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

/// The bits of the dice in [`Lane::rank`], which has dice and code as their slots have them.
const DICE_BITS: u32 = 8;
/// What a turn adds to [`Lane::place`].
const NEXT_TURN: u64 = at_slot(slots::TURN, 1).wrapping_sub(at_slot(slots::TO_ACT, 1));

impl<'b> Lane<'b> {
    fn new(course: &Course, start: Start<'b>, outcome: &'b mut Option<Outcome>, log: &'b mut [Record]) -> Lane<'b> {
        let pools = u32::from_le_bytes(from_fn(|seat| if seat < course.seats { course.pool as u8 } else { 0 }));
        let (first, round, card, place) = (0, 0, 0, 0);
        let (left_over, bonus, table, rank, leader) = (0, 0, 0, 0, 0);
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
            playing,
            players,
            acting: playing,
            left_over,
            bonus,
            table,
            rank,
            leader,
            place,
            lengths,
            end,
        }
    }

    #[inline]
    fn begin(&mut self, round: &Round, number: usize) {
        self.bonus += round.bonus;
        self.round = number as u32;
        self.card = u32::from(self.start.order[number].0);
        self.table = self.left_over + self.bonus;
        let turn = at_slot(slots::TURN, 1) | at_slot(slots::TO_ACT, self.players.saturating_sub(1));
        self.place = turn | at_slot(slots::FIRST, self.first) | at_slot(slots::ROUND, self.round);
        (self.rank, self.leader, self.record) = (0, 0, Record::default());
    }

    /// The turn of the player who sits so many seats after the first.
    #[inline]
    fn take_turn(&mut self, after: u32, course: &Course, round: &Round, knows: &mut Knows<'_, Gang>) {
        let seats = course.seats as u32;
        let seat = self.first + after;
        let seat = if seat >= seats { seat - seats } else { seat };
        if self.acting >> seat & 1 == 0 {
            return;
        }
        let place = seat as usize % MAX_SEATS;
        let allowed = self.allowed(seat, course);
        let words = self.words(seat, allowed);
        let game = knows.game();
        let situation = || {
            let order = &self.start.order[..=self.round as usize];
            Situation::of_slots(game, order, self.start.key, drawn::slots(words))
        };
        let root = (self.start.roots[place] + self.card) as usize;
        let ready = knows.decision(root, words, situation);
        let Some((&dice, table)) = ready.filter(|&(&dice, _)| dice <= allowed) else {
            (self.acting, self.end) = (0, End::Stuck);
            return;
        };
        let code = table.code(self.start.key.draw_at(round.steps[place]));
        let rank = select_unpredictable(code == 0, 0, u32::from(code) << DICE_BITS | dice);
        (self.record.dice[place], self.record.codes[place]) = (dice as u8, code);
        self.pools -= dice << (8 * seat);
        self.table += dice;
        self.place = self.place.wrapping_add(NEXT_TURN);
        // Without a branch: who leads is a matter of luck.
        self.leader = if rank > self.rank { seat } else { self.leader };
        self.rank = self.rank.max(rank);
    }

    /// The most dice that a seat may commit (G06).
    #[inline(always)]
    fn allowed(&self, seat: u32, course: &Course) -> u32 {
        let pool = self.pool(seat);
        match course.supply {
            None => pool,
            Some(all) => pool.min(all.saturating_sub(self.table - self.bonus).max(1)),
        }
    }

    /// Dice in the pool of a seat.
    #[inline(always)]
    fn pool(&self, seat: u32) -> u32 {
        self.pools >> (8 * seat) & 0xff
    }

    /// What a seat sees before its turn.
    #[inline(always)]
    fn words(&self, seat: u32, allowed: u32) -> Words {
        let own = at_slot(slots::ALLOWED, allowed) | at_slot(slots::POOL, self.pool(seat));
        let pools = at_slot(slots::POOLS, 1) * u64::from(self.pools);
        let best = (at_slot(slots::BEST_DICE, 1) * u64::from(self.rank)) | at_slot(slots::BEST_SEAT, self.leader);
        [own | pools | at_slot(slots::TABLE, self.table), best | self.place | at_slot(slots::SEAT, seat)]
    }

    /// Awards the table (G13, G14), eliminates (G15), and ends the game in time (G16, G17).
    #[inline]
    fn award(&mut self, course: &Course) {
        if self.end != End::NotYet {
            return;
        }
        self.note();
        self.lengths.turns += drawn::slots([0, self.place])[usize::from(slots::TURN)] - 1;
        self.lengths.rounds += 1;
        if self.rank > 0 {
            self.pools += self.table << (8 * self.leader);
            self.first = self.leader;
            (self.left_over, self.bonus) = (0, 0);
        } else {
            self.left_over = self.table - self.bonus;
            self.lengths.all_invalid_rounds += 1;
        }
        let broke = (0..4).fold(0, |mask, seat| mask | u32::from(self.pool(seat) == 0) << seat);
        let out = self.playing & broke;
        if out != 0 {
            self.eliminate(out, course);
        }
        if self.lengths.rounds as usize == course.rounds.len() || self.players < 2 {
            (self.acting, self.end) = (0, End::Over(out));
        }
    }

    /// Notes the round where it is wanted.
    #[inline]
    fn note(&mut self) {
        let table = self.table as u16;
        if let Some(record) = self.log.get_mut(self.round as usize) {
            let winner = if self.rank > 0 { self.leader as u8 } else { NOBODY };
            *record = Record { card: self.card as u16, table, winner, ..self.record };
        }
    }

    #[cold]
    fn eliminate(&mut self, out: u32, course: &Course) {
        self.playing &= !out;
        self.acting = self.playing;
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
            let pools = self.pools.to_le_bytes().map(u32::from);
            *self.outcome = Some(outcome(winners(&pools, self.playing, out), pools, self.lengths));
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
