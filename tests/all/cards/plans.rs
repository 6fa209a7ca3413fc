//! `analyze show plan`: the best rerolls against enumeration, what people read, and what is refused.

use super::brute::{Brute, Faces, Memo, TEST_CARDS, score, sorted};
use super::{assert_near, deck, output, refused, rows};
use tempfile::TempDir;

#[test]
fn a_plan_agrees_with_enumeration() {
    let folder = TempDir::new().unwrap();
    deck(folder.path(), &TEST_CARDS.map(|(id, condition, trigger, _)| (id, condition, trigger)));
    for (id, _, trigger, holds) in TEST_CARDS {
        for (left, target) in [("1", None), ("2", None), ("2", Some("5"))] {
            let turn = Brute::new(3, left.parse().unwrap(), trigger == "explosion", holds);
            let mut arguments =
                vec!["show", "plan", "--deck", "deck.toml", "--card", id, "--dice", "3", "--rolls-left", left];
            arguments.extend(target.map_or([].as_slice(), |_| &["--target", "5"]));
            let plan = rows(&output(folder.path(), &[&arguments[..], &["--format", "csv"]].concat()));
            assert_eq!(plan.len(), 56);
            let worth = |result: Option<u32>| match target {
                None => score(result),
                Some(_) => f64::from(u8::from(result.is_some_and(|total| total >= 5))),
            };
            let faces =
                |text: &str| -> Faces { text.split_whitespace().map(|face| face.parse().unwrap_or(0)).collect() };
            let mut memo = Memo::new();
            for row in &plan {
                let roll = faces(&row["roll"]);
                let (value, keep) = turn.best(&mut memo, &roll, turn.rerolls, &worth);
                assert_near(row, "value", value);
                assert_eq!(faces(&row["keep"]), keep, "{id}: {row:?}");
                assert_eq!(sorted([keep.clone(), faces(&row["reroll"])].concat()), roll);
                let action = match () {
                    () if turn.explosion && holds(&roll) => "exploded",
                    () if keep == roll => "stop",
                    () => "reroll",
                };
                assert_eq!(row["action"], action, "{id}: {row:?}");
            }
        }
    }
}

#[test]
fn a_plan_for_people_says_what_it_is_for() {
    let folder = TempDir::new().unwrap();
    let text = output(folder.path(), &["show", "plan", "--card", "sum7-bomb", "--dice", "2", "--rolls-left", "1"]);
    for part in ["sum7-bomb: sum>=7 (bomb), 2 dice, 1 reroll left", "B is the Boss", "a reconstruction"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Keeping the 2 of 2 and 5: 2 + (0 + 1 + 2 + 3 + 4) / 6 and 5 is one too many: (2 + 3 + 4 + 5 + 6) / 6.
    let line = text.lines().find(|line| line.starts_with("2 5")).unwrap();
    assert_eq!(line.split_whitespace().collect::<Vec<_>>(), ["2", "5", "2", "5", "reroll", "3.333333"]);
    assert_eq!(text.lines().filter(|line| line.contains(" stop ") || line.contains(" reroll  ")).count(), 22);
}

#[test]
fn bad_questions_about_plans_are_refused() {
    let folder = TempDir::new().unwrap();
    let plan = ["--card", "pair-bomb", "--dice", "3", "--rolls-left", "2"];
    let with = |change: usize, value: &'static str| {
        let mut plan = plan.to_vec();
        plan[change] = value;
        plan
    };
    for (arguments, expected) in [
        (with(1, "pair-bmob"), "did you mean 'pair-bomb'?"),
        (with(1, "zzz"), "valid: sum7-bomb"),
        (with(3, "0"), "--dice: 0 dice; it must be 1 to 48"),
        (with(3, "49"), "--dice: 49 dice; it must be 1 to 48"),
        (with(5, "0"), "--rolls-left: 0 rerolls; it must be 1 to 10"),
        (with(5, "11"), "--rolls-left: 11 rerolls; it must be 1 to 10"),
        (plan[2..].to_vec(), "--card is missing"),
        (plan[..4].to_vec(), "--rolls-left is missing"),
        ([&plan[..2], &plan[4..]].concat(), "--dice is missing"),
        ([&plan[..], &["--target", "16"]].concat(), "--target: 16 points; it must be 0 to 15"),
        ([&plan[..], &["--deck", "nowhere.toml"]].concat(), "nowhere.toml"),
        ([&plan[..], &["--format", "json"]].concat(), "table, csv"),
        ([&plan[..], &["--edition", "bga"]].concat(), "--edition: an option of 'show rules'"),
    ] {
        let (code, said) = refused(folder.path(), &[&["show", "plan"], &arguments[..]].concat());
        assert_eq!(code, 2, "{arguments:?}: {said}");
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    let (code, said) = refused(folder.path(), &["show", "rules", "--game", "gang", "--dice", "3"]);
    assert!(code == 2 && said.contains("--dice: an option of 'show plan', not of 'show rules'"), "{said}");
}

#[test]
fn rules_and_decks_are_still_shown() {
    let folder = TempDir::new().unwrap();
    assert!(output(folder.path(), &["show", "rules", "--game", "gang"]).contains("rerolls = 2"));
    assert!(output(folder.path(), &["show", "reconstructed"]).contains("id = \"sum7-bomb\""));
    let (code, said) = refused(folder.path(), &["show", "plna"]);
    assert!(code == 2 && said.contains("did you mean 'plan'?"), "{said}");
}
