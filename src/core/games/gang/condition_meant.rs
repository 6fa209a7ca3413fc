//! What somebody meant who wrote a condition as other languages have it.
//!
//! Owns a lenient reading of the condition language: `and`, `or` and `not` between conditions, every comparison,
//! parentheses, and the common words for what dice show. Nothing is played by it: it only finds what to propose.
//!
//! ```text
//! any    = each {("or" | "||" | "|" | ",") each}
//! each   = one {("and" | "&&" | "&" | ";") one}
//! one    = ("not" | "!") one | "(" any ")" | ("all" | "either" | "and" | "or") "(" any {…} ")" | atom
//! atom   = amount comparison number | number comparison amount | "pair" | "triple" | "any" [":"] values
//! ```

use super::condition::{Amount, Condition};
use super::condition_text::{MAX_DEPTH, MAX_NUMBER};
use crate::dice::{Face, Values};

/// The condition that was probably meant, if the text can be read leniently.
pub(super) fn meant(text: &str) -> Option<Condition> {
    let words = words(text)?;
    let mut reader = Reader { words: &words, next: 0, depth: 0 };
    let found = reader.any()?;
    (reader.next == words.len()).then_some(found)
}

/// Words, numbers and signs, in lower case and each in one spelling.
fn words(text: &str) -> Option<Vec<String>> {
    let lower = text.to_lowercase();
    let (mut rest, mut found) = (lower.trim_start(), Vec::new());
    while let Some(first) = rest.chars().next() {
        let alike = |c: char| match first {
            'a'..='z' => c.is_ascii_alphabetic(),
            '0'..='9' => c.is_ascii_digit(),
            '<' | '>' | '=' | '!' => "<>=".contains(c),
            '|' | '&' => c == first,
            _ => false,
        };
        let length = rest[first.len_utf8()..].find(|c| !alike(c)).map_or(rest.len(), |end| end + first.len_utf8());
        found.push(spelling(&rest[..length])?);
        rest = rest[length..].trim_start();
    }
    Some(found)
}

/// One spelling for all that mean the same; `None` for a sign that means nothing.
fn spelling(word: &str) -> Option<String> {
    let same = match word {
        "||" | "|" => "or",
        "&&" | "&" => "and",
        "=>" | "≥" => ">=",
        "=<" | "≤" => "<=",
        "=" | "==" => "=",
        "!=" | "<>" | "≠" => "!=",
        "!" => "not",
        "total" | "totals" | "points" | "sums" => "sum",
        "runs" | "straight" | "sequence" => "run",
        "odds" => "odd",
        "evens" => "even",
        "different" | "unique" => "distinct",
        "identical" | "equal" => "same",
        "pairs" => "pair",
        "one" => "1",
        "two" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "seven" => "7",
        "eight" => "8",
        "nine" => "9",
        "ten" => "10",
        "ones" => "count1",
        "twos" => "count2",
        "threes" => "count3",
        "fours" => "count4",
        "fives" => "count5",
        "(" | ")" | ":" | "," | ";" | "<" | "<=" | ">" | ">=" => word,
        _ if word.chars().all(|c| c.is_ascii_alphanumeric()) => word,
        _ => return None,
    };
    Some(same.to_owned())
}

struct Reader<'w> {
    words: &'w [String],
    next: usize,
    depth: u32,
}

