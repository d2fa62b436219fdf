//! The library as programs of other languages see it: they are built against an installed copy and run, and their
//! output is compared with the program's.

mod docs;
mod program;
mod support;

use std::process::Command;

use support::{Installed, has, missing, run, text};

const MOLD: &str = "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SITXVQJ/ 0/0 0";

/// A C program that calls every function, linked with the shared library, and under valgrind.
#[test]
fn c_calls_every_function() {
    let installed = Installed::new();
    let all = installed.compile("tests/ffi/all.c", &["-pthread"]);
    let list = support::root().join("tests/golden/twelve.txt");
    let arguments = [list.to_str().unwrap(), installed.folder()];
    run(Command::new(&all).args(arguments));
    // Valgrind takes a minute for code that is not optimised.
    if cfg!(debug_assertions) && std::env::var_os("LEXIGRAPH_VALGRIND").is_none() {
        eprintln!("skipped: valgrind, without LEXIGRAPH_VALGRIND in the environment");
    } else if has("valgrind") {
        let known = format!("--suppressions={}", support::root().join("tests/ffi/valgrind.supp").display());
        let options = ["--quiet", "--leak-check=full", "--error-exitcode=1", &known];
        run(Command::new("valgrind").args(options).arg(&all).args(arguments));
    } else {
        missing("valgrind");
    }
}

/// The header names each function that the library exports, and the other way round.
#[test]
fn c_program_covers_the_header() {
    let header = text("src/ffi/lexigraph.h");
    let program = text("tests/ffi/all.c");
    let functions = support::functions(&header);
    assert!(functions.len() > 25, "{functions:?}");
    for function in &functions {
        assert!(program.contains(&format!("{function}(")), "tests/ffi/all.c does not call {function}");
    }
    let mut exported = Vec::new();
    for file in ["api", "finding", "lexicon", "memory"] {
        exported.extend(support::functions(&text(&format!("src/ffi/c/{file}.rs"))));
    }
    assert_eq!(functions, exported.into_iter().collect(), "run tools/ffi header");
    let abi = |text: &str, start: &str| text.split(start).nth(1).unwrap().split([';', '\n']).next().unwrap().to_owned();
    let version = abi(&header, "#define LEXIGRAPH_ABI_VERSION ");
    assert_eq!(abi(&text("src/ffi/c/memory.rs"), "LEXIGRAPH_ABI_VERSION: u32 = "), version);
    assert_eq!(abi(&text("src/ffi/build.rs"), "ABI: u32 = "), version);
}

/// The static library, with the system's C library shared and static.
#[test]
fn c_links_the_static_library() {
    let installed = Installed::new();
    let list = support::root().join("tests/golden/twelve.txt");
    let arguments = [list.to_str().unwrap(), installed.folder()];
    run(Command::new(installed.compile_static("tests/ffi/all.c", &[])).args(arguments));
    if cfg!(target_os = "linux") {
        run(Command::new(installed.compile_static("tests/ffi/all.c", &["-static"])).args(arguments));
    }
}

/// The header is one of C++ too.
#[test]
fn cpp_reads_the_header() {
    if !has("c++") {
        return missing("c++");
    }
    let installed = Installed::new();
    let source = installed.path("header.cpp");
    std::fs::write(
        &source,
        "#include <lexigraph.h>\nint main() { return lexigraph_abi_version() - LEXIGRAPH_ABI_VERSION; }\n",
    )
    .unwrap();
    let program = installed.path("header");
    run(Command::new("c++").args(["-Wall", "-Wextra", "-Werror", "-o"]).arg(&program).arg(&source).args(installed.flags()));
    run(&mut Command::new(program));
}

#[test]
fn example_in_c() {
    let installed = Installed::new();
    let program = installed.compile("examples/c/words.c", &[]);
    program::compare(|| Command::new(&program));
}

#[test]
fn example_in_go() {
    if !has("go") || !has("pkg-config") {
        return missing("go");
    }
    let installed = Installed::new();
    let program = installed.path("words-go");
    let mut go = Command::new("go");
    // What Go compiles of its own is kept between runs.
    go.env("GOCACHE", support::target().join("go")).env("GOFLAGS", "-mod=mod").env("CGO_LDFLAGS", installed.rpath());
    go.env("CGO_LDFLAGS_ALLOW", ".*").env("PKG_CONFIG_PATH", installed.library("pkgconfig"));
    run(go.args(["build", "-o"]).arg(&program).arg(support::root().join("examples/go/words.go")));
    program::compare(|| Command::new(&program));
}

#[test]
fn example_in_csharp() {
    if !has("mcs") || !has("mono") {
        return missing("mono");
    }
    let installed = Installed::new();
    let program = installed.path("Words.exe");
    let source = support::root().join("examples/csharp/Words.cs");
    run(Command::new("mcs").arg(format!("-out:{}", program.display())).arg(source));
    program::compare(|| {
        let mut command = Command::new("mono");
        command.arg(&program).env("LD_LIBRARY_PATH", installed.library(""));
        command
    });
}

/// With `LEXIGRAPH_FFI_NODE`, as the package that it needs comes from a registry.
#[test]
fn example_in_node() {
    if !has("node") || !has("npm") {
        return missing("node");
    }
    if std::env::var_os("LEXIGRAPH_FFI_NODE").is_none() {
        return eprintln!("skipped: LEXIGRAPH_FFI_NODE is not set");
    }
    let installed = Installed::new();
    let script = installed.path("words.mjs");
    std::fs::copy(support::root().join("examples/node/words.mjs"), &script).unwrap();
    let npm = ["install", "--silent", "--no-audit", "--no-fund", "--prefix", installed.folder(), "koffi@2"];
    run(Command::new("npm").args(npm));
    program::compare(|| {
        let mut command = Command::new("node");
        command.arg(&script).env("LEXIGRAPH", installed.library("liblexigraph.so"));
        command
    });
}
