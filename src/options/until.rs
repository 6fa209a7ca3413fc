//! `--until`: when the data let games end.

use crate::record::Decimal;
use std::fmt;

/// When the data let a run end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Until {
    /// When there is a verdict.
    Verdict,
    /// When the standard error is at most this.
    StandardError(Decimal),
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Until::Verdict => f.write_str("verdict"),
            Until::StandardError(most) => write!(f, "se={most}"),
        }
    }
}

/// What is said of games that were to end at a standard error and did not reach it, from the text of their `--until` and
/// the largest standard error that they have.
pub(crate) fn not_reached(goal: &str, error: Option<f64>) -> Option<String> {
    let Ok(Until::StandardError(most)) = until(goal) else { return None };
    match error {
        Some(error) if error <= most.value() => None,
        Some(error) => Some(format!("{goal} was not reached: the largest standard error of a win share is {error:.6}")),
        None => Some(format!("{goal} was not reached: so few games have no standard error")),
    }
}

/// Reads `--until`.
pub(crate) fn until(text: &str) -> Result<Until, String> {
    match text.split_once('=') {
        None if text == "verdict" => Ok(Until::Verdict),
        Some(("se", number)) => {
            let most: Decimal = number.parse().map_err(|error| format!("se: {error}"))?;
            let positive = most.value() > 0.0;
            if positive { Ok(Until::StandardError(most)) } else { Err("se: it must be above 0".to_owned()) }
        }
        None if text.strip_suffix('%').is_some_and(|percent| percent.trim().parse::<f64>().is_ok()) => {
            Err("a standard error is a fraction: for 1% write se=0.01".to_owned())
        }
        None if text.parse::<f64>().is_ok() => Err(format!("write se={text}: games end at that standard error")),
        _ => {
            Err("write se= and a standard error, such as se=0.001 (compare and tournament also take verdict)"
                .to_owned())
        }
    }
}
