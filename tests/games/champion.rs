//! `champion` plays by any rules and deck, and what it decided is remembered.

use analyze::dice::{Counts, RunKey};
use analyze::engines::drawn::{DrawnGame, Limits, TurnEngine};
use analyze::engines::{Book, Engine, SeatingRule, Seatings, Series};
use analyze::games::gang::{Commit, Gang, NoAnswer, PolicyId, Roll, Strategy, View};
use analyze::games::turns::RolledTurns;
use analyze::games::{BuiltIn, Game, Observer, Outcome, RowCounts, Seating, Setting, Table};
use analyze::input::Source;
use analyze::strategies::find_all;
use std::sync::atomic::{AtomicU64, Ordering};

/// A table with these rules, and a deck of two of the conditions.
fn table(seats: usize, edition: &str, rules: &[(&str, &str)], conditions: [&str; 2]) -> Gang {
    let card = |(id, condition): (usize, &str)| {
        let trigger = if id == 0 { "bomb" } else { "explosion" };
        format!("[[card]]\nid = \"c{id}\"\ncondition = \"{condition}\"\ntrigger = \"{trigger}\"\nback = \"light\"\n")
    };
    let cards: String = conditions.into_iter().enumerate().map(card).collect();
    let setting = Setting {
        edition: Some(edition.to_owned()),
        deck: Some(Source::new("two", format!("id = \"two\"\nname = \"two\"\n{cards}"))),
        options: rules.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect(),
        ..Setting::default()
    };
    Gang::set_up(seats, &setting).unwrap()
}

/// Rules and cards that are far from the published ones, against who commits any number of dice.
#[test]
fn it_plays_by_any_rules_and_deck() {
    let tables = [
        table(2, "bga", &[("pools", "7"), ("rerolls", "0"), ("bonus", "[]")], ["sum>=3", "any:1"]),
        table(3, "bga", &[("pools", "4"), ("rerolls", "3"), ("bonus", "[9]")], ["odd>=1", "not(any:5)"]),
        table(3, "blackrock", &[("pools", "9"), ("supply", "5"), ("bonus", "[2, 1]")], ["pair", "run>=2"]),
        table(4, "blackrock", &[("pools", "3"), ("supply", "4"), ("bonus", "[1, 3]")], ["sum>=9", "distinct>=2"]),
        table(4, "bga", &[("pools", "2"), ("rerolls", "1"), ("bonus", "[]")], ["any:1,2,3,4,5", "sum>=1"]),
    ];
    for game in tables {
        let others = ["champion", "random", "champion", "random"][..game.seats()].iter().map(|&name| name.to_owned());
        let (chosen, lineup) = find_all(&others.collect::<Vec<_>>(), &game).unwrap();
        let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
        for block in 0..40 {
            let block = RunKey::new(3).block(block);
            let mut order = game.scratch();
            game.begin_block(block, &mut order);
            let table = Table { strategies: &strategies, seating: &lineup, block };
            let played = game.play_watched(table, &order, &mut RolledTurns(block), &mut ());
            assert!(played.is_ok(), "{:?}: {:?}", game.rules(), played.err());
        }
    }
}

/// Counts how often it is asked.
struct Counted(Box<dyn Strategy>, AtomicU64);

impl Strategy for Counted {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.commit(view)
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        self.0.reroll(plan, roll)
    }
}

/// Enters nothing.
struct Nothing;

impl Observer for Nothing {
    fn wants(&self) -> bool {
        false
    }

    fn count(&mut self, _: usize, _: usize, _: &RowCounts) {}
}

impl Book for Nothing {
    fn wants_counts_of(&self, _: u64) -> bool {
        false
    }

    fn begin_block(&mut self, _: u64) {}

    fn game(&mut self, _: &Seating, _: &Outcome) {}

    fn end_block(&mut self) {}
}

/// It tells more situations apart than decision trees hold, and it takes milliseconds to decide.
#[test]
fn it_is_not_asked_again_what_its_trees_forgot() {
    for seats in [3, 4] {
        let game = Gang::set_up(seats, &Setting::default()).unwrap();
        let (mut chosen, _) = find_all(&vec!["champion".to_owned(); seats], &game).unwrap();
        let counted = Counted(chosen.remove(0).strategy, AtomicU64::new(0));
        let strategies: [&dyn Strategy; 1] = [&counted];
        let engine = TurnEngine::new(&game, &strategies, Limits { nodes: 100, ..Gang::LIMITS });
        let mut worker = engine.worker();
        let seatings = Seatings::new(SeatingRule::Fixed, &vec![0; seats]);
        let mut asked = || {
            let series = Series { seatings: &seatings, seed: 5 };
            engine.play_blocks(series, 0..30, &mut worker, &mut Nothing).unwrap();
            counted.1.swap(0, Ordering::Relaxed)
        };
        let first = asked();
        assert!(first > 300, "{seats} players: asked {first} times");
        // What was decided before all of its questions were met is asked once more.
        let again = asked();
        assert!(again * 10 < first, "{seats} players: asked {first} times, and then {again} times");
        assert_eq!(asked(), 0, "{seats} players");
    }
}
