//! How long each initial state takes for a million bodies.

use crate::common::states::*;
use std::time::Instant;

const MILLION: usize = 1 << 20;

/// Prints a table: `cargo test --release --test host speed -- --ignored --nocapture`.
#[test]
#[ignore = "takes seconds, and its result depends on the machine"]
fn a_million_bodies_of_each_kind_take_a_second() {
    for state in every_state().filter(|state| state.fixed_count().is_none()) {
        let least = (0..3)
            .map(|_| {
                let start = Instant::now();
                let bodies = state.bodies(MILLION, 1).expect("defaults are valid");
                assert_eq!(bodies.len(), MILLION);
                start.elapsed().as_secs_f64()
            })
            .fold(f64::INFINITY, f64::min);
        println!("{:>16} {least:.3} s", state.kind());
    }
}
