"""Makes the small HDF5 files of these tests with h5py, gzipped, beside this script.

Run it after a change: `python3 make.py`. Values are simple functions of the row, so that the
tests can state them.
"""

import gzip
import os
import tempfile

import h5py
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def pack(path, name):
    with open(path, "rb") as f, open(os.path.join(HERE, name + ".gz"), "wb") as out:
        out.write(gzip.compress(f.read(), 9, mtime=0))


def attributes(thing, **values):
    for name, value in values.items():
        thing.attrs[name] = value


def short_float(group, name, values):
    """A float of 16 bits in 4 bytes behind the n-bit filter, as SWIFT's BFloat16."""
    kind = h5py.h5t.IEEE_F32LE.copy()
    kind.set_fields(15, 7, 8, 0, 7)
    kind.set_precision(16)
    kind.set_ebias(127)
    plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plist.set_chunk((4,))
    plist.set_filter(h5py.h5z.FILTER_NBIT, h5py.h5z.FLAG_MANDATORY, ())
    space = h5py.h5s.create_simple((len(values),))
    dataset = h5py.h5d.create(group.id, name.encode(), kind, space, dcpl=plist)
    dataset.write(h5py.h5s.ALL, h5py.h5s.ALL, np.asarray(values, "f4"))


def swift(path, part, parts):
    counts = [4, 6, 0, 0, 0, 0, 0]
    length, mass, time = 3.0e24, 2.0e43, 3.0e19
    with h5py.File(path, "w") as f:
        h = f.create_group("Header")
        attributes(
            h,
            BoxSize=np.array([100.0, 100.0, 50.0]),
            NumPart_ThisFile=np.array(counts, "i8"),
            NumPart_Total=np.array(counts, "u4") * parts,
            NumPart_Total_HighWord=np.zeros(7, "u4"),
            MassTable=np.zeros(7),
            NumFilesPerSnapshot=np.array([parts], "i4"),
            Time=np.array([0.25]),
            Redshift=np.array([1.0]),
            Code=np.bytes_(b"SWIFT"),
        )
        h.attrs["Scale-factor"] = np.array([0.5])
        c = f.create_group("Cosmology")
        c.attrs["Cosmological run"] = np.array([1])
        c.attrs["h"] = np.array([0.5])
        u = f.create_group("Units")
        for name, value in (("length", length), ("mass", mass), ("time", time)):
            symbol = {"length": "U_L", "mass": "U_M", "time": "U_t"}[name]
            u.attrs[f"Unit {name} in cgs ({symbol})"] = np.array([value])
        # Two cells, the first with half of the bodies of each type.
        cells = f.create_group("Cells")
        meta = cells.create_group("Meta-data")
        attributes(meta, size=np.array([60.0, 200.0, 200.0]), nr_cells=2)
        cells["Centres"] = np.array([[30.0, 100.0, 100.0], [300.0, 100.0, 100.0]])
        for kind in (0, 1):
            half = counts[kind] // 2
            cells[f"Counts/PartType{kind}"] = np.array([half, half], "i8")
            cells[f"OffsetsInFile/PartType{kind}"] = np.array([half, 0], "i8")
            cells[f"Files/PartType{kind}"] = np.array([part, part], "i4")
        for kind in (0, 1):
            n = counts[kind]
            g = f.create_group(f"PartType{kind}")
            rows = np.arange(n) + 100 * kind + 1000 * part

            def put(name, data, factor, a, text, physical=0, **how):
                d = g.create_dataset(name, data=data, **how)
                d.attrs[
                    "Conversion factor to CGS (not including cosmological corrections)"
                ] = np.array([factor])
                d.attrs["a-scale exponent"] = np.array([a], "f4")
                d.attrs["h-scale exponent"] = np.array([0.0], "f4")
                d.attrs["Value stored as physical"] = np.array([physical])
                d.attrs["Expression for physical CGS units"] = np.bytes_(text)

            x = np.stack([rows + 0.125, rows + 0.25, rows + 0.5], axis=1)
            put("Coordinates", x, length, 1.0, b"a U_L [ cm ]", chunks=(4, 3), scaleoffset=4)
            packed = dict(chunks=(4, 3), compression="gzip", shuffle=True, fletcher32=True)
            put("Velocities", -x.astype("f4"), length / time, 0.0, b"U_L U_t^-1 [ cm s^-1 ]", **packed)
            put("Masses", (rows + 1).astype("f4"), mass, 0.0, b"U_M [ g ]")
            put("ParticleIDs", (rows + 2**40).astype("u8"), 1.0, 0.0, b"[ - ]", chunks=(4,), scaleoffset=0)
            if kind == 0:
                put("Densities", rows.astype("f4"), mass / length**3, -3.0, b"a^-3 U_M U_L^-3 [ g cm^-3 ]", physical=1)
                put("Pressures", rows.astype("f4"), 7.0, -5.0, b"a^-5 U_M U_L^-1 U_t^-2 [ g cm^-1 s^-2 ]")
                short_float(g, "MetalMassFractions", np.array([0.0, -0.5, 1.5, 1e-3]))


def master(path, parts):
    with h5py.File(path, "w") as f:
        with h5py.File(parts[0]) as s:
            for name in ("Header", "Units", "Cosmology"):
                s.copy(name, f)
            f["Header"].attrs["NumPart_ThisFile"] = np.array([8, 12, 0, 0, 0, 0, 0], "i8")
            f["Header"].attrs["NumFilesPerSnapshot"] = np.array([1], "i4")
            for kind in (0, 1):
                g = f.create_group(f"PartType{kind}")
                d = s[f"PartType{kind}/Coordinates"]
                layout = h5py.VirtualLayout(shape=(2 * len(d), 3), dtype=d.dtype)
                for k, part in enumerate(parts):
                    source = h5py.VirtualSource(os.path.basename(part), d.name, shape=d.shape)
                    layout[k * len(d) : (k + 1) * len(d)] = source
                g.create_virtual_dataset("Coordinates", layout)