impl Reader<'_> {
    fn peek(&self) -> &str {
        self.words.get(self.next).map_or("", |word| word)
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        self.next += usize::from(found);
        found
    }

    /// One of these words.
    fn eat_any(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.eat(word))
    }

    fn number(&mut self, least: u32, most: u32) -> Option<u32> {
        let number = self.peek().parse().ok().filter(|number| (least..=most).contains(number))?;
        self.next += 1;
        Some(number)
    }

    fn any(&mut self) -> Option<Condition> {
        let mut parts = vec![self.each()?];
        while self.eat_any(&["or"]) {
            parts.push(self.each()?);
        }
        Some(together(parts, Condition::Either))
    }

    fn each(&mut self) -> Option<Condition> {
        let mut parts = vec![self.one()?];
        while self.eat_any(&["and"]) {
            parts.push(self.one()?);
        }
        Some(together(parts, Condition::All))
    }

    fn one(&mut self) -> Option<Condition> {
        self.depth += 1;
        let found = if self.depth > MAX_DEPTH { None } else { self.one_here() };
        self.depth -= 1;
        found
    }

    fn one_here(&mut self) -> Option<Condition> {
        if self.eat("not") {
            return Some(Condition::Not(Box::new(self.one()?)));
        }
        if self.eat("(") {
            let inner = self.any()?;
            return self.eat(")").then_some(inner);
        }
        if self.eat_any(&["all", "and", "both"]) {
            return Some(Condition::All(self.list()?));
        }
        if self.eat_any(&["either", "or"]) {
            return Some(Condition::Either(self.list()?));
        }
        self.atom()
    }

    /// Conditions in parentheses, or without them up to the end.
    fn list(&mut self) -> Option<Vec<Condition>> {
        let is_opened = self.eat("(");
        let mut parts = vec![self.any()?];
        while self.eat_any(&[";", ","]) {
            parts.push(self.any()?);
        }
        (!is_opened || self.eat(")")).then_some(parts)
    }

    fn atom(&mut self) -> Option<Condition> {
        if self.eat("any") {
            return self.values();
        }
        if let Some(kind) = self.of_a_kind() {
            return Some(kind);
        }
        if let Some(number) = self.number(0, MAX_NUMBER) {
            let turned = turned(self.comparison()?);
            return compared(self.amount()?, turned, number);
        }
        let amount = self.amount()?;
        // `run of 3` and `odd 2` mean at least so many.
        let comparison = self.comparison().unwrap_or(">=");
        self.eat("of");
        compared(amount, comparison, self.number(0, MAX_NUMBER)?)
    }

    /// `pair`, `triple` or `three of a kind`.
    fn of_a_kind(&mut self) -> Option<Condition> {
        let start = self.next;
        let same = |dice| Some(Condition::AtLeast(Amount::Same, dice));
        if self.eat("pair") {
            return same(2);
        }
        if self.eat_any(&["triple", "triplet", "trio"]) {
            return same(3);
        }
        let dice = self.number(1, MAX_NUMBER);
        if let Some(dice) = dice.filter(|_| self.eat("of") && self.eat("a") && self.eat("kind")) {
            return same(dice);
        }
        self.next = start;
        None
    }

    fn comparison(&mut self) -> Option<&'static str> {
        [">=", "<=", "!=", ">", "<", "="].into_iter().find(|sign| self.eat(sign))
    }

    fn amount(&mut self) -> Option<Amount> {
        if self.eat("count") {
            let is_opened = self.eat("(");
            let _ = is_opened || self.eat(":");
            let value = self.number(1, 5)?;
            return (!is_opened || self.eat(")")).then_some(Amount::Count(value as Face));
        }
        let counted = (1..=5).find(|value| self.peek() == format!("count{value}")).map(Amount::Count);
        let named = Amount::NAMED.iter().find(|(name, _)| *name == self.peek()).map(|(_, amount)| *amount);
        let found = counted.or(named)?;
        self.next += 1;
        Some(found)
    }

    /// The values after `any`.
    fn values(&mut self) -> Option<Condition> {
        let is_opened = self.eat("(");
        let _ = is_opened || self.eat(":") || self.eat("of");
        let mut values = Values::default().with(self.number(1, 5)? as Face);
        while self.next + 1 < self.words.len() && self.words[self.next + 1].parse::<u32>().is_ok() {
            if !self.eat_any(&[",", ";", "or", "and"]) {
                break;
            }
            values = values.with(self.number(1, 5)? as Face);
        }
        (!is_opened || self.eat(")")).then_some(Condition::Any(values))
    }
}

/// The parts as one condition.
fn together(mut parts: Vec<Condition>, of: fn(Vec<Condition>) -> Condition) -> Condition {
    if parts.len() > 1 { of(parts) } else { parts.remove(0) }
}

