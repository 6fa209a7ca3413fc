//! What decisions cost in the game that is solved: that costs and luck add up to the result.

use crate::optimal::{SIX_CARDS, small};
use analyze::dice::RunKey;
use analyze::exact::champion::Grade;
use analyze::exact::game::{FAR_DICE, FirstTurn, GameValues, Position, Start};
use analyze::exact::{Account, Appraiser, Decision, Judge, Mark, Objective, Outcome, Prices, Situation, Turn};
use analyze::games::declaration::PolicyId;
use analyze::games::gang::{self, CardIndex, Committed, Edition, Gang, RoundEnd, State, TurnResult, Watch};
use analyze::games::turns::RolledTurns;
use analyze::games::{BuiltIn, Game, Seat, Setting, Table, WHOLE_WIN};
use analyze::input::Source;
use analyze::strategies::gang::{champion_values, values};
use analyze::strategies::{find_all, shipped_names};

/// Plays some games and shows each to `see`: its decisions, its account, the win share of the first seat.
fn games(game: &Gang, bots: &[&str], prices: &Prices<'_>, mut see: impl FnMut(&[Decision], &Account, f64)) {
    let names: Vec<String> = bots.iter().map(|&name| name.to_owned()).collect();
    let (chosen, lineup) = find_all(&names, game).unwrap();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    for block in 0..if bots.len() == 2 { 40 } else { 12 } {
        let block = RunKey::new(5).block(block);
        let mut order = game.scratch();
        game.begin_block(block, &mut order);
        let table = Table { strategies: &strategies, seating: &lineup, block };
        let mut appraiser = Appraiser::new(prices).unwrap();
        let outcome = game.play_watched(table, &order, &mut RolledTurns(block), &mut appraiser).unwrap();
        let (decisions, account) = appraiser.finish().unwrap();
        see(&decisions, &account, f64::from(outcome.share[0]) / f64::from(WHOLE_WIN));
    }
}

/// The position of two players in a situation.
fn position(situation: &Situation) -> Position {
    let position = situation.position;
    let [first, other] = [position.first, 1 - position.first].map(|seat| position.pools[seat]);
    Position { round: position.round, first, other, bonus: position.bonus }
}

/// The luck of dice has the mean 0 in each turn, and the luck of cards in each round, by the road of `optimal`.
fn check_expectations(game: &Gang, values: &GameValues, decision: &Decision) {
    let (position, card, price) = (position(&decision.situation), decision.situation.card, decision.price.unwrap());
    let start = |card| values.starts(Start { position, card }, u32::MAX).unwrap();
    if decision.situation.turns.is_empty() {
        let dealt: Vec<f64> = (0..game.deck().cards.len() as u16)
            .map(CardIndex)
            .filter(|&card| values.deals(position.round, card))
            .map(|card| start(card).value)
            .collect();
        let mean = dealt.iter().sum::<f64>() / dealt.len() as f64;
        assert!((mean - values.value(position)).abs() < 1e-9, "{mean} {decision:?}");
        assert!((start(card).value - price.value).abs() < 1e-9, "{decision:?}");
        // The plan of `optimal` for its own number of dice, a result at a time.
        let todo = start(card);
        let plan = values.plan(card, todo.dice, todo.aim).unwrap().plan.outcome();
        let worth = |total: Option<u32>| {
            let after = values.position(position.round, [position.first - todo.dice, position.other], todo.dice);
            let mark = total.map(|total| Mark { total, dice: todo.dice });
            1.0 - values.replies(Start { position: after, card }, mark, position.other).unwrap().value
        };
        let played = values.price(&decision.situation, todo.dice, &plan).unwrap().price;
        assert!((plan.expected(worth) - played.played).abs() < 1e-9, "{decision:?}");
        assert!(played.cost().abs() < 1e-9, "{played:?}");
    }
}

