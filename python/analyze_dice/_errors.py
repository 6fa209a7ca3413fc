"""What can go wrong, as exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._results import Result


class Problem(NamedTuple):
    """A problem of a file that could not be used."""

    file: str
    line: int | None
    """The line, from 1; None if the problem has no place."""
    column: int | None
    """The column in characters, from 1."""
    message: str
    hint: str | None
    """What to do about it, if that is known."""


class AnalyzeError(Exception):
    """An experiment has no result. The text says why, where, and what to do."""

    problems: list[Problem]
    """The problems of a file, if one could not be used."""

    def __init__(self, text: str, problems: list[Problem] | None = None) -> None:
        super().__init__(text)
        self.problems = problems or []


class InputError(AnalyzeError, ValueError):
    """An option, its value, or a file cannot be used."""


class PlayError(AnalyzeError, RuntimeError):
    """Something went wrong while games were played."""


class StrategyFault(AnalyzeError):
    """A strategy did what it may not do. If it is a function that raised an exception, that is the ``__cause__``."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped an experiment."""

    result: Result | None
    """What was finished by then, if the experiment keeps that. Its intervals are wider: they hold wherever it is stopped."""

    def __init__(self, text: str, result: Result | None = None) -> None:
        super().__init__(text)
        self.result = result
