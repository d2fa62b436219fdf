//! An installed copy of the library, and programs that are built with it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A file of the repository.
pub fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The folder with what Cargo has built in this profile.
fn built() -> PathBuf {
    let test = env::current_exe().unwrap();
    test.parent().unwrap().parent().unwrap().to_owned()
}

/// The target folder.
pub fn target() -> PathBuf {
    built().parent().unwrap().to_owned()
}

/// `true` if this program is installed.
pub fn has(program: &str) -> bool {
    env::split_paths(&env::var_os("PATH").unwrap_or_default()).any(|folder| folder.join(program).is_file())
}

/// Skips a test for lack of a program, unless all have to be there.
pub fn missing(program: &str) {
    assert!(env::var_os("LEXIGRAPH_FFI").is_none(), "LEXIGRAPH_FFI is set, but there is no {program}");
    eprintln!("skipped: no {program}");
}

/// Exit status, standard output and standard error.
pub fn output(command: &mut Command) -> (i32, String, String) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    (output.status.code().unwrap_or_else(|| panic!("{command:?} was ended by a signal: {stderr}")), stdout, stderr)
}

/// Standard output of a command that has to end with 0.
pub fn run(command: &mut Command) -> String {
    let (status, stdout, stderr) = output(command);
    assert_eq!(status, 0, "{command:?}\n{stdout}{stderr}");
    stdout
}

/// The program, built if it is not yet.
pub fn lexigraph(arguments: &[&str]) -> (i32, String, String) {
    let program = built().join("lexigraph");
    if !program.is_file() {
        build("lexigraph-cli");
    }
    output(Command::new(program).args(arguments).env_remove("LEXIGRAPH_LEXICON"))
}

/// Builds a package in the profile of the tests.
fn build(package: &str) {
    let profile = match built().file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev".to_owned(),
        Some(name) => name.to_owned(),
    };
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).env("CARGO_TARGET_DIR", target());
    run(cargo.args(["build", "--locked", "-p", package, "--profile", &profile]));
}

/// The exported functions that a header or a source declares.
pub fn functions(text: &str) -> BTreeSet<String> {
    let code = text.lines().filter(|line| {
        let line = line.trim_start();
        !line.starts_with("//") && !line.starts_with('*') && !line.starts_with(' ')
    });
    let mut names = BTreeSet::new();
    for line in code {
        let declares =
            line.contains("extern \"C\" fn lexigraph_") || (!line.contains("extern") && !line.starts_with("typedef"));
        let Some(at) = line.find("lexigraph_").filter(|_| declares && !line.starts_with(' ')) else { continue };
        for start in [at].into_iter().chain(line.match_indices("lexigraph_").map(|(at, _)| at)) {
            let rest = &line[start..];
            let name: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            if rest[name.len()..].starts_with('(') {
                names.insert(name);
            }
        }
    }
    names
}

/// The library as `tools/ffi` installs it, and a folder for programs, which is removed afterwards.
pub struct Installed {
    prefix: &'static Path,
    work: tempfile::TempDir,
}

impl Installed {
    pub fn new() -> Installed {
        // Once for all tests, as the libraries of this profile are large.
        static PREFIX: OnceLock<PathBuf> = OnceLock::new();
        let prefix = PREFIX.get_or_init(|| {
            let prefix = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ffi");
            // Where Cargo has built the libraries for these tests.
            run(Command::new(root().join("tools/ffi")).arg("install").arg(built().join("deps")).arg(&prefix));
            prefix
        });
        Installed { prefix, work: tempfile::tempdir().unwrap() }
    }

    /// The folder for programs.
    pub fn folder(&self) -> &str {
        self.work.path().to_str().unwrap()
    }

    /// A file in the folder for programs.
    pub fn path(&self, name: &str) -> PathBuf {
        self.work.path().join(name)
    }

    /// A file of the library.
    pub fn library(&self, name: &str) -> PathBuf {
        self.prefix.join("lib").join(name)
    }

    /// Where a program finds the shared library when it runs.
    pub fn rpath(&self) -> String {
        format!("-Wl,-rpath,{}", self.library("").display())
    }

    fn pkg_config(&self, options: &[&str]) -> Vec<String> {
        if !has("pkg-config") {
            missing("pkg-config");
            let (include, library) = (self.prefix.join("include"), self.library(""));
            let places = [format!("-I{}", include.display()), format!("-L{}", library.display())];
            let libraries = ["-llexigraph", "-lpthread", "-ldl", "-lm"].map(str::to_owned);
            return places.into_iter().chain(libraries).collect();
        }
        let mut command = Command::new("pkg-config");
        let flags = run(command.env("PKG_CONFIG_PATH", self.library("pkgconfig")).args(options).arg("lexigraph"));
        flags.split_whitespace().map(str::to_owned).collect()
    }

    /// What a compiler needs to build with the shared library.
    pub fn flags(&self) -> Vec<String> {
        self.pkg_config(&["--cflags", "--libs"]).into_iter().chain([self.rpath()]).collect()
    }

    /// Compiles a C program with the shared library.
    pub fn compile(&self, source: &str, options: &[&str]) -> PathBuf {
        let program = self.path(Path::new(source).file_stem().unwrap().to_str().unwrap());
        run(cc().args(options).arg("-o").arg(&program).arg(root().join(source)).args(self.flags()));
        program
    }

    /// Compiles a C program with the static library.
    pub fn compile_static(&self, source: &str, options: &[&str]) -> PathBuf {
        let program = self.path("static");
        let flags = self.pkg_config(&["--static", "--cflags", "--libs"]).into_iter().map(|flag| match flag.as_str() {
            "-llexigraph" => self.library("liblexigraph.a").to_str().unwrap().to_owned(),
            _ => flag,
        });
        run(cc().args(options).arg("-o").arg(&program).arg(root().join(source)).args(flags));
        program
    }
}

fn cc() -> Command {
    let mut cc = Command::new("cc");
    cc.args(["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-pedantic", "-g"]);
    cc
}
