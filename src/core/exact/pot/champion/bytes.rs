//! The values before rounds as bytes, from which all others follow in one sweep.
//!
//! Owns the form: the first line and a number of two bytes, little-endian, for each share but the last of each point.

use super::grid::Shares;
use super::values::{NOBODY, Solved};

/// The first line. Its number goes up with everything that changes a value or its place.
const FORM: &str = "analyze: values of the champion of POT, form 1\n";
/// A whole win.
const WHOLE: f32 = 65535.0;

impl<const N: usize> Solved<N> {
    /// The values before rounds.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = FORM.as_bytes().to_vec();
        for shares in self.before_rounds() {
            for share in &shares[..N - 1] {
                bytes.extend(((share * WHOLE + 0.5) as u16).to_le_bytes());
            }
        }
        bytes
    }

    /// Takes the values before rounds from bytes; says whether they are of such a grid.
    pub(super) fn take_bytes(&mut self, bytes: &[u8]) -> bool {
        let many = self.before_rounds().len();
        let Some(shares) = bytes.strip_prefix(FORM.as_bytes()).and_then(|bytes| shares::<N>(bytes, many)) else {
            return false;
        };
        for layer in self.early.grid.layer_mut(NOBODY).chunks_mut(many) {
            layer.copy_from_slice(&shares);
        }
        true
    }

    /// The values before rounds, in which nobody is in control and the POT has what the bank adds.
    pub(super) fn before_rounds(&self) -> &[Shares<N>] {
        &self.early.grid.layer(NOBODY)[..self.early.grid.coins()]
    }
}

/// Reads `many` shares from bytes. `None` if there are more or fewer.
fn shares<const N: usize>(bytes: &[u8], many: usize) -> Option<Vec<Shares<N>>> {
    let point = 2 * (N - 1);
    let read = |bytes: &[u8]| {
        let mut shares = [0.0; N];
        for (share, bytes) in shares.iter_mut().zip(bytes.chunks(2)) {
            *share = f32::from(u16::from_le_bytes([bytes[0], bytes[1]])) / WHOLE;
        }
        shares[N - 1] = (1.0 - shares.iter().sum::<f32>()).max(0.0);
        shares
    };
    (bytes.len() == many * point).then(|| bytes.chunks(point).map(read).collect())
}
