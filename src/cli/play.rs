//! `analyze play`: one game of a run, die by die.

use super::command::PlayArgs;
use super::commentary::Commentary;
use crate::dice::{BlockKey, RunKey};
use crate::driver::records::refuse_altered;
use crate::driver::session::fault_text;
use crate::engines::{EngineKind, SeatingRule, Seatings};
use crate::exact::Prices;
use crate::experiments::entry;
use crate::experiments::regret::prices::judge;
use crate::games;
use crate::games::gang::{Gang, Strategy};
use crate::games::{BuiltIn, Fault, Game, Outcome as Ended, Setting};
use crate::input::{Links, Source};
use crate::lab::{GameRef, as_game};
use crate::options::choices::{EngineChoice, LuckChoice};
use crate::options::games::recorded_game;
use crate::options::settings;
use crate::options::settings::Table;
use crate::record::{Folder, Manifest, Record, SOLVE, hash, read_text};
use crate::strategies::{StrategyError, names_file};
use crate::terminal::choices::one_of;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::numbers::counted;
use crate::terminal::output;
use crate::terminal::solving::Solving;
use std::path::Path;
use std::sync::Arc;

/// Narrates the game.
pub(crate) fn play(args: &PlayArgs) -> Outcome {
    let Some(dir) = &args.run else { return play_in(settings::chosen_game(args.table.game)?, args, None) };
    let manifest = read_manifest(dir)?;
    let game = recorded_game(&manifest).map_err(|error| Failure::Usage(format!("--run: run.json: {error}")))?;
    if args.index >= manifest.runs {
        let (index, runs) = (args.index, manifest.runs);
        return refuse(format!("--index: {index}; the run has {}, counted from 0", counted(runs, "game")));
    }
    play_in(game, args, Some(&manifest))
}

fn play_in(game: GameRef, args: &PlayArgs, recorded: Option<&Manifest>) -> Outcome {
    let table = || table(game, args, recorded);
    if !args.regret {
        return narrate(args, &table()?);
    }
    if game.name() != Gang::NAME {
        return refuse(format!(
            "--regret: the story of a game has prices only in {}; analyze regret has those of games from files",
            Gang::TITLE
        ));
    }
    narrate_priced(args, table()?, recorded.is_some())
}

fn read_manifest(dir: &Path) -> Result<Manifest, Failure> {
    Folder::recover(dir).map_err(|error| Failure::Usage(format!("--run: {error}")))?;
    let path = dir.join("run.json");
    let file = path.display().to_string();
    if !path.exists() {
        return refuse(format!(
            "--run: cannot read '{file}': give the folder that a run was written to, such as reports/gang-3p"
        ));
    }
    let manifest = read_text(&path, Links::Refuse).and_then(|text| Manifest::from_json(&file, &text));
    let manifest = manifest.map_err(|error| Failure::Usage(format!("--run: {error}")))?;
    if manifest.command.as_deref() == Some(SOLVE) {
        return refuse(format!("--run: '{file}' is of a game that was solved; no game was played"));
    }
    let command = manifest.command.as_deref();
    let several = entry(command).filter(|entry| entry.recorded.first().copied() == command);
    if let Some(kind) = several.and_then(|entry| entry.several) {
        return refuse(format!(
            "--run: '{file}' is of a {kind}, whose games have several line-ups; name one with --bots and --seating fixed, \
             with the block for --index"
        ));
    }
    if !manifest.vary.is_empty() {
        return refuse(format!(
            "--run: '{file}' is of a sweep, whose games have several rules; give the options of one combination instead"
        ));
    }
    refuse_altered(&manifest).map_err(|failure| match failure {
        Failure::Usage(text) => Failure::Usage(format!("--run: {text}")),
        failure => failure,
    })?;
    Ok(manifest)
}

/// The table that a manifest describes.
fn recorded_table(game: GameRef, manifest: &Manifest) -> Result<Table, Failure> {
    let usage = |message: String| Failure::Usage(format!("--run: {message}"));
    if !game.seats().contains(&manifest.players) || manifest.lineup.len() != manifest.players {
        return Err(usage(format!(
            "run.json names {} strategies for {} players",
            manifest.lineup.len(),
            manifest.players
        )));
    }
    let game = game.set_up(manifest.players, &recorded_setting(manifest)?)?;
    let missing = game.manifest().into_iter().find(|(name, _)| manifest.resolved.iter().all(|part| part.name != *name));
    if let Some((name, _)) = missing {
        return Err(usage(format!("run.json does not say which {name} the run was played with")));
    }
    if let Some(name) = manifest.lineup.iter().find(|name| names_file(name)) {
        return Err(usage(format!(
            "run.json names the file '{name}'; a record does not choose files: give it in --bots"
        )));
    }
    let (chosen, lineup) = game.find_all(&manifest.lineup).map_err(not_found)?;
    for chosen in &chosen {
        let recorded = manifest.strategies.iter().find(|strategy| strategy.name == chosen.name);
        if recorded.is_none_or(|recorded| recorded.hash != hash(chosen.content.as_bytes())) {
            return Err(usage(format!("strategy '{}' is not what it was when the run was played", chosen.name)));
        }
    }
    let seating = one_of(&manifest.seating, &SeatingRule::NAMES)
        .map_err(|help| usage(format!("run.json has the seating '{}' ({help})", manifest.seating)))?;
    let engine = [EngineKind::Turn, EngineKind::Dice].into_iter().find(|kind| kind.to_string() == manifest.engine);
    let engine =
        engine.ok_or_else(|| usage(format!("run.json has the engine '{}' (valid: turn, dice)", manifest.engine)))?;
    let (seatings, luck, given) = (Seatings::new(seating, &lineup), LuckChoice::Off, Arc::default());
    Ok(Table { seatings, game, chosen, lineup, seating, seed: manifest.seed, engine, luck, given })
}

