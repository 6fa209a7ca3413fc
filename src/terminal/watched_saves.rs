//! Tests: the saves of a command under test. While they are kept, every one is asked for as soon as it can be made.

use crate::simulate::Control;
use std::cell::RefCell;

/// The saves of a command.
#[derive(Default)]
struct Kept {
    saves: Vec<String>,
    /// The save, counted from 1, at which Ctrl-C comes.
    stop_at: Option<usize>,
}

thread_local! {
    /// Those of the command under test on this thread, on which it saves.
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// Asks for the first save, before anything is played.
pub(crate) fn begin(control: &Control) {
    KEPT.with_borrow(|kept| kept.iter().for_each(|_| control.ask_to_save()));
}

/// Keeps a save, and asks for the next one.
pub(crate) fn keep(text: &str, control: &Control) {
    KEPT.with_borrow_mut(|kept| {
        if let Some(Kept { saves, stop_at }) = kept {
            saves.push(text.to_owned());
            if *stop_at == Some(saves.len()) { control.stop() } else { control.ask_to_save() }
        }
    });
}

/// Does something of which all saves are kept, and which is stopped at one of them, counted from 1.
pub(crate) fn kept_while<T>(stop_at: Option<usize>, work: impl FnOnce() -> T) -> (Vec<String>, T) {
    KEPT.set(Some(Kept { saves: Vec::new(), stop_at }));
    let done = work();
    (KEPT.take().unwrap().saves, done)
}
