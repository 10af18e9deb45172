"""Primitives against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import starshell as ss

RNG = np.random.default_rng(1)


def numbers(kind, count):
    if np.dtype(kind).kind == "f":
        return RNG.normal(size=count).astype(kind)
    limits = np.iinfo(kind)
    return RNG.integers(limits.min, limits.max, count, kind, endpoint=True)


@pytest.mark.parametrize("kind", [np.uint32, np.int32, np.float32, np.uint64])
@pytest.mark.parametrize("count", [0, 1, 5, 100_000])
def test_sorting(kind, count):
    keys = numbers(kind, count) if kind != np.uint32 else RNG.integers(0, 50, count).astype(kind)
    before = keys.copy()
    assert np.array_equal(ss.sort(keys), np.sort(keys)) and np.array_equal(keys, before)
    ordered, indices = ss.sort(keys, indices=True)
    assert indices.dtype == np.uint32 and np.array_equal(indices, np.argsort(keys, kind="stable"))
    assert np.array_equal(keys[indices], ordered)
    assert np.array_equal(ss.sort(keys, descending=True), np.sort(keys)[::-1])
    assert np.array_equal(ss.sort(np.repeat(keys, 2)[::2]), np.sort(keys))


@pytest.mark.parametrize("kind", [np.uint32, np.int32, np.float32, np.uint64, np.float64])
@pytest.mark.parametrize(
    "operator, function", [("sum", np.add), ("min", np.minimum), ("max", np.maximum)]
)
def test_scans_and_reductions(kind, operator, function):
    elements = numbers(kind, 10_000)
    try:
        scanned = ss.scan(elements, operator)
    except ss.StarshellError as error:
        # An adapter without numbers of 64 bits.
        assert np.dtype(kind).itemsize == 8 and "SHADER" in str(error)
        return
    with np.errstate(over="ignore"):
        expected = function.accumulate(elements, dtype=kind)
        total = function.reduce(elements, dtype=kind)
    close = dict(rtol=1e-3, atol=0.05) if np.dtype(kind).kind == "f" else dict(rtol=0)
    assert scanned.dtype == kind and np.allclose(scanned, expected, **close)
    assert np.allclose(ss.scan(elements, operator, exclusive=True)[1:], expected[:-1], **close)
    reduced = ss.reduce(elements, operator)
    assert type(reduced) is kind and np.allclose(reduced, total, **close)
    assert len(ss.scan(elements[:0], operator)) == 0


def test_reducing_nothing_gives_the_identity():
    assert (
        ss.reduce(np.empty(0, np.uint32)) == 0 and ss.reduce(np.empty(0, np.float32), "min") > 1e38
    )


def test_sparse_products():
    rows, columns = 50, 40
    dense = np.where(RNG.random((rows, columns)) < 0.2, RNG.normal(size=(rows, columns)), 0).astype(
        np.float32
    )
    x = RNG.normal(size=columns).astype(np.float32)
    places = [np.flatnonzero(row) for row in dense]
    matrix = (
        np.concatenate([row[place] for row, place in zip(dense, places)]),
        np.concatenate(places),
        np.cumsum([0, *map(len, places)]),
    )
    assert np.allclose(ss.spmv(matrix, x), dense @ x, atol=1e-5)

    class Csr:
        data, indices, indptr = matrix
        shape = (rows, columns)

    assert np.array_equal(ss.spmv(Csr(), x), ss.spmv(matrix, x))
    with pytest.raises(ValueError, match=r"x has the shape \(3,\), but \(40,\) is needed"):
        ss.spmv(Csr(), x[:3])
    with pytest.raises(ValueError):
        ss.spmv((matrix[0], matrix[1], matrix[2][:-1]), x)
    with pytest.raises(ValueError, match="indices"):
        ss.spmv((matrix[0], matrix[1] - 100, matrix[2]), x)


@pytest.mark.parametrize(
    "shape, axes",
    [((8,), 1), ((3, 60), 1), ((2, 3, 16), 1), ((12, 10), 2), ((4, 12, 9), 2), ((4, 6, 10), 3)],
)
def test_fourier_transforms(shape, axes):
    last = tuple(range(-axes, 0))
    elements = (RNG.normal(size=shape) + 1j * RNG.normal(size=shape)).astype(np.complex64)
    spectrum = ss.fft(elements, axes=axes)
    assert spectrum.dtype == np.complex64 and np.allclose(
        spectrum, np.fft.fftn(elements, axes=last), atol=1e-3
    )
    assert np.allclose(ss.fft(spectrum, axes=axes, inverse=True), elements, atol=1e-5)
    real = RNG.normal(size=shape).astype(np.float32)
    half = ss.rfft(real, axes=axes)
    assert np.allclose(half, np.fft.rfftn(real, axes=last), atol=1e-3)
    assert np.allclose(ss.irfft(half, shape[-1], axes=axes), real, atol=1e-5)
    assert np.allclose(ss.fft(real, axes=axes), np.fft.fftn(real, axes=last), atol=1e-3)


@pytest.mark.parametrize(
    "call, sentence",
    [
        (
            lambda: ss.sort(np.zeros(3)),
            "keys has elements of type float64, but one of uint32, int32, float32,",
        ),
        (
            lambda: ss.sort(np.zeros((3, 2), np.float32)),
            r"keys has the shape \(3, 2\), but \(n,\) is needed",
        ),
        (lambda: ss.scan(np.zeros(3, np.int8)), "elements of type int8"),
        (lambda: ss.reduce(np.zeros(3, np.float32), "product"), "there is no operator product"),
        (lambda: ss.fft(np.zeros((2, 2), np.float32), axes=3), "3 axes cannot be transformed"),
        (lambda: ss.fft(["a"]), "numbers are needed"),
        (lambda: ss.irfft(np.zeros(5, np.complex64), 3), "are not those of 3 numbers"),
    ],
)
def test_what_does_not_suit_is_told(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_a_length_with_a_large_prime_is_refused():
    with pytest.raises(ss.StarshellError, match="11"):
        ss.fft(np.zeros(11, np.float32))


def test_adapters_are_chosen_by_name_or_number():
    assert len(ss.adapters()) >= 1
    assert ss.sort(np.array([2, 1], np.uint32), adapter=0)[0] == 1
    with pytest.raises(ss.StarshellError, match="no such thing"):
        ss.sort(np.array([2, 1], np.uint32), adapter="no such thing")
