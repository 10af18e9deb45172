/// A square plane of complex numbers, in workgroups of SIDE times SIDE threads.
const SIDE: u32 = 16u;

struct PlaneParams {
    /// Points along a side.
    points: u32,
    padding: u32,
}
