//! Snapshots of other programs as scenes and as other files: units, types, parts, round trips.

use std::fs;
use std::path::{Path, PathBuf};

use glam::DVec3;
use starshell::exchange::series::{Series, files};
use starshell::exchange::snapshots::write::{Output, write};
use starshell::exchange::snapshots::{self, Scalar, Values};
use starshell::exchange::{
    self, Contents, Measures, Moment, Part, Properties, Question, Reading, convert,
};
use starshell::name::Named;
use starshell::physics::initial::InitialState;
use starshell::physics::{self, Body, Column, Precision, Snapshot, State};
use starshell::render::{ColorBy, Look};
use starshell::scene::Scene;
use starshell::snapshot::{Checkpoint, Film};
use tempfile::{TempDir, tempdir};

use crate::common::breadth::is_thorough;

/// G in kpc (km/s)² per 10¹⁰ solar masses.
const G: f64 = 43_007.1;

/// A Plummer model with G = 1, of two types of bodies one after the other.
fn cluster() -> Vec<Body> {
    let mut bodies = InitialState::named("plummer").unwrap().bodies(400, 1).unwrap();
    bodies.iter_mut().skip(100).for_each(|body| body.component = 1);
    bodies
}

/// A file of Gadget-1 with gas and halo, without a word about units.
fn gadget(bodies: &[Body]) -> Vec<u8> {
    let counts = [0, 1].map(|kind| bodies.iter().filter(|body| body.component == kind).count());
    let mut header = vec![0_u8; 256];
    for (place, count) in counts.iter().enumerate() {
        header[4 * place..][..4].copy_from_slice(&(*count as u32).to_le_bytes());
        header[96 + 4 * place..][..4].copy_from_slice(&(*count as u32).to_le_bytes());
    }
    header[124..128].copy_from_slice(&1_u32.to_le_bytes());
    let vectors = |of: fn(&Body) -> DVec3| {
        let numbers = bodies.iter().flat_map(move |body| of(body).as_vec3().to_array());
        numbers.flat_map(f32::to_le_bytes).collect::<Vec<u8>>()
    };
    let ids = (0..bodies.len() as u32).flat_map(u32::to_le_bytes).collect();
    let masses = bodies.iter().flat_map(|body| (body.mass as f32).to_le_bytes()).collect();
    let records =
        [header, vectors(|body| body.position), vectors(|body| body.velocity), ids, masses];
    let framed = |record: &Vec<u8>| {
        let length = (record.len() as u32).to_le_bytes();
        [&length[..], record, &length].concat()
    };
    records.iter().flat_map(framed).collect()
}

fn place(bytes: &[u8], name: &str) -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn read(path: &Path, part: Part) -> Contents {
    exchange::read(path, &Reading { part, ..Reading::default() }).unwrap()
}

fn mass(bodies: &[Body]) -> f64 {
    bodies.iter().map(|body| body.mass).sum()
}

fn list(imported: &Contents) -> Vec<Body> {
    imported.state.bodies().collect()
}

#[test]
fn units_that_a_file_does_not_name_are_those_in_which_its_bodies_are_bound() {
    let plain = cluster();
    let scaled = |speed: f64| {
        plain
            .iter()
            .map(|body| Body { velocity: body.velocity * speed, ..*body })
            .collect::<Vec<_>>()
    };
    // With G = 1, in Gadget's usual units, and at rest, which says nothing.
    for (bodies, units, is_open) in [
        (scaled(1.0), None, false),
        (scaled(G.sqrt()), Some("kpc km/s 1e10 Msun"), false),
        (scaled(0.0), None, true),
    ] {
        let (_folder, path) = place(&gadget(&bodies), "whatever");
        let imported = read(&path, Part::default());
        let found = imported.measures.as_ref().map(ToString::to_string);
        assert_eq!(found.as_deref(), units, "{:?}", imported.notes);
        let open: Vec<_> = imported.doubts.iter().map(|doubt| doubt.question).collect();
        assert_eq!(open, if is_open { vec![Question::Units] } else { vec![] });
        let says = imported.notes.iter().any(|note| note.contains("the file names no units"));
        assert_eq!(says, !is_open, "{:?}", imported.notes);
        match Scene::load(&path.to_string_lossy()) {
            Ok(scene) => assert!(!is_open && scene.count == 400),
            Err(error) => assert!(is_open && error.to_string().contains("--units"), "{error}"),
        }
    }
}

