//! The page of `analyze chance`: the answer with its picture, its numbers, and the command that makes it.

use super::tables::Answer;
use crate::page::table::table;
use crate::page::{answer_page, folded};
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::typed_command::typed_command;
use maud::html;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};

/// Writes the page into a file, which must be new.
pub(super) fn write(answer: &Answer, file: &str) -> Outcome {
    let written = OpenOptions::new().write(true).create_new(true).open(file);
    match written.and_then(|mut opened| opened.write_all(page(answer).as_bytes())) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            refuse(format!("--page: there is a file '{file}' already; choose another name, or move it away"))
        }
        Err(error) => Err(Failure::Running(format!("cannot write '{file}': {error}"))),
    }
}

fn page(answer: &Answer) -> String {
    let [question, dice] = &answer.heading;
    answer_page(
        question,
        &html! {
            p.answer { (dice) }
            @for sentence in &answer.sentences { p { (sentence) } }
            section { h2 { "Answer" } div.figures { figure { (answer.picture) } } }
            (folded("Numbers", &table(&answer.table)))
            section { h2 { "How this was made" }
                @for remark in &answer.remarks { p { (remark) "." } }
                pre { (typed_command()) }
            }
        },
    )
}
