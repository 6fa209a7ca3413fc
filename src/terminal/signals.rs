//! The signal that ended the program, and its exit code.

use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a shell adds to the number of the signal that ended a program.
const BY_SIGNAL: u8 = 128;

/// The signal that came first, 0 if none has come.
pub(crate) static FIRST: AtomicUsize = AtomicUsize::new(0);

/// The exit code of a program that a signal ended: 130 at Ctrl-C, 143 when it was asked to terminate.
pub(crate) fn exit_code() -> u8 {
    let signal = FIRST.load(Ordering::Relaxed);
    BY_SIGNAL + if signal == SIGTERM as usize { SIGTERM as u8 } else { SIGINT as u8 }
}
