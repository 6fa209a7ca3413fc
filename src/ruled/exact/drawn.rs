//! Games a turn a draw: how each turn ends is drawn with one word from a table that its graph makes.
//!
//! Tables are made when their turn is met first. Where turns look at nothing but what the player on turn has, and change
//! nothing else, a player is a number that each turn makes another number of ([`Chains`]). Otherwise the state is looked up.

use super::build::Maker;
use super::turn::{Exit, Turn};
use crate::formula::Formula;
use crate::model::{Fault, Game, Hidden, State, Stop};
use crate::play::{Watch, outcome};
use crate::strategy::Strategy;
use analyze_core::dice::{BlockKey, Purpose, Slot};
use analyze_core::games::{MAX_SEATS, Outcome};
use rustc_hash::FxHashMap;
use std::time::Duration;
use web_time::Instant;

/// The most ways for turns to end that are kept to be drawn from, over all turns of all strategies.
const MOST_KEPT: usize = 4_000_000;
/// The longest that a turn is made.
const MOST_TIME: Duration = Duration::from_secs(20);

/// A column of a table of aliases (Walker 1977): what is drawn below its height, and above it.
#[derive(Clone, Copy, Debug)]
struct Column {
    height: u32,
    here: u32,
    there: u32,
}

/// The table that draws a number with these chances.
fn columns(chances: &[f64]) -> Vec<Column> {
    let mut heights: Vec<f64> = chances.iter().map(|chance| chance * chances.len() as f64).collect();
    let mut columns: Vec<Column> =
        (0..chances.len() as u32).map(|at| Column { height: u32::MAX, here: at, there: at }).collect();
    let (mut low, mut high): (Vec<usize>, Vec<usize>) = (0..heights.len()).partition(|&at| heights[at] < 1.0);
    while let (Some(less), Some(&more)) = (low.pop(), high.last()) {
        columns[less] =
            Column { height: (heights[less] * f64::from(u32::MAX)) as u32, here: less as u32, there: more as u32 };
        heights[more] -= 1.0 - heights[less];
        if heights[more] < 1.0 {
            low.push(more);
            high.pop();
        }
    }
    columns
}

/// What a word draws.
#[inline]
fn drawn(columns: &[Column], word: u64) -> u32 {
    let product = u128::from(word) * columns.len() as u128;
    let column = columns[(product >> 64) as usize];
    if (product as u64 >> 32) as u32 <= column.height { column.here } else { column.there }
}

/// Plays games a turn a draw.
pub(crate) enum Drawn<'t> {
    /// Players are numbers.
    Chains(Box<Chains<'t>>),
    /// States are looked up.
    Looked(Box<Looked<'t>>),
}

impl<'t> Drawn<'t> {
    /// Nothing is made yet. Fails if a strategy draws by itself, or if a state takes too many bits.
    pub(crate) fn new(game: &'t Game, strategies: &[&'t Strategy]) -> Result<Drawn<'t>, Fault> {
        let mut start = State::default();
        game.start(&mut start, analyze_core::dice::RunKey::new(0).block(0))?;
        let maker = |strategy: &&'t Strategy| {
            if strategy.draws {
                return Err(game.limit(&start, format!("'{}' draws by itself: play it by steps", strategy.name)));
            }
            Maker::new(game, Some(strategy), false).ok_or_else(|| game.limit(&start, "a state takes too many bits"))
        };
        let makers = strategies.iter().map(maker).collect::<Result<Vec<_>, _>>()?;
        let own = |slot: &usize| *slot < game.own();
        let is_own = game.contest.is_none()
            && game.deck.cards.is_empty()
            && makers.iter().all(|maker| maker.scope.slots.iter().all(own));
        let looked = Looked {
            game,
            tables: makers.iter().map(|_| FxHashMap::default()).collect(),
            makers,
            kept: 0,
            made: Made::default(),
            most_edges: usize::MAX,
            state: start,
        };
        Ok(if is_own { Drawn::Chains(Box::new(Chains::new(looked))) } else { Drawn::Looked(Box::new(looked)) })
    }

    /// Plays a game; `seating` says which strategy sits in each seat. Of each turn, its beginning and its end are shown.
    pub(crate) fn play<W: Watch>(
        &mut self,
        seating: &[usize],
        block: BlockKey,
        watch: &mut W,
    ) -> Result<Outcome, Fault> {
        match self {
            Drawn::Chains(chains) => chains.play(seating, block, watch),
            Drawn::Looked(looked) => looked.play(seating, block, watch),
        }
    }
}

/// How a turn ends, to be drawn.
struct Ends {
    exits: Vec<Exit>,
    columns: Vec<Column>,
}

impl Ends {
    fn new(turn: Turn) -> Ends {
        Ends { columns: columns(&turn.exit_chances()), exits: turn.exits }
    }
}

