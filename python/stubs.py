#!/usr/bin/env python3
"""Prints analyze_dice/__init__.pyi: the experiments with all their options, for editors and type checkers.

usage: python -P stubs.py > analyze_dice/__init__.pyi     with the built module installed; a test compares the two
"""

import sys

from analyze_dice import _native
from analyze_dice._words import keyword

HEAD = '''\
# Made by stubs.py from the options of the command line.
"""A strategy laboratory for dice games, as a module of Python."""

import os
from collections.abc import Iterable, Mapping
from typing import Any

from ._errors import AnalyzeError as AnalyzeError
from ._errors import InputError as InputError
from ._errors import Interrupted as Interrupted
from ._errors import PlayError as PlayError
from ._errors import Problem as Problem
from ._errors import StrategyFault as StrategyFault
from ._native import Table as Table
from ._native import __version__ as __version__
from ._results import Picture as Picture
from ._results import Result as Result
from ._results import read as read
from ._strategies import Strategy as Strategy
from ._strategies import strategy as strategy

_One = str | float | range | os.PathLike[str] | Strategy
_Value = _One | Iterable[_One]
_Repeated = str | Iterable[str] | Mapping[str, _Value | Iterable[Iterable[_One]]]
'''
KINDS = {"nothing": "bool", "value": "_Value | None", "repeated": "_Repeated | None"}


def signature(options: list[_native.Option], first: str, required: str = "") -> list[str]:
    lines = [f"    {first},"]
    for option in options:
        default = "" if option.name == required else " = ..."
        kind = KINDS[option.takes].removesuffix(" | None") if option.name == required else KINDS[option.takes]
        lines.append(f"    {keyword(option)}: {kind}{default},")
    return [*lines, "    progress: bool | None = ...,", ") -> Result:"]


def documented(about: str, options: list[_native.Option]) -> list[str]:
    lines = [f"    {keyword(option)}: {' '.join(option.about.split())}" for option in options]
    text = "\n".join([f'    """{about}.', "", *lines, '    """']).replace("\\", "\\\\")
    return [*text.splitlines(), "    ..."]


def stubs() -> str:
    text = [HEAD]
    for known in _native.experiments():
        first = "*beside: _One" if known.beside is not None or known.options[0].name == "game" else "*"
        if known.beside is not None:
            first = f"*{known.beside[0]}: _One"
        text += [f"def {known.name}(", *signature(known.options, first), *documented(known.about, known.options), ""]
        if known.name == "run":
            about = "Play several values of rules or parameters, and compare them"
            text += ["def sweep(", *signature(known.options, "*", "vary"), *documented(about, known.options), ""]
    return "\n".join(text)


if __name__ == "__main__":
    sys.stdout.write(stubs())
