use super::{BOTH, Out, column, failure, open, survives};
use crate::exchange::snapshots::Values;
use crate::exchange::snapshots::header::Order;

const PROPERTIES: &str = "property float x\nproperty float y\nproperty float z\n\
    property double vx\nproperty double vy\nproperty double vz\n\
    property uchar red\nproperty uint id\n";

fn made(order: Order, faces: bool) -> Vec<u8> {
    let mut out = Out::new(order);
    let name = if order == Order::Little { "little" } else { "big" };
    out.text("ply\nformat binary_").text(name).text("_endian 1.0\ncomment time 2.5 s\n");
    out.text("element camera 1\nproperty short f\nelement vertex 2\n").text(PROPERTIES);
    if faces {
        out.text("element face 1\nproperty list uchar int vertex_indices\n");
    }
    out.text("end_header\n").u16(7);
    for body in 0..2_u8 {
        (0..3_u8).for_each(|k| _ = out.f32(f32::from(10 * body + k)));
        (0..3_u8).for_each(|k| _ = out.f64(-f64::from(10 * body + k)));
        out.bytes.push(200 + body);
        out.u32(u32::from(body) + 4_000_000_000);
    }
    if faces {
        out.bytes.extend([2]);
        out.i32(0).i32(1);
    }
    out.bytes
}

#[test]
fn binary_points_of_both_orders() {
    for order in BOTH {
        for faces in [false, true] {
            let mut reader = open(&made(order, faces)).unwrap();
            assert_eq!(reader.header().moments[0].time, Some(2.5));
            let position = column(&mut *reader, 0, "position");
            assert_eq!(position, Values::F32(vec![0.0, 1.0, 2.0, 10.0, 11.0, 12.0]));
            let velocity = reader.read(0, "velocity", 1..2).unwrap();
            assert_eq!(velocity, Values::F64(vec![-10.0, -11.0, -12.0]));
            assert_eq!(column(&mut *reader, 0, "red"), Values::U64(vec![200, 201]));
            let id = column(&mut *reader, 0, "id");
            assert_eq!(id, Values::U64(vec![4_000_000_000, 4_000_000_001]));
        }
    }
}

fn text() -> String {
    format!(
        "ply\r\nformat ascii 1.0\r\nelement vertex 2\r\n{PROPERTIES}end_header\r\n\
         0 1 2 3 4 5 6 7\r\n\r\n10 11 12 13 14 15 16 17\r\n"
    )
}

#[test]
fn text_points() {
    let mut reader = open(text().as_bytes()).unwrap();
    assert_eq!(column(&mut *reader, 0, "position").to_f64(), [0.0, 1.0, 2.0, 10.0, 11.0, 12.0]);
    assert_eq!(column(&mut *reader, 0, "id"), Values::U64(vec![7, 17]));
}

#[test]
fn errors_name_line_and_remedy() {
    let short = text().replace("vertex 2", "vertex 99999999999999");
    assert!(
        failure(short.as_bytes()).contains("line 3 of 99999999999999"),
        "{}",
        failure(short.as_bytes())
    );
    let word = text().replace("11 12", "eleven 12");
    assert!(failure(word.as_bytes()).contains("'eleven' is no number for y"));
    let list = text().replace("property uint id", "property list uchar int id");
    assert!(failure(list.as_bytes()).contains("leave the lists out"));
    let mut bytes = made(Order::Big, false);
    let end = bytes.len();
    assert!(failure(&bytes[..end - 1]).contains("cut short"));
    bytes.push(0);
    assert!(failure(&bytes).contains("1 bytes follow"), "{}", failure(&bytes));
}

#[test]
fn damage_never_panics() {
    survives(&made(Order::Little, true), 250);
    survives(&made(Order::Big, false), 250);
    survives(text().as_bytes(), 250);
}
