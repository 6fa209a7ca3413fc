//! The catalogue of strategies of a game, and taking one from it by name or from a file.
//!
//! Owns how strategies are typed (`name`, `name:value`, `name:key=value:key=value`, `A@B`, `best-response:to=A`; a name that
//! ends in `.toml` or `.rhai` is that of a file), what one says of itself before it is built, whether built in, shipped as a file or a
//! user's file, and when two of them are the same. How a file is read is the game's business.

use super::form::{self, FileForm, RuleUsage};
use super::parameter::{Parameter, Values, unknown};
use super::script::{self, Meter, ScriptGame};
use crate::exact::versus::ExactFault;
use crate::games::Game;
use crate::input::{BadInput, Source, or_nearest};
use std::path::Path;
use std::sync::Arc;

/// A strategy as it was typed, in pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrategyName {
    /// One strategy with its parameters.
    One {
        /// The name before the first colon, of a file its path.
        name: String,
        /// The parameters after it: a key (none: the first parameter) and a value.
        parameters: Vec<(Option<String>, String)>,
    },
    /// `A@B`: commits like A and rerolls like B.
    Crossed(Box<StrategyName>, Box<StrategyName>),
    /// `best-response:to=A`: what wins most against A.
    Response(Box<StrategyName>),
}

/// The most best responses that can be nested in each other: each of them takes a solution of the game.
const MOST_NESTED: usize = 3;

/// The name of the strategy that wins most against another one.
pub const BEST_RESPONSE: &str = "best-response";

/// The X of `best-response:to=X` or `best-response:X`, if this was typed so.
pub fn responds_to(typed: &str) -> Option<&str> {
    let rest = typed.strip_prefix(BEST_RESPONSE)?.strip_prefix(':')?;
    match rest.strip_prefix("to=") {
        Some(to) => (!to.is_empty()).then_some(to),
        None => {
            let first = rest.split(':').next().unwrap_or_default();
            (!["", "to"].contains(&first) && !first.contains('=')).then_some(rest)
        }
    }
}

/// What was typed, with each strategy in it, a name with its parameters, changed: `a` and `b` of `a@b`, and `a` of
/// `best-response:to=a`.
pub fn change_each(typed: &str, change: &mut dyn FnMut(&str) -> String) -> String {
    if let Some(to) = responds_to(typed) {
        let own = &typed[..typed.len() - to.len()];
        return format!("{own}{}", change_each(to, change));
    }
    match typed.split_once('@') {
        Some((commits, rerolls)) => format!("{}@{}", change(commits), change_each(rerolls, change)),
        None => change(typed),
    }
}

/// A strategy without its parameters: `a@b` of `a:x=1@b:y=2`, and `best-response:to=a` of `best-response:to=a:x=1`.
pub fn without_parameters(typed: &str) -> String {
    change_each(typed, &mut |one| one.split(':').next().unwrap_or_default().to_owned())
}

/// How the best response to a strategy is typed.
fn response_to(strategy: &str) -> String {
    format!("{BEST_RESPONSE}:to={strategy}")
}

