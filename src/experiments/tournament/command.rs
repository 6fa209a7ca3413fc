//! `analyze tournament`: who is best of many, by how much, and how sure is that.
//!
//! Owns the command from its arguments to its files, and when passes end. What it validates is in `tournament_config`.

use super::config::{TournamentConfig, config, game_of};
use super::options::{EnteredArgs, TournamentArgs};
use super::page::tournament_page;
use super::standings::headline;
use super::standings::{
    FIRST_PASSES, Meta, Standings, is_look, luck_sentence, meta_sentences, of_payoffs, order_sentences, playing,
    ranking_table, together, together_in_words, tournament_files,
};
use crate::driver;
use crate::driver::embedded::Stage;
use crate::driver::entry::{Entry, ExperimentOptions};
use crate::driver::planned::Sharded;
use crate::driver::replace::Extent;
use crate::driver::rounds::Portion;
use crate::driver::session;
use crate::driver::session::origin;
use crate::driver::varied;
use crate::driver::varied::{Named, Varied, Varying};
use crate::driver::{Desk, Experiment, Played, Results};
use crate::engines::{Luck, Slowed};
use crate::lab::{Chosen, GameRef, How, Players};
use crate::options::SeedArgs;
use crate::options::VaryArgs;
use crate::options::VerdictArgs;
use crate::options::axis::Axis;
use crate::options::choices::ALLOTS;
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::luck::{Found, LuckRequest};
use crate::options::until::{Until, not_reached};
use crate::options::{RulesArgs, SeatsArgs, TableArgs};
use crate::page::PAGE;
use crate::record::Choice;
use crate::record::{
    Allot, BATCHES, Decimal, FocalSums, INTERRUPTED, Manifest, Planned, PlannedCell, Schedule, TOURNAMENT,
    TournamentTallies, TournamentTerms, why_as_played,
};
use crate::record::{STRATEGIES, TOURNAMENT_SWEEP};
use crate::report;
use crate::report::Headline;
use crate::simulate::{Control, Next, TableBlocks, TableSeats};
use crate::terminal::choices::{Format, name_in};
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::memory::slow_remark;
use crate::terminal::numbers::counted;
use crate::terminal::output::formatted;
use crate::terminal::progress::Progress;
use crate::terminal::remarks::lines;
use crate::terminal::typed_command::nothing_finished;

/// A tournament, validated.
pub(crate) struct Tournament<'a> {
    pub config: TournamentConfig,
    args: &'a EnteredArgs,
}

impl<'a> Tournament<'a> {
    /// Validates what was typed.
    pub(crate) fn new(args: &'a EnteredArgs) -> Result<Tournament<'a>, Failure> {
        Ok(Tournament { config: config(game_of(args)?, args)?, args })
    }
}

impl ExperimentOptions for TournamentArgs {
    const ENTRIES: &'static [Entry] = &[Entry {
        name: TOURNAMENT,
        recorded: &[TOURNAMENT, TOURNAMENT_SWEEP],
        words: &[TOURNAMENT],
        strategies: Some(STRATEGIES),
        several: Some("tournament"),
        remade: |records, format| match records.is_wholly_varied() {
            true => Ok(varied::results::<Tournament<'_>>(&records.sums()?, records.manifest, format)),
            false => Ok(results(&records.sums()?, records.manifest, format)),
        },
    }];

    fn rules(&mut self) -> &mut RulesArgs {
        &mut self.entered.rules
    }

    fn play(&self, stage: &Stage) -> Outcome {
        match self.entered.vary.axes[..] {
            [] => driver::play(&Tournament::new(&self.entered)?, &self.playing, stage),
            _ => driver::play(&Varied::<Tournament<'_>>::new(&self.entered)?, &self.playing, stage),
        }
    }

    fn checked(&self) -> Result<String, Failure> {
        match self.entered.vary.axes[..] {
            [] => Tournament::new(&self.entered).map(|_| ", a tournament".to_owned()),
            _ => {
                Varied::<Tournament<'_>>::new(&self.entered).map(|_| ", tournaments in several combinations".to_owned())
            }
        }
    }
}

impl Experiment for Tournament<'_> {
    type Sums = TournamentTallies;

