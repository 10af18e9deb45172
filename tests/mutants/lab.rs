//! Wrong kernels in the laboratory: a row says so, and the others follow.

use crate::common::checked_gpu;
use crate::common::mutation::with_mutant;
use starshell::lab::{Case, Extent, Results, Turn, Verdict, experiment};

/// The results of these variants of an experiment.
fn results(gpu: &starshell::gpu::Gpu, name: &str, variants: &[&str], count: usize) -> Results {
    let experiment = experiment(name).unwrap();
    let extent = Extent { counts: Some(vec![count]) };
    let mut cases: Vec<Case> = experiment.cases(gpu, &extent);
    cases.retain(|case| variants.contains(&case.variant.as_str()));
    experiment.run(gpu, &cases, |_| true, |_| ())
}

#[test]
fn a_wrong_kernel_makes_a_red_row_and_the_table_goes_on() {
    let gpu = checked_gpu();
    let variants = ["interleaved-strided", "sequential", "cpu-serial"];
    let right = results(&gpu, "reduction", &variants, 5000);
    assert!(right.is_right() && right.outcomes.len() == 3, "{right:?}");
    assert!(right.outcomes[1].speed_up.is_some(), "{right:?}");

    let mutation =
        ("another sum", "sums[index] += sums[index + stride];", "sums[index] += sums[index];");
    let wrong = with_mutant(&gpu, Some("historical/reduce_tree"), mutation, |gpu| {
        results(gpu, "reduction", &variants, 5000)
    });
    let verdicts: Vec<bool> =
        wrong.outcomes.iter().map(|outcome| outcome.verdict == Verdict::Right).collect();
    assert_eq!(verdicts, [false, true, true], "{wrong:?}");
    assert!(
        !wrong.is_right()
            && wrong.outcomes[0].timing.is_none()
            && wrong.outcomes[1].speed_up.is_none()
    );
}

#[test]
fn scans_by_any_operator_are_checked() {
    let gpu = checked_gpu();
    let right = results(&gpu, "scan-operators", &["exclusive max", "inclusive maps"], 3000);
    assert!(right.is_right() && right.outcomes.len() == 2, "{right:?}");
    let mutation = (
        "the other map first",
        "vec2u(b.x * a.x, b.x * a.y + b.y)",
        "vec2u(a.x * b.x, a.x * b.y + a.y)",
    );
    let wrong = with_mutant(&gpu, None, mutation, |gpu| {
        results(gpu, "scan-operators", &["inclusive maps"], 3000)
    });
    assert!(matches!(wrong.outcomes[0].verdict, Verdict::Wrong(_)), "{wrong:?}");
}

#[test]
fn a_tree_is_reported_in_parts_and_by_rounds() {
    let gpu = checked_gpu();
    let parts = results(&gpu, "barnes-hut-kernels", &["box", "force", "integrate", "all"], 2000);
    assert!(parts.is_right() && parts.outcomes.len() == 4, "{parts:?}");
    let timings: Vec<_> =
        parts.outcomes.iter().filter_map(|outcome| outcome.timing.as_ref()).collect();
    // Without timestamps a tree is measured as a whole only.
    if let [first, force, .., all] = &timings[..] {
        // The shortest, since other work makes some longer.
        assert!(first.min_ms < force.min_ms && force.min_ms < all.min_ms, "{parts:?}");
        assert!(
            all.details.iter().any(|detail| detail.what.starts_with("nodes touched")),
            "{parts:?}"
        );
    }
    let activities = ["box", "sort", "build", "summarise", "force", "integrate"];
    let rounds = results(&gpu, "barnes-hut-parallelism", &activities, 2000);
    let tasks = |name: &str| -> Vec<f64> {
        let of = rounds.outcomes.iter().filter(|outcome| outcome.variant == name);
        of.filter_map(|outcome| Some(outcome.timing.as_ref()?.rate)).collect()
    };
    assert!(rounds.is_right(), "{rounds:?}");
    // Without timestamps there are no times.
    if rounds.outcomes.iter().any(|outcome| outcome.timing.is_some()) {
        let [boxes, sorted, build, sums, force, moved] = activities.map(tasks);
        assert!(boxes[0] == 1000.0 && boxes.iter().sum::<f64>() == 1999.0, "{boxes:?}");
        assert_eq!([&sorted[0], &build[0], &force[0], &moved[0]], [&2000.0; 4]);
        let [.., below, root] = sums[..] else { panic!("{sums:?}") };
        assert!(root == 1.0 && (2.0..=8.0).contains(&below), "{sums:?}");
        // All but the deepest levels.
        assert!(sums.iter().sum::<f64>() <= build[1] && sums[0] > 0.5 * build[1], "{sums:?}");
    }
}

#[test]
fn an_experiment_ends_when_it_is_stopped() {
    let gpu = checked_gpu();
    let experiment = experiment("scan").unwrap();
    let cases = experiment.cases(&gpu, &Extent { counts: Some(vec![100]) });
    let mut done = Vec::new();
    let go_on = |turn: &Turn| {
        assert_eq!(turn.all, cases.len());
        turn.number < 2
    };
    let results = experiment.run(&gpu, &cases, go_on, |outcome| done.push(outcome.clone()));
    assert_eq!((results.outcomes.len(), &done), (2, &results.outcomes));
}
