//! A strategy file at a table: what it answers.
//!
//! Owns putting in parameters and costs when it is built, and the answers. What no rule answers is the default.

use super::duels::{Choice, Rival};
use super::file::{File, POWERS, Power, Rule};
use super::lists::{Order, Preferred, Targets, Which};
use super::market;
use super::pick::{self, Said};
use super::scene::{Bound, BoundWhen, Scene, bind, bind_when};
use super::words::{Number, When};
use crate::games::Seat;
use crate::games::battle::{
    Aim, Answer, Battle, Contest, Draft, DraftView, Drafting, Duel, DuelView, Exchange, Hand, Kind, Kinds, MOST_LIMIT,
    Need, Opponents, Placement, Powers, Purchase, Replacement, Rules, Spot, Strategy, View, tactics,
};
use crate::strategies::Values;
use crate::strategies::expression::meaning::Amount;
use crate::strategies::form::Case;
use std::cmp::Reverse;

/// Kinds in an order of preference, with at most so many of each.
pub(super) type Ranking = Vec<(Kind, Option<Amount<Bound>>)>;

/// A rule at a table.
struct Ready {
    when: Option<BoundWhen>,
    draft: Option<Ranking>,
    duel: Option<Choice<Bound>>,
    against: Option<Rival>,
    hand: Option<Hand>,
    buy: Option<Ranking>,
    pay: Option<Ranking>,
    choose: Option<Ranking>,
    powers: [Option<Targets<Bound>>; POWERS],
}

/// A strategy file at a table.
pub(super) struct Written {
    amounts: Vec<Vec<Case<Bound, BoundWhen>>>,
    rules: Vec<Ready>,
    /// What is bought when only `pay` is given.
    dearest: Ranking,
    declined: Powers,
    /// Whether a rule says something of duels, and of what is bought; else all is done as usual.
    fights: bool,
    buys: bool,
}

impl Written {
    /// The strategy that a file describes, with these values of its parameters.
    pub(super) fn new(file: &File, values: &Values, game: &Battle) -> Written {
        let case = |case: &Case<Number, When>| {
            let is = case.is.map(&|number| bind(number, values));
            bind_when(&case.when, values).map(|when| Case { when, is, span: case.span.clone() })
        };
        let rules = game.rules();
        let ready: Vec<Ready> = file.rules.iter().filter_map(|rule| ready(rule, values, rules)).collect();
        Written {
            declined: declined(&ready),
            fights: ready.iter().any(|rule| rule.duel.is_some() || rule.against.is_some() || rule.hand.is_some()),
            buys: ready.iter().any(|rule| rule.buy.is_some() || rule.pay.is_some()),
            amounts: file.amounts.iter().map(|cases| cases.iter().filter_map(case).collect()).collect(),
            rules: ready,
            dearest: ranking(&Order(vec![Preferred { which: Which::Dearest, most: None }]), rules),
        }
    }

    fn table<'r, 'v>(&'r self, view: &'r View<'v>) -> Scene<'r, 'v> {
        Scene::table(&self.amounts, view)
    }

    fn fight<'r, 'v>(&'r self, view: &'r DuelView<'v>) -> Scene<'r, 'v> {
        Scene::duel(&self.amounts, view)
    }

