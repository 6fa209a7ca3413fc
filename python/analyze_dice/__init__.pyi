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

def run(
    *beside: _One,
    game: _Value | None = ...,
    players: _Value | None = ...,
    bots: _Value | None = ...,
    seed: _Value | None = ...,
    seating: _Value | None = ...,
    edition: _Value | None = ...,
    deck: _Value | None = ...,
    rules: _Value | None = ...,
    rule: _Repeated | None = ...,
    engine: _Value | None = ...,
    no_cache: bool = ...,
    runs: _Value | None = ...,
    until: _Value | None = ...,
    luck: _Value | None = ...,
    vary: _Repeated | None = ...,
    threads: _Value | None = ...,
    progress: bool | None = ...,
) -> Result:
    """Simulate games, and say who wins.

    game: The game: gang, pot, battle, pig, farkle, ship, lines, crates, threes, or the file of your own game (.toml)
    players: Number of players (gang: 2 to 4, pot: 2 to 5, battle: 2 to 6, pig: 2 to 6, farkle: 1 to 6, ship: 1 to 6, lines: 1 to 6, crates: 2 to 6, threes: 1 to 6) [default: the number of --bots if there are several, otherwise 3]
    bots: Strategies, separated by commas: one for each seat, or one for all seats [default: built-in ones]
    seed: Number that fixes all random draws, 0 to 2^64 - 1
    seating: Which seating orders are played: rotate, all, fixed
    edition: Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    deck: Deck file (gang) [default: the built-in deck]
    rules: File of rules; `analyze show rules --game GAME` prints one to edit
    rule: Change one rule, for example rerolls=3 or die.red.cost=3; repeatable
    engine: How turns are simulated: turn, dice, auto
    no_cache: Do not use or write the cache of solutions
    runs: Number of games, 1 to 1e15; for example 1000000, 1e6 or 1M
    until: se=X: stop when the standard error of every win share is at most X
    luck: Whether win shares are corrected for luck: off (no), cancel (yes), auto (where possible)
    vary: Play several values of a rule, such as rerolls=1..4, and compare them; repeatable
    threads: Number of threads, 1 to 1024 [default: one per core]
    """
    ...

def sweep(
    *,
    game: _Value | None = ...,
    players: _Value | None = ...,
    bots: _Value | None = ...,
    seed: _Value | None = ...,
    seating: _Value | None = ...,
    edition: _Value | None = ...,
    deck: _Value | None = ...,
    rules: _Value | None = ...,
    rule: _Repeated | None = ...,
    engine: _Value | None = ...,
    no_cache: bool = ...,
    runs: _Value | None = ...,
    until: _Value | None = ...,
    luck: _Value | None = ...,
    vary: _Repeated,
    threads: _Value | None = ...,
    progress: bool | None = ...,
) -> Result:
    """Play several values of rules or parameters, and compare them.

    game: The game: gang, pot, battle, pig, farkle, ship, lines, crates, threes, or the file of your own game (.toml)
    players: Number of players (gang: 2 to 4, pot: 2 to 5, battle: 2 to 6, pig: 2 to 6, farkle: 1 to 6, ship: 1 to 6, lines: 1 to 6, crates: 2 to 6, threes: 1 to 6) [default: the number of --bots if there are several, otherwise 3]
    bots: Strategies, separated by commas: one for each seat, or one for all seats [default: built-in ones]
    seed: Number that fixes all random draws, 0 to 2^64 - 1
    seating: Which seating orders are played: rotate, all, fixed
    edition: Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    deck: Deck file (gang) [default: the built-in deck]
    rules: File of rules; `analyze show rules --game GAME` prints one to edit
    rule: Change one rule, for example rerolls=3 or die.red.cost=3; repeatable
    engine: How turns are simulated: turn, dice, auto
    no_cache: Do not use or write the cache of solutions
    runs: Number of games, 1 to 1e15; for example 1000000, 1e6 or 1M
    until: se=X: stop when the standard error of every win share is at most X
    luck: Whether win shares are corrected for luck: off (no), cancel (yes), auto (where possible)
    vary: Play several values of a rule, such as rerolls=1..4, and compare them; repeatable
    threads: Number of threads, 1 to 1024 [default: one per core]
    """
    ...

