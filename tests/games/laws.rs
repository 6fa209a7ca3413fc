//! Laws that any registered game must pass, whatever its rules.
//!
//! A new game adds a line to [`every_game`], with players who do anything legal; without it the suite fails.

use crate::pot::laws::Random as PotRandom;
use crate::random_play::Random;
use analyze::dice::{BlockKey, RunKey};
use analyze::games::battle::Battle;
use analyze::games::gang::Gang;
use analyze::games::pig::Pig;
use analyze::games::pot::Pot;
use analyze::games::{
    self, BuiltIn, ColumnKind, Game, Observer, Outcome, ROW_COUNTS, RowCounts, Setting, StatisticsTable, WHOLE_WIN,
};
use analyze::input::Source;
use analyze::lab::BUILT_IN;
use analyze::strategies::find;
use std::sync::Mutex;

/// Blocks tried at each number of seats.
const BLOCKS: u64 = 100;

/// A law, to be kept at every number of seats by every game.
trait Law {
    fn hold<G: BuiltIn>(&self, table: &Table<'_, G>);
}

/// A game with two random players who differ, and a second copy of the first of them.
struct Table<'p, G: Game> {
    game: G,
    players: &'p [&'p G::Strategy; 3],
}

fn every_game(law: &impl Law) {
    every_table::<Gang>(&[&Random::new(1), &Random::new(2), &Random::new(1)], law);
    every_table::<Pot>(&[&PotRandom(1), &PotRandom(2), &PotRandom(1)], law);
    let game = Battle::set_up(2, &Setting::default()).unwrap();
    let [one, other, twin] = ["random", "powers", "random"].map(|name| find(name, &game).unwrap().strategy);
    every_table::<Battle>(&[&*one, &*other, &*twin], law);
    let game = Pig::set_up(2, &Setting::default()).unwrap();
    let [one, other, twin] = ["random", "race", "random"].map(|name| find(name, &game).unwrap().strategy);
    every_table::<Pig>(&[&*one, &*other, &*twin], law);
}

fn every_table<G: BuiltIn>(players: &[&G::Strategy; 3], law: &impl Law) {
    assert!(G::SEATS.contains(&G::DEFAULT_SEATS) && *G::SEATS.end() <= analyze::games::MAX_SEATS);
    for seats in G::SEATS {
        let game = G::set_up(seats, &Setting::default()).unwrap();
        assert_eq!(game.seats(), seats);
        law.hold(&Table { game, players });
    }
}

/// What an observer was told: the sums of the counts, table by table and row by row.
#[derive(Debug, PartialEq, Eq)]
struct Tally {
    statistics: Vec<Vec<[i64; ROW_COUNTS]>>,
}

impl Tally {
    fn new(specs: &[StatisticsTable]) -> Tally {
        Tally { statistics: specs.iter().map(|spec| vec![[0; ROW_COUNTS]; spec.rows.len()]).collect() }
    }
}

impl Observer for Tally {
    fn wants(&self) -> bool {
        true
    }

    /// Fails on a table or row that was not declared.
    fn count(&mut self, table: usize, row: usize, counts: &RowCounts) {
        for (sum, n) in self.statistics[table][row].iter_mut().zip(counts) {
            *sum += i64::from(*n);
        }
    }
}

impl<G: Game> Table<'_, G> {
    /// The players named, over and over: `[0, 1]` seats them 0, 1, 0, 1, …
    fn seating(&self, players: &[usize]) -> Vec<usize> {
        (0..self.game.seats()).map(|seat| players[seat % players.len()]).collect()
    }

    fn names() -> Vec<String> {
        ["Ada", "Bert", "Cleo"].map(String::from).to_vec()
    }

    fn play(&self, seating: &[usize], block: BlockKey, scratch: &mut G::Scratch) -> (Outcome, Tally) {
        let mut tally = Tally::new(&self.game.statistics(&Self::names()));
        self.game.begin_block(block, scratch);
        let outcome = self.game.play(games::Table { strategies: self.players, seating, block }, scratch, &mut tally);
        (outcome.unwrap(), tally)
    }

    fn fresh(&self, seating: &[usize], block: BlockKey) -> (Outcome, Tally) {
        self.play(seating, block, &mut self.game.scratch())
    }
}

