//! The values of positions, by sweeps until nothing changes.
//!
//! Owns the value iteration of Gauss and Seidel, with the positions in an order in which nearly all that follow one come
//! before it: with more coins in play, which go back to the bank only with 1 1 1, and with a higher score to beat.

use super::classes::Classes;
use super::graph::{Chance, Graph, Node, Plays, Table, Tag};
use super::links::{Chosen, ENDS};
use super::{Best, Unsolvable};
use crate::exact::pot::{Optimum, Position, Purse, Values as TurnValues};
use crate::exact::tie_floor;
use crate::games::pot::{Combo, Combos, GameEnd, LegalChoices, Rerolled, Rules};
use std::cmp::Reverse;

/// A sweep over the positions that changes no value by more than this changes nothing any more.
const UNCHANGED: f64 = 1e-13;
/// The most turns that are worked out in sweeps, some tens of minutes.
const MOST_TURNS: u64 = 1 << 30;
/// Every this many sweeps, the number of sweeps that are still needed is estimated.
const LOOKED_AT: u32 = 256;
/// After so many positions, a sweep asks whether to go on.
const AT_ONCE: usize = 1 << 12;

/// The positions of games, each with what it is worth to the player on turn.
pub(in crate::exact) struct Values {
    pub(super) graph: Graph,
    classes: Classes,
    values: Vec<f64>,
    /// How many sweeps there were over the positions that are not the last of a game.
    pub(in crate::exact) sweeps: u32,
}

