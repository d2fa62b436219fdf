//! The code in `docs/c.md` is that of the files that the tests run.

use crate::support::text;

/// Each block of code names its file in the line before it, and is a part of that file.
#[test]
fn code_of_the_documentation_is_that_of_the_examples() {
    let docs = text("docs/c.md");
    let mut blocks = 0;
    let mut rest = docs.as_str();
    while let Some(at) = rest.find("<!-- from ") {
        rest = &rest[at + "<!-- from ".len()..];
        let (file, after) = rest.split_once(" -->\n").expect("a file");
        let code =
            after.strip_prefix("```").and_then(|code| code.split_once('\n')).expect("a block of code after the file").1;
        let code = code.split("\n```\n").next().unwrap();
        let source = text(file);
        for part in code.split("\n…\n") {
            assert!(source.contains(part), "docs/c.md has code that is not in {file}:\n{part}");
        }
        blocks += 1;
    }
    assert!(blocks >= 3, "docs/c.md has {blocks} blocks of code");
    let fences =
        docs.matches("\n```c\n").count() + docs.matches("\n```go\n").count() + docs.matches("\n```csharp\n").count();
    assert!(fences <= blocks, "a block of code in docs/c.md does not name its file");
}
