//! Playing an experiment for Python: games are played on a thread of their own, without the interpreter's lock.
//!
//! Owns what the calling thread does meanwhile: it looks for Ctrl-C and reports progress.

use super::decide::raised;
use analyze::cli::embedded::{self, FileProblem, Finished, Following, Refusal, RefusalKind, Takes};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often Ctrl-C is looked for and progress reported.
const TICK: Duration = Duration::from_millis(50);
/// How long what is under way may take after Ctrl-C. What cannot be stopped, such as a game that is being solved, goes on
/// unseen after that, and its results are dropped.
const PATIENCE: Duration = Duration::from_secs(5);
/// The stack of the thread that plays, in bytes: that of the main thread of a program.
const STACK: usize = 8 << 20;

/// What an experiment left: its files and its summary.
#[pyclass(name = "Finished", module = "analyze_dice._native", frozen)]
pub(crate) struct PyFinished {
    /// All files, name and content.
    #[pyo3(get)]
    files: Vec<(String, String)>,
    /// The summary, as the program prints it.
    #[pyo3(get)]
    summary: String,
    /// What is worth knowing of how it was played.
    #[pyo3(get)]
    remarks: Vec<String>,
    /// What was finished, if it was stopped.
    #[pyo3(get)]
    stopped: Option<String>,
}

/// A problem of a file: the file, line, column, message, and hint.
type PyProblem = (String, Option<usize>, Option<usize>, String, Option<String>);

/// Why there is no result.
#[pyclass(name = "Refusal", module = "analyze_dice._native", frozen)]
pub(crate) struct PyRefusal {
    /// `input`, `running`, `fault` or `stopped`.
    #[pyo3(get)]
    kind: &'static str,
    /// What the program would say.
    #[pyo3(get)]
    text: String,
    /// The problems of a file.
    #[pyo3(get)]
    problems: Vec<PyProblem>,
    /// The exception of a strategy that is a function, if it raised one.
    #[pyo3(get)]
    cause: Option<Py<PyAny>>,
}

/// An experiment: its name, what it does, what stands beside its options, and its options.
#[pyclass(name = "Experiment", module = "analyze_dice._native", frozen)]
pub(crate) struct PyExperiment {
    #[pyo3(get)]
    name: String,
    #[pyo3(get)]
    about: String,
    /// A name for what stands beside the options, and whether that can be several.
    #[pyo3(get)]
    beside: Option<(String, bool)>,
    #[pyo3(get)]
    options: Vec<Py<PyOption>>,
}

/// An option of an experiment.
#[pyclass(name = "Option", module = "analyze_dice._native", frozen)]
pub(crate) struct PyOption {
    #[pyo3(get)]
    name: String,
    /// `nothing`, `value` or `repeated`.
    #[pyo3(get)]
    takes: &'static str,
    #[pyo3(get)]
    about: String,
}

/// All experiments, as the parser of the command line knows them.
#[pyfunction]
pub(crate) fn experiments(py: Python<'_>) -> PyResult<Vec<PyExperiment>> {
    let option = |option: embedded::ExperimentOption| {
        let takes = match option.takes {
            Takes::Nothing => "nothing",
            Takes::Value => "value",
            Takes::Repeated => "repeated",
        };
        Py::new(py, PyOption { name: option.name, takes, about: option.about })
    };
    let experiment = |known: embedded::Experiment| {
        let options = known.options.into_iter().map(option).collect::<PyResult<_>>()?;
        Ok(PyExperiment { name: known.name, about: known.about, beside: known.beside, options })
    };
    embedded::experiments().into_iter().map(experiment).collect()
}

/// Plays an experiment with these words, as they would be typed after its name. `watch` is called with how much is done, how
/// much there is, and in what unit, some twenty times a second. What is finished when Ctrl-C comes is in the result.
#[pyfunction]
#[pyo3(signature = (name, words, watch=None))]
pub(crate) fn play<'py>(
    py: Python<'py>,
    name: String,
    words: Vec<String>,
    watch: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    // What a function raised that nobody waited for is of no experiment any more.
    drop(raised());
    let following = Arc::new(Following::default());
    let (done, finished) = channel();
    let followed = Arc::clone(&following);
    let plays = move || {
        let played = embedded::play(&name, &words, &followed);
        // Nobody waits any more if Ctrl-C came and patience was lost.
        let _ = done.send(played);
    };
    std::thread::Builder::new().name("analyze".to_owned()).stack_size(STACK).spawn(plays)?;
    match awaited(py, &Mutex::new(finished), &following, watch.as_ref())? {
        Ok(Finished { files, summary, remarks, stopped }) => {
            Ok(Bound::new(py, PyFinished { files, summary, remarks, stopped })?.into_any())
        }
        Err(refusal) => Ok(Bound::new(py, refused(py, refusal))?.into_any()),
    }
}

/// Waits for the result, until Ctrl-C or what `watch` raises stops the games.
fn awaited(
    py: Python<'_>,
    finished: &Mutex<Receiver<Result<Finished, Refusal>>>,
    following: &Following,
    watch: Option<&Bound<'_, PyAny>>,
) -> PyResult<Result<Finished, Refusal>> {
    let mut stopped: Option<(Instant, PyErr)> = None;
    let wait = || finished.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK);
    loop {
        let waited = py.detach(wait);
        match (waited, stopped.take()) {
            // What Ctrl-C stopped has a result of its own; what anything else stopped has none.
            (Ok(_), Some((_, error))) if !error.is_instance_of::<PyKeyboardInterrupt>(py) => return Err(error),
            (Ok(played), _) => return Ok(played),
            (Err(RecvTimeoutError::Disconnected), _) => {
                return Err(PyRuntimeError::new_err("the thread that played ended without a result"));
            }
            (Err(RecvTimeoutError::Timeout), Some((since, error))) => {
                if since.elapsed() >= PATIENCE || py.check_signals().is_err() {
                    return Err(error);
                }
                stopped = Some((since, error));
            }
            (Err(RecvTimeoutError::Timeout), None) => {
                if let Err(error) = py.check_signals().and_then(|()| watched(watch, following)) {
                    following.stop();
                    stopped = Some((Instant::now(), error));
                }
            }
        }
    }
}

/// Reports the progress.
fn watched(watch: Option<&Bound<'_, PyAny>>, following: &Following) -> PyResult<()> {
    let Some(watch) = watch else { return Ok(()) };
    let progress = following.progress();
    watch.call1((progress.done, progress.all, progress.unit)).map(drop)
}

fn refused(py: Python<'_>, refusal: Refusal) -> PyRefusal {
    let kind = match refusal.kind {
        RefusalKind::Input => "input",
        RefusalKind::Running => "running",
        RefusalKind::Fault => "fault",
        RefusalKind::Stopped => "stopped",
    };
    let problem = |FileProblem { file, place, message, hint, .. }: FileProblem| {
        (file, place.map(|place| place.0), place.map(|place| place.1), message, hint)
    };
    let problems = refusal.problems.into_iter().map(problem).collect();
    let cause = raised().map(|error| error.into_value(py).into_any());
    PyRefusal { kind, text: refusal.text, problems, cause }
}