#[test]
fn regret_and_luck_add_up_to_the_result() {
    let (game, _folder) = small(Edition::Bga);
    let solved = values(&game, || true).unwrap();
    let (mut seen, mut lost) = (0, 0.0);
    for other in shipped_names::<Gang>() {
        let prices = Prices::new(&solved);
        games(&game, &[other, "chaser"], &prices, |decisions, account, share| {
            assert!((account.sum() - share).abs() < 1e-9, "{other}: {account:?} but {share}");
            assert_eq!(account.unpriced, 0.0, "{other}");
            for decision in decisions {
                let price = decision.price.unwrap();
                // By so much dice that are not considered can be better.
                assert!(price.dice_cost() >= -1e-6 && price.reroll_cost() >= -1e-9, "{other}: {decision:?}");
                assert!((price.dice_cost() + price.reroll_cost() - price.cost()).abs() < 1e-12);
                assert!((0.0..=1.0).contains(&price.played), "{decision:?}");
                (seen, lost) = (seen + 1, lost + price.cost());
            }
            decisions.iter().take(2).for_each(|decision| check_expectations(&game, &solved, decision));
        });
    }
    assert!(seen > 1000 && lost > 10.0, "{seen} decisions lost {lost}");
}

#[test]
fn optimal_play_has_no_regret() {
    let (game, _folder) = small(Edition::Bga);
    let solved = values(&game, || true).unwrap();
    let prices = Prices::new(&solved);
    games(&game, &["optimal", "optimal"], &prices, |decisions, account, share| {
        for decision in decisions {
            assert!(decision.price.unwrap().cost().abs() < 1e-9, "{decision:?}");
        }
        assert!((account.sum() - share).abs() < 1e-9 && account.decisions.abs() < 1e-9);
    });
}

/// A card on which many dice pay, in the last of two rounds.
const MANY_DICE: &str = r#"
id = "many"
name = "many dice"
card = [
    { id = "few", condition = "sum>=7", trigger = "bomb", back = "light" },
    { id = "many", condition = "run>=2", trigger = "bomb", back = "dark" },
]
"#;

/// `optimal` took the starter's dice for dice that were left before the round, considered eight, and gave up.
#[test]
fn dice_of_the_starter_are_no_reason_to_consider_fewer() {
    let setting = Setting {
        deck: Some(Source::new("many", MANY_DICE)),
        options: [("pools", "24"), ("bonus", "[]")].map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec(),
        ..Setting::default()
    };
    let game = Gang::set_up(2, &setting).unwrap();
    let solved = values(&game, || true).unwrap();
    let (card, position) = (CardIndex(1), Position { round: 1, first: 24, other: 24, bonus: 0 });
    let before = analyze::exact::champion::Position { round: 1, pools: [24, 24, 0, 0], ..Default::default() };
    assert!(solved.considered(1, card) > FAR_DICE);
    for total in [31, 36, 40] {
        let met = FirstTurn { dice: 22, total: Some(total) };
        let todo = solved.replies_to(Start { position, card }, met).unwrap();
        let plan = solved.plan(card, todo.dice, todo.aim).unwrap().plan.outcome();
        let turns = vec![gang::Turn { seat: Seat(0), dice: met.dice, result: TurnResult::Total(total) }];
        let situation = Situation { position: before, card, turns };
        let price = solved.price(&situation, todo.dice, &plan).unwrap().price;
        assert!(price.cost().abs() < 1e-9 && todo.dice > FAR_DICE, "{total}: {todo:?} {price:?}");
    }
}

/// A small game of three or four, and one whose values are read between points of a grid.
fn tables() -> Vec<Gang> {
    let table = |(seats, pools, edition): (usize, &str, Edition)| {
        let setting = Setting {
            edition: Some(edition.to_string()),
            deck: Some(Source::new("six", SIX_CARDS)),
            options: [("pools", pools), ("bonus", "[1]")]
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .to_vec(),
            ..Setting::default()
        };
        Gang::set_up(seats, &setting).unwrap().drawing_anew()
    };
    [(3, "5", Edition::Bga), (4, "3", Edition::Bga), (3, "8", Edition::Bga), (3, "4", Edition::Blackrock)]
        .map(table)
        .into()
}

