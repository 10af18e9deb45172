"""What happens during calls that take long."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import starshell as ss

LONG = """
import numpy as np
import starshell as ss

positions = np.random.default_rng(1).normal(size=({count}, 3))
how = dict(softening=0.1, time_step=0.01, members="gpu", integrator="leapfrog-kdk")
sim = ss.Simulation(positions, **how)
sim.step()
print("begun", flush=True)
try:
    sim.run(until=1e6)
except KeyboardInterrupt:
    ok = np.isfinite(sim.positions).all() and sim.time_step == 0.01
    ok &= abs(sim.time - 0.01 * sim.steps) < 1e-6
    sim.step()
    print("stopped", ok, sim.steps, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("count", [1000, 25_000])
def test_ctrl_c_ends_a_run_within_a_step(count):
    """A step of 25,000 bodies takes a part of a second on a software adapter, and is recorded in
    parts."""
    process = subprocess.Popen(
        [sys.executable, "-c", LONG.format(count=count)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    begin = time.monotonic()
    line = process.stdout.readline()
    assert line.startswith("stopped True"), line
    assert time.monotonic() - begin < 30
    assert process.wait(30) == 0


def test_other_threads_run_meanwhile(cluster):
    sim = ss.Simulation(*cluster, softening=0.1, time_step=1e-3)
    done = threading.Event()
    counted = 0

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(1e-4)

    other = threading.Thread(target=count)
    other.start()
    begin = time.monotonic()
    sim.step(2000)
    elapsed = time.monotonic() - begin
    done.set()
    other.join()
    # Under the interpreter's lock it would have counted to two or so.
    assert counted > 20 * elapsed, f"{counted} in {elapsed} s"


def test_simulations_run_in_threads(cluster):
    """Each thread its own, and all of them one."""
    sims = [ss.Simulation(*cluster, softening=0.1, time_step=0.01) for _ in range(3)]
    shared = ss.Simulation(*cluster, softening=0.1, time_step=0.01)

    def work(sim):
        for _ in range(5):
            sim.step(2)
            assert np.isfinite(shared.positions).all()

    threads = [threading.Thread(target=work, args=(sim,)) for sim in sims]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(sim.positions, sims[0].positions) and sim.steps == 10 for sim in sims)


def test_progress_is_shown_by_tqdm(cluster, capsys):
    pytest.importorskip("tqdm")
    sim = ss.Simulation(*cluster, softening=0.1, time_step=0.01)
    sim.run(t=0.2, progress=True)
    sim.step(3, progress=True)
    told = capsys.readouterr().err
    assert "100%" in told and "0.2/0.2" in told and "3/3 steps" in told


def test_without_tqdm_the_bar_is_missed_in_a_warning(cluster, monkeypatch):
    sim = ss.Simulation(*cluster, softening=0.1, time_step=0.01)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.warns(UserWarning, match="pip install tqdm"):
        sim.run(t=0.02, progress=True)
    assert sim.steps == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_in_a_callback_leaves_a_whole_run(cluster):
    sim = ss.Simulation(*cluster, softening=0.1, time_step=0.03)
    with pytest.raises(KeyboardInterrupt):
        sim.run(t=1, every=0.1, callback=lambda sim: os.kill(os.getpid(), signal.SIGINT))
    assert sim.time_step == 0.03 and sim.time == pytest.approx(0.1, abs=1e-6)
    sim.run(until=0.5)
