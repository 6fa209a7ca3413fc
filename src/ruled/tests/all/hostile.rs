//! Files of strangers: whatever they say, they are refused or end in time.

use crate::common::{PAIRS, source};
use analyze_core::input::Source;
use analyze_ruled::{Limits, Ruled};
use proptest::prelude::*;
use std::time::{Duration, Instant};

fn limits() -> Limits {
    Limits { time: Duration::from_secs(1), ..Limits::default() }
}

/// Reads, checks and plays a file if that is possible; says how long it took.
fn tried(text: String) -> Duration {
    let start = Instant::now();
    if let Ok(game) = Ruled::read(&Source::new("stranger.toml", text), None, &[]) {
        let _ = game.check(limits());
    }
    start.elapsed()
}

fn pig(roll: &str, then: &str) -> String {
    format!(
        "game = \"x\"\nplayers = \"1\"\n[dice]\nmost = 20\nsides = 3\n[player]\nscore = \"\"\n[turn]\ntotal = {{ banks = \"score\" }}\n\
         [step.roll]\nroll = {roll}\nthen = {then}\n[step.on]\nchoices = [\"roll\", \"bank\"]\n[end]\nwhen = \"score >= 1000000\"\nscore = \"score\"\n"
    )
}

#[test]
fn what_would_take_for_ever_ends() {
    let deep = format!("\"{} -> roll\"", "(".repeat(300));
    let long = format!("\"total += {}1, on\"", "sum + ".repeat(60));
    let texts = [
        pig("20", "\"roll\""),
        pig("20", "\"total += sum, on\""),
        pig("1000", "\"on\""),
        pig("20", &deep),
        pig("20", &long),
        pig("20", "[\"has('a b c d e f g h i j k l m n o p q r s t') -> on\", \"lose\"]"),
        pig("1", "\"total += 1, on\"").replace(
            "choices = [\"roll\", \"bank\"]",
            "choices = [\"bid 1 to 1000000 -> total += number, on\", \"bank\"]",
        ),
        pig("20", "\"on\"").replace("sides = 3", "sides = 100"),
        format!("x = {}", "[".repeat(60_000)),
        "a".repeat(100_000),
    ];
    for text in texts {
        let time = tried(text.clone());
        assert!(time < Duration::from_secs(8), "{time:?}: {}", &text[..text.len().min(300)]);
    }
}

/// Names that double with each line would be as long as memory.
#[test]
fn names_of_names_do_not_grow_without_end() {
    let mut amounts = "[amounts]\na0 = \"sum + total\"\n".to_owned();
    (1..60).for_each(|i| amounts += &format!("a{i} = \"a{} + a{}\"\n", i - 1, i - 1));
    let text = format!("{}{amounts}", pig("1", "\"total += a59, on\""));
    assert!(tried(text) < Duration::from_secs(5));
}

