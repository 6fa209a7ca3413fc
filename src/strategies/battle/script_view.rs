//! Players, dice and options that the functions of a script for Battle Dice see.
//!
//! Owns what the declaration of the game cannot say, because it has parts of its own. Each is a type of the language,
//! read from a copy of what is seen; none of them can be made or changed by a script.

use super::names;
use crate::games::Seat;
use crate::games::battle::{Aim, Battle, DuelView, Face, Kind, Kinds, SIDES, Spot, Thrown, View, Zone, kinds_value};
use crate::games::declaration::Value;
use crate::strategies::script::{self, Said, ScriptView, Words, dynamic, refuse};
use rhai::{Array, Dynamic};
use std::sync::Arc;

/// A call of a function of a script.
pub(super) type Call = script::Call<Battle>;

/// A player of a view.
#[derive(Clone)]
struct Player(Arc<Call>, Seat);

/// Dice by kind.
#[derive(Clone)]
struct Dice(Kinds);

/// A thrown die of a view.
#[derive(Clone)]
struct ThrownDie(Arc<Call>, Aim);

/// An option of a view, by its position.
#[derive(Clone)]
pub(super) struct ScriptOption(pub(super) Arc<Call>, pub(super) usize);

/// What an option is about.
#[derive(Clone, Copy)]
pub(super) struct Offer {
    /// The own die that is placed.
    pub(super) die: Option<Spot>,
    /// The own die that it lay on before.
    pub(super) from: Option<Spot>,
    /// The die that it is about.
    pub(super) on: Option<Spot>,
    /// Whose die, or which player is hit.
    pub(super) seat: Seat,
    /// The rerolls or cancels that it takes.
    pub(super) actions: u32,
}

impl Offer {
    /// What is about an own die.
    pub(super) fn own(view: &DuelView<'_>, on: Spot) -> Offer {
        Offer { die: None, from: None, on: Some(on), seat: view.seat(), actions: 1 }
    }
}

fn whole(number: u32) -> i64 {
    i64::from(number)
}

fn seat(seat: Seat) -> i64 {
    seat.number() as i64
}

/// The table.
fn table(call: &Call) -> Said<View<'_>> {
    Ok(call.situation()?.table)
}

/// The duel under way.
fn duel(call: &Call) -> Said<DuelView<'_>> {
    call.situation()?.duel().map_or_else(|| refuse("this is known in a duel only"), Ok)
}

/// The kind of a name.
fn kind(name: &str) -> Said<Kind> {
    names::kind(name).map_or_else(|| refuse(format!("there is no kind of dice \"{name}\"")), Ok)
}

/// Teaches all of them.
pub(super) fn teach(words: &mut Words) {
    words
        .type_named::<Player>("player")
        .type_named::<Dice>("dice")
        .type_named::<ThrownDie>("die")
        .type_named::<ScriptOption>("option");
    teach_table(words);
    teach_players(words);
    teach_dice(words);
    teach_die(words);
    teach_options(words);
}

fn teach_table(words: &mut Words) {
    type View = ScriptView<Battle>;
    words
        .property("dice", |view: &mut View| Ok(Dice(table(&view.0)?.own_dice())))
        .property("supply", |view: &mut View| Ok(Dice(table(&view.0)?.state().supply())))
        .property("me", |view: &mut View| Ok(Player(Arc::clone(&view.0), table(&view.0)?.seat())))
        .property("others", |view: &mut View| {
            let player = |seat| Dynamic::from(Player(Arc::clone(&view.0), seat));
            Ok(table(&view.0)?.others().map(player).collect::<Array>())
        })
        .function("player", |view: &mut View, number: i64| {
            let seats = table(&view.0)?.seats();
            match u8::try_from(number) {
                Ok(number) if (1..=seats).contains(&number.into()) => Ok(Player(Arc::clone(&view.0), Seat(number - 1))),
                _ => refuse(format!("seat {number}; seats are numbered from 1 to {seats}")),
            }
        })
        .function("cost_of", |view: &mut View, name: &str| {
            kind(name).map(|kind| whole(view.0.tools.rules().cost(kind)))
        })
        .function("mean_of", |view: &mut View, name: &str| kind(name).map(|kind| mean(&faces(&view.0, kind))))
        .function("faces_of", |view: &mut View, name: &str| {
            let text = |face: &Face| Dynamic::from(face.to_string());
            kind(name).map(|kind| faces(&view.0, kind).iter().map(text).collect::<Array>())
        });
}

fn faces(call: &Call, kind: Kind) -> [Face; SIDES] {
    call.tools.rules().die(kind).faces
}

/// The mean of the numbers on a die, powers counting 0.
fn mean(faces: &[Face; SIDES]) -> f64 {
    let number = |face: &Face| match face {
        Face::Number(number) | Face::Helmet(number) => f64::from(*number),
        _ => 0.0,
    };
    faces.iter().map(number).sum::<f64>() / SIDES as f64
}

