//! The tasks that formats are measured on.

/// A task that formats are measured on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Build: from sorted words in memory to the finished bytes, in milliseconds.
    Build,
    /// Look up words of the list in random order, in nanoseconds per word.
    Hits,
    /// Look up words with one letter changed, none of them in the list, in nanoseconds per word.
    Misses,
    /// Look up words in an order that depends on the answers, in nanoseconds per word.
    Chained,
    /// Enumerate all words, in nanoseconds per word.
    Enumerate,
    /// Find the words that use some of six letters and a blank, in microseconds per rack.
    Anagram,
    /// Find the words with some known letters, in microseconds per pattern.
    Pattern,
    /// Find the words on a 4×4 grid of letters drawn from the list, in microseconds per grid.
    Boggle,
    /// Generate all plays in a position with the GADDAG, in microseconds per position.
    Movegen,
}

impl Task {
    /// All tasks, in the order of the table columns.
    pub const ALL: [Task; 9] = [
        Task::Build,
        Task::Hits,
        Task::Misses,
        Task::Chained,
        Task::Enumerate,
        Task::Anagram,
        Task::Pattern,
        Task::Boggle,
        Task::Movegen,
    ];

    /// Its name in tables and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Task::Build => "build",
            Task::Hits => "hits",
            Task::Misses => "misses",
            Task::Chained => "chained",
            Task::Enumerate => "enumerate",
            Task::Anagram => "anagram",
            Task::Pattern => "pattern",
            Task::Boggle => "boggle",
            Task::Movegen => "movegen",
        }
    }

    /// The unit of its times: `ms`, `µs` or `ns`.
    pub const fn unit(self) -> &'static str {
        match self {
            Task::Build => "ms",
            Task::Hits | Task::Misses | Task::Chained | Task::Enumerate => "ns",
            Task::Anagram | Task::Pattern | Task::Boggle | Task::Movegen => "µs",
        }
    }

    /// The length of its unit in seconds.
    pub fn unit_in_seconds(self) -> f64 {
        match self.unit() {
            "ms" => 1e-3,
            "µs" => 1e-6,
            _ => 1e-9,
        }
    }
}
