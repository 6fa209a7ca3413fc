//! Many games of POT at once: the inner loop of long runs.
//!
//! Owns what a worker keeps from batch to batch, which game is in which lane, and finds out what the lanes ask for:
//! decisions that have no place yet, results that a table has to be asked for, and payments by those who lack coins,
//! which it takes from [`Holdings`]. A game that meets something that cannot be remembered gets stuck, and is played in
//! the ordinary way, with the same result. A test plays every game both ways.

use super::code::{CODES, Class, Decoded};
use super::coins::{Coins, Goal};
use super::counters::Counters;
use super::lanes::{self, Ending, Field, Games, MOVES, Roots, Turns, moves_at};
use crate::dice::BlockKey;
use crate::engines::Seatings;
use crate::engines::drawn::cells::{CHOICE, Cells, Found, NO_TURN};
use crate::engines::drawn::dense::PLACES;
use crate::engines::drawn::keyed;
use crate::engines::drawn::sums::{self, Addend, FIRST_SIDE, TOSSES, any_unknown};
use crate::engines::drawn::{
    self, BlockTask, CHOICE_BITS, Decision, Kernel, Knows, LaneCount, MOST_IN_WORDS, NO_TABLES, Width,
};
use crate::games::pot::{GameEnd, Holdings, LegalChoices, Lengths, Pot, Situation};
use crate::games::{Game, Observer, Outcome, Seat};
use fearless_simd::{Simd, dispatch};
use std::array::from_fn;
use std::cell::LazyCell;

/// How many games take a turn at once, where vectors are worth it.
const MANY: usize = 32;

/// What a worker keeps: the blocks played last.
pub struct PotKernel {
    /// Nothing for games that are always played in the ordinary way.
    rules: Option<LaneRules>,
    width: Width,
    cells: Cells,
    moves: Moves,
    /// How many games a block has, and how many strategies play.
    games: usize,
    strategies: usize,
    /// By block, the outcomes of its games, `None` of one that got stuck, and if the block is counted, what was counted of
    /// the turns of the others by strategy.
    outcomes: Vec<Option<Outcome>>,
    counters: Vec<Counters>,
}

impl Kernel<Pot> for PotKernel {
    fn new(game: &Pot, strategies: usize, width: Width) -> PotKernel {
        let (rules, cells, moves) = (LaneRules::new(game), Cells::default(), Moves::new());
        PotKernel { rules, width, cells, moves, games: 0, strategies, outcomes: Vec::new(), counters: Vec::new() }
    }

