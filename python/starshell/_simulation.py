"""Simulations."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _arrays, _native, _window
from ._measures import Profile, Sums
from ._picture import Picture
from ._progress import Bar
from ._settings import Camera, Look, Physics

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from ._settings import PhysicsKeywords, ViewKeywords
    from ._widget import View

Array = npt.NDArray[Any]
Path = str | os.PathLike[str]

#: Seconds of a call of the library, after which Python answers Ctrl-C.
_SLICE = 0.1


class Simulation(Physics):
    """Bodies that move under their gravity.

    Parameters
    ----------
    positions
        Shape (n, 3): a row per body. Any float or integer type and any layout.
    velocities
        Shape (n, 3); at rest if left out.
    masses
        Shape (n,), or one number for all; 1/n if left out. 0 or greater: a body without mass is
        pulled but does not pull.
    components
        Shape (n,): the number of the part of the system that each body belongs to, for colours.
    columns
        Further numbers by name, each of the shape (n,), which colours can show: `color_column`.
    gravity
        "direct", "tree", "mesh" or "auto" (a tree where it is faster); or a dictionary with
        `method` and the other keys of `[physics.gravity]` in a scene file, such as `{"method":
        "tree", "accuracy": 1e-4}`.
    members
        What computes the forces: "auto" (whatever is faster), "gpu", "processor", "all", or a team
        such as "0=3,processor=1".
    adapter
        The adapter, by its number or a part of its name; `starshell.adapters()` lists them.
    follow
        What the camera follows: "light", "center-of-mass", the number of a body, or None.
    **settings
        Any other setting of the physics: `softening`, `time_step`, `integrator`, `precision` and so
        on, which are attributes, too. `starshell.settings()` lists them. Those left out are chosen
        to suit the bodies.

    Units are those in which G = 1. With other units, multiply masses by G in these. Raises
    ValueError if an array or a value does not suit, and StarshellError if there is no adapter or it
    cannot hold the bodies.

    A simulation closes as a context manager, or when nothing refers to it any more. It can be
    pickled and copied, as a saved run.
    """

    # A name that is mistyped is no attribute.
    __slots__ = ("__weakref__", "_run")
    _run: _native.Run

    def __init__(
        self,
        positions: npt.ArrayLike,
        velocities: npt.ArrayLike | None = None,
        masses: npt.ArrayLike | float | None = None,
        *,
        components: npt.ArrayLike | None = None,
        columns: dict[str, npt.ArrayLike] | None = None,
        gravity: str | dict[str, Any] | None = None,
        members: str | None = None,
        adapter: str | int | None = None,
        follow: str | int | None = "light",
        **settings: Unpack[PhysicsKeywords],
    ) -> None:
        places, speeds, weights = _arrays.bodies(positions, velocities, masses)
        count = len(places)
        numbers = [
            (name, _arrays.floats(f"columns[{name!r}]", values, (count,), "a number per body"))
            for name, values in (columns or {}).items()
        ]
        keywords = _keywords(settings, gravity=gravity, members=members, adapter=adapter)
        self._run = _native.Run.of_arrays(
            places, speeds, weights, _arrays.components(components, count), numbers, keywords
        )
        self._run.follow = follow

    @classmethod
    def _of(cls, run: _native.Run) -> Self:
        simulation = cls.__new__(cls)
        simulation._run = run
        return simulation

    @classmethod
    def from_scene(
        cls,
        scene: Path,
        *,
        count: int | None = None,
        seed: int | None = None,
        gravity: str | dict[str, Any] | None = None,
        members: str | None = None,
        adapter: str | int | None = None,
        **settings: Unpack[PhysicsKeywords],
    ) -> Self:
        """The simulation of a built-in scene, such as "galaxy", or of a file: see `open`.

        `count` and `seed` are the number of bodies and the seed of their random numbers; `scenes()`
        lists the names. Other keywords are those of `Simulation`. Raises StarshellError if there is
        no such scene or it cannot be read, and ValueError if a value does not suit it.
        """
        keywords = _keywords(settings, gravity=gravity, members=members, adapter=adapter)
        return cls._of(_native.Run.of_scene(os.fspath(scene), count, seed, keywords))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Frees what it holds on the adapter. Every later call raises StarshellError."""
        self._run.close()

    @property
    def is_closed(self) -> bool:
        """Whether it has been closed."""
        return self._run.is_closed

    def __repr__(self) -> str:
        if self.is_closed:
            return "<starshell.Simulation, closed>"
        bodies = f"{len(self)} bodies at t = {self.time:g} on {self.adapter}"
        return f"<starshell.Simulation {self.title!r}: {bodies}>"

    def __len__(self) -> int:
        """The number of bodies."""
        return self._run.count

    def __bool__(self) -> bool:
        return True

    def __reduce__(self) -> tuple[Any, ...]:
        members = self._run.members[0]
        # A team names the adapters of one machine.
        keywords = (
            {} if "=" in members or "," in members or members.isdigit() else {"members": members}
        )
        return _of_bytes, (type(self), self._run.to_bytes(), keywords)

    # Moving.

    def run(
        self,
        t: float | None = None,
        *,
        until: float | None = None,
        every: float | None = None,
        callback: Callable[[Simulation], object] | None = None,
        progress: bool = False,
    ) -> None:
        """Runs for the time `t`, or until the time `until`, and ends exactly there.

        Steps are `time_step` long, or as much shorter as whole steps need to end there; with
        adaptive steps, the end is within half a step. `callback` is called with the simulation
        after each `every` of simulated time, and once at the end if `every` is left out; if it
        returns False, the run ends. `progress` shows a bar if tqdm is installed.

        Other threads of Python run meanwhile. Ctrl-C ends the run within a tenth of a second, with
        the bodies at the last whole step. Raises ValueError if the end has passed, and
        StarshellError if the adapter fails.
        """
        if (t is None) == (until is None):
            raise TypeError("run takes either t, for how long, or until, up to which time")
        if every is not None and not every > 0:
            raise ValueError(f"every is {every}, but callbacks need a time above 0 between them")
        start = self.time
        end = float(until) if t is None else start + float(t)  # type: ignore[arg-type]
        with Bar(progress, end - start, "") as bar:
            try:
                for moment in _moments(start, end, every):
                    self._run.aim(moment)
                    self._proceed(lambda: bar.reach(self.time - start), bar.is_shown)
                    if callback is not None and callback(self) is False:
                        return
            finally:
                # Takes the setting's time step again, and leaves out what an exception has left.
                self._run.end()

    def step(self, n: int = 1, *, progress: bool = False) -> None:
        """Makes `n` whole steps, as `run` does. The last of them may still be computed when this
        returns; what is read afterwards waits for them."""
        if not 0 <= n < 1 << 32:
            raise ValueError(f"n is {n}, but steps are from 0 to {(1 << 32) - 1}")
        start = self.steps if progress else 0
        with Bar(progress, n, " steps") as bar:
            try:
                self._run.aim_steps(n)
                self._proceed(lambda: bar.reach(self.steps - start), bar.is_shown)
            except BaseException:
                self._run.end()
                raise

    def _proceed(self, show: Callable[[], None], is_shown: bool) -> None:
        """Goes on to what is aimed at. Between calls, Python answers Ctrl-C."""
        while not self._run.proceed(_SLICE):
            if is_shown:
                show()
        if is_shown:
            show()

    def reverse(self) -> None:
        """Turns every velocity around. Time goes on; the bodies go back on their paths, as far as
        rounding allows."""
        self._run.reverse()

    # Bodies.

    @property
    def time(self) -> float:
        """Simulated time since the start."""
        return self._run.time

    @property
    def steps(self) -> int:
        """Steps since the start."""
        return self._run.steps

    @property
    def positions(self) -> Array:
        """Positions, shape (n, 3).

        In single precision, of 32 bits, and otherwise of 64. The array is the library's own copy of
        this moment, so that it cannot be written to; assign another to move the bodies.
        """
        return self._run.bodies()[0]

    @positions.setter
    def positions(self, value: npt.ArrayLike) -> None:
        _, velocities, masses = self._run.bodies()
        self._put(_arrays.floats("positions", value, (len(self), 3)), velocities, masses)

    @property
    def velocities(self) -> Array:
        """Velocities, shape (n, 3), like `positions`."""
        return self._run.bodies()[1]

    @velocities.setter
    def velocities(self, value: npt.ArrayLike) -> None:
        positions, _, masses = self._run.bodies()
        self._put(positions, _arrays.floats("velocities", value, (len(self), 3)), masses)

    @property
    def masses(self) -> Array:
        """Masses, shape (n,), like `positions`."""
        return self._run.bodies()[2]

    @masses.setter
    def masses(self, value: npt.ArrayLike) -> None:
        positions, velocities, _ = self._run.bodies()
        self._put(
            positions,
            velocities,
            _arrays.floats("masses", value, (len(self),), "a number per body"),
        )

    @property
    def components(self) -> Array:
        """The number of the component of each body, shape (n,)."""
        return self._run.components()

    def replace(
        self,
        positions: npt.ArrayLike,
        velocities: npt.ArrayLike | None = None,
        masses: npt.ArrayLike | float | None = None,
        *,
        components: npt.ArrayLike | None = None,
    ) -> None:
        """Puts other bodies in place of the present ones, perhaps more or fewer, as for
        `Simulation`. Time goes on."""
        places, speeds, weights = _arrays.bodies(positions, velocities, masses)
        self._run.put(places, speeds, weights, _arrays.components(components, len(places)))

    def _put(self, positions: Array, velocities: Array, masses: Array) -> None:
        self._run.put(positions, velocities, masses, self._run.components())

    # Fields.

    @property
    def accelerations(self) -> Array:
        """The acceleration of each body, shape (n, 3), summed as the run sums its forces,
        with the external field."""
        return self._run.field()[0]

    @property
    def potentials(self) -> Array:
        """The potential at each body by all others and the external field, shape (n,): energies per
        mass."""
        return self._run.field()[1]

    def accelerations_at(self, points: npt.ArrayLike) -> Array:
        """The accelerations at points of the shape (m, 3): direct sums over all bodies in double
        precision, with the run's softening and its external field. A body exactly at a point
        counts only with softening.
        Raises ValueError where space is periodic."""
        return self.field_at(points)[0]

    def potentials_at(self, points: npt.ArrayLike) -> Array:
        """The potentials at points of the shape (m, 3), as `accelerations_at`."""
        return self.field_at(points)[1]

    def field_at(self, points: npt.ArrayLike) -> tuple[Array, Array]:
        """Accelerations (m, 3) and potentials (m,) at points, as `accelerations_at`."""
        accelerations, potentials = self._run.field_at(
            _arrays.floats("points", points, (None, 3), "a row per point")
        )
        return accelerations, potentials

    # Measurements.

    @property
    def sums(self) -> Sums:
        """Energies, momenta, centre of mass and more, measured now."""
        values = self._run.sums()
        vectors = {
            name: np.array(value)
            for name, value in values.items()
            if isinstance(value, (list, tuple))
        }
        return Sums(**{**values, **vectors})

    @property
    def energy(self) -> float:
        """Kinetic and potential energy together, with the softening of the run.

        Of single precision beyond 1,024 bodies and in `f32`: good to about 1e-6 of itself.
        """
        return self.sums.energy

    @property
    def kinetic_energy(self) -> float:
        """Kinetic energy."""
        return self.sums.kinetic

    @property
    def potential_energy(self) -> float:
        """Potential energy, each pair once."""
        return self.sums.potential

    @property
    def momentum(self) -> Array:
        """Momentum, three numbers."""
        return self.sums.momentum

    @property
    def angular_momentum(self) -> Array:
        """Angular momentum about the origin, three numbers."""
        return self.sums.angular_momentum

    @property
    def center_of_mass(self) -> Array:
        """Centre of mass, three numbers."""
        return self.sums.center_of_mass

    @property
    def virial_ratio(self) -> float:
        """Kinetic energy by the absolute potential energy: 0.5 in equilibrium."""
        return self.sums.virial_ratio

    @property
    def profile(self) -> Profile:
        """The structure of the system about its densest place."""
        values = self._run.profile()
        arrays = {
            name: np.array(value)
            for name, value in values.items()
            if isinstance(value, (list, tuple))
        }
        return Profile(**{**values, **arrays})

    def lagrangian_radii(self, shares: npt.ArrayLike = (0.1, 0.5, 0.9)) -> Array:
        """Radii about the centre of mass that hold these shares of the mass, each from 0 to 1."""
        wanted = np.atleast_1d(np.asarray(shares, np.float64))
        return np.array(self._run.lagrangian_radii(wanted.ravel().tolist())).reshape(wanted.shape)

    # What it is.

    @property
    def gravity(self) -> str:
        """The method: "direct", "tree", "mesh" or "auto". Takes what `Simulation` takes."""
        return self._run.gravity

    @gravity.setter
    def gravity(self, value: str | dict[str, Any]) -> None:
        self._run.gravity = value

    @property
    def camera(self) -> Camera:
        """Where pictures are taken from: settings, `follow` and `target`."""
        return Camera(self._run)

    @property
    def look(self) -> Look:
        """How bodies are drawn: settings."""
        return Look(self._run)

    @property
    def title(self) -> str:
        """The title of its scene."""
        return self._run.title

    @property
    def units(self) -> dict[str, tuple[float, str]] | None:
        """What a length, a time, a mass and so on of 1 are in the world, with the names of their
        units, as a file of bodies or a scene says; None if it says nothing.

        `sim.positions * sim.units["length"][0]` are in `sim.units["length"][1]`."""
        return self._run.units

    @property
    def duration(self) -> float:
        """The simulated time that shows what its scene is about."""
        return self._run.duration

    @property
    def adapter(self) -> str:
        """The name of the adapter."""
        return self._run.adapter

    @property
    def members(self) -> str:
        """What computes the forces at present: "gpu", "processor" or a team with its shares."""
        return self._run.members[1]

    def to_toml(self) -> str:
        """The scene as the text of a scene file, which of own bodies holds only the number."""
        return self._run.to_toml()

    def save(self, path: Path) -> None:
        """Saves the run as a file that `open`, the program and its window go on with, bit for bit,
        if its name ends with `.starshell`. Other endings are formats for other programs: `.hdf5`,
        `.tipsy`, `.ply`, `.npz`, `.csv`.

        Raises ValueError for another ending, and StarshellError if the file cannot be written."""
        self._run.save(os.fspath(path))

    # Pictures.

    def picture(
        self,
        width: int = 960,
        height: int = 540,
        *,
        samples: int = 1,
        alpha: bool = False,
        **view: Unpack[ViewKeywords],
    ) -> Picture:
        """A picture of this moment: an array of bytes of the shape (height, width, 3), or 4 with
        `alpha`.

        Notebooks show it, and its `save` writes a PNG file. `samples` per pixel along each axis, 1
        to 4, make it smoother. Other keywords are settings of camera and look for this picture,
        `follow`, `target`, and `color_column`, the name of a column. Raises ValueError if a value
        does not suit."""
        _check_size(width, height)
        return Picture(self._run.picture([width, height], samples, alpha, dict(view)))

    def _repr_png_(self) -> bytes | None:
        return None if self.is_closed else self.picture(640, 360).png()

    def record(
        self,
        path: Path,
        t: float | None = None,
        *,
        until: float | None = None,
        seconds: float = 10.0,
        fps: float = 30.0,
        width: int = 1280,
        height: int = 720,
        quality: int = 70,
        overwrite: bool = False,
        callback: Callable[[Simulation], object] | None = None,
        progress: bool = False,
    ) -> str:
        """Records the run for the time `t`, or until `until`, as a film of `seconds`, and returns
        its path.

        The ending of `path` is the format: `.mp4` and others for videos, `.gif` and `.apng` for
        animations, and none for a folder of pictures. Unless `overwrite`, a name that exists gets a
        number. `callback` is called before each frame. The film ends early, but complete, if Ctrl-C
        or an exception ends the call.

        Raises ValueError if the format or a value does not suit, and StarshellError if the file
        cannot be written."""
        if (t is None) == (until is None):
            raise TypeError("record takes either t, for how long, or until, up to which time")
        _check_size(width, height)
        frames = round(seconds * fps) if seconds * fps < 1e9 else 0
        if frames < 1:
            raise ValueError(f"{seconds} seconds of {fps} frames each are no film")
        rate = Fraction(fps).limit_denominator(1001)
        start = self.time
        end = float(until) if t is None else start + float(t)  # type: ignore[arg-type]
        recording = _native.Recording(
            self._run,
            os.fspath(path),
            [width, height],
            [rate.numerator, rate.denominator],
            quality,
            overwrite,
        )
        recorded = 0
        try:
            with Bar(progress, frames, " frames") as bar:
                for frame in range(frames):
                    if frame > 0:
                        self.run(until=start + (end - start) * frame / (frames - 1))
                    if callback is not None:
                        callback(self)
                    recording.frame(self._run)
                    recorded += 1
                    bar.reach(recorded)
        except BaseException:
            if recorded > 0:
                recording.finish()
            else:
                recording.abandon()
            raise
        return recording.finish()

    def view(self) -> _window.Window | View:
        """Opens the window on a copy of the run as it is now, which goes on there; in a notebook,
        returns a widget that shows this run and takes the mouse.

        Raises StarshellError where there is no display, or the program `starshell` is not
        installed."""
        if _window.is_notebook():
            return self.widget()
        return _window.open(self)

    def widget(self, width: int = 640, height: int = 400) -> View:
        """A widget for notebooks: drag to turn, scroll to come nearer, double-click to follow
        again. Needs anywidget."""
        from ._widget import View

        return View(self, width, height)


