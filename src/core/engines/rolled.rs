//! The games that are only played die by die.

use super::battle::BattleLuck;
use super::engine::{DiceEngine, Playable};
use super::luck::Luck;
use super::pig::PigLuck;
use super::seating::Seatings;
use crate::exact::versus::{BestReply, ExactFault, ExactShares, PigReply, exact_pig};
use crate::games::{Game, battle::Battle, pig::Pig};

/// What happens in a throw depends on the other players, so no turn can be drawn from a table.
impl Playable for Battle {
    type OwnEngine<'g> = DiceEngine<'g, Battle>;
    type Dice<'g> = DiceEngine<'g, Battle>;

    const KNOWS_LUCK: bool = true;

    fn luck<'g>(
        &'g self,
        strategies: &'g [&'g <Battle as Game>::Strategy],
        names: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'g>, String> {
        Ok(Box::new(BattleLuck::new(self, strategies, names, seatings, go_on)?))
    }

    fn values<'g>(
        &'g self,
        strategies: &'g [&'g <Battle as Game>::Strategy],
        names: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'g>, String> {
        Ok(Box::new(BattleLuck::new(self, strategies, names, seatings, go_on)?.or_off()?))
    }

    fn dice_engine<'g>(&'g self, strategies: &'g [&'g <Battle as Game>::Strategy]) -> DiceEngine<'g, Battle> {
        DiceEngine { game: self, strategies }
    }
}

/// After every roll something is decided, so no turn can be drawn from a table.
impl Playable for Pig {
    type OwnEngine<'g> = DiceEngine<'g, Pig>;
    type Dice<'g> = DiceEngine<'g, Pig>;

    const KNOWS_LUCK: bool = true;

    fn luck<'g>(
        &'g self,
        _: &'g [&'g <Pig as Game>::Strategy],
        _: &[String],
        _: &Seatings,
        _: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'g>, String> {
        Ok(Box::new(PigLuck::new(self)?))
    }

    fn exact(
        &self,
        strategies: [&<Pig as Game>::Strategy; 2],
        names: [&str; 2],
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<ExactShares, ExactFault> {
        exact_pig(self, strategies, names, go_on)
    }

    fn reply(
        &self,
        strategy: (&<Pig as Game>::Strategy, &str),
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<BestReply, ExactFault> {
        Ok(PigReply::solve(self, strategy, go_on)?.wins())
    }

    fn dice_engine<'g>(&'g self, strategies: &'g [&'g <Pig as Game>::Strategy]) -> DiceEngine<'g, Pig> {
        DiceEngine { game: self, strategies }
    }
}
