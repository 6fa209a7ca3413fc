//! The value of each option in a turn of POT for two. The rest of the turn is played as well as possible, and the two strategies
//! at the table play the game after it.
//!
//! Owns the options of each decision: before the roll, from whom to take; after each roll, which dice to reroll.

use super::{Mover, Position, TurnValues};
use crate::exact::pot::{Optimum, Purse, Values};
use crate::games::pot::{Combo, DiceSet, LegalChoices, Reroll, Rerolled, Roll, Throw, TurnResult, Without, Zero};

/// The scores that a turn can have.
const SCORES: usize = 16;
/// How dice can have been rerolled.
const WAYS: [Rerolled; 3] = [Rerolled::Never, Rerolled::Free, Rerolled::Paid];

impl TurnValues<'_> {
    /// What the player on turn can pay with: without the paid reroll (P18), coins buy nothing.
    fn purse(&self, position: &Position) -> Purse {
        match position.own == 0 || self.rules.without == Without::PaidReroll {
            true => Purse::Empty,
            false => Purse::Coins,
        }
    }

    /// What each result of a turn is worth to the player, with these choices.
    fn of_results(&self, mover: Mover, position: &Position, choices: LegalChoices) -> Values {
        let mut known = [[[None; WAYS.len()]; SCORES]; Combo::ALL.len()];
        let known = std::cell::RefCell::new(&mut known);
        Values::of_results(self.rules.combos(), |result| {
            let TurnResult { combo, score, rerolled } = result;
            let place = &mut known.borrow_mut()[combo as usize][usize::from(score)][rerolled as usize];
            *place.get_or_insert_with(|| self.after(mover, position, result, choices))
        })
    }

    /// The value of each choice of whom to take from, in the order of [`LegalChoices::OF_TWO`]: before the roll, with the best
    /// rerolls.
    pub fn of_choices(&self, mover: Mover, position: &Position) -> [f64; 6] {
        let purse = self.purse(position);
        LegalChoices::OF_TWO.map(|choices| Optimum::of(&self.of_results(mover, position, choices), purse).value)
    }

    /// The values of stopping and of each set of dice to reroll, after this number of rerolls. Sets of dice that show the same
    /// are one option, unless it matters which letter is which. Empty if the turn is over.
    pub fn of_rerolls(
        &self,
        mover: Mover,
        position: &Position,
        choices: LegalChoices,
        (shown, rerolls): (Throw, u32),
    ) -> Vec<f64> {
        let purse = self.purse(position);
        let next = match (rerolls, purse) {
            (0, _) => Reroll::Free,
            (1, Purse::Coins) => Reroll::Paid,
            _ => return Vec::new(),
        };
        if shown.ends_turn(self.rules.combos()) {
            return Vec::new();
        }
        let worths = self.of_results(mover, position, choices).of_rerolls(purse, &Roll { shown, next });
        let sets = DiceSet::all_sets();
        let faces = |set: DiceSet| {
            let mut faces: Vec<u8> = set.dice().map(|die| shown.faces()[die]).collect();
            faces.sort_unstable();
            faces
        };
        let is_new = |at: usize| sets[..at].iter().all(|&set| faces(set) != faces(sets[at]));
        let zero = self.rules.zero;
        (0..sets.len()).filter(|&at| zero == Zero::O || is_new(at)).map(|at| worths[at]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::declaration::PolicyId;
    use crate::games::pot::{Decision, NoAnswer, Player, Pot, Rules, Strategy, View, obligatory};
    use std::collections::{BTreeMap, HashMap};

    /// Takes from the bank, and never rerolls.
    struct Stands;

    impl Strategy for Stands {
        fn decide(&self, _: &View<'_>) -> Result<Decision, NoAnswer> {
            Ok(Decision { rerolls: PolicyId(0), choices: LegalChoices::OF_TWO[0].get() })
        }

        fn reroll(&self, _: PolicyId, _: &Roll) -> Result<DiceSet, NoAnswer> {
            Ok(DiceSet::NONE)
        }
    }

    /// A turn, gone through throw by throw.
    struct Turn<'v> {
        values: &'v TurnValues<'v>,
        position: Position,
        choices: LegalChoices,
        known: HashMap<(Throw, u32), f64>,
    }

    impl Turn<'_> {
        /// What final dice are worth: the 1 and the 3 of 1 2 3 are thrown again.
        fn ended(&self, shown: Throw, rerolls: u32) -> f64 {
            let combo = shown.combo(self.values.rules.combos());
            let open = if combo == Combo::Run123 { obligatory(shown) } else { DiceSet::NONE };
            let worth = |last: Throw| {
                let score = if matches!(combo, Combo::Ones | Combo::Pot) { 0 } else { last.sum() };
                let result = TurnResult { combo, score, rerolled: WAYS[rerolls as usize] };
                self.values.after(0, &self.position, result, self.choices)
            };
            Throw::all().map(|thrown| worth(shown.with(open, thrown))).sum::<f64>() / 216.0
        }

        /// What it is worth to reroll a set of the dice.
        fn after(&mut self, shown: Throw, set: DiceSet, rerolls: u32) -> f64 {
            match set.is_empty() {
                true => self.ended(shown, rerolls),
                false => {
                    Throw::all().map(|thrown| self.best(shown.with(set, thrown), rerolls + 1)).sum::<f64>() / 216.0
                }
            }
        }

        fn best(&mut self, shown: Throw, rerolls: u32) -> f64 {
            if let Some(&known) = self.known.get(&(shown, rerolls)) {
                return known;
            }
            let can_reroll = rerolls < 1 + u32::from(self.position.own > 0);
            let best = match can_reroll && shown != Throw::ONES && shown != Throw::POT {
                false => self.ended(shown, rerolls),
                true => DiceSet::all_sets().map(|set| self.after(shown, set, rerolls)).into_iter().fold(0.0, f64::max),
            };
            self.known.insert((shown, rerolls), best);
            best
        }
    }

    fn sorted(mut worths: Vec<f64>) -> Vec<f64> {
        worths.sort_by(f64::total_cmp);
        worths
    }

    fn with_turns(check: impl Fn(&TurnValues<'_>, Position)) {
        let game = Pot::new(Rules { coins: 30, goal: 9, ..Rules::default() }, 2).unwrap();
        let players = [0, 1].map(|index| Player { strategy: &Stands as &dyn Strategy, index });
        let values = TurnValues::new(&game, players, &|| true).unwrap();
        for (own, other, pot, to_beat, goal_held) in [(0, 8, 2, 9, false), (6, 7, 2, 0, false), (9, 9, 4, 11, true)] {
            check(&values, Position { own, other, pot, to_beat, goal_held });
        }
    }

    /// Throw by throw: two dice that show the same are one option, and of three different ones there are eight.
    #[test]
    fn rerolls_are_worth_what_going_through_all_throws_says() {
        with_turns(|values, position| {
            let choices = LegalChoices::OF_TWO[4];
            let mut turn = Turn { values, position, choices, known: HashMap::new() };
            for (faces, options) in [([5, 3, 0], 8), ([4, 4, 1], 6), ([2, 2, 2], 4), ([1, 2, 3], 8), ([0, 5, 4], 8)] {
                let shown = Throw::new(faces);
                for rerolls in 0..2 {
                    let found = sorted(values.of_rerolls(0, &position, choices, (shown, rerolls)));
                    if rerolls == 1 && position.own == 0 {
                        assert!(found.is_empty(), "nobody pays without a coin: {found:?}");
                        continue;
                    }
                    let mut expected = BTreeMap::new();
                    for set in DiceSet::all_sets() {
                        let faces = sorted(set.dice().map(|die| f64::from(faces[die])).collect());
                        expected.insert(format!("{faces:?}"), turn.after(shown, set, rerolls));
                    }
                    let expected = sorted(expected.into_values().collect());
                    assert_eq!((found.len(), expected.len()), (options, options), "{shown}");
                    assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?} {expected:?}");
                }
            }
            for over in [Throw::ONES, Throw::POT] {
                assert!(values.of_rerolls(0, &position, choices, (over, 0)).is_empty());
            }
        });
    }

    #[test]
    fn choices_are_worth_what_going_through_all_throws_says() {
        with_turns(|values, position| {
            let found = values.of_choices(0, &position);
            for (choices, found) in LegalChoices::OF_TWO.into_iter().zip(found) {
                let mut turn = Turn { values, position, choices, known: HashMap::new() };
                let expected = Throw::all().map(|first| turn.best(first, 0)).sum::<f64>() / 216.0;
                assert!((found - expected).abs() < 1e-12, "{position:?} {choices:?}: {found} {expected}");
            }
        });
    }
}
