//! `analyze tune STRATEGY`: the best values of its parameters, and whether they are better than the default ones.
//!
//! Owns the command from its arguments to its files. What it validates is in `tune_config`, the games are in `tune_race`.

use super::args::STRATEGIES;
use super::choices::Format;
use super::compare_config::in_a_path;
use super::default_folder::default_folder;
use super::differences::about;
use super::failure::{Failure, Outcome, refuse};
use super::kept::{by_name, inputs};
use super::named_game::game_among;
use super::numbers::{counted, grouped};
use super::output::formatted;
use super::remarks::{lines, more_rows};
use super::replace::Extent;
use super::resume::{Wanted, first_blocks};
use super::session::{self, Session, origin};
use super::tune_args::{TuneArgs, TunedArgs};
use super::tune_config::{TuneConfig, config};
use super::tune_game::{self, tune_game};
use super::tune_race::Race;
use super::typed_command::nothing_finished;
use super::{settings, typed};
use crate::lab::GameRef;
use crate::page::{PAGE, tune_page};
use crate::record::{
    INTERRUPTED, Manifest, RUNS, Record, TUNE, Terms, TestRecord, TuneTallies, Typed, VariedKey, why_as_played,
};
use crate::report::{self, luck_of_tuning, short_tune_table, to_terminal, to_type, tune_sentences, tune_table};
use crate::strategies::names_file;
use std::path::PathBuf;

/// What is tuned, if it is no strategy.
const GAME: &str = "game";
/// The most rows that a terminal is shown.
const ROWS: usize = 12;

/// Tunes as typed.
pub(super) fn tune(args: &TuneArgs) -> Outcome {
    if args.tuned.strategy == GAME {
        return tune_game(args);
    }
    let game = game_of(args)?;
    let typed = &args.tuned;
    let (config, threads) = (config(game, typed)?, settings::threads(args.playing.threads)?);
    let of_run = Kept::of(&config, typed)?;
    let out = args.out.clone().unwrap_or_else(|| default_out(&config, typed, &of_run));
    let session = Session::begin(&out, &args.playing.output, None, 0, 0)?;
    session.save_every(args.playing.saving.time()?);
    let wanted = Wanted {
        blocks: u64::MAX,
        extent: Extent {
            experiment: Some(experiment(&config, typed, &of_run).experiment()),
            runs: config.budget,
            // Where nobody won more than the default, the test is not played.
            least: config.race_games(),
            until: None,
        },
        output: args.playing.output,
        manifest: |tallies: &TuneTallies| manifest(&config, typed, &of_run, tallies),
    };
    let before: Option<TuneTallies> = first_blocks(args.playing.saving.resume, session.folder(), &wanted)?;
    let before = before.unwrap_or_else(|| config.tallies());
    if before.budget != config.budget {
        let (there, here) = (grouped(before.budget), grouped(config.budget));
        return refuse(format!("--resume: --runs {there} there, {here} here: a race of other length has other rungs"));
    }
    let save = |tallies: &TuneTallies| session.save(&manifest(&config, typed, &of_run, tallies), tallies);
    let todo = config.budget.saturating_sub(before.games());
    let tallies = session.watch(todo, "games", |control, _| {
        Race { config: &config, args: typed, threads, control, save: &save, before }.play()
    })?;
    if tallies.rungs.is_empty() {
        return Err(nothing_finished());
    }
    let manifest = manifest(&config, typed, &of_run, &tallies);
    let mut files = tables_of(&tallies, &manifest);
    files.push(("tallies.json".to_owned(), tallies.to_json()));
    let manifest = manifest.of_files(&files);
    let stopped = (!tallies.is_complete).then(|| counted(tallies.games(), "game"));
    // As it was typed here, folders and all; a record knows files by their names alone.
    let default = &config.candidates[0].chosen;
    let as_typed = Typed { strategies: vec![(default.name.clone(), default.typed.clone())], ..Typed::default() };
    let typed = |name: &str| as_typed.strategy(name);
    let result = shown_result(&tallies, &manifest, typed, args.playing.output.format);
    session.end(&files, &manifest, &result, stopped, &[])
}

/// Refuses what could not be tuned.
pub(super) fn checked(args: &TuneArgs) -> Outcome {
    if args.tuned.strategy == GAME { tune_game::checked(args) } else { config(game_of(args)?, &args.tuned).map(drop) }
}

/// The game of the strategy that is tuned.
fn game_of(args: &TuneArgs) -> Result<GameRef, Failure> {
    let tuned = &args.tuned;
    if !args.vary.is_empty() || !args.target.is_empty() || args.bots.is_some() {
        return refuse("tune: --vary, --target and --bots are for 'tune game'; a strategy is tuned with --param");
    }
    if tuned.parameters.is_empty() {
        return refuse("--param is missing: say which values are tried, for example --param above=5..25");
    }
    let against = tuned.against.as_deref().unwrap_or_default();
    match tuned.seats.game {
        Some(game) => Ok(game),
        None => game_among(TUNE, std::slice::from_ref(&tuned.strategy), against),
    }
}

/// The files of the tables and the page, name and content.
pub(super) fn tables_of(tallies: &TuneTallies, manifest: &Manifest) -> Vec<(String, String)> {
    let mut files = report::tune_files(tallies, &origin(manifest));
    files.push((PAGE.to_owned(), tune_page(tallies, manifest, &about(manifest))));
    files
}

/// What is kept of the command beside what else is in its manifest.
struct Kept {
    options: Vec<(String, String)>,
    inputs: Vec<crate::record::Part>,
    /// How it was typed.
    typed: Typed,
}

