//! A strategy file at a table: what it answers.
//!
//! Owns the answers. What no rule answers is the default.

use super::lists::Target;
use super::{
    AGAINST, BUY, CANCEL, CHOOSE, DRAFT, DUEL, EXCHANGE, GIVE_WAY, HAND, MULTIPLY, MULTIPLY_LAST, PAY, REROLL, Ruling,
    SHIELD, Said, pick,
};
use crate::games::battle::tactics::{self, Preference};
use crate::games::battle::{
    Action, Answer, Battle, Contest, Draft, Duel, Kinds, MOST_LIMIT, Moment, Opponents, Powers, Purchase, Strategy,
    View,
};
use crate::games::declaration;
use crate::strategies::form::{AtTable, FileForm};

/// A strategy file at a table.
pub(super) struct FromFile {
    table: AtTable<Battle>,
    /// The keys that some rule answers, a bit each.
    said: u32,
    declined: Powers,
}

impl FromFile {
    /// The strategy that a file describes.
    pub(super) fn new(table: AtTable<Battle>) -> FromFile {
        let said = (0..Battle::KEYS.len()).map(|key| 1 << key).filter(|key| table.says(*key)).sum();
        FromFile { said, declined: declined(&table), table }
    }

    /// What is made of what the file says at these keys.
    fn hear<const N: usize, T>(
        &self,
        keys: [usize; N],
        view: &View<'_>,
        make: impl FnOnce([Option<Ruling<'_, '_>>; N]) -> T,
    ) -> T {
        let says = keys.iter().any(|key| self.said >> key & 1 == 1);
        let evaluation = says.then(|| self.table.evaluation(&declaration::View::new(*view)));
        make(keys.map(|key| {
            let evaluation = evaluation.as_ref()?;
            Some(Ruling { answer: evaluation.first(key)?, evaluation })
        }))
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

/// What is made of an order of preference, if the file says one.
fn prefer<T>(ruling: Option<Ruling<'_, '_>>, make: impl FnOnce(Option<Preference<'_>>) -> T) -> T {
    let Some(ruling) = ruling else { return make(None) };
    let has_room = |number, most| i64::from(number) < ruling.amount(most);
    make(Some(Preference { kinds: ruling.kinds(), has_room: &has_room }))
}

/// The duel, its number within what is allowed; who owns no dice fights a battle in place of an armageddon.
fn contest(contest: Contest, ruling: Ruling<'_, '_>, view: &View<'_>) -> Contest {
    let number = |least: u32, most: u32, without: u32| {
        let wanted = if ruling.answer.amounts.is_empty() { without.into() } else { ruling.amount(0) };
        wanted.clamp(i64::from(least), i64::from(most)) as u32
    };
    match contest {
        Contest::ByPoints(_) => Contest::ByPoints(number(1, MOST_LIMIT, view.cost(view.seat))),
        Contest::Armageddon(_) => match view.own_dice().total() {
            0 => Contest::Battle,
            dice => Contest::Armageddon(number(1, dice, dice)),
        },
        contest => contest,
    }
}

impl Strategy for FromFile {
    /// The words of a file know dice, points and supply, and no coin.
    fn drafts_by_table(&self) -> bool {
        true
    }

    fn declines(&self) -> Powers {
        self.declined
    }

    fn draft(&self, view: &View<'_>) -> Answer<Draft> {
        Ok(self.hear([DRAFT], view, |[order]| prefer(order, |order| tactics::draft(view, order))))
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        let mut duel = tactics::duel(view);
        self.hear([DUEL, AGAINST, HAND], view, |rulings| {
            for ruling in rulings.into_iter().flatten() {
                match &ruling.answer.said {
                    Said::Duel(chosen) => duel.contest = contest(*chosen, ruling, view),
                    Said::Against(who) => {
                        duel.opponents = pick::player(*who, view).map_or(Opponents::All, Opponents::One);
                    }
                    Said::Hand(hand) => duel.hand = *hand,
                    Said::Order(_) | Said::Kinds(_) | Said::Targets(_) => {}
                }
            }
        });
        Ok(duel)
    }

    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        Ok(self.hear([CHOOSE], view, |[order]| prefer(order, |order| tactics::dice(view, order))))
    }

    /// What the first item of the list stands for with which something can be done; a die that must go back does so
    /// whatever the list says.
    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        let moment = view.moment;
        let key = match moment {
            Moment::Shield => SHIELD,
            Moment::Multiply => MULTIPLY,
            Moment::MultiplyLast => MULTIPLY_LAST,
            Moment::Exchange => EXCHANGE,
            Moment::GiveWay => GIVE_WAY,
            Moment::Reroll => REROLL,
            _ => CANCEL,
        };
        let chosen = self.hear([key], view, |[ruling]| {
            let Some(ruling) = ruling else { return tactics::act(view) };
            let done = ruling.targets().iter().find_map(|&target| match target {
                Target::Usual => Some(tactics::act(view)),
                target => pick::action(target, ruling, view).map(Some),
            });
            done.flatten()
        });
        Ok(chosen.or_else(|| if moment == Moment::GiveWay { tactics::act(view) } else { None }))
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(self.hear([BUY, PAY], view, |[order, pay]| {
            prefer(order, |order| prefer(pay, |pay| tactics::buy(view, order, pay)))
        }))
    }
}
