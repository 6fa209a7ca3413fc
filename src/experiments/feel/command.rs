//! `analyze feel`: how games go, from round to round.

use super::changes::changes;
use super::options::{FeelArgs, FollowedArgs};
use super::page::feel_page;
use super::shown::shown;
use super::sides::{self, Sides};
use super::tables;
use crate::driver;
use crate::driver::default_folder::{has_plain_name, plain_table};
use crate::driver::embedded::Stage;
use crate::driver::entry::{Entry, ExperimentOptions, Records};
use crate::driver::planned::{Sharded, only};
use crate::driver::replace::Extent;
use crate::driver::rounds::Portion;
use crate::driver::session::{origin, rounded_up};
use crate::driver::varied::{self, Named, Varied, Varying};
use crate::driver::{Desk, Experiment, Played, Results};
use crate::engines::{EngineKind, Luck, Seatings};
use crate::experiments::run::command::{describe, experiment};
use crate::lab::{Chosen, GameRef, How, Players};
use crate::options::axis::Axis;
use crate::options::choices::{EngineChoice, RatingsChoice, STANDINGS, StandingChoice};
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::settings::{self, Table};
use crate::options::{RulesArgs, TableArgs, VaryArgs};
use crate::page::PAGE;
use crate::record::{
    Choice, DuelSums, FEEL, FEEL_SWEEP, FORMAT, FeelRecord, FeelStanding, FeelSums, INTERRUPTED, Manifest,
    Mergeable as _, Planned, PlannedCell, RATED, VariedTallies,
};
use crate::report::{Changes, Headline};
use crate::simulate::{Control, FeelJob};
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::numbers::counted;
use crate::terminal::typed_command::nothing_finished;
use std::ops::Range;

/// The games when nothing says how many.
const DEFAULT_RUNS: u64 = 20_000;

/// Games to be followed, validated.
pub(crate) struct Feel {
    table: Table,
    blocks: u64,
    /// The games that were asked for.
    asked: Option<u64>,
    standing: StandingChoice,
    ratings: RatingsChoice,
    /// The strategies that are rated beside those at the table.
    beside: Vec<Chosen>,
}

impl ExperimentOptions for FeelArgs {
    const ENTRIES: &'static [Entry] =
        &[Entry { name: FEEL, recorded: &[FEEL, FEEL_SWEEP], words: &[FEEL], strategies: None, several: None, remade }];

    fn rules(&mut self) -> &mut RulesArgs {
        &mut self.followed.table.rules
    }

    fn play(&self, stage: &Stage) -> Outcome {
        match self.followed.vary.axes[..] {
            [] => driver::play(&Feel::new(&self.followed)?, &self.playing, stage),
            _ => driver::play(&Varied::<Feel>::new(&self.followed)?, &self.playing, stage),
        }
    }

    fn checked(&self) -> Result<String, Failure> {
        match self.followed.vary.axes[..] {
            [] => Feel::new(&self.followed).map(|_| ", how games go".to_owned()),
            _ => Varied::<Feel>::new(&self.followed).map(|_| ", how games go in several combinations".to_owned()),
        }
    }
}

fn remade(records: &Records<'_>, format: Format) -> Result<Results, Failure> {
    match records.is_wholly_varied() {
        true => Ok(varied::results::<Feel>(&records.sums()?, records.manifest, format)),
        false => Ok(results(&records.sums()?, records.manifest, format)),
    }
}

impl Feel {
    /// Validates what was typed.
    pub(crate) fn new(args: &FollowedArgs) -> Result<Feel, Failure> {
        if args.table.rules.engine == EngineChoice::Turn {
            return refuse("--engine: games are followed die by die; leave --engine out");
        }
        let table = settings::table(settings::chosen_game(args.table.game)?, &args.table)?;
        Feel::at(table, args.runs, (args.standing, args.ratings))
    }

