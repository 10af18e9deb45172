// uses: monoid/f32 | monoid/u32
// The sum of a thread's own elements, before the tree starts. Elements are loaded four at a time, with several loads in flight to
// hide the memory's latency. Needs a kernel that defines `quad` and `element`.

/// The sum of a thread's elements: quads one grid apart, plus, in the first threads, the elements past the last whole quad.
fn sum_of_quads(block: u32, thread: u32, workgroup: u32, blocks: u32, count: u32) -> Element {
    let quads = count / 4u;
    let grid = blocks * 4u * workgroup;
    var sums = vec4<Element>();
    for (var i = block * 4u * workgroup + thread; i < quads; i += grid) {
        let a = quad(i, quads);
        let b = quad(i + workgroup, quads);
        let c = quad(i + 2u * workgroup, quads);
        let d = quad(i + 3u * workgroup, quads);
        sums += (a + b) + (c + d);
    }
    var sum = (sums.x + sums.y) + (sums.z + sums.w);
    if (block == 0u && thread < count % 4u) {
        sum += element(4u * quads + thread);
    }
    return sum;
}
