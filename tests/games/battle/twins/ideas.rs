//! Strategies with a thesis each: which dice to own, and which duel suits them.

use analyze::games::battle::{
    Action, Answer, Contest, Duel, Face, Hand, Kind, Kinds, Moment, Purchase, Rules, Strategy, View, tactics,
};
use std::cmp::Reverse;

/// The first of the kinds in an order of preference that is among some.
fn first_of(preferred: &[Kind], kinds: Kinds) -> Option<Kind> {
    preferred.iter().copied().find(|&kind| kinds.has(kind))
}

/// Buys the first of the kinds in an order of preference that can be bought in the draft.
fn draft_by(preferred: &[Kind], view: &View<'_>) -> Purchase {
    first_of(preferred, view.choices()).map_or(Purchase::default(), Purchase::of)
}

/// Throws as many dice as are needed, of the kinds that come first.
fn dice_by(preferred: &[Kind], view: &View<'_>) -> Kinds {
    let order: Vec<(Kind, u32)> = preferred.iter().map(|&kind| (kind, u32::MAX)).collect();
    tactics::dice(view, Some(&order))
}

/// Takes the kind that `choose` picks of those that can be paid, again as often as allowed.
fn buy_by(view: &View<'_>, choose: impl Fn(&Rules, Kinds) -> Option<Kind>) -> Purchase {
    let (rules, state) = (view.rules(), &view.board.state);
    let (owned, supply) = (view.own_dice(), state.supply);
    let (mut take, mut points) = (Kinds::EMPTY, view.own_points());
    for _ in 0..rules.most {
        if points == 0 {
            break;
        }
        let can = |&kind: &Kind| {
            rules.cost(kind) <= points
                && take.of(kind) < supply.of(kind)
                && owned.of(kind) + take.of(kind) < rules.limit
        };
        let Some(kind) = choose(rules, Kind::ALL.into_iter().filter(can).collect()) else { break };
        points -= rules.cost(kind);
        take = take + Kinds::one(kind);
    }
    Purchase { take, give: Kinds::EMPTY }
}

/// A duel against all.
fn against_all(contest: Contest, hand: Hand) -> Duel {
    Duel { contest, opponent: None, hand }
}

/// `swarm`: who throws most dice has most points. Buys the cheapest kinds and throws everything at once.
pub(super) struct Swarm;

/// The cheapest kind, the last of equal ones: yellow has more numbers than red.
fn cheapest(rules: &Rules, kinds: Kinds) -> Option<Kind> {
    kinds.kinds().min_by_key(|&kind| (rules.cost(kind), Reverse(kind)))
}

impl Strategy for Swarm {
    fn draft(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(cheapest(view.rules(), view.choices()).map_or(Purchase::default(), Purchase::of))
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        let contest = match view.own_dice().total() {
            0 => Contest::Battle,
            dice => Contest::Armageddon(dice),
        };
        Ok(against_all(contest, Hand::Random))
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(buy_by(view, cheapest))
    }
}

/// `elite`: where few dice are thrown, each must be good. Buys the dearest numbers and throws them first.
pub(super) struct Elite;

/// Numbers by what they show on average, then the powers.
const NUMBERS: [Kind; 6] = [Kind::Green, Kind::Yellow, Kind::Red, Kind::White, Kind::Black, Kind::Blue];

impl Strategy for Elite {
    fn draft(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(draft_by(&NUMBERS, view))
    }

    fn duel(&self, _: &View<'_>) -> Answer<Duel> {
        Ok(against_all(Contest::FirstTo15, Hand::Chosen))
    }

    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        Ok(dice_by(&NUMBERS, view))
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(buy_by(view, |_, kinds| first_of(&NUMBERS, kinds)))
    }
}

/// `powers`: cancels and multipliers beat numbers. Buys blue and black and chooses a mixed hand for battles.
pub(super) struct Powers;

const POWERS: [Kind; 6] = [Kind::Blue, Kind::Black, Kind::Green, Kind::Red, Kind::Yellow, Kind::White];

impl Strategy for Powers {
    fn draft(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(draft_by(&POWERS, view))
    }

    fn duel(&self, _: &View<'_>) -> Answer<Duel> {
        Ok(against_all(Contest::Battle, Hand::Chosen))
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(buy_by(view, |_, kinds| first_of(&POWERS, kinds)))
    }
}

/// `points`: a point that shows is as good as a point won. Buys black, throws it as often as it can, and multiplies
/// what it shows.
pub(super) struct Points;

const POINTS: [Kind; 6] = [Kind::Black, Kind::Green, Kind::Yellow, Kind::Red, Kind::White, Kind::Blue];

impl Strategy for Points {
    fn draft(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(draft_by(&POINTS, view))
    }

    fn duel(&self, _: &View<'_>) -> Answer<Duel> {
        Ok(against_all(Contest::TwoByTwo, Hand::Chosen))
    }

    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        Ok(dice_by(&POINTS, view))
    }

    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        let best = |action: &Action| match *action {
            Action::Place { die, from: None, on } if view.own().get(on)?.face == Face::VictoryPoint => {
                Some((view.own().get(die)?.face.factor(), Reverse((die, on))))
            }
            _ => None,
        };
        let last = view.moment == Moment::MultiplyLast;
        let on_points = view.actions().iter().copied().filter(|action| last && best(action).is_some());
        Ok(on_points.max_by_key(best).or_else(|| tactics::act(view)))
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(buy_by(view, |_, kinds| first_of(&POINTS, kinds)))
    }
}