    /// Games at a table.
    fn at(
        table: Table,
        asked: Option<u64>,
        (standing, ratings): (StandingChoice, RatingsChoice),
    ) -> Result<Feel, Failure> {
        let table = Table { engine: EngineKind::Dice, ..table };
        if table.game.seats() < 2 {
            return refuse("--players: how a game goes is measured between players; at least 2 have to play");
        }
        let blocks = settings::runs(asked.or(Some(DEFAULT_RUNS)))?.div_ceil(table.seatings.games());
        let beside = match ratings {
            RatingsChoice::Off => Vec::new(),
            RatingsChoice::On => sides::beside(&table, standing),
        };
        Ok(Feel { table, blocks, asked, standing, ratings, beside })
    }

    /// The strategies that are rated.
    fn rated(&self) -> Vec<&Chosen> {
        let at_table = self.table.chosen.iter().filter(|_| self.ratings == RatingsChoice::On);
        at_table.chain(&self.beside).collect()
    }

    /// The record of some sums.
    fn record(&self, sums: FeelSums, standing: FeelStanding, until: Option<String>) -> FeelRecord {
        let rated = self.rated().iter().map(|chosen| chosen.name.clone()).collect();
        let mut record = FeelRecord {
            command: FEEL.to_owned(),
            format: FORMAT,
            game: self.table.game.name().to_owned(),
            notes: self.table.game.notes(),
            players: self.table.game.seats(),
            strategies: self.table.names(),
            cards: self.cards(),
            standing,
            until,
            rated,
            games_a_block: self.table.seatings.games(),
            sums,
        };
        record.sums.rated = vec![DuelSums::default(); record.rated_pairs()];
        record
    }

    /// How many games rated strategies play beside these blocks.
    fn rated_games(&self, blocks: &Range<u64>) -> u64 {
        let of_pair = (blocks.end.div_ceil(RATED) - blocks.start.div_ceil(RATED)) * self.sides_a_block();
        let rated = self.rated().len() as u64;
        rated * rated.saturating_sub(1) / 2 * of_pair
    }

    /// The games that two rated strategies play in a block.
    fn sides_a_block(&self) -> u64 {
        Seatings::two_sides(self.table.game.seats()).games()
    }

    /// Adds the games of rated strategies up to this block of the followed games; whether that was all.
    fn add_ratings(
        &self,
        whole: &mut FeelRecord,
        (first, end): (u64, u64),
        (threads, control): (usize, &Control),
    ) -> Result<bool, Failure> {
        let blocks = first..end.div_ceil(RATED);
        if self.ratings == RatingsChoice::Off || blocks.is_empty() {
            return Ok(true);
        }
        let sides = Sides { table: &self.table, rated: self.rated(), threads, control };
        let Some(played) = sides.play(&blocks)? else { return Ok(false) };
        whole.sums.rated.iter_mut().zip(&played).for_each(|(sums, more)| sums.merge(more));
        Ok(true)
    }

    /// The cards of rounds, in a game that counts something for each.
    fn cards(&self) -> Vec<String> {
        let tables = self.table.game.statistics(&self.table.names());
        let of_cards =
            tables.iter().find(|table| table.counted.labels.first().is_some_and(|label| label.name == "card"));
        let mut cards: Vec<String> =
            of_cards.map_or_else(Vec::new, |table| table.rows.iter().map(|row| row[0].clone()).collect());
        cards.dedup();
        cards
    }

