//! What a position of POT for two is worth, to cancel luck with.
//!
//! Owns the chance of winning of whoever is on turn when two given strategies play ([`TurnValues`]), and what it is expected
//! to be after a turn. A turn changes coins, and may take control; with two players the coins, the score to beat and who is
//! on turn are all that the rules know of a game between two turns. Going over the positions once, those with most coins in
//! play first, would find the values, if no coins went back to the bank, or round in circles where it is empty; so they are
//! gone over again.
//!
//! As for Gang of Dice any values leave the mean as it is, if the expectation is that of the very values that are subtracted.
//! So strategies may read more than the position, and large numbers of coins are taken for smaller ones.

mod options;
mod plans;

pub use plans::{Decided, Plans};

use crate::games::Seat;
use crate::games::pot::{Combo, Control, GameEnd, Holdings, LegalChoices, Player, Pot, Rules, State, TurnResult};
use plans::Way;
use std::cmp::Reverse;

/// How many play.
const PLAYERS: usize = 2;
/// The highest goal, and the highest stake, for which there are values.
const MOST_GOAL: u32 = 40;
const MOST_STAKE: u32 = 10;
/// So many coins more than the goal, and in the POT than the stake, are told apart.
const MORE: u32 = 8;
/// The scores to beat: none, or one more than a score of 0 to 15.
const TO_BEAT: usize = 17;
/// Values that are expected to change by no more than this on average are good enough: next to no luck is left.
const SETTLED: f64 = 1e-4;
/// What changed by more than this says little about what comes: coins that go round and round show late.
const NEARLY_SETTLED: f64 = 1e-3;
/// How often positions are gone over at most.
const MOST_SWEEPS: u32 = 20;

/// A position before a turn, as whoever is on turn sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The own coins.
    pub own: u32,
    /// Those of the other.
    pub other: u32,
    /// Those in the POT; all others are in the bank.
    pub pot: u32,
    /// The lowest sum that takes control, 0 if any does: then nobody is in control, and otherwise the other is.
    pub to_beat: u32,
    /// Whether somebody has held the goal in this round.
    pub goal_held: bool,
}

/// Which of the two is on turn.
type Mover = usize;

/// What both players decide by place, where they answer.
type ByPlace = [Vec<Option<Decided>>; PLAYERS];

fn stopped() -> String {
    "it was stopped".to_owned()
}

/// The state of a position, in which the player on turn sits where its number says.
pub(in crate::exact) fn state(rules: &Rules, mover: Mover, position: &Position) -> State {
    let Position { own, other, pot, to_beat, goal_held } = *position;
    let mut players = [own, other];
    players.rotate_right(mover);
    let bank = rules.coins.saturating_sub(own + other + pot);
    let holdings = Holdings::of(&players, bank, pot);
    let control = to_beat.checked_sub(1).map(|score| Control { seat: Seat(1 - mover as u8), score: score as u8 });
    State::before_turn(holdings, control, goal_held, Seat(mover as u8))
}

/// What comes after a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Next {
    /// The end of the game, with this win share of the player whose turn it was.
    Over(f64),
    /// A turn of the same player, or of the other.
    Turn(Mover, Position),
}

/// The chance of winning before each turn of two given strategies.
pub struct TurnValues<'g> {
    rules: Rules,
    plans: Plans<'g>,
    /// The highest numbers of coins that are told apart, of a player and in the POT.
    most: [u32; 2],
    /// By player and position.
    values: [Vec<f64>; PLAYERS],
}

