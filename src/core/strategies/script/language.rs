//! The language of scripts: what is left of Rhai, and its limits.
//!
//! Owns the engine and the words that the scripts of every game know. It starts from an engine with nothing in it, so
//! whatever is not named here does not exist: no time, sleep, file, import or network, no printing, no `eval` and no other
//! way to call a function by its name. All functions are the same bits on every machine: of fractions only what IEEE 754
//! fixes, no power, sine or logarithm. The operators on numbers, texts and truth values are the engine's own.

use super::budget;
use super::host::ITEMS;
use rhai::{Array, Dynamic, Engine, EvalAltResult, ImmutableString, Map, Position, RhaiNativeFunc};
use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

/// What a call may cost: its operations, and what `budget` counts.
pub const MAX_OPERATIONS: u64 = 50_000;
/// How deep functions may call each other.
pub(super) const MAX_CALL_DEPTH: usize = 16;
/// How deep expressions and statements may be nested.
pub(super) const MAX_EXPRESSION_DEPTH: usize = 64;
/// How many variables there may be at a time.
pub(super) const MAX_VARIABLES: usize = 64;
/// How many functions a script may have.
const MAX_FUNCTIONS: usize = 64;
/// How long a text may be, in bytes, all texts of an array or a map taken together.
pub(super) const MAX_TEXT: usize = 1024;
/// How many elements an array may have, those of arrays inside it included. A turn has at most 511 dice.
pub(super) const MAX_ITEMS: usize = 1024;
/// How many properties a map may have, those of maps inside it included.
pub(super) const MAX_PROPERTIES: usize = 64;

/// What of Rhai is switched off by its name.
const REMOVED: &str = "eval Fn call curry print debug type_of is_def_fn is_def_var is_shared try catch this \
                       ** **=";

/// The seed of Rhai's hashes. They only look things up; fixed, they do so alike in every run.
const HASHES: [u64; 4] = [3, 1, 4, 1];

/// What a word of a game says: a value, or why there is none.
pub(crate) type Evaluated<T> = Result<T, Box<EvalAltResult>>;

/// What `for` goes through.
pub(super) type Items = Box<dyn Iterator<Item = Dynamic>>;

/// Why a word has no value; the place is added where it was used. It is always an error: the message.
pub(crate) fn refuse<T>(message: impl Into<String>) -> Evaluated<T> {
    Err(Box::new(EvalAltResult::ErrorRuntime(message.into().into(), Position::NONE)))
}

/// Whole numbers as an array of the language.
pub(crate) fn numbers(numbers: impl IntoIterator<Item = i64>) -> Dynamic {
    let numbers: Array = numbers.into_iter().map(Dynamic::from).collect();
    budget::spend_on_copies(numbers.len());
    Dynamic::from_array(numbers)
}

/// The whole numbers in an array of the language, if it is one of nothing else.
pub(crate) fn read_numbers(value: &Dynamic) -> Option<Vec<i64>> {
    value.as_array_ref().ok()?.iter().map(|item| item.as_int().ok()).collect()
}

/// An engine that is being taught its words, with a list of them.
pub struct Words {
    pub(super) engine: Engine,
    /// The functions by name, with the numbers of arguments that they take.
    pub(super) functions: BTreeMap<String, Vec<usize>>,
    /// The properties of all types.
    pub(super) properties: BTreeSet<String>,
}

impl Words {
    /// The words that every script knows.
    pub(super) fn new() -> Words {
        // An error says that the seed stands already: this is not the first engine.
        let _ = rhai::config::hashing::set_hashing_seed(Some(HASHES));
        let mut engine = Engine::new_raw();
        limit(&mut engine);
        for symbol in REMOVED.split(' ') {
            engine.disable_symbol(symbol);
        }
        engine.set_allow_anonymous_fn(false);
        engine.set_fail_on_invalid_map_property(true);
        let mut words = Words { engine, functions: BTreeMap::new(), properties: BTreeSet::new() };
        teach(&mut words);
        words
    }

