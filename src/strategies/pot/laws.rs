//! Laws that every shipped strategy keeps (tests only).
