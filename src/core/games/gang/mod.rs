//! Gang of Dice (Reiner Knizia), in two editions.
//!
//! Owns the rules G01–G18 (`RULES.md`): throw some of your dice, reroll up to twice, get the highest total without
//! showing what the warning card forbids; the round's winner takes all dice on the table. Sources: the
//! French rulebook (Blackrock edition) and the summary that Board Game Arena publishes; where they
//! differ, each is an edition. The deck that ships is a reconstruction and says so.
//!
//! A strategy is asked once a turn how many dice it commits and by which plan; its rerolls are then a pure function of that
//! plan, the card, the dice shown and the rerolls left. It keeps no state: all public history is in the view.
//!
//! | file | owns |
//! |---|---|
//! | `condition`, `condition_text` | the conditions of the cards, and the language they are written in |
//! | `condition_meant` | what somebody meant who wrote one as other languages have it |
//! | `deck`, `rules` | the data a designer may change |
//! | `state` | pools, table, awards, elimination, the end |
//! | `card_count` | what can be counted of cards |
//! | `observables` | the declaration: what a strategy can see or ask |
//! | `turn` | a turn die by die, and the seam for other ways to its result |
//! | `play` | a game, and who watches it |
//! | `count`, `narrate` | the watchers that ship: the tallies of `cards.csv` and of `cards_summary.csv`, and the story |

mod card_count;
mod condition;
mod condition_meant;
mod condition_text;
mod count;
mod deck;
mod meaning;
mod narrate;
mod observables;
mod play;
mod rules;
mod state;
mod told;
mod turn;
mod turns;

pub use crate::games::declaration::{Family, NoAnswer, PolicyId};
pub use card_count::{CardCount, CardKind, card_count, unseen};
pub use condition::{Amount, Condition};
pub use condition_text::{ConditionError, MAX_DEPTH, MAX_LENGTH};
pub use count::CountedTurn;
pub use deck::{Back, Card, CardIndex, Deck, MAX_CARDS, RECONSTRUCTED_ID, Trigger};
pub use narrate::Commentator;
pub use observables::{
    ALLOWED, BEST, BEST_DICE, BEST_SEAT, BEST_TOTAL, DICE, FIRST, KeptSituation, POOL, POOLS, POOLS_AFTER, ROUNDS_LEFT,
    SEAT, Situation, TABLE, TO_ACT, TO_BEAT, TURN, card_value, coin_key, pools_after, slots,
};
pub use rules::{Edition, MAX_REROLLS, MAX_SEATS, MIN_SEATS, PerSeats, Rules, Supply};
pub use state::{Midway, RoundEnd, State, Turn, TurnResult};
pub use turn::{Committed, Watch, not_rerolled};

use crate::dice::{BlockKey, Counts, Deal, Purpose, Slot, below};
use crate::games::declaration;
use crate::games::narration;
use crate::games::recorded;
use crate::games::rules::RuleSet;
use crate::games::turns::{RolledTurns, TurnGame, Turns};
use crate::games::{
    BuiltIn, CheckedData, CountedTable, Fault, Follow, Game, KindOfDice, Observer, Outcome, SetUpError, Setting,
    StatisticsTable, Table,
};
use crate::input::{BadInput, Source, or_nearest};
use count::Counted;
use deck::CARD_KEY;
use meaning::meaningless;
use narrate::{Commented, Narrator};
use std::any::Any;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Gang of Dice at a table: rules, deck and number of players.
///
/// ```
/// use analyze_core::dice::{Counts, RunKey};
/// use analyze_core::games::gang::{ALLOWED, BEST_DICE, Commit, Gang, NoAnswer, PolicyId, Roll, Strategy, View};
/// use analyze_core::games::{BuiltIn, Game, SetUpError, Setting, Table, WHOLE_WIN};
///
/// /// One die more than the best so far, and never rerolled.
/// struct OneMore;
///
/// impl Strategy for OneMore {
///     fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
///         Ok(Commit { dice: view.ask(ALLOWED).min(view.ask(BEST_DICE) + 1), plan: PolicyId(0) })
///     }
///
///     fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
///         Ok(Counts::EMPTY)
///     }
/// }
///
/// let game = Gang::set_up(2, &Setting::default())?;
/// let table = Table { strategies: &[&OneMore as &dyn Strategy], seating: &[0, 0], block: RunKey::new(7).block(0) };
/// let (names, mut story) = (["one more".to_owned()], String::new());
/// let outcome = game.narrate(table, &names, &mut story).unwrap();
/// assert!(story.contains("commits 1"));
/// assert_eq!(outcome.share.map(u32::from).iter().sum::<u32>(), WHOLE_WIN);
/// # Ok::<(), SetUpError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gang {
    rules: Rules,
    deck: Deck,
    seats: usize,
    counted: Counted,
    piles: [Pile; 2],
    /// Every card of the deck, in its order.
    every_card: Vec<CardIndex>,
    /// Whether every round's card is drawn from all with its back.
    draws_anew: bool,
    cache: Option<PathBuf>,
    follow: Option<Arc<dyn Follow>>,
    invalid_chances: OnceLock<Vec<Vec<f64>>>,
}

