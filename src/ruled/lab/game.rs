//! A game from a file with its facts, and the games that come with the crate.
//!
//! Each file is read once and kept to the end of the program, so that everything can point to its game: a program reads as many
//! as its user names. A game that comes with the crate is known by its name until somebody asks for more.

use super::set_up::{SetUp, rules_changed};
use super::trial;
use crate::ruled::{Decision, Ruled, Whose};
use crate::shipped::{SHIPPED, Shipped};
use crate::strategy::{function_of, keys};
use analyze_core::engines::{EngineKind, Playable};
use analyze_core::games::battle::Battle;
use analyze_core::games::declaration::ObservableIndex;
use analyze_core::games::gang::Gang;
use analyze_core::games::pig::Pig;
use analyze_core::games::pot::Pot;
use analyze_core::games::{BuiltIn, CheckedData, KindOfDice, SetUpError, Setting};
use analyze_core::input::{BadInput, Document, Problem, Source, or_nearest};
use analyze_core::lab::{AnyGame, Description, GameRef, Prepared, Told, Trial, TrialError, Word};
use analyze_core::strategies::{Parameter, StrategyError, is_file};
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

/// The strategy that every game has.
pub(super) const RANDOM: &str = "random";
/// The strategy that every game has which can be solved. It is not listed among those that a tournament of all takes, because
/// solving can take minutes.
pub(super) const OPTIMAL: &str = "optimal";
/// The keys of a strategy's file that are no step, but for `name`.
const FORM_KEYS: [&str; 6] = ["about", "game", "parameters", "amounts", "conditions", "rule"];

/// A game from a file.
pub(super) struct FileGame {
    /// The file.
    pub(super) source: Source,
    /// The strategies that ship with it: the name of each, and its file.
    pub(super) ships: &'static [(&'static str, &'static str)],
    /// The line-up of the most players, as it is typed.
    lineup: &'static [&'static str],
    name: String,
    seats: RangeInclusive<usize>,
    /// What else is in the file, once it was read.
    facts: OnceLock<Facts>,
}

/// What a game's file says of it.
struct Facts {
    /// Whether turns are drawn from tables, unless somebody wants them rolled.
    draws_turns: bool,
    title: String,
    score: String,
    unit: String,
    summary: String,
    dice: Vec<KindOfDice>,
    glossary: Vec<(&'static str, &'static str)>,
    rule_names: Vec<&'static str>,
    form_keys: Vec<&'static str>,
}

/// The game that a file has, or else everything that is wrong with it. The same file is the same game.
///
/// # Errors
/// As [`Ruled::read`], of a file that cannot be read for one of the numbers of players that it names.
pub fn game_from(source: &Source) -> Result<GameRef, BadInput> {
    static READ: Mutex<Vec<&'static FileGame>> = Mutex::new(Vec::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&known) = read.iter().find(|known| known.source == *source) {
        return Ok(known);
    }
    let new = match Shipped::find_text(&source.text) {
        Some(ships) => FileGame::of_crate(source, ships),
        None => FileGame::new(source)?,
    };
    let game: &'static FileGame = Box::leak(Box::new(new));
    read.push(game);
    Ok(game)
}

/// The games that come with the crate and are chosen by name, in the order in which users see them.
pub fn shipped_games() -> &'static [GameRef] {
    static GAMES: LazyLock<Vec<GameRef>> = LazyLock::new(|| {
        let named = SHIPPED.iter().filter(|shipped| !shipped.lineup.is_empty());
        named.filter_map(|shipped| game_from(&shipped.source()).ok()).collect()
    });
    &GAMES
}

/// The games that no file makes. What is recorded of a game is told by its name, so no other game can have it.
const BUILT_IN: [&str; 4] = [Gang::NAME, Pot::NAME, Battle::NAME, Pig::NAME];

/// That a file's game has the name of one that no file makes.
fn built_in(source: &Source, name: &str) -> BadInput {
    let place = Document::parse(source).ok().and_then(|document| document.root().place("game"));
    let message = format!("'{name}' is the name of a built-in game");
    let problem = Problem { span: place, ..Problem::general(message) };
    BadInput { source: source.clone(), problems: vec![problem.help(format!("choose another name, such as my-{name}"))] }
}

