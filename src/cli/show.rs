//! What is only printed: `analyze show` (strategies, decks and rules as the files that a user would edit, and the words of
//! a game, and which dice to reroll against a card) and `analyze strategies`.
//!
//! The rows of a plan are written as they are made, because there are C(n + 5, 5) of them for n dice: 3 million at 48.

use super::command::{PlanArgs, ShowArgs, StrategiesArgs};
use crate::dice::Counts;
use crate::dice::multisets::MOST_DICE;
use crate::exact::{Advice, MOST_REROLLS, Objective, Turn};
use crate::games::BuiltIn;
use crate::games::gang::{Card, Deck, Gang};
use crate::games::narration::noun;
use crate::input::{file_meant, or_nearest};
use crate::lab::{Description, GameRef, Word};
use crate::options::settings::chosen_game;
use crate::registry::{game, games};
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::{layout, output};
use comfy_table::ContentArrangement;
use comfy_table::presets::ASCII_MARKDOWN;
use std::path::Path;

/// Prints what is asked for.
pub(crate) fn show(args: &ShowArgs) -> Outcome {
    let deck = Deck::reconstructed();
    if args.name != "plan" {
        refuse_options(&args.plan, &args.name)?;
    }
    match args.name.as_str() {
        "plan" => show_plan(args),
        "words" => output::result(&words(chosen_game(args.game)?)),
        "rules" => output::result(&chosen_game(args.game)?.rules_text(args.edition.as_deref())?),
        name if name == deck.id && args.edition.is_some() => {
            refuse(format!("--edition: '{name}' is a deck; only rules have editions"))
        }
        name if name == deck.id => output::result(&deck.shown()),
        name => show_strategy(name, args, &deck.id),
    }
}

