//! Gang of Dice with one draw a turn.
//!
//! Owns what the engine has to know of its turns. Commits of more than [`MOST_DRAWN_DICE`] dice, which are legal, are
//! rolled die by die; which of the two happens depends on the number of dice alone.
//!
//! | file | owns |
//! |---|---|
//! | `fields` | what the players in the lanes see, in numbers |
//! | `kernel` | many games at once: what is kept from batch to batch, and what lanes do not know |
//! | `lanes` | the steps of a game, for many games at once |
//! | `luck` | what luck is: the values of line-ups, and adding up a game |

mod fields;
mod kernel;
mod lanes;
mod luck;

use super::drawn::cells::MOST_TABLES;
use super::drawn::{DrawnGame, Limits};
use super::luck::Luck;
use super::seating::Seatings;
use crate::exact::champion::{champion_of, champion_reply};
use crate::exact::versus::{BestReply, ExactFault, ExactShares, exact_gang, gang_reply};
use crate::exact::{DrawTable, MOST_DRAWN_DICE, RerollPolicy, RuleError, Turn};
use crate::games::declaration::{Family, PolicyId, Slot};
use crate::games::gang::{
    CardIndex, Committed, Gang, Player, Situation, Strategy, TurnResult, Watch, not_rerolled, slots,
};
use crate::games::turns::Refused;
use kernel::GangKernel;
pub use luck::gang_luck_valued_as;
use luck::{GangLuck, why_not};

impl DrawnGame for Gang {
    type Solved = RerollPolicy;
    type TableKey = (CardIndex, u32);
    type ReadyChoice = ();
    type Kernel = GangKernel;

    /// At most some 60 MB a worker, and tables of some kB.
    const LIMITS: Limits = Limits { nodes: 1 << 18, tables: MOST_TABLES };

    const KNOWS_LUCK: bool = true;

    fn reply_ignores_of(strategy: &dyn Strategy) -> &'static str {
        match champion_of(strategy) {
            Some(_) => {
                "the card of each round is drawn from all cards, and the best response considers only the plans of champion; \
                 with the real deck it can win slightly more or less, and another one can win slightly more"
            }
            None => {
                "the best response here commits at most 12 dice and does not count cards; another one can win slightly more"
            }
        }
    }

    fn luck_of<'g>(
        &'g self,
        strategies: &'g [&'g dyn Strategy],
        names: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'g>, String> {
        match GangLuck::new(self, strategies, seatings, go_on) {
            Ok(luck) => Ok(Box::new(luck)),
            Err(unknown) => Err(why_not(unknown, names)),
        }
    }

    fn exact_of(
        &self,
        strategies: [&dyn Strategy; 2],
        names: [&str; 2],
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<ExactShares, ExactFault> {
        exact_gang(self, strategies, names, go_on)
    }

    fn reply_of(&self, strategy: (&dyn Strategy, &str), go_on: &dyn Fn(f64) -> bool) -> Result<BestReply, ExactFault> {
        match champion_of(strategy.0) {
            Some(champion) => champion_reply(champion, go_on),
            None => gang_reply(self, strategy, go_on),
        }
    }

    const ORDER: &'static [Slot] = &[
        slots::BEST,
        slots::BEST_DICE,
        slots::TO_ACT,
        slots::TURN,
        slots::TABLE,
        slots::SEAT,
        slots::FIRST,
        slots::BEST_SEAT,
        slots::ALLOWED,
        slots::ROUNDS_LEFT,
        slots::BEHIND,
        slots::POOL,
    ];

    fn table_key(turn: &Committed<'_>) -> Option<(CardIndex, u32)> {
        (turn.dice <= MOST_DRAWN_DICE).then_some((turn.card.1, turn.dice))
    }

    fn solve(turn: &Committed<'_>, plan: PolicyId) -> Result<(RerollPolicy, DrawTable), Refused> {
        #[expect(clippy::expect_used, reason = "tables cover at most 16 dice and rules allow at most 10 rerolls")]
        let solved = Turn::under(turn.card.0, turn.dice, turn.rerolls).expect("a turn within the limits");
        match solved.follow(|shown, left| turn.to_reroll(plan, shown, left)) {
            Ok((plan, outcome)) => Ok((plan, DrawTable::new(&outcome))),
            Err(RuleError::Failed { source, .. }) => Err(source),
            Err(RuleError::Illegal { roll, reroll, .. }) => Err(not_rerolled(format!("{reroll:?} to reroll"), roll)),
        }
    }

    /// 0 of an invalid one, otherwise one more than the total.
    fn code(result: TurnResult) -> u32 {
        match result {
            TurnResult::Invalid => 0,
            TurnResult::Total(total) => total + 1,
        }
    }

    fn number(dice: u32) -> Option<u32> {
        Some(dice)
    }

    fn ready_choice(&self, _: u32) {}

    fn show(
        turn: &Committed<'_>,
        solved: &RerollPolicy,
        result: TurnResult,
        word: &mut dyn FnMut() -> u64,
        watch: &mut (dyn Watch + '_),
    ) {
        let total = match result {
            TurnResult::Invalid => None,
            TurnResult::Total(total) => Some(total),
        };
        let Some(paths) = solved.paths(total) else { return };
        let mut before = None;
        for (throw, left) in paths.draw(word).iter().zip((0..=turn.rerolls).rev()) {
            if let Some(shown) = before {
                watch.rerolls(shown - throw.kept);
            }
            watch.rolled(throw.shown, left);
            before = Some(throw.shown);
        }
    }

    fn decided<'g>(player: Player<'g>, situation: &Situation<'g>, dice: u32) -> Option<Committed<'g>>
    where
        'g: 'g,
    {
        situation.decided(player, dice)
    }

    fn player<'g>(strategies: &'g [&'g dyn Strategy], index: usize) -> Player<'g> {
        Player { strategy: strategies[index], index }
    }

    fn index(turn: &Committed<'_>) -> usize {
        turn.player.index
    }

    fn is_shared(turn: &Committed<'_>, plan: PolicyId) -> bool {
        turn.player.strategy.is_shared(plan)
    }

    fn family(player: Player<'_>) -> Option<Family> {
        player.strategy.family()
    }

    fn player_index(player: Player<'_>) -> usize {
        player.index
    }

    fn with_shorter_lifetime<'a, 'b: 'a>(situation: Situation<'b>) -> Situation<'a> {
        situation
    }
}
