//! Files that somebody may have meant who named one that is not there.

use super::nearest;
use std::path::Path;

/// How many files of a folder are looked at.
const MOST_FILES: usize = 2000;
/// The extensions of files that the program reads.
const EXTENSIONS: [&str; 3] = ["toml", "rhai", "json"];

/// The file beside `path` that was probably meant, named as `path` is: the same with its extension, or the nearest name.
pub fn file_meant(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let shown = |file: &str| path.with_file_name(file).display().to_string();
    let whole = EXTENSIONS.iter().map(|extension| format!("{name}.{extension}"));
    if let Some(file) = whole.into_iter().find(|file| path.with_file_name(file).is_file()) {
        return Some(shown(&file));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_ours = |file: &String| {
        Path::new(file).extension().and_then(|it| it.to_str()).is_some_and(|it| EXTENSIONS.contains(&it))
    };
    let all =
        std::fs::read_dir(folder).ok()?.take(MOST_FILES).filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut files: Vec<String> = all.filter(is_ours).collect();
    files.sort();
    // Without its extension, if none was typed, so that the extension is no part of what differs.
    let known = |file: &str| match path.extension() {
        Some(_) => file.to_owned(),
        None => Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned(),
    };
    let names: Vec<String> = files.iter().map(|file| known(file)).collect();
    // One letter of two is near to anything.
    let near = nearest(name, names.iter().map(String::as_str)).filter(|_| name.len() > 2)?;
    let at = names.iter().position(|name| name == near)?;
    Some(shown(&files[at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_without_its_extension_or_spelt_wrong() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["shark.toml", "idea.rhai", "notes.txt"] {
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        let meant =
            |name: &str| file_meant(&folder.path().join(name)).map(|file| file.rsplit('/').next().unwrap().to_owned());
        for (typed, file) in [
            ("shark", Some("shark.toml")),
            ("shrak", Some("shark.toml")),
            ("shark.tml", Some("shark.toml")),
            ("shark.TOML", Some("shark.toml")),
            ("idea", Some("idea.rhai")),
            ("notes", None),
            ("whale", None),
        ] {
            assert_eq!(meant(typed).as_deref(), file, "{typed}");
        }
        assert_eq!(file_meant(Path::new("no/such/folder/shark")), None);
    }
}
