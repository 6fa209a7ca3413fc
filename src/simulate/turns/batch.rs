//! Many games side by side, from what is remembered: the inner loop of long runs.
//!
//! Owns a second, lean writing of G06–G17 for games in which every decision and every table is already
//! known, nothing is counted beyond the outcome, and nobody watches. Several games take their turns in
//! step, so that one's look-ups need not wait for another's. A game that meets something not remembered
//! gets stuck, and is played in the ordinary way, with the same result: games are addressed by key, so
//! nothing is lost but the time. A test plays every game both ways.

use super::course::{Course, Lengths, NOBODY, Record, Round, outcome};
use super::memo::{Learned, Memo};
use super::questions::{BEST_DICE_BITS, Leaf, Situation};
use super::steady::SteadyTable;
use crate::dice::BlockKey;
use crate::games::gang::{CardIndex, CardOrder, Field, Gang, MAX_SEATS};
use crate::games::{Game, Outcome, Seat, Seating};
use crate::simulate::flat::{Flat, Key};
use crate::simulate::{Seatings, SheetsIn};

/// Games that take their turns in step: enough to fill the waiting, few enough to stay in the innermost cache.
const GROUP: usize = 16;

/// What a worker keeps from batch to batch.
pub(super) struct Batch {
    flat: Flat<Leaf>,
    /// What was known when the others were last brought up to date.
    learned: Learned,
    steady: Option<SteadyTable>,
    order: CardOrder,
    orders: Vec<CardOrder>,
}

/// The games of a batch, block by block, one for each seating.
#[derive(Default)]
pub(super) struct Played {
    /// `None` of a game that got stuck.
    pub(super) outcomes: Vec<Option<Outcome>>,
    /// The rounds of each game, where the sheets count it; where they do not, anything.
    pub(super) logs: Vec<Vec<Record>>,
}

impl Batch {
    /// Nothing played yet.
    pub(super) fn new() -> Batch {
        let (learned, order) = (Learned::default(), CardOrder::default());
        Batch { flat: Flat::new(), learned, steady: None, order, orders: Vec::new() }
    }

    /// Plays all games of these blocks, and notes the rounds of those that the sheets count.
    pub(super) fn play(
        &mut self,
        (game, course): (&Gang, &Course),
        memo: &Memo,
        seatings: &Seatings,
        blocks: &[(BlockKey, SheetsIn)],
        played: &mut Played,
    ) {
        self.bring_up_to_date(course, memo, seatings);
        let games = seatings.games() as usize;
        played.outcomes.clear();
        played.outcomes.resize(blocks.len() * games, None);
        if played.logs.len() < blocks.len() * games {
            played.logs.resize(blocks.len() * games, vec![Record::default(); course.rounds.len()]);
        }
        if let Some(steady) = &self.steady {
            steady.play((game, course), memo, blocks, &mut self.order, played);
        }
        if played.outcomes.iter().any(Option::is_none) {
            self.play_side_by_side((game, course), memo, seatings, blocks, played);
        }
    }

    /// Plays the games that have no outcome yet.
    fn play_side_by_side(
        &mut self,
        (game, course): (&Gang, &Course),
        memo: &Memo,
        seatings: &Seatings,
        blocks: &[(BlockKey, SheetsIn)],
        played: &mut Played,
    ) {
        let games = seatings.games() as usize;
        self.orders.resize(blocks.len().max(self.orders.len()), CardOrder::default());
        let mut starts = Vec::with_capacity(played.outcomes.len());
        let places = played.outcomes.chunks_exact(games).zip(&mut self.orders);
        for (&(key, sheets), (outcomes, order)) in blocks.iter().zip(places) {
            if outcomes.iter().all(Option::is_some) {
                continue;
            }
            game.begin_block(key, order);
            let order = order.cards();
            let stuck = seatings.iter().zip(outcomes).filter(|(_, outcome)| outcome.is_none());
            starts.extend(stuck.map(|(seating, _)| Start::new((key, sheets), order, seating, memo.cards())));
        }
        play(course, &mut Known { memo, flat: &mut self.flat }, &starts, played);
    }

