//! `analyze report DIR --xlsx FILE`: whether the workbook has all tables with numbers as numbers, and what is refused. It is read
//! by a reader of its own (calamine).

use crate::program::Desk;
use calamine::{Data, Reader, Xlsx, open_workbook};
use std::collections::BTreeMap;

/// The sheets of a workbook by name.
fn sheets(desk: &Desk, file: &str) -> BTreeMap<String, Vec<Vec<Data>>> {
    let mut book: Xlsx<_> = open_workbook(desk.path(file)).unwrap();
    let rows = |range: calamine::Range<Data>| range.rows().map(<[Data]>::to_vec).collect();
    book.worksheets().into_iter().map(|(name, range)| (name, rows(range))).collect()
}

#[test]
fn every_table_is_a_sheet_with_the_fields_of_its_file() {
    let desk = Desk::new();
    desk.result("--game gang --bots chaser,bold,odds --runs 600 --quiet --out run");
    desk.result("report run --xlsx run.xlsx");
    let sheets = sheets(&desk, "run.xlsx");
    let files = desk.files("run");
    let tables: Vec<&str> = files.keys().filter_map(|name| name.strip_suffix(".csv")).collect();
    assert!(tables.len() > 4 && sheets.len() == tables.len() + 1, "{tables:?}");
    let mut numbers = 0;
    for table in tables {
        let mut csv = csv::ReaderBuilder::new().has_headers(false).from_reader(&*files[&format!("{table}.csv")]);
        let rows: Vec<csv::StringRecord> = csv.records().map(Result::unwrap).collect();
        assert_eq!(sheets[table].len(), rows.len(), "{table}");
        for (cells, fields) in sheets[table].iter().zip(&rows) {
            for (cell, field) in cells.iter().zip(fields) {
                match cell {
                    Data::Float(number) => {
                        numbers += 1;
                        assert!(field.parse::<f64>().unwrap() == *number, "{table}: {field} is {number}");
                    }
                    Data::String(text) => assert_eq!(text, field, "{table}"),
                    Data::Empty => assert_eq!(field, "", "{table}"),
                    other => panic!("{table}: {field} is {other:?}"),
                }
            }
        }
    }
    assert!(numbers > 100, "{numbers}");
    let header = |sheet: &str| sheets[sheet][0].iter().map(ToString::to_string).collect::<Vec<_>>();
    let code = header("summary").iter().position(|name| name == "experiment").unwrap();
    assert!(matches!(&sheets["summary"][1][code], Data::String(text) if text.starts_with('x')));
    assert!(sheets["contents"].iter().any(|row| row[0] == "summary" && row[1] == "win_share"));
}

#[test]
fn the_same_run_makes_the_same_workbook() {
    let desk = Desk::new();
    desk.result("--game pig --runs 60 --quiet --out run");
    desk.result("report run --xlsx a.xlsx");
    desk.result("report run --xlsx b.xlsx");
    assert!(std::fs::read(desk.path("a.xlsx")).unwrap() == std::fs::read(desk.path("b.xlsx")).unwrap());
}

#[test]
fn a_workbook_takes_the_place_of_nothing() {
    let desk = Desk::new();
    desk.result("--game pig --runs 60 --quiet --out run");
    desk.write("mine.xlsx", "worked on");
    desk.refused("report run --xlsx mine.xlsx", &["is there already", "another name"]);
    assert_eq!(desk.read("mine.xlsx"), "worked on");
    desk.refused("report run --xlsx run/summary.csv", &["ends in .xlsx"]);
    let told = desk.run("report run --xlsx nowhere/a.xlsx");
    assert!(told.code == Some(1) && told.err.contains("cannot be written"), "{}", told.err);
}
