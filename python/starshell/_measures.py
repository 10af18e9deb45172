"""What is measured of all bodies together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Sums:
    """Sums over all bodies at one moment. Bodies that are not finite are counted in `invalid` and
    left out."""

    mass: float
    kinetic: float
    potential: float
    momentum: Array
    angular_momentum: Array
    center_of_mass: Array
    radius_max: float
    speed_max: float
    invalid: int

    @property
    def energy(self) -> float:
        """Kinetic and potential energy together."""
        return self.kinetic + self.potential

    @property
    def virial_ratio(self) -> float:
        """Kinetic energy by the absolute potential energy: 0.5 in equilibrium; NaN without
        potential energy."""
        return self.kinetic / abs(self.potential) if self.potential else float("nan")


@dataclass(frozen=True, eq=False)
class Profile:
    """The structure of a system from its densest place outwards."""

    #: The densest place, three numbers.
    center: Array
    #: Number of bodies measured, and their mass.
    count: int
    mass: float
    #: Shares of the mass, and the radii about the centre that hold them.
    shares: Array
    lagrangian: Array
    #: Radii of shells and their densities, from the centre outwards.
    radii: Array
    densities: Array
    #: The largest speed, and the number of bodies by speed, in equal bins from 0 to it.
    speed_max: float
    speeds: Array
