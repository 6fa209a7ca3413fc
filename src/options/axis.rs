//! A key with the values that it takes in turn, as it is typed: `rerolls=1..4`.
//!
//! Owns the forms of values: lists, ranges, and ranges with steps. Which keys there are is for `vary`.

use crate::terminal::numbers::{grouped, whole};

/// The most combinations that there may be.
pub(crate) const MAX_COMBINATIONS: usize = 10_000;

/// A key with its values, as they were typed: at least one, all different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub key: String,
    pub values: Vec<String>,
}

impl Axis {
    /// Reads `KEY=A|B|C`, `KEY=lo..hi`, `KEY=lo..hi/steps` or `KEY=lo..hi by step`; `rule.KEY` is the rule KEY.
    pub(crate) fn parse(text: &str) -> Result<Axis, String> {
        let (key, values) = text.split_once('=').ok_or("write it as key=values, such as rerolls=1..4")?;
        let key = key.trim();
        let (key, values) = (key.strip_prefix("rule.").unwrap_or(key).to_owned(), values.trim());
        let values: Vec<String> = match values.split_once("..") {
            Some((least, rest)) if starts_as_number(least) => range(least, rest)?,
            _ => values.split('|').map(|value| value.trim().to_owned()).collect(),
        };
        if let ([one], "deck" | "rules" | "edition" | "seating" | "players" | "seed") = (&values[..], &*key)
            && one.contains(',')
        {
            return Err(format!("separate the values with '|': write '{key}={}'", one.replace(',', "|")));
        }
        if key.is_empty() || values.iter().any(String::is_empty) {
            return Err("a key and values are needed, such as rerolls=1..4 or edition=bga|blackrock".to_owned());
        }
        if let Some(twice) = (1..values.len()).find(|&at| values[..at].contains(&values[at])) {
            return Err(format!("the value '{}' is there twice; name each once", values[twice]));
        }
        Ok(Axis { key, values })
    }
}

/// Whether it is meant as the beginning of a range: a path may have two dots, and begins otherwise.
fn starts_as_number(text: &str) -> bool {
    let digits = text.trim().trim_start_matches(['-', '.']);
    digits.starts_with(|c: char| c.is_ascii_digit())
}

/// A number as it is typed: whole, and how many decimals it has.
fn decimal(text: &str) -> Result<(i64, u32), String> {
    let wrong = || format!("'{text}' is no number that a range can begin or end with (write 1..4, or 0.1..0.5/4)");
    let text = text.trim();
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len() as u32);
    let digits: String = text.chars().filter(|&c| c != '.').collect();
    let is_number = text.matches('.').count() < 2 && !digits.is_empty() && digits.len() < 10;
    digits.parse().ok().filter(|_| is_number).map(|number| (number, decimals)).ok_or_else(wrong)
}

