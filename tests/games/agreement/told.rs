//! The rolls that are shown for a drawn turn against rolls that were rolled.
//!
//! A drawn turn has a result and no rolls; `play` shows rolls that lead to it. What people see must then be as
//! frequent as what dice do: first roll, each set kept, and the end.

use crate::runs::{Asks, Curious};
use crate::table::{Player, boss, deck};
use analyze::dice::{BlockKey, Counts, RunKey};
use analyze::engines::drawn::ShownTurns;
use analyze::games::Table;
use analyze::games::gang::{
    CardIndex, CardOrder, Commit, Edition, Gang, PolicyId, Roll, State, Strategy, Trigger, Turn, TurnResult, View,
    Watch,
};
use analyze::games::turns::{RolledTurns, Turns};
use std::collections::BTreeMap;

/// Games played each way: two turns of the first round are watched in each.
const GAMES: u64 = 12_000;

/// A turn as it was shown: the faces of each roll and what was rerolled between, and the result.
type Pattern = (Vec<[u32; 6]>, Option<u32>);

/// Counts patterns of turns.
#[derive(Default)]
struct Patterns {
    seen: BTreeMap<Pattern, f64>,
    rolls: Vec<[u32; 6]>,
}

impl Watch for Patterns {
    fn rolled(&mut self, shown: Counts, left: u8) {
        assert_eq!(self.rolls.len(), 2 * (2 - usize::from(left)), "a roll for each reroll used");
        self.rolls.push(shown.to_array());
    }

    fn rerolls(&mut self, dice: Counts) {
        self.rolls.push(dice.to_array());
    }

    fn turn_ends(&mut self, turn: Turn, _: &State) {
        let total = match turn.result {
            TurnResult::Invalid => None,
            TurnResult::Total(total) => Some(total),
        };
        *self.seen.entry((std::mem::take(&mut self.rolls), total)).or_default() += 1.0;
    }
}

/// Plays games of one round with turns of the given kind and counts what was shown.
fn watch<T: Turns<Gang>>(
    game: &Gang,
    players: &[&dyn Strategy],
    seed: u64,
    turns: impl Fn(BlockKey) -> T,
) -> BTreeMap<Pattern, f64> {
    let mut patterns = Patterns::default();
    let order = CardOrder::new(vec![CardIndex(0)]);
    for block in (0..GAMES).map(|block| RunKey::new(seed).block(block)) {
        game.play_watched(
            Table { strategies: players, seating: &[0, 1], block },
            &order,
            &mut turns(block),
            &mut patterns,
        )
        .unwrap();
    }
    patterns.seen
}

/// Pearson's chi-square that two samples have one distribution; patterns met fewer than ten times are taken together.
fn same_frequencies(what: &str, told: &BTreeMap<Pattern, f64>, rolled: &BTreeMap<Pattern, f64>) {
    let keys: std::collections::BTreeSet<&Pattern> = told.keys().chain(rolled.keys()).collect();
    let (mut chi, mut cells, mut rare) = (0.0, 0.0, (0.0, 0.0));
    let mut add = |a: f64, b: f64| {
        chi += (a - b) * (a - b) / (a + b);
        cells += 1.0;
    };
    for key in keys {
        let [a, b] = [told, rolled].map(|seen| seen.get(key).copied().unwrap_or(0.0));
        if a + b < 10.0 { rare = (rare.0 + a, rare.1 + b) } else { add(a, b) }
    }
    if rare.0 + rare.1 > 0.0 {
        add(rare.0, rare.1);
    }
    // The two samples are of one size, so there is one degree of freedom less than there are cells.
    let freedom: f64 = cells - 1.0;
    assert!(freedom >= 20.0, "{what}: {cells} patterns are no test");
    assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "{what}: chi-square {chi} at {freedom} degrees of freedom");
}

fn check(condition: &str, trigger: Trigger, strategy: &dyn Strategy, seed: u64) {
    let mut rules = Edition::Bga.rules();
    rules.bonus.clear();
    let game = Gang::new(rules, deck([(condition, trigger)]), 2).unwrap();
    let players = [strategy, strategy];
    let told = watch(&game, &players, seed, ShownTurns);
    let rolled = watch(&game, &players, seed + 1, RolledTurns);
    same_frequencies(&format!("{condition} {trigger}"), &told, &rolled);
}

/// Commits three dice and rerolls everything below 3.
fn ambitious() -> impl Strategy {
    Player {
        commit: |_: &View<'_>| Ok(Commit { dice: 3, plan: PolicyId(0) }),
        reroll: |roll: &Roll<'_>| Ok((0..3).fold(Counts::EMPTY, |all, face| all + roll.shown.only(face))),
    }
}

#[test]
fn told_turns_show_rolls_as_often_as_dice_do() {
    check("sum>=7", Trigger::Bomb, &boss(2), 1);
    check("run>=2", Trigger::Explosion, &boss(3), 3);
    check("sum>=11", Trigger::Explosion, &ambitious(), 5);
    check("odd>=2", Trigger::Bomb, &ambitious(), 7);
    check("either(pair; any:1)", Trigger::Bomb, &Curious(Asks::Short), 9);
}

/// Seventeen dice are rolled, not drawn: the same block then shows the very same rolls either way.
#[test]
fn told_turns_of_many_dice_are_the_rolled_ones() {
    let game = Gang::new(Edition::Bga.rules(), deck([("sum>=40", Trigger::Bomb); 3]), 2).unwrap();
    let players: [&dyn Strategy; 2] = [&boss(17), &boss(17)];
    let told = watch(&game, &players, 11, ShownTurns);
    assert_eq!(told, watch(&game, &players, 11, RolledTurns));
}
