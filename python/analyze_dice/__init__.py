"""A strategy laboratory for dice games, as a module of Python.

>>> import analyze_dice as ad
>>> r = ad.run(game="pig", players=2, runs=1e6)
>>> r.summary["strategy"]
['keep-pace', 'hold']

Each experiment of the program ``analyze`` is a function: ``run``, ``compare``, ``tournament``, ``tune``, ``cards``,
``solve``, ``exact``, and others. Its keywords are the options of the command line, with ``_`` for ``-``: ``until="verdict"``
is ``--until verdict``. A list is several names (``bots=["hold", "race"]``), and a dictionary has rules or what is varied
(``rule={"goal": 50}``, ``vary={"goal": [50, 100]}``). ``help(ad.run)`` lists the options.

Games are played by as many threads as there are cores, without the interpreter's lock. Ctrl-C stops them and raises
:class:`Interrupted`, a ``KeyboardInterrupt`` that has what was finished. The same experiment gives the same files and the
same signature as the program.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

from . import _native
from ._errors import AnalyzeError, InputError, Interrupted, PlayError, Problem, StrategyFault
from ._native import Table, __version__
from ._progress import Progress
from ._results import Picture, Result, read
from ._strategies import Strategy, strategy
from ._words import keyword, words_of

_EXPERIMENTS = {known.name: known for known in _native.experiments()}

__all__ = [
    "AnalyzeError",
    "InputError",
    "Interrupted",
    "Picture",
    "PlayError",
    "Problem",
    "Result",
    "Strategy",
    "StrategyFault",
    "Table",
    "__version__",
    "read",
    "strategy",
    "sweep",
    *_EXPERIMENTS,
]


def _play(experiment: _native.Experiment, beside: tuple[object, ...], progress: bool | None, options: dict[str, Any]) -> Result:
    words = words_of(experiment, beside, options)
    try:
        with Progress(progress) as shown:
            played = _native.play(experiment.name, words, shown)
    except KeyboardInterrupt as interrupt:
        raise Interrupted("interrupted before anything was finished") from interrupt
    if isinstance(played, _native.Refusal):
        raise _error(played) from (played.cause if isinstance(played.cause, BaseException) else None)
    result = Result(dict(played.files), played.summary, played.remarks)
    if played.stopped is not None:
        raise Interrupted(f"interrupted: {played.stopped} were finished, which are in .result", result)
    for remark in played.remarks:
        if remark.startswith("warning"):
            warnings.warn(remark, stacklevel=3)
    return result


def _error(refusal: _native.Refusal) -> BaseException:
    text = refusal.text.removeprefix("error: ").replace("\n\nFor more information, try '--help'.", "")
    if refusal.kind == "stopped":
        return Interrupted(text.splitlines()[0])
    kinds = {"input": InputError, "running": PlayError, "fault": StrategyFault}
    return kinds[refusal.kind](text, [Problem(*problem) for problem in refusal.problems])


def _function(experiment: _native.Experiment) -> Callable[..., Result]:
    """An experiment as a function, whose signature and documentation are those of its command."""

    def play(*beside: object, progress: bool | None = None, **options: Any) -> Result:
        return _play(experiment, beside, progress, options)

    play.__name__ = play.__qualname__ = experiment.name
    lines = [f"    {keyword(option)}: {' '.join(option.about.split())}" for option in experiment.options]
    lines.append("    progress: whether progress is shown [default: on a terminal and in a notebook]")
    play.__doc__ = f"{experiment.about}.\n\nOptions:\n" + "\n".join(lines)
    kinds = inspect.Parameter
    first = [] if experiment.beside is None else [kinds(experiment.beside[0], kinds.VAR_POSITIONAL)]
    keywords = [keyword(option) for option in experiment.options] + ["progress"]
    named = [kinds(name, kinds.KEYWORD_ONLY, default=None) for name in keywords]
    play.__signature__ = inspect.Signature([*first, *named])  # type: ignore[attr-defined]
    return play


globals().update({name: _function(known) for name, known in _EXPERIMENTS.items()})


def sweep(*, vary: Any, progress: bool | None = None, **options: Any) -> Result:
    """Plays several values of rules or parameters, and compares them: ``run`` with ``vary``.

    ``vary`` has the values by key: ``{"goal": [50, 100], "players": range(2, 5)}``. All combinations play the same deals.
    """
    return _play(_EXPERIMENTS["run"], (), progress, {"vary": vary, **options})
