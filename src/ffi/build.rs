//! The name by which programs ask the system for the shared library. Its number is that of the ABI.

use std::env;

/// The same number as `LEXIGRAPH_ABI_VERSION`; a test holds them together.
const ABI: u32 = 1;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux" | "freebsd" | "android") => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,liblexigraph.so.{ABI}");
        }
        Ok("macos") => println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/liblexigraph.{ABI}.dylib"),
        _ => {}
    }
}
