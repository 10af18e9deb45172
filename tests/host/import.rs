//! Bodies of one's own: tables as people and programs write them, what is said about wrong ones,
//! and the scenes made of them.

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use glam::{DVec3, dvec3};
use starshell::exchange::{self, Contents, Moment, Question, Reading};
use starshell::physics::Body;
use starshell::physics::initial::InitialState;
use starshell::scene::{Dimension, Scene, UnitSystem};
use tempfile::tempdir;

/// Reads a table with these bytes.
fn read(bytes: &[u8]) -> Result<Contents, String> {
    read_as(bytes, &Reading::default())
}

/// The same, in the way that the user says.
fn read_as(bytes: &[u8], reading: &Reading) -> Result<Contents, String> {
    let folder = tempdir().unwrap();
    let path = folder.path().join("table.csv");
    std::fs::write(&path, bytes).unwrap();
    let told = |error: exchange::ImportError| {
        error.to_string().replace(&format!("{}/", folder.path().display()), "")
    };
    exchange::read(&path, reading).map_err(told)
}

/// What is in doubt about a table.
fn doubts(text: &str) -> Vec<Question> {
    let imported = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    imported.doubts.iter().map(|doubt| doubt.question).collect()
}

/// The two bodies of each table below.
fn pair() -> Vec<Body> {
    let body = |mass, position, velocity| Body { position, velocity, mass, component: 0 };
    vec![
        body(1.0, DVec3::ZERO, DVec3::ZERO),
        body(0.001, dvec3(1.5, -2.0, 0.25), dvec3(0.0, 0.5, -1e-3)),
    ]
}