    fn typed(&self) -> Invocation<'_> {
        Invocation::new(&self.args.rules.given, &self.config.chosen)
    }

    fn experiment(&self) -> Manifest {
        experiment(&self.config, self.args)
    }

    fn manifest(&self, tallies: &TournamentTallies) -> Manifest {
        Manifest {
            runs: tallies.games(),
            blocks: tallies.blocks(),
            until: tallies.terms.goal(),
            intervals: intervals(&tallies.terms),
            signature: tallies.signature(),
            luck_as_played: why_as_played(&tallies.notes).map(str::to_owned),
            ..self.experiment()
        }
    }

    fn folder(&self) -> (String, Option<Manifest>) {
        (format!("{TOURNAMENT}-{}-{}p", self.config.game.name(), self.config.game.seats()), None)
    }

    /// A pass of all tables more than asked for at most, and fewer where nothing is open.
    fn extent(&self) -> Extent {
        let (a_pass, until) = (self.config.games_a_pass(), self.config.terms.goal());
        let (runs, fair) = (self.config.runs, FIRST_PASSES * a_pass);
        let is_fixed = until.is_none() && self.config.terms.allot == Allot::Even;
        let least = if is_fixed { runs.max(fair) } else { fair };
        Extent { runs: runs.max(fair).saturating_add(a_pass - 1), least, until, ..Extent::default() }
    }

    fn blocks(&self) -> u64 {
        let a_pass = self.config.games_a_pass();
        self.config.runs.max(FIRST_PASSES * a_pass) + a_pass
    }

    fn announcement(&self) -> Result<Vec<String>, Failure> {
        Ok(self.config.remarks.clone())
    }

    fn own(&self, first: TournamentTallies) -> Result<TournamentTallies, Failure> {
        Ok(TournamentTallies { terms: self.config.terms.clone(), ..first })
    }

    fn play(
        &self,
        first: Option<TournamentTallies>,
        desk: &Desk<'_>,
        save: &dyn Fn(&TournamentTallies),
    ) -> Result<Played<TournamentTallies>, Failure> {
        let first = first.unwrap_or_else(|| self.config.tallies());
        let before = first.games();
        let mut under_way = UnderWay { tournament: self, desk, save, tallies: first };
        let (ended, slowed) = under_way.play()?;
        let mut sums = under_way.tallies;
        if sums.passes == 0 {
            return Err(nothing_finished());
        }
        let complete = ended == Next::PlayOn;
        if !complete {
            sums.terms.interrupt();
        }
        let stopped = (!complete).then(|| counted(sums.games(), "game"));
        let slow = slow_remark(self.config.game.game(), &slowed, sums.games() - before, &self.config.chosen);
        Ok(Played { sums, stopped, remarks: slow.into_iter().collect() })
    }

    fn results(&self, tallies: &TournamentTallies, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        Ok(results(tallies, manifest, format))
    }
}

/// What tallies become.
pub(crate) fn results(tallies: &TournamentTallies, manifest: &Manifest, format: Format) -> Results {
    let standings = Standings::new(tallies);
    let meta = Meta::new(&standings, manifest.seed);
    let both = (&standings, meta.as_ref());
    let others = vec![(PAGE.to_owned(), tournament_page(both, manifest, &about(manifest)))];
    Results {
        tables: tournament_files(both.0, both.1, &origin(manifest)),
        others,
        shown: shown_result(both, manifest, format),
    }
}

/// A tournament that is being played.
struct UnderWay<'a> {
    tournament: &'a Tournament<'a>,
    desk: &'a Desk<'a>,
    save: &'a dyn Fn(&TournamentTallies),
    tallies: TournamentTallies,
}

