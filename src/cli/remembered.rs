//! The last solution of each kind, so that questions about many positions of a game solve it once.
//!
//! Owns the memory: one solution of each type in the thread that asks. A review and a person who plays ask about dozens of
//! positions of one game.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    /// By type, with what it is the solution of.
    static LAST: RefCell<Vec<(String, Rc<dyn Any>)>> = const { RefCell::new(Vec::new()) };
}

/// The solution of `what`, a text that says all that it depends on: the one that was found last if that was of the same,
/// otherwise what `solve` finds, which is kept instead.
///
/// # Errors
/// What `solve` gives; then nothing is kept.
pub(in crate::cli) fn solved<T: 'static, E>(what: &str, solve: impl FnOnce() -> Result<T, E>) -> Result<Rc<T>, E> {
    let last =
        |(of, known): &(String, Rc<dyn Any>)| Some(Rc::clone(known).downcast::<T>().ok()?).filter(|_| of == what);
    if let Some(known) = LAST.with_borrow(|all| all.iter().find_map(last)) {
        return Ok(known);
    }
    let found = Rc::new(solve()?);
    LAST.with_borrow_mut(|all| {
        all.retain(|(_, known)| !known.is::<T>());
        all.push((what.to_owned(), Rc::<T>::clone(&found)));
    });
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn what_was_solved_last_is_not_solved_again() {
        let asked = Cell::new(0);
        let solve = |number: u8| {
            asked.set(asked.get() + 1);
            if number == 0 { Err("no") } else { Ok(number) }
        };
        assert_eq!(solved("a", || solve(0)), Err("no"));
        assert_eq!((solved("a", || solve(1)), solved("a", || solve(2))), (Ok(Rc::new(1)), Ok(Rc::new(1))));
        assert_eq!(asked.get(), 2, "a failure is not kept");
        assert_eq!(solved("a", || solve(3).map(u32::from)), Ok(Rc::new(3)), "each type has a memory of its own");
        assert_eq!((solved("b", || solve(4)), solved("a", || solve(5))), (Ok(Rc::new(4)), Ok(Rc::new(5))));
        assert_eq!(solved("a", || solve(6).map(u32::from)), Ok(Rc::new(3)));
    }
}
