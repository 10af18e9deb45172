/// Nothing is carried along.
const HAS_VALUES: u32 = 0u;

fn load_value(index: u32, turn: Turn) -> u32 {
    return 0u;
}

fn load_values(at: vec4u, turn: Turn) -> vec4u {
    return vec4u();
}

fn store_value(index: u32, value: u32, turn: Turn) {}
