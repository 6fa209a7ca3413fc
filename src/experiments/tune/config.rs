//! From what was typed after `analyze tune` to a validated configuration.
//!
//! Owns the checks of its options, the candidates of the values that were typed and of those between them, who plays against
//! whom, and how many games each rung has. Playing them is for `race`.

use super::options::{Tuned, TunedArgs};
use crate::driver::session::at_fault;
use crate::engines::{EngineKind, GameFault};
use crate::input::or_nearest;
use crate::lab::{Chosen, GameRef, Prepared};
use crate::options::fields::{field_name, one_each, players};
use crate::options::settings;
use crate::record::{CandidateRecord, FORMAT, TUNE, TuneTallies, command_of};
use crate::simulate::{Metrics, Pairing};
use crate::stats::halving::rungs;
use crate::strategies::{Parameter, StrategyName, responds_to};
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::numbers::grouped;
use std::sync::Arc;

/// The most games when nothing says how many.
const DEFAULT_RUNS: u64 = 10_000_000;
/// The most candidates that the values typed may have.
const MAX_CANDIDATES: usize = 10_000;
/// So many candidates are left by a stage before the last one.
const LEFT: usize = 4;
/// The fewest blocks of a rung: from fewer nobody is dropped.
const MIN_BLOCKS: u64 = 30;
/// How often the distance between the values of a range is halved at most.
const MAX_HALVINGS: u32 = 2;

/// A candidate, or the default.
pub(crate) struct Candidate {
    pub record: CandidateRecord,
    pub chosen: Chosen,
}

/// A race to be run, validated.
pub(crate) struct TuneConfig {
    pub game: Arc<dyn Prepared>,
    /// The default, then the candidates of the values that were typed.
    pub candidates: Vec<Candidate>,
    /// The strategies of the other seats, each once; none if they are the default.
    pub others: Vec<Chosen>,
    /// For the seats after the candidate the position among the others; nothing for the default.
    field: Vec<Option<usize>>,
    pub against: String,
    pub tuned: Vec<Tuned>,
    pub parameters: Vec<Parameter>,
    pub engine: EngineKind,
    pub budget: u64,
    /// How many stages the race has: one for the values that were typed, and one for each halving of their distances.
    pub stages: u32,
}

/// Validates what was typed.
pub(crate) fn config(game: GameRef, args: &TunedArgs) -> Result<TuneConfig, Failure> {
    let budget = settings::runs(Some(args.runs.unwrap_or(DEFAULT_RUNS)))?;
    args.luck.choice.check(game)?;
    let engine = settings::engine(game, args.rules.engine)?;
    let parameters = parameters(game, args)?;
    let players = players(game, &args.seats, args.against.as_deref())?;
    let game = settings::set_up(game, players, &args.rules)?;
    let candidates = candidates(args, &parameters, &*game)?;
    let (others, field) = field(args, players, &candidates[0].chosen, &*game)?;
    let name = |at: &Option<usize>| at.map_or(&candidates[0].chosen, |at: usize| &others[at]).name.clone();
    let against = field_name(&field.iter().map(name).collect::<Vec<_>>());
    let stages =
        1 + args.parameters.iter().zip(&parameters).map(|(tuned, own)| halvings(tuned, own)).max().unwrap_or(0);
    let tuned = args.parameters.clone();
    let config = TuneConfig { game, candidates, others, field, against, tuned, parameters, engine, budget, stages };
    config.refuse_few_games()?;
    Ok(config)
}

