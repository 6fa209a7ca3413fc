//! The words that the scripts of every game know: arithmetic, texts, arrays and maps.
//!
//! Owns functions that are the same bits on every machine: of fractions only what IEEE 754 fixes. The operators on
//! numbers, texts and truth values are the engine's own.

use super::language::{Items, MAX_ITEMS, Said, Words, refuse};
use rhai::{Array, Dynamic, ImmutableString, Map};
use std::ops::{Range, RangeInclusive};

/// Teaches them.
pub(super) fn teach(words: &mut Words) {
    teach_numbers(words);
    teach_fractions(words);
    teach_texts(words);
    teach_arrays(words);
    words
        .function("len", |map: &mut Map| map.len() as i64)
        .function("contains", |map: &mut Map, key: &str| map.contains_key(key))
        .function("keys", |map: &mut Map| map.keys().map(|key| Dynamic::from(key.to_string())).collect::<Array>())
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

fn known(number: Option<i64>, word: &str, of: i64) -> Said<i64> {
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
fn whole(number: f64) -> Said<i64> {
    const LIMIT: f64 = 9e18;
    if number.abs() < LIMIT { Ok(number.trunc() as i64) } else { refuse(format!("to_int of {number} is out of range")) }
}

fn teach_texts(words: &mut Words) {
    words
        .function("+", |text: ImmutableString, number: i64| format!("{text}{number}"))
        .function("+", |number: i64, text: ImmutableString| format!("{number}{text}"))
        .function("+", |text: ImmutableString, number: f64| format!("{text}{number}"))
        .function("+", |number: f64, text: ImmutableString| format!("{number}{text}"))
        .function("len", |text: &str| text.chars().count() as i64)
        .function("contains", |text: &str, part: &str| text.contains(part))
        .function("starts_with", |text: &str, start: &str| text.starts_with(start))
        .function("ends_with", |text: &str, end: &str| text.ends_with(end))
        .function("after", |text: &str, mark: &str| -> ImmutableString {
            text.split_once(mark).map_or("", |(_, rest)| rest).into()
        })
        .function("before", |text: &str, mark: &str| -> ImmutableString {
            text.split_once(mark).map_or(text, |(start, _)| start).into()
        })
        .function("to_int", |text: &str| match text.trim().parse::<i64>() {
            Ok(number) => Ok(number),
            Err(_) => refuse(format!("to_int of \"{text}\": that is not a whole number")),
        })
        .function("to_string", |text: ImmutableString| text);
}

fn teach_arrays(words: &mut Words) {
    words
        .function("len", |array: &mut Array| array.len() as i64)
        .function("contains", |array: &mut Array, value: Dynamic| array.iter().any(|item| equal(item, &value)))
        .function("push", |array: &mut Array, value: Dynamic| array.push(value))
        .function("+", |first: Array, second: Array| {
            if first.len() + second.len() > MAX_ITEMS {
                return refuse(format!("an array of {} elements; at most {MAX_ITEMS}", first.len() + second.len()));
            }
            Ok(first.into_iter().chain(second).collect::<Array>())
        })
        .function("sum", |array: &mut Array| {
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
            _ => a.is_string() && b.is_string() && a.to_string() == b.to_string(),
        },
    }
}
