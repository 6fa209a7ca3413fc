//! Strategies for Pig that are scripts.
//!
//! Owns how `roll(view)` of a script is called, and what it may return.

use crate::dice::BlockKey;
use crate::games::Game;
use crate::games::declaration::NoAnswer;
use crate::games::pig::{Pig, Situation, State, Strategy, View};
use crate::input::{BadInput, Source};
use crate::strategies::Loaded;
use crate::strategies::script::{self, Binding, ScriptForm, Scripted, Wanted, Words, describe, load};

impl ScriptForm for Pig {
    type Tools = Pig;
    type Copy = (State, BlockKey);
    type About = ();

    const BINDING: &'static Binding = &Binding {
        game: Pig::NAME,
        says_game: true,
        functions: &[Wanted { name: "roll", parameters: &["view"] }],
        optional: &[],
        teach: script::teach::<Pig>,
    };
    /// There are no helpers.
    const BUDGET: u32 = 0;
    const TOO_OFTEN: &'static str = "";

    fn tools(&self) -> Pig {
        self.clone()
    }

    fn copy(situation: &Situation<'_>) -> (State, BlockKey) {
        (situation.state.clone(), situation.block)
    }

    fn lend<'c>((state, block): &'c (State, BlockKey), game: &'c Pig) -> Situation<'c> {
        Situation { game, state, block: *block }
    }

    fn teach(_: &mut Words) {}
}

/// Reads a script.
///
/// # Errors
/// All that is wrong with it.
pub(super) fn read(source: &Source) -> Result<Loaded<Pig>, BadInput> {
    load(source, |script, values, game: &Pig| Box::new(FromScript(Scripted::new(script, values, game))))
}

/// A script at a table.
struct FromScript(Scripted<Pig>);

impl Strategy for FromScript {
    fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
        let (returned, _) = self.0.ask("roll", view, ())?;
        returned
            .as_bool()
            .map_err(|_| NoAnswer(format!("{} from roll, which must return true or false", describe(&returned)).into()))
    }
}