#[test]
fn types_become_components_with_colours_and_parts_keep_their_mass() {
    let bodies = cluster();
    let (_folder, path) = place(&gadget(&bodies), "whatever.dat");
    let imported = read(&path, Part::default());
    assert_eq!((imported.types.join(" "), imported.state.len()), ("gas dark".to_owned(), 400));
    let scene = Scene::of_imported(&imported, None).unwrap();
    assert_eq!((scene.look.color_by, scene.title.as_str()), (ColorBy::Component, "whatever"));

    let every = read(&path, Part { every: Some(7), ..Part::default() });
    let [gas, dark] =
        [0, 1].map(|kind| every.state.bodies().filter(|body| body.component == kind).count());
    assert_eq!([gas, dark], [15, 43]);
    assert!((mass(&list(&every)) / mass(&list(&imported)) - 1.0).abs() < 1e-12);

    let within = read(&path, Part { within: Some([0.0, 0.0, 0.0, 0.5]), ..Part::default() });
    let inside = |body: &Body| body.position.length() <= 0.5;
    let expected: Vec<Body> = imported.state.bodies().filter(inside).collect();
    assert!(!expected.is_empty() && list(&within) == expected);

    let gas = read(&path, Part { types: vec!["gas".to_owned()], ..Part::default() });
    assert!(list(&gas) == list(&imported)[..100]);
}

#[test]
fn bodies_survive_every_format_with_their_units() {
    let bodies = cluster();
    let measures: Measures = "pc km/s Msun".parse().unwrap();
    let snapshot = convert::of_bodies(&bodies, Some(2.5), Some(&measures));
    let folder = tempdir().unwrap();
    for (name, output, tolerance, has_units) in [
        ("o.tipsy", Output::Tipsy, 1e-6, false),
        ("o.hdf5", Output::Gadget4, 1e-12, true),
        ("o.ply", Output::Ply, 0.0, false),
        ("o.csv", Output::Csv, 1e-12, true),
    ] {
        assert_eq!(Output::from_path(Path::new(name)), Some(output));
        let path = folder.path().join(name);
        write(&mut fs::File::create(&path).unwrap(), output, &snapshot).unwrap();
        let imported = read(&path, Part::default());
        let factor = imported.measures.as_ref().map_or(1.0, |found| found.length / measures.length);
        let heavier = imported.measures.as_ref().map_or(1.0, |one| one.gravity / measures.gravity);
        assert_eq!(imported.measures.is_some(), has_units, "{name}");
        assert_eq!(imported.state.len(), bodies.len(), "{name}");
        for (read, body) in imported.state.bodies().zip(&bodies) {
            let apart = (read.position * factor).distance(body.position);
            assert!(apart <= tolerance * body.position.length(), "{name}: {apart}");
            assert!((heavier * read.mass / body.mass - 1.0).abs() <= 1e-6, "{name}");
        }
    }
    // Without units, G = 1, and nothing is in doubt.
    let plain = convert::of_bodies(&bodies, Some(2.5), None);
    let path = folder.path().join("plain.hdf5");
    write(&mut fs::File::create(&path).unwrap(), Output::Gadget4, &plain).unwrap();
    let imported = read(&path, Part::default());
    assert!(imported.measures.is_none() && imported.doubts.is_empty());
    assert!(!imported.notes.iter().any(|note| note.contains("units")), "{:?}", imported.notes);
    // NumPy's arrays are only written.
    let mut archive = Vec::new();
    write(&mut archive, Output::Npz, &snapshot).unwrap();
    assert!(archive.starts_with(b"PK") && Output::ALL.len() == 5);
}

#[test]
fn a_part_of_a_file_is_converted_with_the_columns_that_a_run_leaves_out() {
    let bodies = cluster();
    let (folder, path) = place(&gadget(&bodies), "whole");
    let part = Part { every: Some(10), types: vec!["dark".to_owned()], ..Part::default() };
    let reading = Reading { part: part.clone(), ..Reading::default() };
    let imported = exchange::read(&path, &reading).unwrap();
    let snapshot = convert::whole(&path, &imported, None, &part).unwrap();
    let ids = &snapshot.column("id").unwrap().1;
    assert_eq!([0, 1, 29].map(|row| ids.number(row)), [100.0, 110.0, 390.0]);
    let part = folder.path().join("part.hdf5");
    write(&mut fs::File::create(&part).unwrap(), Output::Gadget4, &snapshot).unwrap();
    let again = read(&part, Part::default());
    assert!(again.properties.iter().any(|column| column.name == "id"), "{:?}", again.unused);
    let both = again.state.bodies().zip(imported.state.bodies());
    assert!(both.into_iter().all(|(one, other)| one.position == other.position));
    assert!((mass(&list(&again)) - mass(&bodies[100..])).abs() < 1e-6);
}

