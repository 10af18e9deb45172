#!/usr/bin/env python3
"""Writes plummer_256.csv: a Plummer sphere before and after 1,000 leapfrog steps of REBOUND, for tests/rebound.rs.

An independent program's answer to the same question: pip install rebound, then run this file; it prints REBOUND's version.

Units: G = 1, total mass 1, virial radius 1 (Henon units). 256 bodies of equal mass, softening 0.05 (Plummer's, as Starshell
defines it), time step 1/256. REBOUND's leapfrog is drift-kick-drift, and its gravity "basic" the sum over all pairs in double
precision. Numbers are written so that reading them gives the same bits.
"""

import csv
import itertools
import math
import pathlib
import random

import rebound

COUNT = 256
SOFTENING = 0.05
TIME_STEP = 1 / 256
STEPS = 1000
SEED = 20261121


def direction(length, source):
    """A vector of this length that points anywhere."""
    z = source.uniform(-1, 1)
    angle = source.uniform(0, 2 * math.pi)
    across = math.sqrt(1 - z * z)
    return [length * across * math.cos(angle), length * across * math.sin(angle), length * z]


def plummer(count, seed):
    """Positions and velocities after Aarseth, Henon & Wielen (A&A 37 (1974) 183), centred, out to ten scale radii."""
    source = random.Random(seed)
    scale = 3 * math.pi / 16
    bodies = []
    while len(bodies) < count:
        radius = 1 / math.sqrt(source.uniform(1e-6, 1) ** (-2 / 3) - 1)
        if radius > 10:
            continue
        while True:
            share, height = source.uniform(0, 1), source.uniform(0, 0.1)
            if height < share**2 * (1 - share**2) ** 3.5:
                break
        speed = share * math.sqrt(2) * (1 + radius**2) ** -0.25
        bodies.append(direction(radius * scale, source) + direction(speed / math.sqrt(scale), source))
    means = [math.fsum(axis) / count for axis in zip(*bodies)]
    return [[value - mean for value, mean in zip(body, means)] for body in bodies]


def state(simulation):
    return [[p.x, p.y, p.z, p.vx, p.vy, p.vz] for p in simulation.particles]


def energy(bodies):
    """Kinetic and softened potential energy; REBOUND's own leaves the softening out."""
    pairs = itertools.combinations([body[:3] for body in bodies], 2)
    potential = -math.fsum(1 / math.hypot(math.dist(a, b), SOFTENING) for a, b in pairs) / COUNT**2
    return math.fsum(speed**2 for body in bodies for speed in body[3:]) / (2 * COUNT) + potential


simulation = rebound.Simulation()
simulation.G = 1
simulation.integrator = "leapfrog"
simulation.gravity = "basic"
simulation.softening = SOFTENING
simulation.dt = TIME_STEP
for x, y, z, vx, vy, vz in plummer(COUNT, SEED):
    simulation.add(m=1 / COUNT, x=x, y=y, z=z, vx=vx, vy=vy, vz=vz)

before = state(simulation)
simulation.steps(STEPS)
simulation.synchronize()
after = state(simulation)
drift = energy(after) / energy(before) - 1

path = pathlib.Path(__file__).with_name("plummer_256.csv")
with path.open("w", newline="") as file:
    rows = csv.writer(file, lineterminator="\n")
    names = ["x", "y", "z", "vx", "vy", "vz"]
    rows.writerow([f"{name}_{when}" for when in ("before", "after") for name in names])
    rows.writerows([repr(value) for value in one + other] for one, other in zip(before, after))
print(f"REBOUND {rebound.__version__}: {simulation.steps_done} steps to t = {simulation.t}; the energy changed by {drift:.1e} of itself")
