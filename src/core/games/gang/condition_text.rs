//! The condition language: text to [`Condition`].
//!
//! Owns the grammar and its error messages. Blanks may stand between any two words or signs.
//!
//! ```text
//! condition = amount ">=" number | "pair" | "any:" value {"," value}
//!           | "all(" list ")" | "either(" list ")" | "not(" condition ")"
//! amount    = "sum" | "run" | "odd" | "even" | "distinct" | "same" | "fives" | "count:" value
//! list      = condition {(";" | ",") condition}
//! ```

use super::condition::{Amount, Condition};
use super::condition_meant::meant;
use crate::dice::{Face, Values};
use crate::input::or_nearest;
use std::ops::Range;

/// The longest condition, in bytes.
pub const MAX_LENGTH: usize = 1000;
/// How deep conditions may be nested.
pub const MAX_DEPTH: u32 = 16;
/// The largest number that may follow `>=`.
pub(super) const MAX_NUMBER: u32 = 9999;

const WORDS: [&str; 13] =
    ["sum", "run", "odd", "even", "distinct", "same", "fives", "count", "pair", "any", "all", "either", "not"];

/// What conditions look like.
const EXAMPLES: &str = "sum>=7, run>=2, odd>=2, even>=2, distinct>=3, pair, same>=3, fives>=2, count:4>=1, any:1,2, \
                        all(any:4; odd>=1), either(pair; sum>=12), not(any:5)";

/// The condition language for whoever writes a deck: what can stand there, and which rolls are then invalid.
pub(super) const GUIDE: [(&str, &str); 12] = [
    ("sum>=7", "the values shown add up to 7 or more; the Boss has no value"),
    ("run>=3", "3 or more consecutive values are shown, such as 2, 3 and 4"),
    ("odd>=2", "2 or more dice show 1, 3 or 5"),
    ("even>=2", "2 or more dice show 2 or 4"),
    ("distinct>=3", "3 or more different values are shown"),
    ("same>=3", "3 or more dice show the same value"),
    ("pair", "the same as same>=2"),
    ("count:4>=2", "2 or more dice show 4; fives>=2 is the same as count:5>=2"),
    ("any:1,2", "at least one die shows 1 or 2"),
    ("all(any:4; odd>=1)", "all of these conditions hold; ';' or ',' parts them"),
    ("either(pair; sum>=12)", "at least one of these conditions holds"),
    ("not(any:5)", "the condition does not hold: here, a 5 must show"),
];

/// The guide as the comment lines of a deck file.
pub(super) fn guide_comments() -> String {
    let lines = GUIDE.iter().map(|(form, meaning)| format!("#   {form:<22} {meaning}\n"));
    let head = "# A condition says what must not show; a roll on which it holds is invalid:\n".to_owned();
    std::iter::once(head).chain(lines).collect()
}

/// Why a text is not a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ConditionError {
    /// What is wrong.
    pub message: String,
    /// The bytes of the text it is about.
    pub span: Range<usize>,
    /// What to do about it.
    pub help: Option<String>,
}

impl std::str::FromStr for Condition {
    type Err = ConditionError;

    /// Parses a condition.
    ///
    /// # Errors
    /// At the first place where the text departs from the grammar or a limit.
    fn from_str(text: &str) -> Result<Condition, ConditionError> {
        if text.len() > MAX_LENGTH {
            let message = format!("the condition has {} bytes; at most {MAX_LENGTH} are allowed", text.len());
            return Err(ConditionError { message, span: 0..1, help: None });
        }
        strict(text).map_err(|error| match meant(text) {
            Some(meant) => ConditionError { help: Some(format!("did you mean '{meant}'?")), ..error },
            None => error,
        })
    }
}

/// What the text is by the grammar, and no more.
fn strict(text: &str) -> Parsed<Condition> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let condition = parser.condition()?;
    parser.blanks();
    if parser.at < text.len() {
        let message = format!("unexpected text after the condition: '{}'", parser.rest());
        return Err(parser.error(parser.at..text.len(), message));
    }
    Ok(condition)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
}

