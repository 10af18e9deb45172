//! The primitives on the CPU as plain loops, to check the GPU's results against.
//!
//! Use them in tests of code that calls the GPU's, as the specification of what it computes: every
//! bit of an exact operator must agree. They take slices and closures, and need no adapter.
//!
//! ```
//! use starshell::primitives::reference;
//!
//! let lengths = [3_u32, 1, 4];
//! assert_eq!(reference::exclusive_scan(&lengths, 0, |a, b| a + b), [0, 3, 4]);
//! assert_eq!(reference::reduce(&lengths, 0, u32::max), 4);
//! ```

use super::fft::{self, FftDirection, FftReal, FftRequest};
#[cfg(feature = "numerics")]
use super::{Csr, Real};

/// Combines all of `elements` with `combine`, starting from `identity`.
pub fn reduce<T: Copy>(elements: &[T], identity: T, combine: impl Fn(T, T) -> T) -> T {
    elements.iter().fold(identity, |sum, &element| combine(sum, element))
}

/// For each element, the combination of all elements up to and including it.
pub fn inclusive_scan<T: Copy>(elements: &[T], identity: T, combine: impl Fn(T, T) -> T) -> Vec<T> {
    let mut sum = identity;
    let next = |&element: &T| {
        sum = combine(sum, element);
        sum
    };
    elements.iter().map(next).collect()
}

/// For each element, the combination of all elements before it; `identity` for the first.
pub fn exclusive_scan<T: Copy>(elements: &[T], identity: T, combine: impl Fn(T, T) -> T) -> Vec<T> {
    let mut sum = identity;
    let next = |&element: &T| {
        let next = combine(sum, element);
        std::mem::replace(&mut sum, next)
    };
    elements.iter().map(next).collect()
}

/// For each element, the combination of its segment up to and including it. A segment begins
/// wherever the key changes.
///
/// # Panics
/// If there are not as many keys as elements.
pub fn segmented_inclusive_scan<T: Copy, K: PartialEq>(
    keys: &[K],
    elements: &[T],
    identity: T,
    combine: impl Fn(T, T) -> T,
) -> Vec<T> {
    by_segments(keys, elements, |segment| inclusive_scan(segment, identity, &combine))
}

/// For each element, the combination of its segment before it; `identity` for the first of each
/// segment. A segment begins wherever the key changes.
///
/// # Panics
/// If there are not as many keys as elements.
pub fn segmented_exclusive_scan<T: Copy, K: PartialEq>(
    keys: &[K],
    elements: &[T],
    identity: T,
    combine: impl Fn(T, T) -> T,
) -> Vec<T> {
    by_segments(keys, elements, |segment| exclusive_scan(segment, identity, &combine))
}

fn by_segments<T, K: PartialEq>(
    keys: &[K],
    mut elements: &[T],
    scan: impl Fn(&[T]) -> Vec<T>,
) -> Vec<T> {
    assert_eq!(keys.len(), elements.len(), "a key for each element");
    let mut all = Vec::with_capacity(elements.len());
    for segment in keys.chunk_by(|key, next| key == next) {
        let (own, rest) = elements.split_at(segment.len());
        all.extend(scan(own));
        elements = rest;
    }
    all
}

/// The indices that put `keys` in ascending order; equal keys keep their order.
pub fn argsort<K: Ord>(keys: &[K]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    order.sort_by_key(|&place| &keys[place as usize]);
    order
}

/// `keys` in ascending order, sorted in four passes of eight bits, least significant first.
pub fn radix_sort(keys: &[u32]) -> Vec<u32> {
    radix_sort_by_key(keys, |&key| key)
}

/// Pairs of key and payload in ascending order of keys; equal keys keep their order.
pub fn radix_sort_pairs<T: Copy>(pairs: &[(u32, T)]) -> Vec<(u32, T)> {
    radix_sort_by_key(pairs, |&(key, _)| key)
}

/// Least significant digit first; each digit takes a histogram, its scan, and a stable move to
/// another buffer.
pub(super) fn radix_sort_by_key<T: Copy>(elements: &[T], key: impl Fn(&T) -> u32) -> Vec<T> {
    let mut sorted = elements.to_vec();
    let mut moved = sorted.clone();
    // All passes see the same keys, so one loop counts all digits.
    let mut counts = [[0_usize; DIGITS]; PASSES];
    for element in elements {
        for (pass, counts) in counts.iter_mut().enumerate() {
            counts[digit(key(element), pass)] += 1;
        }
    }
    for (pass, counts) in counts.iter().enumerate() {
        let mut places = [0; DIGITS];
        places.copy_from_slice(&exclusive_scan(counts, 0, |a, b| a + b));
        for element in &sorted {
            let place = &mut places[digit(key(element), pass)];
            moved[*place] = *element;
            *place += 1;
        }
        std::mem::swap(&mut sorted, &mut moved);
    }
    sorted
}

#[cfg(feature = "numerics")]
/// The product of a sparse matrix and a vector, summed row by row in the order of the nonzeros.
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
    spmv_of_rows(matrix, x, 0, &mut y[..matrix.rows()]);
}

#[cfg(feature = "numerics")]
/// The elements of a product from the row `first` on.
pub(super) fn spmv_of_rows<T: Real>(matrix: &Csr<T>, x: &[T], first: usize, y: &mut [T]) {
    let (columns, values) = (matrix.column_indices(), matrix.values());
    for (pair, sum) in matrix.row_starts()[first..].windows(2).zip(y) {
        let row = pair[0] as usize..pair[1] as usize;
        let products = columns[row.clone()]
            .iter()
            .zip(&values[row])
            .map(|(&column, &value)| value * x[column as usize]);
        *sum = products.sum();
    }
}

/// Number of values of an eight-bit digit.
pub(super) const DIGITS: usize = 256;
/// Digits per key.
pub(super) const PASSES: usize = 4;

/// The digit by which pass `pass` sorts.
pub(super) fn digit(key: u32, pass: usize) -> usize {
    (key >> (8 * pass)) as usize % DIGITS
}

/// A complex Fourier transform of any length: what [`Fft::complex`](super::Fft::complex) computes.
///
/// # Panics
/// If there are not as many elements as in the request.
pub fn fft<T: FftReal>(
    request: FftRequest,
    direction: FftDirection,
    elements: &[[T; 2]],
) -> Vec<[T; 2]> {
    fft::fft(request, direction, elements, false)
}

/// Half of the spectrum of real numbers: what [`Fft::forward`](super::Fft::forward) computes.
///
/// # Panics
/// If there are not as many elements as in the request.
pub fn real_fft<T: FftReal>(request: FftRequest, elements: &[T]) -> Vec<[T; 2]> {
    fft::real_fft(request, elements, false)
}

/// Real numbers from half of their spectrum: what [`Fft::inverse`](super::Fft::inverse) computes.
///
/// # Panics
/// If there are not as many elements as in the request.
pub fn real_inverse_fft<T: FftReal>(request: FftRequest, spectrum: &[[T; 2]]) -> Vec<T> {
    fft::real_inverse_fft(request, spectrum, false)
}
