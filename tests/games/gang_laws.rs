//! A referee who watches random games of Gang of Dice and keeps books of its own.
//!
//! Owns a second bookkeeping of G06–G18 over lists of dice and seats, compared with the game's own at
//! every step. Random decks, rules and small pools see to it that rare things happen; each test counts
//! them and fails if they did not.

mod referee;

use crate::choice::Choice;
use crate::naive::{Rule, sixteen};
use crate::random_play::{Mailbox, Random, Watched, random_deck, random_rules};
use crate::table::play_with;
use analyze::dice::{BlockKey, RunKey};
use analyze::games::gang::{
    CardIndex, CardOrder, Deck, Edition, Gang, RoundEnd, Rules, State, Strategy, TurnResult, Watch,
};
use analyze::games::{ColumnKind, Game, Observer, Outcome, ROW_COUNTS, RowCounts, StatisticsTable, Table};
use referee::{Happened, Referee};
use std::collections::BTreeMap;

/// Plays a block with a different random player in each seat; the referee fails at the first foul.
fn refereed(game: &Gang, conditions: &[Rule], block: BlockKey, salt: u64, happened: &mut Happened) -> Outcome {
    let mailbox = Mailbox::default();
    let players: Vec<_> = (0..game.seats() as u64).map(|seat| Watched::new(salt << 8 | seat, &mailbox)).collect();
    let players: Vec<&dyn Strategy> = players.iter().map(|player| player as _).collect();
    let seating: Vec<usize> = (0..game.seats()).collect();
    let mut order = CardOrder::default();
    game.begin_block(block, &mut order);
    let mut referee = Referee::new(game, conditions, order.cards(), &mailbox, happened);
    let outcome = play_with(game, &players, &seating, block, &order, &mut referee).unwrap();
    referee.check_outcome(&outcome);
    outcome
}

fn tables() -> impl Iterator<Item = (Edition, usize)> {
    [Edition::Bga, Edition::Blackrock].into_iter().flat_map(|edition| (2..=4).map(move |seats| (edition, seats)))
}

/// The conditions of a deck, read again from the names of the sixteen.
fn published(deck: &Deck) -> Vec<Rule> {
    let rule = |text: &str| sixteen().into_iter().find(|(name, _)| *name == text).unwrap().1;
    deck.cards.iter().map(|card| rule(&card.condition_text)).collect()
}

#[test]
fn the_published_editions() {
    for (edition, seats) in tables() {
        let game = Gang::new(edition.rules(), Deck::reconstructed(), seats).unwrap();
        let conditions = published(game.deck());
        let mut happened = Happened::default();
        for block in 0..2000 {
            refereed(&game, &conditions, RunKey::new(21).block(block), block, &mut happened);
        }
        assert_eq!(happened.games, 2000);
        assert!(happened.bombs > 0 && happened.explosions > 0 && happened.explosions_after_reroll > 0);
        assert!(happened.all_invalid > 0 && happened.ties > 0, "{edition}, {seats} players: {happened:?}");
        assert_eq!(happened.limited > 0, edition == Edition::Blackrock, "only the supply limits a turn");
    }
}

/// Pools of 7 dice with the shipped deck: players go out, so that the order of play has gaps.
#[test]
fn small_pools_eliminate() {
    for (edition, seats) in tables() {
        let game = Gang::new(Rules { pools: [7; 3], ..edition.rules() }, Deck::reconstructed(), seats).unwrap();
        let conditions = published(game.deck());
        let mut happened = Happened::default();
        for block in 0..2000 {
            refereed(&game, &conditions, RunKey::new(22).block(block), block, &mut happened);
        }
        assert!(happened.eliminated > 100, "{edition}, {seats} players: {happened:?}");
        assert!(happened.last_one > 50, "{edition}, {seats} players: {happened:?}");
        assert!(seats == 2 || happened.first_was_out > 0, "{edition}, {seats} players: {happened:?}");
    }
}

/// Random decks, bonus lists, supplies and numbers of rerolls.
#[test]
fn random_decks_and_rules() {
    for (edition, seats) in tables() {
        let mut happened = Happened::default();
        for number in 0..400 {
            let mut choice = Choice::new(&[seats as u64, edition as u64, number]);
            let (deck, pools) = (random_deck(&mut choice), choice.of(&[1, 2, 3, 7, 20, 48]));
            let rules = random_rules(edition, deck.deck.rounds(), pools, &mut choice);
            let game = Gang::new(rules, deck.deck, seats).unwrap();
            for block in 0..5 {
                refereed(&game, &deck.rules, RunKey::new(number).block(block), number, &mut happened);
            }
        }
        assert!(happened.limited > 0 && happened.no_die_free > 0, "{edition}, {seats} players: {happened:?}");
        assert!(
            happened.all_out > 0 && happened.last_one > 0 && happened.shared > 0,
            "{edition}, {seats} players: {happened:?}"
        );
        assert!(happened.bonus_left_over > 0 && happened.all_invalid > 0, "{edition}, {seats} players: {happened:?}");
    }
}

