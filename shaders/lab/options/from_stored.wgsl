/// Normal numbers, the same for every option.
@group(0) @binding(3) var<storage, read> stored: array<vec4f>;

fn drawn(block: u32, option: u32) -> vec4f {
    return stored[block];
}
