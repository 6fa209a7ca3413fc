//! Texts of three lines: a head and a body, each as JSON, and the hash of both, so that damage is seen.
//!
//! Owns this format. What heads and bodies are is for the files that are written so: the parts of a run, and what of a run
//! under way is saved.

use super::json::hash;
use serde::Serialize;

/// The text.
#[expect(clippy::expect_used, reason = "heads and bodies hold numbers, texts and lists, which can be written as JSON")]
pub(super) fn seal(head: &impl Serialize, body: &impl Serialize) -> String {
    let line = |json: serde_json::Result<String>| json.expect("it can be written as JSON");
    let text = format!("{}\n{}\n", line(serde_json::to_string(head)), line(serde_json::to_string(body)));
    let sum = hash(text.as_bytes());
    format!("{text}{sum}\n")
}

/// The head and the body.
///
/// # Errors
/// What is wrong with the text, as the end of a sentence that begins with its name.
pub(super) fn unseal(text: &str) -> Result<(&str, &str), &'static str> {
    let (lines, sum) = text.trim_end().rsplit_once('\n').ok_or("is cut off")?;
    if hash(format!("{lines}\n").as_bytes()).to_string() != sum {
        return Err("is damaged: its checksum is not that of its content");
    }
    lines.split_once('\n').ok_or("has no tallies")
}
