//! Games that go on from a position, in which the seat on turn takes one of the ways to decide.
//!
//! Owns what a game of a position is. Draws belong to the seat and its turns, so all ways meet the same luck. The card of the
//! round is known, and all others are drawn anew in each game.

use super::position::{Asked, Named, Position, refusal};
use crate::exact::Aim;
use crate::model::{Hidden, State, Way};
use crate::play::Table;
use crate::ruled::Ruled;
use crate::strategy::Strategy;
use analyze_core::dice::BlockKey;
use analyze_core::games::{self, Outcome};

/// A position in which a seat decides.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The position in words.
    pub position: String,
    /// Fields that were not named and do not hold what they do at the start, each as `name=value`.
    pub assumed: Vec<String>,
    /// Whether it is a contest.
    pub is_contest: bool,
    /// The round, from 1, in a contest or with a deck.
    pub round: Option<i64>,
    /// The card of the round as the file writes it, if one is turned up.
    pub card: Option<String>,
    /// What can be done.
    pub options: Vec<String>,
    found: Position,
    ways: Vec<Way>,
}

impl Ruled {
    /// The position that somebody names.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn standing(&self, asked: &Asked<'_>) -> Result<Standing, Vec<(Named, String)>> {
        let (game, mut ways) = (self.game(), Vec::new());
        let found = Position::read(game, asked)?;
        if let Some(refusal) = refusal(game, &found) {
            return Err(vec![refusal]);
        }
        game.ways(&found.now, &mut ways).map_err(|fault| vec![(Named::Position, fault.to_string())])?;
        Ok(Standing {
            position: game.shown(&found.now),
            assumed: found.assumed.clone(),
            is_contest: game.contest.is_some(),
            round: (game.contest.is_some() || !game.deck.cards.is_empty())
                .then(|| found.now.slots[game.hidden(Hidden::Round)]),
            card: found.card.map(|(_, card)| game.deck.cards[usize::from(card)].name.clone()),
            options: ways.iter().map(|&way| game.way(found.now.step, way)).collect(),
            found,
            ways,
        })
    }

    /// What is best in a game of this number of players: as [`Ruled::aim`], and the win share for more than two.
    pub fn wanted(&self) -> Aim {
        self.aim().unwrap_or(Aim::Win)
    }
}

/// What plays games on from a position, on one thread.
pub struct GoingOn<'g> {
    game: &'g Ruled,
    at: &'g Standing,
    table: Table<'g>,
    state: State,
}

impl<'g> GoingOn<'g> {
    /// Games of these strategies from here.
    pub fn new(game: &'g Ruled, at: &'g Standing, strategies: &[&'g Strategy]) -> GoingOn<'g> {
        GoingOn { game, at, table: Table::new(game.game(), strategies), state: at.found.now.clone() }
    }

    /// Plays a game in which the seat on turn takes the option of this number; `seating` says which strategy sits in each seat.
    /// Its metric `turns` counts the turns from the position on, with the one that is under way.
    ///
    /// # Errors
    /// What the rules do not provide for, an answer that is not legal, or a game that is too long.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn play(&mut self, option: usize, seating: &[usize], block: BlockKey) -> Result<Outcome, games::Fault> {
        let Position { before, card, .. } = &self.at.found;
        self.game.game().deal(&mut self.state, block, *card);
        let played = self.table.play_on((before, &self.state, self.at.ways[option]), seating, block);
        played.map_err(|fault| self.game.told(fault))
    }
}
