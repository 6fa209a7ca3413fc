//! Exponential and logarithm from plain arithmetic: those of mathematical libraries differ in their last bits.

use std::f64::consts::{LN_2, SQRT_2};

/// e^x to 15 digits or so; x is taken as −700 or 700 beyond these.
pub(crate) fn exp(x: f64) -> f64 {
    let x = x.clamp(-700.0, 700.0);
    let twos = (x / LN_2).round();
    let rest = x - twos * LN_2;
    let (mut sum, mut term) = (1.0, 1.0);
    for n in 1..20 {
        term *= rest / f64::from(n);
        sum += term;
    }
    // A power of two as its bits: an exponent of 11 bits, 1023 standing for 0.
    sum * f64::from_bits(((twos as i64 + 1023) as u64) << 52)
}

/// The natural logarithm of a number above 0, to 15 digits or so.
pub(crate) fn ln(x: f64) -> f64 {
    let bits = x.max(f64::MIN_POSITIVE).to_bits();
    let mut twos = (bits >> 52) as i64 - 1023;
    let mut rest = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if rest > SQRT_2 {
        rest *= 0.5;
        twos += 1;
    }
    // ln m = 2 artanh((m − 1)/(m + 1)).
    let t = (rest - 1.0) / (rest + 1.0);
    let (mut sum, mut power) = (0.0, t);
    for n in 0..14 {
        sum += power / f64::from(2 * n + 1);
        power *= t * t;
    }
    2.0 * sum + twos as f64 * LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_those_of_the_library() {
        for x in [-30.0, -1.5, -1e-9, 0.0, 0.3, 1.0, 2.5, 50.0] {
            assert!((exp(x) / f64::exp(x) - 1.0).abs() < 1e-13, "{x}");
        }
        for x in [1e-300, 1e-9, 0.4, 1.0, 1.42, 2.0, 10.0, 1e200] {
            assert!((ln(x) - f64::ln(x)).abs() < 1e-13 * f64::ln(x).abs().max(1.0), "{x}");
        }
    }
}
