//! The module `analyze_dice._native`: what of the library Python needs.
//!
//! Owns the bridge alone. `play` plays an experiment while Python goes on, `table` makes Arrow of the CSV files, and `decide`
//! lets functions of Python decide for strategies. What users see is written in Python, in `analyze_dice/`.

mod decide;
mod play;
mod table;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::decide::{PySeen, decide_with, forget};
    #[pymodule_export]
    use super::play::{PyExperiment, PyFinished, PyOption, PyRefusal, experiments, play};
    #[pymodule_export]
    use super::table::{PyTable, read_tables};
    use super::{Bound, PyModule, PyResult};
    use pyo3::types::PyModuleMethods;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
