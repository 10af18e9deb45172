// uses: gravity/inverse_distance, grid, mesh/cells, mesh/cubic, mesh/place, mesh/rows, mesh/split, opaque
// The acceleration of each body: the grid's part, from the 64 nodes around it, and that of each body near by. The order of the sums
// follows from the blocks, so results have the same bits in every run.

const WORKGROUP: u32 = 64u;
/// As in `all_pairs`.
const SOFTENED: u32 = 1u;
/// 1: the potential too, in w.
const POTENTIAL: u32 = 0u;

struct NearParams {
    /// The sorted bodies of this dispatch: the first, and one past the last.
    first: u32,
    end: u32,
    /// The first of each body's sources that this dispatch sums, and how many. With 0 it begins with the grid's part.
    source: u32,
    most: u32,
    softening_squared: f32,
    /// The same if the grid has it, to any order; 0 if the grid has it to first order in its square.
    on_grid_squared: f32,
    /// The length of a periodic cube.
    period: f32,
}

@group(0) @binding(0) var<uniform> mesh: MeshParams;
@group(0) @binding(1) var<uniform> near_of: NearParams;
/// Position and mass of each body, block by block, and which it is.
@group(0) @binding(2) var<storage, read> sorted: array<vec4f>;
@group(0) @binding(3) var<storage, read> order: array<u32>;
/// The first body of each block, and at last that of those without a block.
@group(0) @binding(4) var<storage, read> starts: array<u32>;
/// Acceleration and potential of each node.
@group(0) @binding(5) var<storage, read> nodes: array<vec4f>;
/// The potential between two nodes by the square of their distance, and what a softening adds to it.
@group(0) @binding(6) var<storage, read> between: array<vec2f>;
/// One: where the grid lies.
@group(0) @binding(7) var<storage, read> places: array<MeshPlace>;
/// Acceleration and potential of each body.
@group(0) @binding(8) var<storage, read_write> acceleration: array<vec4f>;

/// How much of a body's mass lies on nodes 0 to 3 apart from each other, along an axis.
fn apart(shares: vec4f) -> vec4f {
    return vec4f(
        dot(shares, shares),
        2.0 * dot(shares.xyz, shares.yzw),
        2.0 * dot(shares.xy, shares.zw),
        2.0 * shares.x * shares.w,
    );
}

/// The potential that a unit mass has for itself on a grid that is alone, in nodes.
fn own_potential(x: vec4f, y: vec4f, z: vec4f) -> f32 {
    let along = array<vec4f, 3>(apart(x), apart(y), apart(z));
    var sum = 0.0;
    for (var k = 0u; k < 64u; k++) {
        let step = vec3u(k & 3u, (k >> 2u) & 3u, k >> 4u);
        let pair = between[step.x * step.x + step.y * step.y + step.z * step.z];
        sum += along[0][step.x] * along[1][step.y] * along[2][step.z] * (pair.x + places[0].softness * pair.y);
    }
    return sum;
}

/// The grid's part at a body, by the same shares as its mass, so that forces between bodies are equal and opposite.
fn grid_part(own: Corner, mass: f32) -> vec4f {
    let x = shares_of(own.part.x);
    let y = shares_of(own.part.y);
    let z = shares_of(own.part.z);
    let first = own.node + vec3u(mesh.side - BEFORE);
    var sum = vec4f();
    for (var k = 0u; k < ACROSS * ACROSS * ACROSS; k++) {
        let step = vec3u(k % ACROSS, k / ACROSS % ACROSS, k / ACROSS / ACROSS);
        sum += x[step.x] * y[step.y] * z[step.z] * nodes[node_index(first + step, mesh.side)];
    }
    if (POTENTIAL == 1u) {
        sum.w -= mass * own_potential(x, y, z);
    }
    // The grid knows distances in nodes.
    let scale = places[0].scale;
    return sum * vec4f(vec3f(scale * scale), scale);
}

/// What sorted bodies `begin` to `end` add to the acceleration at a place, beside the grid.
fn near_part(place: vec3f, own: u32, begin: u32, end: u32) -> vec4f {
    let narrowness = NARROWNESS * places[0].scale;
    let softer = (near_of.softening_squared - near_of.on_grid_squared) * narrowness * narrowness;
    var sum = vec4f();
    for (var j = begin; j < end; j++) {
        let source = sorted[j];
        var offset = source.xyz - place;
        if (mesh.side == mesh.whole) {
            offset -= near_of.period * round(offset / near_of.period);
        }
        let inverse = inverse_distance(offset, near_of.softening_squared, SOFTENED == 1u);
        let squared = (dot(offset, offset) + near_of.on_grid_squared) * (narrowness * narrowness);
        let is_near = squared < REACH_SQUARED && j != own;
        let of_grid = grid_pull(squared);
        let pull = of_grid.x + softer * of_grid.y;
        let cubes = inverse * inverse * inverse - narrowness * narrowness * narrowness * pull;
        sum += vec4f(offset * select(0.0, source.w * cubes, is_near), 0.0);
        if (POTENTIAL == 1u) {
            // Half of the pull is how the potential falls with the square of the distance.
            let potential = grid_potential(squared) - 0.5 * softer * of_grid.x;
            sum.w -= select(0.0, source.w * (inverse - narrowness * potential), is_near);
        }
    }
    return sum;
}

@compute @workgroup_size(WORKGROUP)
fn near(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let own = near_of.first + thread_index(group, groups, local, WORKGROUP);
    let count = arrayLength(&sorted);
    if (own >= opaque(near_of.end, count)) {
        return;
    }
    let source = opaque(near_of.source, count);
    let body = sorted[own];
    let row = order[own];
    let blocks = opaque(mesh.blocks, arrayLength(&starts));
    var sum = vec4f();
    if (source > 0u) {
        sum = acceleration[row];
    }
    if (own < starts[blocks * blocks * blocks]) {
        let there = corner(body.xyz, mesh, places[0]);
        let at = vec3f(there.node) + there.part;
        if (source == 0u) {
            sum = grid_part(there, body.w);
        }
        var seen = 0u;
        let layers = span(at.z, REACH, mesh);
        let rows = span(at.y, REACH, mesh);
        for (var k = 0u; k < layers.blocks; k++) {
            let z = (layers.first + k) % blocks;
            let above = gap(at.z, z, mesh);
            for (var m = 0u; m < rows.blocks; m++) {
                let y = (rows.first + m) % blocks;
                let beside = gap(at.y, y, mesh);
                let rest = REACH * REACH - above * above - beside * beside;
                if (rest > 0.0) {
                    let along = span(at.x, sqrt(rest), mesh);
                    let first = (z * blocks + y) * blocks;
                    let end = along.first + along.blocks;
                    // A row that goes on behind the last block has two runs of bodies.
                    for (var turn = 0u; turn < 1u + u32(end > blocks); turn++) {
                        let low = select(along.first, 0u, turn == 1u);
                        let high = select(min(end, blocks), end - blocks, turn == 1u);
                        let begin = starts[first + low];
                        let bodies = starts[first + high] - begin;
                        let skipped = min(max(source, seen) - seen, bodies);
                        let until = min(max(source + near_of.most, seen) - seen, bodies);
                        sum += near_part(body.xyz, own, begin + skipped, begin + until);
                        seen += bodies;
                    }
                }
            }
        }
    }
    acceleration[row] = sum;
}
