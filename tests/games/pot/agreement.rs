//! Two roads to every number: drawn turns against rolled ones, and both against the independent program; and the rolls
//! that are shown for drawn turns against rolls that were rolled.
//!
//! Two independent estimates of one number differ by more than 4.5 standard errors (of the difference) once in 150 000
//! times; the grids here compare some five thousand. Seeds differ wherever two runs are compared.

use super::runs::Lineup;
use crate::pot_plain::{self as plain, Bot, Moments, Numerator};
use crate::runs::{ENGINES, Number, Run};
use analyze::dice::{BlockKey, RunKey};
use analyze::engines::drawn::ShownTurns;
use analyze::engines::{EngineKind, SeatingRule};
use analyze::games::Table;
use analyze::games::pot::{DiceSet, Pot, Reroll, Rules, State, Strategy, Throw, Turn, Watch};
use analyze::games::turns::{RolledTurns, Turns};
use std::collections::{BTreeMap, BTreeSet};

/// How many standard errors two estimates may lie apart.
const APART: f64 = 4.5;

/// Games of each run; numbers of at least 1000 turns or games are compared.
const GAMES: u64 = 8_000;
const LEAST_TURNS: i128 = 1000;

/// Below so many blocks with an observation the normal distribution is no judge.
const LEAST_BLOCKS: u64 = 200;

/// Plays a line-up with both engines and compares every number of their tables.
fn agree(bots: &[&str], rule: SeatingRule, options: &[&str], seed: u64) {
    let lineup = Lineup::shipped(bots, rule, options);
    let blocks = GAMES.div_ceil(lineup.seatings.games());
    let play = |kind, seed| lineup.numbers(kind, Run { seed, blocks, threads: 2 });
    let (drawn, rolled) = (play(EngineKind::Turn, seed), play(EngineKind::Dice, seed + 1000));
    assert_eq!(drawn.len(), rolled.len());
    let compared = drawn.iter().zip(&rolled).filter(|(drawn, rolled)| compare(bots, drawn, rolled)).count();
    assert!(compared > 30, "{bots:?}: only {compared} numbers were met often enough");
}

/// Compares a number unless it was met too seldom.
fn compare(bots: &[&str], drawn: &Number, rolled: &Number) -> bool {
    let met = |number: &Number| {
        number.observations >= LEAST_TURNS && number.estimate.is_some_and(|found| found.n >= LEAST_BLOCKS)
    };
    if !met(drawn) || !met(rolled) {
        return false;
    }
    let difference = drawn.estimate.unwrap().value - rolled.estimate.unwrap().value;
    let error = drawn.standard_error().hypot(rolled.standard_error());
    assert!(difference.abs() <= APART * error + 1e-12, "{bots:?}, drawn {drawn:?}, rolled {rolled:?}");
    true
}

#[test]
fn engines_agree_with_two_players() {
    agree(&["letters", "stand"], SeatingRule::All, &[], 100);
    agree(&["optimal-turn", "random"], SeatingRule::All, &["goal=12"], 101);
    agree(&["thief", "max-sum"], SeatingRule::All, &["coins=20", "goal=15"], 102);
}

#[test]
fn engines_agree_with_three_players() {
    agree(&["optimal-turn", "combo-hunter", "random"], SeatingRule::All, &["goal=15"], 200);
    agree(&["thief:open=8:pay=3", "max-sum", "letters"], SeatingRule::Rotate, &["zero=O", "end=holds"], 201);
    agree(
        &["optimal-turn:pay=4:rivals=2", "stand", "max-sum:pay=10001"],
        SeatingRule::Rotate,
        &["start=0", "stake=5"],
        202,
    );
}

/// With so few coins the bank runs dry, and caps are met.
#[test]
fn engines_agree_where_coins_are_short() {
    agree(&["letters", "combo-hunter", "random"], SeatingRule::Rotate, &["coins=24", "goal=20", "cap=150"], 300);
    agree(&["thief", "optimal-turn", "stand", "stand"], SeatingRule::Rotate, &["coins=16", "goal=14", "cap=99"], 301);
}

#[test]
fn engines_agree_with_four_and_five_players() {
    agree(&["optimal-turn", "thief", "combo-hunter", "max-sum"], SeatingRule::Rotate, &["goal=12"], 400);
    agree(&["optimal-turn", "thief", "combo-hunter", "random", "letters"], SeatingRule::Rotate, &["goal=10"], 401);
}

/// An estimate and its standard error.
#[derive(Clone, Copy, Debug)]
struct Mean {
    value: f64,
    error: f64,
}

impl Mean {
    /// Of a number that every block has one of, per `parts`, whatever they are.
    fn of(moments: Moments, blocks: u64, parts: u64) -> Mean {
        let (n, parts) = (blocks as f64, parts as f64);
        let spread = moments.squares as f64 - (moments.sum as f64) * (moments.sum as f64) / n;
        Mean { value: moments.sum as f64 / parts, error: (spread * n / (n - 1.0)).sqrt() / parts }
    }

