//! Luck in POT for two players: what each turn gave or took, by the values of the two strategies at hand.
//!
//! Owns which pair of strategies plays, and adding up a game. What a turn could have come to is known of every decision, so
//! strategies may read whatever they like; the values only know of what they decide in the first round of a block.

use crate::engines::Seatings;
use crate::engines::luck::{
    Cancel, CancelledShares, DecisionStake, KnownOptions, Luck, SeatValues, Valuer, WHOLE_VALUE, cancelled_for_two,
    stake_of, values_of_two,
};
use crate::exact::pot::{Decided, Plans, Position, TurnValues};
use crate::games::declaration::PolicyId;
use crate::games::pot::{Combo, LegalChoices, Player, Pot, Rerolled, Strategy, Throw, TurnResult};
use crate::games::{Game, Outcome, Seating, StrategyIndex};
use std::collections::HashMap;

/// The most pairs of strategies whose values are kept: some 7 MB each.
const MOST_PAIRS: usize = 28;
/// How many expectations a worker remembers.
const MOST_REMEMBERED: usize = 1 << 18;

/// Values of pairs of strategies.
pub(super) struct PotLuck<'g> {
    pairs: Vec<([StrategyIndex; 2], TurnValues<'g>)>,
}

impl<'g> PotLuck<'g> {
    /// What luck is for these strategies in these seatings; `go_on` is asked as the work goes on.
    ///
    /// # Errors
    /// Why that is not known.
    pub(super) fn new(
        game: &'g Pot,
        strategies: &'g [&'g dyn Strategy],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<PotLuck<'g>, String> {
        if game.seats() != 2 {
            return Err(format!("it is known of POT for 2 players, not for {}", game.seats()));
        }
        let mut luck = PotLuck { pairs: Vec::new() };
        for seating in seatings.iter() {
            let (pair, _) = pair(seating);
            if luck.pairs.iter().any(|(known, _)| *known == pair) {
                continue;
            }
            if luck.pairs.len() == MOST_PAIRS {
                return Err(format!("it is known of POT for at most {MOST_PAIRS} pairs of strategies"));
            }
            let players = pair.map(|index| Player { strategy: strategies[index], index });
            luck.pairs.push((pair, TurnValues::new(game, players, go_on)?));
        }
        Ok(luck)
    }
}

/// The two strategies of a seating in the order of their numbers, and which of them the first seat has.
fn pair(seating: &Seating) -> ([StrategyIndex; 2], usize) {
    let pair = [seating[0].min(seating[1]), seating[0].max(seating[1])];
    (pair, usize::from(seating[0] > seating[1]))
}

impl PotLuck<'_> {
    /// The values of the pair in a seating, with its place, and which of the two the first seat has.
    fn values(&self, seating: &Seating) -> Option<(usize, &TurnValues<'_>, usize)> {
        let (of_seating, first) = pair(seating);
        let at = self.pairs.iter().position(|(known, _)| *known == of_seating)?;
        Some((at, &self.pairs[at].1, first))
    }
}

impl Luck for PotLuck<'_> {
    fn worker(&self) -> Box<dyn Cancel + '_> {
        let plans = self.pairs.iter().map(|(_, values)| values.plans().clone()).collect();
        Box::new(Canceller { of: self, plans, turns: Vec::new(), remembered: HashMap::new() })
    }

    fn valuer(&self) -> Box<dyn Valuer + '_> {
        Box::new(Priced { of: self, stakes: HashMap::new() })
    }
}

/// A decision: in which pair and by whom it is made, the numbers that were told of it, and of which it is.
type Asked = (usize, usize, Vec<u32>);

/// What positions and decisions are worth.
struct Priced<'l> {
    of: &'l PotLuck<'l>,
    /// The stakes of decisions that were met.
    stakes: HashMap<Asked, f64>,
}

