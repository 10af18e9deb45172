//! A radix sort by single bits.

use super::{Arrow, Cell, Drawing, Line, Paint, Step};
use crate::words::{Text, say};

pub const PARTITION: Drawing = Drawing {
    experiment: "sort",
    name: "partition",
    unit: "keys",
    sizes: &[8, 12, 16],
    steps: partition,
};

/// Bits of a key.
const BITS: usize = 4;

fn partition(count: usize) -> Vec<Step> {
    const KEYS: [u32; 16] = [11, 4, 7, 14, 2, 9, 4, 1, 13, 0, 6, 15, 3, 8, 10, 5];
    let mut keys = KEYS[..count].to_vec();
    let line = |label: Text, keys: &[u32], bit: Option<usize>, paint: Paint| {
        let cell = |key: &u32| Cell {
            text: format!("{key:04b}"),
            paint,
            lit: bit.map(|bit| BITS - 1 - bit),
        };
        Line::new(label, keys.iter().map(cell).collect())
    };
    let mut steps = vec![Step {
        caption: say!("step-keys", count = count, bits = BITS),
        lines: vec![line(say!("line-keys"), &keys, None, Paint::Still)],
        arrows: Vec::new(),
    }];
    for bit in 0..BITS {
        let ones: Vec<u32> = keys.iter().map(|key| key >> bit & 1).collect();
        let zeros_in_all = ones.iter().filter(|one| **one == 0).count();
        let (mut zeros, mut ones_so_far) = (0, 0);
        // Where each key goes: zeros from the front, ones behind the last zero, both in their old
        // order.
        let places: Vec<usize> = ones
            .iter()
            .map(|one| {
                let next = if *one == 0 { &mut zeros } else { &mut ones_so_far };
                *next += 1;
                if *one == 0 { zeros - 1 } else { zeros_in_all + ones_so_far - 1 }
            })
            .collect();
        let from = line(say!("line-keys"), &keys, Some(bit), Paint::Still);
        let paint = |place: usize| if ones[place] == 1 { Paint::Read } else { Paint::Still };
        let flags = Line::from_label(say!("line-bit", bit = bit), &ones, paint);
        steps.push(Step {
            caption: say!("step-pass", pass = bit + 1, bit = bit, zeros = zeros_in_all),
            lines: vec![from.clone(), flags.clone()],
            arrows: Vec::new(),
        });
        let to = Line::from_label(say!("line-place"), &places, |_| Paint::Changed);
        steps.push(Step {
            caption: say!("step-places", zeros = zeros_in_all),
            lines: vec![from.clone(), flags.clone(), to.clone()],
            arrows: Vec::new(),
        });
        let mut moved = keys.clone();
        places.iter().zip(&keys).for_each(|(place, key)| moved[*place] = *key);
        let arrows = places
            .iter()
            .enumerate()
            .map(|(place, to)| Arrow { from: [2, place], to: [3, *to], is_new: true })
            .collect();
        let end = match bit + 1 {
            BITS => say!("step-sorted"),
            done => say!("step-sorted-so-far", bits = done),
        };
        steps.push(Step {
            caption: say!("step-move").and(end),
            lines: vec![
                from,
                flags,
                to,
                line(say!("line-moved"), &moved, Some(bit), Paint::Changed),
            ],
            arrows,
        });
        keys = moved;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::drawing::tests::last;

    #[test]
    fn the_keys_end_in_order() {
        for &size in PARTITION.sizes {
            let keys = last(&PARTITION, size);
            assert!(keys.len() == size && keys.is_sorted(), "{keys:?}");
        }
    }
}