/// Prints the file of a strategy: of the game chosen, or of the first that has one of this name.
fn show_strategy(name: &str, args: &ShowArgs, deck: &str) -> Outcome {
    if args.edition.is_some() {
        return refuse(format!("--edition: '{name}' is no rules; only rules have editions"));
    }
    let asked: Vec<GameRef> = args.game.map_or_else(|| games().to_vec(), |game| vec![game]);
    if let Some(text) = asked.iter().find_map(|game| game.strategy_file(name)) {
        return output::result(&text.text);
    }
    if let Some(file) = game(name).and_then(|game| game.file()) {
        return output::result(&file.text);
    }
    let strategies = || asked.iter().flat_map(|game| game.strategies().into_iter().map(move |name| (game, name)));
    if strategies().any(|(_, known)| known == name) {
        return refuse(format!("'{name}' is built into the program: it has no file to show"));
    }
    let files = strategies().filter(|(game, name)| game.strategy_file(name).is_some()).map(|(_, name)| name);
    let mut names = vec!["plan", "rules", "words", deck];
    for name in files {
        // Games have strategies of the same name.
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let elsewhere = games().iter().find(|game| game.strategies().contains(&name));
    let help = match (file_meant(Path::new(name)), elsewhere) {
        _ if Path::new(name).is_file() => {
            "that is a file of yours: an editor shows it, analyze check says what is in it".to_owned()
        }
        (Some(file), _) => format!("did you mean the file '{file}'? An editor shows it"),
        (None, Some(game)) => format!("it is a strategy of {0}: --game {0}", game.name()),
        (None, None) => or_nearest(name, &names),
    };
    refuse(format!("there is nothing called '{name}' to show ({help})"))
}

/// The table of what strategies of a game can see, as `docs/strategies/words-*.md` have it.
fn words(game: GameRef) -> String {
    let mut table = comfy_table::Table::new();
    table.load_style(ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(["word", "is", "unit", "answers", "can be used in", "remembered"]);
    table.add_rows(game.words().into_iter().map(|Word { word, meaning, unit, answers, used_in, remembered }| {
        [format!("`{word}`"), meaning.replace('|', "\\|"), unit, answers, used_in, remembered]
    }));
    if game.conditions().is_empty() {
        return format!("{table}\n");
    }
    let mut conditions = comfy_table::Table::new();
    conditions.load_style(ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled);
    conditions.set_header(["condition of a card", "the roll is invalid if"]);
    conditions.add_rows(game.conditions().iter().map(|(form, meaning)| [format!("`{form}`"), (*meaning).to_owned()]));
    format!("{table}\n\n{conditions}\n")
}

/// Lists the strategies of one game or of all.
pub(crate) fn list(args: &StrategiesArgs) -> Outcome {
    match args.game {
        Some(game) => output::result(&listing(game)?),
        None => games().iter().try_for_each(|&game| output::result(&listing(game)?)),
    }
}

/// The strategies of a game with their parameters, and its line-ups.
fn listing(game: GameRef) -> Result<String, Failure> {
    let mut text = format!("{} (--game {})\n", game.title(), game.name());
    for Description { name, about, parameters } in game.descriptions()?.into_iter().chain(game.best_response()) {
        text.push_str(&layout::item(&format!("  {name:<15}"), &about));
        text.extend(parameters.iter().map(|parameter| layout::item(&" ".repeat(19), parameter)));
    }
    let policies = game.reroll_policies();
    if !policies.is_empty() {
        text.push_str("ways to reroll, which are typed after @: boss:3@odd commits like boss:3 and rerolls odd dice\n");
        text.push_str(&layout::item("  ", &policies.join(", ")));
    }
    text.push_str("default line-ups\n");
    text.extend(game.seats().map(|seats| {
        let players = noun(seats as u64, "player", "players");
        format!("  {seats} {players}: {}\n", game.lineup(seats).join(","))
    }));
    Ok(text)
}

/// So much text is written at a time, in bytes.
const CHUNK: usize = 1 << 16;

/// Refuses the options of a plan where `name` is shown instead.
fn refuse_options(args: &PlanArgs, name: &str) -> Outcome {
    let PlanArgs { card, dice, rolls_left, target, deck, format } = args;
    let given = [
        ("--card", card.is_some()),
        ("--dice", dice.is_some()),
        ("--rolls-left", rolls_left.is_some()),
        ("--target", target.is_some()),
        ("--deck", deck.is_some()),
        ("--format", format.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => refuse(format!("{option}: an option of 'show plan', not of 'show {name}'")),
        None => Ok(()),
    }
}

/// Writes what to do with every roll.
fn show_plan(args: &ShowArgs) -> Outcome {
    if args.edition.is_some() {
        return refuse("--edition: an option of 'show rules', not of 'show plan'");
    }
    if args.game.is_some_and(|game| game.name() != Gang::NAME) {
        return refuse("--game: only gang has plans to show; leave --game out");
    }
    let (args, csv) = (&args.plan, args.plan.format == Some(Format::Csv));
    let deck = match &args.deck {
        Some(named) => Deck::parse(&Deck::source(named)?)?,
        None => Deck::reconstructed(),
    };
    let card = card(args.card.as_deref(), &deck)?;
    let dice = within("--dice", args.dice, 1, u64::from(MOST_DICE), "dice")?;
    let rolls_left = within("--rolls-left", args.rolls_left, 1, u64::from(MOST_REROLLS), "rerolls")?;
    let objective = match args.target {
        None => Objective::ExpectedTotal,
        target => Objective::AtLeast(within("--target", target, 0, u64::from(5 * dice), "points")?),
    };
    let turn = Turn::under(card, dice, rolls_left as u8).map_err(|error| Failure::Usage(error.to_string()))?;
    let advice = turn.advice(|result| objective.value(result));
    let advice = advice.map_err(|error| Failure::Running(format!("cannot solve the turn: {error}")))?;
    let mut text =
        if csv { "roll,keep,reroll,action,value\n".to_owned() } else { opening(&deck, card, &turn, objective) };
    for advice in advice {
        text.push_str(&row(dice, csv, &advice));
        if text.len() >= CHUNK {
            output::result(&text)?;
            text.clear();
        }
    }
    output::result(&text)
}

fn card<'d>(id: Option<&str>, deck: &'d Deck) -> Result<&'d Card, Failure> {
    let ids: Vec<&str> = deck.cards.iter().map(|card| card.id.as_str()).collect();
    let Some(id) = id else {
        let ids = ids.join(", ");
        return refuse(format!("--card is missing: name a card of the deck '{}' ({ids})", deck.id));
    };
    deck.cards.iter().find(|card| card.id == id).ok_or_else(|| {
        let help = or_nearest(id, &ids);
        Failure::Usage(format!("--card: the deck '{}' has no card '{id}' ({help})", deck.id))
    })
}

fn within(option: &str, number: Option<u64>, least: u64, most: u64, what: &str) -> Result<u32, Failure> {
    let number =
        number.ok_or_else(|| Failure::Usage(format!("{option} is missing: say how many {what}, {least} to {most}")))?;
    if !(least..=most).contains(&number) {
        return refuse(format!("{option}: {number} {what}; it must be {least} to {most}"));
    }
    Ok(number as u32)
}

/// What stands above the rows.
fn opening(deck: &Deck, card: &Card, turn: &Turn, objective: Objective) -> String {
    let rerolls = if turn.rerolls() == 1 { "1 reroll".to_owned() } else { format!("{} rerolls", turn.rerolls()) };
    let dice = if turn.dice() == 1 { "1 die".to_owned() } else { format!("{} dice", turn.dice()) };
    let aim = match objective {
        Objective::AtLeast(target) => format!("the highest chance of a valid total of at least {target}"),
        _ => "the highest expected total (an invalid result counts 0)".to_owned(),
    };
    let note = deck.note.as_ref().map_or(String::new(), |note| format!("deck '{}': {note}\n", deck.id));
    format!(
        "{}: {} ({}), {dice}, {rerolls} left\nkept for {aim}; B is the Boss\n{note}\n{}",
        card.id,
        card.condition_text,
        card.trigger,
        columns(turn.dice(), ["roll", "keep", "reroll", "action", "value"])
    )
}

fn row(dice: u32, csv: bool, advice: &Advice) -> String {
    let reroll = advice.roll - advice.keep;
    let action = match reroll.is_empty() {
        _ if advice.over => "exploded",
        true => "stop",
        false => "reroll",
    };
    let [roll, keep, reroll] = [advice.roll, advice.keep, reroll].map(faces);
    if csv {
        return format!("{roll},{keep},{reroll},{action},{:.12}\n", advice.value);
    }
    let value = format!("{:.6}", advice.value);
    columns(dice, [roll.as_str(), or_dash(&keep), or_dash(&reroll), action, value.as_str()])
}

/// A line of the table: three columns as wide as all dice, then the others.
fn columns(dice: u32, [roll, keep, reroll, action, value]: [&str; 5]) -> String {
    let wide = (2 * dice as usize - 1).max("reroll".len());
    format!("{roll:wide$}  {keep:wide$}  {reroll:wide$}  {action:8}  {value:>10}\n")
}

fn or_dash(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}

/// The faces of dice, lowest first like the rows, a Boss as `B`.
fn faces(dice: Counts) -> String {
    let shown: Vec<String> =
        dice.iter().map(|face| if face == 0 { "B".to_owned() } else { face.to_string() }).collect();
    shown.join(" ")
}
