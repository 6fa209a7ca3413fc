//! The chances of duels against the rules played out, outcome of chance by outcome.

use super::super::Battle;
use super::super::arena::Board;
use super::super::conduct::{Choice, Conduct, Multiplying};
use super::super::dice::{Face, Kind, Kinds, Powers};
use super::super::duel::{Contest, Duel, Hand, Moment, Verdict};
use super::super::play::Play;
use super::super::rules::Rules;
use super::super::state::State;
use super::super::view::{Strategy, View};
use super::super::watch::{Event, Watch};
use super::{End, Ending, Fighter, Odds, Shown, Situation, Unsolved};
use crate::dice::{RunKey, mix};
use crate::games::{Seat, Table};
use std::collections::BTreeMap;

/// Chance takes each course after the other: the outcomes so far, each of how many.
#[derive(Default)]
struct Courses {
    course: Vec<(u32, u32)>,
    at: usize,
    /// How likely the course is so far, and whether it is followed no further.
    chance: f64,
    is_cut: bool,
}

/// A course that is less likely is followed no further.
const CUT: f64 = 1e-5;

impl Watch for Courses {
    fn see(&mut self, _: Event, _: &Board) {}

    fn chance(&mut self, outcomes: u32) -> Option<u32> {
        if self.at == self.course.len() {
            self.is_cut |= self.chance / f64::from(outcomes) < CUT;
            if self.is_cut {
                return Some(0);
            }
            self.course.push((0, outcomes));
        }
        let (outcome, outcomes) = self.course[self.at];
        self.at += 1;
        self.chance /= f64::from(outcomes);
        Some(outcome)
    }
}

impl Courses {
    /// The next course; answers whether there is one.
    fn next(&mut self) -> bool {
        while let Some((outcome, outcomes)) = self.course.pop() {
            if outcome + 1 < outcomes {
                self.course.push((outcome + 1, outcomes));
                return true;
            }
        }
        false
    }
}

/// What comes of a duel of these fighters, seat 0 active, everybody taking part.
fn fought(game: &Battle, situation: &Situation, block: u64, watch: &mut impl Watch) -> (End, Shown) {
    let fighters = &situation.fighters;
    let mut board = Board { state: State::new(game.rules(), fighters.len()), ..Board::default() };
    let duel = Duel { contest: situation.contest, opponent: None, hand: situation.hand };
    board.arena.begin(duel, Seat(0), fighters.iter().map(|fighter| fighter.dice));
    let players: Vec<&dyn Strategy> = fighters.iter().map(|fighter| &fighter.conduct as &dyn Strategy).collect();
    let seating: Vec<usize> = (0..fighters.len()).collect();
    let table = Table { strategies: &players, seating: &seating, block: RunKey::new(7).block(block) };
    let verdict = Play::new(game, table, &mut board, watch).contest().unwrap();
    let end = match verdict {
        Verdict::Won(seat) => End::Won(seat.0),
        Verdict::Lost => End::Lost,
        Verdict::Drawn => End::Drawn,
    };
    let mut shown = Shown::default();
    shown.iter_mut().zip(&board.arena.sides).for_each(|(shown, side)| *shown = side.shown as u16);
    (end, shown)
}

/// The chance of each ending by following every course, and how much was not followed.
fn played_out(game: &Battle, situation: &Situation) -> (BTreeMap<(End, Shown), f64>, f64) {
    let (mut found, mut missing) = (BTreeMap::new(), 0.0);
    let mut courses = Courses::default();
    loop {
        (courses.at, courses.chance, courses.is_cut) = (0, 1.0, false);
        let ending = fought(game, situation, 0, &mut courses);
        if courses.is_cut {
            missing += courses.chance;
        } else {
            *found.entry(ending).or_default() += courses.chance;
        }
        if !courses.next() {
            return (found, missing);
        }
    }
}