fn turned(comparison: &str) -> &str {
    match comparison {
        ">=" => "<=",
        "<=" => ">=",
        ">" => "<",
        "<" => ">",
        same => same,
    }
}

/// A comparison by the one that the language has.
fn compared(amount: Amount, comparison: &str, number: u32) -> Option<Condition> {
    let at_least = |number| Condition::AtLeast(amount, number);
    let not = |condition| Condition::Not(Box::new(condition));
    let equal = || Condition::All(vec![at_least(number), not(at_least(number + 1))]);
    Some(match comparison {
        ">=" => at_least(number),
        ">" => at_least(number + 1),
        "<" => not(at_least(number)),
        "<=" => not(at_least(number + 1)),
        "=" => equal(),
        "!=" => not(equal()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn conditions_of_other_languages_are_understood() {
        for (text, condition) in [
            ("pair or sum >= 9", "either(pair; sum>=9)"),
            ("sum>7", "sum>=8"),
            ("sum < 7", "not(sum>=7)"),
            ("sum<=7", "not(sum>=8)"),
            ("sum = 7", "all(sum>=7; not(sum>=8))"),
            ("sum == 7", "all(sum>=7; not(sum>=8))"),
            ("sum != 7", "not(all(sum>=7; not(sum>=8)))"),
            ("sum=>7", "sum>=7"),
            ("sum ≥ 7", "sum>=7"),
            ("7 <= sum", "sum>=7"),
            ("fours>=2", "count:4>=2"),
            ("ones > 1", "count:1>=2"),
            ("count(4)>=2", "count:4>=2"),
            ("count 4 >= 2", "count:4>=2"),
            ("total>=7", "sum>=7"),
            ("Pair", "pair"),
            ("triple", "same>=3"),
            ("three of a kind", "same>=3"),
            ("run of 3", "run>=3"),
            ("odd >= two", "odd>=2"),
            ("any(1,2)", "any:1,2"),
            ("any 1 or 2", "any:1,2"),
            ("not pair", "not(pair)"),
            ("!pair && sum>=9", "all(not(pair); sum>=9)"),
            ("pair || sum>=9 and odd>=1", "either(pair; all(sum>=9; odd>=1))"),
            ("(pair or run>=3) and odd>=1", "all(either(pair; run>=3); odd>=1)"),
            ("or(pair; sum>=9)", "either(pair; sum>=9)"),
            ("and(pair, sum>=9)", "all(pair; sum>=9)"),
            ("either pair, sum>=9", "either(pair; sum>=9)"),
            ("either(any:1,2; sum>9)", "either(any:1,2; sum>=10)"),
        ] {
            assert_eq!(meant(text).map(|found| found.to_string()).as_deref(), Some(condition), "{text}");
        }
    }

    #[test]
    fn what_means_nothing_proposes_nothing() {
        for text in ["", "no sixes", "smu>=7", "sum>=", "any:6", "pair pair", "sum # 7", "fours", &"(".repeat(900)] {
            assert_eq!(meant(text), None, "{text}");
        }
    }

    proptest! {
        /// Whatever the language itself has is read as it is, so that no proposal changes what was right.
        #[test]
        fn no_text_makes_it_panic(text in ".{0,60}") {
            if let (Ok(strict), Some(lenient)) = (text.parse::<Condition>(), meant(&text)) {
                prop_assert_eq!(strict, lenient);
            }
        }

        #[test]
        fn no_words_make_it_panic(words in prop::collection::vec(prop::sample::select(vec![
            "sum", "pair", "any", "or", "and", "not", "(", ")", ":", ",", ";", ">=", ">", "=", "1", "4", "9999", "count", "fours", "of",
        ]), 0..14)) {
            let text = words.join(" ");
            if let (Ok(strict), Some(lenient)) = (text.parse::<Condition>(), meant(&text)) {
                prop_assert_eq!(strict.to_string(), lenient.to_string());
            }
        }
    }
}
