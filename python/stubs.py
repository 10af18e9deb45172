"""Writes `starshell/_settings.pyi`, what type checkers know of the settings, from the library's
table:

python python/stubs.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

STUB = Path(__file__).parent / "starshell" / "_settings.pyi"

HEAD = """# Written by python/stubs.py from the library's table of settings.
from typing import Any, Literal, TypeAlias, TypedDict

from . import _native

def settings() -> list[dict[str, Any]]: ...
def scenes() -> dict[str, str]: ...
"""

CAMERA = """    def __init__(self, run: _native.Run) -> None: ...
    @property
    def follow(self) -> str | int | None: ...
    @follow.setter
    def follow(self, value: str | int | None) -> None: ...
    @property
    def target(self) -> list[float]: ...
    @target.setter
    def target(self, value: list[float] | tuple[float, float, float]) -> None: ...
"""

VIEW = """    follow: str | int | None
    target: list[float] | tuple[float, float, float]
    color_column: str
"""


def kind(row: dict[str, Any]) -> str:
    """The type of a setting."""
    if row["kind"] == "number":
        return "float" if row["none"] is None else "float | None"
    if row["kind"] == "switch":
        return "bool"
    return "_" + "".join(word.capitalize() for word in row["name"].split("_"))


def names(row: dict[str, Any]) -> str:
    """The type of a choice: its names."""
    listed = "".join(f'    "{name}",\n' for name in row["choices"])
    return f"{kind(row)}: TypeAlias = Literal[\n{listed}]\n"


def stub() -> str:
    """The text of the stub."""
    from starshell import settings

    tables: dict[str, list[dict[str, Any]]] = {}
    for row in settings():
        tables.setdefault(row["table"], []).append(row)
    heads = {
        "physics": "",
        "camera": CAMERA,
        "look": "    def __init__(self, run: _native.Run) -> None: ...\n",
    }
    parts = [HEAD]
    parts += [f"\n{names(row)}" for row in settings() if row["kind"] == "choice"]
    for table, head in heads.items():
        parts.append(f"\nclass {table.capitalize()}:\n{head}")
        for row in tables[table]:
            name, type_ = row["name"], kind(row)
            parts.append(f"    @property\n    def {name}(self) -> {type_}: ...\n")
            parts.append(f"    @{name}.setter\n    def {name}(self, value: {type_}) -> None: ...\n")
    for name, of, more in [("Physics", ["physics"], ""), ("View", ["camera", "look"], VIEW)]:
        parts.append(f"\nclass {name}Keywords(TypedDict, total=False):\n{more}")
        parts += [f"    {row['name']}: {kind(row)}\n" for table in of for row in tables[table]]
    return "".join(parts)


if __name__ == "__main__":
    STUB.write_text(stub())
