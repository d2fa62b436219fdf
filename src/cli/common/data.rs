//! The folder of what the program keeps for its user.

use std::path::PathBuf;

use lexigraph::alphabet::Alphabet;

/// The folder of what the program keeps for its user; `None` if the user has no home folder.
pub fn data_folder() -> Option<PathBuf> {
    let of_variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
    let usual = if cfg!(windows) {
        of_variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        home.map(|home| home.join("Library/Application Support"))
    } else {
        of_variable("XDG_DATA_HOME").filter(|path| path.is_absolute()).or(home.map(|home| home.join(".local/share")))
    };
    usual.map(|folder| folder.join("lexigraph"))
}

/// The name of an alphabet as that of a file or folder.
pub fn alphabet_folder(alphabet: &Alphabet) -> String {
    alphabet.name().chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect()
}