/// That what is worked out is what comes of following every course.
fn check(game: &Battle, situation: &Situation) {
    let odds = game.odds(situation).unwrap_or_else(|why| panic!("{situation:?}: {why}"));
    let total: f64 = odds.endings().iter().map(|ending| ending.chance).sum();
    assert!((total - 1.0).abs() < 1e-12, "{total} for {situation:?}");
    let (found, missing) = played_out(game, situation);
    let mut is_known: BTreeMap<(End, Shown), f64> = BTreeMap::new();
    for &Ending { end, shown, chance } in odds.endings() {
        is_known.insert((end, shown), chance);
    }
    for (ending, chance) in &found {
        let known = is_known.get(ending).copied().unwrap_or(0.0);
        let differs = known - chance;
        assert!(
            (-1e-12..missing + 1e-12).contains(&differs),
            "{ending:?}: {known} for {chance}, {missing} not followed, in {situation:?}"
        );
    }
    assert!(missing < 0.5, "{missing} not followed in {situation:?}");
}

fn declining() -> Conduct {
    Conduct { declined: Powers::STAGED.without(Powers::EXTRA), ..Conduct::default() }
}

fn points_first() -> Conduct {
    Conduct { multiplying: Multiplying::VictoryPointsFirst, ..Conduct::default() }
}

fn fighter(dice: [u8; 6], conduct: Conduct) -> Fighter {
    Fighter { dice: Kinds::new(dice), conduct }
}

const CONTESTS: [Contest; 6] = [
    Contest::FirstTo15,
    Contest::RussianRoulette,
    Contest::ByPoints(5),
    Contest::Battle,
    Contest::Armageddon(2),
    Contest::TwoByTwo,
];

/// Every duel with both ways to pick dice, between packs of two and three dice: those that decline everything, so
/// that all kinds can be there, extras among them; and those that use multipliers.
#[test]
fn small_duels_are_played_out() {
    let game = Battle::new(Rules::default(), 2).unwrap();
    let packs = [
        [fighter([1, 1, 0, 0, 0, 0], declining()), fighter([0, 1, 1, 0, 0, 0], declining())],
        [fighter([0, 0, 0, 1, 0, 1], declining()), fighter([1, 0, 0, 0, 1, 0], declining())],
        [fighter([0, 0, 0, 1, 0, 1], points_first()), fighter([0, 0, 0, 1, 0, 1], Conduct::default())],
    ];
    for fighters in packs {
        for contest in CONTESTS.into_iter().filter(|&contest| contest != Contest::TwoByTwo) {
            for hand in Hand::ALL {
                check(&game, &Situation { contest, hand, fighters: fighters.to_vec() });
            }
        }
    }
}

/// Bouts of one die against one, and against none: of three dice, of which one waits for the next bout or an extra, and of four,
/// of which those that are not thrown in the first bout are thrown in the second.
#[test]
fn bouts_are_played_out() {
    let game = Battle::new(Rules::default(), 2).unwrap();
    let one = || vec![fighter([0, 0, 0, 0, 0, 1], points_first()), fighter([0, 1, 0, 0, 0, 0], declining())];
    let three = || vec![fighter([0, 0, 0, 1, 0, 2], points_first()), fighter([0; 6], declining())];
    let extra = || vec![fighter([0, 3, 0, 0, 0, 0], declining()), fighter([0; 6], declining())];
    let four = || {
        let order = vec![(Kind::White, u32::MAX), (Kind::Black, u32::MAX)];
        let conduct = Conduct { choice: Choice::Order(order), ..points_first() };
        vec![fighter([2, 0, 0, 0, 0, 2], conduct), fighter([0; 6], declining())]
    };
    let chosen = [three(), extra(), four()].map(|fighters| (Hand::Chosen, fighters));
    for (hand, fighters) in chosen.into_iter().chain([one(), four()].map(|fighters| (Hand::Random, fighters))) {
        check(&game, &Situation { contest: Contest::TwoByTwo, hand, fighters });
    }
}

