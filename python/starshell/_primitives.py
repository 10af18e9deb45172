"""Primitives for arrays: to the adapter, through the library's kernels, and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native

Array = npt.NDArray[Any]

_KEYS = ("uint32", "int32", "float32", "uint64")
_ELEMENTS = ("uint32", "int32", "float32", "uint64", "float64")


def _line(name: str, value: npt.ArrayLike, types: tuple[str, ...]) -> Array:
    """An array of one axis with elements of one of these types."""
    array = np.asarray(value)
    if array.dtype.name not in types:
        raise ValueError(
            f"{name} has elements of type {array.dtype}, "
            f"but one of {', '.join(types)} is needed: convert it by astype"
        )
    if array.ndim != 1:
        raise ValueError(f"{name} has the shape {array.shape}, but (n,) is needed")
    return np.ascontiguousarray(array)


def _adapter(adapter: str | int | None) -> str | None:
    return None if adapter is None else str(adapter)


def sort(
    keys: npt.ArrayLike,
    *,
    descending: bool = False,
    indices: bool = False,
    adapter: str | int | None = None,
) -> Any:
    """The sorted keys, by a radix sort; with `indices` also the index that each had before, of type
    uint32.

    Keys of the shape (n,) are of type uint32, int32, float32 or uint64. -0 is before +0, and NaN
    last. Equal keys keep their order. Raises ValueError for other arrays, and StarshellError if the
    adapter cannot hold them.
    """
    line = _line("keys", keys, _KEYS)
    if len(line) == 0:
        return (line, np.empty(0, np.uint32)) if indices else line
    ordered, places = _native.sort(line, descending, indices, _adapter(adapter))
    return (ordered, places) if indices else ordered


def scan(
    elements: npt.ArrayLike,
    operator: str = "sum",
    *,
    exclusive: bool = False,
    adapter: str | int | None = None,
) -> Array:
    """The sum, minimum or maximum ("sum", "min", "max") of each element and all before it; without
    the element itself if `exclusive`.

    Elements of the shape (n,) are of type uint32, int32 or float32, or of uint64 or float64 where
    the adapter has them. Sums of integers are modulo 2^32 or 2^64. Raises ValueError for others,
    and StarshellError if the adapter lacks the type.
    """
    line = _line("elements", elements, _ELEMENTS)
    if len(line) == 0:
        return line
    return _native.scan(
        line, operator, "exclusive" if exclusive else "inclusive", _adapter(adapter)
    )


def reduce(
    elements: npt.ArrayLike, operator: str = "sum", *, adapter: str | int | None = None
) -> Any:
    """The sum, minimum or maximum of all elements, which are as for `scan`; the operator's identity
    if there are none."""
    line = _line("elements", elements, _ELEMENTS)
    return line.dtype.type(_native.reduce(line, operator, _adapter(adapter)))


def spmv(matrix: Any, x: npt.ArrayLike, *, adapter: str | int | None = None) -> Array:
    """The product of a sparse matrix and a vector, of floats of 32 bits, or 64 where the adapter
    has them.

    `matrix` is in CSR format, as SciPy's `csr_array`, or a tuple of `data`, `indices` and `indptr`;
    `x` has as many elements as the matrix columns. Raises ValueError if they do not fit together.
    """
    if isinstance(matrix, tuple):
        data, indices, indptr = matrix
        columns = None
    else:
        data, indices, indptr = matrix.data, matrix.indices, matrix.indptr
        columns = int(matrix.shape[1])
    values = _line("data", data, ("float32", "float64"))
    vector = _line("x", x, (values.dtype.name,))
    if columns is None:
        columns = len(vector)
    if len(vector) != columns:
        raise ValueError(
            f"x has the shape ({len(vector)},), but ({columns},) is needed, "
            "a number per column of the matrix"
        )
    places, starts = (
        _whole(name, value) for name, value in (("indices", indices), ("indptr", indptr))
    )
    return _native.spmv(values, places, starts, columns, vector, _adapter(adapter))


def _whole(name: str, value: npt.ArrayLike) -> Array:
    """An array of whole numbers that 32 bits hold."""
    array = np.asarray(value)
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise ValueError(
            f"{name} has the shape {array.shape} and the type {array.dtype}, "
            "but (n,) and whole numbers are needed"
        )
    if len(array) and not 0 <= int(array.min()) <= int(array.max()) < 1 << 32:
        raise ValueError(
            f"{name} has numbers from {array.min()} to {array.max()}, "
            f"but they are from 0 to {(1 << 32) - 1}"
        )
    return np.ascontiguousarray(array, np.uint32)


def _shape(name: str, array: Array, axes: int) -> list[int]:
    """Planes, rows and columns."""
    if (
        axes not in (1, 2, 3)
        or array.ndim < axes
        or array.size == 0
        or (axes == 3 and array.ndim > 3)
    ):
        raise ValueError(
            f"{name} has the shape {array.shape}, of which {axes} axes cannot be transformed: "
            "one to three are, and no length is 0"
        )
    *_, columns = array.shape
    rows = array.shape[-2] if array.ndim > 1 else 1
    return [array.size // (rows * columns), rows, columns]


def _complex(name: str, value: npt.ArrayLike) -> Array:
    """A complex array: of 64 bits unless it has 128."""
    array = np.asarray(value)
    if array.dtype.kind not in "fiuc":
        raise ValueError(f"{name} has elements of type {array.dtype}, but numbers are needed")
    wide = array.dtype in (np.dtype(np.complex128), np.dtype(np.float64))
    return np.ascontiguousarray(array, np.complex128 if wide else np.complex64)


def _flat(array: Array) -> Array:
    """The real numbers of a complex array."""
    return array.reshape(-1).view(array.real.dtype)


def fft(
    elements: npt.ArrayLike,
    *,
    axes: int = 1,
    inverse: bool = False,
    adapter: str | int | None = None,
) -> Array:
    """The discrete Fourier transform along the last axis, or the last two or three `axes`, as
    `numpy.fft.fft`.

    Elements of type complex128 and float64 take an adapter with doubles; all others become
    complex64. Lengths have no prime factor above 7. The inverse one divides by their product.
    Raises ValueError or StarshellError for others.
    """
    array = _complex("elements", elements)
    shape = _shape("elements", array, axes)
    spectrum = _native.fft(_flat(array), shape, axes, inverse, _adapter(adapter))
    return spectrum.view(array.dtype).reshape(array.shape)


def rfft(elements: npt.ArrayLike, *, axes: int = 1, adapter: str | int | None = None) -> Array:
    """The first half of the spectrum of real numbers, as `numpy.fft.rfft`; otherwise as `fft`."""
    array = np.asarray(elements)
    if array.dtype.kind not in "fiu":
        raise ValueError(f"elements are of type {array.dtype}, but real numbers are needed")
    array = np.ascontiguousarray(array, np.float64 if array.dtype == np.float64 else np.float32)
    shape = _shape("elements", array, axes)
    spectrum = _native.rfft(array.reshape(-1), shape, axes, _adapter(adapter))
    kind = np.complex128 if array.dtype == np.float64 else np.complex64
    return spectrum.view(kind).reshape(*array.shape[:-1], array.shape[-1] // 2 + 1)


def irfft(
    spectrum: npt.ArrayLike,
    n: int | None = None,
    *,
    axes: int = 1,
    adapter: str | int | None = None,
) -> Array:
    """The real numbers of such a spectrum: `n` along the last axis, or an even number if it is left
    out."""
    array = _complex("spectrum", spectrum)
    planes, rows, half = _shape("spectrum", array, axes)
    length = 2 * (half - 1) if n is None else n
    if length < 1 or length // 2 + 1 != half:
        raise ValueError(
            f"the spectrum has {half} elements along the last axis, "
            f"which are not those of {length} numbers"
        )
    elements = _native.irfft(_flat(array), [planes, rows, length], axes, _adapter(adapter))
    return elements.reshape(*array.shape[:-1], length)
