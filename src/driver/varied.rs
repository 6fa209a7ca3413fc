//! `--vary` of a tournament, of a race and of priced decisions: the experiment in every combination, one after the other.
//!
//! Owns how the combinations of any such experiment are played, gone on with, and shown side by side. Each is played as it
//! would be alone, on the same draws as the others. What can be varied is in `vary`.

use super::combinations::{TERMINAL_ROWS, announcement, name_values, varied};
use super::default_folder::plain_table;
use super::made::{Parts, changed_meanwhile};
use super::planned::Sharded;
use super::replace::Extent;
use super::rounds::{Portion, SaveTimer};
use super::{Desk, Experiment, Played, Results};
use crate::lab::{Chosen, GameRef};
use crate::options::SeedArgs;
use crate::options::axis::Axis;
use crate::options::differences::about;
use crate::options::given::{Invocation, Options};
use crate::options::texts::{inputs, texts_of};
use crate::options::vary::{Combination, combinations, in_combination};
use crate::options::{RulesArgs, TableArgs};
use crate::page::{PAGE, varied_page, varied_sentences};
use crate::record::{
    INTERRUPTED, Manifest, Mergeable, Planned, PlannedCell, Sums, VariedKey, VariedPart, VariedTallies, varied_command,
};
use crate::report::table::csv_files;
use crate::report::{Changes, Headline, varied_files, varied_table};
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::layout;
use crate::terminal::numbers::counted;
use crate::terminal::output::formatted;
use crate::terminal::remarks::{lines, more_rows};
use crate::terminal::typed_command::nothing_finished;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// An experiment that is played in several combinations.
pub(crate) trait Varying {
    /// Its command.
    const COMMAND: &'static str;
    /// What a plan of it is.
    const PLANNED: Planned;
    /// What is said of the intervals of several combinations.
    const TOGETHER: &'static str;
    /// What is typed for it.
    type Args: Clone;
    /// Its record.
    type Sums: Sums + Clone + PartialEq + Serialize + DeserializeOwned;
    /// It, validated.
    type Single<'a>: Experiment<Sums = Self::Sums>
    where
        Self: 'a;

    /// Its game.
    fn game(args: &Self::Args) -> Result<GameRef, Failure>;

    /// What is varied.
    fn vary(args: &Self::Args) -> &[Axis];

    /// The strategies that are typed after the command, and those of `--against`.
    fn named(args: &Self::Args) -> (Vec<String>, Option<&[String]>);

    /// How many play, as typed, by which seed and rules.
    fn table(args: &Self::Args) -> (Option<u64>, u64, &RulesArgs);

    /// The same at another table with other strategies, one of so many combinations.
    fn at_table(args: &Self::Args, table: &TableArgs, named: Named, all: usize) -> Self::Args;

    /// Validates what was typed for a combination.
    fn validated(args: &Self::Args) -> Result<Self::Single<'_>, Failure>;

    /// Its strategies.
    fn chosen<'o>(own: &'o Self::Single<'_>) -> Vec<&'o Chosen>;

    /// What sums become.
    fn results(sums: &Self::Sums, manifest: &Manifest) -> Results;

    /// The same in short.
    fn headline(sums: &Self::Sums) -> Headline;

    /// How the combinations differ from the first, if the sums say that.
    fn changes(tallies: &VariedTallies<Self::Sums>) -> Option<Changes> {
        let _ = tallies;
        None
    }
}

/// The strategies of a combination: those typed after the command, and those of `--against`.
pub(crate) type Named = (Vec<String>, Option<Vec<String>>);

/// All combinations, validated.
pub(crate) struct Varied<V: Varying> {
    axes: Vec<Axis>,
    combinations: Vec<Combination>,
    /// What is typed for each.
    each: Vec<V::Args>,
    /// What decides each alone.
    experiments: Vec<String>,
    /// How many games each plays, of all, at least, and until what.
    extents: Vec<Extent>,
    parts: Parts,
    /// The options of the command, and the strategies of the first: how each was typed, and its name.
    given: Arc<Options>,
    strategies: Vec<(String, String)>,
    /// The manifest of all, without sums.
    manifest: Manifest,
}

