//! Expressions against an evaluator that works on text alone, and against junk.

use super::meaning;
use super::syntax::{MAX_DEPTH, MAX_LENGTH, Tree, parse};
use super::words::{Names, Word, Words};
use crate::games::declaration::Known;
use crate::games::pig::Pig;
use crate::input::{Problem, Text};
use crate::strategies::Parameter;
use proptest::prelude::*;
use std::cell::Cell;
use std::convert::Infallible;

const X: i64 = 17;
const Y: i64 = 3;

/// Reads a text in a file that has given names to two numbers and two conditions.
fn read<T>(text: &str, read: impl Fn(&Words<'_, Pig>, &Tree) -> Result<T, Problem>) -> Result<T, String> {
    let number = |key: &'static str| Parameter::whole(key, "", (0, 99), 0);
    let condition = |name: &str, holds| (name.to_owned(), meaning::Condition::Constant(holds), Known::Always);
    let names = Names {
        parameters: vec![number("x"), number("y.z")],
        amounts: Vec::new(),
        conditions: vec![condition("yes", true), condition("no", false)],
        later: Vec::new(),
        known: Cell::new(Known::Always),
    };
    let place = Text { value: text.to_owned(), span: 0..text.len() };
    let words = Words::new(&names, (Known::Always, None), &place);
    parse(text).and_then(|tree| read(&words, &tree)).map_err(|problem| problem.message)
}

fn known(word: &Word<Infallible>) -> i64 {
    match word {
        Word::Parameter(0) => X,
        Word::Parameter(1) => Y,
        other => panic!("{other:?}"),
    }
}

fn value(text: &str) -> Result<i64, String> {
    Ok(read(text, |words, tree| words.amount(tree))?.value(&known))
}

fn holds(text: &str) -> Result<bool, String> {
    Ok(read(text, |words, tree| words.condition(tree))?.holds(&known))
}

/// By hand.
#[test]
fn numbers() {
    for (text, expected) in [
        ("7", 7),
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("20 - 3 - 4", 13),
        ("100 / 7 / 2", 7),
        ("7 / 2", 3),
        ("-7 / 2", -3),
        ("x/8", 2),
        ("x / (y.z - 3)", 0),
        ("min(x, y.z, 9) + max(1)", 4),
        ("-x + -(-2)", -15),
        ("max(min(x,4),min(9,y.z))", 4),
        ("1000000 * 1000000 * 1000000 * 1000000", i64::MAX),
        ("-1000000 * 1000000 * 1000000 * 1000000", i64::MIN),
    ] {
        assert_eq!(value(text), Ok(expected), "{text}");
    }
}

#[test]
fn conditions() {
    for (text, expected) in [
        ("yes", true),
        ("no or yes and no", false),
        ("(no or yes) and yes", true),
        ("yes or no and no", true),
        ("not no and yes", true),
        ("not (no or yes)", false),
        ("not x < y.z", true),
        ("not not yes", true),
        ("x > 16 and x >= 17 and x <= 17 and x < 18 and x == 17 and x != 16", true),
        ("x > 17 or x >= 18 or x <= 16 or x < 17 or x == 16 or x != 17", false),
        ("x + 1 > y.z * 5", true),
        ("x < 3 or 2 < y.z and yes", true),
    ] {
        assert_eq!(holds(text), Ok(expected), "{text}");
    }
}

#[test]
fn what_is_no_expression() {
    for (text, message) in [
        ("", "the expression ends where a number or a word is missing"),
        ("2 +", "the expression ends where a number or a word is missing"),
        ("2 3", "'3' was not expected here"),
        ("(2", "this parenthesis is not closed"),
        ("min(2", "this parenthesis is not closed"),
        ("2)", "')' was not expected here"),
        ("x = 2", "use == to compare, not ="),
        ("x % 2", "'%' is not part of any expression"),
        ("'x", "this quote is not closed"),
        ("and 2", "'and' stands where a number or a word is missing"),
        ("z", "unknown word 'z'"),
        ("yes", "'yes' is a condition, but a number must stand here"),
        ("1.5", "a fraction cannot stand here"),
        ("1000001", "'1000001' is not a number from 0 to 1000000"),
        ("99999999999999999999", "'99999999999999999999' is not a number from 0 to 1000000"),
        ("min()", "'min' has nothing to choose from"),
        ("sin(2)", "there is no function 'sin'"),
        ("2 / 0", "this divides by 0"),
        ("x < 3", "this is a condition, but a number must stand here"),
    ] {
        assert_eq!(value(text), Err(message.to_owned()), "{text}");
    }
    for (text, message) in [
        ("x", "'x' is a number, but a condition is needed here"),
        ("x + 1", "this is a number, but a condition is needed here"),
        ("3", "this is a number, but a condition is needed here"),
        ("yes < 3", "'yes' is a condition, but a number must stand here"),
        ("1 < 2 < 3", "this is a condition, but a number must stand here"),
    ] {
        assert_eq!(holds(text), Err(message.to_owned()), "{text}");
    }
}

#[test]
fn length_and_depth_have_bounds() {
    let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(value(&nested(MAX_DEPTH)), Ok(1));
    assert_eq!(value(&nested(MAX_DEPTH + 1)), Err(format!("this is nested deeper than {MAX_DEPTH} levels")));
    assert!(value(&"-".repeat(MAX_LENGTH)).unwrap_err().contains("deeper"));
    assert!(holds(&format!("{}yes", "not ".repeat(99))).unwrap_err().contains("deeper"));
    assert_eq!(value(&vec!["1"; MAX_LENGTH / 2].join("+")), Ok(MAX_LENGTH as i64 / 2));
    assert!(value(&"1".repeat(MAX_LENGTH + 1)).unwrap_err().contains("at most 400"));
}

/// An expression written out with all its parentheses, and what it comes to.
fn written() -> impl proptest::strategy::Strategy<Value = (String, i128)> {
    let leaf = prop_oneof![
        (0i64..=17).prop_map(|number| (number.to_string(), i128::from(number))),
        Just(("x".to_owned(), i128::from(X))),
        Just(("y.z".to_owned(), i128::from(Y))),
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone(), 0usize..4).prop_map(|((a, left), (b, right), operation)| {
                let value = match operation {
                    0 => left + right,
                    1 => left - right,
                    2 => left * right,
                    _ => left.checked_div(right).unwrap_or(0),
                };
                (format!("({a}{}{b})", [" + ", "-", "*", " / "][operation]), value)
            }),
            prop::collection::vec(inner, 1..4).prop_map(|parts| {
                let texts: Vec<&str> = parts.iter().map(|(text, _)| text.as_str()).collect();
                let least = parts.iter().map(|(_, value)| *value).min().unwrap();
                (format!("min({})", texts.join(" , ")), least)
            }),
        ]
    })
}

