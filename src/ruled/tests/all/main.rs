//! Games from files: read, played, solved; their mistakes; and hostile ones.

#![cfg(test)]

mod advice;
mod architecture;
mod chance;
mod common;
mod contest;
mod exact;
mod games;
mod hostile;
mod idle;
mod laws;
mod luck;
mod mistakes;
mod pays;
mod peers;
mod playouts;
mod presets;
mod scripts;