/// Why a strategy cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// What was typed does not have the form of a name, and why not.
    #[error("'{0}' is not the name of a strategy: {1} (write name, name:value or name:key=value:key=value)")]
    Form(String, &'static str),
    /// No strategy has this name; the nearest, or all.
    #[error("unknown strategy '{0}' ({1})")]
    Unknown(String, String),
    /// What is wrong with a parameter of the strategy of this name.
    #[error("strategy '{0}'{1}")]
    Parameter(String, String),
    /// Two different strategies have one name: it, and how each of them was typed.
    #[error("'{1}' and '{2}' are different strategies, both called '{0}' (change the name in one file)")]
    Clash(String, String, String),
    /// What was typed crosses strategies of a game that has no such thing.
    #[error("'{0}': A@B is for games whose strategies both commit and reroll; this one has none")]
    NotCrossed(String),
    /// Its file.
    #[error(transparent)]
    Input(#[from] BadInput),
}

impl std::str::FromStr for StrategyName {
    type Err = StrategyError;

    /// Takes a name to pieces; whether there is such a strategy is for [`find`].
    ///
    /// # Errors
    /// [`StrategyError::Form`]; [`StrategyError::Parameter`] of an unknown parameter of a best response.
    fn from_str(typed: &str) -> Result<StrategyName, StrategyError> {
        let form = |reason| StrategyError::Form(typed.to_owned(), reason);
        if typed.matches(BEST_RESPONSE).count() > MOST_NESTED {
            return Err(form("it has more than three best responses in it"));
        }
        if let Some(to) = responds_to(typed) {
            return Ok(StrategyName::Response(Box::new(to.parse()?)));
        }
        if let Some(given) = typed.strip_prefix(BEST_RESPONSE).filter(|rest| rest.is_empty() || rest.starts_with(':')) {
            return Err(match given.strip_prefix(':').and_then(|given| given.split_once('=')) {
                Some((key, _)) if !["", "to"].contains(&key) && !key.contains(':') => {
                    StrategyError::Parameter(BEST_RESPONSE.to_owned(), unknown(key, &["to"]))
                }
                _ => form("it does not say to which strategy, as best-response:to=NAME does"),
            });
        }
        if let Some((commits, rerolls)) = typed.split_once('@') {
            if rerolls.contains('@') {
                return Err(form("'@' can stand in it once"));
            }
            return Ok(StrategyName::Crossed(Box::new(commits.parse()?), Box::new(rerolls.parse()?)));
        }
        // The colon after the letter of a drive, as in C:\\idea.toml, parts nothing.
        let drive = match typed.as_bytes() {
            [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic() => 2,
            _ => 0,
        };
        let mut pieces = typed[drive..].split(':');
        let name = format!("{}{}", &typed[..drive], pieces.next().unwrap_or_default());
        if name.is_empty() {
            return Err(form("there is no name"));
        }
        let parameters = pieces.map(|piece| match piece.split_once('=') {
            _ if piece.is_empty() => Err(form("nothing follows a ':'")),
            Some((key, value)) => Ok((Some(key.to_owned()), value.to_owned())),
            None => Ok((None, piece.to_owned())),
        });
        let parameters = parameters.collect::<Result<Vec<_>, _>>()?;
        if parameters.iter().skip(1).any(|(key, _)| key.is_none()) {
            return Err(form("only the first parameter can go without its key"));
        }
        Ok(StrategyName::One { name, parameters })
    }
}

/// A file that ships: its name, and its text.
pub type ShippedFile = (&'static str, &'static str);

/// A strategy at a table, or why it cannot be had there.
pub type Built<G> = Result<Box<<G as Game>::Strategy>, BadInput>;

/// Makes a strategy for a table, from values within the limits of its parameters.
///
/// # Errors
/// Why it cannot be had at this table.
pub type Builder<G> = Box<dyn Fn(&Values, &G) -> Built<G> + Send + Sync>;

/// A strategy that can be built, wherever it comes from.
pub struct Loaded<G: FileForm> {
    /// Its name: of a file the one inside it.
    pub name: String,
    /// What it does, in a line.
    pub about: String,
    /// Its parameters; `name:value` sets the first.
    pub parameters: Vec<Parameter>,
    /// The file that it was read from, unless it is built in.
    pub source: Option<Source>,
    /// Makes it.
    pub build: Builder<G>,
    /// Finds out which of its rules apply, if it has rules.
    pub rule_usage: Option<RuleUsage<G>>,
    /// What the calls of its functions cost, if it is a script.
    pub meter: Option<Arc<Meter>>,
}

/// A strategy that is built in.
pub struct Entry<G: Game> {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Its parameters; `name:value` sets the first.
    pub parameters: Vec<Parameter>,
    /// Makes it for a table, from values within their limits; or says why it cannot be had there.
    pub build: fn(&Values, &G) -> Built<G>,
}

impl<G: FileForm> From<Entry<G>> for Loaded<G> {
    fn from(Entry { name, about, parameters, build }: Entry<G>) -> Loaded<G> {
        let (name, about) = (name.to_owned(), about.to_owned());
        Loaded { name, about, parameters, source: None, build: Box::new(build), rule_usage: None, meter: None }
    }
}

/// A game whose strategies are in the catalogue.
pub trait Catalogue: FileForm + ScriptGame {
    /// The strategies that ship as files and, after them, as scripts, which users see first. A file is called like the
    /// strategy in it.
    const FILES: &'static [ShippedFile];

    /// What users read about some of the files, or their parameters (`chaser.above`), instead of the lines inside them: records
    /// hold the hash of a file, so that its text stays as it is.
    const ABOUT: &'static [(&'static str, &'static str)] = &[];

    /// The script that asks the person who plays.
    const PERSON: &'static str;

    /// The strategies that are built in, in the order of the list that users see.
    fn entries() -> Vec<Entry<Self>>;

    /// The strategies that one that is checked is tried against, as they are typed.
    fn trial_opponents() -> Vec<&'static str> {
        shipped_names::<Self>()
    }

    /// The default line-up for a number of seats within [`BuiltIn::SEATS`](crate::games::BuiltIn::SEATS): a strategy a seat, all different.
    ///
    /// # Panics
    /// May panic outside that range.
    fn lineup(seats: usize) -> Vec<&'static str>;

    /// The ways to reroll that can stand after `@`, besides strategies: their names, and strategies whose rerolls they are.
    fn reroll_policies() -> Vec<(&'static str, Box<Self::Strategy>)> {
        Vec::new()
    }

    /// For whom it has [best responses](Catalogue::best_response), in words; `None` if it has none.
    const RESPONDS: Option<&'static str> = None;

    /// The strategy that wins most against another one, which has all other seats.
    ///
    /// # Errors
    /// Why it is not known.
    fn best_response(to: ChosenFor<Self>, game: &Self) -> Result<Box<Self::Strategy>, ExactFault> {
        let _ = to;
        Err(ExactFault::Reply(game.title().to_owned()))
    }

    /// The strategy that commits like `commits` and rerolls like `rerolls`, if the game has such a thing.
    fn cross(commits: Box<Self::Strategy>, rerolls: Box<Self::Strategy>) -> Option<Box<Self::Strategy>> {
        let _ = (commits, rerolls);
        None
    }
}

/// The keys at the top of a file by which a strategy in a game's form is known: all but its name, which decks have too.
pub fn form_keys<G: Catalogue>() -> Vec<&'static str> {
    form::keys::<G>().split_off(1)
}

