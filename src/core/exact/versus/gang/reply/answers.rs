//! What a strategy does in every situation that its opponent can bring it to.
//!
//! Owns asking it, and the memory of its answers by what it has read of the position. There it says what it commits where it
//! starts a round, and how it answers each result of a number of dice.

use crate::exact::Turn;
use crate::exact::course::{Course, Position};
use crate::exact::game::chances::TARGETS;
use crate::exact::game::choices::{Round, Worth};
use crate::exact::luck::{Feature, InRound, NO_CLASS, Remembered, Rounds, SeatsRead, Unknown};
use crate::exact::round::Mark;
use crate::exact::tree::Tree;
use crate::games::gang::{CardIndex, Gang, MAX_SEATS, Strategy};

/// So many responses are remembered before they are forgotten: 200 MB.
const MOST_RESPONSES: usize = 6_000_000;
/// The most situations that a strategy is asked about for all positions: some minutes.
const MOST_ASKED: u64 = 200_000_000;

/// What the strategy does with a chance where it starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Way {
    /// The dice that it commits.
    pub dice: u8,
    /// The number of the table of its results.
    table: u32,
    /// The chance of it, which is that of its coins.
    pub chance: f64,
}

/// How it answers a result with a chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Response {
    /// The result: 0 for an invalid one, otherwise one more than the total.
    pub code: u16,
    /// The dice that it commits.
    pub dice: u8,
    /// The chance of it, and the chance that it does this and wins.
    pub chance: f64,
    pub wins: f64,
}

/// What comes of a situation, by what was read of the position.
struct Memory<T> {
    known: Vec<Tree<Feature>>,
    found: Vec<Vec<T>>,
}

impl<T> Memory<T> {
    fn new(roots: usize) -> Memory<T> {
        Memory { known: vec![Tree::new(); roots], found: Vec::new() }
    }

    fn remember(&mut self, root: usize, features: &[(Feature, u32)], found: Vec<T>) -> u32 {
        self.found.push(found);
        let number = self.found.len() as u32 - 1;
        self.known[root].remember(features, number);
        number
    }
}

/// What the strategy does.
pub(super) struct Answers<'g> {
    rounds: Rounds<'g>,
    /// The seat of the strategy.
    seat: usize,
    /// How many numbers of dice of its opponent are told apart.
    most: usize,
    /// By card.
    starts: Memory<Way>,
    /// By card and dice.
    responses: Memory<Response>,
    remembered: usize,
    asked: u64,
}

