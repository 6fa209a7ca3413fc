//! Strategy files for Gang of Dice that nobody wrote: rules, conditions and numbers drawn at random from what files can say.
//!
//! Every third is a shipped strategy with other numbers instead, rerolling in its own way or in that of another.

use crate::choice::Choice;
use std::path::Path;

/// A condition about the card, the table or who is ahead.
fn condition(choice: &mut Choice) -> String {
    let small = choice.below(9);
    let plain = [
        "best",
        "last",
        "bomb",
        "dark",
        "sum",
        "odd",
        "run",
        "any",
        "distinct",
        "pool == pools.most",
        "pool < pools.most / 2",
    ];
    match choice.below(8) {
        0 => format!("rounds_left < {}", 1 + choice.below(11)),
        1 => format!("table > {}", choice.below(24)),
        2 => format!("best.total > {}", choice.below(25)),
        3 => format!("best.dice > {small}"),
        4 => format!("pool > {}", choice.below(60)),
        5 => format!("not {}", choice.of(&plain)),
        _ => choice.of(&plain).to_owned(),
    }
}

/// One or two of them.
fn conditions(choice: &mut Choice) -> String {
    let first = condition(choice);
    match choice.below(3) {
        0 => first,
        1 => format!("{first} and {}", condition(choice)),
        _ => format!("{first} or {}", condition(choice)),
    }
}

/// A number of dice.
fn dice(choice: &mut Choice) -> String {
    let more = choice.below(4);
    match choice.below(7) {
        0 => format!("best.dice + {more}"),
        1 => format!("best.total / {} + {more}", 1 + choice.below(5)),
        2 => format!("max(best.dice + 1, {})", 1 + choice.below(6)),
        3 => format!("safe(0.{:02})", 1 + choice.below(80)),
        4 => format!("pool / {} + 1", 4 + choice.below(20)),
        5 => format!("card.number + {more}"),
        _ => (1 + choice.below(10)).to_string(),
    }
}

/// How a turn is rolled: by a plan of the exact engine or by words.
fn rolls(choice: &mut Choice) -> String {
    match choice.below(5) {
        0 => "plan = \"max-score\"\n".to_owned(),
        1 => "plan = \"reach\"\n".to_owned(),
        2 => format!("plan = \"reach max(to_beat, {} * dice)\"\n", 1 + choice.below(4)),
        _ => {
            let stop = ["beat", "valid", "never", "valid and total >= 3 * dice", "valid and total >= 2 * dice + 1"];
            let rerolled = ["none", "boss", "below 2", "below 3", "below 4", "lowest 1", "offending", "all"];
            let (stop, short, invalid) = (choice.of(&stop), choice.of(&rerolled), choice.of(&rerolled));
            format!("stop = \"{stop}\"\nshort = \"{short}\"\ninvalid = \"{invalid}\"\n")
        }
    }
}

fn file(name: &str, choice: &mut Choice) -> String {
    let mut text =
        format!("name = \"{name}\"\nabout = \"drawn at random\"\ndice = \"{}\"\n{}", dice(choice), rolls(choice));
    for _ in 0..choice.below(6) {
        text.push_str(&format!("[[rule]]\nwhen = \"{}\"\n", conditions(choice)));
        let (says_dice, says_rolls) = [(true, true), (true, false), (false, true)][choice.below(3) as usize];
        if says_dice {
            text.push_str(&format!("dice = \"{}\"\n", dice(choice)));
        }
        if says_rolls {
            text.push_str(&rolls(choice));
        }
    }
    text
}

/// A shipped strategy with other numbers, and perhaps the rerolls of another.
fn shipped(choice: &mut Choice) -> String {
    let fraction = |choice: &mut Choice| format!("0.{:02}", choice.below(60));
    let name = match choice.below(9) {
        0 => format!("chaser:{}", choice.below(40)),
        1 => format!("cautious:{}", 1 + choice.below(10)),
        2 => format!("odds:open={}", fraction(choice)),
        3 => format!("endgame:{}", choice.below(12)),
        4 => format!("max-score:{}", 1 + choice.below(12)),
        5 => format!("reach:slack={}:giveup={}:dice={}", fraction(choice), fraction(choice), 1 + choice.below(14)),
        6 => format!("round-optimal:{}", 1 + choice.below(10)),
        7 => format!("patient:most={}:giveup={}", 1 + choice.below(12), fraction(choice)),
        _ => format!("counter:risk={}:late={}", fraction(choice), choice.below(12)),
    };
    let ways = ["boss", "odd", "below:3", "offending", "lowest", "stand"];
    if choice.below(4) == 0 { format!("{name}@{}", choice.of(&ways)) } else { name }
}

/// The strategy of a number, as it is named on a command line; its file, if it has one, is put in the folder.
pub(crate) fn random_strategy(number: u64, folder: &Path) -> String {
    let mut choice = Choice::new(&[200, number]);
    if number % 3 == 2 {
        return shipped(&mut choice);
    }
    let path = folder.join(format!("random-{number}.toml"));
    std::fs::write(&path, file(&format!("random-{number}"), &mut choice)).unwrap();
    path.display().to_string()
}
