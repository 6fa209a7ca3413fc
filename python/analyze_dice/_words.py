"""Options as keywords: what would be typed on the command line.

Which options there are, the parser of the command line says; this module has no list of its own.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._strategies import Strategy

if TYPE_CHECKING:
    from ._native import Experiment, Option


def text(value: object) -> str:
    """A value as it would be typed."""
    if isinstance(value, Strategy):
        return value.path
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**63:
        return str(int(value))
    if isinstance(value, range):
        return "|".join(map(str, value))
    return str(value)


def is_list(value: object) -> bool:
    """Whether a value has several items."""
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping, range))


def repeated(name: str, value: Any) -> list[str]:
    """The words of an option that can be typed several times: a text, several, or values by their keys."""
    if not isinstance(value, Mapping):
        return [f"--{name}={text(item)}" for item in (value if is_list(value) else [value])]
    words = []
    for key, item in value.items():
        if not is_list(item):
            typed = text(item)
        elif name == "rule":
            typed = "[" + ",".join(map(text, item)) + "]"
        else:
            typed = "|".join(",".join(map(text, one)) if is_list(one) else text(one) for one in item)
        words.append(f"--{name}={key}={typed}")
    return words


def option_words(option: Option, value: Any) -> list[str]:
    """The words of an option; None has none."""
    if value is None or (option.takes == "nothing" and value is False):
        return []
    if option.takes == "nothing":
        if value is not True:
            raise TypeError(f"{keyword(option)}: {value!r}; it is True or False")
        return [f"--{option.name}"]
    if option.takes == "repeated":
        return repeated(option.name, value)
    typed = ",".join(map(text, value)) if is_list(value) else text(value)
    return [f"--{option.name}={typed}"]


def keyword(option: Option) -> str:
    """The name of an option in Python."""
    return option.name.replace("-", "_")


def words_of(experiment: Experiment, beside: tuple[object, ...], options: dict[str, Any]) -> list[str]:
    """What would be typed after the name of the experiment."""
    known = {keyword(option): option for option in experiment.options}
    if experiment.beside is None and len(beside) == 1 and "game" in known:
        options, beside = {"game": beside[0], **options}, ()
    most = 0 if experiment.beside is None else (None if experiment.beside[1] else 1)
    if most is not None and len(beside) > most:
        raise TypeError(f"{experiment.name}: {beside[most]!r} is no option; write its name, such as players=3")
    words = [word for name, value in options.items() for word in option_words(of(known, name, experiment), value)]
    return words + [text(word) for word in beside]


def of(known: dict[str, Option], name: str, experiment: Experiment) -> Option:
    """The option of this name."""
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(known)}"
    if name in ("out", "resume", "replace", "format"):
        hint = "; the result stays in memory, and its write() makes the files"
    raise TypeError(f"{experiment.name} has no option {name!r}{hint}")
