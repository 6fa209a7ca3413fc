//! From what was typed after `analyze compare` to a validated configuration.
//!
//! Owns the checks of its options, who plays whom, the name of the folder, and the commands that it offers.

use super::options::{CompareArgs, ComparedArgs};
use crate::driver::session::at_fault;
use crate::engines::{EngineKind, GameFault};
use crate::lab::{Chosen, GameRef, Players, Prepared};
use crate::options::choices::LuckChoice;
use crate::options::fields::{DEFAULT_BUDGET, field_name, in_a_path, one_each, players};
use crate::options::luck::LuckRequest;
use crate::options::named_game::game_among;
use crate::options::settings;
use crate::options::until::Until;
use crate::record::{COMPARE, CompareTallies, FORMAT, PairedSums, RUNS, Terms, TestRecord, quoted};
use crate::report::compare::{Judge, largest_difference};
use crate::simulate::{Metrics, Pairing};
use crate::strategies::StrategyError;
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::typed_command::command_line;
use std::sync::Arc;

/// The games of each strategy when nothing says how many.
const DEFAULT_RUNS: u64 = 1_000_000;
/// The most strategies compared.
const MOST_ARMS: usize = 500;

/// A comparison, validated.
pub(crate) struct CompareConfig {
    pub game: Arc<dyn Prepared>,
    /// The strategies compared, then those of the fields that are none of them.
    pub chosen: Vec<Chosen>,
    /// How many of them are compared.
    pub arms: usize,
    /// For each field the strategies after the seat compared.
    pub fields: Vec<Vec<String>>,
    /// Their names in the tables.
    pub against: Vec<String>,
    pub pairing: Pairing,
    pub blocks: u64,
    pub engine: EngineKind,
    pub terms: Terms,
    /// Judges the result by its terms.
    pub judge: Judge,
}

impl CompareConfig {
    /// The record of these sums.
    pub(crate) fn tallies(&self, sums: PairedSums) -> CompareTallies {
        CompareTallies {
            command: COMPARE.to_owned(),
            format: FORMAT,
            game: self.game.name().to_owned(),
            notes: self.notes(),
            players: self.game.seats() as u64,
            highest_score: self.game.highest_score(),
            arms: self.chosen[..self.arms].iter().map(|chosen| chosen.name.clone()).collect(),
            against: self.against.clone(),
            terms: self.terms.clone(),
            sums,
        }
    }

    /// Whether two are compared that are one strategy.
    pub(crate) fn is_of_one_strategy(&self) -> bool {
        matches!(&self.chosen[..self.arms], [a, b] if a.content == b.content)
    }

    /// What is to be said of the rules, and of what is compared.
    fn notes(&self) -> Vec<String> {
        let mut notes = self.game.notes();
        if self.is_of_one_strategy() {
            let [a, b] = [&self.chosen[0].name, &self.chosen[1].name];
            notes.push(format!(
                "'{a}' and '{b}' are the same strategy: the true difference is 0, and all that is seen of one is chance"
            ));
        }
        notes
    }

    /// The same with a note of luck.
    pub(crate) fn noted(&self, sums: PairedSums, luck: Option<&str>) -> CompareTallies {
        let mut tallies = self.tallies(sums);
        tallies.notes.extend(luck.map(str::to_owned));
        tallies
    }

