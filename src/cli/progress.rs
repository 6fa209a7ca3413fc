//! The progress bar: what is done, how much a second, time left.
//!
//! Owns when it is shown. It only looks at a counter now and then; the workers know nothing of it.

use super::args::{OutputArgs, ProgressChoice};
use crate::simulate::Control;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often a bar is drawn.
const TICK: Duration = Duration::from_millis(100);
/// How often a line is written where there is no terminal to draw on.
const LINE: Duration = Duration::from_secs(1);

/// What is known so far, shown beside the bar: whoever finds more writes it here.
#[derive(Clone, Debug, Default)]
pub(super) struct Note(Arc<Mutex<String>>);

impl Note {
    /// Shows this from now on.
    pub(super) fn write(&self, text: &str) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = format!("  {text}");
    }

    fn read(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A bar that follows a run until it is dropped.
pub(super) struct Progress {
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Follows `control` towards `all` of what it counts in `unit`s, if progress is to be shown, with what stands in
    /// `note` beside the bar.
    pub(super) fn follow(
        shown: &OutputArgs,
        all: u64,
        unit: &'static str,
        control: &Arc<Control>,
        note: &Note,
    ) -> Progress {
        let (choice, quiet, note) = (shown.progress, shown.quiet, note.clone());
        let terminal = std::io::stderr().is_terminal();
        let shown = match choice {
            ProgressChoice::Never => false,
            ProgressChoice::Auto => terminal && !quiet,
            ProgressChoice::Always => true,
        };
        if !shown {
            return Progress { thread: None };
        }
        let (done, finished) = channel();
        let control = Arc::clone(control);
        let thread = std::thread::spawn(move || {
            let bar = bar(all, unit, terminal);
            let every = if terminal { TICK } else { LINE };
            while finished.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                bar.set_position(control.games());
                let note = note.read();
                if terminal {
                    bar.set_message(note);
                } else {
                    super::output::remark(&format!("{}{note}", line(&bar, unit)));
                }
            }
            bar.finish_and_clear();
        });
        Progress { thread: Some((done, thread)) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, thread)) = self.thread.take() {
            let _ = done.send(());
            let _ = thread.join();
        }
    }
}

fn bar(all: u64, unit: &str, terminal: bool) -> ProgressBar {
    let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(all), target);
    let template =
        format!("{{wide_bar}} {{human_pos}}/{{human_len}} {unit}  {{a_second}} {unit}/s  {{eta}} left{{msg}}");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style.with_key("a_second", |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{}", super::numbers::grouped(state.per_sec() as u64));
    }));
    bar
}

fn line(bar: &ProgressBar, unit: &str) -> String {
    let (done, all) = (bar.position(), bar.length().unwrap_or(0));
    let left = indicatif::HumanDuration(bar.eta());
    let grouped = super::numbers::grouped;
    format!("{}/{} {unit}  {} {unit}/s  {left} left", grouped(done), grouped(all), grouped(bar.per_sec() as u64))
}
