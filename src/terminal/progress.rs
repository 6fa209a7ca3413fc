//! The progress bar: what is done, how much a second, time left.
//!
//! Owns when it is shown. It only looks at a counter now and then; the workers know nothing of it.

use super::choices::ProgressChoice;
use super::interrupt::Interruptible;
use super::numbers::grouped;
use super::output::remark;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::{Display, Write};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often a bar is drawn.
const TICK: Duration = Duration::from_millis(100);
/// How often a line is written where there is no terminal to draw on.
const LINE: Duration = Duration::from_secs(1);

fn is_terminal() -> bool {
    std::io::stderr().is_terminal()
}

/// Whether progress is to be shown.
pub(crate) fn is_wanted(choice: ProgressChoice, quiet: bool) -> bool {
    match choice {
        ProgressChoice::Never => false,
        ProgressChoice::Auto => is_terminal() && !quiet,
        ProgressChoice::Always => true,
    }
}

/// Whether a log ends with what was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Shown,
    Hidden,
}

/// A bar that follows a run until it is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Follows `work` towards `all` of what it counts in `unit`s, if that is `wanted`.
    pub(crate) fn follow(wanted: bool, all: u64, unit: &'static str, work: &Arc<Interruptible>) -> Progress {
        let work = Arc::clone(work);
        Progress::shown(wanted, (all, unit), Last::Shown, move || work.control.games())
    }

    /// Shows nothing.
    pub(crate) fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden(), thread: None }
    }

    /// Follows what `count` says, if that is `wanted`.
    pub(crate) fn show(
        wanted: bool,
        all: u64,
        unit: &'static str,
        count: impl Fn() -> u64 + Send + 'static,
    ) -> Progress {
        Progress::shown(wanted, (all, unit), Last::Hidden, count)
    }

    fn shown(
        wanted: bool,
        (all, unit): (u64, &'static str),
        last: Last,
        count: impl Fn() -> u64 + Send + 'static,
    ) -> Progress {
        if !wanted {
            return Progress::hidden();
        }
        let terminal = is_terminal();
        let bar = bar(all, unit, terminal);
        let (done, finished) = channel();
        let shared = bar.clone();
        let thread = std::thread::Builder::new().spawn(move || {
            let every = if terminal { TICK } else { LINE };
            while finished.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                bar.set_position(count());
                if !terminal {
                    remark(&line(&bar, unit));
                }
            }
            if !terminal && last == Last::Shown {
                // A log ends with what was finished, however quick that was.
                bar.set_position(count());
                remark(&line(&bar, unit));
            }
            bar.finish_and_clear();
        });
        // Without a thread there is no bar, which is no reason not to play.
        Progress { bar: shared, thread: thread.ok().map(|thread| (done, thread)) }
    }

    /// From now on the whole is this.
    pub(crate) fn reaches(&self, all: u64) {
        self.bar.set_length(all);
    }

    /// Shows from now on, beside the bar, what is known so far.
    pub(crate) fn note(&self, text: &str) {
        self.bar.set_message(format!("  {text}"));
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
    let template = format!("{{wide_bar}} {{human_pos}}/{{human_len}} {unit}  {{a_second}} {unit}/s{{left}}{{msg}}");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let a_second = |state: &ProgressState, out: &mut dyn Write| {
        let _ = out.write_str(&grouped(state.per_sec() as u64));
    };
    let left = |state: &ProgressState, out: &mut dyn Write| {
        let _ = out.write_str(&time_left(state.pos(), format_args!("{:#}", HumanDuration(state.eta()))));
    };
    bar.set_style(style.with_key("a_second", a_second).with_key("left", left));
    bar
}

/// How long it takes yet. Before anything is done, nobody knows.
fn time_left(done: u64, left: impl Display) -> String {
    if done == 0 { String::new() } else { format!("  {left} left") }
}

/// The bar as a line.
fn line(bar: &ProgressBar, unit: &str) -> String {
    let [done, all, a_second] = [bar.position(), bar.length().unwrap_or(0), bar.per_sec() as u64].map(grouped);
    let (left, note) = (time_left(bar.position(), HumanDuration(bar.eta())), bar.message());
    format!("{done}/{all} {unit}  {a_second} {unit}/s{left}{note}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// While luck was being worked out, a line said that a run of a million games had 0 seconds left.
    #[test]
    fn no_time_was_left_before_anything_was_done() {
        let bar = bar(1_000_000, "games", false);
        assert_eq!(line(&bar, "games"), "0/1,000,000 games  0 games/s");
        bar.set_position(1_000_000);
        assert!(line(&bar, "games").ends_with(" games/s  0 seconds left"), "{}", line(&bar, "games"));
    }
}
