//! Tests of the yardsticks in `benches/plain.rs` and `benches/quick.rs`: a ruler must be right before anything is measured
//! with it.
//!
//! Owns the expected values: the rulebook's examples, games with forced dice worked out by hand, and
//! probabilities counted out over all rolls. The quick yardstick is compared with the plain one. Nothing here compares
//! them with the library; that is for the agreement tests.

use crate::plain::{
    BOSS, Back, Bot, Card, CardOutcomes, Condition, Edition, Game, Setup, Sight, Trigger, WIN, play_turn,
    reconstructed_deck, run,
};

/// A die source that shows the faces given, in order, and fails the test if it is asked for more.
fn script(faces: &[u8]) -> impl FnMut() -> u8 {
    let mut rolled = 0;
    move || {
        rolled += 1;
        faces[rolled - 1]
    }
}

fn card(condition: Condition, trigger: Trigger) -> Card {
    Card { condition, trigger, back: Back::Light, bearable: [0; 3] }
}

/// A card that no dice can offend.
fn harmless() -> Card {
    card(Condition::Any(vec![]), Trigger::Bomb)
}

/// A card that every result offends.
fn hopeless() -> Card {
    card(Condition::Sum(0), Trigger::Bomb)
}

/// What a strategy sees that acts first and last, with so many dice.
fn alone(dice: u32) -> Sight {
    Sight { allowed: dice, table: 0, best: None, is_last: true }
}

fn setup(edition: Edition, cards: Vec<Card>, pool: u32, bots: &[Bot]) -> Setup {
    Setup { edition, cards, removed_light: 0, removed_dark: 0, pool, bots: bots.to_vec() }
}

/// The game as published, with the reconstructed deck.
fn whole_game(edition: Edition, pool: u32, bots: &[Bot]) -> Setup {
    Setup { removed_light: 3, removed_dark: 3, ..setup(edition, reconstructed_deck(), pool, bots) }
}

#[test]
fn conditions_hold_as_the_rules_say() {
    use Condition::{All, Any, Count, Distinct, Either, Even, Not, Odd, Run, Same, Sum};
    let fives = |at_least| Count { value: 5, at_least };
    let cases: [(Condition, &[u8], &[u8]); 16] = [
        (Sum(7), &[3, 4], &[3, 3, BOSS]),
        (Run(1), &[BOSS, 5], &[BOSS]),
        (Run(2), &[5, 1, 4], &[1, 3, 5, BOSS]),
        (Run(2), &[2, BOSS, 1], &[BOSS, 1]),
        (Run(3), &[5, 3, 4, 4], &[1, 2, 4, 5]),
        (Run(4), &[2, 5, 4, 3], &[1, 2, 3, 5]),
        (Odd(3), &[1, 1, 1], &[1, 3, BOSS, 2, 4]),
        (Even(2), &[2, 4], &[2, BOSS, BOSS, 1]),
        (Distinct(3), &[1, 3, 3, 5], &[1, 5, 5, BOSS]),
        (Same(2), &[4, 1, 4], &[4, 1, BOSS, BOSS]),
        (Same(3), &[2, 2, 2], &[2, 2, BOSS, BOSS, BOSS, 4, 4]),
        (fives(2), &[5, 5], &[5, 4, BOSS]),
        (Any(vec![4, 5]), &[1, 5], &[1, 2, 3, BOSS]),
        (All(vec![Any(vec![4, 5]), Odd(1)]), &[4, 1], &[4, 2]),
        (Either(vec![Sum(9), Same(2)]), &[2, 2], &[3, 5]),
        (Not(Box::new(Odd(1))), &[2, BOSS], &[1, 2]),
    ];
    for (condition, offending, harmless) in cases {
        assert!(condition.holds(offending), "{condition:?} on {offending:?}");
        assert!(!condition.holds(harmless), "{condition:?} on {harmless:?}");
    }
}

