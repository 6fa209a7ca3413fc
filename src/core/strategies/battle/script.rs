//! Strategies for Battle Dice that are scripts.
//!
//! Owns how the functions of a script are called, one for each decision, and what they may return. Whether dice, duels
//! and purchases are legal is for the game to say; what cannot even be one is refused here, with what could be. The
//! players, dice and options that a script sees are in `script_view`; all else that it sees is made from the declaration
//! of the game. A decision for which a script has no function is the default.

use super::script_view::{self, Call, ScriptOption};
use crate::games::Seat;
use crate::games::battle::{
    Action, Answer, Battle, Choice, Conduct, Contest, Duel, Hand, KeptView, Kind, Kinds, Moment, NoAnswer, Powers,
    Purchase, Strategy, View, tactics,
};
use crate::games::declaration::{self, Declared, Language, index_of};
use crate::strategies::script::{ScriptForm, ScriptGame, Scripted, Words, refused};
use rhai::{Dynamic, Map};
use std::sync::Arc;

/// How many legal options a message lists.
const MOST_LISTED: usize = 8;
/// The name of the number of the turn.
const TURN: &str = Battle::OBSERVABLES[index_of::<Battle>("turn", Language::Both).0 as usize].name;
/// The decisions about powers.
const IN_DUELS: [Moment; 6] =
    [Moment::Shield, Moment::Multiply, Moment::MultiplyLast, Moment::Exchange, Moment::Reroll, Moment::Cancel];

impl ScriptForm for Battle {
    type Tools = Battle;
    type Copy = KeptView;
    type About = ();

    const WANTED: &'static [&'static str] = &[];
    const OPTIONAL: &'static [&'static str] = &[
        "draft(view)",
        "duel(view)",
        "choose(view)",
        "shield(view)",
        "multiply(view)",
        "multiply_last(view)",
        "exchange(view)",
        "give_way(view)",
        "reroll(view)",
        "cancel(view)",
        "buy(view)",
    ];

    fn tools(&self) -> Battle {
        self.clone()
    }

    fn copy(view: &View<'_>) -> KeptView {
        view.keep()
    }

    fn lend<'c>(copy: &'c KeptView, tools: &'c Battle) -> View<'c> {
        copy.lend(tools)
    }

    fn teach(words: &mut Words) {
        script_view::teach(words);
    }
}

impl ScriptGame for Battle {
    fn from_script(script: Scripted<Battle>) -> Box<dyn Strategy> {
        Box::new(FromScript::new(script))
    }
}

/// A script at a table.
struct FromScript {
    script: Scripted<Battle>,
    /// Whether it tosses a coin, or asks somebody.
    draws: bool,
    /// Whether a duel is chosen or dice are bought by the turn.
    reads_turn: bool,
}

impl FromScript {
    fn new(script: Scripted<Battle>) -> FromScript {
        let draws = script.draws();
        let reads_turn = [Moment::Duel, Moment::Buy].iter().any(|moment| script.reads(moment.name(), TURN));
        FromScript { script, draws, reads_turn }
    }

    /// What `read` makes of what a function returns, which `must` be such a thing; what is usual if the script has no
    /// such function.
    fn ask<T>(
        &self,
        view: &View<'_>,
        usual: impl Fn(&View<'_>) -> T,
        read: impl Fn(&Dynamic, &Arc<Call>) -> Option<T>,
        must: impl Fn() -> String,
    ) -> Answer<T> {
        let function = view.moment.name();
        if !self.script.has(function) {
            return Ok(usual(view));
        }
        let (returned, call) = self.script.ask(function, &declaration::View::new(*view), ())?;
        read(&returned, &call).ok_or_else(|| refused(&returned, function, &must()))
    }
}

impl Strategy for FromScript {
    fn drafts_by_table(&self) -> bool {
        !self.draws
    }

    /// Of what its functions can see between duels only the turn is not on the table.
    fn plays_by_table(&self) -> bool {
        !self.draws && !self.reads_turn
    }

    /// Its coin counts its decisions, so if it tosses one, none is left out that it would be asked for. Otherwise it has the
    /// usual conduct wherever it has no function.
    fn conduct(&self) -> Conduct {
        let choice = if self.script.has(Moment::Dice.name()) { Choice::Unknown } else { Choice::ByWorth };
        if self.draws {
            return Conduct { choice, ..Conduct::unknown() };
        }
        let own = IN_DUELS.into_iter().filter(|moment| self.script.has(moment.name()));
        let unknown = own.fold(Powers::NONE, |powers, moment| powers.with(moment.power()));
        Conduct { choice, unknown, ..Conduct::default() }
    }

