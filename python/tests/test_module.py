"""The module as it is installed: the same files as the program, Arrow for everybody, errors, Ctrl-C, and strategies."""

import inspect
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import warnings

import analyze_dice as ad
import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest
from analyze_dice import _native, _progress

PIG = {"game": "pig", "players": 2, "runs": 20_000}


@pytest.fixture(scope="module")
def pig() -> ad.Result:
    return ad.run(**PIG)


def program(*words: object) -> None:
    """Runs the program of the same wheel."""
    found = shutil.which("analyze", path=os.path.dirname(sys.executable)) or os.environ["ANALYZE"]
    subprocess.run([found, *map(str, words)], check=True, capture_output=True)


@pytest.mark.parametrize(
    ("typed", "play"),
    [
        ("--game pig --players 2 --runs 20000", lambda: ad.run(**PIG)),
        ("--game gang --players 3 --runs 6000 --rule rerolls=3", lambda: ad.run("gang", players=3, runs=6e3, rule={"rerolls": 3})),
        ("--game pig --players 2 --runs 2000 --vary goal=50|60", lambda: ad.sweep(game="pig", players=2, runs=2000, vary={"goal": [50, 60]})),
        ("compare hold race --game pig --players 2 --runs 2000", lambda: ad.compare("hold", "race", game="pig", players=2, runs=2000)),
        ("cards --max-dice 2 --runs 60", lambda: ad.cards(max_dice=2, runs=60)),
        ("solve --game pig", lambda: ad.solve("pig")),
        ("exact hold race --game pig", lambda: ad.exact("hold", "race", game="pig")),
        ("tournament hold race crowd keep-pace --game pig --players 2 --runs 3000", lambda: ad.tournament("hold", "race", "crowd", "keep-pace", game="pig", players=2, runs=3000)),
        ("tune hold --param at=15..25/5 --game pig --players 2 --runs 30000", lambda: ad.tune("hold", param={"at": "15..25/5"}, game="pig", players=2, runs=30000)),
    ],
    ids=lambda value: value.split()[0] if isinstance(value, str) else "",
)  # fmt: skip
def test_the_files_are_those_of_the_program(tmp_path, typed, play):
    program(*typed.split(), "--out", tmp_path / "program", "--quiet")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = play()
    result.write(tmp_path / "python")
    names = sorted(path.name for path in (tmp_path / "program").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "python").iterdir())
    for name in names:
        assert (tmp_path / "program" / name).read_bytes() == (tmp_path / "python" / name).read_bytes(), name
    again = ad.read(tmp_path / "program")
    assert again.signature == result.signature
    assert list(again.tables) == list(result.tables)


def test_every_program_for_tables_takes_the_summary(pig):
    shares = pig.summary["win_share"]
    assert polars.DataFrame(pig.summary)["win_share"].to_list() == shares
    assert pyarrow.table(pig.summary)["win_share"].to_pylist() == shares
    table, summary = pyarrow.table(pig.summary), pig.summary
    assert len(summary) == 2
    assert duckdb.sql("select win_share from summary").fetchall() == [(share,) for share in shares]
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert pandas.DataFrame.from_arrow(pig.summary)["win_share"].tolist() == shares
    else:
        assert table.to_pandas()["win_share"].tolist() == shares


def test_columns_have_types_units_and_meanings(pig):
    schema = pyarrow.table(pig.summary).schema
    assert schema.field("experiment").type == pyarrow.string()
    assert schema.field("wins").type == pyarrow.int64()
    assert schema.field("win_share").type == pyarrow.float64()
    assert schema.field("win_share").metadata[b"unit"] == b"1"
    assert all(field.metadata[b"description"] for field in schema)
    assert pig.summary.columns[0] == ("players", "integer", "players", pig.summary.columns[0][3])


