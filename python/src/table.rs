//! The tables of an experiment as Arrow, which polars, pandas, pyarrow and DuckDB take without copying.
//!
//! Owns how a CSV file and what `datapackage.json` says of it become columns with a type, a unit and a meaning. Tables in
//! memory and tables that are read from a folder come from the same two texts, so they are the same.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;

/// What of `datapackage.json` is read.
#[derive(Deserialize)]
struct Package {
    resources: Vec<Resource>,
}

#[derive(Deserialize)]
struct Resource {
    name: String,
    path: String,
    schema: Columns,
}

#[derive(Deserialize)]
struct Columns {
    fields: Vec<Column>,
}

#[derive(Deserialize)]
struct Column {
    name: String,
    #[serde(rename = "type")]
    kind: Kind,
    #[serde(default)]
    unit: String,
    description: String,
}

/// The types of columns.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Kind {
    String,
    Integer,
    Number,
}

/// A table, with units and meanings of its columns.
#[pyclass(name = "Table", module = "analyze_dice._native", frozen)]
pub(crate) struct PyTable {
    /// What it is called.
    #[pyo3(get)]
    name: String,
    batch: RecordBatch,
}

/// The tables that a `datapackage.json` lists, from the files beside it: name and content.
#[pyfunction]
pub(crate) fn read_tables(package: &str, files: HashMap<String, String>) -> PyResult<Vec<PyTable>> {
    let package: Package =
        serde_json::from_str(package).map_err(|error| PyValueError::new_err(format!("datapackage.json: {error}")))?;
    let table = |resource: &Resource| {
        let text = files.get(&resource.path).ok_or_else(|| {
            PyValueError::new_err(format!("datapackage.json lists '{}', which is missing", resource.path))
        })?;
        table(resource, text).map_err(|error| PyValueError::new_err(format!("{}: {error}", resource.path)))
    };
    package.resources.iter().map(table).collect()
}

/// A table from its file.
fn table(resource: &Resource, text: &str) -> Result<PyTable, String> {
    let columns = &resource.schema.fields;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| error.to_string())?;
    if !header.iter().eq(columns.iter().map(|column| &*column.name)) {
        return Err("its columns are not those that datapackage.json lists".to_owned());
    }
    let mut texts: Vec<Vec<String>> = vec![Vec::new(); columns.len()];
    for row in reader.records() {
        let row = row.map_err(|error| error.to_string())?;
        texts.iter_mut().zip(&row).for_each(|(column, field)| column.push(field.to_owned()));
    }
    let made = columns.iter().zip(&texts).map(|(column, texts)| array(column, texts));
    let arrays = made.collect::<Result<Vec<ArrayRef>, String>>()?;
    let fields = columns.iter().zip(&arrays).map(|(column, array)| field(column, array.data_type()));
    let about = HashMap::from([("table".to_owned(), resource.name.clone())]);
    let schema = Schema::new_with_metadata(fields.collect::<Vec<_>>(), about);
    let batch = RecordBatch::try_new(Arc::new(schema), arrays).map_err(|error| error.to_string())?;
    Ok(PyTable { name: resource.name.clone(), batch })
}

/// The heading of a column, with its unit and its meaning.
fn field(column: &Column, data_type: &DataType) -> Field {
    let mut metadata = HashMap::from([("description".to_owned(), column.description.clone())]);
    if !column.unit.is_empty() {
        metadata.insert("unit".to_owned(), column.unit.clone());
    }
    Field::new(&column.name, data_type.clone(), true).with_metadata(metadata)
}

/// The values of a column; what is empty is missing. Whole numbers beyond 64 bits make a column of fractions.
fn array(column: &Column, texts: &[String]) -> Result<ArrayRef, String> {
    let known = || texts.iter().map(|text| Some(text.as_str()).filter(|text| !text.is_empty()));
    if column.kind == Kind::String {
        return Ok(Arc::new(StringArray::from_iter(known())));
    }
    if column.kind == Kind::Integer {
        let whole: Result<Int64Array, _> = known().map(|text| text.map(str::parse::<i64>).transpose()).collect();
        if let Ok(whole) = whole {
            return Ok(Arc::new(whole));
        }
    }
    let number = |text: Option<&str>| {
        let wrong = |text: &str| format!("column '{}': '{text}' is no number", column.name);
        text.map(|text| text.parse::<f64>().map_err(|_| wrong(text))).transpose()
    };
    Ok(Arc::new(known().map(number).collect::<Result<Float64Array, String>>()?))
}

#[pymethods]
impl PyTable {
    /// The columns: name, type (`string`, `integer` or `number`), unit, meaning.
    #[getter]
    fn columns(&self) -> Vec<(String, &'static str, Option<String>, String)> {
        let column = |field: &Arc<Field>| {
            let kind = match field.data_type() {
                DataType::Utf8 => "string",
                DataType::Int64 => "integer",
                _ => "number",
            };
            let said = |key: &str| field.metadata().get(key).cloned();
            (field.name().clone(), kind, said("unit"), said("description").unwrap_or_default())
        };
        self.batch.schema().fields().iter().map(column).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The values of a column; what is missing is `None`.
    fn __getitem__<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyAny>> {
        let unknown = || PyKeyError::new_err(format!("table '{}' has no column '{column}'", self.name));
        values(py, self.batch.column_by_name(column).ok_or_else(unknown)?)
    }

    /// The Arrow C stream of the table.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Another schema is a wish by the protocol, which need not be met.
        drop(requested_schema);
        let batches = std::iter::once(Ok::<_, ArrowError>(self.batch.clone()));
        let reader = RecordBatchIterator::new(batches, self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    /// The Arrow C schema of the table.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.batch.schema())
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}

/// The values of a column as a list.
fn values<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, PyAny>> {
    let any = column.as_any();
    if let Some(texts) = any.downcast_ref::<StringArray>() {
        return Ok(texts.iter().collect::<Vec<_>>().into_pyobject(py)?.into_any());
    }
    if let Some(whole) = any.downcast_ref::<Int64Array>() {
        return Ok(whole.iter().collect::<Vec<_>>().into_pyobject(py)?.into_any());
    }
    let numbers = any.downcast_ref::<Float64Array>().map(|numbers| numbers.iter().collect::<Vec<_>>());
    Ok(numbers.unwrap_or_default().into_pyobject(py)?.into_any())
}
