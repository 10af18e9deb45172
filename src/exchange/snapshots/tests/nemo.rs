use super::{BOTH, Out, column, failure, open, survives};
use crate::exchange::snapshots::Values;
use crate::exchange::snapshots::header::Order;

fn item(out: &mut Out, kind: &str, tag: &str, dimensions: &[i32]) {
    out.u16(if dimensions.is_empty() { 0x0992 } else { 0x0b92 });
    out.text(kind).text("\0");
    if kind != ")" {
        out.text(tag).text("\0");
    }
    if !dimensions.is_empty() {
        dimensions.iter().for_each(|&d| _ = out.i32(d));
        out.i32(0);
    }
}

/// Snapshots of 2 and more bodies; masses stand in the first one alone.
fn made(order: Order, frames: u8, double: bool, phase: bool) -> Vec<u8> {
    let mut out = Out::new(order);
    item(&mut out, "c", "Headline", &[3]);
    out.text("hi\0");
    let kind = if double { "d" } else { "f" };
    for frame in 0..frames {
        item(&mut out, "(", "SnapShot", &[]);
        item(&mut out, "(", "Parameters", &[]);
        item(&mut out, "i", "Nobj", &[]);
        out.i32(2);
        item(&mut out, "d", "Time", &[]);
        out.f64(f64::from(frame) / 4.0);
        item(&mut out, ")", "", &[]);
        item(&mut out, "(", "Particles", &[]);
        let put = |out: &mut Out, x: f32| {
            if double {
                out.f64(x.into())
            } else {
                out.f32(x)
            };
        };
        if frame == 0 {
            item(&mut out, kind, "Mass", &[2]);
            [0.25, 0.75].iter().for_each(|&m| put(&mut out, m));
        }
        let base = f32::from(frame) * 100.0;
        if phase {
            item(&mut out, kind, "PhaseSpace", &[2, 2, 3]);
            (0..12_u8).for_each(|k| put(&mut out, base + f32::from(k)));
        } else {
            item(&mut out, kind, "Position", &[2, 3]);
            [0, 1, 2, 6, 7, 8_u8].iter().for_each(|&k| put(&mut out, base + f32::from(k)));
            item(&mut out, kind, "Velocity", &[2, 3]);
            [3, 4, 5, 9, 10, 11_u8].iter().for_each(|&k| put(&mut out, base + f32::from(k)));
        }
        item(&mut out, "i", "Key", &[2]);
        out.i32(5).i32(6);
        item(&mut out, ")", "", &[]);
        item(&mut out, ")", "", &[]);
    }
    out.bytes
}

#[test]
fn orders_precisions_and_layouts_agree() {
    for order in BOTH {
        for (double, phase) in [(false, false), (false, true), (true, false), (true, true)] {
            let mut reader = open(&made(order, 3, double, phase)).unwrap();
            let times: Vec<_> = reader.header().moments.iter().map(|m| m.time).collect();
            assert_eq!(times, [Some(0.0), Some(0.25), Some(0.5)]);
            assert_eq!(reader.header().columns[0].name, "position");
            let position = column(&mut *reader, 2, "position");
            assert_eq!(position.to_f64(), [200.0, 201.0, 202.0, 206.0, 207.0, 208.0]);
            assert_eq!(matches!(position, Values::F64(_)), double);
            assert_eq!(reader.read(1, "velocity", 1..2).unwrap().to_f64(), [109.0, 110.0, 111.0]);
            assert_eq!(column(&mut *reader, 2, "mass").to_f64(), [0.25, 0.75]);
            assert_eq!(column(&mut *reader, 0, "id"), Values::U64(vec![5, 6]));
            assert!(reader.header().notes.iter().any(|note| note == "headline: hi"));
        }
    }
}

#[test]
fn deep_sets_are_refused() {
    let mut out = Out::new(Order::Little);
    (0..100_000).for_each(|_| item(&mut out, "(", "S", &[]));
    assert!(failure(&out.bytes).contains("within each other"));
}

#[test]
fn counts_that_differ_are_refused() {
    let mut bytes = made(Order::Little, 1, true, true);
    let at = bytes.windows(4).position(|w| w == b"Nobj").unwrap() + 5;
    bytes[at] = 3;
    assert!(failure(&bytes).contains("Nobj says 3"), "{}", failure(&bytes));
}

#[test]
fn text_holds_several_snapshots() {
    let mut text = String::from("2\n3\n0.5\n1 2\n0 1 2\n3 4 5\n6 7 8\n9 10 11\n");
    let one = open(text.as_bytes()).unwrap();
    assert_eq!(one.header().columns.len(), 3);
    text.push_str("1\n3\n1.5\n7\n1 1 1\n2 2 2\n-3.5\n");
    let mut reader = open(text.as_bytes()).unwrap();
    let bodies: Vec<_> = reader.header().moments.iter().map(|m| m.bodies).collect();
    assert_eq!(bodies, [2, 1]);
    assert_eq!(column(&mut *reader, 0, "position").to_f64(), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    assert_eq!(column(&mut *reader, 0, "mass").to_f64(), [1.0, 2.0]);
    assert_eq!(column(&mut *reader, 1, "velocity").to_f64(), [2.0; 3]);
    assert_eq!(column(&mut *reader, 1, "potential").to_f64(), [-3.5]);
    assert!(reader.read(0, "potential", 0..1).is_err());
}

#[test]
fn wrong_text_names_the_place() {
    let error = failure(b"2\n3\n0.5\n1 2\n0 1 \x1b[31mred 3 4 5 6 7 8 9 10\n");
    assert!(error.contains("byte 16") && !error.contains('\u{1b}'), "{error}");
    assert!(failure(b"9999999999\n3\n0.5\n1 2\n").contains("7 numbers each"));
}

#[test]
fn damage_never_panics() {
    survives(&made(Order::Little, 2, false, true), 150);
    survives(&made(Order::Big, 1, true, false), 150);
    survives(b"2\n3\n0.5\n1 2\n0 1 2\n3 4 5\n6 7 8\n9 10 11\n-1 -2\n", 20);
}
