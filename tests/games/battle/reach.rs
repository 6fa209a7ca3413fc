//! Whether `random` reaches everything that can be decided or can happen.

use super::Lineup;
use analyze::dice::RunKey;
use analyze::games::battle::{Aim, Board, Contest, Event, Face, Hand, Kind, Verdict, Watch};
use analyze::games::{Setting, Table};
use std::collections::BTreeMap;

/// How often each thing happened.
#[derive(Default)]
struct Seen(BTreeMap<String, u32>);

impl Seen {
    fn count(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }
}

fn class(face: Face) -> String {
    match face {
        Face::Number(_) => "number".to_owned(),
        Face::Helmet(_) => "helmet".to_owned(),
        other => other.to_string(),
    }
}

impl Watch for Seen {
    fn see(&mut self, event: Event, board: &Board) {
        let die = |seat, die| board.arena.die(Aim { seat, die }).unwrap();
        let face = |aim: Aim| class(die(aim.seat, aim.die).face);
        let what = match event {
            Event::Drafted(_, draft) if draft.is_empty() => "pass".to_owned(),
            Event::Drafted(_, draft) if draft.give.is_empty() => format!("draft {}", draft.take.nth(0)),
            Event::Drafted(..) => "swap".to_owned(),
            Event::Chosen => {
                let duel = board.arena.duel;
                let against = if duel.opponent.is_none() { "all" } else { "one" };
                let hand = if duel.hand == Hand::Chosen { "chosen" } else { "random" };
                format!("{} {against} {hand}", Contest::NAMES[duel.contest.index()])
            }
            Event::Landed(seat, spot, cause) => {
                let shown = die(seat, spot);
                self.count(format!("{} shows {}", shown.kind, shown.face));
                format!("{cause:?}")
            }
            Event::Placed(seat, placed, on) => {
                format!("{} on {}", class(die(seat, placed).face), class(die(seat, on).face))
            }
            Event::Exchanged(by, aim) if by == aim.seat => "exchanges its own".to_owned(),
            Event::Exchanged(..) => "makes another exchange".to_owned(),
            Event::NothingToExchange(by, seat) if by == seat => "exchanges without reserve".to_owned(),
            Event::NothingToExchange(..) => "another has no reserve".to_owned(),
            Event::Thrown(..) => return,
            Event::Rerolled(by, aim, onto) => {
                self.count(format!("a reroll lands on {}", class(onto)));
                format!("rerolls {} {}", if by == aim.seat { "its own" } else { "another's" }, face(aim))
            }
            Event::Cancelled(_, aim) => format!("cancels {}", face(aim)),
            Event::Tie => "tie".to_owned(),
            Event::Fought(verdict, points) => {
                if points.iter().filter(|&&points| points > 0).count() > 1 {
                    self.count("a loser gets points");
                }
                match verdict {
                    Verdict::Won(_) => "won",
                    Verdict::Lost => "all lost",
                    Verdict::Drawn => "drawn",
                }
                .to_owned()
            }
            Event::Bought(_, purchase) if purchase.give.is_empty() => "pays points".to_owned(),
            Event::Bought(..) => "pays dice".to_owned(),
            Event::Step | Event::Bout | Event::Totalled | Event::Over => return,
        };
        self.count(what);
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
            let table = Table {
                strategies: &lineup.strategies(),
                seating: &vec![0; seats],
                block: RunKey::new(9).block(block),
            };
            let played = lineup.game.play_watched(table, &mut seen);
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
