//! Whatever fails while a folder is written, it is old or new as a whole.

use super::super::manifest::NamedHash;
use super::super::names::TOOL;
use super::*;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;

/// What becomes of the step that fails, and of those after it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// The process dies: nothing happens any more.
    Killed,
    /// Only this step fails, with this number of the system's.
    Fails(i32),
}

const ENOSPC: i32 = 28;
const EIO: i32 = 5;
const EXDEV: i32 = 18;
const FAULTS: [Fault; 4] = [Fault::Killed, Fault::Fails(ENOSPC), Fault::Fails(EIO), Fault::Fails(EXDEV)];

/// A disk one of whose steps fails.
struct Faulty<'s> {
    /// Steps until then.
    left: &'s Cell<u32>,
    fault: Fault,
}

impl Faulty<'_> {
    fn step(&self, step: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let left = self.left.get();
        if left > 0 {
            self.left.set(left - 1);
            return step();
        }
        match self.fault {
            Fault::Killed => Err(io::Error::other("killed")),
            Fault::Fails(error) => {
                self.left.set(u32::MAX);
                Err(io::Error::from_raw_os_error(error))
            }
        }
    }
}

impl Disk for Faulty<'_> {
    fn create_dir(&self, path: &Path) -> io::Result<()> {
        self.step(|| Machine.create_dir(path))
    }

    /// Half of a file may be there when it fails.
    fn write(&self, path: &Path, content: &str) -> io::Result<()> {
        if self.left.get() == 0 {
            fs::write(path, &content[..content.len() / 2])?;
        }
        self.step(|| Machine.write(path, content))
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.step(|| Machine.sync_dir(path))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step(|| Machine.rename(from, to))
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.step(|| Machine.remove_file(path))
    }

    /// A folder may be half empty when it fails.
    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        if self.left.get() == 0
            && let Some(Ok(file)) = fs::read_dir(path)?.next()
        {
            fs::remove_file(file.path())?;
        }
        self.step(|| Machine.remove_dir(path))
    }
}

type Files = BTreeMap<String, String>;

fn files(named: &[(&str, &str)]) -> Vec<(String, String)> {
    named.iter().map(|&(name, content)| (name.to_owned(), content.to_owned())).collect()
}

fn manifest(files: &[(String, String)]) -> String {
    let listed: Vec<NamedHash> = files.iter().map(|(name, content)| NamedHash::new(name, content)).collect();
    serde_json::json!({ "tool": TOOL, "files": listed }).to_string()
}

/// What is saved before the files are written.
const SAVES: [&str; 2] = ["the first half", "three quarters of it"];

fn written(disk: impl Disk, target: &Path, files: &[(String, String)]) -> Result<(), FolderError> {
    let folder = Folder::open_on(target, disk)?;
    SAVES.iter().try_for_each(|text| folder.save(text))?;
    folder.write(files, &manifest(files), Saves::Remove)
}

/// All that is in a folder but what was saved, which is whole, and its folders with an empty text.
fn content(folder: &Path) -> Files {
    let Ok(entries) = fs::read_dir(folder) else { return Files::new() };
    let text = |path: PathBuf| fs::read_to_string(path).unwrap_or_default();
    entries
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), text(entry.path())))
        .filter(|(name, text)| name != SAVED || !SAVES.contains(&text.as_str()))
        .collect()
}

/// Files of an earlier run and of its user, one of which is a file of the run that was changed.
fn use_folder(target: &Path) {
    written(Machine, target, &files(&[("summary.csv", "old"), ("gone.csv", "old"), ("changed.csv", "old")])).unwrap();
    fs::write(target.join("notes.txt"), "mine").unwrap();
    fs::write(target.join("changed.csv"), "mine").unwrap();
}

fn new_files() -> Vec<(String, String)> {
    files(&[("summary.csv", "new"), ("seats.csv", "new too")])
}

/// Every fault at every step of a new folder and of one that was used.
#[test]
fn a_folder_is_old_or_new_as_a_whole_whatever_fails() {
    for (used, fault) in [false, true].into_iter().flat_map(|used| FAULTS.map(|fault| (used, fault))) {
        let mut seen = [0, 0];
        for step in 0.. {
            let desk = tempfile::tempdir().unwrap();
            let target = desk.path().join("out");
            if used {
                use_folder(&target);
            }
            let old = content(&target);
            let left = Cell::new(step);
            let result = written(Faulty { left: &left, fault }, &target, &new_files());
            if result.is_ok() && left.get() < u32::MAX / 2 && left.get() > 0 {
                assert!(step > 8, "{step}");
                break;
            }
            let mut new = old.clone();
            new.remove("gone.csv");
            new.extend(new_files());
            new.insert(MANIFEST.to_owned(), manifest(&new_files()));
            if result.is_err() && fault != Fault::Killed && !target.join(READY).exists() {
                assert_eq!(content(&target), old, "{used} {fault:?} {step}: what was there stays");
            }
            // Whatever comes next ends what was begun.
            drop(Folder::open(&target).unwrap());
            let now = content(&target);
            assert!(now == old || now == new, "{used} {fault:?} {step}: {now:?}");
            seen[usize::from(now == new)] += 1;
            assert!(result.is_err() || now == new);
            written(Machine, &target, &new_files()).unwrap();
            assert_eq!(content(&target), new, "{used} {fault:?} {step}");
            assert!(!target.join(SAVED).exists());
        }
        assert!(seen.iter().all(|&times| times > 2), "{used} {fault:?}: {seen:?}");
    }
}

#[test]
fn a_second_run_is_refused_and_names_the_first_and_a_folder_let_go_is_free() {
    let desk = tempfile::tempdir().unwrap();
    let target = desk.path().join("out");
    let first = Folder::open(&target).unwrap();
    let refused = Folder::open(&target).unwrap_err();
    let process = format!("(process {})", std::process::id());
    assert!(matches!(&refused, FolderError::Busy { holder, .. } if holder.contains(&process)), "{refused}");
    first.write(&new_files(), &manifest(&new_files()), Saves::Keep).unwrap();
    written(Machine, &target, &new_files()).unwrap();
}

#[test]
fn a_name_that_leads_elsewhere_is_not_written() {
    let desk = tempfile::tempdir().unwrap();
    for name in ["../victim.csv", "a/b.csv", "/tmp/victim.csv", "..", ".hidden.csv", "victim.sh", "a.b.csv", ""] {
        let folder = Folder::open(&desk.path().join("out")).unwrap();
        assert!(folder.write(&files(&[(name, "")]), "", Saves::Remove).is_err(), "{name}");
    }
    assert_eq!(content(desk.path()), Files::new());
}

/// A manifest that lists what no run wrote, with the right hashes.
#[test]
fn a_forged_manifest_removes_nothing_of_the_user() {
    let desk = tempfile::tempdir().unwrap();
    let target = desk.path().join("out");
    written(Machine, &target, &new_files()).unwrap();
    let victims = [("notes.txt", "mine"), ("../victim.csv", "mine"), (".profile", "mine")];
    victims.iter().for_each(|(name, text)| fs::write(target.join(name), text).unwrap());
    fs::write(target.join(MANIFEST), manifest(&files(&victims))).unwrap();
    written(Machine, &target, &new_files()).unwrap();
    victims.iter().for_each(|(name, text)| assert_eq!(fs::read_to_string(target.join(name)).unwrap(), *text));
}