fn blocks() -> impl Iterator<Item = BlockKey> {
    (0..BLOCKS).map(|block| RunKey::new(3).block(block))
}

/// Notes which games it was shown.
struct Roll(Mutex<Vec<String>>);

impl Law for Roll {
    fn hold<G: BuiltIn>(&self, _: &Table<'_, G>) {
        self.0.lock().unwrap().push(G::NAME.to_owned());
    }
}

#[test]
fn every_registered_game_is_held_to_the_laws() {
    let roll = Roll(Mutex::default());
    every_game(&roll);
    let mut called = roll.0.into_inner().unwrap();
    // Once for each number of seats.
    called.dedup();
    let built_in: Vec<&str> = BUILT_IN.iter().map(|game| game.name()).collect();
    assert_eq!(called, built_in);
}

struct Shares;

impl Law for Shares {
    /// The win goes whole to one seat or in equal parts to several; seats that nobody holds get nothing.
    fn hold<G: BuiltIn>(&self, table: &Table<'_, G>) {
        for block in blocks() {
            let (outcome, _) = table.fresh(&table.seating(&[0, 1]), block);
            let (held, beyond) = outcome.share.split_at(table.game.seats());
            let winners: Vec<u32> = held.iter().filter(|&&share| share > 0).map(|&share| share.into()).collect();
            assert!(!winners.is_empty() && winners.iter().all(|&share| share * winners.len() as u32 == WHOLE_WIN));
            assert!(beyond.iter().all(|&share| share == 0));
            assert!(outcome.score[table.game.seats()..].iter().all(|&score| score == 0));
        }
    }
}

#[test]
fn a_win_is_shared_out_whole() {
    every_game(&Shares);
}

struct Scores;

impl Law for Scores {
    /// Nobody ends with more than the game says is possible.
    fn hold<G: BuiltIn>(&self, table: &Table<'_, G>) {
        for block in blocks() {
            let (outcome, _) = table.fresh(&table.seating(&[0, 1]), block);
            let highest = outcome.score.into_iter().max().unwrap();
            assert!(highest <= table.game.highest_score(), "{highest}");
        }
    }
}

#[test]
fn no_score_is_above_the_highest() {
    every_game(&Scores);
}

struct Lengths;

impl Law for Lengths {
    /// Every game has turns and rounds; what is not declared is 0; games end, so none is endless.
    fn hold<G: BuiltIn>(&self, table: &Table<'_, G>) {
        let place = |name| table.game.lengths().iter().position(|metric| *metric == name).unwrap();
        let (turns, rounds, capped) = (place("turns"), place("rounds"), place("capped"));
        for block in blocks() {
            let lengths = table.fresh(&table.seating(&[0, 1]), block).0.lengths;
            assert!(lengths[rounds] >= 1 && (1..100_000).contains(&lengths[turns]) && lengths[capped] <= 1);
            assert!(lengths[table.game.lengths().len()..].iter().all(|&unused| unused == 0));
        }
    }
}

#[test]
fn lengths_are_sane() {
    every_game(&Lengths);
}

struct SameBlock;

impl Law for SameBlock {
    /// A game depends on its block alone: not on the working memory, nor on what was played before.
    fn hold<G: BuiltIn>(&self, table: &Table<'_, G>) {
        let seating = table.seating(&[0, 1]);
        let mut worn = table.game.scratch();
        let first: Vec<_> = blocks().map(|block| table.fresh(&seating, block)).collect();
        let mut again: Vec<_> = blocks().collect();
        again.reverse();
        let mut again: Vec<_> = again.into_iter().map(|block| table.play(&seating, block, &mut worn)).collect();
        again.reverse();
        assert_eq!(first, again);
        assert!(first.iter().any(|game| *game != first[0]), "other blocks, other games");
    }
}

#[test]
fn the_same_block_has_the_same_result() {
    every_game(&SameBlock);
}

struct Twins;

