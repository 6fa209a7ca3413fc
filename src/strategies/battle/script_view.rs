//! Players, dice and options that the functions of a script for Battle Dice see.
//!
//! Owns what the declaration of the game cannot say, because it has parts of its own. Each is a type of the language,
//! read from a copy of what is seen; none of them can be made or changed by a script.

use crate::games::Seat;
use crate::games::battle::{
    Action, Aim, Battle, Face, Kind, Kinds, Moment, SIDES, Side, Spot, Thrown, View, Zone, kinds_value, tactics,
};
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

/// An option of a view.
#[derive(Clone)]
pub(super) struct ScriptOption(pub(super) Arc<Call>, pub(super) Action);

fn whole(number: u32) -> i64 {
    i64::from(number)
}

fn seat(seat: Seat) -> i64 {
    seat.number() as i64
}

/// The duel under way.
fn duel(call: &Call) -> Said<View<'_>> {
    let view = call.situation()?;
    if view.moment.is_in_duel() { Ok(view) } else { refuse("this is known in a duel only") }
}

/// The kind of a name.
fn kind(name: &str) -> Said<Kind> {
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
        .property("me", |view: &mut View| Ok(Player(Arc::clone(&view.0), view.0.situation()?.seat)))
        .property("others", |view: &mut View| {
            let player = |seat| Dynamic::from(Player(Arc::clone(&view.0), seat));
            Ok(view.0.situation()?.others().map(player).collect::<Array>())
        })
        .function("player", |view: &mut View, number: i64| {
            let seats = view.0.situation()?.seats();
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
    faces.iter().map(|face| f64::from(face.number().unwrap_or(0))).sum::<f64>() / SIDES as f64
}

impl Player {
    fn at_table<T>(&self, read: impl Fn(View<'_>, Seat) -> T) -> Said<T> {
        Ok(read(self.0.situation()?, self.1))
    }

    fn in_duel<T>(&self, read: impl Fn(&Side) -> T) -> Said<T> {
        Ok(read(duel(&self.0)?.side(self.1)))
    }
}

fn teach_players(words: &mut Words) {
    words
        .property("seat", |player: &mut Player| Ok(seat(player.1)))
        .property("points", |player: &mut Player| player.at_table(|view, seat| whole(view.board.state.points(seat))))
        .property("dice", |player: &mut Player| player.at_table(|view, seat| Dice(view.board.state.dice(seat))))
        .property("cost", |player: &mut Player| player.at_table(|view, seat| whole(view.cost(seat))))
        .property("inside", |player: &mut Player| {
            Ok(duel(&player.0)?.board.arena.inside().any(|seat| seat == player.1))
        })
        .property("reserve", |player: &mut Player| player.in_duel(|side| Dice(side.reserve)))
        .property("discard", |player: &mut Player| player.in_duel(|side| Dice(side.discard)))
        .property("bouts", |player: &mut Player| player.in_duel(|side| whole(side.bouts)))
        .property("total", |player: &mut Player| player.in_duel(|side| whole(side.zone.total().unwrap_or(0))))
        .property("victory_points", |player: &mut Player| player.in_duel(|side| whole(side.zone.victory_points())))
        .property("thrown", |player: &mut Player| {
            let die = |die| Dynamic::from(ThrownDie(Arc::clone(&player.0), Aim { seat: player.1, die }));
            player.in_duel(|side| side.zone.dice().map(|(spot, _)| die(spot)).collect::<Array>())
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
        let zone = &duel(&self.0)?.side(self.1.seat).zone;
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
        .property("shielded", |die: &mut ThrownDie| Ok(duel(&die.0)?.side(die.1.seat).zone.is_protected(die.1.die)));
}

impl ScriptOption {
    /// The die that it is about.
    fn target(&self) -> Said<Option<Aim>> {
        Ok(self.1.target(self.0.situation()?.seat))
    }

    /// A die of a seat, `()` if there is none.
    fn die(&self, aim: Option<Aim>) -> Dynamic {
        aim.map_or(Dynamic::UNIT, |aim| Dynamic::from(ThrownDie(Arc::clone(&self.0), aim)))
    }

    /// An own die that is placed, or that it lay on before.
    fn own(&self, spot: fn(Action) -> Option<Spot>) -> Said<Dynamic> {
        let seat = self.0.situation()?.seat;
        Ok(self.die(spot(self.1).map(|die| Aim { seat, die })))
    }
}

fn teach_options(words: &mut Words) {
    words
        .property("options", |view: &mut ScriptView<Battle>| {
            let option = |&action| Dynamic::from(ScriptOption(Arc::clone(&view.0), action));
            Ok(view.0.situation()?.actions().iter().map(option).collect::<Array>())
        })
        .property("usual", |view: &mut ScriptView<Battle>| Ok(usual(&view.0.situation()?, &view.0)))
        .property("die", |option: &mut ScriptOption| {
            option.own(|action| if let Action::Place { die, .. } = action { Some(die) } else { None })
        })
        .property("from", |option: &mut ScriptOption| {
            option.own(|action| if let Action::Place { from, .. } = action { from } else { None })
        })
        .property("on", |option: &mut ScriptOption| Ok(option.die(option.target()?)))
        .property("seat", |option: &mut ScriptOption| match option.1 {
            Action::Player(other) => Ok(seat(other)),
            _ => Ok(seat(option.target()?.map_or(Seat(0), |aim| aim.seat))),
        })
        .property("actions", |option: &mut ScriptOption| {
            let view = option.0.situation()?;
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
        _ => tactics::act(view).map_or(Dynamic::UNIT, |action| Dynamic::from(ScriptOption(Arc::clone(call), action))),
    }
}