    fn bring_up_to_date(&mut self, course: &Course, memo: &Memo, seatings: &Seatings) {
        let learned = memo.learned();
        if learned.questions != self.learned.questions {
            self.flat.clear();
        }
        if learned != self.learned {
            self.steady = SteadyTable::new(course, memo, seatings);
        }
        self.learned = learned;
    }
}

/// A game to be played.
#[derive(Clone, Copy, Debug)]
struct Start<'b> {
    key: BlockKey,
    sheets: SheetsIn,
    /// The cards, a round each.
    order: &'b [CardIndex],
    /// For each seat the first root of its strategy.
    roots: [u32; MAX_SEATS],
}

impl<'b> Start<'b> {
    fn new((key, sheets): (BlockKey, SheetsIn), order: &'b [CardIndex], seating: &Seating, cards: usize) -> Start<'b> {
        let mut roots = [0; MAX_SEATS];
        roots.iter_mut().zip(seating).for_each(|(root, &strategy)| *root = (strategy * cards) as u32);
        Start { key, sheets, order, roots }
    }
}

/// What is remembered.
struct Known<'m> {
    memo: &'m Memo,
    flat: &'m mut Flat<Leaf>,
}

impl Known<'_> {
    /// The legal decision, if it is remembered.
    #[inline(always)]
    fn decide(&mut self, root: usize, at: Situation, course: &Course) -> Option<Leaf> {
        let key = self.memo.questions(root)?.key(&at);
        let leaf = match self.flat.find(key) {
            Some(leaf) => leaf,
            None => self.recall(root, key, at, course)?,
        };
        (leaf.dice() <= at.allowed).then_some(leaf)
    }

    /// The decision as the tree has it, from now on in the flat table too.
    #[cold]
    #[inline(never)]
    fn recall(&mut self, root: usize, key: Key, at: Situation, course: &Course) -> Option<Leaf> {
        let leaf = self.memo.recall(root, |field| answer(&at, field, course))?;
        self.flat.insert(key, leaf);
        Some(leaf)
    }

    #[inline(always)]
    fn code(&self, leaf: Leaf, word: u64) -> u8 {
        match self.memo.guides()[leaf.table()].code(word) {
            Some(code) => code,
            None => self.search(leaf, word),
        }
    }

    #[cold]
    #[inline(never)]
    fn search(&self, leaf: Leaf, word: u64) -> u8 {
        self.memo.numbered(leaf.table()).code(word)
    }
}

/// As [`View::answer`](crate::games::gang::View::answer) has it.
fn answer(at: &Situation, field: Field, course: &Course) -> u64 {
    let beat = u64::from(at.best >> BEST_DICE_BITS) << 16 | u64::from(at.best & (VALID - 1));
    u64::from(match field {
        Field::AllowedUpTo(most) => at.allowed.min(most),
        Field::ToBeat => return beat,
        Field::Best => return beat << 8 | u64::from(at.best_seat),
        Field::Round => at.round,
        Field::Seat => at.seat,
        Field::First => at.first,
        Field::Turn => at.turn + 1,
        Field::ToAct => at.to_act,
        Field::Table => at.table,
        Field::TableUpTo(most) => at.table.min(most),
        Field::BonusNext => course.rounds.get(at.round as usize + 1).map_or(0, |round| round.bonus),
        Field::Pool => at.pools[at.seat as usize],
        Field::Allowed => at.allowed,
        Field::PoolOfUpTo(Seat(other), most) => at.pools[usize::from(other)].min(most),
    })
}

