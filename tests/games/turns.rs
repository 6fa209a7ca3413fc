//! Two roads to the chances of a turn: counted out over all rolls, and played die by die.
//!
//! A game here is one round of two players, so each block gives two independent turns. Sample means
//! must lie within four standard errors of the values counted out; where the chance is 0 or 1, exactly
//! there. The seeds are fixed, so a run that passes always passes.

use crate::naive::{Rule, rolls, sixteen};
use crate::table::{boss, deck, play_with, stand};
use analyze::dice::RunKey;
use analyze::games::Game;
use analyze::games::gang::{Edition, Gang, Rules, State, Strategy, Trigger, Turn, TurnResult, Watch};

/// Blocks for each card, strategy and number of dice.
const BLOCKS: u64 = 25_000;

/// Moments of the result of a turn: the chance that it is invalid, the mean total and the mean square
/// of the total, an invalid one counting 0.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    invalid: f64,
    total: f64,
    square: f64,
}

impl Moments {
    fn of(total: Option<u32>) -> Moments {
        let points = f64::from(total.unwrap_or(0));
        Moments { invalid: if total.is_none() { 1.0 } else { 0.0 }, total: points, square: points * points }
    }

    fn add(&mut self, other: Moments) {
        self.invalid += other.invalid;
        self.total += other.total;
        self.square += other.square;
    }

    fn divided_by(self, n: f64) -> Moments {
        Moments { invalid: self.invalid / n, total: self.total / n, square: self.square / n }
    }
}

/// The mean over all 6^n rolls of `dice` dice of what each leads to.
fn over_all_rolls(dice: u32, then: impl Fn(Vec<u8>) -> Moments) -> Moments {
    let mut sum = Moments::default();
    rolls(dice).for_each(|roll| sum.add(then(roll)));
    sum.divided_by(f64::from(6u32.pow(dice)))
}

fn result(rule: &Rule, roll: &[u8]) -> Moments {
    Moments::of((!rule.holds(roll)).then(|| roll.iter().map(|&face| u32::from(face)).sum()))
}

/// A turn that is never rerolled: bomb and explosion are the same.
fn stand_exactly(rule: &Rule, dice: u32) -> Moments {
    over_all_rolls(dice, |roll| result(rule, &roll))
}

/// A turn that rerolls every Boss while a reroll is left: `kept` dice lie there, `thrown` are thrown now.
/// (G09, G10 and the reference strategy `boss`.)
fn boss_exactly(rule: &Rule, trigger: Trigger, kept: &[u8], thrown: u32, left: u8) -> Moments {
    over_all_rolls(thrown, |roll| {
        let shown = [kept, &roll].concat();
        let bosses = shown.iter().filter(|&&face| face == 0).count() as u32;
        let exploded = trigger == Trigger::Explosion && rule.holds(&shown);
        if exploded || left == 0 || bosses == 0 {
            return result(rule, &shown);
        }
        let values: Vec<u8> = shown.into_iter().filter(|&face| face != 0).collect();
        boss_exactly(rule, trigger, &values, bosses, left - 1)
    })
}

#[derive(Default)]
struct Results {
    sum: Moments,
    turns: u32,
}

impl Watch for Results {
    fn turn_ends(&mut self, turn: Turn, _: &State) {
        self.turns += 1;
        self.sum.add(Moments::of(match turn.result {
            TurnResult::Invalid => None,
            TurnResult::Total(total) => Some(total),
        }));
    }
}

/// The means over many turns against one card, die by die, and their number.
fn simulated(text: &str, trigger: Trigger, player: &dyn Strategy, seed: u64) -> (Moments, f64) {
    let rules = Rules { bonus: vec![], ..Edition::Bga.rules() };
    let game = Gang::new(rules, deck([(text, trigger)]), 2).unwrap();
    let (mut order, mut results) = (game.scratch(), Results::default());
    for block in (0..BLOCKS).map(|block| RunKey::new(seed).block(block)) {
        game.begin_block(block, &mut order);
        play_with(&game, &[player], &[0, 0], block, &order, &mut results).unwrap();
    }
    assert_eq!(u64::from(results.turns), 2 * BLOCKS);
    let turns = f64::from(results.turns);
    (results.sum.divided_by(turns), turns)
}

/// Whether both means are within four standard errors of the exact values.
fn assert_near(what: &str, exact: Moments, (mean, turns): (Moments, f64)) {
    let chance_error = (exact.invalid * (1.0 - exact.invalid) / turns).sqrt();
    let total_error = ((exact.square - exact.total * exact.total).max(0.0) / turns).sqrt();
    // The last term is for the rounding of the exact values alone.
    assert!((mean.invalid - exact.invalid).abs() <= 4.0 * chance_error + 1e-12, "{what}: {mean:?}, exactly {exact:?}");
    assert!((mean.total - exact.total).abs() <= 4.0 * total_error + 1e-12, "{what}: {mean:?}, exactly {exact:?}");
}

/// Checks `stand:k` against all cards with this trigger, k = 1 to 6.
fn stand_agrees(trigger: Trigger, seed: u64) {
    for (text, rule) in sixteen() {
        for dice in 1..=6 {
            let seed = seed + u64::from(dice);
            let what = format!("stand:{dice} on {text} ({trigger})");
            assert_near(&what, stand_exactly(&rule, dice), simulated(text, trigger, &stand(dice), seed));
        }
    }
}

#[test]
fn stand_on_bombs() {
    stand_agrees(Trigger::Bomb, 100);
}

#[test]
fn stand_on_explosions() {
    stand_agrees(Trigger::Explosion, 200);
}

/// Checks `boss:k` against all cards with this trigger, k = 1 to 4.
fn boss_agrees(trigger: Trigger, seed: u64) {
    for (text, rule) in sixteen() {
        for dice in 1..=4 {
            let seed = seed + u64::from(dice);
            let what = format!("boss:{dice} on {text} ({trigger})");
            assert_near(&what, boss_exactly(&rule, trigger, &[], dice, 2), simulated(text, trigger, &boss(dice), seed));
        }
    }
}

#[test]
fn boss_on_bombs() {
    boss_agrees(Trigger::Bomb, 300);
}

#[test]
fn boss_on_explosions() {
    boss_agrees(Trigger::Explosion, 400);
}

/// The exact road itself, where the chances are plain: one die, and no Boss left but by bad luck.
#[test]
fn chances_that_can_be_seen() {
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    assert!(near(stand_exactly(&Rule::Odd(1), 1).invalid, 3.0 / 6.0));
    assert!(near(stand_exactly(&Rule::Same(2), 2).invalid, 5.0 / 36.0));
    assert!(near(stand_exactly(&Rule::Sum(7), 1).total, 15.0 / 6.0));
    // Three throws to get rid of the Boss; then 1 in 5 shows a 1.
    let last_boss = 1.0 / 216.0;
    for trigger in [Trigger::Bomb, Trigger::Explosion] {
        assert!(near(boss_exactly(&Rule::Any(vec![1]), trigger, &[], 1, 2).invalid, (1.0 - last_boss) / 5.0));
    }
    // Two dice: a pair of values in the end, or at once: the trigger matters only if dice are rerolled.
    let pairs = |trigger| boss_exactly(&Rule::Same(2), trigger, &[], 2, 2).invalid;
    assert!(near(pairs(Trigger::Bomb), pairs(Trigger::Explosion)), "a pair of two dice has no Boss to reroll");
}
