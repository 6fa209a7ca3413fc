//! Whether comparisons are right as often as they say: hundreds of small ones whose answer is known.
//!
//! The answer is known in two ways. A strategy is as good as itself: played under two names with draws of their own, it
//! differs by luck alone, and by nothing in the mean. And on a deck of one card the difference of two strategies is a
//! sum over all pairs of results, whose chances the room `exact` knows.

use crate::stats::holds;
use analyze::dice::{BlockKey, Counts, Purpose, RunKey, Slot};
use analyze::engines::Engine;
use analyze::engines::drawn::{DrawnGame, TurnEngine};
use analyze::exact::{Outcome as Chances, Turn};
use analyze::games::gang::{Deck, Edition, Gang, Rules};
use analyze::games::{Fault, Observer, Outcome, Seating};
use analyze::input::Source;
use analyze::record::{CompareTallies, Decimal, FORMAT, PairedSums, Terms, TestRecord};
use analyze::report::compare::{Contrast, Judge, Metric, Verdict, is_decided};
use analyze::simulate::{Control, Metrics, Next, PairedJob, Pairing, compare};
use analyze::stats::looks;
use analyze::strategies::find;
use std::convert::Infallible;

/// How many comparisons of each kind.
const REPETITIONS: u64 = 400;
/// The most that may err: 5 %.
const MOST: u64 = REPETITIONS / 20;

/// A game of one round for two, with this card.
fn one_round(condition: &str) -> Gang {
    let text = format!(
        "id = \"one\"\nname = \"One card\"\nremoved = {{ light = 0, dark = 0 }}\n\n[[card]]\nid = \"card\"\n\
         condition = \"{condition}\"\ntrigger = \"bomb\"\nback = \"light\"\n"
    );
    let deck = Deck::parse(&Source { name: "one.toml".to_owned(), text }).unwrap();
    Gang::new(Rules { bonus: Vec::new(), ..Edition::Bga.rules() }, deck, 2).unwrap()
}

/// A player that commits a fixed number of dice: `stand:3` or `boss:2`.
#[derive(Clone, Copy)]
struct Plain {
    name: &'static str,
    dice: u32,
    rerolls_bosses: bool,
}

const fn stand(name: &'static str, dice: u32) -> Plain {
    Plain { name, dice, rerolls_bosses: false }
}

const fn boss(name: &'static str, dice: u32) -> Plain {
    Plain { name, dice, rerolls_bosses: true }
}

/// The chances of a turn of the player.
fn chances(game: &Gang, player: Plain) -> Chances {
    let turn = Turn::under(&game.deck().cards[0], player.dice, game.rules().rerolls).unwrap();
    let reroll =
        |shown: Counts, _| Ok::<_, Infallible>(if player.rerolls_bosses { shown.only(0) } else { Counts::EMPTY });
    turn.follow(reroll).unwrap().1
}

/// The win share of the first to act, from the rules: a valid result beats an invalid one, the higher total the lower,
/// of equal totals more dice win, then who came first (G12). Who wins the round has most dice (G13); if neither does, who
/// committed fewer (G14, G16).
fn share_of_first(game: &Gang, first: Plain, second: Plain) -> f64 {
    let [one, two] = [first, second].map(|player| chances(game, player));
    let results = |chances: &Chances| -> Vec<(Option<u32>, f64)> {
        let valid = (0..).zip(&chances.valid).map(|(total, &p)| (Some(total), p));
        std::iter::once((None, chances.invalid)).chain(valid).collect()
    };
    let share = |a: Option<u32>, b: Option<u32>| match (a, b) {
        (None, None) if first.dice == second.dice => 0.5,
        (None, None) => f64::from(u8::from(first.dice < second.dice)),
        _ if a != b => f64::from(u8::from(a > b)),
        _ => f64::from(u8::from(first.dice >= second.dice)),
    };
    let seconds = results(&two);
    results(&one).iter().flat_map(|&(a, p)| seconds.iter().map(move |&(b, q)| p * q * share(a, b))).sum()
}

/// By how much `a` does better than `b` among `b`: at either seat once, and b among b has one half.
fn exact_difference(game: &Gang, a: Plain, b: Plain) -> f64 {
    (share_of_first(game, a, b) + 1.0 - share_of_first(game, b, a)) / 2.0 - 0.5
}

/// The pairs of small but not tiny difference on the card `sum>=7`: 0.021, -0.029 and 0.035.
const PAIRS: [(Plain, Plain); 3] = [
    (boss("boss:2", 2), boss("boss:1", 1)),
    (boss("boss:1", 1), stand("stand:2", 2)),
    (boss("boss:2", 2), stand("stand:1", 1)),
];

