//! The tuning ladder's texts: what each rung changes, its workgroups, and the difference between
//! two rungs.

use starshell::gpu::Gpu;
use starshell::lab::{Change, Rung, difference};
use starshell::name::Named;

#[test]
fn every_rung_has_a_text_that_differs_from_the_one_before() {
    let gpu = Gpu::noop().unwrap();
    assert_eq!(Rung::ALL.len(), 12);
    for (number, &rung) in Rung::ALL.iter().enumerate() {
        assert_eq!((rung.number(), rung.name()), (number, &*format!("rung-{number}")));
        assert!(
            !rung.title().to_string().ends_with('.') && rung.change().to_string().ends_with('.')
        );
        let Some(kernel) = rung.kernel() else { continue };
        assert_eq!(kernel.label, format!("ladder/rung_{number}"));
        assert_eq!(
            kernel.parts().count(),
            1,
            "{}: a reader must see the whole kernel",
            kernel.label
        );
        assert_eq!(gpu.kernel(kernel, &[]).unwrap().workgroup(), if number == 0 { 1 } else { 256 });
    }
    for pair in Rung::ALL[..11].windows(2) {
        let lines = difference(pair[0].wgsl().unwrap(), pair[1].wgsl().unwrap());
        // Apart from the title and the entry point.
        let changed = lines
            .iter()
            .filter(|(_, line)| !line.starts_with("//") && !line.starts_with("fn rung_"));
        assert!(
            changed.filter(|(change, _)| *change != Change::Same).count() > 0,
            "{}",
            pair[1].name()
        );
        assert!(lines.iter().any(|(change, _)| *change == Change::Same), "{}", pair[1].name());
    }
    assert!(Rung::Rung11.kernel().is_none() && Rung::Rung11.wgsl().is_none());
}

#[test]
fn reciprocal_roots_save_an_operation_and_tiles_global_reads() {
    let counts = |rung: Rung| {
        (rung.counts().operations, rung.counts().global_reads, rung.counts().workgroup_reads)
    };
    assert_eq!(counts(Rung::Rung0), (20.0, 4.0, 0.0));
    assert_eq!(counts(Rung::Rung3), (20.0, 4.0, 0.0));
    assert_eq!(counts(Rung::Rung5), (19.0, 4.0, 0.0));
    assert_eq!(counts(Rung::Rung10), (19.0, 4.0 / 256.0, 4.0));
}

#[test]
fn differences_restore_both_texts() {
    use Change::{Added, Removed, Same};
    assert_eq!(
        difference("a\nb\nc\nd\n", "a\nx\nc\nd\ne\n"),
        [(Same, "a"), (Removed, "b"), (Added, "x"), (Same, "c"), (Same, "d"), (Added, "e")]
    );
    assert_eq!(difference("", "a"), [(Added, "a")]);
    assert_eq!(difference("a", ""), [(Removed, "a")]);
    assert!(difference("", "").is_empty());
    for before in &Rung::ALL[..11] {
        for after in &Rung::ALL[..11] {
            let (before, after) = (before.wgsl().unwrap(), after.wgsl().unwrap());
            let lines = difference(before, after);
            let without = |left: Change| {
                lines.iter().filter(|line| line.0 != left).map(|line| line.1).collect::<Vec<_>>()
            };
            assert_eq!(without(Added), before.lines().collect::<Vec<_>>());
            assert_eq!(without(Removed), after.lines().collect::<Vec<_>>());
        }
    }
}
