//! The strategies of the program's own: `random` decides anything that is legal, `duellist` tries duels out before it
//! chooses one.
//!
//! Owns what they decide. `random` finds bugs, and it is what any idea should beat; of `duellist` drafting, fighting and
//! buying are the defaults, and in its samples everybody plays by them.

use crate::dice::{Generator, RunKey, below};
use crate::games::Seat;
use crate::games::battle::{
    Action, Answer, Board, Conduct, Contest, Duel, Hand, Kinds, Moment, Need, NoAnswer, Purchase, Strategy, View,
};

/// Draws every decision with its own coin: each that is legal equally often, declining among them, where they can be
/// listed; a purchase is drawn until one is legal.
pub(super) struct Random;

/// Whom a duel can be against.
fn opponents(view: &View<'_>) -> impl Iterator<Item = Option<Seat>> + use<> {
    std::iter::once(None).chain(view.others().map(Some))
}

/// How many purchases are drawn before none is made.
const TRIES: u32 = 50;

/// One of the items, each equally likely; none if there is none.
fn any<T>(items: impl Iterator<Item = T>, coin: &mut Generator) -> Option<T> {
    let mut found = None;
    for (number, item) in (1..).zip(items) {
        // The nth item takes the place of the one found with chance 1/n.
        if below(number, coin) == 0 {
            found = Some(item);
        }
    }
    found
}

/// A number from `least` to `most`.
fn from_to(least: u32, most: u32, coin: &mut Generator) -> u32 {
    least + below(u64::from(most.saturating_sub(least)) + 1, coin) as u32
}

/// So many of the dice.
fn draw(mut dice: Kinds, number: u32, coin: &mut Generator) -> Kinds {
    let mut drawn = Kinds::EMPTY;
    for _ in 0..number.min(dice.total()) {
        let Some(kind) = dice.dice().nth(below(dice.total().into(), coin) as usize) else { break };
        dice -= kind;
        drawn += kind;
    }
    drawn
}

impl Strategy for Random {
    fn draft(&self, view: &View<'_>) -> Answer<Purchase> {
        let all = view.drafts().chain([Purchase::default()]);
        Ok(any(all, &mut view.coin()).unwrap_or_default())
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        let coin = &mut view.coin();
        let dice = view.own_dice().total();
        let contests = [
            Contest::FirstTo15,
            Contest::RussianRoulette,
            Contest::ByPoints(from_to(1, view.dearest_hand(), coin)),
            Contest::Battle,
            Contest::TwoByTwo,
            Contest::Armageddon(from_to(1, dice, coin)),
        ];
        // Who owns nothing cannot call an armageddon.
        let legal = contests.into_iter().take(if dice > 0 { 6 } else { 5 });
        Ok(Duel {
            contest: any(legal, coin).unwrap_or_default(),
            opponent: any(opponents(view), coin).flatten(),
            hand: any(Hand::ALL.into_iter(), coin).unwrap_or_default(),
        })
    }

    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        let (coin, reserve) = (&mut view.coin(), view.reserve());
        if let Need::Exactly(number) = view.board.need {
            return Ok(draw(reserve, number, coin));
        }
        let wanted = from_to(1, reserve.total(), coin);
        let mut chosen = Kinds::EMPTY;
        while chosen.total() < wanted {
            let fits = (reserve - chosen).dice().filter(|&kind| view.fits(chosen, kind));
            let Some(kind) = any(fits, coin) else { break };
            chosen += kind;
        }
        Ok(chosen)
    }

    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        let declining = if view.moment == Moment::GiveWay { None } else { Some(None) };
        let all = declining.into_iter().chain(view.actions().iter().copied().map(Some));
        Ok(any(all, &mut view.coin()).flatten())
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        let coin = &mut view.coin();
        let (state, seat, rules) = (&view.board.state, view.seat, view.rules());
        let drawn = |_| {
            let taken = from_to(0, rules.most, coin);
            let given = from_to(0, view.own_dice().total(), coin);
            // As often nothing is given as something.
            let given = if below(2, coin) == 0 { 0 } else { given };
            Purchase { take: draw(state.supply, taken, coin), give: draw(view.own_dice(), given, coin) }
        };
        let legal = (0..TRIES).map(drawn).find(|purchase| state.price(seat, purchase, rules).is_ok());
        Ok(legal.unwrap_or_default())
    }
}

/// Fights each legal duel so often with draws of a purpose of its own, keyed by the block and the decision, and
/// chooses the one with the highest mean of its own points less the mean of the others'; of equal ones the first. All
/// duels are tried with the same draws.
pub(super) struct Duellist {
    pub samples: u32,
}

/// Plays a duel by the defaults.
struct Default;

impl Strategy for Default {}

impl Strategy for Duellist {
    fn conduct(&self) -> Conduct {
        Conduct::default()
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        let (mut board, samples) = (view.board.clone(), view.samples());
        let mut best: Option<(i64, Duel)> = None;
        for duel in view.board.state.duels(view.rules()) {
            let gain = self.gain(view, duel, &mut board, samples)?;
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, duel));
            }
        }
        best.map(|(_, duel)| duel).ok_or_else(|| NoAnswer("there is no duel to choose".into()))
    }
}

impl Duellist {
    /// What the duel gains over all samples: own points times the others, less the others' points.
    fn gain(&self, view: &View<'_>, duel: Duel, board: &mut Board, samples: RunKey) -> Answer<i64> {
        let (own, others) = (view.seat.index(), view.board.state.seats as i64 - 1);
        let mut gain = 0;
        for sample in 0..u64::from(self.samples) {
            let fought = view.try_out(duel, &Default, samples.block(sample), board);
            let points = fought.map_err(|fault| NoAnswer(fault.returned.into()))?;
            let all: i64 = points.iter().map(|&points| i64::from(points)).sum();
            let mine = i64::from(points[own]);
            gain += mine * others - (all - mine);
        }
        Ok(gain)
    }
}
