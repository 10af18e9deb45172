"""Time per step in Python beside that of the library alone, on the same adapter:

    cargo build --release -p starshell-python --example steps
    python python/tests/overhead.py

With `python/test` or the wheel before it, so that the module is there. Of each, the shortest of several rounds in turn counts.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import time
from pathlib import Path

import starshell as ss

ROOT = Path(__file__).parent.parent.parent


def measured(function, steps: int) -> float:
    """Milliseconds per step."""
    begin = time.perf_counter()
    function()
    return (time.perf_counter() - begin) * 1e3 / steps


def main() -> None:
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=16_384, help="number of bodies")
    parser.add_argument("--steps", type=int, default=0, help="steps per round; a second of them if left out")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--members", default="gpu", choices=["gpu", "processor"])
    parser.add_argument("--library", type=Path, default=target / "release" / "examples" / "steps", help="the program of the library alone")
    asked = parser.parse_args()

    sim = ss.Simulation.from_scene("plummer", count=asked.count, members=asked.members)
    sim.step(2)
    steps = asked.steps or max(2, round(1000 / max(measured(lambda: sim.step(10), 10), 1e-3)))
    command = [str(asked.library), str(asked.count), str(steps), "1", asked.members]
    library, alone, ours = [], [], {"run(t)": [], "step(n)": [], "step() in a loop": []}
    for _ in range(asked.rounds):
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        library.append(float(told[0]))
        alone.append(float(told[1]))
        sim.step(steps)
        ours["run(t)"].append(measured(lambda: sim.run(t=steps * sim.time_step), steps))
        ours["step(n)"].append(measured(lambda: (sim.step(steps), sim._run.end()), steps))
        ours["step() in a loop"].append(measured(lambda: ([sim.step() for _ in range(steps)], sim._run.end()), steps))
    print(f"{asked.count} bodies, {steps} steps per round, on {sim.adapter} by {sim.members}")
    print(f"{'the library':24} {min(library):9.4f} ms per step")
    print(f"{'the library, one by one':24} {min(alone):9.4f} ms per step")
    for name, times in ours.items():
        other = alone if "loop" in name else library
        print(f"{name:24} {min(times):9.4f} ms per step, {100 * (min(times) / min(other) - 1):+.1f} %")


if __name__ == "__main__":
    main()