#[test]
fn tables_are_read_as_people_and_programs_write_them() {
    for text in [
        // Without a header: seven columns.
        "0 0 0 0 0 0 1\n1.5 -2 0.25 0 0.5 -0.001 0.001\n",
        "0,0,0,0,0,0,1\n1.5,-2,0.25,0,0.5,-1e-3,1e-3",
        // Header, other order, other columns, spaces, empty lines, comments, Windows' ends of lines
        // and byte order mark.
        "\u{feff}# by hand\r\nMass, id, X, Y, Z, V_X, vel y, VZ\r\n\r\n1, a, 0, 0, 0, 0, 0, 0 # the star\r\n# none\r\n1e-3,b,+1.5,-2.,.25,0,.5,-1E-3\r\n",
        // A header in a comment, as numpy writes it.
        "# made by a program\n# x y z vx vy vz m\n0 0 0 0 0 0 1\n 1.5\t-2  0.25 0 0.5 -1e-3 1e-3 \n",
        "# m x y z vx vy vz\n1 0 0 0 0 0 0\n1e-3 1.5 -2 0.25 0 0.5 -1e-3\n",
        // A spreadsheet in German, and Fortran.
        "x;y;z;vx;vy;vz;m;name\n0;0;0;0;0;0;1;Sonne\n1,5;-2;0,25;0;0,5;-0,001;0,001;\"Erde; Mond\"\n",
        "0.D0 0 0 0 0 0 1.0D+00\n1.5D0 -2.0d0 0.25 0 5.0D-1 -1D-3 1D-3\n",
        // Tabs with an empty field, quotes, a separator at the end.
        "x\ty\tz\tvx\tvy\tvz\tm\tname\n0\t0\t0\t0\t0\t0\t1\t\n1.5\t-2\t0.25\t0\t0.5\t-1e-3\t1e-3\tNo. 3\n",
        "\"x\",\"y\",\"z\",\"vx\",\"vy\",\"vz\",\"m\",\n\"0\",0,0,0,0,0,\"1\",\n1.5,-2,0.25,0,0.5,-1e-3,1e-3,\n",
        // Decimal commas with tabs and with blanks, the first row whole.
        "x\ty\tz\tvx\tvy\tvz\tm\n0\t0\t0\t0\t0\t0\t1\n1,5\t-2,0\t0,25\t0,0\t0,5\t-0,001\t0,001\n",
        "0,0 0,0 0,0 0,0 0,0 0,0 1,0\n1,5 -2,0 0,25 0,0 0,5 -0,001 0,001\n",
        "x;y;z;vx;vy;vz;m\n0;0;0;0;0;0;1\n\"1,5\";-2;0,25;0;0,5;-0,001;0,001\n",
        // A header in a comment over rows with names, with other separators and quotes.
        "# name,mass,x,y,z,vx,vy,vz\nSun,1,0,0,0,0,0,0\nEarth,1e-3,1.5,-2,0.25,0,0.5,-1e-3\n",
        "# name mass x y z vx vy vz\nSun 1 0 0 0 0 0 0\nEarth 1e-3 1.5 -2 0.25 0 0.5 -1e-3\n",
        "# id, mass, x, y, z, vx, vy, vz\n\"1\" 1 0 0 0 0 0 0\n\"2\" 1e-3 1.5 -2 0.25 0 0.5 -1e-3\n",
        // A header below a title, with a rule under it; comments of other languages; separators
        // behind the last field.
        "Two bodies, by hand\n\nx,y,z,vx,vy,vz,m\n---------------\n0,0,0,0,0,0,1,,\n1.5,-2,0.25,0,0.5,-1e-3,1e-3,\n",
        "# Format: x, y, z, vx, vy, vz, mass\n0, 0, 0, 0, 0, 0, 1\n1.5, -2, 0.25, 0, 0.5, -1e-3, 1e-3\n",
        "% from a figure\n! and a program\n// x y z vx vy vz m\n0 0 0 0 0 0 1\n1.5 -2 0.25 0 0.5 -0.1-002 1e-3\n",
        // Signs about comments, and tabs mixed with blanks.
        "## x y z vx vy vz m ##\n0 0 0 0 0 0 1\n1.5 -2 0.25 0 0.5 -1e-3 1e-3\n",
        "# m x y z vx vy vz\n1\t0\t0\t0\t0\t0\t0\n1e-3   1.5\t-2\t0.25\t0\t0.5\t-1e-3\n",
        // Old Macs.
        "0 0 0 0 0 0 1\r1.5 -2 0.25 0 0.5 -0.001 0.001\r",
    ] {
        let imported = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(imported.state.bodies().collect::<Vec<_>>(), pair(), "{text}");
        assert_eq!(imported.measures, None);
    }
    let units = |text: &str| read(text.as_bytes()).unwrap().measures.unwrap().to_string();
    assert_eq!(units("# Units: kpc km/s 1e10 Msun\n0 0 0 0 0 0 1\n"), "kpc km/s 1e10 Msun");
    assert_eq!(
        units("x [pc] y [pc] z [pc] vx [km/s] vy [km/s] vz [km/s] m [Msun] id\n0 0 0 0 0 0 1 7\n"),
        "pc km/s Msun"
    );
    assert_eq!(
        units("x y z vx vy vz m\npc pc pc km/s km/s km/s Msun\n0 0 0 0 0 0 1\n"),
        "pc km/s Msun"
    );
    assert_eq!(
        units("x,y,z,vx,vy,vz,m,type\npc,pc,pc,km/s,km/s,km/s,Msun,\n0,0,0,0,0,0,1,star\n"),
        "pc km/s Msun"
    );
    assert_eq!(
        units("# x,y,z,vx,vy,vz,m\n# pc,pc,pc,km/s,km/s,km/s,MSun\n0,0,0,0,0,0,1\n"),
        "pc km/s MSun"
    );
    assert_eq!(units("x y z vx vy vz m\n0 0 0 0 0 0 1\n# units: pc km/s Msun\n"), "pc km/s Msun");
    assert_eq!(units("x_au y_au z_au vx_km_s vy_km_s vz_km_s m_kg\n0 0 0 0 0 0 1\n"), "au km/s kg");
    let others = read(b"x y z vx vy vz m radius name\n0 0 0 0 0 0 1 9 a\n").unwrap();
    assert_eq!(others.unused, ["name"]);
    assert_eq!((&*others.properties[0].name, others.properties[0].values[0]), ("radius", 9.0));
    assert_eq!(read(b"My bodies\nx y z vx vy vz m\n0 0 0 0 0 0 1\n").unwrap().preamble, 1);
    let thousands =
        read("x;y;z;vx;vy;vz;m\n0;0;0;0;0;0;1000\n1.234,5;0;0;0;0,9;0;0,001\n".as_bytes()).unwrap();
    assert_eq!(thousands.state.position(1).x, 1234.5);
}

