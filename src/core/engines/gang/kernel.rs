//! Many games of Gang of Dice at once: the inner loop of long runs.
//!
//! Owns what a worker keeps from batch to batch, and finds out what the lanes ask for: decisions that have no place yet,
//! and results that a table has to be asked for. A game that meets something that cannot be remembered gets stuck, and is
//! played in the ordinary way, with the same result. A test plays every game both ways.

use super::fields::{self, Kinds};
use super::lanes::{self, DICE_BITS, Games, Shared, Turns};
use crate::dice::{BlockKey, Purpose, Slot, Step};
use crate::engines::Seatings;
use crate::engines::drawn::cells::{Cells, Found};
use crate::engines::drawn::dense::PLACES;
use crate::engines::drawn::keyed;
use crate::engines::drawn::sums::{Addend, FIRST_SIDE, TOSSES, any_unknown};
use crate::engines::drawn::{
    self, BlockTask, CHOICE_BITS, Decision, Kernel, Knows, LaneCount, MOST_IN_WORDS, NO_TABLES, Noting, Width, Words,
    at_slot,
};
use crate::games::declaration::{Question, toss};
use crate::games::gang::{CardIndex, CardKind, CardOrder, CountedTurn, Gang, MAX_SEATS, Situation, coin_key, slots};
use crate::games::{Game, Observer, Outcome, Seat, Seating};
use fearless_simd::{Simd, dispatch};
use std::array::from_fn;
use std::cell::LazyCell;

/// What a worker keeps from batch to batch: the games of a batch, block by block, one for each seating.
pub struct GangKernel {
    /// Nothing for games that are always played in the ordinary way.
    rules: Option<LaneRules>,
    width: Width,
    cells: Cells,
    orders: Vec<CardOrder>,
    batch: Batch,
}

/// The games of a batch.
#[derive(Debug, Default)]
struct Batch {
    /// How many games a block has, and how many strategies play.
    games: usize,
    strategies: usize,
    /// `None` of a game that got stuck.
    outcomes: Vec<Option<Outcome>>,
    /// The rounds of each game, where the statistics count it; where they do not, anything.
    logs: Vec<Vec<Record>>,
    noting: Noting,
    /// Where they are noted, the positions before the rounds of each game.
    begun: Vec<Vec<Begun>>,
}

/// The position before a round.
#[derive(Clone, Copy, Debug, Default)]
struct Begun {
    /// Whether the round is played.
    is_played: bool,
    card: u16,
    first: u8,
    left: u8,
    bonus: u8,
    pools: u32,
}

impl Begun {
    /// The round that begins in a lane.
    #[inline(always)]
    fn in_lane<const L: usize>(games: &Games<L>, card: u32, l: usize) -> Begun {
        Begun {
            is_played: games.live[l] != 0,
            card: card as u16,
            first: games.first[l] as u8,
            left: games.table[l] as u8,
            bonus: games.bonus[l] as u8,
            pools: games.pools[l],
        }
    }

    /// Tells it, as the rules that are played in the ordinary way do.
    #[inline]
    fn tell(&self, round: u32, observer: &mut impl Observer) {
        let [a, b, c, d] = self.pools.to_le_bytes().map(u32::from);
        let (first, left, bonus) = (self.first.into(), self.left.into(), self.bonus.into());
        observer.chance_falls(&[self.card.into(), round, first, left, bonus, a, b, c, d]);
    }
}

impl Kernel<Gang> for GangKernel {
    const TELLS: bool = true;

    fn new(game: &Gang, _: usize, width: Width) -> GangKernel {
        let (rules, cells) = (LaneRules::new(game), Cells::default());
        GangKernel { rules, width, cells, orders: Vec::new(), batch: Batch::default() }
    }

    fn note_rounds(&mut self, noting: Noting) {
        self.batch.noting = noting;
    }

