//! What kinds of dice and duels are called where strategies name them.
//!
//! Owns finding them by name, for files and for scripts.

use crate::games::battle::{Contest, Hand, Kind, hand_name};

/// The kind of a name.
pub(super) fn kind(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

/// The duel of a name, with a number where it takes one.
pub(super) fn contest(name: &str, number: u32) -> Option<Contest> {
    let all = [
        Contest::FirstTo15,
        Contest::RussianRoulette,
        Contest::ByPoints(number),
        Contest::Battle,
        Contest::Armageddon(number),
        Contest::TwoByTwo,
    ];
    all.into_iter().find(|contest| Contest::NAMES[contest.index()] == name)
}

/// How dice are picked, by its name.
pub(super) fn hand(name: &str) -> Option<Hand> {
    [Hand::Chosen, Hand::Random].into_iter().find(|hand| hand_name(*hand) == name)
}
