// uses: grid, lab/options/from_market, lab/options/prices, real_f32 | real_f64
// Prices of European options by the formula of Black and Scholes (1973): four calls and puts per thread.

const WORKGROUP: u32 = 256u;

@group(0) @binding(4) var<storage, read_write> calls: array<real4>;
@group(0) @binding(5) var<storage, read_write> puts: array<real4>;

@compute @workgroup_size(WORKGROUP)
fn black_scholes(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let quad = thread_index(group, groups, local, WORKGROUP);
    if (quad >= (black_scholes_of.count + 3u) / 4u) {
        return;
    }
    let spot = spots[quad];
    let strike = strikes[quad];
    let time = years[quad];
    let x = prices(spot.x, strike.x, time.x);
    let y = prices(spot.y, strike.y, time.y);
    let z = prices(spot.z, strike.z, time.z);
    let w = prices(spot.w, strike.w, time.w);
    calls[quad] = real4(x.call, y.call, z.call, w.call);
    puts[quad] = real4(x.put, y.put, z.put, w.put);
}
