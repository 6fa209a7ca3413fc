//! The games and strategies that come with the crate, as the files that they are.

use analyze_core::input::Source;

/// A game that comes with the crate.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
    /// How many can play it, as its file says: known without reading it.
    pub seats: [usize; 2],
    /// Its strategies: the name of each, and its file.
    pub strategies: &'static [(&'static str, &'static str)],
    /// The line-up of the most players, as it is typed; empty of a game that is not chosen by name, because one that is built
    /// in has that name.
    pub lineup: &'static [&'static str],
}

macro_rules! shipped {
    ($($name:literal in $file:literal for $least:literal to $most:literal by $($strategy:literal),* as $($seat:literal),*;)*) => {
        /// The games that come with the crate.
        pub const SHIPPED: &[Shipped] = &[$(Shipped {
            name: $name,
            text: include_str!(concat!("games/", $file, ".toml")),
            seats: [$least, $most],
            strategies: &[$(($strategy, include_str!(concat!("strategies/", $strategy, ".toml")))),*],
            lineup: &[$($seat),*],
        }),*];
    };
}

shipped! {
    "farkle" in "farkle" for 1 to 6 by "bank" as "bank", "bank:at=500", "bank:at=1000", "bank:few=1", "bank:at=200", "random";
    "ship" in "ship" for 1 to 6 by "cargo" as "cargo", "random", "cargo", "random", "cargo", "random";
    "lines" in "lines" for 1 to 6 by "greedy" as "greedy", "random", "greedy", "random", "greedy", "random";
    "crates" in "crates" for 2 to 6 by "open" as "open", "random", "open", "random", "open", "random";
    "threes" in "threes" for 1 to 6 by "dare" as "dare", "random", "dare", "random", "dare", "random";
    "pig" in "pig" for 1 to 6 by "hold", "keep-pace" as;
    "gang-of-dice" in "gang" for 2 to 4 by "stand", "boss", "chaser" as;
}

impl Shipped {
    /// The game of a name.
    pub fn find(name: &str) -> Option<&'static Shipped> {
        SHIPPED.iter().find(|shipped| shipped.name == name)
    }

    /// The game whose file has this text.
    pub(crate) fn find_text(text: &str) -> Option<&'static Shipped> {
        SHIPPED.iter().find(|shipped| shipped.text == text)
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
