//! Tables that scripts look up.

use super::{load, play, problems, with_commit};
use analyze::dice::RunKey;
use analyze::games::pig::{Pig, Rules, Strategy};
use analyze::games::{Game, Outcome, Table};
use analyze::input::Source;
use analyze::strategies::{Values, read};

/// So many states had to be a `switch` of 56 KB.
const STATES: usize = 2_600;

/// What is decided in a state: anything without a pattern.
fn rolls(state: usize) -> bool {
    (state as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62 != 0
}

/// A strategy for Pig that decides by a state below [`STATES`]: what `turn_total` and `score` are.
fn pig(declared: &str, decision: &str) -> String {
    format!(
        "const NAME = \"tried\"; const ABOUT = \"is tried\"; const GAME = \"pig\";\n{declared}\nfn state(view) \
         {{ min(view.turn_total, 25) * 100 + min(view.score, 99) }}\nfn roll(view) {{ {decision} }}"
    )
}

fn with_table() -> String {
    let digits: String = (0..STATES).map(|state| if rolls(state) { '1' } else { '0' }).collect();
    let lines: Vec<String> =
        digits.as_bytes().chunks(1000).map(|line| format!("digits(\"{}\")", str::from_utf8(line).unwrap())).collect();
    pig(&format!("const ROLLS = {};", lines.join("\n    + ")), "ROLLS[state(view)] == 1")
}

fn with_switch() -> String {
    let arms: String = (0..STATES).map(|state| format!("{state}=>{},", u8::from(rolls(state)))).collect();
    pig("", &format!("(switch state(view) {{ {arms} _ => 0 }}) == 1"))
}

fn built(text: &str, game: &Pig) -> Box<dyn Strategy> {
    let loaded = read::<Pig>(&Source::new("tried.rhai", text)).unwrap_or_else(|bad| panic!("{bad}"));
    let values = Values::read(&loaded.name, &loaded.parameters, &[]).unwrap();
    (loaded.build)(&values, game).unwrap()
}

fn games(text: &str) -> Vec<Outcome> {
    let game = Pig::new(Rules::default(), 2).unwrap();
    let strategy = built(text, &game);
    let play = |block| {
        let (block, mut scratch) = (RunKey::new(5).block(block), game.scratch());
        game.play(Table { strategies: &[&*strategy], seating: &[0, 0], block }, &mut scratch, &mut ()).unwrap()
    };
    (0..200).map(play).collect()
}

#[test]
fn a_table_of_2600_states_decides_like_the_switch_and_is_short() {
    let (table, switch) = (with_table(), with_switch());
    assert!(table.len() < 3_200 && switch.len() > 6 * table.len(), "{} and {} bytes", table.len(), switch.len());
    let (table, switch) = (games(&table), games(&switch));
    assert_eq!(table, switch);
    assert!(table.iter().any(|game| *game != table[0]), "games differ");
}

/// A table may be as long as the script: its name costs nothing, however often it is used.
#[test]
fn the_longest_table_costs_no_more_than_the_shortest() {
    let line = format!("digits(\"{}\")", "z".repeat(1000));
    let table = format!("const LONG = {};", vec![line; 60].join(" + "));
    let body = "let sum = 0; for i in 0..3000 { sum += LONG[i * 20]; } if sum != 105000 || LONG.len() != 60000 { throw \"no\"; } 1";
    play(&format!("{table}\n{}", with_commit(body))).unwrap();
}

#[test]
fn tables_hold_any_whole_numbers_and_say_what_is_wrong() {
    let body = "if T[0] != -7 || T[3] != 61 || T.len() != 4 { throw \"no\"; } 1";
    play(&format!("const T = numbers(\"-7, 8\\n900\") + digits(\"Z\");\n{}", with_commit(body))).unwrap();
    for (declared, body, told) in [
        ("const T = digits(\"12\");", "T[2]", "a table of 2 numbers has none at 2; the first is at 0"),
        ("const T = digits(\"12\");", "T[-1]", "has none at -1"),
        ("const T = digits(\"12\");", "T", "a table of 2 numbers from commit, which must return"),
    ] {
        let returned = play(&format!("{declared}\n{}", with_commit(body))).unwrap_err().returned;
        assert!(returned.contains(told), "{body}: {returned}");
    }
    for (declared, told) in [
        ("const T = digits(\"1-2\");", "'-' is no digit; they are 0 to 9, a to z, and A to Z"),
        ("const T = numbers(\"1 2.5\");", "'2.5' is not a whole number"),
    ] {
        let told_of = problems(&format!("{declared}\n{}", with_commit("1")));
        assert!(told_of.contains(told) && told_of.contains("tried.rhai:1:"), "{told_of}");
    }
    let changed = play(&format!("const T = digits(\"12\");\n{}", with_commit("T[0] = 3; 1")));
    assert!(changed.is_err(), "a table is not changed");
}

/// A property that is set in a map is one that the map has; before, it had to be in the map from the start.
#[test]
fn a_map_has_the_properties_that_are_set() {
    play(&with_commit(
        "let answer = #{}; answer.dice = 1; answer.plan = 3; if answer.plan != 3 { throw \"no\"; } answer",
    ))
    .unwrap();
    let body = "let made = #{ inner: #{} }; made.inner.depth = 2; let list = [#{}]; list[0].entry = 1; \
                made.inner.depth + list[0].entry - 2";
    play(&with_commit(body)).unwrap();
    assert!(load(&with_commit("let made = #{ total: 1 }; made.totel")).is_err(), "nothing sets it");
    let told = problems(&with_commit("let made = #{ inside: 1 }; made.outside"));
    assert!(told.contains("nothing has the property 'outside'"), "{told}");
}