#[test]
fn a_part_that_holds_no_body_is_refused_by_name() {
    let (_folder, path) = place(&gadget(&cluster()), "whole");
    let refused = |part: Part| {
        let reading = Reading { part, ..Reading::default() };
        exchange::read(&path, &reading).unwrap_err().to_string()
    };
    let error = refused(Part { types: vec!["stars".to_owned()], ..Part::default() });
    assert!(error.contains("no bodies of the type 'stars', only gas, dark"), "{error}");
    let error = refused(Part { within: Some([1e6, 0.0, 0.0, 1.0]), ..Part::default() });
    assert!(error.contains("none of its 400 bodies") && error.contains("--within"), "{error}");
}

#[test]
fn a_sketch_has_bodies_from_all_parts_of_the_file() {
    let mut bodies = InitialState::named("plummer").unwrap().bodies(10_000, 1).unwrap();
    bodies.iter_mut().skip(100).for_each(|body| body.component = 1);
    for few in [400, 10_000] {
        let (_folder, path) = place(&gadget(&bodies[..few]), "sketched");
        let mut sketches = Vec::new();
        let reading = Reading::default();
        let read = exchange::read_sketched(&path, &reading, &mut |it| sketches.push(it)).unwrap();
        let [sketch] = &sketches[..] else { panic!("{} sketches", sketches.len()) };
        assert_eq!((sketch.bodies, &sketch.types), (few as u64, &read.types));
        assert_eq!(sketch.positions.len(), few.min(16 * 192));
        let last = sketch.positions[sketch.positions.len() - 192.min(few / 16)];
        assert_eq!(last, read.state.position(few / 16 * 15));
    }
    // A part is not sketched: the sketch would show all bodies.
    let (_folder, path) = place(&gadget(&cluster()), "part");
    let reading =
        Reading { part: Part { every: Some(2), ..Part::default() }, ..Reading::default() };
    exchange::read_sketched(&path, &reading, &mut |_| panic!("a sketch of all")).unwrap();
}

