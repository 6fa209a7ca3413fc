//! `analyze compare`: is one strategy better than another, by how much, and how sure is that.
//!
//! Owns the command from its arguments to its files. What it validates is in `config`.

use super::config::{CompareConfig, config, folder_name, game_of, terms};
use super::options::{CompareArgs, ComparedArgs};
use super::page::compare_page;
use super::sweep::{self, Sweep};
use crate::driver;
use crate::driver::default_folder::plain;
use crate::driver::embedded::Stage;
use crate::driver::entry::{Entry, ExperimentOptions, games_of};
use crate::driver::planned::{Sharded, only};
use crate::driver::replace::Extent;
use crate::driver::rounds::Portion;
use crate::driver::session;
use crate::driver::session::{origin, rounded_up};
use crate::driver::{Desk, Experiment, Played, Results};
use crate::engines::Slowed;
use crate::games::Setting;
use crate::lab::How;
use crate::options::RulesArgs;
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::luck::Found;
use crate::options::settings;
use crate::options::until::{Until, not_reached};
use crate::page::PAGE;
use crate::record::STRATEGIES;
use crate::record::{
    COMPARE, CompareTallies, Manifest, PairedSums, Planned, PlannedCell, Terms, TestRecord, why_as_played,
};
use crate::report;
use crate::report::compare as judged;
use crate::report::compare::Judge;
use crate::simulate::{Control, Finished, Next, PairedJob};
use crate::stats::{FIRST_LOOK, looks};
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome};
use crate::terminal::layout;
use crate::terminal::memory::slow_remark;
use crate::terminal::numbers::{counted, grouped};
use crate::terminal::output::formatted;
use crate::terminal::progress::Progress;
use crate::terminal::remarks::lines;
use crate::terminal::typed_command::nothing_finished;
use std::ops::Range;

/// A comparison or a ranking, validated.
pub(crate) struct Comparison<'a> {
    pub config: CompareConfig,
    pub args: &'a ComparedArgs,
    /// All that was typed, if it is played at once.
    pub playing: Option<&'a CompareArgs>,
}

impl<'a> Comparison<'a> {
    /// Validates what was typed.
    pub(crate) fn new(args: &'a ComparedArgs) -> Result<Comparison<'a>, Failure> {
        Ok(Comparison { config: config(game_of(args)?, args)?, args, playing: None })
    }
}

impl ExperimentOptions for CompareArgs {
    const ENTRIES: &'static [Entry] = &[Entry {
        name: COMPARE,
        recorded: &[COMPARE],
        words: &[COMPARE],
        strategies: Some(STRATEGIES),
        several: Some("comparison"),
        remade: |records, format| match records.is_varied() {
            true => sweep::results(&records.sums()?, records.manifest, format),
            false => results(&records.sums()?, records.manifest, format),
        },
    }];

    fn rules(&mut self) -> &mut RulesArgs {
        &mut self.compared.rules
    }

    fn play(&self, stage: &Stage) -> Outcome {
        match self.compared.vary.axes[..] {
            [] => {
                let comparison = Comparison { playing: Some(self), ..Comparison::new(&self.compared)? };
                driver::play(&comparison, &self.playing, stage)
            }
            _ => driver::play(&Sweep::new(game_of(&self.compared)?, &self.compared)?, &self.playing, stage),
        }
    }

    fn checked(&self) -> Result<String, Failure> {
        match self.compared.vary.axes[..] {
            [] => Ok(games_of(&Comparison::new(&self.compared)?)),
            _ => Ok(games_of(&Sweep::new(game_of(&self.compared)?, &self.compared)?)),
        }
    }
}

