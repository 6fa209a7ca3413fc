//! The view that the functions of a script for Battle Dice get.
//!
//! Owns its fields, and those of players, dice and options. Each is a type of its own, made of a copy of the public
//! state; none of them can be made or changed by a script.

use super::script_call::{Call, Choice, Usual, hand, is_against_all, kind, number};
use crate::games::Seat;
use crate::games::battle::{Aim, Contest, Draft, Duel, Exchange, Face, Kind, Kinds, Need, Opponents, SIDES};
use crate::strategies::script::{Said, Words, refuse};
use rhai::{Array, Dynamic, Map};
use std::sync::Arc;

/// A view.
#[derive(Clone)]
pub(super) struct ScriptView(pub(super) Arc<Call>);

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

/// Teaches all of them.
pub(super) fn teach(words: &mut Words) {
    words
        .type_named::<ScriptView>("view")
        .type_named::<Player>("player")
        .type_named::<Dice>("dice")
        .type_named::<ThrownDie>("die")
        .type_named::<ScriptOption>("option");
    teach_table(words);
    teach_duel(words);
    teach_players(words);
    teach_dice(words);
    teach_die(words);
    teach_options(words);
}

fn whole(number: u32) -> i64 {
    i64::from(number)
}

fn seat(seat: Seat) -> i64 {
    seat.number() as i64
}

fn teach_table(words: &mut Words) {
    words
        .property("seat", |view: &mut ScriptView| Ok(seat(view.0.seat)))
        .property("seats", |view: &mut ScriptView| Ok(view.0.state.seats() as i64))
        .property("active", |view: &mut ScriptView| Ok(seat(view.0.active)))
        .property("turn", |view: &mut ScriptView| Ok(whole(view.0.turn)))
        .property("goal", |view: &mut ScriptView| Ok(whole(view.0.rules.goal)))
        .property("limit", |view: &mut ScriptView| Ok(whole(view.0.rules.limit)))
        .property("most", |view: &mut ScriptView| Ok(whole(view.0.rules.most)))
        .property("points", |view: &mut ScriptView| Ok(whole(view.0.state.points(view.0.seat))))
        .property("dice", |view: &mut ScriptView| Ok(Dice(view.0.state.dice(view.0.seat))))
        .property("cost", |view: &mut ScriptView| Ok(cost(&view.0, view.0.seat)))
        .property("supply", |view: &mut ScriptView| Ok(Dice(view.0.state.supply())))
        .property("me", |view: &mut ScriptView| Ok(Player(Arc::clone(&view.0), view.0.seat)))
        .property("others", |view: &mut ScriptView| {
            let player = |seat| Dynamic::from(Player(Arc::clone(&view.0), seat));
            Ok(view.0.others().map(player).collect::<Array>())
        })
        .property("choices", |view: &mut ScriptView| Ok(names(view.0.choices.iter())))
        .function("player", |view: &mut ScriptView, number: i64| {
            view.0.seat_of(number).map(|seat| Player(Arc::clone(&view.0), seat))
        })
        .function("cost_of", |view: &mut ScriptView, name: &str| known(name).map(|kind| whole(view.0.rules.cost(kind))))
        .function("mean_of", |view: &mut ScriptView, name: &str| known(name).map(|kind| mean(&view.0, kind)))
        .function("faces_of", |view: &mut ScriptView, name: &str| {
            let faces = known(name).map(|kind| view.0.rules.die(kind).faces);
            faces.map(|faces| faces.iter().map(|face| Dynamic::from(face.to_string())).collect::<Array>())
        });
}

fn cost(call: &Call, seat: Seat) -> i64 {
    whole(call.rules.cost_of(call.state.dice(seat)))
}

fn known(name: &str) -> Said<Kind> {
    kind(name).map_or_else(|| refuse(format!("there is no kind of dice \"{name}\"")), Ok)
}