#[test]
fn columns_of_a_file_follow_their_bodies_and_choose_them() {
    let (folder, path) = place(&gadget(&cluster()), "whole");
    let of = |part: Part, properties: Properties| {
        let reading = Reading { part, properties, ..Reading::default() };
        exchange::read(&path, &reading)
    };
    let ids = |imported: &Contents| Column::named(&imported.properties, "ID").unwrap().clone();
    let where_ = |text: &str| Part {
        conditions: vec![text.parse().unwrap()],
        every: Some(10),
        ..Part::default()
    };
    let all = of(Part::default(), Properties::All).unwrap();
    assert_eq!(all.properties.len() + all.unused.len(), 1);
    assert!(ids(&all).values.iter().zip(0..).all(|(id, number)| *id == number as f32));
    let some = of(where_("id >= 150"), Properties::One("Id".to_owned())).unwrap();
    let expected: Vec<f32> = (0..25).map(|number| 150.0 + 10.0 * number as f32).collect();
    assert_eq!(*ids(&some).values, expected);
    assert!((mass(&list(&some)) / mass(&list(&all)[150..]) - 1.0).abs() < 1e-12);
    assert_eq!(some.state.position(3), all.state.position(180));
    // The same part is converted.
    let snapshot = convert::whole(&path, &some, None, &where_("id >= 150")).unwrap();
    assert_eq!(
        snapshot.column("id").unwrap().1,
        Values::U64((0..25).map(|n| 150 + 10 * n).collect())
    );
    assert!(of(Part::default(), Properties::None).unwrap().properties.is_empty());
    let error = of(where_("rho > 1"), Properties::None).unwrap_err().to_string();
    assert!(error.contains("no column 'rho'") && error.contains("id"), "{error}");

    // A table keeps its numbers, too, and they are written with it.
    let table = folder.path().join("own.csv");
    let text = "x,y,z,vx,vy,vz,m,T [K],name\n1,0,0,0,1,0,1,3e4,a\n-1,0,0,0,-1,0,1,,b\n0,1,0,0,0,0,1,10,c\n";
    fs::write(&table, text).unwrap();
    let imported =
        read(&table, Part { conditions: vec!["t<100".parse().unwrap()], ..Part::default() });
    assert_eq!((imported.state.len(), &imported.unused[..]), (1, &["name".to_owned()][..]));
    let imported = read(&table, Part::default());
    let column = &imported.properties[0];
    assert_eq!(
        (column.label().as_str(), column.values[0], column.values[1].is_nan()),
        ("T [K]", 3e4, true)
    );
    let snapshot = convert::whole(&table, &imported, None, &Part::default()).unwrap();
    assert_eq!(snapshot.column("T").unwrap().1.number(2), 10.0);
    // All columns, and ids to their last digit.
    let names: Vec<String> = (0..20).map(|number| format!("c{number}")).collect();
    let wide = folder.path().join("wide.csv");
    let mut text = format!("source_id,x,y,z,vx,vy,vz,m,{}\n", names.join(","));
    let ids = [4_295_806_720_123_457_u64, 4_295_806_720_123_456, 7];
    for (place, id) in ids.iter().enumerate() {
        let fields: Vec<String> =
            (0..20).map(|number| (number + 100 * place * place).to_string()).collect();
        text += &format!("{id},{place},0,0,0,1,0,1,{}\n", fields.join(","));
    }
    fs::write(&wide, text).unwrap();
    let reading = Reading { properties: Properties::All, ..Reading::default() };
    let all = exchange::read(&wide, &reading).unwrap();
    let snapshot = convert::whole(&wide, &all, None, &Part::default()).unwrap();
    assert_eq!(snapshot.column("id").unwrap().1, Values::U64(ids.to_vec()));
    assert!(snapshot.column("source_id").is_none(), "not once more, and rounded");
    for (number, name) in names.iter().enumerate() {
        assert_eq!(snapshot.column(name).unwrap().1.number(2), (400 + number) as f64, "{name}");
    }
    assert_eq!(read(&wide, Part::default()).properties.len(), Properties::MOST);
    // Ids that rise by equal steps, as those of every tenth body do, are not times.
    let text = "id,x,y,z,vx,vy,vz,m\n10,1,0,0,0,1,0,1\n20,-1,0,0,0,-1,0,1\n30,0,1,0,1,0,0,1\n40,0,-1,0,-1,0,0,1\n";
    fs::write(&wide, text).unwrap();
    let few = exchange::read(&wide, &Reading::default()).unwrap();
    assert_eq!(
        (few.state.len(), &few.ids[..], few.moments.is_none()),
        (4, &[10, 20, 30, 40][..], true)
    );
    // A condition tells ids apart whose first seven digits are the same.
    let text = "id,x,y,z,vx,vy,vz,m\n16777216,1,0,0,0,1,0,1\n16777217,-1,0,0,0,-1,0,1\n";
    fs::write(&wide, text).unwrap();
    let one = Part { conditions: vec!["id=16777217".parse().unwrap()], ..Part::default() };
    assert_eq!(*read(&wide, one).ids, [16_777_217]);
    // A density whose unit nobody knows is not taken for one in the usual units.
    let text =
        "# units: pc km/s Msun\nx,y,z,vx,vy,vz,m,density\n1,0,0,0,1,0,1,5\n-1,0,0,0,-1,0,1,7\n";
    fs::write(&table, text).unwrap();
    let dense = read(&table, Part::default());
    let mut snapshot =
        convert::whole(&table, &dense, dense.measures.as_ref(), &Part::default()).unwrap();
    let written = |snapshot: &_| {
        let path = folder.path().join("dense");
        write(&mut fs::File::create(&path).unwrap(), Output::Gadget4, snapshot).unwrap();
        let mut reader = exchange::snapshots::open(&path).unwrap();
        let column = reader.header().columns.iter().find(|it| it.name == "density").unwrap();
        let (unit, si) = (column.unit.clone(), column.si.map(|unit| unit.si));
        (unit, si, reader.read(0, "density", 0..2).unwrap().to_f64())
    };
    assert_eq!(written(&snapshot), ("unknown".to_owned(), None, vec![5.0, 7.0]));
    // One whose unit is known is converted like the rest.
    let si = exchange::snapshots::Unit::from_si(2.0);
    snapshot
        .columns
        .iter_mut()
        .filter(|(column, _)| column.name == "density")
        .for_each(|(column, _)| column.si = Some(si));
    let (_, unit, numbers) = written(&snapshot);
    assert!((unit.unwrap() * numbers[1] / (2.0 * 7.0) - 1.0).abs() < 1e-6, "{numbers:?}");
    // A scene takes them along, and the names of the types.
    let scene = Scene::of_imported(&all, None).unwrap();
    assert_eq!(
        (&scene.initial.columns()[..], scene.initial.types()),
        (&all.properties[..], all.types.clone())
    );
}

