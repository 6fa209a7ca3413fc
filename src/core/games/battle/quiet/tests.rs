//! Comparisons of quiet duels against enumeration, and against duels that are fought.

use super::super::rules::Rules;
use super::super::value::{LineUp, Tables};
use super::super::view::{Answer, View};
use super::*;
use crate::dice::{RunKey, mix};
use crate::games::battle::conduct::Choice;
use crate::games::battle::dice::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers below bounds, from a seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u32 {
        self.0 = mix(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15));
        (self.0 % bound) as u32
    }
}

#[test]
fn a_margin_is_as_large_as_the_lead() {
    let margins = [1, 3, 4, 7, 8, 30].map(|ahead| Margin::of(Some(ahead)));
    use Margin::{Large, Middle, Small};
    assert_eq!(margins, [Small, Small, Middle, Middle, Large, Large]);
    assert_eq!(Margin::of(None), Large);
}

/// Each game met further players, whose throws took up to a tenth of a second each.
#[test]
fn players_were_looked_for_while_games_were_played() {
    let game = Battle::new(Rules::default(), 2).unwrap();
    let packs = [[2, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 0]].map(Kinds::new);
    let state = State::between_duels(game.rules(), &packs, &[0; 2], Seat(0)).unwrap();
    let duel = Duel { contest: Contest::Armageddon(2), opponent: None, hand: Hand::Random };
    let fight = Fight { seating: &[0, 1], state: &state, duel };
    let found_in = |stage| {
        let mut quiet = Quiet::new(&game, vec![Conduct::default(); 2]).in_stage(stage);
        (quiet.laws(fight).is_some(), quiet.found)
    };
    assert_eq!(found_in(Stage::Values), (true, 2));
    assert_eq!(found_in(Stage::Playing), (false, 0));
}

/// Two white dice against a green and a blue one, and a red one: all 6^5 throws. Blue dice and red ones could act, red ones
/// throw another die only if there is one. Nothing is known of what acting does, so all who could win share equally.
#[test]
fn the_law_of_a_throw_is_that_of_all_its_ways() {
    let game = Battle::new(Rules::default(), 3).unwrap();
    let packs = [[2, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 0], [0, 1, 0, 0, 0, 0]].map(Kinds::new);
    let state = State::between_duels(game.rules(), &packs, &[0; 3], Seat(0)).unwrap();
    let duel = Duel { contest: Contest::Armageddon(2), opponent: None, hand: Hand::Random };
    let mut quiet = Quiet::new(&game, vec![Conduct::default(); 3]);
    let laws = quiet.laws(Fight { seating: &[0, 1, 2], state: &state, duel }).unwrap();
    let [law] = &laws[..] else { panic!("a throw has one law") };
    // What faces score, and whether they could act, as the rules list them (B01).
    let white = [1, 2, 3, 4, 5, 6].map(|number| (number, false));
    let green = [0, 7, 8, 9, 7, 0].map(|number| (number, false));
    let blue = [(0, false), (0, true), (0, true), (0, true), (0, true), (0, false)];
    let red = [(0, false), (6, false), (7, false), (5, false), (0, true), (0, false)];
    let mut expected = [0.0; 3];
    for number in 0..6_usize.pow(5) {
        let side = |die: u32| number / 6_usize.pow(die) % 6;
        let (one, two, three) =
            (white[side(0)].0 + white[side(1)].0, green[side(2)].0 + blue[side(3)].0, red[side(4)].0);
        let (totals, acts) = ([one, two, three], [false, blue[side(3)].1, red[side(4)].1]);
        let most = totals.into_iter().max().unwrap();
        let leads = totals.map(|total| total == most);
        let tied = leads.iter().filter(|leads| **leads).count();
        let acting = acts.contains(&true);
        for seat in 0..3 {
            expected[seat] += match (leads[seat], tied, acting) {
                (true, 1, false) => 1.0,
                (leads, 2.., _) => f64::from(u8::from(leads)) / tied as f64,
                // The leader, those who could act besides, and all others have the same weight.
                (_, _, true) => {
                    let group = |seat: usize| if leads[seat] { 0 } else { 1 + u8::from(acts[seat]) };
                    let groups: BTreeSet<u8> = (0..3).map(group).collect();
                    let like = (0..3).filter(|&other| group(other) == group(seat)).count();
                    1.0 / groups.len() as f64 / like as f64
                }
                _ => 0.0,
            };
        }
    }
    let [(shown, wins)] = law.cells().collect::<Vec<_>>()[..] else { panic!("nobody shows points") };
    assert_eq!(*shown, Points::default());
    for (win, expected) in wins.iter().zip(expected) {
        assert!((win - expected / 7776.0).abs() < 1e-12, "{wins:?} {expected:?}");
    }
}