impl<'g> TurnValues<'g> {
    /// The values for two players; `go_on` is asked as the work goes on.
    ///
    /// # Errors
    /// That it was not to go on, that the goal is above 40 or the stake above 10, or that no values were found.
    pub fn new(
        game: &'g Pot,
        players: [Player<'g>; PLAYERS],
        go_on: &dyn Fn() -> bool,
    ) -> Result<TurnValues<'g>, String> {
        let rules = *game.rules();
        for (name, number, most) in [("goal", rules.goal, MOST_GOAL), ("stake", rules.stake, MOST_STAKE)] {
            if number > most {
                return Err(format!("it is known of POT for a {name} of at most {most}, not for {number}"));
            }
        }
        let most = [rules.goal + MORE, rules.stake + MORE];
        let mut made = TurnValues { rules, plans: Plans::new(game, players), most, values: Default::default() };
        let guess = made.guess();
        made.values = [guess.clone(), guess];
        let positions = (0..made.positions()).map(|place| made.position(place));
        let mut plans = made.plans.clone();
        let decided = plans.at_all(positions, go_on).ok_or_else(stopped)?;
        made.plans = plans;
        made.settle(&decided, go_on)?;
        Ok(made)
    }

    /// How many positions there are of a player.
    fn positions(&self) -> usize {
        let [coins, pot] = self.most.map(|most| most as usize + 1);
        TO_BEAT * 2 * pot * coins * coins
    }

    /// The place of a position: large numbers of coins are taken for the largest that is told apart. Positions that differ
    /// in the score to beat alone stand side by side.
    #[inline]
    fn place(&self, position: &Position) -> usize {
        let [coins, pot] = self.most;
        let [coins_there, pots_there] = self.most.map(|most| most as usize + 1);
        let by_pot = usize::from(position.goal_held) * pots_there + position.pot.min(pot) as usize;
        let by_own = by_pot * coins_there + position.own.min(coins) as usize;
        (by_own * coins_there + position.other.min(coins) as usize) * TO_BEAT + position.to_beat as usize
    }

    /// The position at a place; `None` if the rules have none such.
    fn position(&self, place: usize) -> Option<Position> {
        let [coins, pots] = self.most.map(|most| most as usize + 1);
        let (to_beat, rest) = (place % TO_BEAT, place / TO_BEAT);
        let (other, rest) = (rest % coins, rest / coins);
        let (own, rest) = (rest % coins, rest / coins);
        let (pot, goal_held) = (rest % pots, rest / pots == 1);
        let [own, other, pot, to_beat] = [own, other, pot, to_beat].map(|number| number as u32);
        let is_there = own + other + pot <= self.rules.coins && (goal_held || own.max(other) < self.rules.goal);
        is_there.then_some(Position { own, other, pot, to_beat, goal_held })
    }

    /// A first guess at the values: the share of the coins.
    fn guess(&self) -> Vec<f64> {
        let of = |Position { own, other, .. }| f64::from(own + 1) / f64::from(own + other + 2);
        (0..self.positions()).map(|place| self.position(place).map_or(0.5, of)).collect()
    }

    /// The places of all positions, those with most coins in play first, and of these the latest control: all but 1 1 1
    /// leads to a place before.
    fn order(&self) -> Vec<(usize, Position)> {
        let all = (0..self.positions()).filter_map(|place| Some((place, self.position(place)?)));
        let mut order: Vec<_> = all.collect();
        order.sort_by_key(|&(place, Position { own, other, pot, to_beat, .. })| {
            Reverse((own + other + pot, to_beat, place))
        });
        order
    }

    /// Finds the values of all positions, in which this is decided.
    fn settle(&mut self, decided: &ByPlace, go_on: &dyn Fn() -> bool) -> Result<(), String> {
        // With the goal held the game ends with the round, so that nothing leads back to the other positions.
        let ends = |position: &Position| position.goal_held && self.rules.end == GameEnd::Held;
        let (last, others): (Vec<_>, Vec<_>) = self.order().into_iter().partition(|(_, position)| ends(position));
        self.go_over(&last, decided, go_on)?;
        self.go_over(&others, decided, go_on)
    }

