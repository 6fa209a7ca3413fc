//! What a signature is made of: the name of the game, two sizes and every sum in a fixed order, as one line of text.
//!
//! The lines were written from the format, not by the program. A record that is read from its text and written again
//! gives the same text.

use super::merge::Mergeable;
use super::*;

const CELL: &str = r#"{"seats_a_block":1,"wins":{"sum":2,"squares":3},"ties_for_first":4,"share":{"sum":5,"squares":6},"score":{"sum":7,"squares":8},"score_ends":{"least":-9,"most":10}}"#;
/// The seats and the ties come first.
const CELL_LISTED: &str = "1 4 2 3 5 6 7 8 -9 10";
const DIFFERENCES: &str = r#"{"blocks":{"sum":11,"squares":12},"ends":{"least":-13,"most":14}}"#;
const ARM: &str = r#"{"blocks":{"sum":15,"squares":16},"ends":{"least":17,"most":18},"game_squares":19}"#;

fn read<T: Record>(text: &str) -> T {
    let record: T = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&record).unwrap(), text);
    record
}

fn run() -> String {
    let strategy = format!(
        r#"{{"name":"a","total":{CELL},"cancelled":{{"share":{{"sum":20,"squares":21}},"luck":{{"sum":22,"squares":23}}}},"seats":[{CELL}],"scores":[[[24,25]]]}}"#
    );
    let length = r#"{"metric":"turns","limit":26,"blocks":{"sum":27,"squares":28},"ends":{"least":29,"most":30},"histogram":[[31,32],[33,34]]}"#;
    let row =
        r#"{"labels":["x"],"sums":[35,36],"products":[37],"active":[38,39],"ends":[{"least":[40,41],"most":[42,43]}]}"#;
    let sheet = format!(
        r#"{{"name":"t","keys":["k"],"columns":[{{"name":"c","kind":{{"count":{{"of":0}}}}}}],"blocks":44,"pairs":[[0,1]],"rows":[{row}]}}"#
    );
    format!(
        r#"{{"format":1,"game":"pig","notes":["n"],"highest_score":45,"until":"se=0.1","blocks":46,"games_a_block":47,"strategies":[{strategy}],"seats":[{CELL}],"margins":[[48,49]],"lengths":[{length}],"sheets":[{sheet}]}}"#
    )
}

/// Distributions of scores and margins, and how many blocks a table counts, are no part of it; sums without luck come last.
fn run_listed() -> String {
    let length = "27 28 29 30 31 32 33 34";
    let row = "35 36 37 38 39 40 41 42 43";
    format!("pig 46 47 {CELL_LISTED} {CELL_LISTED} {CELL_LISTED} {length} {row} 20 21 22 23")
}

