//! Makes the studio's WebAssembly ready for a browser: what the command `wasm-bindgen` does, from a library.
//!
//! Usage: `analyze-studio-bind MODULE.wasm FOLDER`. Owns nothing but the choice that pages import the result as a module.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = words.as_slice() else {
        return failed("usage: analyze-studio-bind MODULE.wasm FOLDER");
    };
    let mut bindgen = Bindgen::new();
    // The page names no address: the module is beside the script. Names of functions are half of the module.
    let bindgen = bindgen.input_path(module).typescript(true).omit_default_module_path(false).remove_name_section(true);
    let web = bindgen.remove_producers_section(true).web(true);
    match web.and_then(|web| web.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&format!("{error:#}")),
    }
}

fn failed(why: &str) -> ExitCode {
    let _ = std::io::Write::write_all(&mut std::io::stderr().lock(), format!("error: {why}\n").as_bytes());
    ExitCode::FAILURE
}
