//! `analyze compare --vary`: the comparison in every combination, on the same draws.
//!
//! Owns the command from its options to its files. How one comparison is validated is in `compare_config`, and what can be
//! varied in `vary`.

use super::args::{CompareArgs, ComparedArgs, Format, TableArgs, Until};
use super::changes::Setup;
use super::compare::{at_look, experiment, manifest};
use super::compare_config::{CompareConfig, config, folder_name};
use super::default_folder::{default_folder, plain_table};
use super::differences::about;
use super::experiment::STRATEGIES;
use super::luck::LuckChoice;
use super::numbers::grouped;
use super::output::{self, Failure, Outcome, formatted, refuse};
use super::progress::Progress;
use super::repeat::{Kept, names_file};
use super::session::{self, Session, nothing_finished};
use super::settings;
use super::sweep::{RECORDED_BYTES, TERMINAL_ROWS, announce, deck_id, in_rounds, name_values, share, varied};
use super::vary::{Axis, Combination, combinations, in_combination};
use crate::games::Game;
use crate::page::{PAGE, compare_sweep_page};
use crate::record::{
    COMPARE, CompareSweep, CompareTallies, ComparedCombination, Differences, FORMAT, Manifest, PairedSums, Record,
    SWEEP, VariedKey,
};
use crate::report::compare::{self as judged, Judge};
use crate::report::to_terminal;
use crate::simulate::{
    BesidePairs, ComparedBeside, Control, EngineKind, Finished, PairedJob, Playable, RecordedPairs, compare_beside,
};
use crate::strategies::Catalogue;
use std::ops::Range;

/// A sweep of comparisons, validated.
struct Sweep<'a, G: Catalogue> {
    args: &'a CompareArgs,
    combinations: Vec<Combination>,
    /// What was typed for each combination, and what it comes to.
    typed: Vec<ComparedArgs>,
    threads: usize,
    configs: Vec<CompareConfig<G>>,
    kept: Kept,
}

/// What was played of a combination.
struct Part {
    sums: PairedSums,
    against: Vec<[Differences; 2]>,
}

/// Compares in all combinations.
pub(super) fn sweep<G: Catalogue + Playable>(args: &CompareArgs) -> Outcome {
    let sweep = Sweep::<G>::new(args)?;
    let default_out = || default_folder(&format!("{}-{SWEEP}", folder_name(&args.compared)), &sweep.experiment(), None);
    let out = args.out.clone().unwrap_or_else(default_out);
    if !args.output.quiet {
        sweep.announce();
    }
    let session = Session::begin(&out, &args.output, None, 0, 0)?;
    let parts = session.watch(sweep.games(), "games", |control, progress| sweep.play(control, progress))?;
    if parts.is_empty() {
        return Err(nothing_finished());
    }
    let (tallies, manifest) = sweep.records(parts);
    let judge = &judge(&tallies)?;
    let mut files = files::<G>(&tallies, judge, &manifest);
    files.push(("tallies.json".to_owned(), tallies.to_json()));
    let manifest = manifest.of_files(&files);
    let result = shown_result::<G>(&tallies, judge, &manifest, args.output.format);
    let (played, all) = (tallies.combinations.len(), sweep.configs.len());
    let stopped = (played < all || sweep.is_short(&tallies.combinations[0].tallies)).then(|| {
        format!("{} games of each strategy in {played} of {all} combinations", grouped(tallies.games_an_arm()))
    });
    session.end(&files, &manifest, &result, stopped, &[])
}

/// The table of a comparison: what is typed for it is varied as that of a run, its strategies being the line-up.
fn table_of<G: Game>(args: &ComparedArgs) -> Option<TableArgs> {
    let bots = args.strategies.iter().chain(args.against.iter().flatten()).cloned().collect();
    let table = plain_table(G::NAME, G::DEFAULT_SEATS)?;
    Some(TableArgs { players: args.players, bots: Some(bots), seed: args.seed, rules: args.rules.clone(), ..table })
}

/// The comparison whose table this is.
fn with_table(args: &ComparedArgs, table: &TableArgs) -> ComparedArgs {
    let mut strategies = table.bots.clone().unwrap_or_default();
    let against = strategies.split_off(args.strategies.len());
    let against = args.against.as_ref().map(|_| against);
    let (players, seed, rules) = (table.players, table.seed, table.rules.clone());
    ComparedArgs { strategies, against, players, seed, rules, ..args.clone() }
}

