//! A game from a file, set up for a number of players, and its strategies by name.

use super::game::{FileGame, OPTIMAL};
use super::prices::Prices;
use crate::ruled::Ruled;
use crate::strategy::Strategy;
use analyze_core::exact::versus::ExactFault;
use analyze_core::games::{self, Follow, SetUpError, Setting, StatisticsTable};
use analyze_core::input::{BadInput, Document, Source, one_value};
use analyze_core::lab::{AnyGame, AnyStrategy, Chosen, GameRef, Players, Prepared, together};
use analyze_core::record::Tallies;
use analyze_core::simulate::{Priced, Tally};
use analyze_core::strategies::{StrategyError, StrategyName, Values, each_once};
use std::any::Any;
use std::sync::Arc;

/// A game from a file, set up.
pub(super) struct SetUp {
    game: &'static FileGame,
    ruled: Ruled,
    follow: Option<Arc<dyn Follow>>,
}

/// The rules that a file changes, each with its value.
pub(super) fn rules_changed(
    game: &Ruled,
    source: &Source,
    document: &Document<'_>,
) -> Result<Vec<(String, i64)>, BadInput> {
    let (root, mut problems) = (document.root(), Vec::new());
    let names: Vec<&str> = game.rules().iter().map(|rule| &*rule.name).collect();
    root.only(&names, &mut problems);
    let mut changes = Vec::new();
    for rule in game.rules().iter().filter(|rule| root.place(&rule.name).is_some()) {
        let limits = rule.least.max(0) as u32..=rule.most.max(0) as u32;
        let number = root.optional_integer(&rule.name, limits, &mut problems);
        changes.extend(number.map(|number| (rule.name.clone(), number.into())));
    }
    BadInput::unless_empty(source, problems, Some(changes))
}

impl SetUp {
    pub(super) fn new(game: &'static FileGame, players: usize, setting: &Setting) -> Result<SetUp, SetUpError> {
        let given = [("--edition", setting.edition.is_some()), ("--deck", setting.deck.is_some())];
        if let Some((option, _)) = given.into_iter().find(|(_, given)| *given) {
            let message = format!("{} has no such option (only --rules and --rule)", game.title());
            return Err(SetUpError::Option { option, message });
        }
        if !game.seats().contains(&players) {
            let (least, most) = game.seats().into_inner();
            let message = format!("{players} players; {} is for {least} to {most}", game.title());
            return Err(SetUpError::Option { option: "--players", message });
        }
        let plain = game.plain(players)?;
        let options = setting.options.iter().map(|(key, value)| one_value("--rule", key, value));
        let mut changes = Vec::new();
        for source in setting.rules.iter().cloned().chain(options) {
            changes.extend(rules_changed(&plain, &source, &Document::parse(&source)?)?);
        }
        let ruled = if changes.is_empty() { plain } else { Ruled::read(&game.source, Some(players), &changes)? };
        Ok(SetUp { game, ruled, follow: setting.follow.clone() })
    }

    /// Best play, after the game is solved, which its follower is told.
    fn optimal(&self) -> Result<Strategy, BadInput> {
        self.follow.iter().for_each(|follow| follow.begins(1));
        let solved = self.ruled.optimal();
        self.follow.iter().for_each(|follow| follow.ends());
        solved.map_err(|unsolved| BadInput::general(OPTIMAL, unsolved.to_string()))
    }

    fn one(&self, name: &str, given: &[(Option<String>, String)], typed: &str) -> Result<Chosen, StrategyError> {
        let Some(source) = self.game.file_of(name)? else {
            let values = Values::read(name, &[], given)?;
            let strategy = if name == OPTIMAL { self.optimal()? } else { self.ruled.random() };
            return Ok(Chosen::of_typed((name, &[], None), given, &values, typed, of_any(Box::new(strategy))));
        };
        self.of_source(&source, given, typed)
    }

    fn of_source(
        &self,
        source: &Source,
        given: &[(Option<String>, String)],
        typed: &str,
    ) -> Result<Chosen, StrategyError> {
        let parameters = self.ruled.strategy(source, &[])?;
        let own = parameters.name().to_owned();
        let parameters = parameters.parameters().to_vec();
        let values = Values::read(&own, &parameters, given)?;
        let changes = parameters.iter().enumerate().map(|(at, it)| (it.key.to_string(), values.fraction(at)));
        let strategy = Box::new(self.ruled.strategy(source, &changes.collect::<Vec<_>>())?);
        Ok(Chosen::of_typed((&own, &parameters, Some(source)), given, &values, typed, of_any(strategy)))
    }
}

fn of_any(strategy: Box<Strategy>) -> AnyStrategy {
    Box::new(strategy)
}

impl Prepared for SetUp {
    fn game(&self) -> GameRef {
        self.game
    }

    fn seats(&self) -> usize {
        self.ruled.players()
    }

    fn highest_score(&self) -> u32 {
        games::Game::highest_score(&self.ruled)
    }

    fn lengths(&self) -> &'static [&'static str] {
        &Ruled::LENGTHS
    }

    fn longest(&self, metric: &str) -> Option<u32> {
        games::Game::longest(&self.ruled, metric)
    }

    fn rules_text(&self) -> String {
        self.ruled.rules_text()
    }

    fn manifest(&self) -> Vec<(&'static str, String)> {
        let rules = Some(("rules", self.rules_text())).filter(|(_, text)| !text.is_empty());
        [("game", self.game.source.text.clone())].into_iter().chain(rules).collect()
    }

    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    fn doubts(&self, _: &Setting) -> Option<BadInput> {
        None
    }

    fn statistics(&self, strategies: &[String]) -> Vec<StatisticsTable> {
        games::Game::statistics(&self.ruled, strategies)
    }

    fn find(&self, typed: &str) -> Result<Chosen, StrategyError> {
        match typed.parse()? {
            StrategyName::One { name, parameters } => self.one(&name, &parameters, typed),
            StrategyName::Crossed(..) => Err(StrategyError::NotCrossed(typed.to_owned())),
            StrategyName::Response(_) => {
                let unknown = ExactFault::Reply(games::Game::title(&self.ruled).to_owned());
                Err(BadInput::general(typed, unknown.to_string()).into())
            }
        }
    }

    fn find_in(&self, source: &Source) -> Result<Chosen, StrategyError> {
        self.of_source(source, &[], &source.name)
    }

    fn find_all(&self, typed: &[String]) -> Result<(Vec<Chosen>, Vec<usize>), StrategyError> {
        each_once(typed, |typed| self.find(typed))
    }

    fn players<'p>(&'p self, chosen: &[&'p Chosen]) -> Box<dyn Players + 'p> {
        together(&self.ruled, chosen)
    }

    fn priced<'p>(&'p self, chosen: &[&'p Chosen], go_on: &dyn Fn() -> bool) -> Result<Box<dyn Priced + 'p>, String> {
        let strategies = chosen.iter().filter_map(|chosen| chosen.strategy::<Ruled>()).collect();
        Ok(Box::new(Prices::new(&self.ruled, strategies, go_on)?))
    }

    fn record(&self, tally: Tally, names: &[String], games_a_block: u64) -> Tallies {
        tally.into_record(&self.ruled, names, games_a_block)
    }

    fn as_any(&self) -> &dyn Any {
        &self.ruled
    }
}