impl Experiment for Comparison<'_> {
    type Sums = CompareTallies;

    fn typed(&self) -> Invocation<'_> {
        Invocation::new(&self.args.rules.given, &self.config.chosen)
    }

    fn experiment(&self) -> Manifest {
        experiment(&self.config, self.args)
    }

    fn manifest(&self, tallies: &CompareTallies) -> Manifest {
        manifest(&self.config, self.args, tallies)
    }

    fn folder(&self) -> (String, Option<Manifest>) {
        (folder_name(self.args), plainest(&self.config, self.args))
    }

    fn extent(&self) -> Extent {
        let CompareConfig { game, blocks, terms, .. } = &self.config;
        let (a_block, until) = (game.seats() as u64, terms.goal());
        let least = if until.is_none() { *blocks } else { FIRST_LOOK.min(*blocks) } * a_block;
        Extent { runs: blocks * a_block, least, until, ..Extent::default() }
    }

    fn blocks(&self) -> u64 {
        self.config.blocks
    }

    fn announcement(&self) -> Result<Vec<String>, Failure> {
        let asked = self.args.runs.filter(|_| self.args.until.is_none());
        Ok(rounded_up(asked, self.config.blocks, self.config.game.seats() as u64).into_iter().collect())
    }

    /// By the terms that are asked for here.
    fn own(&self, first: CompareTallies) -> Result<CompareTallies, Failure> {
        Ok(self.config.tallies(first.sums))
    }

    fn play(
        &self,
        first: Option<CompareTallies>,
        desk: &Desk<'_>,
        save: &dyn Fn(&CompareTallies),
    ) -> Result<Played<CompareTallies>, Failure> {
        let (config, first) = (&self.config, first.map(|first| first.sums));
        let (Finished { tally, complete }, slowed, note) = play(self, desk, first.as_ref(), save)?;
        let played = tally.blocks * config.pairing.games();
        let all = after(first.as_ref(), &tally);
        if all.blocks == 0 {
            return Err(nothing_finished());
        }
        let mut sums = config.noted(all, note.as_deref());
        if !complete {
            sums.terms.interrupt();
        }
        let stopped = (!complete).then(|| format!("{} of each strategy", counted(sums.games_an_arm(), "game")));
        let slow = slow_remark(config.game.game(), &slowed, played, &config.chosen);
        let more = self.playing.map(|args| remarks_on_more(config, args, &sums)).unwrap_or_default();
        let remarks = slow.into_iter().chain(note).chain(more).collect();
        Ok(Played { sums, stopped, remarks })
    }

    fn results(&self, tallies: &CompareTallies, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        results(tallies, manifest, format)
    }
}

/// What tallies become.
///
/// # Errors
/// If they cannot be judged by their terms.
pub(crate) fn results(tallies: &CompareTallies, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
    let judge = Judge::new(&tallies.terms, tallies.arms.len())
        .map_err(|error| Failure::Usage(format!("tallies.json: the tables cannot be made: {error}")))?;
    let others = vec![(PAGE.to_owned(), compare_page(tallies, &judge, manifest, &about(manifest)))];
    Ok(Results {
        tables: judged::compare_files(tallies, &judge, &origin(manifest)),
        others,
        shown: shown_result(tallies, &judge, manifest, format),
    })
}

/// Plays some blocks to their end, as those of a shard are.
pub(crate) fn play_blocks(
    config: &CompareConfig,
    args: &ComparedArgs,
    blocks: Range<u64>,
    threads: usize,
) -> Result<CompareTallies, Failure> {
    let (players, names, control) = (config.players(), config.names(), Control::default());
    let Found { luck, note } = config.luck_asked(args.luck.choice, &*players, &names).find(&control)?;
    let job = PairedJob { pairing: &config.pairing, seed: args.draws.seed, blocks };
    let how = How { engine: config.engine, luck: luck.as_deref(), threads, control: &control };
    let finished = players.compare(job, how, &mut looks(), &mut |_| Next::PlayOn, &mut |_| ());
    let (Finished { tally, .. }, _) = finished.map_err(|fault| config.describe(&fault, args))?;
    Ok(config.noted(tally, note.as_deref()))
}

/// The sums of the blocks played, after those of the blocks before them.
pub(crate) fn after(first: Option<&PairedSums>, played: &PairedSums) -> PairedSums {
    let Some(first) = first else { return played.clone() };
    let mut sums = first.clone();
    sums.merge(played);
    sums
}

/// Plays the games that follow the first ones.
fn play(
    comparison: &Comparison<'_>,
    desk: &Desk<'_>,
    first: Option<&PairedSums>,
    save: &dyn Fn(&CompareTallies),
) -> Result<(Finished<PairedSums>, Slowed, Option<String>), Failure> {
    let Comparison { config, args, .. } = comparison;
    let (pairing, players, names) = (&config.pairing, config.players(), config.names());
    let blocks = first.map_or(0, |first| first.blocks)..config.blocks;
    let games = (blocks.end - blocks.start).saturating_mul(pairing.games());
    let job = PairedJob { pairing, seed: args.draws.seed, blocks };
    let asked = config.luck_asked(args.luck.choice, &*players, &names);
    let (finished, note) = desk.watch(games, "games", |control, progress| {
        let Found { luck, note } = asked.find_beside(progress, control)?;
        let mut save = |sums: &PairedSums| save(&config.noted(after(first, sums), note.as_deref()));
        let mut look = |sums: &PairedSums| at_look(config, args.until, progress, after(first, sums));
        let how = How { engine: config.engine, luck: luck.as_deref(), threads: desk.threads, control };
        Ok::<_, Failure>((players.compare(job, how, &mut looks(), &mut look, &mut save), note))
    })?;
    let (finished, slowed) = finished.map_err(|fault| config.describe(&fault, args))?;
    Ok((finished, slowed, note))
}

