//! What remembers the plans of players of POT: the decision trees that all engines share, which own the work.

pub(super) use crate::simulate::answers::NodeIndex;
pub(super) use crate::simulate::trees::Trees;
