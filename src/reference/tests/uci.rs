//! The UCI engine without a defect.
