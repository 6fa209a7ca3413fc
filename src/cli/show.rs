//! `analyze show`: strategies, decks and rules as the files that a user would edit; best plans are for `show_plan`.

use super::args::ShowArgs;
use super::error::{Failure, Outcome};
use super::games::{GameName, WithGame};
use super::output;
use super::settings::chosen_game;
use super::show_plan;
use crate::games::Setting;
use crate::games::gang::Deck;
use crate::input::or_nearest;
use crate::simulate::Playable;
use crate::strategies::Shelf;

/// Prints what is asked for.
pub(super) fn show(args: &ShowArgs) -> Outcome {
    let deck = Deck::reconstructed();
    if args.name != "plan" {
        show_plan::refuse_options(&args.plan, &args.name)?;
    }
    match args.name.as_str() {
        "plan" => show_plan::show(args),
        "rules" => chosen_game(args.game)?.run(ShowRules(args)),
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
    let (mut file, mut names, mut built_in) = (None, vec!["plan", "rules", deck], false);
    for (_, game) in GameName::NAMES.iter().filter(|(_, game)| args.game.is_none_or(|chosen| chosen == *game)) {
        game.run(Find { name, file: &mut file, names: &mut names, built_in: &mut built_in })?;
    }
    match file {
        Some(text) => output::result(text),
        None if built_in => Err(Failure::Usage(format!("'{name}' is built into the program: it has no file to show"))),
        None => Err(Failure::Usage(format!("there is nothing called '{name}' to show ({})", or_nearest(name, &names)))),
    }
}

struct Find<'a, 'n> {
    name: &'a str,
    file: &'a mut Option<&'static str>,
    names: &'a mut Vec<&'n str>,
    built_in: &'a mut bool,
}

impl WithGame for Find<'_, '_> {
    fn with<G: Shelf + Playable>(self) -> Outcome {
        let files = || G::files().iter().chain(G::scripts());
        let file = files().find(|file| file.name == self.name).map(|file| file.text);
        *self.file = self.file.or(file);
        *self.built_in |= G::entries().iter().any(|entry| entry.name == self.name);
        self.names.extend(files().map(|file| file.name));
        Ok(())
    }
}

struct ShowRules<'a>(&'a ShowArgs);

impl WithGame for ShowRules<'_> {
    fn with<G: Shelf + Playable>(self) -> Outcome {
        let setting = Setting { edition: self.0.edition.clone(), ..Setting::default() };
        let game = G::set_up(G::DEFAULT_SEATS, &setting)?;
        output::result(&game.rules_text())
    }
}
