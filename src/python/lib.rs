//! The extension module `lexigraph._lexigraph`. The package `lexigraph` beside it wraps it in Python, documents it and
//! has its types: `lexigraph/__init__.py`.
//!
//! | module | contents |
//! | --- | --- |
//! | [`lexicon`] | the class `Lexicon`: words, queries, files, questions in JSON |
//! | [`words`] | iterators over words, which hold a few thousand at a time |
//! | [`matches`] | matches of strategies |
//!
//! Everything that takes long is done without the GIL.

mod lexicon;
mod matches;
mod words;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(lexigraph, Error, PyValueError, "What the library cannot do, and why.");

/// An error of the library as an exception.
fn raised(error: impl std::fmt::Display) -> PyErr {
    Error::new_err(error.to_string())
}

/// Runs the program with these arguments, the name of the program first. Returns its exit status.
#[pyfunction]
fn run_program(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| lexigraph_cli::run(&arguments))
}

#[pymodule]
fn _lexigraph(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", module.py().get_type::<Error>())?;
    module.add_class::<lexicon::Lexicon>()?;
    module.add_class::<words::WordIterator>()?;
    module.add_function(wrap_pyfunction!(matches::selfplay, module)?)?;
    module.add_function(wrap_pyfunction!(run_program, module)?)
}
