//! Making the graph of a turn.

use super::classes::Classes;
use super::turn::{Edge, Exit, Node};
use super::{Scope, Turn};
use crate::model::{Fault, Flow, Game, State, Stop, Way};
use crate::strategy::{Memory, Strategy};
use analyze_core::games::narration::grouped;
use rustc_hash::FxHashMap;
use web_time::Instant;

/// The most nodes of a turn, and the most edges.
const MOST_NODES: usize = 2_000_000;
const MOST_EDGES: usize = 10_000_000;
/// The most decisions after one another without a roll.
const MOST_DEPTH: usize = 64;
/// The bit of the number of a node while a turn is made; exits have the other numbers.
const NODE: u32 = 1 << 31;

/// What makes turns in which a strategy plays, or any.
pub(crate) struct Maker<'b> {
    game: &'b Game,
    pub(crate) scope: Scope,
    strategy: Option<&'b Strategy>,
    classes: Classes,
    /// By step and hand, the decisions that depend on the dice alone.
    by_hand: FxHashMap<(usize, u64), Way>,
    /// The least and the most that was met in each slot.
    pub(super) met: Vec<(i64, i64)>,
    /// States that are not used at the moment.
    spare: Vec<State>,
}

impl<'b> Maker<'b> {
    /// Nothing if a state takes too many bits.
    pub(crate) fn new(game: &'b Game, strategy: Option<&'b Strategy>, counts_score: bool) -> Option<Maker<'b>> {
        let scope = Scope::new(game, strategy, counts_score)?;
        Some(Maker {
            game,
            scope,
            strategy,
            classes: Classes::new(game, strategy),
            by_hand: FxHashMap::default(),
            met: game.limits.iter().map(|limits| (limits.2, limits.2)).collect(),
            spare: Vec::new(),
        })
    }

    /// The same, which has made nothing yet.
    pub(super) fn fresh(&self) -> Maker<'b> {
        Maker {
            game: self.game,
            scope: self.scope.clone(),
            strategy: self.strategy,
            classes: Classes::new(self.game, self.strategy),
            by_hand: FxHashMap::default(),
            met: self.met.clone(),
            spare: Vec::new(),
        }
    }

    /// The turn that begins in this state.
    ///
    /// Fails with a fault of the rules, a limit, or a state from which the turn cannot end.
    pub(crate) fn turn(&mut self, state: &State, until: Instant) -> Result<Turn, Fault> {
        self.make(state, until, false)
    }

    /// The same, with the nodes of all rolls if `keeps_rolls`.
    pub(super) fn make(&mut self, state: &State, until: Instant, keeps_rolls: bool) -> Result<Turn, Fault> {
        if self.strategy.is_some_and(|strategy| strategy.draws) {
            return Err(self.game.limit(state, "what a strategy draws by itself is no part of a turn's graph"));
        }
        let mut builder = Builder {
            maker: self,
            exits: FxHashMap::default(),
            exit_list: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            rolls: FxHashMap::default(),
            decisions: FxHashMap::default(),
            known: FxHashMap::default(),
            todo: Vec::new(),
            steps: 0,
            until,
        };
        let mut state = state.clone();
        builder.maker.game.begin_turn(&mut state);
        if let Some(slot) = builder.maker.scope.reward {
            state.slots[slot] = 0;
        }
        let (start, reward) = builder.settle(&mut state, Flow::Step(0), 0)?;
        while let Some((node, state)) = builder.todo.pop() {
            builder.roll(node, &state)?;
            builder.maker.spare.push(state);
        }
        let turn = builder.ordered(start, reward, keeps_rolls);
        match turn.endless() {
            None => Ok(turn),
            Some(step) => {
                let message = "from here the turn cannot end any more, whatever is rolled and decided".to_owned();
                Err(self.game.fault(&State { step, ..state }, &self.game.steps[step].span, message))
            }
        }
    }
}

struct Builder<'m, 'b> {
    maker: &'m mut Maker<'b>,
    exits: FxHashMap<Exit, u32>,
    exit_list: Vec<Exit>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    rolls: FxHashMap<u128, u32>,
    decisions: FxHashMap<Vec<(u32, i64)>, u32>,
    /// What states come to in which something is decided without looking at dice.
    known: FxHashMap<u128, (u32, i64)>,
    todo: Vec<(u32, State)>,
    steps: u32,
    until: Instant,
}

impl Builder<'_, '_> {
    fn spare(&mut self, like: &State) -> State {
        let mut state = self.maker.spare.pop().unwrap_or_else(|| like.clone());
        state.clone_from(like);
        state
    }

