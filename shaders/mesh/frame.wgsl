// uses: mesh/place, monoid/bounds
// Puts a grid around the box of all bodies, whose outer nodes lie just beyond them, or on a periodic cube about the origin.

struct FrameParams {
    /// Nodes per side.
    side: u32,
    /// Bodies.
    count: u32,
    /// The length of a periodic cube; 0: the grid is around all bodies.
    period: f32,
    /// Nodes before the first body, and distances of nodes across all bodies.
    before: f32,
    across: f32,
    /// The softening of corrected pairs, or 0, and the least distance of nodes in its units.
    softening: f32,
    least: f32,
}

@group(0) @binding(0) var<uniform> frame_of: FrameParams;
/// The box of all positions and masses.
@group(0) @binding(1) var<storage, read> joined: array<Bounds>;
@group(0) @binding(2) var<storage, read_write> places: array<MeshPlace>;

@compute @workgroup_size(1)
fn frame() {
    let bounds = joined[0];
    let size = bounds.high.xyz - bounds.low.xyz;
    let length = max(size.x, max(size.y, size.z));
    // A single body has no box; any cube will do.
    let cells = frame_of.across;
    let least = frame_of.least * frame_of.softening;
    let around = min(select(1.0, 0.999 * cells / length, length > 0.0), select(3e38, 1.0 / least, least > 0.0));
    let corner = 0.5 * (bounds.low.xyz + bounds.high.xyz) - (0.5 * cells + frame_of.before) / around;
    let is_periodic = frame_of.period > 0.0;
    let scale = select(around, f32(frame_of.side) / frame_of.period, is_periodic);
    let low = select(corner, vec3f(-0.5 * frame_of.period), is_periodic);
    // No sum exceeds the number of bodies times the largest mass.
    let heaviest = bounds.high.w * f32(frame_of.count);
    let units = select(0.0, 281474976710656.0 / heaviest, heaviest > 0.0);
    let softness = frame_of.softening * scale;
    places[0] = MeshPlace(low, scale, units, heaviest / 281474976710656.0, softness * softness, 0u);
}
