"""How far a long call is, by tqdm if it is installed."""

from __future__ import annotations

import warnings
from typing import Any


class Bar:
    """A bar that reaches its end at `total`, or nothing."""

    def __init__(self, wanted: bool, total: float, unit: str) -> None:
        self._bar: Any = None
        if not wanted:
            return
        try:
            from tqdm.auto import tqdm
        except ImportError:
            warnings.warn(
                "progress=True shows a bar by tqdm, which is not installed: pip install tqdm",
                stacklevel=4,
            )
            return
        form = "{l_bar}{bar}| {n:.4g}/{total:.4g}{unit} [{elapsed}<{remaining}]"
        self._bar = tqdm(total=total, unit=unit, bar_format=form)

    @property
    def is_shown(self) -> bool:
        return self._bar is not None

    def reach(self, place: float) -> None:
        if self._bar is not None:
            self._bar.update(min(place, self._bar.total) - self._bar.n)

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
