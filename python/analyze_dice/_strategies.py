"""Strategies that are functions of Python, to try them out."""

from __future__ import annotations

import atexit
import inspect
import pathlib
import re
import shutil
import tempfile
from collections.abc import Callable
from typing import Any

from . import _native

# The function that a plain function of Python is in a script, by game.
_ONLY = {"pig": "roll"}
# What a function may return instead of True and False, by game and function.
_ANSWERS = {("pig", "roll"): {"roll": True, "hold": False}}
_folder: pathlib.Path | None = None


class Strategy:
    """A strategy whose decisions are made by Python. It can stand wherever the name of a strategy can."""

    name: str
    """What tables call it."""
    game: str
    """The game that it plays."""
    path: str
    """The script that hands its decisions to Python."""

    def __init__(self, decides: Callable[..., Any] | type, game: str, name: str | None, about: str | None) -> None:
        self.__wrapped__ = decides
        self.__doc__ = decides.__doc__
        self.game = _name_of_game(game)
        self.name = name or decides.__name__.lower().replace("_", "-").strip("-")
        lines = (about or decides.__doc__ or "a function of Python").strip().splitlines()
        self._functions = _functions(decides, self.game)
        script = _script(self, lines[0].replace("\\", " ").replace('"', "'"), _source(decides))
        path = _scripts() / f"{self.name}.rhai"
        path.write_text(script, encoding="utf-8")
        self.path = str(path)
        _native.decide_with(self.name, self._decide)

    def _decide(self, function: str, *shown: Any) -> Any:
        answer = self._functions[function](*shown)
        answers = _ANSWERS.get((self.game, function), {})
        return answers[answer] if isinstance(answer, str) and answer in answers else answer

    def __call__(self, *arguments: Any) -> Any:
        """Calls the function itself."""
        return self.__wrapped__(*arguments)

    def __str__(self) -> str:
        return self.path

    def __repr__(self) -> str:
        return f"<strategy {self.name!r} of {self.game}>"


def strategy(
    game: str, *, name: str | None = None, about: str | None = None
) -> Callable[[Callable[..., Any] | type], Strategy]:
    """Makes a strategy of a function or a class, to try an idea out.

    In Pig, a function gets the view and returns ``"roll"`` or ``"hold"``. In all other games, a class has a method for each
    function that a script of the game has, such as ``commit(self, view)`` and ``reroll(self, plan, roll)`` in Gang of Dice.
    The view has the same words as in scripts: ``analyze show words --game pig`` prints them.

    This is slow: each decision calls Python, one at a time, some thousand times as slowly as a strategy that is a file. For
    long runs, write the same idea as a file or a script. A function must return the same for the same view: don't use
    random numbers (``view.coin()`` draws repeatable ones), a clock, or what an earlier call left. Otherwise results can't be
    repeated. Only Python can play it: the program can't repeat such a run from its ``run.json``.
    """

    def decorate(decides: Callable[..., Any] | type) -> Strategy:
        return Strategy(decides, game, name, about)

    return decorate


def _name_of_game(game: str) -> str:
    """The name of a game, of a file the one inside it."""
    if not str(game).endswith(".toml"):
        return str(game)
    text = pathlib.Path(game).read_text(encoding="utf-8")
    found = re.search(r"^name\s*=\s*[\"']([^\"']+)[\"']", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"{game}: there is no name = \"…\"")
    return found.group(1)


def _functions(decides: Callable[..., Any] | type, game: str) -> dict[str, Callable[..., Any]]:
    """What decides, by the names that a script's functions have."""
    if inspect.isclass(decides):
        own = decides()
        return {name: method for name, method in inspect.getmembers(own, callable) if not name.startswith("_")}
    if game not in _ONLY:
        raise TypeError(f"strategy: {game} asks for several kinds of decisions: write a class with a method for each")
    return {_ONLY[game]: decides}


def _source(decides: Callable[..., Any] | type) -> str:
    """The text of what decides, so that the script changes whenever it does."""
    try:
        return inspect.getsource(decides)
    except (OSError, TypeError):
        return ""


def _script(own: Strategy, about: str, source: str) -> str:
    lines = [f"// {line}".rstrip() for line in ["Python decides for this strategy:", *source.splitlines()]]
    lines += [f'const GAME = "{own.game}";', f'const NAME = "{own.name}";', f'const ABOUT = "{about}";']
    for function, decides in own._functions.items():
        names = ", ".join(inspect.signature(decides).parameters)
        lines.append(f'fn {function}({names}) {{ ask_host("{own.name}", "{function}", {names}) }}')
    return "\n".join(lines) + "\n"


def _scripts() -> pathlib.Path:
    """The folder of the scripts, which goes when Python ends."""
    global _folder
    if _folder is None:
        _folder = pathlib.Path(tempfile.mkdtemp(prefix="analyze-"))
        atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    return _folder