impl Law for Twins {
    /// Draws belong to the seat: it makes no difference which of two equal players sits there.
    fn hold<G: BuiltIn>(&self, table: &Table<'_, G>) {
        for block in blocks() {
            let (one, twins) = (table.fresh(&table.seating(&[0]), block), table.fresh(&table.seating(&[0, 2]), block));
            assert_eq!(one.0, twins.0);
        }
    }
}

#[test]
fn equal_players_are_interchangeable() {
    every_game(&Twins);
}

struct Narrated;

impl Law for Narrated {
    /// The story is of the game that was played, and names every player.
    fn hold<G: BuiltIn>(&self, table: &Table<'_, G>) {
        let seating = table.seating(&[0, 1]);
        for block in blocks() {
            let mut story = String::new();
            let told = table
                .game
                .narrate(
                    games::Table { strategies: table.players, seating: &seating, block },
                    &Table::<G>::names(),
                    &mut story,
                )
                .unwrap();
            assert_eq!(told, table.fresh(&seating, block).0);
            assert!(story.contains("Ada") && story.contains("Bert") && !story.contains("Cleo"), "{story}");
        }
    }
}

#[test]
fn a_told_game_is_the_game_played() {
    every_game(&Narrated);
}

struct Sheets;

impl Law for Sheets {
    /// Rows have a label for each key, no two rows the same; columns use counts that exist; a rate is one.
    fn hold<G: BuiltIn>(&self, table: &Table<'_, G>) {
        let specs = table.game.statistics(&Table::<G>::names());
        let mut sums = Tally::new(&specs);
        for block in blocks() {
            let (_, tally) = table.fresh(&table.seating(&[0, 1]), block);
            for (table, rows) in tally.statistics.iter().enumerate() {
                rows.iter().enumerate().for_each(|(row, counts)| sums.count(table, row, &counts.map(|n| n as i32)));
            }
        }
        for (spec, rows) in specs.iter().zip(&sums.statistics) {
            let mut labels = spec.rows.clone();
            assert!(labels.iter().all(|row| row.len() == spec.counted.labels.len()), "{}", spec.counted.name);
            labels.sort();
            labels.dedup();
            assert_eq!(labels.len(), spec.rows.len(), "{}: rows of the same name", spec.counted.name);
            assert!(rows.iter().any(|row| row.iter().any(|&n| n > 0)), "{}: nothing was counted", spec.counted.name);
            for (column, row) in
                spec.counted.columns.iter().flat_map(|column| rows.iter().map(move |row| (column, row)))
            {
                match column.kind {
                    ColumnKind::Count { of } => assert!(row[of] >= 0, "{}", column.name),
                    ColumnKind::Mean { of, among } => assert!(row[among] > 0 || row[of] == 0, "{}", column.name),
                    ColumnKind::Rate { of, among } => assert!(0 <= row[of] && row[of] <= row[among], "{}", column.name),
                }
            }
        }
    }
}

#[test]
fn statistics_are_counted_as_declared() {
    every_game(&Sheets);
}

struct RulesText;

impl Law for RulesText {
    /// The rules that are shown can be edited and read again; a rule that is not one is refused.
    fn hold<G: BuiltIn>(&self, table: &Table<'_, G>) {
        let text = table.game.rules_text();
        let rules = Some(Source::new("rules.toml", text.as_str()));
        let again = G::set_up(table.game.seats(), &Setting { rules, ..Setting::default() }).unwrap();
        assert_eq!(again.rules_text(), text);
        let options = vec![("no-such-rule".to_owned(), "1".to_owned())];
        assert!(G::set_up(table.game.seats(), &Setting { options, ..Setting::default() }).is_err());
        assert!(table.game.manifest().iter().any(|(_, value)| *value == text), "the manifest has the rules");
    }
}

#[test]
fn the_rules_shown_can_be_read_again() {
    every_game(&RulesText);
}

struct Seats;

impl Law for Seats {
    fn hold<G: BuiltIn>(&self, _: &Table<'_, G>) {
        for seats in [0, *G::SEATS.start() - 1, *G::SEATS.end() + 1, 1000] {
            assert!(G::set_up(seats, &Setting::default()).is_err(), "{} with {seats} players", G::NAME);
        }
    }
}

#[test]
fn too_few_and_too_many_players_are_refused() {
    every_game(&Seats);
}
