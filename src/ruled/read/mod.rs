//! Reading a game's file: all that is wrong with it at once, with line and column.
//!
//! | file | owns |
//! |---|---|
//! | `part` | tables of the file, and of what a preset makes |
//! | `presets` | the families of games that take a few lines |
//! | `sections` | rules, dice, points, fields, names, cards |
//! | `split`, `effects` | texts that say what happens |
//! | `steps`, `contest` | the steps of a turn, and what follows a round |
//! | `reach` | what steps lead to, read and write |

mod contest;
mod effects;
mod fields;
mod part;
mod presets;
mod reach;
mod sections;
mod split;
mod steps;

pub(crate) use part::Part;
pub(crate) use reach::{each_effect, follows, gather};
pub(crate) use sections::taken;
pub(crate) use split::trimmed;

use crate::dice::{Dice, Tables};
use crate::formula::{Expr, Formula, Kind, Leaf, MOST_NUMBER, Meaning, Reads, Which, Words};
use crate::model::{Contest, Deck, Field, Game, MOST_TURNS, Rule, Step};
use analyze_core::input::{BadInput, Document, Problem, Source, Text};
use analyze_core::strategies::syntax::Operator;
use effects::Reader;
use part::Layers;
use presets::Preset;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The most bytes of a game's file.
const MOST_BYTES: usize = 1 << 16;
/// What can stand at the top of a game's file, beside presets.
const KEYS: [&str; 18] = [
    "game",
    "title",
    "about",
    "players",
    "unit",
    "turns",
    "rules",
    "dice",
    "points",
    "sheet",
    "player",
    "turn",
    "table",
    "amounts",
    "conditions",
    "deck",
    "step",
    "end",
];

/// A game for a number of players, with the words that strategies have.
pub(crate) struct Found {
    pub(crate) game: Game,
    pub(crate) names: BTreeMap<String, Meaning>,
    /// The names that the file gives to formulas.
    pub(crate) named: Vec<String>,
}

/// Reads a game for a number of players (by default the fewest), with some rules changed.
pub(crate) fn read(source: &Source, players: Option<usize>, changes: &[(String, i64)]) -> Result<Found, BadInput> {
    let mut problems = Vec::new();
    if source.text.len() > MOST_BYTES {
        let message = format!("the file has {} bytes; the file of a game has at most {MOST_BYTES}", source.text.len());
        return BadInput::unless_empty(source, vec![Problem::general(message)], None);
    }
    let document = Document::parse(source)?;
    let root = Part::new(document.root(), None);
    let preset = Preset::of(&root, &mut problems);
    let made = preset.as_ref().map(|(preset, part)| Source::new(source.name.clone(), preset.text(&root, part)));
    let made = match &made {
        Some(made) => Some(Document::parse(made)?),
        None => None,
    };
    let home = preset.as_ref().map(|(_, part)| part.start());
    let mut layers = vec![root.clone()];
    layers.extend(made.as_ref().map(|made| Part::new(made.root(), home)));
    let job = Job { root, layers: Layers::new(layers), preset, tables: RefCell::default() };
    let found = job.game(players, changes, &mut problems);
    BadInput::unless_empty(source, problems, found)
}

/// A file that is being read.
struct Job<'t> {
    root: Part<'t>,
    layers: Layers<'t>,
    preset: Option<(&'static Preset, Part<'t>)>,
    tables: RefCell<Tables>,
}

/// What stands at the top of a file.
struct Head {
    name: String,
    title: String,
    about: String,
    unit: String,
    seats: RangeInclusive<usize>,
    players: usize,
    cap: u32,
}