/// Shows how sure the difference is by now, and says whether that is enough.
pub(crate) fn at_look(config: &CompareConfig, until: Option<Until>, progress: &Progress, sums: PairedSums) -> Next {
    let tallies = config.tallies(sums);
    let contrasts = config.judge.at_every_look().contrasts(&tallies);
    let widest = judged::shares(&contrasts)
        .filter_map(|row| row.difference)
        .filter_map(|it| Some((it.value, it.interval?.width() / 2.0)));
    if let Some((value, half)) = widest.max_by(|a, b| a.1.total_cmp(&b.1)) {
        progress.note(&format!("difference {value:.5} ± {half:.5}"));
    }
    let enough = match until {
        None => false,
        Some(Until::Verdict) => judged::is_decided(&config.judge.contrasts(&tallies)),
        Some(Until::StandardError(most)) => {
            config.judge.largest_standard_error(&tallies).is_some_and(|error| error <= most.value())
        }
    };
    if enough { Next::Stop } else { Next::PlayOn }
}

/// How to go on where something is undecided.
fn remarks_on_more(config: &CompareConfig, args: &CompareArgs, tallies: &CompareTallies) -> Vec<String> {
    // More games of one strategy against itself would not tell it from itself.
    if config.is_of_one_strategy() || judged::is_decided(&config.judge.contrasts(tallies)) {
        return Vec::new();
    }
    let command = config.continue_command(args);
    let go_on = format!("undecided; to play more games, until there is a verdict:\n  {command}");
    let wider = "note: that command reports a confidence sequence, which has wider intervals. Student's intervals hold only if the \
                 number of games is chosen before the first game, not if you play on because of a result";
    let wider = args.compared.until.is_none().then(|| wider.to_owned());
    std::iter::once(go_on).chain(wider).collect()
}

pub(crate) fn manifest(config: &CompareConfig, args: &ComparedArgs, tallies: &CompareTallies) -> Manifest {
    Manifest {
        runs: tallies.games_an_arm(),
        blocks: tallies.sums.blocks,
        terms: Some(tallies.terms.clone()),
        intervals: intervals_text(tallies),
        signature: tallies.signature(),
        luck_as_played: why_as_played(&tallies.notes).map(str::to_owned),
        ..experiment(config, args)
    }
}

/// The manifest of the table.
fn of_table(config: &CompareConfig, args: &ComparedArgs) -> Manifest {
    let of_table = session::manifest(&*config.game, &config.chosen, args.draws.seed, config.engine);
    Manifest { luck: args.luck.choice.recorded(), ..of_table }
}

/// What of the manifest decides the games and the verdict.
pub(crate) fn experiment(config: &CompareConfig, args: &ComparedArgs) -> Manifest {
    at_table(config, of_table(config, args), config.terms.clone())
}

/// The same by these terms, at a table that `of_table` describes.
fn at_table(config: &CompareConfig, of_table: Manifest, terms: Terms) -> Manifest {
    Manifest {
        terms: Some(terms),
        command: Some(COMPARE.to_owned()),
        arms: config.chosen[..config.arms].iter().map(|chosen| chosen.name.clone()).collect(),
        fields: config.fields.clone(),
        seating: "each strategy at every seat in turn, the field after it, all on the same draws".to_owned(),
        ..of_table
    }
}

/// What decides the comparison of which nothing was typed but the names of these strategies, if they say the game and the
/// field, and the name of a folder can hold them.
fn plainest(config: &CompareConfig, args: &ComparedArgs) -> Option<Manifest> {
    let words: Vec<&str> = std::iter::once("--").chain(args.strategies.iter().map(String::as_str)).collect();
    let plain = plain(&words)?;
    let fits = |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let own = config.game.game();
    let is_this_game = || game_of(&plain).is_ok_and(|game| game.name() == own.name());
    if args.against.is_some() || !args.strategies.iter().all(fits) || !is_this_game() {
        return None;
    }
    let game = own.set_up(own.default_seats(), &Setting::default()).ok()?;
    let engine = settings::engine(own, plain.rules.engine).ok()?;
    let of_table = session::manifest(&*game, &config.chosen, plain.draws.seed, engine);
    Some(at_table(config, of_table, terms(&plain).ok()?))
}

/// How the intervals are made, for the manifest.
fn intervals_text(tallies: &CompareTallies) -> String {
    let alpha = tallies.terms.alpha;
    let how = match tallies.terms.test {
        TestRecord::Student => "Student, mean difference of each block, blocks fixed beforehand",
        TestRecord::Cs | TestRecord::Sprt => {
            "confidence sequence, mean difference of each block, valid at all looks (after 100 blocks and a tenth more each \
             time) at once; asymptotic, but for bounded blocks where few differ"
        }
    };
    let together = if tallies.arms.len() > 2 { "; all of a metric together, after Bonferroni" } else { "" };
    format!("error rate {alpha}: {how}{together}")
}

