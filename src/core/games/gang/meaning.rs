//! What a deck means: cards that every roll offends, and cards that none does.
//!
//! Owns these doubts, which the forms of decks and conditions know nothing of: such cards can be played. A condition is judged by
//! its parts, each alone; what only several of them together make impossible is not found.

use super::condition::{Amount, Condition};
use super::deck::Deck;
use crate::dice::Counts;
use crate::dice::multisets::MOST_DICE;
use crate::input::{Document, Problem, Source};

/// Every card of a deck against which the dice decide nothing.
pub(super) fn meaningless(source: &Source, deck: &Deck) -> Vec<Problem> {
    let mut unread = Vec::new();
    let places: Vec<_> = Document::parse(source).map_or(Vec::new(), |document| {
        document.root().sections("card", &mut unread).iter().map(|card| card.place("condition")).collect()
    });
    let judged = deck.cards.iter().enumerate().filter_map(|(index, card)| {
        let message = verdict(&card.condition)?;
        let message = format!("the card '{}': {message}", card.id);
        let problem = match places.get(index).cloned().flatten() {
            Some(place) => Problem::at(place, message),
            None => Problem::general(message),
        };
        let help = "a condition says what must not show: sum>=7 is harder than sum>=13";
        Some(problem.help(help).warning())
    });
    judged.collect()
}

fn verdict(condition: &Condition) -> Option<String> {
    // What stays holds on whatever dice are added.
    if condition.monotone_part().holds(Counts::EMPTY) {
        return Some("every roll is invalid, whatever is shown".to_owned());
    }
    is_never(condition).then(|| format!("no roll of up to {MOST_DICE} dice is invalid"))
}

/// Whether it holds on no roll of up to [`MOST_DICE`] dice, as far as each part settles that alone.
fn is_never(condition: &Condition) -> bool {
    const VALUES: u32 = 5;
    match condition {
        Condition::AtLeast(Amount::Sum, k) => *k > VALUES * MOST_DICE,
        Condition::AtLeast(Amount::Run | Amount::Distinct, k) => *k > VALUES,
        Condition::AtLeast(_, k) => *k > MOST_DICE,
        Condition::Any(_) | Condition::Not(_) => false,
        Condition::All(parts) => parts.iter().any(is_never),
        Condition::Either(parts) => parts.iter().all(is_never),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::multisets::layer;

    fn told(condition: &str) -> Option<String> {
        verdict(&condition.parse().unwrap())
    }

    /// Going through all rolls of up to four dice agrees.
    #[test]
    fn a_card_that_every_roll_offends_or_none_is_found() {
        let rolls = || (1..=4).flat_map(layer);
        for always in ["fives>=0", "sum>=0", "either(pair; run>=0)", "all(odd>=0; even>=0)"] {
            assert!(told(always).is_some_and(|told| told.starts_with("every roll is invalid")), "{always}");
            assert!(rolls().all(|roll| always.parse::<Condition>().unwrap().holds(roll)), "{always}");
        }
        for never in ["sum>=241", "run>=6", "distinct>=6", "fives>=49", "same>=49", "all(pair; run>=6)"] {
            assert!(told(never).is_some_and(|told| told.starts_with("no roll of up to 48 dice")), "{never}");
            assert!(!rolls().any(|roll| never.parse::<Condition>().unwrap().holds(roll)), "{never}");
        }
        for usual in ["sum>=240", "run>=5", "fives>=48", "not(any:5)", "not(run>=6)", "all(any:4,5; odd>=1)"] {
            assert_eq!(told(usual), None, "{usual}");
        }
    }
}
