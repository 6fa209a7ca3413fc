//! Battle Dice: draft dice, win duels with them, buy better ones.
//!
//! Owns the rules B01–B20: two to six players draft dice of six kinds for their points; in turn each chooses one of
//! six duels, one opponent or all, and whether dice are chosen or drawn at random; won duels bring points that buy
//! dice, and the first whose dice cost enough wins. Source: the published French rule sheet, whose pictures of some
//! die faces are lost; the faces that ship for them are a reconstruction and say so. What the sheet leaves open is
//! read as stated where the rule is carried out.
//!
//! | file | owns |
//! |---|---|
//! | `kind`, `face`, `powers` | the six kinds, counts of them in a word; what a die can show, and dice together |
//! | `rules`, `rules.toml`, `prepared` | the data a designer may change; what follows from them |
//! | `state` | dice, points and supply between duels; what may be drafted and bought |
//! | `zone`, `thrown` | the dice thrown, what lies on them, protection, totals |
//! | `duel`, `arena` | what is chosen for a duel; what lies on the table during it, and the addresses of its draws |
//! | `drafts` | drafts that come out alike in every game, remembered |
//! | `throws` | a die thrown: which one, and what it shows |
//! | `fight` | a throw resolved, stage by stage |
//! | `contest` | the six duels, ties |
//! | `play` | a game, and who is told of it |
//! | `view`, `strategy`, `tactics` | what a strategy sees, what it answers, and the defaults |
//! | `rehearse` | a duel tried out before it is chosen |
//! | `count`, `tell` | the watchers that ship: the tallies of `duels.csv` and `dice.csv`, and the story |

mod arena;
mod contest;
mod count;
mod drafts;
mod duel;
mod face;
mod fight;
mod kind;
mod play;
mod powers;
mod prepared;
mod rehearse;
mod rules;
mod rules_text;
mod state;
mod strategy;
pub mod tactics;
mod tell;
mod thrown;
mod throws;
#[cfg(test)]
mod trial;
mod view;
mod zone;

pub use arena::{Arena, Cause, Seats, Side};
pub use drafts::Memory;
pub use duel::{Aim, Contest, Duel, Exchange, Hand, MOST_REPEATS, Need, Opponents, Placement, Replacement, Verdict};
pub use face::{Face, MOST_NUMBER};
pub use fight::MOST_ACTIONS;
pub use kind::{KINDS, Kind, KindSet, Kinds, MOST_DICE};
pub use play::{MOST_LIMIT, Watch};
pub use powers::Powers;
pub use rehearse::{Ended, Rehearsal};
pub use rules::{Award, Die, MAX_SEATS, MIN_SEATS, MOST_COST, MOST_OF_A_KIND, Rules, RulesError, SIDES, Version};
pub use state::{Draft, GIVE_BACKS, Purchase, PurchaseError, State};
pub use strategy::{Answer, Drafting, NoAnswer, Strategy};
pub use thrown::{Spot, Thrown};
pub use view::{DraftView, DuelView, View};
pub use zone::Zone;

use crate::dice::BlockKey;
use crate::games::{Fault, Game, Observer, Outcome, Seating, SetUpError, Setting, SheetSpec};
use crate::input::{BadInput, Source};
use prepared::Prepared;
use std::ops::RangeInclusive;

/// Battle Dice at a table: rules and number of players.
#[derive(Clone, Debug)]
pub struct Battle {
    prepared: Prepared,
    seats: usize,
}

impl Battle {
    /// The game with these rules.
    ///
    /// # Errors
    /// If they do not go together with this number of players.
    pub fn new(rules: Rules, seats: usize) -> Result<Battle, SetUpError> {
        if !Battle::SEATS.contains(&seats) {
            let message = format!("{seats} players; Battle Dice is for {MIN_SEATS} to {MAX_SEATS}");
            return Err(SetUpError::Option { option: "--players", message });
        }
        rules.check(seats).map_err(|error| SetUpError::Option { option: "--rule", message: error.to_string() })?;
        Ok(Battle { prepared: Prepared::new(rules), seats })
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.prepared.rules
    }

