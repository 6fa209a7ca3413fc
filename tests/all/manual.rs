//! The lists and tables in `strategies/README.md` that the program prints: they are its output, byte for byte.
//!
//! To accept a change, run the test with `INSTA_UPDATE=always`, as for snapshots: it writes the output into the file.

use crate::program::Desk;
use crate::registry::registered_games;

const BEGIN: &str = "<!-- output of: ";
const END: &str = "<!-- end of output -->";

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
    made
}

#[test]
fn what_the_manual_shows_is_what_the_program_prints() {
    let path = format!("{}/strategies/README.md", env!("CARGO_MANIFEST_DIR"));
    let kept = std::fs::read_to_string(&path).unwrap();
    for game in registered_games() {
        assert!(kept.contains(&format!("{BEGIN}show words --game {game} -->")), "{game} has no table of words");
    }
    let made = made_again(&kept);
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &made).unwrap();
        return;
    }
    let line = 1 + made.lines().zip(kept.lines()).take_while(|(made, kept)| made == kept).count();
    assert!(made == kept, "differs from line {line} on; INSTA_UPDATE=always accepts it");
}
