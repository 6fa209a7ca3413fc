//! POT with one draw a turn.
//!
//! Owns what the engine has to know of its turns. What is remembered of decisions is kept apart for players with a coin
//! and without, because the paid reroll depends on it.
//!
//! | file | owns |
//! |---|---|
//! | `kernel` | many games at once: what is kept from batch to batch, and what lanes do not know |
//! | `lanes` | the steps of a turn, for many games at once |
//! | `code`, `coins`, `counters` | results, coins and counts as the inner loop wants them |
//! | `luck` | what luck is with two players: the values of pairs of strategies, and adding up a game |

mod code;
mod coins;
mod counters;
mod kernel;
mod lanes;
mod luck;

use super::drawn::cells::MOST_TABLES;
use super::drawn::{DrawnGame, Limits};
use super::luck::Luck;
use super::seating::Seatings;
use crate::exact::pot::{DrawTable, Purse, RerollPolicy};
use crate::exact::versus::{BestReply, ExactFault, ExactShares, Opponents, PotReply, exact_pot};
use crate::games::Game;
use crate::games::declaration::{Family, PolicyId, Slot};
use crate::games::pot::{Begun, LegalChoices, Player, Pot, Reroll, Situation, Strategy, TurnResult, Watch, slots};
use crate::games::turns::Refused;
use kernel::{Payments, PotKernel};
use luck::PotLuck;

/// Whether the player can pay for the last reroll.
fn purse(turn: &Begun<'_>) -> Purse {
    if turn.can_pay { Purse::Coins } else { Purse::Empty }
}

impl DrawnGame for Pot {
    type Solved = RerollPolicy;
    type TableKey = bool;
    type ReadyChoice = Payments;
    type Kernel = PotKernel;

    /// Tables are of 3 kB, so at most some 50 MB.
    const LIMITS: Limits = Limits { nodes: 1 << 18, tables: MOST_TABLES };

    const KNOWS_LUCK: bool = true;

    fn luck_of<'g>(
        &'g self,
        strategies: &'g [&'g dyn Strategy],
        _: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'g>, String> {
        Ok(Box::new(PotLuck::new(self, strategies, seatings, go_on)?))
    }

    fn exact_of(
        &self,
        strategies: [&dyn Strategy; 2],
        names: [&str; 2],
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<ExactShares, ExactFault> {
        exact_pot([self; 2], strategies, names, go_on)
    }

    fn reply_of(&self, strategy: (&dyn Strategy, &str), go_on: &dyn Fn(f64) -> bool) -> Result<BestReply, ExactFault> {
        Ok(PotReply::solve(self, strategy, Opponents::Strategy, go_on)?.wins())
    }

    const ORDER: &'static [Slot] = &[
        slots::TO_BEAT,
        slots::CONTROL,
        slots::TO_ACT,
        slots::RANKING,
        slots::GOAL_HELD,
        slots::SEAT,
        slots::FIRST,
        slots::ROUND,
    ];

    fn table_key(turn: &Begun<'_>) -> Option<bool> {
        Some(turn.can_pay)
    }

    fn solve(turn: &Begun<'_>, plan: PolicyId) -> Result<(RerollPolicy, DrawTable), Refused> {
        let solved = RerollPolicy::of_rule(turn.combos, purse(turn), |roll| turn.to_reroll(plan, roll))?;
        let table = DrawTable::new(&solved.outcome(turn.combos));
        Ok((solved, table))
    }

    fn code(result: TurnResult) -> u32 {
        code::code(result)
    }

    fn ready_choice(&self, choices: LegalChoices) -> Payments {
        Payments::new(choices, self.seats())
    }

    fn show(
        turn: &Begun<'_>,
        solved: &RerollPolicy,
        result: TurnResult,
        word: &mut dyn FnMut() -> u64,
        watch: &mut (dyn Watch + '_),
    ) {
        let Some(paths) = solved.paths(turn.combos, result) else { return };
        let path = paths.draw(word);
        let rerolls = [Reroll::Free, Reroll::Paid].map(Some).into_iter().chain([None]);
        for (&(shown, rerolled), next) in path.rolls.iter().zip(rerolls) {
            watch.rolled(shown);
            if let Some(next) = next.filter(|_| !rerolled.is_empty()) {
                watch.rerolls(shown, rerolled, next);
            }
        }
        path.obligatory.into_iter().for_each(|shown| watch.obligatory(shown));
    }

    fn decided<'g>(player: Player<'g>, situation: &Situation<'g>, _: LegalChoices) -> Option<Begun<'g>>
    where
        'g: 'g,
    {
        Some(Begun::new(player, situation))
    }

    fn player<'g>(strategies: &'g [&'g dyn Strategy], index: usize) -> Player<'g> {
        Player { strategy: strategies[index], index }
    }

    fn index(turn: &Begun<'_>) -> usize {
        turn.player.index
    }

    fn is_shared(turn: &Begun<'_>, plan: PolicyId) -> bool {
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
