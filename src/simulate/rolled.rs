//! The games that are only played die by die.

use super::engine::{DiceEngine, EngineKind, Playable};
use crate::dice::BlockKey;
use crate::games::battle::{Battle, Strategy};
use crate::games::{Fault, Game, Outcome, Seating};

/// What happens in a throw depends on the other players, so no turn can be drawn from a table.
impl Playable for Battle {
    type Own<'g> = DiceEngine<'g, Battle>;

    fn own_engine<'g>(&'g self, _: &'g [&'g dyn Strategy]) -> Option<DiceEngine<'g, Battle>> {
        None
    }

    const OWN: Option<EngineKind> = None;

    fn tell_own(
        &self,
        strategies: &[&<Battle as Game>::Strategy],
        names: &[String],
        seating: &Seating,
        block: BlockKey,
        story: &mut String,
    ) -> Result<Outcome, Fault> {
        self.tell(strategies, names, seating, block, story)
    }
}