    /// Plays one game of a block and tells `watch` each step.
    ///
    /// # Errors
    /// The fault of a strategy.
    pub fn play_watched(
        &self,
        strategies: &[&dyn Strategy],
        seating: &Seating,
        block: BlockKey,
        watch: &mut impl Watch,
    ) -> Result<Outcome, Fault> {
        let mut arena = Arena::new();
        play::Table::new(&self.prepared, strategies, seating, block).play(&mut arena, watch)
    }
}

impl Game for Battle {
    type Strategy = dyn Strategy;
    type Scratch = Memory;

    const NAME: &'static str = "battle";
    const TITLE: &'static str = "Battle Dice";
    const SEATS: RangeInclusive<usize> = MIN_SEATS..=MAX_SEATS;
    const DATA_KEYS: &'static [&'static str] = &Rules::KEYS;
    const SCORE: &'static str = "cost of dice at the end";
    const LENGTHS: &'static [&'static str] = play::LENGTHS;

    /// Order of force: the rules that ship, the rules file, single options.
    fn set_up(seats: usize, setting: &Setting) -> Result<Battle, SetUpError> {
        let given = [("--edition", setting.edition.is_some()), ("--deck", setting.deck.is_some())];
        if let Some((option, _)) = given.into_iter().find(|(_, given)| *given) {
            let message = "Battle Dice has none; its dice are rules (see --rules and --rule)".to_owned();
            return Err(SetUpError::Option { option, message });
        }
        let mut rules = Rules::reconstructed();
        if let Some(file) = &setting.rules {
            rules = rules.with_file(file)?;
        }
        for (key, value) in &setting.options {
            rules = rules.with_option("--rule", key, value)?;
        }
        Battle::new(rules, seats)
    }

    fn check_data(source: &Source, keys: &[&str]) -> Result<Option<String>, BadInput> {
        if !keys.iter().any(|key| Rules::KEYS.contains(key)) {
            return Ok(None);
        }
        Rules::reconstructed().with_file(source)?;
        Ok(Some("rules for battle".to_owned()))
    }

    fn seats(&self) -> usize {
        self.seats
    }

    /// Whoever reaches the goal had less before the last transaction, which takes so many dice at the most (B18); the
    /// draft spends the points at the start.
    fn highest_score(&self) -> u32 {
        let rules = self.rules();
        let dearest = Kind::ALL.iter().map(|&kind| rules.die(kind).cost).max().unwrap_or(0);
        (rules.goal - 1 + rules.most * dearest).max(rules.points)
    }

    fn rules_text(&self) -> String {
        self.rules().to_text()
    }

    fn manifest(&self) -> Vec<(&'static str, String)> {
        vec![("rules", self.rules().to_text())]
    }

    fn notes(&self) -> Vec<String> {
        let shipped = Rules::reconstructed();
        let lost = [Kind::Red, Kind::Green, Kind::Blue, Kind::Black];
        let kept = lost.iter().filter(|&&kind| self.rules().die(kind).faces == shipped.die(kind).faces);
        let kept: Vec<&str> = kept.map(|kind| kind.name()).collect();
        if kept.is_empty() {
            return Vec::new();
        }
        let note = "a reconstruction, the published pictures being partly lost";
        vec![format!("the faces of these dice are {note}: {}", kept.join(", "))]
    }

    fn sheets(&self, strategies: &[String]) -> Vec<SheetSpec> {
        count::sheets(strategies)
    }

    fn scratch(&self) -> Memory {
        Memory::new()
    }

    fn begin_block(&self, _: BlockKey, _: &mut Memory) {}

    fn play(
        &self,
        strategies: &[&dyn Strategy],
        seating: &Seating,
        block: BlockKey,
        scratch: &mut Memory,
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        let mut counter = count::Counter::new(seating, observer);
        play::Table::new(&self.prepared, strategies, seating, block).play_drafted(scratch, &mut counter)
    }

    fn tell(
        &self,
        strategies: &[&dyn Strategy],
        names: &[String],
        seating: &Seating,
        block: BlockKey,
        story: &mut String,
    ) -> Result<Outcome, Fault> {
        let mut teller = tell::Teller::new(self.rules(), names, seating, story);
        let outcome = self.play_watched(strategies, seating, block, &mut teller)?;
        teller.end(&outcome);
        Ok(outcome)
    }
}
