"""Pictures and films."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest

import starshell as ss


def decoded(png: bytes) -> np.ndarray:
    """A PNG whose rows have the filter that takes the row above, or none."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    place, data, shape = 8, b"", ()
    while place < len(png):
        length, name = struct.unpack(">I4s", png[place : place + 8])
        chunk = png[place + 8 : place + 8 + length]
        assert struct.unpack(">I", png[place + 8 + length : place + 12 + length])[0] == zlib.crc32(
            name + chunk
        )
        if name == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", chunk[:10])
            shape = (height, width, {2: 3, 6: 4}[color])
            assert depth == 8
        data += chunk if name == b"IDAT" else b""
        place += 12 + length
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(shape[0], -1)
    assert set(rows[:, 0]) == {2}
    return np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8).reshape(shape)


def test_a_picture_is_an_array_that_notebooks_show(cluster, tmp_path):
    sim = ss.Simulation(*cluster)
    picture = sim.picture(96, 64)
    assert (
        picture.shape == (64, 96, 3)
        and picture.dtype == np.uint8
        and picture.max() > 100
        and picture.min() < 50
    )
    assert np.array_equal(decoded(picture._repr_png_()), picture)
    path = tmp_path / "picture.png"
    picture.save(path)
    assert path.read_bytes() == picture.png()
    assert picture[0]._repr_png_() is None and picture[:32, :32]._repr_png_() is not None
    with pytest.raises(ValueError, match="a picture needs"):
        picture[0].png()
    assert ss.Picture(np.concatenate([picture, picture]))._repr_png_() is not None
    transparent = sim.picture(96, 64, alpha=True)
    assert transparent.shape == (64, 96, 4) and 0 < (transparent[..., 3] > 0).sum() < 96 * 64
    assert np.array_equal(decoded(transparent.png()), transparent)
    assert sim.picture(33, 7, samples=2).shape == (7, 33, 3)
    assert decoded(sim._repr_png_()).shape == (360, 640, 3)


def test_keywords_change_one_picture_alone(cluster):
    sim = ss.Simulation(*cluster, components=np.arange(300) % 2, columns={"heat": np.arange(300)})
    before = (repr(sim.camera), repr(sim.look))
    plain = sim.picture(64, 64)
    for keywords in (
        dict(negative=True),
        dict(exposure=3),
        dict(azimuth=90.0),
        dict(distance=50.0),
        dict(target=(5, 0, 0)),
        dict(follow=3, distance=2),
        dict(projection="fisheye"),
        dict(color_by="speed"),
        dict(color_column="heat"),
        dict(color_map="inferno", color_max=0.1),
    ):
        assert not np.array_equal(sim.picture(64, 64, **keywords), plain), keywords
        assert (
            np.array_equal(sim.picture(64, 64), plain)
            and (repr(sim.camera), repr(sim.look)) == before
        )
    sim.camera.azimuth = 90
    assert not np.array_equal(sim.picture(64, 64), plain)
    for keywords, sentence in (
        (dict(color_column="head"), "did you mean `heat`"),
        (dict(color_map="infern"), "did you mean `inferno`"),
        (dict(exposure=99), "exposure"),
        (dict(samples=9), "9"),
    ):
        with pytest.raises(ValueError, match=sentence):
            sim.picture(64, 64, **keywords)
    for size in ((0, 5), (5, 1 << 20)):
        with pytest.raises(ValueError):
            sim.picture(*size)


def test_pictures_take_no_steps(cluster):
    one, other = (ss.Simulation(*cluster, softening=0.1, time_step=0.01) for _ in range(2))
    for _ in range(3):
        one.step(3)
        one.picture(16, 16, color_by="acceleration")
        assert one.energy < 0
        other.step(3)
    assert one.steps == 9 and np.array_equal(one.positions, other.positions)


@pytest.mark.parametrize("name", ["film.mp4", "film.gif", "film.apng", "film"])
def test_films_are_recorded(cluster, tmp_path, name):
    sim = ss.Simulation(*cluster, softening=0.1, time_step=0.01)
    seen = []
    path = sim.record(
        tmp_path / name,
        t=0.3,
        seconds=0.4,
        fps=10,
        width=64,
        height=48,
        callback=lambda sim: seen.append(sim.time),
    )
    assert path == str(tmp_path / name) and seen == pytest.approx([0, 0.1, 0.2, 0.3], abs=1e-9)
    if name == "film":
        files = sorted((tmp_path / name).iterdir())
        assert [file.name for file in files] == [f"frame_{number:06}.png" for number in range(4)]
    else:
        assert (tmp_path / name).stat().st_size > 500
        again = sim.record(tmp_path / name, t=0.1, seconds=0.2, fps=10, width=64, height=48)
        assert again != path and ss.StarshellError


def test_a_film_that_is_broken_off_is_complete(cluster, tmp_path):
    sim = ss.Simulation(*cluster, softening=0.1, time_step=0.01)

    def end(sim):
        if sim.time > 0.15:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sim.record(tmp_path / "film", t=1, seconds=1, fps=10, width=64, height=48, callback=end)
    assert len(list((tmp_path / "film").iterdir())) == 2
    for keywords, sentence in (
        (dict(path=tmp_path / "film.doc"), "film.doc"),
        (dict(fps=0), "no film"),
        (dict(quality=101), "quality"),
        (dict(width=0), "width"),
    ):
        with pytest.raises((ValueError, OverflowError), match=sentence):
            sim.record(
                **{
                    **dict(
                        path=tmp_path / "other.gif", t=0.1, seconds=0.2, fps=10, width=64, height=48
                    ),
                    **keywords,
                }
            )
