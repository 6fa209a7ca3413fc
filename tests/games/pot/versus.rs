//! Exact win shares of two strategies: an independent program, value iteration over all positions, simulation.
//!
//! Owns a twin that keeps no equations: it enumerates dice, and goes over every position that the coins allow, reachable
//! or not. Of the library it uses the state of a game, whose rules are tested elsewhere.

use super::runs::{Lineup, setting};
use super::two_players::Table;
use crate::runs::Run;
use analyze::engines::{EngineKind, Playable, SeatingRule};
use analyze::exact::versus::{ExactFault, ExactShares, exact_pot_turns};
use analyze::games::declaration::{Language, ObservableIndex, index_of};
use analyze::games::pot::{
    BANK, COINS, Choices, Combo, Control, Decision, DiceSet, Holdings, LegalChoices, NoAnswer, POT, PolicyId, Pot,
    Rerolled, Roll, Rules, State, Strategy, TO_BEAT, Throw, TurnResult, View, Without, obligatory,
};
use analyze::games::{BuiltIn, Seat};
use analyze::strategies::find_all;
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::HashMap;

const ROUND: ObservableIndex = index_of::<Pot>("round", Language::Both);
const SEAT: ObservableIndex = index_of::<Pot>("seat", Language::Both);
const FIRST: ObservableIndex = index_of::<Pot>("starter", Language::Scripts);

fn exact(bots: [&str; 2], options: &[&str]) -> Result<ExactShares, ExactFault> {
    let game = Pot::set_up(2, &setting(options)).unwrap();
    let (chosen, lineup) = find_all(&bots.map(str::to_owned), &game).unwrap();
    game.exact([0, 1].map(|at: usize| &*chosen[lineup[at]].strategy), bots, &|_| true)
}

/// The win shares of `letters` against `stand` that a program found which shares nothing with this one.
#[test]
fn letters_and_stand_win_what_an_independent_program_says() {
    let shares = exact(["letters", "stand"], &[]).unwrap();
    for (found, known) in
        [(shares.in_seat(0, 0), 0.853791900), (shares.in_seat(0, 1), 0.816182517), (shares.average(0), 0.834987208)]
    {
        assert!((found.value - known).abs() < 0.6e-9 && found.within < 1e-9, "{found:?} for {known}");
    }
    assert!((shares.average(0).value + shares.average(1).value - 1.0).abs() < 1e-15);
}

/// The third writing of the rules in `two_players`; with 12 coins the bank is often short.
#[test]
fn two_who_never_pay_win_what_value_iteration_says() {
    for (coins, goal) in [(120, 8), (12, 8), (60, 24)] {
        let options = [format!("coins={coins}"), format!("goal={goal}")];
        let shares = exact(["letters", "stand"], &options.each_ref().map(String::as_str)).unwrap();
        let table = Table { coins, goal };
        let first = table.solve([true, false]);
        let second = 1.0 - table.solve([false, true]);
        assert!((shares.in_seat(0, 0).value - first).abs() < 2e-9, "{coins} {goal}: {first}");
        assert!((shares.in_seat(0, 1).value - second).abs() < 2e-9, "{coins} {goal}: {second}");
    }
}

/// Win share, coins, turns and rounds of games of strategies that pay, take, weigh and toss coins, within 4.5 standard
/// errors of 16 numbers.
#[test]
fn simulated_games_come_to_the_same() {
    for bots in [["optimal-turn", "random"], ["weigher", "thief"]] {
        let shares = exact(bots, &[]).unwrap();
        let lineup = Lineup::shipped(&bots, SeatingRule::Fixed, &[]);
        let numbers = lineup.numbers(EngineKind::Turn, Run { seed: 3, blocks: 60_000, threads: 2 });
        let games = shares.starts[0];
        for (table, column, label, known) in [
            ("summary", "win_share", bots[0], games.share[0]),
            ("summary", "ev", bots[0], games.score[0]),
            ("summary", "ev", bots[1], games.score[1]),
            ("length", "mean", "turns", games.turns),
            ("length", "mean", "rounds", games.rounds),
        ] {
            let found = numbers.iter().find(|number| number.is(table, column, label, label)).unwrap();
            let error = (found.estimate.unwrap().value - known.value).abs() / found.standard_error();
            assert!(error < 4.5, "{bots:?} {table} {label}: {found:?} for {known:?}");
        }
    }
}

