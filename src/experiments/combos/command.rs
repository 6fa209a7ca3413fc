//! `analyze combos`: what each combo of POT and the paid reroll are worth, without playing a game.
//!
//! Owns which games are solved, and what is made of them. Games are solved in `exact::versus`, chances in `exact::pot`.

use super::options::CombosArgs;
use super::page::combos_page;
use super::record::{ComboDice, ComboPays, CombosOf, CombosRecord, Games, NAME, Part, PartTurns};
use super::tables;
use crate::driver;
use crate::driver::Results;
use crate::driver::combinations::TERMINAL_ROWS;
use crate::driver::embedded::Stage;
use crate::driver::entry::{Entry, ExperimentOptions};
use crate::driver::pairs::{PLAYERS, Pairs, failure, find, solve_in_steps};
use crate::driver::session::origin;
use crate::exact::pot::{Purse, highest_chance, pays};
use crate::exact::versus::{ExactFault, ExactShares, TurnsOf, exact_pot, exact_pot_turns};
use crate::games::BuiltIn;
use crate::games::pot::{Combo, Pot, Throw, Without};
use crate::lab::{Chosen, GameRef, Prepared};
use crate::options::differences::about;
use crate::options::{PlayingArgs, RulesArgs, TableArgs, settings};
use crate::page::{PAGE, first_of};
use crate::record::{Manifest, STRATEGIES};
use crate::registry::game;
use crate::simulate::{Control, map_in_parallel};
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::output::formatted;
use crate::terminal::remarks::{lines, more_rows};

/// Two strategies at a table of two, by one set of rules.
struct Pair {
    game: Pot,
    chosen: [Chosen; 2],
}

/// A game that is solved: what each strategy plays without.
type Solve = [Without; 2];

/// What the game can be without.
fn all_parts() -> impl Iterator<Item = (&'static str, Without)> {
    Without::NAMES.into_iter().filter(|(_, without)| *without != Without::Nothing)
}

impl Pair {
    fn names(&self) -> [String; 2] {
        self.chosen.each_ref().map(|chosen| chosen.name.clone())
    }

    /// The games to solve after the published one: without each part, and with a strategy that alone is without it.
    fn solves(&self) -> Vec<Solve> {
        let is_mirror = self.chosen[0].name == self.chosen[1].name;
        let of = |without| {
            let alone = [[without, Without::Nothing], [Without::Nothing, without]];
            [[without; 2]].into_iter().chain(alone.into_iter().take(if is_mirror { 1 } else { 2 }))
        };
        all_parts().flat_map(|(_, without)| of(without)).collect()
    }

    /// Solves a game; the turns are only counted if that is asked for.
    fn solve_without(
        &self,
        solve: Solve,
        counts: bool,
        control: &Control,
    ) -> Result<(ExactShares, [TurnsOf; 2]), Failure> {
        let games = solve.map(|without| self.game.without(without));
        let names = self.names();
        // A strategy knows the rules by which it plays.
        let [first, second] = [0, 1].map(|at| find(&games[at], NAME, &names).map(|chosen| (chosen, at)));
        let chosen = [first?, second?];
        let strategies = chosen.each_ref().map(|(chosen, at)| chosen[*at].strategy::<Pot>());
        let [Some(one), Some(other)] = strategies else { return refuse(settings::missing_game()) };
        let (games, names) = ([&games[0], &games[1]], [&*names[0], &*names[1]]);
        solve_in_steps(NAME, control, |go_on| match counts {
            true => exact_pot_turns(games, [one, other], names, go_on),
            false => exact_pot(games, [one, other], names, go_on).map(|shares| (shares, [TurnsOf::default(); 2])),
        })
    }

