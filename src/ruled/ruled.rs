//! A game from a file as the rest of a program sees it.

use crate::check::{Checked, check};
use crate::dice::Pick;
use crate::exact::{Aim, Best, Drawn, Expected, Judge, Limits, Shared, Sizes, Solved, Unsolved, solve};
use crate::exact::{CardTurn, card_rerolled, card_turn, numbers};
use crate::model::{Fault, Field, Game, HIDDEN, Rule};
use crate::play::{Narration, Table, Tally, simulate, simulate_with};
use crate::read::{Found, read};
use crate::strategy::{Strategy, keys};
use analyze_core::dice::{BlockKey, RunKey};
use analyze_core::games::Outcome;
use analyze_core::input::{BadInput, Source};
use analyze_core::strategies::is_script;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

/// What a strategy or a reader can see: a field, or a number or fact that the file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown<'g> {
    /// Its word.
    pub name: &'g str,
    /// What it means.
    pub about: &'g str,
    /// The least and the most that it can be, as far as the file says so.
    pub ends: (i64, Option<i64>),
    /// Whose it is.
    pub whose: Whose,
}

impl<'g> Shown<'g> {
    fn new(field: &'g Field, whose: Whose) -> Shown<'g> {
        Shown { name: &field.name, about: &field.about, ends: (field.least, field.most), whose }
    }
}

/// Whose a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Every player has one; `rival.NAME` is the most of another, `next.NAME` that of the next player.
    Player,
    /// It begins anew with every turn.
    Turn,
    /// It belongs to all.
    Table,
}

/// A step in which something is decided: its name is a key of strategy files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision<'g> {
    /// The key.
    pub key: &'g str,
    /// What can be answered by name; none where dice are kept.
    pub choices: Vec<&'g str>,
    /// An answer that is always legal, if one is: the first choice without a condition, with a number if it needs one.
    pub always: Option<String>,
}

/// A card of a deck, as the file writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeckCard<'g> {
    /// The part of the deck.
    pub part: &'g str,
    /// Its marks; there may be none.
    pub marks: &'g str,
    /// Its condition.
    pub condition: &'g str,
}

/// A game from a file, set up for a number of players.
pub struct Ruled {
    source: Source,
    found: Found,
    /// The values of best play, once somebody wanted them.
    best: OnceLock<Arc<Solved<'static>>>,
}

impl fmt::Debug for Ruled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {}", self.game().name, self.game().players)
    }
}

impl Ruled {
    /// The metrics of a game's length, in the order of [`Outcome::lengths`].
    pub const LENGTHS: [&'static str; 2] = ["turns", "capped"];

    /// Reads a game for a number of players (by default the fewest), with some rules changed.
    ///
    /// # Errors
    /// Everything that is wrong with the file, or a rule that there is not.
    pub fn read(source: &Source, players: Option<usize>, rules: &[(String, i64)]) -> Result<Ruled, BadInput> {
        let found = read(source, players, rules)?;
        Ok(Ruled { source: source.clone(), found, best: OnceLock::new() })
    }

    pub(crate) fn game(&self) -> &Game {
        &self.found.game
    }

    /// The name by which it is chosen.
    pub fn name(&self) -> &str {
        &self.game().name
    }

    /// The name in print.
    pub fn title(&self) -> &str {
        &self.game().title
    }

    /// What it is, in a line.
    pub fn about(&self) -> &str {
        &self.game().about
    }

    /// What scores are counted in.
    pub fn unit(&self) -> &str {
        &self.game().unit
    }

    /// How many can play.
    pub fn seats(&self) -> RangeInclusive<usize> {
        self.game().seats.clone()
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.game().players
    }

    /// The numbers of the rules that can be changed, with their values here.
    pub fn rules(&self) -> &[Rule] {
        &self.game().rules
    }

    /// The rules with their values, as the text of a file that changes them.
    pub fn rules_text(&self) -> String {
        let line = |rule: &Rule| format!("{} = {}  # {}\n", rule.name, rule.value, rule.about);
        self.rules().iter().map(line).collect()
    }

    /// The file.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The fields, as words of formulas.
    pub fn fields(&self) -> Vec<Shown<'_>> {
        let [own, turn, table] = &self.game().fields;
        let table = &table[..table.len() - HIDDEN + 2];
        let groups = [(&own[..], Whose::Player), (&turn[..], Whose::Turn), (table, Whose::Table)];
        groups
            .into_iter()
            .flat_map(|(fields, whose)| fields.iter().map(move |field| Shown::new(field, whose)))
            .collect()
    }

    /// The words that the file gives to formulas.
    pub fn named(&self) -> &[String] {
        &self.found.named
    }

