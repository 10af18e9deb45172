// Where sorted keys and their payloads go.

/// Whether each key has a payload.
const PAIRS: bool = true;

@group(0) @binding(3) var<storage, read_write> sorted: array<u32>;
@group(0) @binding(4) var<storage, read> payload: array<u32>;
@group(0) @binding(5) var<storage, read_write> sorted_payload: array<u32>;

/// Stores a key and its payload in their sorted place. `origin` is the place where they were.
fn keep(place: u32, key: u32, origin: u32) {
    sorted[place] = key;
    sorted_payload[place] = payload[origin];
}
