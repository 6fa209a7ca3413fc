//! The champion of Gang of Dice, at any table of two to four.

use crate::optimal::SIX_CARDS;
use crate::program::{Desk, csv_rows};

/// Both engines play it, on any number of threads; with the values that ship and with those that are solved first.
#[test]
fn both_engines_play_it() {
    let desk = Desk::new();
    desk.write("six.toml", SIX_CARDS);
    for (index, game) in
        ["--bots champion,chaser,odds", "--bots champion,bold --deck six.toml --rule pools=6"].into_iter().enumerate()
    {
        for engine in ["turn", "dice"] {
            let run = |threads: u32| {
                let out = format!("{engine}{index}{threads}");
                desk.result(&format!(
                    "--game gang {game} --engine {engine} --runs 30 --threads {threads} --no-cache --quiet --out {out}"
                ));
                desk.files(&out)
            };
            assert_eq!(run(1), run(3), "{engine} {game}");
        }
    }
}

/// Win shares far above par against the strongest of the others; the margins are those of some hundred games.
#[test]
fn it_beats_the_strongest_of_the_others() {
    let desk = Desk::new();
    for (bots, least) in [("champion,round-optimal", 0.5), ("champion,patient,patient", 1.0 / 3.0)] {
        desk.result(&format!("--game gang --bots {bots} --runs 240 --no-cache --quiet --out all"));
        let rows = csv_rows(&desk.read("all/summary.csv"));
        let column = rows[0].iter().position(|name| name == "win_share").unwrap();
        let share: f64 = rows[1][column].parse().unwrap();
        assert!(rows[1].iter().any(|it| it == "champion") && share > least, "{bots}: {share}");
    }
}
