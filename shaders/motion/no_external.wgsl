// uses: real_f32 | real_f64
/// No acceleration from outside: stands in for the caller's, so that `motion/add_external` is complete.
fn external_acceleration(position: real3, velocity: real3, mass: real) -> real3 {
    return real3();
}