/// The parameters that are tuned, as the strategy declares them.
fn parameters(game: GameRef, args: &TunedArgs) -> Result<Vec<Parameter>, Failure> {
    let typed: StrategyName = args.strategy.parse().map_err(|error| Failure::strategy(TUNE, error))?;
    let (name, given) = match typed {
        StrategyName::One { name, parameters } => (name, parameters),
        StrategyName::Crossed(..) => {
            return refuse(format!("tune: '{}' has the parameters of two strategies; tune one", args.strategy));
        }
        StrategyName::Response(_) => {
            let of = responds_to(&args.strategy).unwrap_or_default();
            return refuse(format!("tune: '{}' has no parameters of its own; tune '{of}'", args.strategy));
        }
    };
    let own = game.parameters(&name).map_err(|error| Failure::strategy(TUNE, error))?;
    let known: Vec<&str> = own.iter().map(|own| &*own.key).collect();
    if known.is_empty() {
        return refuse(format!("tune: strategy '{name}' has no parameters, so there is nothing to tune"));
    }
    let mut found = Vec::with_capacity(args.parameters.len());
    for (at, Tuned { axis, .. }) in args.parameters.iter().enumerate() {
        let key = &*axis.key;
        if args.parameters[..at].iter().any(|other| other.axis.key == key) {
            return refuse(format!("--param: the parameter '{key}' is there twice; name all of its values at once"));
        }
        let place = known.iter().position(|own| *own == key);
        let Some(place) = place else {
            let help = or_nearest(key, &known);
            return refuse(format!("--param: strategy '{name}' has no parameter '{key}' ({help})"));
        };
        let is_given = |given: &Option<String>| given.as_deref().map_or(place == 0, |given| given == key);
        if given.iter().any(|(given, _)| is_given(given)) {
            let typed = &args.strategy;
            return refuse(format!("--param: '{key}' is tuned and given in '{typed}' too; leave one of them out"));
        }
        found.push(own[place].clone());
    }
    Ok(found)
}

/// The default, and the candidates of all combinations of values, the last parameter changing first. A candidate that is the
/// default is left out: that plays in every rung.
fn candidates(args: &TunedArgs, parameters: &[Parameter], game: &dyn Prepared) -> Result<Vec<Candidate>, Failure> {
    let all = args.parameters.iter().try_fold(1usize, |all, tuned| all.checked_mul(tuned.axis.values.len()));
    let all = all.filter(|&all| all <= MAX_CANDIDATES).ok_or_else(|| {
        Failure::Usage(format!(
            "--param: more than {} candidates; give fewer values, such as above=5..25/4 (in 4 steps): what lies between is \
             tried near the best",
            grouped(MAX_CANDIDATES as u64)
        ))
    })?;
    let chosen = game.find(&args.strategy).map_err(|error| Failure::strategy(TUNE, error))?;
    let values = parameters.iter().map(Parameter::default_text).collect();
    let record = CandidateRecord { name: chosen.name.clone(), values, stage: 0 };
    let mut candidates = vec![Candidate { record, chosen }];
    for number in 0..all {
        let mut rest = number;
        let mut values: Vec<String> = Vec::with_capacity(args.parameters.len());
        for Tuned { axis, .. } in args.parameters.iter().rev() {
            values.insert(0, axis.values[rest % axis.values.len()].clone());
            rest /= axis.values.len();
        }
        let candidate = candidate(&args.strategy, (parameters, values), 1, game)?;
        match candidates.iter().position(|known| known.chosen.content == candidate.chosen.content) {
            None => candidates.push(candidate),
            Some(0) => {}
            Some(known) => {
                let (known, own) = (&candidates[known].record.name, &candidate.record.name);
                return refuse(format!("--param: '{known}' and '{own}' are the same; name each value once"));
            }
        }
    }
    if candidates.len() < 3 {
        let default = &candidates[0].chosen.typed;
        let compare = candidates.get(1).map(|one| {
            let command = command_of(["analyze", "compare", &one.chosen.typed, default, "--game", game.name()]);
            format!("; to try one, compare it: {command}")
        });
        let compare = compare.unwrap_or_default();
        return refuse(format!("--param: fewer than two candidates beside the default{compare}"));
    }
    Ok(candidates)
}