/// A strategy taken from the catalogue or from a file.
pub struct Chosen<S> {
    /// What the tables call it: as it was typed, with the name inside a file in place of the path.
    pub name: String,
    /// How it was typed.
    pub typed: String,
    /// What it is, with all parameters and the text of a file: the manifest keeps a hash of this.
    pub content: String,
    /// The strategy.
    pub strategy: S,
}

/// A strategy of a game that is built in.
pub type ChosenFor<G> = Chosen<Box<<G as Game>::Strategy>>;

impl<S> Chosen<S> {
    /// A strategy that was typed with these parameters after its name: what tables call it, and what it is.
    pub fn of_typed(
        loaded: (&str, &[Parameter], Option<&Source>),
        given: &[(Option<String>, String)],
        values: &Values,
        typed: &str,
        strategy: S,
    ) -> Chosen<S> {
        let (own, parameters, source) = loaded;
        let (mut name, mut content) = (own.to_owned(), own.to_owned());
        for (key, value) in given {
            let key = key.as_ref().map_or(String::new(), |key| format!("{key}="));
            name += &format!(":{key}{value}");
        }
        for (index, parameter) in parameters.iter().enumerate() {
            content += &format!(":{}={}", parameter.key, values.fraction(index));
        }
        content.extend(source.map(|source| format!("\n{}", source.text)));
        Chosen { name, typed: typed.to_owned(), content, strategy }
    }
}

/// Whether what is typed before the parameters is a file, by its extension.
pub fn is_file(name: &str) -> bool {
    has_extension(name, "toml") || is_script(name)
}

/// Whether what is typed before the parameters is a script, by its extension.
pub fn is_script(name: &str) -> bool {
    has_extension(name, "rhai")
}

