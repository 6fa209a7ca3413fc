//! Strategies for Pig that are scripts.
//!
//! Owns how `roll(view)` of a script is called, and what it may return.

use crate::dice::BlockKey;
use crate::games::declaration::NoAnswer;
use crate::games::pig::{Pig, Situation, State, Strategy, View};
use crate::strategies::script::{ScriptForm, Scripted, refused};

impl ScriptForm for Pig {
    type Tools = Pig;
    type Copy = (State, BlockKey);
    type About = ();

    const WANTED: &'static [&'static str] = &["roll(view)"];

    fn tools(&self) -> Pig {
        self.clone()
    }

    fn copy(situation: &Situation<'_>) -> (State, BlockKey) {
        (situation.state.clone(), situation.block)
    }

    fn lend<'c>((state, block): &'c (State, BlockKey), game: &'c Pig) -> Situation<'c> {
        Situation { game, state, block: *block }
    }

    fn from_script(script: Scripted<Pig>) -> Box<dyn Strategy> {
        Box::new(FromScript(script))
    }
}

/// A script at a table.
struct FromScript(Scripted<Pig>);

impl Strategy for FromScript {
    fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
        let (returned, _) = self.0.ask("roll", view, ())?;
        returned.as_bool().map_err(|_| refused(&returned, "roll", "true or false"))
    }
}
