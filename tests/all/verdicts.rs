//! What the sums of a comparison say: intervals, verdicts, gains and rankings, by hand and by symmetry.

use analyze::record::{ArmRecord, COMPARE, CompareTallies, FORMAT, PairRecord, PairedSums, Record, Terms, TestRecord};
use analyze::report::Field;
use analyze::report::compare::{Contrast, Judge, Metric, Verdict, ranking_table, verdict_sentence};

fn terms(test: TestRecord, margin: &str, alpha: &str) -> Terms {
    let beta = (test == TestRecord::Sprt).then(|| "0.05".parse().unwrap());
    Terms {
        until: "runs".to_owned(),
        test,
        margin: margin.parse().unwrap(),
        alpha: alpha.parse().unwrap(),
        win_shares_alone: false,
        beta,
    }
}

/// Two seats; for each field the blocks' sums of each arm's win shares, a row a block. Scores are shares over 60.
fn tallies(terms: Terms, arms: usize, fields: &[Vec<Vec<i64>>]) -> CompareTallies {
    let mut sums = PairedSums::new(fields.len(), arms);
    for (field, blocks) in sums.fields.iter_mut().zip(fields) {
        for block in blocks {
            let mut pair = 0;
            for (a, &first) in block.iter().enumerate() {
                field.arms[a].share.add(first, first * first / 2);
                field.arms[a].score.add(first / 60, first / 60);
                for &second in &block[a + 1..] {
                    field.pairs[pair].share.add(first - second);
                    field.pairs[pair].score.add(first / 60 - second / 60);
                    field.pairs[pair].divergent += u64::from(first != second);
                    pair += 1;
                }
            }
        }
        sums.blocks = blocks.len() as u64;
    }
    CompareTallies {
        command: COMPARE.to_owned(),
        format: FORMAT,
        game: "gang".to_owned(),
        notes: Vec::new(),
        players: 2,
        highest_score: 1,
        arms: ["A", "B", "C"][..arms].iter().map(|&name| name.to_owned()).collect(),
        against: fields.iter().map(|_| "B".to_owned()).collect(),
        terms,
        sums,
    }
}

fn contrasts(tallies: &CompareTallies) -> Vec<Contrast> {
    Judge::new(&tallies.terms, tallies.arms.len()).unwrap().contrasts(tallies)
}

/// `n` blocks whose differences alternate between 60 more and 60 less than `centre`.
fn alternating(n: usize, centre: i64) -> Vec<Vec<i64>> {
    (0..n).map(|i| vec![60 + centre + if i % 2 == 0 { 30 } else { -30 }, 60]).collect()
}

#[test]
fn two_fields_may_disagree() {
    let check = |margin: &str, one: i64, other: i64, said: &str| {
        let fields = [alternating(1000, one), alternating(1000, other)];
        let tallies = tallies(terms(TestRecord::Student, margin, "0.05"), 2, &fields);
        let sentence = verdict_sentence(&tallies, &contrasts(&tallies), |number| number.to_string());
        assert!(sentence.starts_with(&format!("{said}: the win share of A minus that of B is ")), "{sentence}");
    };
    check("0.05", 20, 30, "A is better than B");
    check("0.05", -20, -30, "A is worse than B");
    check("0.05", 0, 0, "A and B are equal within 0.05");
    check("0.05", 20, -20, "A and B: each does better where it is rare");
    check("0.05", -20, 20, "A and B: each does better where it is common");
    check("0.05", 20, 0, "A is better than B against B, and equal within the margin against B");
    check("0.001", 20, 0, "Undecided between A and B");
}

/// Blocks of two games: A's sums are 90 and 30, B's 60 and 60. The differences of block means are ±0.25: s²_D = 0.125.
/// Single games, by the squares given (half the square of the sum: both games alike): A 45, 45, 15, 15 of 60, squared
/// deviations 4 · 0.0625, over 3; B 30 each, 0.
#[test]
fn pairing_gain_matches_a_hand_calculation() {
    let found =
        contrasts(&tallies(terms(TestRecord::Student, "0.002", "0.05"), 2, &[vec![vec![90, 60], vec![30, 60]]]));
    let expected = (4.0 * 0.0625 / 3.0) / (2.0 * 0.125);
    assert!((found[0].pairing_gain.unwrap() - expected).abs() < 1e-12, "{:?}", found[0]);
    assert_eq!((found[0].divergent, found[0].metric), (2, Metric::WinShare));
    assert_eq!(found[0].difference.unwrap().value, 0.0);
    assert_eq!(found[0].means[0].unwrap().value, 0.5);
}