    /// All strategies that play.
    pub(crate) fn players(&self) -> Box<dyn Players + '_> {
        self.game.players(&self.chosen.iter().collect::<Vec<_>>())
    }

    /// The strategies, to find out what luck is among them.
    pub(crate) fn luck_asked<'p>(
        &'p self,
        choice: LuckChoice,
        players: &'p dyn Players,
        names: &'p [String],
    ) -> LuckRequest<'p> {
        LuckRequest { choice, players, names, seatings: self.pairing.seatings() }
    }

    /// A fault, with the command that shows its game.
    pub(crate) fn describe(&self, found: &GameFault, args: &ComparedArgs) -> Failure {
        let GameFault { index, strategy, fault } = found;
        let (block, game) = (index / self.pairing.games(), index % self.pairing.games());
        let lineup = self.pairing.lineup(game).iter().map(|&index| &*self.chosen[index].typed);
        let command = args.rules.given.play(&[
            ("game", self.game.game().typed().to_owned()),
            ("bots", lineup.collect::<Vec<_>>().join(",")),
            ("players", self.game.seats().to_string()),
            ("seed", args.draws.seed.to_string()),
            ("engine", self.engine.to_string()),
            ("seating", "fixed".to_owned()),
            ("index", block.to_string()),
        ]);
        at_fault(&self.chosen[*strategy].name, &format!("block {block}"), args.draws.seed, fault, &command)
    }

    /// The command that plays the same games, and ten times as many if need be, until there is a verdict.
    pub(crate) fn continue_command(&self, CompareArgs { compared: args, playing }: &CompareArgs) -> String {
        /// What follows from the verdict, or from the folder.
        const REPLACED: [&str; 6] = ["game", "until", "runs", "out", "resume", "replace"];
        let played = self.blocks.saturating_mul(self.game.seats() as u64);
        let runs = played.saturating_mul(10).clamp(DEFAULT_BUDGET, settings::MAX_RUNS);
        let is_kept = |(name, _): &(&str, &str)| !REPLACED.contains(name);
        let typed = args.rules.given.typed().filter(is_kept).map(|(name, value)| (name, value.to_owned()));
        let own = [
            ("game", self.game.game().typed().to_owned()),
            ("until", "verdict".to_owned()),
            ("runs", runs.to_string()),
        ];
        // In the folder typed there are fewer games, which this is begun with once more.
        let out =
            playing.folder.out.iter().flat_map(|out| [("out", out.display().to_string()), ("replace", String::new())]);
        let beside = args.strategies.iter().map(|name| format!(" {}", quoted(name))).collect::<String>();
        command_line(&format!("analyze compare{beside}"), typed.chain(own).chain(out))
    }

    /// The names of all strategies that play.
    pub(crate) fn names(&self) -> Vec<String> {
        self.chosen.iter().map(|chosen| chosen.name.clone()).collect()
    }
}

/// Validates what was typed.
pub(crate) fn config(game: GameRef, args: &ComparedArgs) -> Result<CompareConfig, Failure> {
    args.luck.choice.check(game)?;
    if args.strategies.len() > MOST_ARMS {
        let arms = args.strategies.len();
        return refuse(format!(
            "compare: {arms} strategies; at most {MOST_ARMS}, so that their record can be read again"
        ));
    }
    let terms = terms(args)?;
    let judge = Judge::new(&terms, args.strategies.len()).map_err(|error| Failure::Usage(error.to_string()))?;
    let engine = settings::engine(game, args.rules.engine)?;
    let players = players(game, &args.seats, args.against.as_deref())?;
    let game = settings::set_up(game, players, &args.rules)?;
    let mut chosen = arms(args, &*game)?;
    let arms = chosen.len();
    let fields = fields(args, players, &mut chosen, &*game)?;
    refuse_clashes(&chosen)?;
    let pairing = Pairing::new(&(0..arms).collect::<Vec<_>>(), &fields, args.metric);
    let names = |field: &[usize]| field.iter().map(|&index| chosen[index].name.clone()).collect();
    let fields: Vec<Vec<String>> = fields.iter().map(|field| names(field)).collect();
    let default_runs = if args.until.is_none() { DEFAULT_RUNS } else { DEFAULT_BUDGET };
    let runs = settings::runs(args.runs.or(Some(default_runs)))?;
    let config = CompareConfig {
        against: fields.iter().map(|field| field_name(field)).collect(),
        chosen,
        arms,
        fields,
        pairing,
        blocks: runs.div_ceil(players as u64),
        engine,
        terms,
        judge,
        game,
    };
    refuse_out_of_reach(&config)?;
    Ok(config)
}

/// A margin that no difference can reach would make every verdict the same.
fn refuse_out_of_reach(config: &CompareConfig) -> Result<(), Failure> {
    let tallies = config.tallies(PairedSums::new(config.fields.len(), config.arms));
    let (margin, most) = (config.terms.margin, largest_difference(&tallies));
    // A third that was typed with some digits is a third.
    if margin.value() <= most + 1e-9 {
        return Ok(());
    }
    let (players, against) = (tallies.players, tallies.against.join(" and "));
    refuse(format!(
        "--margin: {margin}; with {players} players no difference of win share against {against} can be larger than {most:.4}, so \
         choose a smaller margin"
    ))
}

/// What to judge by; options that contradict each other are refused.
pub(crate) fn terms(args: &ComparedArgs) -> Result<Terms, Failure> {
    if args.test.is_some() && args.until != Some(Until::Verdict) {
        return refuse("--test: it says how --until verdict decides; add that, or leave --test out");
    }
    if args.beta.is_some() && args.test != Some(TestRecord::Sprt) {
        return refuse("--beta: only --test sprt has a second error rate; a confidence sequence has --alpha alone");
    }
    let by_verdict = args.until == Some(Until::Verdict);
    let test = if by_verdict { args.test.unwrap_or(TestRecord::Cs) } else { TestRecord::Student };
    let beta = match (test, args.beta) {
        (TestRecord::Sprt, None) => Some("0.05".parse().map_err(|error| Failure::Usage(format!("--beta: {error}")))?),
        (_, beta) => beta,
    };
    let said = args.until.map_or_else(|| RUNS.to_owned(), |until| until.to_string());
    let win_shares_alone = args.metric == Metrics::WinShares;
    Ok(Terms { until: said, test, margin: args.verdict.margin, alpha: args.verdict.alpha, win_shares_alone, beta })
}

