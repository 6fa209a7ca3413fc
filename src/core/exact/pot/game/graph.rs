//! The positions that games of two can reach, and where their turns lead.
//!
//! Owns the search for them. A player either plays best, and can reach whatever the dice allow, or has given results. A
//! [`Tag`] distinguishes positions further, for example by whose turn it is. The [`Table`] gives it a meaning.

use super::Unsolvable;
use super::classes::Classes;
use super::links::{Chosen, Link, Links, TO_BEAT};
use super::results::{PAID, RUN_SCORES, SCORES};
use crate::exact::pot::{Ended, Position, end_turn};
use crate::games::pot::{Combo, LegalChoices, Rerolled, Rules, State, TurnResult, Without};
use std::collections::HashMap;

/// The most positions: some 450 MB.
const MOST_POSITIONS: usize = 2_000_000;
/// After so many positions, the search asks whether to go on.
const AT_ONCE: usize = 1 << 12;

/// Distinguishes positions further.
pub(in crate::exact) type Tag = u32;

/// How the player on turn plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::exact) enum Plays {
    /// As well as it can.
    Best,
    /// By the ways of this number.
    Ways(u32),
}

/// A result of a turn with its chance.
#[derive(Clone, Copy, Debug)]
pub(in crate::exact) struct Chance {
    /// From whom is taken.
    pub choices: LegalChoices,
    /// The combo.
    pub combo: Combo,
    /// The score.
    pub score: u8,
    /// Whether the last reroll was paid.
    pub paid: bool,
    /// The chance.
    pub chance: f64,
}

/// Who plays.
pub(in crate::exact) trait Table {
    /// Why the search stops.
    type Fault: From<Unsolvable>;

    /// The rules.
    fn rules(&self) -> &Rules;
    /// The state of a position.
    fn state(&self, tag: Tag, at: &Position) -> State;
    /// The tag of the state after a turn in a position of this tag.
    fn tag(&self, tag: Tag, after: &State) -> Tag;
    /// How the player on turn plays.
    ///
    /// # Errors
    /// If it is not known.
    fn plays(&mut self, tag: Tag, at: &Position) -> Result<Plays, Self::Fault>;
    /// The ways of a number.
    fn ways(&self, number: u32) -> &[Chance];
    /// What follows the turns of a player with given results.
    fn follows(&self) -> Follows;
}

/// Which positions follow the turns of a player with given results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::exact) enum Follows {
    /// Those that the results lead to.
    Results,
    /// Those that any turn can lead to. Somebody else can then play in this player's place.
    Anything,
}

/// A position, and where its turns lead.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Its number.
    pub number: u32,
    /// The lowest sum that takes control.
    pub to_beat: u32,
    /// Whether the player can pay for the last reroll.
    pub can_pay: bool,
    pub plays: Plays,
    pub links: Links,
}

/// A position without its score to beat.
type Group = (Tag, u32, u32, u32, bool);

/// All positions.
pub(super) struct Graph {
    groups: HashMap<Group, u32>,
    /// The groups by number. The first one is reserved for the ends of games.
    places: Vec<Group>,
    /// By number, the place among [`Graph::nodes`] and one more; 0 where there is none.
    known: Vec<u32>,
    pub(super) nodes: Vec<Node>,
}

/// The results that a player can have in a position: for each combo the scores, a bit each, without and with a paid reroll.
type Reach = Vec<(Combo, LegalChoices, usize, u16)>;

impl Graph {
    /// All positions that follow from these, each with its tag.
    pub(super) fn explore<T: Table>(
        table: &mut T,
        classes: &Classes,
        starts: &[(Tag, Position)],
        go_on: &dyn Fn() -> bool,
    ) -> Result<Graph, T::Fault> {
        let ends = (Tag::MAX, 0, 0, 0, false);
        let mut graph =
            Graph { groups: HashMap::new(), places: vec![ends], known: vec![0; TO_BEAT], nodes: Vec::new() };
        let (mut queue, all) = (Vec::new(), [false, true].map(|can_pay| reach_of_best(classes, can_pay)));
        for (tag, at) in starts {
            graph.number(*tag, at, &mut queue);
        }
        while let Some((tag, at, number)) = queue.pop() {
            if graph.nodes.len().is_multiple_of(AT_ONCE) && !go_on() {
                return Err(Unsolvable::Stopped.into());
            }
            let can_pay = at.own > 0 && table.rules().without != Without::PaidReroll;
            let plays = table.plays(tag, &at)?;
            let links = match plays {
                Plays::Ways(ways) if table.follows() == Follows::Results => {
                    let reach = reach_of(table.ways(ways));
                    graph.links(table, (tag, &at), &reach, &mut queue)
                }
                Plays::Best | Plays::Ways(_) => graph.links(table, (tag, &at), &all[usize::from(can_pay)], &mut queue),
            };
            graph.nodes.push(Node { number, to_beat: at.to_beat, can_pay, plays, links });
            graph.known[number as usize] = graph.nodes.len() as u32;
            if graph.nodes.len() > MOST_POSITIONS || graph.known.len() > Link::MOST {
                return Err(Unsolvable::Positions { limit: MOST_POSITIONS }.into());
            }
        }
        Ok(graph)
    }

