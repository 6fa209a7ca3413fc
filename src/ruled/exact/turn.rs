//! A turn as a graph: what it is worth, and how likely each of its ends is.

use crate::model::Stop;
use rustc_hash::FxHashMap;

/// From a node to another one, or to an exit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    pub(super) to: u32,
    /// What is added to the score on the way.
    pub(super) reward: i32,
    /// Of a roll: how likely it is.
    pub(super) chance: f64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) first: u32,
    pub(super) end: u32,
    pub(super) decides: bool,
    /// The step in which it is met.
    pub(super) step: u8,
}

/// How a turn can end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Exit {
    pub(crate) stop: Stop,
    /// The slots of the scope.
    pub(crate) slots: Box<[i64]>,
}

/// A turn: exits are numbered first, then nodes, each after those it leads to.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) exits: Vec<Exit>,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    pub(super) start: u32,
    pub(super) start_reward: i64,
    /// Whether some node leads back to itself.
    pub(super) is_cyclic: bool,
    /// The nodes of states in which dice are rolled, if that is asked for.
    pub(super) rolls: FxHashMap<u128, u32>,
}

impl Turn {
    fn edges_of(&self, node: &Node) -> &[Edge] {
        &self.edges[node.first as usize..node.end as usize]
    }

    /// The step of a node from which no exit is reached, if there is one.
    pub(super) fn endless(&self) -> Option<usize> {
        if !self.is_cyclic {
            return None;
        }
        let exits = self.exits.len();
        let mut ends = vec![false; self.nodes.len()];
        loop {
            let mut has_changed = false;
            for (at, node) in self.nodes.iter().enumerate() {
                let leads = |edge: &Edge| (edge.to as usize) < exits || ends[edge.to as usize - exits];
                if !ends[at] && self.edges_of(node).iter().any(leads) {
                    (ends[at], has_changed) = (true, true);
                }
            }
            if !has_changed {
                return ends.iter().position(|&ends| !ends).map(|at| self.nodes[at].step.into());
            }
        }
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let exits = self.exits.iter().map(|exit| size_of::<Exit>() + size_of_val(&*exit.slots) + 16).sum::<usize>();
        self.nodes.capacity() * size_of::<Node>() + self.edges.capacity() * size_of::<Edge>() + exits
    }

    /// What the start is worth if the exits are worth this; decisions take the most (or, `least`, the least). `values` is
    /// working memory, and holds the value of each exit and node afterwards.
    pub(super) fn value(&self, exits: &[f64], least: bool, values: &mut Vec<f64>) -> f64 {
        values.clear();
        values.extend_from_slice(exits);
        values.resize(self.exits.len() + self.nodes.len(), 0.0);
        for rounds in 1.. {
            let mut change = 0.0f64;
            for (at, node) in self.nodes.iter().enumerate() {
                let worth = |edge: &Edge| values[edge.to as usize] + f64::from(edge.reward);
                let edges = self.edges_of(node).iter();
                let value = match (node.decides, least) {
                    (true, true) => edges.map(worth).fold(f64::INFINITY, f64::min),
                    (true, false) => edges.map(worth).fold(f64::NEG_INFINITY, f64::max),
                    _ => edges.map(|edge| edge.chance * worth(edge)).sum(),
                };
                let place = self.exits.len() + at;
                change = change.max((values[place] - value).abs());
                values[place] = value;
            }
            if !self.is_cyclic || change < 1e-14 || rounds == 10_000 {
                break;
            }
        }
        values[self.start as usize] + self.start_reward as f64
    }

    /// The value of the start, given a pair of values for each exit. A decision takes the highest first value, and among equal
    /// ones the lowest second value.
    pub(super) fn most_then_least(&self, exits: &[[f64; 2]]) -> [f64; 2] {
        /// Sums of chances that differ by less are equal.
        const ROUNDING: f64 = 1e-12;
        let mut values = exits.to_vec();
        values.resize(self.exits.len() + self.nodes.len(), [0.0; 2]);
        for rounds in 1.. {
            let mut change = 0.0f64;
            for (at, node) in self.nodes.iter().enumerate() {
                let edges = self.edges_of(node).iter();
                let value = if node.decides {
                    edges.map(|edge| values[edge.to as usize]).fold([f64::NEG_INFINITY, 0.0], |best, one| {
                        let is_equal = (one[0] - best[0]).abs() <= ROUNDING;
                        if one[0] > best[0] + ROUNDING || is_equal && one[1] < best[1] { one } else { best }
                    })
                } else {
                    edges.fold([0.0; 2], |sum, edge| {
                        let to = values[edge.to as usize];
                        [sum[0] + edge.chance * to[0], sum[1] + edge.chance * to[1]]
                    })
                };
                let place = self.exits.len() + at;
                change = change.max((values[place][0] - value[0]).abs()).max((values[place][1] - value[1]).abs());
                values[place] = value;
            }
            if !self.is_cyclic || change < 1e-14 || rounds == 10_000 {
                break;
            }
        }
        values[self.start as usize]
    }

    /// Nodes and edges.
    pub(super) fn sizes(&self) -> (usize, usize) {
        (self.nodes.len(), self.edges.len())
    }

    /// How likely each exit is where nothing is left to decide.
    pub(super) fn exit_chances(&self) -> Vec<f64> {
        let mut chances = vec![0.0; self.exits.len() + self.nodes.len()];
        chances[self.start as usize] = 1.0;
        let mut left = 1.0;
        // What a cycle brings back to a node passed on in this sweep is passed on in the next.
        for _ in 0..if self.is_cyclic { 100_000 } else { 1 } {
            for at in (0..self.nodes.len()).rev() {
                let here = std::mem::take(&mut chances[self.exits.len() + at]);
                if here > 0.0 {
                    for edge in self.edges_of(&self.nodes[at]) {
                        chances[edge.to as usize] += here * edge.chance;
                    }
                }
            }
            left = chances[self.exits.len()..].iter().sum();
            if left < 1e-14 {
                break;
            }
        }
        chances.truncate(self.exits.len());
        chances.iter_mut().for_each(|chance| *chance /= 1.0 - left);
        chances
    }
}