/// Games in which the state is looked up in each turn.
pub(crate) struct Looked<'t> {
    game: &'t Game,
    makers: Vec<Maker<'t>>,
    /// By strategy.
    tables: Vec<FxHashMap<u128, Ends>>,
    kept: usize,
    made: Made,
    /// The edges after which no more tables are made.
    most_edges: usize,
    state: State,
}

/// How much was made for how many turns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Made {
    pub(super) turns: u64,
    pub(super) tables: u64,
    pub(super) edges: usize,
    /// The strategy whose table was made last.
    pub(super) last: usize,
}

impl<'t> Looked<'t> {
    /// The same, in which games end with a limit once tables have this many edges.
    pub(super) fn at_most(self, most_edges: usize) -> Looked<'t> {
        Looked { most_edges, ..self }
    }

    pub(super) fn made(&self) -> Made {
        self.made
    }

    pub(super) fn play<W: Watch>(
        &mut self,
        seating: &[usize],
        block: BlockKey,
        watch: &mut W,
    ) -> Result<Outcome, Fault> {
        let Looked { game, makers, tables, kept, made, most_edges, state } = self;
        game.start(state, block)?;
        let (mut turns, mut visits) = (0, [0u32; MAX_SEATS]);
        let is_capped = loop {
            let seat = state.slots[game.hidden(Hidden::Seat)] as usize - 1;
            let (strategy, word) = (seating[seat], block.draw(Slot::new(Purpose::Turn, seat as u8, visits[seat], 0)));
            visits[seat] += 1;
            if *kept > MOST_KEPT {
                tables.iter_mut().for_each(FxHashMap::clear);
                *kept = 0;
            }
            let maker = &mut makers[strategy];
            state.step = 0;
            made.turns += 1;
            watch.turn(game, state);
            let key = maker.scope.key(state);
            let ends = match tables[strategy].entry(key) {
                std::collections::hash_map::Entry::Occupied(found) => found.into_mut(),
                std::collections::hash_map::Entry::Vacant(place) => {
                    let round = state.slots[game.hidden(Hidden::Round)];
                    let turn = maker.turn(state, Instant::now() + MOST_TIME);
                    let turn = turn.map_err(|fault| fault.in_turn(seat, round))?;
                    *kept += turn.exits.len();
                    *made =
                        Made { tables: made.tables + 1, edges: made.edges + turn.sizes().1, last: strategy, ..*made };
                    if made.edges >= *most_edges {
                        return Err(game.limit(state, "no more tables are made").in_turn(seat, round));
                    }
                    place.insert(Ends::new(turn))
                }
            };
            let exit = &ends.exits[drawn(&ends.columns, word) as usize];
            maker.scope.slots.iter().zip(&exit.slots).for_each(|(&slot, &value)| state.slots[slot] = value);
            watch.turn_over(game, state, exit.stop);
            turns += 1;
            if game.after_turn(state, exit.stop)? {
                break false;
            }
            if turns >= game.cap {
                break true;
            }
        };
        outcome(game, state, turns, is_capped)
    }
}

/// What a player has between turns.
#[derive(Clone, Copy, Default)]
struct Link {
    /// Where the columns of its next turn stand; none yet if there are none.
    first: u32,
    n: u32,
    stop: Option<Stop>,
    /// Whether the game is over if a turn ends here, if that is seen from it.
    is_over: bool,
}

/// Games in which what a player has is a number.
pub(crate) struct Chains<'t> {
    looked: Looked<'t>,
    /// By strategy.
    chains: Vec<Chain>,
    /// Whether the end follows from what the player on turn has.
    sees_end: bool,
    start: State,
}

#[derive(Default)]
struct Chain {
    links: Vec<Link>,
    /// What each link stands for: the slots of the scope, and how a turn ended in it.
    meant: Vec<Exit>,
    numbers: FxHashMap<Exit, u32>,
    columns: Vec<Column>,
}

impl Chain {
    fn number(&mut self, exit: Exit, is_over: impl FnOnce(&Exit) -> bool) -> u32 {
        if let Some(&known) = self.numbers.get(&exit) {
            return known;
        }
        let number = self.links.len() as u32;
        self.links.push(Link { stop: Some(exit.stop), is_over: is_over(&exit), ..Link::default() });
        self.meant.push(exit.clone());
        self.numbers.insert(exit, number);
        number
    }
}