impl<V: Varying> Varied<V> {
    /// Validates what was typed: every combination.
    pub(crate) fn new(args: &V::Args) -> Result<Varied<V>, Failure> {
        let (game, vary) = (V::game(args)?, V::vary(args));
        refuse_keys(V::COMMAND, vary)?;
        let mut combinations = combinations(game, &table_of::<V>(game, args)?, vary)?;
        let all = combinations.len();
        let (mut each, mut experiments, mut extents) = (Vec::new(), Vec::new(), Vec::new());
        let (mut parts, mut first, mut decks, mut strategies) = (Parts::default(), None, Vec::new(), Vec::new());
        for combination in &combinations {
            let one = at_table::<V>(args, &combination.table, all);
            let in_this = |error| in_combination(error, vary, &combination.values);
            let own = V::validated(&one).map_err(in_this)?;
            let manifest = own.experiment();
            experiments.push(manifest.experiment());
            extents.push(own.extent());
            parts.add(manifest.clone());
            decks.push(deck_in(&manifest));
            if first.is_none() {
                first = Some(manifest);
                strategies = V::chosen(&own).iter().map(|one| (one.typed.clone(), one.name.clone())).collect();
            }
            drop(own);
            each.push(one);
        }
        let named = |key: &str, at: usize| if key == "deck" { decks[at].clone() } else { None };
        name_values(vary, &mut combinations, |key, _, (at, _)| Ok(named(key, at)))?;
        let Some(first) = first else { return refuse("--vary: there are no combinations") };
        let rules = V::table(args).2;
        let manifest = Manifest {
            command: Some(varied_command(V::COMMAND)),
            vary: varied(vary, &combinations, &texts_of(vary)?),
            inputs: inputs(rules)?,
            // What they came to in the first combination alone.
            options: Vec::new(),
            ..first
        };
        let (axes, given) = (vary.to_vec(), Arc::clone(&rules.given));
        let mut all = Varied { axes, combinations, each, experiments, extents, parts, given, strategies, manifest };
        all.manifest = all.recorded(all.manifest.clone());
        Ok(all)
    }

    /// The record of these combinations.
    fn record(&self, combinations: Vec<VariedPart<V::Sums>>) -> VariedTallies<V::Sums> {
        let vary = self.manifest.vary.iter().map(|varied| VariedKey { texts: Vec::new(), ..varied.clone() }).collect();
        VariedTallies::new(V::COMMAND, vary, self.each.len() as u64, combinations)
    }

    /// A combination as a part of the record.
    fn part(&self, at: usize, own: &V::Single<'_>, sums: V::Sums) -> VariedPart<V::Sums> {
        VariedPart {
            values: self.combinations[at].values.clone(),
            manifest: own.recorded(own.manifest(&sums)),
            tallies: sums,
        }
    }

    /// Plays a combination, from what was played of it before.
    fn play_one(
        &self,
        at: usize,
        first: Option<V::Sums>,
        desk: &Desk<'_>,
        save: &dyn Fn(VariedPart<V::Sums>),
    ) -> Result<Played<VariedPart<V::Sums>>, Failure> {
        let values = &self.combinations[at].values;
        let own = V::validated(&self.each[at])?;
        if own.experiment().experiment() != self.experiments[at] {
            return Err(changed_meanwhile(values));
        }
        let first = first.map(|first| own.own(first)).transpose()?;
        let played = own.play(first, desk, &|sums| save(self.part(at, &own, sums.clone())));
        let Played { sums, stopped, remarks } = played.map_err(|error| in_combination(error, &self.axes, values))?;
        let asked = stopped.is_some().then(|| self.extents[at].until.clone()).flatten();
        let mut part = self.part(at, &own, sums);
        part.manifest.asked = asked;
        Ok(Played { sums: part, stopped, remarks })
    }
}

/// The id of the deck of a game that has one.
fn deck_in(manifest: &Manifest) -> Option<String> {
    let deck = manifest.resolved.iter().find(|part| part.name == "deck")?;
    Some(deck.text.parse::<toml::Table>().ok()?.get("id")?.as_str()?.to_owned())
}

/// Refuses keys whose values are no part of such an experiment.
fn refuse_keys(command: &str, vary: &[Axis]) -> Result<(), Failure> {
    match vary.iter().find(|axis| ["bots", "seating"].contains(&&*axis.key)) {
        Some(Axis { key, .. }) => refuse(format!(
            "--vary: {key}: '{command}' names its strategies and seats them itself; vary players, a rule, a card, the deck, the \
             seed or a parameter, such as chaser.above=10..16"
        )),
        None => Ok(()),
    }
}