    /// Teaches a type, which messages call `name`.
    pub fn type_named<T: Clone + Send + Sync + 'static>(&mut self, name: &'static str) -> &mut Words {
        self.engine.register_type_with_name::<T>(name);
        self
    }

    /// Teaches a function; `x.name(y)` is the same as `name(x, y)`.
    pub fn function<A: 'static, const N: usize, const X: bool, R: Clone + Send + Sync + 'static, const F: bool>(
        &mut self,
        name: &str,
        function: impl RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    ) -> &mut Words {
        self.functions.entry(name.to_owned()).or_default().push(N);
        self.engine.register_fn(name, function);
        self
    }

    /// Teaches a property that can be read.
    pub fn property<T: Clone + Send + Sync + 'static, R: Clone + Send + Sync + 'static>(
        &mut self,
        name: &str,
        read: impl Fn(&mut T) -> Evaluated<R> + Send + Sync + 'static,
    ) -> &mut Words {
        self.properties.insert(name.to_owned());
        self.engine.register_get(name, read);
        self
    }

    /// Says that some values have properties of these names: maps, of which no type tells.
    pub fn parts(&mut self, names: &[&str]) -> &mut Words {
        self.properties.extend(names.iter().map(|&name| name.to_owned()));
        self
    }

    /// Teaches reading by a whole number as index, `x[number]`.
    pub fn index<T: Clone + Send + Sync + 'static, R: Clone + Send + Sync + 'static>(
        &mut self,
        read: impl Fn(&mut T, i64) -> Evaluated<R> + Send + Sync + 'static,
    ) -> &mut Words {
        self.engine.register_indexer_get(read);
        self
    }

    /// Teaches what a host gets of a list. Scripts have no word for it.
    pub(super) fn items_for_host<T: Clone + Send + Sync + 'static>(
        &mut self,
        read: impl Fn(&mut T) -> Evaluated<Array> + Send + Sync + 'static,
    ) -> &mut Words {
        self.engine.register_fn(ITEMS, read);
        self
    }

    /// Teaches what `for` goes through.
    pub(super) fn items<T: Clone + Send + Sync + 'static>(&mut self, items: fn(T) -> Items) -> &mut Words {
        let mut module = rhai::Module::new();
        module.set_iter(TypeId::of::<T>(), move |value| {
            value.try_cast::<T>().map_or_else(|| Box::new(std::iter::empty()) as Items, items)
        });
        self.engine.register_global_module(module.into());
        self
    }
}

fn limit(engine: &mut Engine) {
    engine
        .set_max_operations(MAX_OPERATIONS)
        .set_max_call_levels(MAX_CALL_DEPTH)
        .set_max_expr_depths(MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_DEPTH)
        .set_max_variables(MAX_VARIABLES)
        .set_max_functions(MAX_FUNCTIONS)
        .set_max_string_size(MAX_TEXT)
        .set_max_array_size(MAX_ITEMS)
        .set_max_map_size(MAX_PROPERTIES);
}

fn teach(words: &mut Words) {
    super::lookup::teach(words);
    super::person::teach(words);
    super::host::teach(words);
    teach_numbers(words);
    teach_fractions(words);
    teach_texts(words);
    teach_arrays(words);
    words
        .function("len", |map: &mut Map| map.len() as i64)
        .function("contains", |map: &mut Map, key: &str| map.contains_key(key))
        .function("keys", |map: &mut Map| {
            budget::spend(map.len());
            map.keys().map(|key| Dynamic::from(key.to_string())).collect::<Array>()
        })
        .items::<Range<i64>>(|range| Box::new(range.map(Dynamic::from)))
        .items::<RangeInclusive<i64>>(|range| Box::new(range.map(Dynamic::from)))
        .items::<Array>(|array| Box::new(array.into_iter()) as Items);
}

fn teach_numbers(words: &mut Words) {
    words
        .function("!", |truth: bool| !truth)
        .function("+", |number: i64| number)
        .function("-", |number: i64| known(number.checked_neg(), "-", number))
        .function("abs", |number: i64| known(number.checked_abs(), "abs", number))
        .function("min", |a: i64, b: i64| a.min(b))
        .function("max", |a: i64, b: i64| a.max(b))
        .function("clamp", |number: i64, least: i64, most: i64| number.min(most).max(least))
        .function("to_float", |number: i64| number as f64)
        .function("to_string", |number: i64| number.to_string())
        .function("to_string", |truth: bool| truth.to_string());
}

fn known(number: Option<i64>, word: &str, of: i64) -> Evaluated<i64> {
    number.map_or_else(|| refuse(format!("{word} of {of} is out of range")), Ok)
}