/// How the values between the ends of a range are given.
enum Steps<'t> {
    /// Not at all: all whole numbers.
    Whole,
    /// `/4`: the number of steps, all of one size.
    Count(&'t str),
    /// `by 0.1`: steps of this size.
    Size(&'t str),
}

/// The ends of a range in units of the same decimals.
struct Ends {
    lo: i64,
    hi: i64,
    decimals: u32,
}

impl Ends {
    fn of(lo: (i64, u32), hi: (i64, u32)) -> Ends {
        let decimals = lo.1.max(hi.1);
        let scaled = |(number, own): (i64, u32)| number * 10_i64.pow(decimals - own);
        Ends { lo: scaled(lo), hi: scaled(hi), decimals }
    }

    /// How many steps of this size go from the one end to the other, if they end there.
    fn steps_of(&self, (size, own): (i64, u32)) -> Option<i64> {
        let decimals = self.decimals.max(own);
        let length = i128::from(self.hi - self.lo) * 10_i128.pow(decimals - self.decimals);
        let size = i128::from(size) * 10_i128.pow(decimals - own);
        (size > 0 && length % size == 0).then(|| i64::try_from(length / size).unwrap_or(i64::MAX))
    }

    /// The largest number up to the higher end that steps of this size reach.
    fn last_of(&self, (size, own): (i64, u32)) -> String {
        let decimals = self.decimals.max(own);
        let scaled = |number: i64, own: u32| i128::from(number) * 10_i128.pow(decimals - own);
        let (lo, hi, size) = (scaled(self.lo, self.decimals), scaled(self.hi, self.decimals), scaled(size, own));
        shown(hi - (hi - lo) % size, decimals)
    }
}

/// The numbers from `least` on, of a range whose rest is `rest`: `hi`, `hi/steps` or `hi by step`.
fn range(least: &str, rest: &str) -> Result<Vec<String>, String> {
    let (most, steps) = match (rest.split_once('/'), rest.split_once("by")) {
        (Some((most, steps)), _) => (most, Steps::Count(steps.trim())),
        (None, Some((most, size))) => (most, Steps::Size(size.trim())),
        (None, None) => (rest, Steps::Whole),
    };
    let (least, most) = (least.trim(), most.trim());
    if let Some(most) = most.strip_prefix('=') {
        return Err(format!("write {least}..{most}: a range holds both of its ends"));
    }
    if let Some(after) = most.strip_prefix('.').filter(|_| !least.contains('.') && least != "0") {
        return Err(format!("write {least}..{after}, with two dots"));
    }
    let ends = Ends::of(decimal(least)?, decimal(most)?);
    let Ends { lo, hi, decimals } = ends;
    if lo >= hi {
        return Err(format!("the range {least}..{most} is empty: it goes from the lower end to the higher one"));
    }
    let steps = match steps {
        Steps::Whole if decimals > 0 => {
            return Err(format!(
                "say in how many steps, {least}..{most}/4, or how large they are, {least}..{most} by 0.1"
            ));
        }
        Steps::Whole => hi - lo,
        Steps::Count(steps) => counted_steps(steps, &ends, (least, most))?,
        Steps::Size(size) => sized_steps(size, &ends, (least, most))?,
    };
    if !(1..MAX_COMBINATIONS as i64).contains(&steps) {
        let limit = MAX_COMBINATIONS - 1;
        return Err(format!(
            "the range {least}..{most} has {} steps; 1 to {limit} can be taken",
            grouped(steps as u64)
        ));
    }
    // Finer by six decimals, which are left out again where they are zeros.
    let fine =
        |step: i64| i128::from(lo) * 1_000_000 + i128::from(hi - lo) * 1_000_000 * i128::from(step) / i128::from(steps);
    Ok((0..=steps).map(|step| shown(fine(step), decimals + 6)).collect())
}

/// The number of steps after `/`.
fn counted_steps(steps: &str, ends: &Ends, (least, most): (&str, &str)) -> Result<i64, String> {
    if let Ok(count) = whole(steps)
        && let Ok(count) = i64::try_from(count)
    {
        return Ok(count);
    }
    let size = decimal(steps).ok();
    let example = match size.and_then(|size| ends.steps_of(size)) {
        Some(count) => format!("write {least}..{most}/{count}, or for steps of {steps}: {least}..{most} by {steps}"),
        None => format!("such as {least}..{most}/3; 'by' is followed by the size of a step: 0..0.3 by 0.1"),
    };
    Err(format!("'{steps}' is no number of steps: '/' is followed by a whole number, of steps ({example})"))
}

/// The number of steps of the size after `by`.
fn sized_steps(size: &str, ends: &Ends, (least, most): (&str, &str)) -> Result<i64, String> {
    let wrong =
        || format!("'{size}' is no size of a step: 'by' is followed by a number above 0, such as 0..0.3 by 0.1");
    let step = decimal(size).ok().filter(|(step, _)| *step > 0).ok_or_else(wrong)?;
    ends.steps_of(step).ok_or_else(|| match ends.last_of(step) {
        last if last == least => format!("a step of {size} is longer than the range {least}..{most}"),
        last => format!("steps of {size} from {least} do not end at {most}: write {least}..{last} by {size}"),
    })
}

/// What somebody meant who wrote several values in another way: `1-3` or `1,2,3`.
pub(crate) fn several(value: &str) -> Option<String> {
    let number = |text: &str| decimal(text.trim()).is_ok_and(|(number, _)| number >= 0);
    if let Some((least, most)) = ["-", " to ", ":"].iter().find_map(|sign| value.split_once(sign))
        && number(least)
        && number(most)
    {
        return Some(format!("{}..{}", least.trim(), most.trim()));
    }
    let values: Vec<&str> = value.trim_matches(['[', ']', '{', '}']).split([',', ';', ' ']).map(str::trim).collect();
    let values: Vec<&str> = values.into_iter().filter(|value| !value.is_empty()).collect();
    if values.len() < 2 || !values.iter().all(|value| number(value)) {
        return None;
    }
    let whole: Vec<u64> = values.iter().filter_map(|value| value.parse().ok()).collect();
    let in_order = whole.len() == values.len() && whole.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    Some(if in_order { format!("{}..{}", values[0], values[values.len() - 1]) } else { values.join("|") })
}

/// A number with this many decimals, without trailing zeros.
fn shown(number: i128, decimals: u32) -> String {
    let unit = 10_i128.pow(decimals);
    let sign = if number < 0 { "-" } else { "" };
    let (before, after) = (number.abs() / unit, number.abs() % unit);
    let after = format!("{after:0width$}", width = decimals as usize);
    let text = format!("{sign}{before}.{after}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        Axis::parse(text).unwrap().values
    }

    #[test]
    fn ranges_go_to_their_ends_in_equal_steps() {
        assert_eq!(values("rerolls=1..4"), ["1", "2", "3", "4"]);
        assert_eq!(values("p=0..1/4"), ["0", "0.25", "0.5", "0.75", "1"]);
        assert_eq!(values("p=0.1..0.4/3"), ["0.1", "0.2", "0.3", "0.4"]);
        assert_eq!(values("p=-2..2/2"), ["-2", "0", "2"]);
        assert_eq!(values("p=.05..0.1/1"), ["0.05", "0.1"]);
    }

    #[test]
    fn a_range_can_say_how_large_its_steps_are() {
        assert_eq!(values("p=0..0.3 by 0.1"), ["0", "0.1", "0.2", "0.3"]);
        assert_eq!(values("p=0..0.3 by 0.1"), values("p=0..0.3/3"));
        assert_eq!(values("rerolls=2..8 by 3"), ["2", "5", "8"]);
        assert_eq!(values("p=-1..1by0.5"), ["-1", "-0.5", "0", "0.5", "1"]);
    }

    #[test]
    fn values_that_are_written_as_elsewhere_are_understood() {
        for (typed, meant) in [
            ("1-3", Some("1..3")),
            ("1 to 3", Some("1..3")),
            ("1:3", Some("1..3")),
            ("1,2,3", Some("1..3")),
            ("[1, 2, 4]", Some("1|2|4")),
            ("0.1,0.2", Some("0.1|0.2")),
            ("3", None),
            ("-3", None),
            ("a,b", None),
            ("a-b", None),
        ] {
            assert_eq!(several(typed).as_deref(), meant, "{typed}");
        }
    }

    #[test]
    fn lists_are_taken_as_they_are() {
        assert_eq!(values("bots=boss,stand | chaser"), ["boss,stand", "chaser"]);
        assert_eq!(values("card.a.condition=sum>=7|run>=3"), ["sum>=7", "run>=3"]);
        assert_eq!(values("deck=../old.toml|b..c.toml"), ["../old.toml", "b..c.toml"]);
        assert_eq!(Axis::parse("card.a.condition=sum>=7").unwrap().key, "card.a.condition");
    }

    #[test]
    fn what_is_no_key_with_values_is_refused() {
        for (text, words) in [
            ("rerolls", "key=values"),
            ("=1", "a key and values"),
            ("rerolls=", "a key and values"),
            ("rerolls=1||2", "a key and values"),
            ("rerolls=4..1", "is empty"),
            ("rerolls=2..2", "is empty"),
            ("rerolls=1|2|1", "'1' is there twice"),
            ("rerolls=1..", "no number"),
            ("rerolls=1..=3", "write 1..3: a range holds both of its ends"),
            ("rerolls=1...3", "write 1..3, with two dots"),
            ("rerolls=0..1e9", "no number"),
            ("rerolls=0..99999999", "has 99,999,999 steps; 1 to 9999 can be taken"),
            ("p=0..1/0", "has 0 steps; 1 to 9999 can be taken"),
            ("p=0.5..1", "in how many steps, 0.5..1/4, or how large they are, 0.5..1 by 0.1"),
            ("p=0..0.3/0.1", "(write 0..0.3/3, or for steps of 0.1: 0..0.3 by 0.1)"),
            ("p=0..0.3/0.2", "'0.2' is no number of steps"),
            ("p=0..0.35 by 0.1", "do not end at 0.35: write 0..0.3 by 0.1"),
            ("p=0..0.3 by 0.4", "is longer than the range"),
            ("p=0..0.3 by 0", "a number above 0"),
            ("p=0..0.3 by", "a number above 0"),
            ("p=0..1 by 0.00001", "has 100,000 steps"),
        ] {
            let error = Axis::parse(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
