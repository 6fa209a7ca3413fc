//! How much of a number a file looks at: what it only compares with numbers written down need not be known beyond them.

use crate::strategies::expression::meaning::{Amount, Condition, Part};
use crate::strategies::expression::syntax::Comparison;

/// The number above which `wanted` makes no difference to these conditions and amounts; 0 if none of them has it,
/// `u32::MAX` if one needs it whole.
pub fn most_needed<'c, N: PartialEq + 'c, F: 'c>(
    wanted: &N,
    conditions: impl Iterator<Item = &'c Condition<N, F>>,
    amounts: impl Iterator<Item = &'c Amount<N>>,
) -> u32 {
    let whole = |amount: &Amount<N>| {
        let mut found = false;
        amount.visit(&mut |name| {
            found |= name == wanted;
            1
        });
        if found { u32::MAX } else { 0 }
    };
    let mut most = 0;
    for condition in conditions {
        condition.visit(&mut |part| {
            let Part::Compared(comparison, left, right) = part else { return };
            most = most.max(match (left, right) {
                (Amount::Name(name), Amount::Number(number)) if name == wanted => {
                    let above = !matches!(comparison, Comparison::Below | Comparison::AtLeast);
                    u32::try_from(number.saturating_add(i64::from(above)).max(0)).unwrap_or(u32::MAX)
                }
                (left, right) => whole(left).max(whole(right)),
            });
        });
    }
    amounts.map(whole).fold(most, u32::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compared_is_needed_up_to_there() {
        let compare = |comparison, number| {
            let condition: Condition<char, ()> =
                Condition::Compare(comparison, Amount::Name('a'), Amount::Number(number));
            most_needed(&'a', [&condition].into_iter(), [].into_iter())
        };
        // Whether a is below 7 is seen from the smaller of a and 7, whether it is at most 7 only from that of a and 8.
        assert_eq!([compare(Comparison::Below, 7), compare(Comparison::AtLeast, 7)], [7, 7]);
        assert_eq!([compare(Comparison::AtMost, 7), compare(Comparison::Equal, 7)], [8, 8]);
        assert_eq!([compare(Comparison::AtLeast, 0), compare(Comparison::AtLeast, -5)], [0, 0]);
        let amount = Amount::Least(vec![Amount::Name('a'), Amount::Number(3)]);
        let none: [&Condition<char, ()>; 0] = [];
        assert_eq!(most_needed(&'a', none.into_iter(), [&amount].into_iter()), u32::MAX);
        assert_eq!(most_needed(&'b', none.into_iter(), [&amount].into_iter()), 0);
    }
}
