//! `analyze studio`: whether the folder that came with the program is found, written and served as it is, and what is refused.

use crate::program::{Desk, PROGRAM, Printed};
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Files of a studio, with what each is served as.
const FILES: [(&str, &str, &str); 4] = [
    ("index.html", "<!doctype html>The studio", "text/html; charset=utf-8"),
    ("sw.js", "self.onfetch = null;", "text/javascript; charset=utf-8"),
    ("assets/analyze.wasm", "\0asm", "application/wasm"),
    ("assets/look.css", "body {}", "text/css; charset=utf-8"),
];

/// A folder in which the program lies like in an archive, with a studio in one of the places.
fn installed(bin: &str, studio: &str) -> Desk {
    let desk = Desk::new();
    for (name, content, _) in FILES {
        desk.write(&format!("{studio}/{name}"), content);
    }
    let folder = desk.path(bin);
    fs::create_dir_all(&folder).unwrap();
    let program = folder.join("analyze");
    fs::hard_link(PROGRAM, &program).or_else(|_| fs::copy(PROGRAM, &program).map(drop)).unwrap();
    desk
}

fn command(desk: &Desk, bin: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(desk.path(bin).join("analyze"));
    // No browser is found, so none is opened.
    command.args(arguments).current_dir(desk.path(".")).env("PATH", "").env("COLUMNS", "10000");
    command
}

fn run(desk: &Desk, bin: &str, arguments: &[&str]) -> Printed {
    let output = command(desk, bin, arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Printed { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn is_whole(folder: &Path) {
    for (name, content, _) in FILES {
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), content, "{name}");
    }
}

#[test]
fn the_studio_of_an_archive_and_of_a_package_is_written_to_a_folder() {
    for (bin, studio) in [("analyze-0.1.0", "analyze-0.1.0/studio"), ("usr/bin", "usr/share/analyze/studio")] {
        let desk = installed(bin, studio);
        let written = run(&desk, bin, &["studio", "site/mine"]);
        assert_eq!(written.code, Some(0), "{}", written.err);
        assert!(written.out.starts_with("wrote 4 files to site/mine\n"), "{}", written.out);
        is_whole(&desk.path("site/mine"));
    }
}

#[cfg(unix)]
#[test]
fn the_studio_is_found_from_a_link_to_the_program() {
    let desk = installed("opt", "opt/studio");
    fs::create_dir(desk.path("bin")).unwrap();
    std::os::unix::fs::symlink(desk.path("opt/analyze"), desk.path("bin/analyze")).unwrap();
    assert_eq!(run(&desk, "bin", &["studio", "mine"]).code, Some(0));
    is_whole(&desk.path("mine"));
}

#[test]
fn a_folder_that_holds_something_is_left_as_it_is() {
    let desk = installed("bin", "bin/studio");
    desk.write("mine/notes.txt", "mine");
    let refused = run(&desk, "bin", &["studio", "mine"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("DIR: 'mine' is not empty"), "{}", refused.err);
    assert_eq!(fs::read_dir(desk.path("mine")).unwrap().count(), 1);

    let file = run(&desk, "bin", &["studio", "mine/notes.txt"]);
    assert_eq!(file.code, Some(2));
    assert!(file.err.contains("DIR: 'mine/notes.txt' cannot be written to"), "{}", file.err);
    assert_eq!(desk.read("mine/notes.txt"), "mine");
}

#[test]
fn a_program_without_a_studio_says_where_to_get_one() {
    let desk = Desk::new();
    let refused = desk.run("studio mine");
    assert_eq!(refused.code, Some(2));
    for part in ["came without the studio", "dist/studio builds it"] {
        assert!(refused.err.contains(part), "{}", refused.err);
    }
    assert!(!desk.path("mine").exists());
}

#[test]
fn what_to_do_with_the_studio_must_be_said() {
    let desk = installed("bin", "bin/studio");
    let refused = run(&desk, "bin", &["studio"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("give the folder to write the studio to, or --open"), "{}", refused.err);
    assert_eq!(run(&desk, "bin", &["studio", "mine", "--open"]).code, Some(2), "both");
    for words in [&["studio", "mine", "--port", "8000"][..], &["studio", "--port", "8000"]] {
        let refused = run(&desk, "bin", words);
        assert_eq!(refused.code, Some(2), "{words:?}");
        assert!(refused.err.contains("--port: give --open, too"), "{}", refused.err);
    }
    assert!(!desk.path("mine").exists());
}

/// The studio as it is served.
struct Served {
    program: Child,
    address: String,
}

impl Served {
    fn new(desk: &Desk) -> Served {
        let mut program =
            command(desk, "bin", &["studio", "--open"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(program.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect(&said).to_owned();
        Served { program, address }
    }

    /// Head and body of the answer to a request.
    fn asked(&self, method: &str, path: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn the_files_of_the_studio_are_served_to_this_machine_and_no_others() {
    let desk = installed("bin", "bin/studio");
    desk.write("bin/secret.txt", "secret");
    let served = Served::new(&desk);
    assert!(served.address.starts_with("127.0.0.1:"), "{}", served.address);
    for (name, content, kind) in FILES {
        let (head, body) = served.asked("GET", &format!("/{name}?from=here"));
        assert!(head.starts_with("HTTP/1.1 200"), "{name}: {head}");
        assert!(head.contains(&format!("Content-Type: {kind}\r\n")), "{name}: {head}");
        assert_eq!(body, content, "{name}");
    }
    assert_eq!(served.asked("GET", "/").1, FILES[0].1);
    assert_eq!(served.asked("HEAD", "/").1, "");
    for path in ["/../secret.txt", "/..%2fsecret.txt", "//secret.txt", "/assets", "/none", "/assets/../../secret.txt"] {
        let (head, body) = served.asked("GET", path);
        assert!(head.starts_with("HTTP/1.1 404"), "{path}: {head}");
        assert!(!body.contains("secret"), "{path}: {body}");
    }
    assert!(served.asked("POST", "/index.html").0.starts_with("HTTP/1.1 404"));
}

#[test]
fn a_port_that_is_taken_is_named() {
    let desk = installed("bin", "bin/studio");
    let served = Served::new(&desk);
    let port = served.address.rsplit(':').next().unwrap();
    let refused = run(&desk, "bin", &["studio", "--open", "--port", port]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains(&format!("cannot serve the studio: port {port}: ")), "{}", refused.err);
}