fn paired(looks: &str) -> String {
    let pair = format!(r#"{{"share":{DIFFERENCES},"played":{DIFFERENCES},"score":{DIFFERENCES},"divergent":50}}"#);
    let field = format!(r#"{{"arms":[{{"share":{ARM},"score":{ARM}}}],"pairs":[{pair}]}}"#);
    format!(r#"{{"blocks":51,"cancelled":true,"fields":[{field}]{looks}}}"#)
}

/// The pair's difference as played comes after that of scores, and the blocks that diverged last.
const PAIRED_LISTED: &str = "15 16 17 18 19 15 16 17 18 19 11 12 -13 14 11 12 -13 14 11 12 -13 14 50";

fn comparison() -> String {
    let looks = format!(r#","looks":[{{"blocks":52,"pairs":[{DIFFERENCES}]}}]"#);
    let terms = r#"{"until":"runs","test":"student","margin":"0.002","alpha":"0.05"}"#;
    let sums = paired(&looks);
    format!(
        r#"{{"command":"compare","format":1,"game":"pig","notes":[],"players":53,"highest_score":54,"arms":["a"],"against":["b"],"terms":{terms},"sums":{sums}}}"#
    )
}

#[test]
fn a_run_is_listed_in_a_fixed_order() {
    let tallies: Tallies = read(&run());
    assert_eq!(tallies.signature(), hash(run_listed().as_bytes()));
}

#[test]
fn a_comparison_is_listed_in_a_fixed_order() {
    let tallies: CompareTallies = read(&comparison());
    assert_eq!(tallies.signature(), hash(format!("pig 51 53 {PAIRED_LISTED}").as_bytes()));
}

/// Sums without luck come last.
#[test]
fn a_tournament_is_listed_in_a_fixed_order() {
    let shares = format!(r#"{{"all":{DIFFERENCES},"batches":[55,56]}}"#);
    let sums = format!(r#"{{"all":{DIFFERENCES},"batches":[57,58],"without_luck":{shares}}}"#);
    let table = format!(r#"{{"lineup":[0,1],"focals":[0],"games":59,"blocks":60,"sums":[{sums}]}}"#);
    let terms = r#"{"until":"runs","allot":"even","margin":"0.002","alpha":"0.05"}"#;
    let text = format!(
        r#"{{"command":"tournament","format":1,"game":"pig","notes":[],"players":2,"schedule":"mirror","entrants":["a","b"],"field":[],"terms":{terms},"passes":61,"open":[true,true],"tables":[{table},{table}]}}"#
    );
    let tallies: TournamentTallies = read(&text);
    let (table, without_luck) = ("60 11 12 -13 14 57 58", "11 12 -13 14 55 56");
    let listed = format!("pig 61 2 {table} {table} {without_luck} {without_luck}");
    assert_eq!(tallies.signature(), hash(listed.as_bytes()));
}

#[test]
fn a_race_is_listed_in_a_fixed_order() {
    let sums = paired("");
    let rung = format!(r#"{{"stage":1,"candidates":[1],"first":62,"blocks":63,"games_a_block":64,"sums":{sums}}}"#);
    let test = format!(r#"{{"candidate":1,"blocks":65,"games_a_block":66,"sums":{sums}}}"#);
    let candidate = r#"{"name":"a","values":["1"],"stage":0}"#;
    let text = format!(
        r#"{{"command":"tune","format":1,"game":"pig","notes":[],"players":2,"highest_score":67,"parameters":["p"],"against":"b","budget":68,"is_complete":true,"candidates":[{candidate}],"rungs":[{rung}],"test":{test}}}"#
    );
    let tallies: TuneTallies = read(&text);
    let listed = format!("pig tune 68 63 51 {PAIRED_LISTED} 65 51 {PAIRED_LISTED}");
    assert_eq!(tallies.signature(), hash(listed.as_bytes()));
}

/// Of a strategy the groups, the costliest decisions, how many had no price, and what they are compared with.
#[test]
fn priced_decisions_are_listed_in_a_fixed_order() {
    let sums =
        r#"{"blocks":69,"seats":70,"costs":71,"seats_squared":72,"products":73,"costs_squared":74,"ends":[75,76]}"#;
    let group = format!(r#"{{"by":"all","what":"all","decisions":77,"most_decisions":78,"sums":{sums}}}"#);
    let none = r#"{"blocks":69,"seats":70,"costs":71,"seats_squared":72,"products":73,"costs_squared":74,"ends":null}"#;
    let other = format!(r#"{{"by":"by","what":"what","decisions":79,"most_decisions":80,"sums":{none}}}"#);
    let worst = r#"{"game":81,"round":82,"seat":83,"card":"c","pool":84,"other":85,"table":86,"met":[87,88],"dice":89,"best_dice":90,"dice_cost":91,"reroll_cost":92,"value":0.5}"#;
    let of = format!(
        r#"{{"strategy":"a","against":"b","compared":"with_champion","games_a_block":93,"groups":[{group},{other}],"unpriced":94,"worst":[{worst}]}}"#
    );
    let text = format!(
        r#"{{"command":"regret","format":1,"game":"gang","notes":[],"players":2,"strategies":[{of}],"seed":95}}"#
    );
    let record: RegretRecord = read(&text);
    let groups = "77 78 69 75 76 70 71 72 73 74 79 80 69 0 0 70 71 72 73 74";
    let listed = format!("gang 95 1 {groups} 81 82 83 89 90 91 92 94 1");
    assert_eq!(record.signature(), hash(listed.as_bytes()));
}

/// Of a combination the signature of its run, then its differences, its seats, and its rows.
#[test]
fn a_sweep_is_listed_in_a_fixed_order() {
    let differences = format!(
        r#"[{{"strategy":0,"seat":0,"metric":"win_share","unit":96,"range":97,"sums":{DIFFERENCES},"without_luck":{DIFFERENCES}}}]"#
    );
    let rows = r#"[{"row":0,"first":1,"products":[[98,99,100,101]]}]"#;
    let seats = format!(r#"[{{"seat":0,"less":1,"without_luck":{DIFFERENCES},"played":{DIFFERENCES}}}]"#);
    let tallies = run();
    let combination = format!(
        r#"{{"values":["v"],"experiment":"e","tallies":{tallies},"against_first":{differences},"rows_against_first":{rows},"seats_without_luck":{seats}}}"#
    );
    let vary = r#"[{"key":"rule.k","values":["v","w"]}]"#;
    let text = format!(
        r#"{{"command":"sweep","format":1,"game":"pig","vary":{vary},"all":2,"combinations":[{combination}]}}"#
    );
    let tallies: SweepTallies = read(&text);
    let (run, sums) = (hash(run_listed().as_bytes()), "11 12 -13 14");
    let listed = format!("pig sweep {run} {sums} {sums} {sums} {sums} 98 99 100 101");
    assert_eq!(tallies.signature(), hash(listed.as_bytes()));
}

#[test]
fn a_sweep_of_comparisons_is_listed_in_a_fixed_order() {
    let tallies = comparison();
    let combination = format!(
        r#"{{"values":["v"],"experiment":"e","tallies":{tallies},"against_first":[[{DIFFERENCES},{DIFFERENCES}]]}}"#
    );
    let vary = r#"[{"key":"rule.k","values":["v","w"]}]"#;
    let text = format!(
        r#"{{"command":"compare","format":1,"game":"pig","vary":{vary},"all":2,"combinations":[{combination}]}}"#
    );
    let tallies: CompareSweep = read(&text);
    let compared = hash(format!("pig 51 53 {PAIRED_LISTED}").as_bytes());
    let listed = format!("pig compare varied {compared} 11 12 -13 14 11 12 -13 14");
    assert_eq!(tallies.signature(), hash(listed.as_bytes()));
}

/// The message where a part differs from the one before it in what is replaced in its text.
fn refusal<T: Mergeable>(text: &str, (old, new): (&str, &str)) -> String {
    let other = text.replacen(old, new, 1);
    assert_ne!(text, other, "{old}");
    let mut sums: T = read(text);
    sums.append(&read(&other)).map_or_else(|error| error.to_string(), |()| "no refusal".to_owned())
}

#[test]
fn parts_of_another_run_are_refused_by_what_differs() {
    let much = format!(r#""wins":{{"sum":{}"#, i128::MAX);
    let refusals = [
        ((r#""format":1"#, r#""format":2"#), "the format differs between parts"),
        ((r#""pig""#, r#""pot""#), "the game differs between parts"),
        ((r#"["n"]"#, "[]"), "the notes differs between parts"),
        ((r#""highest_score":45"#, r#""highest_score":44"#), "the highest score differs between parts"),
        (("se=0.1", "se=0.2"), "what ended it differs between parts"),
        ((r#""games_a_block":47"#, r#""games_a_block":48"#), "the games of a block differs between parts"),
        ((r#""blocks":46"#, r#""blocks":18446744073709551615"#), "more blocks or games than can be counted"),
        ((r#""name":"a""#, r#""name":"b""#), "a strategy differs between parts"),
        ((r#""seats_a_block":1"#, r#""seats_a_block":2"#), "the seats of a block differs between parts"),
        ((r#""wins":{"sum":2"#, &much), "a sum is larger than that of any run"),
        (("[[[24,25]]]", "[]"), "the number of scores of a strategy differs between parts"),
        (("[[48,49]]", "[[48,18446744073709551615]]"), "more blocks or games than can be counted"),
        ((r#""turns""#, r#""rounds""#), "a length differs between parts"),
        ((r#""limit":26"#, r#""limit":27"#), "a length differs between parts"),
        ((r#""name":"t""#, r#""name":"u""#), "the name of a table differs between parts"),
        ((r#"["k"]"#, r#"["l"]"#), "the labels of a table differs between parts"),
        ((r#""name":"c""#, r#""name":"d""#), "the columns of a table differs between parts"),
        (("[[0,1]]", "[[0,0]]"), "the pairs of a table differs between parts"),
        ((r#"["x"]"#, r#"["y"]"#), "the labels of a row differs between parts"),
        (("[35,36]", "[35]"), "the number of sums of a row differs between parts"),
        (("[37]", "[]"), "the number of products of a row differs between parts"),
        (("[38,39]", "[38]"), "the number of counts of a row differs between parts"),
        ((r#"[{"least":[40,41],"most":[42,43]}]"#, "[]"), "the number of ends of a row differs between parts"),
    ];
    for (change, expected) in refusals {
        assert_eq!(refusal::<Tallies>(&run(), change), expected, "{change:?}");
    }
}

/// Sums and counts add up, ends are the outermost, and of what a block has the part says the same.
#[test]
fn two_parts_of_a_run_add_up() {
    let mut tallies: Tallies = read(&run());
    tallies.append(&read(&run())).unwrap();
    let cell = "1 8 4 6 10 12 14 16 -9 10";
    let length = "54 56 29 30 31 64 33 68";
    // The ratio 40 / 41 is above 42 / 43 nowhere.
    let row = "70 72 74 76 78 40 41 42 43";
    let listed = format!("pig 92 47 {cell} {cell} {cell} {length} {row} 40 42 44 46");
    assert_eq!(tallies.signature(), hash(listed.as_bytes()));
    assert_eq!(tallies.margins, [(48, 98)]);
    assert_eq!(tallies.strategies[0].scores, [[(24, 50)]]);
    assert_eq!(tallies.statistics[0].blocks, 88);
}

#[test]
fn two_parts_of_a_comparison_add_up() {
    let mut tallies: CompareTallies = read(&comparison());
    tallies.append(&read(&comparison())).unwrap();
    let (arm, pair) = ("30 32 17 18 38", "22 24 -13 14");
    let listed = format!("pig 102 53 {arm} {arm} {pair} {pair} {pair} 100");
    assert_eq!(tallies.signature(), hash(listed.as_bytes()));
    // The look of the second part comes after all blocks of the first.
    assert_eq!(tallies.sums.looks.iter().map(|look| look.blocks).collect::<Vec<_>>(), [52, 51 + 52]);
}
