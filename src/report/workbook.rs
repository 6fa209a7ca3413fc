//! A workbook of all tables of a run, for spreadsheets: a sheet for each CSV file, with the meanings of its columns as notes.
//!
//! Owns its form. Numbers are numbers, so they read the same in every language of a spreadsheet; what is empty in the CSV file is
//! empty here. It has no time and no path, so the same tables give the same bytes.

use super::column::{FileColumn, Kind};
use super::package::{CsvFile, CsvFiles};
use crate::record::Manifest;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Note, Workbook, Worksheet, XlsxError};

/// The most rows of a sheet with its header.
const MOST_ROWS: usize = 1 << 20;
/// The most letters of the name of a sheet.
const MOST_LETTERS: usize = 31;
/// The most letters of a cell.
const MOST_TEXT: usize = 32_767;

/// Why there is no workbook.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WorkbookError {
    /// A table is too long for a sheet.
    #[error(
        "{table}.csv has {rows} rows, and a sheet of a workbook takes {MOST_ROWS} with its header; use the CSV file"
    )]
    Rows {
        /// Its name.
        table: String,
        /// Its rows without the header.
        rows: usize,
    },
    /// The workbook cannot be made.
    #[error("the workbook cannot be made: {0}")]
    Form(#[from] XlsxError),
}

/// The bytes of a workbook of these files.
///
/// # Errors
/// If a table has more rows than a sheet takes, or more columns.
pub(crate) fn workbook(files: &CsvFiles, manifest: &Manifest) -> Result<Vec<u8>, WorkbookError> {
    let mut book = Workbook::new();
    // The format asks for a time; this one says nothing.
    let epoch = ExcelDateTime::from_ymd(2000, 1, 1)?;
    book.set_properties(&DocProperties::new().set_title(title(manifest)).set_creation_datetime(&epoch));
    contents(book.add_worksheet(), files, manifest)?;
    for file in files.all() {
        sheet(book.add_worksheet(), file)?;
    }
    Ok(book.save_to_buffer()?)
}

fn title(manifest: &Manifest) -> String {
    let command = manifest.command.as_deref().unwrap_or("run");
    format!("{} {command}: {}, {} players", manifest.tool, manifest.game, manifest.players)
}

/// The first sheet: what was played, and what each sheet and column holds.
fn contents(sheet: &mut Worksheet, files: &CsvFiles, manifest: &Manifest) -> Result<(), WorkbookError> {
    let bold = Format::new().set_bold();
    sheet.set_name("contents")?;
    sheet.write_string_with_format(0, 0, title(manifest), &bold)?;
    sheet.write_string(1, 0, format!("experiment {}, seed {}", manifest.experiment(), manifest.seed))?;
    for (at, heading) in ["sheet", "column", "unit", "meaning"].into_iter().enumerate() {
        sheet.write_string_with_format(3, at as u16, heading, &bold)?;
    }
    let all = files.all().flat_map(|file| file.columns().iter().map(move |column| (file.table(), column)));
    for (row, (table, FileColumn { name, unit, meaning, .. })) in (4..).zip(all) {
        for (at, text) in [table, name, unit, meaning].into_iter().enumerate() {
            sheet.write_string(row, at as u16, text)?;
        }
    }
    sheet.set_freeze_panes(4, 0)?;
    sheet.autofit();
    Ok(())
}

/// The sheet of a file.
fn sheet(sheet: &mut Worksheet, file: &CsvFile) -> Result<(), WorkbookError> {
    let (table, columns) = (file.table(), file.columns());
    sheet.set_name(table.chars().take(MOST_LETTERS).collect::<String>())?;
    let bold = Format::new().set_bold();
    for (at, FileColumn { name, unit, meaning, .. }) in (0..).zip(columns) {
        let unit = if ["", "1"].contains(&unit.as_str()) { String::new() } else { format!(" (in {unit})") };
        sheet.write_string_with_format(0, at, name, &bold)?;
        sheet.insert_note(0, at, &Note::new(format!("{meaning}{unit}")).add_author_prefix(false))?;
    }
    let rows: Vec<csv::StringRecord> = file.rows().collect();
    if rows.len() >= MOST_ROWS {
        return Err(WorkbookError::Rows { table: table.to_owned(), rows: rows.len() });
    }
    for (row, record) in (1..).zip(&rows) {
        for ((at, column), text) in (0..).zip(columns).zip(record) {
            match text.parse::<f64>() {
                Ok(number) if column.kind != Kind::Text && number.is_finite() => sheet.write_number(row, at, number)?,
                _ if text.is_empty() => continue,
                _ => sheet.write_string(row, at, text.chars().take(MOST_TEXT).collect::<String>())?,
            };
        }
    }
    if let (Some(last), false) = (columns.len().checked_sub(1), rows.is_empty()) {
        sheet.autofilter(0, 0, rows.len() as u32, last as u16)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    sheet.autofit();
    Ok(())
}
