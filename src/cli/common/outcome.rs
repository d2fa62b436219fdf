//! How a command that did not fail ended.

/// The outcome of a command; it becomes the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Found, yes, or done: exit status 0.
    Yes,
    /// Nothing found, no, or different: exit status 1.
    No,
    /// Some queries of a batch had mistakes, which have been reported; the others were answered: exit status 2.
    Failed,
}

impl From<bool> for Outcome {
    fn from(yes: bool) -> Outcome {
        if yes { Outcome::Yes } else { Outcome::No }
    }
}
