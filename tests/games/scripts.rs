//! Strategies that are scripts: what they see, what they may not do, how they fail, and that what is remembered of
//! them changes nothing.

mod fields;
mod host;
mod language;
mod limits;
mod memo;
mod tables;

use analyze::dice::RunKey;
use analyze::games::gang::{Deck, Edition, Gang, NoAnswer, Strategy};
use analyze::games::{Fault, Game, Table};
use analyze::input::{BadInput, Source};
use analyze::strategies::{Loaded, Values, read};

const REROLL: &str = "fn reroll(plan, roll) { roll.bosses() }";

/// A script around the body of its `commit`.
fn with_commit(body: &str) -> String {
    format!("const NAME = \"tried\"; const ABOUT = \"is tried\";\nfn commit(view) {{\n{body}\n}}\n{REROLL}")
}

/// A script around the body of its `reroll`; it commits three dice.
fn with_reroll(body: &str) -> String {
    format!(
        "const NAME = \"tried\"; const ABOUT = \"is tried\";\nfn commit(view) {{ view.allowed_up_to(3) }}\nfn reroll(plan, roll) {{\n{body}\n}}"
    )
}

fn load(text: &str) -> Result<Loaded<Gang>, BadInput> {
    read::<Gang>(&Source::new("tried.rhai", text))
}

/// The problems of a script that must have some.
fn problems(text: &str) -> String {
    match load(text) {
        Err(bad) => bad.to_string(),
        Ok(_) => panic!("nothing is wrong with\n{text}"),
    }
}

fn build(text: &str, game: &Gang, given: &[(&str, &str)]) -> Box<dyn Strategy> {
    let loaded = load(text).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
    let given: Vec<_> = given.iter().map(|(key, value)| (Some((*key).to_owned()), (*value).to_owned())).collect();
    let values = Values::read(&loaded.name, &loaded.parameters, &given).unwrap();
    (loaded.build)(&values, game).unwrap()
}

fn gang(players: usize) -> Gang {
    Gang::new(Edition::Bga.rules(), Deck::reconstructed(), players).unwrap()
}

/// Plays a game of the script against itself.
fn play(text: &str) -> Result<(), Fault> {
    let game = gang(2);
    let strategy = build(text, &game, &[]);
    let (block, mut order) = (RunKey::new(1).block(0), game.scratch());
    game.begin_block(block, &mut order);
    game.play(Table { strategies: &[&*strategy], seating: &[0, 0], block }, &mut order, &mut ()).map(drop)
}

/// What a script throws when it commits first in a game.
fn thrown(text: &str) -> String {
    play(text).expect_err("the script throws").returned
}

/// What `reroll` of a script throws.
fn thrown_in_reroll(body: &str, card: &str, shown: &[u8], left: u8) -> String {
    use analyze::games::gang::{PolicyId, Roll};
    let game = gang(3);
    let strategy = build(&with_reroll(body), &game, &[]);
    let card = game.deck().cards.iter().find(|known| known.id == card).unwrap();
    let NoAnswer(text) =
        strategy.reroll(PolicyId(7), &Roll { card, shown: crate::counts(shown), left }).expect_err("it throws");
    text.into()
}