/// A field that is doubled again and again would, put into a strategy's formula, be longer than memory.
#[test]
fn what_is_put_into_itself_does_not_grow_without_end() {
    let doubled = "total = total + total, ".repeat(30);
    let keep =
        format!("\"on\"\n[step.on2]\nkeep = \"any\"\ndo = \"{}\"\nthen = \"on\"", doubled.trim_end_matches(", "));
    let text = pig("1", &keep).replace("then = \"on\"\n[step.on2]", "then = \"on2\"\n[step.on2]");
    let game = Ruled::read(&Source::new("doubled.toml", text), None, &[]).unwrap_or_else(|bad| panic!("{bad}"));
    let text = "name = \"s\"\nabout = \"\"\ngame = \"x\"\non2 = \"most total\"\non = \"bank\"\n";
    let start = Instant::now();
    let own = game.strategy(&Source::new("s.toml", text), &[]).unwrap_or_else(|bad| panic!("{bad}"));
    let _ = game.play(&[&own], &[0], 1, 0);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn many_patterns_end() {
    let many: Vec<String> = (0..40).map(|i| format!("has('a b c d e {}')", "f ".repeat(i % 9 + 1).trim())).collect();
    let cases: Vec<String> = many.iter().map(|has| format!("\"{has} -> on\"")).collect();
    let text = pig("14", &format!("[{}, \"lose\"]", cases.join(", ")))
        .replace("sides = 3", "sides = 6")
        .replace("most = 20", "most = 14");
    assert!(tried(text) < Duration::from_secs(8));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// A piece of a shipped file is left out, doubled or put elsewhere: nothing panics, and it ends.
    #[test]
    fn edited_files_are_read_or_refused(which in 0..PAIRS.len(), from in 0.0..1.0f64, length in 1..40usize, to in 0.0..1.0f64) {
        let text = source(&format!("games/{}", PAIRS[which].0)).text;
        let signs: Vec<char> = text.chars().collect();
        let at = |share: f64| (share * signs.len() as f64) as usize;
        let end = (at(from) + length).min(signs.len());
        let (piece, mut rest) = (signs[at(from)..end].to_vec(), signs.clone());
        rest.drain(at(from)..end);
        let place = at(to).min(rest.len());
        let moved: String = rest[..place].iter().chain(&piece).chain(&rest[place..]).collect();
        let left_out: String = signs[..at(from)].iter().chain(&signs[end..]).collect();
        for text in [moved, left_out] {
            prop_assert!(tried(text) < Duration::from_secs(20));
        }
    }
}

/// Found by fuzzing: each pattern of letters stands for thousands of hands, each of which was compared with all before it.
#[test]
fn points_for_ever_new_letters_end() {
    let letters: Vec<String> = (b'a'..=b'z').map(|letter| char::from(letter).to_string()).collect();
    let lines: String = (0..200)
        .map(|n| {
            let names: Vec<&str> = (0..4).map(|i| &*letters[(n + i * 7) % 26]).collect();
            format!("\"{}\" = {}\n", names.join(" "), n + 1)
        })
        .collect();
    let text = format!(
        "{}[points]\n{lines}",
        pig("1", "\"lose\"").replace("sides = 3", "sides = 8").replace("most = 20", "most = 5")
    );
    assert!(tried(text) < Duration::from_secs(5));
}

/// Steps that nobody decides in were counted by none of the limits, and neither was what formulas take.
#[test]
fn steps_without_decisions_and_long_formulas_end() {
    let sum = (0..40).map(|_| "total").collect::<Vec<_>>().join(" + ");
    let heavy = format!(
        "game = \"x\"\nplayers = \"1\"\n[dice]\nmost = 6\n[player]\nscore = \"\"\n[turn]\ntotal = {{ banks = \"score\" }}\nn = \"\"\n\
         [step.a]\ndo = \"n = min(n + 1 + 0 * a2, 9000)\"\nthen = [\"n >= 9000 -> b\", \"a\"]\n\
         [step.b]\nroll = 6\nthen = \"c\"\n[step.c]\nkeep = \"a2 >= 0\"\nthen = \"pass\"\n\
         [amounts]\na1 = \"{sum}\"\na2 = \"a1 + a1 + a1 + a1 + a1 + a1 + a1 + a1\"\n\
         [end]\nwhen = \"score >= 10\"\nscore = \"score\"\n"
    );
    let read = Ruled::read(&Source::new("heavy.toml", &*heavy), None, &[]);
    assert!(read.is_ok(), "{read:?}");
    assert!(tried(heavy) < Duration::from_secs(8));
}

/// The dice that are kept at random are those of all ways to keep some, as they are listed: 48 dice have too many ways for that.
#[test]
fn many_dice_can_be_kept_at_random() {
    let text = pig("20", "\"on\"").replace("choices = [\"roll\", \"bank\"]", "keep = \"any\"\nthen = \"pass\"");
    let text =
        text.replace("most = 20", "most = 48").replace("roll = 20", "roll = 48").replace("sides = 3", "sides = 6");
    let game =
        Ruled::read(&Source::new("many.toml", text.replace("when = \"score >= 1000000\"", "rounds = 3")), None, &[]);
    let game = game.unwrap_or_else(|bad| panic!("{bad}"));
    assert!(game.play(&[&game.random()], &[0], 1, 0).is_ok());
}

/// Found by fuzzing: once a player alone was out of a contest, the next player who is not out was looked for without end.
#[test]
fn a_contest_of_one_ends_when_the_player_is_out() {
    let text = "game = \"x\"\nplayers = \"1-2\"\n[dice]\nmost = 1\nsides = 6\n[player]\npool = { start = 3, most = 3 }\ntotal = { most = 6 }\n\
                [step.roll]\nroll = 1\nthen = \"total = sum, pool -= 1, pass\"\n\
                [contest]\nwins = \"total\"\nout = \"pool == 0\"\n[end]\nrounds = 9\nscore = \"total\"\n";
    for players in [1, 2] {
        let game = Ruled::read(&Source::new("x.toml", text), Some(players), &[]).unwrap_or_else(|bad| panic!("{bad}"));
        let outcome = game.play(&[&game.random()], &vec![0; players], 1, 0).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(outcome.lengths[0], 3 * players as u32);
    }
}
