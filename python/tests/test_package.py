"""The package as it is shipped: types, texts and the program of the README."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import starshell as ss

HERE = Path(__file__).parent
PYTHON = HERE.parent
PACKAGE = Path(ss.__file__).parent


def mypy(*arguments: str, tool: str = "mypy") -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ)
    if "site-packages" not in PACKAGE.parts:
        environment["MYPYPATH"] = str(PACKAGE.parent)
    option = "--config-file" if tool == "mypy" else "--mypy-config-file"
    command = [sys.executable, "-m", tool, option, str(PYTHON / "pyproject.toml"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=HERE)


def test_types_are_right(tmp_path):
    pytest.importorskip("mypy")
    checked = mypy("-p", "starshell")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    # What users write: right lines, and lines whose mistakes are found.
    program = tmp_path / "program.py"
    program.write_text(
        """
import numpy as np
import starshell as ss

sim = ss.Simulation(np.zeros((3, 3)), softening=0.1, integrator="pefrl", gravity="tree")
sim.run(t=1.0, callback=lambda sim: sim.time < 3)
sim.softening = sim.time_step * 2
sim.look.negative = True
sim.picture(64, 64, exposure=1.0, projection="fisheye", follow=3).save("a.png")
energy: float = sim.sums.energy
with ss.open("a.starshell") as other:
    other.camera.follow = None
sim.softening = "long"  # wrong
ss.Simulation(np.zeros((3, 3)), softning=0.1)  # wrong
ss.Simulation(np.zeros((3, 3)), integrator="euler")  # wrong
sim.picture(64, 64, exposre=1.0)  # wrong
sim.camera.azimut  # wrong
"""
    )
    told = mypy(str(program)).stdout
    lines = program.read_text().splitlines()
    wrong = {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}
    found = {int(number) for number in re.findall(r"program\.py:(\d+): error", told)}
    assert found == wrong, told


def test_the_stub_is_that_of_the_compiled_module():
    pytest.importorskip("mypy")
    checked = mypy(
        "--ignore-missing-stub",
        "--ignore-disjoint-bases",
        "starshell._native",
        tool="mypy.stubtest",
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_stub_is_that_of_the_table():
    sys.path.insert(0, str(PYTHON))
    try:
        import stubs
    finally:
        sys.path.remove(str(PYTHON))
    assert (PACKAGE / "_settings.pyi").read_text() == stubs.stub(), (
        "renew it: python python/stubs.py"
    )
    assert (PACKAGE / "py.typed").exists()


def test_everything_public_says_what_it_is():
    for name in ss.__all__:
        thing = getattr(ss, name)
        if name == "__version__":
            continue
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert inspect.getdoc(value), f"{name}.{member}"


def test_the_version_is_that_of_the_library():
    manifests = [PYTHON.parent / "Cargo.toml", PYTHON / "Cargo.toml"]
    versions = {
        re.search(r'(?m)^version = "(.*)"', path.read_text()).group(1) for path in manifests
    }
    assert versions == {ss.__version__}


@pytest.mark.parametrize(
    "page", [PYTHON.parent / "README.md", PYTHON / "README.md"], ids=["program", "package"]
)
def test_the_programs_of_the_readme_run(page, tmp_path):
    programs = re.findall(r"(?s)```python\n(.*?)```", page.read_text(encoding="utf-8"))
    assert programs and len(programs[0].strip().splitlines()) <= 15
    for number, program in enumerate(programs):
        path = tmp_path / f"program{number}.py"
        path.write_text(program)
        ran = subprocess.run(
            [sys.executable, str(path)], cwd=tmp_path, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "cluster.png").stat().st_size > 10_000
