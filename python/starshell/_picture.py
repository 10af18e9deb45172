"""Pictures: arrays that notebooks show."""

from __future__ import annotations

import os
import struct
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt


class Picture(np.ndarray[Any, np.dtype[np.uint8]]):
    """An array of bytes of the shape (height, width, 3), or 4 with alpha, that notebooks show as a
    picture.

    `Picture(array)` is another array as one, such as several pictures side by side."""

    def __new__(cls, array: npt.ArrayLike) -> Picture:
        return np.asarray(array, np.uint8).view(cls)

    def png(self) -> bytes:
        """The bytes of a PNG file.

        Raises ValueError if the array is a part of a picture that is none itself.
        """
        if (
            self.ndim != 3
            or self.shape[2] not in (3, 4)
            or self.dtype != np.uint8
            or 0 in self.shape
        ):
            raise ValueError(
                f"the array has the shape {self.shape} and the type {self.dtype}, "
                "but a picture needs (height, width, 3 or 4) and uint8"
            )
        height, width, channels = self.shape
        # A filter byte before each row: 2 takes the row above from it.
        rows = np.empty((height, 1 + width * channels), np.uint8)
        flat = np.ascontiguousarray(self).reshape(height, -1)
        rows[:, 0] = 2
        rows[0, 1:] = flat[0]
        np.subtract(flat[1:], flat[:-1], out=rows[1:, 1:])

        def chunk(name: bytes, data: bytes) -> bytes:
            return (
                struct.pack(">I", len(data))
                + name
                + data
                + struct.pack(">I", zlib.crc32(name + data))
            )

        header = struct.pack(">IIBBBBB", width, height, 8, 2 if channels == 3 else 6, 0, 0, 0)
        data = zlib.compress(rows.tobytes(), 6)
        return (
            b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", header)
            + chunk(b"IDAT", data)
            + chunk(b"IEND", b"")
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a PNG file."""
        data = self.png()
        with open(path, "wb") as file:
            file.write(data)

    def _repr_png_(self) -> bytes | None:
        try:
            return self.png()
        except ValueError:
            return None
