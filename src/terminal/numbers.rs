//! Whole numbers as people type them: `10000000`, `1e7`, `10M`, `1.5M`, `1_000`.

pub(crate) use crate::games::narration::grouped;
use crate::games::narration::noun;

/// How what is said of a number begins that is too large to be held.
const TOO_LARGE: &str = "it is above";

/// What is typed where a large number is meant, and where a small one is.
const LARGE: &str = "such as 10000000, 1e7, 10M or 1.5M";
const SMALL: &str = "such as 1 or 3";
/// Numbers in words.
const WORDS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// Reads a whole number in any of the spellings, where it may be large.
///
/// # Errors
/// What is wrong with it, in words.
pub(crate) fn whole(text: &str) -> Result<u64, String> {
    read(text, LARGE)
}

/// Reads a whole number in any of the spellings, where it is usually small: of players, threads, dice, or a seed.
///
/// # Errors
/// As [`whole`], with an example of a small number.
pub(crate) fn small(text: &str) -> Result<u64, String> {
    read(text, SMALL)
}

fn read(text: &str, example: &str) -> Result<u64, String> {
    let not_a_number = || match WORDS.iter().position(|word| *word == text.trim().to_lowercase()) {
        Some(number) => format!("it is not a whole number in digits: write {number}"),
        None if is_grouped(text, ',') => {
            format!("it is not a whole number such as 1e7: write {}, without commas", text.replace(',', ""))
        }
        None => format!("it is not a whole number {example}"),
    };
    if is_grouped(text, '.') {
        let digits = text.trim().replace('.', "");
        return Err(format!("it is not a whole number {example}: write {digits}, without points"));
    }
    let cleaned = text.trim().replace('_', "");
    if cleaned.starts_with('-') {
        return Err("it must not be negative".to_owned());
    }
    let (digits, power) = split_power(&cleaned).ok_or_else(not_a_number)?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !all_digits(whole) || !all_digits(fraction) {
        return Err(not_a_number());
    }
    let fraction = fraction.trim_end_matches('0');
    let zeros = power.checked_sub(fraction.len()).ok_or("it must be a whole number")?;
    let significant = format!("{whole}{fraction}");
    let significant = significant.trim_start_matches('0');
    if significant.is_empty() {
        return Ok(0);
    }
    // A number of more digits exceeds every limit, whatever they are.
    let fits = significant.len().saturating_add(zeros) <= 20;
    let number = fits.then(|| format!("{significant}{}", "0".repeat(zeros)).parse().ok()).flatten();
    number.ok_or_else(|| format!("{TOO_LARGE} {}", u64::MAX))
}

/// Reads a number of games.
///
/// # Errors
/// As [`whole`]; of what no number here holds, the most games that can be played.
pub(crate) fn games(text: &str) -> Result<u64, String> {
    whole(text).map_err(|error| {
        if error.starts_with(TOO_LARGE) { "it is above 1e15, the most that can be played".to_owned() } else { error }
    })
}

/// Whether it is a number with this sign between its thousands.
fn is_grouped(text: &str, sign: char) -> bool {
    let mut groups = text.trim().split(sign);
    let digits = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next().is_some_and(|group| digits(group) && group.len() <= 3);
    let rest: Vec<&str> = groups.collect();
    first && !rest.is_empty() && rest.iter().all(|group| digits(group) && group.len() == 3)
}

/// Splits `1.5M` or `15e5` into its digits and the power of ten.
fn split_power(text: &str) -> Option<(&str, usize)> {
    for (suffix, power) in [('k', 3), ('K', 3), ('M', 6), ('G', 9), ('T', 12)] {
        if let Some(digits) = text.strip_suffix(suffix) {
            return Some((digits, power));
        }
    }
    let Some((digits, power)) = text.split_once(['e', 'E']) else { return Some((text, 0)) };
    Some((digits, power.strip_prefix('+').unwrap_or(power).parse().ok()?))
}

/// How many there are of something, in words: `1 combination`, `2 combinations`; `1 die`, `2 dice`.
pub(crate) fn counted(number: u64, what: &str) -> String {
    let several = match what.strip_suffix('y') {
        _ if what == "die" => "dice".to_owned(),
        Some(start) => format!("{start}ies"),
        None => format!("{what}s"),
    };
    format!("{} {}", grouped(number), noun(number, what, &several))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_spelling_is_the_same_number() {
        for text in ["10000000", "1e7", "1E7", "1e+7", "10M", "10000k", "0.01G", "1.0e7", "10_000_000", "100.00e5"] {
            assert_eq!(whole(text), Ok(10_000_000), "{text}");
        }
        assert_eq!(whole("1.5M"), Ok(1_500_000));
        assert_eq!(whole("0"), Ok(0));
        assert_eq!(whole("0e99"), Ok(0));
        assert_eq!(whole("18446744073709551615"), Ok(u64::MAX));
    }

    #[test]
    fn what_is_not_a_whole_number_is_said() {
        assert_eq!(whole("-3"), Err("it must not be negative".into()));
        assert_eq!(whole("1.5"), Err("it must be a whole number".into()));
        assert_eq!(whole("1.55k"), whole("1550"));
        assert_eq!(whole("1.5555k"), Err("it must be a whole number".into()));
        for text in ["", ".", "e7", "inf", "NaN", "1e", "1e1.5", "ten", "1e-3", "0x10", "1 000", "M"] {
            assert!(whole(text).unwrap_err().contains("not a whole number"), "{text}: {:?}", whole(text));
        }
        for text in ["18446744073709551616", "1e20", "1e999", "99999T999", "1e99999999999", "1e18446744073709551615"] {
            assert!(whole(text).is_err(), "{text}");
        }
    }

    #[test]
    fn games_that_nobody_can_play_are_told_how_many_can() {
        assert_eq!((games("1e7"), games("-1")), (whole("1e7"), whole("-1")));
        assert_eq!(games("1e99"), Err("it is above 1e15, the most that can be played".to_owned()));
    }

    #[test]
    fn one_of_something_is_no_plural() {
        assert_eq!([0, 1, 2, 1000].map(|n| counted(n, "game")), ["0 games", "1 game", "2 games", "1,000 games"]);
        assert_eq!([1, 2].map(|n| counted(n, "paired block")), ["1 paired block", "2 paired blocks"]);
        assert_eq!([1, 2].map(|n| counted(n, "strategy")), ["1 strategy", "2 strategies"]);
        assert_eq!([1, 2].map(|n| counted(n, "die")), ["1 die", "2 dice"]);
    }

    #[test]
    fn small_numbers_are_shown_where_small_ones_are_meant() {
        assert_eq!(small("abc"), Err("it is not a whole number such as 1 or 3".to_owned()));
        assert_eq!(small("Three"), Err("it is not a whole number in digits: write 3".to_owned()));
        assert!(whole("1,000,000").unwrap_err().contains("write 1000000, without commas"));
        assert!(whole("100.000").unwrap_err().contains("write 100000, without points"), "a German's 100,000 was 100");
        assert_eq!((small("1e3"), small("-1")), (whole("1e3"), whole("-1")));
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!([0, 12, 123, 1234, 1_234_567].map(grouped), ["0", "12", "123", "1,234", "1,234,567"]);
    }
}