/// Plays the games that have no outcome yet, side by side.
fn play(course: &Course, known: &mut Known<'_>, starts: &[Start<'_>], played: &mut Played) {
    let games = played.outcomes.iter_mut().zip(&mut played.logs).filter(|(outcome, _)| outcome.is_none());
    let games = starts.iter().zip(games);
    let mut lanes: Vec<Lane<'_>> = games.map(|(start, (end, log))| Lane::new(course, start, end, log)).collect();
    for group in lanes.chunks_mut(GROUP) {
        for (number, round) in course.rounds.iter().enumerate() {
            group.iter_mut().for_each(|lane| lane.begin(round, number));
            for turn in 0..course.seats as u32 {
                group.iter_mut().for_each(|lane| lane.take_turn(turn, course, round, known));
            }
            group.iter_mut().for_each(|lane| lane.award(course));
        }
        group.iter_mut().for_each(Lane::finish);
    }
}

/// A game under way.
struct Lane<'b> {
    start: &'b Start<'b>,
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
    /// The best result so far this round, as in [`Situation::best`]; less than [`VALID`] if none is valid.
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
const VALID: u32 = 1 << BEST_DICE_BITS;

impl<'b> Lane<'b> {
    fn new(course: &Course, start: &'b Start<'b>, outcome: &'b mut Option<Outcome>, log: &'b mut [Record]) -> Lane<'b> {
        let mut pools = [0; MAX_SEATS];
        pools[..course.seats].fill(course.pool);
        let (first, round, card, turn) = (0, 0, 0, 0);
        let (left_over, bonus, committed, rank, leader) = (0, 0, 0, 0, 0);
        let (playing, players) = ((1 << course.seats) - 1, course.seats as u32);
        let (lengths, end) = (Lengths::default(), End::NotYet);
        let record = Record::default();
        let log = if start.sheets == SheetsIn::Counted { log } else { &mut [] };
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
    fn take_turn(&mut self, after: u32, course: &Course, round: &Round, known: &mut Known<'_>) {
        let seats = course.seats as u32;
        let seat = self.first + after;
        let seat = if seat >= seats { seat - seats } else { seat };
        if self.playing >> seat & 1 == 0 || self.end != End::NotYet {
            return;
        }
        let place = seat as usize % MAX_SEATS;
        let root = self.start.roots[place] + self.card;
        let Some(leaf) = known.decide(root as usize, self.situation(seat, course), course) else {
            self.end = End::Stuck;
            return;
        };
        let word = self.start.key.draw_at(round.steps[place]);
        let (dice, code) = (leaf.dice(), known.code(leaf, word));
        let rank = u32::from(code) << BEST_DICE_BITS | dice;
        (self.record.dice[place], self.record.codes[place]) = (dice as u8, code);
        self.pools[place] -= dice;
        self.committed += dice;
        self.turn += 1;
        // Without a branch: who leads is a matter of luck.
        self.leader = if rank > self.rank { seat } else { self.leader };
        self.rank = self.rank.max(rank);
    }

    /// What this seat sees before its turn.
    #[inline(always)]
    fn situation(&self, seat: u32, course: &Course) -> Situation {
        let pool = self.pools[seat as usize % MAX_SEATS];
        let allowed = match course.supply {
            None => pool,
            Some(all) => pool.min(all.saturating_sub(self.committed + self.left_over).max(1)),
        };
        let table = self.left_over + self.bonus + self.committed;
        let (best, best_seat) = if self.rank < VALID { (0, 0) } else { (self.rank, self.leader) };
        let to_act = self.players - self.turn - 1;
        let Lane { turn, first, round, pools, .. } = *self;
        Situation { best, best_seat, allowed, table, turn, to_act, seat, first, round, pools }
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
            self.pools[self.leader as usize] += self.left_over + self.bonus + self.committed;
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
        if let Some(record) = self.log.get_mut(self.round as usize) {
            let winner = if self.rank >= VALID { self.leader as u8 } else { NOBODY };
            let table = (self.left_over + self.bonus + self.committed) as u16;
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
pub(super) fn winners(pools: &[u32; MAX_SEATS], playing: u32, out: u32) -> u32 {
    if playing == 0 {
        return out;
    }
    // Those who are out hold nothing, and somebody who is in holds something.
    let most = pools.iter().fold(0, |most, &pool| most.max(pool));
    (0..MAX_SEATS).fold(0, |mask, seat| mask | u32::from(pools[seat] == most) << seat)
}
