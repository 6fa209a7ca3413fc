//! Parts of a plan, what a run saved, and what a run left that died, as they lie in a folder. The hash at the end of the text
//! is mended first, which whoever alters such a file would do.
#![no_main]

use analyze::record::{Folder, Saved, Tallies, hash};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let sealed = format!("{text}\n{}\n", hash(format!("{text}\n").as_bytes()));
    let folder = analyze_fuzz::folder();
    analyze_fuzz::write(&folder.join("plan").join("parts").join("part-1"), sealed.as_bytes());
    let shards = analyze_fuzz::shards(&folder.join("plan"));
    let _ = (shards.read::<Tallies>(1), shards.missing());
    analyze_fuzz::write(&folder.join(".analyze-saved"), sealed.as_bytes());
    let _ = Saved::read(&folder);

    // Whatever a manifest says, a file that no run writes is neither moved nor removed.
    let ready = folder.join("left").join(".analyze-ready");
    let key = ready.join("id_rsa");
    analyze_fuzz::write(&ready.join("run.json"), text.as_bytes());
    analyze_fuzz::write(&key, b"key");
    assert!(Folder::recover(&folder.join("left")).is_err() && Folder::open(&folder.join("left")).is_err());
    assert!(key.exists());
});
