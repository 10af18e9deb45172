//! Laplacians of regular grids.

use super::csr::{Builder, check_size};
use super::{Csr, Real, SparseError};

impl<T: Real> Csr<T> {
    /// The five-point Laplacian of a grid of `width` by `height` points, with the sign that makes
    /// it positive: 4 on the diagonal and -1 for each neighbour. Points count row by row, `x +
    /// width * y`.
    ///
    /// A periodic grid wraps around, and its Laplacian maps constants to 0. Otherwise values
    /// outside the grid are 0, and the matrix is positive definite. Divide it by the square of the
    /// distance of points to get the negative of the second derivatives.
    ///
    /// ```
    /// use starshell::primitives::Csr;
    ///
    /// let laplacian = Csr::<f32>::laplacian_2d([3, 3], false)?;
    /// assert_eq!(laplacian.row(4).collect::<Vec<_>>(), [(1, -1.0), (3, -1.0), (4, 4.0), (5, -1.0), (7, -1.0)]);
    /// # Ok::<(), starshell::primitives::SparseError>(())
    /// ```
    ///
    /// # Errors
    /// [`SparseError`] if there are no points, or too many.
    pub fn laplacian_2d(
        [width, height]: [usize; 2],
        is_periodic: bool,
    ) -> Result<Self, SparseError> {
        laplacian([width, height, 1], 2, is_periodic)
    }

    /// The seven-point Laplacian of a grid of three dimensions: 6 on the diagonal and -1 for each
    /// neighbour. Points count `x + width * (y + height * z)`. Otherwise as [`Csr::laplacian_2d`].
    ///
    /// # Errors
    /// [`SparseError`] if there are no points, or too many.
    pub fn laplacian_3d(size: [usize; 3], is_periodic: bool) -> Result<Self, SparseError> {
        laplacian(size, 3, is_periodic)
    }
}

fn laplacian<T: Real>(
    size: [usize; 3],
    dimensions: usize,
    is_periodic: bool,
) -> Result<Csr<T>, SparseError> {
    let points = size.iter().fold(1_usize, |product, &length| product.saturating_mul(length));
    let most = points.saturating_mul(2 * dimensions + 1);
    check_size(points, points, most)?;
    let strides = [1, size[0], size[0] * size[1]];
    let mut builder = Builder::new([points, points, most])?;
    let mut row = Vec::with_capacity(7);
    for point in 0..points {
        row.clear();
        row.push((point as u32, T::from_f64(2.0 * dimensions as f64)));
        for (&stride, &length) in strides.iter().zip(&size).take(dimensions) {
            let at = point / stride % length;
            let line = point - at * stride;
            let before = if at > 0 { Some(at - 1) } else { is_periodic.then_some(length - 1) };
            let after = if at + 1 < length { Some(at + 1) } else { is_periodic.then_some(0) };
            row.extend(
                before
                    .into_iter()
                    .chain(after)
                    .map(|at| ((line + at * stride) as u32, T::from_f64(-1.0))),
            );
        }
        builder.row(&mut row);
    }
    Ok(builder.finish())
}
