//! Which bodies meet where each pair is evaluated once: blocks of bodies stand on a circle, and
//! each meets those at the next distances.

use std::ops::Range;

use super::plan::Plan;
use crate::physics::Portion;

/// Which bodies meet in a portion of the distances, for members that sum over them in their own
/// way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meetings {
    count: usize,
    /// Bodies per block, and number of blocks.
    block: usize,
    blocks: usize,
    /// The first distance, and the end of the distances.
    first: usize,
    end: usize,
    /// Whether bodies of the same block meet, and those of opposite blocks.
    has_rest: bool,
}

impl Meetings {
    /// The bodies that meet in a portion of the pass by `plan` for `count` bodies.
    pub fn new(plan: &Plan, count: usize, portion: Portion) -> Self {
        let block = plan.block(0) as usize;
        let blocks = count.div_ceil(block);
        let (distances, has_rest) = distances(blocks, portion);
        Self { count, block, blocks, first: distances.start, end: distances.end, has_rest }
    }

    /// The bodies that a body meets, as ranges without overlap: the same for all bodies of a block.
    pub fn of(&self, body: usize) -> Vec<Range<usize>> {
        let (own, blocks) = (body / self.block, self.blocks);
        let mut met = Vec::new();
        let mut meet = |first: usize, many: usize| {
            let first = first % blocks;
            let end = (first + many).min(blocks);
            met.push(first..end);
            met.push(0..first + many - end);
        };
        let distances = self.end - self.first;
        meet(own + self.first, distances);
        meet(own + blocks + 1 - self.end, distances);
        if self.has_rest {
            meet(own, 1);
            if blocks.is_multiple_of(2) {
                meet(own + blocks / 2, 1);
            }
        }
        let bodies = |blocks: Range<usize>| {
            blocks.start * self.block..(blocks.end * self.block).min(self.count)
        };
        met.into_iter().filter(|blocks| !blocks.is_empty()).map(bodies).collect()
    }
}

/// The distances of a portion of a pass over a circle of blocks, and whether it has what comes
/// after them: blocks that are opposite each other, and each block alone. Together these are as
/// much work as a distance.
pub(super) fn distances(blocks: usize, portion: Portion) -> (Range<usize>, bool) {
    let all = (blocks - 1) / 2;
    let portion = portion.of(all + 1);
    (1 + portion.start.min(all)..1 + portion.end.min(all), portion.contains(&all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::Shape;

    #[test]
    fn every_body_meets_every_body_in_one_of_the_portions() {
        let plan = Plan::new(Shape::Symmetric, &[("LANES", 8), ("SUBGROUPS", 2), ("BODIES", 4)], 1);
        for count in [1, 63, 64, 65, 128, 200, 1000, 1024] {
            for shares in [&[1.0][..], &[1.0; 2], &[0.1, 3.0, 1.0, 1.0], &[1.0; 40]] {
                let portions = Portion::WHOLE.divide(shares);
                for body in 0..count {
                    let met = portions
                        .iter()
                        .flat_map(|portion| Meetings::new(&plan, count, *portion).of(body));
                    let mut met: Vec<usize> = met.flatten().collect();
                    met.sort_unstable();
                    assert!(met.into_iter().eq(0..count), "body {body} of {count}, {shares:?}");
                }
            }
        }
    }
}
