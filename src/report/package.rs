//! `datapackage.json`: what the CSV files beside it hold, as a Data Package (<https://specs.frictionlessdata.io>).
//!
//! Owns its form. All that it says of a column is what the column says of itself; it has no time, host or path.

use super::column::{FileColumn, Heading, Kind};
use crate::record::Manifest;
use serde::Serialize;

/// The file that says what the columns of the others mean.
pub const PACKAGE: &str = "datapackage.json";

/// The file of a table.
#[derive(Clone, Debug)]
pub(super) struct CsvFile {
    table: String,
    content: String,
    columns: Vec<FileColumn>,
}

impl CsvFile {
    pub(super) fn new(table: &str, headings: &[Heading], content: String) -> CsvFile {
        let columns = headings.iter().flat_map(Heading::in_files).collect();
        CsvFile { table: table.to_owned(), content, columns }
    }

    fn name(&self) -> String {
        format!("{}.csv", self.table)
    }
}

/// The CSV files of a command.
#[derive(Clone, Debug)]
#[must_use = "without their package nobody knows what they mean"]
pub struct CsvFiles(Vec<CsvFile>);

impl FromIterator<CsvFile> for CsvFiles {
    fn from_iter<I: IntoIterator<Item = CsvFile>>(files: I) -> CsvFiles {
        CsvFiles(files.into_iter().collect())
    }
}

impl CsvFiles {
    /// These and more of the same command.
    pub fn and(mut self, more: CsvFiles) -> CsvFiles {
        self.0.extend(more.0);
        self
    }

    /// The files, name and content, with the package that describes them, of an experiment with this manifest.
    pub fn packed(self, manifest: &Manifest) -> Vec<(String, String)> {
        let package = (PACKAGE.to_owned(), self.package(manifest));
        self.0.into_iter().map(|file| (file.name(), file.content)).chain([package]).collect()
    }

    #[expect(clippy::expect_used, reason = "texts and lists can all be written as JSON")]
    fn package(&self, manifest: &Manifest) -> String {
        let Manifest { tool, game, players, .. } = manifest;
        let command = manifest.command.as_deref().unwrap_or("run");
        let package = Package {
            profile: "tabular-data-package",
            name: format!("{tool}-{}-{game}-{}", command.replace(' ', "-"), manifest.experiment()),
            title: format!("{tool} {command}: {game}, {players} players"),
            resources: self.0.iter().map(Resource::of).collect(),
        };
        serde_json::to_string_pretty(&package).expect("a package can be written as JSON") + "\n"
    }
}

#[derive(Serialize)]
struct Package<'f> {
    profile: &'static str,
    name: String,
    title: String,
    resources: Vec<Resource<'f>>,
}

#[derive(Serialize)]
struct Resource<'f> {
    profile: &'static str,
    name: &'f str,
    path: String,
    format: &'static str,
    mediatype: &'static str,
    encoding: &'static str,
    schema: Schema<'f>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Schema<'f> {
    fields: Vec<Field<'f>>,
    missing_values: [&'static str; 1],
}

#[derive(Serialize)]
struct Field<'f> {
    name: &'f str,
    #[serde(rename = "type")]
    kind: &'static str,
    /// Labels have none.
    #[serde(skip_serializing_if = "str::is_empty")]
    unit: &'f str,
    description: &'f str,
}

impl<'f> Resource<'f> {
    fn of(file: &'f CsvFile) -> Resource<'f> {
        Resource {
            profile: "tabular-data-resource",
            name: &file.table,
            path: file.name(),
            format: "csv",
            mediatype: "text/csv",
            encoding: "utf-8",
            schema: Schema { fields: file.columns.iter().map(Field::of).collect(), missing_values: [""] },
        }
    }
}

impl<'f> Field<'f> {
    fn of(column: &'f FileColumn) -> Field<'f> {
        let kind = match column.kind {
            Kind::Text => "string",
            Kind::Whole => "integer",
            Kind::Number | Kind::Estimate(_) => "number",
        };
        Field { name: &column.name, kind, unit: &column.unit, description: &column.meaning }
    }
}
