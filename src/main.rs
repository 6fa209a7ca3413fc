//! `analyze`: parse, run, exit code. Everything else is the library's.

use std::process::ExitCode;

fn main() -> ExitCode {
    analyze::cli::main(std::env::args_os())
}