#[test]
fn a_run_of_a_file_writes_its_types_ids_and_columns() {
    let bodies = cluster();
    let mut snapshot = convert::of_bodies(&bodies, Some(0.5), None);
    for (group, name) in snapshot.moment.groups.iter_mut().zip(["gas", "star"]) {
        group.name = name.to_owned();
    }
    // Beyond what a single-precision column could tell apart.
    let ids: Vec<u64> = (0..400).map(|number| (1 << 40) + 7 * number).collect();
    snapshot.columns.retain(|(column, _)| column.name != "id");
    let column = |name: &str, scalar, unit: &str| snapshots::Column {
        name: name.to_owned(),
        components: 1,
        scalar,
        unit: unit.to_owned(),
        si: None,
        groups: Vec::new(),
    };
    let heats: Vec<f32> = (0..400).map(|number| 10.0 + number as f32).collect();
    snapshot.columns.extend([
        (column("id", Scalar::U64, ""), Values::U64(ids.clone())),
        (column("heat", Scalar::F32, "K"), Values::F32(heats.clone())),
    ]);
    let (folder, path) = place(&[], "own.hdf5");
    write(&mut fs::File::create(&path).unwrap(), Output::Gadget4, &snapshot).unwrap();
    let imported = read(&path, Part::default());
    let scene = Scene::of_imported(&imported, None).unwrap();
    let state = State::new(&scene.bodies().unwrap(), scene.physics.precision).unwrap();
    let mut run = Checkpoint::new(scene, physics::Snapshot { time: 1.0, steps: 3, state });
    let written = run.exported();
    let groups: Vec<_> = written.moment.groups.iter().map(|group| group.name.as_str()).collect();
    assert_eq!((groups, written.moment.groups[0].rows.end), (vec!["gas", "star"], 100));
    assert_eq!(written.column("id").unwrap().1, Values::U64(ids.clone()));
    let (heat, values) = written.column("heat").unwrap();
    assert_eq!((heat.unit.as_str(), values), ("K", &Values::F32(heats)));
    // A saved run keeps all of it, for whatever goes on from it.
    let saved = folder.path().join("run.starshell");
    run.write(&saved).unwrap();
    assert_eq!(Checkpoint::read(&saved).unwrap(), run);
    assert_eq!(Checkpoint::read(&saved).unwrap().exported(), written);
    // So does the file that is made of it.
    let again = folder.path().join("again.hdf5");
    write(&mut fs::File::create(&again).unwrap(), Output::Gadget4, &written).unwrap();
    let again = read(&again, Part::default());
    assert_eq!((&again.types, &*again.ids), (&imported.types, &ids));
    assert_eq!(Column::named(&again.properties, "heat").unwrap().unit, "K");
    // Bodies that the user has changed are no longer those of the file.
    run.scene.initial.forget_columns();
    let written = run.exported();
    assert_eq!(written.column("id").unwrap().1, Values::U64((0..400).collect()));
    assert!(written.column("heat").is_none() && written.moment.groups[1].name == "star");
}

#[test]
fn of_several_snapshots_one_has_to_be_named() {
    let moment = |time: f64, x: f64| {
        format!("2\n3\n{time}\n0.5\n0.5\n{x} 0 0\n-{x} 0 0\n0 0.5 0\n0 -0.5 0\n")
    };
    let (_folder, path) = place((moment(0.0, 1.0) + &moment(0.5, 0.875)).as_bytes(), "two.snap");
    let at = |moment| exchange::read(&path, &Reading { moment, ..Reading::default() });
    for open in [None, Some(Moment::All)] {
        let doubts = at(open).unwrap().doubts.clone();
        assert!(doubts.iter().any(|doubt| doubt.question == Question::Moment), "{doubts:?}");
    }
    for (number, x) in [(1, 1.0), (2, 0.875)] {
        let imported = at(Some(Moment::Number(number))).unwrap();
        assert!(imported.doubts.is_empty() && imported.state.position(0).x == x);
        assert_eq!(imported.taken, Some(number));
    }
    let error = at(Some(Moment::Number(3))).unwrap_err().to_string();
    assert!(error.contains("two.snap") && error.contains("the file has 2"), "{error}");
}

