//! The games that are only played die by die.

use super::engine::{DiceEngine, Playable};
use crate::games::{battle::Battle, pig::Pig};

/// What happens in a throw depends on the other players, so no turn can be drawn from a table.
impl Playable for Battle {
    type Own<'g> = DiceEngine<'g, Battle>;
}

/// After every roll something is decided, so no turn can be drawn from a table.
impl Playable for Pig {
    type Own<'g> = DiceEngine<'g, Pig>;
}