#[test]
fn the_reconstructed_deck_has_its_18_cards() {
    let deck = reconstructed_deck();
    let of = |back, trigger| deck.iter().filter(|card| card.back == back && card.trigger == trigger).count();
    assert_eq!(of(Back::Light, Trigger::Bomb), 4);
    assert_eq!(of(Back::Light, Trigger::Explosion), 8);
    assert_eq!(of(Back::Dark, Trigger::Bomb), 4);
    assert_eq!(of(Back::Dark, Trigger::Explosion), 2);
    let repeated = deck.iter().enumerate().filter(|(i, card)| deck[..*i].contains(card)).count();
    assert_eq!(repeated, 0);
}

/// The rulebook's two examples, one after the other, with the dice each player ends on. Louise has only three
/// dice here, so that the strategy that commits two can commit but one in the second round.
#[test]
fn the_worked_examples_come_out_as_printed() {
    let cards = vec![card(Condition::Sum(7), Trigger::Bomb), card(Condition::Run(2), Trigger::Explosion)];
    let (felix, louise, suzie) = (0, 1, 2);
    let setup = setup(Edition::Bga, cards, 48, &[Bot::Stand(2), Bot::Stand(2), Bot::Stand(3)]);
    let mut game = Game::new(&setup, &setup.bots);
    game.pools[louise] = 3;
    let mut roll = script(&[3, 2, 3, 4, 4, 1, BOSS, 5, 3, 2, 5, 5, 1]);

    game.play_round(0, 0, &mut roll);
    assert_eq!(game.turns.iter().map(|turn| turn.total).collect::<Vec<_>>(), [Some(5), None, Some(5)]);
    assert!(game.turns[suzie].won);
    assert_eq!(game.pools, [46, 1, 52]);

    game.play_round(1, 0, &mut roll);
    let second = &game.turns[3..];
    assert_eq!(second.iter().map(|turn| turn.seat).collect::<Vec<_>>(), [suzie, felix, louise]);
    assert_eq!(second.iter().map(|turn| turn.total).collect::<Vec<_>>(), [None, Some(10), Some(1)]);
    assert_eq!(second.iter().map(|turn| turn.net).collect::<Vec<_>>(), [-3, 4, -1]);
    assert_eq!((game.pools.as_slice(), game.table), ([50, 0, 49].as_slice(), 0));
}

#[test]
fn boss_rerolls_bosses_and_nothing_else_twice_at_most() {
    let turn = |card: &Card, faces: &[u8]| {
        let (mut dice, mut roll) = (Vec::new(), script(faces));
        (play_turn(card, Bot::Boss(3).turn(card, alone(3)).1, 3, &mut dice, &mut roll), dice)
    };
    assert_eq!(turn(&harmless(), &[4, 1, 2]), (Some(7), vec![4, 1, 2]));
    assert_eq!(turn(&harmless(), &[BOSS, 1, BOSS, 5, 3]), (Some(9), vec![5, 1, 3]));
    assert_eq!(turn(&harmless(), &[BOSS, 1, BOSS, 5, BOSS, BOSS]), (Some(6), vec![5, 1, BOSS]));
    // All Boss is a valid result of 0.
    assert_eq!(turn(&harmless(), &[BOSS; 9]), (Some(0), vec![BOSS; 3]));
    // An explosion ends the turn with a reroll left; the same dice end a bomb turn only when it is over.
    let odd = |least, trigger| card(Condition::Odd(least), trigger);
    assert_eq!(turn(&odd(1, Trigger::Explosion), &[BOSS, 1, BOSS]), (None, vec![BOSS, 1, BOSS]));
    assert_eq!(turn(&odd(1, Trigger::Bomb), &[BOSS, 1, BOSS, 2, 2]), (None, vec![2, 1, 2]));
    // It is checked after each reroll as well, on kept dice and rerolled dice together.
    assert_eq!(turn(&odd(2, Trigger::Explosion), &[BOSS, 1, BOSS, 3, BOSS]), (None, vec![3, 1, BOSS]));
    assert_eq!(turn(&odd(2, Trigger::Explosion), &[BOSS, 1, BOSS, 2, BOSS, 5]), (None, vec![2, 1, 5]));
    // A condition that holds in between and no longer at the end harms only on an explosion.
    let few = |trigger| card(Condition::Not(Box::new(Condition::Sum(5))), trigger);
    assert_eq!(turn(&few(Trigger::Bomb), &[BOSS, 1, 2, 5]), (Some(8), vec![5, 1, 2]));
    assert_eq!(turn(&few(Trigger::Explosion), &[BOSS, 1, 2]), (None, vec![BOSS, 1, 2]));
}