impl Player {
    fn of_table<T>(&self, read: impl Fn(View<'_>, Seat) -> T) -> Said<T> {
        Ok(read(table(&self.0)?, self.1))
    }

    fn in_duel<T>(&self, read: impl Fn(DuelView<'_>, Seat) -> T) -> Said<T> {
        Ok(read(duel(&self.0)?, self.1))
    }
}

fn teach_players(words: &mut Words) {
    words
        .property("seat", |player: &mut Player| Ok(seat(player.1)))
        .property("points", |player: &mut Player| player.of_table(|view, seat| whole(view.state().points(seat))))
        .property("dice", |player: &mut Player| player.of_table(|view, seat| Dice(view.state().dice(seat))))
        .property("cost", |player: &mut Player| player.of_table(|view, seat| whole(view.cost(seat))))
        .property("inside", |player: &mut Player| player.in_duel(|view, seat| view.inside().any(|other| other == seat)))
        .property("reserve", |player: &mut Player| player.in_duel(|view, seat| Dice(view.reserve(seat))))
        .property("discard", |player: &mut Player| player.in_duel(|view, seat| Dice(view.discard(seat))))
        .property("bouts", |player: &mut Player| player.in_duel(|view, seat| whole(view.bouts(seat))))
        .property("total", |player: &mut Player| {
            player.in_duel(|view, seat| whole(view.zone(seat).total().unwrap_or(0)))
        })
        .property("victory_points", |player: &mut Player| {
            player.in_duel(|view, seat| whole(view.zone(seat).victory_points()))
        })
        .property("thrown", |player: &mut Player| {
            let die = |die| Dynamic::from(ThrownDie(Arc::clone(&player.0), Aim { seat: player.1, die }));
            player.in_duel(|view, seat| view.zone(seat).dice().map(|(spot, _)| die(spot)).collect::<Array>())
        });
}

fn teach_dice(words: &mut Words) {
    for kind in Kind::ALL {
        words.property(kind.name(), move |dice: &mut Dice| Ok(whole(dice.0.of(kind))));
    }
    words
        .property("total", |dice: &mut Dice| Ok(whole(dice.0.total())))
        .property("list", |dice: &mut Dice| Ok(dynamic(&kinds_value(dice.0.dice()))))
        .function("of", |dice: &mut Dice, name: &str| kind(name).map(|kind| whole(dice.0.of(kind))));
}

impl ThrownDie {
    fn read<T>(&self, read: impl Fn(&Zone, &Thrown) -> T) -> Said<T> {
        let zone = duel(&self.0)?.zone(self.1.seat);
        zone.get(self.1.die).map_or_else(|| refuse("there is no such die"), |die| Ok(read(zone, die)))
    }
}

fn teach_die(words: &mut Words) {
    words
        .property("seat", |die: &mut ThrownDie| Ok(seat(die.1.seat)))
        .property("place", |die: &mut ThrownDie| Ok(i64::from(die.1.die.0)))
        .property("kind", |die: &mut ThrownDie| die.read(|_, die| die.kind.name()))
        .property("face", |die: &mut ThrownDie| die.read(|_, die| die.face.to_string()))
        .property("points", |die: &mut ThrownDie| die.read(|zone, die| whole(zone.points_of(die))))
        .property("times", |die: &mut ThrownDie| die.read(|_, die| whole(die.times())))
        .property("helmet", |die: &mut ThrownDie| die.read(|_, die| matches!(die.face, Face::Helmet(_))))
        .property("shielded", |die: &mut ThrownDie| Ok(duel(&die.0)?.zone(die.1.seat).is_protected(die.1.die)));
}

impl ScriptOption {
    fn offer(&self) -> &Offer {
        &self.0.about.options[self.1]
    }

    /// A die of a seat, `()` if there is none.
    fn die(&self, die: Option<Spot>, seat: Seat) -> Said<Dynamic> {
        let thrown = |die| Dynamic::from(ThrownDie(Arc::clone(&self.0), Aim { seat, die }));
        Ok(die.map_or(Dynamic::UNIT, thrown))
    }
}

fn teach_options(words: &mut Words) {
    words
        .property("options", |view: &mut ScriptView<Battle>| {
            let option = |index| Dynamic::from(ScriptOption(Arc::clone(&view.0), index));
            Ok((0..view.0.about.options.len()).map(option).collect::<Array>())
        })
        .property("usual", |view: &mut ScriptView<Battle>| {
            Ok(match &view.0.about.usual {
                Value::Whole(index) => Dynamic::from(ScriptOption(Arc::clone(&view.0), *index as usize)),
                value => dynamic(value),
            })
        })
        .property("die", |option: &mut ScriptOption| option.die(option.offer().die, option.offer().seat))
        .property("from", |option: &mut ScriptOption| option.die(option.offer().from, option.offer().seat))
        .property("on", |option: &mut ScriptOption| option.die(option.offer().on, option.offer().seat))
        .property("seat", |option: &mut ScriptOption| Ok(seat(option.offer().seat)))
        .property("actions", |option: &mut ScriptOption| Ok(whole(option.offer().actions)));
}
