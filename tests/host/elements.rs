//! A monoid's elements have the same layout on the host and in WGSL, and mistakes are reported in
//! the user's file.

use starshell::gpu::{Buffer, Gpu, GpuError, Part, ShaderError};
use starshell::primitives::{
    Monoid, Reduce, ReducePlan, SUM_U32, Scan, ScanForm, ScanKind, ScanPlan, ScanRequest,
};

const SUM_VEC3F: &[Part] = &[Part {
    path: "my/vectors.wgsl",
    source: "alias Element = vec3f;
fn identity() -> vec3f { return vec3f(); }
fn combine(a: vec3f, b: vec3f) -> vec3f { return a + b; } // a last line without an end",
}];

fn reduce<T: bytemuck::Pod>(monoid: &Monoid<T>) -> Result<(), GpuError> {
    let gpu = Gpu::noop().expect("wgpu is built with its noop backend");
    let source = gpu.storage::<T>("source", 8)?;
    Reduce::new(&gpu, monoid, &source)?;
    Scan::new(
        &gpu,
        monoid,
        ScanRequest::new(ScanKind::Inclusive, &source, &gpu.storage("target", 8)?),
    )
    .map(|_| ())
}

fn refusal<T: bytemuck::Pod>(wgsl: &'static str) -> String {
    let parts = vec![Part { path: "my/monoid.wgsl", source: wgsl }];
    reduce::<T>(&Monoid::new(parts.leak())).unwrap_err().to_string()
}

#[test]
fn elements_of_another_size_than_those_of_wgsl_are_refused() {
    let error = reduce::<[f32; 3]>(&Monoid::new(SUM_VEC3F)).unwrap_err();
    let GpuError::Shader(ShaderError::Layout { path, stride, size, bytes }) = &error else {
        panic!("{error}")
    };
    assert_eq!((*path, *stride, *size, *bytes), ("my/vectors.wgsl", 16, 12, 12));
    for word in ["my/vectors.wgsl", "12 bytes on the host", "16 in a WGSL array"] {
        assert!(error.to_string().contains(word), "{error}");
    }
    reduce::<[f32; 4]>(&Monoid::new(SUM_VEC3F)).unwrap();
}

#[test]
fn a_kernel_compiled_for_one_type_is_checked_again_for_another() {
    let gpu = Gpu::noop().unwrap();
    let padded = gpu.storage::<[f32; 4]>("source", 8).unwrap();
    Reduce::new(&gpu, &Monoid::new(SUM_VEC3F), &padded).unwrap();
    let packed = gpu.storage::<[f32; 3]>("source", 8).unwrap();
    let refused = Reduce::new(&gpu, &Monoid::new(SUM_VEC3F), &packed);
    assert!(matches!(refused, Err(GpuError::Shader(ShaderError::Layout { .. }))), "{refused:?}");
}

#[test]
fn a_plan_for_other_elements_than_the_buffers_is_refused() {
    let gpu = Gpu::noop().unwrap();
    let source: Buffer<u64> = gpu.storage("source", 8).unwrap();
    let is_refused = |error: Option<GpuError>| matches!(error, Some(GpuError::Mismatch(words)) if words.contains("4 bytes"));
    assert!(is_refused(
        Reduce::with_plan(&gpu, ReducePlan::new(&gpu, &SUM_U32), &[], &source, None).err()
    ));
    let request = ScanRequest::new(ScanKind::Inclusive, &source, &source);
    let plan = ScanPlan::on_gpus(&SUM_U32, ScanForm { is_in_place: true, ..ScanForm::PLAIN });
    assert!(is_refused(Scan::with_plan(&gpu, plan, request).err()));
}

#[test]
fn numbers_are_of_32_bits() {
    const PAIR: &str = "alias Element = vec2u;
fn identity() -> vec2u { return vec2u(); }
fn combine(a: vec2u, b: vec2u) -> vec2u { return a + b; }
";
    let parts = vec![Part { path: "my/pair.wgsl", source: PAIR }];
    reduce::<[u32; 2]>(&Monoid::new(parts.clone().leak())).unwrap();
    let error = reduce::<[u32; 2]>(&Monoid::new(parts.leak()).number()).unwrap_err().to_string();
    assert!(error.contains("my/pair.wgsl"), "{error}");
}

#[test]
fn mistakes_in_the_users_wgsl_name_the_users_file() {
    let error = refusal::<u32>(
        "alias Element = u32;
fn identity() -> u32 { return 0u; }
fn combine(a: u32, b: u32) -> u32 { return a + c; }",
    );
    assert!(error.contains("my/monoid.wgsl:3"), "{error}");
    let error = refusal::<u32>(
        "alias Element = u32;
fn identity() -> u32 { return 0.5; }
fn combine(a: u32, b: u32) -> u32 { return a + b; }",
    );
    assert!(error.contains("my/monoid.wgsl"), "{error}");
    // A missing declaration is found in Starshell's kernel.
    let error = refusal::<u32>("alias Element = u32; fn identity() -> u32 { return 0u; }");
    assert!(error.contains("my/monoid.wgsl must declare") && error.contains("combine"), "{error}");
    let error = refusal::<u32>(
        "alias Element = u32;
fn identity() -> u32 { return 0u; }
fn combine(a: u32) -> u32 { return a; }",
    );
    assert!(error.contains("my/monoid.wgsl"), "{error}");
}