#[test]
fn ties_go_to_more_dice_and_then_to_the_earlier_turn() {
    let bots = [Bot::Stand(1), Bot::Stand(2), Bot::Stand(2), Bot::Stand(1)];
    let setup = setup(Edition::Bga, vec![harmless()], 10, &bots);
    let mut game = Game::new(&setup, &setup.bots);
    let mut roll = script(&[4, 1, 3, 2, 2, 4, 2, BOSS, 4, 5, 1, 1]);
    game.play_round(0, 0, &mut roll);
    assert_eq!(game.pools, [9, 14, 8, 9]);
    // Seat 1 won, so it begins; seat 0 plays last and loses nothing but the tie.
    game.play_round(0, 0, &mut roll);
    assert_eq!(game.turns[4..].iter().map(|turn| turn.seat).collect::<Vec<_>>(), [1, 2, 3, 0]);
    assert_eq!(game.pools, [8, 12, 12, 8]);
}

#[test]
fn blackrock_limits_the_dice_to_those_in_the_box() {
    let committed = |edition, players: usize, bonus| {
        let setup = setup(edition, vec![hopeless()], 48, &vec![Bot::Stand(20); players]);
        let mut game = Game::new(&setup, &setup.bots);
        let rounds = (0..2).map(|_| {
            game.play_round(0, bonus, &mut || 1);
            game.turns[game.turns.len() - players..].iter().map(|turn| turn.committed).collect::<Vec<_>>()
        });
        rounds.collect::<Vec<_>>()
    };
    assert_eq!(committed(Edition::Bga, 3, 9), [[20, 20, 20], [20, 20, 20]]);
    for bonus in [0, 9] {
        assert_eq!(committed(Edition::Blackrock, 3, bonus), [[20, 16, 1], [1, 1, 1]]);
        assert_eq!(committed(Edition::Blackrock, 2, bonus), [[20, 4], [1, 1]]);
        assert_eq!(committed(Edition::Blackrock, 4, bonus), [[20, 16, 1, 1], [1, 1, 1, 1]]);
    }
}

#[test]
fn blackrock_frees_the_dice_that_are_won() {
    let bots = [Bot::Stand(10), Bot::Stand(10)];
    let setup = setup(Edition::Blackrock, vec![hopeless(), harmless()], 48, &bots);
    let mut game = Game::new(&setup, &setup.bots);
    // The bonus lies on the table with the 20 dice of the first round, but takes none out of the box.
    for (card, bonus) in [(0, 3), (1, 0), (1, 0)] {
        game.play_round(card, bonus, &mut || 1);
    }
    let committed: Vec<u32> = game.turns.iter().map(|turn| turn.committed).collect();
    assert_eq!(committed, [10, 10, 4, 1, 10, 10]);
}

#[test]
fn the_first_player_who_is_out_is_followed_by_the_next_clockwise() {
    let setup = setup(Edition::Bga, vec![hopeless(), harmless()], 2, &[Bot::Stand(1); 3]);
    let mut game = Game::new(&setup, &setup.bots);
    game.pools[0] = 1;
    game.play(&[0, 1], &mut script(&[1, 1, 1, 5, 5]));
    assert_eq!(game.turns.iter().map(|turn| turn.seat).collect::<Vec<_>>(), [0, 1, 2, 1, 2]);
    // Five dice committed, and the last two rounds of bga bring 6 and 9; seat 2 is out by losing its last die.
    assert_eq!((game.pools.as_slice(), game.table), ([0, 20, 0].as_slice(), 0));
    assert_eq!((game.winners(), game.eliminations(), game.all_invalid_rounds), (vec![1], 2, 1));
}

