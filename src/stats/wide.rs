//! Exact sums of products of three `i128`.
//!
//! Owns just enough wide arithmetic for the variance of a ratio, whose terms nearly cancel and would leave noise
//! where the true value is zero if they were rounded first.

const LIMBS: usize = 6;

/// A signed integer of 384 bits: two's complement, 64 bits a limb, lowest first.
///
/// A product of three `i128` has at most 382 bits with its sign, so four of them add up without overflow
/// (but for factors of `i128::MIN`, which no sum over blocks reaches).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide([u64; LIMBS]);

impl Wide {
    /// `a × b × c`, exact.
    pub(super) fn product(a: i128, b: i128, c: i128) -> Wide {
        let mut one = [0; LIMBS];
        one[0] = 1;
        let size = Wide(one).times(a.unsigned_abs()).times(b.unsigned_abs()).times(c.unsigned_abs());
        let negative = (a < 0) ^ (b < 0) ^ (c < 0);
        if negative { size.negated() } else { size }
    }

    /// The sum, exact; wraps beyond 384 bits.
    pub(super) fn plus(self, other: Wide) -> Wide {
        let mut sum = [0; LIMBS];
        let mut carry = false;
        for ((limb, a), b) in sum.iter_mut().zip(self.0).zip(other.0) {
            (*limb, carry) = a.carrying_add(b, carry);
        }
        Wide(sum)
    }

    /// The number with the other sign.
    pub(super) fn negated(self) -> Wide {
        let mut one = [0; LIMBS];
        one[0] = 1;
        Wide(self.0.map(|limb| !limb)).plus(Wide(one))
    }

    /// Whether the number is below zero.
    pub(super) fn is_negative(self) -> bool {
        self.0[LIMBS - 1] >> 63 == 1
    }

    /// The nearest `f64`, to within a few units in the last place; exact below 2^53. For numbers from zero up.
    pub(super) fn to_f64(self) -> f64 {
        const BASE: f64 = 18_446_744_073_709_551_616.0;
        self.0.iter().rev().fold(0.0, |value, &limb| value * BASE + limb as f64)
    }

    /// The magnitude times `factor`, modulo 2^384. For numbers from zero up.
    fn times(self, factor: u128) -> Wide {
        let mut product = [0u64; LIMBS];
        for (shift, part) in [factor as u64, (factor >> 64) as u64].into_iter().enumerate() {
            let mut carry = 0;
            for (limb, a) in product[shift..].iter_mut().zip(self.0) {
                let sum = u128::from(a) * u128::from(part) + u128::from(*limb) + carry;
                *limb = sum as u64;
                carry = sum >> 64;
            }
        }
        Wide(product)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_product_of_powers_of_two_has_one_bit() {
        let large = 1i128 << 126;
        assert_eq!(Wide::product(large, large, large).to_f64(), 2f64.powi(378));
        assert_eq!(Wide::product(-large, -large, large).to_f64(), 2f64.powi(378));
        assert!(Wide::product(-large, large, large).is_negative());
        assert_eq!(Wide::product(large, large, large).0, [0, 0, 0, 0, 0, 1 << 58]);
    }

    #[test]
    fn terms_that_cancel_leave_exactly_the_rest() {
        let (a, b) = (i128::MAX, i128::MAX - 1);
        let zero = Wide::product(a, b, a).plus(Wide::product(-a, b, a));
        assert_eq!(zero.to_f64(), 0.0);
        assert_eq!(zero.plus(Wide::product(7, 11, 13)).to_f64(), 1001.0);
    }

    proptest! {
        /// Small factors, where `i128` itself is the second road.
        #[test]
        fn small_numbers_agree_with_i128(f in prop::array::uniform6(-(1i64 << 40)..(1i64 << 40))) {
            let [a, b, c, d, e, g] = f.map(i128::from);
            let sum = Wide::product(a, b, c).plus(Wide::product(d, e, g));
            let expected = a * b * c + d * e * g;
            prop_assert_eq!(sum.is_negative(), expected < 0);
            let size = if sum.is_negative() { sum.negated() } else { sum };
            prop_assert_eq!(u128::from(size.0[0]) | (u128::from(size.0[1]) << 64), expected.unsigned_abs());
            prop_assert_eq!(&size.0[2..], &[0; 4]);
        }

        /// Large factors, by the distributive law.
        #[test]
        fn large_numbers_obey_the_distributive_law(
            a in any::<i64>(), b in any::<i64>(), c in -i128::MAX..=i128::MAX, d in -i128::MAX..=i128::MAX,
        ) {
            let (a, b) = (i128::from(a), i128::from(b));
            prop_assert_eq!(Wide::product(a, c, d).plus(Wide::product(b, c, d)), Wide::product(a + b, d, c));
        }
    }
}
