//! Tables of whole numbers that a script looks up: constants that are worked out once, when the script is read.
//!
//! Owns the two texts that a table is made of, and reading it. A table is shared, never copied and never changed, so that its
//! name costs nothing however long it is, and an index costs as much as any other call.

use super::budget;
use super::language::{Evaluated, Words, refuse};
use rhai::Dynamic;
use std::sync::Arc;

/// How many numbers a table may have: more than a script has bytes.
const MAX_NUMBERS: usize = 1 << 16;

/// Whole numbers, numbered from 0.
#[derive(Clone, Debug)]
struct Lookup(Arc<Vec<i64>>);

impl Lookup {
    /// The numbers, unless they are too many.
    fn new(numbers: Vec<i64>) -> Evaluated<Lookup> {
        if numbers.len() > MAX_NUMBERS {
            return refuse(format!("a table of {} numbers; at most {MAX_NUMBERS}", numbers.len()));
        }
        Ok(Lookup(numbers.into()))
    }

    /// A number for each character: `0` to `9`, then 10 to 35 for `a` to `z`, and 36 to 61 for `A` to `Z`. Spaces are left out.
    fn of_digits(text: &str) -> Evaluated<Lookup> {
        let mut numbers = Vec::with_capacity(text.len());
        for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
            let capital = if letter.is_ascii_uppercase() { 26 } else { 0 };
            match letter.to_digit(36) {
                Some(digit) => numbers.push(i64::from(digit + capital)),
                None => return refuse(format!("digits: '{letter}' is no digit; they are 0 to 9, a to z, and A to Z")),
            }
        }
        Lookup::new(numbers)
    }

    /// The whole numbers that stand in a text, with spaces or commas between them.
    fn of_numbers(text: &str) -> Evaluated<Lookup> {
        let mut numbers = Vec::new();
        let is_between = |letter: char| letter.is_whitespace() || letter == ',';
        for word in text.split(is_between).filter(|word| !word.is_empty()) {
            match word.parse() {
                Ok(number) => numbers.push(number),
                Err(_) => return refuse(format!("numbers: '{word}' is not a whole number")),
            }
        }
        Lookup::new(numbers)
    }

    /// One table after the other; the first is copied only if it has a name, so that a long sum of texts costs what they are
    /// long.
    fn followed_by(self, other: &Lookup) -> Evaluated<Lookup> {
        let mut numbers = Arc::try_unwrap(self.0).unwrap_or_else(|shared| {
            budget::spend_on_copies(shared.len());
            shared.to_vec()
        });
        budget::spend_on_copies(other.0.len());
        numbers.extend_from_slice(&other.0);
        Lookup::new(numbers)
    }

    /// The number at a place.
    fn at(&self, place: i64) -> Evaluated<i64> {
        let found = usize::try_from(place).ok().and_then(|place| self.0.get(place));
        found.map_or_else(
            || refuse(format!("a table of {} numbers has none at {place}; the first is at 0", self.0.len())),
            |number| Ok(*number),
        )
    }
}

/// What a value is in words, if it is a table.
pub(super) fn described(value: &Dynamic) -> Option<String> {
    let table = value.read_lock::<Lookup>()?;
    Some(format!("a table of {} numbers", table.0.len()))
}

/// Teaches `digits`, `numbers`, and what tables have.
pub(super) fn teach(words: &mut Words) {
    words
        .type_named::<Lookup>("table")
        .function("digits", |text: &str| {
            budget::spend_on_copies(text.len());
            Lookup::of_digits(text)
        })
        .function("numbers", |text: &str| {
            budget::spend_on_copies(text.len());
            Lookup::of_numbers(text)
        })
        .function("+", |first: Lookup, second: Lookup| first.followed_by(&second))
        .function("len", |table: &mut Lookup| table.0.len() as i64)
        .index(|table: &mut Lookup, place: i64| table.at(place));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(table: Evaluated<Lookup>) -> Vec<i64> {
        table.unwrap().0.to_vec()
    }

    #[test]
    fn a_text_is_its_numbers() {
        assert_eq!(numbers(Lookup::of_digits("09 az\nAZ")), [0, 9, 10, 35, 36, 61]);
        assert_eq!(numbers(Lookup::of_numbers(" 12,-3\n 4 ,5 ")), [12, -3, 4, 5]);
        assert_eq!(numbers(Lookup::of_digits("")), [0; 0]);
        let both = Lookup::of_digits("12").unwrap().followed_by(&Lookup::of_numbers("300").unwrap());
        assert_eq!(numbers(both), [1, 2, 300]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let told = |wrong: Evaluated<Lookup>| wrong.unwrap_err().to_string();
        assert!(told(Lookup::of_digits("1.2")).contains("'.' is no digit"));
        assert!(told(Lookup::of_digits("1é")).contains("'é' is no digit"));
        assert!(told(Lookup::of_numbers("1 two")).contains("'two' is not a whole number"));
        assert!(told(Lookup::of_numbers("9223372036854775808")).contains("is not a whole number"));
        let table = Lookup::of_digits("123").unwrap();
        assert_eq!([0, 2].map(|place| table.at(place).unwrap()), [1, 3]);
        for place in [-1, 3, i64::MAX] {
            assert!(table.at(place).unwrap_err().to_string().contains("3 numbers has none at"), "{place}");
        }
        let most = Lookup::new(vec![0; MAX_NUMBERS]).unwrap();
        assert!(told(most.followed_by(&table)).contains("65539 numbers; at most 65536"));
    }
}
