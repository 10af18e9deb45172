"""Compares files of Starshell with what other programs read, and archives and snapshots of others
with what Starshell reads: called by peers.rs.

Ends with 0 if all agrees, with 77 after a line that names a package that is missing, and else with
an error.
"""

import importlib
import os
import struct
import sys
import warnings

MISSING = 77
SUN = 1.3271244e20 / 6.6743e-11


def need(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"no {name}")
        sys.exit(MISSING)


np = need("numpy")


def same(what, found, wanted, tolerance):
    """Fails unless both are the same within a share of the largest; a time may be unknown."""
    if np.ndim(wanted) == 0 and np.isnan(wanted):
        return
    found, wanted = np.asarray(found, "f8"), np.asarray(wanted, "f8")
    if found.shape != wanted.shape:
        sys.exit(f"{what}: {found.shape} in place of {wanted.shape}")
    error = np.abs(found - wanted).max() / max(np.abs(wanted).max(), 1e-300)
    if not error <= tolerance:
        sys.exit(f"{what}: {error:.3g} apart: {found.ravel()[:4]} in place of {wanted.ravel()[:4]}")


def arrays(path):
    """Positions, velocities and masses in SI, or as they are where no units are told; the time."""
    read = np.load(path)
    length, velocity, mass, time = read["units_si"]
    scales = [1 if np.isnan(one) else one for one in (length, velocity, mass, time)]
    columns = [read[name].astype("f8") for name in ("position", "velocity", "mass")]
    return [one * scale for one, scale in zip([*columns, read["time"]], scales)]


def ours(path):
    return np.argsort(np.load(path)["id"], kind="stable")


def h5py_reads(path, truth):
    h5py = need("h5py")
    position, velocity, mass, time = arrays(truth)
    order = ours(truth)
    with h5py.File(path) as file:
        header = file["Header"].attrs
        groups = [name for name in file if name.startswith("PartType")]
        counts = header["NumPart_ThisFile"]
        assert sum(counts) == len(mass), counts

        def read(name, powers):
            scale = 1.0
            for power, unit in zip(powers, (1e-2, 1e-3)):
                scale *= unit**power
            one = lambda group: file[group][name][:] * file[group][name].attrs["to_cgs"]
            return np.concatenate([one(group) for group in groups]) * scale

        by_id = np.argsort(np.concatenate([file[group]["ParticleIDs"][:] for group in groups]))
        same("h5py positions", read("Coordinates", (1, 0))[by_id], position[order], 1e-12)
        same("h5py velocities", read("Velocities", (1, 0))[by_id], velocity[order], 1e-12)
        same("h5py masses", read("Masses", (0, 1))[by_id], mass[order], 1e-12)
        unit = header["UnitLength_in_cm"] / header["UnitVelocity_in_cm_per_s"]
        same("h5py time", header["Time"] * unit, time, 1e-12)
        g = file["Parameters"].attrs.get("G")
        if g is not None:
            scale = header["UnitLength_in_cm"] * header["UnitVelocity_in_cm_per_s"] ** 2
            same("h5py G", g * scale / header["UnitMass_in_g"], 6.6743e-8, 1e-9)


def pynbody_reads(path, truth):
    pynbody = need("pynbody")
    position, velocity, mass, time = arrays(truth)
    order = ours(truth)
    snap = pynbody.load(path)
    by_id = np.argsort(np.asarray(snap["iord"]))
    same("pynbody positions", snap["pos"].in_units("m")[by_id], position[order], 1e-6)
    same("pynbody velocities", snap["vel"].in_units("m s**-1")[by_id], velocity[order], 1e-6)
    # In single precision, kilograms overflow.
    same("pynbody masses", snap["mass"].in_units("Msol")[by_id], mass[order] / SUN, 1e-4)
    same("pynbody time", snap.properties["time"].in_units("s"), time, 1e-4)