/// The table at which all strategies would sit: what is varied is varied as that of a run.
fn table_of<V: Varying>(game: GameRef, args: &V::Args) -> Result<TableArgs, Failure> {
    let Some(table) = plain_table(game, game.default_seats()) else {
        return refuse(format!("{}: its table cannot be set up", V::COMMAND));
    };
    let ((mut bots, against), (players, seed, rules)) = (V::named(args), V::table(args));
    bots.extend(against.into_iter().flatten().cloned());
    Ok(TableArgs { players, bots: Some(bots), draws: SeedArgs { seed }, rules: rules.clone(), ..table })
}

/// What is typed for a combination whose table this is.
fn at_table<V: Varying>(args: &V::Args, table: &TableArgs, all: usize) -> V::Args {
    let (named, against) = V::named(args);
    let mut bots = table.bots.clone().unwrap_or_default();
    let others = bots.split_off(named.len().min(bots.len()));
    V::at_table(args, table, (bots, against.map(|_| others)), all)
}

impl<V: Varying> Experiment for Varied<V> {
    type Sums = VariedTallies<V::Sums>;

    fn typed(&self) -> Invocation<'_> {
        let strategies = self.strategies.iter().map(|(typed, name)| (&**typed, &**name));
        Invocation { options: &self.given, strategies: strategies.collect(), plays: true }
    }

    fn experiment(&self) -> Manifest {
        self.manifest.clone()
    }

    fn manifest(&self, tallies: &VariedTallies<V::Sums>) -> Manifest {
        let manifests = || tallies.combinations.iter().map(|part| &part.manifest);
        let is_cut = tallies.combinations.len() < self.each.len() || manifests().any(Manifest::is_interrupted);
        Manifest {
            runs: manifests().map(|manifest| manifest.runs).fold(0, u64::saturating_add),
            blocks: manifests().map(|manifest| manifest.blocks).max().unwrap_or(0),
            until: if is_cut {
                Some(INTERRUPTED.to_owned())
            } else {
                manifests().next().and_then(|it| it.until.clone())
            },
            intervals: manifests().next().map(|manifest| manifest.intervals.clone()).unwrap_or_default(),
            signature: tallies.signature(),
            ..self.manifest.clone()
        }
    }

    fn folder(&self) -> (String, Option<Manifest>) {
        (format!("{}-{}", varied_command(V::COMMAND), self.manifest.game), None)
    }

    fn extent(&self) -> Extent {
        let sum = |games: fn(&Extent) -> u64| self.extents.iter().map(games).fold(0, u64::saturating_add);
        let until = self.extents[0].until.clone();
        Extent { runs: sum(|extent| extent.runs), least: sum(|extent| extent.least), until, ..Extent::default() }
    }

    fn blocks(&self) -> u64 {
        u64::MAX
    }

    fn announcement(&self) -> Result<Vec<String>, Failure> {
        let games = format!("at most {}", counted(self.extent().runs, "game"));
        announcement(&self.axes, &self.combinations, &games, |_| Ok(Vec::new()))
    }

    fn own(&self, found: VariedTallies<V::Sums>) -> Result<VariedTallies<V::Sums>, Failure> {
        for (at, part) in found.combinations.iter().enumerate() {
            let is_own = self.combinations.get(at).is_some_and(|own| own.values == part.values);
            if !is_own || part.manifest.experiment() != self.experiments[at] {
                return refuse(format!("--resume: the combination {} is not what it was", part.values.join(", ")));
            }
        }
        Ok(found)
    }

    fn play(
        &self,
        first: Option<VariedTallies<V::Sums>>,
        desk: &Desk<'_>,
        save: &dyn Fn(&VariedTallies<V::Sums>),
    ) -> Result<Played<VariedTallies<V::Sums>>, Failure> {
        let mut before = first.map_or_else(Vec::new, |first| first.combinations).into_iter();
        let (mut done, mut remarks, mut stopped) = (Vec::new(), Vec::<String>::new(), false);
        let seldom = SaveTimer::new();
        for at in 0..self.each.len() {
            let save_part = |part: VariedPart<V::Sums>| {
                seldom.save(|| save(&self.record(done.iter().cloned().chain([part.clone()]).collect())));
            };
            match self.play_one(at, before.next().map(|part| part.tallies), desk, &save_part) {
                Err(Failure::Interrupted(_)) if !done.is_empty() => stopped = true,
                Err(error) => return Err(error),
                Ok(played) => {
                    stopped = played.stopped.is_some();
                    remarks.extend(
                        played.remarks.into_iter().filter(|remark| !remarks.contains(remark)).collect::<Vec<_>>(),
                    );
                    done.push(played.sums);
                    desk.keeps.set(true);
                }
            }
            if stopped {
                break;
            }
        }
        if done.is_empty() {
            return Err(nothing_finished());
        }
        let finished = done.iter().filter(|part| !part.manifest.is_interrupted()).count();
        let next = if finished < done.len() { " and a part of the next one" } else { "" };
        let all = counted(self.each.len() as u64, "combination");
        let stopped = stopped.then(|| format!("{finished} of {all}{next}"));
        Ok(Played { sums: self.record(done), stopped, remarks })
    }

    fn results(
        &self,
        tallies: &VariedTallies<V::Sums>,
        manifest: &Manifest,
        format: Format,
    ) -> Result<Results, Failure> {
        Ok(results::<V>(tallies, manifest, format))
    }
}

