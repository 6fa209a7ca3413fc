//! The files in which what takes long to solve is kept from one run to the next.
//!
//! Owns the cache. A file there is whole or not there; one that is not what it should be is made again and replaced. That
//! it cannot be written is no reason not to play.

use crate::games::Game;
use crate::games::gang::Gang;
use crate::games::rules::RuleSet;
use crate::input::{Links, read_file};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The longest file of a cache: many times what four players' positions take.
const MAX_BYTES: u64 = 1 << 32;

/// What belongs to a game, in bytes of this form: from the cache, or solved and put there. After each round that is solved
/// whoever follows is told, and `go_on` is asked.
///
/// # Errors
/// What `solve` gives.
pub(super) fn kept<T, E>(
    gang: &Gang,
    form: &str,
    of_bytes: impl FnOnce(&[u8]) -> Option<T>,
    to_bytes: impl FnOnce(&T) -> Vec<u8>,
    go_on: impl Fn() -> bool,
    solve: impl FnOnce(&dyn Fn() -> bool) -> Result<T, E>,
) -> Result<T, E> {
    let key = key(gang, form);
    let file = gang.cache().map(|folder| file(&key, folder));
    let bytes = file.as_deref().and_then(|file| read(file, &key));
    if let Some(known) = bytes.and_then(|bytes| of_bytes(&bytes)) {
        return Ok(known);
    }
    let follow = gang.follow();
    if let Some(follow) = follow {
        follow.begins(gang.deck().rounds());
    }
    let made = solve(&|| {
        if let Some(follow) = follow {
            follow.advances();
        }
        go_on()
    });
    if let Some(follow) = follow {
        follow.ends();
    }
    let made = made?;
    if let Some(file) = file {
        let _ = write(&to_bytes(&made), &key, &file);
    }
    Ok(made)
}

/// All that the content of a file depends on.
pub(super) fn key(gang: &Gang, form: &str) -> String {
    [form, &gang.rules().to_text(), &gang.seats().to_string(), &gang.deck().text].join("\n")
}

/// The file of a key: called by a hash of it.
pub(super) fn file(key: &str, folder: &Path) -> PathBuf {
    let hash: String = Sha256::digest(key).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    folder.join(format!("gang-{hash}.values"))
}

/// The hash at the end of a file. It covers the key, so that a file under another's name is refused.
pub(super) fn check(bytes: &[u8], key: &str) -> [u8; 32] {
    Sha256::new().chain_update(Sha256::digest(key)).chain_update(bytes).finalize().into()
}

/// What is in a file of this key, before its hash.
fn read(file: &Path, key: &str) -> Option<Vec<u8>> {
    let mut bytes = read_file(file, MAX_BYTES, Links::Follow).ok()?;
    let hash = bytes.split_off(bytes.len().checked_sub(Sha256::output_size())?);
    (check(&bytes, key).as_slice() == hash).then_some(bytes)
}

/// Puts the bytes and their hash in a file, which is never there in part.
fn write(bytes: &[u8], key: &str, file: &Path) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut building = tempfile::NamedTempFile::new_in(folder)?;
    building.write_all(bytes)?;
    building.write_all(&check(bytes, key))?;
    building.persist(file)?;
    Ok(())
}