/// A text that is kept to the end of the program.
fn kept(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

impl FileGame {
    /// The game of a user's file.
    fn new(source: &Source) -> Result<FileGame, BadInput> {
        let game = Ruled::read(source, None, &[])?;
        if BUILT_IN.contains(&game.name()) {
            return Err(built_in(source, game.name()));
        }
        for players in game.seats().skip(1) {
            Ruled::read(source, Some(players), &[])?;
        }
        let (name, facts) = (game.name().to_owned(), OnceLock::from(Facts::new(&game)));
        Ok(FileGame { source: source.clone(), ships: &[], lineup: &[], name, seats: game.seats(), facts })
    }

    /// A game that comes with the crate. Reading all of them would take most of the time of a short command.
    fn of_crate(source: &Source, ships: &'static Shipped) -> FileGame {
        let Shipped { strategies, lineup, name, seats: [least, most], .. } = *ships;
        let (source, name, seats) = (source.clone(), name.to_owned(), least..=most);
        FileGame { source, ships: strategies, lineup, name, seats, facts: OnceLock::new() }
    }

    /// What is in the file.
    #[expect(
        clippy::expect_used,
        reason = "a file of a user's was read, and tests read those that come with the crate"
    )]
    fn facts(&self) -> &Facts {
        self.facts.get_or_init(|| {
            Facts::new(&Ruled::read(&self.source, None, &[]).expect("a file that comes with the crate"))
        })
    }

    /// Whether best play is known for a number of players.
    fn is_solved(&self, players: usize) -> bool {
        self.plain(players).is_ok_and(|game| game.can_be_solved())
    }

    /// The game for a number of players, by its own rules.
    pub(super) fn plain(&self, players: usize) -> Result<Ruled, BadInput> {
        Ruled::read(&self.source, Some(players), &[])
    }

    /// The file of the strategy of this name, which may be the path of one.
    pub(super) fn file_of(&self, name: &str) -> Result<Option<Source>, StrategyError> {
        if is_file(name) {
            return Ok(Some(Source::read(Path::new(name))?));
        }
        if [RANDOM, OPTIMAL].contains(&name) {
            return Ok(None);
        }
        let names: Vec<&str> = self.names().into_iter().chain([OPTIMAL]).collect();
        let unknown = || StrategyError::Unknown(name.to_owned(), or_nearest(name, &names));
        self.shipped_file(name).map(Some).ok_or_else(unknown)
    }

    fn shipped_file(&self, name: &str) -> Option<Source> {
        let (name, text) = self.ships.iter().find(|(known, _)| *known == name)?;
        Some(Source::new(format!("{name}.toml"), *text))
    }

    fn names(&self) -> Vec<&'static str> {
        self.ships.iter().map(|(name, _)| *name).chain([RANDOM]).collect()
    }
}

impl Facts {
    fn new(game: &Ruled) -> Facts {
        let fields = game.fields().into_iter().filter(|field| !field.about.is_empty());
        let glossary = fields.map(|field| (kept(field.name.to_owned()), kept(format!("{}.", field.about)))).collect();
        let decides = keys(game.game()).into_iter().map(|(_, key)| kept(key.to_owned()));
        let mut signs = game.about().chars();
        let summary = signs.next().map(|first| format!("{}{}.", first.to_uppercase(), signs.as_str()));
        Facts {
            draws_turns: game.game().contest.is_none() && game.cards().is_empty(),
            title: game.title().to_owned(),
            score: format!("final {}", game.unit()),
            unit: game.unit().to_owned(),
            summary: summary.unwrap_or_default(),
            dice: game.game().dice.described(),
            glossary,
            rule_names: game.rules().iter().map(|rule| kept(rule.name.clone())).collect(),
            form_keys: FORM_KEYS.into_iter().chain(decides).collect(),
        }
    }
}

/// The script that asks a person: a function for each step that decides.
fn person(game: &Ruled) -> String {
    let name = game.name();
    let mut text =
        format!("const NAME = \"you\";\nconst ABOUT = \"the person who plays\";\nconst GAME = \"{name}\";\n");
    for Decision { key, .. } in game.decisions() {
        let function = function_of(key);
        text += &format!("fn {function}(view) {{ let ways = view.ways; ways[ask_way(\"{key}\", ways)] }}\n");
    }
    text
}