/// Refuses what is no part of a comparison.
fn refuse_keys(vary: &[Axis]) -> Outcome {
    for Axis { key, .. } in vary {
        match key.as_str() {
            "bots" => {
                return refuse(
                    "--vary: bots: a comparison plays the strategies that it names; vary a parameter of theirs, such as \
                     chaser.above=10..16, or compare three and more with --against",
                );
            }
            "seating" => {
                return refuse("--vary: seating: in a comparison each strategy takes every seat in turn; leave it out");
            }
            _ => {}
        }
    }
    Ok(())
}

impl<'a, G: Catalogue + Playable> Sweep<'a, G> {
    fn new(args: &'a CompareArgs) -> Result<Sweep<'a, G>, Failure> {
        refuse_keys(&args.vary)?;
        if args.compared.luck != LuckChoice::Off {
            return refuse("--luck: the combinations of --vary are played as they are; leave one of the two out");
        }
        if args.saving.resume {
            return refuse(
                "--resume: a comparison with --vary does not go on from what is in the folder; leave it out to play all of it",
            );
        }
        let Some(table) = table_of::<G>(&args.compared) else { return refuse("compare: its table cannot be varied") };
        let mut combinations = combinations::<G>(&table, &args.vary)?;
        let typed: Vec<ComparedArgs> =
            combinations.iter().map(|combination| with_table(&args.compared, &combination.table)).collect();
        let mut configs = Vec::with_capacity(combinations.len());
        for (combination, typed) in combinations.iter().zip(&typed) {
            let found = config::<G>(typed);
            let found = found.map_err(|error| in_combination(error, &args.vary, &combination.values))?;
            let judge = Judge::of_sweep(&found.terms, found.arms, combinations.len());
            configs.push(CompareConfig { judge: judge.map_err(|error| Failure::Usage(error.to_string()))?, ..found });
        }
        name_values(
            &args.vary,
            &mut combinations,
            |key, _, at| {
                if key == "deck" { deck_id(&configs[at].game) } else { None }
            },
        );
        let kept = kept((&args.compared, &args.vary), &table, &configs[0])?;
        Ok(Sweep { args, combinations, typed, threads: settings::threads(args.threads)?, configs, kept })
    }

    /// The most games that are played.
    fn games(&self) -> u64 {
        let games = self.configs.iter().map(|config| config.blocks.saturating_mul(config.pairing.games()));
        games.fold(0, u64::saturating_add)
    }

    fn announce(&self) {
        let most = if self.args.compared.until.is_some() { "at most " } else { "" };
        let setups: Vec<Setup<'_, G>> =
            self.configs.iter().zip(&self.typed).map(|(config, typed)| setup(config, typed)).collect();
        let games = format!("{most}{} games", grouped(self.games()));
        announce(&self.args.vary, &self.combinations, &games, &setups);
    }

    /// Whether the differences of a combination are held against those of the first: on the same draws, in as many blocks, by
    /// the same strategies among the same.
    fn lines_up(&self, at: usize) -> bool {
        let (first, own) = (&self.configs[0], &self.configs[at]);
        at > 0
            && self.args.compared.until.is_none()
            && self.typed[at].seed == self.typed[0].seed
            && own.pairing == first.pairing
    }

    /// Plays the combinations one after the other, in as many rounds as the differences of the first need to fit into memory.
    fn play(&self, control: &Control, progress: &Progress) -> Result<Vec<Part>, Failure> {
        let is_recorded = (1..self.configs.len()).any(|at| self.lines_up(at));
        let bytes = self.configs[0].blocks.saturating_mul(RecordedPairs::bytes_a_block(&self.configs[0].pairing));
        let rounds = if is_recorded { bytes.div_ceil(RECORDED_BYTES).max(1) } else { 1 };
        let play_round = |round: u64| {
            let mut first = RecordedPairs::default();
            let mut parts = Vec::with_capacity(self.configs.len());
            for at in 0..self.configs.len() {
                let beside = match at {
                    0 if is_recorded => BesidePairs::Record,
                    at if self.lines_up(at) => BesidePairs::Compare(&first),
                    _ => BesidePairs::Nothing,
                };
                let blocks = share(self.configs[at].blocks, round, rounds);
                let Finished { tally, complete } = self.play_part(at, blocks, beside, (control, progress))?;
                if !complete {
                    return Ok((parts, false));
                }
                let ComparedBeside { sums, recorded, against } = tally;
                parts.push(Part { sums, against });
                if at == 0 {
                    first = recorded;
                }
            }
            Ok((parts, true))
        };
        in_rounds(rounds, play_round, |done, round| {
            for (sum, more) in done.iter_mut().zip(round) {
                sum.sums.merge(&more.sums);
                let both = sum.against.iter_mut().flatten().zip(more.against.iter().flatten());
                both.for_each(|(sum, more)| sum.merge(more));
            }
            Ok(())
        })
    }

    /// Plays some blocks of a combination.
    fn play_part(
        &self,
        at: usize,
        blocks: Range<u64>,
        beside: BesidePairs<'_>,
        (control, progress): (&Control, &Progress),
    ) -> Result<Finished<ComparedBeside>, Failure> {
        let (config, typed) = (&self.configs[at], &self.typed[at]);
        let strategies: Vec<&G::Strategy> = config.chosen.iter().map(|chosen| &*chosen.strategy).collect();
        let job = PairedJob { pairing: &config.pairing, seed: typed.seed, blocks };
        let look = |sums: &PairedSums| at_look(config, self.args.compared.until, progress, sums.clone());
        let own = config.game.own_engine(&strategies).filter(|_| config.engine != EngineKind::Dice);
        let finished = match own {
            Some(engine) => compare_beside(&job, &engine, self.threads, control, look, beside),
            None => {
                let engine = config.game.dice_engine(&strategies);
                compare_beside(&job, &engine, self.threads, control, look, beside)
            }
        };
        let values = &self.combinations[at].values;
        finished.map_err(|fault| in_combination(config.describe(&fault, typed), &self.args.vary, values))
    }

    /// Whether fewer blocks were played than were asked for, other than because the data said enough.
    fn is_short(&self, tallies: &CompareTallies) -> bool {
        let asked = self.configs.iter().map(|config| config.blocks).min().unwrap_or(0);
        self.args.compared.until.is_none() && tallies.sums.blocks < asked
    }

    /// What of the manifest decides the games.
    fn experiment(&self) -> Manifest {
        let config = &self.configs[0];
        let of_table = session::manifest(&config.game, &config.chosen, self.typed[0].seed, config.engine);
        Manifest {
            vary: self.varied(),
            options: self.kept.options.clone(),
            inputs: self.kept.inputs.clone(),
            ..experiment(config, of_table)
        }
    }

    fn varied(&self) -> Vec<VariedKey> {
        varied(&self.args.vary, &self.combinations, &self.kept.texts)
    }

    /// The records of what was played.
    fn records(&self, parts: Vec<Part>) -> (CompareSweep, Manifest) {
        let combination = |(at, Part { sums, against }): (usize, Part)| {
            let (config, typed) = (&self.configs[at], &self.typed[at]);
            let mut tallies = config.tallies(sums);
            if self.is_short(&tallies) {
                tallies.terms.interrupt();
            }
            ComparedCombination {
                values: self.combinations[at].values.clone(),
                experiment: manifest(config, typed, &tallies).experiment(),
                tallies,
                against_first: against,
            }
        };
        let tallies = CompareSweep {
            command: COMPARE.to_owned(),
            format: FORMAT,
            game: G::NAME.to_owned(),
            vary: self.varied().into_iter().map(|varied| VariedKey { texts: Vec::new(), ..varied }).collect(),
            all: self.configs.len() as u64,
            combinations: parts.into_iter().enumerate().map(combination).collect(),
        };
        let base = manifest(&self.configs[0], &self.typed[0], &tallies.combinations[0].tallies);
        let manifest = Manifest {
            vary: self.varied(),
            options: self.kept.options.clone(),
            inputs: self.kept.inputs.clone(),
            intervals: format!(
                "{}; verdicts and intervals of all {} combinations together, after Bonferroni",
                base.intervals, tallies.all
            ),
            signature: tallies.signature(),
            ..base
        };
        (tallies, manifest)
    }
}

/// What a combination is played with, the first strategy sitting in front.
fn setup<'c, G: Catalogue>(config: &'c CompareConfig<G>, typed: &ComparedArgs) -> Setup<'c, G> {
    let lineup = config.pairing.lineup(0).iter().map(|&index| config.chosen[index].name.clone()).collect();
    Setup { game: &config.game, lineup, games: config.pairing.games(), seed: typed.seed }
}