/// What a test's player looks at beside the coins.
#[derive(Clone, Copy, Debug, Default)]
struct Looks {
    seat: bool,
    first: bool,
    /// Whether it is round 3 or later.
    late: bool,
    coin: bool,
}

/// Decides by whatever it looks at, mixed up; its plan rerolls dice below a number for free, and below another for a coin.
#[derive(Clone, Copy, Debug)]
struct Mixed {
    salt: u64,
    looks: Looks,
}

impl Mixed {
    fn decision(&self, seen: [u32; 8]) -> Decision {
        let mixed = seen.iter().fold(self.salt, |mixed, &number| analyze::dice::mix(mixed ^ u64::from(number)));
        let choices = LegalChoices::OF_TWO[(mixed % 6) as usize].get();
        Decision { rerolls: PolicyId(mixed / 6 % 36), choices }
    }

    fn again(plan: PolicyId, shown: Throw, is_paid: bool) -> DiceSet {
        let below = if is_paid { plan.0 % 6 } else { plan.0 / 6 };
        shown.dice_with(|face| u64::from(face) < below)
    }
}

impl Strategy for Mixed {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let looks = self.looks;
        Ok(self.decision([
            view.ask_up_to(COINS, 5),
            view.ask(POT),
            view.ask(TO_BEAT),
            view.ask_up_to(BANK, 1),
            if looks.seat { view.ask(SEAT) } else { 0 },
            if looks.first { view.ask(FIRST) } else { 0 },
            if looks.late { view.ask_up_to(ROUND, 3) / 3 } else { 0 },
            if looks.coin { view.coin(0, 3) as u32 + 1 } else { 0 },
        ]))
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(Mixed::again(plan, roll.shown, roll.next == analyze::games::pot::Reroll::Paid))
    }
}

/// A position as the twin has it: coins of both seats, POT, score to beat (one more; 0 for none) by the other, whether the
/// goal was held, whose turn it is, who began the round, whether it is round 3 or later (counted to 2).
type Spot = ([u32; 2], u32, u32, bool, usize, usize, u32);

struct Twin<'t> {
    rules: Rules,
    /// What the game is without for each seat.
    without: [Without; 2],
    /// The seat and the combo of the turns that are counted, in place of games that seat 1 wins.
    counted: Option<(usize, Combo)>,
    /// By seat.
    players: [&'t Mixed; 2],
    outcomes: HashMap<(u64, bool, usize), Vec<(TurnResult, f64)>>,
}

