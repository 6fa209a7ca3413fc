//! What a strategy sees, and what it answers: the seam between the game and its players.
//!
//! Owns [`View`]: everything that lies on the table, all of which is public, and what can be done; and the trait
//! [`Strategy`], whose defaults are in `tactics`.

use super::arena::{Board, Side};
use super::conduct::Conduct;
use super::dice::{Kind, Kinds, Powers};
use super::duel::{Action, Aim, Duel, Moment, Need};
use super::rules::Rules;
use super::state::{GIVE_BACKS, Purchase};
use super::zone::Zone;
use super::{Battle, tactics};
use crate::dice::{BlockKey, Generator, Purpose, RunKey, Slot, generator};
use crate::games::Seat;
use crate::games::declaration::NoAnswer;

/// An answer, or that there is none.
pub type Answer<T> = Result<T, NoAnswer>;

/// A player of Battle Dice.
///
/// It keeps no state: all that is public is in the view, and every answer must depend on nothing else. What is not
/// legal is a fault and ends the run. A decision is asked for only if something other than declining is legal, and again
/// after each action until nothing is left or the player declines.
///
/// # Errors
/// Each answer may be that there is none; the run then stops with a fault.
#[expect(clippy::missing_errors_doc, reason = "every answer fails alike, which the trait says once")]
pub trait Strategy: Send + Sync {
    /// Whether it looks at dice, points and supply alone when it drafts, so that among the same players it drafts alike
    /// in every game. Where everybody does, one draft does for many games.
    fn drafts_by_table(&self) -> bool {
        false
    }

    /// Whether it looks at dice, points, supply, seats and the active player alone, not at the turn or a coin, when it
    /// chooses a duel and when it buys. Where everybody does, what follows on a table is remembered.
    fn plays_by_table(&self) -> bool {
        false
    }

    /// The powers that it declines to use whatever it sees, so that it need not be asked about them in their stages;
    /// [`Powers::MULTIPLIER`] stands for both stages in which multipliers are placed. What an opponent's exchange
    /// takes is not declined.
    fn declines(&self) -> Powers {
        Powers::NONE
    }

    /// How it plays inside duels, as far as that depends on nothing else. What [`Strategy::dice`] and [`Strategy::act`]
    /// answer must be what this says.
    fn conduct(&self) -> Conduct {
        Conduct::unknown()
    }

    /// What to buy in a turn of the draft, one of [`View::drafts`], or nothing to pass (B04). Not asked of who can only
    /// pass.
    fn draft(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(tactics::draft(view, None))
    }

    /// Which duel to fight, asked of the active player (B05).
    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        let _ = view;
        Ok(Duel::default())
    }

    /// Which dice of the reserve to throw, where dice are chosen; [`Board::need`] says how many (B05, B08, B12).
    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        Ok(tactics::dice(view, None))
    }

    /// What to do with a power, one of [`View::actions`] (B09 to B14). Nothing is declining, which is illegal where an
    /// own die must go back.
    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        Ok(tactics::act(view))
    }

    /// What to buy after a duel; nothing is a purchase of nothing (B18).
    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(tactics::buy(view, None, None))
    }
}

/// The table as a player sees it who has to decide.
#[derive(Clone, Copy)]
pub struct View<'g> {
    pub(super) game: &'g Battle,
    pub(super) block: BlockKey,
    /// Everything that lies on the table.
    pub board: &'g Board,
    /// Who decides.
    pub seat: Seat,
    /// The number of the decision among those of the seat in this turn, from 1.
    pub(super) decision: u32,
    /// What is decided.
    pub moment: Moment,
}

/// A [`View`] that borrows nothing.
#[derive(Clone, Debug)]
pub struct KeptView {
    board: Board,
    block: BlockKey,
    seat: Seat,
    decision: u32,
    moment: Moment,
}

impl KeptView {
    /// The view, in this game.
    pub fn lend<'s>(&'s self, game: &'s Battle) -> View<'s> {
        let KeptView { board, block, seat, decision, moment } = self;
        View { game, block: *block, board, seat: *seat, decision: *decision, moment: *moment }
    }
}

