//! `analyze play`: one game of a run, die by die.

use super::args::{EngineChoice, PlayArgs, one_of};
use super::commentary::Commentary;
use super::games::{GameRef, game_name};
use super::kept::names_file;
use super::luck::LuckChoice;
use super::numbers::counted;
use super::output::{self, Failure, Outcome, refuse};
use super::regret::judge;
use super::report::refuse_altered;
use super::session::fault_text;
use super::settings::{self, Table};
use super::solving::Solving;
use crate::dice::RunKey;
use crate::engines::{EngineKind, Playable, SeatingRule, Seatings};
use crate::exact::Prices;
use crate::games::gang::Gang;
use crate::games::{self, Fault, Game, Setting};
use crate::input::{Links, Source};
use crate::record::{COMPARE, Folder, Manifest, REGRET, Record, SOLVE, TOURNAMENT, Typed, hash, read_text};
use crate::strategies::{Catalogue, StrategyError, find_all};
use std::path::Path;
use std::sync::Arc;

/// Narrates the game.
pub(super) fn play(args: &PlayArgs) -> Outcome {
    let Some(dir) = &args.run else { return play_in(settings::chosen_game(args.table.game)?, args, None) };
    let manifest = read_manifest(dir)?;
    let game = game_name(&manifest.game).map_err(|error| Failure::Usage(format!("--run: run.json: {error}")))?;
    if args.index >= manifest.runs {
        let (index, runs) = (args.index, manifest.runs);
        return refuse(format!("--index: {index}; the run has {}, counted from 0", counted(runs, "game")));
    }
    play_in(game, args, Some(&manifest))
}

fn play_in(game: GameRef, args: &PlayArgs, recorded: Option<&Manifest>) -> Outcome {
    if !args.regret {
        return (game.play)(args, recorded);
    }
    if game.name != Gang::NAME {
        return refuse(format!("--regret: decisions have a price only in {} so far; leave --regret out", Gang::TITLE));
    }
    narrate_priced(args, recorded)
}

fn read_manifest(dir: &Path) -> Result<Manifest, Failure> {
    Folder::recover(dir).map_err(|error| Failure::Usage(format!("--run: {error}")))?;
    let path = dir.join("run.json");
    let file = path.display().to_string();
    let manifest = read_text(&path, Links::Refuse).and_then(|text| Manifest::from_json(&file, &text));
    let manifest = manifest.map_err(|error| Failure::Usage(format!("--run: {error}")))?;
    if manifest.command.as_deref() == Some(SOLVE) {
        return refuse(format!("--run: '{file}' is of a game that was solved; no game was played"));
    }
    let several = [(COMPARE, "comparison"), (TOURNAMENT, "tournament"), (REGRET, "list of what decisions cost")];
    if let Some((_, kind)) = several.iter().find(|(command, _)| manifest.command.as_deref() == Some(command)) {
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
    refuse_altered(&manifest)?;
    Ok(manifest)
}

/// The table that a manifest describes.
fn recorded_table<G: Catalogue>(manifest: &Manifest) -> Result<Table<G>, Failure> {
    let usage = |message: String| Failure::Usage(format!("--run: {message}"));
    if !G::SEATS.contains(&manifest.players) || manifest.lineup.len() != manifest.players {
        return Err(usage(format!(
            "run.json names {} strategies for {} players",
            manifest.lineup.len(),
            manifest.players
        )));
    }
    let game = G::set_up(manifest.players, &recorded_setting(manifest)?)?;
    let missing = game.manifest().into_iter().find(|(name, _)| manifest.resolved.iter().all(|part| part.name != *name));
    if let Some((name, _)) = missing {
        return Err(usage(format!("run.json does not say which {name} the run was played with")));
    }
    if let Some(name) = manifest.lineup.iter().find(|name| names_file(name)) {
        return Err(usage(format!(
            "run.json names the file '{name}'; a record does not choose files: give it in --bots"
        )));
    }
    let (chosen, lineup) = find_all(&manifest.lineup, &game).map_err(not_found)?;
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
    let (seatings, luck, typed) = (Seatings::new(seating, &lineup), LuckChoice::Off, Typed::default());
    Ok(Table { seatings, game, chosen, lineup, seating, seed: manifest.seed, engine, luck, typed })
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
pub(super) fn recorded_setting(manifest: &Manifest) -> Result<Setting, Failure> {
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

/// Narrates a game of the recorded run, or else at the table typed.
pub(super) fn narrate<G: Catalogue + Playable>(args: &PlayArgs, recorded: Option<&Manifest>) -> Outcome {
    let table = table::<G>(args, recorded)?;
    tell(args, &table, |players, names, story| match table.engine {
        EngineKind::Turn => table.game.narrate_own(players, names, story),
        EngineKind::Dice => table.game.narrate(players, names, story),
    })
}

/// The same with what decisions cost and what was luck, which is known die by die.
fn narrate_priced(args: &PlayArgs, recorded: Option<&Manifest>) -> Outcome {
    let table = table::<Gang>(args, recorded)?;
    let typed = args.table.rules.engine == EngineChoice::Turn;
    if typed || recorded.is_some() && table.engine == EngineKind::Turn {
        return refuse(
            "--regret: decisions are priced in games that are played die by die, not by the engine 'turn', whose games \
             differ; play with --engine dice",
        );
    }
    let solved = judge(&table.game, || true)?;
    let Some(judge) = solved else { return refuse("--regret: the game was not solved") };
    let prices = Prices::new(&*judge);
    let mut commentary =
        Commentary::new(&prices, table.game.seats()).map_err(|error| Failure::Usage(format!("--regret: {error}")))?;
    let table = Table { engine: EngineKind::Dice, ..table };
    tell(args, &table, |players, names, story| table.game.narrate_commented(players, names, story, &mut commentary))
}

fn table<G: Catalogue + Playable>(args: &PlayArgs, recorded: Option<&Manifest>) -> Result<Table<G>, Failure> {
    recorded.map_or_else(|| settings::table::<G>(&args.table), recorded_table)
}

/// Tells a game: where it stands among others, then what `narrate` writes.
fn tell<G: Catalogue + Playable>(
    args: &PlayArgs,
    table: &Table<G>,
    narrate: impl FnOnce(games::Table<'_, G::Strategy>, &[String], &mut String) -> Result<games::Outcome, Fault>,
) -> Outcome {
    let (index, a_block) = (args.index, table.seatings.games());
    let (block, r) = (index / a_block, index % a_block);
    let (seating, names) = (table.seatings.get(r), table.names());
    let strategies = table.strategies();
    let mut story = format!(
        "{}, game {index} of seed {}: deal {block}, seating {} of {a_block}, engine {}\n",
        G::TITLE,
        table.seed,
        r + 1,
        table.engine
    );
    for note in table.game.notes() {
        story.push_str(&format!("{note}\n"));
    }
    let block = RunKey::new(table.seed).block(block);
    let players = games::Table { strategies: &strategies, seating, block };
    let narrated = narrate(players, &names, &mut story);
    output::result(&story)?;
    narrated.map(drop).map_err(|fault| {
        let name = &names[seating[fault.seat.index()]];
        Failure::Fault(format!("strategy '{name}' is at fault in {}", fault_text(&fault)))
    })
}
