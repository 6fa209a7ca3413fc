//! Games from files: read, played, solved; their mistakes; and hostile ones.

mod common;
mod exact;
mod games;
