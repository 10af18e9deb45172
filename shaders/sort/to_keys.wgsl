// uses: sort/digits
/// Keys carry no values.
const HAS_VALUES: u32 = 0u;
const ARGSORT: u32 = 0u;

fn load_value(index: u32, turn: Turn) -> u32 {
    return 0u;
}

fn load_own_value(index: u32) -> u32 {
    return 0u;
}

fn load_other_value(index: u32) -> u32 {
    return 0u;
}

fn store_value(index: u32, value: u32, turn: Turn) {}

fn store_own_value(index: u32, value: u32) {}

fn store_other_value(index: u32, value: u32) {}