    fn draft(&self, view: &View<'_>) -> Answer<Purchase> {
        let must = "a kind of dice (one of view.choices), \"pass\", or #{ give: \"white\", buy: \"red\" }";
        self.ask(view, |view| tactics::draft(view, None), |returned, _| draft(returned), || must.into())
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        let must = || {
            let names = Contest::NAMES.join("\", \"");
            let map = "duel: \"armageddon\", number: 4, against: \"all\" or a seat, hand: \"chosen\" or \"random\"";
            format!("one of \"{names}\", or #{{ {map} }}")
        };
        self.ask(view, |_| Duel::default(), |returned, _| duel(returned, view), must)
    }

    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        let must = "an array of kinds of dice, for example [\"green\", \"white\"]";
        self.ask(view, |view| tactics::dice(view, None), |returned, _| dice(returned), || must.into())
    }

    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        let must = || {
            let (options, more) = (view.actions(), if view.actions().len() > MOST_LISTED { ", …" } else { "" });
            let listed: Vec<String> = options.iter().take(MOST_LISTED).map(Action::to_string).collect();
            format!("one of view.options ({}{more}) or ()", listed.join(", "))
        };
        let action = self.ask(view, tactics::act, option, must)?;
        if action.is_none() && view.moment == Moment::GiveWay {
            let none = "() from give_way, which must return one of view.options: a die must go back";
            return Err(NoAnswer(none.into()));
        }
        Ok(action)
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        let must =
            "an array of kinds of dice to take, [] for nothing, or #{ take: [\"blue\"], give: [\"red\", \"red\"] }";
        self.ask(view, |view| tactics::buy(view, None, None), |returned, _| purchase(returned), || must.into())
    }
}

fn text(value: &Dynamic) -> Option<String> {
    value.as_immutable_string_ref().ok().map(|text| text.to_string())
}

/// A kind of dice by its name.
fn named(value: &Dynamic) -> Option<Kind> {
    Kind::named(&text(value)?)
}

/// Dice as an array of their kinds.
fn dice(value: &Dynamic) -> Option<Kinds> {
    let array = value.as_array_ref().ok().filter(|array| array.len() <= usize::from(u8::MAX))?;
    array.iter().map(named).collect()
}

/// Two parts of a map that has no others.
fn both<T>(returned: &Dynamic, keys: [&str; 2], read: impl Fn(&Dynamic) -> Option<T>) -> Option<(T, T)> {
    let map = returned.as_map_ref().ok().filter(|map| map.len() == 2)?;
    Some((read(map.get(keys[0])?)?, read(map.get(keys[1])?)?))
}

/// A kind to buy, `"pass"`, or a map of what is given and bought.
fn draft(returned: &Dynamic) -> Option<Purchase> {
    let pass = || text(returned).filter(|text| text == "pass").map(|_| Purchase::default());
    let swap = || both(returned, ["buy", "give"], named).map(|(take, give)| Purchase::swap(take, give));
    named(returned).map(Purchase::of).or_else(pass).or_else(swap)
}

/// A name, or a map whose other keys can be left out.
pub(super) fn duel(returned: &Dynamic, view: &View<'_>) -> Option<Duel> {
    let map = match returned.as_map_ref() {
        Ok(map) => map.clone(),
        Err(_) => Map::from([("duel".into(), returned.clone())]),
    };
    if map.keys().any(|key| !["duel", "number", "against", "hand"].contains(&key.as_str())) {
        return None;
    }
    let name = text(map.get("duel")?)?;
    let without = if name == "armageddon" { view.own_dice().total() } else { view.cost(view.seat) };
    let number = match map.get("number") {
        Some(number) => u32::try_from(number.as_int().ok()?).ok()?,
        None => without,
    };
    let opponent = match map.get("against") {
        None => None,
        // A seat that there is not is for the game to refuse.
        Some(value) if value.is_int() => Some(Seat(u8::try_from(value.as_int().ok()?).ok()?.checked_sub(1)?)),
        Some(value) => (text(value)? == "all").then_some(None)?,
    };
    let hand = map.get("hand").map_or(Some("random".into()), text)?;
    let hand = Hand::ALL.into_iter().find(|known| known.name() == hand)?;
    Some(Duel { contest: Contest::named(&name, number)?, opponent, hand })
}

/// Dice to take, or a map of those and the dice given for them.
fn purchase(returned: &Dynamic) -> Option<Purchase> {
    let both = || both(returned, ["take", "give"], dice);
    let purchase = dice(returned).map(|take| (take, Kinds::EMPTY)).or_else(both);
    purchase.map(|(take, give)| Purchase { take, give })
}

/// One of `view.options`, or nothing.
fn option(returned: &Dynamic, call: &Arc<Call>) -> Option<Option<Action>> {
    if returned.is_unit() {
        return Some(None);
    }
    let chosen = returned.read_lock::<ScriptOption>().filter(|option| Arc::ptr_eq(&option.0, call))?;
    Some(Some(chosen.1))
}