/// Whether a strategy is named by a file, or is made of one.
pub fn names_file(typed: &str) -> bool {
    typed.split([':', '@']).any(is_file)
}

/// Whether a name ends in an extension, in capitals or not.
fn has_extension(name: &str, extension: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, own)| own.eq_ignore_ascii_case(extension))
}

/// Reads a strategy from a file whose name ends in `.toml` or `.rhai`.
///
/// # Errors
/// All that is wrong with the file, its name included.
pub fn read<G: Catalogue>(source: &Source) -> Result<Loaded<G>, BadInput> {
    match &*source.name {
        name if is_script(name) => script::load(source),
        name if is_file(name) => form::load(source),
        name => Err(BadInput::general(name, "the name of a strategy file ends in .toml or .rhai")),
    }
}

/// The name of the strategy in a file that ships.
fn strategy_in((file, _): &ShippedFile) -> &'static str {
    file.rsplit_once('.').map_or(file, |(name, _)| name)
}

fn source<G: Catalogue>((file, text): &ShippedFile) -> Source {
    Source::new(format!("strategies/{}/{file}", G::NAME), *text)
}

/// All strategies that ship, files first.
///
/// # Errors
/// What is wrong with a shipped file; tests see to it that nothing is.
pub fn shipped<G: Catalogue>() -> Result<Vec<Loaded<G>>, BadInput> {
    let files = G::FILES.iter().map(|file| read(&source::<G>(file)).map(told));
    files.chain(G::entries().into_iter().map(|entry| Ok(entry.into()))).collect()
}

/// A built-in strategy file, with the descriptions that users read.
fn told<G: Catalogue>(mut file: Loaded<G>) -> Loaded<G> {
    let about = |name: &str| G::ABOUT.iter().find(|(known, _)| *known == name).map(|&(_, about)| about);
    if let Some(about) = about(&file.name) {
        file.about = about.to_owned();
    }
    for parameter in &mut file.parameters {
        if let Some(about) = about(&format!("{}.{}", file.name, parameter.key)) {
            parameter.about = about.into();
        }
    }
    file
}

/// The names of all strategies that ship, files first.
pub fn shipped_names<G: Catalogue>() -> Vec<&'static str> {
    G::FILES.iter().map(strategy_in).chain(G::entries().iter().map(|entry| entry.name)).collect()
}

/// The names by which a strategy can be had: those of all that ship, and of the best response to one.
fn known_names<G: Catalogue>() -> Vec<&'static str> {
    shipped_names::<G>().into_iter().chain(G::RESPONDS.map(|_| BEST_RESPONSE)).collect()
}

/// The file of a strategy that ships as one.
pub fn shipped_file<G: Catalogue>(name: &str) -> Option<Source> {
    G::FILES.iter().find(|file| strategy_in(file) == name).map(source::<G>)
}

/// The strategy with this name, of which a file's is its path.
///
/// # Errors
/// If there is none, or something is wrong with its file.
pub fn load<G: Catalogue>(name: &str) -> Result<Loaded<G>, StrategyError> {
    if is_file(name) {
        let ships = name.rsplit_once('.').map(|(name, _)| name).filter(|name| shipped_names::<G>().contains(name));
        let source = Source::read(Path::new(name)).map_err(|mut bad| {
            let help = ships.map(|name| format!("did you mean the strategy '{name}', which needs no file?"));
            bad.problems
                .iter_mut()
                .filter(|problem| problem.help.is_none())
                .for_each(|problem| problem.help.clone_from(&help));
            bad
        })?;
        return Ok(read(&source)?);
    }
    if let Some(source) = shipped_file::<G>(name) {
        return Ok(read(&source)?);
    }
    let entry = G::entries().into_iter().find(|entry| entry.name == name);
    let unknown = || StrategyError::Unknown(name.to_owned(), or_nearest(name, &known_names::<G>()));
    entry.map(Loaded::from).ok_or_else(unknown)
}