def gadget(path, new):
    """Gadget-4, or Arepo with tracers that have no positions, in the newest HDF5 and big-endian."""
    counts = [2, 3, 0] if new else [2, 3, 0, 4, 0, 1]
    with h5py.File(path, "w", libver=None if new else "latest") as f:
        h = f.create_group("Header")
        table = [0.0] * len(counts)
        table[1] = 0.5
        attributes(
            h,
            BoxSize=1000.0,
            MassTable=np.array(table),
            NumFilesPerSnapshot=np.int32(1),
            NumPart_ThisFile=np.array(counts, "u8" if new else "u4"),
            NumPart_Total=np.array(counts, "u8" if new else "u4"),
            Redshift=1.0,
            Time=0.5,
        )
        units = dict(UnitLength_in_cm=3.0e21, UnitMass_in_g=2.0e43, UnitVelocity_in_cm_per_s=1e5)
        if new:
            p = f.create_group("Parameters")
            attributes(p, HubbleParam=0.5, Omega0=0.3, ComovingIntegrationOn=1, **units)
        else:
            attributes(h, HubbleParam=0.5, Omega0=0.3, **units)
        row = 0
        for kind, n in enumerate(counts):
            if n == 0:
                continue
            g = f.create_group(f"PartType{kind}")
            rows = np.arange(n) + row
            row += n
            if kind == 3:
                g["ParentID"] = rows
                continue
            x = np.stack([rows + 0.125, rows + 0.25, rows + 0.5], axis=1)
            d = g.create_dataset("Coordinates", data=x.astype("f8" if new else ">f4"))
            v = g.create_dataset("Velocities", data=-x.astype("f4"))
            g["ParticleIDs"] = (rows + 7).astype("u4" if new else ">u8")
            if new:
                for thing, cgs, a, hubble, l, m, v1 in ((d, 3e21, 1, -1, 1, 0, 0), (v, 1e5, 0.5, 0, 0, 0, 1)):
                    attributes(thing, to_cgs=cgs, a_scaling=float(a), h_scaling=float(hubble))
                    attributes(thing, length_scaling=float(l), mass_scaling=float(m), velocity_scaling=float(v1))
            if kind == 0:
                g["Masses"] = (rows + 1).astype("f4")
                g["ElementFractions"] = np.ones((n, 5), "f4")
            if kind == 5:
                g["BH_Mass"] = rows.astype("f4")
                g["Masses"] = (rows + 1).astype("f4")


def phantom(path, sinks):
    with h5py.File(path, "w") as f:
        h = f.create_group("header")
        h["time"] = 3.5
        h["udist"], h["umass"], h["utime"] = 1.5e13, 2.0e33, 5.0e6
        h["massoftype"] = np.array([0.25, 0, 0.5, 0, 0, 0, 0])
        h["fileident"] = np.bytes_(b"FT:Phantom")
        g = f.create_group("particles")
        rows = np.arange(4)
        g["xyz"] = np.stack([rows + 0.125, rows + 0.25, rows + 0.5], axis=1)
        g["vxyz"] = -g["xyz"][()]
        g["h"] = np.array([0.1, 0.2, -0.3, 0.4], "f4")
        g["itype"] = np.array([1, 1, 3, 3], "i1")
        s = f.create_group("sinks")
        if not sinks:
            return
        s["xyz"] = np.full((1, 3), 9.0)
        s["m"] = np.array([8.0])


def amuse(path, same):
    si = "system.get('S.I.').base('%s')"
    length, mass, time = si % "length", si % "mass", si % "time"
    with h5py.File(path, "w") as f:
        for k, n in ((1, 3), (2, 2)):
            g = f.create_group(f"particles/{k:010}")
            g.attrs["number_of_particles"] = n
            g["keys"] = np.arange(n, dtype="u8") + 2**63 + k
            a = g.create_group("attributes")

            def put(name, data, unit):
                a[name] = data
                a[name].attrs["units"] = unit

            rows = np.arange(n) + 10.0 * k
            for j, name in enumerate("xyz"):
                put(name, rows + j, f"(1000.0 * {length})")
                put("v" + name, -rows - j, f"({length} * ({time}**-1))")
            put("mass", rows, mass)
            a["name"] = np.array([b"abc"] * n)
            if not same and k == 1:
                put("u", rows, f"(({length}**2) * ({time}**-2))")
            if not same and k == 2:
                put("birth_age", rows, time)


with tempfile.TemporaryDirectory() as folder:
    parts = [os.path.join(folder, f"swift.{k}.hdf5") for k in range(2)]
    for k, part in enumerate(parts):
        swift(part, k, 2)
        pack(part, f"swift.{k}.hdf5")
    made = os.path.join(folder, "swift.hdf5")
    master(made, parts)
    pack(made, "swift.hdf5")
    for name, make in (
        ("lone.hdf5", lambda p: swift(p, 0, 1)),
        ("gadget4.hdf5", lambda p: gadget(p, True)),
        ("arepo.hdf5", lambda p: gadget(p, False)),
        ("phantom.h5", lambda p: phantom(p, True)),
        ("sinkless.h5", lambda p: phantom(p, False)),
        ("sets.amuse", lambda p: amuse(p, False)),
        ("times.amuse", lambda p: amuse(p, True)),
    ):
        made = os.path.join(folder, name)
        make(made)
        pack(made, name)