def test_tables_are_attributes(pig):
    assert pig.seats is pig.tables["seats"]
    assert len(pig.seats) == 4
    with pytest.raises(AttributeError, match="there is no table 'nothing'; there are summary, seats"):
        pig.nothing
    with pytest.raises(KeyError, match="no column 'nothing'"):
        pig.seats["nothing"]


def test_parquet_keeps_types_and_meanings(pig, tmp_path):
    pig.write(tmp_path / "p", format="parquet")
    for name, table in pig.tables.items():
        read = pyarrow.parquet.read_table(tmp_path / "p" / f"{name}.parquet")
        assert read.equals(pyarrow.table(table))
        assert read.schema.equals(pyarrow.table(table).schema, check_metadata=True)


def test_a_folder_that_is_not_empty_is_kept(pig, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(FileExistsError, match="replace=True"):
        pig.write(tmp_path)


def test_a_changed_file_is_refused(pig, tmp_path):
    pig.write(tmp_path / "p")
    with open(tmp_path / "p" / "seats.csv", "a") as seats:
        seats.write("\n")
    with pytest.raises(ad.InputError, match="seats.csv was changed"):
        ad.read(tmp_path / "p")
    with pytest.raises(ad.InputError, match="no run.json"):
        ad.read(tmp_path)


def test_a_notebook_shows_the_picture(pig, tmp_path):
    assert "<iframe" in pig._repr_html_()
    assert pig.plot(1).svg != pig.plot().svg
    pig.plot().save(tmp_path / "picture.svg")
    assert (tmp_path / "picture.svg").read_text().startswith("<svg xmlns=")
    with pytest.raises(IndexError, match="none with the number 99"):
        pig.plot(99)
    assert repr(pig).startswith("Pig, 2 players: 20,000 games")


def test_a_comparison_has_a_verdict():
    assert ad.compare("hold", "race", game="pig", players=2, until="verdict").verdict == "worse"
    several = ad.compare("hold", "race", "crowd", game="pig", players=2, against="keep-pace", runs=300).verdict
    assert isinstance(several, dict) and ("hold", "race", "keep-pace") in several and len(several) == 3
    assert ad.run(**PIG).verdict is None


def test_a_wrong_option_is_named_with_the_nearest():
    with pytest.raises(TypeError, match="no option 'player'; did you mean 'players'"):
        ad.run(game="pig", player=2)
    with pytest.raises(TypeError, match="the result stays in memory"):
        ad.run(game="pig", out="x")
    with pytest.raises(ad.InputError, match="--players: 99"):
        ad.run(game="pig", players=99, runs=1)


def test_a_wrong_file_has_its_place_and_a_hint(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('game = "pig"\nname = "mine"\nabout = "holds"\nhodl = "20"\n')
    with pytest.raises(ad.InputError) as error:
        ad.run(bots=[file], **PIG)
    problem = error.value.problems[0]
    assert (problem.file, problem.line, problem.column) == (str(file), 4, 1)
    assert "hold" in (problem.hint or "")


def test_ctrl_c_stops_and_keeps_what_was_finished():
    def interrupt(done: int, all: int, unit: str) -> None:
        if done:
            os.kill(os.getpid(), signal.SIGINT)

    # The watch is called by the waiting thread, which looks for signals after it.
    played = _native.play("run", ["--game=pig", "--players=2", "--runs=1e11"], interrupt)
    assert isinstance(played, _native.Finished) and played.stopped


def test_ctrl_c_is_a_keyboard_interrupt(monkeypatch):
    class Watch:
        def __init__(self, wanted):
            pass

        def __enter__(self):
            return lambda done, all, unit: done and os.kill(os.getpid(), signal.SIGINT)

        def __exit__(self, *error):
            pass

    monkeypatch.setattr(ad, "Progress", Watch)
    with pytest.raises(KeyboardInterrupt) as interrupt:
        ad.run(game="pig", players=2, runs=1e11)
    assert isinstance(interrupt.value, ad.Interrupted)
    assert interrupt.value.result is not None
    assert interrupt.value.result.summary["strategy"] == ["keep-pace", "hold"]


def test_python_goes_on_while_games_are_played():
    begun, counted = threading.Event(), []

    def watch(done: int, all: int, unit: str) -> None:
        begun.set()

    player = threading.Thread(target=_native.play, args=("run", ["--game=pig", "--players=2", "--runs=3e5"], watch))
    player.start()
    assert begun.wait(60)
    while player.is_alive():
        counted.append(1)
    assert len(counted) > 1000


@ad.strategy(game="pig", name="mine")
def mine(view):
    """Holds at 21."""
    return "hold" if view.turn_total >= 21 or view.score + view.turn_total >= view.goal else "roll"


def test_a_function_plays_like_the_file_that_says_the_same(tmp_path):
    file = tmp_path / "same.toml"
    file.write_text('game = "pig"\nname = "mine"\nabout = "holds at 21"\nhold = "21"\n')
    options = {"game": "pig", "players": 2, "runs": 400, "seed": 3}
    by_python = ad.run(bots=[mine, "race"], **options)
    by_file = ad.run(bots=[file, "race"], **options)
    assert by_python.summary["wins"] == by_file.summary["wins"]
    assert by_python.turns["games"] == by_file.turns["games"] if "games" in dir(by_file.turns) else True


@ad.strategy(game="gang")
class Careful:
    """Commits two dice, and rerolls nothing."""

    def commit(self, view):
        assert len(view.pools) == 3 and sum(view.pools) > 0
        return {"dice": min(2, view.allowed), "plan": view.round}

    def reroll(self, plan, roll):
        assert plan >= 1
        return []


def test_a_class_plays_a_game_with_several_decisions(tmp_path):
    script = tmp_path / "careful.rhai"
    script.write_text(
        'const NAME = "careful";\nconst ABOUT = "commits two";\n'
        "fn commit(view) { #{ dice: min(2, view.allowed), plan: view.round } }\nfn reroll(plan, roll) { [] }\n"
    )
    options = {"game": "gang", "players": 3, "runs": 300}
    by_python = ad.run(bots=[Careful, "bold", "odds"], **options)
    by_script = ad.run(bots=[script, "bold", "odds"], **options)
    assert by_python.summary["wins"] == by_script.summary["wins"]
    assert by_python.summary["strategy"] == by_script.summary["strategy"]


def test_what_a_function_raises_is_the_cause():
    @ad.strategy(game="pig")
    def broken(view):
        return view.nothing

    with pytest.raises(ad.StrategyFault) as fault:
        ad.run(game="pig", players=2, bots=[broken, "hold"], runs=10)
    assert isinstance(fault.value.__cause__, AttributeError)
    assert "broken" in str(fault.value)


def test_a_view_is_lent_for_one_decision():
    kept = []

    @ad.strategy(game="pig")
    def keeps(view):
        kept.append(view)
        return "hold"

    ad.run(game="pig", players=2, bots=[keeps, "hold"], runs=2)
    with pytest.raises(RuntimeError, match="only while its function decides"):
        kept[0].turn_total


def test_progress_is_shown_where_it_is_wanted(capsys, monkeypatch):
    monkeypatch.setattr(_progress, "_AFTER", 0.0)
    monkeypatch.setattr(_progress, "_EVERY", 0.0)
    for wanted, shown in [(True, "5,000/10,000 games"), (False, ""), (None, "")]:
        with _progress.Progress(wanted) as progress:
            progress(0, 0, "games")
            progress(5_000, 10_000, "games")
        assert capsys.readouterr().err.startswith(shown) and (shown or not wanted)


def test_help_lists_the_options():
    assert "players" in inspect.signature(ad.run).parameters
    assert "margin:" in (ad.compare.__doc__ or "")


def test_the_stubs_are_those_of_the_options():
    sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
    from stubs import stubs

    installed = pathlib.Path(ad.__file__).with_name("__init__.pyi").read_text()
    assert installed == stubs(), "python stubs.py > analyze_dice/__init__.pyi"
