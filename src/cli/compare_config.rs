//! From what was typed after `analyze compare` to a validated configuration.
//!
//! Owns the checks of its options, who plays whom, where the files go, and the commands that it offers.

use super::compare_args::{CompareArgs, Until};
use super::error::Failure;
use super::settings;
use crate::record::{COMPARE, CompareTallies, FORMAT, PairedSums, Terms, TestRecord};
use crate::report::compare::Judge;
use crate::simulate::{EngineKind, Pairing, Playable};
use crate::strategies::{Catalogue, Chosen, NameError, find};
use std::path::PathBuf;

/// The games of each strategy when nothing says how many.
const DEFAULT_RUNS: u64 = 1_000_000;
/// The most games of each strategy that are played until something is known, when nothing says how many.
pub(super) const DEFAULT_BUDGET: u64 = 1_000_000_000;

/// A comparison, validated.
pub(super) struct CompareConfig<G: Catalogue> {
    pub game: G,
    /// The strategies compared, then those of the fields that are none of them.
    pub chosen: Vec<Chosen<G>>,
    /// How many of them are compared.
    pub arms: usize,
    /// For each field the strategies after the seat compared.
    pub fields: Vec<Vec<String>>,
    /// Their names in the tables.
    pub against: Vec<String>,
    pub pairing: Pairing,
    pub seed: u64,
    pub blocks: u64,
    pub engine: EngineKind,
    pub threads: usize,
    /// What ends it, if not the number of games.
    pub until: Option<Until>,
    pub terms: Terms,
    /// Judges the result by its terms.
    pub judge: Judge,
    /// Says how sure it is on the way, whatever the terms: by what holds at every look.
    pub watching: Judge,
    pub out: PathBuf,
}

impl<G: Catalogue> CompareConfig<G> {
    /// How many play.
    pub(super) fn players(&self) -> usize {
        self.game.seats()
    }

    /// The record of these sums.
    pub(super) fn tallies(&self, sums: PairedSums) -> CompareTallies {
        CompareTallies {
            command: COMPARE.to_owned(),
            format: FORMAT,
            game: G::NAME.to_owned(),
            notes: self.game.notes(),
            players: self.players() as u64,
            highest_score: self.game.highest_score(),
            arms: self.chosen[..self.arms].iter().map(|chosen| chosen.name.clone()).collect(),
            against: self.against.clone(),
            terms: self.terms.clone(),
            sums,
        }
    }

    /// The command that tells the game of `block` with this line-up.
    pub(super) fn play_command(&self, args: &CompareArgs, lineup: &[String], block: u64) -> String {
        let mut command = format!("analyze play --game {} --bots {}", G::NAME, quoted(&lineup.join(",")));
        self.push_table(args, &mut command);
        command.push_str(&format!(" --seating fixed --index {block}"));
        command
    }

    /// The command that plays the same games, and ten times as many if need be, until there is a verdict.
    pub(super) fn continue_command(&self, args: &CompareArgs) -> String {
        let names: Vec<String> = args.strategies.iter().map(|name| quoted(name)).collect();
        let mut command = format!("analyze compare {} --game {}", names.join(" "), G::NAME);
        if let Some(against) = &args.against {
            command.push_str(&format!(" --against {}", quoted(&against.join(","))));
        }
        self.push_table(args, &mut command);
        let Terms { margin, alpha, beta, test, .. } = &self.terms;
        command.push_str(&format!(" --until verdict --margin {margin} --alpha {alpha}"));
        if let (TestRecord::Sprt, Some(beta)) = (test, beta) {
            command.push_str(&format!(" --test sprt --beta {beta}"));
        }
        let played = self.blocks.saturating_mul(self.players() as u64);
        let runs = played.saturating_mul(10).clamp(DEFAULT_BUDGET, settings::MAX_RUNS);
        command.push_str(&format!(" --runs {runs}"));
        args.out.iter().for_each(|out| command.push_str(&format!(" --out {}", quoted(&out.display().to_string()))));
        command
    }