    fn tell_rounds(&self, block: usize, game: usize, observer: &mut impl Observer) {
        let rounds = &self.batch.begun[block * self.batch.games + game];
        let played = (0..).zip(rounds).take_while(|(_, begun)| begun.is_played);
        played.for_each(|(round, begun)| begun.tell(round, observer));
    }

    fn play(&mut self, knows: &mut Knows<'_, Gang>, seatings: &Seatings, blocks: &[BlockTask]) {
        let GangKernel { rules, width, cells, orders, batch } = self;
        batch.begin(seatings, knows.strategies(), blocks.len());
        let Some(rules) = rules else { return };
        let games = batch.outcomes.len().max(batch.logs.len());
        batch.logs.resize(games, vec![Record::default(); rules.rounds.len()]);
        if batch.noting == Noting::Rounds {
            batch.begun.resize(games, vec![Begun::default(); rules.rounds.len()]);
        }
        orders.resize(blocks.len().max(orders.len()), CardOrder::default());
        for (&(key, _), order) in blocks.iter().zip(&mut *orders) {
            knows.game().begin_block(key, order);
        }
        let mut playing = Playing { rules, cells, knows, seatings, orders, blocks, batch };
        match rules.seats {
            2 => playing.play::<2>(*width),
            3 => playing.play::<3>(*width),
            _ => playing.play::<MAX_SEATS>(*width),
        }
    }

    fn outcome(&self, block: usize, game: usize) -> Option<&Outcome> {
        self.batch.outcomes[block * self.batch.games + game].as_ref()
    }

    fn count(&self, block: usize, seatings: &Seatings, observer: &mut impl Observer) {
        let Batch { games, strategies, outcomes, logs, .. } = &self.batch;
        let games = block * games..(block + 1) * games;
        for (game, seating) in games.zip(seatings.iter()).filter(|(game, _)| outcomes[*game].is_some()) {
            logs[game].iter().for_each(|round| round.count(seating, *strategies, observer));
        }
    }
}

impl Batch {
    fn begin(&mut self, seatings: &Seatings, strategies: usize, blocks: usize) {
        self.games = seatings.games() as usize;
        self.strategies = strategies;
        self.outcomes.clear();
        self.outcomes.resize(blocks * self.games, None);
    }
}

/// How many games take the same step at once, where vectors are worth it.
const MANY: usize = 32;

/// The rules as the lanes want them.
#[derive(Clone, Debug)]
struct LaneRules {
    seats: usize,
    /// Dice in each pool at the start.
    pool: u32,
    /// All dice there are to throw, more than all players hold if that is not limited.
    supply: u32,
    rounds: Vec<Round>,
    /// The kinds of each card, and how many cards of the deck are of each.
    kinds: Vec<Kinds>,
    in_deck: [u32; CardKind::ALL.len()],
}

/// What a round brings.
#[derive(Clone, Copy, Debug)]
struct Round {
    /// Bonus dice.
    bonus: u32,
    /// For each seat where its draw is.
    steps: [Step; MAX_SEATS],
}

impl LaneRules {
    /// Those of a game, if all its numbers have room in [`Words`].
    fn new(game: &Gang) -> Option<LaneRules> {
        let (rules, rounds, seats) = (game.rules(), game.deck().rounds(), game.seats());
        let round = |round| Round {
            bonus: rules.bonus(round, rounds),
            steps: from_fn(|seat| Slot::new(Purpose::Turn, seat as u8, round, 0).step()),
        };
        (game.highest_score() <= MOST_IN_WORDS && rounds <= MOST_IN_WORDS).then(|| LaneRules {
            seats,
            pool: rules.pool(seats),
            supply: rules.dice_in_all(seats).unwrap_or(u32::MAX),
            rounds: (0..rounds).map(round).collect(),
            kinds: Kinds::of_cards(game.deck()),
            in_deck: CardKind::ALL.map(|kind| kind.in_deck(game.deck())),
        })
    }
}

