"""Bodies from arrays, and what becomes of them."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import starshell as ss


def energy(x, v, m, softening):
    offsets = x[:, None] - x[None]
    distances = np.sqrt((offsets**2).sum(-1) + softening**2)
    pairs = np.triu_indices(len(x), 1)
    return 0.5 * (m * (v**2).sum(-1)).sum() - (m[:, None] * m[None] / distances)[pairs].sum()


def accelerations(x, m, softening, at=None):
    offsets = x[None] - (x if at is None else at)[:, None]
    squares = (offsets**2).sum(-1) + softening**2
    return (m[None, :, None] * offsets / squares[..., None] ** 1.5).sum(1)


@pytest.mark.parametrize(
    "kind", [np.float16, np.float32, np.float64, np.longdouble, ">f8", np.int32]
)
@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_of_any_type_and_layout_are_read(kind, order):
    x = np.array(np.arange(60).reshape(20, 3) ** 2 % 17, dtype=kind, order=order)
    sim = ss.Simulation(x, masses=0.125, softening=1.0)
    assert np.array_equal(sim.positions, np.asarray(x, np.float64))
    assert np.all(sim.velocities == 0) and np.all(sim.masses == 0.125) and len(sim) == 20
    strided = np.zeros((40, 7), np.float64)[::2, 1::2]
    strided[:] = x
    assert np.array_equal(ss.Simulation(strided).positions, sim.positions)
    assert np.array_equal(ss.Simulation(x.tolist()).positions, sim.positions)
    assert np.array_equal(ss.Simulation(strided[::-1]).positions, sim.positions[::-1])
    packed = np.zeros(20, [("flag", "u1"), ("position", "f8", 3)])
    packed["position"] = x
    assert np.array_equal(ss.Simulation(packed["position"]).positions, sim.positions)


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (
            dict(positions=np.zeros((3, 4))),
            r"positions has the shape (3, 4), but (n, 3) is needed, a row per body",
        ),
        (
            dict(velocities=np.zeros((3, 10))),
            r"velocities has the shape (3, 10), but (300, 3) is needed, a row per body",
        ),
        (
            dict(masses=np.zeros(3)),
            r"masses has the shape (3,), but (300,) is needed, a number per body",
        ),
        (dict(positions=np.zeros((0, 3))), "a body is needed at least"),
        (
            dict(positions=np.zeros((4, 3), complex)),
            "positions has elements of type complex128, but floats are needed",
        ),
        (dict(positions=[["a", "b", "c"]]), "but floats are needed"),
        (dict(components=np.zeros(300)), "whole numbers are needed"),
        (dict(components=np.full(300, -1)), "components are from 0"),
        (
            dict(columns={"heat": np.zeros(2)}),
            "columns['heat'] has the shape (2,), but (300,) is needed",
        ),
        (dict(masses=-1.0), "arrays: body 1 has a mass of -1"),
        (dict(softening=-1), "the softening is -1.0"),
        (dict(time_step=0), "is 0.0, but it must be a finite number"),
        (dict(integrator="yosida"), "did you mean `yoshida-6`"),
        (dict(precision=3), "`precision` must be one of f32, f32+, f64"),
        (dict(adaptive="some"), "fixed"),
        (dict(gravity="three"), "did you mean `tree`"),
        (dict(gravity={"method": "tree", "angel": 1}), "unknown field `angel`"),
        (dict(members="everyone"), "everyone"),
        (dict(follow="lihgt"), "did you mean `light`"),
    ],
)
def test_what_does_not_suit_is_told_in_a_sentence(cluster, arguments, sentence):
    x, v, m = cluster
    with pytest.raises(ValueError) as error:
        ss.Simulation(**{**dict(positions=x, velocities=v, masses=m), **arguments})
    assert sentence in str(error.value) and "\n" not in str(error.value)


def test_names_that_are_mistyped_are_told(cluster):
    with pytest.raises(TypeError, match="did you mean `softening`"):
        ss.Simulation(*cluster, softning=1)
    sim = ss.Simulation(*cluster)
    with pytest.raises(AttributeError):
        sim.softning = 1
    with pytest.raises(AttributeError, match="did you mean `azimuth`"):
        sim.camera.azimut = 1
    with pytest.raises(TypeError, match="did you mean `exposure`"):
        sim.picture(8, 8, exposre=1)
    with pytest.raises(ss.StarshellError, match="did you mean `plummer`"):
        ss.Simulation.from_scene("plumer")
    with pytest.raises(ss.StarshellError, match="cannot be read"):
        ss.open("nowhere.starshell")
    with pytest.raises(ss.StarshellError, match="nothing-like-it"):
        ss.Simulation(*cluster, adapter="nothing-like-it")


def test_every_setting_of_the_physics_is_a_keyword_and_an_attribute(cluster):
    rows = [row for row in ss.settings() if row["table"] == "physics"]
    assert {"softening", "time_step", "integrator", "precision"} <= {row["name"] for row in rows}
    for row in rows:
        sim = ss.Simulation(*cluster, softening=0.1)
        name = row["name"]
        before = getattr(sim, name)
        assert row["about"] in getattr(type(sim), name).__doc__
        if row["kind"] == "number":
            # Halfway in a logarithm is possible for all of them.
            value = 0.5 if row["range"][0] < 0.5 <= row["range"][1] else row["range"][1]
        else:
            value = "f32+" if name == "precision" else list(row["choices"])[0]
        setattr(sim, name, value)
        assert getattr(sim, name) == value
        assert getattr(ss.Simulation(*cluster, **{"softening": 0.1, name: value}), name) == value
        if row["kind"] == "number":
            setattr(sim, name, before)
            assert getattr(sim, name) == before
        wrong = "none of these"
        if row["kind"] == "number":
            wrong = -1 if row["range"][0] > -1 else float("nan")
        with pytest.raises(ValueError, match=name.split("_")[0]):
            setattr(sim, name, wrong)


def test_views_are_settings_too(cluster):
    sim = ss.Simulation(*cluster)
    for part, table in ((sim.camera, "camera"), (sim.look, "look")):
        for row in (row for row in ss.settings() if row["table"] == table):
            value = getattr(part, row["name"])
            setattr(part, row["name"], value)
            assert getattr(part, row["name"]) == value
        assert f"{row['name']}=" in repr(part)
    sim.look.negative = True
    sim.camera.azimuth = 30
    sim.camera.follow = 7
    assert sim.look.negative is True and sim.camera.azimuth == 30 and sim.camera.follow == 7
    sim.camera.follow = None
    sim.camera.target = (1, 2, 3)
    assert sim.camera.follow is None and list(sim.camera.target) == [1, 2, 3]
    with pytest.raises(ValueError, match="exposure"):
        sim.look.exposure = 21


def test_sums_and_fields_are_those_of_numpy(cluster):
    x, v, m = cluster
    sim = ss.Simulation(x, v, m, softening=0.1)
    sums = sim.sums
    assert (
        sums.energy == pytest.approx(energy(x, v, m, 0.1), rel=1e-5) and sim.energy == sums.energy
    )
    assert sim.kinetic_energy + sim.potential_energy == pytest.approx(sim.energy)
    assert sim.virial_ratio == pytest.approx(sums.kinetic / -sums.potential)
    assert np.allclose(sim.momentum, (m[:, None] * v).sum(0), atol=1e-6)
    assert np.allclose(sim.angular_momentum, (m[:, None] * np.cross(x, v)).sum(0), atol=1e-6)
    assert np.allclose(sim.center_of_mass, (m[:, None] * x).sum(0) / m.sum(), atol=1e-6)
    assert sums.radius_max == pytest.approx(np.linalg.norm(x, axis=1).max(), rel=1e-6)
    assert np.allclose(sim.accelerations, accelerations(x, m, 0.1), atol=1e-5)
    assert (sim.potentials * m).sum() / 2 == pytest.approx(sums.potential, rel=1e-5)
    points = np.array([[3.0, 0, 0], [0, 0, -5]])
    there, potentials = sim.field_at(points)
    x32, m32 = (np.asarray(values, np.float32).astype(float) for values in (x, m))
    assert np.allclose(there, accelerations(x32, m32, 0.1, points), rtol=1e-12)
    distances = np.sqrt(((points[:, None] - x32) ** 2).sum(-1) + 0.01)
    assert np.allclose(potentials, -(m32 / distances).sum(1), rtol=1e-12)
    assert np.array_equal(sim.accelerations_at(points), there) and np.array_equal(
        sim.potentials_at(points), potentials
    )
    with pytest.raises(ValueError, match=r"points has the shape \(3,\)"):
        sim.accelerations_at([1, 2, 3])


@pytest.mark.parametrize(
    "how",
    [
        dict(gravity="tree"),
        dict(precision="f32+"),
        dict(precision="f64"),
        dict(members="processor"),
    ],
)
def test_fields_are_right_however_they_are_summed(cluster, how):
    x, v, m = cluster
    try:
        sim = ss.Simulation(x, v, m, softening=0.1, **how)
    except ValueError as error:
        # An adapter without doubles.
        assert how == dict(precision="f64") and "f64" in str(error)
        return
    exact = accelerations(x, m, 0.1)
    largest = np.abs(exact).max()
    assert np.abs(sim.accelerations - exact).max() < 1e-2 * largest
    assert (sim.potentials * m).sum() / 2 == pytest.approx(sim.potential_energy, rel=1e-3)
    sim.step()
    assert sim.positions.dtype == (np.float64 if "precision" in how else np.float32)


def test_profiles(cluster):
    x, v, m = cluster
    sim = ss.Simulation(x, v, m)
    profile = sim.profile
    assert profile.count == 300 and profile.mass == pytest.approx(1, rel=0.1)
    assert np.all(np.diff(profile.lagrangian) >= 0) and len(profile.shares) == len(
        profile.lagrangian
    )
    assert len(profile.radii) == len(profile.densities) and profile.speeds.sum() == 300
    radii = np.linalg.norm(x - (m[:, None] * x).sum(0) / m.sum(), axis=1)
    order = np.argsort(radii)
    half = radii[order][np.searchsorted(np.cumsum(m[order]), 0.5 * m.sum())]
    assert sim.lagrangian_radii(0.5) == pytest.approx([half], rel=1e-4)
    assert sim.lagrangian_radii([[0.1, 0.5], [0.9, 1]]).shape == (2, 2)
    with pytest.raises(ValueError, match="shares are from 0 to 1, but one is 1.5"):
        sim.lagrangian_radii([1.5])


def test_a_run_ends_exactly_and_keeps_its_time_step(cluster):
    sim = ss.Simulation(*cluster, softening=0.1, time_step=0.03)
    before = sim.energy
    sim.run(t=1)
    assert sim.time == pytest.approx(1, abs=1e-9) and sim.steps == 34 and sim.time_step == 0.03
    assert sim.energy == pytest.approx(before, rel=1e-3)
    sim.run(until=1.5)
    assert sim.time == pytest.approx(1.5, abs=1e-9)
    sim.step(10)
    assert sim.time == pytest.approx(1.8, abs=1e-9)
    sim.run(t=0)
    assert sim.time == pytest.approx(1.8, abs=1e-9)
    with pytest.raises(ValueError, match="the run is at t = 1.8"):
        sim.run(until=1.0)
    for wrong in (dict(), dict(t=1, until=2)):
        with pytest.raises(TypeError, match="either t"):
            sim.run(**wrong)


def test_steps_in_parts_have_the_same_bits(cluster):
    one, many = (ss.Simulation(*cluster, softening=0.1, time_step=0.01) for _ in range(2))
    one.step(40)
    for _ in range(4):
        many.step(5)
        many.run(t=0.05)
    assert many.steps == 40 and np.array_equal(one.positions, many.positions)


def test_adaptive_steps_end_within_half_a_step(cluster):
    sim = ss.Simulation(*cluster, softening=0.1, time_step=0.05, adaptive=0.2)
    sim.run(t=0.5)
    assert abs(sim.time - 0.5) <= 0.025 and sim.steps >= 10
    sim.adaptive = None
    sim.run(until=1)
    assert sim.time == pytest.approx(1, abs=1e-6)


def test_callbacks_come_at_their_times_and_may_end_the_run(cluster):
    sim = ss.Simulation(*cluster, softening=0.1, time_step=0.03)
    seen = []
    sim.run(t=1, every=0.25, callback=lambda sim: seen.append((sim.time, sim.positions.copy())))
    assert [time for time, _ in seen] == pytest.approx([0.25, 0.5, 0.75, 1.0], abs=1e-9)
    assert not np.array_equal(seen[0][1], seen[1][1]) and np.array_equal(seen[-1][1], sim.positions)
    sim.run(t=1, every=0.4, callback=lambda sim: seen.append(sim.time))
    assert seen[4:] == pytest.approx([1.4, 1.8, 2.0], abs=1e-9)
    sim.run(t=1, every=0.25, callback=lambda sim: sim.time < 2.4)
    assert sim.time == pytest.approx(2.5, abs=1e-9)
    with pytest.raises(ZeroDivisionError):
        sim.run(t=1, callback=lambda sim: 1 / 0)
    sim.run(t=0.1)
    with pytest.raises(ValueError, match="every is 0"):
        sim.run(t=1, every=0)


def test_callbacks_may_change_settings(cluster):
    sim = ss.Simulation(*cluster, softening=0.1, time_step=0.03)
    steps = []

    def change(sim):
        steps.append((sim.steps, sim.time_step))
        sim.softening = 0.2
        if len(steps) == 2:
            sim.time_step = 0.01

    sim.run(t=0.75, every=0.25, callback=change)
    # Nine steps fill a quarter, and then twenty-five.
    assert steps == [(9, 0.03), (18, 0.03), (43, 0.01)]
    assert (
        sim.time_step == 0.01 and sim.softening == 0.2 and sim.time == pytest.approx(0.75, abs=1e-9)
    )
    sim.step()
    assert sim.time == pytest.approx(0.76, abs=1e-9)


def test_bodies_are_replaced(cluster):
    x, v, m = cluster
    sim = ss.Simulation(x, v, m, components=np.arange(300) % 2, softening=0.1)
    sim.run(t=0.1)
    positions = sim.positions
    with pytest.raises(ValueError, match="read-only"):
        positions[0] = 0
    sim.positions = 2 * x
    sim.velocities = np.zeros((300, 3))
    sim.masses = 3 * m
    assert (
        np.allclose(sim.positions, 2 * x)
        and np.all(sim.velocities == 0)
        and np.allclose(sim.masses, 3 * m)
    )
    assert sim.time == pytest.approx(0.1) and np.array_equal(sim.components, np.arange(300) % 2)
    assert not np.allclose(positions, sim.positions), "the array is that of its moment"
    assert np.allclose(sim.accelerations, accelerations(2 * x, 3 * m, 0.1), atol=1e-5)
    with pytest.raises(ValueError, match=r"masses has the shape \(2,\)"):
        sim.masses = [1, 2]
    sim.replace(x[:10], masses=1.0)
    assert len(sim) == 10 and sim.masses.sum() == 10
    sim.step()


def test_reversed_velocities_lead_back(cluster):
    x, v, m = cluster
    sim = ss.Simulation(x, v, m, softening=0.1, time_step=0.01)
    sim.step(50)
    sim.reverse()
    sim.step(50)
    assert np.allclose(sim.positions, x, atol=1e-4) and np.allclose(sim.velocities, -v, atol=1e-4)


def test_bodies_far_away_keep_their_digits():
    x = np.array([[1e6, 0, 0], [1e6 + 1, 0, 0]])
    sim = ss.Simulation(x, [[0, 0, 0], [0, 1, 0]], [1.0, 0.0])
    assert np.array_equal(sim.positions, x) and sim.positions.dtype == np.float64
    sim.run(t=2 * np.pi)
    assert np.allclose(sim.positions[1] - sim.positions[0], [1, 0, 0], atol=1e-6)
    assert np.allclose(sim.accelerations_at([[1e6, 2, 0]]), [[0, -0.25, 0]])
    sim.positions = x
    assert np.array_equal(sim.positions, x)


def test_accelerations_and_potentials_include_the_external_field(cluster):
    own = ss.Simulation(*cluster, softening=0.1)
    sim = ss.Simulation(*cluster, softening=0.1, point_mass=2.0, uniform_z=-1.0)
    points = sim.positions
    distance = np.sqrt((points**2).sum(axis=1) + 0.01)[:, np.newaxis]
    pull = [0, 0, -1] - 2 * points / distance**3
    potential = points[:, 2] - 2 / distance[:, 0]
    assert np.allclose(sim.accelerations, own.accelerations + pull, atol=1e-4)
    assert np.allclose(sim.potentials, own.potentials + potential, atol=1e-4)
    there = points + [3, 0, 0]
    whole, alone = sim.potentials_at(there), own.potentials_at(there)
    distance = np.sqrt((there**2).sum(axis=1) + 0.01)
    assert np.allclose(whole - alone, there[:, 2] - 2 / distance, atol=1e-12)
    energy = own.energy + (cluster[2] * potential).sum()
    assert np.isclose(sim.energy, energy, rtol=1e-5)


def test_few_bodies_are_followed_one_by_one():
    x, v = np.array([[0.5, 0, 0], [-0.5, 0, 0]]), np.array([[0, 0.5, 0], [0, -0.5, 0]])
    sim = ss.Simulation(x, v, [0.5, 0.5])
    assert sim.integrator in ("ias15", "wisdom-holman")
    sim.run(t=2 * np.pi)
    assert np.allclose(sim.positions, x, atol=1e-9)
    # Whoever asks for what that integrator has not gets one that has it.
    assert ss.Simulation(x, v, [0.5, 0.5], gravity="tree").integrator == "pefrl"
    assert ss.Simulation(x, v, [0.5, 0.5], integrator="leapfrog-kdk").integrator == "leapfrog-kdk"


def test_gravity_by_its_methods(cluster):
    sim = ss.Simulation(*cluster, softening=0.1, gravity={"method": "tree", "angle": 0.5})
    assert sim.gravity == "tree"
    sim.step()
    sim.gravity = "direct"
    sim.step()
    sim.gravity = "mesh"
    assert sim.gravity == "mesh"
    sim.step()
    sim.gravity = {"method": "mesh", "side": 64, "period": 20.0, "near": True}
    sim.step()
    with pytest.raises(ValueError, match="periodic"):
        sim.field_at([[0, 0, 0]])
    with pytest.raises(ValueError, match="side"):
        sim.gravity = {"method": "mesh", "side": 63}
    assert sim.gravity == "mesh" and np.isfinite(sim.positions).all()


def test_scenes_by_name(tmp_path):
    assert "galaxy" in ss.scenes()
    sim = ss.Simulation.from_scene("galaxy", count=2000, seed=3, softening=0.05)
    assert len(sim) == 2000 and sim.softening == 0.05 and "2000 bodies" in repr(sim)
    assert len(np.unique(sim.components)) > 1
    sim.step(2)
    path = tmp_path / "scene.toml"
    path.write_text(ss.Simulation.from_scene("plummer", count=100).to_toml())
    assert len(ss.open(path)) == 100
    with pytest.raises(ValueError, match="count"):
        ss.Simulation.from_scene("kepler", count=3)


def test_runs_go_on_from_files_and_pickles(cluster, tmp_path):
    sim = ss.Simulation(*cluster, softening=0.1, time_step=0.01, gravity="tree")
    sim.step(20)
    path = tmp_path / "run.starshell"
    sim.save(path)
    again = [ss.open(path), pickle.loads(pickle.dumps(sim)), copy.deepcopy(sim)]
    sim.step(20)
    for other in again:
        assert other.steps == 20 and other.gravity == "tree" and other.softening == 0.1
        other.step(20)
        assert np.array_equal(other.positions, sim.positions)
    assert ss.open(path, softening=0.2).softening == 0.2
    with pytest.raises(ValueError, match="leave them out"):
        ss.Simulation.from_scene(path, count=3)


@pytest.mark.parametrize("ending", ["hdf5", "csv", "ply", "tipsy", "npz"])
def test_bodies_are_saved_for_others(cluster, tmp_path, ending):
    sim = ss.Simulation(*cluster, softening=0.1, columns={"heat": np.arange(300)})
    path = tmp_path / f"bodies.{ending}"
    sim.save(path)
    if ending == "npz":
        assert any(values.shape[:1] == (300,) for values in np.load(path).values())
    else:
        other = ss.open(path)
        assert np.allclose(np.sort(other.masses), np.sort(sim.masses)) and len(other) == 300
    with pytest.raises(ValueError, match="no ending"):
        sim.save(tmp_path / "bodies.doc")


def test_what_a_file_leaves_open_is_said_by_keywords(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(
        "".join(f"{number + 1} {number} 0 0 0 {number / 10} 0\n" for number in range(4))
    )
    names = ["m", "x", "y", "z", "vx", "vy", "vz"]
    sim = ss.open(path, columns=names, units="none")
    assert np.allclose(sim.masses, [1, 2, 3, 4]) and np.allclose(sim.positions[:, 0], [0, 1, 2, 3])
    real = ss.open(path, columns=names, units="AU km/s Msun", gravity="direct")
    assert len(real) == 4 and sim.units is None
    factor, name = real.units["length"]
    assert name == "AU" and np.allclose(real.positions[:, 0] * factor, [0, 1, 2, 3])
    factor, name = real.units["speed"]
    assert name == "km/s" and np.allclose(real.velocities[:, 1] * factor, [0, 0.1, 0.2, 0.3])
    factor, name = real.units["mass"]
    assert np.allclose(real.masses * factor, [1, 2, 3, 4])
    for keywords, sentence in (
        (dict(units="parrots"), "a length, a speed and a mass"),
        (dict(at="never"), "a number from 1"),
        (dict(columns=["x", "x"]), "x"),
    ):
        with pytest.raises(ValueError, match=sentence):
            ss.open(path, **keywords)
    with pytest.raises(ss.StarshellError, match="nowhere.csv"):
        ss.open(tmp_path / "nowhere.csv", units="none")


def test_a_simulation_closes(cluster):
    with ss.Simulation(*cluster) as sim:
        assert not sim.is_closed
    assert sim.is_closed and "closed" in repr(sim)
    with pytest.raises(ss.StarshellError, match="the simulation is closed"):
        sim.step()
