//! Pages of analysed games: one file each, with nothing from elsewhere.
//!
//! A page is written as XML that is HTML as well. Without its script, the boards of all turns stand below each other; with
//! it, one is shown at a time.

use std::fmt::Write as _;

use lexigraph::board::{Board, Layout, Move, Square, column_name, word_text};
use lexigraph::play::analysis::{AnalyzedTurn, ChanceSource, GameAnalysis, PlayerTotals, TurnKind};

use super::output::{COLUMNS, SUMS, cells, missed_text, move_text, percent, rack_text, result, sums, tenths};
use crate::report::{self, Chance, chances};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A game in the index of a directory.
pub struct Entry {
    file: String,
    cells: [String; 5],
}

impl Entry {
    /// The row of a game whose page is `file`.
    pub fn new(file: &str, names: &[String; 2], analysis: &GameAnalysis) -> Entry {
        let lost = |player: usize| tenths(analysis.totals(player).mean_loss());
        let luck = |player: usize| analysis.totals(player).known_luck();
        let ahead = luck(0).zip(luck(1)).map(|(first, second)| first - second);
        let cells = [result(names, analysis), analysis.turns.len().to_string(), lost(0), lost(1), tenths(ahead)];
        Entry { file: file.to_owned(), cells }
    }
}

/// The page of a directory of games: the sums by player, and links to the pages of the games.
pub fn index(entries: &[Entry], totals: &[(String, PlayerTotals)], says: &str) -> String {
    let mut body = format!("<h1>{} games</h1>\n<p>Judged by {}.</p>\n</header>\n<main>\n", entries.len(), escaped(says));
    body += "<section>\n<h2>Players</h2>\n";
    body += &sums_table(totals);
    body += "</section>\n<section>\n<h2>Games</h2>\n";
    let headings = ["game", "turns", "loss a turn, first", "loss a turn, second", "luck of the first ahead"];
    let rows = entries.iter().map(|entry| {
        let link = format!("<a href=\"{}\">{}</a>", escaped(&encoded(&entry.file)), escaped(&entry.cells[0]));
        std::iter::once(link).chain(entry.cells[1..].iter().map(|cell| escaped(cell))).collect()
    });
    body += &table("games", "Games, with the points that each player lost a turn", &headings, rows);
    body += "</section>\n</main>\n";
    document("Games, analysed", &body, "")
}

/// The page of a game.
pub fn game(names: &[String; 2], analysis: &GameAnalysis, says: &str) -> String {
    let title = result(names, analysis);
    let mut body = format!("<h1>{}</h1>\n", escaped(&title));
    let _ = writeln!(
        body,
        "<p>{} of {} turns, judged by {}.</p>\n</header>\n<main>",
        analysis.turns.len(),
        analysis.count,
        escaped(says)
    );
    body += "<section>\n<h2>Luck and skill</h2>\n";
    let totals = [0, 1].map(|player| (names[player].clone(), analysis.totals(player)));
    body += &sums_table(&totals);
    body += EXPLAINED;
    body += "</section>\n<section>\n<h2>Chance to win</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" \
             aria-label=\"Curve of the chance to win\">\n";
    body += &curve(names, analysis);
    body += "</div>\n<p>Bars are 95 % intervals of simulations. The table of turns has the numbers.</p>\n</section>\n";
    body += "<section>\n<h2>Turns</h2>\n";
    let headings: Vec<&str> = ["turn", "player"].into_iter().chain(COLUMNS).collect();
    body += &table("turns", "Turns", &headings, analysis.turns.iter().map(|turn| turn_row(names, turn)));
    body += "</section>\n<section id=\"boards\">\n<h2>Boards</h2>\n";
    body += "<div class=\"steps\" hidden=\"hidden\">\n<button type=\"button\" data-step=\"first\">First</button>\n\
             <button type=\"button\" data-step=\"previous\">Previous</button>\n\
             <button type=\"button\" data-step=\"next\">Next</button>\n\
             <button type=\"button\" data-step=\"last\">Last</button>\n\
             <span id=\"where\" aria-live=\"polite\"></span>\n<span class=\"hint\">Arrow keys go from turn to turn.</span>\n\
             </div>\n";
    analysis.turns.iter().for_each(|turn| body += &turn_article(names, turn));
    body += "</section>\n</main>\n";
    document(&title, &body, SCRIPT)
}