/// The strategy with these values of its parameters.
fn candidate(
    strategy: &str,
    (parameters, values): (&[Parameter], Vec<String>),
    stage: u32,
    game: &dyn Prepared,
) -> Result<Candidate, Failure> {
    let given = parameters.iter().zip(&values).map(|(parameter, value)| format!(":{}={value}", parameter.key));
    let typed = std::iter::once(strategy.to_owned()).chain(given).collect::<String>();
    let chosen = game.find(&typed).map_err(|error| Failure::strategy("--param", error))?;
    Ok(Candidate { record: CandidateRecord { name: chosen.name.clone(), values, stage }, chosen })
}

/// The others at the table: each once, and for each seat after the candidate which of them, or nothing for the default.
type Field = (Vec<Chosen>, Vec<Option<usize>>);

/// Who takes the other seats.
fn field(args: &TunedArgs, players: usize, default: &Chosen, game: &dyn Prepared) -> Result<Field, Failure> {
    let seats = players - 1;
    if args.mirror {
        return Ok((Vec::new(), vec![None; seats]));
    }
    let named = match args.against.as_deref() {
        None => usual_field(game.game(), &args.strategy, players),
        Some(named) => one_each(named, players)?,
    };
    let (mut others, mut field): Field = (Vec::new(), Vec::new());
    for typed in &named {
        let found = game.find(typed).map_err(|error| Failure::strategy("--against", error))?;
        if found.content == default.content && named.iter().all(|other| other == typed) {
            return refuse(format!(
                "--against: '{typed}' is the strategy that is tuned; --mirror puts it against itself with its default parameters"
            ));
        }
        let clash = |known: &&Chosen| known.name == found.name && known.content != found.content;
        if let Some(other) = others.iter().chain([default]).find(clash) {
            let (name, typed, other) = (&found.name, &found.typed, &other.typed);
            return refuse(format!(
                "--against: '{typed}' and '{other}' are different strategies, both called '{name}'"
            ));
        }
        let known = others.iter().position(|known| known.content == found.content);
        field.push(Some(known.unwrap_or(others.len())).filter(|_| found.content != default.content));
        if known.is_none() && found.content != default.content {
            others.push(found);
        }
    }
    Ok((others, field))
}

/// The default line-up without the strategy that is tuned.
fn usual_field(game: GameRef, strategy: &str, players: usize) -> Vec<String> {
    let tuned = strategy.split(':').next().unwrap_or_default();
    let others = game.lineup(players).into_iter().filter(|name| name.split(':').next() != Some(tuned));
    let field: Vec<String> = others.map(str::to_owned).collect();
    field.iter().cycle().take(players - 1).cloned().collect()
}

/// How often the distance between values can be halved, up to a limit.
fn halvings(tuned: &Tuned, parameter: &Parameter) -> u32 {
    let numbers: Vec<f64> = tuned.axis.values.iter().filter_map(|value| value.parse().ok()).collect();
    let step = numbers.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
    match tuned.is_range {
        false => 0,
        true if !parameter.is_whole => MAX_HALVINGS,
        true => (0..MAX_HALVINGS).take_while(|&times| step / f64::from(1 << times) > 1.0).count() as u32,
    }
}

