//! The transforms on the processor, serially and by all threads.

use rayon::prelude::*;

use super::request::{FftDirection, FftReal, FftRequest};
use super::roots;

type Complex<T> = [T; 2];

fn plus<T: FftReal>(a: Complex<T>, b: Complex<T>) -> Complex<T> {
    [a[0] + b[0], a[1] + b[1]]
}

fn minus<T: FftReal>(a: Complex<T>, b: Complex<T>) -> Complex<T> {
    [a[0] - b[0], a[1] - b[1]]
}

fn times<T: FftReal>(a: Complex<T>, b: Complex<T>) -> Complex<T> {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

/// -i a.
fn turned<T: FftReal>(a: Complex<T>) -> Complex<T> {
    [a[1], -a[0]]
}

fn conjugate<T: FftReal>(a: Complex<T>) -> Complex<T> {
    [a[0], -a[1]]
}

fn single<T: FftReal>(roots: Vec<[f64; 2]>) -> Vec<Complex<T>> {
    roots.into_iter().map(|root| root.map(T::from_f64)).collect()
}

/// Transforms lines of one length.
struct Line<T> {
    radices: Vec<usize>,
    roots: Vec<Complex<T>>,
    is_inverse: bool,
}

impl<T: FftReal> Line<T> {
    fn new(length: usize, direction: FftDirection) -> Self {
        let (mut rest, mut radices) = (length, Vec::new());
        for radix in [4].into_iter().chain(2..) {
            while rest > 1 && rest.is_multiple_of(radix) {
                radices.push(radix);
                rest /= radix;
            }
            if rest <= 1 {
                break;
            }
        }
        let roots = single(roots::stage_roots(&radices));
        Self { radices, roots, is_inverse: direction == FftDirection::Inverse }
    }

    /// Transforms a line, without a factor.
    fn transform(&self, line: &mut [Complex<T>], spare: &mut Vec<Complex<T>>) {
        let swap = |line: &mut [Complex<T>]| line.iter_mut().for_each(|element| element.swap(0, 1));
        if self.is_inverse {
            swap(line);
        }
        let mut span = 1;
        for &radix in &self.radices {
            spare.clear();
            spare.extend_from_slice(line);
            self.stage(spare, line, radix, span);
            span *= radix;
        }
        if self.is_inverse {
            swap(line);
        }
    }

    fn stage(&self, source: &[Complex<T>], target: &mut [Complex<T>], radix: usize, span: usize) {
        let each = source.len() / radix;
        for (block, target) in target.chunks_exact_mut(radix * span).enumerate() {
            for j in 0..span {
                let taken =
                    |r: usize| times(source[block * span + j + r * each], self.roots[r * span + j]);
                let first = source[block * span + j];
                match radix {
                    2 => {
                        let second = taken(1);
                        target[j] = plus(first, second);
                        target[j + span] = minus(first, second);
                    }
                    4 => {
                        let (second, third, fourth) = (taken(1), taken(2), taken(3));
                        let (even, odd) = (
                            [plus(first, third), minus(first, third)],
                            [plus(second, fourth), minus(second, fourth)],
                        );
                        target[j] = plus(even[0], odd[0]);
                        target[j + span] = plus(even[1], turned(odd[1]));
                        target[j + 2 * span] = minus(even[0], odd[0]);
                        target[j + 3 * span] = minus(even[1], turned(odd[1]));
                    }
                    _ => {
                        for k in 0..radix {
                            let term = |r: usize| {
                                times(taken(r), roots::root(k * r, radix).map(T::from_f64))
                            };
                            target[j + k * span] =
                                (1..radix).fold(first, |sum, r| plus(sum, term(r)));
                        }
                    }
                }
            }
        }
    }
}

/// Applies `work` to each line of this length, with a buffer to spare.
fn each_line<T: FftReal, S: Send>(
    elements: &mut [S],
    length: usize,
    by_threads: bool,
    work: impl Fn(usize, &mut [S], &mut Vec<Complex<T>>) + Sync,
) {
    if by_threads {
        elements
            .par_chunks_mut(length)
            .enumerate()
            .for_each_init(Vec::new, |spare, (number, line)| work(number, line, spare));
    } else {
        let mut spare = Vec::new();
        elements
            .chunks_mut(length)
            .enumerate()
            .for_each(|(number, line)| work(number, line, &mut spare));
    }
}

/// Transforms the lines along an axis whose elements are `stride` apart.
fn along<T: FftReal>(
    elements: &mut [Complex<T>],
    line: &Line<T>,
    length: usize,
    stride: usize,
    by_threads: bool,
) {
    if stride == 1 {
        return each_line(elements, length, by_threads, |_, own, spare| line.transform(own, spare));
    }
    let mut columns = vec![[T::from_f64(0.0); 2]; length * stride];
    for block in elements.chunks_mut(length * stride) {
        each_line(&mut columns, length, by_threads, |column, own, spare| {
            own.iter_mut()
                .enumerate()
                .for_each(|(row, element)| *element = block[row * stride + column]);
            line.transform(own, spare);
        });
        each_line::<T, _>(block, stride, by_threads, |row, own, _| {
            own.iter_mut()
                .enumerate()
                .for_each(|(column, element)| *element = columns[column * length + row]);
        });
    }
}

fn along_all<T: FftReal>(
    elements: &mut [Complex<T>],
    axes: &[super::request::Axis],
    direction: FftDirection,
    by_threads: bool,
) {
    for axis in axes {
        along(elements, &Line::new(axis.length, direction), axis.length, axis.stride, by_threads);
    }
}

/// A complex transform, of any length: what [`super::Fft::complex`] computes. By one thread or by
/// all.
///
/// # Panics
/// If there are not as many elements as in the request.
pub fn fft<T: FftReal>(
    request: FftRequest,
    direction: FftDirection,
    source: &[[T; 2]],
    by_threads: bool,
) -> Vec<[T; 2]> {
    assert_eq!(source.len(), request.elements(), "elements of the request");
    let mut elements = source.to_vec();
    along_all(&mut elements, &request.axes(request.columns), direction, by_threads);
    if direction == FftDirection::Inverse {
        let scale = T::from_f64(1.0 / request.averaged() as f64);
        each_line::<T, _>(&mut elements, request.columns, by_threads, |_, line, _| {
            line.iter_mut().for_each(|element| *element = element.map(|part| part * scale));
        });
    }
    elements
}

/// Half of the spectrum of real elements: what [`super::Fft::forward`] computes.
///
/// # Panics
/// If there are not as many elements as in the request.
pub fn real_fft<T: FftReal>(request: FftRequest, source: &[T], by_threads: bool) -> Vec<[T; 2]> {
    assert_eq!(source.len(), request.elements(), "elements of the request");
    let (columns, half) = (request.columns, request.half_columns());
    let mut elements = vec![[T::from_f64(0.0); 2]; request.half_elements()];
    let (is_even, packed) =
        (request.is_even(), if request.is_even() { columns / 2 } else { columns });
    let line = Line::new(packed, FftDirection::Forward);
    let turns: Vec<Complex<T>> = single(roots::first_roots(columns, half));
    let two = T::from_f64(0.5);
    each_line::<T, _>(&mut elements, half, by_threads, |row, own, spare| {
        let row = &source[row * columns..(row + 1) * columns];
        if !is_even {
            let mut all: Vec<Complex<T>> =
                row.iter().map(|value| [*value, T::from_f64(0.0)]).collect();
            line.transform(&mut all, spare);
            return own.copy_from_slice(&all[..half]);
        }
        own.iter_mut()
            .zip(row.chunks_exact(2))
            .for_each(|(element, pair)| *element = [pair[0], pair[1]]);
        line.transform(&mut own[..packed], spare);
        own[packed] = own[0];
        for k in 0..=packed / 2 {
            let (near, far) = (own[k], conjugate(own[packed - k]));
            let (even, odd) = (plus(near, far), turned(times(minus(near, far), turns[k])));
            own[k] = plus(even, odd).map(|part| part * two);
            own[packed - k] = conjugate(minus(even, odd)).map(|part| part * two);
        }
    });
    along_all(&mut elements, &request.axes(half)[1..], FftDirection::Forward, by_threads);
    elements
}

/// Real elements from half of their spectrum: what [`super::Fft::inverse`] computes.
///
/// # Panics
/// If there are not as many elements as in the request.
pub fn real_inverse_fft<T: FftReal>(
    request: FftRequest,
    source: &[[T; 2]],
    by_threads: bool,
) -> Vec<T> {
    assert_eq!(source.len(), request.half_elements(), "elements of the request");
    let (columns, half) = (request.columns, request.half_columns());
    let mut elements = source.to_vec();
    along_all(&mut elements, &request.axes(half)[1..], FftDirection::Inverse, by_threads);
    let (is_even, packed) =
        (request.is_even(), if request.is_even() { columns / 2 } else { columns });
    let line = Line::new(packed, FftDirection::Inverse);
    let turns: Vec<Complex<T>> = single(roots::first_roots(columns, half));
    let (zero, scale) = (T::from_f64(0.0), T::from_f64(1.0 / request.averaged() as f64));
    let mut results = vec![zero; request.elements()];
    each_line::<T, _>(&mut results, columns, by_threads, |row, own, spare| {
        let mut row = elements[row * half..(row + 1) * half].to_vec();
        row[0][1] = zero;
        if !is_even {
            row.extend((1..half).rev().map(|k| conjugate(row[k])).collect::<Vec<_>>());
            line.transform(&mut row, spare);
            return own
                .iter_mut()
                .zip(&row)
                .for_each(|(value, element)| *value = element[0] * scale);
        }
        row[packed][1] = zero;
        let pair = |k: usize| {
            let (near, far) = (row[k], conjugate(row[packed - k]));
            let odd = times(minus(near, far), conjugate(turns[k]));
            minus(plus(near, far), turned(odd))
        };
        let mut pairs: Vec<Complex<T>> = (0..packed).map(pair).collect();
        line.transform(&mut pairs, spare);
        own.chunks_exact_mut(2)
            .zip(&pairs)
            .for_each(|(own, pair)| own.copy_from_slice(&pair.map(|part| part * scale)));
    });
    results
}
