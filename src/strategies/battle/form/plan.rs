//! A strategy file at a table: what it answers.
//!
//! Owns the answers. What no rule answers is the default.

use super::duels::Rival;
use super::lists::{Target, Which};
use super::{
    AGAINST, BUY, CANCEL, CHOOSE, DRAFT, DUEL, EXCHANGE, GIVE_WAY, HAND, MULTIPLY, MULTIPLY_LAST, PAY, REROLL, Ruling,
    SHIELD, Said, market, pick,
};
use crate::games::Seat;
use crate::games::battle::{
    Aim, Answer, Battle, Contest, Draft, DraftView, Drafting, Duel, DuelView, Exchange, Kinds, MOST_LIMIT, Need,
    Opponents, Placement, Powers, Purchase, Replacement, Situation, Spot, Strategy, View, tactics,
};
use crate::games::declaration;
use crate::strategies::form::{self, AtTable, Evaluation, FileForm};
use std::cmp::Reverse;

/// A strategy file at a table.
pub(super) struct FromFile {
    table: AtTable<Battle>,
    /// The keys that some rule answers, a bit each.
    said: u32,
    /// What is bought when only `pay` is given.
    dearest: form::Answer<Battle>,
    declined: Powers,
}

impl FromFile {
    /// The strategy that a file describes.
    pub(super) fn new(table: AtTable<Battle>, game: &Battle) -> FromFile {
        let said = (0..Battle::KEYS.len()).map(|key| 1 << key).filter(|key| table.says(*key)).sum();
        let dearest = game.at_table(&Said::Order(vec![(Which::Dearest, None)]));
        FromFile { said, dearest: form::Answer::plain(dearest), declined: declined(&table), table }
    }