/// A duel of any packs and conducts, drawn from a number.
fn any_duel(numbers: &mut Numbers) -> (Battle, Vec<Conduct>, State, Duel) {
    let seats = 2 + numbers.below(3) as usize;
    let game = Battle::new(Rules::default(), seats).unwrap();
    let (kinds, mut left) = (3 + numbers.below(4) as usize, game.rules().supply(seats));
    left = left - Kinds::some(Kind::White, seats as u32);
    let kinds: Vec<Kind> = (0..kinds).map(|_| Kind::ALL[numbers.below(6) as usize]).collect();
    let packs: Vec<Kinds> = (0..seats)
        .map(|_| {
            let mut pack = Kinds::one(Kind::White);
            for _ in 0..1 + numbers.below(5) {
                let kind = kinds[numbers.below(kinds.len() as u64) as usize];
                if left.has(kind) && pack.of(kind) < 5 {
                    (pack, left) = (pack + Kinds::one(kind), left - Kinds::one(kind));
                }
            }
            pack
        })
        .collect();
    let conducts = (0..seats)
        .map(|_| {
            let declined = [Powers::NONE, Powers::CANCEL, Powers::MULTIPLIER][numbers.below(3) as usize];
            let multiplying = [Multiplying::Usual, Multiplying::VictoryPointsFirst][numbers.below(2) as usize];
            Conduct { declined, multiplying, choice: Choice::ByWorth, unknown: Powers::NONE }
        })
        .collect();
    let active = Seat(numbers.below(seats as u64) as u8);
    let state = State::between_duels(game.rules(), &packs, &vec![2; seats], active).unwrap();
    let own = u64::from(state.dice(active).total());
    let contest = match numbers.below(6) {
        0 => Contest::FirstTo15,
        1 => Contest::RussianRoulette,
        2 => Contest::Battle,
        3 => Contest::Armageddon(1 + numbers.below(own)),
        4 => Contest::ByPoints(1 + numbers.below(12)),
        _ => Contest::TwoByTwo,
    };
    let opponent = (numbers.below(3) == 0).then(|| state.from(active).nth(1)).flatten();
    (game, conducts, state, Duel { contest, opponent, hand: Hand::ALL[numbers.below(2) as usize] })
}

/// Some worth of a win, which depends on all that it may depend on.
fn any_worth(gain: &Gain) -> f64 {
    let of = gain
        .points
        .iter()
        .fold((gain.seat as u64) << 8 | u64::from(gain.ahead), |all, &shown| mix(all) ^ u64::from(shown));
    (mix(of) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Gains are 0 on average, whatever a win is worth: in 1,000 duels of any kind, each fought 200 times, the means in standard
/// errors are spread like a standard normal number.
#[test]
fn gains_are_nothing_on_average() {
    let mut numbers = Numbers(12);
    let (mut all, mut kinds) = (Vec::new(), BTreeMap::<usize, u32>::new());
    while all.len() < 1_000 {
        let (game, conducts, state, duel) = any_duel(&mut numbers);
        let mut quiet = Quiet::new(&game, conducts);
        let seating: Vec<usize> = (0..state.seats).collect();
        let fight = Fight { seating: &seating, state: &state, duel };
        if quiet.laws(fight).is_none() || quiet.fight(fight, RunKey::new(0).block(0)).is_none() {
            continue;
        }
        let run = RunKey::new(all.len() as u64);
        let worth = |gains: Vec<Gain>| gains.iter().map(|gain| gain.share * any_worth(gain)).sum::<f64>();
        let gained: Vec<f64> = (0..200).map(|block| worth(quiet.gains(fight, run.block(block)).unwrap())).collect();
        let n = gained.len() as f64;
        let mean = gained.iter().sum::<f64>() / n;
        let variance = gained.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>() / (n - 1.0);
        if variance > 1e-12 {
            all.push(mean / (variance / n).sqrt());
            *kinds.entry(duel.contest.index()).or_default() += 1;
        }
    }
    assert!(kinds.len() == 6 && kinds.values().all(|&number| number > 100), "{kinds:?}");
    let n = all.len() as f64;
    let (mean, square) = (all.iter().sum::<f64>() / n, all.iter().map(|z| z * z).sum::<f64>() / n);
    // The standard errors of the mean and of the mean square of 1,000 standard normal numbers, four times.
    assert!(mean.abs() < 4.0 / n.sqrt(), "mean {mean}");
    assert!((square - 1.0).abs() < 4.0 * (2.0 / n).sqrt(), "mean square {square}");
    assert!(all.iter().all(|z| z.abs() < 5.0));
}

/// All dice have the faces of white ones, so a duel of one die each is even, and where a point reaches the goal the first one
/// ends the game.
#[test]
fn a_table_before_the_last_duel_is_worth_the_chance_to_win_it() {
    let mut rules = Rules { goal: 11, ..Rules::default() };
    let white = rules.die(Kind::White).faces;
    rules.dice.iter_mut().for_each(|die| die.faces = white);
    let game = Battle::new(rules, 2).unwrap();
    let one_die = OneDie(Conduct::default());
    let strategies: [&dyn Strategy; 2] = [&one_die, &one_die];
    let mut quiet = Quiet::new(&game, vec![Conduct::default(); 2]);
    let lineup = LineUp { game: &game, strategies: &strategies, seating: &[0, 1] };
    let tables = Tables::find(lineup, &mut quiet, (1_000, 0), &|| true).unwrap().unwrap();
    let start = game.drafted(&mut Board::default(), lineup.table()).unwrap();
    assert_eq!(start.dice(Seat(0)), start.dice(Seat(1)));
    let worth = tables.worth(&start).unwrap();
    assert!((worth[0] - 0.5).abs() < 1e-12 && (worth[1] - 0.5).abs() < 1e-12, "{worth:?}");
    assert!(Tables::find(lineup, &mut quiet, (1_000, 0), &|| false).unwrap().is_none());
}

/// Fights an armageddon of one die.
struct OneDie(Conduct);

impl Strategy for OneDie {
    fn plays_by_table(&self) -> bool {
        true
    }

    fn drafts_by_table(&self) -> bool {
        true
    }

    fn conduct(&self) -> Conduct {
        self.0.clone()
    }

    fn duel(&self, _: &View<'_>) -> Answer<Duel> {
        Ok(Duel { contest: Contest::Armageddon(1), opponent: None, hand: Hand::Random })
    }
}
