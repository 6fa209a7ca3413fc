//! Scripts for Battle Dice on the command line: a fault, coins and parameters.

use crate::program::Desk;

fn script(functions: &str) -> String {
    format!("const NAME = \"tried\"; const ABOUT = \"is tried\"; const GAME = \"battle\";\n{functions}")
}

#[test]
fn a_fault_ends_the_run_with_exit_code_3() {
    let desk = Desk::new();
    desk.write("late.rhai", script("fn buy(view) { if view.turn > 3 { 1 } else { view.usual } }"));
    let told = desk.run("--game battle --bots late.rhai,plain --runs 12 --seed 4");
    assert_eq!(told.code, Some(3), "{}", told.err);
    for word in ["'tried'", "1 from buy", "an array of kinds", "analyze play --game battle", "--seed 4"] {
        assert!(told.err.contains(word), "no {word:?} in {}", told.err);
    }
}

/// A decision's coin is its own: the same script plays the same game again, and a parameter changes it.
#[test]
fn coins_and_parameters() {
    let text = "const PARAMETERS = #{ sides: #{ value: 3, least: 1, most: 6, about: \"of the coin\" } };\n\
                fn duel(view) { if coin(sides) == 0 { \"battle\" } else { \"two-by-two\" } }";
    let desk = Desk::new();
    desk.write("coin.rhai", script(text));
    let chosen = |name: &str| {
        desk.result(&format!("--game battle --bots {name},plain --runs 200 --out out"));
        let rows = crate::program::csv_rows(&desk.read("out/duels.csv"));
        let of = |duel: &str| {
            let row = rows.iter().find(|row| row[2].starts_with("tried") && row[3] == duel);
            row.map_or(0, |row| row[4].parse::<u32>().unwrap())
        };
        (of("battle"), of("two-by-two"))
    };
    let (battle, two) = chosen("coin.rhai");
    assert!(battle > 0 && two > battle, "a third and two thirds: {battle} {two}");
    assert_eq!(chosen("coin.rhai"), (battle, two));
    assert_eq!(chosen("coin.rhai:1").1, 0, "a coin with one side");
}