/// What the record becomes: the tables of all combinations, each file as one, and all in short.
pub(crate) fn results<V: Varying>(tallies: &VariedTallies<V::Sums>, manifest: &Manifest, format: Format) -> Results {
    let (mut all, mut said, mut headlines) = (Vec::new(), Vec::new(), Vec::new());
    for VariedPart { manifest, tallies, .. } in &tallies.combinations {
        let Results { tables, shown, .. } = V::results(tallies, manifest);
        all.push(tables);
        said.push(shown);
        headlines.push(V::headline(tallies));
    }
    let table = varied_table(tallies, &headlines);
    let changes = V::changes(tallies);
    let tables = varied_files(tallies, &headlines, all).and(csv_files(changes.iter().map(|it| it.table.clone())));
    let shown = (&*headlines, &*said, changes.as_ref(), V::TOGETHER);
    let others = vec![(PAGE.to_owned(), varied_page(tallies, shown, manifest, &about(manifest)))];
    let text = || {
        let mut rows = table.clone();
        rows.rows.truncate(TERMINAL_ROWS);
        let left_out = table.rows.len() - rows.rows.len();
        let more = (left_out > 0).then(|| more_rows(left_out, "sweep.csv"));
        let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
        let fixed = [
            V::TOGETHER.to_owned(),
            "all combinations use the same random draws, so their results are not independent".to_owned(),
        ];
        let changes = changes.as_ref().map(changes_shown).unwrap_or_default();
        format!(
            "{}: {} by {}, {}, seed {}\n\n{}\n{}\n{changes}\n{}",
            about(manifest).game(),
            V::COMMAND,
            keys.join(", "),
            counted(tallies.combinations.len() as u64, "combination"),
            manifest.seed,
            layout::table(&rows),
            varied_sentences(tallies, &headlines).join("\n"),
            lines(more.iter().chain(&fixed))
        )
    };
    Results { tables, others, shown: formatted(&table, format, text) }
}

/// The changes for a terminal.
fn changes_shown(changes: &Changes) -> String {
    let mut rows = changes.table.without(&["blocks", "method"]);
    rows.rows.truncate(TERMINAL_ROWS);
    let left_out = changes.table.rows.len() - rows.rows.len();
    let more = if left_out > 0 { lines(&[more_rows(left_out, "changes.csv")]) } else { String::new() };
    let sentences = changes.sentences.iter().take(TERMINAL_ROWS).cloned().collect::<Vec<_>>().join("\n");
    format!("\n{}\n{more}{sentences}\n", layout::table(&rows))
}

/// Each combination is a cell of one block: how many games it plays is known only when it has.
impl<V: Varying> Sharded for Varied<V>
where
    VariedTallies<V::Sums>: Mergeable,
{
    fn planned(&self) -> Planned {
        V::PLANNED
    }

    fn cells(&self) -> Vec<PlannedCell> {
        vec![PlannedCell { games_a_block: 1, blocks: 1 }; self.each.len()]
    }

    fn parts(&self) -> Parts {
        self.parts.clone()
    }

    fn shard(&self, portion: Portion, threads: usize) -> Result<Self::Sums, Failure> {
        let desk = Desk::alone(threads);
        let one = |at: usize| Ok(self.play_one(at, None, &desk, &|_| ())?.sums);
        Ok(self.record(portion.cells.map(one).collect::<Result<_, Failure>>()?))
    }

    fn joined(&self, parts: Vec<Self::Sums>, _: &Desk<'_>) -> Result<Self::Sums, Failure> {
        Ok(self.record(parts.into_iter().flat_map(|part| part.combinations).collect()))
    }
}