#[test]
fn wrong_lines_are_told_by_number_in_one_sentence_with_the_remedy() {
    let header = "x,y,z,vx,vy,vz,m\n";
    let row = "0,0,0,0,0,0,1\n";
    for (text, told) in [
        (String::new(), "table.csv: there are no bodies"),
        ("# nothing\n\n".to_owned(), "table.csv: there are no bodies"),
        (header.to_owned(), "table.csv: there are no bodies"),
        (
            "time,kinetic\n1,2\n".to_owned(),
            "table.csv:1: the first line, `time, kinetic`, is neither a line of numbers nor a header",
        ),
        ("x,y,vx,vy,vz,m\n".to_owned(), "these columns are missing: `z`"),
        (
            "****\n JDTDB, X, Y, Z, VX, VY, VZ,\n****\n1, 0, 0, 0, 0, 0, 0, 0,\n".to_owned(),
            "table.csv:2: these columns are missing: `m`",
        ),
        // The field that is wrong is named in a first line, too.
        ("0 0 0 0 0 0 1x\n1 0 0 0 0 0 1\n".to_owned(), "table.csv:1: `1x` in the column m is not a number"),
        ("1 2 3\n".to_owned(), "table.csv:1: the number of columns is 3, and there is no header"),
        (
            format!("{header}{row}\n{row}1e400,0,0,0,0,0,1\n"),
            "table.csv:5: `1e400` in the column x is not a finite number: correct it",
        ),
        (format!("{header}0,0,0,NaN,0,0,1\n"), "table.csv:2: `NaN` in the column vx is not a finite number"),
        (format!("{header}0,0,0,0,0,-inf,1\n"), "in the column vz is not a finite number"),
        (format!("{header}0,0,0,0,,0,1\n"), "table.csv:2: `` in the column vy is not a number"),
        (format!("{header}0,0,0x1,0,0,0,1\n"), "`0x1` in the column z is not a number"),
        (format!("{header}{row}0,0,0,0,0,0,-1\n"), "table.csv:3: the mass is -1, but it must be 0 or greater"),
        (format!("{header}{row}0,0,0,0,0,0\n"), "table.csv:3: the number of fields is 6 in place of 7"),
        (format!("{header}{row}0,0,0,0,0,0,1,2\n"), "table.csv:3: the number of fields is 8 in place of 7"),
        // Numbers that can be read in two ways, that say they are none, or that a comment would
        // cut.
        (format!("{header}{row}\"1,234\",0,0,0,0,0,1\n"), "table.csv:3: the sign in `1,234` in the column x may stand"),
        ("x;y;z;vx;vy;vz;m\n0;0;0;0;0,9;0;1\n1.234;0;0;0;0;0;1\n".to_owned(), "table.csv:3: the sign in `1.234` in the column x"),
        (format!("{header}0,0,0,0,0,0,1.#INF\n"), "`1.#INF` in the column m is not a finite number"),
        (format!("{header}0,0,0,0,0,0,1.#QNAN\n"), "`1.#QNAN` in the column m is not a finite number"),
        (format!("{header}1e-400,0,0,0,0,0,1\n"), "`1e-400` in the column x is smaller than double precision holds"),
        (
            "# units: pc km/s kg\nx [AU] y [AU] z [AU] vx [km/s] vy [km/s] vz [km/s] m [kg]\n0 0 0 0 0 0 1\n".to_owned(),
            "must not contradict",
        ),
        (
            format!("{header}a{row}{row}b{row}"),
            "table.csv:2: `a0` in the column x is not a number: correct it, or put # before the line",
        ),
        (format!("{header}a{row}{row}b{row}"), "(line 4 is wrong, too)"),
        (format!("{header}{}", format!("x{row}").repeat(9)), "(8 further lines are wrong: 3, 4, 5, 6, 7, …)"),
        (format!("{}\n", "9".repeat(100_000)), "table.csv:1: the number of columns is 1"),
        (format!("{header}{}\n", "y".repeat(100_000)), "table.csv:2: the number of fields is 1"),
    ] {
        let error = read(text.as_bytes()).expect_err(&text);
        assert!(error.contains(told), "{error}\n{told}");
        assert!(error.lines().count() == 1 && error.len() < 300, "{error}");
    }
    assert!(
        read(b"0 0 0 0 0 0 1\n\xff\x80\n")
            .unwrap_err()
            .contains("table.csv:2: this is not text in UTF-8")
    );
    assert!(read(b"BZh91AY").unwrap_err().contains("table.csv: this is a bzip2 archive"));
    let damaged = read(b"\x1f\x8b\x08\0").unwrap_err();
    assert!(damaged.contains("table.csv") && damaged.contains("compressed data"), "{damaged}");
    let missing =
        exchange::read(Path::new("no such.csv"), &Reading::default()).unwrap_err().to_string();
    assert!(
        missing.contains("no such.csv cannot be read") && missing.contains("check the path"),
        "{missing}"
    );
}