def cards(
    *beside: _One,
    game: _Value | None = ...,
    players: _Value | None = ...,
    bots: _Value | None = ...,
    seed: _Value | None = ...,
    seating: _Value | None = ...,
    edition: _Value | None = ...,
    deck: _Value | None = ...,
    rules: _Value | None = ...,
    rule: _Repeated | None = ...,
    engine: _Value | None = ...,
    no_cache: bool = ...,
    max_dice: _Value | None = ...,
    by: _Value | None = ...,
    policies: _Value | None = ...,
    runs: _Value | None = ...,
    vary: _Repeated | None = ...,
    threads: _Value | None = ...,
    progress: bool | None = ...,
) -> Result:
    """Show how hard each card is: computed exactly, and measured in simulated games (gang, games from files).

    game: The game: gang, or a game from a file that has a [deck] [default: gang]
    players: Number of players, 2 to 4 [default: the number of --bots if there are several, otherwise 3]
    bots: Strategies, separated by commas: one for each seat, or one for all seats [default: built-in ones]
    seed: Number that fixes all random draws, 0 to 2^64 - 1
    seating: Which seating orders are played: rotate, all, fixed
    edition: Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    deck: Deck file (gang) [default: the built-in deck]
    rules: File of rules; `analyze show rules --game GAME` prints one to edit
    rule: Change one rule, for example rerolls=3; repeatable
    engine: How turns are simulated: turn, dice, auto
    no_cache: Do not use or write the cache of solutions
    max_dice: Largest number of dice in the tables, 1 to 48; large numbers take a long time
    by: Number of dice at which cards are compared: played, best, or a number
    policies: Simple ways to reroll that are compared with the best one [default: in gang all of them, in a game from a file none]
    runs: Number of games for the simulated columns, 1 to 1e15 [default: 1e6]
    vary: Play several values of a rule, such as rerolls=1..4, and compare them; repeatable
    threads: Number of threads, 1 to 1024 [default: one per core]
    """
    ...

def combos(
    *strategies: _One,
    game: _Value | None = ...,
    edition: _Value | None = ...,
    deck: _Value | None = ...,
    rules: _Value | None = ...,
    rule: _Repeated | None = ...,
    engine: _Value | None = ...,
    no_cache: bool = ...,
    vary: _Repeated | None = ...,
    progress: bool | None = ...,
) -> Result:
    """Show what each combo and the paid reroll are worth, exactly, with two players (pot).

    game: The game: pot [default: pot]
    edition: Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    deck: Deck file (gang) [default: the built-in deck]
    rules: File of rules; `analyze show rules --game GAME` prints one to edit
    rule: Change one rule, for example goal=30; repeatable
    engine: How turns are simulated: turn, dice, auto
    no_cache: Do not use or write the cache of solutions
    vary: Compute the results for several values of a rule, such as goal=20..30, and compare them; repeatable
    """
    ...

def dice(
    *beside: _One,
    game: _Value | None = ...,
    players: _Value | None = ...,
    pack: _Value | None = ...,
    runs: _Value | None = ...,
    seed: _Value | None = ...,
    edition: _Value | None = ...,
    deck: _Value | None = ...,
    rules: _Value | None = ...,
    rule: _Repeated | None = ...,
    engine: _Value | None = ...,
    no_cache: bool = ...,
    vary: _Repeated | None = ...,
    progress: bool | None = ...,
) -> Result:
    """Show what each die is worth, and which duel favours which pack (battle).

    game: The game: battle [default: battle]
    players: Number of players, or several: 2, or 2..4 [default: 2..6]
    pack: The reference pack, for example white=5,black=1 [default: the pack that `plain` drafts first]
    runs: How often a duel is fought whose chances cannot be computed, 1 to 1e12 [default: 20000]
    seed: Number that fixes all random draws, 0 to 2^64 - 1
    edition: Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    deck: Deck file (gang) [default: the built-in deck]
    rules: File of rules; `analyze show rules --game GAME` prints one to edit
    rule: Change one rule, for example die.red.cost=3; repeatable
    engine: How turns are simulated: turn, dice, auto
    no_cache: Do not use or write the cache of solutions
    vary: Compare several values of a rule, such as die.black.cost=3..6; repeatable
    """
    ...

