"""Gravity on the GPU: N-body simulations, their pictures, and primitives for arrays.

    import numpy as np
    import starshell as ss

    sim = ss.Simulation(positions, velocities, masses, softening=0.01, gravity="tree")
    sim.run(t=1.0, progress=True)
    print(sim.energy, sim.positions.mean(axis=0))
    sim.picture(1280, 720).save("cluster.png")

Numbers are in units in which the gravitational constant is 1. Arrays of bodies have a row per body.
What cannot be done raises `StarshellError`, and an array or a value that does not suit
`ValueError`, each with one sentence that says what would do.
"""

from ._measures import Profile, Sums
from ._native import StarshellError, __version__, adapters
from ._picture import Picture
from ._primitives import fft, irfft, reduce, rfft, scan, sort, spmv
from ._settings import Camera, Look, scenes, settings
from ._simulation import Simulation, open

__all__ = [
    "Camera",
    "Look",
    "Picture",
    "Profile",
    "Simulation",
    "StarshellError",
    "Sums",
    "__version__",
    "adapters",
    "fft",
    "irfft",
    "open",
    "reduce",
    "rfft",
    "scan",
    "scenes",
    "settings",
    "sort",
    "spmv",
]
