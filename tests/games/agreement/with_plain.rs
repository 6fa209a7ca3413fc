//! The library against the independent program of the benchmarks, which shares no code with it.

use super::{APART, setting};
use crate::plain::{self, Back, Bot, Condition, Moments, Numerator, Setup, Trigger};
use crate::runs::{ENGINES, Lineup, Number, Run, numbers};
use crate::twins::risk::Risks;
use analyze::engines::SeatingRule;
use analyze::games::gang::{Card, CardIndex, Gang};
use analyze::games::{BuiltIn, Setting};

const BLOCKS: u64 = 8_000;

/// An estimate and its standard error.
#[derive(Clone, Copy, Debug)]
struct Mean {
    value: f64,
    error: f64,
}

impl Mean {
    /// Of a number that every block has one of, per `parts`, whatever they are.
    fn of(moments: Moments, blocks: u64, parts: u64) -> Mean {
        let (n, parts) = (blocks as f64, parts as f64);
        let spread = moments.squares as f64 - (moments.sum as f64) * (moments.sum as f64) / n;
        Mean { value: moments.sum as f64 / parts, error: (spread * n / (n - 1.0)).sqrt() / parts }
    }

    /// Of the ratio of two numbers that every block has one of each.
    fn ratio(y: Numerator, x: Moments, blocks: u64) -> Mean {
        let (n, all) = (blocks as f64, x.sum as f64);
        let value = y.sum as f64 / all;
        let residual = y.squares as f64 - 2.0 * value * y.cross as f64 + value * value * x.squares as f64;
        Mean { value, error: (residual.max(0.0) * n / (n - 1.0)).sqrt() / all }
    }

    /// Of a histogram of independent games.
    fn histogram(games: &[u64]) -> Mean {
        let moment =
            |power| games.iter().enumerate().map(|(n, &games)| (n as f64).powi(power) * games as f64).sum::<f64>();
        let (n, sum) = (moment(0), moment(1));
        Mean { value: sum / n, error: ((moment(2) - sum * sum / n) / (n - 1.0) / n).sqrt() }
    }
}

fn check(what: &str, found: &Number, plain: Mean) {
    let value = found.estimate.unwrap().value;
    let error = found.standard_error().hypot(plain.error);
    assert!((value - plain.value).abs() <= APART * error + 1e-12, "{what} {found:?} for {plain:?}");
}

fn find<'n>(all: &'n [Number], table: &str, column: &str, first: &str, last: &str) -> &'n Number {
    all.iter().find(|number| number.is(table, column, first, last)).unwrap()
}

fn name(bot: &Bot) -> String {
    match bot {
        Bot::Stand(dice) => format!("stand:{dice}"),
        Bot::Boss(dice) => format!("boss:{dice}"),
        Bot::Chaser => "chaser".to_owned(),
        Bot::Bold => "bold".to_owned(),
        Bot::Cautious => "cautious".to_owned(),
        Bot::Odds => "odds".to_owned(),
    }
}

/// A plain card in the words that the deck of the library has for it: condition, trigger, back.
fn words(card: &plain::Card) -> [String; 3] {
    let condition = match &card.condition {
        Condition::Sum(n) => format!("sum>={n}"),
        Condition::Run(n) => format!("run>={n}"),
        Condition::Odd(n) => format!("odd>={n}"),
        Condition::Distinct(n) => format!("distinct>={n}"),
        Condition::Same(2) => "pair".to_owned(),
        Condition::Count { value: 5, at_least } => format!("fives>={at_least}"),
        Condition::Any(values) => {
            let values: Vec<String> = values.iter().map(u8::to_string).collect();
            format!("any:{}", values.join(","))
        }
        other => panic!("{other:?} is not in the deck"),
    };
    let trigger = if card.trigger == Trigger::Bomb { "bomb" } else { "explosion" };
    let back = if card.back == Back::Light { "light" } else { "dark" };
    [condition, trigger.to_owned(), back.to_owned()]
}

/// Plays a line-up by the independent program and by both engines; `pool` of `None` is the published one.
fn agree(edition: plain::Edition, bots: &[Bot], pool: Option<u32>, seed: u64) {
    let published = if bots.len() == 4 { 36 } else { 48 };
    let setup = Setup {
        edition,
        cards: plain::reconstructed_deck(),
        removed_light: 3,
        removed_dark: 3,
        pool: pool.unwrap_or(published),
        bots: bots.to_vec(),
    };
    let tally = plain::run(&setup, BLOCKS, seed);
    let edition = if edition == plain::Edition::Bga { "bga" } else { "blackrock" };
    let pools = pool.map(|pool| pool.to_string());
    let options: Vec<(&str, &str)> = pools.iter().map(|pool| ("pools", pool.as_str())).collect();
    let names: Vec<String> = bots.iter().map(name).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let lineup = Lineup::shipped(&names, SeatingRule::Rotate, &setting(edition, &options));
    for (kind, seed) in ENGINES.into_iter().zip(seed + 1..) {
        let found = numbers(&lineup.run(kind, Run { seed, blocks: BLOCKS, threads: 2 }).unwrap());
        compare(&format!("{edition} {kind} {names:?}"), &setup, &tally, &found);
    }
}