/// Three players, one die each, and one of two dice: ties of two and of three.
#[test]
fn three_players_are_played_out() {
    let game = Battle::new(Rules::default(), 3).unwrap();
    let one = |dice| fighter(dice, points_first());
    let fighters = vec![one([1, 0, 0, 0, 0, 0]), one([0, 0, 1, 0, 0, 0]), one([0, 0, 0, 0, 0, 1])];
    for contest in CONTESTS {
        check(&game, &Situation { contest, hand: Hand::Random, fighters: fighters.clone() });
    }
}

/// Three dice of which two multiply, in one throw and step by step, where the place of a `1 VP` matters.
#[test]
fn multipliers_are_played_out() {
    let mut rules = Rules::default();
    // Few sides, so that every course can be followed.
    rules.dice[Kind::White.index()].faces = [1, 6, 6, 1, 6, 1].map(Face::Number);
    rules.dice[Kind::Green.index()].faces = [Face::Number(0); 6];
    let game = Battle::new(rules, 2).unwrap();
    for conduct in [Conduct::default(), points_first()] {
        for contest in [Contest::FirstTo15, Contest::RussianRoulette, Contest::ByPoints(11)] {
            for order in [[Kind::Black, Kind::White], [Kind::White, Kind::Black]] {
                let order = order.map(|kind| (kind, u32::MAX)).to_vec();
                let conduct = Conduct { choice: Choice::Order(order), ..conduct.clone() };
                let fighters = vec![fighter([1, 0, 0, 0, 0, 2], conduct), fighter([0, 0, 0, 1, 0, 0], declining())];
                check(&game, &Situation { contest, hand: Hand::Chosen, fighters });
            }
        }
    }
}

#[test]
fn what_cannot_be_solved_says_why() {
    let game = Battle::new(Rules::default(), 2).unwrap();
    let white = || fighter([4, 0, 0, 0, 0, 0], Conduct::default());
    let odds = |hand, other: Fighter| {
        game.odds(&Situation { contest: Contest::Battle, hand, fighters: vec![white(), other] }).map(drop)
    };
    assert_eq!(odds(Hand::Random, fighter([0, 0, 0, 0, 4, 0], Conduct::default())), Err(Unsolved::Acts));
    assert_eq!(odds(Hand::Random, fighter([0, 4, 0, 0, 0, 0], Conduct::default())), Err(Unsolved::Acts));
    assert_eq!(odds(Hand::Random, fighter([0, 4, 0, 0, 0, 0], declining())), Ok(()));
    assert_eq!(odds(Hand::Chosen, fighter([5, 0, 0, 0, 0, 0], Conduct::unknown())), Err(Unsolved::Choice));
    assert_eq!(odds(Hand::Random, fighter([5, 0, 0, 0, 0, 0], Conduct::unknown())), Ok(()));
    let mixed = |conduct| fighter([3, 0, 0, 0, 0, 2], conduct);
    assert_eq!(odds(Hand::Random, mixed(Conduct::default())), Err(Unsolved::Order));
    assert_eq!(odds(Hand::Chosen, mixed(Conduct::default())), Ok(()));
    assert_eq!(odds(Hand::Random, mixed(points_first())), Ok(()));
    let without_reroll = Conduct { declined: Powers::REROLL, ..points_first() };
    assert_eq!(odds(Hand::Random, fighter([2, 2, 0, 0, 0, 1], without_reroll)), Err(Unsolved::Extra));
}

