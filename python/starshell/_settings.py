"""Attributes for the library's settings, made from its table: their names, ranges and texts stand
there alone."""

from __future__ import annotations

from typing import Any

from . import _native


def settings() -> list[dict[str, Any]]:
    """The library's table of settings: a dictionary per row.

    `table` is where the setting belongs (`physics`, `camera` or `look`), `name` its keyword and
    attribute, `about` a line about it, and `kind` one of `number`, `switch` and `choice`. Numbers
    have a `range`, a `unit` if it is always the same, and in `none` the word for no number, which
    Python writes as `None`; choices have their names in `choices`, each with a line about it.
    """
    return _native.settings()


def scenes() -> dict[str, str]:
    """The built-in scenes for `Simulation.from_scene`: their names, each with its title."""
    return dict(_native.scenes())


def _about(row: dict[str, Any]) -> str:
    """What a setting takes, for `help`."""
    lines = [row["about"] + "."]
    if row["kind"] == "number":
        least, most = row["range"]
        unset = "" if row["none"] is None else ", or None"
        lines.append(f"A number from {least:g} to {most:g}{unset}.")
    elif row["kind"] == "switch":
        lines.append("True or False.")
    else:
        lines += [f"`{name}`: {about}" for name, about in row["choices"].items()]
    return "\n\n".join(lines)


def _attribute(table: str, row: dict[str, Any]) -> property:
    name = row["name"]

    def get(self: Any) -> Any:
        return self._run.get(table, name)

    def set(self: Any, value: Any) -> None:
        self._run.set(table, name, value)

    return property(get, set, doc=_about(row))


def _attributes(table: str) -> dict[str, property]:
    return {row["name"]: _attribute(table, row) for row in settings() if row["table"] == table}


class _Part:
    """Settings of a table that belong to a simulation."""

    _table = ""

    def __init__(self, run: _native.Run) -> None:
        object.__setattr__(self, "_run", run)

    def __setattr__(self, name: str, value: Any) -> None:
        if not hasattr(type(self), name):
            # The library knows the names, and which is near to one that it does not know.
            try:
                self._run.set(self._table, name, value)
            except TypeError as error:
                raise AttributeError(str(error)) from None
        object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        values = (f"{name}={getattr(self, name)!r}" for name in _attributes(self._table))
        return f"{type(self).__name__}({', '.join(values)})"


class _CameraPart(_Part):
    _table = "camera"

    @property
    def follow(self) -> Any:
        """What the camera follows: "light", 90 % of which then fill the picture; "center-of-mass";
        the number of a body, from 0; or None. It keeps its direction, and its distance unless that
        is the light's."""
        return self._run.follow

    @follow.setter
    def follow(self, value: Any) -> None:
        self._run.follow = value

    @property
    def target(self) -> Any:
        """The point in the middle of the picture, three numbers, unless the camera follows
        something."""
        return self._run.target

    @target.setter
    def target(self, value: Any) -> None:
        self._run.target = value


class _LookPart(_Part):
    _table = "look"


Physics = type(
    "Physics",
    (),
    {"__doc__": "The settings of the physics.", "__slots__": (), **_attributes("physics")},
)
Camera = type(
    "Camera", (_CameraPart,), {"__doc__": "Where pictures are taken from.", **_attributes("camera")}
)
Look = type("Look", (_LookPart,), {"__doc__": "How bodies are drawn.", **_attributes("look")})
