//! What lists are read from and what outputs are written to: pipes, devices, links, standard input and output.

use crate::program::Folder;

fn lists() -> Folder {
    Folder::with(&[("two.txt", b"cat\ndog\n")])
}

#[test]
fn dash_and_device_are_standard_output() {
    let run = lists();
    for output in ["-", "/dev/stdout"] {
        if output != "-" && !cfg!(target_os = "linux") {
            continue;
        }
        for name in ["json", "txt", "tsv"] {
            let text = run.ok(&["convert", "two.txt", "-o", output, "--format", name, "-q"]);
            assert!(text.contains("CAT") && text.contains("DOG"), "{output} {name}: {text}");
        }
        assert_eq!(run.ok(&["dump", "two.txt", "-o", output, "-q"]), "CAT\nDOG\n");
    }
    let (status, stdout, stderr) = run.go(&["compile", "two.txt", "-o", "-", "--json"], "");
    assert_eq!((status, stdout.as_str()), (2, ""));
    assert!(stderr.contains("write the image to a file"), "{stderr}");
    assert_eq!(run.files(), 1);
}

#[test]
fn lists_and_leaves_come_from_standard_input() {
    let run = lists();
    for (arguments, expected) in [
        (&["dump", "-", "-q"][..], "CAT\nDOG\n"),
        (&["lookup", "-q", "-l", "-", "dog"], "DOG\n"),
        (&["diff", "-q", "two.txt", "-"], ""),
    ] {
        assert_eq!(run.go(arguments, "cat\ndog\n"), (0, expected.to_owned(), String::new()), "{arguments:?}");
    }
    let (status, stdout, stderr) = run.go(&["convert", "-", "-o", "-", "--format", "csv", "-q"], "S,7\n?,25.5\n");
    assert_eq!(status, 0, "{stderr}");
    assert!(stdout.contains("25.5"), "{stdout}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_comes_through_a_pipe_is_read_once() {
    let run = lists();
    run.ok(&["convert", "two.txt", "-o", "two.kwg", "-q"]);
    let program = env!("CARGO_BIN_EXE_lexigraph");
    let shell = |script: &str| {
        let done = std::process::Command::new("bash")
            .args(["-c", script])
            .env("LG", program)
            .env_remove("LEXIGRAPH_LEXICON")
            .current_dir(run.path())
            .output()
            .unwrap();
        String::from_utf8(done.stdout).unwrap() + &String::from_utf8(done.stderr).unwrap()
    };
    for (script, expected) in [
        ("$LG lookup -q -l <(cat two.txt) cat", "CAT\n"),
        ("$LG lookup -q -l <(gzip -c two.txt) cat", "CAT\n"),
        ("$LG lookup -q -l <(cat two.kwg) dog", "DOG\n"),
        ("cat two.kwg | $LG dump -q -", "CAT\nDOG\n"),
        ("cat two.txt | $LG dump -q /dev/stdin", "CAT\nDOG\n"),
        ("$LG diff -q <(cat two.txt) <(cat two.kwg)", ""),
        ("$LG compile -q <(cat two.txt) -o a.lxg --external && $LG dump -q a.lxg", "CAT\nDOG\n"),
        ("mkfifo pipe; (cat two.txt > pipe &); timeout 20 $LG dump -q pipe", "CAT\nDOG\n"),
        ("$LG verify -q - --against <(cat two.txt) < two.kwg | grep -c WRONG", "0\n"),
        // What is written to goes on as it was: links stay links, and a redirected file is not another one.
        ("{ echo one; $LG dump -q two.txt -o /dev/stdout; echo two; } > out; cat out", "one\nCAT\nDOG\ntwo\n"),
        ("ln -s /proc/self/fd/1 link; $LG dump -q two.txt -o link > out; test -L link && cat out", "CAT\nDOG\n"),
        ("ln -s real name; $LG dump -q two.txt -o name; test -L name && cat real", "CAT\nDOG\n"),
        ("mkfifo out2; (timeout 20 $LG dump -q two.txt -o out2 &); cat out2; test -p out2 && echo kept", "CAT\nDOG\nkept\n"),
        ("$LG convert -q two.txt -o - --format kwg | $LG dump -q -", "CAT\nDOG\n"),
    ] {
        assert_eq!(shell(script), expected, "{script}");
    }
}
