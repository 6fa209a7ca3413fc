//! What the functions of a script for Battle Dice may return.
//!
//! Owns taking it to pieces, and the default answers as a script would write them. Whether dice, duels and purchases are
//! legal is for the game to say; what cannot even be one is refused here, with what could be.

use super::script_view::{Call, ScriptOption};
use crate::games::Seat;
use crate::games::battle::{
    Action, Answer, Contest, Draft, Duel, Hand, Kind, Kinds, Moment, NoAnswer, Opponents, Purchase, View, kinds_value,
    tactics,
};
use crate::games::declaration::Value;
use crate::strategies::script::{describe, dynamic};
use rhai::{Dynamic, Map};
use std::sync::Arc;

/// How many legal options a message lists.
const MOST_LISTED: usize = 8;

/// What was found in what a function returned, or that there is nothing, with what it must return.
fn or_refuse<T>(found: Option<T>, function: &str, returned: &Dynamic, must: &str) -> Answer<T> {
    found.ok_or_else(|| {
        let what = describe(returned);
        NoAnswer(format!("{what} from {function}, which must return {must}").into())
    })
}

fn text(value: &Dynamic) -> Option<String> {
    value.as_immutable_string_ref().ok().map(|text| text.to_string())
}

/// A kind of dice by its name.
fn named(value: &Dynamic) -> Option<Kind> {
    Kind::named(&text(value)?)
}

/// Two parts of a map that has no others.
fn both<T>(returned: &Dynamic, keys: [&str; 2], read: impl Fn(&Dynamic) -> Option<T>) -> Option<(T, T)> {
    let map = returned.as_map_ref().ok().filter(|map| map.len() == 2)?;
    Some((read(map.get(keys[0])?)?, read(map.get(keys[1])?)?))
}

/// What `draft` returned.
pub(super) fn draft(returned: &Dynamic) -> Answer<Draft> {
    let must = "a kind of dice (one of view.choices), \"pass\", or #{ give: \"white\", buy: \"red\" }";
    let pass = || text(returned).filter(|text| text == "pass").map(|_| Draft::Pass);
    let swap = || both(returned, ["give", "buy"], named).map(|(give, buy)| Draft::Swap { give, buy });
    or_refuse(named(returned).map(Draft::Buy).or_else(pass).or_else(swap), "draft", returned, must)
}

/// What a player does who has no idea of its own, as a script would return it; `()` for nothing.
pub(super) fn usual(view: &View<'_>, call: &Arc<Call>) -> Dynamic {
    match view.moment {
        Moment::Draft => match tactics::draft(view, None) {
            Draft::Buy(kind) => kind.name().into(),
            Draft::Swap { .. } | Draft::Pass => "pass".into(),
        },
        Moment::Duel => dynamic(&duel_value(&tactics::duel(view))),
        Moment::Dice(_) => dynamic(&kinds_value(tactics::dice(view, None).dice())),
        Moment::Buy => dynamic(&kinds_value(tactics::buy(view, None, None).take.dice())),
        _ => tactics::act(view).map_or(Dynamic::UNIT, |action| Dynamic::from(ScriptOption(Arc::clone(call), action))),
    }
}

fn duel_value(duel: &Duel) -> Value {
    let text = |text: &str| Value::Text(text.to_owned());
    let against = match duel.opponents {
        Opponents::All => text("all"),
        Opponents::One(other) => Value::Whole(other.number() as i64),
    };
    let mut parts = vec![("duel", text(Contest::NAMES[duel.contest.index()])), ("against", against)];
    parts.push(("hand", text(duel.hand.name())));
    parts.extend(duel.contest.number().map(|number| ("number", Value::Whole(number.into()))));
    Value::Item(parts)
}

/// What `duel` returned: a name, or a map whose other keys can be left out.
pub(super) fn duel(returned: &Dynamic, view: &View<'_>) -> Answer<Duel> {
    let map = match returned.as_map_ref() {
        Ok(map) => map.clone(),
        Err(_) => Map::from([("duel".into(), returned.clone())]),
    };
    if let Some(duel) = duel_of(&map, view) {
        return Ok(duel);
    }
    let names = Contest::NAMES.join("\", \"");
    let must = format!(
        "one of \"{names}\", or #{{ duel: \"armageddon\", number: 4, against: \"all\" or a seat, hand: \"chosen\" or \
         \"random\" }}"
    );
    or_refuse(None, "duel", returned, &must)
}

fn duel_of(map: &Map, view: &View<'_>) -> Option<Duel> {
    if map.keys().any(|key| !["duel", "number", "against", "hand"].contains(&key.as_str())) {
        return None;
    }
    let name = text(map.get("duel")?)?;
    let without = if name == "armageddon" { view.own_dice().total() } else { view.cost(view.seat) };
    let number = match map.get("number") {
        Some(number) => u32::try_from(number.as_int().ok()?).ok()?,
        None => without,
    };
    let opponents = match map.get("against") {
        None => Opponents::All,
        Some(value) => match value.as_int() {
            // A seat that there is not is for the game to refuse.
            Ok(number) => Opponents::One(Seat(u8::try_from(number).ok()?.checked_sub(1)?)),
            Err(_) => (text(value)? == "all").then_some(Opponents::All)?,
        },
    };
    let hand = map.get("hand").map_or(Some(Hand::Random), |hand| Hand::named(&text(hand)?))?;
    Some(Duel { contest: Contest::named(&name, number)?, opponents, hand })
}

/// What `choose` returned: dice as an array of their kinds.
pub(super) fn chosen(returned: &Dynamic) -> Answer<Kinds> {
    or_refuse(dice(returned), "choose", returned, "an array of kinds of dice, for example [\"green\", \"white\"]")
}

fn dice(value: &Dynamic) -> Option<Kinds> {
    let array = value.as_array_ref().ok()?;
    array.iter().try_fold(Kinds::EMPTY, |all, kind| all.checked_add(Kinds::one(named(kind)?)))
}

/// What `buy` returned: dice to take, or a map of those and the dice given for them.
pub(super) fn purchase(returned: &Dynamic) -> Answer<Purchase> {
    let must = "an array of kinds of dice to take, [] for nothing, or #{ take: [\"blue\"], give: [\"red\", \"red\"] }";
    let both = || both(returned, ["take", "give"], dice);
    let purchase = dice(returned).map(|take| (take, Kinds::EMPTY)).or_else(both);
    or_refuse(purchase.map(|(take, give)| Purchase { take, give }), "buy", returned, must)
}

/// What a function returned that chooses one of `view.options`, or nothing.
pub(super) fn option(view: &View<'_>, returned: &Dynamic, call: &Arc<Call>) -> Answer<Option<Action>> {
    if returned.is_unit() {
        return Ok(None);
    }
    let chosen = returned.read_lock::<ScriptOption>();
    if let Some(option) = chosen.filter(|option| Arc::ptr_eq(&option.0, call)) {
        return Ok(Some(option.1));
    }
    let options = view.actions();
    let more = if options.len() > MOST_LISTED { ", …" } else { "" };
    let listed: Vec<String> = options.iter().take(MOST_LISTED).map(Action::to_string).collect();
    let must = format!("one of view.options ({}{more}) or ()", listed.join(", "));
    or_refuse(None, view.moment.name(), returned, &must)
}