def open(
    path: Path,
    *,
    columns: list[str] | None = None,
    at: int | str | None = None,
    units: str | None = None,
    gravity: str | dict[str, Any] | None = None,
    members: str | None = None,
    adapter: str | int | None = None,
    **settings: Unpack[PhysicsKeywords],
) -> Simulation:
    """The simulation in a file: a saved run, which goes on, a scene file, or bodies of other
    programs: snapshots of Gadget, Arepo, SWIFT, Tipsy, NEMO, REBOUND, AMUSE and Phantom, and
    tables.

    Of bodies, `columns` names those of a table in their order (x, y, z, vx, vy, vz and m, with -
    for one to leave out), `at` is the moment of several, its number from 1, "last", or "all" if
    every line is a body, and `units` is what lengths, speeds and masses measure, such as "pc km/s
    Msun", or "none" for G = 1. Other keywords are those of `Simulation`, and change what the file
    says. Raises StarshellError if the file cannot be read, or in more than one way.
    """
    keywords = _keywords(settings, gravity=gravity, members=members, adapter=adapter)
    name = os.fspath(path)
    if columns is None and at is None and units is None:
        return Simulation._of(_native.Run.of_scene(name, None, None, keywords))
    moment = None if at is None else str(at)
    return Simulation._of(_native.Run.of_bodies(name, columns, moment, units, keywords))


def _of_bytes(cls: type[Simulation], data: bytes, keywords: dict[str, Any]) -> Simulation:
    """What a pickle calls."""
    return cls._of(_native.Run.of_bytes(data, keywords))


def _keywords(settings: Any, *, adapter: str | int | None, **others: Any) -> dict[str, Any]:
    given = {name: value for name, value in others.items() if value is not None}
    if adapter is not None:
        given["adapter"] = str(adapter)
    return {**settings, **given}


def _moments(start: float, end: float, every: float | None) -> list[float]:
    """The ends of the parts of a run."""
    if every is None or not end > start:
        return [end]
    # What rounding leaves of the last part is none.
    whole = int((end - start) / every * (1 + 1e-9))
    moments = [start + every * number for number in range(1, whole + 1)]
    if not moments or end - moments[-1] > 1e-9 * every:
        return [*moments, end]
    return [*moments[:-1], end]


def _check_size(width: int, height: int) -> None:
    for name, side in (("width", width), ("height", height)):
        if not 1 <= side < 1 << 32:
            raise ValueError(
                f"{name} is {side}, but a picture has a pixel at least along each side"
            )