impl Twin<'_> {
    /// All results of a turn: 216 throws, rerolled by all throws that keep the rest.
    fn outcome(&mut self, plan: PolicyId, has_coin: bool, seat: usize) -> Vec<(TurnResult, f64)> {
        let without = self.without[seat];
        let (can_pay, combos) = (has_coin && without != Without::PaidReroll, Rules { without, ..self.rules }.combos());
        let made = || {
            let mut results: HashMap<(Combo, u8, Rerolled), f64> = HashMap::new();
            let mut open: Vec<(Throw, f64)> = Throw::all().map(|throw| (throw, 1.0 / 216.0)).collect();
            for stage in [Rerolled::Never, Rerolled::Free, Rerolled::Paid] {
                let mut next: HashMap<Throw, f64> = HashMap::new();
                for (throw, chance) in open {
                    let ends = matches!(throw.combo(combos), Combo::Ones | Combo::Pot);
                    let none = ends || stage == Rerolled::Paid || (stage == Rerolled::Free && !can_pay);
                    let again = if none { DiceSet::NONE } else { Mixed::again(plan, throw, stage == Rerolled::Free) };
                    let agree = |dice| Throw::all().filter(move |after: &Throw| throw.with(dice, *after) == *after);
                    if !again.is_empty() {
                        let ways = agree(again).count() as f64;
                        agree(again).for_each(|after| *next.entry(after).or_default() += chance / ways);
                    } else if throw.combo(combos) == Combo::Run123 {
                        let last = obligatory(throw);
                        let sums = agree(last).map(|after| after.sum());
                        sums.for_each(|sum| *results.entry((Combo::Run123, sum, stage)).or_default() += chance / 36.0);
                    } else {
                        let scored = !matches!(throw.combo(combos), Combo::Ones | Combo::Pot);
                        let sum = if scored { throw.sum() } else { 0 };
                        *results.entry((throw.combo(combos), sum, stage)).or_default() += chance;
                    }
                }
                open = next.into_iter().collect();
            }
            results
                .into_iter()
                .map(|((combo, score, rerolled), chance)| (TurnResult { combo, score, rerolled }, chance))
        };
        self.outcomes.entry((plan.0, can_pay, seat)).or_insert_with(|| made().collect()).clone()
    }

    /// The chance of each decision in a spot.
    fn decisions(&self, spot: &Spot) -> Vec<(Decision, f64)> {
        let &(coins, pot, to_beat, _, seat, first, round) = spot;
        let bank = self.rules.coins - coins[0] - coins[1] - pot;
        let (player, looks) = (self.players[seat], self.players[seat].looks);
        let of = |told: bool, number: usize| if told { number as u32 + 1 } else { 0 };
        let seen = [coins[seat].min(5), pot, to_beat, bank.min(1), of(looks.seat, seat), of(looks.first, first), 0, 0];
        let sides = if looks.coin { 1..=3 } else { 0..=0 };
        let ways = sides.clone().count() as f64;
        let with = |side| {
            let mut seen = seen;
            (seen[6], seen[7]) = (if looks.late { u32::from(round >= 2) } else { 0 }, side);
            (player.decision(seen), 1.0 / ways)
        };
        sides.map(with).collect()
    }

    /// What follows a spot: what seat 1 wins at once, and where the rest goes.
    fn after(&mut self, spot: &Spot) -> (f64, Vec<(Spot, f64)>) {
        let &(coins, pot, to_beat, held, seat, first, round) = spot;
        let (mut won, mut rest) = (0.0, Vec::new());
        for (Decision { rerolls, choices }, part) in self.decisions(spot) {
            let legal = Choices::legal(choices, 2).unwrap();
            for (result, chance) in self.outcome(rerolls, coins[seat] > 0, seat) {
                won += if self.counted == Some((seat, result.combo)) { part * chance } else { 0.0 };
                let bank = self.rules.coins - coins[0] - coins[1] - pot;
                let control =
                    to_beat.checked_sub(1).map(|score| Control { seat: Seat(1 - seat as u8), score: score as u8 });
                let mut state = State::before_turn(Holdings::of(&coins, bank, pot), control, held, Seat(seat as u8));
                state.end_turn(&self.rules, result, legal);
                let (mut began, mut next_round) = (first, round);
                if let Some(end) = state.end_round(&self.rules) {
                    if state.is_over(&self.rules) {
                        let coins = state.holdings().all_coins();
                        let share = [0.0, 0.5, 1.0][(coins[0].cmp(&coins[1]) as i8 + 1) as usize];
                        won += if self.counted.is_none() { part * chance * share } else { 0.0 };
                        continue;
                    }
                    state.begin_round(&self.rules);
                    (began, next_round) = (end.winner.index(), (round + 1).min(2));
                }
                let held = state.holdings();
                let to_beat = state.control().map_or(0, |control| u32::from(control.score) + 1);
                let coins = [held.coins(Seat(0)), held.coins(Seat(1))];
                let spot = (coins, held.pot(), to_beat, state.goal_held(), state.next().index(), began, next_round);
                rest.push((spot, part * chance));
            }
        }
        (won, rest)
    }

    /// The win share of the seat that starts, by value iteration from 0 and from 1, which hold it between them; of turns, of
    /// which there may be many, from 0 and from 1000.
    fn solve(&mut self) -> f64 {
        let mut state = State::new(&self.rules, 2);
        state.begin_round(&self.rules);
        let start: Spot = ([self.rules.start; 2], state.holdings().pot(), 0, false, 0, 0, 0);
        let (mut places, mut spots, mut links) = (HashMap::from([(start, 0)]), vec![start], Vec::new());
        while links.len() < spots.len() {
            let (won, rest) = self.after(&spots[links.len()]);
            let place = |(spot, chance)| {
                let at = *places.entry(spot).or_insert_with(|| {
                    spots.push(spot);
                    spots.len() - 1
                });
                (at, chance)
            };
            links.push((won, rest.into_iter().map(place).collect::<Vec<(usize, f64)>>()));
        }
        let (mut low, mut high) =
            (vec![0.0; links.len()], vec![if self.counted.is_none() { 1.0 } else { 1e3 }; links.len()]);
        while high[0] - low[0] > 1e-11 {
            for at in (0..links.len()).rev() {
                for values in [&mut low, &mut high] {
                    let (won, rest) = &links[at];
                    values[at] = won + rest.iter().map(|&(next, chance)| chance * values[next]).sum::<f64>();
                }
            }
        }
        (low[0] + high[0]) / 2.0
    }
}

