use super::{BOTH, Out, column, failure, is_sound, open, survives};
use crate::exchange::snapshots::Values;
use crate::exchange::snapshots::header::Order;

/// Counts of gas, dark and star, the pad word if any, and the bytes of a position's component.
struct Made(Order, [i32; 3], Option<u32>, usize);

impl Made {
    fn bytes(&self) -> Vec<u8> {
        let Self(order, counts, pad, double) = self;
        let mut out = Out::new(*order);
        out.f64(0.5).i32(counts.iter().sum()).i32(3);
        counts.iter().for_each(|&n| _ = out.i32(n));
        pad.iter().for_each(|&pad| _ = out.u32(pad));
        let mut body = 0.0_f32;
        for (count, extra) in counts.iter().zip([5, 2, 4]) {
            for _ in 0..*count {
                body += 1.0;
                out.f32(body);
                for k in 0..3_u8 {
                    let x = body + 0.25 * f32::from(k);
                    if *double == 8 {
                        out.f64(x.into())
                    } else {
                        out.f32(x)
                    };
                }
                (0..3_u8).for_each(|k| _ = out.f32(-body - f32::from(k)));
                (0..extra).for_each(|k| _ = out.f32(100.0 * (k + 1) as f32 + body));
            }
        }
        out.bytes
    }
}

#[test]
fn all_headers_and_orders_give_the_same_bodies() {
    for order in BOTH {
        for (pad, double) in [(None, 4), (Some(0), 4), (Some(32_550), 4), (Some(7), 8), (None, 8)] {
            let mut reader = open(&Made(order, [2, 3, 1], pad, double).bytes()).unwrap();
            let moment = &reader.header().moments[0];
            assert_eq!((moment.bodies, moment.time), (6, Some(0.5)));
            let groups: Vec<_> =
                moment.groups.iter().map(|g| (g.name.as_str(), g.rows.clone())).collect();
            assert_eq!(groups, [("gas", 0..2), ("dark", 2..5), ("star", 5..6)]);
            let position = column(&mut *reader, 0, "position").to_f64();
            assert_eq!(position[3..6], [2.0, 2.25, 2.5]);
            assert_eq!(position[15..], [6.0, 6.25, 6.5]);
            let piece = reader.read(0, "velocity", 2..4).unwrap();
            assert_eq!(piece, Values::F32(vec![-3.0, -4.0, -5.0, -4.0, -5.0, -6.0]));
            let eps = column(&mut *reader, 0, "softening").to_f64();
            assert!(eps[..2].iter().all(|x| x.is_nan()));
            assert_eq!(eps[2..], [103.0, 104.0, 105.0, 306.0]);
            assert_eq!(column(&mut *reader, 0, "formation time").to_f64()[5], 206.0);
        }
    }
}

#[test]
fn a_garbage_pad_word_is_said() {
    let reader = open(&Made(Order::Little, [0, 2, 0], Some(32_550), 4).bytes()).unwrap();
    assert!(reader.header().notes.iter().any(|note| note.contains("garbage")));
}

#[test]
fn whole_numbers_for_potentials_are_ids() {
    let mut out = Out::new(Order::Little);
    out.f64(0.0).i32(9).i32(3).i32(0).i32(4).i32(5).u32(0);
    for k in 0..9_i32 {
        (0..7).for_each(|_| _ = out.f32(1.0));
        if k >= 4 {
            out.f32(0.0).f32(0.0);
        }
        out.f32(0.1).i32(if k < 4 { 200_000_000 + k } else { k });
    }
    let mut reader = open(&out.bytes).unwrap();
    let ids = column(&mut *reader, 0, "id");
    let wanted = [200_000_000, 200_000_001, 200_000_002, 200_000_003, 4, 5, 6, 7, 8];
    assert_eq!(ids, Values::U64(wanted.to_vec()));
    assert!(reader.read(0, "potential", 0..1).is_err());
}

#[test]
fn a_pad_word_of_2_means_long_ids() {
    let mut out = Out::new(Order::Little);
    out.f64(0.0).i32(2).i32(3).i32(0).i32(1).i32(1).u32(2);
    (0..7).for_each(|_| _ = out.f32(1.0));
    out.u64(3_000_000_000_000_000_000);
    (0..9).for_each(|_| _ = out.f32(1.0));
    out.u64(5);
    let mut reader = open(&out.bytes).unwrap();
    let ids = column(&mut *reader, 0, "id");
    assert_eq!(ids, Values::U64(vec![3_000_000_000_000_000_000, 5]));
}

#[test]
fn errors_name_what_is_missing() {
    let bytes = Made(Order::Big, [0, 3, 0], Some(0), 4).bytes();
    let cut = failure(&bytes[..100]);
    assert!(cut.contains("3 dark") && cut.contains("byte 32") && cut.contains("100"), "{cut}");
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(failure(&longer).contains("1 bytes follow"), "{}", failure(&longer));
    let mut inflated = bytes;
    inflated[8..12].copy_from_slice(&0x7fff_fff0_i32.to_be_bytes());
    inflated[20..24].copy_from_slice(&0x7fff_fff0_i32.to_be_bytes());
    assert!(failure(&inflated).contains("cut short"), "{}", failure(&inflated));
    assert!(!is_sound(&[]));
}

#[test]
fn asking_for_too_much_is_an_error() {
    let mut reader = open(&Made(Order::Big, [0, 3, 0], Some(0), 4).bytes()).unwrap();
    assert!(reader.read(1, "mass", 0..1).is_err());
    assert!(reader.read(0, "mass", 0..4).is_err());
    assert!(reader.read(0, "colour", 0..1).is_err());
    assert!(reader.read(0, "mass", 2..2).unwrap().is_empty());
}

#[test]
fn damage_never_panics() {
    for order in BOTH {
        survives(&Made(order, [1, 2, 1], Some(1), 4).bytes(), 32);
    }
}