/// Why a strategy that a manifest names cannot be had; those that were read from files are in none.
fn not_found(error: StrategyError) -> Failure {
    let advice = match error {
        StrategyError::Unknown(..) => {
            "; if it was read from a file, give the file in --bots, with the options of the run instead of --run"
        }
        _ => "",
    };
    Failure::Usage(format!("--run: {error}{advice}"))
}

/// The rules and data that a manifest holds, if they are what they were when it was written.
pub(crate) fn recorded_setting(manifest: &Manifest) -> Result<Setting, Failure> {
    if let Some(part) = manifest.resolved.iter().find(|part| part.hash != hash(part.text.as_bytes())) {
        let name = &part.name;
        return refuse(format!(
            "--run: the {name} in run.json is not the one that was played: it was changed after the run"
        ));
    }
    let part = |name: &str| manifest.resolved.iter().find(|part| part.name == name).map(|part| part.text.clone());
    let source = |name: &str| part(name).map(|text| Source::new(format!("{name} of the run"), text));
    Ok(Setting {
        edition: part("edition"),
        deck: source("deck"),
        rules: source("rules"),
        options: Vec::new(),
        cache: settings::cache(),
        follow: Some(Arc::new(Solving::default())),
    })
}

/// Narrates a game of the table.
fn narrate(args: &PlayArgs, table: &Table) -> Outcome {
    let players = table.players();
    tell(args, table, |seating, block, names, story| players.narrate(table.engine, (seating, block), names, story))
}

/// The same with what decisions cost and what was luck, which is known die by die.
fn narrate_priced(args: &PlayArgs, table: Table, is_recorded: bool) -> Outcome {
    let typed = args.table.rules.engine == EngineChoice::Turn;
    if typed || is_recorded && table.engine == EngineKind::Turn {
        return refuse(
            "--regret: decisions are priced in games that are played die by die, not by the engine 'turn', whose games \
             differ; play with --engine dice",
        );
    }
    let table = Table { engine: EngineKind::Dice, ..table };
    let Some(gang) = as_game::<Gang>(&*table.game) else { return refuse("--regret: decisions have no price here") };
    let solved = judge(gang, || true)?;
    let Some(judge) = solved else { return refuse("--regret: the game was not solved") };
    let prices = Prices::new(&*judge);
    let mut commentary =
        Commentary::new(&prices, gang.seats()).map_err(|error| Failure::Usage(format!("--regret: {error}")))?;
    let strategies: Vec<&dyn Strategy> = table.chosen.iter().filter_map(|chosen| chosen.strategy::<Gang>()).collect();
    tell(args, &table, |seating, block, names, story| {
        let players = games::Table { strategies: &strategies, seating, block };
        gang.narrate_commented(players, names, story, &mut commentary)
    })
}

/// The table of the recorded run, or else the one typed.
fn table(game: GameRef, args: &PlayArgs, recorded: Option<&Manifest>) -> Result<Table, Failure> {
    recorded.map_or_else(|| settings::table(game, &args.table), |manifest| recorded_table(game, manifest))
}

/// Tells a game: where it stands among others, then what `narrate` writes.
fn tell(
    args: &PlayArgs,
    table: &Table,
    narrate: impl FnOnce(&[usize], BlockKey, &[String], &mut String) -> Result<Ended, Fault>,
) -> Outcome {
    let (index, a_block) = (args.index, table.seatings.games());
    let (block, r) = (index / a_block, index % a_block);
    let (seating, names) = (table.seatings.get(r), table.names());
    let mut story = format!(
        "{}, game {index} of seed {}: deal {block}, seating {} of {a_block}, engine {}\n",
        table.game.game().title(),
        table.seed,
        r + 1,
        table.engine
    );
    for note in table.game.notes() {
        story.push_str(&format!("{note}\n"));
    }
    let block = RunKey::new(table.seed).block(block);
    let narrated = narrate(seating, block, &names, &mut story);
    output::result(&story)?;
    narrated.map(drop).map_err(|fault| {
        let name = &names[seating[fault.seat.index()]];
        Failure::Fault(fault_text(name, "", &fault))
    })
}
