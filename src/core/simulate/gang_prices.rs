//! The prices of decisions in Gang of Dice, in games that are played die by die.
//!
//! Owns the groups in which costs are summed. The cost of a decision comes from [`exact`](crate::exact::Judge).

use super::regret::{DecisionKind, Priced, PricedGame, Pricer, WatchedGame};
use crate::dice::BlockKey;
use crate::exact::{Appraiser, Decision, Place, Price, Prices};
use crate::games::gang::{CardOrder, Gang, Strategy};
use crate::games::turns::RolledTurns;
use crate::games::{Fault, Game, Table};
use crate::record::{CostlyDecision, CostlyTurn, LEADS, RegretMeasure};

/// The prices of some strategies' decisions.
pub struct GangPrices<'g> {
    /// The game.
    pub game: &'g Gang,
    /// The prices of turns.
    pub prices: &'g Prices<'g>,
    /// The different strategies.
    pub strategies: &'g [&'g dyn Strategy],
}

/// The groups that come before the groups of turns.
const FIXED: [(&str, &str); 4] = [("all", "all"), ("dice", "too many"), ("dice", "too few"), ("rerolls", "rerolls")];

/// The kinds of turns in a round, by the number of players.
fn turns(players: usize) -> &'static [&'static str] {
    if players == 2 { &["starts", "replies"] } else { &["starts", "between", "last"] }
}

/// A cost below this is a rounding error: of ties that are settled, and of sums of chances.
const ROUNDING: f64 = 1e-10;

/// A cost as it is added up.
fn units(cost: f64) -> i64 {
    if cost.abs() < ROUNDING { 0 } else { RegretMeasure::WinShare.units(cost) }
}

impl Priced for GangPrices<'_> {
    fn kinds(&self) -> Vec<DecisionKind> {
        let rounds = self.game.deck().rounds();
        // No card is met twice (G05).
        let kind = |(by, what): (&str, &str)| DecisionKind {
            by: by.to_owned(),
            what: what.to_owned(),
            most: if by == "card" { 1 } else { rounds },
        };
        let turns = turns(self.game.seats()).iter().map(|turn| ("turn", *turn));
        let leads = LEADS.map(|(_, words)| ("lead", words));
        let cards = self.game.deck().cards.iter().map(|card| ("card", card.id.as_str()));
        FIXED.into_iter().chain(turns).chain(leads).chain(cards).map(kind).collect()
    }

    fn measure(&self) -> RegretMeasure {
        RegretMeasure::WinShare
    }

    fn worker(&self) -> Box<dyn Pricer + '_> {
        Box::new(GangPricer { of: self, order: self.game.scratch() })
    }
}

struct GangPricer<'p> {
    of: &'p GangPrices<'p>,
    order: CardOrder,
}

impl Pricer for GangPricer<'_> {
    fn begin_block(&mut self, block: BlockKey) {
        self.of.game.begin_block(block, &mut self.order);
    }

    fn game(&mut self, watched: &WatchedGame<'_>) -> Result<PricedGame, Fault> {
        let &WatchedGame { seating, block, strategy, least } = watched;
        let GangPrices { game, prices, strategies } = self.of;
        let mut appraiser = Appraiser::of(prices, strategy);
        let table = Table { strategies, seating, block };
        game.play_watched(table, &self.order, &mut RolledTurns(block), &mut appraiser)?;
        let (decisions, _) = appraiser.finish()?;
        let mut priced = PricedGame::default();
        for decision in &decisions {
            match decision.price {
                None => priced.unpriced += 1,
                Some(price) => {
                    priced.costs.extend(self.of.groups(decision, &price));
                    if units(price.dice_cost()) + units(price.reroll_cost()) > least {
                        priced.told.push(CostlyDecision::Turn(self.of.told(decision, &price)));
                    }
                }
            }
        }
        Ok(priced)
    }
}

impl GangPrices<'_> {
    /// A decision as it is written down.
    fn told(&self, decision: &Decision, price: &Price) -> CostlyTurn {
        let [pool, other] = decision.pools();
        let situation = &decision.situation;
        CostlyTurn {
            game: 0,
            round: situation.position.round + 1,
            seat: decision.seat.number() as u32,
            card: self.game.deck().card(situation.card).id.clone(),
            pool,
            other,
            table: decision.table,
            met: decision.met(),
            dice: decision.dice,
            best_dice: price.best_dice,
            dice_cost: units(price.dice_cost()),
            reroll_cost: units(price.reroll_cost()),
            value: price.value,
        }
    }

    /// The groups that a decision belongs to, by their position, and what it cost in each.
    fn groups(&self, decision: &Decision, price: &Price) -> impl Iterator<Item = (usize, i64)> {
        let (dice, rerolls) = (units(price.dice_cost()), units(price.reroll_cost()));
        let [pool, other] = decision.pools();
        let lead = i64::from(pool) - i64::from(other);
        let bin = LEADS.iter().position(|(most, _)| lead <= *most).unwrap_or(LEADS.len() - 1);
        let amount = match decision.dice.cmp(&price.best_dice) {
            std::cmp::Ordering::Greater => Some((1, dice)),
            std::cmp::Ordering::Less => Some((2, dice)),
            std::cmp::Ordering::Equal => None,
        };
        let (fixed, turns) = (FIXED.len(), turns(self.game.seats()).len());
        let turn = match decision.place() {
            Place::First => 0,
            Place::Between => 1,
            Place::Last => turns - 1,
        };
        let card = LEADS.len() + usize::from(decision.situation.card.0);
        let all = dice + rerolls;
        let others = [fixed + turn, fixed + turns + bin, fixed + turns + card].map(|group| (group, all));
        [(0, all), (3, rerolls)].into_iter().chain(others).chain(amount)
    }
}
