//! Functions of Python that decide for strategies.
//!
//! Owns which function decides for which strategy, what it sees ([`PySeen`]), and what becomes of an exception that it
//! raises. What it sees is lent: it can be looked at by the thread that decides, until the function returns.

use analyze::strategies::{Host, HostValue, Look, Seen, ask_host};
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use std::collections::HashMap;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::thread::ThreadId;

/// The functions by the names of their strategies, and the last exception that one of them raised.
struct Functions {
    by_name: Option<HashMap<String, Py<PyAny>>>,
    raised: Option<PyErr>,
}

static FUNCTIONS: Mutex<Functions> = Mutex::new(Functions { by_name: None, raised: None });

fn functions() -> MutexGuard<'static, Functions> {
    FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The exception that a function raised since this was asked last.
pub(crate) fn raised() -> Option<PyErr> {
    functions().raised.take()
}

/// From now on `function` decides for the strategy of this name: it is called with the name of what is decided and the
/// arguments that a script would get.
#[pyfunction]
pub(crate) fn decide_with(name: String, function: Py<PyAny>) {
    static ASKED: Once = Once::new();
    ASKED.call_once(|| ask_host(Arc::new(Python3)));
    let before = functions().by_name.get_or_insert_default().insert(name, function);
    // Dropped without the lock: Python may run code of its own then.
    drop(before);
}

/// Nothing decides for the strategy of this name any more.
#[pyfunction]
pub(crate) fn forget(name: &str) {
    let before = functions().by_name.as_mut().and_then(|by_name| by_name.remove(name));
    drop(before);
}

/// Python as the program that decides.
struct Python3;

impl Host for Python3 {
    fn decide(
        &self,
        strategy: &str,
        function: &str,
        arguments: &[HostValue],
        look: &Look<'_>,
    ) -> Result<HostValue, String> {
        Python::attach(|py| {
            let own = functions().by_name.as_ref().and_then(|all| all.get(strategy)).map(|own| own.clone_ref(py));
            let Some(own) = own else {
                return Err(format!("the function of strategy '{strategy}' is gone: define it again"));
            };
            let lent = Lent::new(look);
            let answer = called(own.bind(py), function, arguments, &lent);
            lent.end();
            answer.map_err(|error| {
                let told = error.to_string();
                let before = functions().raised.replace(error);
                // Dropped without the lock, as above.
                drop(before);
                told
            })
        })
    }
}

fn called(own: &Bound<'_, PyAny>, function: &str, arguments: &[HostValue], lent: &Lent) -> PyResult<HostValue> {
    let py = own.py();
    let mut all = vec![PyString::new(py, function).into_any()];
    for argument in arguments {
        all.push(into_python(py, argument, lent)?);
    }
    from_python(&own.call1(PyTuple::new(py, all)?)?)
}

/// A look that is lent to Python while a function decides.
#[derive(Clone)]
struct Lent(Arc<Mutex<Option<Place>>>);

/// Where the look is, and which thread may use it.
struct Place {
    look: NonNull<Look<'static>>,
    thread: ThreadId,
}

#[expect(unsafe_code, reason = "the pointer is followed only by the thread that made it, which `looked` makes sure of")]
// SAFETY: `Lent::looked` follows the pointer on the thread of `Place::thread` alone; elsewhere it is only moved or dropped.
unsafe impl Send for Place {}

impl Lent {
    fn new(look: &Look<'_>) -> Lent {
        let place = Place { look: NonNull::from(look).cast(), thread: std::thread::current().id() };
        Lent(Arc::new(Mutex::new(Some(place))))
    }

