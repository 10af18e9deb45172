/// Levels at which nodes can start: the root, 21 levels of cells, and up to 9 that halve the indices of bodies in one cell.
const LEVELS: u32 = 32u;
/// Marks a node with children.
const INNER: u32 = 0x80000000u;

struct TreeParams {
    /// Number of bodies, including those that are not finite.
    count: u32,
    /// Most bodies in a leaf.
    leaf: u32,
    /// Nodes that the buffers hold.
    capacity: u32,
    /// Number of boxes that enclose all bodies.
    boxes: u32,
    /// Square of the softening length.
    softening_squared: f32,
    /// Square of the opening angle: radius of a cell over its distance.
    theta_squared: f32,
    /// 1: cells open by accuracy, as soon as there is a last acceleration.
    is_relative: u32,
    /// The first group of bodies to walk for.
    first_group: u32,
    /// The end of the groups (exclusive).
    end_group: u32,
    /// 1: groups walk in the order of their turns, which suits walks of all groups alone.
    by_turns: u32,
    /// Long walks that several workgroups share, at most.
    shared_walks: u32,
    /// 1: the bodies to walk for are those of the tree.
    is_own: u32,
}

/// What a workgroup does of the walk of a group.
struct Share {
    group: u32,
    /// Its number among the workgroups that share the walk.
    number: u32,
    /// Whether no other workgroup shares the walk.
    is_whole: bool,
}

/// In which order groups walk. Those whose last walk took long come first, so that none of them begins when the others end.
struct Turns {
    /// Walks of more effort are long.
    long: u32,
    /// Groups with long walks that have a turn: from the first turn on.
    first: atomic<u32>,
    /// Other groups that have a turn: from the last turn back.
    later: atomic<u32>,
    /// Walks since the order was made.
    walks: atomic<u32>,
    /// The sum of their efforts.
    effort: atomic<u32>,
    /// The group whose turn it is (x), in the order of turns; the effort of a group's last walk (y), in the order of groups.
    groups: array<vec2u>,
}

struct TreeLevels {
    /// Number of finite bodies, which come first in the sorted order.
    bodies: u32,
    /// Number of nodes.
    nodes: u32,
    /// The deepest level at which nodes start.
    depth: u32,
    /// The deepest level with more nodes than one workgroup sums as fast as many: see ladder.wgsl.
    wide: u32,
    /// Groups whose walk the driver has cut short.
    unfinished: atomic<u32>,
    /// The first node that starts at each level. Nodes are ordered by level, then by their first body.
    begins: array<u32, 36>,
    /// Largest error of a cell's pull, relative to the last acceleration. The errors of a run adjust it: see adjust.wgsl.
    accuracy: f32,
    /// Bodies whose errors have adjusted it, up to the number that it remembers.
    judged: f32,
}
