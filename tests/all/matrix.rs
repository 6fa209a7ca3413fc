//! What every experiment can do: the matrix in the reference, walked through on the real program.
//!
//! Owns the matrix. A cell says yes, and is tried, or says why it makes no sense.

use crate::program::Desk;
use std::collections::BTreeMap;

/// What an experiment may be able to do.
const ABILITIES: [&str; 10] = [
    "progress",
    "Ctrl-C keeps what is done",
    "resume",
    "shards",
    "--vary",
    "--luck cancel",
    "report",
    "repeat",
    "page",
    "JSON",
];

/// A cell of the matrix.
#[derive(Clone, Copy)]
enum Cell {
    Yes,
    /// Yes, with something to be said of it.
    If(&'static str),
    No(&'static str),
}

use Cell::{If, No, Yes};

/// An experiment: its name, a short command of it, the options that make that command shorter, and longer, and its cells.
struct Row {
    name: &'static str,
    command: &'static str,
    shorter: &'static str,
    longer: &'static str,
    /// What is added to cancel luck.
    luck: &'static str,
    cells: [Cell; 10],
}

const EXACT: Cell = No("nothing is played: it is exact");
const WHOLE: Cell = No("it is exact, and written only as a whole");
const QUICK: Cell = No("it takes seconds or minutes, and is written only as a whole");
const IS_VARIED: Cell = No("it is varied already");
const NO_LUCK: Cell = No("what it counts are turns and dice, not win shares");
const IS_LUCK: Cell = No("it shows what luck makes of a game, by the values that cancel luck elsewhere");
const DUELS: Cell = No("single duels are fought, not games");
const PRICED: Cell = No("prices are expected values, so there is no luck in them to cancel");

const ROWS: [Row; 24] = [
    Row {
        name: "run",
        command: "--game gang --players 2 --bots chaser,bold",
        shorter: "--runs 200",
        longer: "--runs 400",
        luck: "--luck cancel",
        cells: [Yes, Yes, Yes, Yes, Yes, Yes, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "run --vary",
        command: "--game gang --players 2 --bots chaser,bold --vary rerolls=1..2",
        shorter: "--runs 200",
        longer: "--runs 400",
        luck: "--luck cancel",
        cells: [Yes, Yes, Yes, Yes, IS_VARIED, Yes, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "compare",
        command: "compare chaser bold --game gang --players 2",
        shorter: "--runs 200",
        longer: "--runs 400",
        luck: "--luck cancel",
        cells: [Yes, Yes, Yes, Yes, Yes, Yes, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "compare --vary",
        command: "compare chaser bold --game gang --players 2 --vary rerolls=1..2",
        shorter: "--runs 200",
        longer: "--runs 400",
        luck: "--luck cancel",
        cells: [Yes, Yes, Yes, Yes, IS_VARIED, Yes, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "tournament",
        command: "tournament chaser bold cautious --game gang --players 2 --allot even",
        shorter: "--runs 800",
        longer: "--runs 2000",
        luck: "--luck cancel",
        cells: [
            Yes,
            Yes,
            Yes,
            If("with `--allot even`: otherwise, the results decide which tables go on"),
            Yes,
            Yes,
            Yes,
            Yes,
            Yes,
            Yes,
        ],
    },
    Row {
        name: "tournament --vary",
        command: "tournament hold race crowd --game pig --players 2 --vary goal=20|30",
        shorter: "--runs 800",
        longer: "--runs 2000",
        luck: "--luck cancel",
        cells: [Yes, Yes, Yes, If("a combination is a shard"), IS_VARIED, Yes, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "tune",
        command: "tune chaser --param above=10..14 --against bold --game gang --players 2 --runs 2000",
        shorter: "",
        longer: "",
        luck: "--luck cancel",
        cells: [
            Yes,
            Yes,
            If("only with the same number of games: with another number, the rungs differ"),
            If("rung by rung: `merge` writes the plan of the next one"),
            Yes,
            Yes,
            Yes,
            Yes,
            Yes,
            Yes,
        ],
    },
    Row {
        name: "tune --vary",
        command: "tune hold --param at=10..14 --against race --game pig --players 2 --vary goal=20|30 --runs 2000",
        shorter: "",
        longer: "",
        luck: "--luck cancel",
        cells: [
            Yes,
            Yes,
            If("only with the same number of games: with another number, the rungs differ"),
            If("a combination is a shard"),
            IS_VARIED,
            Yes,
            Yes,
            Yes,
            Yes,
            Yes,
        ],
    },
    Row {
        name: "tune game",
        command: "tune game --game gang --players 2 --bots chaser,bold --vary rerolls=1..2 --target seat1=0.1..0.9",
        shorter: "--runs 200",
        longer: "--runs 400",
        luck: "--luck cancel",
        cells: [Yes, Yes, Yes, Yes, IS_VARIED, Yes, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "cards",
        command: "cards --players 2 --bots chaser,bold --max-dice 2",
        shorter: "--runs 200",
        longer: "--runs 400",
        luck: "",
        cells: [Yes, Yes, Yes, Yes, Yes, NO_LUCK, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "cards --vary",
        command: "cards --players 2 --bots chaser,bold --max-dice 2 --vary rerolls=1..2",
        shorter: "--runs 200",
        longer: "--runs 400",
        luck: "",
        cells: [Yes, Yes, Yes, Yes, IS_VARIED, NO_LUCK, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "feel",
        command: "feel --game pig --players 2 --bots hold,race --ratings on",
        shorter: "--runs 200",
        longer: "--runs 400",
        luck: "",
        cells: [Yes, Yes, Yes, Yes, Yes, IS_LUCK, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "feel --vary",
        command: "feel --game gang --players 2 --bots chaser,bold --vary rerolls=1..2",
        shorter: "--runs 200",
        longer: "--runs 400",
        luck: "",
        cells: [Yes, Yes, Yes, If("a combination is a shard"), IS_VARIED, IS_LUCK, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "regret",
        command: "regret chaser bold --rule pools=4 --rule bonus=[] --no-cache",
        shorter: "--runs 20",
        longer: "--runs 40",
        luck: "",
        cells: [Yes, Yes, Yes, Yes, Yes, PRICED, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "regret --vary",
        command: "regret chaser --rule pools=4 --rule bonus=[] --no-cache --vary rerolls=1..2",
        shorter: "--runs 20",
        longer: "--runs 40",
        luck: "",
        cells: [Yes, Yes, Yes, If("a combination is a shard"), IS_VARIED, PRICED, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "exact",
        command: "exact hold race --game pig --rule goal=20",
        shorter: "",
        longer: "",
        luck: "",
        cells: [Yes, WHOLE, QUICK, QUICK, Yes, EXACT, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "exact --vary",
        command: "exact hold race --game pig --vary goal=20|30",
        shorter: "",
        longer: "",
        luck: "",
        cells: [Yes, WHOLE, QUICK, QUICK, IS_VARIED, EXACT, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "exploit",
        command: "exploit hold --game pig --rule goal=20",
        shorter: "",
        longer: "",
        luck: "",
        cells: [Yes, WHOLE, QUICK, QUICK, Yes, EXACT, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "exploit --vary",
        command: "exploit hold --game pig --vary goal=20|30",
        shorter: "",
        longer: "",
        luck: "",
        cells: [Yes, WHOLE, QUICK, QUICK, IS_VARIED, EXACT, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "combos",
        command: "combos stand letters --rule goal=5 --rule coins=12",
        shorter: "",
        longer: "",
        luck: "",
        cells: [Yes, WHOLE, QUICK, QUICK, Yes, EXACT, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "combos --vary",
        command: "combos stand letters --rule coins=12 --vary goal=4|5",
        shorter: "",
        longer: "",
        luck: "",
        cells: [Yes, WHOLE, QUICK, QUICK, IS_VARIED, EXACT, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "dice",
        command: "dice --players 2 --pack white=2 --runs 30",
        shorter: "",
        longer: "",
        luck: "",
        cells: [Yes, QUICK, QUICK, QUICK, Yes, DUELS, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "dice --vary",
        command: "dice --players 2 --pack white=2 --runs 30 --vary die.black.cost=4..5",
        shorter: "",
        longer: "",
        luck: "",
        cells: [Yes, QUICK, QUICK, QUICK, IS_VARIED, DUELS, Yes, Yes, Yes, Yes],
    },
    Row {
        name: "solve",
        command: "solve --game pig --rule goal=20",
        shorter: "",
        longer: "",
        luck: "",
        cells: [
            No("it has a bar only while the game is solved"),
            WHOLE,
            QUICK,
            QUICK,
            No("solve each by itself, or vary `exact`"),
            EXACT,
            No("the tables are exact, and made again by repeating the command"),
            Yes,
            Yes,
            Yes,
        ],
    },
];

impl Row {
    fn can(&self, ability: &str) -> bool {
        let at = ABILITIES.iter().position(|known| *known == ability).unwrap();
        !matches!(self.cells[at], No(_))
    }

    fn long(&self) -> String {
        format!("{} {}", self.command, self.longer)
    }
}

/// The files of a command in a folder.
fn made(desk: &Desk, command: &str, folder: &str) -> BTreeMap<String, Vec<u8>> {
    desk.result(&format!("{command} --out {folder} --quiet"));
    desk.files(folder)
}

fn each(ability: &str, check: impl Fn(&Desk, &Row)) {
    for row in ROWS.iter().filter(|row| row.can(ability)) {
        check(&Desk::new(), row);
    }
}

/// The matrix as the reference prints it.
pub(crate) fn matrix() -> String {
    let mut notes: Vec<&str> = Vec::new();
    let mut text = format!("| | {} |\n|---{}|\n", ABILITIES.join(" | "), "|---".repeat(ABILITIES.len()));
    for row in &ROWS {
        let cells = row.cells.iter().map(|cell| {
            let (word, note) = match cell {
                Yes => return "yes".to_owned(),
                If(note) => ("yes", note),
                No(note) => ("no", note),
            };
            let at = notes.iter().position(|known| known == note).unwrap_or_else(|| {
                notes.push(note);
                notes.len() - 1
            });
            format!("{word} ({})", at + 1)
        });
        let cells: Vec<String> = cells.collect();
        text += &format!("| `{}` | {} |\n", row.name, cells.join(" | "));
    }
    text.push('\n');
    for (number, note) in (1..).zip(notes) {
        text += &format!("{number}. {note}\n");
    }
    text
}

#[test]
fn every_experiment_has_a_page_and_json_and_is_repeated() {
    each("page", |desk, row| {
        let files = made(desk, &row.long(), "out");
        assert!(files.contains_key("report.html"), "{}", row.name);
        let json = desk.result(&format!("{} --out json --quiet --format json", row.long()));
        assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok(), "{}: {json}", row.name);
        let again = made(desk, "run out/run.json", "again");
        assert!(again == files, "{} is not repeated", row.name);
    });
}

#[test]
fn reports_make_all_tables_again() {
    each("report", |desk, row| {
        let files = made(desk, &row.long(), "out");
        for name in files.keys().filter(|name| name.ends_with(".csv") || name.ends_with(".html")) {
            std::fs::remove_file(desk.path(&format!("out/{name}"))).unwrap();
        }
        desk.result("report out");
        assert!(desk.files("out") == files, "{}", row.name);
    });
}

#[test]
fn longer_commands_go_on_from_shorter_ones() {
    each("resume", |desk, row| {
        let files = made(desk, &row.long(), "out");
        desk.result(&format!("{} {} --out part --quiet", row.command, row.shorter));
        let resumed = made(desk, &format!("{} --resume", row.long()), "part");
        assert!(resumed == files, "{}", row.name);
    });
}

#[test]
fn shards_make_the_files_of_one_machine() {
    each("shards", |desk, row| {
        let files = made(desk, &row.long(), "out");
        let plan = format!("plan {} --shard-games 150 --out plan", row.long());
        desk.result(&plan);
        let mut folder = "plan".to_owned();
        let mut stages = 0;
        while !desk.files(&folder).contains_key("run/run.json") {
            let mut index = 0;
            while desk.run(&format!("missing {folder}")).out.contains(&index.to_string()) || index == 0 {
                if desk.run(&format!("shard --plan {folder}/plan.json --index {index}")).code != Some(0) {
                    break;
                }
                index += 1;
            }
            let told = desk.result(&format!("merge {folder} --quiet"));
            if let Some((_, next)) = told.trim_end().rsplit_once(" in plan/") {
                folder = format!("plan/{next}");
            }
            stages += 1;
            assert!(stages < 30, "{}", row.name);
        }
        assert!(desk.files(&format!("{folder}/run")) == files, "{}", row.name);
    });
}

#[test]
fn luck_is_cancelled_where_the_matrix_says_so() {
    each("--luck cancel", |desk, row| {
        made(desk, &format!("{} {}", row.long(), row.luck), "out");
        let manifest = desk.read("out/run.json");
        assert!(manifest.contains("\"luck\": \"cancel\""), "{}", row.name);
        assert!(!manifest.contains("luck_as_played"), "{}", row.name);
        let tallies = desk.read("out/tallies.json");
        assert!(tallies.contains("luck") || tallies.contains("cancelled"), "{}", row.name);
    });
}

#[test]
fn what_is_not_varied_is_in_the_matrix_with_vary() {
    for row in ROWS.iter().filter(|row| matches!(row.cells[4], Yes)) {
        assert!(ROWS.iter().any(|other| other.name == format!("{} --vary", row.name)), "{}", row.name);
    }
}

/// Of what plays games `ctrl_c_keeps_what_is_done` waits for it.
#[test]
fn progress_is_shown_where_no_game_is_played() {
    each("progress", |desk, row| {
        if row.can("Ctrl-C keeps what is done") {
            return;
        }
        let vary = if row.name.ends_with("--vary") { "--vary coins=100|120" } else { "" };
        let told = desk.run(&format!("exact letters random --game pot {vary} --out out --progress always"));
        assert!(told.code == Some(0) && told.err.contains("000 steps"), "{}: {}", row.name, told.err);
    });
}

/// Whether a line of progress says that hundreds of games are finished.
#[cfg(unix)]
fn has_games(line: &str) -> bool {
    let done = line.split_once('/').and_then(|(done, _)| done.split_whitespace().last());
    line.contains(" games") && done.is_some_and(|done| done.replace(',', "").parse().is_ok_and(|done: u64| done > 300))
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_what_is_done() {
    each("Ctrl-C keeps what is done", |desk, row| {
        let most = if row.name.starts_with("regret") { "1e9" } else { "1e12" };
        let command = row.command.replace(" --runs 2000", "");
        let command = format!("{command} --runs {most} --threads 2 --progress always --out out");
        let (code, told) = crate::cli::signal_once(desk, &command, "-INT", has_games);
        assert_eq!(code, Some(130), "{}: {told}", row.name);
        assert!(told.contains("written to out; to continue"), "{}: {told}", row.name);
        desk.result("report out");
    });
}

/// Commands that are indented are there to be copied, so that they are not broken.
#[test]
fn every_summary_fits_the_terminal() {
    each("report", |desk, row| {
        desk.result(&format!("{} {} --out out --quiet", row.command, row.shorter));
        for columns in [80, 100, 160] {
            let told = desk.run_at(columns, &["report", "out"]);
            let long = |line: &&str| line.chars().count() > columns as usize && !line.starts_with("  ");
            let too_long: Vec<&str> = told.out.lines().filter(long).collect();
            assert!(told.code == Some(0) && too_long.is_empty(), "{}, {columns}: {too_long:#?}", row.name);
            assert!(!told.out.contains("win_share"), "{}: a name instead of words:\n{}", row.name, told.out);
        }
    });
}

/// The summaries that people read most, as terminals of three widths show them.
#[test]
fn summaries_as_terminals_show_them() {
    for (name, command) in [
        ("run", "--game gang --players 3 --runs 3000"),
        ("compare", "compare chaser bold --game gang --players 3 --runs 3000"),
        ("cards", "cards --game gang --runs 300 --max-dice 4"),
        ("tournament", "tournament hold race crowd --game pig --players 2 --runs 2000 --allot even"),
        ("sweep", "--game gang --players 3 --runs 3000 --vary rerolls=1..2"),
    ] {
        let desk = Desk::new();
        desk.result(&format!("{command} --out out --quiet"));
        let told = [80, 100, 160].map(|columns| {
            let told = desk.run_at(columns, &["report", "out"]).out;
            format!("{columns} characters:\n\n{told}")
        });
        insta::assert_snapshot!(format!("terminal_{name}"), told.join("\n"));
    }
}

/// Refuses a cell that says no where the program says yes.
#[test]
fn what_the_matrix_denies_is_refused() {
    for row in &ROWS {
        let desk = Desk::new();
        if !row.can("--luck cancel") {
            assert_eq!(desk.run(&format!("{} --luck cancel", row.long())).code, Some(2), "{}", row.name);
        }
        if !row.can("resume") {
            assert_eq!(desk.run(&format!("{} --resume", row.long())).code, Some(2), "{}", row.name);
        }
        if !row.can("shards") {
            let plan = format!("plan {} --shard-games 100 --out plan", row.long());
            assert_eq!(desk.run(&plan).code, Some(2), "{}", row.name);
        }
    }
}

/// "1 of 2 combinations were finished" was said of the one that was cut off.
#[test]
#[cfg(unix)]
fn a_combination_that_was_cut_off_was_counted_as_finished() {
    let desk = Desk::new();
    let entrants = "tournament hold race --game pig --players 2 --allot even --vary goal=20|30";
    let command = format!("{entrants} --runs 1e12 --threads 2 --progress always --out out");
    let (_, told) = crate::cli::signal_once(&desk, &command, "-INT", has_games);
    assert!(told.contains("interrupted: 0 of 2 combinations and a part of the next one were finished"), "{told}");
    let said = "It was interrupted: 0 of 2 combinations were finished, and a part of the next one.";
    assert!(desk.result("report out").contains(said) && desk.read("out/report.html").contains(said));
}

/// A plan of a later rung could be edited so that another candidate went on, and nothing showed it.
#[test]
fn an_edited_rung_made_a_wrong_run() {
    let desk = Desk::new();
    let race = "tune hold --param at=10..14 --against race --game pig --players 2 --runs 2000";
    desk.result(&format!("plan {race} --shard-games 1e6 --out plan"));
    desk.result("shard --plan plan/plan.json --index 0");
    assert_eq!(desk.result("merge plan"), "1 shard in plan/stage-2\n");
    let mut plan: serde_json::Value = serde_json::from_str(&desk.read("plan/stage-2/plan.json")).unwrap();
    let arms = plan.pointer_mut("/before/rungs/0/sums/fields/0/arms").unwrap().as_array_mut().unwrap();
    let last = arms.len() - 1;
    arms.swap(1, last);
    desk.write("plan/stage-2/plan.json", serde_json::to_string_pretty(&plan).unwrap() + "\n");
    desk.refused("shard --plan plan/stage-2/plan.json --index 0", &["what was played before it was changed"]);
    desk.refused("merge plan/stage-2", &["what was played before it was changed"]);
}

/// The refusal of a damaged save did not say how to go on.
#[test]
fn a_damaged_save_left_no_way_on() {
    let desk = Desk::new();
    desk.write("out/.analyze-saved", "nothing\n");
    let run = "--game pig --runs 60 --out out --resume";
    desk.refused(run, &["out/.analyze-saved", "delete that file"]);
    std::fs::remove_file(desk.path("out/.analyze-saved")).unwrap();
    desk.result(run);
}

/// The keys that were said to be valid had some that are refused, and lacked those of cards.
#[test]
fn keys_that_tournaments_refuse_were_called_valid() {
    let told =
        Desk::new().refused("tournament chaser bold --game gang --players 2 --vary foo=1..2", &["card.ID.FIELD"]);
    assert!(!told.contains("bots"), "{told}");
}
