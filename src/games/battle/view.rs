//! What a strategy sees: the table, its draft, and the duel under way.
//!
//! Owns the views and, for each decision, the list of what is legal. All of it is public: nobody has hidden dice.

use super::Battle;
use super::arena::{Arena, Seats};
use super::duel::{Aim, Duel, Exchange, Need, Placement, Replacement};
use super::face::{Face, Powers};
use super::kind::{Kind, KindSet, Kinds};
use super::play::Table;
use super::rules::Rules;
use super::state::{GIVE_BACKS, State};
use super::zone::{Spot, Spots, Thrown, Zone, spots};
use crate::dice::{BlockKey, Generator, Purpose, RunKey, Slot, generator};
use crate::games::Seat;

/// The table as a player sees it who has to decide.
#[derive(Clone, Copy)]
pub struct View<'g> {
    pub(super) game: &'g Battle,
    pub(super) block: BlockKey,
    pub(super) state: &'g State,
    pub(super) seat: Seat,
    /// The number of the decision among those of the seat in this turn, from 1.
    pub(super) decision: u32,
}

impl<'g> View<'g> {
    /// What a seat sees of a table in this state.
    pub(super) fn new(table: &Table<'g>, state: &'g State, seat: Seat, decision: u32) -> View<'g> {
        View { game: table.game, block: table.block, state, seat, decision }
    }

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
        &self.game.rules
    }

    /// Dice, points and supply of everybody.
    pub fn state(&self) -> &'g State {
        self.state
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
        self.rules().cost_of(self.state.dice(seat))
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

    pub(super) fn key(&self, purpose: Purpose) -> u64 {
        self.block.draw(Slot::new(purpose, self.seat.0, self.state.turn(), self.decision))
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
        let View { state, game: Battle { rules, .. }, seat, .. } = self.table;
        let may = self.choices.is_empty() && self.given_back < GIVE_BACKS && state.may_swap(seat, rules);
        let owned = if may { state.dice(seat) } else { Kinds::EMPTY };
        owned.kinds().flat_map(move |give| state.swap_choices(seat, give, rules).iter().map(move |buy| (give, buy)))
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
        late: bool,
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
        self.arena.part + 1
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
    pub(super) fn may_throw(&self, dice: Kinds) -> bool {
        let fits = match self.moment {
            Moment::Dice(Need::Exactly(number)) => dice.total() == number,
            Moment::Dice(Need::Cost(limit)) => !dice.is_empty() && self.table.rules().cost_of(dice) <= limit,
            _ => false,
        };
        fits && self.reserve(self.seat()).contains(dice)
    }

    /// Every legal placement of the shield or multiplier that is asked for.
    pub fn placements(&self) -> impl Iterator<Item = Placement> + use<'g> {
        let (power, of, late) = match self.moment {
            Moment::Shield(of) => (Powers::SHIELD, of, false),
            Moment::Multiply { of, late } => (Powers::MULTIPLIER, of, late),
            _ => (Powers::NONE, 0, false),
        };
        let own = self.own();
        let free = own.with_power(power).filter(move |(die, placed)| of & die.bit() != 0 && placed.spare() > 0);
        let may = move |die, on, target: &Thrown| own.can_place(die, on) && !(late && target.face == Face::Extra);
        free.flat_map(move |(die, _)| {
            let onto = own.dice().filter(move |(on, target)| may(die, *on, target));
            onto.map(move |(on, _)| Placement { die, on })
        })
    }

    /// Every way to place or move a multiplier that is legal now, just before the cancels (B10).
    pub fn replacements(&self) -> impl Iterator<Item = Replacement> + use<'g> {
        let own = self.own();
        let (power, fresh) = match self.moment {
            Moment::Replace(fresh) => (Powers::MULTIPLIER, fresh),
            _ => (Powers::NONE, 0),
        };
        let serves = |target: &Thrown| match target.face {
            Face::Number(_) | Face::Helmet(_) | Face::PerDie | Face::VictoryPoint => true,
            face => face.powers().meet(Powers::CANCEL.with(Powers::MULTIPLIER)),
        };
        let may = move |replacement: &Replacement| match (replacement.die, replacement.from, replacement.on) {
            (die, None, on) => own.can_place(die, on),
            (_, Some(from), on) if from == on => false,
            (die, Some(from), on) => own.can_move(die, from) && own.could_place_instead(die, from, on),
        };
        let taken_off = move |die| own.placed_on(die).filter(move |from| fresh & from.bit() == 0);
        let onto = move || own.dice().filter(move |(_, target)| serves(target));
        own.with_power(power)
            .flat_map(move |(die, _)| {
                std::iter::once(None).chain(taken_off(die).map(Some)).map(move |from| (die, from))
            })
            .flat_map(move |(die, from)| onto().map(move |(on, _)| Replacement { die, from, on }))
            .filter(may)
    }

    /// Everything that an exchange can be aimed at (B12).
    pub fn exchanges(&self) -> impl Iterator<Item = Exchange> + use<'g> {
        let others = self.in_reach().map(Exchange::Other);
        self.own_spots().map(Exchange::Own).chain(others)
    }

    /// The player's own dice in the throw zone.
    pub fn own_spots(&self) -> impl Iterator<Item = Spot> + use<> {
        spots(self.own().live())
    }

    /// Everything that a reroll or cancel can be aimed at now (B13 to B15).
    pub fn aims(&self) -> impl Iterator<Item = Aim> + use<'g> {
        let (view, own, left) = (*self, self.seat(), self.actions_left());
        let others = matches!(self.moment, Moment::Reroll | Moment::Cancel) && left > 0;
        let reach = move |&seat: &Seat| {
            if seat == own { view.moment == Moment::Reroll } else { others && view.arena.can_hit(own, seat) }
        };
        let may = move |aim: &Aim| {
            view.actions_for(*aim) <= left && (aim.seat == own || !view.zone(aim.seat).is_protected(aim.die))
        };
        let dice = move |seat| view.zone(seat).dice().map(move |(die, _)| Aim { seat, die });
        self.arena.inside().filter(reach).flat_map(dice).filter(may)
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
}