    fn play(&mut self, knows: &mut Knows<'_, Pot>, seatings: &Seatings, blocks: &[BlockTask]) {
        let PotKernel { rules, width, cells, moves, games, strategies, outcomes, counters } = self;
        *games = seatings.games() as usize;
        outcomes.clear();
        outcomes.resize(blocks.len() * *games, None);
        counters.clear();
        counters.resize(blocks.len() * *strategies, Counters::NONE);
        let Some(rules) = rules else { return };
        let mut playing =
            Playing { rules, cells, moves, knows, seatings, blocks, strategies: *strategies, outcomes, counters };
        match rules.seats {
            2 => playing.play::<2>(*width),
            3 => playing.play::<3>(*width),
            4 => playing.play::<4>(*width),
            _ => playing.play::<5>(*width),
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

/// Choices, and by class what its combo brings the roller, if nobody lacks coins.
pub struct Payments {
    choices: LegalChoices,
    gains: [i32; Class::MANY],
}

impl Payments {
    /// Those at a table of `seats`.
    pub(super) fn new(choices: LegalChoices, seats: usize) -> Payments {
        let mut gains = [0; Class::MANY];
        for (class, combo, rerolled) in Class::all() {
            gains[class.index()] = Coins::full(seats, |all| all.pay_turn(Seat(0), combo, rerolled, choices)).1;
        }
        Payments { choices, gains }
    }
}

/// What turns move, if nobody lacks coins: by choice, seat of the roller and class.
struct Moves {
    all: Box<[Coins; MOVES]>,
    /// Of how many choices, and until when they hold.
    choices: usize,
    era: u32,
    by_code: [Decoded; CODES],
}

impl Moves {
    /// Those of no choices.
    fn new() -> Moves {
        #[expect(clippy::expect_used, reason = "the vector has this length")]
        let all = vec![Coins::default(); MOVES].into_boxed_slice().try_into().expect("so many movements");
        Moves { all, choices: 0, era: 0, by_code: Decoded::by_code() }
    }

    /// Adds those of new choices.
    fn learn(&mut self, knows: &Knows<'_, Pot>, seats: usize) {
        if std::mem::replace(&mut self.era, knows.era()) != knows.era() {
            self.choices = 0;
        }
        for (payments, choice) in knows.choices().iter().zip(0..).skip(self.choices) {
            for seat in 0..seats as u8 {
                let moves = &mut self.all[moves_at(choice, seat.into())..][..Class::MANY];
                for (class, combo, rerolled) in Class::all() {
                    let pay = |all: &mut Holdings| all.pay_turn(Seat(seat), combo, rerolled, payments.choices);
                    moves[class.index()] = Coins::full(seats, pay).0;
                }
            }
        }
        self.choices = knows.choices().len();
    }
}

/// The rules as the lanes want them.
#[derive(Clone, Copy, Debug)]
struct LaneRules {
    seats: usize,
    start: Coins,
    /// What the bank adds to the POT as a round starts.
    stake: u32,
    cap: u32,
    ending: Ending,
}

impl LaneRules {
    /// Those of a game, if its coins are few enough.
    fn new(game: &Pot) -> Option<LaneRules> {
        let (rules, seats) = (game.rules(), game.seats());
        let stake = |coins| Coins::full(seats, |all| all.pay_stake(coins)).0;
        let ending = Ending {
            goal: Goal::new(rules.goal, seats),
            only_then: rules.end == GameEnd::Holds,
            stake: stake(rules.stake),
            least: stake(rules.stake.max(1)),
            last_round: MOST_IN_WORDS,
        };
        let start = Coins::of(&Holdings::new(rules, seats));
        (rules.coins <= Coins::MOST).then_some(LaneRules { seats, start, stake: rules.stake, cap: rules.cap, ending })
    }

    /// The coins after the bank paid the stake of a round, or what it has of it; 1 if that was none, else 0.
    fn staked(&self, coins: Coins) -> (Coins, u32) {
        let mut holdings = coins.holdings(self.seats);
        holdings.pay_stake(self.stake);
        (Coins::of(&holdings), u32::from(coins.bank() == 0))
    }
}

/// A turn, for the statistics.
#[derive(Clone, Copy, Debug)]
struct Counted {
    strategy: usize,
    class: Class,
    coins: i32,
    takes: bool,
}

/// Blocks that are played.
struct Playing<'p, 'k, 'g> {
    rules: &'p LaneRules,
    cells: &'p mut Cells,
    moves: &'p mut Moves,
    knows: &'p mut Knows<'k, Pot>,
    seatings: &'g Seatings,
    blocks: &'p [BlockTask],
    strategies: usize,
    outcomes: &'p mut [Option<Outcome>],
    counters: &'p mut [Counters],
}

/// The games in the lanes.
struct Run<const L: usize, const P: usize> {
    games: Games<L>,
    turns: Turns<L>,
    roots: Roots<L, P>,
    /// What places are made of, and keys.
    fields: [Vec<Field<L, P>>; 2],
    /// By lane the position of its block and of its seating, whether the game is counted, and what is to be.
    blocks: [usize; L],
    seatings: [usize; L],
    counted: [bool; L],
    logs: [Vec<Counted>; L],
    /// What its turn brought, where somebody lacked coins.
    gains: [i32; L],
    /// The game that begins next, and how many are under way.
    next: usize,
    live: usize,
}

impl Playing<'_, '_, '_> {
    fn play<const P: usize>(&mut self, width: Width) {
        dispatch!(width.level, simd => simd.vectorize(
            #[inline(always)]
            || match width.lanes {
                LaneCount::One => self.play_lanes::<1, P>(),
                LaneCount::Many => self.play_lanes::<MANY, P>(),
            }
        ));
    }

    #[inline(always)]
    fn play_lanes<const L: usize, const P: usize>(&mut self) {
        let Some(&(key, _)) = self.blocks.first() else { return };
        let run = &mut self.begin::<L, P>(key);
        while run.live > 0 {
            self.decide(run);
            if lanes::draw(self.cells.all(), &self.moves.by_code, &run.games, &mut run.turns) {
                self.search(run);
            }
            if lanes::pay(&self.moves.all, &mut run.games, &mut run.turns) {
                self.pay_slowly(run);
            }
            let seats = run.games.seat;
            let comes = lanes::end::<L, P>(&self.rules.ending, &mut run.games, &mut run.turns);
            if run.counted != [false; L] {
                self.count(run, &seats);
            }
            if comes {
                self.go_on(run);
            }
        }
    }

    /// The first games in the lanes.
    #[inline(never)]
    fn begin<const L: usize, const P: usize>(&mut self, key: BlockKey) -> Run<L, P> {
        let none = [[0; L]; P];
        let mut run = Run {
            games: Games::none(key),
            turns: Turns::new(),
            roots: Roots { first: none, size: none, number: none },
            fields: Default::default(),
            blocks: [0; L],
            seatings: [0; L],
            counted: [false; L],
            logs: from_fn(|_| Vec::new()),
            gains: [0; L],
            next: 0,
            live: 0,
        };
        (0..L).for_each(|l| self.load(&mut run, l));
        self.lay_out(&mut run);
        run
    }

    /// The next game in a lane, if there is one: all games of a seating come one after the other.
    fn load<const L: usize, const P: usize>(&self, run: &mut Run<L, P>, l: usize) {
        let (seating, block) = (run.next / self.blocks.len(), run.next % self.blocks.len());
        let games = &mut run.games;
        (games.live[l], games.stuck[l], run.counted[l]) = (0, 0, false);
        if seating as u64 >= self.seatings.games() {
            return;
        }
        run.next += 1;
        run.live += 1;
        let (key, counted) = self.blocks[block];
        (games.keys[l], run.counted[l], run.blocks[l]) = (key, counted, block);
        run.logs[l].clear();
        (games.live[l], games.left[l], games.held[l]) = (1, self.rules.cap, Default::default());
        (games.seat[l], games.first[l], games.rank[l], games.round[l], games.lap[l]) = (0, 0, 0, 0, 0);
        (games.coins[l], games.empty[l]) = self.rules.staked(self.rules.start);
        if std::mem::replace(&mut run.seatings[l], seating) != seating {
            self.settle(run, l);
        }
    }

    /// What places are made of.
    #[inline(never)]
    fn lay_out<const L: usize, const P: usize>(&self, run: &mut Run<L, P>) {
        let (dense, keyed, strides) = (self.knows.dense(), self.knows.keyed(), [[0; L]; P]);
        run.fields = [dense.fields(), keyed.fields()].map(|fields| {
            let of = |&sums::Field { question, cap, sum, .. }: &_| Field { question, cap, sum, strides };
            fields.iter().map(of).collect()
        });
        (0..L).for_each(|l| self.settle(run, l));
    }

    /// What places are made of in a lane, by who sits where.
    fn settle<const L: usize, const P: usize>(&self, run: &mut Run<L, P>, l: usize) {
        let (dense, keyed) = (self.knows.dense(), self.knows.keyed());
        for (seat, &strategy) in self.seatings.get(run.seatings[l] as u64).iter().enumerate() {
            (run.roots.first[seat][l], run.roots.size[seat][l]) = dense.roots_of(strategy);
            run.roots.number[seat][l] = keyed.number_of(strategy);
            let fields = dense.fields().iter().chain(keyed.fields());
            for (to, field) in run.fields.iter_mut().flatten().zip(fields) {
                to.strides[seat][l] = field.strides[strategy];
            }
        }
    }

    /// The decisions of the turns.
    #[inline(always)]
    fn decide<const L: usize, const P: usize>(&mut self, run: &mut Run<L, P>) {
        let mut forgotten = false;
        loop {
            if !self.look_up_places(run) || self.knows.keyed().is_used() && !self.look_up_keys(run) {
                return;
            }
            match self.find_out(run) {
                Found::All => return,
                // Where there is no room for the decisions of one turn, looking again would never end.
                Found::Forgotten if forgotten => return give_up(run),
                found => forgotten |= found == Found::Forgotten,
            }
            self.lay_out(run);
        }
    }

    /// Looks up the decisions of the turns by place; says whether one is unknown.
    #[inline(always)]
    fn look_up_places<const L: usize, const P: usize>(&self, run: &mut Run<L, P>) -> bool {
        let (dense, Run { games, turns, roots, fields: [fields, _], .. }) = (self.knows.dense(), &mut *run);
        lanes::begin_places(roots, games, turns);
        if lanes::add_fields(fields, games, turns) {
            self.add_answers(|strategy| dense.answers_of(strategy), run);
        }
        let is_unknown = lanes::look_up(dense.entries(), &run.games.live, &mut run.turns);
        if !dense.tosses() || !run.turns.entry.contains(&TOSSES) {
            return is_unknown;
        }
        let find = |turns: &Turns<L>, l: usize| dense.entries()[turns.place[l] as usize % PLACES];
        self.toss(|strategy| dense.answers_of(strategy), find, run)
    }

    /// Looks up by key the decisions that have no places; says whether one is still unknown.
    #[inline(always)]
    fn look_up_keys<const L: usize, const P: usize>(&self, run: &mut Run<L, P>) -> bool {
        let (keyed, Run { games, turns, roots, fields: [_, fields], .. }) = (self.knows.keyed(), &mut *run);
        lanes::begin_keys(roots, games, turns);
        if lanes::add_fields(fields, games, turns) {
            self.add_answers(|strategy| keyed.answers_of(strategy), run);
        }
        let is_unknown = keyed::look_up(keyed.entries(), &run.turns.key, &mut run.turns.entry);
        if !keyed.tosses() || !run.turns.entry.contains(&TOSSES) {
            return is_unknown;
        }
        let find = |turns: &Turns<L>, l: usize| keyed.find(turns.key.map(|word| word[l]));
        self.toss(|strategy| keyed.answers_of(strategy), find, run)
    }

    /// Finds the decisions that depend on coins; says whether one is unknown.
    #[inline(never)]
    fn toss<'a, const L: usize, const P: usize, A: Iterator<Item = &'a Addend>>(
        &self,
        answers: impl Fn(usize) -> A,
        find: impl Fn(&Turns<L>, usize) -> Decision,
        run: &mut Run<L, P>,
    ) -> bool {
        let Run { games, turns, seatings, .. } = run;
        let tossing = turns.entry.map(|entry| entry == TOSSES);
        for l in (0..L).filter(|&l| tossing[l]) {
            let situation = LazyCell::new(|| situation::<L, P>(self.knows.game(), games, l));
            let strategy = self.seatings.get(seatings[l] as u64)[games.seat[l] as usize];
            for addend in answers(strategy).filter(|addend| addend.question.is_coin()) {
                turns.add(addend.sum, l, addend.of(addend.question.answer::<Pot>(&situation) + FIRST_SIDE));
            }
            turns.entry[l] = find(turns, l);
        }
        any_unknown(&turns.entry)
    }

    /// Adds the answers that no slot gives, without coins.
    #[inline(never)]
    fn add_answers<'a, const L: usize, const P: usize, A: Iterator<Item = &'a Addend>>(
        &self,
        answers: impl Fn(usize) -> A,
        run: &mut Run<L, P>,
    ) {
        let Run { games, turns, seatings, .. } = run;
        for l in (0..L).filter(|&l| games.live[l] != 0) {
            let strategy = self.seatings.get(seatings[l] as u64)[games.seat[l] as usize];
            let situation = LazyCell::new(|| situation::<L, P>(self.knows.game(), games, l));
            for addend in answers(strategy).filter(|addend| !addend.question.is_coin()) {
                turns.add(addend.sum, l, addend.of(addend.question.answer::<Pot>(&situation)));
            }
        }
    }

    /// Finds out the decisions that are not known.
    #[inline(never)]
    fn find_out<const L: usize, const P: usize>(&mut self, run: &mut Run<L, P>) -> Found {
        let Run { games, turns, seatings, .. } = run;
        let (game, mut stuck) = (self.knows.game(), games.stuck);
        let at = |l: usize| {
            let seat = games.seat[l] as usize;
            let has_coins = games.coins[l].seen_from(seat, P) & u64::from(Coins::MOST) > 0;
            let strategy = self.seatings.get(seatings[l] as u64)[seat];
            ((strategy, usize::from(has_coins)), games.words::<P>(l))
        };
        let situation = |l| situation::<L, P>(game, games, l);
        let found = self.cells.find_out(self.knows, (&mut turns.entry, &mut stuck), at, situation);
        games.stuck = stuck;
        self.moves.learn(self.knows, P);
        found
    }

    /// Asks the tables for the results that cells do not tell.
    #[cold]
    #[inline(never)]
    fn search<const L: usize, const P: usize>(&self, run: &mut Run<L, P>) {
        for l in 0..L {
            let table = run.turns.entry[l] >> CHOICE_BITS;
            if run.turns.open[l] != 0 && table >= NO_TABLES {
                let word = run.games.keys[l].draw(lanes::draw_at(&run.games, l));
                let code = super::code::code(self.knows.table(table).draw(word));
                run.turns.decoded[l] = self.moves.by_code[code as usize];
            }
        }
    }

    /// Pays turns as the game has it, where somebody may lack coins.
    #[cold]
    #[inline(never)]
    fn pay_slowly<const L: usize, const P: usize>(&self, run: &mut Run<L, P>) {
        for l in 0..L {
            let choice = (run.turns.entry[l] & CHOICE) as usize;
            if run.turns.lacks[l] != 0
                && let Some(payments) = self.knows.choices().get(choice)
            {
                let (combo, rerolled) = run.turns.decoded[l].class().parts();
                let mut holdings = run.games.coins[l].holdings(P);
                let seat = Seat(run.games.seat[l] as u8);
                run.gains[l] = holdings.pay_turn(seat, combo, rerolled, payments.choices);
                run.games.coins[l] = Coins::of(&holdings);
            }
        }
    }

    /// Notes the turns of the players at these seats where they are counted.
    #[inline(never)]
    fn count<const L: usize, const P: usize>(&self, run: &mut Run<L, P>, seats: &lanes::Lanes<L>) {
        for l in (0..L).filter(|&l| run.counted[l]) {
            let choice = (run.turns.entry[l] & CHOICE) as usize;
            let (class, lacks, takes) =
                (run.turns.decoded[l].class(), run.turns.lacks[l] != 0, run.turns.takes[l] != 0);
            if let Some(payments) = self.knows.choices().get(choice) {
                let strategy = self.seatings.get(run.seatings[l] as u64)[seats[l] as usize];
                let coins = if lacks { run.gains[l] } else { payments.gains[class.index()] };
                run.logs[l].push(Counted { strategy, class, coins, takes });
            }
        }
    }

    /// Begins what comes after a game, and pays the stake that the bank may lack.
    #[inline(never)]
    fn go_on<const L: usize, const P: usize>(&mut self, run: &mut Run<L, P>) {
        for l in 0..L {
            if run.turns.bank_lacks[l] != 0 {
                let (coins, empty) = self.rules.staked(run.games.coins[l]);
                run.games.coins[l] = coins;
                run.games.empty[l] += empty;
            }
            if run.turns.over[l] != 0 {
                self.finish(run, l);
                run.live -= 1;
                self.load(run, l);
            }
        }
    }

    /// Puts down the outcome of the game in a lane.
    fn finish<const L: usize, const P: usize>(&mut self, run: &Run<L, P>, l: usize) {
        let (games, block) = (&run.games, run.blocks[l]);
        if games.stuck[l] != 0 {
            return;
        }
        let (turns, capped) = (self.rules.cap - games.left[l], u32::from(run.turns.ended[l] == 0));
        let lengths = Lengths { turns, rounds: games.round[l], capped, empty_bank_rounds: games.empty[l] };
        let outcome = lengths.outcome(&games.coins[l].holdings(P));
        self.outcomes[block * self.seatings.games() as usize + run.seatings[l]] = Some(outcome);
        if run.counted[l] {
            let counters = &mut self.counters[block * self.strategies..][..self.strategies];
            for &Counted { strategy, class, coins, takes } in &run.logs[l] {
                counters[strategy].add(class, coins, takes);
            }
        }
    }
}

/// Leaves all games stuck.
#[cold]
fn give_up<const L: usize, const P: usize>(run: &mut Run<L, P>) {
    run.games.stuck = run.games.live;
    run.turns.entry = [NO_TURN; L];
}

/// What the player in a lane sees.
fn situation<'s, const L: usize, const P: usize>(game: &'s Pot, games: &Games<L>, l: usize) -> Situation<'s> {
    Situation::of_slots(game, (games.keys[l], games.lap[l]), drawn::slots(games.words::<P>(l)))
}
