//! What decisions of Gang of Dice for two cost, and what is luck, in the game that is solved.

use crate::optimal::{SIX_CARDS, small};
use crate::program::{Desk, csv_rows};
use analyze::dice::RunKey;
use analyze::exact::Mark;
use analyze::exact::game::{Account, Appraiser, Decision, FAR_DICE, Met, Position, Prices, Situation, Start};
use analyze::games::gang::{CardIndex, Edition, Gang};
use analyze::games::turns::RolledTurns;
use analyze::games::{Game, Setting, Table, WHOLE_WIN};
use analyze::input::Source;
use analyze::strategies::gang::values;
use analyze::strategies::{find_all, shipped_names};

/// Plays some games and shows each to `see`: its decisions, its account, the win share of the first seat.
fn games(game: &Gang, bots: [&str; 2], prices: &Prices<'_>, mut see: impl FnMut(&[Decision], &Account, f64)) {
    let (chosen, lineup) = find_all(&bots.map(str::to_owned), game).unwrap();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    for block in 0..40 {
        let block = RunKey::new(5).block(block);
        let mut order = game.scratch();
        game.begin_block(block, &mut order);
        let table = Table { strategies: &strategies, seating: &lineup, block };
        let mut appraiser = Appraiser::new(prices);
        let outcome = game.play_watched(table, &order, &mut RolledTurns(block), &mut appraiser).unwrap();
        let (decisions, account) = appraiser.finish().unwrap();
        see(&decisions, &account, f64::from(outcome.share[0]) / f64::from(WHOLE_WIN));
    }
}

/// The luck of dice has the mean 0 in each turn, and the luck of cards in each round, by the road of `optimal`.
fn check_expectations(game: &Gang, prices: &Prices<'_>, decision: &Decision) {
    let values = prices.values();
    let Situation { position, card, met } = decision.situation;
    let price = decision.price.unwrap();
    let start = |card| values.starts(Start { position, card }, u32::MAX).unwrap();
    if met.is_none() {
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
        let played = prices.price(&decision.situation, todo.dice, &plan).unwrap();
        assert!((plan.expected(worth) - played.played).abs() < 1e-9, "{decision:?}");
        assert!(played.cost().abs() < 1e-9, "{played:?}");
    }
}

#[test]
fn regret_and_luck_add_up_to_the_result() {
    let (game, _folder) = small(Edition::Bga);
    let solved = values(&game, || true).unwrap();
    let prices = Prices::new(&solved);
    let (mut seen, mut lost) = (0, 0.0);
    for other in shipped_names::<Gang>() {
        games(&game, [other, "chaser"], &prices, |decisions, account, share| {
            assert!((account.sum() - share).abs() < 1e-9, "{other}: {account:?} but {share}");
            assert_eq!(account.unpriced, 0.0, "{other}");
            for decision in decisions {
                let price = decision.price.unwrap();
                assert!(price.dice_cost() >= -1e-9 && price.reroll_cost() >= -1e-9, "{other}: {decision:?}");
                assert!((price.dice_cost() + price.reroll_cost() - price.cost()).abs() < 1e-12);
                assert!((0.0..=1.0).contains(&price.played) && price.best >= price.value, "{decision:?}");
                (seen, lost) = (seen + 1, lost + price.cost());
            }
            decisions.iter().take(2).for_each(|decision| check_expectations(&game, &prices, decision));
        });
    }
    assert!(seen > 1000 && lost > 10.0, "{seen} decisions lost {lost}");
}

