//! What `analyze cards` finds out: the exact numbers of every card.

/// The exact numbers of the cards of a deck.
#[derive(Clone, Debug, PartialEq)]
pub struct CardsRecord {
    /// The names of the reroll policies compared.
    pub policies: Vec<String>,
    /// The cards in the order of the deck.
    pub cards: Vec<CardRecord>,
}

/// The exact numbers of a card.
#[derive(Clone, Debug, PartialEq)]
pub struct CardRecord {
    /// Id, condition as the deck writes it, trigger, back.
    pub labels: [String; 4],
    /// By number of dice, from 1.
    pub dice: Vec<DiceRecord>,
    /// The best number of dice.
    pub best: BestRecord,
}

/// The exact numbers of a card at one number of dice. Chances are 0 to 1; a score is an expected total,
/// an invalid result counting 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DiceRecord {
    /// How many dice are committed.
    pub dice: u32,
    /// The highest score of all ways to reroll.
    pub max_score: f64,
    /// The chance of an invalid result of the plan that reaches it.
    pub invalid_at_max_score: f64,
    /// The score without a reroll.
    pub stand_score: f64,
    /// The chance of an invalid result without a reroll: that the first roll offends, for a bomb as for an explosion.
    pub stand_invalid: f64,
    /// By target, from 0 to 5 a die: the highest chance of a valid total of at least that.
    pub reach: Vec<f64>,
    /// What each reroll policy comes to.
    pub policies: Vec<PolicyRecord>,
}

impl DiceRecord {
    /// The highest chance of a valid result: of a valid total of at least 0.
    pub fn max_valid(&self) -> Option<f64> {
        self.reach.first().copied()
    }
}

/// What a reroll policy comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyRecord {
    /// The expected total, an invalid result counting 0.
    pub score: f64,
    /// The chance of an invalid result, 0 to 1.
    pub invalid: f64,
    /// The expected total given that the result is valid; `None` if it never is.
    pub valid_total_mean: Option<f64>,
}

/// The number of dice with the highest score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestRecord {
    /// How many dice.
    pub dice: u32,
    /// The highest score with them.
    pub score: f64,
    /// The chance of an invalid result of the plan that reaches it.
    pub invalid: f64,
    /// The highest score of any number of dice without a reroll.
    pub stand_score: f64,
    /// Whether it is the largest number that can be solved, so that more might be better.
    pub capped: bool,
}
