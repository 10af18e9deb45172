// uses: lab/options/from_market, lab/options/prices, real_f32
// Prices of European options as in the text: a thread takes an option, and then the one as far behind it as there are threads.

const WORKGROUP: u32 = 256u;
/// Workgroups, however many options there are.
const GROUPS: u32 = 128u;

@group(0) @binding(4) var<storage, read_write> calls: array<real>;
@group(0) @binding(5) var<storage, read_write> puts: array<real>;

@compute @workgroup_size(WORKGROUP)
fn black_scholes_stride(@builtin(global_invocation_id) at: vec3u) {
    for (var i = at.x; i < black_scholes_of.count; i += GROUPS * WORKGROUP) {
        let price = prices(spots[i / 4u][i % 4u], strikes[i / 4u][i % 4u], years[i / 4u][i % 4u]);
        calls[i] = price.call;
        puts[i] = price.put;
    }
}