#[test]
fn optimal_play_has_no_regret() {
    let (game, _folder) = small(Edition::Bga);
    let solved = values(&game, || true).unwrap();
    let prices = Prices::new(&solved);
    games(&game, ["optimal", "optimal"], &prices, |decisions, account, share| {
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
    let prices = Prices::new(&solved);
    let (card, position) = (CardIndex(1), Position { round: 1, first: 24, other: 24, bonus: 0 });
    assert!(solved.considered(1, card) > FAR_DICE);
    for total in [31, 36, 40] {
        let met = Met { dice: 22, total: Some(total) };
        let todo = solved.replies_to(Start { position, card }, met).unwrap();
        let plan = solved.plan(card, todo.dice, todo.aim).unwrap().plan.outcome();
        let price = prices.price(&Situation { position, card, met: Some(met) }, todo.dice, &plan).unwrap();
        assert!(price.cost().abs() < 1e-9 && todo.dice > FAR_DICE, "{total}: {todo:?} {price:?}");
    }
}

/// Half a dozen cards, small pools: a game that is solved at once.
const GAME: &str = "--deck six.toml --rule pools=6 --rule bonus=[] --no-cache --quiet";

/// The files at any number of threads; the groups add up, and the costliest decisions are the costliest.
#[test]
fn regret_writes_what_decisions_cost() {
    let desk = Desk::new();
    desk.write("six.toml", SIX_CARDS);
    let command = |rest: &str| format!("regret chaser optimal --runs 40 --worst 5 {GAME} {rest}");
    let shown = desk.result(&command("--threads 1 --out one"));
    let files = desk.files("one");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["regret.csv", "report.html", "run.json", "worst.csv"]);
    desk.result(&command("--threads 3 --out three"));
    assert_eq!(desk.files("three"), files);
    let rows = csv_rows(&desk.read("one/regret.csv"));
    assert_eq!(rows[0].join(","), "players,experiment,strategy,against,by,what,games,decisions,lost,lost_lo,lost_hi");
    let lost = |strategy: &str, by: &str| -> f64 {
        let of = rows[1..].iter().filter(|row| row[2] == strategy && row[4] == by);
        of.map(|row| row[8].parse::<f64>().unwrap()).sum()
    };
    let all = lost("chaser", "all");
    assert!(all > 0.01, "{all}");
    for by in ["card", "lead", "turn"] {
        assert!((lost("chaser", by) - all).abs() < 1e-4, "{by}: {} of {all}", lost("chaser", by));
    }
    let parts = lost("chaser", "dice") + lost("chaser", "rerolls");
    assert!(parts <= all + 1e-5 && parts > 0.9 * all, "{parts} of {all}");
    assert!(lost("optimal", "all") < 1e-9);
    // Six rounds, in which a decision costs a win at the most; one of a card.
    for row in rows[1..].iter().filter(|row| row[2] == "optimal" && row[4] != "card") {
        let most: f64 = row[10].parse().unwrap();
        assert!(most <= 6.0, "{row:?}");
    }
    let worst = csv_rows(&desk.read("one/worst.csv")).split_off(1);
    let costs: Vec<f64> = worst.iter().map(|row| row[17].parse().unwrap()).collect();
    assert_eq!(costs.len(), 5, "optimal has none: {worst:?}");
    assert!(costs.is_sorted_by(|a, b| a >= b) && costs[4] > 0.0, "{costs:?}");
    assert!(
        shown.contains("the costliest decisions") && shown.contains("analyze play --game gang --engine dice"),
        "{shown}"
    );
    // The game is the one that `play` shows: in that round that seat commits so many dice.
    let [game, round, seat, dice] = [4, 5, 6, 13].map(|column| &worst[0][column]);
    let play = format!("play --game gang --engine dice --bots chaser,optimal --index {game} --deck six.toml");
    let story = desk.result(&format!("{play} --rule pools=6 --rule bonus=[] --no-cache"));
    let round = story.split("\nRound ").find(|part| part.starts_with(&format!("{round}:"))).unwrap();
    let word = if dice == "1" { "die" } else { "dice" };
    assert!(round.contains(&format!("chaser (seat {seat}) commits {dice} {word}")), "{round} {:?}", worst[0]);
}

#[test]
fn what_has_no_price_is_refused() {
    let desk = Desk::new();
    desk.refused("regret chaser --runs 10 --players 3", &["--players: 3", "2"]);
    desk.refused("regret chaser --runs 10 --game pig", &["--game", "Gang of Dice"]);
    desk.refused("regret chaser --runs 10 --engine turn", &["--engine", "die by die"]);
    desk.refused("regret chaser", &["--runs is missing", "--runs 1e4"]);
    desk.refused("regret chaser --runs 2e9", &["--runs: 2000000000", "1e9"]);
    desk.refused("regret chaser --runs 10 --worst 1001", &["--worst: 1001", "1000"]);
    desk.refused("regret nobody --runs 10 --no-cache", &["nobody"]);
}

/// The costs and the luck that the story tells add up to the result, and the story is that without them.
#[test]
fn play_tells_what_decisions_cost() {
    let desk = Desk::new();
    desk.write("six.toml", SIX_CARDS);
    let play = |rest: &str| {
        let game = "play --game gang --bots stand,chaser --deck six.toml --rule pools=6 --rule bonus=[] --no-cache";
        desk.result(&format!("{game} --index 3 {rest}"))
    };
    let told = play("--regret");
    let is_comment = |line: &&str| {
        let starts = ["    luck of", "    costs", "    as good as", "    seat 1 can"];
        starts.iter().any(|start| line.starts_with(start))
    };
    let without: Vec<&str> = told.lines().filter(|line| !is_comment(line)).collect();
    assert_eq!(without, play("--engine dice").lines().collect::<Vec<_>>());
    let number = |text: &str| -> f64 { text.trim().parse().unwrap() };
    let comments: Vec<&str> = told.lines().filter(is_comment).collect();
    let (mut seat, mut change, mut costs) = (1, 0.0, 0);
    let mut expected: Option<f64> = None;
    for line in told.lines() {
        if let Some((_, rest)) = line.split_once("(seat ").filter(|_| line.contains(" commits ")) {
            seat = rest[..1].parse().unwrap();
        } else if let Some((_, luck)) = line.split_once("for seat 1: ") {
            change += number(luck);
        } else if let Some(rest) = line.strip_prefix("    costs ") {
            let cost = number(rest.split(' ').next().unwrap());
            change += if seat == 1 { -cost } else { cost };
            costs += 1;
        } else if let Some(now) = line.strip_prefix("    seat 1 can now expect ") {
            let before = expected.replace(number(now));
            assert!(before.is_none_or(|before| (before + change - number(now)).abs() < 5e-4), "{told}");
            change = 0.0;
        }
    }
    assert!(costs > 0 && comments.len() > 8, "{told}");
    assert!([0.0, 0.5, 1.0].contains(&expected.unwrap()), "the last value is the result: {told}");
    desk.refused("play --game gang --players 3 --regret", &["--regret: 3 players", "games of 2"]);
    desk.refused("play --game pig --regret", &["--regret", "Gang of Dice"]);
    desk.refused("play --game gang --players 2 --engine turn --regret", &["--regret", "die by die", "--engine dice"]);
}