impl TuneConfig {
    /// The strategies of a rung, and who plays whom: the default, the candidates, the others.
    pub(crate) fn rung<'c>(&'c self, candidates: impl Iterator<Item = &'c Chosen>) -> (Vec<&'c Chosen>, Pairing) {
        let mut chosen: Vec<&Chosen> = std::iter::once(&self.candidates[0].chosen).chain(candidates).collect();
        let arms: Vec<usize> = (0..chosen.len()).collect();
        let field = self.field_after(chosen.len(), 0);
        chosen.extend(&self.others);
        (chosen, Pairing::new(&arms, &[field], Metrics::All).against_first())
    }

    /// Games of a block of a rung of so many candidates.
    pub(crate) fn games_a_block(&self, candidates: usize) -> u64 {
        let (_, with_one) = self.rung(self.candidates[1..].iter().take(1).map(|one| &one.chosen));
        with_one.games() + (candidates as u64 - 1) * self.game.seats() as u64
    }

    /// The strategies of the test, and who plays whom: the candidate, the default, the others.
    pub(crate) fn test<'c>(&'c self, candidate: &'c Chosen) -> (Vec<&'c Chosen>, Pairing) {
        let chosen = [candidate, &self.candidates[0].chosen].into_iter().chain(&self.others).collect();
        (chosen, Pairing::new(&[0, 1], &[self.field_after(2, 1)], Metrics::All))
    }

    /// The positions of the strategies of the other seats, of a table with so many strategies before them.
    fn field_after(&self, arms: usize, default: usize) -> Vec<usize> {
        self.field.iter().map(|at| at.map_or(default, |at| arms + at)).collect()
    }

    /// The names of the strategies of the other seats.
    pub(crate) fn field_names(&self) -> Vec<String> {
        let chosen = |at: &Option<usize>| at.map_or(&self.candidates[0].chosen, |at| &self.others[at]);
        self.field.iter().map(|at| chosen(at).name.clone()).collect()
    }

    /// Games of the race; the test has what is left over.
    pub(crate) fn race_games(&self) -> u64 {
        self.budget - self.budget / 3
    }

    /// Games of a stage, of those that are left for the race: half of them for the values that were typed, if others are tried
    /// between them, and the rest for the stages after it alike.
    pub(crate) fn stage_games(&self, left: u64, stage: u32) -> u64 {
        match stage {
            1 if self.stages > 1 => left / 2,
            stage => left / u64::from(self.stages - stage + 1),
        }
    }

    /// How many candidates a stage leaves.
    pub(crate) fn leaves(&self, stage: u32) -> usize {
        if stage == self.stages { 1 } else { LEFT }
    }

    /// Refuses so few games that a rung would not have enough blocks, with as many candidates as there can be.
    fn refuse_few_games(&self) -> Result<(), Failure> {
        let fits = |budget: u64| {
            let config = TuneConfigSize { budget, ..self.size() };
            config.fits()
        };
        if fits(self.budget) {
            return Ok(());
        }
        let enough = (1..=60).map(|power| 1u64 << power).find(|&budget| fits(budget)).unwrap_or(u64::MAX);
        let digits = 10u64.pow(enough.ilog10().saturating_sub(1));
        let (games, all) = (grouped(self.budget), self.candidates.len() - 1);
        refuse(format!(
            "--runs: {games} games are too few for {all} candidates, so that each rung has {MIN_BLOCKS} blocks; {} are enough",
            grouped(enough.div_ceil(digits) * digits)
        ))
    }

    fn size(&self) -> TuneConfigSize {
        TuneConfigSize {
            budget: self.budget,
            candidates: self.candidates.len() - 1,
            stages: self.stages,
            ranges: self.tuned.iter().filter(|tuned| tuned.is_range).count(),
            players: self.game.seats() as u64,
        }
    }

    /// The records before any game.
    pub(crate) fn tallies(&self) -> TuneTallies {
        TuneTallies {
            command: TUNE.to_owned(),
            format: FORMAT,
            game: self.game.name().to_owned(),
            notes: self.game.notes(),
            players: self.game.seats() as u64,
            highest_score: self.game.highest_score(),
            parameters: self.parameters.iter().map(|parameter| parameter.key.clone().into_owned()).collect(),
            against: self.against.clone(),
            budget: self.budget,
            candidates: self.candidates.iter().map(|candidate| candidate.record.clone()).collect(),
            ..TuneTallies::default()
        }
    }

    /// The candidates halfway between one and its neighbours in each parameter that is a range, `known` being all values of
    /// each so far; those that are known are left out.
    pub(crate) fn between(
        &self,
        args: &TunedArgs,
        values: &[String],
        known: &[Vec<f64>],
        stage: u32,
    ) -> Result<Vec<Candidate>, Failure> {
        let mut found = Vec::new();
        for (at, (tuned, parameter)) in self.tuned.iter().zip(&self.parameters).enumerate() {
            let Some(own) = values[at].parse::<f64>().ok().filter(|_| tuned.is_range) else { continue };
            let below = known[at].iter().copied().filter(|&other| other < own).reduce(f64::max);
            let above = known[at].iter().copied().filter(|&other| other > own).reduce(f64::min);
            for other in [below, above].into_iter().flatten() {
                let Some(value) = halfway(own, other, parameter.is_whole) else { continue };
                let values = values.iter().enumerate().map(|(place, old)| if place == at { &value } else { old });
                found.push(candidate(
                    &args.strategy,
                    (&self.parameters, values.cloned().collect()),
                    stage,
                    &*self.game,
                )?);
            }
        }
        Ok(found)
    }

    /// A fault, with the command that shows its game.
    pub(crate) fn describe(
        &self,
        found: &GameFault,
        args: &TunedArgs,
        (chosen, pairing): (&[&Chosen], &Pairing),
    ) -> Failure {
        let GameFault { index, strategy, fault } = found;
        let (block, game) = (index / pairing.games(), index % pairing.games());
        let lineup: Vec<&str> = pairing.lineup(game).iter().map(|&at| &*chosen[at].typed).collect();
        let command = args.rules.given.play(&[
            ("game", self.game.game().typed().to_owned()),
            ("bots", lineup.join(",")),
            ("seed", args.draws.seed.to_string()),
            ("engine", self.engine.to_string()),
            ("seating", "fixed".to_owned()),
            ("index", block.to_string()),
        ]);
        at_fault(&chosen[*strategy].name, &format!("block {block}"), args.draws.seed, fault, &command)
    }
}