def yt_reads(path, truth):
    yt = need("yt")
    yt.set_log_level(50)
    position, velocity, mass, time = arrays(truth)
    order = ours(truth)
    data = yt.load(path)
    everything = data.all_data()
    kinds = [kind for kind in data.particle_types_raw if data.particle_type_counts[kind] > 0]

    def read(name, unit):
        parts = [everything[kind, name].to(unit) for kind in kinds]
        return np.concatenate([np.asarray(part) for part in parts])

    by_id = np.argsort(read("particle_index", "dimensionless"))
    for axis, name in enumerate("xyz"):
        wanted = position[order][:, axis]
        same("yt positions", read(f"particle_position_{name}", "m")[by_id], wanted, 1e-5)
        wanted = velocity[order][:, axis]
        same("yt velocities", read(f"particle_velocity_{name}", "m/s")[by_id], wanted, 1e-5)
    same("yt masses", read("particle_mass", "kg")[by_id], mass[order], 1e-5)
    same("yt time", data.current_time.to("s"), time, 1e-5)


def tipsy(path, truth):
    """Without units: the numbers are those of the other file, in single precision."""
    read = np.load(truth)
    pynbody = need("pynbody")
    snap = pynbody.load(path)
    for name, ours in (("pos", "position"), ("vel", "velocity"), ("mass", "mass")):
        found = np.concatenate([np.asarray(snap[f][name]) for f in snap.families()])
        same(f"pynbody {name}", np.sort(found, axis=0), np.sort(read[ours], axis=0), 1e-6)
    yt = need("yt")
    yt.set_log_level(50)
    data = yt.load(path)
    everything = data.all_data()
    kinds = [kind for kind in data.particle_types_raw if data.particle_type_counts[kind] > 0]
    x = np.concatenate(
        [np.asarray(everything[kind, "particle_position_x"].to("code_length")) for kind in kinds]
    )
    same("yt positions", np.sort(x), np.sort(read["position"][:, 0]), 1e-6)
    same("yt time", data.current_time.to("code_time"), read["time"], 1e-6)


def make_comoving(path):
    """As Arepo writes it: comoving kpc/h, km/s over the root of a, 1e10 Msun/h."""
    h5py, random = need("h5py"), np.random.default_rng(3)
    with h5py.File(path, "w") as file:
        header = file.create_group("Header")
        counts = [50, 80, 0, 0, 20, 0]
        header.attrs["NumPart_ThisFile"] = np.array(counts, "u4")
        header.attrs["NumPart_Total"] = np.array(counts, "u4")
        header.attrs["MassTable"] = np.array([0, 0.5, 0, 0, 0, 0])
        header.attrs["NumFilesPerSnapshot"] = 1
        for name, number in (
            ("Time", 0.5),
            ("Redshift", 1.0),
            ("BoxSize", 75000.0),
            ("Omega0", 0.3),
            ("OmegaLambda", 0.7),
            ("HubbleParam", 0.7),
            ("UnitLength_in_cm", 3.085678e21),
            ("UnitMass_in_g", 1.989e43),
            ("UnitVelocity_in_cm_per_s", 1e5),
        ):
            header.attrs[name] = number
        for kind, count in enumerate(counts):
            if count:
                group = file.create_group(f"PartType{kind}")
                group["Coordinates"] = random.random((count, 3)) * 75000
                group["Velocities"] = (random.normal(size=(count, 3)) * 100).astype("f4")
                group["ParticleIDs"] = np.arange(count, dtype="u8") + 1000 * kind
                if kind != 1:
                    group["Masses"] = random.random(count).astype("f4")
                if kind == 0:
                    group["Density"] = random.random(count).astype("f4")


