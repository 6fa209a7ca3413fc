//! Problems of a file as people are shown them: each with its line, and a caret under the place.

use super::brief::Excerpt;
use crate::input::{BadInput, Severity};
use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::SimpleFile;
use codespan_reporting::term;

/// Every problem with the line it is in and a caret under the place.
pub(crate) fn carets(bad: &BadInput) -> String {
    let file = SimpleFile::new(&bad.source.name, &bad.source.text);
    let config = term::Config::default();
    let mut text = String::new();
    for problem in &bad.problems {
        let mut diagnostic = match problem.severity {
            Severity::Error => Diagnostic::error(),
            Severity::Warning => Diagnostic::warning(),
        };
        let excerpt = problem.span.as_ref().and_then(|span| Excerpt::of(&bad.source.name, &bad.source.text, span));
        match &problem.span {
            Some(span) => {
                let end = span.end.min(bad.source.text.len());
                let place = excerpt.as_ref().map_or(span.start.min(end)..end, |excerpt| excerpt.place.clone());
                diagnostic = diagnostic.with_message(&problem.message).with_labels(vec![Label::primary((), place)]);
            }
            None => diagnostic = diagnostic.with_message(format!("{}: {}", bad.source.name, problem.message)),
        }
        diagnostic = diagnostic.with_notes(problem.help.iter().cloned().collect());
        let shown = match &excerpt {
            Some(excerpt) => term::emit_into_string(&config, excerpt, &diagnostic),
            None => term::emit_into_string(&config, &file, &diagnostic),
        };
        match shown {
            Ok(shown) => text.push_str(shown.trim_end()),
            Err(_) => text.push_str(&format!("error: {}: {}", bad.source.name, problem.message)),
        }
        text.push('\n');
    }
    text
}
