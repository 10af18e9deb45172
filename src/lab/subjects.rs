//! All subjects.

use super::options::{ChanceBench, PriceBench};
use super::subject::Subject;
use super::{
    CpuBench, FftBench, GravityBench, HistogramBench, MembersBench, MeshBench, PoissonBench,
    ReduceBench, ScanBench, SelectBench, SolverBench, SortBench, SpmvBench, TreeBench,
};

/// Every subject. The command line and tests walk this list.
pub const SUBJECTS: &[Subject] = &[
    Subject::of::<GravityBench>(),
    Subject::of::<TreeBench>(),
    Subject::of::<CpuBench>(),
    Subject::of::<MembersBench>(),
    Subject::of::<PriceBench>(),
    Subject::of::<ChanceBench>(),
    Subject::of::<ReduceBench>(),
    Subject::of::<ScanBench>(),
    Subject::of::<SelectBench>(),
    Subject::of::<SolverBench>(),
    Subject::of::<SpmvBench>(),
    Subject::of::<HistogramBench>(),
    Subject::of::<SortBench>(),
    Subject::of::<FftBench>(),
    Subject::of::<MeshBench>(),
    Subject::of::<PoissonBench>(),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_take_their_defaults_and_have_names_of_their_own() {
        for subject in SUBJECTS {
            let flags = subject.flags();
            for (place, flag) in flags.iter().enumerate() {
                assert_eq!(flags.iter().position(|other| other.name == flag.name), Some(place));
                assert!(
                    flag.excludes.is_none_or(|other| flags.iter().any(|flag| flag.name == other))
                );
                for value in flag.default.split([' ', ',']).filter(|value| !value.is_empty()) {
                    assert_eq!(subject.check(flag.name, value), Ok(()), "{} {value}", flag.name);
                }
                assert!(flag.title.is_none() || !flag.names.is_empty(), "{}", flag.name);
            }
        }
        assert!(SUBJECTS[0].check("count", "2^^4").unwrap_err().contains("2^14"));
    }
}