impl<'g> View<'g> {
    /// A copy that borrows nothing.
    pub fn keep(&self) -> KeptView {
        let View { board, block, seat, decision, moment, .. } = *self;
        KeptView { board: board.clone(), block, seat, decision, moment }
    }

    /// The game.
    pub fn game(&self) -> &'g Battle {
        self.game
    }

    /// The rules in force.
    pub fn rules(&self) -> &'g Rules {
        &self.game.rules
    }

    /// The dice of the player who decides.
    pub fn own_dice(&self) -> Kinds {
        self.board.state.dice(self.seat)
    }

    /// The points of the player who decides.
    pub fn own_points(&self) -> u32 {
        self.board.state.points(self.seat)
    }

    /// What the dice of a seat cost.
    pub fn cost(&self, seat: Seat) -> u32 {
        self.rules().cost_of(self.board.state.dice(seat))
    }

    /// The other seats, the next one clockwise first.
    pub fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        self.board.state.from(self.seat).skip(1)
    }

    /// The highest limit that makes a difference in a duel by points: what the dearest hand costs.
    pub fn dearest_hand(&self) -> u32 {
        self.board.state.dearest_hand(self.rules())
    }

    /// The player's own coin for this decision: a generator keyed by seed, block, seat, turn and the number of the
    /// seat's decision in that turn.
    pub fn coin(&self) -> Generator {
        generator(self.key(Purpose::Coin))
    }

    /// A run of its own for what the player tries out before this decision, keyed like its coin, but apart from it.
    pub fn samples(&self) -> RunKey {
        RunKey::new(self.key(Purpose::Sample))
    }

    pub(super) fn key(&self, purpose: Purpose) -> u64 {
        self.block.draw(Slot::new(purpose, self.seat.0, self.board.state.turn, self.decision))
    }

    /// A die of each kind that can be bought in the draft (B04).
    pub fn choices(&self) -> Kinds {
        match self.moment {
            Moment::Draft => self.board.state.draft_choices(self.seat, self.rules()),
            _ => Kinds::EMPTY,
        }
    }

    /// Everything that is allowed in the draft but to pass: one die for points, or where that is not possible, for
    /// another one (B04).
    pub fn drafts(&self) -> impl Iterator<Item = Purchase> + use<'g> {
        let choices = self.choices();
        let may_swap = choices.is_empty() && self.board.given_back[self.seat.index()] < GIVE_BACKS;
        let swaps = may_swap.then(|| self.board.state.swaps(self.seat, self.rules())).into_iter().flatten();
        choices.kinds().map(Purchase::of).chain(swaps)
    }

    /// What a player has in the duel.
    pub fn side(&self, seat: Seat) -> &'g Side {
        self.board.arena.side(seat)
    }

    /// The throw zone of the player who decides.
    pub fn own(&self) -> &'g Zone {
        &self.side(self.seat).zone
    }

    /// The dice of the player who decides that have not been thrown.
    pub fn reserve(&self) -> Kinds {
        self.side(self.seat).reserve
    }

    /// Whether one more die of a kind may be chosen besides these, where dice are chosen.
    pub fn fits(&self, chosen: Kinds, kind: Kind) -> bool {
        match self.board.need {
            Need::Exactly(number) => chosen.total() < number,
            Need::Cost(limit) => self.rules().cost_of(chosen) + self.rules().cost(kind) <= limit,
        }
    }

    /// Everything that can be done with a power now, or put back (B08 to B15).
    pub fn actions(&self) -> &'g [Action] {
        match self.moment {
            Moment::Draft | Moment::Duel | Moment::Dice | Moment::Buy => &[],
            _ => &self.board.actions,
        }
    }

    /// How many rerolls or cancels an aim takes: two against an opponent's helmet (B15).
    pub fn actions_for(&self, aim: Aim) -> u32 {
        self.board.arena.actions_for(self.seat, aim)
    }

    /// The exchanges, rerolls or cancels that are left, whichever is decided.
    pub fn actions_left(&self) -> u32 {
        match self.moment {
            Moment::Reroll => self.own().left(Powers::REROLL),
            Moment::Cancel => self.own().left(Powers::CANCEL),
            Moment::Exchange => self.own().left(Powers::EXCHANGE),
            _ => 0,
        }
    }
}
