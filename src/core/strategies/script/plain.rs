//! Scripts of games that are known only when the program runs.
//!
//! Owns what such a game teaches its scripts ([`Lexicon`]), what it shows them in a call ([`Scene`]), and calling them. A view has
//! properties and functions, but no index, so that which properties a script reads stands in its text
//! ([`PlainScript::reads`]).

use super::decide::Callable;
use super::host::ASK_HOST;
use super::language::{Evaluated, Words, refuse};
use super::mentions::COIN;
use super::parse::{Asks, Script};
use super::person::{ASK_WAY, way};
use super::view::dynamic;
use super::{budget, describe};
use crate::games::declaration::Value;
use crate::input::{BadInput, Source};
use crate::strategies::{Parameter, Values};
use rhai::{Array, Dynamic, NativeCallContext};
use std::fmt;
use std::sync::Arc;

/// What a game teaches its scripts.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    /// The game.
    pub game: String,
    /// The functions that a script must have, as they are declared: `on(view)`.
    pub functions: Vec<String>,
    /// What a view has.
    pub properties: Vec<String>,
    /// Which of these are facts, true or false in a script and 1 or 0 in a scene: positions among the properties.
    pub facts: Vec<usize>,
    /// What it has of each other player, too: positions among the properties.
    pub of_others: Vec<usize>,
    /// Functions of a view, with the number of arguments that each takes beside it: 1 or 2.
    pub helpers: Vec<(&'static str, usize)>,
}

/// What is shown to a script in one call.
pub trait Scene: Send + Sync + 'static {
    /// A property, by its position in the lexicon.
    fn property(&self, property: usize) -> Value;

    /// How many other players there are.
    fn others(&self) -> usize;

    /// A property of another player, counted from 0, the next one first.
    fn of_other(&self, other: usize, property: usize) -> Value;

    /// What a helper answers, by its position in the lexicon.
    ///
    /// # Errors
    /// What is wrong with the arguments, in words.
    fn helper(&self, helper: usize, arguments: &[Value]) -> Result<Value, String>;

    /// How the game stands, as options of `analyze advise`.
    fn position(&self) -> String;

    /// A number below `sides`, from the strategy's own coin.
    fn toss(&self, sides: usize) -> usize;
}

/// The view that a script gets.
#[derive(Clone)]
struct Sight(Arc<dyn Scene>);

/// Another player, as a script sees it.
#[derive(Clone)]
struct Other(Arc<dyn Scene>, usize);

/// The name under which a view has the other players, in the order of their turns.
const OTHERS: &str = "rivals";

/// A script that was read for a game.
#[derive(Debug)]
pub struct PlainScript {
    script: Script,
    lexicon: Lexicon,
}

impl PlainScript {
    /// Reads a script.
    ///
    /// # Errors
    /// All that is wrong with it, as far as that shows without playing.
    pub fn read(source: &Source, lexicon: Lexicon) -> Result<PlainScript, BadInput> {
        let wanted = lexicon.functions.iter().map(String::as_str).collect();
        let asks = Asks { game: &lexicon.game, says_game: true, wanted, optional: Vec::new() };
        let script = Script::parse(source, &asks, taught(&lexicon))?;
        Ok(PlainScript { script, lexicon })
    }

    /// The strategy's name.
    pub fn name(&self) -> &str {
        &self.script.name
    }

    /// What it does, in a line.
    pub fn about(&self) -> &str {
        &self.script.about
    }

    /// Its parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.script.parameters
    }

    /// Whether a function can read the property of a view, or of other players, that has this name.
    pub fn reads(&self, function: &str, property: &str) -> bool {
        self.script.mentioned.reads(function, property)
    }

    /// Whether a function can read anything of the other players.
    pub fn reads_others(&self, function: &str) -> bool {
        self.reads(function, OTHERS)
    }

    /// Whether a function can ask something of dice, or whatever its game helps with.
    pub fn asks_helpers(&self, function: &str) -> bool {
        let calls = |name: &str| self.script.mentioned.calls(function, name);
        calls(ASK_HOST) || self.lexicon.helpers.iter().any(|(name, _)| calls(name))
    }

    /// Whether a function can draw by itself, or ask a person or another program.
    pub fn draws(&self, function: &str) -> bool {
        self.script.mentioned.draws(function)
    }

    /// Whether a function cannot be called so, because the language has another meaning for the word.
    pub fn is_word(name: &str) -> bool {
        Words::new().engine.compile(format!("fn {name}(view) {{}}")).is_err()
    }

    /// The script with these values of its parameters.
    pub fn with(&self, values: &Values) -> Sighted {
        Sighted(Callable::new(&self.script, values, taught(&self.lexicon)))
    }
}

