#!/usr/bin/env python3
"""Writes integrators.csv: where each integrator takes the few bodies of orbits.csv with so many steps of fixed length, for
tests/gpu/rebound.rs.

pip install rebound, then run this file (some minutes); with a file's name, it writes there, and with "quick" after that, only what
REBOUND computes. By REBOUND: its leapfrogs of order 2 and 4, and WHFast; TRACE and MERCURIUS are printed for comparison. Integrators that REBOUND lacks are written out below from their publications, in double precision and
plain Python: they share no code with Starshell. Errors are distances from the end of REBOUND's IAS15 in orbits.csv.
"""

import csv
import math
import pathlib
import sys
import time

import rebound

sys.dont_write_bytecode = True
import orbits  # beside this file

OWN = pathlib.Path(__file__).with_name("integrators.csv")
# Case, steps: 1,000 per period of two bodies, 10,000 where e = 0.9, 1,000 per turn of the figure and per year of planets, and 374 per
# month.
CASES = {"kepler-0.0": 100_000, "kepler-0.5": 100_000, "kepler-0.9": 1_000_000, "figure-8": 10_000, "planets": 100_000, "moon": 500_000}


class Bodies:
    """Point masses with G = 1, in lists of numbers."""

    def __init__(self, rows):
        self.m = [row[0] for row in rows]
        self.x = [list(row[1:4]) for row in rows]
        self.v = [list(row[4:7]) for row in rows]
        self.n = len(rows)

    def pulls(self):
        a = [[0.0] * 3 for _ in self.m]
        for i in range(self.n):
            xi, ai, mi = self.x[i], a[i], self.m[i]
            for j in range(i):
                xj, aj, mj = self.x[j], a[j], self.m[j]
                dx, dy, dz = xj[0] - xi[0], xj[1] - xi[1], xj[2] - xi[2]
                r2 = dx * dx + dy * dy + dz * dz
                w = 1.0 / (r2 * math.sqrt(r2))
                ai[0] += mj * w * dx; ai[1] += mj * w * dy; ai[2] += mj * w * dz
                aj[0] -= mi * w * dx; aj[1] -= mi * w * dy; aj[2] -= mi * w * dz
        return a

    def pulls_and_jerks(self):
        a, jerk = [[0.0] * 3 for _ in self.m], [[0.0] * 3 for _ in self.m]
        for i in range(self.n):
            for j in range(i):
                d = [self.x[j][k] - self.x[i][k] for k in range(3)]
                u = [self.v[j][k] - self.v[i][k] for k in range(3)]
                r2 = sum(c * c for c in d)
                w, s = 1.0 / (r2 * math.sqrt(r2)), 3.0 * sum(c * e for c, e in zip(d, u)) / r2
                for k in range(3):
                    f, g = w * d[k], w * (u[k] - s * d[k])
                    a[i][k] += self.m[j] * f; a[j][k] -= self.m[i] * f
                    jerk[i][k] += self.m[j] * g; jerk[j][k] -= self.m[i] * g
        return a, jerk

    def drift(self, h):
        for x, v in zip(self.x, self.v):
            x[0] += h * v[0]; x[1] += h * v[1]; x[2] += h * v[2]

    def kick(self, h, a):
        for v, p in zip(self.v, a):
            v[0] += h * p[0]; v[1] += h * p[1]; v[2] += h * p[2]


def symplectic_euler(b, h, n):
    for _ in range(n):
        b.kick(h, b.pulls())
        b.drift(h)


def leapfrog_kdk(b, h, n):
    a = b.pulls()
    for _ in range(n):
        b.kick(h / 2, a)
        b.drift(h)
        a = b.pulls()
        b.kick(h / 2, a)


def pefrl(b, h, n):
    """Omelyan, Mryglod and Folk, Comput. Phys. Commun. 146 (2002) 188, the position form."""
    xi, lam, chi = 0.1786178958448091, -0.2123418310626054, -0.06626458266981849
    for _ in range(n):
        b.drift(xi * h)
        b.kick((1 - 2 * lam) * h / 2, b.pulls())
        b.drift(chi * h)
        b.kick(lam * h, b.pulls())
        b.drift((1 - 2 * (chi + xi)) * h)
        b.kick(lam * h, b.pulls())
        b.drift(chi * h)
        b.kick((1 - 2 * lam) * h / 2, b.pulls())
        b.drift(xi * h)


def yoshida_6(b, h, n):
    """Yoshida, Phys. Lett. A 150 (1990) 262, table 1, solution A."""
    w1, w2, w3 = -1.17767998417887, 0.235573213359357, 0.78451361047756
    for _ in range(n):
        for w in (w3, w2, w1, 1 - 2 * (w1 + w2 + w3), w1, w2, w3):
            b.drift(w * h / 2)
            b.kick(w * h, b.pulls())
            b.drift(w * h / 2)


