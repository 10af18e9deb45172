// uses: tree/tree
// Notes where the nodes of each level begin, and begins a new order of turns. If there are more nodes than the buffers hold, the
// deepest levels are left out, and leaves are larger instead. Runs as one workgroup.

const WORKGROUP: u32 = LEVELS;
/// Nodes of a level that one workgroup sums as fast as many.
const FEW: u32 = 64u;
/// As in walk.rs.
const FEWER_GROUPS: u32 = 512u;

@group(0) @binding(0) var<uniform> tree_of: TreeParams;
/// The number of nodes before each block's of each level, and the number of all.
@group(0) @binding(1) var<storage, read> scanned: array<u32>;
@group(0) @binding(2) var<storage, read_write> levels: TreeLevels;
@group(0) @binding(3) var<storage, read_write> turns: Turns;

var<workgroup> ends: array<u32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn ladder(@builtin(local_invocation_index) level: u32) {
    // Buffers are up to three entries longer.
    let blocks = arrayLength(&scanned) / LEVELS;
    ends[level] = scanned[(level + 1u) * blocks];
    workgroupBarrier();
    // Up to the first level that does not fit.
    var nodes = 0u;
    var depth = 0u;
    var fits = true;
    var wide = 0u;
    for (var above = 0u; above < LEVELS; above++) {
        fits = fits && ends[above] <= tree_of.capacity;
        if (fits && ends[above] > nodes) {
            wide = select(wide, above, ends[above] - nodes > FEW);
            nodes = ends[above];
            depth = above;
        }
    }
    levels.begins[level] = min(scanned[level * blocks], nodes);
    if (level == 0u) {
        levels.nodes = nodes;
        levels.depth = depth;
        levels.wide = wide;
        atomicStore(&levels.unfinished, 0u);
        levels.begins[LEVELS] = nodes;
        let walks = atomicExchange(&turns.walks, 0u);
        let effort = atomicExchange(&turns.effort, 0u);
        // Above the mean, or among many groups above 1.5 times the mean: a tenth to a quarter of all walks.
        turns.long = u32(select(1.5, 1.0, tree_of.end_group <= FEWER_GROUPS) * f32(effort) / f32(max(walks, 1u)));
        atomicStore(&turns.first, 0u);
        atomicStore(&turns.later, 0u);
    }
}
