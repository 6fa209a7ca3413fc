//! Parts of a plan, and what a run saved, as they lie in a folder. The hash at the end of the text is mended first, which
//! whoever alters such a file would do.
#![no_main]

use analyze::record::{Saved, Tallies, hash};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let sealed = format!("{text}\n{}\n", hash(format!("{text}\n").as_bytes()));
    let folder = analyze_fuzz::folder();
    analyze_fuzz::write(&folder.join("plan").join("parts").join("part-1"), sealed.as_bytes());
    let shards = analyze_fuzz::shards(&folder.join("plan"));
    let _ = (shards.read::<Tallies>(1), shards.missing());
    analyze_fuzz::write(&folder.join(".analyze-saved"), sealed.as_bytes());
    let _ = Saved::read(&folder);
});