    /// Goes over positions until their values will hardly change any more.
    fn go_over(
        &mut self,
        order: &[(usize, Position)],
        decided: &ByPlace,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        let values = (PLAYERS * order.len().max(1)) as f64;
        let mut before = f64::INFINITY;
        for _ in 0..MOST_SWEEPS {
            let change = self.sweep(order, decided, go_on)? / values;
            // As if each sweep changed them so many times as little as the last one.
            let rate = change / before;
            if change <= NEARLY_SETTLED && change * rate <= SETTLED * (1.0 - rate) {
                return Ok(());
            }
            before = change;
        }
        Err(unsettled(&self.rules))
    }

    /// Goes over positions once; says by how much their values changed, all together.
    fn sweep(
        &mut self,
        order: &[(usize, Position)],
        decided: &ByPlace,
        go_on: &dyn Fn() -> bool,
    ) -> Result<f64, String> {
        let mut change = 0.0;
        for (at, (place, position)) in order.iter().enumerate() {
            if at % 1024 == 0 && !go_on() {
                return Err(stopped());
            }
            for mover in 0..PLAYERS {
                if let Some(decided) = decided[mover][*place] {
                    let value = self.mean(&self.plans, mover, position, decided);
                    change += (value - self.values[mover][*place]).abs();
                    self.values[mover][*place] = value;
                }
            }
        }
        Ok(change)
    }

    /// The win share that the player on turn can expect in a position.
    #[inline]
    pub fn value(&self, mover: Mover, position: &Position) -> f64 {
        self.values[mover][self.place(position)]
    }

    /// What the two can do, as far as it was asked.
    pub fn plans(&self) -> &Plans<'g> {
        &self.plans
    }

    /// The mean of [`TurnValues::after`] over all that can come of a turn.
    pub fn mean(&self, plans: &Plans<'_>, mover: Mover, position: &Position, decided: Decided) -> f64 {
        self.mean_of(plans.ways(decided), mover, position, decided.choices)
    }

    fn mean_of(&self, ways: &[Way], mover: Mover, position: &Position, choices: LegalChoices) -> f64 {
        let before = state(&self.rules, mover, position);
        let mut mean = 0.0;
        for Way { combo, rerolled, scores } in ways {
            let next = |score| {
                let result = TurnResult { combo: *combo, score, rerolled: *rerolled };
                next(&self.rules, before.clone(), result, choices)
            };
            let takes = match combo {
                Combo::Ones | Combo::Pot => scores.len(),
                _ => scores.partition_point(|&(score, _)| u32::from(score) < position.to_beat),
            };
            let (fail, take) = scores.split_at(takes);
            if let Some(&(score, _)) = fail.first() {
                let chance: f64 = fail.iter().map(|(_, chance)| chance).sum();
                mean += chance * self.worth(mover, next(score));
            }
            if let Some(&(score, _)) = take.first() {
                mean += self.taken(mover, next(score), take);
            }
        }
        mean
    }

    /// The part of a mean in which control is taken, with these scores; what comes next differs in the score to beat alone.
    fn taken(&self, mover: Mover, next: Next, scores: &[(u8, f64)]) -> f64 {
        let Next::Turn(to, position) = next else {
            return scores.iter().map(|(_, chance)| chance).sum::<f64>() * self.worth(mover, next);
        };
        let first = self.place(&Position { to_beat: 0, ..position });
        let values = &self.values[to][first..][..TO_BEAT];
        let worth = |value: f64| if to == mover { value } else { 1.0 - value };
        scores.iter().map(|&(score, chance)| chance * worth(values[usize::from(score) + 1])).sum()
    }

    /// The win share that a player can expect after its turn came to this.
    #[inline]
    pub fn after(&self, mover: Mover, position: &Position, result: TurnResult, choices: LegalChoices) -> f64 {
        self.worth(mover, next(&self.rules, state(&self.rules, mover, position), result, choices))
    }

    /// What is worth to a player what comes next.
    #[inline]
    fn worth(&self, mover: Mover, next: Next) -> f64 {
        match next {
            Next::Over(share) => share,
            Next::Turn(next, position) if next == mover => self.value(next, &position),
            Next::Turn(next, position) => 1.0 - self.value(next, &position),
        }
    }
}