type Parsed<T> = Result<T, ConditionError>;

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn error(&self, span: Range<usize>, message: String) -> ConditionError {
        ConditionError { message, span: span.start..span.end.max(span.start + 1), help: None }
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// The longest run of characters that satisfy `is`, and its place.
    fn run_of(&mut self, is: impl Fn(char) -> bool) -> (&'t str, Range<usize>) {
        self.blanks();
        let rest = self.rest();
        let length = rest.find(|c| !is(c)).unwrap_or(rest.len());
        let start = self.at;
        self.at += length;
        (&rest[..length], start..self.at)
    }

    fn eat(&mut self, sign: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.eat(sign) {
            return Ok(());
        }
        let found = self.rest().chars().next().map_or("the end".to_owned(), |c| format!("'{c}'"));
        Err(self.error(self.at..self.at + 1, format!("expected '{sign}', found {found}")))
    }

    fn number(&mut self, limits: Range<u32>, what: &str) -> Parsed<u32> {
        let (digits, span) = self.run_of(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.');
        let number = digits.parse().ok().filter(|n| limits.contains(n));
        number.ok_or_else(|| {
            let found = if digits.is_empty() { "nothing".to_owned() } else { format!("'{digits}'") };
            let (least, most) = (limits.start, limits.end - 1);
            self.error(span, format!("expected {what} from {least} to {most}, found {found}"))
        })
    }

    fn value(&mut self) -> Parsed<Face> {
        let help = || Some("a die shows 1 to 5 or the Boss, who has no value".to_owned());
        let value = self.number(1..6, "a value").map_err(|error| ConditionError { help: help(), ..error })?;
        Ok(value as Face)
    }

    fn at_least(&mut self, amount: Amount) -> Parsed<Condition> {
        let help = || Some(format!("a number is compared, as in {}", Condition::AtLeast(amount, 3)));
        self.expect(">=").map_err(|error| ConditionError { help: help(), ..error })?;
        Ok(Condition::AtLeast(amount, self.number(0..MAX_NUMBER + 1, "a whole number")?))
    }

    fn condition(&mut self) -> Parsed<Condition> {
        let (word, span) = self.run_of(|c| c.is_alphanumeric() || c == '_');
        if let Some((_, amount)) = Amount::NAMED.iter().find(|(name, _)| *name == word) {
            return self.at_least(*amount);
        }
        match word {
            "pair" => Ok(Condition::AtLeast(Amount::Same, 2)),
            "fives" => self.at_least(Amount::Count(5)),
            "count" => {
                self.expect(":")?;
                let value = self.value()?;
                self.at_least(Amount::Count(value))
            }
            "any" => self.any(),
            "all" => Ok(Condition::All(self.list(&span)?)),
            "either" => Ok(Condition::Either(self.list(&span)?)),
            "not" => self.not(&span),
            _ => Err(self.unknown(word, span)),
        }
    }

    fn unknown(&self, word: &str, span: Range<usize>) -> ConditionError {
        let message = if word.is_empty() {
            "expected a condition here".to_owned()
        } else {
            format!("'{word}' is not a condition")
        };
        // Words of English are no misspelt words of ours.
        let is_prose = self.rest().starts_with(' ') && self.rest().trim_start().starts_with(char::is_alphabetic);
        let help = if is_prose { format!("write it so: {EXAMPLES}") } else { or_nearest(word, &WORDS) };
        ConditionError { help: Some(help), ..self.error(span, message) }
    }

    fn any(&mut self) -> Parsed<Condition> {
        self.expect(":")?;
        let mut values = Values::default().with(self.value()?);
        // In a list a comma may also stand before the next condition, which begins with no digit.
        while self.is_before_value() && self.eat(",") {
            values = values.with(self.value()?);
        }
        Ok(Condition::Any(values))
    }

    fn is_before_value(&self) -> bool {
        let listed = self.rest().trim_start().strip_prefix(',');
        listed.is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    }

    fn deeper(&mut self, span: &Range<usize>) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(span.clone(), format!("conditions are nested more than {MAX_DEPTH} deep here")));
        }
        self.expect("(")
    }

    fn list(&mut self, span: &Range<usize>) -> Parsed<Vec<Condition>> {
        self.deeper(span)?;
        let mut parts = vec![self.condition()?];
        while self.eat(";") || self.eat(",") {
            parts.push(self.condition()?);
        }
        self.expect(")")?;
        self.depth -= 1;
        Ok(parts)
    }

    fn not(&mut self, span: &Range<usize>) -> Parsed<Condition> {
        self.deeper(span)?;
        let part = self.condition()?;
        self.expect(")")?;
        self.depth -= 1;
        Ok(Condition::Not(Box::new(part)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn error(text: &str) -> (String, Range<usize>) {
        let error = text.parse::<Condition>().unwrap_err();
        (error.message, error.span)
    }

    #[test]
    fn abbreviations_mean_what_gang_md_says() {
        assert_eq!("pair".parse::<Condition>(), "same>=2".parse());
        assert_eq!("fives>=2".parse::<Condition>(), "count:5>=2".parse());
        assert_eq!("all(any:4,5, odd>=1 , pair)".parse::<Condition>(), "all(any:4,5;odd>=1;pair)".parse());
        assert_eq!(" all( any : 4 , 5 ; odd >= 1 ) ".parse::<Condition>(), "all(any:4,5;odd>=1)".parse());
    }

    #[test]
    fn errors_name_the_place_and_the_value() {
        assert_eq!(error("sum>7"), ("expected '>=', found '>'".into(), 3..4));
        assert_eq!(error("any:6"), ("expected a value from 1 to 5, found '6'".into(), 4..5));
        assert_eq!(error("odd>=-1"), ("expected a whole number from 0 to 9999, found '-1'".into(), 5..7));
        assert_eq!(error("all(pair; )").0, "expected a condition here");
        assert_eq!(error("not(pair").0, "expected ')', found the end");
        assert_eq!(error("pair pair"), ("unexpected text after the condition: 'pair'".into(), 5..9));
        assert_eq!("smu>=7".parse::<Condition>().unwrap_err().help.unwrap(), "did you mean 'sum'?");
        assert_eq!(error("").0, "expected a condition here");
    }

    #[test]
    fn words_of_english_are_answered_with_what_there_is() {
        for text in ["no sixes", "all(no fives)", "a pair of twos"] {
            assert!(
                text.parse::<Condition>().unwrap_err().help.unwrap().starts_with("write it so: sum>=7, run"),
                "{text}"
            );
        }
        assert_eq!("no".parse::<Condition>().unwrap_err().help.unwrap(), "did you mean 'not'?");
    }

    #[test]
    fn what_the_guide_says_can_be_written() {
        for (form, _) in GUIDE {
            assert!(form.parse::<Condition>().is_ok(), "{form}");
        }
        for example in EXAMPLES.split(", ") {
            assert!(example.parse::<Condition>().is_ok(), "{example}");
        }
    }

    #[test]
    fn depth_and_length_are_limited() {
        let nested = |depth: usize| format!("{}pair{}", "not(".repeat(depth), ")".repeat(depth));
        assert!(nested(MAX_DEPTH as usize).parse::<Condition>().is_ok());
        assert!(error(&nested(MAX_DEPTH as usize + 1)).0.contains("nested more than 16 deep"));
        assert!(error(&nested(50_000)).0.contains("at most 1000"));
        let wide = format!("either({})", ["pair"; 100].join(";"));
        assert!(wide.parse::<Condition>().is_ok(), "siblings do not count as depth");
    }

    fn conditions() -> impl Strategy<Value = Condition> {
        let values = prop::collection::vec(1u8..6, 1..5);
        let leaf = prop_oneof![
            (0u32..100).prop_map(|k| Condition::AtLeast(Amount::Sum, k)),
            (0u32..7).prop_map(|k| Condition::AtLeast(Amount::Run, k)),
            (0u32..7).prop_map(|k| Condition::AtLeast(Amount::Odd, k)),
            (0u32..7).prop_map(|k| Condition::AtLeast(Amount::Even, k)),
            (0u32..7).prop_map(|k| Condition::AtLeast(Amount::Distinct, k)),
            (0u32..7).prop_map(|k| Condition::AtLeast(Amount::Same, k)),
            (1u8..6, 0u32..7).prop_map(|(value, k)| Condition::AtLeast(Amount::Count(value), k)),
            values.prop_map(|vs| Condition::Any(vs.into_iter().fold(Values::default(), Values::with))),
        ];
        leaf.prop_recursive(4, 20, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 1..4).prop_map(Condition::All),
                prop::collection::vec(inner.clone(), 1..4).prop_map(Condition::Either),
                inner.prop_map(|c| Condition::Not(Box::new(c))),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(condition in conditions()) {
            prop_assert_eq!(condition.to_string().parse::<Condition>().unwrap(), condition);
        }

        #[test]
        fn no_text_makes_it_panic(text in ".{0,60}") {
            if let Err(error) = text.parse::<Condition>() {
                prop_assert!(error.span.start <= text.len() && error.span.start < error.span.end);
            }
        }

        #[test]
        fn no_edit_of_a_condition_makes_it_panic(condition in conditions(), at in 0usize..200, with in "[ -~]{0,3}") {
            let mut text = condition.to_string();
            let at = at.min(text.len());
            text.replace_range(at..(at + 1).min(text.len()), &with);
            let _ = text.parse::<Condition>();
        }
    }
}