/// What is kept of the command: the options of its table, and those of a comparison.
fn kept<G: Catalogue>(
    (args, vary): (&ComparedArgs, &[Axis]),
    table: &TableArgs,
    first: &CompareConfig<G>,
) -> Result<Kept, Failure> {
    let mut kept = Kept::new((table, vary), args.runs, (G::NAME, first.engine.to_string()), &[])?;
    kept.options.retain(|(name, _)| !["bots", "seating"].contains(&name.as_str()));
    let named = |typed: &String| {
        let chosen = first.chosen.iter().find(|chosen| chosen.typed == *typed);
        chosen.filter(|_| names_file(typed)).map_or_else(|| typed.clone(), |chosen| chosen.name.clone())
    };
    let all = |names: &[String]| names.iter().map(named).collect::<Vec<_>>().join(",");
    let mut keep = |name: &str, value: Option<String>| {
        kept.options.extend(value.map(|value| (name.to_owned(), value)));
    };
    keep(STRATEGIES, Some(all(&args.strategies)));
    keep("against", args.against.as_deref().map(all));
    keep("until", args.until.map(|until: Until| until.to_string()));
    keep("margin", Some(args.margin.to_string()));
    keep("alpha", Some(args.alpha.to_string()));
    if first.terms.win_shares_alone {
        keep("metric", Some("win_share".to_owned()));
    }
    if first.terms.beta.is_some() {
        keep("test", Some("sprt".to_owned()));
        keep("beta", first.terms.beta.map(|beta| beta.to_string()));
    }
    Ok(kept)
}