    /// Of the ratio of two numbers that every block has one of each.
    fn ratio(y: Numerator, x: Moments, blocks: u64) -> Mean {
        let (n, all) = (blocks as f64, x.sum as f64);
        let value = y.sum as f64 / all;
        let residual = y.squares as f64 - 2.0 * value * y.cross as f64 + value * value * x.squares as f64;
        Mean { value, error: (residual.max(0.0) * n / (n - 1.0)).sqrt() / all }
    }

    /// Of a histogram of games, in blocks of one game or as if they were.
    fn histogram(games: &[u64]) -> Mean {
        let moment =
            |power| games.iter().enumerate().map(|(n, &games)| (n as f64).powi(power) * games as f64).sum::<f64>();
        let (n, sum) = (moment(0), moment(1));
        Mean { value: sum / n, error: ((moment(2) - sum * sum / n) / (n - 1.0) / n).sqrt() }
    }
}

fn check(found: &[Number], plain: Mean, (table, column, first, last): (&str, &str, &str, &str)) {
    let number = found.iter().find(|number| number.is(table, column, first, last)).unwrap();
    let estimate = number.estimate.unwrap();
    let error = number.standard_error().hypot(plain.error);
    assert!((estimate.value - plain.value).abs() <= APART * error + 1e-12, "{number:?} for {plain:?}");
}

fn name(bot: Bot) -> &'static str {
    match bot {
        Bot::Stand => "stand",
        Bot::Letters => "letters",
        Bot::MaxSum => "max-sum",
        Bot::Thief => "thief",
        Bot::ComboHunter => "combo-hunter",
        Bot::OptimalTurn => "optimal-turn",
    }
}

/// Plays a line-up by the independent program and by both engines.
fn agree_with_plain(bots: &[Bot], rules: plain::Rules, options: &[&str], seed: u64) {
    const BLOCKS: u64 = 4_000;
    let setup = plain::Setup { rules, bots: bots.to_vec() };
    let tally = plain::run(&setup, BLOCKS, seed);
    let names: Vec<&str> = bots.iter().copied().map(name).collect();
    let lineup = Lineup::shipped(&names, SeatingRule::Rotate, options);
    for (kind, seed) in ENGINES.into_iter().zip(seed + 1..) {
        let found = lineup.numbers(kind, Run { seed, blocks: BLOCKS, threads: 2 });
        compare_outcomes(&tally, &found);
        compare_turns(&tally, &found);
        for (metric, games) in [
            ("turns", &tally.turns),
            ("rounds", &tally.rounds),
            ("empty_bank_rounds", &tally.empty_bank_rounds),
            ("capped", &tally.capped),
        ] {
            check(&found, Mean::histogram(games), ("length", "mean", metric, metric));
        }
    }
}

fn compare_outcomes(tally: &plain::Tally, found: &[Number]) {
    let blocks = tally.blocks;
    for (strategy, &bot) in tally.strategies.iter().enumerate() {
        let (bot, row) = (name(bot), &tally.by_strategy[strategy]);
        let share = Mean::of(row.win_share, blocks, row.games * plain::WIN as u64);
        check(found, share, ("summary", "win_share", bot, bot));
        check(found, Mean::of(row.wins, blocks, row.games), ("summary", "win_rate", bot, bot));
        check(found, Mean::of(row.final_coins, blocks, row.games), ("summary", "ev", bot, bot));
        for (seat, row) in (1..).zip(&tally.by_strategy_and_seat[strategy]).filter(|(_, row)| row.games > 0) {
            let share = Mean::of(row.win_share, blocks, row.games * plain::WIN as u64);
            check(found, share, ("seats", "win_share", bot, &format!("{seat}")));
        }
    }
    for (seat, row) in (1..).zip(&tally.by_seat) {
        let share = Mean::of(row.win_share, blocks, row.games * plain::WIN as u64);
        check(found, share, ("seat_values", "win_share", &format!("{seat}"), &format!("{seat}")));
    }
}

fn compare_turns(tally: &plain::Tally, found: &[Number]) {
    let blocks = tally.blocks;
    for (strategy, &bot) in tally.strategies.iter().enumerate() {
        let (bot, rolls) = (name(bot), &tally.rolls[strategy]);
        check(found, Mean::ratio(rolls.rerolled, rolls.turns, blocks), ("rolls", "free_reroll_rate", bot, bot));
        check(found, Mean::ratio(rolls.paid, rolls.turns, blocks), ("rolls", "paid_reroll_rate", bot, bot));
        check(found, Mean::ratio(rolls.control, rolls.turns, blocks), ("rolls", "control_rate", bot, bot));
        for (combo, row) in plain::COMBOS.into_iter().zip(&tally.by_combo[strategy]) {
            check(found, Mean::ratio(row.rate, rolls.turns, blocks), ("combos", "rate", bot, combo));
            if row.count.sum > 200 {
                check(found, Mean::ratio(row.coins, row.count, blocks), ("combos", "coins_mean", bot, combo));
            }
        }
    }
}

