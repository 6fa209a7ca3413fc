//! Runs, comparisons and sweeps in parts: whether shards, whoever played them and in whatever order, make the files of the
//! single command, and what is refused.

use crate::program::{Desk, PROGRAM};
use analyze::record::{CompareTallies, PLAN, PartError, Shards, SweepTallies, Tallies, hash};
use assert_cmd::Command;
use proptest::prelude::*;

const GANG: &str = "--game gang --bots chaser,bold,boss:3 --seed 7";

impl Desk {
    /// Plans what a command plays, and says how many shards that are.
    fn plan(&self, options: &str, runs: u64, shard_games: u64) -> u64 {
        let told = self.result(&format!("plan {options} --runs {runs} --shard-games {shard_games} --out p"));
        told.split_whitespace().next().unwrap().parse().unwrap()
    }

    fn shard(&self, index: u64) {
        self.result(&format!("shard --plan p/{PLAN} --index {index} --threads 1"));
    }

    /// Plays all shards, one here and one there, at any number of threads, and merges them: whether the files and the
    /// summary are those of the command in one go.
    fn makes_the_bytes(&self, command: &str, runs: u64, shard_games: u64) {
        let shards = self.plan(command, runs, shard_games);
        assert!(shards > 2, "{command}: {shards}");
        let mut order: Vec<u64> = (0..shards).collect();
        order.sort_by_key(|index| std::cmp::Reverse(index * 7919 % 31));
        assert!(!order.is_sorted(), "{command}: {shards} shards in order");
        for (index, threads) in order.into_iter().zip([1, 2, 7].into_iter().cycle()) {
            self.result(&format!("shard --plan p/{PLAN} --index {index} --threads {threads}"));
        }
        let merged = self.result("merge p --out merged");
        assert_eq!(merged, self.result(&format!("{command} --runs {runs} --out single")), "{command}");
        assert!(self.files("merged") == self.files("single"), "{command}");
    }

    fn shards(&self) -> Shards {
        Shards::open(&self.path(&format!("p/{PLAN}")), &self.path("p")).unwrap()
    }

    /// A plan of three shards of two blocks, all played.
    fn three() -> Desk {
        let desk = Desk::new();
        assert_eq!(desk.plan(GANG, 18, 6), 3);
        (0..3).for_each(|index| desk.shard(index));
        desk
    }
}

/// All games and both engines, with shards that end within and at the chunks of workers, and a short one at the end.
#[test]
fn shards_make_the_bytes_of_the_single_run() {
    let lineups = [
        (GANG, 1500, 192),
        ("--game gang --players 2 --engine dice --seating all", 300, 77),
        ("--game pot --players 3", 200, 63),
        ("--game battle --players 2", 60, 25),
        ("--game pig --bots hold:20,hold:3", 900, 128),
    ];
    for (options, runs, shard_games) in lineups {
        Desk::new().makes_the_bytes(options, runs, shard_games);
    }
}

/// Two strategies, of all games and metrics, and a ranking; with looks that are kept in shards and between them (402 blocks in
/// three shares of 134, where it is looked), and a short shard at the end.
#[test]
fn shards_make_the_bytes_of_the_single_comparison() {
    let comparisons = [
        ("compare chaser bold --game gang --players 3", 1500, 192),
        ("compare chaser bold --game gang --players 2 --seed 9", 804, 268),
        ("compare chaser bold odds --game gang --against stand:2 --alpha 0.01", 300, 77),
        ("compare chaser bold --game gang --metric win_share --engine dice --rule rerolls=4 --margin 0.01", 300, 77),
        ("compare hold:20 hold:25 --game pig", 900, 128),
    ];
    for (command, runs, shard_games) in comparisons {
        Desk::new().makes_the_bytes(command, runs, shard_games);
    }
}

/// Combinations that are held against the first in the same shard and in another one, where the first is played again, and
/// some that are not: of other numbers of players, and of files.
#[test]
fn shards_make_the_bytes_of_the_single_sweep() {
    let sweeps = [
        ("--game gang --players 2 --engine dice --vary rerolls=1..5 --vary edition=bga|blackrock", 240, 640),
        ("--game gang --seed 7 --vary players=2..4 --vary bots=own.toml|chaser", 120, 170),
    ];
    for (command, runs, shard_games) in sweeps {
        let desk = Desk::new();
        desk.write("own.toml", desk.result("show bold").replace("\"bold\"", "\"own\""));
        desk.makes_the_bytes(command, runs, shard_games);
    }
}