impl Kept {
    fn of(config: &TuneConfig, args: &TunedArgs) -> Result<Kept, Failure> {
        let mut options = vec![
            ("game".to_owned(), config.game.name().to_owned()),
            ("engine".to_owned(), config.engine.to_string()),
            ("runs".to_owned(), config.budget.to_string()),
            ("players".to_owned(), config.game.seats().to_string()),
            ("seed".to_owned(), args.seed.to_string()),
        ];
        options.extend(args.rules.edition.iter().map(|edition| ("edition".to_owned(), edition.clone())));
        options.extend(args.rules.options.iter().map(|(key, value)| ("rule".to_owned(), format!("{key}={value}"))));
        options.extend(args.luck.typed().map(|(name, choice)| (name.to_owned(), choice)));
        let (strategy, typed) = (&config.candidates[0].record.name, &args.strategy);
        options.push((STRATEGIES.to_owned(), by_name(typed, strategy).to_owned()));
        match &args.against {
            _ if args.mirror => options.push(("mirror".to_owned(), String::new())),
            Some(against) if !against.iter().any(|one| names_file(one)) => {
                options.push(("against".to_owned(), against.join(",")));
            }
            _ => options.push(("against".to_owned(), config.field_names().join(","))),
        }
        let chosen = std::iter::once(&config.candidates[0].chosen).chain(&config.others);
        let typed = typed::of_tuned(&options, args, chosen);
        Ok(Kept { options, inputs: inputs(&args.rules)?, typed })
    }
}

/// The manifest of these tallies, without its files.
fn manifest(config: &TuneConfig, args: &TunedArgs, kept: &Kept, tallies: &TuneTallies) -> Manifest {
    Manifest {
        runs: tallies.games(),
        blocks: tallies.blocks(),
        until: (!tallies.is_complete).then(|| INTERRUPTED.to_owned()),
        signature: tallies.signature(),
        luck_as_played: why_as_played(&tallies.notes).map(str::to_owned),
        ..experiment(config, args, kept)
    }
}

/// What of the manifest decides the games.
fn experiment(config: &TuneConfig, args: &TunedArgs, kept: &Kept) -> Manifest {
    let default = &config.candidates[0].chosen;
    let chosen = std::iter::once(default).chain(&config.others);
    let strategies = chosen.map(|chosen| crate::record::NamedHash::new(&chosen.name, &chosen.content)).collect();
    let vary = config.tuned.iter().map(|tuned| VariedKey {
        key: format!("{}.{}", default.name, tuned.axis.key),
        values: if tuned.is_range { vec![tuned.typed.clone()] } else { tuned.axis.values.clone() },
        texts: Vec::new(),
    });
    Manifest {
        command: Some(TUNE.to_owned()),
        arms: vec![default.name.clone()],
        fields: vec![config.field_names()],
        vary: vary.collect(),
        luck: args.luck.recorded(),
        options: kept.options.clone(),
        inputs: kept.inputs.clone(),
        strategies,
        terms: test_terms(),
        seating: "each candidate at every seat in turn, the field after it, all on the same draws".to_owned(),
        intervals: "95 %: Student, mean of each block, blocks fixed beforehand; those of the race are of each candidate alone; \
                    if it was cut off, asymptotic confidence sequence"
            .to_owned(),
        ..session::manifest(&*config.game, (&[], kept.typed.clone()), args.seed, config.engine)
    }
}

/// By what the test is judged.
fn test_terms() -> Option<Terms> {
    let (margin, alpha) = ("0".parse().ok()?, "0.05".parse().ok()?);
    let (until, test) = (RUNS.to_owned(), TestRecord::Student);
    Some(Terms { until, test, margin, alpha, win_shares_alone: false, beta: None })
}

/// Where the files go if nobody says where.
fn default_out(config: &TuneConfig, args: &TunedArgs, kept: &Kept) -> PathBuf {
    let name = in_a_path(&config.candidates[0].record.name);
    default_folder(&format!("{TUNE}-{name}"), &experiment(config, args, kept), None)
}

/// What standard output shows.
pub(super) fn shown_result(
    tallies: &TuneTallies,
    manifest: &Manifest,
    typed: impl Fn(&str) -> String,
    format: Format,
) -> String {
    let text = || {
        let keys = tallies.parameters.join(", ");
        let heading = format!(
            "{}, {} players: {} tuned by {keys} against {}, {} candidates, {} games, seed {}, engine {}",
            about(manifest).game(),
            tallies.players,
            tallies.candidates[0].name,
            tallies.against,
            grouped(tallies.candidates.len() as u64 - 1),
            grouped(tallies.games()),
            manifest.seed,
            manifest.engine
        );
        let said = tune_sentences(tallies, grouped).join("\n");
        let table = to_terminal(&short_tune_table(tallies, ROWS));
        let to_type = to_type(tallies, typed).map_or_else(String::new, |said| said + "\n");
        format!("{heading}\n\n{table}\n{said}\n{to_type}\n{}", notes(tallies))
    };
    formatted(&tune_table(tallies).of(&origin(manifest)), format, text)
}

fn notes(tallies: &TuneTallies) -> String {
    let left_out = tallies.candidates.len().saturating_sub(ROWS);
    let more = (left_out > 0).then(|| more_rows(left_out, "tune.csv"));
    let race = grouped(tallies.race_games());
    let test = grouped(tallies.games() - tallies.race_games());
    let fixed = [
        format!("{race} games for the race, in which the better half of each rung goes on, and {test} for the test of its winner"),
        "diff: win share less that of the default, on the same draws; a tie of k counts 1/k".to_owned(),
        "in brackets: 95 % intervals; those of the race are of each candidate alone, and of the highest of many too high on average".to_owned(),
    ];
    lines(more.iter().chain(&fixed).chain(&luck_of_tuning(tallies)).chain(&tallies.notes))
}