#[test]
fn what_can_be_read_in_two_ways_is_in_doubt_until_somebody_says() {
    use Question::{Columns, Moment as When, Units};
    let trajectory = "step,body_id,x,y,z,vx,vy,vz,mass\n0,0,0,0,0,0,0,0,1\n0,1,1,0,0,0,1,0,1e-6\n1,0,0,0,0,0,0,0,1\n1,1,0.9,0.3,0,0.3,0.9,0,1e-6\n";
    for (text, expected) in [
        // Masses first, times first, more columns than seven, all without a header.
        ("0.5 1 0 0 0 1 0\n0.5 -1 0 0 0 -1 0\n", vec![Columns]),
        ("1 0.1 0 0 0 0.5 0.1\n1 0.4 0 0 0 -0.5 0.1\n", vec![Columns]),
        ("0.1 1 0 0 0 1 0.1\n0.2 1 0.1 0 0 1 0.2\n0.3 1 0.2 0 0 1 0.1\n", vec![Columns]),
        ("7 0 0 0 0 0 0 1\n8 1 0 0 0 1 0 1e-3\n", vec![Columns]),
        ("Sun 0 0 0 0 0 0 1\nEarth 1 0 0 0 1 0 1e-3\n", vec![Columns]),
        ("# mass x y z u v w\n1 0 0 0 0 0 0.1\n2 1 0 0 0 1 0.1\n", vec![Columns]),
        ("# 1: mass\n# 2: x\n# 3: y\n1 0 0 0 0 0 0.1\n2 1 0 0 0 1 0.1\n", vec![Columns]),
        ("# [mass | x | y | z | u | v | w]\n1 0 0 0 0 0 0.1\n2 1 0 0 0 1 0.1\n", vec![Columns]),
        ("# x, y, z, u, v, w, and m\n1 0 0 0 0 0 0.1\n2 1 0 0 0 1 0.1\n", vec![Columns]),
        // Several moments: by a column, by names that come again, by blocks, by a star that stays.
        (trajectory, vec![When]),
        (
            "id x y z vx vy vz m\n1 0 0 0 0 0 0 1\n2 1 0 0 0 1 0 1\n1 0 0 0 0 .1 0 1\n2 1 .1 0 0 1 0 1\n",
            vec![When],
        ),
        (
            "x y z vx vy vz m\n0 0 0 0 0 0 1\n1 0 0 0 1 0 1\n\n0 .1 0 0 0 0 1\n1 .1 0 0 1 0 1\n",
            vec![When],
        ),
        ("0 0 0 0 0 0 1\n1 0 0 0 1 0 1e-6\n0 0 0 0 0 0 1\n0.9 0.3 0 0.3 0.9 0 1e-6\n", vec![When]),
        // Planets in the usual units, and kilograms, with G = 1.
        ("x,y,z,vx,vy,vz,m\n0,0,0,0,0,0,1.989e30\n1,0,0,0,0.0172,0,6e24\n", vec![Units]),
        (
            "x,y,z,vx,vy,vz,m\n0,0,0,0,0,0,1\n1,0,0,0,29.8,0,3e-6\n5.2,0,0,0,13.1,0,1e-3\n",
            vec![Units],
        ),
        ("# units: parrots\n0 0 0 0 0 0 1\n", vec![Units]),
        ("# units: MPC km/s Msun\n0 0 0 0 0 0 1\n", vec![Units]),
        ("# Physical Units: pos=pc, vel=km/s, mass=M_sun\n0 0 0 0 0 0 1\n", vec![Units]),
        (&format!("# units: {} pc km/s Msun\n0 0 0 0 0 0 1\n", "1".repeat(1_000_000)), vec![Units]),
        ("# units: G = 1\nx,y,z,vx,vy,vz,m\n0,0,0,0,0,0,1.989e30\n1,0,0,0,0.0172,0,6e24\n", vec![]),
        // No doubt: one moment, kinds that are no names, planets along an axis, pairs at one place.
        ("t,x,y,z,vx,vy,vz,m\n3,0,0,0,0,0,0,1\n3,1,0,0,0,1,0,1e-3\n", vec![]),
        (
            "name,x,y,z,vx,vy,vz,m\nstar,0,0,0,0,0,0,1\nplanet,1,0,0,0,1,0,1e-3\nplanet,4,0,0,0,.5,0,1e-3\n",
            vec![],
        ),
        (
            "0 0 0 0 0 0 1\n0.39 0 0 0 1.6 0 1e-7\n0.72 0 0 0 1.18 0 2e-6\n1 0 0 0 1 0 3e-6\n",
            vec![],
        ),
        ("x y z vx vy vz m\n1 1 1 0 0 0 2\n1 1 1 0 0 0 2\n2 0 0 0 0 0 1\n", vec![]),
    ] {
        assert_eq!(doubts(text), expected, "{text}");
    }
    let bodies = |text: &str, columns: Option<&str>, moment| {
        let columns = columns.map(|names| names.split(',').map(str::to_owned).collect());
        let imported =
            read_as(text.as_bytes(), &Reading { columns, moment, ..Reading::default() })?;
        assert!(imported.doubts.is_empty(), "{:?}", imported.doubts);
        Ok::<_, String>(imported.state.bodies().collect::<Vec<_>>())
    };
    let first =
        bodies("0.5 1 0 0 0 1 0\n0.5 -1 0 0 0 -1 0\n", Some("m,x,y,z,vx,vy,vz"), None).unwrap();
    assert_eq!(
        (first[1].mass, first[1].position, first[1].velocity),
        (0.5, dvec3(-1.0, 0.0, 0.0), dvec3(0.0, -1.0, 0.0))
    );
    let named =
        bodies("Sun 1 0 0 0 0 0 0\nEarth 1e-3 1 0 0 0 1 0\n", Some("-,m,x,y,z,vx,vy,vz"), None)
            .unwrap();
    assert_eq!((named[1].mass, named[1].position.x), (1e-3, 1.0));
    // Given columns take the place of a header.
    let other = bodies("a,b,c,d,e,f,g\n1,2,3,4,5,6,7\n", Some("m,x,y,z,vx,vy,vz"), None).unwrap();
    assert_eq!((other[0].mass, other[0].velocity.z), (1.0, 7.0));
    let at = |moment| {
        bodies(trajectory, None, Some(moment))
            .map(|bodies| bodies.iter().map(|body| body.position.x).collect::<Vec<_>>())
    };
    assert_eq!(at(Moment::Last), Ok(vec![0.0, 0.9]));
    assert_eq!(at(Moment::Number(1)), Ok(vec![0.0, 1.0]));
    assert_eq!(at(Moment::All), Ok(vec![0.0, 1.0, 0.0, 0.9]));
    assert!(
        at(Moment::Number(3))
            .unwrap_err()
            .contains("no moment 3, since the number of moments is 2")
    );
    // A library says what is in doubt, and what to say.
    let folder = tempdir().unwrap();
    let path = folder.path().join("orbit.csv");
    std::fs::write(&path, trajectory).unwrap();
    let error = Scene::load(&path.display().to_string()).unwrap_err().to_string();
    assert!(
        error.contains("the column `step` has 2 different times") && error.contains("--at last"),
        "{error}"
    );
}

