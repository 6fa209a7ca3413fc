//! Decks: the warning cards as data.
//!
//! Owns the cards, the deck file and its validation (G03, G05), and the deck that ships. Bonus dice,
//! pools and supply are rules, not deck.

use super::condition::Condition;
use super::condition_text::guide_comments;
use crate::games::narration::{counted, noun};
use crate::input::{BadInput, Document, Problem, Section, Source, nearest, or_nearest, quoted};
use std::fmt;
use std::path::Path;

/// The most cards a deck may have.
pub const MAX_CARDS: usize = 500;

/// The keys at the top of a deck.
const DECK_KEYS: [&str; 5] = ["id", "name", "note", "removed", "card"];

/// How the key of an option begins that changes a card.
pub(super) const CARD_KEY: &str = "card.";
/// The fields of a card that can be changed; by its id it is known.
const CHANGED_FIELDS: [&str; 3] = ["condition", "trigger", "back"];

/// The name of the deck that ships.
pub const RECONSTRUCTED_ID: &str = "reconstructed";
/// The text of that deck.
const RECONSTRUCTED: &str = include_str!("decks/reconstructed.toml");

/// When a card's condition is checked (G10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Trigger {
    /// Once, on the final dice.
    Bomb,
    /// After every roll, the first included.
    Explosion,
}

/// The back of a card: light ones come first (G05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Back {
    /// Among the first rounds.
    Light,
    /// Among the last rounds.
    Dark,
}

impl Trigger {
    const NAMES: [(&'static str, Trigger); 2] = [("bomb", Trigger::Bomb), ("explosion", Trigger::Explosion)];
}

impl Back {
    const NAMES: [(&'static str, Back); 2] = [("light", Back::Light), ("dark", Back::Dark)];
}

impl fmt::Display for Trigger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Trigger::NAMES[*self as usize].0)
    }
}

impl fmt::Display for Back {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Back::NAMES[*self as usize].0)
    }
}

/// A warning card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The name by which files and tables call it.
    pub id: String,
    /// What must not show.
    pub condition: Condition,
    /// The condition exactly as the deck writes it.
    pub condition_text: String,
    /// When it is checked.
    pub trigger: Trigger,
    /// Which rounds it belongs to.
    pub back: Back,
}

/// A deck of warning cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The name by which it is chosen.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What must be said wherever it is shown.
    pub note: Option<String>,
    /// The cards in the order of the file.
    pub cards: Vec<Card>,
    /// How many light cards are removed unseen before each game.
    pub removed_light: u32,
    /// How many dark cards are removed unseen before each game.
    pub removed_dark: u32,
    /// The text of the file it was read from, without the heading of [`Deck::shown`]: the deck that ships is the same one
    /// whether it was chosen or printed, and read.
    pub text: String,
}

impl Deck {
    /// The deck that ships: a reconstruction from the 16 known conditions.
    ///
    /// # Panics
    /// Never: a test reads the embedded file.
    pub fn reconstructed() -> Deck {
        #[expect(clippy::expect_used, reason = "the embedded file is read by a test; no user input gets here")]
        Deck::parse(&Source::new(RECONSTRUCTED_ID, RECONSTRUCTED)).expect("the embedded deck is valid")
    }

    /// The text of a deck: of the one that ships by its name, of any other by its file.
    ///
    /// # Errors
    /// As [`Source::read`].
    pub fn source(named: &Path) -> Result<Source, BadInput> {
        if named == Path::new(RECONSTRUCTED_ID) {
            return Ok(Source::new(RECONSTRUCTED_ID, RECONSTRUCTED));
        }
        let near = nearest(&named.display().to_string(), [RECONSTRUCTED_ID]);
        Source::read(named).map_err(|mut bad| {
            let help = near.filter(|_| !named.exists()).map(|name| format!("did you mean '{name}'?"));
            bad.problems
                .iter_mut()
                .filter(|problem| problem.help.is_none())
                .for_each(|problem| problem.help.clone_from(&help));
            bad
        })
    }

    /// The file that a user would edit: a heading that explains conditions, and the deck.
    pub fn shown(&self) -> String {
        format!("{}\n{}", guide_comments(), self.text)
    }

