"""Arrays as the library takes them, or a sentence about what is wrong with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))


def floats(
    name: str, value: npt.ArrayLike, shape: tuple[int | None, ...], rows: str = "a row per body"
) -> npt.NDArray[Any]:
    """The array of floats called `name`, of this shape, in which None is any length.

    Floats of 32 and 64 bits stay where they are, whatever their layout; other numbers are
    converted.
    """
    array = np.asarray(value)
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name} has elements of type {array.dtype}, but floats are needed")
    fits = array.ndim == len(shape) and all(
        want in (None, have) for want, have in zip(shape, array.shape)
    )
    if not fits:
        wanted = (
            "("
            + ", ".join("n" if want is None else str(want) for want in shape)
            + (",)" if len(shape) == 1 else ")")
        )
        raise ValueError(f"{name} has the shape {array.shape}, but {wanted} is needed, {rows}")
    native = array.dtype.newbyteorder("=")
    if native not in _FLOATS:
        native = np.dtype(np.float64)
    array = array.astype(native, copy=False)
    # Fields of records may lie anywhere.
    return array if array.flags.aligned else array.copy()


def bodies(
    positions: npt.ArrayLike, velocities: npt.ArrayLike | None, masses: npt.ArrayLike | float | None
) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
    """Positions, velocities (0 if None) and masses (1/n if None; one number for all) of equally
    many bodies."""
    places = floats("positions", positions, (None, 3))
    count = len(places)
    if count == 0:
        raise ValueError("positions has the shape (0, 3), but a body is needed at least")
    if velocities is None:
        speeds = np.zeros((count, 3), np.float32)
    else:
        speeds = floats("velocities", velocities, (count, 3))
    if masses is None:
        masses = 1.0 / count
    if np.ndim(masses) == 0:
        weights = np.full(count, floats("masses", masses, (), "or a number for all"))
    else:
        weights = floats("masses", masses, (count,), "a number per body")
    return places, speeds, weights


def components(value: npt.ArrayLike | None, count: int) -> npt.NDArray[np.uint32]:
    """The number of the component of each body, from 0; empty if all are alike."""
    if value is None:
        return np.empty(0, np.uint32)
    array = np.asarray(value)
    if array.dtype.kind not in "iu":
        raise ValueError(
            f"components has elements of type {array.dtype}, but whole numbers are needed"
        )
    if array.shape != (count,):
        raise ValueError(
            f"components has the shape {array.shape}, but ({count},) is needed, a number per body"
        )
    if count and not 0 <= int(array.min()) <= int(array.max()) < 1 << 24:
        raise ValueError(
            f"components are from 0 to {(1 << 24) - 1}, "
            f"but {array.min()} to {array.max()} are given"
        )
    return np.ascontiguousarray(array, np.uint32)