impl UnderWay<'_> {
    /// Plays pass after pass to the end.
    fn play(&mut self) -> Result<(Next, Slowed), Failure> {
        let Tournament { config, args } = self.tournament;
        let (players, desk) = (config.players(), self.desk);
        let games = config.runs.saturating_sub(self.tallies.games());
        let (names, seatings) = (config.names(), config.seatings());
        let asked = LuckRequest { choice: args.luck.choice, players: &*players, names: &names, seatings: &seatings };
        desk.watch(games, "games", |control, progress| {
            let Found { luck, note } = asked.find_beside(progress, control)?;
            self.note(luck.as_deref(), note)?;
            let how = How { engine: config.engine, luck: luck.as_deref(), threads: desk.threads, control };
            self.passes(&*players, how, progress)
        })
    }

    /// Notes whether luck is cancelled, as it must have been in what was played before.
    fn note(&mut self, luck: Option<&dyn Luck>, note: Option<String>) -> Outcome {
        if self.tallies.passes > 0 && self.tallies.is_cancelled() != luck.is_some() {
            return refuse(
                "--resume: luck is cancelled in one part of the games and not in the other; leave --resume out",
            );
        }
        let is_new = |note: &String| !self.tallies.notes.contains(note);
        let new = note.filter(is_new);
        self.tallies.notes.extend(new);
        Ok(())
    }

    fn passes(&mut self, players: &dyn Players, how: How<'_>, progress: &Progress) -> Result<(Next, Slowed), Failure> {
        let Tournament { config, args } = self.tournament;
        let (job, control) = ((&config.tables[..], args.draws.seed), how.control);
        let played = players.passes(job, how, &mut |last| {
            add(&mut self.tallies, last);
            // Before the first pass there is nothing to go on with.
            if self.tallies.passes > 0 && control.is_asked_to_save() {
                (self.save)(&self.tallies);
            }
            self.next(progress)
        });
        played.map_err(|fault| config.describe(&fault, args))
    }

    /// The blocks of the next pass, if there is to be one.
    fn next(&mut self, progress: &Progress) -> Option<Vec<TableBlocks>> {
        let tallies = &mut self.tallies;
        if is_look(tallies.passes) {
            let standings = Standings::new(tallies);
            let (open, error) = (standings.open(), standings.largest_standard_error());
            let left = open.iter().filter(|&&open| open).count();
            progress.note(&format!("{left} of {} open", open.len()));
            // Where all tables go on whatever is found, the record does not depend on when it was looked at.
            if tallies.terms.allot != Allot::Even {
                tallies.open = open;
            }
            let enough = match self.tournament.args.until {
                Some(Until::StandardError(most)) => error.is_some_and(|error| error <= most.value()),
                Some(Until::Verdict) => left == 0,
                None => false,
            };
            if enough {
                return None;
            }
        }
        if tallies.passes >= FIRST_PASSES && tallies.games() >= self.tournament.config.runs {
            return None;
        }
        let blocks = |table: usize| {
            let played = tallies.tables[table].blocks;
            TableBlocks { table, blocks: played..played + BATCHES as u64 }
        };
        let items: Vec<TableBlocks> = playing(tallies).into_iter().map(blocks).collect();
        (!items.is_empty()).then_some(items)
    }
}

/// Adds a pass.
fn add(tallies: &mut TournamentTallies, pass: &[(usize, Vec<FocalSums>)]) {
    tallies.passes += u64::from(!pass.is_empty());
    for (table, sums) in pass {
        let table = &mut tallies.tables[*table];
        table.blocks += BATCHES as u64;
        table.sums.iter_mut().zip(sums).for_each(|(sum, more)| sum.merge(more));
    }
}

