//! `analyze show`: decks and rules as the files that a user would edit; best plans are for `show_plan`.

use super::args::ShowArgs;
use super::error::{Failure, Outcome};
use super::games::WithGame;
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
        name => {
            let help = or_nearest(name, &["plan", "rules", &deck.id]);
            Err(Failure::Usage(format!("there is nothing called '{name}' to show ({help})")))
        }
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
