//! What of the rules of a recorded run is not the default, in a few words each.

use crate::games::Setting;
use crate::page::{About, capital};
use crate::record::{Manifest, Part, VariedKey};
use crate::registry::recorded_game;
use std::collections::BTreeSet;
use toml::{Table, Value};

/// The most changes of a deck that are named one by one.
const MOST_CHANGES: usize = 4;

/// What a page and a heading say of the game of this manifest.
pub(crate) fn about(manifest: &Manifest) -> About {
    let (differences, changes, strategies) = (differences(manifest), changes(manifest), strategies(manifest));
    let Some(game) = recorded_game(manifest) else {
        return About { title: "", score: "", unit: "", summary: "", glossary: &[], differences, changes, strategies };
    };
    let (title, score, unit) = (game.title(), game.score(), game.unit());
    About { title, score, unit, summary: game.summary(), glossary: game.glossary(), differences, changes, strategies }
}

/// The strategies that play and ship, each once, with what it does. What is tuned or varied is there by its name alone.
fn strategies(manifest: &Manifest) -> Vec<(String, String)> {
    let Some(described) = recorded_game(manifest).and_then(|game| game.descriptions().ok()) else { return Vec::new() };
    let typed = manifest.lineup.iter().chain(&manifest.arms);
    let typed = typed.chain(manifest.strategies.iter().map(|strategy| &strategy.name));
    let names: BTreeSet<&str> = typed.filter_map(|name| name.split([':', '@']).next()).collect();
    let known = described.into_iter().filter(|it| names.contains(&*it.name));
    known.map(|it| (it.name, capital(&it.about))).collect()
}

/// The parts that differ from those of the default game: the name of an edition or a deck, single rules as `key=value`.
/// Rules are compared with those of the edition. What was varied differs between the combinations of a sweep, and is no
/// difference of all.
fn differences(manifest: &Manifest) -> Vec<String> {
    let parts_of = |edition: Option<String>| {
        let setting = Setting { edition, ..Setting::default() };
        let game = recorded_game(manifest).and_then(|game| game.set_up(manifest.players, &setting).ok());
        game.map(|game| game.manifest()).unwrap_or_default()
    };
    let named = |parts: &[(&str, String)], name: &str| {
        parts.iter().find(|(part, _)| *part == name).map_or_else(String::new, |(_, text)| text.clone())
    };
    let edition = manifest.resolved.iter().find(|part| part.name == "edition").map(|part| part.text.clone());
    let (default, usual) = (parts_of(None), parts_of(edition));
    let mut all = Vec::new();
    for part in &manifest.resolved {
        if is_varied(manifest, &part.name) {
            continue;
        }
        if part.name == "edition" {
            all.extend((named(&default, "edition") != part.text).then(|| part.text.clone()));
        } else if named(&usual, &part.name) != part.text {
            all.extend(in_part(manifest, part, &named(&usual, &part.name)));
        }
    }
    all.retain(|rule| rule.split_once('=').is_none_or(|(key, _)| !is_varied(manifest, key)));
    all
}

/// How the decks and rules that were varied differ from the first of them.
fn changes(manifest: &Manifest) -> Vec<String> {
    let read = |text: &str| text.parse::<Table>().unwrap_or_default();
    let of_key = |varied: &VariedKey| {
        let Some((first, others)) = varied.texts.split_first() else { return Vec::new() };
        let first = read(first);
        let one = |(value, text): (&String, &String)| {
            let own = read(text);
            let mut all = changed_cards(&own, &first);
            if !own.contains_key("card") {
                let usual = leaves("", &first);
                let changed = leaves("", &own).into_iter().filter(|rule| !usual.contains(rule));
                all = changed.map(|(key, value)| format!("{key}={value}")).collect();
            }
            let said = match &all[..] {
                [] => "nothing that is played".to_owned(),
                all if all.len() > 2 * MOST_CHANGES => format!("{} changes", all.len()),
                all => all.join(", "),
            };
            format!("{}={value} differs from {} by: {said}.", varied.key, varied.values[0])
        };
        varied.values.iter().skip(1).zip(others).map(one).collect::<Vec<_>>()
    };
    manifest.vary.iter().flat_map(of_key).collect()
}

/// Whether a part or a rule was varied.
fn is_varied(manifest: &Manifest, name: &str) -> bool {
    manifest.vary.iter().any(|varied| varied.key == name)
}

