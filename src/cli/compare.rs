//! `analyze compare`: is one strategy better than another, by how much, and how sure is that.
//!
//! Owns the command from its arguments to its files. What the plan is made of is in `compare_plan`.

use super::args::Format;
use super::compare_args::{CompareArgs, Until};
use super::compare_config::{CompareConfig, config};
use super::compare_game::game_of;
use super::error::{Failure, Outcome};
use super::numbers::grouped;
use super::output::formatted;
use super::progress::{Note, Progress};
use super::session::{Session, fault_text, file_hashes, nothing_finished, parts, remark_on_rounding, strategy_hashes};
use crate::games::Game;
use crate::record::{COMPARE, CompareTallies, FORMAT, Manifest, PairedSums, Record, TestRecord};
use crate::report::{self, compare as judged, compare::Metric};
use crate::simulate::{self, Control, DiceEngine, EngineKind, Finished, GameFault, Next, PairedJob, Playable};
use crate::stats::looks;
use crate::strategies::Catalogue;
use std::sync::Arc;

/// Compares as typed.
pub(super) fn compare(args: &CompareArgs) -> Outcome {
    (game_of(args)?.compare)(args)
}

/// Compares strategies of this game.
pub(super) fn compare_in<G: Catalogue + Playable>(args: &CompareArgs) -> Outcome {
    let config = config::<G>(args)?;
    if let (false, None, Some(asked)) = (args.output.quiet, args.until, args.runs) {
        remark_on_rounding(asked, config.blocks, config.players() as u64);
    }
    let session = Session::begin(&config.out, &args.output)?;
    let Finished { tally: sums, complete } = play(&config, args, &session.control)?;
    if sums.blocks == 0 {
        return Err(nothing_finished());
    }
    let tallies = config.tallies(sums);
    let failed = |error: &dyn std::fmt::Display| Failure::Running(format!("cannot write the tables: {error}"));
    let mut files = judged::compare_files(&tallies).map_err(|error| failed(&error))?;
    files.push(("tallies.json".to_owned(), tallies.to_json()));
    let manifest = manifest(&config, &tallies, &files);
    let result = shown_result::<G>(&tallies, &manifest, args.output.format)?;
    let stopped = (!complete).then(|| format!("{} games of each strategy", grouped(tallies.games_an_arm())));
    session.end(&files, &manifest, &result, stopped, &remarks_on_more(&config, args, &tallies))
}

fn play<G: Catalogue + Playable>(
    config: &CompareConfig<G>,
    args: &CompareArgs,
    control: &Arc<Control>,
) -> Result<Finished<PairedSums>, Failure> {
    let strategies: Vec<&G::Strategy> = config.chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let pairing = &config.pairing;
    let job = PairedJob { pairing, seed: args.seed, blocks: config.blocks };
    let note = Note::default();
    let games = config.blocks.saturating_mul(pairing.games());
    let progress = Progress::follow(&args.output, games, "games", control, &note);
    let look = |sums: &PairedSums| at_look(config, &note, sums);
    let own = || config.game.own_engine(&strategies).filter(|_| config.engine != EngineKind::Dice);
    let finished = match own() {
        Some(engine) => simulate::compare(job, &engine, config.threads, control, looks(), look),
        None => {
            let engine = DiceEngine { game: &config.game, strategies: &strategies };
            simulate::compare(job, &engine, config.threads, control, looks(), look)
        }
    };
    drop(progress);
    finished.map_err(|fault| Failure::Fault(describe(&fault, config, args)))
}

/// Shows how sure the difference is by now, and says whether that is enough.
fn at_look<G: Catalogue>(config: &CompareConfig<G>, note: &Note, sums: &PairedSums) -> Next {
    let tallies = config.tallies(sums.clone());
    let contrasts = config.watching.contrasts(&tallies);
    let shares = contrasts.iter().filter(|row| row.metric == Metric::WinShare);
    let widest = shares.filter_map(|row| row.difference).filter_map(|it| Some((it.value, it.interval?.width() / 2.0)));
    if let Some((value, half)) = widest.max_by(|a, b| a.1.total_cmp(&b.1)) {
        note.write(&format!("difference {value:.5} ± {half:.5}"));
    }
    let enough = match config.until {
        None => false,
        Some(Until::Verdict) => judged::is_decided(&config.judge.contrasts(&tallies)),
        Some(Until::StandardError(most)) => {
            config.judge.largest_standard_error(&tallies).is_some_and(|error| error <= most.value())
        }
    };
    if enough { Next::Stop } else { Next::PlayOn }
}

/// A fault in words, with the command that shows its game.
fn describe<G: Catalogue>(found: &GameFault, config: &CompareConfig<G>, args: &CompareArgs) -> String {
    let GameFault { index, strategy, fault } = found;
    let (block, game) = (index / config.pairing.games(), index % config.pairing.games());
    let lineup = config.pairing.lineup(game).iter().map(|&index| config.chosen[index].typed.clone());
    format!(
        "strategy '{}' is at fault in block {block} of seed {}, {}\nnothing was written; to see the game: {}",
        config.chosen[*strategy].name,
        args.seed,
        fault_text(fault),
        config.play_command(args, &lineup.collect::<Vec<_>>(), block)
    )
}

