/// The quantity that a body's colour shows; `color_by` is the index into `ColorBy`.
fn quantity(color_by: u32, position: vec4f, velocity: vec4f, acceleration: vec4f, center: vec3f) -> f32 {
    switch color_by {
        case 0u: { return length(velocity.xyz); }
        case 1u: { return length(acceleration.xyz); }
        case 2u: { return distance(position.xyz, center); }
        case 3u: { return position.w; }
        case 7u: { return acceleration.w; }
        default: { return 0.0; }
    }
}
