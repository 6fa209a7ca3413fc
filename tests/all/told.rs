//! Faults of scripts as a user meets them: exit code, message, the command that shows the game, and nothing written.

use crate::program::Desk;

const REROLL: &str = "fn reroll(plan, roll) { roll.bosses() }";

/// A script around the body of its `commit`.
fn with_commit(body: &str) -> String {
    format!("const NAME = \"tried\"; const ABOUT = \"is tried\";\nfn commit(view) {{\n{body}\n}}\n{REROLL}")
}

/// A script around the body of its `reroll`; it commits three dice.
fn with_reroll(body: &str) -> String {
    format!(
        "const NAME = \"tried\"; const ABOUT = \"is tried\";\nfn commit(view) {{ view.allowed_up_to(3) }}\nfn reroll(plan, roll) {{\n{body}\n}}"
    )
}

/// A script at fault, what it is told it returned, and what was legal.
fn faults() -> Vec<(String, &'static str, &'static str)> {
    let commit = |body: &str| with_commit(&format!("if view.round < 3 || view.seat != 2 {{ return 1; }}\n{body}"));
    let any_commit = "1 to ";
    let any_dice = "none, some or all of the dice shown";
    vec![
        (commit("throw \"no idea\""), "tried.rhai:4:1: commit: no idea", any_commit),
        (commit("loop {}"), "commit: it takes more than 50000 operations", any_commit),
        (commit("let a = []; loop { a.push([1, 2, 3]); }"), "Size of array/BLOB is beyond the limit", any_commit),
        (commit("let a = \"x\"; loop { a += a; }"), "Length of string is beyond the limit", any_commit),
        (commit("0"), "0 dice to commit", any_commit),
        (commit("-3"), "-3 dice to commit", any_commit),
        (commit("view.allowed + 1"), " dice to commit", any_commit),
        (commit("9223372036854775807"), "9223372036854775807 dice to commit", any_commit),
        (commit("\"three\""), "\"three\" from commit, which must return a number of dice", any_commit),
        (commit("2.5"), "2.5 from commit", any_commit),
        (commit("()"), "() from commit", any_commit),
        (commit("#{ dices: 3 }"), "#{\"dices\": 3} from commit", any_commit),
        (commit("#{ dice: 3, plan: 2.5 }"), "the plan 2.5 (a plan is", any_commit),
        (commit("#{ dice: 3, plan: [[1]] }"), "the plan [[1]] (a plan is", any_commit),
        (with_reroll("roll.all() + [5]"), "to reroll", any_dice),
        (with_reroll("[6]"), "[6] from reroll, which must return an array of faces", any_dice),
        (with_reroll("\"all\""), "\"all\" from reroll", any_dice),
        (with_reroll("3"), "3 from reroll", any_dice),
        (with_reroll("if roll.total > 99 { [] }"), "() from reroll", any_dice),
        (with_reroll("throw roll.total"), "tried.rhai:4:1: reroll: ", any_dice),
        (with_reroll("loop {}"), "reroll: it takes more than 50000 operations", any_dice),
        (with_reroll("loop { roll.all(); }"), "reroll: it takes more than 50000 operations", any_dice),
        (with_reroll("let a = []; loop { a += 1; }"), "is beyond the limit", any_dice),
        (with_reroll("deep(1) }\nfn deep(x) { deep(x)"), "functions call each other too deeply", any_dice),
    ]
}

#[test]
fn every_fault_is_told_and_nothing_written() {
    for (text, returned, legal) in faults() {
        let desk = Desk::new();
        desk.write("tried.rhai", &text);
        let told = desk.run("--game gang --bots stand:2,tried.rhai,boss:3 --runs 30 --seed 6 --threads 1 --quiet");
        assert_eq!(told.code, Some(3), "{text}\n{}", told.err);
        for word in ["strategy 'tried' is at fault in game ", " of seed 6, round ", returned, "legal: ", legal] {
            assert!(told.err.contains(word), "'{word}' in {}\n{text}", told.err);
        }
        assert_eq!(told.out, "");
        assert!(!desk.path("reports").exists(), "something was written");
        let (_, command) = told.err.trim_end().split_once("analyze play").expect("the command that shows the game");
        let shown = desk.run(&format!("play{command}"));
        assert_eq!(shown.code, Some(3), "{}", shown.err);
        assert!(shown.err.contains(returned) && shown.out.contains("Round 1"), "{}{}", shown.out, shown.err);
    }
}

/// A rare fault that several workers meet: the first game is reported.
#[test]
fn the_first_fault_at_any_number_of_threads() {
    let rare = "if view.round == 5 && view.table > 2 && coin(2000) == 0 { throw `table ${view.table}`; }\n2";
    for engine in ["turn", "dice"] {
        let desk = Desk::new();
        desk.write("tried.rhai", with_commit(rare));
        let told = |threads: u32| {
            desk.run(&format!(
                "--game gang --bots boss:2,tried.rhai,boss:3 --runs 30000 --seed 4 --threads {threads} --engine {engine} --quiet"
            ))
        };
        let first = told(1);
        assert_eq!(first.code, Some(3), "{}", first.err);
        let game: u32 = first.err.split("in game ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!(game > 10, "not the first game: {game}");
        for threads in [2, 7, 7] {
            assert_eq!(told(threads), first);
        }
    }
}

/// The same command gives the same files, whatever the threads; a file is called by the name inside it.
#[test]
fn same_bytes_with_scripts_in_the_lineup() {
    let desk = Desk::new();
    let rhai = include_str!("../../strategies/gang/patient.rhai");
    desk.write("mine.rhai", rhai.replace("\"patient\"", "\"mine\""));
    for engine in ["turn", "dice"] {
        let run = |threads: u32| {
            let out = format!("{engine}{threads}");
            desk.result(&format!(
                "--game gang --bots counter,mine.rhai:most=4:giveup=0.3,patient --runs 1500 --threads {threads} --engine {engine} --quiet --out {out}"
            ));
            let files = ["summary.csv", "seats.csv", "length.csv", "cards.csv", "tallies.json", "run.json"];
            files.map(|file| desk.read(&format!("{out}/{file}")))
        };
        let one = run(1);
        assert!(one[0].contains("mine:most=4:giveup=0.3,1500,"), "{}", one[0]);
        assert_eq!(one, run(2));
        assert_eq!(one, run(7));
    }
}

#[test]
fn what_is_wrong_with_a_script_is_shown_at_its_place() {
    let desk = Desk::new();
    desk.write("tried.rhai", with_commit("view.poool"));
    let told = desk.run("--game gang --bots tried.rhai --runs 30 --quiet");
    assert_eq!(told.code, Some(2));
    for word in ["nothing has the property 'poool'", "tried.rhai:3:6", "^^^^^", "did you mean 'pool'?"] {
        assert!(told.err.contains(word), "'{word}' in {}", told.err);
    }
    assert!(!desk.path("reports").exists());
    let told = desk.run("--game gang --bots nothere.rhai --runs 30 --quiet");
    assert!(told.code == Some(2) && told.err.contains("nothere.rhai"), "{}", told.err);
}
