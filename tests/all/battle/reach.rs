//! Whether `random` reaches everything that can be decided or can happen.

use super::Lineup;
use analyze::dice::RunKey;
use analyze::games::battle::{
    Aim, Arena, Cause, Contest, Draft, Face, Hand, Kind, MAX_SEATS, Opponents, Placement, Purchase, Spot, State,
    Verdict, Watch,
};
use analyze::games::{Seat, Setting, Table};
use std::collections::BTreeMap;

/// How often each thing happened.
#[derive(Default)]
struct Seen(BTreeMap<String, u32>);

impl Seen {
    fn count(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }
}

fn die(arena: &Arena, aim: Aim) -> Face {
    arena.die(aim).unwrap().face
}

fn class(face: Face) -> String {
    match face {
        Face::Number(_) => "number".to_owned(),
        Face::Helmet(_) => "helmet".to_owned(),
        other => other.to_string(),
    }
}

impl Watch for Seen {
    fn drafted(&mut self, _: Seat, draft: Draft, _: &State) {
        self.count(match draft {
            Draft::Buy(kind) => format!("draft {kind}"),
            Draft::Swap { .. } => "swap".to_owned(),
            Draft::Pass => "pass".to_owned(),
        });
    }

    fn duel_begins(&mut self, arena: &Arena, _: &State) {
        let duel = arena.duel;
        let against = if duel.opponents == Opponents::All { "all" } else { "one" };
        let hand = if duel.hand == Hand::Chosen { "chosen" } else { "random" };
        self.count(format!("{} {against} {hand}", Contest::NAMES[duel.contest.index()]));
    }

    fn landed(&mut self, seat: Seat, spot: Spot, cause: Cause, arena: &Arena) {
        let shown = arena.die(Aim { seat, die: spot }).unwrap();
        self.count(format!("{} shows {}", shown.kind, shown.face));
        self.count(format!("{cause:?}"));
    }

    fn placed(&mut self, seat: Seat, placement: Placement, arena: &Arena) {
        let [what, on] = [placement.die, placement.on].map(|spot| class(die(arena, Aim { seat, die: spot })));
        self.count(format!("{what} on {on}"));
    }

    fn exchanged(&mut self, by: Seat, aim: Aim, _: &Arena) {
        self.count(if by == aim.seat { "exchanges its own" } else { "makes another exchange" });
    }

    fn nothing_to_exchange(&mut self, by: Seat, seat: Seat) {
        self.count(if by == seat { "exchanges without reserve" } else { "another has no reserve" });
    }

    fn rerolled(&mut self, by: Seat, aim: Aim, face: Face, arena: &Arena) {
        let whose = if by == aim.seat { "its own" } else { "another's" };
        self.count(format!("rerolls {whose} {}", class(die(arena, aim))));
        self.count(format!("a reroll lands on {}", class(face)));
    }

    fn cancelled(&mut self, _: Seat, aim: Aim, arena: &Arena) {
        self.count(format!("cancels {}", class(die(arena, aim))));
    }

    fn ties(&mut self, _: &Arena) {
        self.count("tie");
    }

    fn duel_ends(&mut self, verdict: Verdict, points: &[u32; MAX_SEATS], _: &Arena, _: &State) {
        self.count(match verdict {
            Verdict::Won(_) => "won",
            Verdict::Lost => "all lost",
            Verdict::Drawn => "drawn",
        });
        if points.iter().filter(|&&points| points > 0).count() > 1 {
            self.count("a loser gets points");
        }
    }

    fn bought(&mut self, _: Seat, purchase: &Purchase, _: &State) {
        self.count(if purchase.give.is_empty() { "pays points" } else { "pays dice" });
    }
}

/// Everything that must have happened.
fn wanted(lineup: &Lineup) -> Vec<String> {
    let mut wanted = Vec::new();
    for kind in Kind::ALL {
        wanted.push(format!("draft {kind}"));
        wanted.extend(lineup.game.rules().die(kind).faces.iter().map(|face| format!("{kind} shows {face}")));
    }
    for contest in Contest::NAMES {
        let options = ["all chosen", "all random", "one chosen", "one random"];
        wanted.extend(options.iter().map(|option| format!("{contest} {option}")));
    }
    let powers = Face::NAMED.map(|(name, _)| name);
    for on in powers.iter().chain(&["number", "helmet"]) {
        wanted.extend([format!("cancels {on}"), format!("rerolls its own {on}"), format!("rerolls another's {on}")]);
        wanted
            .extend(["x2", "x3", "double x2"].iter().filter(|what| *what != on).map(|what| format!("{what} on {on}")));
        // A blue die has an `exchange` and a `shield`, a black one has no `extra`.
        wanted.push(format!("shield on {on}"));
    }
    for cause in ["Throw", "Tie", "Extra", "Exchange", "Reroll"].iter().filter(|cause| **cause != "Reroll") {
        wanted.push((*cause).to_owned());
    }
    for face in powers.iter().filter(|face| **face != "x2") {
        wanted.push(format!("a reroll lands on {face}"));
    }
    let rest = [
        "pass",
        "exchanges its own",
        "makes another exchange",
        "exchanges without reserve",
        "another has no reserve",
        "tie",
        "won",
        "a loser gets points",
        "pays points",
        "pays dice",
    ];
    wanted.extend(rest.map(str::to_owned));
    wanted
}

#[test]
fn random_reaches_every_face_duel_option_and_power() {
    let mut seen = Seen::default();
    let mut all = Vec::new();
    for seats in [2, 3, 6] {
        let lineup = Lineup::shipped(&vec!["random"; seats], &Setting::default());
        for block in 0..1200 {
            let played = lineup.game.play_watched(
                Table {
                    strategies: &lineup.strategies(),
                    seating: &vec![0; seats],
                    block: RunKey::new(9).block(block),
                },
                &mut seen,
            );
            played.unwrap();
        }
        all = wanted(&lineup);
    }
    let missing: Vec<(String, u32)> = all
        .into_iter()
        .map(|what| {
            let times = seen.0.get(&what).copied().unwrap_or(0);
            (what, times)
        })
        .filter(|(_, times)| *times < 3)
        .collect();
    assert!(missing.is_empty(), "{missing:?}\n{:#?}", seen.0);
}