fn terms(test: TestRecord, margin: f64) -> Terms {
    let decimal = |value: f64| -> Decimal { value.to_string().parse().unwrap() };
    let beta = (test == TestRecord::Sprt).then(|| decimal(0.05));
    Terms {
        until: "verdict".to_owned(),
        test,
        margin: decimal(margin),
        alpha: decimal(0.05),
        win_shares_alone: false,
        beta,
    }
}

/// A comparison that is repeated with seed after seed.
struct Repeated<'a, E> {
    engine: &'a E,
    pairing: Pairing,
    players: u64,
    terms: Terms,
    blocks: u64,
}

impl<E: Engine<Gang>> Repeated<'_, E> {
    /// One comparison; `look` is shown the difference of win shares at each look, and says whether to go on.
    fn play(&self, seed: u64, mut look: impl FnMut(&[Contrast]) -> Next) {
        let judge = Judge::new(&self.terms, 2).unwrap();
        let job = PairedJob { pairing: &self.pairing, seed, blocks: 0..self.blocks };
        let tallies = |sums: &PairedSums| CompareTallies {
            command: "compare".to_owned(),
            format: FORMAT,
            game: "gang".to_owned(),
            notes: Vec::new(),
            players: self.players,
            highest_score: 162,
            arms: vec!["a".to_owned(), "b".to_owned()],
            against: vec!["b".to_owned(); sums.fields.len()],
            terms: self.terms.clone(),
            sums: sums.clone(),
        };
        let shares = |sums: &PairedSums| -> Vec<Contrast> {
            let mut contrasts = judge.contrasts(&tallies(sums));
            contrasts.retain(|contrast| contrast.metric == Metric::WinShare);
            contrasts
        };
        compare(job, self.engine, 1, &Control::default(), looks(), |sums| look(&shares(sums)), |_| ()).unwrap();
    }

    /// In how many repetitions the sequence misses `truth` at any look.
    fn misses(&self, truth: f64) -> u64 {
        let missed = |seed| {
            let mut missed = false;
            self.play(seed, |contrasts| {
                missed |= contrasts.iter().any(|row| !holds(row.difference.unwrap().interval, truth));
                Next::PlayOn
            });
            missed
        };
        (0..REPETITIONS).filter(|&seed| missed(seed)).count() as u64
    }

    /// In how many repetitions the first verdict of all is `right`, and in how many there is none up to the end.
    fn verdicts(&self, right: impl Fn(Verdict) -> bool) -> (u64, u64) {
        let (mut rights, mut undecided) = (0, 0);
        for seed in 0..REPETITIONS {
            let mut verdicts = Vec::new();
            self.play(seed, |contrasts| {
                verdicts = contrasts.iter().map(|row| row.verdict).collect();
                if is_decided(contrasts) { Next::Stop } else { Next::PlayOn }
            });
            undecided += u64::from(verdicts.contains(&Verdict::Undecided));
            rights += u64::from(verdicts.iter().all(|&verdict| verdict != Verdict::Undecided && right(verdict)));
        }
        (rights, undecided)
    }
}

/// An engine that plays each line-up of a block on draws of its own.
struct Apart<E>(E);

impl<E: Engine<Gang>> Engine<Gang> for Apart<E> {
    type Worker = E::Worker;

    fn worker(&self) -> E::Worker {
        self.0.worker()
    }

    fn begin_block(&self, _: BlockKey, _: &mut E::Worker) {}

    fn play(
        &self,
        seating: &Seating,
        block: BlockKey,
        worker: &mut E::Worker,
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        let lineup = seating.iter().fold(0, |number, &strategy| 8 * number + strategy as u32);
        let key = RunKey::new(block.draw(Slot::new(Purpose::Shown, 15, 0, 0))).block(lineup.into());
        self.0.begin_block(key, worker);
        self.0.play(seating, key, worker, observer)
    }
}

