//! Ctrl-C and requests to terminate, while games are played and files written.
//!
//! Owns when the program is left, and with which code, and the clock by which what was played is saved. The first signal stops the games in order. The second leaves at
//! once, and so does the first where nothing is finished that could be written; then the folder is left as it was.

use super::output::remark;
use super::signals::{FIRST, Handlers, exit_code};
use super::typed_command::resuming_command;
use crate::record::Folder;
use crate::simulate::Control;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Once, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use web_time::Instant;

/// How often it is looked whether a signal came.
const TICK: Duration = Duration::from_millis(50);
/// How long the games under way may take after a signal before something is said or done about it.
const PATIENCE: Duration = Duration::from_millis(600);
/// Whether nobody waits for signals, which then do what they do by default.
static NOBODY: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

/// What signals end, shared with the thread that waits for them.
#[derive(Debug)]
pub(crate) struct Interruptible {
    /// Stops the games.
    pub control: Control,
    /// The folder, until its files are written; locked while they are.
    folder: Mutex<Option<Folder>>,
    is_working: AtomicBool,
    is_worth_waiting: AtomicBool,
    /// Milliseconds between saves; 0: nothing is saved.
    save_every: AtomicU64,
    /// What is to be saved next.
    to_save: Mutex<Option<String>>,
    has_saved: AtomicBool,
}

impl Interruptible {
    /// From now on signals stop the work. Where handlers cannot be set, the default stays: they end the program.
    pub(crate) fn begin(folder: Folder) -> Arc<Interruptible> {
        NOBODY.store(false, Ordering::Relaxed);
        let new = Interruptible::of(Some(folder));
        // Ctrl-C is for all tests of the program, not for one of them.
        if cfg!(test) {
            return new;
        }
        let (watched, pending) = (Arc::clone(&new), Arc::new(AtomicUsize::new(0)));
        let waiting = Arc::clone(&pending);
        if std::thread::Builder::new().spawn(move || watched.wait_for_signals(&waiting)).is_ok() {
            Handlers::note_in(&pending);
        }
        new
    }

    /// Work of another program, whose signals are its own: it stops the work by the control.
    pub(crate) fn alone() -> Arc<Interruptible> {
        Interruptible::of(None)
    }

    fn of(folder: Option<Folder>) -> Arc<Interruptible> {
        Arc::new(Interruptible {
            control: Control::default(),
            folder: Mutex::new(folder),
            is_working: AtomicBool::new(false),
            is_worth_waiting: AtomicBool::new(false),
            save_every: AtomicU64::new(0),
            to_save: Mutex::new(None),
            has_saved: AtomicBool::new(false),
        })
    }

    /// Does `work` that can be stopped; `keeps` says whether what is done of it until then is written.
    pub(crate) fn work<T>(&self, keeps: bool, work: impl FnOnce() -> T) -> T {
        self.control.count_again();
        self.is_worth_waiting.store(keeps, Ordering::Relaxed);
        self.is_working.store(true, Ordering::Relaxed);
        let done = work();
        self.is_working.store(false, Ordering::Relaxed);
        done
    }

    /// The folder, which is nobody else's while the guard lives.
    pub(crate) fn folder(&self) -> MutexGuard<'_, Option<Folder>> {
        self.folder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on what was played is asked for every so often.
    pub(crate) fn save_every(&self, time: Duration) {
        self.save_every.store(time.as_millis() as u64, Ordering::Relaxed);
        #[cfg(test)]
        super::watched_saves::begin(&self.control);
    }

    /// Has a text saved soon, without waiting for the disk.
    pub(crate) fn save(&self, text: String) {
        #[cfg(test)]
        super::watched_saves::keep(&text, &self.control);
        *self.to_save.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
    }

    /// Whether anything was saved.
    pub(crate) fn has_saved(&self) -> bool {
        self.has_saved.load(Ordering::Relaxed)
    }

    /// Saves what is to be saved; says so once if it cannot be.
    fn write_save(&self, is_told: &mut bool) {
        // Held while it is written: the folder's files come after it, or it after them and there is no folder any more.
        let folder = self.folder();
        let text = self.to_save.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (Some(folder), Some(text)) = (&*folder, text) else { return };
        match folder.save(&text) {
            Ok(()) => self.has_saved.store(true, Ordering::Relaxed),
            Err(error) if !std::mem::replace(is_told, true) => {
                remark(&format!("note: what was played so far cannot be saved ({error}); the games go on"));
            }
            Err(_) => {}
        }
    }