def runge_kutta_4(b, h, n):
    axes = range(3)
    for _ in range(n):
        x0, v0 = [x[:] for x in b.x], [v[:] for v in b.v]
        dx, dv = [[0.0] * 3 for _ in b.m], [[0.0] * 3 for _ in b.m]
        for weight, reach in ((1, h / 2), (2, h / 2), (2, h), (1, 0)):
            a = b.pulls()
            for i in range(b.n):
                for k in axes:
                    dx[i][k] += weight * b.v[i][k]
                    dv[i][k] += weight * a[i][k]
                    b.x[i][k] = x0[i][k] + reach * b.v[i][k]
                    b.v[i][k] = v0[i][k] + reach * a[i][k]
        for i in range(b.n):
            for k in axes:
                b.x[i][k] = x0[i][k] + h / 6 * dx[i][k]
                b.v[i][k] = v0[i][k] + h / 6 * dv[i][k]


def hermite_4(b, h, n):
    """Makino and Aarseth, PASJ 44 (1992) 141, corrected as in Hut, Makino and McMillan, Astrophys. J. 443 (1995) L93, with one
    evaluation per step, at the predicted place."""
    axes = range(3)
    a0, j0 = b.pulls_and_jerks()
    for _ in range(n):
        x0, v0 = [x[:] for x in b.x], [v[:] for v in b.v]
        for i in range(b.n):
            for k in axes:
                b.x[i][k] += h * v0[i][k] + h * h / 2 * a0[i][k] + h**3 / 6 * j0[i][k]
                b.v[i][k] += h * a0[i][k] + h * h / 2 * j0[i][k]
        a1, j1 = b.pulls_and_jerks()
        for i in range(b.n):
            for k in axes:
                v = v0[i][k] + h / 2 * (a0[i][k] + a1[i][k]) + h * h / 12 * (j0[i][k] - j1[i][k])
                b.x[i][k] = x0[i][k] + h / 2 * (v0[i][k] + v) + h * h / 12 * (a0[i][k] - a1[i][k])
                b.v[i][k] = v
        a0, j0 = a1, j1


PLAIN = (symplectic_euler, leapfrog_kdk, pefrl, yoshida_6, runge_kutta_4, hermite_4)
# Starshell's name, REBOUND's, its order.
LEAPFROGS = [("leapfrog-dkd", "leapfrog", 2), ("forest-ruth", "leapfrog", 4)]
MAPS = [("wisdom-holman", name, None) for name in ("whfast", "trace", "mercurius")]


def by_rebound(bodies, until, steps, name, order):
    simulation = rebound.Simulation()
    simulation.integrator = name
    if order:
        simulation.integrator.order = order
    for m, x, y, z, vx, vy, vz in bodies:
        simulation.add(m=m, x=x, y=y, z=z, vx=vx, vy=vy, vz=vz)
    simulation.dt = until / steps
    simulation.steps(steps)
    simulation.synchronize()
    return [[p.x, p.y, p.z, p.vx, p.vy, p.vz] for p in simulation.particles]


def by_itself(bodies, until, steps, integrator):
    moved = Bodies(bodies)
    integrator(moved, until / steps, steps)
    return [x + v for x, v in zip(moved.x, moved.v)]


def main():
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else OWN
    is_quick = "quick" in sys.argv[2:]
    cases = orbits.cases()
    rows = []
    for case, steps in CASES.items():
        bodies, until = cases[case]
        exact = orbits.stored(case)
        central = case != "figure-8"
        # A moon is close to its planet, where Starshell's map does as TRACE. The other maps are there to be compared.
        same = "trace" if case == "moon" else "whfast"
        maps = [run for run in MAPS if central and (run[1] == same or not is_quick)]
        runs = [(own, f"{name} {order}" if order else name, by_rebound, (name, order)) for own, name, order in LEAPFROGS + maps]
        if not is_quick:
            runs += [(function.__name__.replace("_", "-"), "itself", by_itself, (function,)) for function in PLAIN]
        for own, by, run, how in runs:
            begin = time.perf_counter()
            end = run(bodies, until, steps, *how)
            seconds = time.perf_counter() - begin
            off = max(math.dist(one[:3], other[:3]) for one, other in zip(end, exact))
            arc = orbits.seconds_of_arc(exact, end) if central else math.nan
            print(f"{case:12} {steps:7} {own:17} by {by:11}: off by {off:.1e}, {arc:9.3g} seconds of arc, {seconds:6.2f} s", flush=True)
            if own != "wisdom-holman" or by == same:
                rows += [[case, steps, own, by] + [repr(number) for number in row] for row in end]
    with path.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["case", "steps", "integrator", "by", "x", "y", "z", "vx", "vy", "vz"])
        out.writerows(rows)


if __name__ == "__main__":
    main()