#[test]
fn one_who_remains_wins_at_once_and_a_common_end_is_shared() {
    let won = setup(Edition::Bga, vec![harmless(); 5], 1, &[Bot::Stand(1); 2]);
    let mut game = Game::new(&won, &won.bots);
    game.play(&[0, 1, 2, 3, 4], &mut script(&[2, 3]));
    assert_eq!((game.winners(), game.rounds, game.pools.as_slice()), (vec![1], 1, [0, 2].as_slice()));

    // Seat 1 is out in the first round already, so only the other two share.
    let lost = setup(Edition::Bga, vec![hopeless(); 4], 2, &[Bot::Stand(1), Bot::Stand(2), Bot::Stand(1)]);
    let mut game = Game::new(&lost, &lost.bots);
    game.play(&[0, 1, 2, 3], &mut || 1);
    assert_eq!((game.winners(), game.rounds, game.eliminations()), (vec![0, 2], 2, 3));
    // Six dice, and the bonus of the third-last of four rounds, the second.
    assert_eq!((game.pools.as_slice(), game.table), ([0, 0, 0].as_slice(), 9));

    let tally = run(&setup(Edition::Bga, vec![hopeless(); 4], 1, &[Bot::Stand(1); 4]), 10, 1);
    assert_eq!((tally.by_strategy[0].win_share.sum, tally.by_strategy[0].shared.sum), (10 * WIN, 40));
    assert_eq!((tally.by_strategy[0].wins.sum, tally.rounds[1], tally.eliminations[4]), (0, 10, 10));
}

/// All rolls of 1 to 5 dice on every Bomb: the sets of dice are gone through one by one.
#[test]
fn the_fewest_offending_dice_are_those_that_a_search_finds() {
    let cards = reconstructed_deck();
    let bombs = cards.iter().filter(|card| {
        card.trigger == Trigger::Bomb && !matches!(card.condition, Condition::Sum(_) | Condition::Odd(_))
    });
    let rolls = (1..=5).flat_map(|dice| (0..6_usize.pow(dice)).map(move |roll| (dice, roll)));
    let rolls: Vec<Vec<u8>> =
        rolls.map(|(dice, roll)| (0..dice).map(|die| (roll / 6_usize.pow(die) % 6) as u8).collect()).collect();
    for card in bombs {
        for roll in rolls.iter().filter(|roll| card.condition.holds(roll)) {
            let left = |set: u32| -> Vec<u8> {
                (0..).zip(roll).filter(|(die, _)| set >> die & 1 == 0).map(|(_, &die)| die).collect()
            };
            let by_face = |dice: &[u8]| [0, 1, 2, 3, 4, 5].map(|face| dice.iter().filter(|&&die| die == face).count());
            let best = (0..1 << roll.len()).map(left).filter(|left| !card.condition.holds(left)).max_by_key(|left| {
                let [boss, one, two, three, four, five] = by_face(left);
                (left.len(), left.iter().map(|&die| u32::from(die)).sum::<u32>(), [five, four, three, two, one, boss])
            });
            let (_, tactic) = Bot::Chaser.turn(card, alone(roll.len() as u32));
            let [all, kept] = [by_face(roll), by_face(&best.unwrap())];
            let rerolled = tactic.rerolls(card, roll).map(|count| count as usize);
            assert_eq!(rerolled, [0, 1, 2, 3, 4, 5].map(|face| all[face] - kept[face]), "{card:?} {roll:?}");
        }
    }
}

/// The chance that the first roll of 1 to 4 dice offends each card of the deck, counted over all rolls with
/// conditions that are stated anew on how often each value shows.
fn first_roll_invalid(card: usize, dice: u32) -> f64 {
    let offends = |shown: [u32; 6]| {
        let values = &shown[1..];
        let sum: u32 = (1..=5).map(|value| value * shown[value as usize]).sum();
        let odd = shown[1] + shown[3] + shown[5];
        let different = values.iter().filter(|&&count| count > 0).count();
        let run = |length: usize| values.windows(length).any(|run| run.iter().all(|&count| count > 0));
        let pair = values.iter().any(|&count| count > 1);
        let by_card = [
            sum > 6,
            sum > 9,
            sum > 10,
            sum > 12,
            run(2),
            shown[5] > 1,
            run(3),
            odd > 1,
            odd > 2,
            different > 2,
            pair,
            shown[1] > 0,
            odd > 0,
            different > 1,
            shown[4] + shown[5] > 0,
            shown[3] + shown[4] + shown[5] > 0,
            run(2),
            pair,
        ];
        by_card[card]
    };
    let rolls = 6_u32.pow(dice);
    let offending = (0..rolls).filter(|roll| {
        let mut shown = [0; 6];
        (0..dice).for_each(|die| shown[(roll / 6_u32.pow(die) % 6) as usize] += 1);
        offends(shown)
    });
    offending.count() as f64 / f64::from(rolls)
}

