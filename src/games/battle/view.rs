//! What a strategy sees: the table, its draft, and the duel under way.
//!
//! Owns the views and, for each decision, the list of what is legal. All of it is public: nobody has hidden dice.

use super::arena::{Arena, Seats};
use super::duel::{Aim, Duel, Exchange, Need, Placement, Replacement};
use super::face::Face;
use super::kind::{Kind, KindSet, Kinds};
use super::play::Table;
use super::powers::Powers;
use super::rules::Rules;
use super::state::{GIVE_BACKS, State};
use super::thrown::{Spot, Spots, Thrown, spots};
use super::zone::Zone;
use crate::dice::{Generator, Purpose, RunKey, Slot, generator};
use crate::games::Seat;

/// The table as a player sees it who has to decide.
#[derive(Clone, Copy)]
pub struct View<'g> {
    pub(super) table: &'g Table<'g>,
    pub(super) state: &'g State,
    pub(super) seat: Seat,
    /// The number of the decision among those of the seat in this turn, from 1.
    pub(super) decision: u32,
}

impl<'g> View<'g> {
    /// Who decides.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many play.
    pub fn seats(&self) -> usize {
        self.state.seats()
    }

    /// The rules in force.
    pub fn rules(&self) -> &'g Rules {
        self.table.rules
    }

    /// Dice, points and supply of everybody.
    pub fn state(&self) -> &'g State {
        self.state
    }

    /// The turn, from 1; in the draft the first.
    pub fn turn(&self) -> u32 {
        self.state.turn() + 1
    }

    /// Whose turn it is.
    pub fn active(&self) -> Seat {
        self.state.active()
    }

    /// The dice of the player who decides.
    #[inline]
    pub fn own_dice(&self) -> Kinds {
        self.state.dice(self.seat)
    }

    /// The points of the player who decides.
    #[inline]
    pub fn own_points(&self) -> u32 {
        self.state.points(self.seat)
    }

    /// What the dice of a seat cost.
    pub fn cost(&self, seat: Seat) -> u32 {
        self.table.rules.cost_of(self.state.dice(seat))
    }

    /// The other seats, the next one clockwise first.
    pub fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        self.state.from(self.seat).skip(1)
    }

    /// The highest limit that makes a difference in a duel by points: what the dearest hand costs.
    pub fn dearest_hand(&self) -> u32 {
        self.state.all().map(|seat| self.cost(seat)).max().unwrap_or(0).max(1)
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

    fn key(&self, purpose: Purpose) -> u64 {
        self.table.block.draw(Slot::new(purpose, self.seat.0, self.state.turn(), self.decision))
    }
}

/// The draft as a player sees it whose turn it is to buy (B04).
#[derive(Clone, Copy)]
pub struct DraftView<'g> {
    /// The table.
    pub table: View<'g>,
    pub(super) choices: KindSet,
    pub(super) passed: Seats,
    pub(super) given_back: u8,
}

impl DraftView<'_> {
    /// The kinds that can be bought.
    #[inline]
    pub fn choices(&self) -> KindSet {
        self.choices
    }

    /// Whether a seat buys no more.
    pub fn has_passed(&self, seat: Seat) -> bool {
        self.passed.has(seat)
    }

    /// Every swap that is allowed: the die given back, the die bought.
    pub fn swaps(&self) -> impl Iterator<Item = (Kind, Kind)> {
        let View { state, table, seat, .. } = self.table;
        let may = self.choices.is_empty() && self.given_back < GIVE_BACKS && state.may_swap(seat, table.rules);
        let owned = if may { state.dice(seat) } else { Kinds::EMPTY };
        owned
            .kinds()
            .flat_map(move |give| state.swap_choices(seat, give, table.rules).iter().map(move |buy| (give, buy)))
    }
}

/// What is decided in a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// Which dice to throw.
    Dice(Need),
    /// Where one of these shields goes.
    Shield(Spots),
    /// Where one of these multipliers goes; late ones find no `extra` any more.
    Multiply {
        /// The dice that may be placed.
        of: Spots,
        /// Whether the stage is over.
        late: Lateness,
    },
    /// Where a multiplier goes before the cancels; these dice have got one just now.
    Replace(Spots),
    /// Whom an exchange hits.
    Exchange,
    /// Which own die goes back because an opponent's exchange says so.
    GiveWay,
    /// What is rerolled.
    Reroll,
    /// What is cancelled.
    Cancel,
}