/// Chi-square of many duels against what is worked out, as a number of standard deviations; endings that are rare are
/// counted together.
fn deviation(game: &Battle, situation: &Situation, odds: &Odds, duels: u64, key: u64) -> f64 {
    let mut counts: BTreeMap<(End, Shown), u64> = BTreeMap::new();
    for duel in 0..duels {
        *counts.entry(fought(game, situation, key << 32 | duel, &mut ())).or_default() += 1;
    }
    let (mut cells, mut rare) = (Vec::new(), (0.0, 0));
    for ending in odds.endings() {
        let (expected, found) = (ending.chance * duels as f64, counts.remove(&(ending.end, ending.shown)).unwrap_or(0));
        if expected < 10.0 { rare = (rare.0 + expected, rare.1 + found) } else { cells.push((expected, found)) }
    }
    assert!(counts.is_empty(), "{counts:?} cannot happen in {situation:?}");
    if rare.0 >= 10.0 || cells.is_empty() {
        cells.push(rare);
    } else if let Some(last) = cells.last_mut() {
        *last = (last.0 + rare.0, last.1 + rare.1);
    }
    let freedom = cells.len() as f64 - 1.0;
    let chi: f64 = cells.iter().map(|&(expected, found)| (found as f64 - expected).powi(2) / expected).sum();
    // Wilson and Hilferty (1931): the cube root is nearly normal.
    if freedom == 0.0 {
        return 0.0;
    }
    let spread = 2.0 / (9.0 * freedom);
    ((chi / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// A situation for a number: any kinds of dice that can be solved, 2 to 4 players.
fn any_situation(number: u64, rules: &Rules) -> Situation {
    let mut word = mix(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1);
    let mut below = |bound: u64| {
        word = mix(word.wrapping_add(0x9e37_79b9_7f4a_7c15));
        word % bound
    };
    let players = 2 + below(3) as usize;
    let contest = match below(6) {
        0 => Contest::FirstTo15,
        1 => Contest::RussianRoulette,
        2 => Contest::ByPoints(1 + below(14) as u32),
        3 => Contest::Battle,
        4 => Contest::Armageddon(1 + below(8) as u32),
        _ => Contest::TwoByTwo,
    };
    let hand = Hand::ALL[below(2) as usize];
    let fighters = (0..players).map(|_| {
        let conduct = [Conduct::default(), points_first(), declining()][below(3) as usize].clone();
        let mut dice = Kinds::EMPTY;
        let mut cost = 0;
        let most = 4 + below(9) as u32;
        while cost < most {
            let kind = Kind::ALL[below(6) as usize];
            let acts = conduct.declined == Powers::NONE && matches!(kind, Kind::Red | Kind::Blue);
            if acts || dice.of(kind) == 5 {
                continue;
            }
            dice += kind;
            cost += rules.cost(kind);
        }
        Fighter { dice, conduct }
    });
    Situation { contest, hand, fighters: fighters.collect() }
}

/// How far so many solved situations deviate when they are fought, each so often.
fn deviations(situations: std::ops::Range<u64>, duels: u64) -> Vec<f64> {
    let games: Vec<Battle> = (2..=4).map(|seats| Battle::new(Rules::default(), seats).unwrap()).collect();
    let mut found = Vec::new();
    for number in situations {
        let situation = any_situation(number, games[0].rules());
        let game = &games[situation.fighters.len() - 2];
        match game.odds(&situation) {
            Ok(odds) => found.push(deviation(game, &situation, &odds, duels, number)),
            Err(Unsolved::Order | Unsolved::TooLarge) => {}
            Err(why) => panic!("{situation:?}: {why}"),
        }
    }
    found
}

/// The mean and the spread of numbers that are standard normal, within four standard errors.
fn check_normal(found: &[f64], least: usize) {
    assert!(found.len() >= least, "{} were solved", found.len());
    let n = found.len() as f64;
    let mean = found.iter().sum::<f64>() / n;
    let variance = found.iter().map(|z| (z - mean).powi(2)).sum::<f64>() / (n - 1.0);
    assert!(mean.abs() < 4.0 / n.sqrt(), "mean {mean} of {n}");
    assert!((variance - 1.0).abs() < 4.0 * (2.0 / n).sqrt(), "variance {variance} of {n}");
    let most = found.iter().copied().fold(0.0, f64::max);
    assert!(most < 5.0, "{most} standard deviations");
}

#[test]
fn duels_of_all_kinds_are_fought_as_often_as_worked_out() {
    let found = deviations(0..70, 2_000);
    check_normal(&found, 30);
}

/// The chances that strategies are told are those of the distribution under the model, whoever else looks on.
#[test]
fn chances_to_win_are_those_of_the_distribution() {
    let game = Battle::new(Rules::default(), 3).unwrap();
    let packs = [[4, 0, 1, 0, 0, 0], [1, 1, 0, 1, 0, 1], [0, 0, 2, 1, 1, 0]];
    // What the model is, said again: a pack with an extra and a multiplier declines both kinds of action.
    let model = |dice: [u8; 6]| {
        let acting = Powers::ACTING;
        let both = dice[1] > 0 && dice[5] > 0;
        let declined = if both { acting.with(Powers::MULTIPLIER) } else { acting };
        fighter(dice, Conduct { declined, ..points_first() })
    };
    let kinds = packs.map(Kinds::new);
    let state = State::between_duels(game.rules(), &kinds, &[0; 3], Seat(0)).unwrap();
    let board = Board { state, ..Board::default() };
    let (key, mut compared) = (RunKey::new(1).block(0), 0);
    for contest in CONTESTS {
        for hand in Hand::ALL {
            for opponent in [None, Some(Seat(0)), Some(Seat(2))] {
                let view =
                    View { game: &game, block: key, board: &board, seat: Seat(1), decision: 1, moment: Moment::Duel };
                let others = [0, 2].into_iter().filter(|&seat| opponent.is_none_or(|one| one == Seat(seat)));
                let fighters = std::iter::once(1).chain(others).map(|seat| model(packs[usize::from(seat)])).collect();
                let odds = game.odds(&Situation { contest, hand, fighters }).map(|odds| odds.win(0));
                let told = view.win(Duel { contest, opponent, hand });
                let differs = told.zip(odds.ok()).map(|(told, odds)| (odds - told).abs());
                assert!(differs.is_none_or(|differs| differs < 1e-12), "{contest} {hand:?} {opponent:?}: {differs:?}");
                compared += u32::from(differs.is_some());
            }
        }
    }
    let view = View { game: &game, block: key, board: &board, seat: Seat(1), decision: 1, moment: Moment::Duel };
    assert!(compared >= 30, "{compared} of 36 are small enough for the whole distribution");
    for nobody in [Seat(1), Seat(3)] {
        assert_eq!(view.win(Duel { opponent: Some(nobody), ..Duel::default() }), None);
    }
}

/// Of every situation that has odds the first fighter's are the same if the others' victory points are not told apart.
#[test]
fn own_points_are_those_of_all_points() {
    let game = Battle::new(Rules::default(), 3).unwrap();
    let fighter = |dice: [u8; 6]| Fighter { dice: Kinds::new(dice), conduct: Conduct::default() };
    let contests = [
        Contest::FirstTo15,
        Contest::RussianRoulette,
        Contest::ByPoints(6),
        Contest::Battle,
        Contest::Armageddon(3),
        Contest::TwoByTwo,
    ];
    let mut compared = 0;
    for contest in contests {
        let fighters = vec![fighter([1, 0, 0, 0, 0, 1]), fighter([1, 0, 1, 0, 0, 0]), fighter([1, 0, 0, 0, 0, 1])];
        let situation = Situation { contest, hand: Hand::Chosen, fighters };
        let own = game.own_odds(&situation).unwrap();
        // There are more cases of all points.
        let Ok(all) = game.odds(&situation) else { continue };
        compared += 1;
        assert!((all.win(0) - own.win(0)).abs() < 1e-12, "{contest}");
        assert!((all.shown(0) - own.shown(0)).abs() < 1e-12 && own.shown(0) > 0.0, "{contest}");
        assert_eq!(own.shown(2), 0.0, "{contest}");
        assert!(own.endings().len() < all.endings().len(), "{contest}");
    }
    assert!(compared >= 4, "{compared} of 6");
}
