//! `analyze show`: strategies, decks and rules as the files that a user would edit; best plans are for `show_plan`.

use super::args::ShowArgs;
use super::error::{Failure, Outcome};
use super::games::{GAMES, GameRef};
use super::output;
use super::settings::chosen_game;
use super::show_plan;
use crate::games::gang::Deck;
use crate::games::{Game, Setting};
use crate::input::or_nearest;

/// Prints what is asked for.
pub(super) fn show(args: &ShowArgs) -> Outcome {
    let deck = Deck::reconstructed();
    if args.name != "plan" {
        show_plan::refuse_options(&args.plan, &args.name)?;
    }
    match args.name.as_str() {
        "plan" => show_plan::show(args),
        "words" => output::result(&(chosen_game(args.game)?.words)()),
        "rules" => output::result(&(chosen_game(args.game)?.rules)(args.edition.as_deref())?),
        name if name == deck.id && args.edition.is_some() => {
            Err(Failure::Usage(format!("--edition: '{name}' is a deck; only rules have editions")))
        }
        name if name == deck.id => output::result(&deck.text),
        name => show_strategy(name, args, &deck.id),
    }
}

/// Prints the file of a strategy: of the game chosen, or of the first that has one of this name.
fn show_strategy(name: &str, args: &ShowArgs, deck: &str) -> Outcome {
    if args.edition.is_some() {
        return Err(Failure::Usage(format!("--edition: '{name}' is no rules; only rules have editions")));
    }
    let games: Vec<GameRef> = args.game.map_or_else(|| GAMES.iter().collect(), |game| vec![game]);
    if let Some(text) = games.iter().find_map(|game| (game.strategy_file)(name)) {
        return output::result(&text.text);
    }
    let strategies = || games.iter().flat_map(|game| (game.strategies)().into_iter().map(move |name| (game, name)));
    if strategies().any(|(_, known)| known == name) {
        return Err(Failure::Usage(format!("'{name}' is built into the program: it has no file to show")));
    }
    let files = strategies().filter(|(game, name)| (game.strategy_file)(name).is_some()).map(|(_, name)| name);
    let names: Vec<&str> = ["plan", "rules", "words", deck].into_iter().chain(files).collect();
    Err(Failure::Usage(format!("there is nothing called '{name}' to show ({})", or_nearest(name, &names))))
}

/// The rules of a game as a file.
pub(super) fn rules<G: Game>(edition: Option<&str>) -> Result<String, Failure> {
    let setting = Setting { edition: edition.map(str::to_owned), ..Setting::default() };
    Ok(G::set_up(G::DEFAULT_SEATS, &setting)?.rules_text())
}
