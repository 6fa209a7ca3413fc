//! POT by its kernel and turn by turn.

use super::{Twins, different, tour};
use crate::pot::laws::Random;
use analyze::engines::drawn::{DrawnGame, Limits, Width};
use analyze::engines::{SeatingRule, Seatings};
use analyze::games::pot::{
    COINS, Choices, Combo, Decision, DiceSet, GameEnd, NoAnswer, Other, Pair, PolicyId, Pot, Roll, Rules, Strategy,
    View, Without, Zero,
};
use analyze::strategies::{find, find_all};
use proptest::prelude::*;

/// Rerolls a letter or a low die for as long as it can pay; it looks at nothing.
struct Payer {
    seats: usize,
}

impl Strategy for Payer {
    fn decide(&self, _: &View<'_>) -> Result<Decision, NoAnswer> {
        Ok(Decision { rerolls: PolicyId(0), choices: Choices::next(self.seats) })
    }

    fn reroll(&self, _: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(roll.shown.dice_with(|face| face < 3))
    }
}

/// Names a player who is not there once it is rich.
struct Faulty;

impl Strategy for Faulty {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let steps = if view.ask_up_to(COINS, 12) == 12 { 3 } else { 2 };
        let pair = Pair { first: Other::clockwise(steps), second: Some(Other::NEXT) };
        Ok(Decision { rerolls: PolicyId(0), choices: Choices { fours: pair, ..Choices::next(3) } })
    }

    fn reroll(&self, _: PolicyId, _: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(DiceSet::NONE)
    }
}

/// Those that look at nothing or little, those that look at everything, a script, and one that tosses coins.
const PLAYERS: [&str; 13] = [
    "PAYER",
    "stand",
    "letters",
    "max-sum",
    "max-sum:pay=10001",
    "thief",
    "thief:open=12:pay=5",
    "combo-hunter:3",
    "optimal-turn",
    "optimal-turn:pay=4:rivals=2",
    "weigher",
    "RANDOM",
    "random",
];

fn player(name: &str, game: &Pot, seats: usize) -> Box<dyn Strategy> {
    match name {
        "PAYER" => Box::new(Payer { seats }),
        "RANDOM" => Box::new(Random(3)),
        name => find(name, game).unwrap_or_else(|error| panic!("{name}: {error}")).strategy,
    }
}

/// Plays a line-up all ways; how many blocks of how many the kernel played.
fn compare(names: &[&str], rules: Rules, limits: Limits) -> (usize, usize) {
    let what = format!("{names:?}, {rules:?}, {limits:?}");
    let game = Pot::new(rules, names.len()).unwrap();
    let (different, lineup) = different(names);
    let players: Vec<_> = different.iter().map(|name| player(name, &game, names.len())).collect();
    let strategies = players.iter().map(|player| &**player).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
    Twins { game: &game, strategies, seatings, limits, widths: Width::all() }.compare(&what)
}

/// The published ones; a bank that runs dry; a short game; coins at the end of a round alone; a cap that cuts rounds; more
/// coins than keys can tell; no stake and no coin at first; no stake from a bank that is often empty; all of it; and no paid
/// reroll, and no P O T.
fn rules() -> [Rules; 11] {
    let rules = Rules { cap: 150, ..Rules::default() };
    let none = Rules { stake: 0, start: 0, ..rules };
    [
        rules,
        Rules { coins: 27, ..rules },
        Rules { goal: 4, ..rules },
        Rules { goal: 12, end: GameEnd::Holds, ..rules },
        Rules { cap: 37, ..rules },
        Rules { coins: 10_000, goal: 60, start: 30, stake: 100, ..rules },
        none,
        Rules { coins: 15, stake: 0, goal: 12, ..rules },
        Rules { coins: 24, goal: 9, end: GameEnd::Holds, zero: Zero::O, cap: 23, ..none },
        Rules { without: Without::PaidReroll, ..rules },
        Rules { without: Without::Combo(Combo::Pot), ..rules },
    ]
}

/// Much, little, and next to nothing, so that all is forgotten again and again.
fn limits() -> impl proptest::strategy::Strategy<Value = Limits> {
    let few = [(60, 20), (5, 3), (1, 1)].map(|(nodes, tables)| Limits { nodes, tables });
    prop_oneof![Just(Pot::LIMITS), prop::sample::select(few.to_vec())]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_lineup_plays_the_same_games(
        names in prop::collection::vec(prop::sample::select(PLAYERS.to_vec()), 2..=5),
        rules in prop::sample::select(rules().to_vec()),
        limits in limits(),
    ) {
        compare(&names, rules, limits);
    }

    /// Any few coins, so that somebody lacks them often.
    #[test]
    fn any_rules_play_the_same_games(
        names in prop::collection::vec(prop::sample::select(PLAYERS.to_vec()), 2..=5),
        (start, spare, stake, goal) in (0..6u32, 1..20u32, 0..5u32, 2..14u32),
        (end, zero) in (prop::sample::select(vec![GameEnd::Held, GameEnd::Holds]), prop::sample::select(vec![Zero::Any, Zero::O])),
        cap in 1..150u32,
        (_, without) in prop::sample::select(Without::NAMES.to_vec()),
    ) {
        let coins = start * names.len() as u32 + spare;
        prop_assume!(Pot::new(Rules { coins, goal, stake, start, zero, end, cap, without }, names.len()).is_ok());
        compare(&names, Rules { coins, goal, stake, start, zero, end, cap, without }, Pot::LIMITS);
    }
}

/// Otherwise nothing would be shown: what can be remembered is played by the kernel, and nothing else is.
#[test]
fn the_kernel_plays_what_can_be_remembered() {
    for rules in rules().into_iter().step_by(5) {
        for name in PLAYERS.into_iter().filter(|&name| name != "letters") {
            let (at_once, counted) = compare(&[name, "letters", "letters"], rules, Pot::LIMITS);
            let expected = if name == "random" || rules.coins > 127 { 0 } else { counted };
            assert_eq!(at_once, expected, "{name}, {rules:?}");
        }
    }
}

/// What one asks is expected of all that the same file describes.
#[test]
fn many_strategies_of_a_few_files_play_the_same_games() {
    let game = Pot::new(Rules { goal: 20, ..Rules::default() }, 2).unwrap();
    let grid = |n: u32| [format!("thief:open={}:pay={}", n % 16, n / 4), format!("weigher:close={n}")];
    let names: Vec<String> = (0..30).flat_map(grid).chain(["stand", "letters"].map(str::to_owned)).collect();
    let (chosen, _) = find_all(&names, &game).unwrap();
    tour(&game, &chosen.iter().map(|chosen| &*chosen.strategy).collect::<Vec<_>>());
}

/// A fault among games that the kernel plays is found in the same game.
#[test]
fn a_fault_is_found_where_it_happens() {
    let game = Pot::new(Rules { goal: 20, ..Rules::default() }, 3).unwrap();
    let payer = Payer { seats: 3 };
    let strategies: Vec<&dyn Strategy> = vec![&Faulty, &payer];
    let seatings = Seatings::new(SeatingRule::Rotate, &[0, 1, 1]);
    let twins = Twins { game: &game, strategies, seatings, limits: Pot::LIMITS, widths: Width::all() };
    assert_eq!(twins.at_once(Width::default()).1.unwrap_err().strategy, 0);
    twins.compare("a faulty player");
}