/// Bodies on circles about one that stands still, with their ids, at a time.
fn orbits(count: u64, time: f64) -> Vec<(u64, Body)> {
    let center = Body { position: DVec3::ZERO, velocity: DVec3::ZERO, mass: 1.0, component: 0 };
    let circle = |id: u64| {
        let radius = 1.0 + id as f64 / count as f64;
        let rate = radius.powf(-1.5);
        let (sin, cos) = (id as f64 + rate * time).sin_cos();
        let position = radius * DVec3::new(cos, sin, 0.0);
        let velocity = radius * rate * DVec3::new(-sin, cos, 0.0);
        (id, Body { position, velocity, mass: 1e-9, component: 0 })
    };
    std::iter::once((0, center)).chain((1..count).map(circle)).collect()
}

/// Writes bodies as a snapshot, with their ids if those are wanted: Tipsy has none.
fn place_at(folder: &Path, number: usize, time: f64, mut bodies: Vec<(u64, Body)>, has_ids: bool) {
    // In another order in each file.
    bodies.sort_by_key(|(id, _)| if has_ids { (id * 7919 + number as u64) % 1009 } else { *id });
    let (ids, bodies): (Vec<u64>, Vec<Body>) = bodies.into_iter().unzip();
    let mut snapshot = convert::of_bodies(&bodies, Some(time), None);
    let of_ids = snapshot.columns.iter_mut().find(|(column, _)| column.name == "id").unwrap();
    of_ids.1 = Values::U64(ids);
    let output = if has_ids { Output::Gadget4 } else { Output::Tipsy };
    let path = folder.join(format!("snap_{number}"));
    write(&mut fs::File::create(path).unwrap(), output, &snapshot).unwrap();
}

fn open(folder: &Path, pattern: &str) -> Series {
    let files = files(&folder.join(pattern).to_string_lossy()).unwrap().unwrap();
    Series::open(&files, &Reading::default()).unwrap()
}

#[test]
fn bodies_are_joined_by_their_ids_and_half_of_the_snapshots_show_the_same_film() {
    let (count, intervals) = if is_thorough() { (100_000, 50) } else { (300, 10) };
    let folder = tempdir().unwrap();
    for number in 0..=intervals {
        let time = 0.3 * number as f64;
        place_at(folder.path(), number, time, orbits(count, time), true);
    }
    let mut whole = open(folder.path(), "*");
    let even = (0..=intervals).step_by(2);
    let even: Vec<_> = even.map(|number| folder.path().join(format!("snap_{number}"))).collect();
    let mut half = Series::open(&even, &Reading::default()).unwrap();
    assert_eq!((whole.count(), half.count()), (intervals + 1, intervals / 2 + 1));
    let mut last: Option<Vec<Body>> = None;
    let [mut error, mut by_half, mut fastest] = [0.0_f64; 3];
    for frame in 0..=20 * intervals {
        let time = 0.015 * frame as f64;
        let shown = [whole.at(time).unwrap(), half.at(time).unwrap()];
        for (place, (_, body)) in orbits(count, time).iter().enumerate() {
            let [one, two] =
                shown.each_ref().map(|shown| shown[place].position.distance(body.position));
            error = error.max(one);
            by_half = by_half.max(two / body.position.length().max(f64::MIN_POSITIVE));
        }
        let [shown, _] = shown;
        if let Some(last) = last.replace(shown.clone()) {
            let moved = shown.iter().zip(&last).map(|(a, b)| a.position.distance(b.position));
            fastest = moved.fold(fastest, f64::max);
        }
    }
    println!(
        "{count} bodies: off by {error:.1e}, with half of the snapshots {by_half:.1e}; {fastest:.4}"
    );
    assert!(error < 1e-3 && by_half <= 0.02, "{error:e}, {by_half:e}");
    // No body jumps: none moves faster than on its orbit, which is at most 1.
    assert!(fastest < 1.02 * 0.015, "{fastest}");
    // Each file has its own order.
    for series in [&whole, &half] {
        assert_eq!(
            series.notes(),
            ["the order of the bodies changes: they are joined by their ids"]
        );
    }
}