/// A rate and the standard error that the sums over blocks give it.
fn rate(row: &CardOutcomes, blocks: u64) -> (f64, f64) {
    let (n, turns) = (blocks as f64, row.turns.sum as f64);
    let rate = row.invalid.sum as f64 / turns;
    let residual =
        row.invalid.squares as f64 - 2.0 * rate * row.invalid.cross as f64 + rate * rate * row.turns.squares as f64;
    (rate, (residual * n / (n - 1.0)).sqrt() / turns)
}

#[test]
fn stand_meets_the_chances_counted_over_all_rolls() {
    for dice in 1..=4 {
        // 48 dice last 12 rounds of up to 4, so that every turn commits exactly this many.
        let setup = whole_game(Edition::Bga, 48, &[Bot::Stand(dice); 3]);
        let tally = run(&setup, 20_000, u64::from(dice));
        for (card, rows) in tally.by_card.iter().enumerate() {
            let (row, chance) = (&rows[0], first_roll_invalid(card, dice));
            assert_eq!(row.committed.sum, row.turns.sum * i64::from(dice));
            let (found, estimated) = rate(row, tally.blocks);
            let exact = (chance * (1.0 - chance) / row.turns.sum as f64).sqrt();
            assert!((found - chance).abs() <= 4.0 * exact, "card {card}, {dice} dice: {found} for {chance}");
            if chance > 0.01 && chance < 0.99 {
                assert!((estimated / exact - 1.0).abs() < 0.05, "card {card}: {estimated} for {exact}");
            }
        }
    }
}

/// The mean and standard deviation of one die whose faces have these chances.
fn mean_and_deviation(chances: [f64; 6]) -> (f64, f64) {
    let moment = |power| (0..6).map(|face| chances[face] * (face as f64).powi(power)).sum::<f64>();
    (moment(1), (moment(2) - moment(1) * moment(1)).sqrt())
}

/// One round of one die each, worked out over all faces: `boss:1` ends on a Boss once in 216 turns.
#[test]
fn a_game_of_one_round_meets_its_exact_win_shares() {
    let setup = setup(Edition::Bga, vec![harmless()], 2, &[Bot::Boss(1), Bot::Stand(1)]);
    let tally = run(&setup, 200_000, 1);
    let stand = [1.0 / 6.0; 6];
    let boss = [1.0, 43.0, 43.0, 43.0, 43.0, 43.0].map(|ways| ways / 216.0);
    for (strategy, own, other) in [(0, boss, stand), (1, stand, boss)] {
        for seat in 0..2 {
            let wins = |mine: usize, theirs: usize| mine > theirs || (mine == theirs && seat == 0);
            let pairs = (0..36).filter(|pair| wins(pair / 6, pair % 6));
            let chance: f64 = pairs.map(|pair| own[pair / 6] * other[pair % 6]).sum();
            let row = &tally.by_strategy_and_seat[strategy][seat];
            assert_eq!((row.games, row.wins.squares, row.shared.sum), (200_000, row.wins.sum, 0));
            let found = row.wins.sum as f64 / 200_000.0;
            let error = (chance * (1.0 - chance) / 200_000.0).sqrt();
            assert!((found - chance).abs() <= 4.0 * error, "{strategy} in seat {seat}: {found} for {chance}");
            // The winner has its other die, the two thrown and the bonus of the last round; the loser one die.
            assert_eq!(row.final_dice.sum, 12 * row.wins.sum + (200_000 - row.wins.sum));
        }
        let row = &tally.by_card[0][strategy];
        assert_eq!((row.turns.sum, row.valid.sum, row.valid_total.cross), (400_000, 400_000, 2 * row.valid_total.sum));
        let ((mean, deviation), found) = (mean_and_deviation(own), row.valid_total.sum as f64 / 400_000.0);
        let error = deviation / 400_000_f64.sqrt();
        assert!((found - mean).abs() <= 4.0 * error, "{strategy}: mean total {found} for {mean}");
        // A block has two independent turns of the strategy: E(a + b)² is twice the variance and (2 × mean)².
        let squares = 2.0 * deviation * deviation + 4.0 * mean * mean;
        assert!((row.valid_total.squares as f64 / 200_000.0 / squares - 1.0).abs() < 0.01);
    }
}