impl Job<'_> {
    fn head(&self, players: Option<usize>, problems: &mut Vec<Problem>) -> Option<Head> {
        let root = &self.root;
        let presets = presets::PRESETS.iter().map(|preset| preset.name);
        root.only(&KEYS.into_iter().chain(["contest"]).chain(presets).collect::<Vec<_>>(), problems);
        steps_at_the_top(root, problems);
        let name = root.needed("game", "\"pig\"", problems);
        if let Some(name) = name.as_ref().filter(|name| !is_name(&name.value)) {
            let problem = Problem::at(name.span.clone(), "this cannot be the name of a game");
            problems.push(problem.help("use up to 40 small letters, digits and '-', beginning with a letter"));
        }
        let line =
            |key: &str, problems: &mut Vec<Problem>| root.text(key, "\"a line\"", problems).map(|text| text.value);
        let (title, about, unit) = (line("title", problems), line("about", problems), line("unit", problems));
        let cap = root.whole("turns", 1..=MOST_TURNS, problems).unwrap_or(MOST_TURNS);
        let seats = sections::seats(root, problems)?;
        let players = players.unwrap_or(*seats.start());
        if !seats.contains(&players) {
            let message = match seats.start() == seats.end() {
                true => format!("{players} players, but this game is for {}", seats.start()),
                false => format!("{players} players, but this game is for {} to {}", seats.start(), seats.end()),
            };
            problems.push(Problem::at(root.place("players"), message));
            return None;
        }
        let name = name?.value;
        let title = title.unwrap_or_else(|| name.clone());
        Some(Head {
            title,
            about: about.unwrap_or_default(),
            unit: unit.unwrap_or_else(|| "points".to_owned()),
            seats,
            players,
            cap,
            name,
        })
    }

    fn game(&self, players: Option<usize>, changes: &[(String, i64)], problems: &mut Vec<Problem>) -> Option<Found> {
        let head = self.head(players, problems)?;
        if self.preset.is_none() && presets::is_misspelt(&self.root) {
            // What the preset would make is not missed as well.
            return None;
        }
        let tables = &self.tables;
        let mut words = Words { names: BTreeMap::new(), dice: None, tables };
        let rules = self.rules(&mut words, &head, changes, problems);
        let mut dice = sections::dice(&self.layers, &words, problems)?;
        if self
            .layers
            .part("step", problems)
            .keys()
            .iter()
            .any(|(name, _, layer)| layer.part(name, &mut Vec::new()).is_some_and(|step| step.has("keep")))
        {
            dice.tabulate_parts();
        }
        words.dice = Some(&dice);
        let (fields, banks, lines) = self.fields(&words, &head, problems);
        sections::points(&self.layers, &words, &dice, tables, problems);
        self.name_fields(&mut words, &head, &fields, &lines, problems);
        let marks = sections::marks(&self.layers, problems);
        for (bit, (mark, span)) in marks.iter().enumerate() {
            if !words.declare(mark, Formula::Leaf(Leaf::Mark(bit)), Kind::Fact) {
                problems.push(taken(mark, span.clone()));
            }
        }
        let deck = sections::deck(&self.layers, &words, &marks, problems);
        if !deck.cards.is_empty() {
            words.name("card", Formula::Leaf(Leaf::Card), Kind::Fact);
        }
        let named = sections::named(&self.layers, &mut words, problems);
        let lines = self.lines(&words, &lines, problems);
        self.preset_formulas(&mut words, problems);
        let mut reader = Reader {
            fields: &fields,
            banks: Vec::new(),
            players: head.players,
            steps: steps::names(&self.layers, problems),
        };
        reader.banks = self.banks(&reader, &banks, problems);
        let steps = self.steps(&reader, &words, &dice, &lines, problems);
        let contest = match self.layers.with("contest") {
            Some(layer) => Some(reader.contest(&layer.part("contest", problems)?, &words, problems)?),
            None => None,
        };
        let (over, score) = self.end(&words, &steps, contest.as_ref(), problems);
        if steps.len() < reader.steps.len() || !problems.is_empty() {
            return None;
        }
        reach::unreached(&steps, problems);
        let names = words.names;
        let game = assemble((head, rules, dice.clone(), tables.take()), fields, steps, (contest, deck), (over, score?));
        Some(Found { game, names, named })
    }

    /// The rules as words, with the numbers of the preset.
    fn rules(
        &self,
        words: &mut Words<'_>,
        head: &Head,
        changes: &[(String, i64)],
        problems: &mut Vec<Problem>,
    ) -> Vec<Rule> {
        words.name("players", Formula::number(head.players as i64), Kind::Number);
        let mut rules = sections::rules(&self.layers, changes, problems);
        // What a preset makes a rule has its default in the preset, whose numbers can be made of the rules of the file.
        if let Some((preset, part)) = &self.preset {
            let own = self.root.part("rules", &mut Vec::new());
            let is_own = |name: &str| own.as_ref().is_some_and(|rules| rules.has(name));
            let mut inside = words.clone();
            for rule in rules.iter().filter(|rule| is_own(&rule.name)) {
                inside.name(&rule.name, Formula::number(rule.value), Kind::Number);
            }
            for key in preset.numbers {
                let found = self.preset_number(part, key, &inside, problems);
                // In place of one that cannot be read, so that its name is not called unknown where the preset uses it.
                let number = found.unwrap_or_else(|| key.example.parse().unwrap_or(1));
                if let Some(rule) = rules.iter_mut().find(|rule| rule.name == key.name && !is_own(key.name)) {
                    let changed = changes.iter().any(|(name, _)| name == key.name);
                    (rule.default, rule.value) = (number, if changed { rule.value } else { number });
                }
                words.name(&format!("{}.{}", preset.name, key.name), Formula::number(number), Kind::Number);
            }
        }
        for rule in &rules {
            if !words.declare(&rule.name, Formula::number(rule.value), Kind::Number) {
                problems.push(taken(&rule.name, self.root.place("rules")));
            }
        }
        rules
    }

    fn preset_number(
        &self,
        part: &Part<'_>,
        key: &presets::Key,
        words: &Words<'_>,
        problems: &mut Vec<Problem>,
    ) -> Option<i64> {
        let text = part.formula(key.name, key.example, problems).or_else(|| {
            let default = if part.has(key.name) { None } else { key.default };
            default.map(|default| Text { value: default.to_owned(), span: part.start() })
        });
        let Some(text) = text else {
            if !part.has(key.name) {
                let problem = Problem::at(part.start(), format!("the key '{}' is missing here", key.name));
                problems.push(problem.help(format!("add {} = {}", key.name, key.example)));
            }
            return None;
        };
        match words.read_whole(&text, Kind::Number) {
            Ok(expr) => match expr.formula.constant().filter(|number| (0..=MOST_NUMBER).contains(number)) {
                Some(number) => return Some(number),
                None => problems
                    .push(Problem::at(text.span, format!("'{}' must be a number from 0 to {MOST_NUMBER}", key.name))),
            },
            Err(problem) => problems.push(problem),
        }
        None
    }

    /// The formulas of the preset as words.
    fn preset_formulas(&self, words: &mut Words<'_>, problems: &mut Vec<Problem>) {
        let Some((preset, part)) = &self.preset else { return };
        let scores = self.root.has("points");
        let mut inside = words.clone();
        inside.names.insert("kept".to_owned(), Meaning::Dice(Which::Kept));
        inside.names.insert("rest".to_owned(), Meaning::Dice(Which::Rest));
        for (key, kind) in preset.formulas {
            let default = match (preset.name, key.name) {
                ("press", "bust") if scores => Some("best == 0"),
                ("press", "worth") if scores => Some("points(kept)"),
                ("press", "keep") if scores => Some("points(kept) > 0"),
                _ => key.default,
            };
            let text = part.formula(key.name, key.example, problems).or_else(|| {
                (!part.has(key.name)).then(|| Text { value: default.unwrap_or("0").to_owned(), span: part.start() })
            });
            let Some(text) = text else { continue };
            // In place of one that cannot be read, so that its name is not called unknown where the preset uses it.
            let formula = inside.read_whole(&text, *kind).map_err(|problem| problems.push(problem));
            let formula = formula.map_or(Formula::number(1), |expr| expr.formula);
            words.name(&format!("{}.{}", preset.name, key.name), formula, *kind);
        }
    }
}

fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=40).contains(&name.len()) && name.chars().all(fits) && name.starts_with(|c: char| c.is_ascii_lowercase())
}

type Ends = (Option<Expr>, Expr);

/// The game that all this is.
fn assemble(
    (head, rules, dice, tables): (Head, Vec<Rule>, Dice, Tables),
    fields: [Vec<Field>; 3],
    steps: Vec<Step>,
    (contest, deck): (Option<Contest>, Deck),
    (over, score): Ends,
) -> Game {
    let (mut reads, mut end_reads, mut writes) = (Reads::default(), Reads::default(), Vec::new());
    over.iter().for_each(|over| end_reads.add(&over.reads()));
    steps.iter().for_each(|step| gather(step, &mut reads, &mut writes));
    let own = (0..head.players).flat_map(|_| &fields[0]);
    let limit = |field: &Field| (field.least, field.most.unwrap_or(MOST_NUMBER), field.start);
    let limits = own.chain(&fields[1]).chain(&fields[2]).map(limit).collect();
    let Head { name, title, about, unit, seats, players, cap } = head;
    Game {
        name,
        title,
        about,
        unit,
        seats,
        players,
        cap,
        rules,
        dice,
        tables,
        fields,
        steps,
        contest,
        deck,
        over,
        score,
        reads,
        end_reads,
        writes,
        limits,
    }
}

