//! What exact results take, and how much is too much.
//!
//! Owns the number of steps, the memory, and the refusal that says what it would take. Both are known before the work, once
//! the tables are.

use super::super::ExactFault;
use super::sets::choose;
use super::tables::Explored;

/// The steps of a second on two cores, of which 1.2e9 were measured.
const STEPS_A_SECOND: f64 = 1e9;
/// The most seconds.
const MOST_SECONDS: f64 = 30.0;
/// The most memory, in bytes.
const MOST_BYTES: f64 = 1e9;
/// The bytes of the chances of a table, and of a link.
const CHANCES: f64 = 16.0;
const LINK: f64 = 12.0;

/// What the games of a line-up take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    steps: f64,
    bytes: f64,
}

impl Cost {
    /// What it takes to follow these tables over all sets of cards.
    pub(super) fn of<R>(explored: &Explored<R>) -> Cost {
        let rounds = 0..explored.tables.len();
        let steps = rounds.clone().map(|round| steps_of(explored, round)).sum();
        Cost { steps, bytes: rounds.map(|round| bytes_of(explored, round)).fold(0.0, f64::max) }
    }
}

/// How many cards of the same back are gone before a round.
fn gone<R>(explored: &Explored<R>, round: usize) -> usize {
    (0..round).rev().take_while(|&before| !explored.course.has_new_cards(before as u32 + 1)).count()
}

/// The steps of a round: each link under a card is followed from each set of cards without it.
pub(super) fn steps_of<R>(explored: &Explored<R>, round: usize) -> f64 {
    let links = &explored.tables[round].links;
    let sets = choose(links.len().saturating_sub(1), gone(explored, round));
    sets * links.iter().sum::<u64>() as f64
}

/// The memory that a round takes: the chances before and after it, and its links.
fn bytes_of<R>(explored: &Explored<R>, round: usize) -> f64 {
    let (tables, gone) = (&explored.tables[round], gone(explored, round));
    let cards = tables.links.len();
    let next = explored.tables.get(round + 1).map_or(0, |next| next.positions.len());
    let before = choose(cards, gone) * tables.positions.len() as f64;
    let after = choose(cards, gone + 1) * next as f64;
    CHANCES * (before + after) + LINK * tables.links.iter().sum::<u64>() as f64
}

/// The steps of all line-ups together.
///
/// # Errors
/// If they take too long, or too much memory: how much.
pub(super) fn check(costs: &[Cost], names: [&str; 2]) -> Result<f64, ExactFault> {
    let steps: f64 = costs.iter().map(|cost| cost.steps).sum();
    let bytes = costs.iter().map(|cost| cost.bytes).fold(0.0, f64::max);
    if steps <= MOST_SECONDS * STEPS_A_SECOND && bytes <= MOST_BYTES {
        return Ok(steps);
    }
    Err(ExactFault::Limit(format!(
        "exact win shares of '{}' and '{}' would take some {:.0} seconds on two cores and {:.1} GB; they are found in up to \
         {MOST_SECONDS} seconds and {:.0} GB (use a deck with fewer cards of one back, or simulate)",
        names[0],
        names[1],
        (steps / STEPS_A_SECOND).ceil(),
        bytes / 1e9,
        MOST_BYTES / 1e9
    )))
}