def comoving(source, path):
    """yt and pynbody read the same from both files."""
    yt = need("yt")
    yt.set_log_level(50)
    both = []
    for one in (source, path):
        data = yt.load(one)
        everything = data.all_data()
        both.append([data.current_time.to("Gyr"), data.domain_width.to("kpc")])
        for kind in ("PartType0", "PartType1", "PartType4"):
            for name, unit in (("position", "kpc"), ("velocity", "km/s")):
                both[-1].append(everything[kind, f"particle_{name}"].to(unit))
            both[-1].append(everything[kind, "particle_mass"].to("Msun"))
        both[-1].append(everything["PartType0", "Density"].to("g/cm**3"))
    for number, (one, other) in enumerate(zip(*both)):
        # The solar mass of yt, which takes no unit from the file, is not that of the first one.
        same(f"yt {number}", other, one, 1e-3)
    pynbody, both = need("pynbody"), []
    for one in (source, path):
        snap = pynbody.load(one)
        snap.physical_units()
        units = (("pos", "kpc"), ("vel", "km s**-1"), ("mass", "Msol"))
        both.append([snap[name].in_units(unit) for name, unit in units])
        both[-1].append(snap.properties["time"].in_units("Gyr"))
    for number, (one, other) in enumerate(zip(*both)):
        same(f"pynbody {number}", other, one, 1e-3)


def make_archive(path):
    rebound = need("rebound")
    sim = rebound.Simulation()
    sim.units = ("AU", "yr", "Msun")
    sim.add(m=1.0)
    sim.add(m=1e-3, a=1.0, e=0.1)
    sim.add(m=1e-4, a=2.3, inc=0.1)
    sim.move_to_com()
    sim.save_to_file(path, interval=0.5, delete_file=True)
    sim.integrate(5.0)


def archive(path, number, truth):
    rebound = need("rebound")
    sim = rebound.Simulationarchive(path)[int(number) - 1]
    read = np.load(truth)
    bodies = [sim.particles[k] for k in range(sim.N)]
    same("positions", read["position"], [[p.x, p.y, p.z] for p in bodies], 0)
    same("velocities", read["velocity"], [[p.vx, p.vy, p.vz] for p in bodies], 0)
    same("masses", read["mass"], [p.m for p in bodies], 0)
    same("time", read["time"], sim.t, 0)
    au, yr = 149597870700.0, 31557600.0
    same("units", read["units_si"], [au, au / yr, 1.98840987e30, yr], 1e-7)


def tipsy_bytes(raw, order, head):
    time, total, _, gas, dark, star = struct.unpack(f"{order}d5i", raw[:28])
    kind = lambda more: np.dtype([("m", f"{order}f4"), ("x", f"{order}f4", 3), ("v", f"{order}f4", 3), ("more", f"{order}f4", more)])
    parts, at = [], head
    for count, more in ((gas, 5), (dark, 2), (star, 4)):
        parts.append(np.frombuffer(raw, kind(more), count, at))
        at += parts[-1].nbytes
    join = lambda name: np.concatenate([part[name] for part in parts])
    return join("x"), join("v"), join("m"), time


def gadget_bytes(raw):
    blocks, at = [], 0
    while at < len(raw):
        (size,) = struct.unpack("<I", raw[at : at + 4])
        blocks.append(raw[at + 4 : at + 4 + size])
        at += size + 8
    counts = np.array(struct.unpack("<6i", blocks[0][:24]))
    table = np.array(struct.unpack("<6d", blocks[0][24:72]))
    (time,) = struct.unpack("<d", blocks[0][72:80])
    x, v = (np.frombuffer(block, "<f4").reshape(-1, 3) for block in blocks[1:3])
    own = np.frombuffer(blocks[4], "<f4") if (counts[table == 0] > 0).any() else np.array([])
    mass, at = [], 0
    for count, one in zip(counts, table):
        mass.append(np.full(count, one) if one else own[at : at + count])
        at += 0 if one else count
    return x, v, np.concatenate(mass), time