/// The strategies compared. Two may be the same one: then they are played as two all the same.
fn arms(args: &ComparedArgs, game: &dyn Prepared) -> Result<Vec<Chosen>, Failure> {
    let typed = &args.strategies;
    let arms = typed.iter().map(|name| game.find(name)).collect::<Result<Vec<_>, _>>();
    let arms = arms.map_err(|error| Failure::strategy("compare", error))?;
    if arms.len() > 2 {
        let twice = (1..arms.len()).find_map(|b| (0..b).find(|&a| arms[a].content == arms[b].content).map(|a| (a, b)));
        if let Some((a, b)) = twice {
            let (a, b) = (&arms[a].name, &arms[b].name);
            let same = if a == b { format!("'{a}' is named twice") } else { format!("'{a}' and '{b}' are the same") };
            return refuse(format!("compare: {same}; of three or more strategies, name each once"));
        }
        if args.against.is_none() {
            let arms = arms.len();
            return refuse(format!("--against is missing: say against whom these {arms} strategies are played"));
        }
    }
    Ok(arms)
}

/// Two different strategies with one name would look alike in the tables.
fn refuse_clashes(chosen: &[Chosen]) -> Result<(), Failure> {
    let clash = |a: &Chosen, b: &Chosen| a.name == b.name && a.content != b.content;
    let pairs = || chosen.iter().enumerate().flat_map(|(at, b)| chosen[..at].iter().map(move |a| (a, b)));
    match pairs().find(|(a, b)| clash(a, b)) {
        None => Ok(()),
        Some((a, b)) => {
            let error = StrategyError::Clash(a.name.clone(), a.typed.clone(), b.typed.clone());
            refuse(format!("compare: {error}"))
        }
    }
}

/// The fields: for each the positions, among the chosen strategies, of those after the seat compared. The chosen ones
/// begin with those compared; strategies of fields that are missing are added.
///
/// With two players both default fields give the same difference of win shares, x − ½: one is played, that of the name
/// that comes last in byte order, so that comparing the other way about plays the same games. Of two arms typed alike,
/// the first field is of the second and the second of the first: so the two are played as different strategies.
fn fields(
    args: &ComparedArgs,
    players: usize,
    chosen: &mut Vec<Chosen>,
    game: &dyn Prepared,
) -> Result<Vec<Vec<usize>>, Failure> {
    let others = players - 1;
    let named = match args.against.as_deref() {
        None if players == 2 => return Ok(vec![vec![usize::from(args.strategies[0] <= args.strategies[1])]]),
        None => return Ok(vec![vec![1; others], vec![0; others]]),
        Some(named) => one_each(named, players)?,
    };
    let mut field = Vec::with_capacity(others);
    for name in named {
        let known = chosen.iter().rposition(|chosen| chosen.typed == name);
        field.push(match known {
            Some(position) => position,
            None => {
                chosen.push(game.find(&name).map_err(|error| Failure::strategy("--against", error))?);
                chosen.len() - 1
            }
        });
    }
    Ok(vec![field])
}

/// `compare-A-B`, with `-win_share` where that alone is compared, so that it does not replace what holds more; what a
/// path cannot hold everywhere becomes `-`.
pub(crate) fn folder_name(args: &ComparedArgs) -> String {
    let (names, mut folder) = (&args.strategies, COMPARE.to_owned());
    for name in names.iter().take(4) {
        folder.push('-');
        folder.push_str(&in_a_path(name));
    }
    if names.len() > 4 {
        folder.push_str(&format!("-and-{}-more", names.len() - 4));
    }
    if args.metric == Metrics::WinShares {
        folder.push_str("-win_share");
    }
    folder
}

/// The game: as typed, or the one that has most of these strategies, with the parameters given if that settles it.
///
/// # Errors
/// If several games have as many of them: what is wrong with a name in every game, or that `--game` is missing.
pub(crate) fn game_of(args: &ComparedArgs) -> Result<GameRef, Failure> {
    if let Some(game) = args.seats.game {
        return Ok(game);
    }
    game_among(COMPARE, &args.strategies, args.against.as_deref().unwrap_or_default())
}