    /// The cards of each part of the deck, as the file writes them, and in how many rounds one of them is turned up.
    pub fn cards(&self) -> Vec<(Vec<&str>, usize)> {
        let deck = &self.game().deck;
        let names = |part: &crate::model::Part| deck.cards[part.cards.clone()].iter().map(|card| &*card.name).collect();
        deck.parts.iter().map(|part| (names(part), part.rounds)).collect()
    }

    /// The cards of the deck, one part after the other.
    pub fn deck(&self) -> Vec<DeckCard<'_>> {
        let deck = &self.game().deck;
        let cards =
            deck.parts.iter().flat_map(|part| deck.cards[part.cards.clone()].iter().map(move |card| (part, card)));
        cards
            .map(|(part, card)| DeckCard { part: &part.name, marks: &card.texts[0], condition: &card.texts[1] })
            .collect()
    }

    /// The numbers of dice, from 1 to `most`, that a turn can begin with; a single 0 if there is no such choice.
    pub fn first_numbers(&self, most: u32) -> Vec<u32> {
        numbers(self.game(), most)
    }

    /// The turn on a card with this number of dice.
    ///
    /// # Errors
    /// What the rules do not provide for, or a limit.
    pub fn card_turn(&self, card: usize, number: u32) -> Result<CardTurn, Unsolved> {
        card_turn(self.game(), card, number)
    }

    /// What the turn on a card with this number of dice comes to if a rule says, wherever dice are kept, which of them are rolled
    /// again: the expected result, where an invalid one counts 0, and the chance of an invalid one, 0 to 1. Everything else is
    /// decided best.
    ///
    /// # Errors
    /// As [`Ruled::card_turn`], and if the rules do not allow to keep what the rule says.
    pub fn card_rerolled(&self, card: usize, number: u32, pick: Pick) -> Result<(f64, f64), Unsolved> {
        card_rerolled(self.game(), card, number, pick)
    }

    /// Whether dice are kept in some step, so that others are rolled again.
    pub fn keeps_dice(&self) -> bool {
        self.game().steps.iter().any(|step| matches!(step.act, crate::model::Act::Keep { .. }))
    }

    /// The functions of dice that formulas have, and what each says.
    pub fn functions() -> impl Iterator<Item = (&'static str, &'static str)> {
        crate::dice::FUNCTIONS.into_iter().map(|(name, _, about)| (name, about))
    }

    /// What is decided, in the order of the file.
    pub fn decisions(&self) -> Vec<Decision<'_>> {
        let mut decisions = Vec::new();
        for (step, key) in keys(self.game()) {
            let choices = match &self.game().steps[step].act {
                crate::model::Act::Choose(choices) => &choices[..],
                _ => &[],
            };
            let free = choices.iter().find(|choice| choice.when.is_none());
            let always = free.map(|free| free.name.clone() + if free.number.is_some() { " 1" } else { "" });
            decisions.push(Decision { key, choices: choices.iter().map(|choice| &*choice.name).collect(), always });
        }
        decisions
    }

    /// Reads a strategy for it, a file or a script by its name, with some parameters changed.
    ///
    /// # Errors
    /// Everything that is wrong with the file, or a parameter that there is not.
    pub fn strategy(&self, source: &Source, parameters: &[(String, f64)]) -> Result<Strategy, BadInput> {
        match is_script(&source.name) {
            true => Strategy::read_script(source, &self.found, parameters),
            false => Strategy::read(source, &self.found, parameters),
        }
    }

    /// The strategy that takes any of the ways there are, each equally likely.
    pub fn random(&self) -> Strategy {
        Strategy::random(self.game())
    }

    /// Plays a game step by step; `seating` says which strategy sits in each seat.
    ///
    /// # Errors
    /// What the rules do not provide for, an answer that is not legal, or a game that is too long.
    pub fn play(&self, strategies: &[&Strategy], seating: &[usize], seed: u64, block: u64) -> Result<Outcome, Fault> {
        Table::new(self.game(), strategies).play(seating, RunKey::new(seed).block(block), &mut ())
    }

    /// The same game in words.
    ///
    /// # Errors
    /// The same.
    pub fn narrate(&self, strategies: &[&Strategy], seating: &[usize], seed: u64, block: u64) -> Result<String, Fault> {
        let seats = seating.iter().enumerate();
        let names = seats.map(|(seat, &at)| format!("{} (seat {})", strategies[at].name(), seat + 1)).collect();
        let mut story = Narration::new(names);
        Table::new(self.game(), strategies).play(seating, RunKey::new(seed).block(block), &mut story)?;
        Ok(story.text)
    }

    /// Plays blocks step by step on all threads: a game for each shift of the seats, a strategy a seat.
    ///
    /// # Errors
    /// The same.
    pub fn simulate(&self, strategies: &[&Strategy], seed: u64, blocks: u64) -> Result<Tally, Fault> {
        simulate(self.game(), strategies, seed, blocks)
    }

    /// The same with each turn drawn from an exact table: other games, with the same chances.
    ///
    /// # Errors
    /// The same, and if a strategy draws by itself, or a turn is too much to be made a table.
    pub fn simulate_drawn(&self, strategies: &[&Strategy], seed: u64, blocks: u64) -> Result<Tally, Fault> {
        let worker = || Drawn::new(self.game(), strategies);
        simulate_with(self.players(), (seed, blocks), worker, |drawn, seating, block| {
            drawn.play(seating, block, &mut ())
        })
    }

    /// Games whose turns are drawn, one by one; the tables are kept from game to game.
    ///
    /// # Errors
    /// The same.
    pub fn drawn<'g>(&'g self, strategies: &[&'g Strategy]) -> Result<DrawnGames<'g>, Fault> {
        Drawn::new(self.game(), strategies).map(DrawnGames)
    }

    /// Games step by step, one by one; decisions are kept from game to game.
    pub fn stepped<'g>(&'g self, strategies: &[&'g Strategy]) -> SteppedGames<'g> {
        SteppedGames(Table::new(self.game(), strategies))
    }

    /// What every position is worth: with best play, or with these strategies, of which the first begins.
    ///
    /// # Errors
    /// What the rules do not provide for, or a limit.
    pub fn solve<'g>(
        &'g self,
        aim: Aim,
        strategies: &[&'g Strategy],
        limits: Limits,
    ) -> Result<SolvedGame<'g>, Unsolved> {
        self.solve_while(aim, strategies, limits, &|_| true)
    }

    /// The same; `go_on` is told which part of the work is done, 0 to 1, and stops it by answering no.
    ///
    /// # Errors
    /// The same, and a limit if the answer was no.
    pub fn solve_while<'g>(
        &'g self,
        aim: Aim,
        strategies: &[&'g Strategy],
        limits: Limits,
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<SolvedGame<'g>, Unsolved> {
        if let Some(draws) = strategies.iter().find(|strategy| strategy.draws) {
            let message = match draws.is_best {
                true => format!("'{}' has no exact win shares against others: simulate its games", draws.name),
                false => {
                    format!("'{}' makes random choices, so it has no exact win shares: simulate its games", draws.name)
                }
            };
            return Err(Unsolved::Limit(message));
        }
        let solved = solve(self.game(), aim, strategies, limits, go_on)?;
        Ok(SolvedGame { solved, optimal: Strategy::best_of(self.game()) })
    }

    /// Best play, by the values of all positions, for one or two players.
    ///
    /// # Errors
    /// As [`Ruled::solve`].
    pub fn optimal(&self) -> Result<Strategy, Unsolved> {
        let solved = self.best(&|| true)?;
        let mut strategy = Strategy::best_of(solved.game());
        strategy.optimal = Some(Arc::new(Shared(solved)));
        Ok(strategy)
    }

    /// The values of best play, for one or two players; they are worked out once. `go_on` is asked as the work goes on.
    ///
    /// The game is kept to the end of the program: its values belong to strategies that go anywhere.
    ///
    /// # Errors
    /// As [`Ruled::solve_while`].
    pub(crate) fn best(&self, go_on: &dyn Fn() -> bool) -> Result<Arc<Solved<'static>>, Unsolved> {
        self.best_while(&|_| go_on())
    }

    /// The same; `go_on` is told which part of the work is done, 0 to 1.
    ///
    /// # Errors
    /// As [`Ruled::solve_while`].
    pub(crate) fn best_while(&self, go_on: &dyn Fn(f64) -> bool) -> Result<Arc<Solved<'static>>, Unsolved> {
        if let Some(known) = self.best.get() {
            return Ok(Arc::clone(known));
        }
        let aim = self.aim()?;
        let game: &'static Game = Box::leak(Box::new(self.game().clone()));
        let solved = Arc::new(solve(game, aim, &[], Limits::default(), go_on)?);
        Ok(Arc::clone(self.best.get_or_init(|| solved)))
    }

    /// Whether it is a game of a kind that is solved, for this number of players; it may be too large all the same.
    pub fn can_be_solved(&self) -> bool {
        let game = self.game();
        self.players() <= 2 && game.contest.is_none() && game.deck.cards.is_empty()
    }

    /// What the game is solved for: the win share of two; of one player the turns if the end is a matter of the score,
    /// and otherwise the score.
    ///
    /// # Errors
    /// If it has another number of players.
    pub fn aim(&self) -> Result<Aim, Unsolved> {
        let (game, score) = (self.game(), self.game().score.reads());
        let is_race = score.slots.iter().any(|slot| game.end_reads.slots.contains(slot));
        match (self.players(), is_race) {
            (1, false) => Ok(Aim::Score),
            (1, true) => Ok(Aim::Turns),
            (2, _) => Ok(Aim::Win),
            (players, _) => Err(Unsolved::Limit(format!("a game is solved for 1 or 2 players, not for {players}"))),
        }
    }

    /// Plays it at random and goes through all its positions, as far as limits allow.
    ///
    /// # Errors
    /// What the rules do not provide for, at its place in the file.
    pub fn check(&self, limits: Limits) -> Result<Checked, BadInput> {
        check(self.game(), &self.source, limits)
    }
}

