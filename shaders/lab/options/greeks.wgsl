// uses: grid, lab/options/accurate | lab/options/double, lab/options/erfc | lab/options/erfc_f64, lab/options/from_market,
//       real_f32 | real_f64
// How prices of European options change with what they depend on: their derivatives, called greeks.

const WORKGROUP: u32 = 256u;

/// Rows of as many numbers as there are options, rounded up to four: delta of calls and puts, gamma, vega, theta of calls and puts,
/// rho of calls and puts.
@group(0) @binding(4) var<storage, read_write> greeks_of_all: array<real>;

@compute @workgroup_size(WORKGROUP)
fn greeks(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let index = thread_index(group, groups, local, WORKGROUP);
    if (index >= black_scholes_of.count) {
        return;
    }
    let row = 4u * ((black_scholes_of.count + 3u) / 4u);
    let spot = spots[index / 4u][index % 4u];
    let time = years[index / 4u][index % 4u];
    let here = terms(spot, strikes[index / 4u][index % 4u], time);
    let n1 = normal(here.d1);
    let n2 = normal(here.d2);
    let density = real(0.39894228040143267794) * exponential(real(-0.5) * here.d1 * here.d1);
    let interest = here.rate * here.discounted;
    let decay = real(-0.5) * spot * density * here.volatility / here.root;
    greeks_of_all[index] = n1.below;
    greeks_of_all[row + index] = -n1.above;
    greeks_of_all[2u * row + index] = density / (spot * here.volatility * here.root);
    greeks_of_all[3u * row + index] = spot * density * here.root;
    greeks_of_all[4u * row + index] = decay - interest * n2.below;
    greeks_of_all[5u * row + index] = decay + interest * n2.above;
    greeks_of_all[6u * row + index] = time * here.discounted * n2.below;
    greeks_of_all[7u * row + index] = -time * here.discounted * n2.above;
}
