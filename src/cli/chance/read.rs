//! The texts of the options of `analyze chance`: faces, conditions, policies, numbers of dice.

use crate::dice::Face;
use crate::games::gang::{Amount, Condition};
use crate::games::{DieFace, KindOfDice};
use crate::options::axis::Axis;
use crate::options::games::game_name;
use crate::strategies::is_file;
use crate::terminal::failure::{Failure, refuse};
use analyze_ruled::{Counted, Pick, Throw, Wanted};

/// The most faces of a die, and the largest number that one shows.
const MOST_FACES: usize = 100;
const MOST_NUMBER: i64 = 1_000;
/// The most dice.
const MOST_DICE: usize = 1_000;

/// The items of a list with commas.
pub(super) fn list(text: &str) -> Vec<&str> {
    text.split(',').map(str::trim).collect()
}

/// The faces of a die: a list of numbers and names, a range, or the die of a game. A face that stands there twice counts twice.
pub(super) fn faces(text: &str) -> Result<Vec<DieFace>, Failure> {
    if is_file(text.split(':').next().unwrap_or_default()) {
        return die_of_game(text);
    }
    let names: Vec<String> = match (text.contains(".."), text.contains(',')) {
        (true, _) => axis("faces", text)?,
        (false, true) => list(text).into_iter().map(str::to_owned).collect(),
        (false, false) => return die_of_game(text),
    };
    if names.len() > MOST_FACES {
        return refuse(format!("--faces: '{text}' has more than {MOST_FACES} faces, the most of a die"));
    }
    if names.is_empty() || names.iter().any(String::is_empty) {
        return refuse(format!("--faces: '{text}' is no list of 1 to {MOST_FACES} faces; write 1,2,3,star or 1..6"));
    }
    let far = names.iter().find(|name| name.parse().is_ok_and(|number: i64| number.abs() > MOST_NUMBER));
    if let Some(far) = far {
        return refuse(format!("--faces: {far} is not a number from -{MOST_NUMBER} to {MOST_NUMBER}"));
    }
    Ok(together(KindOfDice::new("", names).faces))
}

/// The die of a game: `pig`, or `battle:red` where there are several kinds.
fn die_of_game(text: &str) -> Result<Vec<DieFace>, Failure> {
    let (game, kind) = match text.split_once(':') {
        Some((game, kind)) => (game, Some(kind)),
        None => (text, None),
    };
    let found = game_name(game).map_err(|why| {
        Failure::Usage(format!(
            "--faces: '{text}' is no list of faces such as 1,2,3,star, no range such as 1..6, and {why}"
        ))
    })?;
    let kinds = found.dice();
    let die = match (kind, &kinds[..]) {
        (None, [only]) => Some(only),
        (None, _) => None,
        (Some(name), _) => kinds.iter().find(|kind| kind.name == name),
    };
    let Some(die) = die else {
        let names: Vec<String> = kinds.iter().map(|kind| format!("{game}:{}", kind.name)).collect();
        return refuse(match &kinds[..] {
            [_] => format!("--faces: {} has one kind of dice; write {game}", found.title()),
            _ => format!("--faces: '{text}' must say which die of {} (valid: {})", found.title(), names.join(", ")),
        });
    };
    Ok(together(die.faces.clone()))
}

/// The faces, each once, with the weights of those that are the same together.
fn together(faces: Vec<DieFace>) -> Vec<DieFace> {
    let mut all: Vec<DieFace> = Vec::new();
    for face in faces {
        match all.iter_mut().find(|known| known.name == face.name) {
            Some(known) => known.weight += face.weight,
            None => all.push(face),
        }
    }
    all
}

/// The values of a key, as `--vary` takes them.
fn axis(key: &str, values: &str) -> Result<Vec<String>, Failure> {
    let axis = Axis::parse(&format!("{key}={values}"));
    Ok(axis.map_err(|why| Failure::Usage(format!("--{key}: '{values}': {why}")))?.values)
}

/// The numbers of dice in `dice=A..B`, or in another form of values.
pub(super) fn numbers(text: &str) -> Result<Vec<usize>, Failure> {
    let wrong =
        || Failure::Usage(format!("--vary: '{text}' must be dice=A..B with 1 to {MOST_DICE} dice, such as dice=1..10"));
    let values = axis("dice", text.strip_prefix("dice=").ok_or_else(wrong)?)?;
    let number = |value: &String| value.parse().ok().filter(|n| (1..=MOST_DICE).contains(n)).ok_or_else(wrong);
    values.iter().map(number).collect()
}