const PAIR: &str = "x,y,z,vx,vy,vz,m\n0.5,0,0,0,0.5,0,0.5\n-0.5,0,0,0,-0.5,0,0.5\n";

#[test]
fn units_are_gathered_over_all_that_is_said() {
    for said in [
        "# length: pc\n# velocity: km/s\n# mass: Msun",
        "# length unit: pc\n# velocity unit: km/s\n# mass unit: Msun",
        "# positions in pc, velocities in km/s, masses in solar masses",
        "# positions in AU, velocities in AU/d",
        "# distances in kpc",
        "# lengths are parsecs",
        "# pc pc pc km/s km/s km/s Msol",
        "# - {name: x, unit: pc, datatype: float64}\n# - {name: m, unit: solMass, datatype: float64}",
        "# G = 4.30091e-3",
        "Positions in pc, velocities in km/s",
    ] {
        assert_eq!(doubts(&format!("{said}\n{PAIR}")), [Question::Units], "{said}");
        assert_eq!(doubts(&format!("# units: none\n{said}\n{PAIR}")), [], "{said}");
    }
    for said in [
        "# G = 1",
        "# made on my PC",
        "# t = 0.5 Myr, 5 of 10 m",
        "# positions, velocities and masses",
    ] {
        assert_eq!(doubts(&format!("{said}\n{PAIR}")), [], "{said}");
    }
}

