// Marks the bodies whose spots are drawn as quads, by their number from 1, and finds the last one.

@group(0) @binding(6) var<storage, read_write> wide: array<u32>;
/// Must be cleared first.
@group(0) @binding(7) var<storage, read_write> last_wide: atomic<u32>;

fn hand_over(body: u32, is_wide: bool) {
    wide[body] = select(0u, body + 1u, is_wide);
    if (is_wide) {
        atomicMax(&last_wide, body + 1u);
    }
}
