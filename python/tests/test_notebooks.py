"""The notebooks run from the first cell to the last."""

import pathlib

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = pathlib.Path(__file__).parents[1] / "notebooks"


@pytest.mark.parametrize("name", ["designer", "strategist"])
def test_a_notebook_runs(name, tmp_path):
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("<iframe" in output.get("data", {}).get("text/html", "") for output in outputs)
