//! The condition of a card: what is read is written as it is read again.
#![no_main]

use analyze::games::gang::Condition;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(condition) = text.parse::<Condition>() {
        assert_eq!(condition.to_string().parse::<Condition>().as_ref(), Ok(&condition), "{text}");
    }
});
