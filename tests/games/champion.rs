//! `champion` plays by any rules and deck, and what it decided is remembered.

use crate::runs::{Lineup, Run};
use analyze::dice::{Counts, RunKey};
use analyze::engines::drawn::{DrawnGame, Limits, TurnEngine};
use analyze::engines::{Book, Engine, EngineKind, SeatingRule, Seatings, Series};
use analyze::exact::champion::{champion_of, champion_reply};
use analyze::games::gang::{Commit, Gang, NoAnswer, PolicyId, Roll, Strategy, View};
use analyze::games::turns::RolledTurns;
use analyze::games::{BuiltIn, Game, Observer, Outcome, RowCounts, Seating, Setting, Table};
use analyze::input::Source;
use analyze::strategies::find_all;
use std::sync::atomic::{AtomicU64, Ordering};

/// A table with these rules, and a deck of these conditions and triggers.
fn setting(edition: &str, rules: &[(&str, &str)], cards: &[[&str; 2]]) -> Setting {
    let card = |(id, [condition, trigger]): (usize, &[&str; 2])| {
        format!("[[card]]\nid = \"c{id}\"\ncondition = \"{condition}\"\ntrigger = \"{trigger}\"\nback = \"light\"\n")
    };
    let cards: String = cards.iter().enumerate().map(card).collect();
    Setting {
        edition: Some(edition.to_owned()),
        deck: Some(Source::new("some", format!("id = \"some\"\nname = \"some\"\n{cards}"))),
        options: rules.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect(),
        ..Setting::default()
    }
}

fn table(seats: usize, edition: &str, rules: &[(&str, &str)], [first, second]: [&str; 2]) -> Gang {
    Gang::set_up(seats, &setting(edition, rules, &[[first, "bomb"], [second, "explosion"]])).unwrap()
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

/// All cards are alike, so it makes no difference that games draw them without replacement. The champion's grid leaves out most
/// positions of so many dice, so a player who knows more positions can gain.
#[test]
fn the_best_response_wins_as_often_in_each_seat_as_computed() {
    for (seats, pools, blocks) in [(2, "15", 40_000), (3, "9", 20_000)] {
        let alike = setting("bga", &[("pools", pools), ("bonus", "[]")], &[["sum>=9", "bomb"]; 3]);
        let bots = [&["best-response:to=champion"][..], &["champion"; 2][..seats - 1]].concat();
        let lineup = Lineup::shipped(&bots, SeatingRule::Rotate, &alike);
        let champion = find_all(&["champion".to_owned()], &lineup.game).unwrap().0.remove(0);
        let reply = champion_reply(champion_of(&*champion.strategy).unwrap(), &|_| true).unwrap();
        let played = lineup.run(EngineKind::Turn, Run { seed: 3, blocks, threads: 0 }).unwrap();
        assert_eq!(played.strategies[0].seats.len(), reply.in_seat.len());
        for (seat, (cell, computed)) in played.strategies[0].seats.iter().zip(&reply.in_seat).enumerate() {
            let found = cell.share.sum as f64 / 60.0 / blocks as f64;
            let error = (computed * (1.0 - computed) / blocks as f64).sqrt();
            assert!((found - computed).abs() < 4.5 * error, "seat {seat}: {found}, but {computed} ± {error}");
        }
        assert!(reply.average() > 1.0 / seats as f64, "{reply:?}");
    }
}