/// What comes after a turn with this result.
fn next(rules: &Rules, mut state: State, result: TurnResult, choices: LegalChoices) -> Next {
    let mover = state.next().index();
    match end_turn(rules, &mut state, result, choices) {
        Ended::Game => {
            let coins = state.holdings().all_coins();
            let (own, other) = (coins[mover], coins[1 - mover]);
            Next::Over(if own == other { 0.5 } else { f64::from(u8::from(own > other)) })
        }
        Ended::Turn | Ended::Round => Next::Turn(state.next().index(), Position::of(&state)),
    }
}

/// What ends with a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::exact) enum Ended {
    /// Nothing else.
    Turn,
    /// A round, and the next one has begun.
    Round,
    /// The game.
    Game,
}

/// Ends a turn with this result, but for the limit of turns.
#[inline]
pub(in crate::exact) fn end_turn(rules: &Rules, state: &mut State, result: TurnResult, choices: LegalChoices) -> Ended {
    state.end_turn(rules, result, choices);
    if state.end_round(rules).is_none() {
        return Ended::Turn;
    }
    if state.is_over(rules) {
        return Ended::Game;
    }
    state.begin_round(rules);
    Ended::Round
}

impl Position {
    /// The position of whoever is on turn in a state with two players.
    #[inline]
    pub fn of(state: &State) -> Position {
        let (held, mover) = (state.holdings(), state.next());
        Position {
            own: held.coins(mover),
            other: held.coins(held.seat_after(mover, 1)),
            pot: held.pot(),
            to_beat: state.control().map_or(0, |control| u32::from(control.score) + 1),
            goal_held: state.goal_held(),
        }
    }
}

