"""The window and the widget, as far as they are Python's."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import starshell as ss
from starshell import _window


def test_without_a_display_there_is_no_window(cluster, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(ss.StarshellError, match="there is no display for the window"):
        ss.Simulation(*cluster).view()


@pytest.mark.skipif(sys.platform == "win32", reason="a script")
def test_the_window_opens_the_run_as_it_is_now(cluster, monkeypatch, tmp_path):
    program, seen = tmp_path / "starshell", tmp_path / "seen.starshell"
    program.write_text(
        f"""#!/bin/sh
sleep 0.2
echo "$1" > {seen}.path
cp "$1" {seen}.part && mv {seen}.part {seen}
exec sleep 30
"""
    )
    program.chmod(0o755)
    monkeypatch.setenv("DISPLAY", ":77")
    monkeypatch.setattr(_window, "program", lambda: str(program))
    sim = ss.Simulation(*cluster, softening=0.1, time_step=0.01)
    sim.step(3)
    window = sim.view()
    assert window.is_open and "open" in repr(window)
    while not seen.exists():
        assert window.is_open
    window.close()
    window.wait()
    assert not window.is_open and "closed" in repr(window)
    assert ss.open(seen).steps == 3 and np.array_equal(ss.open(seen).positions, sim.positions)
    # Then its file goes, too.
    folder = Path(Path(f"{seen}.path").read_text().strip()).parent
    until = time.monotonic() + 10
    while folder.exists():
        assert time.monotonic() < until
    # Nobody need hold it.
    seen.unlink()
    sim.view()
    gc.collect()
    while not seen.exists():
        assert time.monotonic() < until + 10


def test_the_program_comes_with_the_package():
    try:
        program = _window.program()
    except ss.StarshellError as error:
        # Not the wheel.
        assert "site-packages" not in ss.__file__ and "not on the PATH" in str(error)
        return
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert told.stdout.split()[:2] == ["starshell", ss.__version__]


def test_the_widget_shows_frames_and_takes_the_mouse(cluster, monkeypatch):
    pytest.importorskip("anywidget")
    sim = ss.Simulation(*cluster, softening=0.1, time_step=0.01)
    monkeypatch.setattr(_window, "is_notebook", lambda: True)
    assert sim.view().simulation is sim
    widget = sim.widget(64, 48)
    sent = []
    monkeypatch.setattr(widget, "send", sent.append)
    first = widget.frame
    assert first.startswith(b"\x89PNG") and (widget.width, widget.height) == (64, 48)
    widget._on_mouse(widget, {"dx": 50, "dy": -20}, [])
    assert sim.camera.azimuth == -20 and sim.camera.elevation == 27 and widget.frame != first
    assert sim.camera.follow == "light"
    widget._on_mouse(widget, {"notches": 0}, [])
    settled = widget.frame
    sim._run.settle([64, 48])
    distance = sim.camera.distance
    widget._on_mouse(widget, {"notches": -2}, [])
    assert sim.camera.follow is None and sim.camera.distance == pytest.approx(distance / 1.21)
    assert widget.frame != settled
    widget._on_mouse(widget, {"follow": True}, [])
    assert sim.camera.follow == "light" and widget.frame == settled
    # A picture that stays is answered, too, or the browser would wait for it.
    before = len(sent)
    widget._on_mouse(widget, {"dx": float("inf")}, [])
    widget._on_mouse(widget, {}, [])
    assert len(sent) == before + 2
    for _ in range(300):
        widget._on_mouse(widget, {"dy": 5, "dx": 3}, [])
    assert sim.camera.elevation == 90 and -180 <= sim.camera.azimuth <= 180
    frames = set()
    widget.observe(lambda change: frames.add(change.new), "frame")
    widget.play(0.1, frames=4)
    assert len(frames) >= 3 and sim.time == pytest.approx(0.1)
    with pytest.raises(TypeError):
        widget.play()
