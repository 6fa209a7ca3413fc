//! All ways in which a game can go, one after the other, for tests that enumerate them.
//!
//! Owns which result comes next at each place, and the chance of the way as a whole.

/// Counts through all ways, as an odometer does; what is picked later turns faster.
#[derive(Default)]
pub(super) struct Odometer {
    /// Which of the results each pick takes, and how many there are.
    digits: Vec<(usize, usize)>,
    at: usize,
    chance: f64,
}

impl Odometer {
    /// Goes back to the first pick of a way.
    pub(super) fn begin(&mut self) {
        (self.at, self.chance) = (0, 1.0);
    }

    /// Picks one of the results, each of which has a chance.
    pub(super) fn pick<T: Copy>(&mut self, all: &[(T, f64)]) -> T {
        if self.at == self.digits.len() {
            self.digits.push((0, all.len()));
        }
        let (result, chance) = all[self.digits[self.at].0];
        (self.at, self.chance) = (self.at + 1, self.chance * chance);
        result
    }

    /// How many results were picked.
    pub(super) fn picked(&self) -> usize {
        self.at
    }

    /// The chance of all that was picked.
    pub(super) fn chance(&self) -> f64 {
        self.chance
    }

    /// Whether there is another way.
    pub(super) fn advance(&mut self) -> bool {
        while let Some((digit, of)) = self.digits.pop() {
            if digit + 1 < of {
                self.digits.push((digit + 1, of));
                return true;
            }
        }
        false
    }
}
