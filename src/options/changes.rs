//! What a varied value brings along that nobody typed: other seats, rounds or cards, and blocks that do not line up.

use super::axis::Axis;
use super::settings::Table;
use super::vary::Combination;
use crate::lab::Prepared;
use crate::terminal::failure::Failure;

/// The most values that are named one by one.
const MOST_NAMED: usize = 8;

/// What a combination is played with.
pub(crate) struct Setup<'t> {
    pub game: &'t dyn Prepared,
    /// The strategies at the seats, as far as they are for somebody to say.
    pub lineup: Vec<String>,
    /// How many games share a deal.
    pub games: u64,
    pub seed: u64,
}

impl<'t> Setup<'t> {
    pub(crate) fn of_table(table: &'t Table) -> Setup<'t> {
        let (lineup, games) = (table.lineup_names(), table.seatings.games());
        Setup { game: &*table.game, lineup, games, seed: table.seed }
    }
}

/// A remark for each value, beside the first of its key, that changes more than it says: `changes` says what a combination
/// changes beside the first.
pub(crate) fn side_effects(
    axes: &[Axis],
    combinations: &[Combination],
    changes: impl Fn(usize) -> Result<Vec<String>, Failure>,
) -> Result<Vec<String>, Failure> {
    let mut remarks: Vec<String> = Vec::new();
    // How many combinations there are from one value of the key to the next.
    let mut apart = combinations.len();
    for (at, axis) in axes.iter().enumerate() {
        apart /= axis.values.len();
        // Values that bring the same along are named together.
        let mut alike: Vec<(String, Vec<&str>)> = Vec::new();
        for number in 1..axis.values.len() {
            let changes = changes(number * apart)?.join("; ");
            let value = &*combinations[number * apart].values[at];
            match alike.iter_mut().find(|(known, _)| *known == changes) {
                Some((_, values)) => values.push(value),
                None => alike.push((changes, vec![value])),
            }
        }
        let said = alike.into_iter().filter(|(changes, _)| !changes.is_empty());
        remarks.extend(said.map(|(changes, values)| format!("note: {}={}: {changes}", axis.key, abbreviated(&values))));
    }
    Ok(remarks)
}

/// Values as they are typed; of many the first ones and the last.
fn abbreviated(values: &[&str]) -> String {
    match values {
        [first, second, .., last] if values.len() > MOST_NAMED => format!("{first}|{second}|…|{last}"),
        _ => values.join("|"),
    }
}

/// What differs between two setups, in words.
pub(crate) fn changes(first: &Setup<'_>, own: &Setup<'_>) -> Vec<String> {
    let mut changes = Vec::new();
    let (seats, usual) = (own.game.seats(), first.game.seats());
    if seats != usual {
        changes.push(format!("{seats} seats instead of {usual}, with {}", own.lineup.join(", ")));
    }
    let rounds = |setup: &Setup<'_>| setup.game.longest("rounds");
    if let (Some(rounds), Some(usual)) = (rounds(own), rounds(first))
        && rounds != usual
    {
        changes.push(format!("up to {rounds} rounds instead of {usual}"));
    }
    let (cards, usual) = (Cards::of(own.game), Cards::of(first.game));
    changes.extend(cards.differences(&usual));
    let (games, usual) = (own.games, first.games);
    if games != usual {
        changes.push(format!(
            "each deal is played {games} times instead of {usual}, so that nothing is held against the first combination"
        ));
    } else if own.seed != first.seed {
        changes.push("other draws, so that nothing is held against the first combination".to_owned());
    }
    changes
}

/// The cards of a game's deck, if it has one.
struct Cards {
    ids: Vec<String>,
    removed: i64,
}

impl Cards {
    fn of(game: &dyn Prepared) -> Cards {
        let deck = game.manifest().into_iter().find(|(name, _)| *name == "deck");
        let deck: toml::Table = deck.and_then(|(_, text)| text.parse().ok()).unwrap_or_default();
        let cards = deck.get("card").and_then(|cards| cards.as_array()).cloned().unwrap_or_default();
        let id = |card: &toml::Value| card.get("id").and_then(|id| id.as_str()).map(str::to_owned);
        let removed = deck.get("removed").and_then(|removed| removed.as_table());
        let removed = removed.map_or(0, |removed| removed.values().filter_map(toml::Value::as_integer).sum());
        Cards { ids: cards.iter().filter_map(id).collect(), removed }
    }

    fn differences(&self, usual: &Cards) -> Vec<String> {
        let without = |these: &Cards, those: &Cards| {
            let ids = these.ids.iter().filter(|id| !those.ids.contains(id)).cloned();
            ids.collect::<Vec<_>>().join(", ")
        };
        let (left_out, new) = (without(usual, self), without(self, usual));
        let mut differences = Vec::new();
        let cards = |ids: &str| if ids.contains(',') { "cards" } else { "card" };
        differences.extend((!left_out.is_empty()).then(|| format!("without the {} {left_out}", cards(&left_out))));
        differences.extend((!new.is_empty()).then(|| format!("with the {} {new}", cards(&new))));
        if self.removed != usual.removed {
            let (removed, usual) = (self.removed, usual.removed);
            differences.push(format!("{removed} cards removed unseen instead of {usual}"));
        }
        differences
    }
}