fn compare(what: &str, setup: &Setup, tally: &plain::Tally, found: &[Number]) {
    let blocks = tally.blocks;
    for (strategy, bot) in tally.strategies.iter().enumerate() {
        let (bot, row) = (name(bot), &tally.by_strategy[strategy]);
        let share = Mean::of(row.win_share, blocks, row.games * plain::WIN as u64);
        check(what, find(found, "summary", "win_share", &bot, &bot), share);
        check(what, find(found, "summary", "win_rate", &bot, &bot), Mean::of(row.wins, blocks, row.games));
        check(what, find(found, "summary", "ev", &bot, &bot), Mean::of(row.final_dice, blocks, row.games));
        for (seat, row) in tally.by_strategy_and_seat[strategy].iter().enumerate().filter(|(_, row)| row.games > 0) {
            let share = Mean::of(row.win_share, blocks, row.games * plain::WIN as u64);
            check(what, find(found, "seats", "win_share", &bot, &(seat + 1).to_string()), share);
        }
        for (card, rows) in setup.cards.iter().zip(&tally.by_card) {
            compare_card(what, found, &words(card), &bot, &rows[strategy], blocks);
        }
    }
    for (metric, games) in [
        ("turns", &tally.turns),
        ("rounds", &tally.rounds),
        ("eliminations", &tally.eliminations),
        ("all_invalid_rounds", &tally.all_invalid_rounds),
    ] {
        check(what, find(found, "length", "mean", metric, metric), Mean::histogram(games));
    }
}

fn compare_card(what: &str, found: &[Number], card: &[String; 3], bot: &str, row: &plain::CardOutcomes, blocks: u64) {
    if row.turns.sum < 1000 {
        return;
    }
    for (column, y, x) in [
        ("dice_mean", row.committed, row.turns),
        ("invalid_rate", row.invalid, row.turns),
        ("round_win_rate", row.rounds_won, row.turns),
        ("net_dice_mean", row.net_dice, row.turns),
        ("valid_total_mean", row.valid_total, row.valid),
    ] {
        let mut of_card = found.iter().filter(|number| {
            number.table == "cards"
                && number.column == column
                && number.labels[1..4] == *card
                && number.labels[4] == bot
        });
        let number = of_card.next().unwrap();
        assert!(of_card.next().is_none(), "two cards are {card:?}");
        if x.sum >= 1000 {
            check(what, number, Mean::ratio(y, x, blocks));
        }
    }
}

fn agree_in_both_editions(lineups: &[&[Bot]], seed: u64) {
    use plain::Edition::{Bga, Blackrock};
    let cases = [Bga, Blackrock].into_iter().flat_map(|edition| lineups.iter().map(move |bots| (edition, *bots)));
    for (number, (edition, bots)) in (0..).zip(cases) {
        agree(edition, bots, None, seed + 10 * number);
        agree(edition, bots, Some(7), seed + 9_000 + 10 * number);
    }
}

#[test]
fn both_engines_agree_with_the_independent_program() {
    use Bot::{Boss, Stand};
    let lineups: [&[Bot]; 4] = [
        &[Boss(3), Stand(2)],
        &[Boss(3), Boss(2), Stand(3)],
        &[Boss(4), Boss(2), Stand(3), Boss(2)],
        &[Stand(20), Boss(3), Stand(1)],
    ];
    agree_in_both_editions(&lineups, 11_000);
}

#[test]
fn strategies_that_look_at_the_table_agree_with_the_independent_program() {
    use Bot::{Bold, Cautious, Chaser, Odds};
    let lineups: [&[Bot]; 4] =
        [&[Chaser, Bold], &[Chaser, Bold, Odds], &[Chaser, Bold, Cautious], &[Chaser, Bold, Odds, Cautious]];
    agree_in_both_editions(&lineups, 31_000);
}

#[test]
fn the_cards_of_the_independent_program_bear_what_an_enumeration_of_all_rolls_says() {
    let game = Gang::set_up(3, &Setting::default()).unwrap();
    let risks = Risks::new(&game);
    let most = [0.25, 0.35, 0.45].map(|limit| risks.most_below(limit));
    let cards = plain::reconstructed_deck();
    let of_card = |(index, card): (u16, &Card)| {
        let plain = cards.iter().find(|plain| words(plain) == labels(card)).unwrap();
        assert_eq!(plain.bearable, most.each_ref().map(|dice| dice.get(CardIndex(index))), "{}", card.condition_text);
    };
    assert_eq!(cards.len(), game.deck().cards.len());
    (0..).zip(&game.deck().cards).for_each(of_card);
}

/// What a card of the library says: condition, trigger, back.
fn labels(card: &Card) -> [String; 3] {
    [card.condition_text.clone(), card.trigger.to_string(), card.back.to_string()]
}
