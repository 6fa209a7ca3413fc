//! Battle Dice: draft dice, win duels with them, buy better ones.
//!
//! Owns the rules B01–B20 (`RULES.md`): two to six players draft dice of six kinds; in turn each chooses one of six
//! duels, against one or all, with dice chosen or drawn at random; won duels bring points that buy dice, and the first
//! whose dice cost enough wins. Source: the published French rule sheet, whose pictures of some die faces are lost.
//!
//! | file | owns |
//! |---|---|
//! | `dice` | the six kinds and counts of them; what a die can show, and sorts of power |
//! | `rules`, `rules.toml` | the data a designer may change |
//! | `state` | dice, points and supply between duels; what may be drafted and bought |
//! | `zone` | the dice thrown, what lies on them, protection, totals |
//! | `duel`, `arena` | what is chosen for a duel and in it; what lies on the table, what can be done, draws |
//! | `fight`, `contest` | a throw resolved, stage by stage; the six duels, throws, ties |
//! | `play` | a game from the draft to the end; drafts remembered, duels tried out |
//! | `conduct`, `odds` | how strategies play inside duels; the chances of duels, worked out |
//! | `estimate` | the same, quickly and nearly |
//! | `value` | how likely each player is to win from a table between duels |
//! | `quiet` | duels in which no die acts on another one, with the same draws, and what can be expected of them |
//! | `quick` | duels fought without a table: the same ends in less time |
//! | `trials`, `packs` | single duels fought outside of any game; packs that somebody could begin with |
//! | `course` | which duels and purchases follow on which table, remembered |
//! | `recent`, `mixed` | answers that are worked out once; a quick hash of numbers |
//! | `view`, `observables` | what a strategy sees and answers, and the declaration of what can be read |
//! | `tactics` | the default of every decision |
//! | `watch` | the counter for `duels.csv` and `dice.csv`, and the narrator |

mod arena;
mod conduct;
mod contest;
mod course;
mod dice;
mod duel;
mod estimate;
mod fight;
mod mixed;
mod observables;
pub mod odds;
mod packs;
mod play;
mod quick;
pub(crate) mod quiet;
mod recent;
mod rules;
mod state;
pub mod tactics;
#[cfg(test)]
mod tests;
mod told;
mod trials;
pub mod value;
mod view;
mod watch;
mod zone;

pub use crate::games::declaration::NoAnswer;
pub use arena::{Arena, Board, Cause, Side};
pub use conduct::{Choice, Conduct, Multiplying};
pub use dice::{Face, KINDS, Kind, Kinds, MOST_DICE, MOST_NUMBER, Powers};
pub use duel::{Action, Aim, Contest, Duel, Hand, MOST_REPEATS, Moment, Need, Verdict};
pub use estimate::Estimate;
pub use fight::MOST_ACTIONS;
pub use observables::kinds_value;
pub use play::{MOST_LIMIT, Memory};
pub use recent::Recent;
pub use rules::{Award, Die, MAX_SEATS, MIN_SEATS, MOST_COST, MOST_OF_A_KIND, Rules, SIDES};
pub use state::{GIVE_BACKS, Purchase, State};
pub use trials::Trial;
pub use value::{Prospect, Race};
pub use view::{Answer, KeptView, Strategy, View};
pub(crate) use watch::told_duel;
pub use watch::{Event, Watch};
pub use zone::{Spot, Thrown, Zone};

use crate::games::rules::RuleSet;
use crate::games::{
    BuiltIn, CountedTable, DieFace, Fault, Game, KindOfDice, Observer, Outcome, SetUpError, Setting, StatisticsTable,
    Table,
};
use play::Play;
use quick::Tools;
use std::cmp::Reverse;
use std::ops::RangeInclusive;

/// Battle Dice at a table: rules and number of players.
#[derive(Clone, Debug)]
pub struct Battle {
    rules: Rules,
    seats: usize,
    /// What a die of each kind is worth before it is thrown, in sixths.
    worths: [u32; KINDS],
    /// The kinds, the worthiest first.
    pub by_worth: Vec<(Kind, u32)>,
    /// The kinds, the dearest first, white last.
    pub dearest: Vec<(Kind, u32)>,
    /// How a die of each kind lands on each side.
    landings: [[Thrown; SIDES]; KINDS],
    /// The chances to win duels that strategies have asked for.
    known: odds::Known,
    /// What packs throw alone.
    throws: estimate::Throws,
}