/// What the numbers mean.
const EXPLAINED: &str = "<p>The loss of a turn is how much less the move is worth than the best one: in points by static \
equity, as a chance to win in percent, and once the bag is empty, in points to the end of the game. The luck of a turn is the \
equity of its best move less the mean over other tiles that might have been drawn. A bingo lays a full rack.</p>\n";

fn document(title: &str, body: &str, script: &str) -> String {
    let script = if script.is_empty() { String::new() } else { format!("<script>\n{script}</script>\n") };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n{body}{script}</body>\n</html>\n",
        escaped(title)
    )
}

/// A table; the first cell of each row is its heading. The cells of rows are HTML.
fn table(class: &str, caption: &str, headings: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut html = format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">\n<table class=\"list {class}\">\n\
         <caption>{0}</caption>\n<thead><tr>",
        escaped(caption)
    );
    headings.iter().for_each(|heading| _ = write!(html, "<th scope=\"col\">{}</th>", escaped(heading)));
    html += "</tr></thead>\n<tbody>\n";
    for row in rows {
        html += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            html += &if column == 0 { format!("<th scope=\"row\">{cell}</th>") } else { format!("<td>{cell}</td>") };
        }
        html += "</tr>\n";
    }
    html + "</tbody>\n</table>\n</div>\n"
}

fn sums_table(totals: &[(String, PlayerTotals)]) -> String {
    let rows = totals.iter().map(|(name, totals)| sums(name, totals).iter().map(|cell| escaped(cell)).collect());
    table("sums", "Sums by player", &SUMS, rows)
}

fn curve(names: &[String; 2], analysis: &GameAnalysis) -> String {
    let turns = analysis.turns.iter().map(|turn| (turn.chance.margin, Some(turn.player)));
    let points = analysis.chances().into_iter().zip(turns.chain([(0.0, None)]));
    let points: Vec<Chance> = points.map(|(value, (margin, player))| Chance { value, margin, player }).collect();
    chances(&result(names, analysis), [&names[0], &names[1]], &points)
}

fn turn_row(names: &[String; 2], turn: &AnalyzedTurn) -> Vec<String> {
    let number = turn.turn;
    let mut cells = cells(turn);
    if turn.missed_bingo() {
        // Behind the move.
        cells[1] += " (bingo missed)";
    }
    let link = format!("<a href=\"#turn-{number}\">{number}</a>");
    let name = escaped(&names[turn.player]);
    [link, name].into_iter().chain(cells.iter().map(|cell| escaped(cell))).collect()
}

/// A turn: the board after it, and what there is to say.
fn turn_article(names: &[String; 2], turn: &AnalyzedTurn) -> String {
    let (number, name) = (turn.turn, &names[turn.player]);
    let position = &turn.position;
    let heading = format!("Turn {number}: {name}, {} for {}", move_text(turn), turn.score);
    let mut html =
        format!("<article class=\"turn\" id=\"turn-{number}\" tabindex=\"-1\">\n<h3>{}</h3>\n", escaped(&heading));
    let stands = turn.kind != TurnKind::Withdrawn;
    let (after, laid): (Board, Vec<Square>) = match &turn.played {
        Move::Place(placement) if stands => {
            (placement.laid_on(position.board()), placement.laid(position.board()).map(|(square, _)| square).collect())
        }
        _ => (position.board().clone(), Vec::new()),
    };
    html += "<div class=\"both\">\n";
    html += &board_table(&after, &laid, turn);
    html += "<dl>\n";
    for (term, text) in facts(names, turn) {
        let _ = writeln!(html, "<dt>{}</dt><dd>{}</dd>", escaped(term), escaped(&text));
    }
    html + "</dl>\n</div>\n</article>\n"
}

