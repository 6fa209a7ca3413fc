//! The names of strategies as they are typed.
//!
//! Owns the grammar `name`, `name:value`, `name:key=value:key=value`, and `A@B`. A name that ends in `.toml` or
//! `.rhai` is that of a file.

/// A strategy as it was typed, in pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrategyName {
    /// One strategy with its parameters.
    One {
        /// The name before the first colon, of a file its path.
        name: String,
        /// The parameters after it: a key (none: the first parameter) and a value.
        parameters: Vec<(Option<String>, String)>,
    },
    /// `A@B`: commits like A and rerolls like B.
    Crossed(Box<StrategyName>, Box<StrategyName>),
}

/// Why a strategy cannot be had under the name typed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The name does not have the form of a name.
    #[error("'{typed}' is not the name of a strategy: {reason} (write name, name:value or name:key=value:key=value)")]
    Form {
        /// What was typed.
        typed: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// No strategy has this name.
    #[error("unknown strategy '{name}' ({help})")]
    Unknown {
        /// The name.
        name: String,
        /// The nearest name, or all.
        help: String,
    },
    /// The strategy has no such parameter.
    #[error("strategy '{name}' has no parameter '{key}' ({help})")]
    UnknownParameter {
        /// The strategy.
        name: String,
        /// The key.
        key: String,
        /// The nearest key, or all.
        help: String,
    },
    /// A parameter is given twice.
    #[error("strategy '{name}': the parameter '{key}' is given twice")]
    Twice {
        /// The strategy.
        name: String,
        /// The key.
        key: String,
    },
    /// A parameter has a value that it cannot have.
    #[error("strategy '{name}': {key} is '{value}', but must be {limits}")]
    Value {
        /// The strategy.
        name: String,
        /// The parameter.
        key: String,
        /// The value typed.
        value: String,
        /// What it may be.
        limits: String,
    },
    /// Two different strategies have one name.
    #[error("'{first}' and '{second}' are different strategies, both called '{name}' (change the name in one file)")]
    Clash {
        /// The name.
        name: String,
        /// How one of them was typed.
        first: String,
        /// How the other was typed.
        second: String,
    },
    /// This game's strategies cannot be crossed.
    #[error("'{typed}': A@B is for games whose strategies both commit and reroll; this one has none")]
    NotCrossed {
        /// What was typed.
        typed: String,
    },
}

impl std::str::FromStr for StrategyName {
    type Err = NameError;

    /// Takes a name to pieces; whether there is such a strategy is for `find`.
    ///
    /// # Errors
    /// [`NameError::Form`].
    fn from_str(typed: &str) -> Result<StrategyName, NameError> {
        let form = |reason| NameError::Form { typed: typed.to_owned(), reason };
        if let Some((commits, rerolls)) = typed.split_once('@') {
            if rerolls.contains('@') {
                return Err(form("'@' can stand in it once"));
            }
            return Ok(StrategyName::Crossed(Box::new(commits.parse()?), Box::new(rerolls.parse()?)));
        }
        let mut pieces = typed.split(':');
        let name = pieces.next().unwrap_or_default().to_owned();
        if name.is_empty() {
            return Err(form("there is no name"));
        }
        let parameters = pieces.map(|piece| match piece.split_once('=') {
            _ if piece.is_empty() => Err(form("nothing follows a ':'")),
            Some((key, value)) => Ok((Some(key.to_owned()), value.to_owned())),
            None => Ok((None, piece.to_owned())),
        });
        let parameters = parameters.collect::<Result<Vec<_>, _>>()?;
        if parameters.iter().skip(1).any(|(key, _)| key.is_none()) {
            return Err(form("only the first parameter can go without its key"));
        }
        Ok(StrategyName::One { name, parameters })
    }
}
