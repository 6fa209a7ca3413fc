//! What `README.md`, `docs/reference.md` and `strategies/README.md` show of the program: it is its output, byte for byte. So
//! are the columns of its files in the reference.
//!
//! To accept a change, run the test with `INSTA_UPDATE=always`, as for snapshots: it writes the output into the file. Where
//! some lines alone are shown they have to be put there by hand.

use crate::packages::columns;
use crate::program::Desk;
use crate::registry::registered_games;

const BEGIN: &str = "<!-- output of: ";
const END: &str = "<!-- end of output -->";
/// Some lines of an output, in its order; `…` stands for those left out.
const LINES: &str = "<!-- lines of: ";
const COLUMNS: &str = "<!-- columns of all files -->\n";
const END_OF_COLUMNS: &str = "<!-- end of columns -->";
const MATRIX: &str = "<!-- what every experiment can do -->\n";
const END_OF_MATRIX: &str = "<!-- end of matrix -->";

/// A file of the project.
fn kept(file: &str) -> String {
    std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The strategies that a text has in it, as files with the names that they have; of two of a name the last.
fn write_strategies(desk: &Desk, text: &str) {
    for block in text.split("```toml\n").skip(1).filter_map(|rest| rest.split_once("```")) {
        let name = block.0.strip_prefix("name = \"").and_then(|rest| rest.split_once('"'));
        name.into_iter().for_each(|(name, _)| desk.write(&format!("{name}.toml"), block.0));
    }
}

/// The file with what each command in it prints between its markers; a table stands as it is, all else is quoted.
fn made_again(text: &str) -> String {
    let desk = Desk::new();
    let mut pieces = text.split(BEGIN);
    let mut made = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let (command, rest) = piece.split_once(" -->\n").expect("a command");
        let (_, after) = rest.split_once(END).expect("an end");
        let output = desk.result(command);
        let shown = if output.starts_with('|') { format!("\n{output}\n") } else { format!("```text\n{output}```\n") };
        made += &format!("{BEGIN}{command} -->\n{shown}{END}{after}");
    }
    let pieces: Vec<&str> = text.split(LINES).collect();
    for (before, piece) in pieces.iter().zip(&pieces[1..]) {
        write_strategies(&desk, before);
        let (command, rest) = piece.split_once(" -->\n```text\n").expect("a command");
        let output = desk.result(command);
        let mut lines = output.lines();
        for line in rest.split_once("```").expect("an end").0.lines().filter(|line| *line != "…") {
            assert!(lines.any(|other| other == line), "{command} does not print, or not there: {line}\n{output}");
        }
    }
    made
}

/// The file with the columns of all files between their markers, if it has such.
fn with_columns(text: String) -> String {
    let Some((before, rest)) = text.split_once(COLUMNS) else { return text };
    let (_, after) = rest.split_once(END_OF_COLUMNS).expect("an end");
    format!("{before}{COLUMNS}\n{}\n{END_OF_COLUMNS}{after}", columns())
}

/// The file with the matrix of experiments between its markers, if it has such.
fn with_matrix(text: String) -> String {
    let Some((before, rest)) = text.split_once(MATRIX) else { return text };
    let (_, after) = rest.split_once(END_OF_MATRIX).expect("an end");
    format!("{before}{MATRIX}\n{}\n{END_OF_MATRIX}{after}", crate::matrix::matrix())
}

/// Refuses a file that shows something else than the program prints.
fn shows_what_is_printed(file: &str) {
    let kept = kept(file);
    let made = with_matrix(with_columns(made_again(&kept)));
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(format!("{}/{file}", env!("CARGO_MANIFEST_DIR")), &made).unwrap();
        return;
    }
    let line = 1 + made.lines().zip(kept.lines()).take_while(|(made, kept)| made == kept).count();
    assert!(made == kept, "{file} differs from line {line} on; INSTA_UPDATE=always accepts it");
}

#[test]
fn what_the_manual_shows_is_what_the_program_prints() {
    let manual = kept("strategies/README.md");
    for game in registered_games() {
        assert!(manual.contains(&format!("{BEGIN}show words --game {game} -->")), "{game} has no table of words");
    }
    shows_what_is_printed("strategies/README.md");
}

#[test]
fn what_the_readme_shows_is_what_the_program_prints() {
    shows_what_is_printed("README.md");
}

#[test]
fn what_the_reference_shows_is_what_the_program_prints() {
    shows_what_is_printed("docs/reference.md");
}

/// The three commands with which `README.md` puts a card of one's own into the deck, with fewer games: the card stands
/// there as it has to be written, and what is shown of the deck is about it.
#[test]
fn the_card_in_the_readme_can_be_played() {
    let readme = kept("README.md");
    let (_, task) = readme.split_once("## A card of your own").unwrap();
    let block = |kind: &str| task.split_once(&format!("```{kind}\n")).unwrap().1.split_once("```").unwrap().0;
    let (id, card) = block("toml").split_once("\n\n").unwrap();
    let desk = Desk::new();
    let deck = desk.result("show reconstructed");
    let replaced = "[[card]]\nid = \"pair-bomb\"\ncondition = \"pair\"\ntrigger = \"bomb\"\nback = \"light\"\n";
    assert!(deck.contains(replaced) && deck.contains("id = \"reconstructed\""));
    desk.write("mine.toml", deck.replace(replaced, card).replace("id = \"reconstructed\"", id));
    desk.result("check mine.toml");
    let commands: Vec<&str> = block("sh").lines().filter_map(|line| line.strip_prefix("analyze ")).collect();
    let [print, hard, change] = commands[..] else { panic!("{commands:?}") };
    // How hard cards are is left to the tests of `cards`, because to solve all eighteen takes long.
    assert_eq!([print, hard], ["show reconstructed > mine.toml", "cards --deck mine.toml"]);
    let told = desk.run(&change.replace("1e6", "30").replace('\'', ""));
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(told.out.contains("\nmine ") && told.err.contains("without the card pair-bomb; with the card pair-or-9"));
}
