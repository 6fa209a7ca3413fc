//! What the functions of a script for Battle Dice may return.
//!
//! Owns taking it to pieces. Whether dice, duels and purchases are legal is for the game to say; what cannot even be
//! one is refused here, with what could be.

use super::script_call::{Call, Choice, contest, kind};
use super::script_view::ScriptOption;
use crate::games::Seat;
use crate::games::battle::{
    Aim, Answer, Contest, Draft, Duel, Exchange, Hand, Kind, Kinds, NoAnswer, Opponents, Purchase, View,
};
use crate::strategies::script::describe;
use rhai::{Dynamic, Map};
use std::sync::Arc;

/// How many legal options a message lists.
const MOST_LISTED: usize = 8;

fn refuse<T>(function: &str, returned: &Dynamic, must: &str) -> Answer<T> {
    let what = describe(returned);
    Err(NoAnswer(format!("{what} from {function}, which must return {must}").into()))
}

/// A kind of dice by its name.
fn named(value: &Dynamic) -> Option<Kind> {
    value.as_immutable_string_ref().ok().and_then(|name| kind(&name))
}

/// What `draft` returned.
pub(super) fn draft(returned: &Dynamic) -> Answer<Draft> {
    let must = "a kind of dice (one of view.choices), \"pass\", or #{ give: \"white\", buy: \"red\" }";
    if let Some(kind) = named(returned) {
        return Ok(Draft::Buy(kind));
    }
    if returned.as_immutable_string_ref().is_ok_and(|text| text.as_str() == "pass") {
        return Ok(Draft::Pass);
    }
    let swap = returned.as_map_ref().ok().filter(|map| map.len() == 2);
    let swap = swap.and_then(|map| Some((map.get("give").and_then(named)?, map.get("buy").and_then(named)?)));
    swap.map_or_else(|| refuse("draft", returned, must), |(give, buy)| Ok(Draft::Swap { give, buy }))
}

/// What `duel` returned: a name, or a map whose other keys can be left out.
pub(super) fn duel(returned: &Dynamic, view: &View<'_>) -> Answer<Duel> {
    let map = match returned.as_map_ref() {
        Ok(map) => map.clone(),
        Err(_) => Map::from([("duel".into(), returned.clone())]),
    };
    duel_of(&map, view).map_or_else(
        || {
            let names = Contest::NAMES.join("\", \"");
            let must = format!(
                "one of \"{names}\", or #{{ duel: \"armageddon\", number: 4, against: \"all\" or a seat, hand: \"chosen\" \
                 or \"random\" }}"
            );
            refuse("duel", returned, &must)
        },
        Ok,
    )
}

fn duel_of(map: &Map, view: &View<'_>) -> Option<Duel> {
    if map.keys().any(|key| !["duel", "number", "against", "hand"].contains(&key.as_str())) {
        return None;
    }
    let name = map.get("duel")?.as_immutable_string_ref().ok()?.to_string();
    let without = if name == "armageddon" { view.own_dice().total() } else { view.cost(view.seat()) };
    let number = match map.get("number") {
        Some(number) => u32::try_from(number.as_int().ok()?).ok()?,
        None => without,
    };
    let text = |value: &Dynamic| value.as_immutable_string_ref().ok().map(|text| text.to_string());
    let opponents = match map.get("against") {
        None => Opponents::All,
        Some(value) => match value.as_int() {
            // A seat that there is not is for the game to refuse.
            Ok(number) => Opponents::One(Seat(u8::try_from(number).ok()?.checked_sub(1)?)),
            Err(_) => (text(value)? == "all").then_some(Opponents::All)?,
        },
    };
    let hand = match map.get("hand").map(text) {
        None => Hand::Random,
        Some(word) => match word?.as_str() {
            "chosen" => Hand::Chosen,
            "random" => Hand::Random,
            _ => return None,
        },
    };
    Some(Duel { contest: contest(&name, number)?, opponents, hand })
}

/// Dice as an array of their kinds.
pub(super) fn kinds(function: &str, returned: &Dynamic) -> Answer<Kinds> {
    let must = "an array of kinds of dice, for example [\"green\", \"white\"]";
    dice(returned).map_or_else(|| refuse(function, returned, must), Ok)
}

fn dice(value: &Dynamic) -> Option<Kinds> {
    let array = value.as_array_ref().ok()?;
    let all = array.iter().map(named).collect::<Option<Vec<Kind>>>()?;
    all.into_iter().try_fold(Kinds::EMPTY, |all, kind| all.checked_add(Kinds::one(kind)))
}

/// What `buy` returned: dice to take, or a map of those and the dice given for them.
pub(super) fn purchase(returned: &Dynamic) -> Answer<Purchase> {
    let must = "an array of kinds of dice to take, [] for nothing, or #{ take: [\"blue\"], give: [\"red\", \"red\"] }";
    if let Some(take) = dice(returned) {
        return Ok(Purchase { take, give: Kinds::EMPTY });
    }
    let map = returned.as_map_ref().ok().filter(|map| map.len() == 2);
    let both = map.and_then(|map| Some((map.get("take").and_then(dice)?, map.get("give").and_then(dice)?)));
    both.map_or_else(|| refuse("buy", returned, must), |(take, give)| Ok(Purchase { take, give }))
}

/// What a function returned that chooses one of `view.options`.
pub(super) fn option(function: &str, returned: &Dynamic, call: &Arc<Call>) -> Answer<Option<Choice>> {
    if returned.is_unit() {
        return Ok(None);
    }
    let chosen = returned.read_lock::<ScriptOption>();
    if let Some(index) = chosen.filter(|option| Arc::ptr_eq(&option.0, call)).map(|option| option.1) {
        return Ok(Some(call.options[index]));
    }
    let more = if call.options.len() > MOST_LISTED { ", …" } else { "" };
    let listed: Vec<String> = call.options.iter().take(MOST_LISTED).map(|option| words(*option)).collect();
    refuse(function, returned, &format!("one of view.options ({}{more}) or ()", listed.join(", ")))
}

/// An option in words.
fn words(option: Choice) -> String {
    match option {
        Choice::Placement(placed) => format!("die {} on die {}", placed.die.0, placed.on.0),
        Choice::Replacement(moved) => match moved.from {
            None => format!("die {} on die {}", moved.die.0, moved.on.0),
            Some(from) => format!("die {} from die {} to die {}", moved.die.0, from.0, moved.on.0),
        },
        Choice::Spot(spot) | Choice::Exchange(Exchange::Own(spot)) => format!("die {}", spot.0),
        Choice::Exchange(Exchange::Other(seat)) => format!("seat {}", seat.number()),
        Choice::Aim(Aim { seat, die }, _) => format!("die {} of seat {}", die.0, seat.number()),
    }
}
