//! Games as people and programs write them.

use std::sync::Arc;

use super::*;
use crate::board::{Move, Position};

const GAME: &str = "\
#player1 Ann Ann Other
#player2 Bob Robert Roe
#title Test game
#lexicon ENABLE
#somebody-elses pragma of theirs
>Ann: MOLDEER 8E MOLD +14 14
#note a quiet opening
which goes on here
>Bob: SITABQ? I8 SIT +12 12
>Bob: SITABQ? (challenge) +5 17
>Ann: EER??AA -EE? +0 14
>Bob: ABQ? -2 +0 17
>Ann: ER?AXUV J9 VaX +18 32
>Ann: ER?AXUV -- -18 14
>Bob: ABQ? - +0 17
>Ann: 7H AE +11 25
>Bob: (ER) +4 21
>Ann: AERUV (AERUV) -8 17
>Ann: (time) -10 7
";

fn setup() -> Arc<BoardSetup> {
    BoardSetup::builtin("english", "standard-15").unwrap()
}

fn parse(text: &str) -> Gcg {
    Gcg::parse(text.as_bytes(), &setup()).unwrap()
}

/// The game with one line changed.
fn changed(from: &str, to: &str) -> String {
    assert!(GAME.contains(from), "{from}");
    let text = GAME.replacen(from, to, 1);
    match Gcg::parse(text.as_bytes(), &setup()) {
        Ok(game) => game.replay().unwrap_err().to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_game_comes_back_as_it_was_written() {
    assert_eq!(parse(GAME).render(), GAME);
    let game = parse(GAME);
    assert_eq!(game.player(1), Some(("Bob", "Robert Roe")));
    assert_eq!((game.pragma("lexicon"), game.events().count()), (Some("ENABLE"), 12));
}

#[test]
fn a_game_is_replayed_with_all_its_scores() {
    let game = parse(GAME);
    let replay = game.replay().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(replay.scores, [7, 21]);
    let turns: Vec<_> = replay.turns.iter().map(|turn| (turn.line, turn.player, turn.points, turn.withdrawn)).collect();
    let expected = [(6, 0, 14, false), (9, 1, 12, false), (11, 0, 0, false), (12, 1, 0, false), (13, 0, 18, true)];
    assert_eq!(turns[..5], expected);
    assert_eq!(turns[5..], [(15, 1, 0, false), (16, 0, 11, false)]);
    assert!(matches!(replay.turns[2].played, Move::Exchange(tiles) if tiles.len() == 3));
    let board = "15/15/15/15/15/15/7AE6/4MOLDS6/8I6/8T6/15/15/15/15/15";
    assert!(replay.end.to_cgp().starts_with(board), "{}", replay.end.to_cgp());
    assert!(Position::try_from(replay.end.into_unchecked()).is_ok());
}

#[test]
fn wrong_lines_are_told() {
    let score = changed("+12 12", "+11 11");
    assert_eq!(score, "line 9: the event scores 12, the line says 11");
    assert_eq!(changed("+14 14", "+14 15"), "line 6: the total comes to 14, the line says 15");
    assert_eq!(changed("+14 14", "14 14"), "line 6: the score '14' is not a number of the form +12 or -12");
    assert!(changed("+14 14", "+14 x").starts_with("line 6: the total 'x'"));
    assert_eq!(
        changed("8E MOLD", "8E MOL."),
        "line 6: row 8, column H: the word goes through a tile, but the square is empty"
    );
    assert_eq!(changed("8E MOLD", "8A MOLD"), "line 6: the first play must cover row 8, column H");
    assert_eq!(changed("8E MOLD", "8E M0LD"), "line 6: '0' (tile 2 of 'M0LD') is no tile");
    assert_eq!(changed("I8 SIT", "I8 SITS"), "line 9: the rack does not hold the tiles of the move");
    assert_eq!(changed("Bob: SITABQ? I8", "Ann: SITABQ? I8"), "line 9: 'Ann' is not on turn");
    assert_eq!(
        changed("Bob: SITABQ? I8", "Cid: SITABQ? I8"),
        "line 9: 'Cid' is neither of the players — #player1 and #player2 give their nicks"
    );
    assert!(changed("EER??AA", "EEJJ?AA").starts_with("line 11: rack 1: there are 1 tiles 'J'"));
    assert_eq!(
        changed("Bob: SITABQ? (challenge) +5", "Ann: -- -14"),
        "line 10: nothing to withdraw: the event before is no play of 'Ann'"
    );
    assert!(changed(">Ann: MOLDEER", ">Ann MOLDEER").starts_with("line 6: an event begins with a nick"));
    assert!(changed("which goes on here", ">").starts_with("line 8: an event begins"));
    assert!(changed("#title", "title").starts_with("line 3: 'title Test game' is neither a pragma"));
    assert!(changed("#title Test game", "#board-layout Nowhere").starts_with("line 3: no board layout"));
    assert!(changed("#title Test game", "#character-encoding ebcdic-9").starts_with("line 3: the encoding"));
    assert!(changed("#player2 Bob", "#player2 Ann").starts_with("line 2: #player2 needs a nick of its own"));
    assert!(changed("-2 +0", "-0 +0").starts_with("line 12: the number of tiles"));
    assert!(changed("-EE?", "-Ee?").starts_with("line 11: the tiles exchanged: tile 2 is in lower case"));
    assert!(changed("(ER) +4", "(ER) +3").contains("the event scores"));
}

#[test]
fn encodings_are_kept() {
    let latin = b"#player1 A Andr\xe9\n#player2 B Bo\n>A: CAF 8G CAF +16 16\n";
    let game = Gcg::parse(latin, &setup()).unwrap();
    assert_eq!((game.player(0), game.encoding), (Some(("A", "André")), Encoding::Latin1));
    assert_eq!(game.to_bytes(), latin);
    let utf8 = "#character-encoding UTF-8\n#player1 A Андрей\n#player2 B Bo\n";
    for prefix in ["", "\u{feff}"] {
        let game = Gcg::parse(format!("{prefix}{utf8}").as_bytes(), &setup()).unwrap();
        assert_eq!((game.player(0), game.to_bytes()), (Some(("A", "Андрей")), utf8.as_bytes().to_vec()));
    }
    let error = Gcg::parse(b"#character-encoding UTF-8\n#title \xe9\n", &setup()).unwrap_err();
    assert_eq!(error.to_string(), "line 2: not UTF-8, though the file says so");
    let error = Gcg::parse(b"#character-encoding EBCDIC-9\n", &setup()).unwrap_err();
    assert!(error.to_string().starts_with("line 1: the encoding 'EBCDIC-9' is not known"));
}

#[test]
fn encodings_have_many_names() {
    let name = |head: &[u8], name: &[u8]| {
        let game = Gcg::parse(&[head, b"\n#player1 A ", name, b"\n#player2 B Bo\n"].concat(), &setup()).unwrap();
        game.player(0).unwrap().1.to_owned()
    };
    for utf8 in ["UTF-8", "utf8", "Utf_8", "\"UTF-8\""] {
        assert_eq!(name(format!("#character-encoding {utf8}").as_bytes(), "Zoë Ł".as_bytes()), "Zoë Ł", "{utf8}");
    }
    for latin in ["ISO-8859-1", "iso8859-1", "ISO_8859-1", "latin1", "Latin-1", "windows-1252", "cp1252", "ANSI"] {
        assert_eq!(name(format!("#character-encoding {latin}").as_bytes(), b"Zo\xeb"), "Zoë", "{latin}");
    }
    for (label, bytes, text) in
        [("iso-8859-2", &b"\xa3ukasz"[..], "Łukasz"), ("KOI8-R", b"\xe1", "А"), ("CP1250", b"\xa3", "Ł")]
    {
        assert_eq!(name(format!("#character-encoding {label}").as_bytes(), bytes), text, "{label}");
    }
    // The declaration may stand below other pragmas.
    assert_eq!(name(b"#title A\n#character-encoding utf8", "Zoë".as_bytes()), "Zoë");
}

#[test]
fn what_other_programs_write_is_read() {
    let end = |from: &str, to: &str| {
        assert!(GAME.contains(from), "{from}");
        let game = parse(&GAME.replacen(from, to, 1));
        game.replay().unwrap_or_else(|error| panic!("{to}: {error}")).scores
    };
    assert_eq!(end("+12 12", "+12   12  SIT, MOLDS"), [7, 21]);
    assert_eq!(end("-EE? +0 14", "-EE? +0 14 a note"), [7, 21]);
    assert_eq!(end("-2 +0 17", "-2 +0 17 two tiles"), [7, 21]);
    assert_eq!(end("-- -18 14", "-- +0 14"), [7, 21]);
    // The challenge costs the challenger something, or gives the other something.
    let penalty = GAME.replace("(challenge) +5 17", "(challenge) -5 7").replace("+0 17", "+0 7").replace("+4 21", "+4 11");
    assert_eq!(parse(&penalty).replay().unwrap().scores, [7, 11]);
    let wrong = changed("-- -18 14", "-- +0 32");
    assert_eq!(wrong, "line 14: the total comes to 14, the line says 32");
    assert!(Gcg::detect(GAME.as_bytes()) && Gcg::detect(b"\xef\xbb\xbf\n>a: A 8H AB +8 8"));
    assert!(!Gcg::detect(b"15/15 ABC/ 0/0 0") && !Gcg::detect(b"_ _ _\n\nABC") && !Gcg::detect(b"# # _"));
}

#[test]
fn letters_and_layout_come_from_the_pragmas() {
    let text = "#tile-distribution english_super\n#board-layout SuperCrosswordGame\n#player1 a\n#player2 b\n>a: 11K GO +6 6\n#rack2 ABC\n";
    let game = parse(text);
    assert_eq!(game.setup, BoardSetup::builtin("english-200", "grand-21").unwrap());
    let replay = game.replay().unwrap();
    assert_eq!((replay.end.rack().len(), replay.on_turn), (3, 1));
}
