"""How far an experiment is, on a terminal or in a notebook."""

from __future__ import annotations

import importlib
import sys
import time
from types import TracebackType
from typing import Any

# Nothing is shown of what is over before that, in seconds, and nothing more often.
_AFTER, _EVERY = 0.5, 0.2


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    kernel = shell.get_ipython() if shell is not None else None
    return kernel is not None and hasattr(kernel, "kernel")


class Progress:
    """Shows how far an experiment is until the block ends; the last line is removed then."""

    def __init__(self, wanted: bool | None) -> None:
        self._notebook = _in_notebook()
        self._wanted = (self._notebook or sys.stderr.isatty()) if wanted is None else wanted
        self._begun = self._shown = time.monotonic()
        self._display: Any = None
        self._drawn = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None) -> None:
        if self._display is not None:
            self._display.update({"text/plain": ""}, raw=True)
        elif self._drawn:
            sys.stderr.write("\r\033[K" if sys.stderr.isatty() else "\n")

    def __call__(self, done: int, all: int, unit: str) -> None:
        """Shows that so many units are done."""
        now = time.monotonic()
        if not self._wanted or all == 0 or now - self._begun < _AFTER or now - self._shown < _EVERY:
            return
        self._shown = now
        left = (now - self._begun) * (all - done) / done if done else None
        line = f"{done:,}/{all:,} {unit}" + ("" if left is None else f", {left:,.0f} s left")
        if not self._notebook:
            self._drawn = True
            sys.stderr.write(f"\r\033[K{line}" if sys.stderr.isatty() else f"{line}\n")
            sys.stderr.flush()
        elif self._display is None:
            display: Any = importlib.import_module("IPython.display")
            self._display = display.display({"text/plain": line}, raw=True, display_id=True)
        else:
            self._display.update({"text/plain": line}, raw=True)