    /// Where a state goes on to: a node or an exit, and what it counts on the way.
    fn settle(&mut self, state: &mut State, flow: Flow, depth: usize) -> Result<(u32, i64), Fault> {
        let game = self.maker.game;
        let stop = game.settle(state, flow)?;
        for (met, &value) in self.maker.met.iter_mut().zip(&state.slots) {
            *met = (met.0.min(value), met.1.max(value));
        }
        match stop {
            Stop::Roll => {
                let (key, reward) = self.maker.scope.node_key(game, state);
                if let Some(&node) = self.rolls.get(&key) {
                    return Ok((node, reward));
                }
                let node = self.node(Vec::new(), false, state)?;
                self.rolls.insert(key, node);
                let state = self.spare(state);
                self.todo.push((node, state));
                Ok((node, reward))
            }
            Stop::Decide => self.decision(state, depth),
            stop => {
                let scope = &self.maker.scope;
                let reward = scope.reward.map_or(0, |slot| std::mem::take(&mut state.slots[slot]));
                let exit = Exit { stop, slots: scope.slots.iter().map(|&slot| state.slots[slot]).collect() };
                let (next, list) = (self.exit_list.len() as u32, &mut self.exit_list);
                let exit = *self.exits.entry(exit).or_insert_with_key(|exit| {
                    list.push(exit.clone());
                    next
                });
                Ok((exit, reward))
            }
        }
    }

    /// The ways to decide that come to something different.
    fn ways(&mut self, state: &State) -> Result<Vec<Way>, Fault> {
        let Maker { game, strategy, classes, by_hand, .. } = &mut *self.maker;
        let known = strategy.and_then(|strategy| match strategy.memory[state.step] {
            Memory::Named => strategy.named(game, state),
            Memory::ByHand => by_hand.get(&(state.step, state.dice)).copied(),
            _ => None,
        });
        if let Some(way) = known {
            return Ok(vec![way]);
        }
        if strategy.is_none()
            && let Some(known) = classes.known_ways(state)
        {
            return Ok(known.to_vec());
        }
        let mut ways = Vec::new();
        game.ways(state, &mut ways)?;
        match strategy {
            Some(strategy) if ways.len() > 1 => {
                ways = vec![ways[strategy.choose(game, state, &ways, &mut None)?]];
                if matches!(strategy.memory[state.step], Memory::ByHand) {
                    by_hand.insert((state.step, state.dice), ways[0]);
                }
            }
            Some(_) => {}
            None => classes.thin(game, state, &mut ways),
        }
        Ok(ways)
    }

    fn decision(&mut self, state: &mut State, depth: usize) -> Result<(u32, i64), Fault> {
        let game = self.maker.game;
        let is_live = self.maker.scope.live[state.step];
        let (key, before) = self.maker.scope.node_key(game, state);
        if let Some(&(node, reward)) = self.known.get(&key) {
            return Ok((node, before + reward));
        }
        if depth == MOST_DEPTH {
            return Err(game.limit(state, format!("{MOST_DEPTH} decisions follow one another without a roll")));
        }
        let ways = self.ways(state)?;
        let mut to: Vec<(u32, i64)> = Vec::with_capacity(ways.len());
        let mut after = self.spare(state);
        for way in ways {
            after.clone_from(state);
            let flow = game.decide(&mut after, way)?;
            to.push(self.settle(&mut after, flow, depth + 1)?);
        }
        self.maker.spare.push(after);
        to.sort_unstable();
        to.dedup();
        let found = match (to.as_slice(), self.decisions.get(&to)) {
            ([only], _) => *only,
            (_, Some(&node)) => (node, 0),
            _ => {
                let edge = |&(to, reward): &(u32, i64)| Edge { to, reward: reward as i32, chance: 1.0 };
                let node = self.node(to.iter().map(edge).collect(), true, state)?;
                self.decisions.insert(to, node);
                (node, 0)
            }
        };
        if !is_live || depth > 0 {
            self.known.insert(key, found);
        }
        Ok((found.0, before + found.1))
    }

