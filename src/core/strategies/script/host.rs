//! Strategies that another program decides for, such as functions of Python.
//!
//! Owns the word `ask_host`, by which a script hands its decision to the program that has this library in it ([`Host`]), and
//! the values that go there and back. What the host looks at, it looks at through the script's own view, so that it sees no
//! more than a script does, and what it asked is noted.

use super::language::{Evaluated, Words, refuse};
use rhai::{Array, Dynamic, Engine, Map, NativeCallContext};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

/// The word that hands a decision to the host.
pub(super) const ASK_HOST: &str = "ask_host";
/// The function by which a host gets all items of a list of a view at once. No script can name it.
pub(super) const ITEMS: &str = "host$items";
/// The function that says whether a word is a function. No script can name it.
const IS_FUNCTION: &str = "host$is_function";
/// What Rhai calls reading a property, and reading by an index.
const PROPERTY: &str = "get$";
const INDEX: &str = "index$get$";

/// A value on its way to the host or back.
#[derive(Clone, Debug)]
pub enum HostValue {
    /// Nothing, `()` in scripts.
    None,
    /// True or false.
    Truth(bool),
    /// A whole number.
    Whole(i64),
    /// A fraction.
    Fraction(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<HostValue>),
    /// Values by name.
    Map(Vec<(String, HostValue)>),
    /// A view, or a part of one.
    Seen(Seen),
}

/// A view, or a part of one: what it holds is asked through [`Look`], while the decision lasts.
#[derive(Clone)]
pub struct Seen(Dynamic);

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seen({})", self.0.type_name())
    }
}

/// How the host looks at what it was shown in one decision.
pub struct Look<'c>(&'c NativeCallContext<'c>);

impl Look<'_> {
    /// A property, such as `turn_total` of a view.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn property(&self, of: &Seen, name: &str) -> Result<HostValue, String> {
        self.called(&format!("{PROPERTY}{name}"), vec![of.0.clone()])
    }

    /// The item of a list with this number, counted as scripts count it.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn item(&self, of: &Seen, number: i64) -> Result<HostValue, String> {
        self.called(INDEX, vec![of.0.clone(), number.into()])
    }

    /// All items of a list, in order.
    ///
    /// # Errors
    /// That this is no list, in words.
    pub fn items(&self, of: &Seen) -> Result<HostValue, String> {
        self.called(ITEMS, vec![of.0.clone()])
    }

    /// Whether scripts have a function of this name.
    pub fn is_function(&self, name: &str) -> bool {
        matches!(self.called(IS_FUNCTION, vec![name.to_owned().into()]), Ok(HostValue::Truth(true)))
    }

    /// What a function of the script's language returns, such as `coin` or `is_less`; a view comes first.
    ///
    /// # Errors
    /// Why it returns nothing, in words.
    pub fn call(&self, function: &str, arguments: &[HostValue]) -> Result<HostValue, String> {
        self.called(function, arguments.iter().map(into_script).collect())
    }

    fn called(&self, function: &str, mut arguments: Vec<Dynamic>) -> Result<HostValue, String> {
        let mut arguments: Vec<&mut Dynamic> = arguments.iter_mut().collect();
        let returned = self.0.call_native_fn_raw(function, true, &mut arguments);
        returned.map(|value| from_script(&value)).map_err(|error| super::faults::reason(&error))
    }
}

/// A program that decides for strategies.
pub trait Host: Send + Sync {
    /// Decides for the strategy of this name: `function` is what its script was asked, with these arguments. It may be asked
    /// by several threads at once.
    ///
    /// # Errors
    /// Why there is no decision, in words; the game ends.
    fn decide(
        &self,
        strategy: &str,
        function: &str,
        arguments: &[HostValue],
        look: &Look<'_>,
    ) -> Result<HostValue, String>;
}

/// The program that has this library in it.
static HOST: RwLock<Option<Arc<dyn Host>>> = RwLock::new(None);

/// From now on this host is asked, in place of any before.
pub fn ask_host(host: Arc<dyn Host>) {
    *HOST.write().unwrap_or_else(PoisonError::into_inner) = Some(host);
}

/// What the host decides.
fn decided(context: &NativeCallContext<'_>, strategy: &str, function: &str, shown: &[Dynamic]) -> Evaluated<Dynamic> {
    let host = HOST.read().unwrap_or_else(PoisonError::into_inner).clone();
    let Some(host) = host else {
        return refuse("nobody can be asked here: a function of Python decides only when Python plays");
    };
    let arguments: Vec<HostValue> = shown.iter().map(from_script).collect();
    let decided = host.decide(strategy, function, &arguments, &Look(context));
    decided.map_or_else(refuse, |value| Ok(into_script(&value)))
}

/// Teaches the word, with one argument of the function or with two.
pub(super) fn teach(words: &mut Words) {
    words
        .function(ASK_HOST, |context: NativeCallContext<'_>, strategy: &str, function: &str, one: Dynamic| {
            decided(&context, strategy, function, &[one])
        })
        .function(
            ASK_HOST,
            |context: NativeCallContext<'_>, strategy: &str, function: &str, one: Dynamic, two: Dynamic| {
                decided(&context, strategy, function, &[one, two])
            },
        );
}

/// Teaches which words are functions.
pub(super) fn teach_names(engine: &mut Engine, names: impl Iterator<Item = String>) {
    let names: BTreeSet<String> = names.collect();
    engine.register_fn(IS_FUNCTION, move |name: &str| names.contains(name));
}

fn from_script(value: &Dynamic) -> HostValue {
    if value.is_unit() {
        return HostValue::None;
    }
    if let Ok(items) = value.as_array_ref() {
        return HostValue::List(items.iter().map(from_script).collect());
    }
    if let Ok(parts) = value.as_map_ref() {
        return HostValue::Map(parts.iter().map(|(name, part)| (name.to_string(), from_script(part))).collect());
    }
    if let Ok(text) = value.as_immutable_string_ref() {
        return HostValue::Text(text.to_string());
    }
    match (value.as_bool(), value.as_int(), value.as_float()) {
        (Ok(truth), ..) => HostValue::Truth(truth),
        (_, Ok(whole), _) => HostValue::Whole(whole),
        (_, _, Ok(fraction)) => HostValue::Fraction(fraction),
        _ => HostValue::Seen(Seen(value.clone())),
    }
}

fn into_script(value: &HostValue) -> Dynamic {
    match value {
        HostValue::None => Dynamic::UNIT,
        HostValue::Truth(truth) => (*truth).into(),
        HostValue::Whole(whole) => (*whole).into(),
        HostValue::Fraction(fraction) => (*fraction).into(),
        HostValue::Text(text) => text.clone().into(),
        HostValue::List(items) => Dynamic::from_array(items.iter().map(into_script).collect::<Array>()),
        HostValue::Map(parts) => {
            let parts = parts.iter().map(|(name, part)| (name.as_str().into(), into_script(part)));
            Dynamic::from_map(parts.collect::<Map>())
        }
        HostValue::Seen(seen) => seen.0.clone(),
    }
}