def solve(
    *beside: _One,
    game: _Value | None = ...,
    players: _Value | None = ...,
    edition: _Value | None = ...,
    deck: _Value | None = ...,
    rules: _Value | None = ...,
    rule: _Repeated | None = ...,
    engine: _Value | None = ...,
    no_cache: bool = ...,
    progress: bool | None = ...,
) -> Result:
    """Compute best play, exactly (gang, pot, pig, and games from files).

    game: The game: gang, pot, pig, or a game from a file [default: gang]
    players: Number of players: 2 (games from files: 1 or 2)
    edition: Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    deck: Deck file (gang) [default: the built-in deck]
    rules: File of rules; `analyze show rules --game GAME` prints one to edit
    rule: Change one rule, for example rerolls=3; repeatable
    engine: How turns are simulated: turn, dice, auto
    no_cache: Do not use or write the cache of solutions
    """
    ...

def exact(
    *strategies: _One,
    game: _Value | None = ...,
    edition: _Value | None = ...,
    deck: _Value | None = ...,
    rules: _Value | None = ...,
    rule: _Repeated | None = ...,
    engine: _Value | None = ...,
    no_cache: bool = ...,
    vary: _Repeated | None = ...,
    progress: bool | None = ...,
) -> Result:
    """Compute the exact win shares of two strategies, without playing a game (gang, pot, pig, and games from files).

    game: The game: gang, pot, pig, or a game from a file [default: the one that has strategies with these names]
    edition: Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    deck: Deck file (gang) [default: the built-in deck]
    rules: File of rules; `analyze show rules --game GAME` prints one to edit
    rule: Change one rule, for example goal=30; repeatable
    engine: How turns are simulated: turn, dice, auto
    no_cache: Do not use or write the cache of solutions
    vary: Compute the results for several values of a rule, such as goal=20..30, and compare them; repeatable
    """
    ...

def exploit(
    *strategies: _One,
    game: _Value | None = ...,
    players: _Value | None = ...,
    edition: _Value | None = ...,
    deck: _Value | None = ...,
    rules: _Value | None = ...,
    rule: _Repeated | None = ...,
    engine: _Value | None = ...,
    no_cache: bool = ...,
    vary: _Repeated | None = ...,
    progress: bool | None = ...,
) -> Result:
    """Compute what the best response to a strategy wins against it, without playing a game (gang, pot, and pig).

    game: The game: gang, pot, or pig [default: the one that has a strategy with this name]
    players: Number of players [default: 2]; 3 and 4 only for champion (gang)
    edition: Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    deck: Deck file (gang) [default: the built-in deck]
    rules: File of rules; `analyze show rules --game GAME` prints one to edit
    rule: Change one rule, for example goal=30; repeatable
    engine: How turns are simulated: turn, dice, auto
    no_cache: Do not use or write the cache of solutions
    vary: Compute the results for several values of a rule, such as goal=20..30, and compare them; repeatable
    """
    ...

def feel(
    *beside: _One,
    game: _Value | None = ...,
    players: _Value | None = ...,
    bots: _Value | None = ...,
    seed: _Value | None = ...,
    seating: _Value | None = ...,
    edition: _Value | None = ...,
    deck: _Value | None = ...,
    rules: _Value | None = ...,
    rule: _Repeated | None = ...,
    engine: _Value | None = ...,
    no_cache: bool = ...,
    runs: _Value | None = ...,
    standing: _Value | None = ...,
    ratings: _Value | None = ...,
    vary: _Repeated | None = ...,
    threads: _Value | None = ...,
    progress: bool | None = ...,
) -> Result:
    """Show how games go: lead changes, tension, comebacks, and when they are decided.

    game: The game: gang, pot, battle, pig, farkle, ship, lines, crates, threes, or the file of your own game (.toml)
    players: Number of players (gang: 2 to 4, pot: 2 to 5, battle: 2 to 6, pig: 2 to 6, farkle: 1 to 6, ship: 1 to 6, lines: 1 to 6, crates: 2 to 6, threes: 1 to 6) [default: the number of --bots if there are several, otherwise 3]
    bots: Strategies, separated by commas: one for each seat, or one for all seats [default: built-in ones]
    seed: Number that fixes all random draws, 0 to 2^64 - 1
    seating: Which seating orders are played: rotate, all, fixed
    edition: Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    deck: Deck file (gang) [default: the built-in deck]
    rules: File of rules; `analyze show rules --game GAME` prints one to edit
    rule: Change one rule, for example rerolls=3 or die.red.cost=3; repeatable
    engine: How turns are simulated: turn, dice, auto
    no_cache: Do not use or write the cache of solutions
    runs: Number of games, 1 to 1e15; for example 100000, 1e5 or 100k [default: 20000]
    standing: How to measure the standing of each player after a round: auto, values, scores
    ratings: Whether strategies are rated, which takes more games: off, on
    vary: Play several values of a rule, such as rerolls=1..4, and compare them; repeatable
    threads: Number of threads, 1 to 1024 [default: one per core]
    """
    ...