/// Takes the strategy that `typed` names, built for `game`.
///
/// # Errors
/// If `typed` is not the form of a name ([`StrategyName`]), no strategy has that name, or a parameter is not
/// one of its own, is given twice or is out of its limits; if something is wrong with its file; or if strategies that
/// cannot be crossed are.
pub fn find<G: Catalogue>(typed: &str, game: &G) -> Result<ChosenFor<G>, StrategyError> {
    build(&typed.parse()?, typed, game)
}

/// Takes all the strategies named, each once; with them the position of each name among the different ones.
///
/// ```
/// use analyze_core::games::{BuiltIn, Setting, gang::Gang};
/// use analyze_core::strategies::find_all;
///
/// let game = Gang::set_up(3, &Setting::default())?;
/// let (chosen, lineup) = find_all(&["chaser:above=9", "bold", "bold"].map(str::to_owned), &game)?;
/// assert_eq!((chosen[0].name.as_str(), lineup), ("chaser:above=9", vec![0, 1, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`find`]; and if two different strategies have the same name.
pub fn find_all<G: Catalogue>(typed: &[String], game: &G) -> Result<LineUp<Box<G::Strategy>>, StrategyError> {
    each_once(typed, |typed| find(typed, game))
}

/// The different strategies, and the position of each name among them.
pub type LineUp<S> = (Vec<Chosen<S>>, Vec<usize>);

/// The strategies that `find` finds for these names, each once; with them the position of each name among the different ones.
///
/// # Errors
/// Those of `find`; and if two different strategies have the same name.
pub fn each_once<S>(
    typed: &[String],
    mut find: impl FnMut(&str) -> Result<Chosen<S>, StrategyError>,
) -> Result<LineUp<S>, StrategyError> {
    let mut chosen: Vec<Chosen<S>> = Vec::new();
    let mut lineup = Vec::with_capacity(typed.len());
    for typed in typed {
        let known = chosen.iter().position(|known| known.typed == *typed);
        lineup.push(match known {
            Some(index) => index,
            None => place(&mut chosen, find(typed)?)?,
        });
    }
    Ok((chosen, lineup))
}

/// The position of a strategy among those chosen, to which it is added unless one of them is the same.
fn place<S>(chosen: &mut Vec<Chosen<S>>, found: Chosen<S>) -> Result<usize, StrategyError> {
    match chosen.iter().position(|known| known.name == found.name) {
        Some(index) if chosen[index].content == found.content => Ok(index),
        Some(index) => Err(StrategyError::Clash(found.name, chosen[index].typed.clone(), found.typed)),
        None => {
            chosen.push(found);
            Ok(chosen.len() - 1)
        }
    }
}

/// What stands after the `@`: a strategy, or else a way to reroll.
fn rerolling<G: Catalogue>(name: &StrategyName, typed: &str, game: &G) -> Result<ChosenFor<G>, StrategyError> {
    let text = typed.split_once('@').map_or(typed, |(_, text)| text);
    match build(name, text, game) {
        Err(StrategyError::Unknown(name, _)) => {
            let mut policies = G::reroll_policies();
            let strategies = known_names::<G>();
            let own = policies.iter().map(|(name, _)| *name).filter(|name| !strategies.contains(name));
            let known: Vec<&str> = own.chain(strategies.iter().copied()).collect();
            let help = or_nearest(&name, &known);
            let unknown = || StrategyError::Unknown(name, help);
            let at = policies.iter().position(|(policy, _)| *policy == text).ok_or_else(unknown)?;
            let (name, strategy) = policies.swap_remove(at);
            let (name, content) = (name.to_owned(), format!("reroll policy {name}"));
            Ok(Chosen { name, typed: text.to_owned(), content, strategy })
        }
        found => found,
    }
}

