//! Mismatched buffers are rejected before anything is done with them, on any adapter.

use std::fmt::Debug;

use starshell::gpu::{Buffer, Gpu, GpuError};
use starshell::lab::historical::{
    HistoricalReduce, HistoricalScan, HistoricalSort, ReduceLadder, ScanLadder, SortLadder,
};
use starshell::primitives::{
    Compact, Gather, Histogram, RadixSort, Reduce, SUM_U32, Scan, ScanKind, ScanRequest,
    SortRequest,
};

fn gpu() -> Gpu {
    Gpu::noop().expect("wgpu is built with its noop backend")
}

#[track_caller]
fn is_refused<R: Debug>(refused: Result<R, GpuError>, words: &str) {
    match refused {
        Err(error @ GpuError::Mismatch(_)) => {
            assert!(error.is_request() && error.to_string().contains(words), "{error}");
        }
        other => panic!("expected a mismatch, got {other:?}: {words}"),
    }
}

#[test]
fn lengths_that_do_not_go_together_are_refused() {
    let gpu = gpu();
    let [four, five] = [4, 5].map(|count| gpu.storage::<u32>("test", count).unwrap());
    let scan = |target, keys: Option<&Buffer<u32>>| {
        let request = ScanRequest::new(ScanKind::Inclusive, &five, target);
        Scan::new(&gpu, &SUM_U32, keys.map_or(request, |keys| request.by_key(keys)))
    };
    is_refused(scan(&four, None), "4 elements in its target for 5 elements");
    is_refused(scan(&five, Some(&four)), "4 keys for 5 elements");
    is_refused(
        RadixSort::new(&gpu, &SortRequest::new(&five).with_values(&four)),
        "4 words for 5 keys",
    );
    is_refused(
        RadixSort::new(&gpu, &SortRequest::new(&five).with_indices(&four)),
        "4 words for 5 keys",
    );
    is_refused(
        HistoricalSort::new(&gpu, SortLadder::OneBit, &five, Some(&four)),
        "4 payloads for 5 keys",
    );
    let other = gpu.storage::<u32>("test", 4).unwrap();
    is_refused(Compact::new(&gpu, &four, &five, &other, None), "4 flags for 5 elements");
    is_refused(Compact::new(&gpu, &five, &five, &four, None), "room for 4");
    is_refused(Gather::new(&gpu, &five, &other, &four, None), "room for 4");
}

#[test]
fn a_buffer_that_is_read_cannot_be_written_too() {
    let gpu = gpu();
    let [values, flags] = ["values", "flags"].map(|label| gpu.storage::<u32>(label, 4).unwrap());
    is_refused(Histogram::new(&gpu, &values, &values, None), "cannot write to the buffer it reads");
    is_refused(
        Compact::new(&gpu, &flags, &values, &values, None),
        "cannot write to the buffer it reads",
    );
    is_refused(
        Gather::new(&gpu, &flags, &values, &values, None),
        "cannot write to the buffer it reads",
    );
}

#[test]
fn bits_beyond_a_key_and_elements_other_than_words_are_refused() {
    let gpu = gpu();
    let keys = gpu.storage::<u32>("keys", 1).unwrap();
    for bits in [30..33, 5..5, std::ops::Range { start: 7, end: 6 }] {
        let words = format!("{bits:?}");
        is_refused(RadixSort::new(&gpu, &SortRequest::new(&keys).bits(bits)), &words);
    }
    let [source, target] =
        ["source", "target"].map(|label| gpu.storage::<[u8; 6]>(label, 4).unwrap());
    let indices = gpu.storage::<u32>("indices", 4).unwrap();
    is_refused(Gather::new(&gpu, &indices, &source, &target, None), "elements of 6 bytes");
    is_refused(Compact::new(&gpu, &indices, &source, &target, None), "elements of 6 bytes");
}

#[test]
fn buffers_of_another_device_are_refused() {
    let (gpu, other) = (gpu(), gpu());
    let [own, foreign] = [&gpu, &other].map(|gpu| gpu.storage::<u32>("test", 4).unwrap());
    let target = gpu.storage::<u32>("target", 4).unwrap();
    let words = "another device";
    is_refused(gpu.read(&foreign), words);
    is_refused(Reduce::new(&gpu, &SUM_U32, &foreign), words);
    is_refused(Reduce::with_length(&gpu, &SUM_U32, &own, &foreign), words);
    is_refused(
        Scan::new(&gpu, &SUM_U32, ScanRequest::new(ScanKind::Inclusive, &own, &foreign)),
        words,
    );
    is_refused(
        Scan::new(
            &gpu,
            &SUM_U32,
            ScanRequest::new(ScanKind::Inclusive, &own, &target).with_length(&foreign),
        ),
        words,
    );
    is_refused(RadixSort::new(&gpu, &SortRequest::new(&foreign)), words);
    is_refused(RadixSort::new(&gpu, &SortRequest::new(&own).with_values(&foreign)), words);
    is_refused(Compact::new(&gpu, &foreign, &own, &target, None), words);
    is_refused(Gather::new(&gpu, &own, &foreign, &target, None), words);
    is_refused(Histogram::new(&gpu, &own, &foreign, None), words);
    is_refused(HistoricalReduce::new(&gpu, ReduceLadder::Sequential, &foreign), words);
    is_refused(HistoricalScan::new(&gpu, ScanLadder::Serial, ScanKind::Inclusive, &foreign), words);
    is_refused(HistoricalSort::new(&gpu, SortLadder::OneBit, &foreign, None), words);
    assert!(
        Reduce::new(&gpu.clone().with_runtime_checks(), &SUM_U32, &own).is_ok(),
        "clones share the device"
    );
}

#[test]
fn data_that_does_not_fit_is_not_written_and_reported_by_the_next_poll() {
    let (gpu, other) = (gpu(), gpu());
    let [own, foreign] = [&gpu, &other].map(|gpu| gpu.storage::<u32>("test", 4).unwrap());
    gpu.write(&own, &[0; 5]);
    is_refused(gpu.poll(), "5 elements were written to a buffer of 4");
    gpu.write(&foreign, &[0; 4]);
    is_refused(gpu.poll(), "another device");
    gpu.write(&own, &[0; 4]);
    gpu.poll().unwrap();
}

#[test]
fn a_callers_buffer_has_room_for_whole_quads() {
    let gpu = gpu();
    let raw = |size| {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        gpu.device().create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation: false,
        })
    };
    assert_eq!(Buffer::<u32>::from_wgpu(&gpu, raw(32), 5).unwrap().len(), 5);
    is_refused(Buffer::<u32>::from_wgpu(&gpu, raw(20), 5), "5 elements of 4 bytes takes 32 bytes");
    is_refused(Buffer::<u32>::from_wgpu(&gpu, raw(20), usize::MAX / 2), "and this one has 20");
}
