//! Gang of Dice by its kernel and turn by turn.

use super::{Twins, different, tour};
use crate::choice::Choice;
use crate::looks::Looks;
use crate::random_play::{Random, random_deck, random_rules};
use crate::runs::{Asks, Curious};
use analyze::dice::Counts;
use analyze::engines::drawn::{DrawnGame, Limits, Width};
use analyze::engines::{SeatingRule, Seatings};
use analyze::games::declaration::{Declared, Known, ObservableIndex, Read};
use analyze::games::gang::{Commit, Deck, Edition, Gang, NoAnswer, PolicyId, Roll, Rules, Strategy, View};
use analyze::strategies::{find, find_all};
use proptest::prelude::*;

/// Always one die, rerolled if it is a Boss; it looks at nothing.
struct Constant;

impl Strategy for Constant {
    fn commit(&self, _: &View<'_>) -> Result<Commit, NoAnswer> {
        Ok(Commit { dice: 1, plan: PolicyId(0) })
    }

    fn reroll(&self, _: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(roll.shown.only(0))
    }
}

/// Commits more than is allowed once its pool is small, or does not answer.
struct Faulty {
    answers: bool,
}

impl Strategy for Faulty {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        match view.pool() {
            0..40 if !self.answers => Err(NoAnswer("too few dice".into())),
            0..40 => Ok(Commit { dice: view.allowed() + 1, plan: PolicyId(0) }),
            _ => Ok(Commit { dice: 3, plan: PolicyId(0) }),
        }
    }

    fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Counts::EMPTY)
    }
}

/// Compares and counts, and tosses a coin: what it commits follows from all the answers.
struct Compares {
    /// What is compared with what, within these numbers; and the former itself, up to this.
    asks: Vec<(ObservableIndex, ObservableIndex, (i32, i32), u32)>,
    /// How many coins it tosses in a decision, and how many sides each has.
    tosses: u32,
    sides: u64,
    /// Whether it always tosses them; if not, only where the sum of the answers is odd.
    always: bool,
}

impl Strategy for Compares {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let compared = |&(of, from, ends, most): &(_, _, (i32, i32), _)| {
            5 * (view.ask_difference(of, from, ends) - i64::from(ends.0)) as u32 + view.ask_up_to(of, most)
        };
        let sum = self.asks.iter().fold(0, |sum, ask| 3 * sum + compared(ask));
        let tosses = if self.always || sum % 2 == 1 { self.tosses } else { 0 };
        let sum = (0..tosses).fold(sum, |all, number| 2 * all + view.coin(number, self.sides) as u32);
        Ok(Commit { dice: 1 + sum % view.allowed().min(4), plan: PolicyId(0) })
    }

    fn reroll(&self, _: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(roll.shown.only(0))
    }
}

/// The numbers that can be compared before the dice are committed.
fn comparable() -> Vec<ObservableIndex> {
    let is_number = |index: &ObservableIndex| {
        let entry = &Gang::OBSERVABLES[usize::from(index.0)];
        matches!(entry.read, Read::Number(_)) && entry.known == Known::Always
    };
    (0..Gang::OBSERVABLES.len()).map(|at| ObservableIndex(at as u8)).filter(is_number).collect()
}

/// Those that look at nothing or little; those that look at everything; scripts; those that toss coins or look at lists,
/// so that nothing can be remembered; and one that is too large to be drawn.
const PLAYERS: [&str; 22] = [
    "CONSTANT",
    "stand:1",
    "stand:9",
    "boss:2",
    "boss:3",
    "boss:16",
    "stand:3@boss",
    "cautious:5",
    "chaser",
    "bold",
    "odds:0.2",
    "endgame:12",
    "max-score:4",
    "reach:dice=4",
    "round-optimal:2",
    "patient:most=3",
    "counter:late=12",
    "SHORT",
    "RANDOM",
    "stand:20",
    "random",
    "EVERYTHING",
];
/// The first so many can be remembered and drawn.
const REMEMBERED: usize = 18;

fn player(name: &str, game: &Gang) -> Box<dyn Strategy> {
    match name {
        "CONSTANT" => Box::new(Constant),
        "SHORT" => Box::new(Curious(Asks::Short)),
        "EVERYTHING" => Box::new(Curious(Asks::Everything)),
        "RANDOM" => Box::new(Random::new(3)),
        name => find(name, game).unwrap_or_else(|error| panic!("{name}: {error}")).strategy,
    }
}

/// Plays a line-up all ways; how many blocks of how many the kernel played.
fn compare(names: &[&str], (rules, deck): (Rules, Deck), seating: SeatingRule, limits: Limits) -> (usize, usize) {
    let what = format!("{names:?}, {rules:?}, {limits:?}");
    let game = Gang::new(rules, deck, names.len()).unwrap();
    let (different, lineup) = different(names);
    let players: Vec<_> = different.iter().map(|name| player(name, &game)).collect();
    let strategies = players.iter().map(|player| &**player).collect();
    let seatings = Seatings::new(seating, &lineup);
    Twins { game: &game, strategies, seatings, limits, widths: Width::all() }.compare(&what)
}

fn editions() -> impl proptest::strategy::Strategy<Value = Edition> {
    prop::sample::select(vec![Edition::Bga, Edition::Blackrock])
}