/// The same of comparisons, with scores of which the first combination alone says how high they can be.
#[test]
fn shards_make_the_bytes_of_the_single_sweep_of_comparisons() {
    let sweeps = [
        ("compare bold odds --game gang --players 2 --engine dice --vary pools=30|6 --vary rerolls=1..5", 60, 160),
        ("compare bold odds chaser --against own.toml --game gang --seed 7 --vary edition=bga|blackrock", 90, 60),
    ];
    for (command, runs, shard_games) in sweeps {
        let desk = Desk::new();
        desk.write("own.toml", desk.result("show bold").replace("\"bold\"", "\"own\""));
        desk.makes_the_bytes(command, runs, shard_games);
    }
}

/// A part of a sweep that is altered, of another plan, or missing; and a strategy of a combination that changed.
#[test]
fn an_altered_or_foreign_part_of_a_sweep_is_refused() {
    let desk = Desk::new();
    let sweep = "--game gang --players 2 --engine dice --vary bots=odds|own.toml,bold";
    desk.write("own.toml", desk.result("show bold").replace("\"bold\"", "\"own\""));
    assert_eq!(desk.plan(sweep, 60, 40), 3);
    (0..3).for_each(|index| desk.shard(index));
    let (shards, part) = (desk.shards(), desk.read("p/parts/part-1").into_bytes());
    for at in (0..part.len() - 1).step_by(part.len() / 300) {
        let mut altered = part.clone();
        altered[at] ^= 1;
        for content in [&*altered, &part[..at]] {
            desk.write("p/parts/part-1", content);
            assert!(shards.read::<SweepTallies>(1).is_err(), "byte {at}");
        }
    }
    assert_eq!(desk.result("missing p"), "1\n");
    desk.refused("merge p --out merged", &["part-1"]);
    std::fs::remove_file(desk.path("p/parts/part-1")).unwrap();
    desk.refused("merge p --out merged", &["1 of 3 shards", ": 1"]);
    let other = Desk::new();
    other.write("own.toml", desk.read("own.toml"));
    other.plan(&format!("{sweep} --seed 2"), 60, 40);
    other.shard(1);
    desk.write("p/parts/part-1", other.read("p/parts/part-1"));
    desk.refused("merge p --out merged", &["part-1", "is of another plan"]);
    desk.write("own.toml", desk.result("show cautious").replace("\"cautious\"", "\"own\""));
    desk.refused("shard --plan p/plan.json --index 1", &["'own' is not here what it was"]);
}

#[test]
fn what_ends_by_what_comes_of_it_cannot_be_planned() {
    let desk = Desk::new();
    for (what, goal) in [("compare chaser bold --game gang", "verdict"), (GANG, "se=0.001")] {
        let command = format!("plan {what} --until {goal} --runs 900 --shard-games 300 --out p");
        desk.refused(&command, &["--until", goal, "give --runs alone, or leave 'plan' out"]);
    }
    let varied = "plan compare chaser bold --game gang --vary rerolls=2..3 --until verdict --shard-games 300 --out p";
    desk.refused(varied, &["--until", "verdict", "leave 'plan' out"]);
    desk.refused("plan", &["--shard-games"]);
    desk.refused("plan compare chaser --shard-games 300 --out p", &["STRATEGY"]);
}