/// A strategy's file to begin with: an answer for each step that decides, and a parameter in a rule.
fn template(game: &Ruled, name: &str) -> String {
    let mut text = format!("name = \"{name}\"\nabout = \"what it does, in a line\"\ngame = \"{}\"\n", game.name());
    for decision in game.decisions() {
        let field = game.fields().first().map_or("0", |field| field.name);
        let (answers, first) = match decision.choices.is_empty() {
            false => (decision.choices.join(", "), decision.always.unwrap_or_else(|| format!("most {field}"))),
            true => ("which dice are kept".to_owned(), "most sum(kept)".to_owned()),
        };
        text += &format!("\n# {answers}; or most FORMULA, least FORMULA, random\n{} = \"{first}\"\n", decision.key);
    }
    text += "\n# The words of formulas: those of 'analyze show words', and the parameters.\n";
    let fields = game.fields().into_iter().map(|field| format!("# {:<12} {}\n", field.name, field.about));
    text.extend(fields);
    text.extend(game.rules().iter().map(|rule| format!("# {:<12} {}\n", rule.name, rule.about)));
    text.extend(game.named().iter().map(|name| format!("# {name:<12} a formula of the game's file\n")));
    // A rule that chooses what is chosen anyway would do nothing.
    let differs = |decision: &Decision<'_>| {
        decision.choices.len() > 1 && decision.always.as_deref() != decision.choices.last().copied()
    };
    let rule = game.decisions().into_iter().find(differs);
    let own = game.fields().into_iter().find(|field| field.whose == Whose::Turn).map(|field| field.name.to_owned());
    if let (Some(Decision { key, choices, .. }), Some(field)) = (rule, own) {
        let last = choices.last().copied().unwrap_or_default();
        text += "\n[parameters]\nat = { default = 20, least = 0, most = 1000, about = \"a number to tune\" }\n";
        text += &format!(
            "\n# The first rule that holds counts, and what is above if none does.\n[[rule]]\nwhen = \"{field} >= at\"\n{key} = \"{last}\"\n"
        );
    }
    text
}

