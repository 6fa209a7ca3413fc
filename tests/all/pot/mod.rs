//! POT on the command line.
//!
//! | module | asks |
//! |---|---|
//! | `files` | strategy files: what a wrong one is told, what ships, what the guide writes |
//! | `input` | what is told of wrong options, files and answers |

mod files;
mod input;