    /// Follows the games of some blocks after the first ones; whether that was all.
    fn follow(
        &self,
        (first, blocks): (Option<&FeelRecord>, Range<u64>),
        (threads, control): (usize, &Control),
        save: &dyn Fn(&FeelRecord),
    ) -> Result<(FeelRecord, bool), Failure> {
        let players = self.table.players();
        let known = self.values(&*players, control)?;
        let (luck, standing) = match known {
            Ok(luck) => (Some(luck), FeelStanding::Values),
            Err(why) => (None, FeelStanding::Scores { why }),
        };
        let whole = |sums: &FeelSums| {
            let record = self.record(sums.clone(), standing.clone(), None);
            match first {
                None => Ok(record),
                Some(first) => {
                    let mut whole = FeelRecord { until: None, ..first.clone() };
                    whole.append(&record).map(|()| whole)
                }
            }
        };
        let job = FeelJob {
            seatings: &self.table.seatings,
            strategies: self.table.chosen.len(),
            cards: self.cards().len(),
            seed: self.table.seed,
            blocks,
        };
        let how = How { engine: EngineKind::Dice, luck: luck.as_deref(), threads, control };
        let mut save = |sums: &FeelSums| {
            if let Ok(record) = whole(sums) {
                save(&record);
            }
        };
        let first_rated = match first {
            Some(first) => first.rated_blocks(self.sides_a_block()),
            None => job.blocks.start.div_ceil(RATED),
        };
        let played = players.follow(&job, how, &mut save).map_err(|fault| describe(&fault, &self.table))?;
        let mut record = whole(&played.tally)?;
        let end = job.blocks.start + played.tally.blocks;
        let is_rated = played.complete && self.add_ratings(&mut record, (first_rated, end), (threads, control))?;
        Ok((record, is_rated))
    }
}

/// What positions are worth to the strategies at a table, or why that is not known.
type Values<'p> = Result<Box<dyn Luck + 'p>, String>;

impl Feel {
    /// What positions are worth, if that is asked for.
    fn values<'p>(&self, players: &'p dyn Players, control: &Control) -> Result<Values<'p>, Failure> {
        if self.standing == StandingChoice::Scores {
            return Ok(Err("--standing scores asks for scores".to_owned()));
        }
        match players.values(&self.table.names(), &self.table.seatings, &|| !control.stopped()) {
            Err(_) if control.stopped() => Err(nothing_finished()),
            Err(why) if self.standing == StandingChoice::Values => refuse(format!(
                "--standing values: win probabilities are not known: {why}; leave --standing out to judge by scores"
            )),
            known => Ok(known),
        }
    }
}

impl Experiment for Feel {
    type Sums = FeelRecord;

    fn typed(&self) -> Invocation<'_> {
        self.table.as_typed()
    }

    fn experiment(&self) -> Manifest {
        let named = STANDINGS.iter().find(|(_, choice)| *choice == self.standing).map_or("", |(name, _)| name);
        let mut options = vec![Choice::resolved("standing", named).into()];
        if self.ratings == RatingsChoice::On {
            options.push(Choice::resolved("ratings", "on").into());
        }
        Manifest { command: Some(FEEL.to_owned()), options, ..experiment(&self.table) }
    }

    fn manifest(&self, record: &FeelRecord) -> Manifest {
        let by = match record.until {
            None => {
                "95%, variance over blocks; shares: wilson; means: student; quantiles: woodruff; shares of variance: jackknife"
            }
            Some(_) => "95%, variance over blocks; confidence_sequence (asymptotic), valid at all looks at once",
        };
        Manifest {
            runs: record.games(),
            blocks: record.sums.blocks,
            until: record.until.clone(),
            intervals: by.to_owned(),
            signature: record.signature(),
            ..self.experiment()
        }
    }

    fn folder(&self) -> (String, Option<Manifest>) {
        let (game, seats) = (self.table.game.game(), self.table.game.seats());
        let plain = plain_table(game, seats).filter(|_| has_plain_name(game));
        let plain = plain.and_then(|args| Feel::at(settings::table(game, &args).ok()?, None, Default::default()).ok());
        (format!("{FEEL}-{}-{seats}p", game.name()), plain.map(|plain| plain.experiment()))
    }

    fn extent(&self) -> Extent {
        Extent::fixed(self.blocks * self.table.seatings.games())
    }

    fn blocks(&self) -> u64 {
        self.blocks
    }

    fn announcement(&self) -> Result<Vec<String>, Failure> {
        Ok(rounded_up(self.asked, self.blocks, self.table.seatings.games()).into_iter().collect())
    }

    fn play(
        &self,
        first: Option<FeelRecord>,
        desk: &Desk<'_>,
        save: &dyn Fn(&FeelRecord),
    ) -> Result<Played<FeelRecord>, Failure> {
        let blocks = first.as_ref().map_or(0, |first| first.sums.blocks)..self.blocks;
        let games = (blocks.end - blocks.start) * self.table.seatings.games() + self.rated_games(&blocks);
        let (mut sums, is_whole) = desk.watch(games, "games", |control, progress| {
            progress.note("finding what positions are worth");
            let played = self.follow((first.as_ref(), blocks), (desk.threads, control), save);
            progress.note("");
            played
        })?;
        if sums.sums.blocks == 0 {
            return Err(nothing_finished());
        }
        let stopped = (!is_whole).then(|| {
            sums.until = Some(INTERRUPTED.to_owned());
            counted(sums.games(), "game")
        });
        Ok(Played { sums, stopped, remarks: Vec::new() })
    }

    fn results(&self, record: &FeelRecord, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        Ok(results(record, manifest, format))
    }
}