impl Valuer for Priced<'_> {
    fn before(&mut self, seating: &Seating, numbers: &[u32]) -> Option<SeatValues> {
        let turn = PlayedTurn::told(numbers)?;
        let (_, values, first) = self.of.values(seating)?;
        Some(values_of_two(turn.seat, values.value(turn.seat ^ first, &turn.position)))
    }

    fn options(&self) -> KnownOptions {
        KnownOptions::OfDecisions
    }

    fn stake_of_decision(&mut self, seating: &Seating, numbers: &[u32]) -> Option<DecisionStake> {
        let &[seat, choices, own, other, pot, to_beat, held, ref shown @ ..] = numbers else { return None };
        let (pair, values, first) = self.of.values(seating)?;
        let (seat, mover) = (seat as usize, seat as usize ^ first);
        // Before the dice are rolled all choices are options.
        let asked = numbers[if shown.is_empty() { 2 } else { 1 }..].to_vec();
        if self.stakes.len() >= MOST_REMEMBERED {
            self.stakes.clear();
        }
        let stake = *self.stakes.entry((pair, mover, asked)).or_insert_with(|| {
            let position = Position { own, other, pot, to_beat, goal_held: held > 0 };
            match *shown {
                [rerolls, one, two, three] => {
                    let shown = Throw::new([one, two, three].map(|face| face as u8));
                    let choices = LegalChoices::OF_TWO[choices as usize];
                    stake_of(&mut values.of_rerolls(mover, &position, choices, (shown, rerolls)))
                }
                _ => stake_of(&mut values.of_choices(mover, &position)),
            }
        });
        Some(DecisionStake { seat, stake: Some(stake) })
    }
}

/// A turn that was played.
#[derive(Clone, Copy)]
struct PlayedTurn {
    seat: usize,
    position: Position,
    plan: (LegalChoices, PolicyId),
    result: TurnResult,
}

impl PlayedTurn {
    /// The turn that chance told of by these numbers, in the order that the game says.
    fn told(numbers: &[u32]) -> Option<PlayedTurn> {
        let &[seat, high, low, choices, own, other, pot, to_beat, held, combo, score, rerolled] = numbers else {
            return None;
        };
        let rerolls = [Rerolled::Never, Rerolled::Free, Rerolled::Paid];
        Some(PlayedTurn {
            seat: seat as usize,
            position: Position { own, other, pot, to_beat, goal_held: held > 0 },
            plan: (LegalChoices::OF_TWO[choices as usize], PolicyId(u64::from(high) << 32 | u64::from(low))),
            result: TurnResult {
                combo: Combo::ALL[combo as usize],
                score: score as u8,
                rerolled: rerolls[rerolled as usize],
            },
        })
    }
}

struct Canceller<'l> {
    of: &'l PotLuck<'l>,
    /// By pair, what the two can do.
    plans: Vec<Plans<'l>>,
    /// The turns of the game so far.
    turns: Vec<PlayedTurn>,
    /// By pair, who is on turn, position and decision what the values are expected to be.
    remembered: HashMap<(usize, usize, Position, Decided), f64>,
}

impl Canceller<'_> {
    /// What luck gave whoever played a turn, in parts of a whole win; nothing if what it decided cannot be known, which is
    /// settled before the dice are rolled.
    fn luck(&mut self, pair: usize, mover: usize, turn: &PlayedTurn) -> f64 {
        let (values, position) = (&self.of.pairs[pair].1, &turn.position);
        let Some(decided) = self.plans[pair].decided(mover, position, turn.plan) else { return 0.0 };
        if self.remembered.len() >= MOST_REMEMBERED {
            self.remembered.clear();
        }
        let mean = || values.mean(&self.plans[pair], mover, position, decided);
        let expected = *self.remembered.entry((pair, mover, *position, decided)).or_insert_with(mean);
        values.after(mover, position, turn.result, turn.plan.0) - expected
    }
}