/// A game with the value of every position.
pub struct SolvedGame<'g> {
    solved: Solved<'g>,
    optimal: Strategy,
}

/// A game that was judged by the values of all positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// What it came to.
    pub outcome: Outcome,
    /// What the rolls gave the seat that began, in its value of the game: 0 on average.
    pub luck: f64,
    /// What the decisions of each seat gave away.
    pub regret: [f64; 2],
}

impl SolvedGame<'_> {
    /// The value of the start to the first player: a win share, a score, or turns.
    pub fn value(&self) -> f64 {
        self.solved.value()
    }

    /// The expected results of games between the two strategies for which the game was solved. The first one starts.
    ///
    /// # Errors
    /// A limit, or games that are so long that the most turns of a game matter.
    pub fn expected(&self, limits: Limits, go_on: &dyn Fn() -> bool) -> Result<Expected, Unsolved> {
        self.solved.expected(limits, go_on)
    }

    /// All positions between turns, in words, each with its value to the player whose turn it is.
    pub fn positions(&self) -> Vec<(String, f64)> {
        let game = self.solved.game();
        let own = game.own();
        let field = |&(slot, value): &(usize, i64)| match slot {
            _ if slot < own => format!("{} {value}", game.field(slot).name),
            _ if slot < game.players * own => format!("rival.{} {value}", game.field(slot).name),
            _ => format!("{} {value}", game.field(slot).name),
        };
        let words = |slots: &Vec<(usize, i64)>| slots.iter().map(field).collect::<Vec<_>>().join(", ");
        self.solved.positions().iter().map(|(slots, value)| (words(slots), *value)).collect()
    }

    /// How large what was solved is.
    pub fn sizes(&self) -> Sizes {
        self.solved.sizes()
    }

    /// Plays a game by steps in which `optimal[seat]` says who plays best; the others play this strategy.
    ///
    /// # Errors
    /// What the rules do not provide for, or a game that is too long.
    pub fn play_best(&mut self, other: &Strategy, optimal: &[bool], seed: u64, block: u64) -> Result<Outcome, Fault> {
        let SolvedGame { solved, optimal: best } = self;
        let seating: Vec<usize> = optimal.iter().map(|&best| usize::from(best)).collect();
        let table = Table::new(solved.game(), &[other, best]);
        table.solved(Box::new(Best::new(&*solved))).play(&seating, RunKey::new(seed).block(block), &mut ())
    }

    /// Plays a game by steps, of best play solved, and says what luck and each decision made of it.
    ///
    /// # Errors
    /// What the rules do not provide for, or a game that is too long.
    pub fn judge(
        &mut self,
        strategies: &[&Strategy],
        seating: &[usize],
        seed: u64,
        block: u64,
    ) -> Result<Judged, Fault> {
        let game = self.solved.game();
        let mut judge = Judge::new(&self.solved);
        let outcome = Table::new(game, strategies).play(seating, RunKey::new(seed).block(block), &mut judge)?;
        match judge.fault {
            Some(fault) => Err(fault),
            None => Ok(Judged { outcome, luck: judge.luck, regret: judge.regret }),
        }
    }
}

/// Games whose turns are drawn.
pub struct DrawnGames<'g>(Drawn<'g>);

impl DrawnGames<'_> {
    /// Plays a game; `seating` says which strategy sits in each seat.
    ///
    /// # Errors
    /// What the rules do not provide for, or a turn that is too much.
    pub fn play(&mut self, seating: &[usize], block: BlockKey) -> Result<Outcome, Fault> {
        self.0.play(seating, block, &mut ())
    }
}

/// Games step by step.
pub struct SteppedGames<'g>(Table<'g>);

impl SteppedGames<'_> {
    /// Plays a game; `seating` says which strategy sits in each seat.
    ///
    /// # Errors
    /// What the rules do not provide for, an answer that is not legal, or a game that is too long.
    pub fn play(&mut self, seating: &[usize], block: BlockKey) -> Result<Outcome, Fault> {
        self.0.play(seating, block, &mut ())
    }
}
