//! The chapter on Pig in `docs/strategies/pig.md`: what it shows can be checked and played.

use crate::program::Desk;

/// The blocks of a language in the chapter, in order.
fn blocks(language: &str) -> Vec<&'static str> {
    let chapter = include_str!("../../../docs/strategies/pig.md");
    chapter.split("```").filter_map(|block| block.strip_prefix(language)).collect()
}

#[test]
fn the_guide_writes_what_can_be_played() {
    let (desk, toml) = (Desk::new(), blocks("toml\n"));
    assert_eq!(toml.len(), 3);
    desk.write("first.toml", toml[0]);
    // The second block stands in place of the last line of the first.
    desk.write("mine.toml", format!("{}{}", toml[0].replace("hold = 22\n", toml[1]), toml[2]));
    desk.write("my-idea.rhai", blocks("js\n").concat());
    for (file, name) in [("first.toml", "mine"), ("mine.toml", "mine"), ("my-idea.rhai", "my-idea")] {
        let checked = desk.result(&format!("check {file}"));
        assert!(checked.contains(&format!("strategy '{name}' for pig")), "{checked}");
    }
    desk.result("--game pig --bots mine.toml:near=10,mine.toml,keep-pace --runs 30 --out out");
}
