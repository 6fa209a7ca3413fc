//! The catalogue of strategies of a game, and taking one from it by name or from a file.
//!
//! Owns what a strategy says of itself before it is built (name, parameters), whether built in, shipped as a file
//! or a user's file, and what tells two of them apart. How a file is read is the game's business.

use super::form::{self, FileForm, RuleUsage};
use super::name::{NameError, StrategyName};
use super::parameter::{Parameter, Values};
use super::script::{self, ScriptForm};
use crate::games::Game;
use crate::input::{BadInput, Source, or_nearest};
use std::path::Path;

/// A file that ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedFile {
    /// The name of the strategy in it.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

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
        Loaded { name, about, parameters, source: None, build: Box::new(build), rule_usage: None }
    }
}

/// A game whose strategies are in the catalogue.
pub trait Catalogue: FileForm + ScriptForm {
    /// The strategies that ship as files, which users see first.
    const FILES: &'static [ShippedFile];
    /// The strategies that ship as scripts, which users see after the files.
    const SCRIPTS: &'static [ShippedFile];

    /// The strategies that are built in, in the order of the list that users see.
    fn entries() -> Vec<Entry<Self>>;

    /// The strategies that one that is checked is tried against, as they are typed.
    fn trial_opponents() -> Vec<&'static str> {
        shipped_names::<Self>()
    }

    /// The default line-up for a number of seats within [`Game::SEATS`]: a strategy a seat, all different.
    ///
    /// # Panics
    /// May panic outside that range.
    fn lineup(seats: usize) -> Vec<&'static str>;

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

/// Why a strategy cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// Its name or its parameters, as they were typed.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Its file.
    #[error(transparent)]
    Input(#[from] BadInput),
}

/// A strategy taken from the catalogue or from a file.
pub struct Chosen<G: Game> {
    /// What the tables call it: as it was typed, with the name inside a file in place of the path.
    pub name: String,
    /// How it was typed.
    pub typed: String,
    /// What it is, with all parameters and the text of a file: the manifest keeps a hash of this.
    pub content: String,
    /// The strategy.
    pub strategy: Box<G::Strategy>,
}

/// The end of a strategy file's name: `toml` or `rhai`.
fn extension(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, end)| end).filter(|end| ["toml", "rhai"].contains(end))
}

/// Whether what is typed before the parameters is a file, by its extension.
pub fn is_file(name: &str) -> bool {
    extension(name).is_some()
}

/// Whether what is typed before the parameters is a script, by its extension.
pub fn is_script(name: &str) -> bool {
    extension(name) == Some("rhai")
}

/// Reads a strategy from a file whose name ends in `.toml` or `.rhai`.
///
/// # Errors
/// All that is wrong with the file, its name included.
pub fn read<G: Catalogue>(source: &Source) -> Result<Loaded<G>, BadInput> {
    match extension(&source.name) {
        Some("toml") => form::load(source),
        Some(_) => script::load(source),
        None => Err(BadInput::general(&*source.name, "the name of a strategy file ends in .toml or .rhai")),
    }
}

/// The files and scripts that ship, each with the name of its strategy.
fn sources<G: Catalogue>() -> impl Iterator<Item = (&'static str, Source)> {
    let source = |file: &ShippedFile, end| {
        (file.name, Source::new(format!("strategies/{}/{}.{end}", G::NAME, file.name), file.text))
    };
    let files = G::FILES.iter().map(move |file| source(file, "toml"));
    files.chain(G::SCRIPTS.iter().map(move |script| source(script, "rhai")))
}

/// All strategies that ship, files first.
///
/// # Errors
/// What is wrong with a shipped file; tests see to it that nothing is.
pub fn shipped<G: Catalogue>() -> Result<Vec<Loaded<G>>, BadInput> {
    sources::<G>()
        .map(|(_, source)| read(&source))
        .chain(G::entries().into_iter().map(|entry| Ok(entry.into())))
        .collect()
}

/// The names of all strategies that ship, files first.
pub fn shipped_names<G: Catalogue>() -> Vec<&'static str> {
    let files = G::FILES.iter().chain(G::SCRIPTS).map(|file| file.name);
    files.chain(G::entries().iter().map(|entry| entry.name)).collect()
}

/// The file of a strategy that ships as one.
pub fn shipped_file<G: Catalogue>(name: &str) -> Option<Source> {
    sources::<G>().find(|(known, _)| *known == name).map(|(_, source)| source)
}