    /// What the first rule says that answers a question and matches.
    #[inline]
    fn first<'r, T>(&'r self, scene: &Scene<'_, '_>, get: impl Fn(&'r Ready) -> Option<&'r T>) -> Option<&'r T> {
        self.rules.iter().find_map(|rule| get(rule).filter(|_| scene.holds(&rule.when)))
    }

    #[inline(never)]
    fn duel_by_rules(&self, view: &View<'_>) -> Duel {
        let (scene, usual) = (self.table(view), tactics::duel(view));
        let choice = self.first(&scene, |rule| rule.duel.as_ref());
        let against = self.first(&scene, |rule| rule.against.as_ref());
        let hand = self.first(&scene, |rule| rule.hand.as_ref());
        Duel {
            contest: choice.map_or(usual.contest, |choice| contest(choice, &scene, view)),
            opponents: against.map_or(usual.opponents, |rival| opponents(*rival, view)),
            hand: hand.copied().unwrap_or(usual.hand),
        }
    }

    #[inline(never)]
    fn buy_by_rules(&self, view: &View<'_>) -> Purchase {
        let scene = self.table(view);
        let buy = self.first(&scene, |rule| rule.buy.as_ref());
        let pay = self.first(&scene, |rule| rule.pay.as_ref());
        match (buy, pay) {
            (None, None) => tactics::buy(view),
            (buy, pay) => market::purchase(buy.unwrap_or(&self.dearest), pay, &scene, view),
        }
    }

    /// What is done with a power: what `choose` makes of the list, or `usual`.
    fn power<T>(
        &self,
        view: &DuelView<'_>,
        power: Power,
        choose: impl Fn(&Targets<Bound>, &Scene<'_, '_>, &DuelView<'_>) -> Said<T>,
        usual: fn(&DuelView<'_>) -> Option<T>,
    ) -> Answer<Option<T>> {
        let scene = self.fight(view);
        let targets = self.first(&scene, |rule| rule.powers[power as usize].as_ref());
        Ok(match targets.map(|targets| choose(targets, &scene, view)) {
            Some(Said::Do(action)) => Some(action),
            Some(Said::Decline) => None,
            Some(Said::Usual) | None => usual(view),
        })
    }
}

/// A rule under these values and rules, unless it never holds.
fn ready(rule: &Rule<Number, When>, values: &Values, rules: &Rules) -> Option<Ready> {
    let when = bind_when(&rule.when, values)?;
    let number = |number: &Number| bind(number, values);
    let order = |order: &Option<Order<Number>>| order.as_ref().map(|order| ranking(&order.map(&number), rules));
    let choose = order(&rule.choose).map(|named| {
        let mut rest = Kind::ALL;
        rest.sort_by_key(|&kind| Reverse(tactics::worth_of_kind(rules, kind)));
        named.into_iter().chain(rest.map(|kind| (kind, None))).collect()
    });
    Some(Ready {
        when,
        draft: order(&rule.draft),
        duel: rule.duel.as_ref().map(|duel| duel.map(&number)),
        against: rule.against,
        hand: rule.hand,
        buy: order(&rule.buy),
        pay: order(&rule.pay),
        choose,
        powers: rule.powers.each_ref().map(|targets| targets.as_ref().map(|targets| targets.map(&number))),
    })
}

/// The powers that these rules always decline to use: those of which every list says `none` up to a rule that always
/// holds.
fn declined(rules: &[Ready]) -> Powers {
    let never = |power: Power| {
        let said = rules.iter().filter_map(|rule| Some((rule.powers[power as usize].as_ref()?, &rule.when)));
        for (targets, when) in said {
            match when {
                _ if !targets.0.is_empty() => return false,
                None => return true,
                Some(_) => {}
            }
        }
        false
    };
    let powers = [
        (Powers::SHIELD, never(Power::Shield)),
        (Powers::MULTIPLIER, never(Power::Multiply) && never(Power::MultiplyLast)),
        (Powers::EXCHANGE, never(Power::Exchange)),
        (Powers::REROLL, never(Power::Reroll)),
        (Powers::CANCEL, never(Power::Cancel)),
    ];
    powers.into_iter().filter(|(_, never)| *never).fold(Powers::NONE, |all, (power, _)| all.with(power))
}

/// The kinds of an order under these rules: `dearest` and `cheapest` stand for all that it does not name.
fn ranking(order: &Order<Bound>, rules: &Rules) -> Ranking {
    let named = |kind: Kind| order.0.iter().any(|item| item.which == Which::Kind(kind));
    let rest = || Kind::ALL.into_iter().filter(|&kind| !named(kind)).collect::<Vec<Kind>>();
    let kinds = |which: Which| match which {
        Which::Kind(kind) => vec![kind],
        Which::Dearest => {
            let mut kinds = rest();
            kinds.sort_by_key(|&kind| (kind == Kind::White, Reverse(rules.cost(kind)), kind));
            kinds
        }
        Which::Cheapest => {
            let mut kinds = rest();
            kinds.sort_by_key(|&kind| (rules.cost(kind), Reverse(kind)));
            kinds
        }
    };
    let items = order.0.iter();
    items.flat_map(|item| kinds(item.which).into_iter().map(|kind| (kind, item.most.clone()))).collect()
}

/// The duel, its number within what is allowed; who owns no dice fights a battle in place of an armageddon.
fn contest(choice: &Choice<Bound>, scene: &Scene<'_, '_>, view: &View<'_>) -> Contest {
    let number = |least: u32, most: u32, without: u32| {
        let wanted = choice.number.as_ref().map_or(i64::from(without), |number| scene.value(number));
        wanted.clamp(i64::from(least), i64::from(most)) as u32
    };
    match choice.contest {
        Contest::ByPoints(_) => Contest::ByPoints(number(1, MOST_LIMIT, view.cost(view.seat()))),
        Contest::Armageddon(_) => match view.own_dice().total() {
            0 => Contest::Battle,
            dice => Contest::Armageddon(number(1, dice, dice)),
        },
        contest => contest,
    }
}

/// The opponents that a word means; of equal ones the next clockwise.
fn opponents(rival: Rival, view: &View<'_>) -> Opponents {
    let state = view.state();
    let least = |key: &dyn Fn(Seat) -> u32| view.others().min_by_key(|&seat| key(seat));
    let most = |key: &dyn Fn(Seat) -> u32| view.others().min_by_key(|&seat| Reverse(key(seat)));
    let one = match rival {
        Rival::All => None,
        Rival::Left => view.others().next(),
        Rival::Right => view.others().last(),
        Rival::Weakest => least(&|seat| view.cost(seat)),
        Rival::Strongest => most(&|seat| view.cost(seat)),
        Rival::Nearest => most(&|seat| view.cost(seat) + state.points(seat)),
        Rival::Fewest => least(&|seat| state.dice(seat).total()),
        Rival::Most => most(&|seat| state.dice(seat).total()),
    };
    one.map_or(Opponents::All, Opponents::One)
}

/// As many dice as are needed, of the kinds that come first; at most so many of a kind in the throw zone.
fn dice(ranking: &Ranking, scene: &Scene<'_, '_>, view: &DuelView<'_>) -> Kinds {
    let (rules, reserve, seat) = (view.table.rules(), view.reserve(view.seat()), view.seat());
    let lie = view.own().kinds() + view.chosen(seat);
    let mut chosen = Kinds::EMPTY;
    for (kind, most) in ranking {
        while chosen.of(*kind) < reserve.of(*kind) && scene.has_room(lie.of(*kind) + chosen.of(*kind), most) {
            let fits = match view.need() {
                Some(Need::Exactly(number)) => chosen.total() < number,
                Some(Need::Cost(limit)) => rules.cost_of(chosen) + rules.cost(*kind) <= limit,
                None => false,
            };
            if !fits {
                break;
            }
            chosen = chosen + Kinds::one(*kind);
        }
    }
    chosen
}

impl Strategy for Written {
    /// The words of a file know dice, points and supply, and no coin.
    fn drafting(&self) -> Drafting {
        Drafting::ByTable
    }

    fn declines(&self) -> Powers {
        self.declined
    }

    fn draft(&self, view: &DraftView<'_>) -> Answer<Draft> {
        let scene = self.table(&view.table);
        let Some(ranking) = self.first(&scene, |rule| rule.draft.as_ref()) else { return Ok(tactics::draft(view)) };
        let (choices, own) = (view.choices(), view.table.own_dice());
        let wanted = ranking.iter().find(|(kind, most)| choices.has(*kind) && scene.has_room(own.of(*kind), most));
        Ok(wanted.map_or(Draft::Pass, |(kind, _)| Draft::Buy(*kind)))
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        Ok(if self.fights { self.duel_by_rules(view) } else { tactics::duel(view) })
    }

    fn dice(&self, view: &DuelView<'_>) -> Answer<Kinds> {
        let scene = self.fight(view);
        let ranking = self.first(&scene, |rule| rule.choose.as_ref());
        Ok(ranking.map_or_else(|| tactics::dice(view), |ranking| dice(ranking, &scene, view)))
    }

    fn shield(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        self.power(view, Power::Shield, pick::placement, tactics::shield)
    }

    fn multiply(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        self.power(view, Power::Multiply, pick::placement, tactics::multiply)
    }

    fn replace(&self, view: &DuelView<'_>) -> Answer<Option<Replacement>> {
        self.power(view, Power::MultiplyLast, pick::replacement, tactics::replace)
    }

    fn exchange(&self, view: &DuelView<'_>) -> Answer<Option<Exchange>> {
        self.power(view, Power::Exchange, pick::exchange, tactics::exchange)
    }

    /// A die goes back whatever the list says: if none fits, the usual one.
    fn give_way(&self, view: &DuelView<'_>) -> Answer<Spot> {
        let spot = self.power(view, Power::GiveWay, pick::give_way, |view| Some(tactics::give_way(view)))?;
        Ok(spot.unwrap_or_else(|| tactics::give_way(view)))
    }

    fn reroll(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        self.power(view, Power::Reroll, pick::aim, tactics::reroll)
    }

    fn cancel(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        self.power(view, Power::Cancel, pick::aim, tactics::cancel)
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(if self.buys { self.buy_by_rules(view) } else { tactics::buy(view) })
    }
}