/// What a record becomes.
fn results(record: &FeelRecord, manifest: &Manifest, format: Format) -> Results {
    Results {
        tables: tables::feel_files(record, &origin(manifest)),
        others: vec![(PAGE.to_owned(), feel_page(record, manifest, &about(manifest)))],
        shown: shown(record, manifest, format),
    }
}

impl Sharded for Feel {
    fn planned(&self) -> Planned {
        Planned::Feel
    }

    fn cells(&self) -> Vec<PlannedCell> {
        vec![PlannedCell { games_a_block: self.table.seatings.games(), blocks: self.blocks }]
    }

    fn shard(&self, portion: Portion, threads: usize) -> Result<FeelRecord, Failure> {
        let blocks = portion.blocks[0].clone();
        self.follow((None, blocks), (threads, &Control::default()), &|_| ()).map(|(record, _)| record)
    }

    fn joined(&self, parts: Vec<FeelRecord>, _: &Desk<'_>) -> Result<FeelRecord, Failure> {
        only(parts)
    }
}

impl Varying for Feel {
    const COMMAND: &'static str = FEEL;
    const PLANNED: Planned = Planned::FeelSweep;
    const TOGETHER: &'static str = "each 95% interval holds on its own: of 20 of them, one misses on average";
    type Args = FollowedArgs;
    type Sums = FeelRecord;
    type Single<'a> = Feel;

    fn game(args: &FollowedArgs) -> Result<GameRef, Failure> {
        settings::chosen_game(args.table.game)
    }

    fn vary(args: &FollowedArgs) -> &[Axis] {
        &args.vary.axes
    }

    /// The built-in line-up of a number of players that is varied is another one for each.
    fn named(args: &FollowedArgs) -> (Vec<String>, Option<&[String]>) {
        let varies_players = args.vary.axes.iter().any(|axis| axis.key == "players");
        let lineup = || {
            let game = args.table.game.filter(|_| !varies_players)?;
            let players = settings::players(game, args.table.players, 0, "").ok()?;
            Some(game.lineup(players).into_iter().map(str::to_owned).collect())
        };
        (args.table.bots.clone().or_else(lineup).unwrap_or_default(), None)
    }

    fn table(args: &FollowedArgs) -> (Option<u64>, u64, &RulesArgs) {
        (args.table.players, args.table.draws.seed, &args.table.rules)
    }

    fn at_table(args: &FollowedArgs, table: &TableArgs, (strategies, _): Named, _: usize) -> FollowedArgs {
        let bots = Some(strategies).filter(|bots| !bots.is_empty());
        let table = TableArgs { game: args.table.game, bots, seating: args.table.seating, ..table.clone() };
        FollowedArgs { table, vary: VaryArgs::default(), ..args.clone() }
    }

    fn validated(args: &FollowedArgs) -> Result<Feel, Failure> {
        Feel::new(args)
    }

    fn chosen(own: &Feel) -> Vec<&Chosen> {
        own.table.chosen.iter().collect()
    }

    fn results(record: &FeelRecord, manifest: &Manifest) -> Results {
        results(record, manifest, Format::Table)
    }

    fn headline(record: &FeelRecord) -> Headline {
        tables::headline(record)
    }

    fn changes(tallies: &VariedTallies<FeelRecord>) -> Option<Changes> {
        changes(tallies)
    }
}
