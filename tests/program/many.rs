//! `duplicate`, and games of three and four, as a script sees them.

use crate::program::Folder;

#[test]
fn duplicate_adds_up_and_repeats_itself() {
    let folder = Folder::with(&[]);
    let arguments = ["duplicate", "--seed", "3", "--player", "greedy", "--player", "greedy:share=50", "--json"];
    let game = folder.json(&arguments);
    assert_eq!(game, folder.json(&arguments));
    let turns = game["turns"].as_array().unwrap();
    let mut sums = [0; 3];
    for turn in turns {
        let own = |at: usize| turn["players"][at]["points"].as_i64().unwrap();
        let top = turn["points"].as_i64().unwrap();
        // Greedy has the score of the top, though not always its play.
        assert_eq!(own(0), top);
        assert!(own(1) <= top);
        [top, own(0), own(1)].iter().zip(&mut sums).for_each(|(points, sum)| *sum += points);
        assert_eq!(turn["cumulated"].as_i64().unwrap(), sums[0]);
    }
    let result =
        |at: usize| (game["players"][at]["points"].as_i64().unwrap(), game["players"][at]["percent"].as_f64().unwrap());
    assert_eq!((result(0), result(1).0), ((sums[0], 100.0), sums[2]));
    assert!((result(1).1 - sums[2] as f64 * 100.0 / sums[0] as f64).abs() < 0.051);
    // The racks of the game, given in a file, make the same game.
    let racks: Vec<&str> = turns.iter().map(|turn| turn["rack"].as_str().unwrap()).collect();
    std::fs::write(folder.path().join("racks.txt"), format!("# racks\n{}\n", racks.join("\n"))).unwrap();
    let again = folder.json(&["duplicate", "--racks", "racks.txt", "--json"]);
    assert_eq!((&again["points"], again["turns"].as_array().unwrap().len()), (&game["points"], turns.len()));
}

#[test]
fn a_person_plays_duplicate() {
    let folder = Folder::with(&[("racks.txt", b"AEINRST\nV\nEEILOPT\n")]);
    let typed = "8D NOSUCH\n8d retains\n-A\npass\n";
    let (status, stdout, stderr) = folder.go(&["duplicate", "--me", "--racks", "racks.txt"], typed);
    assert_eq!(status, 0, "{stderr}");
    assert!(stderr.contains("racks.txt: line 2: the rack has no play"), "{stderr}");
    assert!(stdout.contains("not exchanged in duplicate") && stdout.contains("you have 0 (0.0 %)"), "{stdout}");
    assert!(stdout.lines().last().unwrap().starts_with("you: "), "{stdout}");
    let (status, stdout, _) = folder.go(&["duplicate", "--me", "--seed", "2"], "quit\n");
    assert_eq!((status, stdout.lines().last()), (0, Some("you: 0 of 0 points, 100.0 %, 0 tops")));
}

#[test]
fn three_play_and_mistakes_are_told() {
    let folder = Folder::with(&[("bad.txt", b"AEINRST\nA1\n"), ("twice.txt", b"\nQQABCDE\n"), ("none.txt", b"# none\n")]);
    let three = ["selfplay", "--player", "greedy", "--player", "greedy:share=50", "--player", "greedy"];
    let report = folder.json(&[&three[..], &["--games", "3", "--pairs", "--gcg", "games", "--json"]].concat());
    assert_eq!((report["games"].as_u64(), report["deals"].as_u64()), (Some(3), Some(1)));
    let place = |at: usize| report["players"][at]["place"].as_f64().unwrap();
    assert!((place(0) + place(1) + place(2) - 6.0).abs() < 1e-9);
    let game = std::fs::read_to_string(folder.path().join("games/game-000001b.gcg")).unwrap();
    assert!(game.contains("#player3 p3 greedy\n") && game.contains("#player1 p1 greedy:share=50\n"), "{game}");
    for (arguments, expected) in [
        (&["duplicate", "--racks", "bad.txt"][..], "bad.txt: line 2:"),
        (&["duplicate", "--racks", "twice.txt"], "twice.txt: line 2:"),
        (&["duplicate", "--racks", "none.txt"], "has no rack"),
        (&["duplicate", "--player", "clever"], "no strategy is called 'clever'"),
        (&["selfplay", "--player", "greedy"], "three or four of --player, not 1"),
        (&["play", "--players", "5"], "5 is not in 2..=4"),
    ] {
        let (status, _, stderr) = folder.go(arguments, "");
        assert_eq!(status, 2, "{arguments:?}: {stderr}");
        assert!(stderr.contains(expected), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_person_plays_several_machines_and_goes_on_with_a_saved_game() {
    let folder = Folder::with(&[]);
    let arguments = ["play", "--players", "3", "--level", "greedy", "--seed", "4", "--save", "game.gcg"];
    let (status, stdout, stderr) = folder.go(&[&arguments[..], &["--first", "me"]].concat(), "-\nhint 1\nquit\n");
    assert_eq!(status, 0, "{stderr}");
    let places =
        ["you 0   machine 1 0   machine 2 0", "\nmachine 1: ", "\nmachine 2: "].map(|text| stdout.find(text).unwrap());
    assert!(places.is_sorted(), "{stdout}");
    // Both machines moved: what each has is told again, and after one turn is taken back, the person is on turn again.
    let (status, resumed, stderr) =
        folder.go(&["play", "--resume", "game.gcg", "--level", "greedy"], "history\nundo\n-\nquit\n");
    assert_eq!(status, 0, "{stderr}");
    let moves = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| line.starts_with("machine "))
            .map(|line| line.split(" = ").next().unwrap().to_owned())
            .collect()
    };
    let made = moves(&stdout);
    assert_eq!(made.len(), 2, "{stdout}");
    // The same tiles give the same moves.
    assert!(moves(&resumed).ends_with(&made), "{resumed}");
    assert!(resumed.contains("you        passes +0 = 0"), "{resumed}");
    let (_, four, _) =
        folder.go(&["play", "--players", "4", "--level", "greedy", "--seed", "4", "--first", "machine"], "quit\n");
    assert!(four.contains("machine 3 "), "{four}");
}