def regret(
    *strategies: _One,
    game: _Value | None = ...,
    players: _Value | None = ...,
    against: _Value | None = ...,
    runs: _Value | None = ...,
    seed: _Value | None = ...,
    worst: _Value | None = ...,
    edition: _Value | None = ...,
    deck: _Value | None = ...,
    rules: _Value | None = ...,
    rule: _Repeated | None = ...,
    engine: _Value | None = ...,
    no_cache: bool = ...,
    vary: _Repeated | None = ...,
    threads: _Value | None = ...,
    progress: bool | None = ...,
) -> Result:
    """Show how much is lost by decisions that are not the best (gang, games from files).

    game: The game: gang, or a game from a file [default: gang]
    players: Number of players: 2 to 4 (games from files: 1 or 2) [default: 2]
    against: The opponents: one strategy for each other seat, or one for all
    runs: Number of games of each strategy, 1 to 1e9; for example 100000, 1e5 or 100k
    seed: Number that fixes all random draws, 0 to 2^64 - 1
    worst: How many of the costliest decisions to list for each strategy, 0 to 1000
    edition: Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    deck: Deck file (gang) [default: the built-in deck]
    rules: File of rules; `analyze show rules --game GAME` prints one to edit
    rule: Change one rule, for example rerolls=3; repeatable
    engine: How turns are simulated: turn, dice, auto
    no_cache: Do not use or write the cache of solutions
    vary: Play several values of a rule, such as rerolls=1..4, and compare them; repeatable
    threads: Number of threads, 1 to 1024 [default: one per core]
    """
    ...

def compare(
    *strategies: _One,
    against: _Value | None = ...,
    game: _Value | None = ...,
    players: _Value | None = ...,
    runs: _Value | None = ...,
    until: _Value | None = ...,
    luck: _Value | None = ...,
    test: _Value | None = ...,
    metric: _Value | None = ...,
    margin: _Value | None = ...,
    alpha: _Value | None = ...,
    beta: _Value | None = ...,
    seed: _Value | None = ...,
    edition: _Value | None = ...,
    deck: _Value | None = ...,
    rules: _Value | None = ...,
    rule: _Repeated | None = ...,
    engine: _Value | None = ...,
    no_cache: bool = ...,
    vary: _Repeated | None = ...,
    threads: _Value | None = ...,
    progress: bool | None = ...,
) -> Result:
    """Find out whether one strategy is better than another, and by how much.

    against: The opponents: one strategy for all other seats, or one for each
    game: The game [default: the one that has strategies with these names]
    players: Number of players [default: the number of names in --against plus one, if there are several; otherwise 3]
    runs: Number of games of each strategy against each set of opponents, 1 to 1e15 [default: 1e6]
    until: verdict: stop when the verdict is certain; se=X: stop at a standard error of X
    luck: Whether win shares are corrected for luck: off (no), cancel (yes), auto (where possible)
    test: How --until verdict decides: cs, sprt [default: cs]
    metric: What is compared: all, win_share
    margin: Margin: strategies whose win shares differ by no more than this count as equal
    alpha: Error rate: the highest chance of any wrong verdict, above 0 and below 0.5
    beta: With --test sprt: the chance of missing a difference as large as the margin [default: 0.05]
    seed: Number that fixes all random draws, 0 to 2^64 - 1
    edition: Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    deck: Deck file (gang) [default: the built-in deck]
    rules: File of rules; `analyze show rules --game GAME` prints one to edit
    rule: Change one rule, for example rerolls=3 or die.red.cost=3; repeatable
    engine: How turns are simulated: turn, dice, auto
    no_cache: Do not use or write the cache of solutions
    vary: Play several values of a rule, such as rerolls=1..4, and compare them; repeatable
    threads: Number of threads, 1 to 1024 [default: one per core]
    """
    ...