    /// Looks again and again whether a signal came, whether it is time to save, or whether the work goes on for too long after the first.
    fn wait_for_signals(&self, pending: &AtomicUsize) {
        let mut since = None;
        let (mut is_told, mut is_failure_told, mut last_save) = (false, false, Instant::now());
        loop {
            std::thread::sleep(TICK);
            self.write_save(&mut is_failure_told);
            let every = Duration::from_millis(self.save_every.load(Ordering::Relaxed));
            if !every.is_zero() && last_save.elapsed() >= every && self.is_working.load(Ordering::Relaxed) {
                last_save = Instant::now();
                self.control.ask_to_save();
            }
            let signal = pending.swap(0, Ordering::Relaxed);
            let Some(first) = since else {
                if signal != 0 {
                    FIRST.store(signal, Ordering::Relaxed);
                    self.control.stop();
                    since = Some(Instant::now());
                }
                continue;
            };
            if signal != 0 {
                self.leave("interrupted twice; nothing was written");
            }
            if !is_told && Instant::elapsed(&first) >= PATIENCE && self.is_working.load(Ordering::Relaxed) {
                is_told = true;
                self.lose_patience();
            }
        }
    }

    /// The work under way has not stopped in time.
    fn lose_patience(&self) {
        if self.is_worth_waiting.load(Ordering::Relaxed) && self.control.games() > 0 {
            remark(
                "interrupted: the games under way are finished, then whatever is complete is written; a second Ctrl-C writes nothing",
            );
        } else {
            self.leave("interrupted before anything was finished; nothing was written");
        }
    }

    /// How to go on, where what was played was saved.
    fn how_to_go_on(&self) -> String {
        if self.has_saved() {
            format!("; to go on from what was saved:\n  {}", resuming_command())
        } else {
            String::new()
        }
    }

    /// Ends the program. Waits if files are being written, which are written whole.
    fn leave(&self, told: &str) {
        if let Some(folder) = self.folder().take() {
            drop(folder);
            remark(&format!("{told}{}", self.how_to_go_on()));
        }
        std::process::exit(exit_code().into());
    }
}

/// From now on signals are for another program, which has this library in it.
pub(crate) fn leave_signals() {
    NOBODY.store(false, Ordering::Relaxed);
}

/// Work of which there is nothing to keep: until this is dropped the first signal ends the program.
#[derive(Debug)]
pub(crate) struct EndsAtOnce {
    handlers: Handlers,
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl EndsAtOnce {
    /// From now on a signal ends the program with these words; none if somebody waits for signals already.
    pub(crate) fn begin(told: &'static str) -> Option<EndsAtOnce> {
        if !NOBODY.swap(false, Ordering::Relaxed) {
            return None;
        }
        let (pending, (done, finished)) = (Arc::new(AtomicUsize::new(0)), channel());
        let waiting = Arc::clone(&pending);
        let thread = std::thread::Builder::new().spawn(move || {
            loop {
                let is_done = finished.recv_timeout(TICK) != Err(RecvTimeoutError::Timeout);
                let signal = waiting.swap(0, Ordering::Relaxed);
                if signal != 0 {
                    FIRST.store(signal, Ordering::Relaxed);
                    remark(told);
                    std::process::exit(exit_code().into());
                }
                if is_done {
                    break;
                }
            }
        });
        // Without a thread signals do what they do by default.
        let thread = thread.ok().map(|thread| (done, thread));
        let handlers = if thread.is_some() { Handlers::note_in(&pending) } else { Handlers::default() };
        Some(EndsAtOnce { handlers, thread })
    }
}

impl Drop for EndsAtOnce {
    fn drop(&mut self) {
        static BY_DEFAULT: Once = Once::new();
        // Before ours go, so that no signal is lost.
        BY_DEFAULT.call_once(|| Handlers::end_when(&NOBODY));
        NOBODY.store(true, Ordering::Relaxed);
        self.handlers.remove();
        if let Some((done, thread)) = self.thread.take() {
            let _ = done.send(());
            let _ = thread.join();
        }
    }
}
