//! What is remembered of scripts changes nothing: not by itself, not by its bounds, not over threads.

use super::{build, gang};
use crate::choice::Choice;
use crate::runs::{ENGINES, Forgetful, Lineup, Run};
use analyze::engines::drawn::{DrawnGame, Limits, TurnEngine};
use analyze::games::gang::{Gang, Strategy};
use analyze::simulate::Control;

/// Scripts that nobody would write: a grammar over everything that can be read.
struct Grammar(Choice);

const NUMBERS: [&str; 25] = [
    "view.round",
    "view.rounds_left",
    "view.seat",
    "view.first",
    "view.turn",
    "view.to_act",
    "view.table",
    "view.bonus_next",
    "view.pool",
    "view.allowed",
    "view.pools[1]",
    "view.pools[2]",
    "view.pools[view.seat]",
    "view.table_up_to(7)",
    "view.allowed_up_to(5)",
    "view.pools.up_to(3, 40)",
    "view.rounds_left_up_to(4)",
    "view.behind_up_to(6)",
    "view.turn_up_to(2)",
    "view.results.len()",
    "view.seen.len()",
    "coin(4)",
    "total(view)",
    "leader(view)",
    "most(view)",
];

const TRUTHS: [&str; 9] = [
    "view.pool_reaches(20)",
    "view.rounds_left_reaches(3)",
    "view.pools.reaches(2, 18)",
    "view.pools_reaches(view.seat, 19)",
    "view.round_reaches(4)",
    "view.bombs_seen_reaches(2)",
    "view.is_less(\"pool\", \"table\")",
    "view.is_less(\"explosions_seen\", \"bombs_seen\")",
    "view.is_less(\"rounds_left\", \"allowed\")",
];

const HELPERS: &str = "
fn total(view) { if view.best == () { 0 } else { view.best.total + view.best.dice } }
fn leader(view) { let best = view.best; if best == () { return 0; } best.seat }
fn most(view) { let m = 0; for pool in view.pools { if pool > m { m = pool; } if m > 60 { break; } } m }
";

impl Grammar {
    fn number(&mut self, depth: u32) -> String {
        match self.0.below(if depth == 0 { 8 } else { 14 }) {
            0 | 1 => self.0.below(9).to_string(),
            2..=7 => self.0.of(&NUMBERS).to_owned(),
            8 | 9 => format!("({} + {})", self.number(depth - 1), self.number(depth - 1)),
            10 => format!("({} * {} % 11)", self.number(depth - 1), self.number(depth - 1)),
            11 => format!("min({}, {})", self.number(depth - 1), self.number(depth - 1)),
            _ => format!(
                "(if {} {{ {} }} else {{ {} }})",
                self.truth(depth - 1),
                self.number(depth - 1),
                self.number(depth - 1)
            ),
        }
    }

    fn truth(&mut self, depth: u32) -> String {
        match self.0.below(11) {
            0 => "view.card.trigger == \"bomb\"".to_owned(),
            1 => "view.card.condition.starts_with(\"sum\")".to_owned(),
            2 => "view.best == ()".to_owned(),
            3 => format!("p_invalid({}) < 0.2", 1 + self.0.below(4)),
            4 => format!("best_score({}) > {}", 1 + self.0.below(4), self.0.below(12)),
            5 if self.0.below(4) == 0 => "coin()".to_owned(),
            6..=8 => self.0.of(&TRUTHS).to_owned(),
            _ => format!("{} < {}", self.number(depth), self.number(depth)),
        }
    }

    fn script(&mut self, name: &str) -> String {
        let (dice, plan) = (self.number(3), self.number(2));
        let limit = self.0.of(&["min(view.allowed, wanted)", "view.allowed_up_to(wanted)"]);
        let plan = match self.0.below(4) {
            0 => "()".to_owned(),
            1 => format!("{plan} % 4"),
            2 => format!("[\"p\", {plan} % 3]"),
            _ => format!("`p${{{plan} % 3}}`"),
        };
        format!(
            "const NAME = \"{name}\"; const ABOUT = \"made at random\";
fn commit(view) {{
    let wanted = {dice} % 4 + 1;
    #{{ dice: {limit}, plan: {plan} }}
}}
fn reroll(plan, roll) {{
    if plan == 1 || plan == \"p1\" {{ return roll.odd(); }}
    if plan == () || plan == 2 {{ return roll.bosses(); }}
    if roll.valid && roll.total > 5 {{ [] }} else {{ roll.lowest(roll.rolls_left) }}
}}{HELPERS}"
        )
    }
}

