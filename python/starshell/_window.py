"""The window of the program, on a simulation of Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from ._native import StarshellError

if TYPE_CHECKING:
    from ._simulation import Simulation


class Window:
    """A window that shows a copy of a simulation, in a process of its own."""

    def __init__(self, command: str, folder: Path, run: Path) -> None:
        self._process = subprocess.Popen([command, str(run)])
        # It reads the run after it has started, perhaps when nothing refers to this any more. If
        # Python ends before the window, the file stays in the system's folder for such files.
        threading.Thread(target=self._tidy, args=(self._process, folder), daemon=True).start()

    @staticmethod
    def _tidy(process: subprocess.Popen[bytes], folder: Path) -> None:
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)

    @property
    def is_open(self) -> bool:
        """Whether the user has not closed it yet."""
        return self._process.poll() is None

    def wait(self) -> None:
        """Waits until the user closes it."""
        self._process.wait()

    def close(self) -> None:
        """Closes it."""
        if self.is_open:
            self._process.terminate()
            self._process.wait()

    def __repr__(self) -> str:
        return f"<starshell.Window, {'open' if self.is_open else 'closed'}>"


def is_notebook() -> bool:
    """Whether a kernel of Jupyter runs this, so that widgets are shown."""
    shell = sys.modules.get("IPython")
    if shell is None:
        return False
    return type(shell.get_ipython()).__name__ == "ZMQInteractiveShell"


def _has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def program() -> str:
    """The path of the program that the package has brought."""
    name = "starshell.exe" if sys.platform == "win32" else "starshell"
    beside = Path(sysconfig.get_path("scripts")) / name
    found = str(beside) if beside.is_file() else shutil.which("starshell")
    if found is None:
        raise StarshellError(
            "the program starshell is not on the PATH: "
            "install the package's wheel, which has it in it"
        )
    return found


def open(simulation: Simulation) -> Window:
    """Opens the window on the run as it is now."""
    if not _has_display():
        raise StarshellError(
            "there is no display for the window: "
            "draw a picture with picture() or, in a notebook, take widget()"
        )
    command = program()
    folder = Path(tempfile.mkdtemp(prefix="starshell-"))
    run = folder / "python.starshell"
    simulation.save(run)
    return Window(command, folder, run)
