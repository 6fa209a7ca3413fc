//! Figures that others published, from game files: each with its source, to the digits that were published.

use crate::common::{game, strategy};
use analyze_core::input::Source;
use analyze_ruled::{Aim, Limits, Ruled};

fn read(text: &str, rules: &[(&str, i64)]) -> Ruled {
    let rules: Vec<(String, i64)> = rules.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    Ruled::read(&Source::new("peer.toml", text), None, &rules).unwrap_or_else(|bad| panic!("{bad}"))
}

fn value(game: &Ruled, aim: Aim) -> f64 {
    game.solve(aim, &[], Limits::default()).unwrap_or_else(|unsolved| panic!("{unsolved}")).value()
}

/// Five alike within three rolls if nothing else is wanted: 347897/7558272 = 0.0460286425… (On-Line Encyclopedia of Integer
/// Sequences, A096256, Rick L. Shepherd, 2004).
#[test]
fn yahtzee_in_a_turn() {
    let text = "game = \"yahtzee\"\nplayers = \"1\"\n[keep]\ndice = 5\nrolls = 3\nworth = \"1 if alike == 5 else 0\"\n";
    let found = value(&read(text, &[]), Aim::Score);
    assert!((found - 347_897.0 / 7_558_272.0).abs() < 1e-12, "{found}");
}

/// One turn of Pig; what a turn can bring is asked by changing `score`.
const PIG_TURN: &str = r#"
game = "pig"
players = "1"
[dice]
most = 1
[player]
score = ""
[turn]
total = { banks = "score", most = 200 }
[step.roll]
roll = 1
then = ["sum == 1 -> lose", "total += sum, enough"]
[step.enough]
then = ["total >= 100 -> bank", "decide"]
[step.decide]
choices = ["roll", "hold -> bank"]
[end]
rounds = 1
score = "score"
"#;

const HOLD: &str = "name = \"hold\"\nabout = \"holds at 20\"\ngame = \"pig\"\ndecide = \"roll\"\n[[rule]]\nwhen = \"total >= 20\"\ndecide = \"hold\"\n";

/// What a turn of holding at 20 brings (Todd W. Neller, "Hold-at-20 Outcomes (Computation)", a Nifty Assignment of SIGCSE
/// 2010, http://nifty.stanford.edu/2010/neller-pig/turnOutcomes.html), to six digits.
#[test]
fn a_turn_of_pig_that_holds_at_20() {
    let published =
        [(0, 0.624541), (20, 0.099713), (21, 0.094991), (22, 0.074189), (23, 0.054196), (24, 0.035198), (25, 0.017173)];
    for (score, chance) in published {
        let text = PIG_TURN.replace("score = \"score\"", &format!("score = \"1 if score == {score} else 0\""));
        let game = read(&text, &[]);
        let hold = game.strategy(&Source::new("hold.toml", HOLD), &[]).unwrap_or_else(|bad| panic!("{bad}"));
        let found = game.solve(Aim::Score, &[&hold], Limits::default()).unwrap().value();
        assert!((found - chance).abs() <= 0.5e-6, "{score}: {found}");
    }
}

/// Nothing brings more points a turn than to hold at 20 (Reiner Knizia, "Dice Games Properly Explained", 1999; quoted by
/// Neller and Presser, 2004).
#[test]
fn holding_at_20_brings_most_points_a_turn() {
    let game = read(PIG_TURN, &[]);
    let hold = game.strategy(&Source::new("hold.toml", HOLD), &[]).unwrap_or_else(|bad| panic!("{bad}"));
    let found = game.solve(Aim::Score, &[&hold], Limits::default()).unwrap().value();
    assert!((value(&game, Aim::Score) - found).abs() < 1e-12, "{found}");
}

/// Who begins wins 53.06 % if both play best (Todd W. Neller and Clifton G.M. Presser, "Optimal Play of the Dice Game Pig",
/// The UMAP Journal 25(1), 2004, 25–47; the figure is quoted from memory), and 0.5347 if both hold at 20 or as soon as they
/// have 100 (Neller, "First-Player Advantage", a Nifty Assignment of SIGCSE 2010,
/// http://nifty.stanford.edu/2010/neller-pig/advantage.html).
#[test]
fn who_begins_in_pig() {
    let game = game("pig", 2, &[]);
    let best = value(&game, Aim::Win);
    assert!((best - 0.5306).abs() <= 0.5e-4, "{best}");
    let hold = strategy(&game, "hold", &[("at", 20)]);
    let found = game.solve(Aim::Win, &[&hold, &hold], Limits::default()).unwrap().value();
    assert!((found - 0.5347).abs() <= 0.5e-4, "{found}");
}

/// Zilch as Gaby Vanhegan put it online (http://zilch.playr.co.uk/rules.php): a 1 is 100, a 5 is 50; three alike are 100
/// times their number, three 1s 1,000, and each die more that is alike doubles that; 1 to 6 and three pairs (four alike and
/// a pair, too) are 1,500; six dice of which none scores are 500 and another roll; 300 can be banked; after dice that all
/// score, all six are rolled again or banked; the third turn in a row that ends without points costs 500, and the count begins
/// anew. The rules do not say that four alike and a pair are three pairs, nor that the count begins anew; the figure of
/// Busche's, whose own page of rules we have not seen, does (without the former it would be 611.79). So that the game is
/// finite, 20,000 points of a turn are banked at once.
const ZILCH: &str = r#"
game = "zilch"
players = "1"
[rules]
rounds = { default = 1, least = 1, most = 20 }
[dice]
most = 6
[points]
"1" = 100
"5" = 50
"1 1 1" = 1000
"1 1 1 1" = 2000
"1 1 1 1 1" = 4000
"1 1 1 1 1 1" = 8000
"x x x" = "100 * x"
"x x x x" = "200 * x"
"x x x x x" = "400 * x"
"x x x x x x" = "800 * x"
"x x y y z z" = 1500
"x x x x y y" = 1500
"1 2 3 4 5 6" = 1500
[player]
score = { start = 5000, least = -1000 }
zilches = { most = 2, about = "the turns in a row that brought nothing" }
[turn]
total = { banks = "score", most = 30000 }
left = { start = 6, most = 6 }
[step.roll]
roll = "left"
then = [
    "best > 0 -> keep",
    "size == 6 -> total += 500, enough",
    "zilches == 2 -> score -= 500, zilches = 0, pass",
    "zilches += 1, pass",
]
[step.keep]
keep = "points(kept) > 0"
do = "total += points(kept), left = size(rest) if size(rest) > 0 else 6"
then = "enough"
[step.enough]
then = ["total >= 20000 -> zilches = 0, bank", "decide"]
[step.decide]
choices = ["roll", "bank if total >= 300 -> zilches = 0, bank"]
[end]
rounds = "rounds"
score = "score"
"#;

/// At best 620.855 points a turn in the long run (Matt Busche, "Maximizing Expected Scores in the Game of Zilch", 2010,
/// https://www.mattbusche.org/blog/article/zilch/): what a round more is worth, once there are many.
#[test]
fn zilch_brings_at_best_so_many_points_a_turn() {
    let [before, after] = [8, 9].map(|rounds| value(&read(ZILCH, &[("rounds", rounds)]), Aim::Score));
    assert!((after - before - 620.855).abs() <= 0.5e-3, "{}", after - before);
}
