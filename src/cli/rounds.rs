//! Matches of three or four strategies, for `lexigraph selfplay --player`.

use std::path::Path;

use crate::report::TextTable;
use lexigraph::movegen::WordIndex;
use lexigraph::play::Game;
use lexigraph::play::rounds::{RoundContext, Standing, play_rounds};
use serde::Serialize;

use crate::common::games::{GameArgs, threads};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal, stop_on_interrupt, was_interrupted};
use crate::common::players::{PlayerFiles, PlayerText};
use crate::failure::Failure;

/// How a match is played.
pub struct Rounds<'a> {
    pub players: &'a [String],
    pub games: u64,
    /// Each deal is played with every player on every seat.
    pub rotate: bool,
    pub seed: u64,
    pub threads: Option<usize>,
    pub gcg: Option<&'a Path>,
    pub force: bool,
    pub json: bool,
    pub game: &'a GameArgs,
}

#[derive(Serialize)]
struct Report<'r> {
    players: Vec<PlayerReport<'r>>,
    setting: &'r [String],
    seed: u64,
    games: u64,
    deals: u64,
    rotated: bool,
    complete: bool,
}

#[derive(Serialize)]
struct PlayerReport<'r> {
    name: &'r str,
    wins: u64,
    shared: u64,
    mean: f64,
    mean_margin: f64,
    place: f64,
    place_margin: f64,
    bingos: u64,
    turns: u64,
}

impl Rounds<'_> {
    /// Plays the match and prints the results.
    pub fn run(&self, terminal: &Terminal) -> Result<Outcome, Failure> {
        match self.players.len() {
            3 => self.play::<3>(terminal),
            4 => self.play::<4>(terminal),
            found => {
                let message =
                    format!("a match has three or four of --player, not {found} — for two, use --first and --second");
                Err(Failure::new(message))
            }
        }
    }

    fn play<const SEATS: usize>(&self, terminal: &Terminal) -> Result<Outcome, Failure> {
        let players: Vec<PlayerText> = self.players.iter().map(|text| PlayerText::parse(text)).collect::<Result<_, _>>()?;
        let specs: Vec<_> = players.iter().map(|player| player.spec).collect();
        let (mut context, setup) = self.game.open(&specs, terminal)?;
        context.index_words()?;
        let setting = self.game.describe(&context, &setup)?;
        let generator = context.generator()?;
        let all = context.play_context(&generator);
        let open = |player| {
            PlayerFiles::open(player, &self.game.lexicon, &generator, context.image(), false, WordIndex::new, terminal)
        };
        let files: Vec<PlayerFiles> = players.iter().map(open).collect::<Result<_, _>>()?;
        let generators = files.iter().map(PlayerFiles::generator).collect::<Result<Vec<_>, _>>()?;
        let playing: RoundContext<'_, SEATS> = RoundContext {
            specs: std::array::from_fn(|at| specs[at]),
            contexts: std::array::from_fn(|at| files[at].context(generators[at].as_ref(), all)),
            setup,
            rules: context.rules.clone(),
        };
        let names: Vec<String> = players.iter().map(ToString::to_string).collect();
        let a_deal = if self.rotate { SEATS as u64 } else { 1 };
        let deals = self.games.div_ceil(a_deal);
        if let Some(folder) = self.gcg {
            std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
        }
        let see = |deal: u64, game: &Game<SEATS>, players: [usize; SEATS]| self.keep(&names, deal, game, players);
        let threads = threads(self.threads)?;
        stop_on_interrupt();
        let bar = terminal.bar(deals, "deals");
        let standings = threads.run(|| {
            play_rounds(&playing, (deals, self.rotate, self.seed), see, |done| {
                bar.set_position(done);
                !was_interrupted()
            })
        })?;
        bar.finish_and_clear();
        let games = standings[0].scores.count;
        let complete = games == deals * a_deal;
        let players = names.iter().zip(&standings).map(|(name, standing)| report(name, standing)).collect();
        let report = Report {
            players,
            setting: &setting,
            seed: self.seed,
            games,
            deals: games / a_deal,
            rotated: self.rotate,
            complete,
        };
        let mut out = Output::new();
        if self.json {
            out.json(&report)?
        } else {
            print(&report, &mut out)?
        }
        out.finish()?;
        if complete {
            return Ok(Outcome::Yes);
        }
        Err(Failure::new(format!("the match is incomplete after {games} games")))
    }

    /// Writes a game to the directory of `--gcg`.
    fn keep<const SEATS: usize>(
        &self,
        names: &[String],
        deal: u64,
        game: &Game<SEATS>,
        players: [usize; SEATS],
    ) -> Result<(), Failure> {
        let Some(folder) = self.gcg else { return Ok(()) };
        let suffix = if self.rotate { ["a", "b", "c", "d"][players[0]] } else { "" };
        let path = folder.join(format!("game-{:06}{suffix}.gcg", deal + 1));
        if !self.force && path.exists() {
            return Err(Failure::io(&path, &std::io::ErrorKind::AlreadyExists.into()));
        }
        let gcg = game.to_gcg(players.map(|player| names[player].as_str()));
        std::fs::write(&path, gcg.to_bytes()).map_err(|error| Failure::io(&path, &error))
    }
}

fn report<'r>(name: &'r str, standing: &Standing) -> PlayerReport<'r> {
    let ((mean, mean_margin), (place, place_margin)) =
        (standing.scores.mean().unwrap_or_default(), standing.places.mean().unwrap_or_default());
    let Standing { wins, shared, bingos, turns, .. } = *standing;
    // Places are counted in halves.
    PlayerReport {
        name,
        wins,
        shared,
        mean,
        mean_margin,
        place: place / 2.0,
        place_margin: place_margin / 2.0,
        bingos,
        turns,
    }
}

fn print(report: &Report<'_>, out: &mut Output) -> Result<(), Failure> {
    let deals = if report.rotated { format!(" of {} deals in all rotations", report.deals) } else { String::new() };
    out.line(format_args!("{} players: {} games{deals}, seed {}\n", report.players.len(), report.games, report.seed))?;
    let mut table = TextTable::new(["player", "wins", "shared", "mean score", "±", "place", "±", "full racks a game"]);
    let games = report.games.max(1) as f64;
    for player in &report.players {
        table.row([
            player.name.to_owned(),
            player.wins.to_string(),
            player.shared.to_string(),
            format!("{:.1}", player.mean),
            format!("{:.1}", player.mean_margin),
            format!("{:.2}", player.place),
            format!("{:.2}", player.place_margin),
            format!("{:.2}", player.bingos as f64 / games),
        ]);
    }
    table.lines().try_for_each(|line| out.line(line))?;
    out.line("± is half of a 95 % interval")?;
    Ok(())
}