/// The strategy with this name, of which a file's is its path.
///
/// # Errors
/// If there is none, or something is wrong with its file.
pub fn load<G: Catalogue>(name: &str) -> Result<Loaded<G>, StrategyError> {
    if is_file(name) {
        return Ok(read(&Source::read(Path::new(name))?)?);
    }
    if let Some(source) = shipped_file::<G>(name) {
        return Ok(read(&source)?);
    }
    let entry = G::entries().into_iter().find(|entry| entry.name == name);
    let unknown = || NameError::Unknown(name.to_owned(), or_nearest(name, &shipped_names::<G>()));
    Ok(entry.ok_or_else(unknown)?.into())
}

/// Takes the strategy that `typed` names, built for `game`.
///
/// # Errors
/// If `typed` is not the form of a name ([`StrategyName`]), no strategy has that name, or a parameter is not
/// one of its own, is given twice or is out of its limits; if something is wrong with its file; or if strategies that
/// cannot be crossed are.
pub fn find<G: Catalogue>(typed: &str, game: &G) -> Result<Chosen<G>, StrategyError> {
    build(&typed.parse()?, typed, game)
}

/// Takes all the strategies named, each once; with them the position of each name among the different ones.
///
/// ```
/// use analyze::games::{Game, Setting, gang::Gang};
/// use analyze::strategies::find_all;
///
/// let game = Gang::set_up(3, &Setting::default())?;
/// let (chosen, lineup) = find_all(&["chaser:above=9", "bold", "bold"].map(str::to_owned), &game)?;
/// assert_eq!((chosen[0].name.as_str(), lineup), ("chaser:above=9", vec![0, 1, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`find`]; and if two different strategies have the same name.
pub fn find_all<G: Catalogue>(typed: &[String], game: &G) -> Result<(Vec<Chosen<G>>, Vec<usize>), StrategyError> {
    let mut chosen: Vec<Chosen<G>> = Vec::new();
    let mut lineup = Vec::with_capacity(typed.len());
    for typed in typed {
        let known = chosen.iter().position(|known| known.typed == *typed);
        let found = match known {
            Some(index) => index,
            None => place(&mut chosen, find(typed, game)?)?,
        };
        lineup.push(found);
    }
    Ok((chosen, lineup))
}

/// The position of a strategy among those chosen, to which it is added unless one of them is the same.
fn place<G: Game>(chosen: &mut Vec<Chosen<G>>, found: Chosen<G>) -> Result<usize, NameError> {
    match chosen.iter().position(|known| known.name == found.name) {
        Some(index) if chosen[index].content == found.content => Ok(index),
        Some(index) => Err(NameError::Clash(found.name, chosen[index].typed.clone(), found.typed)),
        None => {
            chosen.push(found);
            Ok(chosen.len() - 1)
        }
    }
}

fn build<G: Catalogue>(name: &StrategyName, typed: &str, game: &G) -> Result<Chosen<G>, StrategyError> {
    match name {
        StrategyName::One { name, parameters } => build_one(name, parameters, typed, game),
        StrategyName::Crossed(commits, rerolls) => {
            let commits = build(commits, typed, game)?;
            let rerolls = build(rerolls, typed, game)?;
            let crossed =
                G::cross(commits.strategy, rerolls.strategy).ok_or_else(|| NameError::NotCrossed(typed.to_owned()))?;
            Ok(Chosen {
                name: format!("{}@{}", commits.name, rerolls.name),
                typed: typed.to_owned(),
                content: format!("{}@{}", commits.content, rerolls.content),
                strategy: crossed,
            })
        }
    }
}

fn build_one<G: Catalogue>(
    name: &str,
    given: &[(Option<String>, String)],
    typed: &str,
    game: &G,
) -> Result<Chosen<G>, StrategyError> {
    let loaded = load::<G>(name)?;
    let values = Values::read(&loaded.name, &loaded.parameters, given)?;
    let shown = |(key, value): &(Option<String>, String)| match key {
        Some(key) => format!(":{key}={value}"),
        None => format!(":{value}"),
    };
    let mut content = loaded.name.clone();
    for (index, parameter) in loaded.parameters.iter().enumerate() {
        content += &format!(":{}={}", parameter.key, values.fraction(index));
    }
    content.extend(loaded.source.as_ref().map(|source| format!("\n{}", source.text)));
    Ok(Chosen {
        name: std::iter::once(loaded.name.clone()).chain(given.iter().map(shown)).collect(),
        typed: typed.to_owned(),
        content,
        strategy: (loaded.build)(&values, game)?,
    })
}
