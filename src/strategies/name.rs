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
    /// What was typed does not have the form of a name, and why not.
    #[error("'{0}' is not the name of a strategy: {1} (write name, name:value or name:key=value:key=value)")]
    Form(String, &'static str),
    /// No strategy has this name; the nearest, or all.
    #[error("unknown strategy '{0}' ({1})")]
    Unknown(String, String),
    /// What is wrong with a parameter of the strategy of this name.
    #[error("strategy '{0}'{1}")]
    Parameter(String, String),
    /// Two different strategies have one name: it, and how each of them was typed.
    #[error("'{1}' and '{2}' are different strategies, both called '{0}' (change the name in one file)")]
    Clash(String, String, String),
    /// What was typed crosses strategies of a game that has no such thing.
    #[error("'{0}': A@B is for games whose strategies both commit and reroll; this one has none")]
    NotCrossed(String),
}

impl std::str::FromStr for StrategyName {
    type Err = NameError;

    /// Takes a name to pieces; whether there is such a strategy is for `find`.
    ///
    /// # Errors
    /// [`NameError::Form`].
    fn from_str(typed: &str) -> Result<StrategyName, NameError> {
        let form = |reason| NameError::Form(typed.to_owned(), reason);
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