/// The expected total of a number of dice at best, as good a plan as any.
fn some_outcome(game: &Gang, card: CardIndex, dice: u32) -> Outcome {
    let turn = Turn::under(game.deck().card(card), dice, game.rules().rerolls).unwrap();
    turn.optimum(|result| Objective::ExpectedTotal.value(result)).unwrap().plan.outcome()
}

/// What a turn leaves every seat is what those who follow make of each of its results, and a round is worth the mean over
/// its cards.
fn check_the_road_ahead(game: &Gang, judge: &dyn Judge, decision: &Decision) {
    let Decision { situation, dice, .. } = decision;
    let chosen =
        |situation: &Situation| judge.price(situation, 1, &some_outcome(game, situation.card, 1)).unwrap().chosen;
    if situation.turns.is_empty() {
        let round = situation.position.round;
        let light = game.deck().with_back(gang::Back::Light).count() as u32 - game.deck().removed_light;
        let back = if round < light { gang::Back::Light } else { gang::Back::Dark };
        let cards: Vec<CardIndex> = game.deck().with_back(back).collect();
        let values: Vec<_> = cards.iter().map(|&card| chosen(&Situation { card, ..situation.clone() })).collect();
        let mean = judge.before_card(&situation.position).unwrap();
        for (seat, mean) in mean.iter().enumerate() {
            let expected = values.iter().map(|value| value[seat]).sum::<f64>() / cards.len() as f64;
            assert!((mean - expected).abs() < 1e-9, "{situation:?}: {mean}, but {expected}");
        }
    }
    if situation.order().count() > situation.turns.len() + 1 {
        let outcome = some_outcome(game, situation.card, *dice);
        let mut expected = [0.0; gang::MAX_SEATS];
        for result in std::iter::once(None).chain((0..=5 * dice).map(Some)) {
            let chance = result.map_or(outcome.invalid, |total| outcome.valid[total as usize]);
            let result = result.map_or(TurnResult::Invalid, TurnResult::Total);
            if chance > 0.0 {
                let mut after = situation.clone();
                after.turns.push(gang::Turn { seat: decision.seat, dice: *dice, result });
                expected.iter_mut().zip(chosen(&after)).for_each(|(sum, share)| *sum += chance * share);
            }
        }
        let found = judge.price(situation, *dice, &outcome).unwrap().played;
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{decision:?}: {found}, but {expected}");
        }
    }
}

/// With three and four players; the champion itself loses nothing, unless dice to throw are limited, where it guesses how
/// many on the table are bonus dice.
#[test]
fn regret_and_luck_add_up_with_more_players() {
    for game in tables() {
        let solved = champion_values(&game, Grade::Coarse, || true).unwrap();
        let (mut seen, mut lost, mut gained) = (0, 0.0, 0.0);
        for other in shipped_names::<Gang>().into_iter().filter(|&name| name != "optimal") {
            let bots = &[other, "chaser", "champion", "random"][..game.seats()];
            // Turns are remembered by the position of a strategy in its line-up.
            let prices = Prices::new(&solved);
            games(&game, bots, &prices, |decisions, account, share| {
                assert!((account.sum() - share).abs() < 1e-9, "{other}: {account:?} but {share}");
                assert_eq!(account.unpriced, 0.0, "{other}");
                for decision in decisions {
                    let price = decision.price.unwrap();
                    assert!((price.dice_cost() + price.reroll_cost() - price.cost()).abs() < 1e-12);
                    // Values are kept in single precision.
                    assert!((-1e-6..=1.0 + 1e-6).contains(&price.played), "{decision:?}");
                    let is_champion = bots[decision.seat.index()] == "champion";
                    assert!(
                        !is_champion || price.cost().abs() < 1e-9 || game.rules().dice_in_all(game.seats()).is_some(),
                        "{decision:?}"
                    );
                    (seen, lost) = (seen + 1, lost + price.cost());
                    gained -= price.cost().min(0.0);
                }
                let some = decisions.iter().skip(seen % 3).step_by(13);
                some.for_each(|decision| check_the_road_ahead(&game, &solved, decision));
            });
        }
        assert!(seen > 1000 && lost > 10.0, "{seen} decisions lost {lost}");
        // Of these tables, which are small, up to a fiftieth.
        assert!(gained < lost / 50.0, "what the champion does not consider: {gained} of {lost}");
    }
}

