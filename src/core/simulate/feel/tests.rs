//! Games that are followed: what the sums of a few games are, and that parts and threads do not matter.

use super::*;
use crate::engines::{DiceEngine, Playable, SeatingRule};
use crate::exact::pig::Optimal;
use crate::exact::pot::{Position, TurnValues};
use crate::games::gang::{Deck, Edition, Gang, Rules as GangRules};
use crate::games::pig::{Pig, Rules};
use crate::games::pot::{
    Decision, DiceSet, LegalChoices, Player, Pot, Reroll, RoundEnd, Rules as PotRules, State, Throw, Watch,
};
use crate::games::rules::RuleSet;
use crate::games::turns::RolledTurns;
use crate::input::Source;
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

/// A die with two sides, of which 1 is a bust; the goal is 3, and both players hold at 2. So a turn from 0 brings 2 or nothing,
/// and a turn from 2 wins or brings nothing, each with one half. By hand a game has 16/3 turns on average, and 5/3 of them are those in which a player
/// gets to 2, where to hold or to roll makes a difference of more than a tenth of a win. In the others nothing is decided.
#[test]
fn turns_of_pig_in_which_nothing_is_decided_are_idle() {
    let game = Pig::new(Rules { goal: 3, sides: 2, ..Rules::default() }, 2).unwrap();
    let sums = follow(&game, &["hold:2", "hold:2"], (0..20_000, 2), true);
    let idle = mean(&sums, Measure::Idle);
    assert!((idle - 11.0 / 16.0).abs() < 0.005, "{idle}");
    assert_eq!(
        sums.measures[Measure::Idle.index()].sums.of,
        sums.measures[Measure::Downtime.index()].sums.of + 2 * 20_000
    );
}

/// Follows the rolls of a game, and what rolling and holding were worth after each.
struct Worth {
    solved: Optimal,
    goal: u32,
    seats: [f64; 2],
    idle: Measured,
}

impl Observer for Worth {
    fn wants(&self) -> bool {
        false
    }

    fn count(&mut self, _: usize, _: usize, _: &RowCounts) {}

    fn wants_chances(&self) -> bool {
        true
    }

    fn chance_falls(&mut self, numbers: &[u32]) {
        let (seat, total, number) = (numbers[0] as usize, numbers[1], numbers[2]);
        let [own, other] = [numbers[3 + seat], numbers[4 - seat]];
        if number > 1 && own + total + number < self.goal {
            let worths = self.solved.worths(own, other, total + number);
            self.seats[seat] = self.seats[seat].max((worths.rolling - worths.holding).abs());
        }
    }

    fn wants_rounds(&self) -> bool {
        true
    }

    fn turn_over(&mut self, turn: TurnOver) {
        let stake = std::mem::take(&mut self.seats[turn.seat.index()]);
        add(&mut self.idle, (stake < MATTERS).into());
    }

