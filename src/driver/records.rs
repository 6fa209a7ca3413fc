//! Records in the folder of a run, read again: whether they are what was written.

use crate::record::{Manifest, ReadError, Record, Sums, hash};
use crate::terminal::failure::{Failure, Outcome, refuse};

/// The tallies, if they are those that the manifest was written with.
pub(crate) fn read<T: Sums>(text: &str, manifest: &Manifest) -> Result<T, Failure> {
    let tallies: T = read_again("tallies.json", text, manifest)?;
    if Sums::signature(&tallies) != manifest.signature {
        return refuse("tallies.json does not give the signature in run.json: one of them was changed after the run");
    }
    Ok(tallies)
}

/// Refuses a manifest that is not what was written: with another seed or other rules, its tallies are of no games.
pub(crate) fn refuse_altered(manifest: &Manifest) -> Outcome {
    if manifest.is_as_written() {
        return Ok(());
    }
    refuse("run.json is not as it was written: something in it was changed after the run (or an older build wrote it)")
}

/// A record of this name, if its text is the one that the manifest was written with.
pub(crate) fn read_again<T: Record>(name: &str, text: &str, manifest: &Manifest) -> Result<T, Failure> {
    let record = T::from_json(name, text).map_err(unreadable)?;
    let written = manifest.files.iter().find(|file| file.name == name);
    if written.is_none_or(|file| file.hash != hash(text.as_bytes())) {
        return refuse(format!("{name} is not the one that run.json belongs to: it was changed after the run"));
    }
    Ok(record)
}

/// A record that cannot be read is bad input.
pub(crate) fn unreadable(error: ReadError) -> Failure {
    Failure::Usage(error.to_string())
}
