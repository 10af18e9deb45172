// uses: compact/not_zero | compact/positive_f32 | compact/positive_i32
/// A number is kept if its bits say so.
@group(0) @binding(3) var<storage, read> source: array<u32>;

fn is_kept_at(i: u32) -> bool {
    return is_kept(source[i]);
}
