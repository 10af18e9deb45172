/// Hides a number from a uniform buffer from the driver. Use it where the number decides a loop or a branch. `bound` is never less
/// than the number, and comes from elsewhere: the length of a storage buffer, or the number of workgroups.
///
/// Mesa's llvmpipe (22.3) inlines uniform values that decide loops and branches. It then recompiles the kernel for each dispatch,
/// which takes milliseconds, and keeps every copy until the program ends.
fn opaque(number: u32, bound: u32) -> u32 {
    return min(number, bound);
}
