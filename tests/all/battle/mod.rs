//! Battle Dice on the command line.
//!
//! | module | asks |
//! |---|---|
//! | `files` | strategy files: what ships, what the tutorial says, what a wrong one is told |
//! | `program` | options, rules and results |
//! | `scripts` | a script's fault, its coins and parameters |

mod files;
mod program;
mod scripts;