/// The mean of the numbers on a die, powers counting 0.
fn mean(call: &Call, kind: Kind) -> f64 {
    let number = |face: &Face| match face {
        Face::Number(number) | Face::Helmet(number) => f64::from(*number),
        _ => 0.0,
    };
    let sum: f64 = call.rules.die(kind).faces.iter().map(number).sum();
    sum / SIDES as f64
}

fn names(kinds: impl Iterator<Item = Kind>) -> Array {
    kinds.map(|kind| Dynamic::from(kind.name())).collect()
}

fn teach_duel(words: &mut Words) {
    words
        .property("duel", |view: &mut ScriptView| Ok(Contest::NAMES[view.0.fought()?.duel.contest.index()]))
        .property("number", |view: &mut ScriptView| {
            Ok(number(view.0.fought()?.duel.contest).map_or(Dynamic::UNIT, |number| whole(number).into()))
        })
        .property("hand", |view: &mut ScriptView| Ok(hand(view.0.fought()?.duel.hand)))
        .property("against_all", |view: &mut ScriptView| Ok(is_against_all(&view.0.fought()?.duel)))
        .property("part", |view: &mut ScriptView| Ok(whole(view.0.fought()?.part)))
        .property("actions", |view: &mut ScriptView| Ok(whole(view.0.fought()?.actions)))
        .property("need_dice", |view: &mut ScriptView| {
            Ok(match view.0.fought()?.need {
                Some(Need::Exactly(dice)) => whole(dice).into(),
                _ => Dynamic::UNIT,
            })
        })
        .property("need_cost", |view: &mut ScriptView| {
            Ok(match view.0.fought()?.need {
                Some(Need::Cost(limit)) => whole(limit).into(),
                _ => Dynamic::UNIT,
            })
        });
}

fn teach_players(words: &mut Words) {
    words
        .property("seat", |player: &mut Player| Ok(seat(player.1)))
        .property("points", |player: &mut Player| Ok(whole(player.0.state.points(player.1))))
        .property("dice", |player: &mut Player| Ok(Dice(player.0.state.dice(player.1))))
        .property("cost", |player: &mut Player| Ok(cost(&player.0, player.1)))
        .property("inside", |player: &mut Player| Ok(player.0.fought()?.inside.contains(&player.1)))
        .property("reserve", |player: &mut Player| Ok(Dice(player.0.fought()?.sides[player.1.index()].reserve)))
        .property("discard", |player: &mut Player| Ok(Dice(player.0.fought()?.sides[player.1.index()].discard)))
        .property("bouts", |player: &mut Player| Ok(whole(player.0.fought()?.sides[player.1.index()].bouts)))
        .property("total", |player: &mut Player| Ok(whole(player.0.zone(player.1)?.total().unwrap_or(0))))
        .property("victory_points", |player: &mut Player| Ok(whole(player.0.zone(player.1)?.victory_points())))
        .property("thrown", |player: &mut Player| {
            let die = |die| Dynamic::from(ThrownDie(Arc::clone(&player.0), Aim { seat: player.1, die }));
            Ok(player.0.zone(player.1)?.dice().map(|(spot, _)| die(spot)).collect::<Array>())
        });
}

fn teach_dice(words: &mut Words) {
    for kind in Kind::ALL {
        words.property(kind.name(), move |dice: &mut Dice| Ok(whole(dice.0.of(kind))));
    }
    words
        .property("total", |dice: &mut Dice| Ok(whole(dice.0.total())))
        .property("list", |dice: &mut Dice| Ok(names(dice.0.dice())))
        .function("of", |dice: &mut Dice, name: &str| known(name).map(|kind| whole(dice.0.of(kind))));
}