/// The cards of one back, and how many of them are left after some are removed unseen (G05).
#[derive(Clone, Debug)]
struct Pile {
    cards: Vec<CardIndex>,
    deal: Deal,
}

impl Pile {
    fn new(deck: &Deck, back: Back, removed: u32) -> Pile {
        let cards: Vec<CardIndex> = deck.with_back(back).collect();
        let deal = Deal::new(cards.len(), cards.len() - removed as usize);
        Pile { cards, deal }
    }
}

impl Gang {
    /// The game with these rules and this deck.
    ///
    /// # Errors
    /// If they do not go together with this number of players.
    pub fn new(rules: Rules, deck: Deck, seats: usize) -> Result<Gang, SetUpError> {
        Gang::check_seats(seats)?;
        rules.check(seats, deck.rounds()).map_err(SetUpError::Conflict)?;
        let pile = |back, removed| Pile::new(&deck, back, removed);
        let piles = [pile(Back::Light, deck.removed_light), pile(Back::Dark, deck.removed_dark)];
        let every_card = (0..deck.cards.len() as u16).map(CardIndex).collect();
        let (counted, draws_anew) = (Counted::Turns, false);
        let invalid_chances = OnceLock::new();
        Ok(Gang {
            rules,
            deck,
            seats,
            counted,
            piles,
            every_card,
            draws_anew,
            cache: None,
            follow: None,
            invalid_chances,
        })
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The deck in play.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// The same game, of which the rounds are counted, for `cards_summary.csv`, instead of the turns. Only games that
    /// are played die by die are counted so.
    pub fn counting_rounds(self) -> Gang {
        Gang { counted: Counted::Rounds, ..self }
    }

    /// The same game, in which the card of a round is drawn anew from all with its back: not by the rules, but what
    /// [`exact::game`](crate::exact::game) solves, so that it can be tested.
    pub fn drawing_anew(self) -> Gang {
        Gang { draws_anew: true, ..self }
    }

    /// By card the lowest chance of an invalid result with 1, 2, … dice, as `solve` finds them: once for all strategies.
    pub fn lowest_invalid_chances(&self, solve: impl FnOnce(&Gang) -> Vec<Vec<f64>>) -> &[Vec<f64>] {
        self.invalid_chances.get_or_init(|| solve(self))
    }

    /// The folder where what takes long to solve is kept from one run to the next, if it is.
    pub fn cache(&self) -> Option<&Path> {
        self.cache.as_deref()
    }

    /// Who follows what takes long to solve, if somebody does.
    pub fn follow(&self) -> Option<&dyn Follow> {
        self.follow.as_deref()
    }

    /// Narrates a game die by die, with what a commentator has to say of it.
    ///
    /// # Errors
    /// The fault of a strategy, after the story up to it has been written.
    pub fn narrate_commented(
        &self,
        table: Table<'_, <Gang as Game>::Strategy>,
        names: &[String],
        text: &mut String,
        commentator: &mut dyn Commentator,
    ) -> Result<Outcome, Fault> {
        narration::narrate(self, table, names, text, |order, story| {
            let Some(story) = story.story() else { return self.play(table, order, story) };
            let mut watch = Commented { narrator: Narrator::new(&self.deck, story), commentator };
            if recorded::is_told() {
                let order = told::cards(self, order)?;
                return self.play_watched(table, &order, &mut told::ToldTurns, &mut watch);
            }
            self.play_watched(table, order, &mut RolledTurns(table.block), &mut watch)
        })
    }

    /// Plays one game, its turns in the given way, watched by `watch`.
    ///
    /// # Errors
    /// The fault of a strategy.
    pub fn play_watched(
        &self,
        table: Table<'_, dyn Strategy>,
        order: &CardOrder,
        turns: &mut impl Turns<Gang>,
        watch: &mut (dyn Watch + '_),
    ) -> Result<Outcome, Fault> {
        play::Playing { game: self, table, order: order.cards(), turns, watch }.play()
    }

    /// Plays a game to its end from the middle of a round on, its turns in the given way.
    ///
    /// # Errors
    /// The fault of a strategy.
    ///
    /// # Panics
    /// If there are fewer cards than rounds.
    pub fn play_on(
        &self,
        table: Table<'_, dyn Strategy>,
        order: &CardOrder,
        state: State,
        turns: &mut impl Turns<Gang>,
    ) -> Result<Outcome, Fault> {
        play::Playing { game: self, table, order: order.cards(), turns, watch: &mut () }.play_on(state)
    }
}

/// The cards of a game in the order of its rounds.
#[derive(Clone, Debug, Default)]
pub struct CardOrder {
    /// The cards that are dealt, and behind them any others.
    cards: Vec<CardIndex>,
    dealt: usize,
}

impl CardOrder {
    /// The cards, the first round's first.
    pub fn cards(&self) -> &[CardIndex] {
        &self.cards[..self.dealt]
    }

    /// These cards in this order, each a position in the deck that is played with.
    pub fn new(cards: Vec<CardIndex>) -> CardOrder {
        CardOrder { dealt: cards.len(), cards }
    }

    /// Puts a card in a round: it changes places with the one that stands there, or takes its place if it was removed unseen.
    ///
    /// # Panics
    /// If there is no such round.
    pub fn put(&mut self, round: usize, card: CardIndex) {
        match self.cards[..self.dealt].iter().position(|&dealt| dealt == card) {
            Some(place) => self.cards.swap(place, round),
            None => self.cards[round] = card,
        }
    }

    /// Deals from each pile apart, light cards before dark ones, what is not removed unseen (G05).
    fn draw(&mut self, piles: &[Pile; 2], draws_anew: bool, block: BlockKey) {
        let mut words = block.words(Slot::new(Purpose::Deck, 0, 0, 0));
        self.cards.resize(piles.iter().map(|pile| pile.cards.len()).sum(), CardIndex(0));
        self.dealt = 0;
        for pile in piles {
            // What the pile before did not deal is in the way and not wanted.
            let place = &mut self.cards[self.dealt..][..pile.cards.len()];
            place.copy_from_slice(&pile.cards);
            let dealt = pile.deal.deal(place, &mut words);
            if draws_anew {
                place[..dealt].fill_with(|| pile.cards[below(pile.cards.len() as u64, &mut words) as usize]);
            }
            self.dealt += dealt;
        }
    }
}

/// Resolves `--edition`.
fn edition(setting: &Setting) -> Result<Edition, SetUpError> {
    let Some(name) = &setting.edition else { return Ok(Edition::Bga) };
    let found = Edition::NAMES.iter().find(|(known, _)| known == name).map(|(_, edition)| *edition);
    found.ok_or_else(|| {
        let names: Vec<&str> = Edition::NAMES.iter().map(|(name, _)| *name).collect();
        SetUpError::Option {
            option: "--edition",
            message: format!("unknown edition '{name}' ({})", or_nearest(name, &names)),
        }
    })
}

impl Game for Gang {
    type Strategy = dyn Strategy;
    type Scratch = CardOrder;

    fn name(&self) -> &str {
        Gang::NAME
    }

    fn title(&self) -> &str {
        Gang::TITLE
    }

    fn scores(&self) -> &str {
        "Dice"
    }

    fn lengths(&self) -> &'static [&'static str] {
        play::LENGTHS
    }

    fn seats(&self) -> usize {
        self.seats
    }

    /// All dice that ever come into the game: every pool and every bonus die (G04, G08).
    fn highest_score(&self) -> u32 {
        let rounds = self.deck.rounds();
        let bonus: u32 = (0..rounds).map(|round| self.rules.bonus(round, rounds)).sum();
        self.seats as u32 * self.rules.pool(self.seats) + bonus
    }

    fn longest(&self, metric: &str) -> Option<u32> {
        let (rounds, seats) = (self.deck.rounds(), self.seats as u32);
        match metric {
            "turns" => Some(seats * rounds),
            "rounds" | "all_invalid_rounds" => Some(rounds),
            "eliminations" => Some(seats),
            // The rounds end with the cards.
            "capped" => Some(0),
            _ => None,
        }
    }

    fn notes(&self) -> Vec<String> {
        let note = self.deck.note.as_ref();
        note.map(|note| format!("deck '{}': {note}", self.deck.id)).into_iter().collect()
    }

    fn statistics(&self, strategies: &[String]) -> Vec<StatisticsTable> {
        vec![self.counted.table(&self.deck, strategies)]
    }

    fn begin_block(&self, block: BlockKey, scratch: &mut CardOrder) {
        scratch.draw(&self.piles, self.draws_anew, block);
    }

    fn play(
        &self,
        table: Table<'_, Self::Strategy>,
        order: &mut CardOrder,
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        self.play_turns(table, order, &mut RolledTurns(table.block), observer)
    }
}

impl BuiltIn for Gang {
    const NAME: &'static str = "gang";
    const TITLE: &'static str = Rules::TITLE;
    const SEATS: RangeInclusive<usize> = MIN_SEATS..=MAX_SEATS;
    const DATA_KEYS: &'static [&'static str] = &["card", "removed", "pools", "bonus", "supply", "rerolls"];
    const SCORE: &'static str = "final dice";
    const UNIT: &'static str = "dice";
    const SUMMARY: &'static str = "In each round, players commit dice and try to roll the highest total. The warning card of the \
         round has a condition that makes a result invalid. The highest valid total wins all the dice on the table; without a valid result, they stay there. The player with \
         the most dice after the last round wins the game.";
    const GLOSSARY: &'static [(&'static str, &'static str)] = &[
        ("Commit", "to choose how many dice to roll in a turn."),
        ("Invalid", "a result that meets the condition of the warning card. It can't win the round: the turn fails."),
        ("Bomb", "a card whose condition is checked once, after the last roll."),
        ("Explosion", "a card whose condition is checked after every roll. If it is met, the turn ends at once."),
        ("Boss", "the sixth face of a die. It counts 0."),
        ("Pool", "the dice that a player has."),
        ("Expected total", "the average total of a turn; an invalid result counts 0."),
    ];
    const COUNTED: &'static [&'static CountedTable] = &[&count::CARD_TURNS, &count::CARD_ROUNDS];

    fn dice() -> Vec<KindOfDice> {
        vec![KindOfDice::new("", ["1", "2", "3", "4", "5", "boss"])]
    }

    /// Order of force: the edition, the rules file, single options, of which those of a card are for the deck.
    fn set_up(seats: usize, setting: &Setting) -> Result<Gang, SetUpError> {
        let (of_cards, options): (Vec<_>, Vec<_>) =
            setting.options.iter().cloned().partition(|(key, _)| key.starts_with(CARD_KEY));
        let rules = Setting { options, ..setting.clone() }.apply_to(edition(setting)?.rules())?;
        let deck = setting.deck.as_ref().map_or_else(|| Ok(Deck::reconstructed()), Deck::parse)?;
        let deck = of_cards.iter().try_fold(deck, |deck, (key, value)| deck.with_field("--rule", key, value))?;
        let (cache, follow) = (setting.cache.clone(), setting.follow.clone());
        Ok(Gang { cache, follow, ..Gang::new(rules, deck, seats)? })
    }

    fn check_data(source: &Source, keys: &[&str]) -> Result<Option<CheckedData>, BadInput> {
        let any = |known: &[&str]| keys.iter().any(|key| known.contains(key));
        if any(&["card", "removed"]) {
            let setting = Setting { deck: Some(source.clone()), ..Setting::default() };
            let game = Gang::playable(source, setting.clone())?;
            return Ok(Some(CheckedData { what: game.deck.describe(), doubts: game.doubts(&setting) }));
        }
        if any(Rules::KEYS) {
            Gang::playable(source, Setting { rules: Some(source.clone()), ..Setting::default() })?;
            return Ok(Some(CheckedData { what: "rules for gang".to_owned(), doubts: None }));
        }
        Ok(None)
    }

    fn doubts(&self, setting: &Setting) -> Option<BadInput> {
        // The places in the file, unless an option has changed a card.
        let changed = setting.options.iter().any(|(key, _)| key.starts_with(CARD_KEY));
        let own = || Source::new(format!("the deck '{}'", self.deck.id), &*self.deck.text);
        let source = setting.deck.clone().filter(|_| !changed).unwrap_or_else(own);
        let problems = meaningless(&source, &self.deck);
        (!problems.is_empty()).then_some(BadInput { source, problems })
    }

    fn rules_text(&self) -> String {
        self.rules.to_text()
    }

    fn manifest(&self) -> Vec<(&'static str, String)> {
        vec![
            ("edition", self.rules.edition.to_string()),
            ("rules", self.rules.to_text()),
            ("deck", self.deck.text.clone()),
        ]
    }
}