/// Halfway between two values, if there is anything.
fn halfway(a: f64, b: f64, is_whole: bool) -> Option<String> {
    let middle = (a + b) / 2.0;
    if is_whole {
        let middle = middle.floor();
        return (middle != a && middle != b).then(|| format!("{middle}"));
    }
    let text = format!("{middle:.9}");
    Some(text.trim_end_matches('0').trim_end_matches('.').to_owned())
}

/// What decides how many games each rung has.
#[derive(Clone, Copy, Debug)]
struct TuneConfigSize {
    budget: u64,
    candidates: usize,
    stages: u32,
    ranges: usize,
    players: u64,
}

impl TuneConfigSize {
    /// Whether each rung has enough blocks, with as many candidates as there can be, and the test as well.
    fn fits(&self) -> bool {
        let mut left = self.budget - self.budget / 3;
        let mut candidates = self.candidates;
        for stage in 1..=self.stages {
            let is_last = stage == self.stages;
            let games = if stage == 1 && !is_last { left / 2 } else { left / u64::from(self.stages - stage + 1) };
            let all = u64::from(rungs(candidates, if is_last { 1 } else { LEFT }));
            let a_block = (candidates as u64 + 1) * self.players;
            if all > 0 && games / all / a_block < MIN_BLOCKS {
                return false;
            }
            left -= if all > 0 { games } else { 0 };
            candidates = LEFT.min(candidates) * (1 + 2 * self.ranges);
        }
        self.budget / 3 / (2 * self.players) >= MIN_BLOCKS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halfway_lies_between() {
        assert_eq!(halfway(5.0, 10.0, true).as_deref(), Some("7"));
        assert_eq!(halfway(5.0, 6.0, true), None);
        assert_eq!(halfway(6.0, 5.0, true), None);
        assert_eq!(halfway(0.1, 0.2, false).as_deref(), Some("0.15"));
        assert_eq!(halfway(0.0, 2.0, false).as_deref(), Some("1"));
    }
}