    /// What each combo follows from.
    fn combos(&self) -> Vec<ComboDice> {
        let combos = self.game.rules().combos();
        let of = |combo: Combo| {
            let rolled = Throw::all().filter(|throw| throw.combo(combos) == combo).count();
            let best = [Purse::Empty, Purse::Coins].map(|purse| highest_chance(combos, combo, purse));
            let at_table = |players: usize| {
                let pays = pays(self.game.rules(), combo, players);
                let lead = f64::from(pays.lead) / (players - 1) as f64;
                ComboPays { players: players as u32, own: pays.own, lead }
            };
            let rolled = rolled as f64 / Throw::all().len() as f64;
            ComboDice { combo: combo.name().to_owned(), rolled, best, pays: Pot::SEATS.map(at_table).collect() }
        };
        all_combos().map(of).collect()
    }

    /// The record of what was solved, in the order of [`Pair::solves`].
    fn record(
        &self,
        values: &[String],
        (all, turns): (&ExactShares, &[TurnsOf; 2]),
        others: &[ExactShares],
    ) -> CombosOf {
        let each = others.len() / all_parts().count();
        let parts = all_parts().zip(others.chunks(each)).map(|((name, without), solved)| {
            let own = solved[1].average(0).value;
            let other = solved.get(2).map_or(own, |other| other.average(1).value);
            let of = turns.each_ref().map(|turns| part_turns(turns, without));
            Part { part: name.to_owned(), of, without: games(&solved[0]), alone: [own, other] }
        });
        let coins = f64::from(self.game.rules().coins.max(1));
        let turns = turns.iter().map(|turns| turns.within * coins);
        let within = others.iter().chain([all]).flat_map(errors).chain(turns).fold(0.0, f64::max);
        let (combos, parts) = (self.combos(), parts.collect());
        CombosOf { values: values.to_vec(), strategies: self.names(), games: games(all), combos, parts, within }
    }
}

/// The combos, in the order of the parts.
fn all_combos() -> impl Iterator<Item = Combo> {
    all_parts().filter_map(|(_, without)| match without {
        Without::Combo(combo) => Some(combo),
        Without::Nothing | Without::PaidReroll => None,
    })
}

fn games(shares: &ExactShares) -> Games {
    let [first, second] = shares.starts;
    Games { share: shares.average(0).value, turns: (first.turns.value + second.turns.value) / 2.0 }
}

/// The bounds on the errors of what [`games`] has.
fn errors(shares: &ExactShares) -> impl Iterator<Item = f64> {
    shares.starts.into_iter().flat_map(|games| [games.share[0].within, games.turns.within])
}

fn part_turns(turns: &TurnsOf, without: Without) -> PartTurns {
    let all = turns.turns.max(f64::MIN_POSITIVE);
    match without {
        Without::Combo(combo) => {
            PartTurns { rate: turns.ended[combo as usize] / all, coins: turns.coins[combo as usize] / all }
        }
        Without::Nothing | Without::PaidReroll => PartTurns { rate: turns.paid / all, coins: -turns.paid / all },
    }
}

impl driver::pairs::Pair for Pair {
    type Solved = CombosOf;

    const NEVER_VARIED: (&'static [&'static str], &'static str) = (
        &["players", "bots", "seating", "seed", "without"],
        "the report is of two strategies by one set of rules, nothing is drawn, and each part of the game is taken out in \
         turn; vary another rule or a parameter, such as goal=20..30",
    );

    fn new(_: GameRef, table: &TableArgs) -> Result<Pair, Failure> {
        let game: Pot = settings::set_up_as(PLAYERS, &table.rules)?;
        if game.rules().without != Without::Nothing {
            return refuse(
                "the rule 'without': the report takes out each part of the game in turn; leave the rule out",
            );
        }
        Ok(Pair { chosen: find(&game, NAME, table.bots.as_deref().unwrap_or_default())?, game })
    }

    fn game(&self) -> &dyn Prepared {
        &self.game
    }

    fn chosen(&self) -> &[Chosen] {
        &self.chosen
    }

    fn solutions(&self) -> u64 {
        1 + self.solves().len() as u64
    }

    fn solve(&self, values: &[String], (threads, control): (usize, &Control)) -> Result<CombosOf, Failure> {
        let stopped = || failure(NAME, ExactFault::Stopped);
        let nothing = [Without::Nothing; 2];
        let all: Vec<Solve> = std::iter::once(nothing).chain(self.solves()).collect();
        let solve = |solve: &Solve| self.solve_without(*solve, *solve == nothing, control);
        let solved = map_in_parallel(&all, threads, control, solve).ok_or_else(stopped)?;
        let solved = solved.into_iter().collect::<Result<Vec<_>, _>>()?;
        let Some(((first, turns), others)) = solved.split_first() else { return Err(stopped()) };
        let others: Vec<ExactShares> = others.iter().map(|(shares, _)| *shares).collect();
        Ok(self.record(values, (first, turns), &others))
    }

    fn results(record: &CombosRecord, manifest: &Manifest, format: Format) -> Results {
        let others = vec![(PAGE.to_owned(), combos_page(record, manifest, &about(manifest)))];
        let shown = shown(record, manifest, format);
        Results { tables: tables::combos_files(record, &origin(manifest)), others, shown }
    }
}

