"""Time per step in Python beside that of the library alone, on the same adapter:

    cargo build --release -p starshell-python --example steps
    python python/tests/overhead.py

With `python/test` or the wheel before it, so that the module is there. Of each, the shortest of
several rounds in turn counts. With `--cpu` it is the time of processors, for software adapters of
machines that do other things, too.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import time
from pathlib import Path

import starshell as ss

ROOT = Path(__file__).parent.parent.parent


def measured(function, steps: int, clock=time.perf_counter) -> float:
    """Milliseconds per step."""
    begin = clock()
    function()
    return (clock() - begin) * 1e3 / steps


def of_children() -> float:
    """Seconds of processors that programs have taken which have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def library(command: list[str], steps: int, by_cpu: bool) -> list[float]:
    """Milliseconds per step of the library, together and one by one."""

    def told(steps: int, rounds: int) -> list[float]:
        arguments = [*command[:2], str(steps), str(rounds), *command[2:]]
        return [
            float(line)
            for line in subprocess.run(
                arguments, check=True, capture_output=True, text=True
            ).stdout.split()
        ]

    if not by_cpu:
        return told(steps, 1)
    # It makes twice as many steps; what the start takes is in both.
    few = measured(lambda: told(steps, 0), 2 * steps, of_children)
    many = measured(lambda: told(3 * steps, 0), 2 * steps, of_children)
    return [(many - few) / 2] * 2


def main() -> None:
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=16_384, help="number of bodies")
    parser.add_argument(
        "--steps", type=int, default=0, help="steps per round; a second of them if left out"
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--members", default="gpu", choices=["gpu", "processor"])
    parser.add_argument("--cpu", action="store_true", help="measure the time of processors")
    parser.add_argument(
        "--library",
        type=Path,
        default=target / "release" / "examples" / "steps",
        help="the program of the library alone",
    )
    asked = parser.parse_args()

    clock = time.process_time if asked.cpu else time.perf_counter
    command = [str(asked.library), str(asked.count), asked.members]
    sim = ss.Simulation.from_scene("plummer", count=asked.count, members=asked.members)
    wait = sim._run.end

    def ours(function, steps: int) -> float:
        return measured(lambda: (function(), wait()), steps, clock)

    ours(lambda: sim.step(2), 2)
    steps = asked.steps or max(2, round(1000 / max(ours(lambda: sim.step(10), 10), 1e-3)))
    ways = {
        "run(t)": lambda: sim.run(t=steps * sim.time_step),
        "step(n)": lambda: sim.step(steps),
        "step() in a loop": lambda: [sim.step() for _ in range(steps)],
    }
    alone, times = [], {name: [] for name in ways}
    for _ in range(asked.rounds):
        alone.append(library(command, steps, asked.cpu))
        sim.step(steps)
        wait()
        for name, way in ways.items():
            times[name].append(ours(way, steps))
    together, one_by_one = (min(column) for column in zip(*alone))
    unit = "ms of processors per step" if asked.cpu else "ms per step"
    print(f"{asked.count} bodies, {steps} steps per round, on {sim.adapter} by {sim.members}")
    print(f"{'the library':24} {together:9.4f} {unit}")
    print(f"{'the library, one by one':24} {one_by_one:9.4f} {unit}")
    for name, values in times.items():
        other = one_by_one if "loop" in name else together
        print(f"{name:24} {min(values):9.4f} {unit}, {100 * (min(values) / other - 1):+.1f} %")


if __name__ == "__main__":
    main()
