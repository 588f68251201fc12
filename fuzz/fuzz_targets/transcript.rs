#![no_main]
#[path = "../../tests/fuzz/targets.rs"]
#[allow(dead_code, reason = "each target calls one of the functions")]
mod targets;
libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::transcript(data));
