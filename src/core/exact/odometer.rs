//! Enumerates every course of a game, for tests.
//!
//! Owns which result is picked at each step, and the chance of the whole course.

/// Goes through all courses as an odometer counts: the last pick changes first.
#[derive(Default)]
pub(super) struct Odometer {
    /// For each pick, which result it takes, and how many there are.
    digits: Vec<(usize, usize)>,
    at: usize,
    chance: f64,
}

impl Odometer {
    /// Starts a course.
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

    /// How many results have been picked in this course.
    pub(super) fn picked(&self) -> usize {
        self.at
    }

    /// The product of the chances of the results that have been picked.
    pub(super) fn chance(&self) -> f64 {
        self.chance
    }

    /// Moves on to the next course. Returns whether there is one.
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
