//! Ctrl-C: the first time the run stops in order, the second time at once.

use crate::simulate::Control;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

/// Lets Ctrl-C (and a request to terminate) stop the run. Where handlers cannot be set, the default stays.
pub(super) fn stop_on_interrupt(control: &Arc<Control>) {
    let (control, again) = (Arc::clone(control), AtomicBool::new(false));
    let _ = ctrlc::set_handler(move || {
        if again.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        control.stop();
    });
}
