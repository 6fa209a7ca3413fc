//! What a record says where luck was to be cancelled and could not be.
//!
//! Owns the note that stands among those of the tallies, and how those of many combinations are told together. So it is the
//! same in every file that is made from the tallies, and in every part of a plan.

/// How the note begins; the reason follows.
const NOTE: &str = "luck is not cancelled: ";

/// The note among those of the tallies, for this reason.
pub fn as_played_note(why: &str) -> String {
    format!("{NOTE}{why}")
}

/// Why luck is not cancelled, if it was to be.
pub fn why_as_played(notes: &[String]) -> Option<&str> {
    notes.iter().find_map(|note| note.strip_prefix(NOTE))
}

/// The other notes.
fn other_notes(notes: &[String]) -> impl Iterator<Item = &String> {
    notes.iter().filter(|note| !note.starts_with(NOTE))
}

/// The other notes of all combinations of a sweep, each once.
pub fn other_notes_of_all<'n>(notes: impl Iterator<Item = &'n [String]>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for note in notes.flat_map(other_notes) {
        if !all.contains(note) {
            all.push(note.clone());
        }
    }
    all
}

/// Why luck is not cancelled in some of these notes, each of a combination: every reason once, in how many.
pub fn all_why_as_played<'n>(notes: impl Iterator<Item = &'n [String]>) -> Option<String> {
    let mut reasons: Vec<(&str, u64)> = Vec::new();
    for why in notes.filter_map(why_as_played) {
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, times)) => *times += 1,
            None => reasons.push((why, 1)),
        }
    }
    let told = |(why, times): &(&str, u64)| format!("{why} ({times} of the combinations)");
    match &reasons[..] {
        [] => None,
        [(why, _)] => Some((*why).to_owned()),
        all => Some(all.iter().map(told).collect::<Vec<_>>().join("; ")),
    }
}
