//! A number that is written as text, so that it is read again to the same bits.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A finite number that records keep as a text of its shortest exact decimal form.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Decimal(f64);

/// A text that is no [`Decimal`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is not a number such as 0.002")]
pub struct DecimalError;

impl Decimal {
    /// The number.
    pub const fn value(self) -> f64 {
        self.0
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    /// Reads a number such as `0.002`, `.002` or `2e-3`.
    ///
    /// # Errors
    /// If it is not one, or not finite.
    fn from_str(text: &str) -> Result<Decimal, DecimalError> {
        let value: f64 = text.trim().parse().map_err(|_| DecimalError)?;
        if value.is_finite() { Ok(Decimal(value)) } else { Err(DecimalError) }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<String> for Decimal {
    type Error = DecimalError;

    fn try_from(text: String) -> Result<Decimal, DecimalError> {
        text.parse()
    }
}

impl From<Decimal> for String {
    fn from(number: Decimal) -> String {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_again_to_the_same_bits() {
        for text in ["0.002", "2e-3", ".05", "-1", "1e-300", "0.30000000000000004"] {
            let number: Decimal = text.parse().unwrap();
            let json = serde_json::to_string(&number).unwrap();
            let again: Decimal = serde_json::from_str(&json).unwrap();
            assert_eq!(again.value().to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
        assert_eq!(serde_json::to_string(&"2e-3".parse::<Decimal>().unwrap()).unwrap(), "\"0.002\"");
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "a", "inf", "NaN", "1,5", "0x1"] {
            assert_eq!(text.parse::<Decimal>(), Err(DecimalError), "{text}");
        }
    }
}
