//! Players, dice and options that the functions of a script for Battle Dice see.
//!
//! Owns what the declaration of the game cannot say, because it has parts of its own. Each is a type of the language,
//! read from a copy of what is seen; none of them can be made or changed by a script.

use crate::games::Seat;
use crate::games::battle::{
    Action, Aim, Battle, Face, Kind, Kinds, Moment, SIDES, Spot, Thrown, View, Zone, kinds_value, tactics,
};
use crate::strategies::script::{self, Evaluated, ScriptView, Words, dynamic, refuse};
use rhai::{Array, Dynamic};
use std::sync::Arc;

/// A call of a function of a script.
pub(super) type Call = script::Call<Battle>;

/// Something of a view, and the call that it belongs to.
#[derive(Clone)]
pub(super) struct Part<T>(pub(super) Arc<Call>, pub(super) T);

/// A player of a view.
type Player = Part<Seat>;
/// A thrown die of a view.
type ThrownDie = Part<Aim>;
/// An option of a view.
pub(super) type ScriptOption = Part<Action>;

/// Dice by kind.
#[derive(Clone)]
struct Dice(Kinds);

impl<T> Part<T> {
    fn view(&self) -> Evaluated<View<'_>> {
        self.0.situation()
    }

    /// The duel under way.
    fn duel(&self) -> Evaluated<View<'_>> {
        let view = self.view()?;
        if view.moment.is_in_duel() { Ok(view) } else { refuse("this is known in a duel only") }
    }
}

/// Something of the same view.
fn part<T: Clone + Send + Sync + 'static>(call: &Arc<Call>, part: T) -> Dynamic {
    Dynamic::from(Part(Arc::clone(call), part))
}

fn whole(number: u32) -> i64 {
    i64::from(number)
}

fn seat(seat: Seat) -> i64 {
    seat.number() as i64
}

/// The kind of a name.
fn kind(name: &str) -> Evaluated<Kind> {
    Kind::named(name).map_or_else(|| refuse(format!("there is no kind of dice \"{name}\"")), Ok)
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
        .property("dice", |view: &mut View| Ok(Dice(view.0.situation()?.own_dice())))
        .property("supply", |view: &mut View| Ok(Dice(view.0.situation()?.board.state.supply)))
        .property("me", |view: &mut View| Ok(part(&view.0, view.0.situation()?.seat)))
        .property("others", |view: &mut View| {
            Ok(view.0.situation()?.others().map(|seat| part(&view.0, seat)).collect::<Array>())
        })
        .function("player", |view: &mut View, number: i64| {
            let seats = view.0.situation()?.board.state.seats;
            match u8::try_from(number) {
                Ok(number) if (1..=seats).contains(&number.into()) => Ok(part(&view.0, Seat(number - 1))),
                _ => refuse(format!("seat {number}; seats are numbered from 1 to {seats}")),
            }
        })
        .function("win", |view: &mut View, duel: Dynamic| {
            let situation = view.0.situation()?;
            let Some(duel) = super::script::duel(&duel, &situation) else {
                return refuse("this is no duel; write view.win(\"battle\"), or a map such as duel(view) returns");
            };
            Ok(situation.win(duel).map_or(Dynamic::UNIT, Dynamic::from_float))
        })
        .function("cost_of", |view: &mut View, name: &str| {
            kind(name).map(|kind| whole(view.0.tools.rules().cost(kind)))
        })
        .function("mean_of", |view: &mut View, name: &str| {
            let points = |face: Face| f64::from(face.number().unwrap_or(0));
            faces(view, name).map(|faces| faces.map(points).iter().sum::<f64>() / SIDES as f64)
        })
        .function("faces_of", |view: &mut View, name: &str| {
            faces(view, name).map(|faces| faces.map(|face| Dynamic::from(face.to_string())).to_vec())
        });
}

/// What a kind of dice can show; powers count 0 in its mean.
fn faces(view: &ScriptView<Battle>, name: &str) -> Evaluated<[Face; SIDES]> {
    Ok(view.0.tools.rules().die(kind(name)?).faces)
}