    /// From now on nothing can be looked at any more.
    fn end(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// What `look` finds.
    fn looked<T>(&self, look: impl FnOnce(&Look<'_>) -> Result<T, String>) -> PyResult<T> {
        let place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(place) = place.as_ref().filter(|place| place.thread == std::thread::current().id()) else {
            return Err(PyRuntimeError::new_err(
                "a view can be looked at only while its function decides, in its thread",
            ));
        };
        #[expect(unsafe_code, reason = "what is lent outlives the call in which it is looked at")]
        // SAFETY: `Host::decide` has the look borrowed until `Lent::end`, which empties the place; this is its thread, so that
        // it cannot return while this call is under way.
        let lent = unsafe { place.look.as_ref() };
        look(lent).map_err(PyAttributeError::new_err)
    }
}

/// What a strategy sees: a view, or a part of one. Its attributes are the words of the game's scripts.
#[pyclass(name = "View", module = "analyze_dice", frozen)]
pub(crate) struct PySeen {
    seen: Seen,
    lent: Lent,
}

/// A function of the script's language whose first argument is a view.
#[pyclass(name = "ViewFunction", module = "analyze_dice", frozen)]
struct PyViewFunction {
    of: Seen,
    name: String,
    lent: Lent,
}

#[pymethods]
impl PySeen {
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if name.starts_with('_') {
            return Err(PyAttributeError::new_err(format!("a view has no '{name}'")));
        }
        match self.lent.looked(|look| Ok(look.property(&self.seen, name)))? {
            Ok(value) => into_python(py, &value, &self.lent),
            // What is no property may be a function, such as `pool_reaches` or `coin`.
            Err(_) if self.lent.looked(|look| Ok(look.is_function(name)))? => {
                let function = PyViewFunction { of: self.seen.clone(), name: name.to_owned(), lent: self.lent.clone() };
                Ok(Bound::new(py, function)?.into_any())
            }
            Err(why) => Err(PyAttributeError::new_err(why)),
        }
    }

    fn __getitem__<'py>(&self, py: Python<'py>, number: i64) -> PyResult<Bound<'py, PyAny>> {
        let item = self.lent.looked(|look| Ok(look.item(&self.seen, number)))?;
        into_python(py, &item.map_err(PyIndexError::new_err)?, &self.lent)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let items = self.lent.looked(|look| Ok(look.items(&self.seen)))?;
        let items = items.map_err(|_| PyTypeError::new_err("this part of a view is no list"))?;
        Ok(into_python(py, &items, &self.lent)?.try_iter()?.into_any())
    }

    fn __len__(&self) -> PyResult<usize> {
        let items = self.lent.looked(|look| Ok(look.items(&self.seen)))?;
        match items {
            Ok(HostValue::List(items)) => Ok(items.len()),
            _ => Err(PyTypeError::new_err("this part of a view is no list")),
        }
    }
}

#[pymethods]
impl PyViewFunction {
    #[pyo3(signature = (*arguments))]
    fn __call__<'py>(&self, py: Python<'py>, arguments: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let given = arguments.iter().map(|argument| from_python(&argument)).collect::<PyResult<Vec<_>>>()?;
        // `coin` and its like are free functions, which take no view.
        let with_view: Vec<HostValue> =
            std::iter::once(HostValue::Seen(self.of.clone())).chain(given.clone()).collect();
        let answer = self.lent.looked(|look| {
            look.call(&self.name, &with_view).or_else(|why| look.call(&self.name, &given).map_err(|_| why))
        })?;
        into_python(py, &answer, &self.lent)
    }
}

fn into_python<'py>(py: Python<'py>, value: &HostValue, lent: &Lent) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        HostValue::None => py.None().into_bound(py),
        HostValue::Truth(truth) => PyBool::new(py, *truth).to_owned().into_any(),
        HostValue::Whole(whole) => whole.into_pyobject(py)?.into_any(),
        HostValue::Fraction(fraction) => PyFloat::new(py, *fraction).into_any(),
        HostValue::Text(text) => PyString::new(py, text).into_any(),
        HostValue::List(items) => {
            let items = items.iter().map(|item| into_python(py, item, lent)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        HostValue::Map(parts) => {
            let map = PyDict::new(py);
            for (name, part) in parts {
                map.set_item(name, into_python(py, part, lent)?)?;
            }
            map.into_any()
        }
        HostValue::Seen(seen) => Bound::new(py, PySeen { seen: seen.clone(), lent: lent.clone() })?.into_any(),
    })
}

/// A value as scripts have it.
fn from_python(value: &Bound<'_, PyAny>) -> PyResult<HostValue> {
    if value.is_none() {
        return Ok(HostValue::None);
    }
    // True is a number in Python, too.
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(HostValue::Truth(truth.is_true()));
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(HostValue::Whole(value.extract()?));
    }
    if let Ok(fraction) = value.cast::<PyFloat>() {
        return Ok(HostValue::Fraction(fraction.value()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(HostValue::Text(text.to_string()));
    }
    if let Ok(seen) = value.cast::<PySeen>() {
        return Ok(HostValue::Seen(seen.get().seen.clone()));
    }
    if let Ok(map) = value.cast::<PyDict>() {
        let part = |(name, part): (Bound<'_, PyAny>, Bound<'_, PyAny>)| Ok((name.extract()?, from_python(&part)?));
        return Ok(HostValue::Map(map.iter().map(part).collect::<PyResult<_>>()?));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?.map(|item| from_python(&item?));
        return Ok(HostValue::List(items.collect::<PyResult<_>>()?));
    }
    let kind = value.get_type().name()?.to_string();
    Err(PyTypeError::new_err(format!(
        "a strategy returned {kind}: it can return numbers, texts, True or False, lists and dicts"
    )))
}