/// Follows a game, and adds up what is told of it: the luck, and for each decision of the first seat the price that is shown.
struct Told<'p, 'v> {
    prices: &'p Prices<'v>,
    appraiser: Appraiser<'p, 'v>,
    players: usize,
    sum: f64,
    rounds: u32,
    better: u32,
}

impl<'p, 'v> Told<'p, 'v> {
    fn new(prices: &'p Prices<'v>, players: usize) -> Told<'p, 'v> {
        let sum = prices.judge().start().unwrap()[0];
        Told { prices, appraiser: Appraiser::new(prices).unwrap(), players, sum, rounds: 0, better: 0 }
    }

    fn luck(account: &Account) -> f64 {
        account.cards + account.dice + account.unpriced
    }
}

impl Watch for Told<'_, '_> {
    fn round_begins(&mut self, card: CardIndex, bonus: u32, state: &State) {
        let before = *self.appraiser.account();
        self.appraiser.round_begins(card, bonus, state);
        self.sum += self.appraiser.account().beyond - before.beyond;
    }

    fn decided(&mut self, turn: &Committed<'_>, plan: PolicyId, state: &State) {
        let before = *self.appraiser.account();
        self.appraiser.decided(turn, plan, state);
        let after = self.appraiser.account();
        self.sum += Told::luck(after) - Told::luck(&before);
        let cost = self.appraiser.decisions().last().unwrap().price.unwrap().cost();
        self.better += u32::from(cost < -1e-6);
        self.sum += match (turn.seat.index(), self.players) {
            (0, _) => -cost,
            (_, 2) => cost,
            _ => after.decisions - before.decisions,
        };
    }

    fn turn_ends(&mut self, turn: gang::Turn, state: &State) {
        self.appraiser.turn_ends(turn, state);
    }

    /// What is told adds up to what the first seat can now expect, which is asked of the values themselves.
    fn round_ends(&mut self, card: CardIndex, end: RoundEnd, state: &State) {
        let before = *self.appraiser.account();
        self.appraiser.round_ends(card, end, state);
        self.sum += Told::luck(self.appraiser.account()) - Told::luck(&before);
        let now = self.prices.judge().after_round(end, state).unwrap()[0];
        assert!((self.sum - now).abs() < 1e-9, "round {}: {}, but {now}", state.round(), self.sum);
        self.rounds += 1;
    }
}

/// A decision better than the champion's cost nothing, so that with three players the luck and the costs of a round did not add up:
/// 0.0652, but 0.0660. In each round and game of 200 seeds, with two, three and four players, on small decks.
#[test]
fn luck_and_costs_add_up_in_every_round() {
    let (two, _folder) = small(Edition::Bga);
    let mut better = 0;
    for game in std::iter::once(two).chain(tables()) {
        let solved: Box<dyn Judge> = match game.seats() {
            2 => Box::new(values(&game, || true).unwrap()),
            _ => Box::new(champion_values(&game, Grade::Coarse, || true).unwrap()),
        };
        let bots = &["chaser", "bold", "round-optimal", "random"].map(str::to_owned)[..game.seats()];
        let (chosen, lineup) = find_all(bots, &game).unwrap();
        let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
        let prices = Prices::new(&*solved);
        for seed in 0..200 {
            let block = RunKey::new(seed).block(0);
            let mut order = game.scratch();
            game.begin_block(block, &mut order);
            let table = Table { strategies: &strategies, seating: &lineup, block };
            let mut told = Told::new(&prices, game.seats());
            let outcome = game.play_watched(table, &order, &mut RolledTurns(block), &mut told).unwrap();
            let share = f64::from(outcome.share[0]) / f64::from(WHOLE_WIN);
            assert!((told.sum - share).abs() < 1e-9 && told.rounds > 0, "seed {seed}: {}, but {share}", told.sum);
            better += told.better;
        }
    }
    assert!(better > 0, "no decision was better than the champion's, so that nothing is tried");
}