/// Plays a test for each pair, with its exact difference.
fn with_pairs(test: impl Fn(&TurnEngine<'_, Gang>, Pairing, f64, &str)) {
    let game = one_round("sum>=7");
    for (a, b) in PAIRS {
        let chosen = [a, b].map(|player| find(player.name, &game).unwrap());
        let strategies = [&*chosen[0].strategy, &*chosen[1].strategy];
        let engine = TurnEngine::new(&game, &strategies, Gang::LIMITS);
        let truth = exact_difference(&game, a, b);
        assert!(truth.abs() > 0.01 && truth.abs() < 0.05, "{truth}");
        test(
            &engine,
            Pairing::new(&[0, 1], &[vec![1]], Metrics::All),
            truth,
            &format!("{} - {} = {truth:.4}", a.name, b.name),
        );
    }
}

#[test]
fn the_sequence_covers_a_known_difference_at_all_looks() {
    with_pairs(|engine, pairing, truth, pair| {
        let missed =
            Repeated { engine, pairing, players: 2, terms: terms(TestRecord::Cs, 0.0), blocks: 8000 }.misses(truth);
        println!("{pair}: the sequence misses in {missed} of {REPETITIONS}");
        assert!(missed <= MOST, "{pair}: {missed} of {REPETITIONS}");
    });
}

/// The margin is a little less than the difference, so that `equal` is wrong as well.
#[test]
fn verdicts_on_a_known_difference_are_right() {
    with_pairs(|engine, pairing, truth, pair| {
        let terms = terms(TestRecord::Cs, 0.9 * truth.abs());
        let repeated = Repeated { engine, pairing, players: 2, terms, blocks: 20_000 };
        let sign = if truth > 0.0 { Verdict::Better } else { Verdict::Worse };
        let (right, undecided) = repeated.verdicts(|verdict| verdict == sign);
        let wrong = REPETITIONS - right - undecided;
        println!("{pair}: {right} right, {wrong} wrong, {undecided} undecided");
        assert!(wrong <= MOST && right > REPETITIONS / 2, "{pair}: {right} right, {wrong} wrong");
    });
}

/// H1 holds: the difference is the margin. Its mirror, where H0 holds by as much, is in the bargain.
#[test]
fn the_sequential_test_finds_a_difference_of_the_margin() {
    with_pairs(|engine, pairing, truth, pair| {
        let margin = truth.abs();
        let repeated =
            Repeated { engine, pairing, players: 2, terms: terms(TestRecord::Sprt, margin), blocks: 1_000_000 };
        let expected = if truth > 0.0 { Verdict::H1 } else { Verdict::H0 };
        let (right, undecided) = repeated.verdicts(|verdict| verdict == expected);
        let wrong = REPETITIONS - right - undecided;
        println!("{pair}: {right} right, {wrong} wrong, {undecided} undecided");
        assert!(undecided == 0 && wrong <= MOST, "{pair}: {right} right, {wrong} wrong");
    });
}

/// The same strategy under two names, each game on draws of its own: the difference is 0, and H0 holds.
#[test]
fn a_strategy_is_as_good_as_itself_on_other_draws() {
    let game = one_round("sum>=7");
    let chosen = find("boss:2", &game).unwrap();
    let strategies = [&*chosen.strategy, &*chosen.strategy];
    let engine = Apart(TurnEngine::new(&game, &strategies, Gang::LIMITS));
    let repeated = |test, margin, blocks| {
        let pairing = Pairing::new(&[0, 1], &[vec![1]], Metrics::All);
        Repeated { engine: &engine, pairing, players: 2, terms: terms(test, margin), blocks }
    };
    let missed = repeated(TestRecord::Cs, 0.0, 3000).misses(0.0);
    println!("same strategy: the sequence misses in {missed} of {REPETITIONS}");
    assert!(missed <= MOST, "{missed} of {REPETITIONS}");
    let (right, undecided) = repeated(TestRecord::Cs, 0.1, 3000).verdicts(|verdict| verdict == Verdict::Equal);
    println!("same strategy: equal in {right}, undecided in {undecided} of {REPETITIONS}");
    assert!(REPETITIONS - right - undecided <= MOST && right > REPETITIONS / 2, "{right} equal, {undecided} undecided");
    let (right, undecided) = repeated(TestRecord::Sprt, 0.05, 1_000_000).verdicts(|verdict| verdict == Verdict::H0);
    println!("same strategy: H0 accepted in {right}, undecided in {undecided} of {REPETITIONS}");
    assert!(undecided == 0 && REPETITIONS - right <= MOST, "{right} accept H0, {undecided} undecided");
}

/// A whole game for three, both default fields: a verdict that is wrong needs both of them wrong.
#[test]
fn a_strategy_is_as_good_as_itself_in_whole_games() {
    let game = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 3).unwrap();
    let chosen = find("boss:2", &game).unwrap();
    let strategies = [&*chosen.strategy, &*chosen.strategy];
    let engine = Apart(TurnEngine::new(&game, &strategies, Gang::LIMITS));
    let pairing = Pairing::new(&[0, 1], &[vec![1; 2], vec![0; 2]], Metrics::All);
    let repeated = Repeated { engine: &engine, pairing, players: 3, terms: terms(TestRecord::Cs, 0.0), blocks: 400 };
    let wrong = REPETITIONS - repeated.verdicts(|_| false).1;
    println!("same strategy, three players: a verdict in {wrong} of {REPETITIONS}");
    assert!(wrong <= MOST, "{wrong} of {REPETITIONS}");
}