    /// The number of a position, which is entered if it is new.
    fn number(&mut self, tag: Tag, at: &Position, queue: &mut Vec<(Tag, Position, u32)>) -> u32 {
        let group = (tag, at.own, at.other, at.pot, at.goal_held);
        let (places, known) = (&mut self.places, &mut self.known);
        let first = *self.groups.entry(group).or_insert_with(|| {
            places.push(group);
            known.resize(places.len() * TO_BEAT, 0);
            ((places.len() - 1) * TO_BEAT) as u32
        });
        let number = first + at.to_beat;
        let is_known = &mut self.known[number as usize];
        if *is_known == 0 {
            *is_known = u32::MAX;
            queue.push((tag, *at, number));
        }
        number
    }

    /// Where the results lead that a turn can have.
    fn links<T: Table>(
        &mut self,
        table: &T,
        (tag, at): (Tag, &Position),
        reach: &Reach,
        queue: &mut Vec<(Tag, Position, u32)>,
    ) -> Links {
        let (before, mut links) = (table.state(tag, at), Links::default());
        for &(combo, choices, paid, scores) in reach {
            let scored = !matches!(combo, Combo::Ones | Combo::Pot);
            let high = if scored { (u32::from(u16::MAX) << at.to_beat) as u16 } else { 0 };
            for (takes, scores) in [(false, scores & !high), (true, scores & high)] {
                if scores == 0 {
                    continue;
                }
                let rerolled = if paid == PAID { Rerolled::Paid } else { Rerolled::Free };
                let score = scores.trailing_zeros() as u8;
                let mut after = before.clone();
                let ended = end_turn(table.rules(), &mut after, TurnResult { combo, score, rerolled }, choices);
                // These scores take control, and lead to positions that follow each other.
                let taking = if takes && matches!(combo, Combo::None | Combo::Run123) { scores } else { 0 };
                let link = match ended {
                    Ended::Game => end(&before, &after),
                    Ended::Turn | Ended::Round => self.link(table, (tag, &before), (&after, taking), queue),
                };
                links.set(paid, (combo, Chosen::of(choices)), takes, link);
            }
        }
        links
    }

    /// The link to what follows; if it is one of several scores that take control, to where the positions begin that follow.
    fn link<T: Table>(
        &mut self,
        table: &T,
        (tag, before): (Tag, &State),
        (after, taking): (&State, u16),
        queue: &mut Vec<(Tag, Position, u32)>,
    ) -> Link {
        let (tag, at) = (table.tag(tag, after), Position::of(after));
        let mut number = self.number(tag, &at, queue);
        for score in (0..SCORES as u32).filter(|score| taking >> score & 1 == 1) {
            self.number(tag, &Position { to_beat: score + 1, ..at }, queue);
        }
        if taking != 0 {
            number -= at.to_beat;
        }
        if after.next() == before.next() { Link::same(number) } else { Link::other(number) }
    }

    /// How many numbers there are.
    pub(super) fn numbers(&self) -> usize {
        self.known.len()
    }

    /// The position of a number.
    pub(super) fn position(&self, number: u32) -> (Tag, Position) {
        let (tag, own, other, pot, goal_held) = self.places[number as usize / TO_BEAT];
        (tag, Position { own, other, pot, to_beat: number % TO_BEAT as u32, goal_held })
    }

    /// A position, if games reach it.
    pub(super) fn node(&self, tag: Tag, at: &Position) -> Option<&Node> {
        let first = self.groups.get(&(tag, at.own, at.other, at.pot, at.goal_held))?;
        self.of_number(first + at.to_beat)
    }

    /// The position of a number, if games reach it.
    pub(super) fn of_number(&self, number: u32) -> Option<&Node> {
        let place = self.known.get(number as usize)?.checked_sub(1)?;
        self.nodes.get(place as usize)
    }
}

/// The end of a game after a turn.
fn end(before: &State, after: &State) -> Link {
    let (mover, coins) = (before.next().index(), after.holdings().all_coins());
    let end = match coins[mover].cmp(&coins[1 - mover]) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    };
    Link::same(end)
}

/// All results of a player who rerolls as it likes.
fn reach_of_best(classes: &Classes, can_pay: bool) -> Reach {
    let mut reach = Reach::new();
    for paid in 0..=usize::from(can_pay) * PAID {
        for result in classes.results() {
            let (combo, score) = result.parts();
            let scores = score.map_or(RUN_SCORES, |score| 1 << score);
            Chosen::of_combo(combo).for_each(|chosen| note(&mut reach, (combo, chosen.choices(), paid), scores));
        }
    }
    reach
}

/// Those of ways that are given.
fn reach_of(ways: &[Chance]) -> Reach {
    let mut reach = Reach::new();
    for &Chance { choices, combo, score, paid, .. } in ways {
        note(&mut reach, (combo, choices, usize::from(paid) * PAID), 1 << score);
    }
    reach
}

/// Adds scores.
fn note(reach: &mut Reach, (combo, choices, paid): (Combo, LegalChoices, usize), scores: u16) {
    let is_same = |&&mut (known, by, with, _): &&mut (Combo, LegalChoices, usize, u16)| {
        (known, by, with) == (combo, choices, paid)
    };
    match reach.iter_mut().find(is_same) {
        Some((.., known)) => *known |= scores,
        None => reach.push((combo, choices, paid, scores)),
    }
}