/// How to go on where something is undecided.
fn remarks_on_more<G: Catalogue>(
    config: &CompareConfig<G>,
    args: &CompareArgs,
    tallies: &CompareTallies,
) -> Vec<String> {
    if judged::is_decided(&config.judge.contrasts(tallies)) {
        return Vec::new();
    }
    let command = config.continue_command(args);
    let go_on = format!("undecided; to play the same games and further ones until there is a verdict:\n  {command}");
    let wider = "note: that reports a confidence sequence, whose intervals are wider: Student's are for a number of games \
                 fixed beforehand, and do not hold if one goes on because of what they say";
    let wider = config.until.is_none().then(|| wider.to_owned());
    std::iter::once(go_on).chain(wider).collect()
}

fn manifest<G: Catalogue>(config: &CompareConfig<G>, tallies: &CompareTallies, files: &[(String, String)]) -> Manifest {
    Manifest {
        command: Some(COMPARE.to_owned()),
        max_dice: None,
        policies: None,
        tool: env!("CARGO_PKG_NAME").to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        format: FORMAT,
        game: G::NAME.to_owned(),
        players: config.players(),
        arms: tallies.arms.clone(),
        fields: config.fields.clone(),
        lineup: Vec::new(),
        strategies: strategy_hashes(&config.chosen),
        resolved: parts(&config.game),
        seed: config.seed,
        runs: tallies.games_an_arm(),
        blocks: tallies.sums.blocks,
        seating: "each strategy at every seat in turn, the field after it, all on the same draws".to_owned(),
        engine: config.engine.to_string(),
        statistics: None,
        until: None,
        terms: Some(tallies.terms.clone()),
        intervals: intervals_text(tallies),
        files: file_hashes(files),
        signature: tallies.signature(),
    }
}

/// How the intervals are made, for the manifest.
fn intervals_text(tallies: &CompareTallies) -> String {
    let alpha = tallies.terms.alpha;
    let how = match tallies.terms.test {
        TestRecord::Student => "Student, mean difference of each block, blocks fixed beforehand",
        TestRecord::Cs | TestRecord::Sprt => {
            "asymptotic confidence sequence, mean difference of each block, valid at all looks (after 200 blocks and a \
             tenth more each time) at once"
        }
    };
    let together = if tallies.arms.len() > 2 { "; all of a metric together, after Bonferroni" } else { "" };
    format!("error rate {alpha}: {how}{together}")
}

/// What standard output shows of a comparison.
pub(super) fn shown_result<G: Game>(
    tallies: &CompareTallies,
    manifest: &Manifest,
    format: Format,
) -> Result<String, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Running(format!("cannot write the result: {error}"));
    let many = tallies.arms.len() > 2;
    let judge = judged::Judge::new(&tallies.terms, tallies.arms.len()).map_err(|error| failed(&error))?;
    let contrasts = judge.contrasts(tallies);
    let (table, people_see, said) = if many {
        let table = judged::ranking_table(tallies, &judge, &contrasts);
        (table.clone(), table, judged::settled_text(tallies, &contrasts))
    } else {
        let said = judged::verdict_sentence(tallies, &contrasts, grouped) + "\n";
        (judged::compare_table(tallies, &contrasts), judged::short_table(tallies, &contrasts), said)
    };
    let text = || {
        let heading = heading::<G>(tallies, manifest);
        format!("{heading}\n\n{}\n{said}\n{}", report::to_terminal(&people_see), notes::<G>(tallies))
    };
    Ok(formatted(&table, format, text))
}

fn heading<G: Game>(tallies: &CompareTallies, manifest: &Manifest) -> String {
    format!(
        "{}, {} players: {} compared in {} games each, {} paired blocks, seed {}, engine {}",
        G::TITLE,
        tallies.players,
        tallies.arms.join(", "),
        grouped(tallies.games_an_arm()),
        grouped(tallies.sums.blocks),
        manifest.seed,
        manifest.engine
    )
}

fn notes<G: Game>(tallies: &CompareTallies) -> String {
    let mut notes = vec![
        "win_share: a win counts 1, a tie of k counts 1/k; it decides".to_owned(),
        format!("ev: mean {}; it informs", G::SCORE),
    ];
    if tallies.arms.len() > 2 {
        notes.push("tied_with: those whose difference is not settled, or equal within the margin".to_owned());
    } else {
        let gain = "pairing_gain: how many times more games independent draws would need".to_owned();
        let divergent = tallies.sums.fields.iter().map(|field| {
            let blocks: Vec<String> = field.pairs.iter().map(|pair| grouped(pair.divergent)).collect();
            blocks.join(", ")
        });
        let against = tallies.against.iter().zip(divergent).map(|(name, blocks)| format!("{blocks} against {name}"));
        notes.push(gain);
        notes.push(format!("blocks with any difference: {}", against.collect::<Vec<_>>().join(", ")));
    }
    notes.extend(tallies.notes.iter().cloned());
    super::output::notes(&notes)
}
