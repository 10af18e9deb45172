//! The primitives on all CPU cores, or those of the `rayon::ThreadPool` in which they are called,
//! for comparison with the GPU. Results match [`super::reference`], except that float sums differ
//! by rounding; those have the same bits for any number of threads.
//!
//! Use them to compare a GPU with all cores of the machine, or where data is on the host already.
//! Each thread takes 32,768 elements at a time, so that short slices run on one core.
//!
//! ```
//! use starshell::primitives::threaded;
//!
//! let numbers: Vec<u64> = (1..=100_000).collect();
//! assert_eq!(threaded::reduce(&numbers, 0, |a, b| a + b), 5_000_050_000);
//! ```

use std::slice::IterMut;

use rayon::prelude::*;

use super::fft::{self, FftDirection, FftReal, FftRequest};
use super::reference::{self, DIGITS, PASSES, digit};
#[cfg(feature = "numerics")]
use super::{Csr, Real};

/// Elements per task: enough to be worth scheduling, few enough to stay in a core's cache.
/// Independent of the number of threads, and so is the order of operations.
const CHUNK: usize = 1 << 15;

/// Combines all of `elements` with the associative `combine`, whose identity is `identity`.
pub fn reduce<T: Copy + Send + Sync>(
    elements: &[T],
    identity: T,
    combine: impl Fn(T, T) -> T + Sync,
) -> T {
    reference::reduce(&totals(elements, identity, &combine), identity, combine)
}

/// For each element, the combination of all up to and including it by the associative `combine`,
/// whose identity is `identity`. Every element is read twice and combined twice.
pub fn inclusive_scan<T: Copy + Send + Sync>(
    elements: &[T],
    identity: T,
    combine: impl Fn(T, T) -> T + Sync,
) -> Vec<T> {
    scan(elements, identity, &combine, |sum, element, result| {
        *sum = combine(*sum, element);
        *result = *sum;
    })
}

/// For each element, the combination of all before it; see [`inclusive_scan`].
pub fn exclusive_scan<T: Copy + Send + Sync>(
    elements: &[T],
    identity: T,
    combine: impl Fn(T, T) -> T + Sync,
) -> Vec<T> {
    scan(elements, identity, &combine, |sum, element, result| {
        *result = *sum;
        *sum = combine(*sum, element);
    })
}

/// The combination of each chunk.
fn totals<T: Copy + Send + Sync>(
    elements: &[T],
    identity: T,
    combine: &(impl Fn(T, T) -> T + Sync),
) -> Vec<T> {
    elements.par_chunks(CHUNK).map(|chunk| reference::reduce(chunk, identity, combine)).collect()
}

/// Reduce, then scan: the totals of chunks, their scan, and then the scan of each chunk from its
/// offset. `advance` takes the combination so far, moves it past an element and returns a result.
fn scan<T: Copy + Send + Sync>(
    elements: &[T],
    identity: T,
    combine: &(impl Fn(T, T) -> T + Sync),
    advance: impl Fn(&mut T, T, &mut T) + Sync,
) -> Vec<T> {
    let before = reference::exclusive_scan(&totals(elements, identity, combine), identity, combine);
    // All threads touch the memory first, too.
    let mut results: Vec<T> = rayon::iter::repeat_n(identity, elements.len()).collect();
    let chunks = results.par_chunks_mut(CHUNK).zip(elements.par_chunks(CHUNK)).zip(before);
    chunks.for_each(|((results, elements), mut sum)| {
        for (result, &element) in results.iter_mut().zip(elements) {
            advance(&mut sum, element, result);
        }
    });
    results
}

#[cfg(feature = "numerics")]
/// The product of a sparse matrix and a vector. Each row is summed by one thread, so it has the
/// same bits as [`reference::spmv`].
///
/// # Panics
/// If `x` has fewer elements than the matrix has columns.
pub fn spmv<T: Real>(matrix: &Csr<T>, x: &[T]) -> Vec<T> {
    let mut y = vec![T::zeroed(); matrix.rows()];
    spmv_into(matrix, x, &mut y);
    y
}

#[cfg(feature = "numerics")]
/// As [`spmv`], into a slice with one element per row.
///
/// # Panics
/// If a slice is too short.
pub fn spmv_into<T: Real>(matrix: &Csr<T>, x: &[T], y: &mut [T]) {
    divide_rows(matrix, 0, &mut y[..matrix.rows()], &|first, y| {
        reference::spmv_of_rows(matrix, x, first, y)
    });
}

