//! The program for a page in a browser, as WebAssembly.
//!
//! Owns the border to JavaScript: words and texts come in, and JSON goes out, `{"ok": ...}` or `{"refused": ...}`, as
//! `studio/src/engine/contract.ts` has it. Everything runs on the thread that calls, so a page calls from a worker.

use analyze::cli::embedded::{self, Answers, FileProblem, Finished, Refusal, RefusalKind, Said, Sitting};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

/// From now on this text stands for the file of this name.
#[wasm_bindgen]
pub fn hold(name: &str, text: String) {
    embedded::hold(Path::new(name), Some(text));
}

/// Plays an experiment: its name, and the words of its options.
#[wasm_bindgen]
#[must_use]
pub fn play(experiment: &str, words: Vec<String>) -> String {
    // One thread is all there is, and whoever asks for more is told so in every result.
    answered(embedded::play(experiment, &words, &Arc::default()).map(finished))
}

/// Does a command that only answers, such as `check`.
#[wasm_bindgen]
#[must_use]
pub fn say(words: Vec<String>) -> String {
    answered(embedded::say(&words).map(|Said { text, remarks }| json!({ "text": text, "remarks": remarks })))
}

/// Tells the game of a person with these answers.
#[wasm_bindgen]
#[must_use]
pub fn sit(words: Vec<String>, answers: Vec<String>) -> String {
    answered(embedded::sit(&words, &answers).map(sitting))
}

fn answered(answer: Result<Value, Refusal>) -> String {
    match answer {
        Ok(value) => json!({ "ok": value }),
        Err(refusal) => json!({ "refused": refused(refusal) }),
    }
    .to_string()
}

fn finished(Finished { files, summary, remarks, .. }: Finished) -> Value {
    let files: Map<String, Value> = files.into_iter().map(|(name, text)| (name, Value::String(text))).collect();
    json!({ "files": files, "summary": summary, "remarks": remarks })
}

fn sitting(Sitting { story, question, answers, advice, refused, review }: Sitting) -> Value {
    let (options, dice) = match answers {
        Answers::Typed => (None, None),
        Answers::Options(options) => (Some(options), None),
        Answers::Dice(dice) => (None, Some(dice)),
    };
    let question = question.map(|text| json!({ "text": text, "options": options, "dice": dice, "advice": advice }));
    json!({ "story": story, "question": question, "refused": refused, "review": review })
}

fn refused(Refusal { kind, text, problems }: Refusal) -> Value {
    let kind = match kind {
        RefusalKind::Input => "input",
        RefusalKind::Running => "running",
        RefusalKind::Fault => "fault",
        RefusalKind::Stopped => "stopped",
    };
    json!({ "kind": kind, "text": text, "problems": problems.into_iter().map(problem).collect::<Vec<_>>() })
}

fn problem(FileProblem { file, place, end, message, hint }: FileProblem) -> Value {
    let at = |place: Option<(usize, usize)>| place.map(|(line, column)| json!({ "line": line, "column": column }));
    json!({ "file": file, "message": message, "hint": hint, "from": at(place), "to": at(end) })
}