    fn round_over(&mut self, _: RoundOver<'_>) {}
}

/// The same turns are idle by what `advise` says of rolling and holding, which is found in another way.
#[test]
fn turns_of_pig_are_idle_where_rolling_and_holding_are_worth_the_same() {
    let rules = Rules { goal: 40, ..Rules::default() };
    let game = Pig::new(rules, 2).unwrap();
    let names = ["hold".to_owned(), "race".to_owned()];
    let (chosen, lineup) = find_all(&names, &game).unwrap();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
    let series = Series { seatings: &seatings, seed: 7 };
    let mut worth = Worth { solved: Optimal::solve(&rules), goal: 40, seats: [0.0; 2], idle: Measured::default() };
    for block in 0..300 {
        for seating in seatings.iter() {
            let table = crate::games::Table { strategies: &strategies, seating, block: series.key(block) };
            game.play(table, &mut (), &mut worth).unwrap();
        }
    }
    let sums = follow(&game, &["hold", "race"], (0..300, 1), true).measures[Measure::Idle.index()].sums;
    assert_eq!((sums.of, sums.sum), (worth.idle.of.into(), worth.idle.sum.into()));
    assert!(sums.sum > 100 && sums.of - sums.sum > 100, "{sums:?}");
}

/// One round with four dice each and no rerolls, in which every total is valid: who wins the round has most dice.
fn one_round() -> Gang {
    let card = "[[card]]\nid = \"any\"\ncondition = \"sum>=99\"\ntrigger = \"bomb\"\nback = \"light\"\n";
    let deck = Deck::parse(&Source::new("one", format!("id = \"one\"\nname = \"one\"\n{card}"))).unwrap();
    let rules = [("pools", "4"), ("bonus", "[]"), ("rerolls", "0")];
    let with = |all: GangRules, (key, value): &(&str, &str)| all.with_option("--rule", key, value).unwrap();
    Gang::new(rules.iter().fold(Edition::Bga.rules(), with), deck, 2).unwrap()
}

/// The chances of all totals of `dice` dice, whose faces are 0 to 5.
fn totals(dice: u32) -> Vec<f64> {
    (0..dice).fold(vec![1.0], |before, _| {
        let mut after = vec![0.0; before.len() + 5];
        for (total, chance) in before.iter().enumerate() {
            (0..6).for_each(|face| after[total + face] += chance / 6.0);
        }
        after
    })
}

/// The chance that the last player beats this total with this number of dice (G12).
fn beats(own: u32, total: usize, dice: u32) -> f64 {
    let is_higher = |at: usize| at > total || at == total && own > dice;
    totals(own).iter().enumerate().filter(|(at, _)| is_higher(*at)).map(|(_, chance)| chance).sum()
}

/// Of four numbers of dice the third-best is the middle one. What each is worth is counted by hand: the last player wins if it beats
/// the total, the first one if the best response does not.
#[test]
fn numbers_of_dice_in_gang_are_worth_what_a_count_of_all_rolls_says() {
    let game = one_round();
    let names = ["chaser".to_owned(), "bold".to_owned()];
    let (chosen, lineup) = find_all(&names, &game).unwrap();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
    let luck = game.luck(&strategies, &names, &seatings, &|| true).unwrap();
    let mut valuer = luck.valuer();
    let told = [0, 0, 0, 0, 0, 4, 4, 0, 0];
    let stake = |mut worths: Vec<f64>| {
        worths.sort_by(f64::total_cmp);
        worths[3] - worths[1]
    };
    for (total, dice) in [(9, 3), (4, 1), (15, 4), (3, 2)] {
        let expected = stake((1..=4).map(|own| beats(own, total, dice)).collect());
        let turn =
            TurnOver { seat: crate::games::Seat(0), dice: Some(dice), is_valid: Some(true), total: Some(total as u32) };
        for seating in [[0, 1], [1, 0]] {
            let found = valuer.stake_of_turn(&seating, &told, &[turn]).unwrap();
            assert!((found - expected).abs() < 1e-9, "{total} with {dice}: {found} for {expected}");
        }
    }
    let first = |own: u32| {
        let reply = |total| (1..=4).map(|other| beats(other, total, own)).fold(0.0, f64::max);
        totals(own).iter().enumerate().map(|(total, chance)| chance * (1.0 - reply(total))).sum()
    };
    let found = valuer.stake_of_turn(&[0, 1], &told, &[]).unwrap();
    let expected = stake((1..=4).map(first).collect());
    assert!((found - expected).abs() < 1e-9, "{found} for {expected}");
}

/// One turn of one block in nine is priced, whatever the parts and the threads.
#[test]
fn in_gang_some_turns_are_priced() {
    let game = one_round();
    let play = |blocks, threads| follow(&game, &["chaser", "bold"], (blocks, threads), true);
    let whole = play(0..90, 1);
    let mut parts = play(40..90, 3);
    parts.merge(&play(0..40, 2));
    assert!(parts == whole);
    let idle = whole.measures[Measure::Idle.index()].sums;
    assert_eq!((idle.active, idle.of), (10, 10));
}

/// Watches a game of POT, and says of each round of a player whether something mattered.
struct PotWorth<'v> {
    values: &'v TurnValues<'v>,
    seating: Vec<usize>,
    turn: Option<(usize, Position, LegalChoices, u32)>,
    stakes: [Option<f64>; 2],
    /// Each decision: who makes it, what hangs on it, and how often dice were rerolled before.
    decided: Vec<(usize, f64, u32)>,
    idle: Measured,
}

