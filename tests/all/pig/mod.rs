//! Pig on the command line.
//!
//! | module | asks |
//! |---|---|
//! | `guide` | whether the strategies in the guide can be played |
//! | `tuning` | whether `analyze tune` finds the best value where it is known |

#[path = "../../games/pig/chances.rs"]
mod chances;
mod guide;
mod tuning;