impl Job<'_> {
    fn steps(
        &self,
        reader: &Reader<'_>,
        words: &Words<'_>,
        dice: &Dice,
        lines: &[(String, Expr)],
        problems: &mut Vec<Problem>,
    ) -> Vec<Step> {
        let section = self.layers.part("step", problems);
        if reader.steps.is_empty() {
            let problem = Problem::general("there is no [step.…], so nothing happens in a turn");
            problems.push(problem.help("add [step.roll], or one of the presets [press], [keep], [match]"));
        }
        let read = |(name, span): &(String, std::ops::Range<usize>)| {
            let part = section.with(name)?.part(name, problems)?;
            reader.step(&part, (name, span.clone()), words, dice, lines, problems)
        };
        reader.steps.iter().filter_map(read).collect()
    }

    /// When the game is over, and what the score is.
    fn end(
        &self,
        words: &Words<'_>,
        steps: &[Step],
        contest: Option<&Contest>,
        problems: &mut Vec<Problem>,
    ) -> (Option<Expr>, Option<Expr>) {
        let section = self.layers.part("end", problems);
        // Whoever is left alone has won.
        let (is_contest, can_end_alone) = (contest.is_some(), contest.is_some_and(|contest| contest.out.is_some()));
        let Some(first) = section.first() else {
            problems.push(
                Problem::general("there is no [end]")
                    .help("add [end] with when = \"score >= 100\" and score = \"score\""),
            );
            return (None, None);
        };
        section.only(&["when", "rounds", "score"], problems);
        let mut read = |key: &str, kind: Kind, what: &str| {
            let text = section.with(key)?.formula(key, what, problems)?;
            words.read_whole(&text, kind).map_err(|problem| problems.push(problem)).ok()
        };
        let (when, rounds) = (read("when", Kind::Fact, "\"score >= 100\""), read("rounds", Kind::Number, "5"));
        let score = read("score", Kind::Number, "\"score\"");
        let slot = |name: &str| match words.names.get(name) {
            Some(Meaning::Formula(formula, _)) => (**formula).clone(),
            _ => Formula::number(0),
        };
        let at_least = Operator::Compare(analyze_core::strategies::syntax::Comparison::AtLeast);
        let rounds = rounds.map(|rounds| {
            let last = Formula::two(at_least, slot("round"), rounds.formula);
            let is_last = Formula::two(at_least, slot("seat"), slot("players"));
            if is_contest { last } else { Formula::two(Operator::And, last, is_last) }
        });
        let over = match (when.map(|when| when.formula), rounds) {
            (Some(when), Some(rounds)) => Some(Formula::two(Operator::Or, when, rounds)),
            (when, rounds) => when.or(rounds),
        };
        if section.with("score").is_none() {
            let problem = Problem::at(first.start(), "the key 'score' is missing here");
            problems.push(problem.help("add score = \"score\": the highest wins"));
        }
        if over.is_none()
            && !can_end_alone
            && !reach::ends(steps)
            && section.with("when").is_none()
            && section.with("rounds").is_none()
        {
            let problem = Problem::at(
                first.start(),
                "no game ends: there is neither 'when' nor 'rounds', and no step goes to end",
            );
            problems.push(problem.help("add when = \"score >= 100\" (asked after every turn), or rounds = 5"));
        }
        (over.and_then(Expr::new), score)
    }
}

/// A formula behind a name.
pub(crate) fn meant(formula: Formula, kind: Kind) -> Meaning {
    Meaning::Formula(Arc::new(formula), kind)
}

/// Says of unknown tables at the top of a file that look like steps how a step is written.
fn steps_at_the_top(root: &Part<'_>, problems: &mut [Problem]) {
    const STEP_KEYS: [&str; 8] = ["roll", "add", "keep", "choices", "fill", "set", "do", "then"];
    for (key, _) in root.keys().into_iter().filter(|(key, _)| !KEYS.contains(key) && root.is_part(key)) {
        let is_step = root.part(key, &mut Vec::new()).is_some_and(|part| STEP_KEYS.iter().any(|step| part.has(step)));
        let unknown = format!("unknown key '{key}'");
        for problem in problems.iter_mut().filter(|problem| is_step && problem.message == unknown) {
            problem.help = Some(format!("a step is written [step.{key}]"));
        }
    }
}
