//! The grid on which the values of positions are kept.
//!
//! Owns the points, and reading between them. A position has a place on an axis for each player's coins and on one for the
//! POT. Between points, values are interpolated in the simplex that holds the position (Kuhn's triangulation): it needs one
//! corner more than there are axes. Shares that sum to 1 at all points also sum to 1 between them.

/// The win share of each player, the one on turn first.
pub(super) type Shares<const N: usize> = [f32; N];

/// The most axes: five players and the POT.
const MOST_AXES: usize = 6;

/// The numbers of coins for which there are points, and where the others are between them.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// The numbers, lowest first.
    knots: Vec<u32>,
    /// By number, the highest knot that is not above it, and the part of the way to the next.
    places: Vec<(u32, f32)>,
}

impl Axis {
    /// Points at these numbers, lowest first.
    pub(super) fn new(knots: Vec<u32>) -> Axis {
        let (first, last) = (knots.first().copied().unwrap_or(0), knots.last().copied().unwrap_or(0));
        let place = |number: u32| {
            let below = knots.partition_point(|&knot| knot <= number.max(first)) - 1;
            let part = knots
                .get(below + 1)
                .map_or(0.0, |&next| (number.max(first) - knots[below]) as f32 / (next - knots[below]) as f32);
            (below as u32, part)
        };
        let places = (0..=last).map(place).collect();
        Axis { knots, places }
    }

    /// How many points there are.
    pub(super) fn len(&self) -> usize {
        self.knots.len()
    }

    /// The number at a point.
    pub(super) fn knot(&self, point: usize) -> u32 {
        self.knots[point]
    }

    /// The place of a number. Numbers beyond the last point are taken for it.
    #[inline]
    fn place(&self, number: u32) -> (u32, f32) {
        self.places[(number as usize).min(self.places.len() - 1)]
    }
}

/// A place among the points: those around it, each with its weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    corners: [(u32, f32); MOST_AXES + 1],
    len: usize,
}

/// The values of positions, in layers of the same form.
#[derive(Clone, Debug)]
pub(super) struct Grid<const N: usize> {
    coins: Axis,
    pot: Axis,
    /// The points of a layer.
    size: usize,
    values: Vec<Shares<N>>,
}

impl<const N: usize> Grid<N> {
    /// All values the same.
    pub(super) fn new(coins: Axis, pot: Axis, layers: usize) -> Grid<N> {
        let size = coins.len().pow(N as u32) * pot.len();
        Grid { coins, pot, size, values: vec![[1.0 / N as f32; N]; size * layers] }
    }

    /// How many points a layer has.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The numbers at a point: those of the players, and that of the POT.
    pub(super) fn numbers(&self, point: usize) -> ([u32; N], u32) {
        let (mut rest, many) = (point, self.coins.len());
        let mut coins = [0; N];
        for coins in coins.iter_mut().rev() {
            *coins = self.coins.knot(rest % many);
            rest /= many;
        }
        (coins, self.pot.knot(rest))
    }

    /// The place of some numbers.
    #[inline]
    pub(super) fn spot(&self, coins: &[u32; N], pot: u32) -> Spot {
        let many = self.coins.len() as u32;
        let mut steps = [(0.0, 0); MOST_AXES];
        let (mut at, mut stride) = (0, 1);
        for (step, &coins) in steps.iter_mut().zip(coins.iter().rev()) {
            let (below, part) = self.coins.place(coins);
            at += below * stride;
            *step = (part, stride);
            stride *= many;
        }
        let (below, part) = self.pot.place(pot);
        at += below * stride;
        steps[N] = (part, stride);
        let steps = &mut steps[..=N];
        sort_down(steps);
        let mut spot = Spot { corners: [(at, 1.0 - steps[0].0); MOST_AXES + 1], len: 1 };
        for (index, &(part, stride)) in steps.iter().enumerate() {
            if part == 0.0 {
                break;
            }
            at += stride;
            spot.corners[spot.len] = (at, part - steps.get(index + 1).map_or(0.0, |next| next.0));
            spot.len += 1;
        }
        spot
    }

    /// The value at a place in a layer.
    #[inline]
    pub(super) fn read(&self, layer: usize, spot: &Spot) -> Shares<N> {
        let values = &self.values[layer * self.size..][..self.size];
        let mut sum = [0.0; N];
        for &(at, weight) in &spot.corners[..spot.len] {
            let value = &values[at as usize];
            for (sum, value) in sum.iter_mut().zip(value) {
                *sum += weight * value;
            }
        }
        sum
    }

    /// How many of them differ in the coins of players alone.
    pub(super) fn coins(&self) -> usize {
        self.coins.len().pow(N as u32)
    }

    /// The values of a layer, those with the fewest coins in the POT first.
    pub(super) fn layer(&self, layer: usize) -> &[Shares<N>] {
        &self.values[layer * self.size..][..self.size]
    }

    /// The values of a layer, to be changed.
    pub(super) fn layer_mut(&mut self, layer: usize) -> &mut [Shares<N>] {
        &mut self.values[layer * self.size..][..self.size]
    }
}

/// Sorts a few steps, the longest first.
#[inline]
fn sort_down(steps: &mut [(f32, u32)]) {
    for end in 1..steps.len() {
        let mut at = end;
        while at > 0 && steps[at - 1].0 < steps[at].0 {
            steps.swap(at - 1, at);
            at -= 1;
        }
    }
}