/// Three scripts at a table, each wrapped.
fn lineup(key: u64, wrap: impl Fn(Box<dyn Strategy>) -> Box<dyn Strategy>) -> (Lineup, String) {
    let mut grammar = Grammar(Choice::new(&[key]));
    let texts: Vec<String> = ["one", "two", "three"].map(|name| grammar.script(name)).to_vec();
    let game = gang(3);
    let built = texts.iter().map(|text| wrap(build(text, &game, &[]))).collect();
    (Lineup::own(built), texts.join("\n\n"))
}

#[test]
fn remembering_changes_nothing() {
    for key in 0..15 {
        let play = |remember: bool, limits| {
            let wrap = |script: Box<dyn Strategy>| {
                if remember { script } else { Box::new(Forgetful(script)) as Box<dyn Strategy> }
            };
            let (lineup, texts) = lineup(key, wrap);
            let strategies = lineup.strategies();
            let engine = TurnEngine::new(&lineup.game, &strategies, limits);
            let run = Run { seed: key, blocks: 20, threads: 1 };
            let tallies =
                lineup.play(&engine, run, &Control::default()).unwrap_or_else(|fault| panic!("{fault:?}\n{texts}"));
            (tallies, texts)
        };
        let (asked, texts) = play(false, Gang::LIMITS);
        for limits in [Gang::LIMITS, Limits { nodes: 40, tables: 5 }] {
            assert!(play(true, limits).0 == asked, "{limits:?}\n{texts}");
        }
    }
}

#[test]
fn threads_do_not_matter() {
    for key in [3, 5] {
        for kind in ENGINES {
            let play = |threads| {
                let (lineup, _) = lineup(key, |script| script);
                lineup.run(kind, Run { seed: 5, blocks: 300, threads }).unwrap()
            };
            let [one, two, seven] = [1, 2, 7].map(play);
            assert!(one == two && one == seven, "engine {kind}");
        }
    }
}

/// The same built strategies in a second run, after another run, and built anew.
#[test]
fn runs_in_a_process_share_nothing() {
    for kind in ENGINES {
        let run = Run { seed: 8, blocks: 50, threads: 2 };
        let (first, _) = lineup(11, |script| script);
        let once = first.run(kind, run).unwrap();
        first.run(kind, Run { seed: 9, ..run }).unwrap();
        assert!(first.run(kind, run).unwrap() == once);
        assert!(lineup(11, |script| script).0.run(kind, run).unwrap() == once);
    }
}

/// More different plans than are numbered for good: each is played as it should be all the same.
#[test]
fn more_plans_than_are_kept() {
    let text = |plan: &str| {
        format!(
            "const NAME = \"many\"; const ABOUT = \"has many plans\";
fn commit(view) {{ let number = coin(100000000); #{{ dice: view.allowed_up_to(2), plan: {plan} }} }}
fn reroll(plan, roll) {{ if (if {} {{ plan[0] }} else {{ plan }}) % 2 == 1 {{ roll.all() }} else {{ roll.bosses() }} }}",
            plan.starts_with('[')
        )
    };
    let game = gang(2);
    let play = |plan: &str, threads| {
        let lineup = Lineup::own(vec![build(&text(plan), &game, &[]), build(&text(plan), &game, &[])]);
        lineup.run(analyze::engines::EngineKind::Dice, Run { seed: 2, blocks: 3500, threads }).unwrap()
    };
    // Some 84,000 turns of each: a number is its own plan and needs no room, an array does.
    let numbers = play("number", 1);
    assert!(play("[number]", 1) == numbers);
    assert!(play("[number]", 3) == numbers);
}

/// The generated scripts are worth the test: they read everything, and decide differently.
#[test]
fn the_grammar_reaches_everything() {
    let mut grammar = Grammar(Choice::new(&[77]));
    let all: String = (0..120).map(|_| grammar.script("any")).collect();
    for word in NUMBERS.iter().chain(&["p_invalid", "best_score", "coin()", "view.card.condition"]) {
        assert!(all.contains(word), "{word}");
    }
}
