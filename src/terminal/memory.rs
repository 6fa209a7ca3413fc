//! What is said of how well decisions are remembered: by `check` beforehand, and after games that were slow.

use super::numbers::grouped;
use crate::engines::drawn::Remembered;
use crate::engines::{Slow, Slowed};
use crate::games::declaration::Unlisted;
use crate::lab::{Chosen, GameRef};

/// How well a strategy's decisions were remembered in so many games, in a line.
pub(crate) fn memory_line(game: GameRef, Remembered { cases, unlisted }: Remembered, games: &str) -> String {
    let remembered = format!("decisions are remembered: {} cases in {games} games", grouped(cases));
    match (cases, unlisted) {
        (0, None) => "\n  decisions are asked for again each time, because all turns are rolled die by die".to_owned(),
        (0, Some(why)) => format!("\n  decisions are asked for again each time, because {}", reason(game, why)),
        (_, None) => format!("\n  {remembered}"),
        (_, Some(why)) => format!("\n  {remembered}; others are asked for each time, because {}", reason(game, why)),
    }
}

fn reason(game: GameRef, why: Unlisted) -> String {
    match why {
        Unlisted::Observable(index) => format!("of '{}'", game.observable(index)),
        Unlisted::Coin => "of a coin of more than 64 sides or tosses".to_owned(),
        Unlisted::Questions => "it asks for more than 64 things".to_owned(),
        Unlisted::Plan => "it makes too many different plans".to_owned(),
    }
}

/// One game in so many that is slow is worth a remark.
const WORTH_A_REMARK: u64 = 10;

/// What made games slow, if many of these were.
pub(crate) fn slow_remark(game: GameRef, slowed: &Slowed, games: u64, chosen: &[Chosen]) -> Option<String> {
    let why = |&(strategy, why): &(usize, Slow)| {
        let name = &chosen[strategy].name;
        match why {
            Slow::Unlisted(why) => format!("'{name}' is asked again each time, because {}", reason(game, why)),
            Slow::Rolled => format!("'{name}' commits more dice than there are tables for"),
            Slow::Draws => format!("'{name}' makes random choices, so that there are no tables of its turns"),
            Slow::Values => format!("'{name}' looks up the value of everything in each turn"),
            Slow::Differ => {
                format!("the turns of '{name}' differ so much that tables of them would hardly be used again")
            }
        }
    };
    let reasons: Vec<String> = slowed.by.iter().map(why).collect();
    let reasons = if reasons.is_empty() { "the rules have numbers above 255".to_owned() } else { reasons.join("; ") };
    let (slow, all) = (grouped(slowed.games), grouped(games));
    (slowed.games > games / WORTH_A_REMARK)
        .then(|| format!("note: {slow} of {all} games were played turn by turn, which is slow: {reasons}"))
}