impl fmt::Debug for FileGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl AnyGame for FileGame {
    fn name(&'static self) -> &'static str {
        &self.name
    }

    fn title(&'static self) -> &'static str {
        &self.facts().title
    }

    fn score(&'static self) -> &'static str {
        &self.facts().score
    }

    fn unit(&'static self) -> &'static str {
        &self.facts().unit
    }

    fn summary(&'static self) -> &'static str {
        &self.facts().summary
    }

    fn dice(&'static self) -> Vec<KindOfDice> {
        self.facts().dice.clone()
    }

    fn glossary(&'static self) -> &'static [(&'static str, &'static str)] {
        &self.facts().glossary
    }

    fn seats(&'static self) -> RangeInclusive<usize> {
        self.seats.clone()
    }

    fn default_seats(&'static self) -> usize {
        2.clamp(*self.seats.start(), *self.seats.end())
    }

    fn typed(&'static self) -> &'static str {
        if self.lineup.is_empty() { &self.source.name } else { &self.name }
    }

    fn file(&'static self) -> Option<&'static Source> {
        Some(&self.source)
    }

    /// Luck is known for two players, if games of this kind can be solved.
    fn knows_luck(&'static self) -> bool {
        self.seats.contains(&2) && self.is_solved(2)
    }

    /// In a contest, or with a deck, a turn depends on so much that its table is hardly ever used twice.
    fn own_engine(&'static self) -> Option<EngineKind> {
        Ruled::OWN.filter(|_| self.facts().draws_turns)
    }

    fn data_keys(&'static self) -> &'static [&'static str] {
        &self.facts().rule_names
    }

    fn form_keys(&'static self) -> Vec<&'static str> {
        self.facts().form_keys.clone()
    }

    fn observable(&'static self, _: ObservableIndex) -> &'static str {
        "a word"
    }

    fn words(&'static self) -> Vec<Word> {
        let Ok(game) = self.plain(self.default_seats()) else { return Vec::new() };
        let word = |word: String, meaning: &str, answers: String| Word {
            word,
            meaning: meaning.to_owned(),
            unit: String::new(),
            answers,
            used_in: "files, scripts".to_owned(),
            remembered: String::new(),
        };
        let fields = game.fields().into_iter().map(|field| {
            let most = field.ends.1.map_or("any number".to_owned(), |most| most.to_string());
            let whose = match field.whose {
                Whose::Player => "of the player; also rival. and next.",
                Whose::Turn => "of the turn",
                Whose::Table => "of the table",
            };
            word(field.name.to_owned(), &format!("{} ({whose})", field.about), format!("{} to {most}", field.ends.0))
        });
        let named = game.named().iter().map(|name| word(name.clone(), "a word of the game's file", String::new()));
        let functions = Ruled::functions().map(|(name, about)| word(format!("{name}(dice)"), about, String::new()));
        let faces = [
            ("count(FACE)", "how many dice show this face"),
            ("has('FACE FACE …')", "whether the dice show at least these faces"),
        ]
        .map(|(call, about)| word(call.to_owned(), about, String::new()));
        fields.chain(named).chain(functions).chain(faces).collect()
    }

    fn conditions(&'static self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    fn lineup(&'static self, seats: usize) -> Vec<&'static str> {
        if self.lineup.is_empty() { vec![RANDOM; seats] } else { self.lineup[..seats].to_vec() }
    }

    fn strategies(&'static self) -> Vec<&'static str> {
        self.names()
    }

    fn descriptions(&'static self) -> Result<Vec<Description>, BadInput> {
        let game = self.plain(*self.seats.start())?;
        let mut all = Vec::new();
        for (name, _) in self.ships {
            let Some(source) = self.shipped_file(name) else { continue };
            let strategy = game.strategy(&source, &[])?;
            all.push(Description {
                name: (*name).to_owned(),
                about: strategy.about().to_owned(),
                parameters: strategy.parameters().iter().map(Parameter::describe).collect(),
            });
        }
        let about = game.random().about().to_owned();
        all.push(Description { name: RANDOM.to_owned(), about, parameters: Vec::new() });
        if self.is_solved(*self.seats.start()) || self.is_solved(self.default_seats()) {
            let about =
                "plays best, by the values of all positions (1 or 2 players; solving can take minutes)".to_owned();
            all.push(Description { name: OPTIMAL.to_owned(), about, parameters: Vec::new() });
        }
        Ok(all)
    }

    fn reroll_policies(&'static self) -> Vec<&'static str> {
        Vec::new()
    }

    fn strategy_file(&'static self, name: &str) -> Option<Source> {
        self.shipped_file(name)
    }

    fn template(&'static self, name: &str, like: Option<&str>) -> Result<String, StrategyError> {
        let first = self.ships.first().map(|(name, _)| *name);
        match like.or(first) {
            Some(like) => {
                let file = self.file_of(like)?.filter(|_| !is_file(like));
                let unknown = || StrategyError::Unknown(like.to_owned(), or_nearest(like, &self.names()));
                let text = file.ok_or_else(unknown)?.text;
                Ok(text.replacen(&format!("name = \"{like}\""), &format!("name = \"{name}\""), 1))
            }
            None => Ok(template(&self.plain(*self.seats.start())?, name)),
        }
    }

    fn person(&'static self, players: usize) -> Source {
        let text = self.plain(players).map_or_else(|_| String::new(), |game| person(&game));
        Source::new("you.rhai", text)
    }

    fn parameters(&'static self, name: &str) -> Result<Vec<Parameter>, StrategyError> {
        let game = self.plain(*self.seats.start())?;
        Ok(match self.file_of(name)? {
            Some(source) => game.strategy(&source, &[])?.parameters().to_vec(),
            None => Vec::new(),
        })
    }

    fn set_up(&'static self, players: usize, setting: &Setting) -> Result<Arc<dyn Prepared>, SetUpError> {
        Ok(Arc::new(SetUp::new(self, players, setting)?))
    }

    fn check_data(&'static self, source: &Source, keys: &[&str]) -> Result<Option<CheckedData>, BadInput> {
        if keys.contains(&"game") || !keys.iter().any(|key| self.facts().rule_names.contains(key)) {
            return Ok(None);
        }
        let game = self.plain(*self.seats.start())?;
        let document = Document::parse(source)?;
        let changes = rules_changed(&game, source, &document)?;
        Ruled::read(&self.source, None, &changes)?;
        Ok(Some(CheckedData { what: format!("rules for {}", self.name), doubts: None }))
    }

    /// Best play is known by its name: to find it is to solve the game.
    fn has(&'static self, typed: &str) -> bool {
        if typed == OPTIMAL {
            return self.is_solved(self.default_seats());
        }
        let game = self.set_up(self.default_seats(), &Setting::default());
        game.is_ok_and(|game| game.find(typed).is_ok())
    }

    fn try_strategy(&'static self, source: &Source, told: Told<'_>) -> Result<Trial, TrialError> {
        trial::trial(self, source, told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every command read five files for the help of its options, which took half of the time of `analyze --version`.
    #[test]
    fn a_game_that_comes_with_the_crate_is_known_by_name_and_seats_without_being_read() {
        for shipped in SHIPPED {
            let game: &'static FileGame = Box::leak(Box::new(FileGame::of_crate(&shipped.source(), shipped)));
            assert_eq!((AnyGame::name(game), game.seats()), (shipped.name, shipped.seats[0]..=shipped.seats[1]));
            assert!(game.strategies().contains(&RANDOM) && game.file().is_some() && !game.typed().is_empty());
            assert!(game.facts.get().is_none(), "{} was read", shipped.name);
            assert!(!game.title().is_empty() && game.facts.get().is_some());
        }
    }
}
