//! `analyze studio`: the studio, a folder of static pages in which this program runs in a browser.
//!
//! Owns where the folder is, writing it elsewhere, and serving it on this machine. The pages need no server of their own: it
//! hands out the files of the folder as they are, to this machine alone.

use super::command::StudioArgs;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::output;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use tiny_http::{Header, Method, Request, Response, Server};

/// Where the folder is, as seen from the folder of the program: in an archive, and where a package or a wheel installs it.
const PLACES: [&str; 2] = ["studio", "../share/analyze/studio"];
/// The page that the folder begins with.
const FIRST: &str = "index.html";

/// Writes the studio to a folder, or serves it.
pub(super) fn studio(args: &StudioArgs) -> Outcome {
    let from = installed()?;
    match &args.dir {
        _ if args.port.is_some() && !args.open => refuse("--port: give --open, too; a folder has no port"),
        Some(dir) => write(&from, dir),
        None if args.open => serve(&from, args.port.unwrap_or(0)),
        None => refuse("give the folder to write the studio to, or --open to see it in the browser"),
    }
}

/// The folder that came with the program.
fn installed() -> Result<PathBuf, Failure> {
    let program = std::env::current_exe().and_then(fs::canonicalize);
    let beside = program.as_deref().ok().and_then(Path::parent);
    let found = beside
        .and_then(|beside| PLACES.map(|place| beside.join(place)).into_iter().find(|at| at.join(FIRST).is_file()));
    found.ok_or_else(|| {
        Failure::Usage(
            "this program came without the studio. The archive, the Debian package and the wheel have it; in the source, \
             dist/studio builds it to target/studio, and a copy of that folder beside the program, named 'studio', is found"
                .to_owned(),
        )
    })
}

/// The files of a folder, by their names in addresses: `assets/index.js`.
fn files(folder: &Path) -> io::Result<BTreeMap<String, PathBuf>> {
    let mut found = BTreeMap::new();
    let mut open = vec![(String::new(), folder.to_owned())];
    while let Some((before, folder)) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (name, kind) = (format!("{before}{}", entry.file_name().to_string_lossy()), entry.file_type()?);
            if kind.is_dir() {
                open.push((format!("{name}/"), entry.path()));
            } else if kind.is_file() {
                found.insert(name, entry.path());
            }
        }
    }
    Ok(found)
}

/// Copies the studio to a folder that is new or empty.
fn write(from: &Path, to: &Path) -> Outcome {
    let shown = to.display();
    let holds = fs::read_dir(to).map(|mut entries| entries.next().is_some());
    match holds {
        Ok(true) => {
            return refuse(format!("DIR: '{shown}' is not empty; give a new folder, or move away what is in it"));
        }
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return refuse(format!("DIR: '{shown}' cannot be written to: {error}"));
        }
        _ => {}
    }
    let copied = files(from).and_then(|files| {
        for (name, file) in &files {
            let own = to.join(name);
            own.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::copy(file, own)?;
        }
        Ok(files.len())
    });
    let copied = copied.map_err(|error| Failure::Running(format!("cannot write '{shown}': {error}")))?;
    output::result(&format!(
        "wrote {copied} files to {shown}\nAny server of static files can serve the folder; browsers run it from no file:// address.\n\
         to see it on this machine: analyze studio --open\n"
    ))
}

/// Serves the studio to this machine until the program is ended, and opens it in the browser.
fn serve(from: &Path, port: u16) -> Outcome {
    let failed = |why: String| Failure::Running(format!("cannot serve the studio: {why}"));
    let files = files(from).map_err(|error| failed(error.to_string()))?;
    let server = Server::http(("127.0.0.1", port)).map_err(|error| failed(format!("port {port}: {error}")))?;
    let port = server.server_addr().to_ip().map_or(port, |address| address.port());
    let address = format!("http://127.0.0.1:{port}/");
    output::result(&format!("The studio is at {address} for as long as this program runs. Ctrl-C ends it.\n"))?;
    if open::that_detached(&address).is_err() {
        output::remark("note: no browser could be opened; open the address yourself");
    }
    for request in server.incoming_requests() {
        // A browser that went away is no reason to end.
        let _ = answer(request, &files);
    }
    Ok(())
}

/// Hands out the file that is asked for. Only names of files in the folder are known, so no other file can be asked for.
fn answer(request: Request, files: &BTreeMap<String, PathBuf>) -> io::Result<()> {
    let path = request.url().split(['?', '#']).next().unwrap_or_default().trim_start_matches('/').to_owned();
    let name = if path.is_empty() { FIRST } else { &path };
    let file = files.get(name).filter(|_| matches!(request.method(), Method::Get | Method::Head));
    let Some(file) = file else {
        return request.respond(Response::from_string("There is no such page.\n").with_status_code(404));
    };
    let mut response = Response::from_file(fs::File::open(file)?);
    for (field, value) in
        [("Content-Type", kind(name)), ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-cache")]
    {
        if let Ok(header) = Header::from_bytes(field, value) {
            response.add_header(header);
        }
    }
    request.respond(response)
}

/// What a file is, by its ending, for browsers.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "webmanifest" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
