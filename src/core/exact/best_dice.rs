//! The number of dice with the highest expected total, and the bounds that keep the search for it short.
//!
//! **Bounds.** Let S(n) be the highest expected total with n dice, an invalid result counting 0, and V(n) the highest
//! chance of a valid result. If the condition stays whatever dice are added ([`Condition::monotone_part`]), then
//!
//! V(a + b) ≤ V(a) V(b) and S(a + b) ≤ S(a) V(b) + V(a) S(b).
//!
//! For deal the dice into two groups and let each be a turn of its own, played as in any way to play all of them together:
//! when those are valid, both groups are. The groups are independent, so the highest expectation of a product of something
//! of the one (its total, or 1, if valid) and something of the other is the product of the highest expectations; and the
//! total is the sum of two such products. Any other condition has the bounds of its monotone part, under which less is
//! invalid.
//!
//! Numbers of dice are solved in ascending order until the bounds say that no other one is better, which for most cards is
//! soon after the best. Where a card seldom bites, the largest number is solved before the other large ones, because it
//! may settle the search at once.

use super::optimum::Objective;
use super::ties::tie_floor;
use super::turn::{Turn, TurnError};
use crate::games::gang::{Condition, Trigger};

/// From so many dice on solving takes its time, and the largest number is tried first.
const DEAR: u32 = 24;
/// By how much a bound must fall short to be trusted, far above any rounding.
const SLACK: f64 = 1e-9;

/// The best number of dice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestDice {
    /// The fewest dice whose best turn ties with the best of all.
    pub dice: u32,
    /// The highest expected total with that many.
    pub score: f64,
}

/// The number of dice, of 1 to `most`, with the highest expected total (an invalid result counts 0) in a turn
/// with up to `rerolls` rerolls under this condition.
///
/// Solves few numbers of dice where the condition bites soon, and up to all of them where it seldom does
/// or has a `not(…)` in it; each takes 8 bytes for each of C(n+6, 6) multisets, 207 MB at 48 dice.
///
/// # Errors
/// [`TurnError::Dice`] unless `most` is from 1 to 48, [`TurnError::Rerolls`] if there are too many rerolls.
pub fn best_dice(condition: &Condition, trigger: Trigger, rerolls: u8, most: u32) -> Result<BestDice, TurnError> {
    TurnError::check_dice(most)?;
    let mut search = Search::new(condition, trigger, rerolls, most);
    while let Some(dice) = search.next() {
        search.solve(dice)?;
    }
    Ok(search.best())
}

/// The highest expected total and the highest chance of a valid result: exact, or bounds from above.
#[derive(Clone, Copy, Debug)]
struct Highest {
    score: f64,
    valid: f64,
}

struct Search<'a> {
    condition: &'a Condition,
    /// The part of the condition that stays, unless that is all of it.
    part: Option<Condition>,
    trigger: Trigger,
    rerolls: u8,
    /// By number of dice less one, as far as solved: the highest expected total, and what bounds others.
    solved: Vec<Option<(f64, Highest)>>,
}