/// Every byte of a part of a comparison, changed or cut off there, and a part of a comparison judged otherwise.
#[test]
fn an_altered_or_foreign_part_of_a_comparison_is_refused() {
    let desk = Desk::new();
    desk.plan("compare chaser bold --game gang --players 2", 600, 200);
    (0..3).for_each(|index| desk.shard(index));
    let (shards, part) = (desk.shards(), desk.read("p/parts/part-1").into_bytes());
    for at in (0..part.len() - 1).step_by(part.len() / 300) {
        let mut altered = part.clone();
        altered[at] ^= 1;
        for content in [&*altered, &part[..at]] {
            desk.write("p/parts/part-1", content);
            assert!(shards.read::<CompareTallies>(1).is_err(), "byte {at}");
        }
    }
    assert_eq!(desk.result("missing p"), "1\n");
    desk.refused("merge p --out merged", &["part-1"]);
    std::fs::remove_file(desk.path("p/parts/part-1")).unwrap();
    desk.refused("merge p --out merged", &["1 of 3 shards", ": 1"]);
    let other = Desk::new();
    other.plan("compare chaser bold --game gang --players 2 --alpha 0.01", 600, 200);
    other.shard(1);
    desk.write("p/parts/part-1", other.read("p/parts/part-1"));
    desk.refused("merge p --out merged", &["part-1", "is of another plan"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn any_split_makes_the_bytes_of_the_single_run(runs in 1..400u64, shard_games in 60..500u64) {
        let desk = Desk::new();
        let shards = desk.plan("--game pig --bots hold:20,hold:3", runs, shard_games);
        (0..shards).for_each(|index| desk.shard(index));
        desk.result("merge p --out merged");
        desk.result(&format!("--game pig --bots hold:20,hold:3 --runs {runs} --out single"));
        prop_assert!(desk.files("merged") == desk.files("single"));
    }
}

#[test]
fn missing_says_ranges_and_merge_refuses_a_gap() {
    let desk = Desk::new();
    assert_eq!(desk.plan(GANG, 30, 3), 10);
    assert_eq!(desk.result("missing p"), "0-9\n");
    [0, 1, 2, 4, 5, 6].into_iter().for_each(|index| desk.shard(index));
    assert_eq!(desk.result("missing p"), "3,7-9\n");
    desk.refused("merge p --out merged", &["4 of 10 shards", "3,7-9"]);
    [3, 7, 8, 9].into_iter().for_each(|index| desk.shard(index));
    assert_eq!(desk.result("missing p"), "");
}

#[test]
fn an_index_from_the_environment_and_a_part_from_standard_output() {
    for name in ["HQ_TASK_ID", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"] {
        let desk = Desk::three();
        let part = desk.read("p/parts/part-1");
        std::fs::remove_file(desk.path("p/parts/part-1")).unwrap();
        let plan = desk.path("p/plan.json");
        let mut shard = Command::new(PROGRAM);
        shard.args(["shard", "--stdout", "--plan"]).arg(plan).env(name, "1");
        assert_eq!(String::from_utf8(shard.output().unwrap().stdout).unwrap(), part);
        assert_eq!(desk.result("missing p"), "1\n");
    }
    Desk::three().refused("shard --plan p/plan.json", &["--index is missing", "HQ_TASK_ID"]);
    Desk::three().refused("shard --plan p/plan.json --index 3", &["the plan has 3 shards, counted from 0"]);
}

/// Every byte of a part, changed or cut off there.
#[test]
fn an_altered_part_is_refused() {
    let desk = Desk::three();
    let (shards, part) = (desk.shards(), desk.read("p/parts/part-1").into_bytes());
    for at in (0..part.len() - 1).step_by(part.len() / 300) {
        let mut altered = part.clone();
        altered[at] ^= 1;
        for content in [&*altered, &part[..at]] {
            desk.write("p/parts/part-1", content);
            assert!(shards.read::<Tallies>(1).is_err(), "byte {at}");
        }
    }
    assert_eq!(desk.result("missing p"), "1\n");
    desk.refused("merge p --out merged", &["part-1"]);
}

#[test]
fn a_part_of_another_shard_or_plan_is_refused() {
    let desk = Desk::three();
    desk.write("p/parts/part-1", desk.read("p/parts/part-0"));
    desk.refused("merge p --out merged", &["part-1", "blocks 0 to 2 of shard 0"]);
    let other = Desk::new();
    other.plan("--game gang --bots chaser,bold,boss:3 --seed 8", 18, 6);
    other.shard(1);
    desk.write("p/parts/part-1", other.read("p/parts/part-1"));
    desk.refused("merge p --out merged", &["part-1", "is of another plan"]);
    assert!(matches!(desk.shards().read::<Tallies>(1), Err(PartError::Wrong { .. })));
}

#[test]
fn what_differs_from_the_plan_is_named() {
    let desk = Desk::new();
    desk.write("own.toml", desk.result("show cautious"));
    desk.plan("--game gang --bots own.toml,bold,boss:3", 18, 6);
    desk.write("own.toml", desk.result("show bold"));
    desk.refused("shard --plan p/plan.json --index 0", &["is not here what it was"]);
    let plan = desk.read("p/plan.json");
    desk.write("p/plan.json", plan.replace(env!("CARGO_PKG_VERSION"), "0.0.7"));
    desk.refused("shard --plan p/plan.json --index 0", &["version 0.0.7"]);
}

#[test]
fn a_second_plan_never_replaces_the_first() {
    let desk = Desk::three();
    let again = desk.files("p");
    desk.plan(GANG, 18, 6);
    assert!(desk.files("p") == again);
    let told = desk.run(&format!("plan {GANG} --runs 18 --shard-games 3 --out p"));
    assert_eq!(told.code, Some(2), "{}", told.err);
    assert!(told.err.contains("'p/plan.json' is another plan"), "{}", told.err);
    assert!(desk.files("p") == again);
}

/// Parts had the permissions of a temporary file, which nobody but their owner reads.
#[test]
#[cfg(unix)]
fn parts_are_read_by_whoever_may_read_the_plan_s_folder() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::three();
    desk.write("other", "");
    let mode = |name: &str| std::fs::metadata(desk.path(name)).unwrap().permissions().mode();
    for name in ["p/plan.json".to_owned(), format!("p/parts/{}", first_part(&desk))] {
        assert_eq!(mode(&name), mode("other"), "{name}");
    }
}

fn first_part(desk: &Desk) -> String {
    let part = std::fs::read_dir(desk.path("p/parts")).unwrap().next().unwrap().unwrap();
    part.file_name().into_string().unwrap()
}

/// Something else in a part, with the checksum that goes with it.
fn resealed(part: &str, from: &str, to: &str) -> String {
    let (lines, _) = part.trim_end().rsplit_once('\n').unwrap();
    let altered = format!("{}\n", lines.replacen(from, to, 1));
    assert_ne!(altered, format!("{lines}\n"), "there is no {from}");
    format!("{altered}{}\n", hash(altered.as_bytes()))
}

/// Of each kind of plan: parts that are no files, cut off, of another plan, shard or game, of other blocks, that no games
/// have, or do not fit the others, whose checksums are right. A part that does not fit was named by 'merge' alone.
#[test]
fn missing_names_every_part_that_merge_refuses() {
    let compare = "compare hold:20 hold:9 --game pig --players 2";
    let run = "--game pig --bots hold:20,hold:9";
    // With what differs between parts that do not fit, and the blocks of a cell.
    let kinds = [
        (run.to_owned(), "\"highest_score\":", "\"blocks\":2"),
        (compare.to_owned(), "\"highest_score\":", "\"blocks\":2"),
        (format!("{run} --vary goal=40..51"), "\"all\":", "\"blocks\":1"),
        (format!("{compare} --vary goal=40..51"), "\"all\":", "\"blocks\":1"),
    ];
    for (command, fits, blocks) in kinds {
        let desk = Desk::new();
        let shards = desk.plan(&command, 8, 4);
        (0..shards).for_each(|index| desk.shard(index));
        // Of a sweep the first combinations are in the first four shards, the others in four more.
        let (last, lead) = match shards {
            2 => (1, 0),
            8 => (7, 4),
            _ => panic!("{command}: {shards}"),
        };
        let name = format!("p/parts/part-{last}");
        let part = desk.read(&name);
        let altered = |from: &str, to: &str| resealed(&part, from, to);
        let wrongs = [
            (String::new(), vec![last]),
            (part[..part.len() / 2].to_owned(), vec![last]),
            (desk.read("p/parts/part-0"), vec![last]),
            (altered("\"plan\":\"sha256:", "\"plan\":\"sha256:0"), vec![last]),
            (altered("\"game\":\"pig\"", "\"game\":\"gip\""), if lead == 0 { vec![0, last] } else { vec![last] }),
            (altered(blocks, "\"blocks\":3"), vec![last]),
            (altered("\"sum\":", "\"sum\":-9999999"), vec![last]),
            (altered(fits, &format!("{fits}1")), vec![lead, last]),
        ];
        for (at, (wrong, named)) in wrongs.into_iter().enumerate() {
            desk.write(&name, wrong);
            desk.refused("merge p --out merged", &[]);
            let told = desk.result("missing p");
            let told: Vec<&str> = told.trim().split([',', '-']).collect();
            let named: Vec<String> = named.iter().map(u64::to_string).collect();
            assert_eq!(told, named, "{command}: {at}");
        }
        desk.write(&name, &part);
        if lead > 0 {
            let first = desk.read(&format!("p/parts/part-{lead}"));
            desk.write(&format!("p/parts/part-{lead}"), resealed(&first, fits, &format!("{fits}1")));
            desk.refused("merge p --out merged", &[&format!("part-{lead}"), "part-0"]);
            assert_eq!(desk.result("missing p"), format!("0,{lead}\n"));
            desk.write(&format!("p/parts/part-{lead}"), first);
        }
        std::fs::remove_file(desk.path(&name)).unwrap();
        desk.refused("merge p --out merged", &["1 of"]);
        std::fs::create_dir(desk.path(&name)).unwrap();
        desk.refused("merge p --out merged", &[&format!("part-{last}")]);
        assert_eq!(desk.result("missing p"), format!("{last}\n"));
        std::fs::remove_dir(desk.path(&name)).unwrap();
        desk.shard(last);
        assert_eq!(desk.result("missing p"), "");
        desk.result("merge p --out merged");
    }
}
