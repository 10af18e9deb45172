# Written by python/stubs.py from the library's table of settings.
from typing import Any, Literal, TypeAlias, TypedDict

from . import _native

def settings() -> list[dict[str, Any]]: ...
def scenes() -> dict[str, str]: ...

_Integrator: TypeAlias = Literal[
    "symplectic-euler",
    "leapfrog-kdk",
    "leapfrog-dkd",
    "forest-ruth",
    "pefrl",
    "yoshida-6",
    "runge-kutta-4",
    "hermite-4",
    "wisdom-holman",
    "ias15",
]

_Precision: TypeAlias = Literal[
    "f32",
    "f32+",
    "f64",
]

_Projection: TypeAlias = Literal[
    "perspective",
    "fisheye",
    "equirectangular",
]

_ColorBy: TypeAlias = Literal[
    "speed",
    "acceleration",
    "distance",
    "mass",
    "component",
    "uniform",
    "population",
    "error",
    "stars",
    "column",
]

_ColorMap: TypeAlias = Literal[
    "starlight",
    "inferno",
    "magma",
    "plasma",
    "viridis",
    "cividis",
    "turbo",
    "ice",
]

class Physics:
    @property
    def time_step(self) -> float: ...
    @time_step.setter
    def time_step(self, value: float) -> None: ...
    @property
    def softening(self) -> float: ...
    @softening.setter
    def softening(self, value: float) -> None: ...
    @property
    def damping(self) -> float: ...
    @damping.setter
    def damping(self, value: float) -> None: ...
    @property
    def integrator(self) -> _Integrator: ...
    @integrator.setter
    def integrator(self, value: _Integrator) -> None: ...
    @property
    def adaptive(self) -> float | None: ...
    @adaptive.setter
    def adaptive(self, value: float | None) -> None: ...
    @property
    def drag(self) -> float: ...
    @drag.setter
    def drag(self, value: float) -> None: ...
    @property
    def precision(self) -> _Precision: ...
    @precision.setter
    def precision(self, value: _Precision) -> None: ...

class Camera:
    def __init__(self, run: _native.Run) -> None: ...
    @property
    def follow(self) -> str | int | None: ...
    @follow.setter
    def follow(self, value: str | int | None) -> None: ...
    @property
    def target(self) -> list[float]: ...
    @target.setter
    def target(self, value: list[float] | tuple[float, float, float]) -> None: ...
    @property
    def distance(self) -> float: ...
    @distance.setter
    def distance(self, value: float) -> None: ...
    @property
    def azimuth(self) -> float: ...
    @azimuth.setter
    def azimuth(self, value: float) -> None: ...
    @property
    def elevation(self) -> float: ...
    @elevation.setter
    def elevation(self, value: float) -> None: ...
    @property
    def projection(self) -> _Projection: ...
    @projection.setter
    def projection(self, value: _Projection) -> None: ...
    @property
    def field_of_view(self) -> float: ...
    @field_of_view.setter
    def field_of_view(self, value: float) -> None: ...
    @property
    def roll(self) -> float: ...
    @roll.setter
    def roll(self, value: float) -> None: ...

class Look:
    def __init__(self, run: _native.Run) -> None: ...
    @property
    def color_by(self) -> _ColorBy: ...
    @color_by.setter
    def color_by(self, value: _ColorBy) -> None: ...
    @property
    def color_map(self) -> _ColorMap: ...
    @color_map.setter
    def color_map(self, value: _ColorMap) -> None: ...
    @property
    def color_max(self) -> float | None: ...
    @color_max.setter
    def color_max(self, value: float | None) -> None: ...
    @property
    def exposure(self) -> float: ...
    @exposure.setter
    def exposure(self, value: float) -> None: ...
    @property
    def metered(self) -> bool: ...
    @metered.setter
    def metered(self, value: bool) -> None: ...
    @property
    def bloom(self) -> float: ...
    @bloom.setter
    def bloom(self, value: float) -> None: ...
    @property
    def min_pixels(self) -> float: ...
    @min_pixels.setter
    def min_pixels(self, value: float) -> None: ...
    @property
    def trails(self) -> float: ...
    @trails.setter
    def trails(self, value: float) -> None: ...
    @property
    def negative(self) -> bool: ...
    @negative.setter
    def negative(self, value: bool) -> None: ...
    @property
    def diffuse(self) -> float: ...
    @diffuse.setter
    def diffuse(self, value: float) -> None: ...
    @property
    def size(self) -> float: ...
    @size.setter
    def size(self, value: float) -> None: ...
    @property
    def magnitude_spread(self) -> float: ...
    @magnitude_spread.setter
    def magnitude_spread(self, value: float) -> None: ...
    @property
    def dust(self) -> float: ...
    @dust.setter
    def dust(self, value: float) -> None: ...
    @property
    def spikes(self) -> float: ...
    @spikes.setter
    def spikes(self, value: float) -> None: ...
    @property
    def sky(self) -> float: ...
    @sky.setter
    def sky(self, value: float) -> None: ...

class PhysicsKeywords(TypedDict, total=False):
    time_step: float
    softening: float
    damping: float
    integrator: _Integrator
    adaptive: float | None
    drag: float
    precision: _Precision

class ViewKeywords(TypedDict, total=False):
    follow: str | int | None
    target: list[float] | tuple[float, float, float]
    color_column: str
    distance: float
    azimuth: float
    elevation: float
    projection: _Projection
    field_of_view: float
    roll: float
    color_by: _ColorBy
    color_map: _ColorMap
    color_max: float | None
    exposure: float
    metered: bool
    bloom: float
    min_pixels: float
    trails: float
    negative: bool
    diffuse: float
    size: float
    magnitude_spread: float
    dust: float
    spikes: float
    sky: float