#[test]
fn a_column_of_units_is_asked_about() {
    let units = |name: &str, unit: &str| {
        let rows = PAIR.lines().skip(1).map(|row| format!("{row},{unit}\n")).collect::<String>();
        doubts(&format!("x,y,z,vx,vy,vz,m,{name}\n{rows}"))
    };
    for (name, unit) in [("unit", "AU"), ("what", "kpc"), ("units", "pc km/s Msun")] {
        assert_eq!(units(name, &format!("\"{unit}\"")), [Question::Units], "{name} {unit}");
    }
    for (name, unit) in [("unit", "1"), ("name", "Sun"), ("comment", "\"pc of no note\"")] {
        assert_eq!(units(name, unit), [], "{name} {unit}");
    }
}

#[test]
fn words_for_an_order_are_asked_about_if_it_is_another() {
    let rows = "1,0.1,0.2,0.3,0.4,0.5,0.6\n2,0.3,0.1,0.2,0.1,0.3,0.2\n";
    for (said, expected) in [
        ("mass, position, velocity", &[Question::Columns][..]),
        ("pos mass vel", &[Question::Columns]),
        ("velocities, positions, mass", &[Question::Columns]),
        ("col1=mass col2-4=position col5-7=velocity", &[Question::Columns]),
        ("positions, velocities, masses", &[]),
        ("positions and velocities of two stars", &[]),
        ("mass ratio 2", &[]),
    ] {
        assert_eq!(doubts(&format!("# {said}\n{rows}")), expected, "{said}");
    }
}