fn teach_players(words: &mut Words) {
    words
        .property("seat", |player: &mut Player| Ok(seat(player.1)))
        .property("points", |player: &mut Player| Ok(whole(player.view()?.board.state.points(player.1))))
        .property("dice", |player: &mut Player| Ok(Dice(player.view()?.board.state.dice(player.1))))
        .property("cost", |player: &mut Player| Ok(whole(player.view()?.cost(player.1))))
        .property("inside", |player: &mut Player| Ok(player.duel()?.board.arena.inside().any(|seat| seat == player.1)))
        .property("reserve", |player: &mut Player| Ok(Dice(player.duel()?.side(player.1).reserve)))
        .property("discard", |player: &mut Player| Ok(Dice(player.duel()?.side(player.1).discard)))
        .property("bouts", |player: &mut Player| Ok(whole(player.duel()?.side(player.1).bouts)))
        .property("total", |player: &mut Player| Ok(whole(player.duel()?.side(player.1).zone.total().unwrap_or(0))))
        .property("victory_points", |player: &mut Player| {
            Ok(whole(player.duel()?.side(player.1).zone.victory_points()))
        })
        .property("thrown", |player: &mut Player| {
            let dice = player.duel()?.side(player.1).zone.dice();
            Ok(dice.map(|(die, _)| part(&player.0, Aim { seat: player.1, die })).collect::<Array>())
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
    fn read<T>(&self, read: impl Fn(&Zone, &Thrown) -> T) -> Evaluated<T> {
        let zone = &self.duel()?.side(self.1.seat).zone;
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
        .property("shielded", |die: &mut ThrownDie| Ok(die.duel()?.side(die.1.seat).zone.is_protected(die.1.die)));
}

impl ScriptOption {
    /// The die that it is about.
    fn target(&self) -> Evaluated<Option<Aim>> {
        Ok(self.1.target(self.view()?.seat))
    }

    /// An own die that is placed, or that it lay on before; `()` if there is none.
    fn own(&self, die: Option<Spot>) -> Evaluated<Dynamic> {
        let seat = self.view()?.seat;
        Ok(die.map_or(Dynamic::UNIT, |die| part(&self.0, Aim { seat, die })))
    }
}

fn teach_options(words: &mut Words) {
    words
        .property("options", |view: &mut ScriptView<Battle>| {
            Ok(view.0.situation()?.actions().iter().map(|&action| part(&view.0, action)).collect::<Array>())
        })
        .property("usual", |view: &mut ScriptView<Battle>| Ok(usual(&view.0.situation()?, &view.0)))
        .property("die", |option: &mut ScriptOption| {
            option.own(if let Action::Place { die, .. } = option.1 { Some(die) } else { None })
        })
        .property("from", |option: &mut ScriptOption| {
            option.own(if let Action::Place { from, .. } = option.1 { from } else { None })
        })
        .property("on", |option: &mut ScriptOption| {
            Ok(option.target()?.map_or(Dynamic::UNIT, |aim| part(&option.0, aim)))
        })
        .property("seat", |option: &mut ScriptOption| match option.1 {
            Action::Player(other) => Ok(seat(other)),
            _ => Ok(seat(option.target()?.map_or(Seat(0), |aim| aim.seat))),
        })
        .property("actions", |option: &mut ScriptOption| {
            let view = option.view()?;
            Ok(option.target()?.map_or(1, |aim| whole(view.actions_for(aim))))
        });
}

/// What a player does who has no idea of its own, as a script would return it; `()` for nothing.
fn usual(view: &View<'_>, call: &Arc<Call>) -> Dynamic {
    match view.moment {
        Moment::Draft => tactics::draft(view, None).take.dice().next().map_or("pass", Kind::name).into(),
        Moment::Duel => {
            let battle = [("duel", "battle"), ("against", "all"), ("hand", "random")];
            Dynamic::from_map(battle.map(|(key, value)| (key.into(), value.into())).into())
        }
        Moment::Dice => dynamic(&kinds_value(tactics::dice(view, None).dice())),
        Moment::Buy => dynamic(&kinds_value(tactics::buy(view, None, None).take.dice())),
        _ => tactics::act(view).map_or(Dynamic::UNIT, |action| part(call, action)),
    }
}
