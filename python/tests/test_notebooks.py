"""The notebooks, each run from its first cell to its last."""

from __future__ import annotations

from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(path, monkeypatch):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    if path.stem == "cluster":
        pytest.importorskip("rebound")
    # Sizes for a software adapter.
    monkeypatch.setenv("STARSHELL_NOTEBOOK_BODIES", "2000")
    monkeypatch.setenv("STARSHELL_NOTEBOOK_KEYS", "1e6")
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are made, not kept"
    nbclient.NotebookClient(notebook, timeout=300).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [output for output in shown if "image/png" in output.get("data", {})]
    assert shown and (pictures or path.stem == "sorting")