/// The dice that count: `highest:3` or `lowest:1`.
pub(super) fn counted(text: &str) -> Result<Counted, Failure> {
    let (which, n) = text.split_once(':').unwrap_or((text, ""));
    match (which, n.parse::<usize>()) {
        ("highest", Ok(n @ 1..)) => Ok(Counted::Highest(n)),
        ("lowest", Ok(n @ 1..)) => Ok(Counted::Lowest(n)),
        _ => refuse(format!("--keep: '{text}' must be highest:N or lowest:N, for example highest:3")),
    }
}

/// The policies of a list, each with its name.
pub(super) fn policies(text: &str) -> Result<Vec<(String, Pick)>, Failure> {
    list(text).into_iter().map(|name| Ok((name.to_owned(), policy(name)?))).collect()
}

fn policy(name: &str) -> Result<Pick, Failure> {
    Ok(match name {
        "stand" => Pick::Nothing,
        "all" => Pick::All,
        "named" => Pick::Named,
        "odd" => Pick::Odd,
        "lowest" => Pick::Lowest,
        _ => match name.strip_prefix("below:").and_then(|number| number.parse().ok()) {
            Some(number) => Pick::Below(number),
            None => {
                return refuse(format!(
                    "--policies: there is no policy '{name}' (valid: stand, all, named, odd, lowest, below:N)"
                ));
            }
        },
    })
}

/// A condition of a card, or else of a game file.
pub(super) fn condition(throw: &Throw, sides: &[DieFace], text: &str) -> Result<Wanted, Failure> {
    let error = match text.parse::<Condition>() {
        Ok(condition) => return Ok(throw.condition("--condition", &formula(&condition, sides))?),
        Err(error) => error,
    };
    // Only conditions of cards have a colon or a semicolon, and only they can be one word, or a word with a number.
    let is_of_card = text.contains([':', ';']) || text.replace(">=", "").chars().all(char::is_alphanumeric);
    throw.condition("--condition", text).map_err(|bad| match is_of_card {
        true => {
            let help = error.help.map(|help| format!("; {help}")).unwrap_or_default();
            Failure::Usage(format!("--condition: '{text}': {}{help}", error.message))
        }
        false => bad.into(),
    })
}

/// The condition of a card as a formula of game files, for dice with these faces.
fn formula(condition: &Condition, sides: &[DieFace]) -> String {
    let joined = |parts: &[Condition], word: &str| {
        let parts: Vec<String> = parts.iter().map(|part| formula(part, sides)).collect();
        format!("({})", parts.join(word))
    };
    match condition {
        Condition::AtLeast(amount, least) => format!("({} >= {least})", amount_of(*amount, sides)),
        Condition::Any(values) => {
            let any = count(sides, |value| (1..=5).any(|v| i64::from(v) == value && values.has(v)));
            format!("({any} >= 1)")
        }
        Condition::All(parts) => joined(parts, " and "),
        Condition::Either(parts) => joined(parts, " or "),
        Condition::Not(part) => format!("(not {})", formula(part, sides)),
    }
}

fn amount_of(amount: Amount, sides: &[DieFace]) -> String {
    match amount {
        Amount::Sum => "sum".to_owned(),
        Amount::Run => "run".to_owned(),
        Amount::Distinct => "kinds".to_owned(),
        Amount::Same => "alike".to_owned(),
        Amount::Odd => count(sides, |value| value % 2 != 0),
        Amount::Even => count(sides, |value| value % 2 == 0),
        Amount::Count(face) => count(sides, |value| value == i64::from(face as Face)),
    }
}

/// How many dice show a number like this, as a formula.
fn count(sides: &[DieFace], is_counted: impl Fn(i64) -> bool) -> String {
    let counted = sides.iter().filter(|side| side.value.is_some_and(&is_counted));
    let counts: Vec<String> = counted.map(|side| format!("count({})", side.name)).collect();
    if counts.is_empty() { "0".to_owned() } else { format!("({})", counts.join(" + ")) }
}
