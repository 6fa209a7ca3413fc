//! The chances of duels that can be counted out, against as many duels fought (B05, B08, B16).

use super::{Fixture, Fought};
use crate::games::Seat;
use crate::games::battle::duel::{Contest, Verdict};

const DUELS: u64 = 40_000;

/// How often seat 0 wins a duel of two players with these dice and the faces that ship.
fn share(contest: Contest, one: [u8; 6], other: [u8; 6]) -> f64 {
    let wins = (0..DUELS).filter(|&block| {
        let mut fixture = Fixture::new(2).contest(contest).reserve(0, one).reserve(1, other);
        fixture.rules = crate::games::battle::rules::Rules::default();
        fixture.block = block;
        let Fought { verdict, .. } = fixture.fight();
        verdict == Verdict::Won(Seat(0))
    });
    wins.count() as f64 / DUELS as f64
}

fn check(what: &str, exact: f64, fought: f64) {
    let error = (exact * (1.0 - exact) / DUELS as f64).sqrt();
    assert!((exact - fought).abs() < 4.0 * error, "{what}: {fought} for {exact} ± {error}");
}

/// Every total of so many dice, with the chance of each: place n is the total n.
fn totals(faces: [usize; 6], dice: u32) -> Vec<f64> {
    (0..dice).fold(vec![1.0], |sums, _| {
        let mut next = vec![0.0; sums.len() + 9];
        for (sum, chance) in sums.iter().enumerate() {
            faces.iter().for_each(|face| next[sum + face] += chance / 6.0);
        }
        next
    })
}

/// The chances that the first total is higher, and that both are the same.
fn compare(one: &[f64], other: &[f64]) -> (f64, f64) {
    let pairs = || one.iter().enumerate().flat_map(|(a, p)| other.iter().enumerate().map(move |(b, q)| (a, b, p * q)));
    let chance = |wanted: fn(usize, usize) -> bool| pairs().filter(|(a, b, _)| wanted(*a, *b)).map(|(_, _, p)| p).sum();
    (chance(|a, b| a > b), chance(|a, b| a == b))
}

const WHITE: [usize; 6] = [1, 2, 3, 4, 5, 6];
const YELLOW: [usize; 6] = [0, 5, 6, 7, 8, 6];
const GREEN: [usize; 6] = [0, 7, 8, 9, 7, 0];

/// Four whites against two yellows and two greens: a tie is thrown again and has the same chances.
#[test]
fn a_battle_of_numbers() {
    let fold = |a: Vec<f64>, b: &[f64]| {
        let mut all = vec![0.0; a.len() + b.len()];
        a.iter().enumerate().for_each(|(x, p)| b.iter().enumerate().for_each(|(y, q)| all[x + y] += p * q));
        all
    };
    let (win, tie) = compare(&totals(WHITE, 4), &fold(totals(YELLOW, 2), &totals(GREEN, 2)));
    check("battle", win / (1.0 - tie), share(Contest::Battle, [4, 0, 0, 0, 0, 0], [0, 0, 2, 2, 0, 0]));
    let (win, tie) = compare(&totals(WHITE, 5), &totals(YELLOW, 3));
    let fought = share(Contest::Armageddon(5), [5, 0, 0, 0, 0, 0], [0, 0, 3, 0, 0, 0]);
    check("armageddon", win / (1.0 - tie), fought);
}

/// Two whites against a yellow and a green, bout after bout: who first wins two.
#[test]
fn two_by_two_of_numbers() {
    let (win, tie) = compare(&totals(WHITE, 2), &totals(YELLOW, 2));
    let bout = win / (1.0 - tie);
    let exact = bout * bout * (3.0 - 2.0 * bout);
    check("two by two", exact, share(Contest::TwoByTwo, [5, 0, 0, 0, 0, 0], [0, 0, 2, 0, 0, 0]));
}

/// Three whites against three yellows, step by step: the difference decides as soon as it is not 0, at the end a tie
/// of all three dice.
#[test]
fn russian_roulette_of_numbers() {
    let (one, other) = (totals(WHITE, 1), totals(YELLOW, 1));
    let (win, tie) = compare(&one, &other);
    let (last_win, last_tie) = compare(&totals(WHITE, 3), &totals(YELLOW, 3));
    let exact = win * (1.0 + tie + tie * tie) + tie * tie * tie * last_win / (1.0 - last_tie);
    check("roulette", exact, share(Contest::RussianRoulette, [3, 0, 0, 0, 0, 0], [0, 0, 3, 0, 0, 0]));
}

/// One of two reds against a green. A red shows 0, 6, 7, 5, a reroll (declined, 0) or an extra, which throws the other
/// red; its extra finds no reserve. A tie throws what lies there again, where an extra of a single red finds a reserve.
#[test]
fn an_extra_and_its_ties() {
    let number = [0, 6, 7, 5, 0];
    let mut single = vec![0.0; 16];
    number.iter().for_each(|&n| single[n] += 1.0 / 6.0);
    let mut double = vec![0.0; 16];
    number.iter().chain(&[0]).for_each(|&n| double[n] += 1.0 / 36.0);
    let green = totals(GREEN, 1);
    // With one die in the throw zone: decided at once, or a tie with one die or with two.
    let ((win_1, tie_1), (win_2, tie_2)) = (compare(&single, &green), compare(&double, &green));
    let both = totals([0, 6, 7, 5, 0, 0], 2);
    let (again, tie_again) = compare(&both, &green);
    let from_two = again / (1.0 - tie_again);
    let exact = (win_1 + win_2 + tie_2 * from_two) / (1.0 - tie_1);
    check("extra", exact, share(Contest::Armageddon(1), [0, 2, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0]));
}
