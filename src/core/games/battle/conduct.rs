//! How a strategy plays inside a duel, as far as that can be said without seeing the table.
//!
//! Owns [`Conduct`], by which duels are solved (`odds`) and throws are worked out without asking (`quick`). A strategy says
//! what its conduct is ([`Strategy::conduct`]); what it leaves open is asked die by die.

use super::dice::{Face, Kind, Kinds, Powers};
use super::duel::{Action, Moment};
use super::tactics;
use super::view::{Answer, Strategy, View};

/// Which dice are thrown where they are chosen (B05, B08).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Those that are worth most.
    #[default]
    ByWorth,
    /// The first of an order of preference; each kind has a limit, which counts those of the throw zone.
    Order(Vec<(Kind, u32)>),
    /// It depends on something else.
    Unknown,
}

/// Where free multipliers go just before the cancels (B10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Multiplying {
    /// Where they bring most, by the worth of what dice show.
    #[default]
    Usual,
    /// On each `1 VP` first, and the others where they bring most.
    VictoryPointsFirst,
}

/// How a strategy plays inside a duel. The default is that of a strategy that says nothing about duels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Conduct {
    /// Which dice it throws where they are chosen.
    pub choice: Choice,
    /// The powers that it never uses; `extra` is not among them.
    pub declined: Powers,
    /// The powers of which nothing is known, because what it does with them depends on something else.
    pub unknown: Powers,
    /// Where its multipliers go; in their own stage they go on an `extra` only.
    pub multiplying: Multiplying,
}

impl Default for Conduct {
    fn default() -> Conduct {
        let (declined, unknown) = (Powers::NONE, Powers::NONE);
        Conduct { choice: Choice::ByWorth, declined, unknown, multiplying: Multiplying::Usual }
    }
}

/// What a face that a player shows comes to, if nobody acts on another die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Scores this many points of combat.
    Scores(u8),
    /// Scores 2 for each die (B02).
    PerDie,
    /// Scores a victory point.
    VictoryPoint,
    /// Throws one more die, if there is one.
    Extra,
    /// Multiplies so many dice by this factor.
    Multiplies {
        /// By what.
        factor: u8,
        /// How many dice.
        units: u8,
    },
    /// Scores nothing, but multipliers are drawn to it as if it were worth this much: a cancel that is declined.
    Bait(u8),
    /// Nothing.
    Nothing,
    /// It may act on other dice, or nobody knows: the duel has to be played die by die.
    Acts,
}

impl Conduct {
    /// Nothing is known of it.
    pub fn unknown() -> Conduct {
        let all = Powers::STAGED.without(Powers::EXTRA);
        Conduct { choice: Choice::Unknown, unknown: all, ..Conduct::default() }
    }

    /// The same conduct without exchanges, rerolls and cancels. It decides like the default where this conduct is unknown.
    pub(super) fn quiet(&self) -> Conduct {
        let choice = if self.choice == Choice::Unknown { Choice::ByWorth } else { self.choice.clone() };
        Conduct { choice, declined: self.declined.with(Powers::ACTING), unknown: Powers::NONE, ..*self }
    }

    /// What a face comes to that a player with this conduct shows.
    pub(super) fn effect(&self, face: Face) -> Effect {
        let powers = face.powers();
        if powers.meet(self.unknown.without(self.declined)) {
            return Effect::Acts;
        }
        let declined = powers.meet(self.declined);
        match face {
            Face::Number(number) | Face::Helmet(number) => Effect::Scores(number),
            Face::PerDie => Effect::PerDie,
            Face::VictoryPoint => Effect::VictoryPoint,
            Face::Extra => Effect::Extra,
            Face::Shield | Face::GreatShield => Effect::Nothing,
            Face::Times2 | Face::DoubleTimes2 | Face::Times3 => match declined {
                true => Effect::Nothing,
                false => Effect::Multiplies { factor: face.factor(), units: face.units() as u8 },
            },
            Face::Cancel | Face::Cancel2 => match declined {
                true => Effect::Bait(tactics::worth(face) as u8),
                false => Effect::Acts,
            },
            Face::Exchange | Face::Reroll => {
                if declined {
                    Effect::Nothing
                } else {
                    Effect::Acts
                }
            }
        }
    }

    /// The dice that are chosen of a reserve, if others of these kinds have been thrown or chosen before; `fits` says
    /// whether one more of a kind may be chosen besides those chosen. `None` if that is not known.
    pub(super) fn choose(
        &self,
        by_worth: &[(Kind, u32)],
        (there, reserve): (Kinds, Kinds),
        fits: impl Fn(Kinds, Kind) -> bool,
    ) -> Option<Kinds> {
        let order = match &self.choice {
            Choice::ByWorth => by_worth,
            Choice::Order(order) => order,
            Choice::Unknown => return None,
        };
        Some(tactics::pick(order, there, reserve, fits))
    }
}

/// A player of this conduct, of which nothing is unknown, whose other decisions are the defaults. What is unknown it
/// decides like the default.
impl Strategy for Conduct {
    fn drafts_by_table(&self) -> bool {
        true
    }

    fn plays_by_table(&self) -> bool {
        true
    }

    fn declines(&self) -> Powers {
        self.declined
    }

    fn conduct(&self) -> Conduct {
        self.clone()
    }

    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        let order = if let Choice::Order(order) = &self.choice { Some(order.as_slice()) } else { None };
        Ok(tactics::dice(view, order))
    }

    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        if view.moment.power().meet(self.declined) {
            return Ok(None);
        }
        let on_point = || match self.multiplying {
            Multiplying::VictoryPointsFirst if view.moment == Moment::MultiplyLast => tactics::multiply_point(view),
            _ => None,
        };
        Ok(on_point().or_else(|| tactics::act(view)))
    }
}
