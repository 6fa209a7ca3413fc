//! `analyze exact`: what two strategies win against each other, without playing a game.
//!
//! Owns what is found out about a pair, and its results. How win shares are found is in `exact::versus`.

use super::options::ExactArgs;
use super::page::exact_page;
use super::record::{Bounded, ExactPair, ExactRecord, ExactStart, NAME};
use super::tables;
use crate::driver;
use crate::driver::Results;
use crate::driver::combinations::TERMINAL_ROWS;
use crate::driver::embedded::Stage;
use crate::driver::entry::{Entry, ExperimentOptions};
use crate::driver::pairs::{PLAYERS, Pairs, find, solve_in_steps};
use crate::driver::session::origin;
use crate::exact::versus::{ExactGames, ExactShares, Exactly};
use crate::lab::{Chosen, GameRef, Prepared};
use crate::options::differences::about;
use crate::options::named_game::game_among;
use crate::options::{PlayingArgs, RulesArgs, TableArgs, settings};
use crate::page::{PAGE, first_of};
use crate::record::{Manifest, STRATEGIES};
use crate::simulate::Control;
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome};
use crate::terminal::layout;
use crate::terminal::output::formatted;
use crate::terminal::remarks::{lines, more_rows};
use std::sync::Arc;

/// Two strategies at a table of two.
struct Pair {
    game: Arc<dyn Prepared>,
    chosen: [Chosen; 2],
}

impl Pair {
    fn record(&self, values: &[String], shares: &ExactShares) -> ExactPair {
        let [first, second] = &self.chosen;
        let bounded = |number: Exactly| Bounded { value: number.value, within: number.within };
        let start = |games: ExactGames| ExactStart {
            share: games.share.map(bounded),
            score: games.score.map(bounded),
            turns: bounded(games.turns),
            rounds: bounded(games.rounds),
        };
        ExactPair {
            values: values.to_vec(),
            strategies: [first.name.clone(), second.name.clone()],
            starts: shares.starts.map(start),
            positions: shares.positions as u64,
            sweeps: shares.sweeps,
        }
    }
}

impl driver::pairs::Pair for Pair {
    type Solved = ExactPair;

    const NEVER_VARIED: (&'static [&'static str], &'static str) = (
        &["players", "bots", "seating", "seed"],
        "two strategies are named, both start equally often, and nothing is drawn; vary a rule or a parameter, such as \
         hold.at=15..25",
    );

    fn new(game: GameRef, table: &TableArgs) -> Result<Pair, Failure> {
        let game = settings::set_up(game, PLAYERS, &table.rules)?;
        Ok(Pair { chosen: find(&*game, NAME, table.bots.as_deref().unwrap_or_default())?, game })
    }

    fn game(&self) -> &dyn Prepared {
        &*self.game
    }

    fn chosen(&self) -> &[Chosen] {
        &self.chosen
    }

    fn solve(&self, values: &[String], (_, control): (usize, &Control)) -> Result<ExactPair, Failure> {
        let [first, second] = &self.chosen;
        let players = self.game.players(&[first, second]);
        let names = [&*first.name, &*second.name];
        let shares = solve_in_steps(NAME, control, |go_on| players.exact(names, go_on))?;
        Ok(self.record(values, &shares))
    }

    fn results(record: &ExactRecord, manifest: &Manifest, format: Format) -> Results {
        let others = vec![(PAGE.to_owned(), exact_page(record, manifest, &about(manifest)))];
        let shown = shown(record, manifest, format);
        Results { tables: tables::exact_files(record, &origin(manifest)), others, shown }
    }
}

impl ExactArgs {
    fn pairs(&self) -> Result<Pairs<'_, Pair>, Failure> {
        let game = match self.game {
            Some(game) => game,
            None => game_among(NAME, &self.strategies, &[])?,
        };
        Pairs::new(game, &self.strategies, &self.pair)
    }
}

impl ExperimentOptions for ExactArgs {
    const ENTRIES: &'static [Entry] = &[Entry {
        name: NAME,
        recorded: &[NAME],
        words: &[NAME],
        strategies: Some(STRATEGIES),
        several: Some("pair of strategies whose win shares were found without a game"),
        remade: |records, format| {
            Ok(<Pair as driver::pairs::Pair>::results(&records.sums()?, records.manifest, format))
        },
    }];

    fn rules(&mut self) -> &mut RulesArgs {
        &mut self.pair.rules
    }

    fn play(&self, stage: &Stage) -> Outcome {
        driver::play(&self.pairs()?, &PlayingArgs::of(self.pair.folder.clone(), self.pair.output), stage)
    }

    fn checked(&self) -> Result<String, Failure> {
        self.pairs().map(|_| ", exact win shares".to_owned())
    }
}

/// What standard output shows.
fn shown(record: &ExactRecord, manifest: &Manifest, format: Format) -> String {
    let text = || {
        let mut table = tables::exact_summary(record);
        let left_out = table.rows.len().saturating_sub(TERMINAL_ROWS);
        table.rows.truncate(TERMINAL_ROWS);
        let names = first_of(manifest.arms.join(" against "), record.combinations.len());
        let heading = format!("{}, 2 players: {names}", about(manifest).game());
        let more = (left_out > 0).then(|| more_rows(left_out, "exact.csv"));
        let fixed = [
            "win share: a win counts 1, and a tie 1/2".to_owned(),
            "seat 1 starts; both: each strategy starts equally often".to_owned(),
            format!(
                "no game was played: the win shares are computed from all {} positions, and exact to within {:.1e}",
                crate::terminal::numbers::grouped(
                    record.combinations.iter().map(|pair| pair.positions).max().unwrap_or(0)
                ),
                tables::exact_within(record)
            ),
            "turns, rounds: the average number in a game".to_owned(),
        ];
        format!("{heading}\n\n{}\n{}", layout::table(&table), lines(more.iter().chain(&fixed).chain(&record.notes)))
    };
    formatted(&tables::exact(record).of(&origin(manifest)), format, text)
}
