// A level of the glow that has only the light of the finer one.

fn more(pixel: vec2u) -> vec3f {
    return vec3f();
}
