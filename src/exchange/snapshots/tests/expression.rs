use crate::exchange::snapshots::expression::parse;

#[test]
fn units_of_programs_have_their_si_values() {
    let length = "system.get('S.I.').base('length')";
    let time = "system.get('S.I.').base('time')";
    let cases = [
        (length.to_owned(), 1.0),
        (format!("({length} * ({time}**-1))"), 1.0),
        (format!("((0.001 * ({length}**2)) * ({time}**-1))"), 1e-3),
        (format!("(1000.0 * {length})**2"), 1e6),
        ("g cm^-3".into(), 1e3),
        ("km / s".into(), 1e3),
        ("MSun * pc**-3".into(), 1.988_409_870_7e30 / 2.937_998_946e49),
        ("cm^2 s^-2".into(), 1e-4),
        ("1e-3 kg^(-1)".into(), 1e-3),
    ];
    for (text, wanted) in cases {
        let found = parse(&text).unwrap_or(f64::NAN);
        assert!((found / wanted - 1.0).abs() < 1e-8, "{text}: {found}");
    }
}

#[test]
fn what_has_no_si_value_has_none() {
    let deep = "(".repeat(10_000);
    let nbody = "system.get('nbody').base('length')";
    for text in
        ["", "furlong", nbody, "m *", "m)", "(m", &deep, "system.get('S.I.", "1e999 m", "m**"]
    {
        assert_eq!(parse(text), None, "{text}");
    }
}