impl Values {
    /// Solves all positions that follow from these, each with its tag.
    ///
    /// # Errors
    /// What the table gives; if there are too many positions, it was stopped, or it would take too many sweeps.
    pub(in crate::exact) fn solve<T: Table>(
        table: &mut T,
        classes: Classes,
        starts: &[(Tag, Position)],
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<Values, T::Fault> {
        let graph = Graph::explore(table, &classes, starts, &|| go_on(0.0))?;
        let mut values = vec![0.5; graph.numbers()];
        values[..ENDS.len()].copy_from_slice(&ENDS);
        let mut solved = Values { graph, classes, values, sweeps: 0 };
        let mut order: Vec<u32> = (0..solved.graph.nodes.len() as u32).collect();
        let at = |place: u32| solved.graph.position(solved.graph.nodes[place as usize].number).1;
        order.sort_by_key(|&place| {
            let Position { own, other, pot, to_beat, goal_held } = at(place);
            (Reverse((goal_held, own + other + pot, to_beat)), place)
        });
        // With the goal held the game ends with the round, so that nothing leads back to the other positions.
        let is_last = |&place: &u32| table.rules().end == GameEnd::Held && at(place).goal_held;
        let (last, others) = order.split_at(order.partition_point(is_last));
        solved.settle(last, table, &|_| go_on(0.0))?;
        solved.sweeps = solved.settle(others, table, go_on)?;
        Ok(solved)
    }

    /// Sweeps over positions until nothing changes; returns the number of sweeps.
    fn settle(&mut self, order: &[u32], table: &impl Table, go_on: &dyn Fn(f64) -> bool) -> Result<u32, Unsolvable> {
        let (mut sweep, mut looked_at, mut done) = (0u32, 1.0f64, 0.0f64);
        loop {
            sweep += 1;
            let mut change = 0.0f64;
            for places in order.chunks(AT_ONCE) {
                if !go_on(done) {
                    return Err(Unsolvable::Stopped);
                }
                for &place in places {
                    let node = &self.graph.nodes[place as usize];
                    let value = match node.plays {
                        Plays::Best => self.best(node),
                        Plays::Ways(number) => self.mean(node, table.ways(number)),
                    };
                    change = change.max((value - self.values[node.number as usize]).abs());
                    self.values[node.number as usize] = value;
                }
            }
            if change <= UNCHANGED {
                return Ok(sweep);
            }
            done = done.max((halvings(1.0, change) / halvings(1.0, UNCHANGED)).clamp(0.0, 1.0));
            if sweep.is_multiple_of(LOOKED_AT) {
                let needed = f64::from(sweep) + more_sweeps(looked_at, change);
                if needed * order.len() as f64 > MOST_TURNS as f64 {
                    return Err(unsettled(table.rules(), sweep));
                }
                looked_at = change;
            }
        }
    }

    /// The value of a turn with these results.
    fn mean(&self, node: &Node, ways: &[Chance]) -> f64 {
        let worth = |way: &Chance| {
            let result = (way.combo, way.score, usize::from(way.paid));
            way.chance * node.links.worth(&self.values, result, Chosen::of(way.choices), node.to_beat)
        };
        ways.iter().map(worth).sum()
    }

    /// What a turn is worth with the best choices and the best rerolls.
    fn best(&self, node: &Node) -> f64 {
        candidates(node, &self.values).map(|chosen| self.worth_of(node, chosen)).fold(0.0, f64::max)
    }

    /// How many positions there are.
    pub(in crate::exact) fn positions(&self) -> usize {
        self.graph.nodes.len()
    }

    /// The value of a position of this tag to the player on turn, if games reach it.
    pub(in crate::exact) fn value(&self, tag: Tag, at: &Position) -> Option<f64> {
        Some(self.values[self.graph.node(tag, at)?.number as usize])
    }

    /// What the best turn is in a position, if games reach it: the first of equal choices.
    pub(in crate::exact) fn todo(&self, tag: Tag, at: &Position) -> Option<Best> {
        let (number, worths) = (self.graph.node(tag, at)?.number, self.of_choices(tag, at)?);
        // Where nothing can be won, rounding may leave a little less than nothing.
        let most = worths.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let floor = tie_floor(most);
        let best = LegalChoices::OF_TWO.into_iter().zip(worths).find(|(_, worth)| *worth >= floor);
        best.map(|(choices, value)| Best { choices, number, value })
    }

    /// What a turn is worth with each of the choices and the best rerolls, if games reach the position.
    pub(in crate::exact) fn of_choices(&self, tag: Tag, at: &Position) -> Option<[f64; 6]> {
        let node = self.graph.node(tag, at)?;
        Some(LegalChoices::OF_TWO.map(|choices| self.worth_of(node, Chosen::of(choices))))
    }

    /// What the turn is worth with these choices and the best rerolls.
    fn worth_of(&self, node: &Node, chosen: Chosen) -> f64 {
        self.classes.best(&node.links.worths(&self.values, chosen, node.to_beat), purse(node))
    }

    /// What each result of a turn is worth in the position of this number, with these choices, and what the player can pay
    /// with; `None` if there is no such position.
    pub(super) fn of_results(&self, combos: Combos, number: u32, choices: LegalChoices) -> Option<(TurnValues, Purse)> {
        let node = self.graph.of_number(number)?;
        let worths = TurnValues::of_results(combos, |result| {
            let result = (result.combo, result.score, usize::from(result.rerolled == Rerolled::Paid));
            node.links.worth(&self.values, result, Chosen::of(choices), node.to_beat)
        });
        Some((worths, purse(node)))
    }

    /// The best rerolls in the position of this number, with these choices; `None` if there is no such position.
    pub(in crate::exact) fn plan(&self, combos: Combos, number: u32, choices: LegalChoices) -> Option<Optimum> {
        let (values, purse) = self.of_results(combos, number, choices)?;
        Some(Optimum::of(&values, purse))
    }
}

/// How many more sweeps there will be if the largest change goes on to shrink as it did in the last [`LOOKED_AT`] ones.
fn more_sweeps(before: f64, change: f64) -> f64 {
    let shrunk = halvings(before, change);
    if shrunk > 0.0 { halvings(change, UNCHANGED) / shrunk * f64::from(LOOKED_AT) } else { f64::INFINITY }
}

/// How often a number above 0 is halved until it is another one, to a tenth: exponents and fractions of floating-point numbers
/// are nearly logarithms, and the same on every machine.
fn halvings(from: f64, to: f64) -> f64 {
    (from.to_bits() as f64 - to.to_bits() as f64) / (1u64 << (f64::MANTISSA_DIGITS - 1)) as f64
}

/// That values do not settle, with the rule that lets coins come into play: without a stake, they hardly do.
pub(super) fn unsettled(rules: &Rules, sweeps: u32) -> Unsolvable {
    let (rule, value) = if rules.stake == 0 { ("stake", 0) } else { ("coins", rules.coins) };
    Unsolvable::Unsettled { sweeps, rule, value }
}

/// What the player can pay with.
fn purse(node: &Node) -> Purse {
    if node.can_pay { Purse::Coins } else { Purse::Empty }
}

/// Choices that include a best one: for each combo, only the best choice if it is the best with and without a paid
/// reroll.
fn candidates(node: &Node, values: &[f64]) -> impl Iterator<Item = Chosen> {
    let is_among = [Combo::Run345, Combo::Twos].map(|combo| {
        let of = |paid: usize, chosen| {
            node.links.worth(values, (combo, combo.score().unwrap_or(0), paid), chosen, node.to_beat)
        };
        let most = |paid| Chosen::of_combo(combo).map(|chosen| of(paid, chosen)).fold(0.0, f64::max);
        let mosts = [most(0), if node.can_pay { most(1) } else { 0.0 }];
        let best = Chosen::of_combo(combo)
            .find(|&chosen| of(0, chosen) >= mosts[0] && (!node.can_pay || of(1, chosen) >= mosts[1]));
        (combo, best)
    });
    Chosen::all()
        .filter(move |chosen| is_among.iter().all(|(combo, best)| best.is_none_or(|best| chosen.is_as(best, *combo))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It went on for 20,000 sweeps, which can be hours, before it was given up.
    #[test]
    fn how_many_more_sweeps_there_will_be_follows_from_the_last_ones() {
        // The change shrank to a thousandth, and it has to shrink to a thousandth again.
        let needed = more_sweeps(1e-7, 1e-10);
        assert!((needed - f64::from(LOOKED_AT)).abs() < 3.0, "{needed}");
        assert_eq!([halvings(1.0, 0.25), halvings(0.25, 1.0), halvings(3.0, 1.5)], [2.0, -2.0, 1.0]);
        assert!(
            (1..200)
                .all(|part| (halvings(1.0, f64::from(part) / 199.0) + (f64::from(part) / 199.0).log2()).abs() < 0.1)
        );
        assert_eq!(more_sweeps(1e-7, 1e-7), f64::INFINITY);
        assert_eq!(more_sweeps(1e-7, 1e-6), f64::INFINITY);
    }
}
