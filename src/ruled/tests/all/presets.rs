//! Games that a preset makes in a few lines.

use crate::common::{game, source, strategy};
use analyze_core::input::Source;
use analyze_ruled::{Aim, Limits, Ruled};

fn read(text: &str, players: usize) -> Ruled {
    let source = Source::new("preset.toml", text);
    Ruled::read(&source, Some(players), &[]).unwrap_or_else(|bad| panic!("{bad}"))
}

fn value(game: &Ruled, aim: Aim) -> f64 {
    game.solve(aim, &[], Limits::default()).unwrap_or_else(|unsolved| panic!("{unsolved}")).value()
}

const PIG: &str = "game = \"pig\"\nplayers = \"1-6\"\n[press]\ndice = 1\nbust = \"sum == 1\"\n";

#[test]
fn a_game_of_press_your_luck_takes_a_few_lines() {
    assert!(PIG.lines().count() <= 12);
    assert!((value(&read(PIG, 2), Aim::Win) - 0.530592725).abs() < 1e-9);
    let threes = source("games/threes").text;
    assert!(threes.lines().filter(|line| !line.is_empty()).count() <= 12);
}

/// What dice are worth in Farkle takes eleven lines; the rest is the preset.
#[test]
fn farkle_by_preset_is_farkle() {
    let (_, points) =
        source("games/farkle").text.split_once("[points]").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let points = points.split("\n\n").next().unwrap_or_default().to_owned();
    let text = format!(
        "game = \"farkle\"\nplayers = \"1-6\"\n[press]\ndice = 6\ngoal = 2000\nopening = 500\n[points]{points}\n"
    );
    assert!((value(&read(&text, 1), Aim::Turns) - 4.219644554).abs() < 1e-6);
    let (by_preset, by_hand) = (read(&text, 2), game("farkle", 2, &[("goal", 2000)]));
    let own = strategy(&by_hand, "bank", &[]);
    let same = strategy(&by_preset, "bank", &[]);
    for block in 0..200 {
        assert_eq!(
            by_hand.play(&[&own], &[0, 0], 1, block).unwrap(),
            by_preset.play(&[&same], &[0, 0], 1, block).unwrap()
        );
    }
}

/// Two rounds of the highest of two rolls of one die, keeping what is at least 4 is best: 4.25 each (by hand: half of the
/// time 5 on average, otherwise 3.5).
#[test]
fn roll_and_keep_without_a_sheet() {
    let text = "game = \"two\"\nplayers = \"1-2\"\n[keep]\ndice = 1\nrolls = 2\nrounds = 2\n";
    assert!((value(&read(text, 1), Aim::Score) - 8.5).abs() < 1e-12);
}

/// Nobody can do anything but roll, so that each of two has the same chance; with a pot that is carried, all prizes are won.
#[test]
fn a_match_is_won_by_the_highest() {
    for carry in [0, 1] {
        let text = format!("game = \"high\"\nplayers = \"2-6\"\n[match]\ndice = 2\ngoal = 3\ncarry = {carry}\n");
        let game = read(&text, 2);
        let random = game.random();
        let tally = game.simulate(&[&random, &random], 1, 2_000).unwrap_or_else(|fault| panic!("{fault}"));
        let first = tally.by_seat[0];
        assert!((first.mean() - 0.5).abs() < 4.0 * first.error(), "{}", first.mean());
        // By hand: a round is won by a given player with 575 of 1,296; the mean of the rounds until one has three wins.
        if carry == 0 {
            let (win, turns) = (575.0 / 1296.0, tally.turns);
            let decided = 3.0 * 2.0 * 0.125 + 4.0 * 6.0 * 0.0625 + 5.0 * 12.0 * 0.03125;
            let expected = 2.0 * decided / (2.0 * win);
            assert!((turns.mean() - expected).abs() < 4.0 * turns.error(), "{} {expected}", turns.mean());
        }
    }
}

#[test]
fn what_is_wrong_in_a_preset_is_said_where_it_stands() {
    for (from, to, said) in [
        ("sum == 1", "summ == 1", "preset.toml:5:9: unknown word 'summ' (did you mean 'sum'?)"),
        ("dice = 1", "dize = 1", "preset.toml:4:1: unknown key 'dize' (did you mean 'dice'?)"),
        ("dice = 1", "dice = 0", "must be from 1 to 60"),
        ("dice = 1", "dice = \"n\"", "preset.toml:4:9: unknown word 'n'"),
        ("bust = \"sum == 1\"", "[keep]\ndice = 2", "a game is made by [press] or by [keep]"),
    ] {
        let bad = Ruled::read(&Source::new("preset.toml", PIG.replace(from, to)), Some(2), &[]).unwrap_err();
        assert!(bad.to_string().contains(said), "{bad}");
        // What cannot be read is not said to be unknown as well.
        assert!(!bad.to_string().contains("press."), "{bad}");
    }
}

/// A number of a preset can be made of the rules of the file, so that it can be changed as they are.
#[test]
fn a_number_of_a_preset_can_be_a_rule_of_the_file() {
    let text = PIG.replace("dice = 1", "dice = \"n\"\ngoal = \"10 * n\"");
    let text = format!("{text}[rules]\nn = {{ default = 1, least = 1, most = 3 }}\n");
    let rules = |changes: &[(String, i64)]| -> Vec<(String, i64)> {
        let game =
            Ruled::read(&Source::new("preset.toml", &*text), Some(2), changes).unwrap_or_else(|bad| panic!("{bad}"));
        let mut rules: Vec<_> = game.rules().iter().map(|rule| (rule.name.clone(), rule.value)).collect();
        rules.sort();
        rules
    };
    let all = |goal, n| vec![("goal".to_owned(), goal), ("n".to_owned(), n)];
    assert_eq!(rules(&[]), all(10, 1));
    assert_eq!(rules(&[("n".to_owned(), 3)]), all(30, 3));
    assert_eq!(rules(&[("goal".to_owned(), 7)]), all(7, 1));
}