/// The files of the tables, name and content.
fn files<G: Game>(tallies: &CompareSweep, judge: &Judge, manifest: &Manifest) -> Vec<(String, String)> {
    let mut files = judged::compare_sweep_files(tallies, judge);
    files.push((PAGE.to_owned(), compare_sweep_page(tallies, judge, manifest, &about::<G>(manifest))));
    files
}

/// The judge of all combinations.
fn judge(tallies: &CompareSweep) -> Result<Judge, Failure> {
    let first = &tallies.combinations[0].tallies;
    Judge::of_sweep(&first.terms, first.arms.len(), tallies.all as usize)
        .map_err(|error| Failure::Usage(format!("tallies.json: the tables cannot be made: {error}")))
}

/// The same files, and what standard output shows, from the records.
///
/// # Errors
/// If nothing can be judged by their terms.
pub(super) fn again<G: Game>(
    tallies: &CompareSweep,
    manifest: &Manifest,
    format: Format,
) -> Result<(Vec<(String, String)>, String), Failure> {
    let judge = judge(tallies)?;
    Ok((files::<G>(tallies, &judge, manifest), shown_result::<G>(tallies, &judge, manifest, format)))
}

/// What standard output shows.
fn shown_result<G: Game>(tallies: &CompareSweep, judge: &Judge, manifest: &Manifest, format: Format) -> String {
    let table = judged::compare_sweep_summary(tallies, judge);
    let text = || {
        let first = &tallies.combinations[0].tallies;
        let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
        let mut shown = table.clone();
        shown.rows.truncate(TERMINAL_ROWS);
        let left_out = table.rows.len() - shown.rows.len();
        let more = (left_out > 0).then(|| format!("{left_out} rows more are in sweep.csv"));
        let until = first.terms.until != crate::record::RUNS;
        let against = match until {
            true => "against_first: empty, as the number of games was not fixed beforehand",
            false => {
                "against_first: by how much the difference is above that of the first combination, paired, on the same draws; \
                 empty where blocks do not line up; its intervals are of the same level, one by one"
            }
        };
        let fixed = [
            "diff: of win shares, a tie of k counting 1/k; sweep.csv has those of ev, too".to_owned(),
            judged::together_text(tallies),
            against.to_owned(),
        ];
        let notes: Vec<String> = more.into_iter().chain(fixed).chain(first.notes.iter().cloned()).collect();
        format!(
            "{}: {} compared in {} combinations of {}, seed {}, engine {}\n\n{}\n{}",
            about::<G>(manifest).game(),
            first.arms.join(", "),
            tallies.combinations.len(),
            keys.join(", "),
            manifest.seed,
            manifest.engine,
            to_terminal(&shown),
            output::notes(&notes)
        )
    };
    formatted(&table, format, text)
}