    /// The options of the table.
    fn push_table(&self, args: &CompareArgs, command: &mut String) {
        let mut option = |name: &str, value: String| command.push_str(&format!(" --{name} {}", quoted(&value)));
        option("players", self.players().to_string());
        option("seed", self.seed.to_string());
        option("engine", self.engine.to_string());
        args.rules.typed().into_iter().for_each(|(name, value)| option(name, value));
    }
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:=/@+%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Validates what was typed.
pub(super) fn config<G: Catalogue + Playable>(args: &CompareArgs) -> Result<CompareConfig<G>, Failure> {
    let terms = terms(args)?;
    let judge =
        |terms: &Terms| Judge::new(terms, args.strategies.len()).map_err(|error| Failure::Usage(error.to_string()));
    let watching = judge(&Terms { test: TestRecord::Cs, ..terms.clone() })?;
    let judge = judge(&terms)?;
    let engine = settings::engine::<G>(args.rules.engine)?;
    let players = players::<G>(args)?;
    let game = G::set_up(players, &settings::setting::<G>(&args.rules)?)?;
    let mut chosen = arms(args, &game)?;
    let arms = chosen.len();
    let fields = seat_fields(&fields(args, players)?, &args.strategies, &mut chosen, &game)?;
    refuse_clashes(&chosen)?;
    let pairing = Pairing::new(&(0..arms).collect::<Vec<_>>(), &fields);
    let names = |field: &[usize]| field.iter().map(|&index| chosen[index].name.clone()).collect();
    let fields: Vec<Vec<String>> = fields.iter().map(|field| names(field)).collect();
    let default_runs = if args.until.is_none() { DEFAULT_RUNS } else { DEFAULT_BUDGET };
    let runs = settings::runs(Some(args.runs.unwrap_or(default_runs)))?;
    Ok(CompareConfig {
        against: fields.iter().map(|field| field_name(field)).collect(),
        chosen,
        arms,
        fields,
        pairing,
        seed: args.seed,
        blocks: runs.div_ceil(players as u64),
        engine,
        threads: settings::threads(args.threads)?,
        until: args.until,
        terms,
        judge,
        watching,
        out: args.out.clone().unwrap_or_else(|| default_out(&args.strategies)),
        game,
    })
}

/// What to judge by; options that contradict each other are refused.
fn terms(args: &CompareArgs) -> Result<Terms, Failure> {
    let refuse = |text: &str| Err(Failure::Usage(text.to_owned()));
    if args.test.is_some() && args.until != Some(Until::Verdict) {
        return refuse("--test: it says how --until verdict decides; add that, or leave --test out");
    }
    if args.beta.is_some() && args.test != Some(TestRecord::Sprt) {
        return refuse("--beta: only --test sprt has a second error rate; a confidence sequence has --alpha alone");
    }
    let test = if args.until.is_none() { TestRecord::Student } else { args.test.unwrap_or(TestRecord::Cs) };
    let beta = match (test, args.beta) {
        (TestRecord::Sprt, None) => Some("0.05".parse().map_err(|error| Failure::Usage(format!("--beta: {error}")))?),
        (_, beta) => beta,
    };
    let said = args.until.map_or_else(|| "runs".to_owned(), |until| until.to_string());
    Ok(Terms { until: said, test, margin: args.margin, alpha: args.alpha, beta })
}

/// How many play: as typed, or the seat compared and those that are named for the others.
fn players<G: Catalogue>(args: &CompareArgs) -> Result<usize, Failure> {
    let named = args.against.as_ref().map_or(0, Vec::len) as u64;
    match args.players {
        None if named > 1 => {
            settings::seats::<G>(named + 1, &format!("--against: {named} strategies make {}", named + 1))
        }
        players => settings::players_or_default::<G>(players),
    }
}

/// The strategies compared. Two may be the same one: then they are played as two all the same.
fn arms<G: Catalogue>(args: &CompareArgs, game: &G) -> Result<Vec<Chosen<G>>, Failure> {
    let typed = &args.strategies;
    let arms = typed.iter().map(|name| find(name, game)).collect::<Result<Vec<_>, _>>();
    let arms = arms.map_err(|error| Failure::strategy("compare", error))?;
    if arms.len() > 2 {
        let twice = (1..arms.len()).find_map(|b| (0..b).find(|&a| arms[a].content == arms[b].content).map(|a| (a, b)));
        if let Some((a, b)) = twice {
            let (a, b) = (&arms[a].name, &arms[b].name);
            let same = if a == b { format!("'{a}' is named twice") } else { format!("'{a}' and '{b}' are the same") };
            return Err(Failure::Usage(format!("compare: {same}; of three or more strategies, name each once")));
        }
        if args.against.is_none() {
            return Err(Failure::Usage(format!(
                "--against is missing: say against whom these {} strategies are played",
                arms.len()
            )));
        }
    }
    Ok(arms)
}

/// Two different strategies with one name could not be told apart in the tables.
fn refuse_clashes<G: Catalogue>(chosen: &[Chosen<G>]) -> Result<(), Failure> {
    let clash = |a: &Chosen<G>, b: &Chosen<G>| a.name == b.name && a.content != b.content;
    let pairs = || chosen.iter().enumerate().flat_map(|(at, b)| chosen[..at].iter().map(move |a| (a, b)));
    match pairs().find(|(a, b)| clash(a, b)) {
        None => Ok(()),
        Some((a, b)) => {
            let error = NameError::Clash { name: a.name.clone(), first: a.typed.clone(), second: b.typed.clone() };
            Err(Failure::Usage(format!("compare: {error}")))
        }
    }
}

/// A field in the tables: one name if all are alike, else all of them.
fn field_name(field: &[String]) -> String {
    match field {
        [first, rest @ ..] if rest.iter().all(|name| name == first) => first.clone(),
        _ => field.join(","),
    }
}

/// The fields as typed, each with the strategies after the seat compared.
///
/// With two players both default fields give the same difference of win shares, x − ½: one is played, that of the name
/// that comes last in byte order, so that comparing the other way about plays the same games.
fn fields(args: &CompareArgs, players: usize) -> Result<Vec<Vec<String>>, Failure> {
    let all = |name: &String| vec![name.clone(); players - 1];
    let (a, b) = (&args.strategies[0], &args.strategies[1]);
    match args.against.as_deref() {
        None if players == 2 => Ok(vec![all(a.max(b))]),
        None => Ok(vec![all(b), all(a)]),
        Some([one]) => Ok(vec![all(one)]),
        Some(named) if named.len() + 1 == players => Ok(vec![named.to_vec()]),
        Some(named) => Err(Failure::Usage(format!(
            "--against: {} strategies ({}) for {} seats; with {players} players name {}, or one for all",
            named.len(),
            named.join(","),
            players - 1,
            players - 1
        ))),
    }
}

/// The positions of the fields' strategies among the chosen ones, of which the first are those `typed` to be compared;
/// those that are missing are added.
///
/// Of two arms typed alike, the first field is of the second and the second of the first: so the two are played as
/// different strategies.
fn seat_fields<G: Catalogue>(
    fields: &[Vec<String>],
    typed: &[String],
    chosen: &mut Vec<Chosen<G>>,
    game: &G,
) -> Result<Vec<Vec<usize>>, Failure> {
    let mut typed = typed.to_vec();
    let mut positions = Vec::with_capacity(fields.len());
    for (index, field) in fields.iter().enumerate() {
        let mut seats = Vec::with_capacity(field.len());
        for name in field {
            let known = |known: &String| known == name;
            let found = if index == 0 { typed.iter().rposition(known) } else { typed.iter().position(known) };
            seats.push(match found {
                Some(position) => position,
                None => {
                    chosen.push(find(name, game).map_err(|error| Failure::strategy("--against", error))?);
                    typed.push(name.clone());
                    typed.len() - 1
                }
            });
        }
        positions.push(seats);
    }
    Ok(positions)
}

/// `reports/compare-A-B`; what a path cannot hold everywhere becomes `-`.
fn default_out(names: &[String]) -> PathBuf {
    let mut folder = "compare".to_owned();
    for name in names.iter().take(4) {
        let kept = |c: char| if c.is_ascii_alphanumeric() || "._=".contains(c) { c } else { '-' };
        folder.push('-');
        folder.extend(name.chars().take(40).map(kept));
    }
    if names.len() > 4 {
        folder.push_str(&format!("-and-{}-more", names.len() - 4));
    }
    PathBuf::from("reports").join(folder)
}