/// Pools of 1 to 3 dice, where every commitment may be the last.
#[test]
fn tiny_pools() {
    for (edition, seats) in tables() {
        let mut happened = Happened::default();
        for pools in 1..=3 {
            let game = Gang::new(Rules { pools: [pools; 3], ..edition.rules() }, Deck::reconstructed(), seats).unwrap();
            let conditions = published(game.deck());
            for block in 0..400 {
                refereed(&game, &conditions, RunKey::new(23).block(block), block, &mut happened);
            }
        }
        assert!(happened.all_out > 0 && happened.last_one > 400, "{edition}, {seats} players: {happened:?}");
    }
}

/// The statistics table `cards`, row by row.
struct Sheet(Vec<[i64; ROW_COUNTS]>);

impl Observer for Sheet {
    fn wants(&self) -> bool {
        true
    }

    fn count(&mut self, statistics: usize, row: usize, counts: &RowCounts) {
        assert_eq!(statistics, 0);
        self.0[row].iter_mut().zip(counts).for_each(|(sum, &n)| *sum += i64::from(n));
    }
}

/// What the columns of `cards.csv` must come from, by the labels card and strategy: turns, dice,
/// invalid turns, valid turns, their total, rounds won, net dice.
struct Ledger<'g> {
    deck: &'g Deck,
    rows: BTreeMap<(String, String), [i64; 7]>,
}

impl Watch for Ledger<'_> {
    fn round_ends(&mut self, card: CardIndex, end: RoundEnd, state: &State) {
        for turn in state.turns() {
            let strategy = if turn.seat.index() % 2 == 0 { "even" } else { "odd" };
            let row = self.rows.entry((self.deck.card(card).id.clone(), strategy.to_owned())).or_default();
            let won = end.winner == Some(turn.seat);
            let (valid, total) = match turn.result {
                TurnResult::Invalid => (0, 0),
                TurnResult::Total(total) => (1, i64::from(total)),
            };
            let dice = i64::from(turn.dice);
            let net = if won { i64::from(end.table) - dice } else { -dice };
            let counts = [1, dice, 1 - valid, valid, total, i64::from(won), net];
            row.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
        }
    }
}

/// Every row of `cards.csv` counts the turns of its card and strategy, and the columns together agree
/// with the lengths and scores of the game.
#[test]
fn the_sheet_of_cards_counts_every_turn() {
    for (edition, seats) in tables() {
        let game = Gang::new(Rules { pools: [9; 3], ..edition.rules() }, Deck::reconstructed(), seats).unwrap();
        let players: [&dyn Strategy; 2] = [&Random::new(1), &Random::new(2)];
        let seating: Vec<usize> = (0..seats).map(|seat| seat % 2).collect();
        let spec = &game.statistics(&["even".into(), "odd".into()])[0];
        assert_eq!(spec.rows.len(), 2 * 18);
        for block in (0..500).map(|block| RunKey::new(24).block(block)) {
            let (mut statistics, mut order) = (Sheet(vec![[0; ROW_COUNTS]; spec.rows.len()]), game.scratch());
            game.begin_block(block, &mut order);
            let outcome = game
                .play(Table { strategies: &players, seating: &seating, block }, &mut order, &mut statistics)
                .unwrap();
            let mut ledger = Ledger { deck: game.deck(), rows: BTreeMap::new() };
            play_with(&game, &players, &seating, block, &order, &mut ledger).unwrap();
            let mut sums = [0; 7];
            for (labels, counts) in spec.rows.iter().zip(&statistics.0) {
                let found = columns(spec, counts);
                let row = (labels[0].clone(), labels[4].clone());
                assert_eq!(found, ledger.rows.get(&row).copied().unwrap_or_default(), "{row:?}");
                sums.iter_mut().zip(found).for_each(|(sum, n)| *sum += n);
            }
            let length = |name| game.lengths().iter().position(|metric| *metric == name).unwrap();
            let length = |name| i64::from(outcome.lengths[length(name)]);
            assert_eq!(sums[0], length("turns"));
            assert_eq!(sums[5], length("rounds") - length("all_invalid_rounds"));
            assert_eq!(sums[6], i64::from(outcome.score.iter().sum::<u32>()) - 9 * seats as i64);
        }
    }
}

/// The counts that the columns of `cards.csv` are made of, in the order of the [`Ledger`].
fn columns(spec: &StatisticsTable, counts: &[i64; ROW_COUNTS]) -> [i64; 7] {
    let column = |name: &str| match spec.counted.columns.iter().find(|column| column.name == name).unwrap().kind {
        ColumnKind::Count { of } => (counts[of], counts[of]),
        ColumnKind::Rate { of, among } | ColumnKind::Mean { of, among } => (counts[of], counts[among]),
    };
    let turns = column("turns").0;
    for name in ["dice_mean", "invalid_rate", "round_win_rate", "net_dice_mean"] {
        assert_eq!(column(name).1, turns, "{name} is per turn");
    }
    let (total, valid) = column("valid_total_mean");
    let [dice, invalid, won, net] =
        ["dice_mean", "invalid_rate", "round_win_rate", "net_dice_mean"].map(|name| column(name).0);
    [turns, dice, invalid, valid, total, won, net]
}
