//! `analyze compare`: is one strategy better than another, by how much, and how sure is that.
//!
//! Owns the command from its arguments to its files. What the plan is made of is in `compare_plan`.

use super::args::Format;
use super::compare_args::{CompareArgs, Until};
use super::compare_game::game_of;
use super::compare_plan::{Plan, plan};
use super::error::{Failure, Outcome};
use super::games::WithGame;
use super::interrupt::stop_on_interrupt;
use super::numbers::grouped;
use super::output;
use super::progress::{Note, Progress};
use crate::games::Game;
use crate::record::{
    COMPARE, CompareManifest, CompareTallies, FORMAT, Folder, NamedHash, PairedSums, Part, TestRecord, hash,
};
use crate::report::{self, compare as judged, compare::Metric};
use crate::simulate::{self, Control, DiceEngine, EngineKind, GameFault, Next, PairedFinished, PairedJob, Playable};
use crate::stats::looks;
use crate::strategies::Shelf;
use std::sync::Arc;

/// Compares as typed.
pub(super) fn compare(args: &CompareArgs) -> Outcome {
    game_of(args)?.run(Compare(args))
}

struct Compare<'a>(&'a CompareArgs);

impl WithGame for Compare<'_> {
    fn with<G: Shelf + Playable>(self) -> Outcome {
        let args = self.0;
        let plan = plan::<G>(args)?;
        if let (false, None, Some(asked)) = (args.quiet, args.until, args.runs) {
            super::simulate::remark_on_rounding(asked, plan.blocks, plan.players() as u64);
        }
        let folder = Folder::open(&plan.out)?;
        let control = Arc::new(Control::default());
        stop_on_interrupt(&control);
        let finished = play(&plan, args, &control)?;
        if finished.sums.blocks == 0 {
            return Err(Failure::Interrupted("interrupted before a block was finished; nothing was written".into()));
        }
        let tallies = plan.tallies(finished.sums);
        let shown = folder.shown().to_owned();
        let manifest = write(folder, &plan, &tallies)?;
        output::result(&shown_result::<G>(&tallies, &manifest, args.format)?)?;
        if !finished.complete {
            let games = grouped(tallies.games_an_arm());
            return Err(Failure::Interrupted(format!(
                "interrupted: {games} games of each strategy were finished and written to {shown}"
            )));
        }
        if !args.quiet {
            remark_on_more(&plan, args, &tallies);
            output::remark(&format!("wrote {shown}"));
        }
        Ok(())
    }
}

fn play<G: Shelf + Playable>(
    plan: &Plan<G>,
    args: &CompareArgs,
    control: &Arc<Control>,
) -> Result<PairedFinished, Failure> {
    let strategies: Vec<&G::Strategy> = plan.chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let contest = &plan.contest;
    let job = PairedJob { contest, strategies: strategies.len(), seed: args.seed, blocks: plan.blocks };
    let note = Note::default();
    let games = plan.blocks.saturating_mul(contest.games());
    let progress = Progress::follow_with(args.progress, args.quiet, games, "games", control, note.clone());
    let look = |sums: &PairedSums| at_look(plan, &note, sums);
    let own = || plan.game.own_engine(&strategies).filter(|_| plan.engine != EngineKind::Dice);
    let finished = match own() {
        Some(engine) => simulate::compare(job, &engine, plan.threads, control, looks(), look),
        None => {
            let engine = DiceEngine { game: &plan.game, strategies: &strategies };
            simulate::compare(job, &engine, plan.threads, control, looks(), look)
        }
    };
    drop(progress);
    finished.map_err(|fault| Failure::Fault(describe(&fault, plan, args)))
}

/// Shows how sure the difference is by now, and says whether that is enough.
fn at_look<G: Shelf>(plan: &Plan<G>, note: &Note, sums: &PairedSums) -> Next {
    let tallies = plan.tallies(sums.clone());
    let contrasts = plan.watching.contrasts(&tallies);
    let shares = contrasts.iter().filter(|row| row.metric == Metric::WinShare);
    let widest = shares.filter_map(|row| row.difference).filter_map(|it| Some((it.value, it.interval?.width() / 2.0)));
    if let Some((value, half)) = widest.max_by(|a, b| a.1.total_cmp(&b.1)) {
        note.write(&format!("difference {value:.5} ± {half:.5}"));
    }
    let enough = match plan.until {
        None => false,
        Some(Until::Verdict) => judged::is_decided(&plan.judge.contrasts(&tallies)),
        Some(Until::StandardError(most)) => {
            plan.judge.largest_standard_error(&tallies).is_some_and(|error| error <= most.value())
        }
    };
    if enough { Next::Stop } else { Next::PlayOn }
}