impl<'g> Answers<'g> {
    /// The strategy in this seat, whose opponent commits at most so many dice.
    pub(super) fn new(
        game: &'g Gang,
        strategy: &'g [&'g dyn Strategy; 1],
        (seat, seats): (usize, SeatsRead),
        most: u32,
    ) -> Answers<'g> {
        let cards = game.deck().cards.len();
        let rounds = Rounds::new(game, strategy, &[0, 0], seats).by_dice();
        let most = most as usize;
        let (starts, responses) = (Memory::new(cards), Memory::new(cards * most));
        Answers { rounds, seat, most, starts, responses, remembered: 0, asked: 0 }
    }

    /// The same, but a turn of the strategy with more than `dice` dice has the results of a turn with `dice`.
    pub(super) fn up_to(self, dice: u32) -> Answers<'g> {
        Answers { rounds: self.rounds.up_to(dice), ..self }
    }

    /// The same, which knows from the start what the strategy has answered, with the same limits.
    pub(super) fn knowing(self, remembered: Remembered) -> Answers<'g> {
        Answers { rounds: self.rounds.knowing(remembered), ..self }
    }

    /// What the strategy has answered.
    pub(super) fn into_remembered(self) -> Remembered {
        self.rounds.into_remembered()
    }

    /// The seat of the strategy.
    pub(super) fn seat(&self) -> usize {
        self.seat
    }

    /// How many decisions it was asked for so far.
    pub(super) fn decisions(&self) -> usize {
        self.rounds.decisions()
    }

    /// Whether it is more than it is worth to find; so many decisions were asked for before the round.
    pub(super) fn are_too_many(&self, before: usize) -> Option<Unknown> {
        if self.asked > MOST_ASKED { Some(Unknown::Decisions(0)) } else { self.rounds.are_too_many(before) }
    }

    /// Forgets the responses, if they take much memory.
    pub(super) fn make_room(&mut self) {
        if self.remembered > MOST_RESPONSES {
            (self.responses, self.remembered) = (Memory::new(self.responses.known.len()), 0);
        }
    }

    /// The table of a position in which the starter has so many dice, with the seats as they are.
    fn table(&self, course: &Course, at: crate::exact::game::Position, starter: usize) -> Position {
        let mut table = Position { seen: NO_CLASS, ..at.table(course) };
        let mut pools = [0; MAX_SEATS];
        (pools[starter], pools[1 - starter]) = (at.first, at.other);
        (table.first, table.pools) = (starter, pools);
        table
    }

    /// The number of what it does in a round that it starts.
    ///
    /// # Errors
    /// If that is not known.
    pub(super) fn start(
        &mut self,
        course: &Course,
        at: crate::exact::game::Position,
        card: CardIndex,
    ) -> Result<u32, Unknown> {
        let (at, root) = (self.table(course, at, self.seat), usize::from(card.0));
        if let Some(found) = self.starts.known[root].recall(|feature| self.rounds.answer(feature, course, &at, card)) {
            return Ok(found);
        }
        let mut features = Vec::new();
        self.asked += 1;
        let decided = self.rounds.decide(course, &at, &InRound::default(), (self.seat, card), &mut features)?;
        let ways = decided.into_iter().map(|(dice, table, chance)| Way { dice, table, chance }).collect();
        Ok(self.starts.remember(root, &features, ways))
    }

    /// The number of how it answers the results of a turn of its opponent, who starts the round.
    ///
    /// # Errors
    /// If that is not known.
    pub(super) fn respond(
        &mut self,
        course: &Course,
        at: crate::exact::game::Position,
        (card, turn): (CardIndex, &Turn),
    ) -> Result<u32, Unknown> {
        let (at, dice) = (self.table(course, at, 1 - self.seat), turn.dice());
        let root = usize::from(card.0) * self.most + dice as usize - 1;
        if let Some(found) = self.responses.known[root].recall(|feature| self.rounds.answer(feature, course, &at, card))
        {
            return Ok(found);
        }
        let (mut features, mut responses) = (Vec::new(), Vec::new());
        for code in turn.codes() {
            let so_far = self.after(code.into(), dice);
            self.asked += 1;
            for (own, table, chance) in self.rounds.decide(course, &at, &so_far, (self.seat, card), &mut features)? {
                let results = self.rounds.results(table).iter();
                let better = results.filter(|&&(result, _)| result > 0 && (result << 8 | u32::from(own)) > so_far.best);
                let wins = chance * better.map(|(_, chance)| chance).sum::<f64>();
                responses.push(Response { code, dice: own, chance, wins });
            }
        }
        self.remembered += responses.len();
        Ok(self.responses.remember(root, &features, responses))
    }

    /// What has happened when its opponent has this result of so many dice.
    fn after(&self, code: u32, dice: u32) -> InRound {
        let reply = 1 - self.seat;
        let mut after = InRound { acted: 1, ..InRound::default() };
        after.dice[reply] = dice as u8;
        if code > 0 {
            (after.best, after.leader) = (code << 8 | dice, reply as u8);
        }
        after
    }

    /// What it does where it starts, by number.
    pub(super) fn ways(&self, number: u32) -> &[Way] {
        &self.starts.found[number as usize]
    }

    /// The results of a way with their chances: 0 for an invalid one, otherwise one more than the total.
    pub(super) fn results(&self, way: &Way) -> &[(u32, f64)] {
        self.rounds.results(way.table)
    }

    /// How it answers the results of a number of dice, by number.
    pub(super) fn responses(&self, number: u32) -> &[Response] {
        &self.responses.found[number as usize]
    }

    /// What each result of `dice` dice is worth to the starter; `number` is that of the strategy's responses. A result that
    /// no roll has is worth as much as the one below it.
    pub(super) fn worth(&self, number: u32, round: &Round<'_>, dice: u32) -> Worth {
        let mut worth = [0.0; TARGETS];
        let mut next = 0;
        for response in self.responses(number) {
            let code = usize::from(response.code);
            (next..code).filter(|&code| code > 0).for_each(|code| worth[code] = worth[code - 1]);
            next = next.max(code + 1);
            let mark = u32::from(response.code).checked_sub(1).map(|total| Mark { total, dice });
            let [keeps, loses] = round.stakes.ends(dice, mark, response.dice.into());
            worth[code] += response.chance * keeps + response.wins * (loses - keeps);
        }
        (next..5 * dice as usize + 2).filter(|&code| code > 0).for_each(|code| worth[code] = worth[code - 1]);
        worth
    }
}