#[test]
fn moments_are_found_by_unknown_names_and_in_blocks_of_other_lengths() {
    let [header, first, second] = [
        "x,y,z,vx,vy,vz,m",
        "0.5,0,0,0,0.5,0,0.5\n-0.5,0,0,0,-0.5,0,0.4\n",
        "0.4,0,0,0,0.5,0,0.5\n-0.4,0,0,0,-0.5,0,0.4\n",
    ];
    let third = "0,3,0,0.1,0,0,0.1\n";
    let one = |rows: &'static str| rows.split_once('\n').map_or(rows, |(first, _)| first);
    let stepped = |name: &str, steps: [&str; 2]| {
        let before = |step: &str, rows: &str| {
            rows.lines().map(|row| format!("{step},{row}\n")).collect::<String>()
        };
        format!("{name},{header}\n{}{}", before(steps[0], first), before(steps[1], second))
    };
    let (found, none) = (&[Question::Moment][..], &[][..]);
    for (text, expected) in [
        (stepped("year", ["0", "1"]), found),
        (stepped("redshift", ["0.5", "0.25"]), found),
        (stepped("galaxy", ["0", "1"]), none),
        (stepped("what", ["a", "b"]), none),
        (stepped("radius", ["1", "1"]), none),
        (stepped("year", ["0", "1"]).replace("0.4\n", "0.3\n").replacen("0.3\n", "0.4\n", 1), none),
        (format!("{header}\n# t = 0\n{first}{third}# t = 1\n{second}"), found),
        (format!("{header}\n{first}{third}\n{second}"), found),
        (format!("{header}\n# t = 0\n{}\n# t = 1\n{}\n", one(first), one(second)), found),
        // One body, and bodies that come again, by unknown names.
        (format!("phase,{header}\n0.1,{third}0.2,{third}0.3,{third}"), found),
        (format!("radius,{header}\n0.1,{third}0.2,{third}0.4,{third}"), none),
        (format!("line,{header}\n1,{third}2,{third}3,{third}"), none),
        (
            format!("hip,{header}\n7,{third}8,{third}9,{third}").repeat(2).replacen(
                &format!("9,{third}hip,{header}\n"),
                &format!("9,{third}"),
                1,
            ),
            found,
        ),
        // Kinds of bodies, and one moment.
        (format!("{header}\n# two stars\n{first}# a planet\n{third}"), none),
        (format!("{PAIR}\n0,3,0,0.1,0,0,0.5\n"), none),
        (format!("{header}\n# t = 0\n{first}{third}"), none),
    ] {
        assert_eq!(doubts(&text), expected, "{text}");
    }
    let count = |text: &str, moment| {
        let reading = Reading { columns: None, moment: Some(moment), ..Reading::default() };
        read_as(text.as_bytes(), &reading).map(|imported| imported.state.len())
    };
    let uneven = format!("{header}\n# t = 0\n{first}{third}# t = 1\n{second}");
    assert_eq!(
        [Moment::Number(1), Moment::Last, Moment::All].map(|moment| count(&uneven, moment)),
        [Ok(3), Ok(2), Ok(5)]
    );
    // Without a sign of moments, none can be taken; a time that is the only one can.
    for moment in [Moment::Last, Moment::Number(1)] {
        assert!(count(PAIR, moment).is_err_and(|error| error.contains("no sign of a series") && error.contains("--at")));
        assert_eq!(count(&stepped("t", ["3", "3"]), moment), Ok(4));
    }
    assert_eq!(count(PAIR, Moment::All), Ok(2));
}

#[test]
fn a_million_lines_or_thousands_of_columns_are_read_at_once() {
    let header = String::from("x,y,z,vx,vy,vz,m");
    let (mut long, mut wide) = (header.clone() + "\n", header);
    for line in 0..1_000_000 {
        let _ = writeln!(long, "{line}.25,1.5,-0.125,0.001953125,-12.5,1e-3,1");
    }
    for column in 0..20_000 {
        let _ = write!(wide, ",c{column}");
    }
    for line in 0..3 {
        let _ = write!(wide, "\n{line}.25,1.5,-0.125,0.001953125,-12.5,1e-3,1");
        wide += &",none".repeat(20_000);
    }
    for (text, count) in [(long, 1_000_000), (wide, 3)] {
        let begin = Instant::now();
        let imported = read(text.as_bytes()).unwrap();
        let took = begin.elapsed();
        let last = imported.state.position(count - 1).x;
        assert_eq!((imported.state.len(), last), (count, count as f64 - 0.75));
        assert!(took < Duration::from_secs(10), "{took:?}");
    }
}

/// The scene of a table with these lines.
fn scene(text: &str) -> Scene {
    let imported = read(text.as_bytes()).unwrap();
    Scene::of_imported(&imported, imported.measures.as_ref()).unwrap()
}