fn teach_fractions(words: &mut Words) {
    words
        .function("+", |number: f64| number)
        .function("-", |number: f64| -number)
        .function("abs", f64::abs)
        .function("floor", f64::floor)
        .function("ceiling", f64::ceil)
        .function("round", f64::round)
        .function("to_float", |number: f64| number)
        .function("to_int", whole)
        .function("to_string", |number: f64| number.to_string());
    // Whole numbers and fractions may be mixed, as with the operators.
    words
        .function("min", |a: f64, b: f64| if b < a { b } else { a })
        .function("min", |a: i64, b: f64| if b < a as f64 { b } else { a as f64 })
        .function("min", |a: f64, b: i64| if (b as f64) < a { b as f64 } else { a })
        .function("max", |a: f64, b: f64| if b > a { b } else { a })
        .function("max", |a: i64, b: f64| if b > a as f64 { b } else { a as f64 })
        .function("max", |a: f64, b: i64| if b as f64 > a { b as f64 } else { a });
}

/// The number without its decimals.
fn whole(number: f64) -> Evaluated<i64> {
    const LIMIT: f64 = 9e18;
    if number.abs() < LIMIT { Ok(number.trunc() as i64) } else { refuse(format!("to_int of {number} is out of range")) }
}

fn teach_texts(words: &mut Words) {
    words
        .function("+", |text: ImmutableString, number: i64| format!("{text}{number}"))
        .function("+", |number: i64, text: ImmutableString| format!("{number}{text}"))
        .function("+", |text: ImmutableString, number: f64| format!("{text}{number}"))
        .function("+", |number: f64, text: ImmutableString| format!("{number}{text}"))
        .function("len", |text: &str| read(text).chars().count() as i64)
        .function("contains", |text: &str, part: &str| read(text).contains(read(part)))
        .function("starts_with", |text: &str, start: &str| text.starts_with(start))
        .function("ends_with", |text: &str, end: &str| text.ends_with(end))
        .function("after", |text: &str, mark: &str| -> ImmutableString {
            read(text).split_once(read(mark)).map_or("", |(_, rest)| rest).into()
        })
        .function("before", |text: &str, mark: &str| -> ImmutableString {
            read(text).split_once(read(mark)).map_or(text, |(start, _)| start).into()
        })
        .function("to_int", |text: &str| match read(text).trim().parse::<i64>() {
            Ok(number) => Ok(number),
            Err(_) => refuse(format!("to_int of \"{text}\": that is not a whole number")),
        })
        .function("to_string", |text: ImmutableString| text);
}

/// A text that is gone through, which counts.
fn read(text: &str) -> &str {
    budget::spend_on_copies(text.len());
    text
}

fn teach_arrays(words: &mut Words) {
    words
        .function("len", |array: &mut Array| array.len() as i64)
        .function("contains", |array: &mut Array, value: Dynamic| {
            budget::spend(array.len());
            array.iter().any(|item| equal(item, &value))
        })
        .function("push", |array: &mut Array, value: Dynamic| array.push(value))
        .function("+", |first: Array, second: Array| {
            budget::spend_on_copies(first.len() + second.len());
            if first.len() + second.len() > MAX_ITEMS {
                return refuse(format!("an array of {} elements; at most {MAX_ITEMS}", first.len() + second.len()));
            }
            Ok(first.into_iter().chain(second).collect::<Array>())
        })
        .function("sum", |array: &mut Array| {
            budget::spend(array.len());
            let mut sum = 0i64;
            for item in array.iter() {
                let Ok(number) = item.as_int() else {
                    return refuse("sum is for arrays of whole numbers");
                };
                sum = sum.saturating_add(number);
            }
            Ok(sum)
        });
}

/// Whether two simple values are the same; arrays, maps and views are not compared.
fn equal(a: &Dynamic, b: &Dynamic) -> bool {
    let number = |value: &Dynamic| value.as_float().or_else(|_| value.as_int().map(|whole| whole as f64));
    match (a.as_int(), b.as_int()) {
        (Ok(a), Ok(b)) => a == b,
        _ => match (number(a), number(b)) {
            (Ok(a), Ok(b)) => a == b,
            _ => match (a.as_immutable_string_ref(), b.as_immutable_string_ref()) {
                (Ok(a), Ok(b)) => *a == *b,
                _ => false,
            },
        },
    }
}