fn build<G: Catalogue>(name: &StrategyName, typed: &str, game: &G) -> Result<ChosenFor<G>, StrategyError> {
    let (name, given) = match name {
        StrategyName::One { name, parameters } => (name, parameters),
        StrategyName::Crossed(commits, rerolls) => {
            let (commits, rerolls) = (build(commits, typed, game)?, rerolling(rerolls, typed, game)?);
            let crossed = G::cross(commits.strategy, rerolls.strategy);
            return Ok(Chosen {
                name: format!("{}@{}", commits.name, rerolls.name),
                typed: typed.to_owned(),
                content: format!("{}@{}", commits.content, rerolls.content),
                strategy: crossed.ok_or_else(|| StrategyError::NotCrossed(typed.to_owned()))?,
            });
        }
        StrategyName::Response(to) => {
            let to = build(to, responds_to(typed).unwrap_or(typed), game)?;
            let (name, content) = (to.name.clone(), response_to(&to.content));
            let unknown = |fault| BadInput::general(typed, no_response(&name, fault));
            let strategy = G::best_response(to, game).map_err(unknown)?;
            return Ok(Chosen { strategy, name: response_to(&name), typed: typed.to_owned(), content });
        }
    };
    of_loaded(&load::<G>(name)?, given, typed, game)
}

/// Why there is no best response to a strategy.
fn no_response(name: &str, fault: ExactFault) -> String {
    match fault {
        ExactFault::Players(seats) => {
            format!("the best response is known for 2 players, not for {seats} (use --players 2)")
        }
        ExactFault::Reply(_) => fault.to_string(),
        // Games against it may be what is wanted.
        fault => {
            let reason = fault.to_string().replace(", or simulate)", ")").replace(" (simulate)", "");
            format!("the best response to '{name}' is not known: {reason}")
        }
    }
}

/// The strategy in a file that was read already.
///
/// # Errors
/// Everything that is wrong with it.
pub fn find_in<G: Catalogue>(source: &Source, game: &G) -> Result<ChosenFor<G>, StrategyError> {
    let loaded = read::<G>(source)?;
    of_loaded(&loaded, &[], &loaded.name, game)
}

fn of_loaded<G: Catalogue>(
    loaded: &Loaded<G>,
    given: &[(Option<String>, String)],
    typed: &str,
    game: &G,
) -> Result<ChosenFor<G>, StrategyError> {
    let values = Values::read(&loaded.name, &loaded.parameters, given)?;
    let strategy = (loaded.build)(&values, game)?;
    let loaded = (&*loaded.name, &*loaded.parameters, loaded.source.as_ref());
    Ok(Chosen::of_typed(loaded, given, &values, typed, strategy))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{BuiltIn, Setting};
    use crate::games::{battle::Battle, gang::Gang, pig::Pig, pot::Pot};

    /// The names in [`Catalogue::ABOUT`] that are no shipped file, and no parameter of one.
    fn about_nothing<G: Catalogue>() -> Vec<&'static str> {
        let files: Vec<Loaded<G>> = G::FILES.iter().map(|file| read(&source::<G>(file)).unwrap()).collect();
        let is_known = |name: &&str| {
            let (file, parameter) = name.split_once('.').unwrap_or((name, ""));
            let has = |it: &Loaded<G>| parameter.is_empty() || it.parameters.iter().any(|known| known.key == parameter);
            files.iter().any(|it| it.name == file && has(it))
        };
        G::ABOUT.iter().map(|&(name, _)| name).filter(|name| !is_known(name)).collect()
    }

    #[test]
    fn what_is_said_of_files_is_of_files_that_ship() {
        let all = [about_nothing::<Gang>(), about_nothing::<Pot>(), about_nothing::<Battle>(), about_nothing::<Pig>()];
        assert_eq!(all.concat(), [""; 0]);
        let race = shipped::<Pig>().unwrap().into_iter().find(|it| it.name == "race").unwrap();
        assert!(race.parameters.iter().any(|it| it.key == "near" && it.about.ends_with("is near the goal")));
    }

    /// `stand` and `boss` are ways to reroll as well as strategies.
    #[test]
    fn what_can_follow_an_at_is_listed_once() {
        let game = Gang::set_up(2, &Setting::default()).unwrap();
        let said = find("stand@quux", &game).err().unwrap().to_string();
        let names: Vec<&str> = said.split(['(', ',', ')']).map(str::trim).collect();
        assert_eq!(names.iter().filter(|&&name| name == "boss").count(), 1, "{said}");
    }
}
