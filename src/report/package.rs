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
pub(crate) struct CsvFile {
    table: String,
    content: String,
    columns: Vec<FileColumn>,
}

impl CsvFile {
    pub(crate) fn new(table: &str, headings: &[Heading], content: String) -> CsvFile {
        let columns = headings.iter().flat_map(Heading::in_files).collect();
        CsvFile { table: table.to_owned(), content, columns }
    }

    /// Adds the rows of a file in front of which these values stand, after the header if there is none yet.
    #[expect(clippy::expect_used, reason = "memory takes every row, and all rows of a file have the same columns")]
    fn append(&mut self, keys: &[Heading], values: &[String], file: &CsvFile) {
        let is_own: Vec<bool> =
            file.columns.iter().map(|column| keys.iter().all(|key| key.name() != column.name)).collect();
        let mut writer = csv::Writer::from_writer(Vec::new());
        if self.content.is_empty() {
            writer.write_record(self.columns.iter().map(|column| &column.name)).expect("memory takes a row");
        }
        for row in csv::Reader::from_reader(file.content.as_bytes()).records().filter_map(Result::ok) {
            let own = row.iter().zip(&is_own).filter(|(_, own)| **own).map(|(field, _)| field);
            writer.write_record(values.iter().map(String::as_str).chain(own)).expect("memory takes a row");
        }
        let text = writer.into_inner().expect("memory takes all rows");
        self.content.push_str(&String::from_utf8_lossy(&text));
    }

    /// The name of the table.
    #[cfg(feature = "program")]
    pub(crate) fn table(&self) -> &str {
        &self.table
    }

    /// Its columns.
    #[cfg(feature = "program")]
    pub(crate) fn columns(&self) -> &[FileColumn] {
        &self.columns
    }

    /// Its rows without the header.
    #[cfg(feature = "program")]
    pub(crate) fn rows(&self) -> impl Iterator<Item = csv::StringRecord> {
        csv::Reader::from_reader(self.content.as_bytes()).into_records().filter_map(Result::ok)
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

    /// The files of all combinations: of each table one, with the values of these keys in front of each row. A column that is
    /// called as a key is the key's.
    pub(crate) fn varied<'v>(
        keys: &[Heading],
        combinations: impl IntoIterator<Item = (&'v [String], CsvFiles)>,
    ) -> CsvFiles {
        let mut all: Vec<CsvFile> = Vec::new();
        for (values, files) in combinations {
            for file in files.0 {
                let own = all.iter_mut().find(|known| known.table == file.table);
                match own {
                    Some(own) => own.append(keys, values, &file),
                    None => {
                        let columns = keys.iter().flat_map(Heading::in_files);
                        let rest =
                            file.columns.iter().filter(|column| keys.iter().all(|key| key.name() != column.name));
                        let columns = columns.chain(rest.cloned()).collect();
                        let mut own = CsvFile { table: file.table.clone(), content: String::new(), columns };
                        own.append(keys, values, &file);
                        all.push(own);
                    }
                }
            }
        }
        CsvFiles(all)
    }

    /// The files, one after the other.
    #[cfg(feature = "program")]
    pub(crate) fn all(&self) -> impl Iterator<Item = &CsvFile> {
        self.0.iter()
    }

    /// What the files are called.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(CsvFile::name)
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