/// A round that was played, for the statistics.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    card: u16,
    /// Dice on the table at its end.
    table: u16,
    /// Its winner; [`NO_SEAT`] if every result was invalid.
    winner: u8,
    /// By seat: dice committed, 0 without a turn, and the code of the result.
    dice: [u8; MAX_SEATS],
    codes: [u8; MAX_SEATS],
}

/// No seat.
const NO_SEAT: u8 = u8::MAX;

impl Record {
    /// The round that ends in a lane; nothing if the game was over before.
    fn in_lane<const L: usize>(games: &Games<L>, card: u32, l: usize) -> Record {
        if games.live[l] == 0 {
            return Record::default();
        }
        let winner = if games.best[l] > 0 { games.leader[l] as u8 } else { NO_SEAT };
        let (dice, codes) = (games.dice[l].to_le_bytes(), games.codes[l].to_le_bytes());
        Record { card: card as u16, table: games.table[l] as u16, winner, dice, codes }
    }

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

/// Blocks that are played.
struct Playing<'p, 'k, 'g> {
    rules: &'p LaneRules,
    cells: &'p mut Cells,
    knows: &'p mut Knows<'k, Gang>,
    seatings: &'g Seatings,
    orders: &'p [CardOrder],
    blocks: &'p [BlockTask],
    batch: &'p mut Batch,
}

/// The games of the blocks in the lanes.
struct Group<'b, const L: usize> {
    /// The position of the first block, and how many there are: the other lanes play it too, for nothing.
    first: usize,
    blocks: usize,
    /// Behind the last one that is counted.
    counted: usize,
    keys: [BlockKey; L],
    orders: &'b [CardOrder],
}

impl<const L: usize> Group<'_, L> {
    /// The cards of the block in a lane.
    #[inline(always)]
    fn order(&self, lane: usize) -> &[CardIndex] {
        self.orders[if lane < self.blocks { lane } else { 0 }].cards()
    }
}

