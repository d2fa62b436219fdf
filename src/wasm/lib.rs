//! The engine for JavaScript: lexicons are opened from bytes, and questions are answered in JSON.
//!
//! `border` has the calls from JavaScript and those to it; `npm/engine.js` is its other side. `engine` holds the lexicons
//! and is safe code. Nothing here is for programs in Rust.

// On other systems there is no JavaScript, and nothing here.
#![cfg(all(target_family = "wasm", target_os = "unknown"))]
#![deny(missing_docs)]
#![deny(unsafe_code)]
#![deny(unsafe_op_in_unsafe_fn)]
#![deny(clippy::undocumented_unsafe_blocks)]

// What JavaScript calls and hands over is told to no compiler. Each use has its proof beside it.
#[allow(unsafe_code)]
mod border;
mod engine;