/// A fault in words, with the command that shows its game.
fn describe<G: Shelf>(found: &GameFault, plan: &Plan<G>, args: &CompareArgs) -> String {
    let GameFault { index, strategy, fault } = found;
    let (block, game) = (index / plan.contest.games(), index % plan.contest.games());
    let lineup = plan.contest.lineup(game).iter().map(|&index| plan.chosen[index].typed.clone());
    format!(
        "strategy '{}' is at fault in block {block} of seed {}, round {}, at seat {}: it returned {}; legal: {}\n\
         nothing was written; to see the game: {}",
        plan.chosen[*strategy].name,
        args.seed,
        fault.round,
        fault.seat.number(),
        fault.returned,
        fault.legal,
        plan.play_command(args, &lineup.collect::<Vec<_>>(), block)
    )
}

/// Says how to go on where something is undecided.
fn remark_on_more<G: Shelf>(plan: &Plan<G>, args: &CompareArgs, tallies: &CompareTallies) {
    if judged::is_decided(&plan.judge.contrasts(tallies)) {
        return;
    }
    let command = plan.continue_command(args);
    output::remark(&format!(
        "undecided; to play the same games and further ones until there is a verdict:\n  {command}"
    ));
    if plan.until.is_none() {
        output::remark(
            "note: that reports a confidence sequence, whose intervals are wider: Student's are for a number of games \
             fixed beforehand, and do not hold if one goes on because of what they say",
        );
    }
}

fn write<G: Shelf>(folder: Folder, plan: &Plan<G>, tallies: &CompareTallies) -> Result<CompareManifest, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Running(format!("cannot write the tables: {error}"));
    let mut files = judged::compare_files(tallies).map_err(|error| failed(&error))?;
    files.push(("tallies.json".to_owned(), tallies.to_json().map_err(|error| failed(&error))?));
    let manifest = manifest(plan, tallies, &files);
    folder.write(&files, &manifest.to_json().map_err(|error| failed(&error))?)?;
    Ok(manifest)
}

fn manifest<G: Shelf>(plan: &Plan<G>, tallies: &CompareTallies, files: &[(String, String)]) -> CompareManifest {
    let named = |name: &str, content: &str| NamedHash { name: name.to_owned(), hash: hash(content.as_bytes()) };
    CompareManifest {
        command: COMPARE.to_owned(),
        tool: env!("CARGO_PKG_NAME").to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        format: FORMAT,
        game: G::NAME.to_owned(),
        players: plan.players(),
        arms: tallies.arms.clone(),
        fields: plan.fields.clone(),
        strategies: plan.chosen.iter().map(|chosen| named(&chosen.name, &chosen.content)).collect(),
        resolved: plan.game.manifest().into_iter().map(|(name, text)| Part::new(name, text)).collect(),
        seed: plan.seed,
        runs: tallies.games_an_arm(),
        blocks: tallies.sums.blocks,
        seating: "each strategy at every seat in turn, the field after it, all on the same draws".to_owned(),
        engine: plan.engine.to_string(),
        terms: tallies.terms.clone(),
        intervals: intervals_text(tallies),
        files: files.iter().map(|(name, content)| named(name, content)).collect(),
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
    manifest: &CompareManifest,
    format: Format,
) -> Result<String, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Running(format!("cannot write the result: {error}"));
    let many = tallies.arms.len() > 2;
    let judge = judged::Judge::new(&tallies.terms, tallies.arms.len()).map_err(|error| failed(&error))?;
    let contrasts = judge.contrasts(tallies);
    let ranking = || judged::ranking_table(tallies, &judge, &contrasts);
    let table = if many { ranking() } else { judged::compare_table(tallies, &contrasts) };
    match format {
        Format::Csv => report::to_csv(&table).map_err(|error| failed(&error)),
        Format::Json => report::to_json(&table).map_err(|error| failed(&error)),
        Format::Table => {
            let (table, said) = if many {
                (table, judged::settled_text(tallies, &contrasts))
            } else {
                let said = judged::verdict_sentence(tallies, &contrasts, grouped) + "\n";
                (judged::short_table(tallies, &contrasts), said)
            };
            let heading = heading::<G>(tallies, manifest);
            Ok(format!("{heading}\n\n{}\n{said}\n{}", report::to_terminal(&table), notes::<G>(tallies)))
        }
    }
}

fn heading<G: Game>(tallies: &CompareTallies, manifest: &CompareManifest) -> String {
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
    notes.iter().map(|note| format!("- {note}\n")).collect()
}