impl Battle {
    /// The game with these rules.
    ///
    /// # Errors
    /// If they do not go together with this number of players.
    pub fn new(rules: Rules, seats: usize) -> Result<Battle, SetUpError> {
        Battle::check_rules(&rules, seats)?;
        let worths = Kind::ALL.map(|kind| tactics::worth_of_kind(&rules, kind));
        let by_worth = tactics::sorted(|kind| Reverse(worths[kind.index()]));
        let dearest = tactics::sorted(|kind| (kind == Kind::White, Reverse(rules.cost(kind))));
        let landings = Kind::ALL.map(|kind| rules.die(kind).faces.map(|face| Thrown::new(kind, face)));
        Ok(Battle {
            rules,
            seats,
            worths,
            by_worth,
            dearest,
            landings,
            known: odds::Known::default(),
            throws: estimate::Throws::default(),
        })
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Plays one game of a block, step by step before `watch`.
    ///
    /// # Errors
    /// The fault of a strategy.
    pub fn play_watched(&self, table: Table<'_, dyn Strategy>, watch: &mut impl Watch) -> Result<Outcome, Fault> {
        self.play_in(&mut Memory::default(), table, watch)
    }

    /// Plays a game to its end from a state between two duels: the active player fights this duel next.
    ///
    /// # Errors
    /// The fault of a strategy, or of the active player if the duel may not be chosen.
    pub fn play_on(
        &self,
        memory: &mut Memory,
        table: Table<'_, dyn Strategy>,
        (state, duel): (&State, Duel),
    ) -> Result<Outcome, Fault> {
        memory.board.state.clone_from(state);
        Play::new(self, table, &mut memory.board, &mut ()).play_on(duel).map_err(|fault| *fault)
    }

    pub(super) fn play_in(
        &self,
        memory: &mut Memory,
        table: Table<'_, dyn Strategy>,
        watch: &mut impl Watch,
    ) -> Result<Outcome, Fault> {
        let Memory { board, drafts, tools, course } = memory;
        if !watch.sees_dice() && tools.is_empty() {
            *tools = Tools::new(self, table.strategies.iter().map(|strategy| strategy.conduct()));
        }
        Play::new(self, table, board, watch).with_tools(tools).play(drafts, course).map_err(|fault| *fault)
    }
}

impl Game for Battle {
    type Strategy = dyn Strategy;
    type Scratch = Memory;

    fn name(&self) -> &str {
        Battle::NAME
    }

    fn title(&self) -> &str {
        Battle::TITLE
    }

    fn scores(&self) -> &str {
        "Cost of dice"
    }

    fn lengths(&self) -> &'static [&'static str] {
        play::LENGTHS
    }

    fn seats(&self) -> usize {
        self.seats
    }

    /// Whoever reaches the goal had less before the last transaction, which takes so many dice at the most (B18); the
    /// draft spends the points at the start.
    fn highest_score(&self) -> u32 {
        let Rules { goal, most, points, dice, .. } = &self.rules;
        let dearest = dice.iter().map(|die| die.cost).max().unwrap_or(0);
        (goal - 1 + most * dearest).max(*points)
    }

    fn notes(&self) -> Vec<String> {
        let shipped = Rules::default();
        let lost = [Kind::Red, Kind::Green, Kind::Blue, Kind::Black];
        let kept = lost.iter().filter(|&&kind| self.rules.die(kind).faces == shipped.die(kind).faces);
        let kept: Vec<&str> = kept.map(|kind| kind.name()).collect();
        if kept.is_empty() {
            return Vec::new();
        }
        let note = "a reconstruction, because the published pictures are partly lost";
        vec![format!("the faces of these dice are {note}: {}", kept.join(", "))]
    }

    fn statistics(&self, strategies: &[String]) -> Vec<StatisticsTable> {
        watch::statistics(strategies)
    }

    fn play(
        &self,
        table: Table<'_, Self::Strategy>,
        memory: &mut Memory,
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        match observer.story() {
            Some(story) => self.play_in(memory, table, &mut watch::Narrator::new(&self.rules, story)),
            None => self.play_in(memory, table, &mut watch::Counter::new(&self.rules, table, observer)),
        }
    }
}

impl BuiltIn for Battle {
    const NAME: &'static str = "battle";
    const TITLE: &'static str = Rules::TITLE;
    const SEATS: RangeInclusive<usize> = MIN_SEATS..=MAX_SEATS;
    const DATA_KEYS: &'static [&'static str] = Rules::KEYS;
    const SCORE: &'static str = "cost of dice at the end";
    const UNIT: &'static str = "points";
    const SUMMARY: &'static str = "Players draft dice of six kinds, fight duels with them, and buy better dice. The player whose turn it is \
         chooses one of six duels. The first player whose dice cost 20 points in total wins.";
    const GLOSSARY: &'static [(&'static str, &'static str)] = &[
        ("Duel", "a contest of throws. There are six kinds, such as first to 15."),
        ("Pack", "the dice that a player has."),
        ("Point", "the money for dice. The winner of a duel gets one point for each opponent."),
    ];
    const COUNTED: &'static [&'static CountedTable] = &[&watch::BY_DUEL, &watch::BY_KIND];

    fn dice() -> Vec<KindOfDice> {
        let rules = Rules::default();
        let face = |face: Face| DieFace { name: face.to_string(), value: face.number().map(i64::from), weight: 1 };
        let kind = |kind| KindOfDice { name: Kind::to_string(&kind), faces: rules.die(kind).faces.map(face).to_vec() };
        Kind::ALL.map(kind).to_vec()
    }

    /// Order of force: the rules that ship, the rules file, single options.
    fn set_up(seats: usize, setting: &Setting) -> Result<Battle, SetUpError> {
        Battle::new(setting.rules_only()?, seats)
    }

    fn rules_text(&self) -> String {
        self.rules.to_text()
    }
}
