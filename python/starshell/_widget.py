"""A simulation in a notebook: frames as PNG, and the mouse."""

from __future__ import annotations

import math
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

try:
    import anywidget
    import traitlets
except ImportError as error:  # pragma: no cover
    raise ImportError("the widget needs anywidget: pip install 'starshell[notebook]'") from error

if TYPE_CHECKING:
    from ._simulation import Simulation

#: Degrees by which a drag over a pixel turns the camera, as in the window.
_TURN = 0.4
#: The factor of the distance for a notch of the wheel.
_ZOOM = 1.1


class View(anywidget.AnyWidget):
    """A widget that shows a simulation. Dragging turns the camera, the wheel brings it nearer, and
    a double-click lets it follow again what it followed before. `refresh` draws the present moment,
    and `play` runs."""

    _esm = (Path(__file__).parent / "widget.js").read_text(encoding="utf-8")
    frame = traitlets.Bytes(b"").tag(sync=True)
    width = traitlets.Int(640).tag(sync=True)
    height = traitlets.Int(400).tag(sync=True)

    def __init__(self, simulation: Simulation, width: int = 640, height: int = 400) -> None:
        super().__init__(width=width, height=height)
        self.simulation = simulation
        self._followed = simulation.camera.follow
        self._drawing = threading.Lock()
        self.on_msg(self._on_mouse)
        self.refresh()

    def refresh(self) -> None:
        """Draws the present moment."""
        with self._drawing:
            self.frame = self.simulation.picture(self.width, self.height).png()

    def play(
        self, t: float | None = None, *, until: float | None = None, frames: int = 100
    ) -> None:
        """Runs as `Simulation.run` does, and draws so many pictures on the way."""
        start = self.simulation.time
        end = until if t is None else start + t
        if end is None or frames < 1:
            raise TypeError("play takes t or until, and a frame at least")
        every = (end - start) / frames
        self.simulation.run(until=end, every=every, callback=lambda _: self.refresh())

    def _on_mouse(self, _: Any, message: dict[str, Any], buffers: Any) -> None:
        """What the mouse has done, in pixels and notches. The browser waits for a frame, or for
        word that it is the same."""
        dx, dy, notches = (float(message.get(key, 0)) for key in ("dx", "dy", "notches"))
        if all(map(math.isfinite, (dx, dy, notches))):
            self._move(dx, dy, notches)
        if message.get("follow"):
            self.simulation.camera.follow = self._followed
        before = self.frame
        self.refresh()
        if self.frame == before:
            self.send({"drawn": True})

    def _move(self, dx: float, dy: float, notches: float) -> None:
        camera = self.simulation.camera
        camera.azimuth = (camera.azimuth - _TURN * dx + 180.0) % 360.0 - 180.0
        camera.elevation = max(-90.0, min(90.0, camera.elevation + _TURN * dy))
        if not notches:
            return
        if camera.follow == "light":
            # The light would change the distance, which from here on is the user's.
            self.simulation._run.settle([self.width, self.height])
            camera.follow = None
        camera.distance = camera.distance * _ZOOM ** max(-20.0, min(20.0, notches))
