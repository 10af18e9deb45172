//! The processor by its name.

use crate::cpu::Hardware;
use crate::name::Named;

/// The CPU with its threads, and its instruction set.
pub(super) fn processor() -> (String, String) {
    let hardware = Hardware::best();
    (
        format!("{}, {} threads", model(), hardware.threads),
        hardware.instruction_set.name().to_owned(),
    )
}

/// The CPU's brand name; if it has none, its architecture.
#[cfg(target_arch = "x86_64")]
fn model() -> String {
    use std::arch::x86_64::__cpuid;

    // The brand string: 48 bytes in three leaves (AMD64 Architecture Programmer's Manual, volume 3,
    // appendix E.4.2).
    let leaves = 0x8000_0002..=0x8000_0004;
    if __cpuid(0x8000_0000).eax < *leaves.end() {
        return std::env::consts::ARCH.to_owned();
    }
    let registers = leaves.map(__cpuid).flat_map(|leaf| [leaf.eax, leaf.ebx, leaf.ecx, leaf.edx]);
    let bytes: Vec<u8> =
        registers.flat_map(u32::to_le_bytes).take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(not(target_arch = "x86_64"))]
fn model() -> String {
    std::env::consts::ARCH.to_owned()
}
