//! How often `tactician` wins.

use super::Lineup;
use analyze::games::{Setting, WHOLE_WIN};

/// The win share of the first strategy, in so many blocks of games with every order of seats.
fn share(bots: &[&str], blocks: u64) -> f64 {
    let lineup = Lineup::shipped(bots, &Setting::default());
    let record = lineup.run(9, blocks, 2).unwrap();
    record.strategies[0].total.share.sum as f64 / record.games() as f64 / f64::from(WHOLE_WIN)
}

/// Alone among two of them it wins far more than a third, and alone among two of it they win far less: with 1,500 games
/// a standard error is a percentage point.
#[test]
fn it_wins_more_than_its_share() {
    for (other, least, most) in [("swarm", 0.80, 0.14), ("elite", 0.65, 0.10)] {
        let alone = share(&["tactician", other, other], 500);
        assert!(alone > least, "alone among two {other}: {alone}");
        let among = share(&[other, "tactician", "tactician"], 500);
        assert!(among < most, "{other} alone among two: {among}");
    }
}
