// uses: diagnostics/structure, monoid/centroid
// Finds the radii that hold given shares of the mass, and the masses of shells, by bisection in the sorted distances from the
// centre and in the mass up to each. Runs as one workgroup.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> structure_of: StructureParams;
/// Distances, in ascending order.
@group(0) @binding(1) var<storage, read> keys: array<f32>;
/// Mass up to and including each body.
@group(0) @binding(2) var<storage, read> mass_within: array<f32>;
@group(0) @binding(3) var<storage, read> sums: array<Centroid>;
@group(0) @binding(4) var<storage, read_write> structure: Structure;

/// Radii of the shares: first the Lagrangian ones, then the bounds of the shells.
var<workgroup> radii: array<f32, 6>;

/// Total mass of the first `bodies`.
fn mass_of(bodies: u32) -> f32 {
    if (bodies == 0u) {
        return 0.0;
    }
    return mass_within[bodies - 1u];
}

/// The radius that encloses a mass.
fn radius_of(mass: f32, count: u32) -> f32 {
    var low = 0u;
    var high = count;
    while (low < high) {
        let middle = low + (high - low) / 2u;
        if (mass_within[middle] < mass) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    if (!(mass > 0.0) || count == 0u) {
        return 0.0;
    }
    return keys[min(low, count - 1u)];
}

/// Number of bodies within a radius.
fn bodies_within(radius: f32, count: u32) -> u32 {
    var low = 0u;
    var high = count;
    while (low < high) {
        let middle = low + (high - low) / 2u;
        if (keys[middle] <= radius) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return low;
}

/// The outer bound of a shell. The bounds are evenly spaced in their logarithms.
fn outer_bound(shell: u32) -> f32 {
    if (shell + 1u == SHELLS) {
        return radii[5];
    }
    return radii[4] * pow(radii[5] / radii[4], f32(shell) / f32(SHELLS - 1u));
}

@compute @workgroup_size(WORKGROUP)
fn shells(@builtin(local_invocation_index) thread: u32) {
    let count = min(structure.count, structure_of.count);
    let mass = mass_of(count);
    if (thread < 6u) {
        var share = structure_of.lagrangian[thread % 4u];
        if (thread >= 4u) {
            share = structure_of.shelled[thread - 4u];
        }
        radii[thread] = radius_of(share * mass, count);
    }
    workgroupBarrier();
    if (thread == 0u) {
        structure.center_mass = vec4f(center_of(sums[0]), mass);
        structure.lagrangian = vec4f(radii[0], radii[1], radii[2], radii[3]);
    }
    if (thread < SHELLS) {
        var shell = vec2f();
        if (radii[4] > 0.0 && radii[5] > structure_of.thinnest * radii[4]) {
            var inner_bodies = 0u;
            if (thread > 0u) {
                inner_bodies = bodies_within(outer_bound(thread - 1u), count);
            }
            let bound = outer_bound(thread);
            shell = vec2f(bound, mass_of(bodies_within(bound, count)) - mass_of(inner_bodies));
        }
        structure.shells[thread] = shell;
    }
}
