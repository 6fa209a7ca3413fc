//! The page of `analyze chance`: the answer with its picture, its numbers, and the command that makes it.

use super::tables::Answer;
use crate::page::table::table;
use crate::page::{answer_page, folded};
use crate::terminal::typed_command::typed_command;
use maud::html;

/// The page.
pub(super) fn page(answer: &Answer) -> String {
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