/// What there is to say about a turn.
fn facts(names: &[String; 2], turn: &AnalyzedTurn) -> Vec<(&'static str, String)> {
    let [own, other] = turn.position.scores();
    let mut facts = vec![
        ("Score", format!("{} {}, {} {}", names[turn.player], own + turn.score, names[1 - turn.player], other)),
        ("Rack", if turn.is_known { rack_text(turn) } else { format!("{} (not known in full)", rack_text(turn)) }),
    ];
    let source = match turn.chance.source {
        ChanceSource::Table => "by lead and unseen tiles".to_owned(),
        ChanceSource::Simulation => format!("± {}, by simulation", percent(Some(turn.chance.margin))),
        ChanceSource::Endgame => "proven".to_owned(),
    };
    facts.push(("Chance to win before the turn", format!("{} % {source}", percent(Some(turn.chance.value)))));
    let notation = |play: &Move| play.notation(turn.position.board(), turn.position.setup().alphabet());
    if let Some((best, loss)) = turn.best.as_ref().zip(turn.loss()) {
        let worth = best.worth.points();
        let text =
            format!("{} {}, equity {worth:.1}; the move lost {}", notation(&best.play), best.score, tenths(Some(loss)));
        facts.push(("Best by static equity", text));
    }
    if let Some(simulated) = &turn.simulated {
        let best = &simulated.best;
        let mut text = format!(
            "{} {}, {} ± {} % of games won with {} racks",
            notation(&best.scored_move.play),
            best.scored_move.score,
            percent(Some(best.wins)),
            percent(Some(best.wins_margin())),
            simulated.iterations
        );
        if let Some(played) = &simulated.played {
            let (behind, margin) = (percent(Some(played.behind)), percent(Some(played.behind_margin())));
            let _ = write!(text, "; the move lost {behind} ± {margin} %");
        }
        facts.push(("Best by simulation", text));
    }
    if let Some(endgame) = &turn.endgame {
        let proven = if endgame.exact { "proven" } else { "not proven" };
        let best = endgame.line.first().map_or(String::new(), |(play, _)| notation(play));
        let text =
            format!("{best}, spread {:+} to the end, {proven}; the move lost {} points", endgame.value, endgame.loss());
        facts.push(("Best to the end", text));
    }
    if let Some(luck) = &turn.luck {
        let error = if luck.is_exact { String::new() } else { format!(" ± {:.1}", 1.96 * luck.error) };
        let text = format!("{:+.1}{error}: the best move is worth {:.1} with other tiles", luck.points, luck.mean);
        facts.push(("Luck of the draw", text));
    }
    if turn.missed_bingo() {
        facts.push(("Missed bingo", missed_text(turn)));
    }
    if !turn.phonies.is_empty() {
        facts.push(("Not in the lexicon", turn.phonies.join(", ")));
    }
    facts
}

fn board_table(board: &Board, laid: &[Square], turn: &AnalyzedTurn) -> String {
    let setup = turn.position.setup();
    let (layout, alphabet) = (setup.layout(), setup.alphabet());
    let mut html =
        format!("<table class=\"board\">\n<caption>Board after turn {}</caption>\n<thead><tr><td></td>", turn.turn);
    for column in 0..board.columns() {
        let _ = write!(html, "<th scope=\"col\">{}</th>", column_name(column as u8));
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in 0..board.rows() {
        let _ = write!(html, "<tr><th scope=\"row\">{}</th>", row + 1);
        for column in 0..board.columns() {
            let square = Square::new(row as u8, column as u8);
            let cell = board.at(square).filter(|cell| cell.is_tile());
            html += &match cell {
                Some(cell) => {
                    let new = if laid.contains(&square) { " new" } else { "" };
                    let blank = if cell.is_blank() { " blank" } else { "" };
                    format!("<td class=\"tile{new}{blank}\">{}</td>", escaped(&word_text(alphabet, &[cell])))
                }
                None => square_cell(layout, board, square),
            };
        }
        html += "</tr>\n";
    }
    html + "</tbody>\n</table>\n"
}

/// An empty square: `3W` triples the word, `2L` doubles the letter.
fn square_cell(layout: &Layout, board: &Board, square: Square) -> String {
    if !board.contains(square) {
        return "<td class=\"hole\"></td>".to_owned();
    }
    let premium = layout.premium(square);
    match (premium.word(), premium.letter()) {
        (1, 1) => "<td></td>".to_owned(),
        (1, letter) => format!("<td class=\"letter-{letter}\">{letter}L</td>"),
        (word, _) => format!("<td class=\"word-{word}\">{word}W</td>"),
    }
}

/// A text as HTML, also in quotes.
fn escaped(text: &str) -> String {
    report::escaped(text).replace('"', "&quot;")
}

/// The name of a file in a link: bytes with a meaning there, or outside of ASCII, are encoded.
fn encoded(name: &str) -> String {
    name.bytes().fold(String::new(), |mut link, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            link.push(char::from(byte));
        } else {
            let _ = write!(link, "%{byte:02X}");
        }
        link
    })
}