/// The columns of two strategies that a narrow terminal has room for.
const ESSENTIAL: [&str; 6] = ["against", "metric", "mean_a", "mean_b", "diff", "verdict"];

/// What standard output shows of a comparison.
fn shown_result(tallies: &CompareTallies, judge: &Judge, manifest: &Manifest, format: Format) -> String {
    let contrasts = judge.contrasts(tallies);
    let (table, people_see, said) = if tallies.arms.len() > 2 {
        let table = judged::ranking_table(tallies, judge, &contrasts);
        (table.clone(), table, judged::settled_text(tallies, &contrasts))
    } else {
        let said = judged::verdict_sentence(tallies, &contrasts, grouped) + "\n";
        (
            judged::compare_table(tallies, &contrasts),
            layout::fitting(&judged::short_table(tallies, &contrasts), &ESSENTIAL),
            said,
        )
    };
    let text = || {
        let heading = heading(tallies, manifest);
        format!(
            "{heading}\n\n{}\n{said}\n{}",
            layout::table(&people_see),
            notes((tallies, judge), about(manifest).score, &people_see)
        )
    };
    formatted(&table.of(&origin(manifest)), format, text)
}

fn heading(tallies: &CompareTallies, manifest: &Manifest) -> String {
    format!(
        "{}, {} players: {} compared in {} each, {}, seed {}, engine {}",
        about(manifest).game(),
        tallies.players,
        tallies.arms.join(", "),
        counted(tallies.games_an_arm(), "game"),
        counted(tallies.sums.blocks, "deal"),
        manifest.seed,
        manifest.engine
    )
}

fn notes((tallies, judge): (&CompareTallies, &Judge), score: &str, people_see: &report::Table) -> String {
    let mut notes: Vec<String> =
        not_reached(&tallies.terms.until, judge.largest_standard_error(tallies)).into_iter().collect();
    if tallies.arms.len() > 2 {
        notes.push(format!("method: {}, with Bonferroni's correction", judged::method(tallies)));
    }
    notes.push("the verdict depends on the win share: a win counts 1, and a tie of k players counts 1/k".to_owned());
    let alone = tallies.terms.win_shares_alone;
    if !alone {
        notes.push(format!("the mean score is the average of the {score}; the verdict does not depend on it"));
    }
    let is_until_verdict = tallies.terms.until == Until::Verdict.to_string();
    if is_until_verdict && judged::ended_as_it_looked_large(&judge.contrasts(tallies)) {
        let bias = "The estimate is too large on average, because the run stopped when the difference looked large. Its interval \
                    is still valid.";
        notes.push(bias.to_owned());
    }
    if tallies.sums.cancelled {
        notes.push(
            "luck is cancelled in win shares: the part of each result that luck explains is subtracted".to_owned(),
        );
    }
    notes.extend(people_see.explained(&["luck_gain", "pairing_gain", "tied_with"]));
    if tallies.arms.len() == 2 {
        let divergent = tallies.sums.fields.iter().map(|field| {
            let blocks: Vec<String> = field.pairs.iter().map(|pair| grouped(pair.divergent)).collect();
            blocks.join(", ")
        });
        let against = tallies.against.iter().zip(divergent).map(|(name, blocks)| format!("{blocks} against {name}"));
        let what = if alone { "win shares" } else { "results" };
        notes.push(format!("deals in which the {what} differ: {}", against.collect::<Vec<_>>().join(", ")));
    }
    notes.extend(tallies.notes.iter().cloned());
    lines(&notes)
}

impl Sharded for Comparison<'_> {
    fn planned(&self) -> Planned {
        Planned::Compare
    }

    fn cells(&self) -> Vec<PlannedCell> {
        vec![PlannedCell { games_a_block: self.config.game.seats() as u64, blocks: self.config.blocks }]
    }

    fn check(&self) -> Outcome {
        let (names, players) = (self.config.names(), self.config.players());
        self.config.luck_asked(self.args.luck.choice, &*players, &names).find(&Control::default()).map(drop)
    }

    fn shard(&self, portion: Portion, threads: usize) -> Result<CompareTallies, Failure> {
        play_blocks(&self.config, self.args, portion.blocks[0].clone(), threads)
    }

    fn joined(&self, parts: Vec<CompareTallies>, _: &Desk<'_>) -> Result<CompareTallies, Failure> {
        only(parts)
    }
}
