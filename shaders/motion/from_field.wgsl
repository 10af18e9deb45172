// uses: gravity/external, real_f32 | real_f64
@group(0) @binding(3) var<uniform> external_of: ExternalParams;

/// The external field of the scene, for `motion/add_external`.
fn external_acceleration(position: real3, velocity: real3, mass: real) -> real3 {
    return field_at(position, external_of).xyz;
}
