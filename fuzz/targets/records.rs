//! The records in a folder: whatever is accepted makes tables and a page, and is written as it is read again.
#![no_main]

use analyze::experiments::tournament::standings::{Standings, tournament_files};
use analyze::experiments::tune::tables::tune_files;
use analyze::record::{
    CardsRecord, CompareSweep, CompareTallies, Manifest, Plan, Record, SweepTallies, SweptCards, Tallies,
    TournamentTallies, TuneTallies,
};
use analyze::report::compare::{Judge, compare_files};
use analyze::report::{Origin, csv_files, largest_standard_error, summary};
use libfuzzer_sys::fuzz_target;

fn read<R: Record>(text: &str) -> Option<R> {
    let record = R::from_json("record.json", text).ok()?;
    assert!(R::from_json("record.json", &record.to_json()).is_ok());
    Some(record)
}

fuzz_target!(|text: &str| {
    let origin = Origin { players: 3, experiment: "00000000".to_owned() };
    if let Some(tallies) = read::<Tallies>(text) {
        assert!(csv_files(&tallies, &origin).names().all(|name| !name.contains(['/', '\\'])));
        let _ = (summary(&tallies), largest_standard_error(&tallies), tallies.signature(), tallies.games());
    }
    if let Some(tallies) = read::<CompareTallies>(text) {
        if let Ok(judge) = Judge::new(&tallies.terms, tallies.arms.len()) {
            let _ = (compare_files(&tallies, &judge, &origin), tallies.signature(), tallies.games_an_arm());
        }
    }
    if let Some(tallies) = read::<SweepTallies>(text) {
        let _ = (tallies.signature(), tallies.games());
    }
    if let Some(tallies) = read::<TournamentTallies>(text) {
        let standings = Standings::new(&tallies);
        let _ = (standings.open(), tournament_files(&standings, None, &origin));
    }
    if let Some(tallies) = read::<TuneTallies>(text) {
        let _ = tune_files(&tallies, &origin);
    }
    read::<CompareSweep>(text);
    read::<CardsRecord>(text);
    read::<SweptCards>(text);
    if let Some(manifest) = read::<Manifest>(text) {
        let _ = (manifest.experiment(), manifest.goal());
    }
    if let Some(plan) = read::<Plan>(text) {
        assert!(plan.shard(plan.shards()).is_none());
    }
});