/// What of the manifest decides the games and what is settled.
fn experiment(config: &TournamentConfig, args: &EnteredArgs) -> Manifest {
    let names = |chosen: &[Chosen]| chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let seating = match config.schedule {
        Schedule::Mirror => {
            "mirror: each entrant alone among copies of each other, in every order, all on the same draws"
        }
        Schedule::All => "all: every choice of entrants for the seats, in every order, all on the same draws",
        Schedule::Field => "field: each entrant at every seat in turn, the field after it, all on the same draws",
    };
    let field: Vec<String> = names(&config.chosen[config.entrants..]);
    let options = [
        ("schedule", config.schedule.name().to_owned()),
        ("allot", name_in(&config.terms.allot, &ALLOTS)),
        ("margin", config.terms.margin.to_string()),
        ("alpha", config.terms.alpha.to_string()),
    ];
    Manifest {
        command: Some(TOURNAMENT.to_owned()),
        options: options.map(|(name, value)| Choice::resolved(name, value).into()).to_vec(),
        arms: names(&config.chosen[..config.entrants]),
        fields: if field.is_empty() { Vec::new() } else { vec![field] },
        seating: seating.to_owned(),
        luck: args.luck.choice.recorded(),
        ..session::manifest(&*config.game, &config.chosen, args.draws.seed, config.engine)
    }
}

/// How the intervals were made.
fn intervals(terms: &TournamentTerms) -> String {
    format!("payoffs: {}; means, differences and ratings: {}", of_payoffs(terms), together(terms))
}

/// What standard output shows of a tournament.
fn shown_result((standings, meta): (&Standings<'_>, Option<&Meta>), manifest: &Manifest, format: Format) -> String {
    let (tallies, table) = (standings.tallies, ranking_table(standings));
    let text = || {
        let heading = format!(
            "{}, {} players: tournament of {} entrants, {}; {} at {}, seed {}, engine {}",
            about(manifest).game(),
            tallies.players,
            tallies.entrants.len(),
            whom(tallies.schedule),
            counted(tallies.games(), "game"),
            counted(tallies.tables.len() as u64, "table"),
            manifest.seed,
            manifest.engine
        );
        let mut said = order_sentences(standings);
        said.extend(meta.map(|meta| meta_sentences(standings, meta)).unwrap_or_default());
        let said = said.join("\n");
        format!("{heading}\n\n{}\n{said}\n\n{}", layout::table(&table), notes(standings, &table))
    };
    formatted(&table.clone().of(&origin(manifest)), format, text)
}

/// Who plays whom, in a few words.
fn whom(schedule: Schedule) -> &'static str {
    match schedule {
        Schedule::Mirror => "every one against copies of every other",
        Schedule::All => "in all combinations",
        Schedule::Field => "every one against the same opponents",
    }
}

fn notes(standings: &Standings<'_>, table: &report::Table) -> String {
    let tallies = standings.tallies;
    let mut notes: Vec<String> =
        not_reached(&tallies.terms.until, standings.largest_standard_error()).into_iter().collect();
    if tallies.terms.until == INTERRUPTED {
        notes.push("the tournament was stopped early".to_owned());
    }
    notes.push(
        "mean: the win share averaged over all opponents (a win counts 1, and a tie of k players counts 1/k)"
            .to_owned(),
    );
    notes.push(format!("method: {}", together_in_words(&tallies.terms)));
    notes.push("payoffs.csv lists who beats whom, and report.html shows it as a picture".to_owned());
    notes.extend(table.explained(&["rank_from", "rank_to", "tied_with", "equal_to"]));
    if tallies.schedule == Schedule::Field {
        notes[0] = format!(
            "mean: the win share against {} (a win counts 1, and a tie of k players counts 1/k)",
            tallies.field.join(", ")
        );
    }
    notes.extend(luck_sentence(standings));
    notes.extend(tallies.notes.iter().cloned());
    lines(&notes)
}

impl Tournament<'_> {
    /// How many passes of all tables are played where nothing else decides.
    fn passes(&self) -> u64 {
        self.config.runs.div_ceil(self.config.games_a_pass()).max(FIRST_PASSES)
    }
}