impl PotWorth<'_> {
    fn decide(&mut self, seat: usize, mut worths: Vec<f64>) {
        worths.sort_by(|a, b| b.total_cmp(a));
        let stake = worths.first().map_or(0.0, |best| best - worths[worths.len() / 2]);
        self.stakes[seat] = Some(self.stakes[seat].map_or(stake, |most| most.max(stake)));
        self.decided.push((seat, stake, self.turn.map_or(0, |turn| turn.3)));
    }

    fn count(&mut self) {
        for stake in std::mem::take(&mut self.stakes).into_iter().flatten() {
            add(&mut self.idle, (stake < MATTERS).into());
        }
    }
}

impl Watch for PotWorth<'_> {
    fn turn_begins(&mut self, decision: &Decision, state: &State) {
        let (seat, position) = (state.next().index(), Position::of(state));
        self.turn = Some((seat, position, decision.choices.legal(2).unwrap(), 0));
        let worths = self.values.of_choices(self.seating[seat], &position);
        self.decide(seat, worths.to_vec());
    }

    fn rolled(&mut self, shown: Throw) {
        let (seat, position, choices, rerolls) = self.turn.unwrap();
        let worths = self.values.of_rerolls(self.seating[seat], &position, choices, (shown, rerolls));
        self.decide(seat, worths);
    }

    fn rerolls(&mut self, _: Throw, _: DiceSet, _: Reroll) {
        self.turn.as_mut().unwrap().3 += 1;
    }

    fn round_ends(&mut self, _: RoundEnd, _: &State) {
        self.count();
    }

    fn game_ends(&mut self, _: &State) {
        self.count();
    }
}

/// Hears of decisions.
struct Listening(Decisions);

impl Observer for Listening {
    fn wants(&self) -> bool {
        false
    }

    fn count(&mut self, _: usize, _: usize, _: &RowCounts) {}

    fn wants_chances(&self) -> bool {
        true
    }

    fn decisions(&mut self) -> Option<&mut Decisions> {
        Some(&mut self.0)
    }
}

/// The rounds of one game in every ninth block, watched in another way; a limit of turns cuts some off in the middle.
#[test]
fn rounds_of_pot_are_idle_where_no_option_is_worth_much_more() {
    let rules = PotRules { coins: 40, goal: 12, cap: 30, ..PotRules::default() };
    let game = Pot::new(rules, 2).unwrap();
    let names = ["max-sum".to_owned(), "thief".to_owned()];
    let (chosen, lineup) = find_all(&names, &game).unwrap();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let players = [0, 1].map(|index| Player { strategy: strategies[index], index });
    let values = TurnValues::new(&game, players, &|| true).unwrap();
    let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
    let series = Series { seatings: &seatings, seed: 7 };
    let luck = game.luck(&strategies, &names, &seatings, &|| true).unwrap();
    let (mut valuer, mut rerolled, mut all) = (luck.valuer(), 0, Measured::default());
    for block in (0..450).step_by(9) {
        for seating in seatings.iter() {
            let table = crate::games::Table { strategies: &strategies, seating, block: series.key(block) };
            let mut watch = PotWorth {
                values: &values,
                seating: seating.to_vec(),
                turn: None,
                stakes: [None; 2],
                decided: Vec::new(),
                idle: Measured::default(),
            };
            game.play_watched(table, &mut RolledTurns(series.key(block)), &mut watch).unwrap();
            if seating == seatings.get(block / 9 % 2) {
                (all.of, all.sum) = (all.of + watch.idle.of, all.sum + watch.idle.sum);
            }
            let mut told = Listening(Decisions::default());
            game.play(table, &mut (), &mut told).unwrap();
            assert_eq!(told.0.count(), watch.decided.len());
            for (at, &(seat, stake, rerolls)) in watch.decided.iter().enumerate() {
                let found = valuer.stake_of_decision(seating, told.0.get(at)).unwrap();
                assert!(found.seat == seat && (found.stake.unwrap() - stake).abs() < 1e-12, "{at}: {found:?} {stake}");
                rerolled += u32::from(rerolls == 1 && stake > 0.0);
            }
        }
    }
    let sums = follow(&game, &["max-sum", "thief"], (0..450, 2), true).measures[Measure::Idle.index()].sums;
    assert_eq!((sums.of, sums.sum, sums.active), (all.of.into(), all.sum.into(), 50));
    assert!(all.sum > 0 && all.of > all.sum && rerolled > 10, "{all:?} {rerolled}");
}