/// Whether a multiplier is placed in its stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lateness {
    InTime,
    Late,
}

/// A duel as a participant sees it who has to decide.
#[derive(Clone, Copy)]
pub struct DuelView<'g> {
    /// The table.
    pub table: View<'g>,
    pub(super) arena: &'g Arena,
    pub(super) moment: Moment,
}

impl<'g> DuelView<'g> {
    /// Who decides.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.table.seat
    }

    /// What was chosen for the duel.
    pub fn duel(&self) -> Duel {
        self.arena.duel
    }

    /// Everybody in the duel, in turn order from the active player.
    pub fn participants(&self) -> impl Iterator<Item = Seat> + use<> {
        self.arena.in_order(self.arena.participants)
    }

    /// Those among whom the present throw is resolved, in turn order: all, or those who tied.
    pub fn inside(&self) -> impl Iterator<Item = Seat> + use<> {
        self.arena.inside()
    }

    /// Those among [`DuelView::inside`] whom an action of the deciding player can be aimed at.
    pub fn in_reach(&self) -> impl Iterator<Item = Seat> + use<'g> {
        let (arena, seat) = (self.arena, self.seat());
        arena.inside().filter(move |&other| arena.can_hit(seat, other))
    }

    /// The bout or step, from 1.
    pub fn part(&self) -> u32 {
        self.arena.part() + 1
    }

    /// The dice of a seat that have not been thrown.
    pub fn reserve(&self, seat: Seat) -> Kinds {
        self.arena.side(seat).reserve
    }

    /// The dice of a seat that were cancelled, or thrown in earlier bouts.
    pub fn discard(&self, seat: Seat) -> Kinds {
        self.arena.side(seat).discard
    }

    /// The dice that a seat has chosen and not thrown yet.
    pub fn chosen(&self, seat: Seat) -> Kinds {
        self.arena.side(seat).chosen
    }

    /// The throw zone of a seat.
    #[inline]
    pub fn zone(&self, seat: Seat) -> &'g Zone {
        &self.arena.side(seat).zone
    }

    /// The throw zone of the player who decides.
    #[inline]
    pub fn own(&self) -> &'g Zone {
        self.zone(self.seat())
    }

    /// The bouts that a seat has won.
    pub fn bouts(&self, seat: Seat) -> u32 {
        self.arena.side(seat).bouts
    }

    /// Which dice are to be chosen, if that is the decision.
    pub fn need(&self) -> Option<Need> {
        match self.moment {
            Moment::Dice(need) => Some(need),
            _ => None,
        }
    }

    /// Whether these dice may be thrown, if that is the decision: they lie in the reserve, and are what is needed.
    pub fn may_throw(&self, dice: Kinds) -> bool {
        let fits = match self.moment {
            Moment::Dice(Need::Exactly(number)) => dice.total() == number,
            Moment::Dice(Need::Cost(limit)) => !dice.is_empty() && self.table.rules().cost_of(dice) <= limit,
            _ => false,
        };
        fits && self.reserve(self.seat()).contains(dice)
    }

    /// Every legal placement of the shield or multiplier that is asked for.
    pub fn placements(&self) -> impl Iterator<Item = Placement> + use<'g> {
        let view = *self;
        let (power, of) = match self.moment {
            Moment::Shield(of) => (Powers::SHIELD, of),
            Moment::Multiply { of, .. } => (Powers::MULTIPLIER, of),
            _ => (Powers::NONE, 0),
        };
        let own = self.own();
        let all = spots(of & own.with_power(power));
        all.flat_map(move |die| spots(own.live()).map(move |on| Placement { die, on }))
            .filter(move |&placement| view.may_place(placement))
    }

    /// Whether a placement is legal now.
    pub fn may_place(&self, Placement { die, on }: Placement) -> bool {
        let own = self.own();
        let (Some(placed), Some(target)) = (own.get(die), own.get(on)) else { return false };
        let powers = placed.face.powers();
        let asked = match self.moment {
            Moment::Shield(of) => powers.meet(Powers::SHIELD) && of >> die.0 & 1 == 1,
            Moment::Multiply { of, late } => {
                let too_late = late == Lateness::Late && target.face == Face::Extra;
                powers.meet(Powers::MULTIPLIER) && of >> die.0 & 1 == 1 && !too_late
            }
            _ => false,
        };
        asked && own.can_place(die, on)
    }

    /// Every way to place or move a multiplier that is legal now, just before the cancels (B10).
    pub fn replacements(&self) -> impl Iterator<Item = Replacement> + use<'g> {
        let (view, own) = (*self, self.own());
        let multipliers = match self.moment {
            Moment::Replace(_) => own.with_power(Powers::MULTIPLIER),
            _ => 0,
        };
        spots(multipliers)
            .flat_map(move |die| {
                let from = std::iter::once(None).chain(own.placed_on(die).map(Some));
                from.flat_map(move |from| spots(own.live()).map(move |on| Replacement { die, from, on }))
            })
            .filter(move |&replacement| view.may_replace(replacement))
    }

    /// Whether a multiplier may be placed or moved like this now (B10).
    pub fn may_replace(&self, Replacement { die, from, on }: Replacement) -> bool {
        let (Moment::Replace(fresh), own) = (self.moment, self.own()) else { return false };
        let serves = |target: &Thrown| match target.face {
            Face::Number(_) | Face::Helmet(_) | Face::PerDie | Face::VictoryPoint => true,
            face => face.powers().meet(Powers::CANCEL.with(Powers::MULTIPLIER)),
        };
        let multiplier = own.get(die).is_some_and(|placed| placed.face.powers().meet(Powers::MULTIPLIER));
        if !multiplier || !own.get(on).is_some_and(serves) {
            return false;
        }
        match from {
            None => own.can_place(die, on),
            Some(from) => {
                let movable = fresh >> from.0.min(31) & 1 == 0 && own.can_move(die, from);
                movable && from != on && own.could_place_instead(die, from, on)
            }
        }
    }

    /// Everything that an exchange can be aimed at (B12).
    pub fn exchanges(&self) -> impl Iterator<Item = Exchange> + use<'g> {
        let others = self.in_reach().map(Exchange::Other);
        self.own_spots().map(Exchange::Own).chain(others)
    }

    /// Whether an exchange may be aimed like this (B12).
    pub fn may_exchange(&self, exchange: Exchange) -> bool {
        match exchange {
            Exchange::Own(spot) => self.own().get(spot).is_some(),
            Exchange::Other(seat) => self.arena.can_hit(self.seat(), seat),
        }
    }

    /// The player's own dice in the throw zone.
    pub fn own_spots(&self) -> impl Iterator<Item = Spot> + use<> {
        spots(self.own().live())
    }

    /// Everything that a reroll or cancel can be aimed at now (B13 to B15).
    pub fn aims(&self) -> impl Iterator<Item = Aim> + use<'g> {
        let (view, left) = (*self, self.actions_left());
        let all = self.arena.inside().filter(move |&seat| left > 0 && view.is_open(seat));
        all.flat_map(move |seat| spots(view.zone(seat).live()).map(move |die| Aim { seat, die }))
            .filter(move |&aim| !view.is_shielded(aim) && view.actions_for(aim) <= left)
    }

    /// How many rerolls or cancels an aim takes: two against an opponent's helmet (B15).
    pub fn actions_for(&self, aim: Aim) -> u32 {
        let helmet = self.arena.die(aim).is_some_and(|die| matches!(die.face, Face::Helmet(_)));
        if helmet && aim.seat != self.seat() { 2 } else { 1 }
    }

    /// The rerolls or cancels that are left, whichever is decided.
    pub fn actions_left(&self) -> u32 {
        match self.moment {
            Moment::Reroll => self.own().left(Powers::REROLL),
            Moment::Cancel => self.own().left(Powers::CANCEL),
            Moment::Exchange => self.own().left(Powers::EXCHANGE),
            _ => 0,
        }
    }

    /// Whether a reroll or cancel may be aimed at a die now.
    pub fn may_aim(&self, aim: Aim) -> bool {
        if self.arena.seats <= aim.seat.0 || self.arena.die(aim).is_none() {
            return false;
        }
        self.is_open(aim.seat) && !self.is_shielded(aim) && self.actions_for(aim) <= self.actions_left()
    }

    /// Whether a player's dice can be the target of what is decided, as far as nothing protects them.
    fn is_open(&self, seat: Seat) -> bool {
        match self.moment {
            Moment::Reroll if seat == self.seat() => true,
            Moment::Reroll | Moment::Cancel => self.arena.can_hit(self.seat(), seat),
            _ => false,
        }
    }

    /// Whether a shield keeps a die from being the target (B15).
    fn is_shielded(&self, aim: Aim) -> bool {
        aim.seat != self.seat() && self.zone(aim.seat).is_protected(aim.die)
    }
}