#[test]
fn without_any_difference_there_is_no_gain() {
    let same = vec![vec![60, 60]; 500];
    let found = contrasts(&tallies(terms(TestRecord::Student, "0.1", "0.05"), 2, &[same]));
    assert_eq!((found[0].pairing_gain, found[0].divergent, found[0].verdict), (None, 0, Verdict::Equal));
    assert_eq!(found[1].verdict, Verdict::Undecided, "ev has no margin");
}

/// All games won by the one, none by the other: no spread at all, and still a verdict, by every method.
#[test]
fn all_wins_and_all_losses_are_decided() {
    for (shares, verdict, test) in [([120, 0], Verdict::Better, Verdict::H1), ([0, 120], Verdict::Worse, Verdict::H0)] {
        for n in [1, 2, 99, 100, 5000] {
            let blocks = vec![shares.to_vec(); n];
            let verdicts = [TestRecord::Student, TestRecord::Cs, TestRecord::Sprt].map(|test| {
                let tallies = tallies(terms(test, "0.002", "0.05"), 2, std::slice::from_ref(&blocks));
                let found = contrasts(&tallies);
                assert!(found.iter().all(|row| row.difference.unwrap().value.is_finite()), "{n}");
                found[0].verdict
            });
            if n == 5000 {
                assert_eq!(verdicts, [verdict, verdict, test]);
            }
            if n < 100 {
                assert_eq!(verdicts[1..], [Verdict::Undecided; 2], "no look before 100 blocks");
            }
        }
    }
}

/// B among B wins one game in two, whatever was played: known, so no estimate, and not in the pairing's gain either.
#[test]
fn the_win_share_among_copies_is_known() {
    let blocks: Vec<Vec<i64>> = (0..300).map(|i| vec![30 + 60 * (i % 2), 60 - (i % 7)]).collect();
    let tallies = tallies(terms(TestRecord::Student, "0.002", "0.05"), 2, std::slice::from_ref(&blocks));
    let known = contrasts(&tallies)[0].means[1].unwrap();
    assert_eq!((known.value, known.interval.unwrap().lo, known.interval.unwrap().hi), (0.5, 0.5, 0.5));
    let ev = contrasts(&tallies)[1].means[1].unwrap();
    assert!(ev.interval.unwrap().width() > 0.0);
    let elsewhere = CompareTallies { against: vec!["another".to_owned()], ..tallies.clone() };
    let gains = [&tallies, &elsewhere].map(|tallies| contrasts(tallies)[0].pairing_gain.unwrap());
    assert!(gains[0] < gains[1], "{gains:?}");
}

#[test]
fn the_other_way_about_everything_has_the_other_sign() {
    let blocks: Vec<Vec<i64>> = (0..700).map(|i| vec![(i * 37) % 121, (i * 91) % 121]).collect();
    let mirrored: Vec<Vec<i64>> = blocks.iter().map(|block| vec![block[1], block[0]]).collect();
    for test in [TestRecord::Student, TestRecord::Cs] {
        let found = |blocks: &Vec<Vec<i64>>| {
            let tallies = tallies(terms(test, "0.002", "0.05"), 2, std::slice::from_ref(blocks));
            contrasts(&CompareTallies { against: vec!["another".to_owned()], ..tallies })
        };
        for (one, other) in found(&blocks).iter().zip(&found(&mirrored)) {
            let (a, b) = (one.difference.unwrap(), other.difference.unwrap());
            assert_eq!((a.value, a.interval.unwrap().lo), (-b.value, -b.interval.unwrap().hi));
            assert_eq!((one.means[0], one.means[1]), (other.means[1], other.means[0]));
            assert_eq!((one.pairing_gain, one.divergent), (other.pairing_gain, other.divergent));
        }
    }
}