#[test]
fn bodies_that_come_and_go_gaps_and_lost_velocities_are_said_or_shown() {
    let folder = tempdir().unwrap();
    // The body 5 is gone after the second snapshot, and the body 300 comes with the third.
    for (number, time) in [(0, 0.0), (1, 0.3), (2, 0.6), (3, 1.8)] {
        let mut bodies = orbits(301, time);
        bodies.retain(|(id, _)| if number < 2 { *id != 300 } else { *id != 5 });
        place_at(folder.path(), number, time, bodies, true);
    }
    let mut series = open(folder.path(), "*");
    assert!(series.notes().iter().any(|note| note.contains("snapshots are missing")));
    // Another file of the same time, and one whose number is out of order.
    let odd = tempdir().unwrap();
    for (number, time) in [(0, 0.0), (1, 0.9), (2, 0.3), (3, 0.3), (4, 0.4), (5, 1.5), (6, 1.6)] {
        place_at(odd.path(), number, time, orbits(30, time), true);
    }
    let notes = open(odd.path(), "*").notes().join("; ");
    for part in [
        "not in the order of the times",
        "snap_3 has the time of",
        "which leaves 1 out",
        "snap_4 to",
        "snap_1 to",
    ] {
        assert!(notes.contains(part), "{part}: {notes}");
    }
    let counts = [0.0, 0.59, 0.6, 1.8].map(|time| series.at(time).unwrap().len());
    // One goes and one comes in the same interval.
    assert_eq!(counts, [300, 299 + 2, 300, 300]);
    // The light of the one fades as that of the other grows, and a column is shown between.
    let look = Look { color_by: ColorBy::Column, color_column: "id".to_owned(), ..Look::default() };
    let mut range = None;
    for (time, [goes, comes]) in [(0.375, [0.75, 0.25]), (0.525, [0.25, 0.75])] {
        let (bodies, shown) = series.shown_at(time, &look).unwrap();
        let of = |id: u32| shown.identities.iter().position(|identity| *identity == id).unwrap();
        let shares = [5, 300].map(|id| f64::from(shown.shares[of(id)]));
        assert!((shares[0] - goes).abs() < 1e-6 && (shares[1] - comes).abs() < 1e-6, "{shares:?}");
        assert_eq!((shown.shares[of(7)], shown.columns[0].values[of(300)]), (1.0, 300.0));
        // The colours mean the same in all frames.
        assert_eq!(*range.get_or_insert(shown.range.unwrap()), shown.range.unwrap());
        let truth = orbits(301, time)[300].1;
        assert!(bodies[of(300)].position.distance(truth.position) < 0.05, "{time}");
    }
    let goes = series.at(0.45).unwrap()[5];
    let truth = orbits(301, 0.45)[5].1;
    assert!(goes.position.distance(truth.position) < 0.02, "{goes:?} {truth:?}");

    let folder = tempdir().unwrap();
    for number in 0..3 {
        let time = 0.3 * number as f64;
        let mut bodies = orbits(50, time);
        // In other units than the places.
        bodies.iter_mut().for_each(|(_, body)| body.velocity *= 100.0);
        place_at(folder.path(), number, time, bodies, false);
    }
    let mut series = open(folder.path(), "*");
    let [a, between, b] = [0.0, 0.15, 0.3].map(|time| series.at(time).unwrap()[7].position);
    assert!(between.distance(0.5 * (a + b)) < 1e-12);
    let notes = series.notes().join("; ");
    assert!(notes.contains("no ids") && notes.contains("bodies move straight"), "{notes}");

    place_at(folder.path(), 3, 0.9, orbits(49, 0.9), false);
    let mut series = open(folder.path(), "*");
    let error = series.at(0.8).unwrap_err().to_string();
    assert!(error.contains("50 bodies are followed by 49"), "{error}");
}