/// What a strategy sees before a turn.
pub type View<'s> = declaration::View<'s, Gang>;

/// Whose turn it is.
pub type Player<'g> = declaration::Player<'g, dyn Strategy + 'g>;

/// A strategy's decision for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Commit {
    /// How many dice, from 1 to [`ALLOWED`].
    pub dice: u32,
    /// How they will be rerolled.
    pub plan: PolicyId,
}

/// A player of Gang of Dice.
pub trait Strategy: Send + Sync {
    /// How many dice to commit, and by which plan to reroll them. Asked at most once a turn. Must depend on
    /// nothing but the view: where the same questions have the same answers, an engine may remember the
    /// decision and not ask again.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer>;

    /// Which of the dice shown to reroll; none ends the turn. Must depend on nothing but its arguments: it
    /// may be asked of rolls that a game never shows, in any order.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer>;

    /// Whether the number of this plan has the same meaning for several strategies. In one game, all strategies that return
    /// true for a number reroll alike by it.
    fn is_shared(&self, plan: PolicyId) -> bool {
        let _ = plan;
        false
    }

    /// The family of the strategy; `None` if it is alone.
    fn family(&self) -> Option<Family> {
        None
    }

    /// The solved game that the strategy plays by. With it, a best response can be computed without asking for each decision.
    /// Most strategies have none.
    fn solution(&self) -> Option<&dyn Any> {
        None
    }
}

/// All dice of a turn after a roll.
#[derive(Clone, Copy, Debug)]
pub struct Roll<'g> {
    /// The card of the round.
    pub card: &'g Card,
    /// What the dice show, kept and rerolled ones alike.
    pub shown: Counts,
    /// How many rerolls are left, at least 1.
    pub left: u8,
}
