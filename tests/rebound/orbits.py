#!/usr/bin/env python3
"""Writes orbits.csv: few bodies before and after a long run of REBOUND's IAS15, for tests/gpu/rebound.rs.

pip install rebound, then run this file; with a file's name, it writes there. It prints how REBOUND's WHFast does with the time
step of Starshell's scenes. Units: G = 1. The planets begin where Starshell's scene `solar-system` has them, at noon of 1 January
2000, with 2 pi for a year: the first columns of their rows are kept as they are in orbits.csv.
"""

import csv
import math
import pathlib
import sys
import time

import rebound

OWN = pathlib.Path(__file__).with_name("orbits.csv")
YEAR = 2 * math.pi


def kepler(e, mass=1e-3):
    total = 1 + mass
    x, v = 1 - e, math.sqrt(total * (1 + e) / (1 - e))
    place = lambda share: [x * share, 0.0, 0.0, 0.0, v * share, 0.0]
    return [[1.0] + place(-mass / total), [mass] + place(1 / total)], 100 * 2 * math.pi / math.sqrt(total)


def figure_8():
    """Chenciner and Montgomery (2000), with Simo's initial conditions."""
    x, y, vx, vy = 0.97000436, -0.24308753, -0.93240737, -0.86473146
    bodies = [[x, y, 0, -vx / 2, -vy / 2, 0], [-x, -y, 0, -vx / 2, -vy / 2, 0], [0, 0, 0, vx, vy, 0]]
    return [[1.0] + [float(value) for value in body] for body in bodies], 10 * 6.32591398


def pythagorean():
    corners = [(3, 1, 3), (4, -2, -1), (5, 1, -1)]
    return [[float(m), float(x), float(y), 0.0, 0.0, 0.0, 0.0] for m, x, y in corners], 40.0


def moon():
    """Sun, Earth and Moon on circles, tilted by five degrees."""
    earth, moon, apart = 3.00348961e-6, 3.69430e-8, 0.00256955
    v, tilt = math.sqrt((earth + moon) / apart), math.radians(5.145)
    return [
        [1.0] + [0.0] * 6,
        [earth, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
        [moon, 1.0 + apart, 0.0, 0.0, 0.0, 1.0 + v * math.cos(tilt), v * math.sin(tilt)],
    ], 100 * YEAR


def rows_of(case, names):
    """These columns of orbits.csv."""
    with OWN.open() as file:
        return [[float(row[name]) for name in names] for row in csv.DictReader(file) if row["case"] == case]


def planets():
    return rows_of("planets", ["m", "x", "y", "z", "vx", "vy", "vz"]), 100 * YEAR


def stored(case):
    """Where the bodies end, as orbits.csv has it."""
    return rows_of(case, [f"{name}_after" for name in ["x", "y", "z", "vx", "vy", "vz"]])


def run(bodies, until, integrator, step=None):
    simulation = rebound.Simulation()
    simulation.integrator = integrator
    for m, x, y, z, vx, vy, vz in bodies:
        simulation.add(m=m, x=x, y=y, z=z, vx=vx, vy=vy, vz=vz)
    if step:
        simulation.dt = step
    before, begin = simulation.energy(), time.perf_counter()
    simulation.integrate(until)
    seconds = time.perf_counter() - begin
    print(f"  {integrator}: {simulation.steps_done} steps, {seconds:.2f} s, energy {simulation.energy() / before - 1:.1e}")
    return [[p.x, p.y, p.z, p.vx, p.vy, p.vz] for p in simulation.particles]


def seconds_of_arc(one, other):
    """The largest angle between the two places of a body, seen from the first."""

    def seen(state, body):
        place = [state[body][k] - state[0][k] for k in range(3)]
        return [x / math.hypot(*place) for x in place]

    # A chord: the arc cosine of a number near 1 has half of the digits.
    return math.degrees(max(math.dist(seen(one, body), seen(other, body)) for body in range(1, len(one)))) * 3600


def cases():
    """Bodies by name, and how long they run."""
    all = {f"kepler-{e}": kepler(e) for e in (0.0, 0.5, 0.9, 0.99)}
    return all | {"figure-8": figure_8(), "pythagorean": pythagorean(), "moon": moon(), "planets": planets()}


def main():
    print(f"REBOUND {rebound.__version__}")
    rows = []
    for name, (bodies, until) in cases().items():
        print(name)
        after = run(bodies, until, "ias15")
        if name in ("planets", "moon"):
            mapped = run(bodies, until, "whfast", 0.02 if name == "planets" else 0.002)
            print(f"  whfast is {seconds_of_arc(after, mapped):.2f} seconds of arc off")
        rows += [[name, until] + body + end for body, end in zip(bodies, after)]
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else OWN
    with path.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        names = ["x", "y", "z", "vx", "vy", "vz"]
        out.writerow(["case", "until", "m"] + names + [f"{name}_after" for name in names])
        out.writerows([row[0]] + [repr(value) for value in row[1:]] for row in rows)


if __name__ == "__main__":
    main()
