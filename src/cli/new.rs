//! `analyze new`: files to begin with, of a game or of a strategy.

use super::command::{NewArgs, NewKind};
use crate::input::or_nearest;
use crate::options::settings::chosen_game;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::{new_file, output};
use analyze_ruled::{SHIPPED, Shipped};

/// The game that a new one is like, unless somebody says which.
const LIKE: &str = "threes";

/// Writes the file, which must be new.
pub(crate) fn new(args: &NewArgs) -> Outcome {
    match &args.kind {
        NewKind::Game { name, like } => {
            let text = game(name, like.as_deref().unwrap_or(LIKE))?;
            let file = write(name, &text)?;
            output::result(&format!(
                "wrote {file}\nto check it: analyze check {file}\nto play it: analyze --game {file} --runs 1e5\n"
            ))
        }
        NewKind::Strategy { name, game, like } => {
            let game = chosen_game(*game)?;
            let text = game.template(name, like.as_deref());
            let file = write(name, &text.map_err(|error| Failure::strategy("--like", error))?)?;
            let of = game.typed();
            output::result(&format!(
                "wrote {file}\nto check it: analyze check {file} --game {of}\nto play it: analyze --game {of} --bots {file} --runs 1e5\n"
            ))
        }
    }
}

/// Copies the file of a built-in game under a new name.
fn game(name: &str, like: &str) -> Result<String, Failure> {
    let names: Vec<&str> = SHIPPED.iter().map(|shipped| shipped.name).collect();
    let shipped = Shipped::find(like).ok_or_else(|| {
        Failure::Usage(format!("--like: there is no game '{like}' to begin with ({})", or_nearest(like, &names)))
    })?;
    let mut text =
        format!("# {name}: made from {like}. Change what you like; docs/reference/game-files.md has the language.\n");
    for line in shipped.text.lines() {
        let own = match line {
            line if line.starts_with("game = ") => format!("game = \"{name}\""),
            line if line.starts_with("title = ") => format!("title = \"{name}\""),
            line => line.to_owned(),
        };
        text += &own;
        text.push('\n');
    }
    Ok(text)
}

/// Writes NAME.toml, unless there is such a file.
fn write(name: &str, text: &str) -> Result<String, Failure> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(fits) || name.len() > 40 {
        return refuse(format!(
            "NAME: '{name}' cannot be a name: use up to 40 small letters, digits and '-', beginning with a letter"
        ));
    }
    let file = format!("{name}.toml");
    new_file::write(&file, text, "")?;
    Ok(file)
}
