//! The strategies for Battle Dice.
//!
//! Owns what each of them thinks. `plain` exists so that anyone can check the simulator against an independent
//! program, `random` finds what goes wrong; the others have a thesis each about what to draft and which duel to fight.
//! What a strategy does not say, `games::battle::tactics` says for it. Those that ship as files and scripts are in
//! `strategies/battle`; the form of files is in `form`, how scripts are bound in `script`.

mod built_in;
mod form;
mod script;
mod script_view;
mod tactician;

use super::catalogue::{Catalogue, Entry, ShippedFile, shipped_names};
use super::parameter::Parameter;
use crate::games::battle::Battle;

impl Catalogue for Battle {
    /// The reference, then ideas with a thesis each.
    const PERSON: &'static str = include_str!("person.rhai");
    const FILES: &'static [ShippedFile] = &[
        ("plain.toml", include_str!("../../../../strategies/battle/plain.toml")),
        ("swarm.toml", include_str!("../../../../strategies/battle/swarm.toml")),
        ("elite.toml", include_str!("../../../../strategies/battle/elite.toml")),
        ("powers.toml", include_str!("../../../../strategies/battle/powers.toml")),
        ("points.toml", include_str!("../../../../strategies/battle/points.toml")),
        ("bully.rhai", include_str!("../../../../strategies/battle/bully.rhai")),
    ];

    const ABOUT: &'static [(&'static str, &'static str)] = &[
        (
            "plain",
            "a yardstick: takes five white dice, then the most expensive ones; fights battles against all with random dice; declines all options",
        ),
        ("swarm", "buys many cheap dice, and fights the duel \"armageddon\" with all of them"),
        ("elite", "buys a few strong dice, and fights the duel \"first to 15\" with the best ones in front"),
        ("powers", "buys blue and black dice for their powers, and fights battles with dice that it chooses"),
        ("points", "buys black dice for their victory points, and fights the duel \"two by two\""),
        (
            "bully",
            "fights the duel \"armageddon\" against the opponent with the weakest dice, with the number of dice that suits it best",
        ),
        (
            "bully.lead",
            "the number of points by which it must expect to win the duel; if it expects less, it fights a battle against everybody",
        ),
    ];

    fn entries() -> Vec<Entry<Battle>> {
        // Not tuned: more are better and slower.
        let samples =
            Parameter::whole("samples", "how often it tries each duel out before it chooses", (1, 100_000), 1000);
        vec![
            Entry {
                name: "random",
                about: "makes any legal decision, each equally likely",
                parameters: vec![],
                build: |_, _| Ok(Box::new(built_in::Random)),
            },
            Entry {
                name: "tactician",
                about: "drafts, fights and buys what makes it most likely to win the game, by the chances of duels",
                parameters: vec![],
                build: |_, _| Ok(Box::<tactician::Tactician>::default()),
            },
            Entry {
                name: "duellist",
                about: "tries out every duel, option and opponent, and fights the duel that gains most on the others; slow",
                parameters: vec![samples],
                build: |values, _| Ok(Box::new(built_in::Duellist { samples: values.whole(0) })),
            },
        ]
    }

    /// With its default samples `duellist` takes a second a game; with one it chooses duels just as legal.
    fn trial_opponents() -> Vec<&'static str> {
        shipped_names::<Battle>()
            .into_iter()
            .map(|name| if name == "duellist" { "duellist:samples=1" } else { name })
            .collect()
    }

    /// The first three win about a third each against one another. `powers` wins next to nothing, and is what shows what
    /// powers are worth; `bully` and `duellist`, which would, take ten times as long.
    fn lineup(seats: usize) -> Vec<&'static str> {
        ["elite", "points", "swarm", "powers", "plain", "random"][..seats].to_vec()
    }
}
