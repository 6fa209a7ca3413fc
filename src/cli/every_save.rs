//! Tests: whatever a command saves, at whatever point, it goes on from to the files of an unbroken run; and so it does from
//! what it writes when Ctrl-C ends it there.

use crate::terminal::failure::Failure;
use crate::terminal::watched_saves::kept_while;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

/// Does a command; what is wrong with it if it fails, and the code.
fn command(words: &str, folder: &Path, threads: u32) -> Result<(), (u8, String)> {
    let folder = folder.display();
    let words = format!("analyze {words} --out {folder} --threads {threads} --quiet");
    let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
    let arguments = super::parsed(&words).unwrap();
    super::dispatch(arguments).map_err(|failure: Failure| (failure.exit_code(), failure.text()))
}

/// Does a command of which all saves are kept, and which is stopped at one of them.
fn keeping(words: &str, folder: &Path, stop_at: Option<usize>) -> (Vec<String>, Result<(), (u8, String)>) {
    kept_while(stop_at, || command(words, folder, 1))
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let file = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.unwrap();
        (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())
    };
    std::fs::read_dir(folder).unwrap().map(file).collect()
}

/// Goes on from every save of a command, of which there are at least `least`, and from what it leaves when it is stopped at it.
fn goes_on_from_every_save(words: &str, least: usize) {
    let desk = tempfile::tempdir().unwrap();
    let whole = desk.path().join("whole");
    command(words, &whole, 2).unwrap();
    let whole = files(&whole);
    let (saves, done) = keeping(words, &desk.path().join("kept"), None);
    done.unwrap();
    assert!(files(&desk.path().join("kept")) == whole, "{words}: saving changes files");
    assert!(saves.len() >= least, "{words}: {} saves", saves.len());
    for (at, save) in saves.iter().enumerate() {
        let folder = desk.path().join(format!("saved{at}"));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join(".analyze-saved"), save).unwrap();
        let done = command(&format!("{words} --resume"), &folder, 2);
        assert!(done.is_ok(), "{words}: from save {at}: {done:?}");
        assert!(files(&folder) == whole, "{words}: other files from save {at}");
        let folder = desk.path().join(format!("stopped{at}"));
        let (_, stopped) = keeping(words, &folder, Some(at + 1));
        // The last save may be of the last block.
        assert!(stopped.as_ref().map_or_else(|(code, _)| *code == 130, |()| at + 1 == saves.len()), "{stopped:?}");
        let done = command(&format!("{words} --resume"), &folder, 2);
        assert!(done.is_ok(), "{words}: stopped at save {at}: {done:?}");
        assert!(files(&folder) == whole, "{words}: other files, stopped at save {at}");
    }
}

#[test]
fn every_save_of_a_run() {
    goes_on_from_every_save("--game pig --bots hold:20,hold:3 --runs 300 --seed 3", 5);
    goes_on_from_every_save("--game gang --players 2 --engine dice --runs 60 --seating all", 3);
    goes_on_from_every_save("--game pig --bots hold:20,hold:3 --until se=0.02 --runs 2000", 5);
}

#[test]
fn every_save_of_a_comparison_or_ranking() {
    goes_on_from_every_save("compare hold:20 hold:3 --game pig --players 2 --runs 600", 6);
    goes_on_from_every_save("compare hold:20 hold:3 hold:9 --game pig --against hold:12 --runs 300", 5);
    goes_on_from_every_save("compare hold:20 hold:19 --game pig --until verdict --players 2 --runs 1000", 6);
}

/// Among the combinations are some that are held against the first and some that are not.
#[test]
fn every_save_of_a_sweep() {
    goes_on_from_every_save("--game pig --engine dice --vary players=2..3 --vary goal=40|60 --runs 60", 15);
    let compare = "compare hold:20 hold:9 --game pig";
    goes_on_from_every_save(&format!("{compare} --vary players=2..3 --vary goal=40|60 --runs 60"), 15);
    goes_on_from_every_save(&format!("{compare} --players 2 --vary goal=40|60 --until se=0.03 --runs 600"), 10);
    goes_on_from_every_save("tune game --game pig --vary goal=40|60 --target seat1=0.4..0.6 --runs 60", 6);
    goes_on_from_every_save("cards --players 2 --max-dice 1 --vary rerolls=1..2 --runs 60", 6);
}

/// What is solved exactly is solved again.
#[test]
fn every_save_of_cards() {
    goes_on_from_every_save("cards --players 2 --bots chaser,bold --max-dice 1 --runs 60", 3);
}

/// Each combination with what it saves alone.
#[test]
fn every_save_of_tournaments_and_races_in_several_combinations() {
    goes_on_from_every_save("tournament hold:20 hold:19 --game pig --players 2 --runs 2000 --vary goal=40|60", 8);
    goes_on_from_every_save("tune hold --param at=2..4 --game pig --players 2 --runs 2000 --vary goal=40|60", 6);
}

/// With rounds of a few blocks, all strategies have their share of what was played whenever it is saved.
#[test]
fn every_save_of_priced_decisions() {
    let short = "--rule pools=4 --rule bonus=[] --no-cache";
    goes_on_from_every_save(&format!("regret chaser bold {short} --runs 60"), 3);
    goes_on_from_every_save(&format!("regret chaser {short} --runs 40 --vary rerolls=1..2"), 3);
}

/// Of designs, what was followed is saved with what the same blocks come to.
#[test]
fn every_save_of_followed_games() {
    goes_on_from_every_save("feel --game pig --players 2 --rule goal=30 --runs 60", 3);
    goes_on_from_every_save("feel --game pig --players 2 --runs 40 --vary goal=20|30", 3);
    goes_on_from_every_save("tune game --game pig --players 2 --vary goal=20|30 --target lead_changes>=1 --runs 60", 2);
}

#[test]
fn every_save_of_a_tournament() {
    let entrants = "tournament hold:20 hold:21 hold:19 --game pig";
    goes_on_from_every_save(&format!("{entrants} --players 2 --runs 4000"), 8);
    goes_on_from_every_save(&format!("{entrants} --players 3 --runs 4000 --allot even"), 3);
    goes_on_from_every_save(&format!("{entrants} --against hold:15,hold:25 --schedule field --runs 3000"), 4);
}

/// In stages, with values between those that were typed, up to the test; without a winner, which is not tested; and with more
/// candidates than play at once.
#[test]
fn every_save_of_a_race_also_between_two_rungs_and_before_the_test() {
    goes_on_from_every_save("tune hold --param at=6..30/3 --game pig --players 2 --runs 17000", 20);
    goes_on_from_every_save("tune hold --param at=2..4 --game pig --players 2 --runs 2000", 5);
    goes_on_from_every_save("tune hold --param at=1..70 --game pig --players 2 --runs 60000", 12);
}
