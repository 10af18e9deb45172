// uses: real_f32 | real_f64
/// The length of a vector whose squared length may exceed the precision: a body may have been flung far away.
fn length_of(v: real3) -> real {
    let largest = max(max(abs(v.x), abs(v.y)), abs(v.z));
    if (largest == real()) {
        return real();
    }
    return largest * length(v / largest);
}