def tournament(
    *strategies: _One,
    schedule: _Value | None = ...,
    against: _Value | None = ...,
    game: _Value | None = ...,
    players: _Value | None = ...,
    runs: _Value | None = ...,
    until: _Value | None = ...,
    luck: _Value | None = ...,
    allot: _Value | None = ...,
    margin: _Value | None = ...,
    alpha: _Value | None = ...,
    seed: _Value | None = ...,
    edition: _Value | None = ...,
    deck: _Value | None = ...,
    rules: _Value | None = ...,
    rule: _Repeated | None = ...,
    engine: _Value | None = ...,
    no_cache: bool = ...,
    vary: _Repeated | None = ...,
    threads: _Value | None = ...,
    progress: bool | None = ...,
) -> Result:
    """Rank many strategies against each other, and show who beats whom.

    schedule: Who plays whom: mirror, all, field [default: mirror; with --against, field]
    against: The opponents, with --schedule field: one strategy for all other seats, or one for each
    game: The game [default: the one that has strategies with these names]
    players: Number of players [default: the number of names in --against plus one, if there are several; otherwise 3]
    runs: Total number of games, 1 to 1e15 [default: 1e7]
    until: verdict: stop when the ranking is settled; se=X: stop at a standard error of X
    luck: Whether win shares are corrected for luck: off (no), cancel (yes), auto (where possible)
    allot: Which tables play on after 128 deals: order, best, even
    margin: Margin: strategies whose win shares differ by no more than this count as equal
    alpha: Error rate: the highest chance of any wrong verdict, above 0 and below 0.5
    seed: Number that fixes all random draws, 0 to 2^64 - 1
    edition: Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    deck: Deck file (gang) [default: the built-in deck]
    rules: File of rules; `analyze show rules --game GAME` prints one to edit
    rule: Change one rule, for example rerolls=3 or die.red.cost=3; repeatable
    engine: How turns are simulated: turn, dice, auto
    no_cache: Do not use or write the cache of solutions
    vary: Play several values of a rule, such as rerolls=1..4, and compare them; repeatable
    threads: Number of threads, 1 to 1024 [default: one per core]
    """
    ...

def tune(
    *strategy: _One,
    param: _Repeated | None = ...,
    against: _Value | None = ...,
    mirror: bool = ...,
    game: _Value | None = ...,
    players: _Value | None = ...,
    runs: _Value | None = ...,
    luck: _Value | None = ...,
    seed: _Value | None = ...,
    edition: _Value | None = ...,
    deck: _Value | None = ...,
    rules: _Value | None = ...,
    rule: _Repeated | None = ...,
    engine: _Value | None = ...,
    no_cache: bool = ...,
    vary: _Repeated | None = ...,
    target: _Repeated | None = ...,
    minimize: _Value | None = ...,
    maximize: _Value | None = ...,
    bots: _Value | None = ...,
    seating: _Value | None = ...,
    threads: _Value | None = ...,
    progress: bool | None = ...,
) -> Result:
    """Find the best parameters of a strategy, or with `tune game` the best rules of a game.

    param: A parameter and the values to try, for example above=5..25 or mode=1|4|9; repeatable
    against: The opponents: one strategy for all other seats, or one for each
    mirror: Use the strategy itself, with its default parameters, as every opponent
    game: The game [default: the one that has strategies with these names]
    players: Number of players [default: the number of names in --against plus one, if there are several; otherwise 3]
    runs: Maximum number of games, 1 to 1e15 [default: 1e7]
    luck: Whether win shares are corrected for luck: off (no), cancel (yes), auto (where possible)
    seed: Number that fixes all random draws, 0 to 2^64 - 1
    edition: Edition of the rules (gang): bga (Board Game Arena) or blackrock (Blackrock Games) [default: bga]
    deck: Deck file (gang) [default: the built-in deck]
    rules: File of rules; `analyze show rules --game GAME` prints one to edit
    rule: Change one rule, for example rerolls=3 or die.red.cost=3; repeatable
    engine: How turns are simulated: turn, dice, auto
    no_cache: Do not use or write the cache of solutions
    vary: Play several values of a rule, such as rerolls=1..4, and compare them; repeatable
    target: Only with `tune game`: a target, such as seat3-seat1=0±0.01 or rounds=8..10; repeatable
    minimize: Only with `tune game`: of the designs that meet all targets, put those with the lowest value of a quantity first, such as seat1-seat2
    maximize: Only with `tune game`: of the designs that meet all targets, put those with the highest value of a quantity first, such as tension
    bots: Only with `tune game`: strategies, one for each seat or one for all [default: built-in ones]
    seating: Only with `tune game`: which seating orders are played: rotate, all, fixed
    threads: Number of threads, 1 to 1024 [default: one per core]
    """
    ...
