"""What users write, as the type checker sees it; nothing here is run."""

from typing import assert_type

import analyze_dice as ad


@ad.strategy(game="pig")
def mine(view: object) -> str:
    return "hold"


result = ad.run(game="gang", players=3, bots=["chaser", "bold", "odds"], runs=1e7)
assert_type(result, ad.Result)
assert_type(result.summary, ad.Table)
assert_type(result.seats, ad.Table)
assert_type(ad.compare("chaser", mine, until="verdict").verdict, str | dict[tuple[str, str, str], str] | None)
ad.sweep(game="pig", vary={"goal": [50, 100], "players": range(2, 5)}, rule={"die": 6}, no_cache=True)
ad.cards(deck="mine.toml")
ad.solve("pig")
ad.run(game="pig", player=2)  # type: ignore[call-arg]
ad.run(game="pig", no_cache="yes")  # type: ignore[arg-type]
