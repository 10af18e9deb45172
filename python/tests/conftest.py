"""Bodies for the tests."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

# Mesa says something about every start without a desktop session.
os.environ.setdefault("NODEVICE_SELECT", "1")


@pytest.fixture
def cluster() -> tuple[Any, Any, Any]:
    """Positions, velocities and masses of 300 bodies, more than are followed one by one."""
    rng = np.random.default_rng(1)
    count = 300
    return (
        rng.normal(size=(count, 3)),
        0.3 * rng.normal(size=(count, 3)),
        rng.uniform(0.5, 1.5, count) / count,
    )