#[test]
fn numbers_become_those_of_a_scene_in_which_g_is_1() {
    let earth = scene("# units: AU AU/yr Msun\n0 0 0 0 0 0 1\n1 0 0 0 6.283185 0 3e-6\n");
    let units = earth.units.unwrap();
    assert_eq!((units.system, units.length, units.mass), (UnitSystem::AuYear, 1.0, 1.0));
    let bodies = earth.bodies().unwrap();
    assert!(
        (bodies[1].velocity.y - 1.0).abs() < 1e-4 && bodies[1].position.x == 1.0,
        "{:?}",
        bodies[1]
    );
    // The same in other units is the same scene.
    let metres = scene(
        "# units: m m/s kg\n0 0 0 0 0 0 1.98841e30\n1.495978707e11 0 0 0 29784.69 0 5.97e24\n",
    );
    let other = metres.bodies().unwrap();
    assert_eq!(metres.units.unwrap().system, UnitSystem::AuYear);
    assert!(
        (other[1].velocity.y - bodies[1].velocity.y).abs() < 1e-4
            && (other[0].mass - 1.0).abs() < 1e-4,
        "{other:?}"
    );
    // Speeds are shown in km/s, in whatever unit they come.
    let fast = scene("# units: pc km/s Msun\n0 0 0 0 0 0 1000\n2 0 0 0 3 0 1000\n");
    let shown = fast.bodies().unwrap()[1].velocity.y * fast.units.unwrap().factor(Dimension::Speed);
    assert!((shown - 3.0).abs() < 1e-9, "{shown}");
    assert_eq!(fast.units.unwrap().system, UnitSystem::ParsecMyr);
    // Without units, numbers stay as they are.
    let plain = scene("0 0 0 0 0 0 1\n1.5 0 0 0 0.5 0 1e-3\n");
    assert_eq!((plain.units, plain.bodies().unwrap()[1].position.x), (None, 1.5));
    for (text, told) in [
        (
            "x,y,z,vx,vy,vz,m\n1e-170,0,0,0,0.5,0,1\n-1e-170,0,0,0,-0.5,0,1\n",
            "the bodies reach 2.0e-170",
        ),
        (
            "x,y,z,vx,vy,vz,m\n1,0,0,0,0.5,0,1e-170\n-1,0,0,0,-0.5,0,1e-170\n",
            "the mass of all bodies is 2.0e-170",
        ),
        (
            "# units: 1e-300 pc 1e-300 km/s 1e-300 Msun\nx,y,z,vx,vy,vz,m\n1,0,0,0,0.5,0,1\n-1,0,0,0,-0.5,0,1\n",
            "# units: m m/s kg",
        ),
    ] {
        let imported = read(text.as_bytes()).unwrap();
        let error =
            Scene::of_imported(&imported, imported.measures.as_ref()).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
    let far = read(b"# units: none\n0 0 0 0 0 0 1e30\n1.5e11 0 0 0 3e4 0 1\n").unwrap();
    let error = Scene::of_imported(&far, None).unwrap_err().to_string();
    assert!(error.contains("1.5e11") && error.contains("# units: m m/s kg"), "{error}");
}

#[test]
fn every_table_makes_a_scene_that_can_run() {
    let alone = scene("x y z vx vy vz m\n3 4 0 1 0 0 0\n");
    assert_eq!(
        (alone.count, alone.initial.frame().origin.x + f64::from(alone.camera.target.x)),
        (1, 3.0)
    );
    let still = scene("x y z vx vy vz m\n1 1 1 0 0 0 0\n1 1 1 0 0 0 0\n");
    let double = scene("1 1 1 0 0 0 2\n1 1 1 0 0 0 2\n2 0 0 0 0 0 1\n");
    assert!(double.physics.softening > 0.0, "two bodies in one place");
    let mut cluster = String::from("# x y z vx vy vz m\n");
    for body in InitialState::named("plummer").unwrap().bodies(2000, 1).unwrap() {
        let ([x, y, z], [u, v, w]) = (body.position.to_array(), body.velocity.to_array());
        let _ = writeln!(cluster, "{x} {y} {z} {u} {v} {w} {}", body.mass);
    }
    let cluster = scene(&cluster);
    // Those of the built-in scene, with eight times as many bodies, are 0.02 and 0.01.
    let (softening, step) = (cluster.physics.softening, cluster.physics.time_step);
    assert!(
        (0.02..0.1).contains(&softening) && (0.005..0.05).contains(&step),
        "{softening} {step}"
    );
    let planets = scene(
        "# units: AU km/s Msun\n0 0 0 0 0 0 1\n0.387 0 0 0 47.9 0 1.7e-7\n5.2 0 0 0 13.1 0 9.5e-4\n",
    );
    let steps = planets.units.unwrap().factor(Dimension::Time) * planets.physics.time_step;
    assert!((1e-4..0.24 / 100.0).contains(&steps), "a year of Mercury is 0.24: {steps}");
    for scene in [alone, still, double, cluster, planets] {
        assert!(
            scene.physics.validate().is_ok() && scene.duration > 0.0 && scene.camera.distance > 0.0,
            "{scene:?}"
        );
        assert_eq!(scene.bodies().unwrap().len(), scene.count);
    }
}