fn in_part(manifest: &Manifest, part: &Part, usual: &str) -> Vec<String> {
    let read = |text: &str| text.parse::<Table>().unwrap_or_default();
    let (played, usual) = (read(&part.text), read(usual));
    if let Some(Value::String(id)) = played.get("id") {
        let named = format!("{} {id}", part.name);
        let is_usual = played.get("id") == usual.get("id");
        let mut changed = if is_usual { changed_cards(&played, &usual) } else { typed_cards(manifest) };
        changed.retain(|change| change.split_once('=').is_none_or(|(key, _)| !is_varied(manifest, key)));
        return match (is_usual, &changed[..]) {
            (true, []) => Vec::new(),
            (false, []) => vec![named],
            (_, all) if all.len() > MOST_CHANGES => vec![format!("{named} with {} changes to its cards", all.len())],
            (_, all) => vec![format!("{named} with {}", all.join(" and "))],
        };
    }
    let (played, usual) = (leaves("", &played), leaves("", &usual));
    let changed = played.into_iter().filter(|rule| !usual.contains(rule));
    changed.map(|(key, value)| format!("{key}={}", as_one(&key, value))).collect()
}

/// Pools that are the same for any number of players, as one number.
fn as_one(key: &str, value: String) -> String {
    let mut all = value.trim_matches(['[', ']']).split(", ");
    match (key, all.next()) {
        ("pools", Some(first)) if all.all(|other| other == first) => first.to_owned(),
        _ => value,
    }
}

/// What differs between two decks of one name: fields as they are typed, and cards that only one of them has.
fn changed_cards(played: &Table, usual: &Table) -> Vec<String> {
    let cards = |deck: &Table| -> Vec<(String, Table)> {
        let all = deck.get("card").and_then(Value::as_array).cloned().unwrap_or_default();
        all.into_iter()
            .filter_map(|card| match card {
                Value::Table(card) => Some((card.get("id")?.as_str()?.to_owned(), card)),
                _ => None,
            })
            .collect()
    };
    let (own, known) = (cards(played), cards(usual));
    let lacks = |cards: &[(String, Table)], id: &str| !cards.iter().any(|(known, _)| known == id);
    let mut all: Vec<String> = Vec::new();
    for (id, card) in &own {
        let Some((_, usual)) = known.iter().find(|(known, _)| known == id) else {
            all.push(format!("the new card {id}"));
            continue;
        };
        let usual = leaves("", usual);
        let changed = leaves("", card).into_iter().filter(|field| !usual.contains(field));
        all.extend(changed.map(|(field, value)| format!("card.{id}.{field}={value}")));
    }
    all.extend(known.iter().filter(|(id, _)| lacks(&own, id)).map(|(id, _)| format!("{id} left out")));
    let removed = |deck: &Table| deck.get("removed").cloned();
    all.extend((removed(played) != removed(usual)).then(|| "other numbers of removed cards".to_owned()));
    all
}

/// The fields of cards that were changed by options.
fn typed_cards(manifest: &Manifest) -> Vec<String> {
    let rules =
        manifest.choices().into_iter().filter(|choice| choice.name == "rule" && choice.value.starts_with("card."));
    rules.map(|choice| choice.value).collect()
}

/// The values of a table and of those inside it, by their keys with dots between them.
pub(crate) fn leaves(before: &str, table: &Table) -> Vec<(String, String)> {
    let leaf = |(key, value): (&String, &Value)| match value {
        Value::Table(inner) => leaves(&format!("{before}{key}."), inner),
        Value::String(text) => vec![(format!("{before}{key}"), text.clone())],
        value => vec![(format!("{before}{key}"), value.to_string())],
    };
    table.iter().flat_map(leaf).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::BuiltIn;
    use crate::games::gang::Gang;

    /// The rules of an edition are no difference from it; what is typed beside it is.
    #[test]
    fn what_differs_is_named() {
        let differences_of = |edition: Option<&str>, options: &[(&str, &str)]| {
            let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
            let setting = Setting { edition: edition.map(str::to_owned), options, ..Setting::default() };
            let game = Gang::set_up(3, &setting).unwrap();
            let resolved = game.manifest().into_iter().map(|(name, text)| Part::new(name, text)).collect();
            differences(&Manifest { game: Gang::NAME.to_owned(), players: 3, resolved, ..Manifest::default() })
        };
        assert_eq!(differences_of(None, &[("rerolls", "4"), ("bonus", "[1, 2]")]), ["bonus=[1, 2]", "rerolls=4"]);
        assert_eq!(differences_of(None, &[]), [""; 0]);
        assert_eq!(differences_of(Some("bga"), &[]), [""; 0]);
        assert_eq!(differences_of(Some("blackrock"), &[("rerolls", "4")]), ["blackrock", "rerolls=4"]);
        let changed = "card.sum7-bomb.trigger";
        assert_eq!(
            differences_of(None, &[(changed, "explosion")]),
            ["deck reconstructed with card.sum7-bomb.trigger=explosion"]
        );
    }
}