impl Cancel for Canceller<'_> {
    fn chance_falls(&mut self, numbers: &[u32]) {
        self.turns.extend(PlayedTurn::told(numbers));
    }

    fn game(&mut self, seating: &Seating, outcome: &Outcome) -> CancelledShares {
        let (of_seating, first) = pair(seating);
        let pair = self.of.pairs.iter().position(|(known, _)| *known == of_seating).unwrap_or_default();
        let mut luck = 0.0;
        let turns = std::mem::take(&mut self.turns);
        for turn in &turns {
            let given = self.luck(pair, turn.seat ^ first, turn);
            luck += if turn.seat == 0 { given } else { -given };
        }
        self.turns = turns;
        self.turns.clear();
        cancelled_for_two(outcome, (luck * f64::from(WHOLE_VALUE)).round() as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::RunKey;
    use crate::engines::{DiceEngine, Engine};
    use crate::games::WHOLE_WIN;
    use crate::games::declaration::{Language, NoAnswer, ObservableIndex, index_of};
    use crate::games::pot::{Decision, DiceSet, Roll, Rules, TO_BEAT, View};

    const ROUND: ObservableIndex = index_of::<Pot>("round", Language::Both);

    /// Rerolls dice below a number as often as it may, or, by the round and a coin, none.
    struct Below {
        least: u8,
        changes: bool,
    }

    impl Strategy for Below {
        fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
            let stands = view.ask(TO_BEAT) == 0 && self.changes && (view.ask(ROUND) % 2 == 1 || view.coin(0, 2) == 1);
            let choices = LegalChoices::OF_TWO[usize::from(self.least) % 6].get();
            Ok(Decision { rerolls: PolicyId(u64::from(stands)), choices })
        }

        fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
            Ok(if plan.0 == 0 { roll.shown.dice_with(|face| face < self.least) } else { DiceSet::NONE })
        }
    }

    /// The win shares of the first strategy in some games, as played and without luck; it sits at this seat.
    fn shares(rules: Rules, [first, second]: [&Below; 2], seat: usize, games: u64) -> Vec<[f64; 2]> {
        let strategies: [&dyn Strategy; 2] = [first, second];
        let game = Pot::new(rules, 2).unwrap();
        let seatings = Seatings::given(&[vec![0, 1], vec![1, 0]]);
        let luck = PotLuck::new(&game, &strategies, &seatings, &|| true).unwrap();
        let engine = DiceEngine { game: &game, strategies: &strategies };
        let (mut shown, seating) = (luck.worker(), [seat, 1 - seat]);
        let play = |number| {
            let key = RunKey::new(3).block(number);
            let outcome = engine.play(&seating, key, &mut engine.worker(), &mut shown).unwrap();
            let cancelled = shown.game(&seating, &outcome);
            assert_eq!(cancelled[0] + cancelled[1], i64::from(WHOLE_VALUE));
            [f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN), cancelled[seat] as f64 / f64::from(WHOLE_VALUE)]
        };
        (0..games).map(play).collect()
    }

    fn mean_and_error(numbers: &[f64]) -> (f64, f64) {
        let n = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / n;
        let variance = numbers.iter().map(|number| (number - mean) * (number - mean)).sum::<f64>() / (n - 1.0);
        (mean, (variance / n).sqrt())
    }

    /// Two who decide by the position alone: their values are all there is to know, so that without luck all games come to
    /// nearly the same win share, which is that of many games as played, within four standard errors.
    #[test]
    fn without_luck_all_games_of_two_come_to_the_same() {
        let rules = Rules { goal: 15, coins: 60, ..Rules::default() };
        let (first, second) = (Below { least: 3, changes: false }, Below { least: 5, changes: false });
        for seat in [0, 1] {
            let (played, without): (Vec<f64>, Vec<f64>) = shares(rules, [&first, &second], seat, 4_000)
                .iter()
                .map(|&[played, without]| (played, without))
                .unzip();
            let ((mean, error), (same, left)) = (mean_and_error(&played), mean_and_error(&without));
            assert!((mean - same).abs() < 4.0 * error, "seat {seat}: {mean} {same}");
            assert!(left < 0.01 * error, "seat {seat}: {left} of {error}");
            assert!(error > 0.005, "there is luck");
        }
    }

    /// Decisions by the round and by coins, of which the values know nothing, and a limit of turns: luck is nothing on
    /// average, within four standard errors.
    #[test]
    fn luck_is_nothing_on_average() {
        for rules in [
            Rules { goal: 12, coins: 60, ..Rules::default() },
            Rules { goal: 12, coins: 60, start: 0, end: crate::games::pot::GameEnd::Holds, ..Rules::default() },
            Rules { goal: 12, cap: 9, stake: 1, ..Rules::default() },
        ] {
            let (first, second) = (Below { least: 4, changes: true }, Below { least: 2, changes: true });
            let luck: Vec<f64> =
                shares(rules, [&first, &second], 1, 4_000).iter().map(|[played, without]| played - without).collect();
            let (mean, error) = mean_and_error(&luck);
            assert!(mean.abs() < 4.0 * error, "{rules:?}: {mean} {error}");
            assert!(error > 0.004, "{rules:?}: there is luck");
        }
    }

    #[test]
    fn of_more_players_luck_is_not_known() {
        let game = Pot::new(Rules::default(), 3).unwrap();
        let below = Below { least: 3, changes: false };
        let strategies: [&dyn Strategy; 3] = [&below; 3];
        let seatings = Seatings::given(&[vec![0, 1, 2]]);
        assert!(
            PotLuck::new(&game, &strategies, &seatings, &|| true)
                .is_err_and(|error| error.contains("2 players, not for 3"))
        );
    }
}