impl Playing<'_, '_, '_> {
    fn play<const P: usize>(&mut self, width: Width) {
        dispatch!(width.level, simd => simd.vectorize(
            #[inline(always)]
            || match width.lanes {
                LaneCount::One => self.play_groups::<1, P>(),
                LaneCount::Many => self.play_groups::<MANY, P>(),
            }
        ));
    }

    #[inline(always)]
    fn play_groups<const L: usize, const P: usize>(&mut self) {
        for first in (0..self.blocks.len()).step_by(L) {
            let blocks = L.min(self.blocks.len() - first);
            let keys = from_fn(|lane| self.blocks[first + if lane < blocks { lane } else { 0 }].0);
            let wanted = &self.blocks[first..first + blocks];
            let counted = wanted.iter().rposition(|&(_, counted)| counted).map_or(0, |last| last + 1);
            let orders = &self.orders[first..first + blocks];
            self.play_group::<L, P>(&Group { first, blocks, counted, keys, orders });
        }
    }

    #[inline(always)]
    fn play_group<const L: usize, const P: usize>(&mut self, group: &Group<'_, L>) {
        let rules = self.rules;
        let seating = |seating: &Seating| (Games::new::<P>(rules.pool), from_fn(|seat| seating[seat]));
        let mut games: Vec<(Games<L>, [usize; P])> = self.seatings.iter().map(seating).collect();
        let mut turns = Turns::new();
        let (none, in_deck) = ([Kinds::default(); L], rules.in_deck);
        let (words, card) = ([[0; L]; P], [0; L]);
        let mut shared = Shared { words, keys: group.keys, card, kinds: none, seen: none, in_deck, round: 0, left: 0 };
        for (number, round) in rules.rounds.iter().enumerate() {
            self.begin_round(group, number, &mut shared);
            if self.batch.noting == Noting::Rounds {
                games.iter().enumerate().for_each(|(game, (games, _))| self.note_position(group, game, &shared, games));
            }
            games.iter_mut().for_each(|(games, _)| games.begin(round.bonus));
            // Seatings inside: their turns do not wait for each other.
            for after in 0..P as u32 {
                for (games, strategies) in &mut games {
                    lanes::whose_turn::<L, P>(after, rules.supply, games, &mut turns);
                    self.decide(group, strategies, &shared, games, &mut turns);
                    if lanes::draw(self.cells.all(), &shared.words, &mut games.stuck, &mut turns) {
                        self.search(group, round, &mut turns);
                    }
                    lanes::take(&turns, games);
                }
            }
            for (game, (games, _)) in games.iter_mut().enumerate() {
                self.note(group, game, &shared, games);
                lanes::award::<L, P>(number + 1 == rules.rounds.len(), games);
            }
        }
        for (game, (games, _)) in games.iter().enumerate() {
            self.finish::<L, P>(group, game, games);
        }
    }

    #[inline(always)]
    fn begin_round<const L: usize, const P: usize>(
        &self,
        group: &Group<'_, L>,
        number: usize,
        shared: &mut Shared<L, P>,
    ) {
        let round = &self.rules.rounds[number];
        for (words, &step) in shared.words.iter_mut().zip(&round.steps) {
            for (word, key) in words.iter_mut().zip(&group.keys) {
                *word = (key.draw_at(step) >> u32::BITS) as u32;
            }
        }
        for l in 0..L {
            let card = usize::from(group.order(l)[number].0);
            shared.seen[l].0 += shared.kinds[l].0;
            (shared.card[l], shared.kinds[l]) = (card as u32, self.rules.kinds[card]);
        }
        shared.round = number as u32;
        shared.left = (self.rules.rounds.len() - 1 - number) as u32;
    }

    /// The decisions of a turn.
    #[inline(always)]
    fn decide<const L: usize, const P: usize>(
        &mut self,
        group: &Group<'_, L>,
        strategies: &[usize; P],
        shared: &Shared<L, P>,
        games: &mut Games<L>,
        turns: &mut Turns<L>,
    ) {
        let mut forgotten = false;
        loop {
            if !self.look_up_places(group, strategies, shared, games, turns) {
                return;
            }
            if self.knows.keyed().is_used() && !self.look_up_keys(group, strategies, shared, games, turns) {
                return;
            }
            match self.find_out(group, strategies, shared, games, turns) {
                Found::All => return,
                Found::Moved => {}
                // Where there is no room for the decisions of one turn, looking again would never end.
                Found::Forgotten if forgotten => return lanes::give_up(games, turns),
                Found::Forgotten => forgotten = true,
            }
        }
    }

    /// Looks up the decisions of a turn by place; says whether one is unknown.
    #[inline(always)]
    fn look_up_places<const L: usize, const P: usize>(
        &self,
        group: &Group<'_, L>,
        strategies: &[usize; P],
        shared: &Shared<L, P>,
        games: &Games<L>,
        turns: &mut Turns<L>,
    ) -> bool {
        let dense = self.knows.dense();
        fields::begin_places(dense, strategies, &shared.card, turns);
        if fields::add_fields(dense.fields(), strategies, shared, games, turns) {
            let answers = |strategy| dense.answers_of(strategy);
            self.add_answers(answers, group, strategies, shared, games, turns);
        }
        let is_unknown = lanes::look_up(dense.entries(), turns);
        if !dense.tosses() || !turns.entry.contains(&TOSSES) {
            return is_unknown;
        }
        let find = |turns: &Turns<L>, l: usize| dense.entries()[turns.place[l] as usize % PLACES];
        self.toss(|strategy| dense.answers_of(strategy), find, strategies, shared, turns)
    }

    /// Looks up by key the decisions that have no places; says whether one is still unknown.
    #[inline(always)]
    fn look_up_keys<const L: usize, const P: usize>(
        &self,
        group: &Group<'_, L>,
        strategies: &[usize; P],
        shared: &Shared<L, P>,
        games: &Games<L>,
        turns: &mut Turns<L>,
    ) -> bool {
        let keyed = self.knows.keyed();
        fields::begin_keys(&strategies.map(|strategy| keyed.number_of(strategy)), &shared.card, turns);
        if fields::add_fields(keyed.fields(), strategies, shared, games, turns) {
            let answers = |strategy| keyed.answers_of(strategy);
            self.add_answers(answers, group, strategies, shared, games, turns);
        }
        let is_unknown = keyed::look_up(keyed.entries(), &turns.key, &mut turns.entry);
        if !keyed.tosses() || !turns.entry.contains(&TOSSES) {
            return is_unknown;
        }
        let find = |turns: &Turns<L>, l: usize| keyed.find(turns.key.map(|word| word[l]));
        self.toss(|strategy| keyed.answers_of(strategy), find, strategies, shared, turns)
    }

    /// Finds the decisions that depend on coins; says whether one is unknown.
    #[inline(never)]
    fn toss<'a, const L: usize, const P: usize, A: Iterator<Item = &'a Addend>>(
        &self,
        answers: impl Fn(usize) -> A,
        find: impl Fn(&Turns<L>, usize) -> Decision,
        strategies: &[usize; P],
        shared: &Shared<L, P>,
        turns: &mut Turns<L>,
    ) -> bool {
        let tossing = turns.entry.map(|entry| entry == TOSSES);
        for l in (0..L).filter(|&l| tossing[l]) {
            let seat = turns.seat[l];
            let key = LazyCell::new(|| coin_key(shared.keys[l], Seat(seat as u8), shared.round));
            for addend in answers(strategies[seat as usize % P]) {
                if let Question::Coin { toss: number, sides } = addend.question {
                    let side = toss(*key, number.into(), sides.into()) as u32;
                    turns.add(addend.sum, l, addend.of(side + FIRST_SIDE));
                }
            }
            turns.entry[l] = find(turns, l);
        }
        any_unknown(&turns.entry)
    }

    /// Adds the answers that are asked game by game.
    #[inline(never)]
    fn add_answers<'a, const L: usize, const P: usize, A: Iterator<Item = &'a Addend>>(
        &self,
        answers: impl Fn(usize) -> A,
        group: &Group<'_, L>,
        strategies: &[usize; P],
        shared: &Shared<L, P>,
        games: &Games<L>,
        turns: &mut Turns<L>,
    ) {
        let acts = turns.acts;
        for l in (0..L).filter(|&l| acts[l] != 0) {
            let strategy = strategies[turns.seat[l] as usize % P];
            let mut left = answers(strategy).filter(|addend| fields::is_left(addend.question)).peekable();
            if left.peek().is_some() {
                let situation = situation(self.knows.game(), group, words(games, turns, shared, l), l);
                left.for_each(|addend| turns.add(addend.sum, l, addend.of(addend.question.answer::<Gang>(&situation))));
            }
        }
    }

    /// Finds out the decisions that are not known.
    #[inline(never)]
    fn find_out<const L: usize, const P: usize>(
        &mut self,
        group: &Group<'_, L>,
        strategies: &[usize; P],
        shared: &Shared<L, P>,
        games: &mut Games<L>,
        turns: &mut Turns<L>,
    ) -> Found {
        let (game, mut entries, mut stuck) = (self.knows.game(), turns.entry, games.stuck);
        let words = |l| words(games, turns, shared, l);
        let at = |l: usize| ((strategies[turns.seat[l] as usize % P], shared.card[l] as usize), words(l));
        let situation = |l| situation(game, group, words(l), l);
        let found = self.cells.find_out(self.knows, (&mut entries, &mut stuck), at, situation);
        (turns.entry, games.stuck) = (entries, stuck);
        found
    }

    /// Asks the tables for the results that cells do not tell.
    #[cold]
    #[inline(never)]
    fn search<const L: usize>(&self, group: &Group<'_, L>, round: &Round, turns: &mut Turns<L>) {
        for l in 0..L {
            let table = turns.entry[l] >> CHOICE_BITS;
            if turns.open[l] != 0 && table >= NO_TABLES {
                let word = group.keys[l].draw_at(round.steps[turns.seat[l] as usize % MAX_SEATS]);
                turns.code[l] = self.knows.table(table).code(word).into();
            }
        }
    }

    /// Notes the round of a game where it is counted.
    #[inline(always)]
    fn note<const L: usize, const P: usize>(
        &mut self,
        group: &Group<'_, L>,
        game: usize,
        shared: &Shared<L, P>,
        games: &Games<L>,
    ) {
        for l in 0..group.counted {
            if self.blocks[group.first + l].1 {
                let log = &mut self.batch.logs[(group.first + l) * self.batch.games + game];
                log[shared.round as usize] = Record::in_lane(games, shared.card[l], l);
            }
        }
    }

    /// Notes the position before the round of a game.
    #[inline(never)]
    fn note_position<const L: usize, const P: usize>(
        &mut self,
        group: &Group<'_, L>,
        game: usize,
        shared: &Shared<L, P>,
        games: &Games<L>,
    ) {
        for l in 0..group.blocks {
            let begun = &mut self.batch.begun[(group.first + l) * self.batch.games + game];
            begun[shared.round as usize] = Begun::in_lane(games, shared.card[l], l);
        }
    }

    /// Puts down the outcomes of the games of a seating.
    #[inline(always)]
    fn finish<const L: usize, const P: usize>(&mut self, group: &Group<'_, L>, game: usize, games: &Games<L>) {
        let winners = lanes::winners::<L, P>(games);
        for l in (0..group.blocks).filter(|&l| games.stuck[l] == 0) {
            let pools = games.pools[l].to_le_bytes().map(u32::from);
            let lengths = [games.turns[l], games.rounds[l], 0, games.eliminations[l], games.all_invalid[l]];
            let outcome = Outcome::new(winners[l] as u8, &pools[..P], &lengths);
            self.batch.outcomes[(group.first + l) * self.batch.games + game] = Some(outcome);
        }
    }
}

