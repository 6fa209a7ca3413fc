//! What of a condition grows with the dice.
//!
//! Owns one question: if a condition holds on some dice, what can be said once more dice lie beside them?

use super::condition::Condition;

impl Condition {
    /// What of this condition stays: a condition that holds only where this one does, and that goes on
    /// holding whatever dice are added.
    ///
    /// Every condition of the language stays by itself and is returned as it is, unless there is a `not(…)`
    /// in it. Where one makes a condition go away as dice are added, the answer does without; at worst it
    /// never holds.
    pub fn monotone_part(&self) -> Condition {
        self.part(true)
    }

    /// The monotone part; or if not, a condition that holds wherever this one does, and where it does not hold goes on
    /// not holding whatever dice are added.
    fn part(&self, is_monotone: bool) -> Condition {
        let each = |parts: &[Condition]| parts.iter().map(|part| part.part(is_monotone)).collect();
        match self {
            Condition::All(parts) => Condition::All(each(parts)),
            Condition::Either(parts) => Condition::Either(each(parts)),
            Condition::Not(part) => Condition::Not(Box::new(part.part(!is_monotone))),
            grows if is_monotone => grows.clone(),
            // Always.
            _ => Condition::All(Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Counts;
    use crate::dice::multisets::layer;

    fn condition(text: &str) -> Condition {
        text.parse().unwrap()
    }

    const PLAIN: [&str; 10] = [
        "sum>=7",
        "run>=3",
        "odd>=2",
        "even>=1",
        "distinct>=3",
        "pair",
        "same>=3",
        "fives>=2",
        "count:2>=1",
        "any:1,4",
    ];

    #[test]
    fn conditions_without_not_are_their_own_part() {
        for text in PLAIN {
            assert_eq!(condition(text).monotone_part(), condition(text));
        }
        let nested = condition("all(any:4,5; either(odd>=1; pair))");
        assert_eq!(nested.monotone_part(), nested);
    }

    /// By going through all dice: the part implies the condition, and stays when a die is added.
    #[test]
    fn the_part_implies_the_condition_and_never_goes_away() {
        let negations = [
            "not(any:5)",
            "not(not(pair))",
            "either(sum>=9; not(any:5))",
            "all(sum>=9; not(any:5))",
            "not(all(not(any:4,5); not(odd>=2)))",
            "not(either(not(run>=2); not(either(not(sum>=4); not(pair)))))",
            "all(not(not(any:1)); not(either(not(odd>=1); not(even>=1))))",
        ];
        for text in PLAIN.into_iter().chain(negations) {
            let (whole, part) = (condition(text), condition(text).monotone_part());
            for dice in (0..=5).flat_map(layer).filter(|&dice| part.holds(dice)) {
                assert!(whole.holds(dice), "{text}: {part} on {dice:?}");
                for face in 0..6 {
                    assert!(part.holds(dice.with(face)), "{text}: {part} on {dice:?} and {face}");
                }
            }
        }
    }

    #[test]
    fn what_can_be_kept_is_kept() {
        let holds = |text: &str, faces: &[u8]| condition(text).monotone_part().holds(Counts::from_faces(faces));
        assert!(holds("either(sum>=9; not(any:5))", &[5, 4]));
        assert!(!holds("either(sum>=9; not(any:5))", &[2]));
        assert!(holds("not(not(pair))", &[3, 3]));
        assert!(holds("not(all(not(any:4,5); not(odd>=2)))", &[4]));
        assert!(!holds("not(any:5)", &[1]));
    }
}
