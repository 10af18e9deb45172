use super::{BOTH, Out, column, failure, open, survives};
use crate::exchange::snapshots::header::{Order, Origin};
use crate::exchange::snapshots::{Values, open as open_path};

/// What is written: bodies by type, masses by type, parts, and whether numbers are doubles.
#[derive(Clone, Copy)]
struct Made {
    order: Order,
    named: bool,
    double: bool,
    counts: [i32; 6],
    table: [f64; 6],
    parts: i32,
    first: u16,
}

const TYPICAL: Made = Made {
    order: Order::Little,
    named: false,
    double: false,
    counts: [2, 3, 0, 0, 1, 0],
    table: [0.0, 0.5, 0.0, 0.0, 0.0, 0.0],
    parts: 1,
    first: 0,
};

impl Made {
    fn block(&self, out: &mut Out, name: &str, fill: impl FnOnce(&mut Out)) {
        let mut inner = Out::new(self.order);
        fill(&mut inner);
        if self.named {
            let next = u32::try_from(inner.bytes.len()).unwrap() + 8;
            out.record(|out| _ = out.text(name).u32(next));
        }
        out.record(|out| out.bytes = inner.bytes);
    }

    fn numbers(&self, out: &mut Out, name: &str, values: &[f32]) {
        self.block(out, name, |out| {
            for &x in values {
                if self.double {
                    out.f64(x.into())
                } else {
                    out.f32(x)
                };
            }
        });
    }

    fn head(&self, out: &mut Out) {
        self.block(out, "HEAD", |out| {
            self.counts.iter().for_each(|&n| _ = out.i32(n));
            self.table.iter().for_each(|&m| _ = out.f64(m));
            out.f64(0.5).f64(1.0).i32(0).i32(0);
            self.counts.iter().for_each(|&n| _ = out.i32(n * self.parts));
            out.i32(0).i32(self.parts).f64(100.0).f64(0.3).f64(0.7).f64(0.7);
            out.bytes.resize(256, 0);
        });
    }

    fn bytes(&self) -> Vec<u8> {
        let mut out = Out::new(self.order);
        self.head(&mut out);
        let total = u16::try_from(self.counts.iter().sum::<i32>()).unwrap();
        let bodies: Vec<f32> = (0..total).map(|k| f32::from(self.first + k)).collect();
        let vectors: Vec<f32> = bodies.iter().flat_map(|&b| [b, b + 0.25, b + 0.5]).collect();
        self.numbers(&mut out, "POS ", &vectors);
        self.numbers(&mut out, "VEL ", &vectors.iter().map(|x| -x).collect::<Vec<_>>());
        self.block(&mut out, "ID  ", |out| {
            for &b in &bodies {
                let id = 10 + b as u32;
                if self.double {
                    out.u64(id.into())
                } else {
                    out.u32(id)
                };
            }
        });
        let own: i32 = self.counts.iter().zip(self.table).filter(|p| p.1 == 0.0).map(|p| p.0).sum();
        if own > 0 {
            let masses: Vec<f32> = (0..own).map(|k| k as f32 + 1.0).collect();
            self.numbers(&mut out, "MASS", &masses);
        }
        if self.counts[0] > 0 {
            let gas = usize::try_from(self.counts[0]).unwrap();
            self.numbers(&mut out, "U   ", &vec![7.0; gas]);
            self.numbers(&mut out, "RHO ", &vec![8.0; gas]);
            self.numbers(&mut out, "HSML", &vec![9.0; gas]);
        }
        out.bytes
    }
}

#[test]
fn both_versions_orders_and_precisions_give_the_same_bodies() {
    for order in BOTH {
        for (named, double) in [(false, false), (false, true), (true, false), (true, true)] {
            let mut reader = open(&Made { order, named, double, ..TYPICAL }.bytes()).unwrap();
            let header = reader.header().clone();
            assert_eq!(header.moments[0].bodies, 6);
            assert_eq!(header.box_size, Some([100.0; 3]));
            assert!(header.comoving && header.units.origin == Origin::Default);
            assert_eq!(header.moments[0].redshift, Some(1.0));
            let groups: Vec<_> = header.moments[0].groups.iter().map(|g| g.rows.clone()).collect();
            assert_eq!(groups, [0..2, 2..5, 5..6]);
            let position = column(&mut *reader, 0, "position");
            assert_eq!(position.to_f64()[6..9], [2.0, 2.25, 2.5]);
            assert_eq!(matches!(position, Values::F64(_)), double);
            let id = column(&mut *reader, 0, "id");
            assert_eq!(id, Values::U64(vec![10, 11, 12, 13, 14, 15]));
            let mass = column(&mut *reader, 0, "mass").to_f64();
            assert_eq!(mass, [1.0, 2.0, 0.5, 0.5, 0.5, 3.0]);
            let smoothing = reader.read(0, "smoothing", 1..3).unwrap().to_f64();
            assert!(smoothing[0] == 9.0 && smoothing[1].is_nan());
            let si = header.units.length.unwrap();
            assert!((si.si * 0.7 / 3.085_677_58e19 - 1.0).abs() < 1e-8 && si.expansion == 1.0);
        }
    }
}

#[test]
fn parts_join_by_type() {
    let folder = tempfile::tempdir().unwrap();
    let parts = 3;
    for k in 0..3_u16 {
        let made = Made { parts, first: 6 * k, ..TYPICAL };
        std::fs::write(folder.path().join(format!("snap.{k}")), made.bytes()).unwrap();
    }
    let mut reader = open_path(&folder.path().join("snap.1")).unwrap();
    let moment = reader.header().moments[0].clone();
    assert_eq!(
        moment.groups.iter().map(|g| g.rows.clone()).collect::<Vec<_>>(),
        [0..6, 6..15, 15..18]
    );
    let wanted = [10, 11, 16, 17, 22, 23, 12, 13, 14, 18, 19, 20, 24, 25, 26, 15, 21, 27];
    assert_eq!(column(&mut *reader, 0, "id"), Values::U64(wanted.to_vec()));
    assert_eq!(column(&mut *reader, 0, "mass").to_f64()[4..8], [1.0, 2.0, 0.5, 0.5]);
    std::fs::remove_file(folder.path().join("snap.2")).unwrap();
    let error = open_path(&folder.path().join("snap.0")).err().unwrap().to_string();
    assert!(error.contains("snap.2 is missing"), "{error}");
    std::fs::remove_file(folder.path().join("snap.1")).unwrap();
    let reader = open_path(&folder.path().join("snap.0")).unwrap();
    assert!(reader.header().notes.iter().any(|note| note.contains("one of 3 parts")));
}

#[test]
fn errors_name_the_byte() {
    let bytes = TYPICAL.bytes();
    let mut marker = bytes.clone();
    marker[260] = 9;
    assert!(failure(&marker).contains("byte 260"), "{}", failure(&marker));
    let mut negative = bytes.clone();
    negative[7] = 0xff;
    assert!(failure(&negative).contains("of type 0"), "{}", failure(&negative));
    let mut inflated = bytes.clone();
    inflated[11] = 0x7f;
    let error = failure(&inflated);
    assert!(error.contains("POS") && error.contains("byte 268"), "{error}");
    assert!(failure(&bytes[..300]).contains("cut short"));
}

#[test]
fn damage_never_panics() {
    survives(&TYPICAL.bytes(), 300);
    survives(&Made { order: Order::Big, named: true, ..TYPICAL }.bytes(), 320);
}
