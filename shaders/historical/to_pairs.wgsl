// Where sorted keys go together with what belongs to them.

/// Whether a payload moves with its key.
const PAIRS: bool = true;

@group(0) @binding(3) var<storage, read_write> sorted: array<u32>;
@group(0) @binding(4) var<storage, read> payload: array<u32>;
@group(0) @binding(5) var<storage, read_write> sorted_payload: array<u32>;

/// Keeps a key in its sorted place. `origin` is the place where it was.
fn keep(place: u32, key: u32, origin: u32) {
    sorted[place] = key;
    sorted_payload[place] = payload[origin];
}
