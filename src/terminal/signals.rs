//! The signals that end the program: their handlers, which of them came, and its exit code.
//!
//! Owns the border to the system. A browser has no signals, so there nothing is ever handled.

#[cfg(not(target_family = "wasm"))]
use signal_hook::{
    SigId,
    consts::{SIGINT, SIGTERM},
    flag, low_level,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What a shell adds to the number of the signal that ended a program.
const BY_SIGNAL: u8 = 128;
#[cfg(target_family = "wasm")]
const SIGINT: i32 = 2;
#[cfg(target_family = "wasm")]
const SIGTERM: i32 = 15;

/// The signal that came first, 0 if none has come.
pub(crate) static FIRST: AtomicUsize = AtomicUsize::new(0);

/// The exit code of a program that a signal ended: 130 at Ctrl-C, 143 when it was asked to terminate.
pub(crate) fn exit_code() -> u8 {
    let signal = FIRST.load(Ordering::Relaxed);
    BY_SIGNAL + if signal == SIGTERM as usize { SIGTERM as u8 } else { SIGINT as u8 }
}

/// The handlers of both signals. They stay in place when this is dropped.
#[derive(Debug, Default)]
pub(crate) struct Handlers {
    #[cfg(not(target_family = "wasm"))]
    own: Vec<SigId>,
}

#[cfg(not(target_family = "wasm"))]
impl Handlers {
    /// From now on the number of a signal that comes is noted in `pending`. A handler that cannot be set is left out.
    pub(crate) fn note_in(pending: &Arc<AtomicUsize>) -> Handlers {
        let note = |signal| flag::register_usize(signal, Arc::clone(pending), signal as usize).ok();
        Handlers { own: [SIGINT, SIGTERM].into_iter().filter_map(note).collect() }
    }

    /// Whenever `is_on`, signals do what they do without handlers: the system's own do not come back by themselves.
    pub(crate) fn end_when(is_on: &Arc<AtomicBool>) {
        for signal in [SIGINT, SIGTERM] {
            let _ = flag::register_conditional_default(signal, Arc::clone(is_on));
        }
    }

    /// Takes the handlers away.
    pub(crate) fn remove(&mut self) {
        for handler in self.own.drain(..) {
            low_level::unregister(handler);
        }
    }
}

#[cfg(target_family = "wasm")]
impl Handlers {
    pub(crate) fn note_in(_: &Arc<AtomicUsize>) -> Handlers {
        Handlers::default()
    }

    pub(crate) fn end_when(_: &Arc<AtomicBool>) {}

    pub(crate) fn remove(&mut self) {}
}
