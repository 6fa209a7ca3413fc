//! Games that are followed: what the sums of a few games are, and that parts and threads do not matter.

use super::*;
use crate::engines::{DiceEngine, Playable, SeatingRule};
use crate::games::pig::{Pig, Rules};
use crate::record::{ExampleGame, MEASURES};
use crate::strategies::{Catalogue, find_all};

fn follow<G: Catalogue + Playable>(
    game: &G,
    names: &[&str],
    (blocks, threads): (Range<u64>, usize),
    by_values: bool,
) -> FeelSums {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let (chosen, lineup) = find_all(&names, game).unwrap();
    let strategies: Vec<&G::Strategy> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
    let luck = by_values.then(|| game.luck(&strategies, &names, &seatings, &|| true).unwrap());
    let engine = DiceEngine { game, strategies: &strategies };
    let job = FeelJob { seatings: &seatings, strategies: strategies.len(), cards: 0, seed: 7, blocks };
    let control = Control::default();
    follow_games(&job, (&engine, luck.as_deref()), threads, &control, &mut |_| ()).unwrap().tally
}

fn mean(sums: &FeelSums, measure: Measure) -> f64 {
    let record = &sums.measures[measure.index()].sums;
    record.sum as f64 / record.of as f64 / f64::from(measure.unit())
}

#[test]
fn records_have_a_place_for_each_measure() {
    assert_eq!(Measure::ALL.len(), MEASURES);
    assert!(Measure::ALL.iter().enumerate().all(|(at, measure)| measure.index() == at));
}

/// Ten sides, of which only the 1 is a bust, to a goal of 2: the first roll of the first player wins or is a bust, so that a turn is
/// won with 9 chances in 10. The first player wins 1 / (1 + 1/10) of the games.
#[test]
fn pig_to_a_goal_of_two_is_decided_by_a_roll() {
    let game = Pig::new(Rules { goal: 2, sides: 10, ..Rules::default() }, 2).unwrap();
    let sums = follow(&game, &["hold:2", "hold:3"], (0..2_000, 1), true);
    let start = sums.rounds[0].seats[0];
    let value = start.sum as f64 / start.of as f64 / f64::from(WHOLE_STANDING);
    assert!((value - 10.0 / 11.0).abs() < 1e-6, "{value}");
    // Before each round the first player has this chance, so that tension is 2/11 in all games.
    assert!((mean(&sums, Measure::Tension) - 2.0 / 11.0).abs() < 1e-6);
    // The first player's probability is above 90% from the start, so that its wins are decided before they begin, and the others in the last
    // round. It wins 10 games in 11.
    let decided = mean(&sums, Measure::DecidedRound);
    assert!((decided - 1.0 / 11.0 * 100.0 / 99.0).abs() < 0.015, "{decided}");
    assert_eq!(mean(&sums, Measure::ComebackFrom10), mean(&sums, Measure::ComebackFrom20));
    assert!((mean(&sums, Measure::ComebackFrom10) - 1.0 / 11.0).abs() < 0.02);
}

/// A longer race is decided later in rounds, and is less exciting per round.
#[test]
fn a_longer_race_of_pig_has_more_rounds_and_lead_changes() {
    let follow = |goal| {
        let game = Pig::new(Rules { goal, ..Rules::default() }, 2).unwrap();
        follow(&game, &["hold", "race"], (0..500, 2), true)
    };
    let (short, long) = (follow(20), follow(200));
    for measure in [Measure::Rounds, Measure::LeadChanges, Measure::Excitement, Measure::DecidedRound] {
        assert!(mean(&long, measure) > 1.5 * mean(&short, measure), "{measure:?}");
    }
}

/// With the values of the positions, or with scores: in parts, in other orders and on more threads the sums are the same.
#[test]
fn parts_and_threads_make_the_same_sums() {
    let game = Pig::new(Rules { goal: 30, ..Rules::default() }, 2).unwrap();
    for by_values in [true, false] {
        let play = |blocks, threads| follow(&game, &["hold", "race"], (blocks, threads), by_values);
        let whole = play(0..90, 1);
        let mut parts = play(40..90, 3);
        parts.merge(&play(0..40, 2));
        assert!(parts == whole, "by values: {by_values}");
        assert_eq!(whole.blocks, 90);
        let ExampleGame { moved, .. } = whole.examples.most_dramatic.clone().unwrap();
        assert!(whole.examples.alike.iter().all(|alike| alike.first.moved <= moved));
        assert_eq!(whole.results.iter().map(|cell| cell.games).sum::<u64>(), 2 * 2 * 90);
    }
}

/// Each game tells of as many rounds as it counts in `length.csv`, and with every round a score for each seat.
#[test]
fn games_tell_of_the_rounds_that_they_count() {
    fn check<G: Catalogue + Playable>(seats: usize) {
        let game = G::set_up(seats, &crate::games::Setting::default()).unwrap();
        let names: Vec<String> = G::lineup(seats).into_iter().map(str::to_owned).collect();
        let (chosen, lineup) = find_all(&names, &game).unwrap();
        let strategies: Vec<&G::Strategy> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
        let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
        let engine = DiceEngine { game: &game, strategies: &strategies };
        let job = FeelJob { seatings: &seatings, strategies: strategies.len(), cards: 40, seed: 3, blocks: 0..10 };
        let sums = follow_games(&job, (&engine, None), 1, &Control::default(), &mut |_| ()).unwrap().tally;
        let at = game.lengths().iter().position(|&length| length == "rounds").unwrap();
        let series = Series { seatings: &seatings, seed: 3 };
        let mut rounds = 0;
        let mut scratch = game.scratch();
        for block in 0..10 {
            game.begin_block(series.key(block), &mut scratch);
            for seating in seatings.iter() {
                let table = crate::games::Table { strategies: &strategies, seating, block: series.key(block) };
                rounds += i128::from(game.play(table, &mut scratch, &mut ()).unwrap().lengths[at]);
            }
        }
        assert_eq!(sums.measures[Measure::Rounds.index()].sums.sum, rounds, "{}", game.name());
        let of_cards: i128 = sums.cards.iter().map(|card| card.of).sum();
        assert!(of_cards == if game.name() == "gang" { rounds } else { 0 }, "{}: {of_cards}", game.name());
    }
    check::<crate::games::gang::Gang>(3);
    check::<crate::games::pot::Pot>(2);
    check::<crate::games::pot::Pot>(4);
    check::<crate::games::battle::Battle>(3);
    check::<Pig>(3);
}