#[test]
fn a_type_is_the_same_component_in_all_snapshots_and_a_column_is_in_all_of_them() {
    let folder = tempdir().unwrap();
    for number in 0..3 {
        let time = 0.3 * number as f64;
        let (ids, mut bodies): (Vec<u64>, Vec<Body>) = orbits(50, time).into_iter().unzip();
        // Gas comes with the second snapshot, and is first in its file.
        let gas = if number == 0 { 0 } else { 10 };
        bodies.iter_mut().skip(gas).for_each(|body| body.component = 1);
        let mut snapshot = convert::of_bodies(&bodies, Some(time), None);
        for group in &mut snapshot.moment.groups {
            let is_gas = group.rows.start < gas as u64;
            group.name = if is_gas { "gas" } else { "dark" }.to_owned();
        }
        snapshot.columns.iter_mut().for_each(|(column, values)| {
            if column.name == "id" {
                *values = Values::U64(ids.clone());
            }
        });
        let path = folder.path().join(format!("snap_{number}"));
        write(&mut fs::File::create(path).unwrap(), Output::Gadget4, &snapshot).unwrap();
    }
    let mut series = open(folder.path(), "*");
    assert_eq!(series.first().types, ["dark", "gas"]);
    for time in [0.0, 0.1, 0.3, 0.5, 0.6] {
        let bodies = series.at(time).unwrap();
        let of = |id: usize| bodies[id].component;
        let expected = if time < 0.3 { 0 } else { 1 };
        assert_eq!([of(3), of(30)], [expected, 0], "{time}");
    }
    // Bodies of a file that lacks the column have no number; without any that has it, there is no film.
    place_at(folder.path(), 3, 0.9, orbits(50, 0.9), false);
    let files = files(&folder.path().join("*").to_string_lossy()).unwrap().unwrap();
    let reading = Reading { properties: Properties::One("id".to_owned()), ..Reading::default() };
    let notes = Series::open(&files, &reading).unwrap().notes().join("; ");
    assert!(notes.contains("snap_3") && notes.contains("1 of 4 files lack it"), "{notes}");
    // If the first one lacks it, its bodies are there without a number.
    place_at(folder.path(), 0, 0.0, orbits(50, 0.0), false);
    let mut series = Series::open(&files, &reading).unwrap();
    let [column] = &series.first().properties[..] else { panic!("no column") };
    assert!(column.name == "id" && column.values.iter().all(|value| value.is_nan()));
    assert!(Scene::of_series(&mut series, None).unwrap().initial.columns().len() == 1);
    let reading = Reading { properties: Properties::One("age".to_owned()), ..Reading::default() };
    let error = Series::open(&files, &reading).unwrap_err().to_string();
    assert!(error.contains("snap_0") && error.contains("no column 'age'"), "{error}");
}

#[test]
fn a_film_shows_any_moment_of_a_series_in_the_units_of_its_scene_backwards_too() {
    let folder = tempdir().unwrap();
    for number in 0..=8 {
        let time = 0.5 + 0.3 * number as f64;
        place_at(folder.path(), number, time, orbits(300, time), true);
    }
    let measures: Measures = "pc km/s Msun".parse().unwrap();
    let [own, of_world] = [None, Some(measures)].map(|measures| {
        let mut film = Film::new(open(folder.path(), "*"), measures).unwrap();
        let [start, end] = film.span();
        let times = film.times();
        assert_eq!((times.len(), times[0], times[8]), (9, start, end));
        assert!((film.scene().duration - (end - start)).abs() < 1e-12);
        // Beyond its ends, these are shown.
        let at = |film: &mut Film, share: f64| {
            let time = start + share * (end - start);
            film.at(time, &Look::default(), Precision::Double).unwrap().snapshot
        };
        assert_eq!((at(&mut film, -1.0).time, at(&mut film, 2.0).time), (start, end));
        let forwards: Vec<_> = (0..=40).map(|part| at(&mut film, f64::from(part) / 40.0)).collect();
        for (part, before) in forwards.iter().enumerate().rev() {
            assert!(*before == at(&mut film, part as f64 / 40.0), "{part} backwards");
            assert_eq!(before.steps, 0, "nothing is computed");
        }
        forwards
    });
    // Half way between two snapshots, the place is that of the orbit, in either.
    let body = |of: &[Snapshot]| of[25].state.body(7).position;
    let truth = orbits(300, 0.5 + 2.4 * 25.0 / 40.0)[7].1.position;
    assert!(body(&own).distance(truth) < 1e-3);
    assert!(body(&of_world).normalize().distance(truth.normalize()) < 1e-3);
}