impl<'t> Chains<'t> {
    fn new(looked: Looked<'t>) -> Chains<'t> {
        let game = looked.game;
        let over = game.over.as_ref().map_or(Formula::number(0), |over| over.formula.clone());
        let reads = over.reads();
        let sees_end = reads.rivals.is_empty() && reads.slots.iter().all(|&slot| slot < game.own());
        let start = looked.state.clone();
        let mut chains =
            Chains { chains: looked.makers.iter().map(|_| Chain::default()).collect(), looked, sees_end, start };
        for strategy in 0..chains.chains.len() {
            let slots =
                chains.looked.makers[strategy].scope.slots.iter().map(|&slot| chains.start.slots[slot]).collect();
            // Link 0 is what a player begins with.
            chains.chains[strategy].number(Exit { stop: Stop::Pass, slots }, |_| false);
        }
        chains
    }

    /// Makes the table of a turn that begins at a link.
    #[cold]
    fn make(&mut self, strategy: usize, link: usize) -> Result<(), Fault> {
        let Chains { looked: Looked { game, makers, .. }, chains, start, sees_end } = self;
        let (maker, chain) = (&mut makers[strategy], &mut chains[strategy]);
        if chain.columns.len() > MOST_KEPT {
            chain.columns.clear();
            chain.links.iter_mut().for_each(|link| link.n = 0);
        }
        let mut state = start.clone();
        maker.scope.slots.iter().zip(&chain.meant[link].slots).for_each(|(&slot, &value)| state.slots[slot] = value);
        let turn = maker.turn(&state, Instant::now() + MOST_TIME)?;
        let chances = turn.exit_chances();
        let numbers: Vec<u32> = turn
            .exits
            .into_iter()
            .map(|exit| {
                chain.number(exit, |exit| {
                    maker.scope.slots.iter().zip(&exit.slots).for_each(|(&slot, &value)| state.slots[slot] = value);
                    let over =
                        game.over.as_ref().is_some_and(|over| over.holds(&game.view(&state, crate::model::NO_WAY)));
                    exit.stop == Stop::End || *sees_end && over
                })
            })
            .collect();
        let first = chain.columns.len() as u32;
        let number = |at: u32| numbers[at as usize];
        chain.columns.extend(columns(&chances).into_iter().map(|column| Column {
            here: number(column.here),
            there: number(column.there),
            ..column
        }));
        (chain.links[link].first, chain.links[link].n) = (first, numbers.len() as u32);
        Ok(())
    }

    fn play<W: Watch>(&mut self, seating: &[usize], block: BlockKey, watch: &mut W) -> Result<Outcome, Fault> {
        let (players, cap) = (self.looked.game.players, self.looked.game.cap);
        let (mut at, mut visits) = ([0u32; MAX_SEATS], [0u32; MAX_SEATS]);
        let (mut seat, mut round, mut turns) = (0, 1, 0);
        let is_capped = loop {
            let strategy = seating[seat];
            if W::SEES {
                self.fill(seating, &at, (seat, round));
                watch.turn(self.looked.game, &self.looked.state);
            }
            let mut link = self.chains[strategy].links[at[seat] as usize];
            if link.n == 0 {
                self.make(strategy, at[seat] as usize).map_err(|fault| fault.in_turn(seat, round))?;
                link = self.chains[strategy].links[at[seat] as usize];
            }
            let chain = &self.chains[strategy];
            let word = block.draw(Slot::new(Purpose::Turn, seat as u8, visits[seat], 0));
            visits[seat] += 1;
            let table = &chain.columns[link.first as usize..(link.first + link.n) as usize];
            at[seat] = drawn(table, word);
            let link = chain.links[at[seat] as usize];
            turns += 1;
            if W::SEES {
                self.fill(seating, &at, (seat, round));
                watch.turn_over(self.looked.game, &self.looked.state, link.stop.unwrap_or(Stop::Pass));
            }
            if link.is_over || !self.sees_end && self.is_over(seating, &at, (seat, round)) {
                break false;
            }
            if turns >= cap {
                break true;
            }
            if link.stop == Some(Stop::Pass) {
                seat += 1;
                if seat == players {
                    (seat, round) = (0, round + 1);
                }
            }
        };
        self.fill(seating, &at, (seat, round));
        outcome(self.looked.game, &mut self.looked.state, turns, is_capped)
    }

    /// Whether the game is over after a turn in this seat and round.
    fn is_over(&mut self, seating: &[usize], at: &[u32; MAX_SEATS], whose: (usize, i64)) -> bool {
        self.fill(seating, at, whose);
        let (game, state) = (self.looked.game, &self.looked.state);
        game.over.as_ref().is_some_and(|over| over.holds(&game.view(state, crate::model::NO_WAY)))
    }

    /// The state that these links stand for, seen from a seat in a round.
    fn fill(&mut self, seating: &[usize], at: &[u32; MAX_SEATS], (seat, round): (usize, i64)) {
        let Looked { game, makers, state, .. } = &mut self.looked;
        let players = game.players;
        for player in 0..players {
            let whose = (seat + player) % players;
            let strategy = seating[whose];
            let meant = &self.chains[strategy].meant[at[whose] as usize];
            let slots = makers[strategy].scope.slots.iter().zip(&meant.slots);
            slots.for_each(|(&slot, &value)| state.slots[player * game.own() + slot] = value);
        }
        let slot = game.hidden(Hidden::Seat);
        (state.slots[slot], state.slots[slot + 1]) = (seat as i64 + 1, round);
    }
}