fn teach_die(words: &mut Words) {
    words
        .property("seat", |die: &mut ThrownDie| Ok(seat(die.1.seat)))
        .property("place", |die: &mut ThrownDie| Ok(i64::from(die.1.die.0)))
        .property("kind", |die: &mut ThrownDie| Ok(die.0.die(die.1)?.kind.name()))
        .property("face", |die: &mut ThrownDie| Ok(die.0.die(die.1)?.face.to_string()))
        .property("points", |die: &mut ThrownDie| Ok(whole(die.0.zone(die.1.seat)?.points_of(die.0.die(die.1)?))))
        .property("times", |die: &mut ThrownDie| Ok(whole(die.0.die(die.1)?.times())))
        .property("helmet", |die: &mut ThrownDie| Ok(matches!(die.0.die(die.1)?.face, Face::Helmet(_))))
        .property("shielded", |die: &mut ThrownDie| Ok(die.0.zone(die.1.seat)?.is_protected(die.1.die)));
}

fn teach_options(words: &mut Words) {
    words
        .property("options", |view: &mut ScriptView| {
            let option = |index| Dynamic::from(ScriptOption(Arc::clone(&view.0), index));
            Ok((0..view.0.options.len()).map(option).collect::<Array>())
        })
        .property("usual", |view: &mut ScriptView| Ok(usual(&view.0)))
        .property("die", |option: &mut ScriptOption| Ok(parts(option).die))
        .property("from", |option: &mut ScriptOption| Ok(parts(option).from))
        .property("on", |option: &mut ScriptOption| Ok(parts(option).on))
        .property("seat", |option: &mut ScriptOption| Ok(seat(parts(option).seat)))
        .property("actions", |option: &mut ScriptOption| match option.0.options[option.1] {
            Choice::Aim(_, actions) => Ok(whole(actions)),
            _ => Ok(1),
        });
}

/// The default of the decision, as a script would answer it.
fn usual(call: &Arc<Call>) -> Dynamic {
    match &call.usual {
        Usual::Nothing => Dynamic::UNIT,
        Usual::Option(index) => Dynamic::from(ScriptOption(Arc::clone(call), *index)),
        Usual::Kinds(kinds) => Dynamic::from_array(names(kinds.dice())),
        Usual::Draft(Draft::Buy(kind)) => kind.name().into(),
        Usual::Draft(_) => "pass".into(),
        Usual::Duel(duel) => Dynamic::from_map(duel_map(duel)),
    }
}

fn duel_map(duel: &Duel) -> Map {
    let against = match duel.opponents {
        Opponents::All => Dynamic::from("all"),
        Opponents::One(other) => seat(other).into(),
    };
    let mut map: Map = Map::new();
    map.insert("duel".into(), Contest::NAMES[duel.contest.index()].into());
    map.insert("against".into(), against);
    map.insert("hand".into(), hand(duel.hand).into());
    if let Some(number) = number(duel.contest) {
        map.insert("number".into(), whole(number).into());
    }
    map
}

/// What an option is about; `()` for what it has not.
struct Parts {
    die: Dynamic,
    from: Dynamic,
    on: Dynamic,
    seat: Seat,
}

fn parts(option: &ScriptOption) -> Parts {
    let call = &option.0;
    let own = |die| Dynamic::from(ThrownDie(Arc::clone(call), Aim { seat: call.seat, die }));
    let none = || Dynamic::UNIT;
    match call.options[option.1] {
        Choice::Placement(placed) => Parts { die: own(placed.die), from: none(), on: own(placed.on), seat: call.seat },
        Choice::Replacement(moved) => {
            Parts { die: own(moved.die), from: moved.from.map_or_else(none, own), on: own(moved.on), seat: call.seat }
        }
        Choice::Spot(spot) | Choice::Exchange(Exchange::Own(spot)) => {
            Parts { die: none(), from: none(), on: own(spot), seat: call.seat }
        }
        Choice::Exchange(Exchange::Other(seat)) => Parts { die: none(), from: none(), on: none(), seat },
        Choice::Aim(aim, _) => {
            Parts { die: none(), from: none(), on: Dynamic::from(ThrownDie(Arc::clone(call), aim)), seat: aim.seat }
        }
    }
}
