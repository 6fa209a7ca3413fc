//! What the best response to a strategy wins.
//!
//! Owns the answer, which is the same for every game. How a game finds it is in its own module. A game can join that has
//! positions with everything that the strategy looks at. The highest win share of one player is then found by value
//! iteration, or backwards where no position comes twice, while the others play as the strategy says.

/// What the best response to a strategy wins against it.
#[derive(Clone, Debug, PartialEq)]
pub struct BestReply {
    /// The win share of the best response in each seat, 0 to 1; the first one starts. The strategy has all the others.
    pub in_seat: Vec<f64>,
    /// How many positions were solved.
    pub positions: usize,
    /// How many sweeps over the positions there were until nothing changed.
    pub sweeps: u32,
}

impl BestReply {
    /// Its win share if it sits in each seat equally often.
    pub fn average(&self) -> f64 {
        self.in_seat.iter().sum::<f64>() / self.in_seat.len() as f64
    }
}