impl CombosArgs {
    fn pairs(&self) -> Result<Pairs<'_, Pair>, Failure> {
        if let Some(other) = self.game.filter(|game| game.name() != Pot::NAME) {
            return refuse(format!("{NAME}: {} has no combos that pay; it is for --game pot", other.title()));
        }
        let Some(game) = game(Pot::NAME) else { return refuse(settings::missing_game()) };
        Pairs::new(game, &self.strategies, &self.pair)
    }
}

impl ExperimentOptions for CombosArgs {
    const ENTRIES: &'static [Entry] = &[Entry {
        name: NAME,
        recorded: &[NAME],
        words: &[NAME],
        strategies: Some(STRATEGIES),
        several: Some("pair of strategies for whom combos were priced"),
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
        self.pairs().map(|_| ", what combos are worth".to_owned())
    }
}

/// What standard output shows.
fn shown(record: &CombosRecord, manifest: &Manifest, format: Format) -> String {
    let text = || {
        let [mut dice, mut worth] = [tables::dice_summary(record), tables::worth_summary(record)];
        let left_out = dice.rows.len().saturating_sub(TERMINAL_ROWS) + worth.rows.len().saturating_sub(TERMINAL_ROWS);
        dice.rows.truncate(TERMINAL_ROWS);
        worth.rows.truncate(TERMINAL_ROWS);
        let names = first_of(manifest.arms.join(" against "), record.combinations.len());
        let heading = format!("{}, 2 players: {names}", about(manifest).game());
        let games = match &record.combinations[..] {
            [of] => {
                format!(
                    "\n{}: win share {:.4}; a game has {:.2} turns",
                    of.strategies[0], of.games.share, of.games.turns
                )
            }
            _ => String::new(),
        };
        let more = (left_out > 0).then(|| more_rows(left_out, "dice.csv and worth.csv"));
        let within = record.combinations.iter().map(|of| of.within).fold(0.0, f64::max);
        let fixed = [
            "best free, best paid: highest chance to end a turn with it, with the free reroll, and with both"
                .to_owned(),
            "pays: coins of the roller at a table of two; lead: the coins that it gains on the other".to_owned(),
            "chased: best free times pays; fair: the payment with which all combos that pay would be chased alike"
                .to_owned(),
            "rate, coins: share of turns, and mean coins in a turn; pay: the reroll that costs a coin".to_owned(),
            "worth: by how much the win share falls if this strategy alone plays without it".to_owned(),
            "share without, turns without: in the game without it for both; a win counts 1, and a tie 1/2".to_owned(),
            "each strategy starts equally often".to_owned(),
            format!("no game was played: all numbers are computed, and exact to within {within:.1e}"),
        ];
        let notes = lines(more.iter().chain(&fixed).chain(&record.notes));
        format!("{heading}{games}\n\n{}\n{}\n{notes}", layout::table(&dice), layout::table(&worth))
    };
    formatted(&tables::worth(record).of(&origin(manifest)), format, text)
}