impl<'a> Search<'a> {
    fn new(condition: &'a Condition, trigger: Trigger, rerolls: u8, most: u32) -> Search<'a> {
        let part = Some(condition.monotone_part()).filter(|part| part != condition);
        Search { condition, part, trigger, rerolls, solved: vec![None; most as usize] }
    }

    fn solve(&mut self, dice: u32) -> Result<(), TurnError> {
        let highest = |condition: &Condition| -> Result<Highest, TurnError> {
            let turn = Turn::new(dice, self.rerolls, self.trigger, |roll| condition.holds(roll))?;
            let highest = turn.highest(&[Objective::ExpectedTotal, Objective::VALID]);
            Ok(Highest { score: highest[0], valid: highest[1] })
        };
        let own = highest(self.condition)?;
        let bounding = self.part.as_ref().map_or(Ok(own), highest)?;
        self.solved[dice as usize - 1] = Some((own.score, bounding));
        Ok(())
    }

    /// By number of dice less one: what no turn exceeds.
    fn bounds(&self) -> Vec<Highest> {
        let mut bounds: Vec<Highest> = Vec::with_capacity(self.solved.len());
        for solved in &self.solved {
            let bound = solved.map_or_else(|| of_parts(&bounds), |(_, bounding)| bounding);
            bounds.push(bound);
        }
        bounds
    }

    /// The number to solve next; none if no other can be the best.
    fn next(&self) -> Option<u32> {
        let best = self.best().score;
        let unsolved = |&(_, (solved, bound)): &(u32, (&Option<_>, Highest))| {
            solved.is_none() && bound.score > 0.0 && bound.score * (1.0 + SLACK) >= best
        };
        let mut open = (1..).zip(self.solved.iter().zip(self.bounds())).filter(unsolved).map(|(dice, _)| dice);
        let first = open.next()?;
        let last = open.last().filter(|&last| last as usize == self.solved.len());
        Some(if first < DEAR { first } else { last.unwrap_or(first) })
    }

    fn best(&self) -> BestDice {
        let solved = || (1..).zip(&self.solved).filter_map(|(dice, solved)| Some((dice, solved.as_ref()?.0)));
        let highest = solved().map(|(_, score)| score).fold(0.0, f64::max);
        let first = solved().find(|&(_, score)| score >= tie_floor(highest));
        first.map_or(BestDice { dice: 0, score: 0.0 }, |(dice, score)| BestDice { dice, score })
    }
}

/// The bounds of the number of dice that follows `less`, from those of all ways to part it in two; without
/// any, a chance of 1 and no bound on the total.
fn of_parts(less: &[Highest]) -> Highest {
    let none = Highest { score: f64::INFINITY, valid: 1.0 };
    less.iter().zip(less.iter().rev()).fold(none, |bound, (a, b)| Highest {
        score: bound.score.min(a.score * b.valid + a.valid * b.score),
        valid: bound.valid.min(a.valid * b.valid),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::multisets::MOST_DICE;

    const CONDITIONS: [&str; 8] = [
        "sum>=7",
        "run>=2",
        "distinct>=3",
        "fives>=2",
        "not(any:5)",
        "either(sum>=12; not(any:5))",
        "all(sum>=4; not(pair))",
        "not(all(odd>=1; even>=1))",
    ];

    /// The inequalities that the search rests on, with the numbers on both sides solved.
    #[test]
    fn no_turn_exceeds_the_bounds_of_its_parts() {
        for text in CONDITIONS {
            let condition: Condition = text.parse().unwrap();
            for trigger in [Trigger::Bomb, Trigger::Explosion] {
                let most = 9;
                let mut search = Search::new(&condition, trigger, 2, most);
                (1..=most).for_each(|dice| search.solve(dice).unwrap());
                let solved: Vec<(f64, Highest)> = search.solved.iter().map(|solved| solved.unwrap()).collect();
                for dice in 2..=most as usize {
                    let less: Vec<Highest> = solved[..dice - 1].iter().map(|(_, bounding)| *bounding).collect();
                    let (bound, (score, bounding)) = (of_parts(&less), solved[dice - 1]);
                    let within = |value: f64, bound: f64| value <= bound * (1.0 + 1e-12);
                    assert!(within(score, bounding.score), "{condition} {trigger} {dice}");
                    assert!(within(bounding.score, bound.score), "{condition} {trigger} {dice}");
                    assert!(within(bounding.valid, bound.valid), "{condition} {trigger} {dice}");
                }
            }
        }
    }

    fn solved(text: &str, rerolls: u8) -> (BestDice, Vec<u32>) {
        let condition: Condition = text.parse().unwrap();
        let mut search = Search::new(&condition, Trigger::Bomb, rerolls, MOST_DICE);
        while let Some(dice) = search.next() {
            search.solve(dice).unwrap();
        }
        let solved = (1..).zip(&search.solved).filter(|(_, solved)| solved.is_some()).map(|(dice, _)| dice);
        (search.best(), solved.collect())
    }

    /// 4.515132 is from an independent program that enumerates.
    #[test]
    fn the_search_is_short_where_the_card_bites() {
        let (best, numbers) = solved("sum>=7", 2);
        assert!(best.dice == 2 && (best.score - 4.515132).abs() < 5e-7, "{best:?}");
        assert!(numbers.len() < 10, "{numbers:?}");
        assert_eq!(solved("any:1,2,3,4,5", 2), (BestDice { dice: 1, score: 0.0 }, vec![1]));
    }

    /// Without a card that bites more dice are always better: 2.5 each without rerolls. The largest
    /// number settles it, so none between it and the cheap ones is solved.
    #[test]
    fn the_largest_number_settles_a_search_without_end() {
        let (best, numbers) = solved("sum>=300", 0);
        assert_eq!(best, BestDice { dice: 48, score: 120.0 });
        assert_eq!(numbers, (1..DEAR).chain([48]).collect::<Vec<_>>());
    }
}
