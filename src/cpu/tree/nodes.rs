//! The nodes of a tree: runs of sorted bodies that share the leading digits of their keys.

use std::ops::Range;

use rayon::prelude::*;

/// Bits of a digit: an eighth of a cell.
const DIGIT: u32 = 3;

/// A run of bodies, and its children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// First body.
    pub begin: u32,
    /// The end of the bodies (exclusive).
    pub end: u32,
    /// First child; children are neighbours.
    pub child: u32,
    /// Number of children: 0 in a leaf, otherwise from 2 to 8.
    pub children: u32,
}

/// The nodes by level, siblings side by side.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    /// Where each level begins, and the end.
    levels: Vec<usize>,
}

/// The ends of up to eight children.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    ends: [u32; 8],
    number: u32,
}

impl Nodes {
    /// The nodes of bodies with these sorted keys, with at most `leaf` bodies in a leaf.
    ///
    /// Level by level, so no input can overflow a stack. It ends because each node holds fewer
    /// bodies than its parent.
    pub fn build(&mut self, keys: &[(u64, u32)], leaf: usize) {
        let Self { nodes, levels } = self;
        nodes.clear();
        levels.clear();
        levels.push(0);
        if keys.is_empty() {
            return;
        }
        nodes.push(Node { begin: 0, end: keys.len() as u32, child: 0, children: 0 });
        let mut begin = 0;
        while begin < nodes.len() {
            let end = nodes.len();
            levels.push(end);
            let ends: Vec<Ends> =
                nodes[begin..].par_iter().map(|node| split(keys, node, leaf)).collect();
            for (index, ends) in (begin..end).zip(ends) {
                let mut first = nodes[index].begin;
                (nodes[index].child, nodes[index].children) = (nodes.len() as u32, ends.number);
                for &end in &ends.ends[..ends.number as usize] {
                    nodes.push(Node { begin: first, end, child: 0, children: 0 });
                    first = end;
                }
            }
            begin = end;
        }
    }

    /// The nodes of each level, from the deepest to the root.
    pub fn levels(&self) -> impl Iterator<Item = Range<usize>> {
        self.levels.windows(2).rev().map(|ends| ends[0]..ends[1])
    }

    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn depth(&self) -> usize {
        self.levels.len().saturating_sub(2)
    }

    pub fn bytes(&self) -> usize {
        size_of::<Node>() * self.nodes.capacity() + 8 * self.levels.capacity()
    }
}

/// The children of a node: one for each value of the first digit in which its keys differ. Bodies
/// with equal keys are divided evenly.
fn split(keys: &[(u64, u32)], node: &Node, leaf: usize) -> Ends {
    let (begin, end) = (node.begin as usize, node.end as usize);
    let mut ends = Ends::default();
    if end - begin <= leaf {
        return ends;
    }
    let mut add = |end: usize| {
        ends.ends[ends.number as usize] = end as u32;
        ends.number += 1;
    };
    let (first, last) = (keys[begin].0, keys[end - 1].0);
    if first == last {
        // More than a leaf holds, so more than eight.
        (1..=8).for_each(|part| add(begin + (end - begin) * part / 8));
        return ends;
    }
    let shift = (first ^ last).ilog2() / DIGIT * DIGIT;
    let mut child = begin;
    while child < end {
        let digit = keys[child].0 >> shift;
        child += keys[child..end].partition_point(|&(key, _)| key >> shift == digit);
        add(child);
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds nodes, and checks that each is a run of bodies that its children divide.
    fn build(keys: &[u64], leaf: usize) -> Nodes {
        let keys: Vec<(u64, u32)> = keys.iter().map(|&key| (key, 0)).collect();
        let mut nodes = Nodes::default();
        nodes.build(&keys, leaf);
        let mut found = 1;
        for node in nodes.nodes() {
            let children = &nodes.nodes()[node.child as usize..][..node.children as usize];
            let mut begin = node.begin;
            for child in children {
                assert!(child.begin == begin && child.end > begin, "{node:?} {child:?}");
                begin = child.end;
            }
            if children.is_empty() {
                assert!((1..=leaf).contains(&((node.end - node.begin) as usize)));
            } else {
                assert!(
                    begin == node.end
                        && (node.end - node.begin) as usize > leaf
                        && children.len() >= 2
                );
            }
            found += children.len();
        }
        assert!(
            found == nodes.len()
                && nodes.levels().map(|level| level.len()).sum::<usize>() == nodes.len()
        );
        nodes
    }

    #[test]
    fn nodes_are_runs_of_equal_digits() {
        // Digits 0 and 7 at the highest level; below 7, digits 1 and 2 of the lowest.
        let top = 7 << 60;
        let nodes = build(&[0, 0, 0, top | 1, top | 1, top | 2, top | 2, top | 2, top | 2], 4);
        let ends: Vec<u32> = nodes.nodes().iter().map(|node| node.end).collect();
        assert_eq!((ends, nodes.depth()), (vec![9, 3, 9, 5, 9], 2));
    }

    #[test]
    fn bodies_at_one_place_are_divided_too() {
        let nodes = build(&[5; 100_000], 8);
        assert!(nodes.depth() < 7, "{}", nodes.depth());
        // The deepest chain: each level parts one body from the others.
        let mut chain: Vec<u64> = (0..21).map(|level| 1 << (3 * level)).chain([0; 300]).collect();
        chain.sort_unstable();
        assert!(build(&chain, 8).depth() > 20);
    }

    #[test]
    fn no_bodies_have_no_nodes() {
        let mut nodes = Nodes::default();
        nodes.build(&[], 8);
        assert!(nodes.len() == 0 && nodes.levels().count() == 0 && nodes.depth() == 0);
    }
}
