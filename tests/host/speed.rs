//! How long each initial state takes for a million bodies.

use crate::common::states::*;
use starshell::physics::{Precision, State};
use std::time::Instant;

const MILLION: usize = 1 << 20;

/// Prints a table: `cargo test --release --test host speed -- --ignored --nocapture`. Alone on its
/// machine, two cores make each kind within a second; the bound is loose, for machines with
/// something else to do.
#[test]
#[ignore = "takes seconds, and its result depends on the machine"]
fn a_million_bodies_of_each_kind_are_made_in_about_a_second() {
    let least = |work: &dyn Fn()| {
        let seconds = (0..5).map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64()
        });
        seconds.fold(f64::INFINITY, f64::min)
    };
    for state in every_state().filter(|state| state.fixed_count().is_none()) {
        let make = || state.bodies(MILLION, 1).expect("defaults are valid");
        let seconds = least(&|| assert_eq!(make().len(), MILLION));
        println!("{:>16} {:5.0} ms", state.kind(), 1e3 * seconds);
        assert!(seconds < 3.0, "{}: {seconds} s", state.kind());
    }
    let bodies = bodies(&every_state().next().expect("there are kinds"), MILLION);
    let seconds = least(&|| {
        assert_eq!(State::new(&bodies, Precision::Single).expect("they are valid").len(), MILLION)
    });
    println!("{:>16} {:5.0} ms", "rows for the GPU", 1e3 * seconds);
}
