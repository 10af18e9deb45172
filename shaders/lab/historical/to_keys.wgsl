// Where sorted keys without payloads go.

/// Whether each key has a payload.
const PAIRS: bool = false;

@group(0) @binding(3) var<storage, read_write> sorted: array<u32>;

/// Stores a key in its sorted place. `origin` is the place where it was.
fn keep(place: u32, key: u32, origin: u32) {
    sorted[place] = key;
}
