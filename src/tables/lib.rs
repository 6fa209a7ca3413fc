//! Tables and pages from the records of what was played, and the ratings and equilibria in them.

pub mod meta;
pub mod page;
pub mod report;
