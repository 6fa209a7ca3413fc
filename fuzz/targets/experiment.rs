//! Experiment files, and the `--vary` in them. No thread is no number of threads, so whatever is read is then refused.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let file = analyze_fuzz::folder().join("experiment.toml");
    analyze_fuzz::write(&file, text);
    analyze_fuzz::analyze("run FILE --threads 0", &file);
});