impl Sharded for Tournament<'_> {
    fn planned(&self) -> Planned {
        Planned::Tournament
    }

    /// A block of a cell is one of each batch.
    fn cells(&self) -> Vec<PlannedCell> {
        let cell = |table: &TableSeats| PlannedCell {
            games_a_block: table.seatings.games() * BATCHES as u64,
            blocks: self.passes(),
        };
        self.config.tables.iter().map(cell).collect()
    }

    /// Which tables go on is known only after games.
    fn check(&self) -> Outcome {
        if self.config.terms.allot == Allot::Even {
            return Ok(());
        }
        refuse(
            "--allot: a plan says beforehand how many games each table plays, and which tables go on is known only after \
             them; add --allot even, or leave 'plan' out, so that one machine plays",
        )
    }

    fn shard(&self, portion: Portion, threads: usize) -> Result<TournamentTallies, Failure> {
        let (config, players, control) = (&self.config, self.config.players(), Control::default());
        let (names, seatings) = (config.names(), config.seatings());
        let asked =
            LuckRequest { choice: self.args.luck.choice, players: &*players, names: &names, seatings: &seatings };
        let Found { luck, note } = asked.find(&control)?;
        let how = How { engine: config.engine, luck: luck.as_deref(), threads, control: &control };
        let batches = BATCHES as u64;
        let mut passes = portion.blocks[portion.cells.start].clone();
        let mut tallies = config.tallies();
        tallies.notes.extend(note);
        let ended = players.passes((&config.tables, self.args.draws.seed), how, &mut |last| {
            add(&mut tallies, last);
            let pass = passes.next()?;
            let blocks = |table| TableBlocks { table, blocks: pass * batches..(pass + 1) * batches };
            Some(portion.cells.clone().map(blocks).collect())
        });
        ended.map_err(|fault| config.describe(&fault, self.args))?;
        tallies.tables = tallies.tables.drain(portion.cells).collect();
        Ok(tallies)
    }

    fn joined(&self, parts: Vec<TournamentTallies>, _: &Desk<'_>) -> Result<TournamentTallies, Failure> {
        let (passes, notes) = (self.passes(), parts.first().map(|part| part.notes.clone()).unwrap_or_default());
        let tables = parts.into_iter().flat_map(|part| part.tables).collect();
        Ok(TournamentTallies { passes, tables, notes, ..self.config.tallies() })
    }
}

impl Varying for Tournament<'_> {
    const COMMAND: &'static str = TOURNAMENT;
    const PLANNED: Planned = Planned::TournamentSweep;
    const TOGETHER: &'static str = "all intervals and verdicts of all combinations are correct together with the confidence that --alpha sets (95% by default); so each \
         combination is judged at a higher one, for example 97.5% if there are two";
    type Args = EnteredArgs;
    type Sums = TournamentTallies;
    type Single<'a>
        = Tournament<'a>
    where
        Self: 'a;

    fn game(args: &EnteredArgs) -> Result<GameRef, Failure> {
        game_of(args)
    }

    fn vary(args: &EnteredArgs) -> &[Axis] {
        &args.vary.axes
    }

    fn named(args: &EnteredArgs) -> (Vec<String>, Option<&[String]>) {
        (args.strategies.clone(), args.against.as_deref())
    }

    fn table(args: &EnteredArgs) -> (Option<u64>, u64, &RulesArgs) {
        (args.seats.players, args.draws.seed, &args.rules)
    }

    /// After Bonferroni.
    fn at_table(args: &EnteredArgs, table: &TableArgs, (strategies, against): Named, all: usize) -> EnteredArgs {
        let alpha = Decimal::share(args.verdict.alpha, all as u64);
        let (seats, seed, rules) =
            (SeatsArgs { players: table.players, ..args.seats }, table.draws.seed, table.rules.clone());
        let verdict = VerdictArgs { alpha, ..args.verdict };
        let (draws, vary) = (SeedArgs { seed }, VaryArgs::default());
        EnteredArgs { strategies, against, seats, draws, rules, verdict, vary, ..args.clone() }
    }

    fn validated(args: &EnteredArgs) -> Result<Tournament<'_>, Failure> {
        Tournament::new(args)
    }

    fn chosen<'o>(own: &'o Tournament<'_>) -> Vec<&'o Chosen> {
        own.config.chosen.iter().collect()
    }

    fn results(tallies: &TournamentTallies, manifest: &Manifest) -> Results {
        results(tallies, manifest, Format::Table)
    }

    fn headline(tallies: &TournamentTallies) -> Headline {
        headline(&Standings::new(tallies))
    }
}
