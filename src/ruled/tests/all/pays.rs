//! Whether turns are drawn from tables or played by steps, where tables would hardly be used again.

use crate::common::{game, strategy};
use analyze_core::dice::RunKey;
use analyze_core::engines::{Engine, Playable, Slow};
use analyze_core::input::Source;
use analyze_ruled::Ruled;

/// Every turn leaves another sum on the table. `{}` is what a turn looks at.
const WANDERS: &str = r#"
game = "wanders"
players = "2"
[dice]
most = 6
[player]
score = "points"
[table]
heap = { most = 1000000, about = "everything that was rolled" }
[step.first]
roll = 6
then = "second"
[step.second]
add = 0
do = "heap += 3 * sum + 50 * high"
then = "decide"
[step.decide]
choices = ["more -> third", "less -> score += 1, pass"]
[step.third]
roll = 6
do = "score += 1 if sum + LOOKS > 20 else 2"
then = "pass"
[end]
rounds = 500
score = "score"
"#;

fn why_slow(text: &str) -> Vec<(usize, Slow)> {
    let game = Ruled::read(&Source::new("wanders.toml", text), None, &[]).unwrap();
    let own = game
        .strategy(
            &Source::new("own.toml", "name = \"own\"\nabout = \"takes more\"\ngame = \"wanders\"\ndecide = \"more\"\n"),
            &[],
        )
        .unwrap();
    let strategies = [&own];
    let engine = game.own_engine(&strategies).unwrap();
    engine.play(&[0, 0], RunKey::new(1).block(0), &mut engine.worker(), &mut ()).unwrap();
    engine.slowed().by
}

#[test]
fn turns_that_all_differ_are_played_by_steps_and_others_are_drawn() {
    assert_eq!(why_slow(&WANDERS.replace("LOOKS", "heap")), [(0, Slow::Differ)]);
    // The same with a sum that few values of are told apart by what the turn looks at: the score of a rival.
    let few = WANDERS.replace("do = \"heap += 3 * sum + 50 * high\"\n", "").replace("LOOKS", "heap");
    assert_eq!(why_slow(&few), []);
}

#[test]
fn farkle_is_drawn_from_tables() {
    let game = game("farkle", 2, &[]);
    let bank = strategy(&game, "bank", &[]);
    assert_eq!(game.own_engine(&[&bank]).unwrap().slowed().by, []);
}