#[cfg(feature = "numerics")]
/// Divides rows into halves of about as many nonzeros each, down to what is worth a task. A row is
/// not divided.
fn divide_rows<T: Real>(
    matrix: &Csr<T>,
    first: usize,
    y: &mut [T],
    run: &(impl Fn(usize, &mut [T]) + Sync),
) {
    let starts = &matrix.row_starts()[first..=first + y.len()];
    let work = |row: usize| starts[row] as usize - starts[0] as usize + row;
    if work(y.len()) <= CHUNK || y.len() < 2 {
        return run(first, y);
    }
    // The first row by whose beginning half of the work is done.
    let (mut low, mut high) = (1, y.len() - 1);
    while low < high {
        let middle = usize::midpoint(low, high);
        if work(middle) < work(y.len()) / 2 { low = middle + 1 } else { high = middle }
    }
    let half = low;
    let (low, high) = y.split_at_mut(half);
    rayon::join(
        || divide_rows(matrix, first, low, run),
        || divide_rows(matrix, first + half, high, run),
    );
}

/// `keys` in ascending order, sorted in four passes of eight bits, least significant first.
pub fn radix_sort(keys: &[u32]) -> Vec<u32> {
    radix_sort_by_key(keys, |&key| key)
}

/// Pairs of key and payload in ascending order of keys; equal keys keep their order.
pub fn radix_sort_pairs<T: Copy + Send + Sync>(pairs: &[(u32, T)]) -> Vec<(u32, T)> {
    radix_sort_by_key(pairs, |&(key, _)| key)
}

/// In each pass, every chunk counts its digits and then moves its elements to where the scan of all
/// counts says: to one slice of the other buffer per digit, which no other chunk shares.
fn radix_sort_by_key<T: Copy + Send + Sync>(
    elements: &[T],
    key: impl Fn(&T) -> u32 + Sync,
) -> Vec<T> {
    let threads = rayon::current_num_threads();
    if threads == 1 || elements.len() <= CHUNK {
        return reference::radix_sort_by_key(elements, key);
    }
    // One chunk per thread: more chunks only make the slices shorter, and caches hold their ends
    // less well.
    let chunk = elements.len().div_ceil(threads).max(CHUNK);
    let mut sorted = elements.to_vec();
    let mut moved = sorted.clone();
    for pass in 0..PASSES {
        let digit = |element: &T| digit(key(element), pass);
        let counts: Vec<[usize; DIGITS]> =
            sorted.par_chunks(chunk).map(|chunk| histogram(chunk, digit)).collect();
        let places = divide(&mut moved, &counts);
        sorted.par_chunks(chunk).zip(places).for_each(|(chunk, mut places)| {
            for element in chunk {
                // There is a place for each element that was counted.
                if let Some(place) = places[digit(element)].next() {
                    *place = *element;
                }
            }
        });
        std::mem::swap(&mut sorted, &mut moved);
    }
    sorted
}

fn histogram<T>(elements: &[T], digit: impl Fn(&T) -> usize) -> [usize; DIGITS] {
    let mut counts = [0; DIGITS];
    elements.iter().for_each(|element| counts[digit(element)] += 1);
    counts
}

/// For each chunk, the places of its elements of each digit. All elements of one digit come before
/// those of the next; within a digit, chunks keep their order.
fn divide<'a, T>(mut rest: &'a mut [T], counts: &[[usize; DIGITS]]) -> Vec<Vec<IterMut<'a, T>>> {
    let mut places: Vec<Vec<_>> = counts.iter().map(|_| Vec::with_capacity(DIGITS)).collect();
    for digit in 0..DIGITS {
        for (places, counts) in places.iter_mut().zip(counts) {
            let (own, others) = rest.split_at_mut(counts[digit]);
            places.push(own.iter_mut());
            rest = others;
        }
    }
    places
}

/// A complex Fourier transform of any length; see [`reference::fft`].
///
/// # Panics
/// If there are not as many elements as in the request.
pub fn fft<T: FftReal>(
    request: FftRequest,
    direction: FftDirection,
    elements: &[[T; 2]],
) -> Vec<[T; 2]> {
    fft::fft(request, direction, elements, true)
}

/// Half of the spectrum of real numbers; see [`reference::real_fft`].
///
/// # Panics
/// If there are not as many elements as in the request.
pub fn real_fft<T: FftReal>(request: FftRequest, elements: &[T]) -> Vec<[T; 2]> {
    fft::real_fft(request, elements, true)
}

/// Real numbers from half of their spectrum; see [`reference::real_inverse_fft`].
///
/// # Panics
/// If there are not as many elements as in the request.
pub fn real_inverse_fft<T: FftReal>(request: FftRequest, spectrum: &[[T; 2]]) -> Vec<T> {
    fft::real_inverse_fft(request, spectrum, true)
}