#[test]
fn both_engines_agree_with_the_independent_program() {
    use Bot::{ComboHunter, Letters, MaxSum, OptimalTurn, Stand, Thief};
    let published = plain::Rules::published;
    agree_with_plain(&[Letters, Stand], published(), &[], 500);
    agree_with_plain(
        &[Stand, Letters, Letters],
        plain::Rules { zero_is_o: true, end_holds: true, stake: 3, ..published() },
        &["zero=O", "end=holds", "stake=3"],
        510,
    );
    agree_with_plain(&[Letters, Stand, Letters, Stand], published(), &[], 520);
    let short = plain::Rules { coins: 30, goal: 20, cap: 200, ..published() };
    agree_with_plain(&[Letters, Stand, Stand, Letters, Letters], short, &["coins=30", "goal=20", "cap=200"], 530);
    agree_with_plain(&[OptimalTurn, Thief], published(), &[], 540);
    agree_with_plain(&[OptimalTurn, Thief, ComboHunter, MaxSum, Letters], published(), &[], 550);
}

/// A turn as it was shown: each roll with what was rerolled between, the obligatory one, and the score.
type Pattern = (Vec<(Throw, u8)>, Option<Throw>, u8);

/// Counts patterns of turns.
#[derive(Default)]
struct Patterns {
    seen: BTreeMap<Pattern, f64>,
    rolls: Vec<(Throw, u8)>,
    last: Option<Throw>,
}

impl Watch for Patterns {
    fn rolled(&mut self, shown: Throw) {
        self.rolls.push((shown, 0));
    }

    fn rerolls(&mut self, shown: Throw, dice: DiceSet, _: Reroll) {
        let roll = self.rolls.last_mut().unwrap();
        assert_eq!(roll.0, shown);
        roll.1 = dice.bits();
    }

    fn obligatory(&mut self, shown: Throw) {
        self.last = Some(shown);
    }

    fn turn_ends(&mut self, turn: &Turn, _: &State) {
        let (rolls, last) = (std::mem::take(&mut self.rolls), self.last.take());
        let shown = last.or(rolls.last().map(|roll| roll.0)).unwrap();
        let scored = shown != Throw::ONES && shown != Throw::POT;
        assert_eq!(turn.result.score, if scored { shown.sum() } else { 0 });
        assert_eq!(turn.result.rerolled as usize, rolls.len() - 1);
        assert_eq!(turn.result.combo, rolls.last().unwrap().0.combo(analyze::games::pot::Combos::PUBLISHED));
        *self.seen.entry((rolls, last, turn.result.score)).or_default() += 1.0;
    }
}

/// Plays first turns with turns of the given kind and counts what was shown.
fn watch<T: Turns<Pot>>(strategy: &dyn Strategy, seed: u64, turns: impl Fn(BlockKey) -> T) -> BTreeMap<Pattern, f64> {
    let game = analyze::games::pot::Pot::new(Rules { cap: 1, ..Rules::default() }, 2).unwrap();
    let mut patterns = Patterns::default();
    for block in (0..40_000).map(|block| RunKey::new(seed).block(block)) {
        game.play_watched(Table { strategies: &[strategy], seating: &[0, 0], block }, &mut turns(block), &mut patterns)
            .unwrap();
    }
    patterns.seen
}

/// Pearson's chi-square that two samples have one distribution; patterns met fewer than ten times are taken together.
#[test]
fn told_turns_show_rolls_as_often_as_dice_do() {
    for (name, seed) in [("letters", 1), ("thief", 3), ("combo-hunter", 5)] {
        let lineup = Lineup::shipped(&[name, name], SeatingRule::Fixed, &[]);
        let told = watch(lineup.strategies()[0], seed, ShownTurns);
        let rolled = watch(lineup.strategies()[0], seed + 1, RolledTurns);
        let keys: BTreeSet<&Pattern> = told.keys().chain(rolled.keys()).collect();
        let (mut chi, mut cells, mut rare) = (0.0, 0.0, (0.0, 0.0));
        let mut add = |a: f64, b: f64| {
            chi += (a - b) * (a - b) / (a + b);
            cells += 1.0;
        };
        for key in keys {
            let [a, b] = [&told, &rolled].map(|seen| seen.get(key).copied().unwrap_or(0.0));
            if a + b < 10.0 { rare = (rare.0 + a, rare.1 + b) } else { add(a, b) }
        }
        add(rare.0, rare.1 + f64::MIN_POSITIVE);
        let freedom: f64 = cells - 1.0;
        assert!(freedom >= 100.0, "{name}: {cells} patterns are no test");
        assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "{name}: chi-square {chi} at {freedom}");
    }
}
