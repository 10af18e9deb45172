//! Whether the pictures of a run fit in memory, checked in advance because a failed allocation
//! during the run would abort the process.

use super::recorder::host_bytes;
use super::still::still_bytes;
use super::{CaptureError, ContactSheet};
use crate::gpu::Gpu;
use crate::render::{Mosaic, Print};

/// Bytes per pixel on a software adapter, which uses the host's memory: target, film, and the
/// levels of the glow.
const DRAWN: u64 = 32;
/// Bytes per sample of light.
const LIGHT: u64 = 8;

/// Checks that memory can hold `pictures` pictures of `size` pixels at once, plus the contact sheet
/// if there is one.
///
/// # Errors
/// [`CaptureError::Memory`] with the memory needed; [`CaptureError::SheetSize`] if such a sheet is
/// impossible.
pub fn check_memory(
    gpu: &Gpu,
    size: [u32; 2],
    pictures: u64,
    sheet: Option<[u32; 2]>,
) -> Result<(), CaptureError> {
    if size.iter().any(|&side| side > gpu.limits().max_texture_dimension_2d) {
        // The target will reject it, and its error names the largest size.
        return Ok(());
    }
    let mut bytes = host_bytes(size, pictures);
    if gpu.is_software() {
        bytes += DRAWN * u64::from(size[0]) * u64::from(size[1]);
    }
    if let Some([columns, rows]) = sheet {
        let [width, height] = ContactSheet::checked_size(columns, rows, size)?;
        // Plus half as much during compression.
        bytes += 3 * u64::from(width) * u64::from(height) * 3 / 2;
    }
    reserve(bytes)
}

/// Checks that memory can hold a picture that is drawn tile by tile: all of it if it is put
/// together in memory, otherwise a few rows of tiles.
///
/// # Errors
/// [`CaptureError::Memory`] with the memory needed.
pub fn check_print(gpu: &Gpu, print: &Print, is_put_together: bool) -> Result<(), CaptureError> {
    let pixels = |[width, height]: [u32; 2]| u64::from(width) * u64::from(height);
    let tile = Mosaic::tile(gpu, print);
    let mut bytes = still_bytes(print, tile);
    if is_put_together {
        bytes += 2 * u64::from(print.format.pixel_bytes()) * pixels(print.size);
    }
    if gpu.is_software() {
        bytes += DRAWN * pixels(tile)
            + LIGHT * pixels(tile) * u64::from(print.samples.pow(2))
            + pixels(print.size) / 2;
    }
    reserve(bytes)
}

/// Allocates this much memory in one piece, and frees it untouched.
fn reserve(bytes: u64) -> Result<(), CaptureError> {
    let refused = || CaptureError::Memory { mebibytes: bytes >> 20 };
    let length = usize::try_from(bytes).map_err(|_| refused())?;
    let mut room: Vec<u8> = Vec::new();
    room.try_reserve_exact(length).map_err(|_| refused())?;
    // Without this the compiler sees that the memory is unused and removes the allocation.
    std::hint::black_box(&room);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_larger_than_memory_is_refused_with_its_size() {
        assert!(reserve(1 << 20).is_ok());
        let error = reserve(1 << 60).unwrap_err().to_string();
        assert!(error.contains("1099511627776 MiB"), "{error}");
    }

    #[test]
    fn more_pictures_need_more_until_as_many_as_can_be_under_way() {
        let [one, two, many, more] =
            [1, 2, 1000, 2000].map(|pictures| host_bytes([640, 480], pictures));
        assert!(one < two && two <= many && many == more);
    }
}