/// What the player in a lane sees, in these numbers.
fn situation<'s, const L: usize>(game: &'s Gang, group: &'s Group<'_, L>, words: Words, lane: usize) -> Situation<'s> {
    let numbers = drawn::slots(words);
    let order = group.order(lane);
    let rounds = order.len() - numbers[usize::from(slots::ROUNDS_LEFT)] as usize;
    Situation::of_slots(game, &order[..rounds], group.keys[lane], numbers)
}

/// What the player in a lane sees before its turn, in numbers.
fn words<const L: usize, const P: usize>(games: &Games<L>, turns: &Turns<L>, shared: &Shared<L, P>, l: usize) -> Words {
    let (seat, best) = (turns.seat[l], games.best[l]);
    let to_act = games.players[l] - games.acted[l] - 1;
    let own = at_slot(slots::ALLOWED, turns.allowed[l]) | at_slot(slots::POOL, turns.pool[l]);
    let pools = at_slot(slots::POOLS, 1) * u64::from(games.pools[l]);
    let best = at_slot(slots::BEST_DICE, best & ((1 << DICE_BITS) - 1)) | at_slot(slots::BEST, best >> DICE_BITS);
    let best = best | at_slot(slots::BEST_SEAT, games.leader[l]);
    let turn = at_slot(slots::TURN, games.acted[l] + 1) | at_slot(slots::TO_ACT, to_act);
    let place =
        at_slot(slots::SEAT, seat) | at_slot(slots::FIRST, games.first[l]) | at_slot(slots::ROUNDS_LEFT, shared.left);
    let behind = fields::behind::<P>(games.pools[l], turns.pool[l]);
    let dice = at_slot(slots::TABLE, games.table[l]) | at_slot(slots::BEHIND, behind);
    let after = fields::pools_after::<P>(games.pools[l], seat);
    let after = (0..).zip(after).fold(0, |all, (other, pool)| all | at_slot(slots::AFTER + other, pool));
    [own | pools | dice, best | turn | place, after]
}