/// Three arms: the three differences share the error rate, and so do the three means.
#[test]
fn three_strategies_share_the_error_rate() {
    let blocks: Vec<Vec<i64>> = (0..900).map(|i| vec![(i * 37) % 121, (i * 91) % 121, (i * 55) % 121]).collect();
    let three = tallies(terms(TestRecord::Student, "0.002", "0.06"), 3, std::slice::from_ref(&blocks));
    let two: Vec<Vec<i64>> = blocks.iter().map(|block| block[..2].to_vec()).collect();
    let two = tallies(terms(TestRecord::Student, "0.002", "0.02"), 2, &[two]);
    let (three, two) = (contrasts(&three), contrasts(&two));
    assert_eq!(three[0].difference.unwrap().interval, two[0].difference.unwrap().interval);
    assert_eq!(three[0].means[0].unwrap().interval, two[0].means[0].unwrap().interval);
    let sequence = tallies(terms(TestRecord::Cs, "0.002", "0.06"), 3, std::slice::from_ref(&blocks));
    let methods = [&three, &two, &contrasts(&sequence)].map(|rows| rows[0].method.clone());
    assert_eq!(methods, ["student_bonferroni", "student", "confidence_sequence_bonferroni"]);
}

/// B and C come to the same in every block, A to less.
#[test]
fn a_ranking_says_who_is_tied_with_whom() {
    let blocks: Vec<Vec<i64>> = (0..400).map(|i| vec![10 + i % 5, 60 + i % 7, 60 + i % 7]).collect();
    let tallies = tallies(terms(TestRecord::Student, "0.002", "0.05"), 3, &[blocks]);
    let judge = Judge::new(&tallies.terms, 3).unwrap();
    let table = ranking_table(&tallies, &judge, &judge.contrasts(&tallies));
    let text = |row: usize, column: usize| match &table.rows[row][column] {
        Field::Text(text) => text.clone(),
        Field::Whole(number) => number.to_string(),
        other => panic!("{other:?}"),
    };
    let shown: Vec<[String; 3]> = (0..3).map(|row| [text(row, 0), text(row, 1), text(row, 6)]).collect();
    assert_eq!(shown, [["1", "B", "C"], ["1", "C", "B"], ["3", "A", ""]]);
}

#[test]
fn terms_out_of_their_limits_are_refused() {
    let refused = |test, margin, alpha, arms| Judge::new(&terms(test, margin, alpha), arms).unwrap_err().to_string();
    for alpha in ["0", "0.5", "-0.1", "1"] {
        assert!(
            refused(TestRecord::Cs, "0.002", alpha, 2).contains("--alpha: an error rate must be above 0 and below 0.5")
        );
    }
    assert!(refused(TestRecord::Cs, "-0.001", "0.05", 2).starts_with("--margin: -0.001"));
    assert!(refused(TestRecord::Cs, "1.5", "0.05", 2).starts_with("--margin: 1.5"));
    assert!(refused(TestRecord::Sprt, "0", "0.05", 2).contains("--test sprt needs one above 0"));
    assert!(refused(TestRecord::Sprt, "0.002", "0.05", 3).contains("compares two strategies, not 3"));
}

/// The records hold what the types say they hold.
#[test]
fn records_are_read_again() {
    let tallies = tallies(terms(TestRecord::Sprt, "0.002", "0.05"), 2, &[alternating(9, 3)]);
    let text = tallies.to_json();
    assert_eq!(CompareTallies::from_json("tallies.json", &text).unwrap(), tallies);
    let cut = CompareTallies { against: Vec::new(), ..tallies.clone() }.to_json();
    assert!(CompareTallies::from_json("tallies.json", &cut).is_err());
    let mut short = tallies;
    short.sums.fields[0].pairs = vec![PairRecord::default(); 2];
    short.sums.fields[0].arms = vec![ArmRecord::default(); 2];
    assert!(CompareTallies::from_json("tallies.json", &short.to_json()).is_err());
}