/// A script at a table.
pub struct Sighted(Callable);

impl fmt::Debug for Sighted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a script")
    }
}

impl Sighted {
    /// What one of its functions returns.
    ///
    /// # Errors
    /// How the script failed, or that it returned what is neither a number, a text nor a list of such.
    pub fn ask(&self, function: &str, scene: Arc<dyn Scene>) -> Result<Value, String> {
        let tag = Dynamic::from(Sight(Arc::clone(&scene)));
        let returned = self.0.call(function, tag, (Sight(scene),)).map_err(|failed| String::from(failed.0))?;
        let message = || format!("{} from {function}", describe(&returned));
        value(&returned).ok_or_else(message)
    }
}

/// The words of a game's scripts.
fn taught(lexicon: &Lexicon) -> Words {
    let mut words = Words::new();
    words.type_named::<Sight>("view").type_named::<Other>("rival");
    for (at, name) in lexicon.properties.iter().enumerate() {
        if lexicon.facts.contains(&at) {
            words.property(name, move |sight: &mut Sight| Ok(matches!(sight.0.property(at), Value::Whole(1))));
        } else {
            words.property(name, move |sight: &mut Sight| Ok(dynamic(&sight.0.property(at))));
        }
    }
    for &at in &lexicon.of_others {
        words.property(&lexicon.properties[at], move |other: &mut Other| Ok(dynamic(&other.0.of_other(other.1, at))));
    }
    words.property(OTHERS, |sight: &mut Sight| {
        let others = (0..sight.0.others()).map(|other| Dynamic::from(Other(Arc::clone(&sight.0), other)));
        Ok(Dynamic::from_array(others.collect()))
    });
    for (at, &(name, takes)) in lexicon.helpers.iter().enumerate() {
        if takes == 1 {
            words.function(name, move |sight: &mut Sight, one: Dynamic| helped(sight, at, &[one]));
        } else {
            words.function(name, move |sight: &mut Sight, one: Dynamic, two: Dynamic| helped(sight, at, &[one, two]));
        }
    }
    // A person is asked: the answer is the position of a way among these.
    words.function(ASK_WAY, |context: NativeCallContext<'_>, text: &str, ways: Array| {
        way(text, &sight(&context)?.0.position(), &ways)
    });
    words.function(COIN, |context: NativeCallContext<'_>| sight(&context).map(|sight| sight.0.toss(2) == 1)).function(
        COIN,
        |context: NativeCallContext<'_>, sides: i64| match u32::try_from(sides) {
            Ok(many) if many > 0 => Ok(sight(&context)?.0.toss(many as usize) as i64),
            _ => refuse(format!("a coin of {sides} sides")),
        },
    );
    words
}

/// The view of the call in which a free function is used. It fails in a constant: while those are worked out, there is none.
fn sight(context: &NativeCallContext<'_>) -> Evaluated<Sight> {
    let found = context.tag().and_then(|tag| tag.read_lock::<Sight>().map(|sight| sight.clone()));
    found.map_or_else(|| refuse(format!("{} is for functions, not for constants", context.fn_name())), Ok)
}

fn helped(sight: &mut Sight, helper: usize, arguments: &[Dynamic]) -> Evaluated<Dynamic> {
    let mut values = Vec::with_capacity(arguments.len());
    for argument in arguments {
        match value(argument) {
            Some(value) => values.push(value),
            None => return refuse(format!("{} cannot be asked about", describe(argument))),
        }
    }
    // It may look at all dice that it is given, and at each face of the game.
    budget::spend(100);
    sight.0.helper(helper, &values).map_or_else(refuse, |answer| Ok(dynamic(&answer)))
}

/// A value of the language as one of the declaration, if it is a number, a text, a list of such, or nothing.
fn value(given: &Dynamic) -> Option<Value> {
    if let Ok(number) = given.as_int() {
        return Some(Value::Whole(number));
    }
    if let Ok(text) = given.as_immutable_string_ref() {
        return Some(Value::Text(text.to_string()));
    }
    if given.is_unit() {
        return Some(Value::None);
    }
    let items = given.as_array_ref().ok()?;
    budget::spend(items.len());
    items.iter().map(value).collect::<Option<Vec<_>>>().map(Value::List)
}
