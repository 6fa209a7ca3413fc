//! The strategies for Battle Dice.
//!
//! Owns what each of them thinks. `plain` exists so that anyone can check the simulator against an independent
//! program, `random` finds what goes wrong; the others have a thesis each about what to draft and which duel to fight.
//! What a strategy does not say, `games::battle::tactics` says for it.

mod duellist;
mod ideas;
mod plain;
mod random;

use super::parameter::{Parameter, ParameterKind};
use super::shelf::{Entry, Shelf};
use crate::games::battle::{Battle, Strategy};

const SAMPLES: Parameter = Parameter::new(
    "samples",
    "how often it tries each duel out before it chooses",
    ParameterKind::Whole { least: 1, most: 100_000, default: 1000 },
);

impl Shelf for Battle {
    fn entries() -> Vec<Entry<Battle>> {
        vec![
            Entry {
                name: "plain",
                about: "reference: five whites, then the dearest dice; battle against all at random; declines everything",
                parameters: vec![],
                build: |_, _| Box::new(plain::Plain),
            },
            Entry {
                name: "random",
                about: "decides anything that is legal, with its coin",
                parameters: vec![],
                build: |_, _| Box::new(random::Random),
            },
            Entry {
                name: "swarm",
                about: "many cheap dice, and armageddon with all of them",
                parameters: vec![],
                build: |_, _| Box::new(ideas::Swarm),
            },
            Entry {
                name: "elite",
                about: "few strong dice, and first to 15 with the best of them in front",
                parameters: vec![],
                build: |_, _| Box::new(ideas::Elite),
            },
            Entry {
                name: "powers",
                about: "blue and black dice for their powers, and battles with chosen dice",
                parameters: vec![],
                build: |_, _| Box::new(ideas::Powers),
            },
            Entry {
                name: "points",
                about: "black dice for their victory points, thrown bout after bout two by two",
                parameters: vec![],
                build: |_, _| Box::new(ideas::Points),
            },
            Entry {
                name: "duellist",
                about: "tries every duel, option and opponent out, and fights what gains most on the others; slow",
                parameters: vec![SAMPLES],
                build: |values, _| Box::new(duellist::Duellist { samples: values.whole(0) }),
            },
        ]
    }

    fn lineup(seats: usize) -> Vec<&'static str> {
        ["elite", "swarm", "powers", "points", "plain", "random"][..seats].to_vec()
    }

    fn cross(_: Box<dyn Strategy>, _: Box<dyn Strategy>) -> Option<Box<dyn Strategy>> {
        None
    }
}
