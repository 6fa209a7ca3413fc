"""Results of experiments: tables, the page, and the files."""

from __future__ import annotations

import hashlib
import html
import importlib
import json
import os
import pathlib
import re
from typing import TYPE_CHECKING, Any, Literal

from . import _native
from ._errors import InputError

if TYPE_CHECKING:
    from ._native import Table

_PACKAGE, _MANIFEST, _PAGE = "datapackage.json", "run.json", "report.html"


class Picture:
    """A picture of a result's page. A notebook shows it."""

    svg: str
    """The picture alone, as SVG."""

    def __init__(self, page: str, which: int) -> None:
        figures = re.findall(r"<figure>.*?</figure>", page, re.DOTALL)
        if not -len(figures) <= which < len(figures):
            raise IndexError(f"the page has {len(figures)} pictures; there is none with the number {which}")
        head = page[: page.index("<body>")]
        style = "".join(re.findall(r"<style>(.*?)</style>", head, re.DOTALL))
        answer = "".join(re.findall(r"<h1>.*?</h1>|<p class=\"answer\">.*?</p>", page, re.DOTALL)[:2])
        drawing = re.findall(r"<svg (?!class)[^>]*viewBox=\"0 0 [\d.]+ ([\d.]+)\".*?</svg>", figures[which], re.DOTALL)
        plain = re.search(r"<svg (?!class).*?</svg>", figures[which], re.DOTALL)
        self._height = 260 + int(1.4 * float(drawing[0] if drawing else 200))
        self._document = f"{head}<body><main>{answer}{figures[which]}</main></body></html>"
        shape = plain.group(0) if plain else ""
        opened = shape.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" width="800" ', 1)
        self.svg = opened.replace(">", f"><style>{html.escape(style, quote=False)}</style>", 1)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture as an SVG file."""
        pathlib.Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_html_(self) -> str:
        # In a frame, so that the page's style doesn't reach the notebook.
        inside = html.escape(self._document)
        return f'<iframe srcdoc="{inside}" style="width:100%;height:{self._height}px;border:0"></iframe>'


class Result:
    """The result of an experiment.

    ``summary`` is its main table, ``tables`` has all, and each is an attribute, too (``result.seats``). A table goes to
    polars, pandas, pyarrow and DuckDB without a copy, through Arrow: ``polars.DataFrame(result.summary)``,
    ``pandas.DataFrame.from_arrow(result.summary)``, ``pyarrow.table(result.summary)``.
    """

    experiment: str
    """What was played: ``run``, or the word of the command line."""
    tables: dict[str, Table]
    """All tables by name. Their columns have types, units and meanings."""
    manifest: dict[str, Any]
    """What ``run.json`` says: what was played, by which rules, and with what seed."""
    remarks: list[str]
    """What is worth knowing of how it was played."""

    def __init__(self, files: dict[str, str], text: str = "", remarks: list[str] | None = None) -> None:
        self._files = files
        self._text = text
        self.remarks = remarks or []
        self.manifest = json.loads(files[_MANIFEST])
        self.experiment = self.manifest.get("command") or "run"
        self.tables = {table.name: table for table in _native.read_tables(files[_PACKAGE], files)}

    @property
    def summary(self) -> Table:
        """The main table: a row for each strategy, comparison or card."""
        main = [name for name in self.tables if name.endswith("summary")] or list(self.tables)
        return self.tables[main[0]]

    @property
    def verdict(self) -> str | dict[tuple[str, str, str], str] | None:
        """The verdict of a comparison, such as ``better``. If there are several, they have the two strategies and the
        opponents as keys. None if nothing was compared."""
        table = self.tables.get("compare")
        if table is None or "verdict" not in [column[0] for column in table.columns]:
            return None
        rows = zip(table["metric"], table["a"], table["b"], table["against"], table["verdict"])
        decides = {(a, b, against): verdict for metric, a, b, against, verdict in rows if metric == "win_share"}
        return next(iter(decides.values())) if len(decides) == 1 else decides

    @property
    def signature(self) -> str:
        """The hash of all sums. The same experiment has the same signature wherever it is played."""
        return str(self.manifest["signature"])

    @property
    def page(self) -> str:
        """The page to share, as HTML."""
        return self._files[_PAGE]

    def plot(self, which: int = 0) -> Picture:
        """A picture of the page, by its number from 0; a notebook shows it."""
        return Picture(self.page, which)

    def write(self, folder: str | os.PathLike[str], format: Literal["csv", "parquet"] = "csv", *, replace: bool = False) -> None:
        """Writes all files into a folder, which must be new or empty unless ``replace`` is true.

        ``csv`` writes the files that the program writes, byte for byte. ``parquet`` writes ``run.json``, the page, and each
        table as a Parquet file with the units and meanings of its columns; it needs pyarrow.
        """
        folder = pathlib.Path(folder)
        if folder.exists() and any(folder.iterdir()) and not replace:
            raise FileExistsError(f"{folder} is not empty: name another folder, or add replace=True")
        if format not in ("csv", "parquet"):
            raise InputError(f"format: {format!r}; 'csv' or 'parquet'")
        folder.mkdir(parents=True, exist_ok=True)
        if format == "parquet":
            self._write_parquet(folder)
            return
        # The manifest last: a folder without it is one that is not whole.
        for name, content in self._files.items():
            if name != _MANIFEST:
                (folder / name).write_bytes(content.encode())
        (folder / _MANIFEST).write_bytes(self._files[_MANIFEST].encode())

    def _write_parquet(self, folder: pathlib.Path) -> None:
        try:
            pyarrow, parquet = (importlib.import_module(name) for name in ("pyarrow", "pyarrow.parquet"))
        except ImportError as error:
            raise ImportError("Parquet needs pyarrow: pip install 'analyze-dice[parquet]'") from error
        for name, table in self.tables.items():
            parquet.write_table(pyarrow.table(table), folder / f"{name}.parquet")
        for name in (_PAGE, _MANIFEST):
            if name in self._files:
                (folder / name).write_bytes(self._files[name].encode())

    def __getattr__(self, name: str) -> Table:
        tables: dict[str, Table] = self.__dict__.get("tables", {})
        if name in tables:
            return tables[name]
        raise AttributeError(f"there is no table {name!r}; there are {', '.join(tables)}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.tables]

    def __repr__(self) -> str:
        if self._text:
            return self._text.rstrip()
        return f"<{self.experiment}: {self.manifest['game']}; tables {', '.join(self.tables)}>"

    def _repr_html_(self) -> str:
        if _PAGE in self._files and "<figure>" in self.page:
            return self.plot()._repr_html_()
        return f"<pre>{html.escape(repr(self))}</pre>"


def read(folder: str | os.PathLike[str]) -> Result:
    """Loads a folder that the program or :meth:`Result.write` wrote as CSV.

    A file that is not what its ``run.json`` says raises :class:`InputError`.
    """
    folder = pathlib.Path(folder)
    try:
        manifest = (folder / _MANIFEST).read_bytes()
    except OSError as error:
        raise InputError(f"{folder} has no run.json that can be read: {error.strerror}") from error
    files = {_MANIFEST: manifest.decode()}
    for listed in json.loads(manifest)["files"]:
        name = listed["name"]
        if pathlib.PurePath(name).name != name:
            raise InputError(f"{folder / _MANIFEST} lists {name!r}, which is no plain name of a file")
        try:
            content = (folder / name).read_bytes()
        except OSError as error:
            raise InputError(f"{folder / name} cannot be read: {error.strerror}") from error
        if listed["hash"] != f"sha256:{hashlib.sha256(content).hexdigest()}":
            raise InputError(f"{folder / name} was changed: it is not the file that run.json lists")
        files[name] = content.decode(errors="replace")
    if _PACKAGE not in files:
        raise InputError(f"{folder} has no {_PACKAGE}: analyze report {folder} makes it")
    return Result(files)