/// Sums and products without parentheses, worked out by taking the text apart at its weakest operator, the last one.
fn naive(text: &str) -> i64 {
    let split = |signs: [char; 2]| text.rfind(signs).map(|at| (&text[..at], &text[at..=at], &text[at + 1..]));
    match split(['+', '-']).or_else(|| split(['*', '/'])) {
        Some((left, "+", right)) => naive(left) + naive(right),
        Some((left, "-", right)) => naive(left) - naive(right),
        Some((left, "*", right)) => naive(left) * naive(right),
        Some((left, _, right)) => naive(left).checked_div(naive(right)).unwrap_or(0),
        None => text.trim().parse().unwrap(),
    }
}

proptest! {
    #[test]
    fn an_amount_comes_to_what_it_says((text, expected) in written()) {
        // Numbers above 2^60 are only reached in the last step, and longer texts are refused.
        if text.len() <= MAX_LENGTH && i64::try_from(expected).is_ok_and(|value| value.abs() < 1 << 60) {
            match value(&text) {
                Ok(found) => prop_assert_eq!(i128::from(found), expected, "{}", text),
                Err(message) => prop_assert!(message.contains("divides by 0"), "{}: {}", text, message),
            }
        }
    }

    #[test]
    fn operators_bind_and_go_from_left_to_right(
        first in 0i64..30,
        rest in prop::collection::vec((prop::sample::select(vec!['+', '-', '*', '/']), 1i64..30), 0..9),
    ) {
        let text = rest.iter().fold(first.to_string(), |text, (sign, number)| format!("{text} {sign} {number}"));
        prop_assert_eq!(value(&text), Ok(naive(&text)), "{}", text);
    }

    #[test]
    fn no_text_makes_it_panic(text in ".{0,60}") {
        let _ = (value(&text), holds(&text));
    }

    #[test]
    fn no_words_make_it_panic(words in prop::collection::vec(
        prop::sample::select(vec![
            "x", "y.z", "yes", "not", "and", "or", "min", "max", "(", ")", ",", "<", "==", "!", "=", "-", "+", "/", "0",
            "1", "0.5", "'", "é", ".", "1.2.3",
        ]), 0..40)) {
        for text in [words.join(" "), words.concat()] {
            match parse(&text) {
                Ok(tree) => prop_assert!(tree.span.end <= text.len()),
                Err(problem) => {
                    let span = problem.span.unwrap();
                    prop_assert!(span.start <= text.len() && span.end <= text.len().max(1), "{:?}", span);
                }
            }
            let _ = (value(&text), holds(&text));
        }
    }
}
