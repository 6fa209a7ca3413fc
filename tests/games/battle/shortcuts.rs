//! What is played in a shorter way against the long way: drafts remembered, powers that are declined not asked about,
//! purchases picked in one go, scripts whose answers are remembered.

use super::files::{build, file};
use super::laws::random_rules;
use super::{Lineup, rules};
use crate::choice::Choice;
use analyze::dice::RunKey;
use analyze::games::battle::{Action, Answer, Battle, Duel, Kind, Kinds, Powers, Purchase, Strategy, View, tactics};
use analyze::games::{BuiltIn, Game, Outcome, Setting, Table};
use analyze::strategies::find;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A player that says nothing of what it looks at and declines, so that it is asked everything.
struct Asked<'a> {
    player: &'a dyn Strategy,
    /// How often it declined where it could have acted.
    declined: &'a AtomicU64,
}

impl Strategy for Asked<'_> {
    fn draft(&self, view: &View<'_>) -> Answer<Purchase> {
        self.player.draft(view)
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        self.player.duel(view)
    }

    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        self.player.dice(view)
    }

    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        let answer = self.player.act(view);
        if let Ok(None) = answer {
            self.declined.fetch_add(1, Relaxed);
        }
        answer
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        self.player.buy(view)
    }
}

/// Plays games in all rotations: with one memory for all, and asked everything with no memory.
fn both_ways(
    game: &Battle,
    players: &[&(dyn Strategy + 'static)],
    blocks: u64,
    declined: &AtomicU64,
) -> Vec<[Outcome; 2]> {
    let asked: Vec<Asked<'_>> = players.iter().map(|&player| Asked { player, declined }).collect();
    let asked: Vec<&dyn Strategy> = asked.iter().map(|asked| asked as &dyn Strategy).collect();
    let (seats, mut memory, mut played) = (game.seats(), game.scratch(), Vec::new());
    for block in (0..blocks).map(|block| RunKey::new(11).block(block)) {
        for rotation in 0..seats {
            let seating: Vec<usize> = (0..seats).map(|seat| (seat + rotation) % players.len()).collect();
            let short = game.play(Table { strategies: players, seating: &seating, block }, &mut memory, &mut ());
            let long = game.play_watched(Table { strategies: &asked, seating: &seating, block }, &mut ());
            played.push([short.unwrap(), long.unwrap()]);
        }
    }
    played
}

/// A strategy file of these lines.
fn written(lines: &str, game: &Battle) -> Box<dyn Strategy> {
    build(&file(lines), game)
}

#[test]
fn the_short_way_ends_like_the_long_way() {
    let lineups: [&[&str]; 8] = [
        &["plain", "plain"],
        &["plain", "plain", "plain", "plain"],
        &["plain", "powers", "elite"],
        &["swarm", "plain", "points"],
        &["random", "plain", "swarm"],
        &["elite", "swarm", "powers", "points", "plain", "plain"],
        &["bully", "bully", "bully"],
        &["bully", "swarm", "powers"],
    ];
    for bots in lineups {
        let lineup = Lineup::shipped(bots, &Setting::default());
        let players: Vec<&(dyn Strategy + 'static)> = bots
            .iter()
            .map(|bot| *lineup.strategies().get(lineup.names.iter().position(|name| name == bot).unwrap()).unwrap())
            .collect();
        let declined = AtomicU64::new(0);
        // The coin of `random` is keyed by its own decisions, none of which are left out.
        for [short, long] in both_ways(&lineup.game, &players, 60, &declined) {
            assert_eq!(short, long, "{bots:?}");
        }
        assert!(declined.into_inner() > 100, "{bots:?}: nothing was declined, so nothing was shortened");
    }
}

/// Functions of scripts, and whether the same table always leads to the same duel and the same purchases.
const SCRIPTS: [(bool, &str); 9] = [
    (true, r#"fn duel(view) { if view.points > 1 { "two-by-two" } else { "armageddon" } }"#),
    (true, r#"fn buy(view) { if view.cost < 9 { [] } else { view.usual } }"#),
    (true, r#"fn cancel(view) { if view.turn > 6 { () } else { view.usual } }"#),
    (true, r#"fn choose(view) { view.usual } fn multiply_last(view) { () } fn shield(view) { () }"#),
    (false, r#"fn late(view) { view.turn > 6 } fn duel(view) { if late(view) { "battle" } else { "first-to-15" } }"#),
    (false, r#"fn buy(view) { if view.turn > 9 { view.usual } else { [] } }"#),
    (false, r#"fn buy(view) { if view.is_less("cost", "turn") { [] } else { view.usual } }"#),
    (false, r#"fn duel(view) { if coin() { "battle" } else { "armageddon" } }"#),
    (false, r#"fn side(sides) { coin(sides) } fn cancel(view) { if side(3) == 0 { () } else { view.usual } }"#),
];

/// A script is asked once about a table only if it can see nothing else.
#[test]
fn scripts_are_asked_again_where_the_answer_may_differ() {
    let game = Battle::set_up(3, &Setting::default()).unwrap();
    let powers = find("powers", &game).unwrap().strategy;
    for (by_table, functions) in SCRIPTS {
        let script = super::scripts::build(functions, &game);
        assert_eq!(script.plays_by_table(), by_table, "{functions}");
        for [short, long] in both_ways(&game, &[&*script, &*powers], 100, &AtomicU64::new(0)) {
            assert_eq!(short, long, "{functions}");
        }
    }
}

/// Under rules with powers on all dice.
#[test]
fn the_short_way_ends_like_the_long_way_under_any_rules() {
    let declined = AtomicU64::new(0);
    for number in 0..80 {
        let mut choice = Choice::new(&[23, number]);
        let text = random_rules(&mut choice);
        let game = Battle::set_up(2 + (number % 3) as usize, &rules(&text)).unwrap();
        let found = ["plain", "powers", "swarm"].map(|name| find(name, &game).unwrap().strategy);
        let players: Vec<&(dyn Strategy + 'static)> = found.iter().map(|player| &**player).collect();
        for [short, long] in both_ways(&game, &players, 3, &declined) {
            assert_eq!(short, long, "{text}");
        }
    }
    assert!(declined.into_inner() > 100);
}

/// A power is declined for good only if no list that can answer names a die.
#[test]
fn what_a_file_declines_is_what_its_rules_say() {
    let game = Battle::set_up(2, &Setting::default()).unwrap();
    let declines = |lines: &str| written(lines, &game).declines();
    assert_eq!(declines("shield = \"usual\""), Powers::NONE);
    assert_eq!(declines("cancel = \"none\""), Powers::CANCEL);
    assert_eq!(declines("multiply = \"none\""), Powers::NONE, "multipliers can still be placed last");
    assert_eq!(declines("multiply = \"none\"\nmultiply_last = \"none\""), Powers::MULTIPLIER);
    let sometimes = "[[rule]]\nwhen = \"points > 3\"\nreroll = \"none\"\n";
    assert_eq!(declines(sometimes), Powers::NONE, "without points the usual is done");
    let plain = find("plain", &game).unwrap().strategy;
    let all = [Powers::SHIELD, Powers::MULTIPLIER, Powers::EXCHANGE, Powers::REROLL, Powers::CANCEL];
    assert_eq!(plain.declines(), all.into_iter().fold(Powers::NONE, Powers::with));
    let by_table = |name| find(name, &game).unwrap().strategy.drafts_by_table();
    assert!(by_table("plain") && !by_table("random"));
}

/// Buys the dearest die that can be paid, one at a time, as the rules of `plain` say.
fn one_at_a_time(view: &View<'_>) -> Purchase {
    let (rules, supply, mut take) = (view.rules(), view.board.state.supply, Kinds::EMPTY);
    for _ in 0..rules.most {
        let can = |kind: &Kind| {
            take.of(*kind) < supply.of(*kind)
                && view.own_dice().of(*kind) + take.of(*kind) < rules.limit
                && rules.cost_of(take) + rules.cost(*kind) <= view.own_points()
        };
        // White only if there is no other.
        let dearest = |&kind: &Kind| (kind != Kind::White, rules.cost(kind), Reverse(kind));
        let Some(kind) = Kind::ALL.into_iter().filter(can).max_by_key(dearest) else { break };
        take = take + Kinds::one(kind);
    }
    Purchase { take, give: Kinds::EMPTY }
}

/// Buys by default, and compares.
struct Buyer<'a>(&'a AtomicU64);

impl Strategy for Buyer<'_> {
    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        let purchase = tactics::buy(view, None, None);
        assert_eq!(purchase, one_at_a_time(view));
        self.0.fetch_add(u64::from(purchase.take.total() > 1), Relaxed);
        Ok(purchase)
    }
}

#[test]
fn dice_are_bought_as_if_one_at_a_time() {
    let several = AtomicU64::new(0);
    for number in 0..150 {
        let text = random_rules(&mut Choice::new(&[29, number]));
        let game = Battle::set_up(3, &rules(&text)).unwrap();
        let outcome = game.play_watched(
            Table { strategies: &[&Buyer(&several)], seating: &[0; 3], block: RunKey::new(5).block(number) },
            &mut (),
        );
        outcome.unwrap_or_else(|fault| panic!("{fault:?}\n{text}"));
    }
    assert!(several.into_inner() > 100, "hardly anybody bought several dice at once");
}