#[test]
fn dice_are_conserved() {
    for (edition, bonus) in [(Edition::Bga, [3, 6, 9]), (Edition::Blackrock, [3, 3, 6])] {
        for pool in [7, 48] {
            let setup = setup(edition, reconstructed_deck(), pool, &[Bot::Boss(2), Bot::Stand(3), Bot::Boss(5)]);
            let mut face = 0_u64;
            let mut roll = || {
                face = face.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                ((face >> 33) % 6) as u8
            };
            let revealed: Vec<usize> = (0..12).collect();
            for _ in 0..1000 {
                let mut game = Game::new(&setup, &setup.bots);
                game.play(&revealed, &mut roll);
                let added: u32 = bonus[..game.rounds.saturating_sub(9)].iter().sum();
                assert_eq!(game.pools.iter().sum::<u32>() + game.table, 3 * pool + added);
                let net = |seat| game.turns.iter().filter(|turn| turn.seat == seat).map(|turn| turn.net).sum::<i64>();
                (0..3).for_each(|seat| assert_eq!(i64::from(game.pools[seat]), i64::from(pool) + net(seat)));
            }
        }
    }
}

#[test]
fn the_tallies_of_a_run_agree_with_each_other() {
    for edition in [Edition::Bga, Edition::Blackrock] {
        let bots = [Bot::Boss(2), Bot::Stand(3), Bot::Boss(2), Bot::Boss(4)];
        let tally = run(&whole_game(edition, 7, &bots), 2000, 3);
        assert_eq!(tally.strategies, [Bot::Boss(2), Bot::Stand(3), Bot::Boss(4)]);
        assert_eq!((tally.blocks, tally.games), (2000, 8000));
        assert_eq!(tally.by_strategy.iter().map(|row| row.games).collect::<Vec<_>>(), [16_000, 8000, 8000]);
        assert_eq!(tally.by_strategy.iter().map(|row| row.win_share.sum).sum::<i64>(), 8000 * WIN);
        assert_eq!(tally.by_seat.iter().map(|row| row.win_share.sum).sum::<i64>(), 8000 * WIN);
        assert!(tally.by_strategy_and_seat.iter().flatten().all(|row| row.games > 0));
        for (strategy, row) in tally.by_strategy.iter().enumerate() {
            let seats: i64 = tally.by_strategy_and_seat[strategy].iter().map(|row| row.final_dice.sum).sum();
            let net: i64 = tally.by_card.iter().map(|rows| rows[strategy].net_dice.sum).sum();
            assert_eq!((seats, 7 * row.games as i64 + net), (row.final_dice.sum, row.final_dice.sum));
        }
        let rows = || tally.by_card.iter().flatten();
        let in_all = |histogram: &[u64]| histogram.iter().enumerate().map(|(n, games)| n as i64 * *games as i64).sum();
        let (turns, rounds, all_invalid): (i64, i64, i64) =
            (in_all(&tally.turns), in_all(&tally.rounds), in_all(&tally.all_invalid_rounds));
        assert_eq!(rows().map(|row| row.turns.sum).sum::<i64>(), turns);
        assert_eq!(rows().map(|row| row.rounds_won.sum).sum::<i64>(), rounds - all_invalid);
        assert!(rows().all(|row| row.valid.sum + row.invalid.sum == row.turns.sum));
        assert_eq!(tally.eliminations.iter().sum::<u64>(), 8000);
    }
}

