//! The games and strategies that come with the crate, as the files that they are.

use analyze_core::input::Source;

/// A game that comes with the crate.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
    /// Its strategies: the name of each, and its file.
    pub strategies: &'static [(&'static str, &'static str)],
}

macro_rules! shipped {
    ($($name:literal in $file:literal by $($strategy:literal),*;)*) => {
        /// The games that come with the crate.
        pub const SHIPPED: &[Shipped] = &[$(Shipped {
            name: $name,
            text: include_str!(concat!("games/", $file, ".toml")),
            strategies: &[$(($strategy, include_str!(concat!("strategies/", $strategy, ".toml")))),*],
        }),*];
    };
}

shipped! {
    "farkle" in "farkle" by "bank";
    "ship" in "ship" by "cargo";
    "lines" in "lines" by "greedy";
    "crates" in "crates" by "open";
    "threes" in "threes" by "dare";
    "pig" in "pig" by "hold", "keep-pace";
    "gang-of-dice" in "gang" by "stand", "boss";
}

impl Shipped {
    /// The game of a name.
    pub fn find(name: &str) -> Option<&'static Shipped> {
        SHIPPED.iter().find(|shipped| shipped.name == name)
    }

    /// Its file.
    pub fn source(&self) -> Source {
        Source::new(format!("{}.toml", self.name), self.text)
    }

    /// The file of one of its strategies.
    pub fn strategy(&self, name: &str) -> Option<Source> {
        let (name, text) = self.strategies.iter().find(|(other, _)| *other == name)?;
        Some(Source::new(format!("{name}.toml"), *text))
    }
}