/// That values do not settle, with the rule by which they would.
#[cold]
fn unsettled(&Rules { stake, coins, .. }: &Rules) -> String {
    match stake {
        0 => "it is not known of POT without a stake, where the coins go round and round (raise the rule 'stake', which is 0)"
            .to_owned(),
        _ => format!(
            "it is not known of POT where the bank runs dry and the coins go round and round (raise the rule 'coins', which is \
             {coins})"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::declaration::PolicyId;
    use crate::games::pot::{
        Decision, DiceSet, NoAnswer, Rerolled, Roll, Run345Choice, Strategy, Throw, TwosChoice, View, obligatory,
    };

    /// Never rerolls; takes from the other player if it has more coins.
    struct Taker;

    impl Strategy for Taker {
        fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
            let takes = view.coins_of(crate::games::pot::Other::NEXT, 99) > 3;
            let choices = LegalChoices::OF_TWO[if takes { 4 } else { 0 }].get();
            Ok(Decision { rerolls: PolicyId(0), choices })
        }

        fn reroll(&self, _: PolicyId, _: &Roll) -> Result<DiceSet, NoAnswer> {
            Ok(DiceSet::NONE)
        }
    }

    fn rules() -> Rules {
        Rules { coins: 30, goal: 9, ..Rules::default() }
    }

    fn with_values(check: impl FnOnce(&Pot, &TurnValues<'_>)) {
        let game = Pot::new(rules(), 2).unwrap();
        let players = [0, 1].map(|index| Player { strategy: &Taker as &dyn Strategy, index });
        check(&game, &TurnValues::new(&game, players, &|| true).unwrap());
    }

    fn positions() -> impl Iterator<Item = Position> {
        let of = |(own, other): (u32, u32)| {
            [(2, 0), (2, 7), (4, 16), (9, 11), (30 - own - other, 3)].map(|(pot, to_beat)| Position {
                own,
                other,
                pot,
                to_beat,
                goal_held: own.max(other) >= 9 || pot == 4,
            })
        };
        [(3, 3), (0, 0), (0, 8), (8, 1), (2, 2), (12, 0), (9, 8), (1, 11)].into_iter().flat_map(of)
    }

    /// What is expected after a turn without rerolls is the mean over the 216 throws, each with the 36 that a 1 and a 3 of
    /// 1 2 3 become.
    #[test]
    fn what_is_expected_is_the_mean_over_all_throws() {
        with_values(|game, values| {
            for position in positions() {
                let mut plans = values.plans().clone();
                for choices in LegalChoices::OF_TWO {
                    let decided = plans.decided(0, &position, (choices, PolicyId(0))).unwrap();
                    let mut sum = 0.0;
                    for throw in Throw::all() {
                        let combo = throw.combo(game.rules().combos());
                        let obliged = if combo == Combo::Run123 { obligatory(throw) } else { DiceSet::NONE };
                        for last in Throw::all().filter(|last| throw.with(obliged, *last) == *last) {
                            let scored = !matches!(combo, Combo::Ones | Combo::Pot);
                            let score = if scored { last.sum() } else { 0 };
                            let result = TurnResult { combo, score, rerolled: Rerolled::Never };
                            let ways = if obliged == DiceSet::NONE { 1.0 } else { 36.0 };
                            sum += values.after(0, &position, result, choices) / ways;
                        }
                    }
                    let expected = values.mean(&plans, 0, &position, decided);
                    assert!((sum / 216.0 - expected).abs() < 1e-12, "{position:?}: {sum} {expected}");
                }
            }
        });
    }

    /// A position and its place, where coins are few enough to be told apart.
    #[test]
    fn places_are_those_of_their_positions() {
        with_values(|_, values| {
            for place in 0..values.positions() {
                if let Some(position) = values.position(place) {
                    assert_eq!(values.place(&position), place, "{position:?}");
                }
            }
            let many = Position { own: 99, other: 98, pot: 97, to_beat: 5, goal_held: true };
            assert!(values.place(&many) < values.positions());
        });
    }

    #[test]
    fn a_position_is_that_of_its_state() {
        for position in positions() {
            for mover in 0..PLAYERS {
                assert_eq!(Position::of(&state(&rules(), mover, &position)), position);
            }
        }
    }

    #[test]
    fn the_choices_of_two_are_all_different() {
        let all = LegalChoices::OF_TWO.map(LegalChoices::get);
        assert!((1..6).all(|at| !all[..at].contains(&all[at])));
        assert!(all.iter().all(|choices| choices.legal(2).is_ok()));
        assert!(all.iter().any(|choices| choices.run345 != Run345Choice::Bank && choices.twos != TwosChoice::Bank));
    }

    #[test]
    fn high_goals_and_stakes_have_no_values() {
        for (rules, what) in [
            (Rules { goal: 41, ..Rules::default() }, "a goal of at most 40, not for 41"),
            (Rules { stake: 11, ..Rules::default() }, "a stake of at most 10, not for 11"),
        ] {
            let game = Pot::new(rules, 2).unwrap();
            let players = [0, 1].map(|index| Player { strategy: &Taker as &dyn Strategy, index });
            assert!(TurnValues::new(&game, players, &|| true).is_err_and(|error| error.contains(what)));
        }
    }

    /// The message told of a bank that runs dry, which it does not, and named no rule.
    #[test]
    fn luck_without_a_stake_is_refused_with_the_rule_that_lacks() {
        let game = Pot::new(Rules { stake: 0, ..Rules::default() }, 2).unwrap();
        let players = [0, 1].map(|index| Player { strategy: &Taker as &dyn Strategy, index });
        let refused = TurnValues::new(&game, players, &|| true).err().unwrap_or_default();
        assert!(refused.contains("(raise the rule 'stake', which is 0)"), "{refused}");
    }
}