/// Much, little, and next to nothing, so that all is forgotten again and again.
fn limits() -> impl proptest::strategy::Strategy<Value = Limits> {
    let few = [(60, 20), (7, 3), (1, 1)].map(|(nodes, tables)| Limits { nodes, tables });
    prop_oneof![Just(Gang::LIMITS), prop::sample::select(few.to_vec())]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Pools that eliminate, supplies that limit, and pools of more dice than keys can tell.
    #[test]
    fn any_lineup_plays_the_same_games(
        names in prop::collection::vec(prop::sample::select(PLAYERS.to_vec()), 2..=4),
        seating in prop::sample::select(vec![SeatingRule::Rotate, SeatingRule::All]),
        edition in editions(),
        pools in prop::sample::select(vec![2, 3, 7, 20, 36, 48, 100]),
        rerolls in 0..=3u8,
        limits in limits(),
    ) {
        let rules = Rules { pools: [pools; 3], rerolls, ..edition.rules() };
        compare(&names, (rules, Deck::reconstructed()), seating, limits);
    }

    /// Decks, bonus dice and supplies that no one would choose.
    #[test]
    fn any_deck_plays_the_same_games(
        names in prop::collection::vec(prop::sample::select(PLAYERS[..12].to_vec()), 2..=4),
        edition in editions(),
        (key, pools) in (any::<u64>(), 1..40u32),
        limits in limits(),
    ) {
        let mut choice = Choice::new(&[key]);
        let deck = random_deck(&mut choice).deck;
        let rules = random_rules(edition, deck.rounds(), pools, &mut choice);
        compare(&names, (rules, deck), SeatingRule::Rotate, limits);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// The lanes answer for themselves what is counted, compared and tossed.
    #[test]
    fn whatever_is_compared_plays_the_same_games(
        asks in prop::collection::vec(
            (prop::sample::select(comparable()), prop::sample::select(comparable()), (-4..1i32, 0..4i32), 0..6u32),
            1..4,
        ),
        (tosses, sides, always) in (0..3u32, prop::sample::select(vec![2, 3, 9, 64]), any::<bool>()),
        (seats, limits) in (2..=4usize, limits()),
        (key, pools) in (any::<u64>(), 2..40u32),
    ) {
        let mut choice = Choice::new(&[key]);
        let deck = random_deck(&mut choice).deck;
        let rules = random_rules(Edition::Bga, deck.rounds(), pools, &mut choice);
        let game = Gang::new(rules, deck, seats).unwrap();
        let compares = Compares { asks, tosses, sides, always };
        let strategies = vec![&compares as &dyn Strategy, &Constant];
        let seatings = Seatings::new(SeatingRule::Rotate, &[0, 1, 1, 0][..seats]);
        let twins = Twins { game: &game, strategies, seatings, limits, widths: Width::all() };
        twins.compare("comparisons");
    }
}

/// Otherwise nothing would be shown: what can be remembered is played by the kernel, and nothing else is. At first the
/// kernel has to ask, which is no hindrance either.
#[test]
fn the_kernel_plays_what_can_be_remembered() {
    let rules = Edition::Bga.rules();
    for (number, name) in PLAYERS.iter().enumerate() {
        let (at_once, counted) =
            compare(&[name, "boss:2"], (rules.clone(), Deck::reconstructed()), SeatingRule::Rotate, Gang::LIMITS);
        if number < REMEMBERED && *name != "boss:2" {
            assert_eq!(at_once, counted, "{name}");
        } else if *name != "boss:2" {
            assert!(2 * at_once < counted, "{at_once} of {counted}: {name}");
        }
    }
    let large = Rules { pools: [100; 3], ..rules };
    assert_eq!(
        compare(&["chaser", "bold", "odds"], (large, Deck::reconstructed()), SeatingRule::Rotate, Gang::LIMITS).0,
        0
    );
}

/// Not all of these strategies find room for places, so that some are looked up by key. What one asks is expected of all that the
/// same file describes.
#[test]
fn many_strategies_of_a_few_files_play_the_same_games() {
    let game = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 2).unwrap();
    let grid = |n: u32| [format!("chaser:above={n}"), format!("odds:open={}", f64::from(n) / 200.0)];
    let names: Vec<String> = (1..=40).flat_map(grid).chain((1..=8).map(|n| format!("stand:{n}"))).collect();
    let (chosen, _) = find_all(&names, &game).unwrap();
    let strategies: Vec<&dyn Strategy> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    tour(&game, &strategies);
}

/// A fault among games that the kernel plays is found in the same game.
#[test]
fn a_fault_is_found_where_it_happens() {
    let game = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 3).unwrap();
    for answers in [true, false] {
        let faulty = Faulty { answers };
        let (strategies, seatings) =
            (vec![&faulty as &dyn Strategy, &Constant], Seatings::new(SeatingRule::Rotate, &[0, 1, 1]));
        let twins = Twins { game: &game, strategies, seatings, limits: Gang::LIMITS, widths: Width::all() };
        assert_eq!(twins.at_once(Width::default()).1.unwrap_err().strategy, 0);
        twins.compare("a faulty player");
    }
}
