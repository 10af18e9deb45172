//! A tree of a few hundred bodies in a plane, and the walk of one body through it. The plane's
//! octree is a quadtree.

use crate::physics::initial::Random;

/// Bodies per leaf.
const LEAF: usize = 1;
/// Levels at most: bodies closer than that share a leaf.
const DEPTH: u32 = 24;

/// A cell of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaneNode {
    /// Its lower left corner and its side; the whole is the unit square.
    pub corner: [f64; 2],
    /// Length of a side.
    pub side: f64,
    /// Centre of mass.
    pub center: [f64; 2],
    /// Number of its bodies, each of the same mass.
    pub count: usize,
    /// Level, 0 for the whole.
    pub level: u32,
    /// Numbers of its cells; none for a leaf.
    pub cells: Vec<usize>,
    /// Numbers of its bodies, if it is a leaf.
    pub bodies: Vec<usize>,
}

/// What a walk does with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visited {
    /// It is too near for its size: its cells come next.
    Opened,
    /// It is far enough: it pulls as one.
    Accepted,
    /// It is a leaf: its bodies pull one by one.
    Leaf,
}

/// A cell on a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Its number.
    pub node: usize,
    /// What becomes of it.
    pub visited: Visited,
}

/// A tree of bodies in the unit square.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaneTree {
    /// Places of the bodies.
    pub bodies: Vec<[f64; 2]>,
    /// The whole first; cells come after the cell that they are part of.
    pub nodes: Vec<PlaneNode>,
}

impl PlaneTree {
    /// A tree over `count` bodies: a dense crowd, a smaller one beside it, and some strewn around.
    pub fn new(count: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut around = |center: [f64; 2], width: f64| {
            // A sum of uniform numbers is close to a bell.
            let mut bell = || (0..6).map(|_| random.uniform() - 0.5).sum::<f64>();
            let place = center.map(|at| at + width * bell());
            place.map(|at| at.clamp(0.0, 0.999_999))
        };
        let bodies = (0..count).map(|body| match body % 10 {
            0..=5 => around([0.36, 0.60], 0.12),
            6..=7 => around([0.74, 0.28], 0.06),
            _ => around([0.5, 0.5], 0.24),
        });
        let mut tree = Self { bodies: bodies.collect(), nodes: Vec::new() };
        tree.grow([0.0; 2], 1.0, 0, (0..count).collect());
        tree
    }

    /// Adds a cell with these bodies, and its cells. Returns its number.
    fn grow(&mut self, corner: [f64; 2], side: f64, level: u32, own: Vec<usize>) -> usize {
        let number = self.nodes.len();
        let count = own.len();
        let center = [0, 1].map(|axis| {
            own.iter().map(|&body| self.bodies[body][axis]).sum::<f64>() / count.max(1) as f64
        });
        let is_leaf = count <= LEAF || level == DEPTH;
        let bodies = if is_leaf { own.clone() } else { Vec::new() };
        self.nodes.push(PlaneNode {
            corner,
            side,
            center,
            count,
            level,
            cells: Vec::new(),
            bodies,
        });
        if !is_leaf {
            let half = 0.5 * side;
            let mut quarters: [Vec<usize>; 4] = Default::default();
            for body in own {
                let [x, y] =
                    [0, 1].map(|axis| usize::from(self.bodies[body][axis] >= corner[axis] + half));
                quarters[2 * y + x].push(body);
            }
            for (quarter, own) in
                quarters.into_iter().enumerate().filter(|(_, own)| !own.is_empty())
            {
                let offset =
                    [quarter % 2, quarter / 2].map(|is_far| if is_far == 1 { half } else { 0.0 });
                let cell =
                    self.grow([corner[0] + offset[0], corner[1] + offset[1]], half, level + 1, own);
                self.nodes[number].cells.push(cell);
            }
        }
        number
    }

    /// The cells that `body` visits if a cell is opened whose side is more than `angle` times its
    /// distance.
    pub fn walk(&self, body: usize, angle: f64) -> Vec<Visit> {
        let mut visits = Vec::new();
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            let cell = &self.nodes[node];
            let off = [0, 1].map(|axis| cell.center[axis] - self.bodies[body][axis]);
            let distance = off[0].hypot(off[1]);
            // A cell around the body itself is always opened.
            let [x, y] = [0, 1].map(|axis| {
                (0.0..cell.side).contains(&(self.bodies[body][axis] - cell.corner[axis]))
            });
            let visited = match () {
                () if cell.cells.is_empty() => Visited::Leaf,
                () if cell.side < angle * distance && !(x && y) => Visited::Accepted,
                () => Visited::Opened,
            };
            visits.push(Visit { node, visited });
            if visited == Visited::Opened {
                stack.extend(cell.cells.iter().rev());
            }
        }
        visits
    }

    /// The body nearest to a place.
    pub fn nearest(&self, place: [f64; 2]) -> Option<usize> {
        let distance = |body: &usize| {
            (self.bodies[*body][0] - place[0]).hypot(self.bodies[*body][1] - place[1])
        };
        (0..self.bodies.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_body_is_in_one_leaf_and_every_walk_reaches_all_of_them() {
        let tree = PlaneTree::new(300, 1);
        let mut all: Vec<usize> = tree.nodes.iter().flat_map(|node| node.bodies.clone()).collect();
        all.sort_unstable();
        assert_eq!(all, (0..300).collect::<Vec<_>>());
        let reached = |angle: f64| {
            let visits = tree.walk(17, angle);
            let pulls = visits.iter().filter(|visit| visit.visited != Visited::Opened);
            (visits.len(), pulls.map(|visit| tree.nodes[visit.node].count).sum::<usize>())
        };
        let [(all, a), (some, b), (few, c)] = [0.0, 0.5, 1.0].map(reached);
        assert_eq!((all, a, b, c), (tree.nodes.len(), 300, 300, 300), "nobody is left out");
        assert!(some < all && few < some, "{all}, {some}, {few}");
        assert_eq!(tree.nearest(tree.bodies[5]), Some(5));
    }

    #[test]
    fn bodies_at_one_place_share_a_leaf() {
        let mut tree = PlaneTree { bodies: vec![[0.3, 0.3]; 5], nodes: Vec::new() };
        tree.grow([0.0; 2], 1.0, 0, (0..5).collect());
        assert_eq!(tree.nodes.iter().map(|node| node.bodies.len()).sum::<usize>(), 5);
    }
}