#[test]
fn a_block_plays_each_distinct_rotation_once() {
    let (a, b, c) = (Bot::Stand(1), Bot::Boss(2), Bot::Boss(3));
    let lineups: [(&[Bot], u64); 6] =
        [(&[a, a, a], 1), (&[a, b, a, b], 2), (&[a, b, c], 3), (&[a, a, b, b], 4), (&[a, b], 2), (&[a, a, b], 3)];
    for (lineup, games) in lineups {
        let tally = run(&whole_game(Edition::Bga, 48, lineup), 5, 1);
        assert_eq!((tally.blocks, tally.games), (5, 5 * games), "{lineup:?}");
        for (strategy, row) in tally.by_strategy.iter().enumerate() {
            let seats = lineup.iter().filter(|bot| **bot == tally.strategies[strategy]).count() as u64;
            assert_eq!(row.games, 5 * games * seats);
            let by_seat = &tally.by_strategy_and_seat[strategy];
            assert!(by_seat.iter().all(|row| row.games == 5 * games * seats / lineup.len() as u64));
        }
    }
}

#[test]
fn a_run_depends_on_its_seed_alone() {
    let setup = whole_game(Edition::Blackrock, 36, &[Bot::Boss(3), Bot::Stand(2), Bot::Boss(2), Bot::Stand(1)]);
    assert_eq!(run(&setup, 50, 7), run(&setup, 50, 7));
    assert_ne!(run(&setup, 50, 7), run(&setup, 50, 8));
}

/// The mean of a sum over blocks, and the variance of that mean, from the sum and the sum of squares.
fn mean((sum, squares): (i64, i64), blocks: u64) -> (f64, f64) {
    let n = blocks as f64;
    let mean = sum as f64 / n;
    (mean, (squares as f64 / n - mean * mean) / n)
}

/// All numbers that both count agree within their standard errors.
#[test]
fn the_quick_yardstick_plays_the_same_game() {
    let lineups = [
        &[Bot::Chaser, Bot::Bold][..],
        &[Bot::Chaser, Bot::Cautious, Bot::Odds],
        &[Bot::Boss(3), Bot::Bold, Bot::Stand(2), Bot::Odds],
    ];
    let (mut figures, mut squares) = (0, 0.0);
    for edition in [Edition::Bga, Edition::Blackrock] {
        for bots in lineups {
            let setup = whole_game(edition, if bots.len() == 4 { 36 } else { 48 }, bots);
            let (plain, quick) = (run(&setup, 6_000, 3), crate::quick::run(&setup, 20_000, 4).unwrap());
            let mut check = |what: &str, theirs: (i64, i64), ours: crate::quick::Sums| {
                let ((a, of_a), (b, of_b)) = (mean(theirs, plain.blocks), mean((ours.sum, ours.squares), quick.blocks));
                let z = if of_a + of_b > 0.0 { (a - b) / (of_a + of_b).sqrt() } else { a - b };
                assert!(z.abs() < 4.5, "{edition:?} {bots:?}, {what}: {a} and {b}, z {z}");
                if of_a + of_b > 0.0 {
                    (figures, squares) = (figures + 1, squares + z * z);
                }
            };
            for (number, bot) in bots.iter().enumerate() {
                for (seat, of) in plain.by_strategy_and_seat[number].iter().enumerate() {
                    let found = quick.outcomes[number][seat];
                    for (sums, ours) in [of.wins, of.win_share, of.final_dice].iter().zip(found) {
                        check(&format!("{bot:?} in seat {seat}"), (sums.sum, sums.squares), ours);
                    }
                }
                for (card, of) in plain.by_card.iter().enumerate() {
                    let of: CardOutcomes = of[number];
                    let ratios = [of.committed, of.invalid, of.valid_total, of.rounds_won, of.net_dice];
                    let theirs = std::iter::once((of.turns.sum, of.turns.squares))
                        .chain(ratios.map(|ratio| (ratio.sum, ratio.squares)));
                    for (theirs, ours) in theirs.zip(quick.cards[card][number]) {
                        check(&format!("{bot:?} on card {card}"), theirs, ours);
                    }
                }
            }
        }
    }
    let mean = squares / f64::from(figures);
    assert!(figures > 1_500 && (0.8..1.2).contains(&mean), "{figures} figures, whose mean z² is {mean}");
}