fn looks() -> impl proptest::strategy::Strategy<Value = Looks> {
    proptest::strategy::Strategy::prop_map(any::<[bool; 4]>(), |[seat, first, late, coin]| Looks {
        seat,
        first,
        late,
        coin,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    /// Random rules and players, who look at seats, at who began, at the round and at coins, in both seats; each plays
    /// without something.
    #[test]
    fn the_twin_finds_the_same(
        salts in any::<[u64; 2]>(), one in looks(), two in looks(),
        without in prop::array::uniform2(prop::sample::select(Without::NAMES.map(|(_, without)| without).to_vec())),
        combo in prop::sample::select(Combo::ALL.to_vec()),
        (goal, stake, start, holds) in (3u32..6, 0u32..3, 0u32..3, any::<bool>()),
    ) {
        let end = if holds { analyze::games::pot::GameEnd::Holds } else { analyze::games::pot::GameEnd::Held };
        let rules = Rules { coins: 40, goal, stake, start, end, ..Rules::default() };
        let players = [Mixed { salt: salts[0], looks: one }, Mixed { salt: salts[1], looks: two }];
        let games = without.map(|without| Pot::new(rules, 2).unwrap().without(without));
        let of = exact_pot_turns([&games[0], &games[1]], [&players[0], &players[1]], ["one", "two"], &|_| true);
        let (shares, turns) = of.unwrap();
        let twin = |first: usize, counted| {
            let (players, without) = ([&players[first], &players[1 - first]], [without[first], without[1 - first]]);
            Twin { rules, players, without, counted, outcomes: HashMap::new() }.solve()
        };
        for first in 0..2 {
            let (found, twin) = (shares.in_seat(first, 0), twin(first, None));
            prop_assert!((found.value - twin).abs() < 2e-10, "{found:?} for {twin}");
        }
        let twin = (twin(0, Some((0, combo))) + twin(1, Some((1, combo)))) / 2.0;
        prop_assert!((turns[0].ended[combo as usize] - twin).abs() < 1e-9, "{turns:?} for {combo:?} {twin}");
        for of in turns {
            prop_assert!((of.ended.iter().sum::<f64>() - of.turns).abs() < 1e-9 && of.within < 1e-9);
        }
        let all = turns[0].turns + turns[1].turns;
        let mean = (shares.starts[0].turns.value + shares.starts[1].turns.value) / 2.0;
        prop_assert!((all - mean).abs() < 1e-9, "{all} turns, and {mean}");
    }
}

/// What `random` says it decides, against what it does, of 100,000 decisions: each of the 6 choices and of 36 parts of its
/// ways to reroll within 5 standard errors.
#[test]
fn random_decides_as_it_says() {
    use analyze::dice::RunKey;
    use analyze::games::pot::Situation;
    let game = Pot::set_up(2, &setting(&[])).unwrap();
    let (chosen, _) = find_all(&["random".to_owned()], &game).unwrap();
    let (mut said, mut done) = ([0.0f64; 42], [0.0f64; 42]);
    let count = |decision: &Decision, chance: f64, to: &mut [f64; 42]| {
        let choice = LegalChoices::OF_TWO.iter().position(|choices| choices.get() == decision.choices).unwrap();
        to[choice] += chance;
        to[6 + (decision.rerolls.0 % 36) as usize] += chance;
    };
    chosen[0].strategy.mixture(2).unwrap().iter().for_each(|(decision, chance)| count(decision, *chance, &mut said));
    assert!((said[..6].iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let state = State::new(game.rules(), 2);
    for number in 0..100_000 {
        let view = View::new(Situation::new(&game, RunKey::new(1).block(number), &state));
        count(&chosen[0].strategy.decide(&view).unwrap(), 1e-5, &mut done);
    }
    for (said, done) in said.iter().zip(&done) {
        assert!((said - done).abs() < 5.0 * (said * (1.0 - said) / 1e5).sqrt(), "{said} {done}");
    }
}

/// Asks for the round without end.
struct Counts;

impl Strategy for Counts {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        Ok(Decision { rerolls: PolicyId(u64::from(view.ask(ROUND))), choices: Choices::next(2) })
    }

    fn reroll(&self, _: PolicyId, _: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(DiceSet::NONE)
    }
}

/// Tosses 7 coins.
struct Tosses;

impl Strategy for Tosses {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let heads = (0..7).map(|toss| view.coin(toss, 2)).sum();
        Ok(Decision { rerolls: PolicyId(heads), choices: Choices::next(2) })
    }

    fn reroll(&self, _: PolicyId, _: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(DiceSet::NONE)
    }
}

/// Fails with 5 coins.
struct Fails;

impl Strategy for Fails {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        match view.ask(COINS) {
            5 => Err(NoAnswer("nothing".into())),
            _ => Ok(Decision { rerolls: PolicyId(0), choices: Choices::next(2) }),
        }
    }

    fn reroll(&self, _: PolicyId, _: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(DiceSet::NONE)
    }
}

#[test]
fn what_cannot_be_answered_is_refused_in_words() {
    let game = Pot::set_up(2, &setting(&[])).unwrap();
    let refused = |strategy: &(dyn Strategy + 'static)| {
        game.exact([strategy, &Mixed { salt: 0, looks: Looks::default() }], ["mine", "other"], &|_| true).unwrap_err()
    };
    for (fault, words) in [
        (refused(&Counts), "'mine' reads 'round'"),
        (refused(&Tosses), "'mine' tosses coins that can fall in more than 64 ways"),
        (refused(&Fails), "'mine' returned nothing with 5 to "),
        (exact(["letters", "stand"], &["coins=20", "goal=20"]).unwrap_err(), "the rule 'cap' ends them after 100000"),
        (exact(["letters", "stand"], &["cap=50"]).unwrap_err(), "the rule 'cap' ends them after 50"),
    ] {
        assert!(fault.to_string().contains(words), "{fault}");
    }
    let three = Pot::set_up(3, &setting(&[])).unwrap();
    assert_eq!(three.exact([&Counts, &Counts], ["a", "b"], &|_| true), Err(ExactFault::Players(3)));
}

/// It stops within a few thousand positions, wherever it is, and never says that it is back where it was.
#[test]
fn it_stops_when_it_is_told_to() {
    let game = Pot::set_up(2, &setting(&[])).unwrap();
    let (chosen, lineup) = find_all(&["letters", "stand"].map(str::to_owned), &game).unwrap();
    let strategies = [0, 1].map(|at: usize| &*chosen[lineup[at]].strategy);
    for after in [0, 3, 20] {
        let (asked, last) = (Cell::new(0), Cell::new(0.0));
        let go_on = |part: f64| {
            assert!((0.0..=1.0).contains(&part) && part >= last.get());
            last.set(part);
            asked.set(asked.get() + 1);
            asked.get() <= after
        };
        assert_eq!(game.exact(strategies, ["letters", "stand"], &go_on), Err(ExactFault::Stopped));
        assert_eq!(asked.get(), after + 1);
    }
}
