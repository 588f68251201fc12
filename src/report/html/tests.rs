//! Tests of the page as a whole.
