//! What must be true of any game: threads change nothing, steps are what was written by hand, recursion is brute force.

use crate::common::{PAIRS, game, strategy};
use analyze_core::dice::{BlockKey, Purpose, RunKey, Slot, roll};
use analyze_core::input::Source;
use analyze_core::strategies::syntax;
use analyze_ruled::{Aim, Limits, Ruled};
use proptest::prelude::*;

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    for (name, with) in PAIRS {
        let game = game(name, 2, &[]);
        let own = strategy(&game, with, &[]);
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let (steps, drawn) = (game.simulate(&[&own, &own], 9, 600), game.simulate_drawn(&[&own, &own], 9, 600));
                (steps.unwrap(), drawn.unwrap())
            })
        };
        assert_eq!(on(1), on(3), "{name}");
    }
}

/// Pig, holding at 20, as anybody would write it.
fn pig(block: BlockKey) -> (u32, [u32; 2]) {
    let (mut scores, mut turns) = ([0, 0], 0);
    loop {
        let seat = turns as usize % 2;
        let mut words = block.words(Slot::new(Purpose::Turn, seat as u8, turns / 2, 0));
        let mut total = 0;
        while total < 20 && scores[seat] + total < 100 {
            let shown = roll(1, &mut words).to_array();
            let number = (1..).zip(shown).map(|(face, n)| face * n).sum::<u32>();
            if number == 1 {
                total = 0;
                break;
            }
            total += number;
        }
        scores[seat] += total;
        turns += 1;
        if scores[seat] >= 100 {
            return (turns, scores);
        }
    }
}

#[test]
fn steps_are_the_games_of_a_loop_written_by_hand() {
    let game = game("pig", 2, &[]);
    let own = strategy(&game, "hold", &[]);
    for block in 0..2_000 {
        let outcome = game.play(&[&own], &[0, 0], 4, block).unwrap();
        let (turns, scores) = pig(RunKey::new(4).block(block));
        assert_eq!((outcome.lengths[0], outcome.score[0], outcome.score[1]), (turns, scores[0], scores[1]));
    }
}

/// A game of one turn with two rolls of two three-sided dice: all plans are tried, by hand and by the solver.
#[test]
fn solving_is_brute_force() {
    let text = "game = \"small\"\nplayers = \"1-1\"\n[keep]\ndice = 2\nsides = 3\nrolls = 2\nworth = \"10 if alike == 2 else sum\"\n";
    let game = Ruled::read(&Source::new("small.toml", text), None, &[]).unwrap();
    let worth = |a: i64, b: i64| if a == b { 10.0 } else { (a + b) as f64 };
    let faces = || 1..=3i64;
    let mut all = 0.0;
    for (a, b) in faces().flat_map(|a| faces().map(move |b| (a, b))) {
        let one = |kept: i64| faces().map(|c| worth(kept, c)).sum::<f64>() / 3.0;
        let none = faces().flat_map(|c| faces().map(move |d| (c, d))).map(|(c, d)| worth(c, d)).sum::<f64>() / 9.0;
        all += [worth(a, b), one(a), one(b), none].into_iter().fold(0.0, f64::max) / 9.0;
    }
    let found = game.solve(Aim::Score, &[], Limits::default()).unwrap().value();
    assert!((found - all).abs() < 1e-12, "{found} {all}");
}

#[test]
fn a_game_is_told() {
    let game = game("farkle", 2, &[("goal", 500)]);
    let own = strategy(&game, "bank", &[]);
    let story = game.narrate(&[&own], &[0, 0], 3, 0).unwrap();
    assert!(
        story.starts_with("\nRound 1\n  bank (seat 1): score 0\n    roll: ") && story.contains("    decide: "),
        "{story}"
    );
}

proptest! {
    /// Whatever is typed, the parser answers with a tree or a place in the text.
    #[test]
    fn any_text_is_parsed_or_refused(text in "[a-z0-9 ()+*/<>=!,.'-]{0,60}|.{0,30}") {
        if let Err(problem) = syntax::parse(&text) {
            let span = problem.span.unwrap_or_default();
            prop_assert!(span.start <= text.len());
        }
    }

    /// `A if C else B` is `if(C, A, B)`, nested to the right, and binds less than any operator.
    #[test]
    fn a_choice_reads_as_the_function(a in 0..99i64, b in 0..99i64, c in 0..99i64, d in 0..99i64) {
        fn shape(tree: &syntax::Tree) -> String {
            match &tree.node {
                syntax::Node::Call(name, arguments) => format!("{name}({})", arguments.iter().map(shape).collect::<Vec<_>>().join(", ")),
                syntax::Node::Binary(operator, left, right) => format!("[{operator:?} {} {}]", shape(left), shape(right)),
                node => format!("{node:?}"),
            }
        }
        let infix = format!("{a} + 1 if x < {b} else {c} if y else {d} * 2");
        let called = format!("if(x < {b}, {a} + 1, if(y, {c}, {d} * 2))");
        prop_assert_eq!(shape(&syntax::parse(&infix).unwrap()), shape(&syntax::parse(&called).unwrap()));
    }
}
