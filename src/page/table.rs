//! Tables of numbers on a page: the same fields as in the files, written as for a terminal.

use crate::report::{Field, Table};
use maud::{Markup, html};

/// The table; wide ones can be scrolled.
pub(crate) fn table(table: &Table) -> Markup {
    let is_word = |column: usize| table.rows.iter().all(|row| matches!(row[column], Field::Text(_)));
    let words: Vec<bool> = (0..table.headings.len()).map(is_word).collect();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(format!("Table: {}", table.name)) {
            table {
                thead { tr { @for (heading, &word) in table.headings.iter().zip(&words) {
                    @if word { th.word scope="col" title=[heading.explains().map(|it| table.in_words(it))] { (heading.words()) } }
                    @else { th scope="col" title=[heading.explains().map(|it| table.in_words(it))] { (heading.words()) } }
                } } }
                tbody { @for row in &table.rows {
                    tr { @for ((heading, field), &word) in table.headings.iter().zip(row).zip(&words) {
                        @if word { td.word { (heading.label(field)) } } @else { td { (heading.label(field)) } }
                    } }
                } }
            }
        }
    }
}