    /// The situation as the file sees it, if it says something at one of these keys, a bit each.
    #[inline]
    fn evaluation<'v>(&self, keys: u32, situation: impl Into<Situation<'v>>) -> Option<Evaluation<'_, 'v, Battle>> {
        (self.said & keys != 0).then(|| self.table.evaluation(&declaration::View::new(situation.into())))
    }

    /// What is made of what the file says at a key, if it says something.
    #[inline]
    fn hear<'v, T>(
        &self,
        key: usize,
        situation: impl Into<Situation<'v>>,
        make: impl FnOnce(Ruling<'_, 'v>) -> T,
    ) -> Option<T> {
        let evaluation = self.evaluation(1 << key, situation)?;
        Some(make(Ruling { answer: evaluation.first(key)?, evaluation: &evaluation }))
    }

    /// What is done with a power: what `fits` makes of the first item of the list with which something can be done, or
    /// what is usual.
    fn power<T>(
        &self,
        key: usize,
        view: &DuelView<'_>,
        fits: impl Fn(Target, Ruling<'_, '_>, &DuelView<'_>) -> Option<T>,
        usual: impl Fn(&DuelView<'_>) -> Option<T>,
    ) -> Option<T> {
        let chosen = self.hear(key, view, |ruling| {
            ruling.targets().iter().find_map(|&target| match target {
                Target::Usual => Some(usual(view)),
                target => fits(target, ruling, view).map(Some),
            })
        });
        chosen.map_or_else(|| usual(view), Option::flatten)
    }
}

/// The powers that a file always declines to use: those of which every list says `none` up to a rule that always
/// holds.
fn declined(table: &AtTable<Battle>) -> Powers {
    let never = |key: usize| {
        let is_none = |said: &Said| matches!(said, Said::Targets(targets) if targets.is_empty());
        let mut rules = table.all(key);
        rules
            .find(|(answer, always)| *always || !is_none(&answer.said))
            .is_some_and(|(answer, _)| is_none(&answer.said))
    };
    let powers = [
        (Powers::SHIELD, never(SHIELD)),
        (Powers::MULTIPLIER, never(MULTIPLY) && never(MULTIPLY_LAST)),
        (Powers::EXCHANGE, never(EXCHANGE)),
        (Powers::REROLL, never(REROLL)),
        (Powers::CANCEL, never(CANCEL)),
    ];
    powers.into_iter().filter(|(_, never)| *never).fold(Powers::NONE, |all, (power, _)| all.with(power))
}

/// The duel, its number within what is allowed; who owns no dice fights a battle in place of an armageddon.
fn contest(contest: Contest, ruling: Ruling<'_, '_>, view: &View<'_>) -> Contest {
    let number = |least: u32, most: u32, without: u32| {
        let wanted = if ruling.answer.amounts.is_empty() { without.into() } else { ruling.amount(0) };
        wanted.clamp(i64::from(least), i64::from(most)) as u32
    };
    match contest {
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
fn dice(ruling: Ruling<'_, '_>, view: &DuelView<'_>) -> Kinds {
    let (rules, reserve, seat) = (view.table.rules(), view.reserve(view.seat()), view.seat());
    let lie = view.own().kinds() + view.chosen(seat);
    let mut chosen = Kinds::EMPTY;
    for &(kind, most) in ruling.kinds() {
        while chosen.of(kind) < reserve.of(kind) && ruling.has_room(lie.of(kind) + chosen.of(kind), most) {
            let fits = match view.need() {
                Some(Need::Exactly(number)) => chosen.total() < number,
                Some(Need::Cost(limit)) => rules.cost_of(chosen) + rules.cost(kind) <= limit,
                None => false,
            };
            if !fits {
                break;
            }
            chosen = chosen + Kinds::one(kind);
        }
    }
    chosen
}

impl Strategy for FromFile {
    /// The words of a file know dice, points and supply, and no coin.
    fn drafting(&self) -> Drafting {
        Drafting::ByTable
    }

    fn declines(&self) -> Powers {
        self.declined
    }

    fn draft(&self, view: &DraftView<'_>) -> Answer<Draft> {
        let (choices, own) = (view.choices(), view.table.own_dice());
        let drafted = self.hear(DRAFT, view, |ruling| {
            let can = |kind, most| choices.has(kind) && ruling.has_room(own.of(kind), most);
            let wanted = ruling.kinds().iter().find(|(kind, most)| can(*kind, *most));
            wanted.map_or(Draft::Pass, |(kind, _)| Draft::Buy(*kind))
        });
        Ok(drafted.unwrap_or_else(|| tactics::draft(view)))
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        let mut duel = tactics::duel(view);
        let Some(evaluation) = self.evaluation(1 << DUEL | 1 << AGAINST | 1 << HAND, view) else { return Ok(duel) };
        for answer in [DUEL, AGAINST, HAND].into_iter().filter_map(|key| evaluation.first(key)) {
            match &answer.said {
                Said::Duel(chosen) => duel.contest = contest(*chosen, Ruling { answer, evaluation: &evaluation }, view),
                Said::Against(rival) => duel.opponents = opponents(*rival, view),
                Said::Hand(hand) => duel.hand = *hand,
                Said::Order(_) | Said::Kinds(_) | Said::Targets(_) => {}
            }
        }
        Ok(duel)
    }

    fn dice(&self, view: &DuelView<'_>) -> Answer<Kinds> {
        Ok(self.hear(CHOOSE, view, |ruling| dice(ruling, view)).unwrap_or_else(|| tactics::dice(view)))
    }

    fn shield(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        Ok(self.power(SHIELD, view, pick::placement, tactics::shield))
    }

    fn multiply(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        Ok(self.power(MULTIPLY, view, pick::placement, tactics::multiply))
    }

    fn replace(&self, view: &DuelView<'_>) -> Answer<Option<Replacement>> {
        Ok(self.power(MULTIPLY_LAST, view, pick::replacement, tactics::replace))
    }

    fn exchange(&self, view: &DuelView<'_>) -> Answer<Option<Exchange>> {
        Ok(self.power(EXCHANGE, view, pick::exchange, tactics::exchange))
    }

    /// A die goes back whatever the list says: if none fits, the usual one.
    fn give_way(&self, view: &DuelView<'_>) -> Answer<Spot> {
        let spot = self.power(GIVE_WAY, view, pick::own_die, |_| None);
        Ok(spot.unwrap_or_else(|| tactics::give_way(view)))
    }

    fn reroll(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        Ok(self.power(REROLL, view, pick::aim, tactics::reroll))
    }

    fn cancel(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        Ok(self.power(CANCEL, view, pick::aim, tactics::cancel))
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        let Some(evaluation) = self.evaluation(1 << BUY | 1 << PAY, view) else { return Ok(tactics::buy(view)) };
        let (buy, pay) = (evaluation.first(BUY), evaluation.first(PAY));
        if buy.is_none() && pay.is_none() {
            return Ok(tactics::buy(view));
        }
        let ruling = |answer| Ruling { answer, evaluation: &evaluation };
        Ok(market::purchase(ruling(buy.unwrap_or(&self.dearest)), pay.map(ruling), view))
    }
}
