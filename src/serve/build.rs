//! A file that is new in the page's folder has to be compiled in.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