    /// Reads a deck file.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn parse(source: &Source) -> Result<Deck, BadInput> {
        let document = Document::parse(source)?;
        let root = document.root();
        let mut problems = Vec::new();
        root.only(&DECK_KEYS, &mut problems);
        let id = read_id(&root, &mut problems);
        let name = root.text("name", "\"what the deck is called\"", &mut problems);
        let note = root.optional_text("note", "\"what must be said of the deck\"", &mut problems);
        let cards = read_cards(&root, &mut problems);
        let removed = read_removed(&root, cards.as_deref(), &mut problems);
        let deck = (|| {
            let (removed_light, removed_dark) = removed?;
            let (id, name, cards) = (id?, name?.value, cards?);
            let note = note.map(|note| note.value);
            let text = source.text.strip_prefix(&format!("{}\n", guide_comments())).unwrap_or(&source.text).to_owned();
            Some(Deck { id, name, note, cards, removed_light, removed_dark, text })
        })();
        BadInput::unless_empty(source, problems, deck)
    }

    /// The deck with one field of a card changed, typed at `option` as `card.ID.FIELD=value`; the rest of its text stays as
    /// it is.
    ///
    /// # Errors
    /// If there is no such card or field, or the deck cannot be played with the value.
    pub fn with_field(&self, option: &str, key: &str, value: &str) -> Result<Deck, BadInput> {
        let refuse = |message: String| Err(BadInput::general(format!("{option} {key}={value}"), message));
        // An id may have dots, a field has none.
        let Some((id, field)) = key.strip_prefix(CARD_KEY).and_then(|rest| rest.rsplit_once('.')) else {
            return refuse("write it as card.ID.FIELD=value, for example card.sum7-bomb.trigger=explosion".to_owned());
        };
        let Some(index) = self.cards.iter().position(|card| card.id == id) else {
            let ids: Vec<&str> = self.cards.iter().map(|card| &*card.id).collect();
            return refuse(format!("the deck '{}' has no card '{id}' ({})", self.id, or_nearest(id, &ids)));
        };
        if !CHANGED_FIELDS.contains(&field) {
            return refuse(format!("a card has no field '{field}' to change ({})", or_nearest(field, &CHANGED_FIELDS)));
        }
        let source = Source::new(format!("the deck '{}' with {key}={value}", self.id), &*self.text);
        let document = Document::parse(&source)?;
        let place = document.root().sections("card", &mut Vec::new()).get(index).and_then(|card| card.place(field));
        let place = place.unwrap_or_default();
        let text = format!("{}{}{}", &self.text[..place.start], quoted(value), &self.text[place.end..]);
        Deck::parse(&Source::new(source.name.clone(), text))
    }

    /// The rounds that have a card with a light back: the first ones (G05).
    pub fn light_rounds(&self) -> u32 {
        self.with_back(Back::Light).count() as u32 - self.removed_light
    }

    /// The back of the card of a round, from 0.
    pub fn back_in(&self, round: u32) -> Back {
        if round < self.light_rounds() { Back::Light } else { Back::Dark }
    }

    /// How many rounds a game has: the cards that are left after removal, one a round (G05).
    pub fn rounds(&self) -> u32 {
        self.cards.len() as u32 - self.removed_light - self.removed_dark
    }

    /// What it is, in words.
    pub fn describe(&self) -> String {
        let (light, dark) = (self.with_back(Back::Light).count() as u64, self.with_back(Back::Dark).count() as u64);
        let (cards, rounds) = (noun(light + dark, "card", "cards"), counted(self.rounds(), "round", "rounds"));
        format!("deck '{}', {light} light and {dark} dark {cards}, {rounds}", self.id)
    }

    /// The positions of the cards with this back, in the order of the file.
    pub fn with_back(&self, back: Back) -> impl Iterator<Item = CardIndex> {
        (0..).zip(&self.cards).filter(move |(_, card)| card.back == back).map(|(i, _)| CardIndex(i))
    }

    /// The card at a position.
    ///
    /// # Panics
    /// If the deck has no such position.
    #[inline]
    pub fn card(&self, index: CardIndex) -> &Card {
        &self.cards[index.0 as usize]
    }
}

/// The position of a card in its deck, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CardIndex(pub u16);