def nemo_bytes(raw):
    """The items of a structured file, of which each says its type, name and lengths."""
    items, at = {}, 0

    def text():
        nonlocal at
        end = raw.index(0, at)
        found, at = raw[at:end].decode(), end + 1
        return found

    sizes = {"a": 1, "c": 1, "b": 1, "s": 2, "i": 4, "l": 8, "h": 2, "f": 4, "d": 8}
    while at < len(raw):
        (magic,) = struct.unpack("<H", raw[at : at + 2])
        at += 2
        kind = text()
        name = text() if kind != ")" else ""
        if kind in "()":
            continue
        lengths = []
        while magic == 0x0B92:
            (length,) = struct.unpack("<i", raw[at : at + 4])
            at += 4
            if not length:
                break
            lengths.append(length)
        size = sizes[kind] * int(np.prod(lengths)) if lengths else sizes[kind]
        if kind in "fd":
            found = np.frombuffer(raw, "<" + {"f": "f4", "d": "f8"}[kind], size // sizes[kind], at)
            items[name] = found.reshape(lengths) if lengths else found[0]
        at += size
    phase = items.get("PhaseSpace")
    x, v = (phase[:, 0], phase[:, 1]) if phase is not None else (items["Position"], items["Velocity"])
    return x, v, items["Mass"], items["Time"]


def real(path, truth):
    """A real file, read here from its bytes or by its own library."""
    read, raw, name = np.load(truth), open(path, "rb").read(), path.rsplit("/", 1)[-1]
    if name == "galaxy_20K.bin":
        x, v, m, time = tipsy_bytes(raw, "<", 32)
    elif name == "king_soft.bin":
        x, v, m, time = tipsy_bytes(raw, ">", 32)
    elif name in ("gadget_snapshot", "gassphere_littleendian.dat"):
        x, v, m, time = gadget_bytes(raw)
    elif name == "plummer128.nemo":
        x, v, m, time = nemo_bytes(raw)
    elif name == "ss.bin":
        # REBOUND 5 does not read what version 4 wrote.
        sys.path.insert(0, os.environ.get("STARSHELL_REBOUND_4", ""))
        rebound = need("rebound")
        if not rebound.__version__.startswith("4."):
            print("no rebound 4: STARSHELL_REBOUND_4 names the folder of one")
            sys.exit(MISSING)
        sim = rebound.Simulationarchive(path)[0]
        bodies = [sim.particles[k] for k in range(sim.N)]
        x, v = [[p.x, p.y, p.z] for p in bodies], [[p.vx, p.vy, p.vz] for p in bodies]
        m, time = [p.m for p in bodies], sim.t
    else:
        with need("h5py").File(path) as file:
            if name == "gmc.amuse":
                sets = [file["particles"][name]["attributes"] for name in file["particles"]]
                join = lambda names: np.concatenate(
                    [np.stack([one[name][:] for name in names], axis=-1) for one in sets]
                )
                x, v, m = join(["x", "y", "z"]), join(["vx", "vy", "vz"]), join(["mass"])[:, 0]
                time = np.nan
            else:
                part, time = file["PartType0"], file["Header"].attrs["Time"][0]
                x, v, m = part["Coordinates"][:], part["Velocities"][:], part["Masses"][:]
    same("positions", read["position"], x, 1e-15)
    same("velocities", read["velocity"], v, 1e-15)
    same("masses", read["mass"], m, 1e-7)
    same("time", read["time"], time, 1e-15)
    low, high = np.min(x, axis=0), np.max(x, axis=0)
    print(name, len(m), *(f"{a:.6g} to {b:.6g}" for a, b in zip(low, high)), f"time {time:.6g}")


TASKS = {
    task.__name__: task
    for task in (
        h5py_reads,
        pynbody_reads,
        yt_reads,
        tipsy,
        make_comoving,
        comoving,
        make_archive,
        archive,
        real,
    )
}

warnings.filterwarnings("ignore")
TASKS[sys.argv[1]](*sys.argv[2:])