    fn roll(&mut self, node: u32, state: &State) -> Result<(), Fault> {
        let Maker { game, scope, strategy, classes, .. } = &mut *self.maker;
        let (game, strategy) = (*game, *strategy);
        let dice = game.rolls(
            state,
            Vec::new(),
            |_| Vec::new(),
            |_, n, mut all: Vec<usize>| {
                all.push(n);
                all
            },
        )?;
        let outcomes = || {
            let start = |lie| Ok(vec![(lie, 1.0)]);
            let more = |kind, n, lie: Result<Vec<_>, String>| game.dice.outcomes(kind, n, &lie?);
            game.rolls(state, start(0), start, more).map_err(|fault| fault.message)?
        };
        let rolls = classes
            .rolls(game, (scope, strategy), state, dice, outcomes)
            .map_err(|message| game.limit(state, message))?;
        let mut to: Vec<(u32, i64, f64)> = Vec::with_capacity(rolls.len());
        let mut after = self.spare(state);
        for &(hand, chance) in rolls.iter() {
            after.clone_from(state);
            let flow = game.rolled(&mut after, hand)?;
            let (node, reward) = self.settle(&mut after, flow, 0)?;
            to.push((node, reward, chance));
        }
        self.maker.spare.push(after);
        to.sort_unstable_by_key(|edge| (edge.0, edge.1));
        to.dedup_by(|edge, kept| {
            let same = (edge.0, edge.1) == (kept.0, kept.1);
            kept.2 += if same { edge.2 } else { 0.0 };
            same
        });
        let at = (node ^ NODE) as usize;
        self.nodes[at].first = self.edges.len() as u32;
        self.edges.extend(to.into_iter().map(|(to, reward, chance)| Edge { to, reward: reward as i32, chance }));
        self.nodes[at].end = self.edges.len() as u32;
        Ok(())
    }

    fn node(&mut self, edges: Vec<Edge>, decides: bool, state: &State) -> Result<u32, Fault> {
        self.steps += 1;
        let is_late = self.steps.is_multiple_of(256) && Instant::now() > self.until;
        if self.nodes.len() >= MOST_NODES || self.edges.len() >= MOST_EDGES || is_late {
            let (nodes, edges) = (grouped(MOST_NODES as u64), grouped(MOST_EDGES as u64));
            let message = format!("a turn has more than {nodes} situations or {edges} branches, or takes too long");
            return Err(self.maker.game.limit(state, message));
        }
        let first = self.edges.len() as u32;
        self.edges.extend(edges);
        self.nodes.push(Node { first, end: self.edges.len() as u32, decides, step: state.step as u8 });
        Ok(NODE | (self.nodes.len() as u32 - 1))
    }

    /// The turn with nodes after those that they lead to.
    fn ordered(mut self, start: u32, start_reward: i64, keeps_rolls: bool) -> Turn {
        let (order, is_cyclic) = self.order(start);
        let mut place = vec![u32::MAX; self.nodes.len()];
        (0..).zip(&order).for_each(|(at, &node)| place[node] = at);
        let exits = self.exit_list.len() as u32;
        let number = |to: u32| if to & NODE == 0 { to } else { exits + place[(to ^ NODE) as usize] };
        let (mut nodes, mut edges) = (Vec::with_capacity(order.len()), Vec::with_capacity(self.edges.len()));
        for &node in &order {
            let Node { first, end, decides, step } = self.nodes[node];
            let begin = edges.len() as u32;
            let all = self.edges[first as usize..end as usize].iter();
            edges.extend(all.map(|edge| Edge { to: number(edge.to), ..*edge }));
            nodes.push(Node { first: begin, end: edges.len() as u32, decides, step });
        }
        let is_met = |node: &u32| keeps_rolls && place[(node ^ NODE) as usize] != u32::MAX;
        let rolls = std::mem::take(&mut self.rolls).into_iter().filter(|(_, node)| is_met(node));
        let rolls = rolls.map(|(key, node)| (key, number(node))).collect();
        Turn { exits: self.exit_list, nodes, edges, start: number(start), start_reward, is_cyclic, rolls }
    }

    /// The nodes that are reached, those that one leads to before it, and whether one leads back to itself.
    fn order(&self, start: u32) -> (Vec<usize>, bool) {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            No,
            Open,
            Done,
        }
        let (mut order, mut seen, mut is_cyclic) = (Vec::new(), vec![Seen::No; self.nodes.len()], false);
        let mut stack = Vec::new();
        if start & NODE != 0 {
            stack.push(((start ^ NODE) as usize, 0));
            seen[(start ^ NODE) as usize] = Seen::Open;
        }
        while let Some((node, next)) = stack.last_mut() {
            let Node { first, end, .. } = self.nodes[*node];
            if first + *next == end {
                seen[*node] = Seen::Done;
                order.push(*node);
                stack.pop();
                continue;
            }
            let to = self.edges[(first + *next) as usize].to;
            *next += 1;
            if to & NODE != 0 {
                let to = (to ^ NODE) as usize;
                match seen[to] {
                    Seen::No => {
                        seen[to] = Seen::Open;
                        stack.push((to, 0));
                    }
                    Seen::Open => is_cyclic = true,
                    Seen::Done => {}
                }
            }
        }
        (order, is_cyclic)
    }
}