fn read_id(table: &Section<'_>, problems: &mut Vec<Problem>) -> Option<String> {
    let id = table.text("id", "\"a-short-name\"", problems)?;
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if id.value.is_empty() || id.value.len() > 40 || !id.value.chars().all(fits) {
        let message = format!("'{}' cannot be an id", shorten(&id.value));
        problems.push(Problem::at(id.span, message).help("use 1 to 40 letters, digits, '-', '_' or '.'"));
        return None;
    }
    Some(id.value)
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= 40 { text.to_owned() } else { text.chars().take(37).collect::<String>() + "..." }
}

fn read_cards(root: &Section<'_>, problems: &mut Vec<Problem>) -> Option<Vec<Card>> {
    let before = problems.len();
    let tables = root.sections("card", problems);
    if tables.is_empty() {
        if problems.len() == before {
            problems.push(Problem::general("the deck has no cards").help("add tables headed [[card]]"));
        }
        return None;
    }
    if tables.len() > MAX_CARDS {
        let message = format!("the deck has {} cards; at most {MAX_CARDS} are allowed", tables.len());
        problems.push(Problem::at(tables[MAX_CARDS].span(), message));
        return None;
    }
    let mut ids = Vec::new();
    let cards: Vec<Option<Card>> = tables.iter().map(|table| read_card(table, &mut ids, problems)).collect();
    cards.into_iter().collect()
}

/// The id of a card, which is added to those of the cards before it, whatever else is wrong with them.
fn read_card_id(table: &Section<'_>, ids: &mut Vec<String>, problems: &mut Vec<Problem>) -> Option<String> {
    let id = read_id(table, problems)?;
    if ids.contains(&id) {
        let span = table.place("id").unwrap_or_else(|| table.span());
        problems.push(Problem::at(span, format!("the id '{id}' is used by an earlier card")));
    }
    ids.push(id.clone());
    Some(id)
}

fn read_card(table: &Section<'_>, ids: &mut Vec<String>, problems: &mut Vec<Problem>) -> Option<Card> {
    table.only_below("[[card]]", &["id", "condition", "trigger", "back"], &DECK_KEYS, problems);
    let id = read_card_id(table, ids, problems);
    let text = table.text("condition", "\"sum>=7\"", problems);
    let condition = text.as_ref().and_then(|text| match text.value.parse::<Condition>() {
        Ok(condition) => Some(condition),
        Err(error) => {
            let help = error.help.clone().into_iter();
            let problem = Problem::at(text.place(error.span), error.message);
            problems.push(help.fold(problem, Problem::help));
            None
        }
    });
    let trigger = table.choice("trigger", &Trigger::NAMES, problems);
    let back = table.choice("back", &Back::NAMES, problems);
    Some(Card { id: id?, condition: condition?, condition_text: text?.value, trigger: trigger?, back: back? })
}

fn read_removed(root: &Section<'_>, cards: Option<&[Card]>, problems: &mut Vec<Problem>) -> Option<(u32, u32)> {
    let before = problems.len();
    let section = root.optional_section("removed", problems);
    let mut amount = |key| {
        let table = section.as_ref()?;
        table.optional_integer(key, 0..=MAX_CARDS as u32, problems)
    };
    let removed = (amount("light").unwrap_or(0), amount("dark").unwrap_or(0));
    let Some(section) = section else { return (problems.len() == before).then_some(removed) };
    section.only(&["light", "dark"], problems);
    if let Some(cards) = cards {
        check_removed(&section, cards, removed, problems);
    }
    (problems.len() == before).then_some(removed)
}

fn check_removed(section: &Section<'_>, cards: &[Card], removed: (u32, u32), problems: &mut Vec<Problem>) {
    let count = |back| cards.iter().filter(|card| card.back == back).count() as u32;
    let (light, dark) = (count(Back::Light), count(Back::Dark));
    for (key, have, less) in [("light", light, removed.0), ("dark", dark, removed.1)] {
        if less > have {
            let span = section.place(key).unwrap_or_else(|| section.span());
            let cards = noun(less, "card is", "cards are");
            let message = format!("{less} {key} {cards} to be removed, but the deck has only {have}");
            problems.push(Problem::at(span, message));
        }
    }
    if removed == (light, dark) {
        problems.push(
            Problem::at(section.span(), "no card is left to play with").help("remove fewer cards than the deck has"),
        );
    }
}
