/// An element is kept if its flag is not 0.
@group(0) @binding(2) var<storage, read> flags: array<u32>;
@group(0) @binding(3) var<storage, read> source: array<u32>;

fn is_kept_at(i: u32) -> bool {
    return flags[i] != 0u;
}
