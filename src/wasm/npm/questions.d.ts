// Made from src/lexigraph/api/openapi.json by the test `openapi`; not edited by hand.

/** An alphabet. */
export interface AlphabetView {
  /** The name, for requests. */
  name: string;
  /** A description. */
  title: string;
  /** The number of blanks. */
  blanks: number;
  /** The letters in collation order. */
  letters: LetterView[];
}

/** The alphabets at hand: those that are built in, and those of the lexicons. */
export interface AlphabetsAnswer {
  /** Each alphabet. */
  alphabets: AlphabetView[];
}

/** Letters to make words of; `words/anagram`. */
export interface AnagramRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The letters: `?` is a blank, `*` any letters, `[abc]` one of a set, `[^abc]` one of the others. */
  letters?: string;
  /** `true` for words that use only some of the letters. */
  sub?: boolean;
  /** The minimum length of a word. */
  min_length?: number | null;
  /** The maximum length of a word. */
  max_length?: number | null;
  /** Consecutive letters that a word has; words that a combination has. */
  contains?: string[];
  /** Combine up to this number of words. */
  words?: number | null;
  /** `true` if a combination may have a word more than once. */
  repeat?: boolean;
  /** The columns, order and number of the answers. Combinations have no columns, and no order but `alpha`. */
  list?: ListOptions;
}

/** What is wrong with a request. All kinds are mistakes of the one who asks, but for the last. */
export type ApiErrorKind = 'malformed' | 'unknown-question' | 'unknown-name' | 'invalid' | 'illegal' | 'too-large' | 'unavailable';

/** The words of a spelling bee. */
export interface BeeAnswer {
  /** Each word: the values of its columns by their names. `points` are those of the bee. */
  words: (Record<string, never>)[];
  /** The number of words there are, listed or not. */
  count: number;
  /** The points of all words. */
  points: number;
  /** The number of words that have all letters. */
  pangrams: number;
  /** Always `true`: the search has no bound. */
  complete: boolean;
}

/** The letters of a spelling bee; `words/bee`. */
export interface BeeRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The letters, that of the centre first. Spaces between them are left out. */
  letters?: string;
  /** The minimum length of a word; 4 if absent. */
  min_length?: number | null;
  /** The columns, order and number of the answers. */
  list?: ListOptions;
}

/** The best grid so far. */
export interface BestAnswer {
  /** The grid; empty before one has been scored. */
  grid: string;
  /** Its rows. */
  rows: number;
  /** Its columns. */
  columns: number;
  /** The text of each cell, row by row. */
  cells: string[];
  /** Its points. */
  score: number;
  /** Its number of words; null in progress. */
  count: number | null;
  /** The points of the best grid of the pool. */
  pool_best: number;
  /** The number of grids scored. */
  boards: number;
  /** The number of pools finished. */
  pools: number;
  /** The seconds until it was found. */
  found_after: number;
  /** The seconds so far. */
  seconds: number;
  /** The seed. */
  seed: number;
}

/** A move with its worth. */
export interface BestMove {
  /** The move: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass. */
  move: string;
  /** The score. */
  score: number;
  /** The score plus the value of the leave. */
  equity: number;
}

/** The search for a grid with many points; `boggle/best`. */
export interface BestRequest {
  /** The lexicon, rules and size. A grid is where the search starts; it may be empty. `wrap` is not possible. */
  board?: GridRequest;
  /** The time, within the bound; 10 if absent. */
  seconds?: number | null;
  /** The number of grids in a pool, up to the bound; 200 if absent. */
  pool?: number | null;
  /** The number of pools after which to end; if absent, the time ends the search. */
  pools?: number | null;
  /** The seed; if absent, each search is another. */
  seed?: number | null;
}

/** A board. */
export interface BoardView {
  /** The name, for requests. */
  name: string;
  /** A description. */
  title: string;
  /** The number of rows. */
  rows: number;
  /** The number of columns. */
  columns: number;
  /** The row and the column of the start square, from 1. */
  start: [number, number];
  /** The number of tiles on a rack. */
  rack: number;
  /** The bonus by the number of tiles laid, from 0. */
  bonus: number[];
  /**
   * The squares, row by row: `d`, `t`, `q` double, triple and quadruple the letter, `D`, `T`, `Q` the word, `#` is a
   * hole, `.` plain.
   */
  squares: string[];
}

/** A word on the board. */
export interface BoardWordView {
  /** The word. */
  word: string;
  /** The row of its first square, from 1. */
  row: number;
  /** The column of its first square, from 1. */
  column: number;
  /** `across` or `down`. */
  direction: string;
  /** `true` if it is in the lexicon. */
  valid: boolean;
}

/** The boards at hand. */
export interface BoardsAnswer {
  /** Each board. */
  boards: BoardView[];
}

/** What a request may ask for. More is an error or, where the answer says so, a shorter answer. */
export interface Bounds {
  /** The bytes of the body of a request. */
  body: number;
  /** The bytes of one question to the words of a lexicon: a word, letters, a pattern, conditions. */
  text: number;
  /** The words that are looked up at once. */
  words: number;
  /** The answers that are listed. */
  answers: number;
  /** The answers that are gathered in order to sort them. */
  sorted: number;
  /** The words of a combination, the conditions `anagrams` of a search, and a third of the terms of an equation. */
  combined: number;
  /** The edits of `words/near`. */
  distance: number;
  /** The time for questions that search: simulation, endgame, best grid, crossword, combinations of words. */
  seconds: number;
  /** The racks of a simulation that can be ended. */
  iterations: number;
  /** The racks of a simulation within the machine's reply, which cannot be ended. */
  reply_iterations: number;
  /** The moves that are simulated. */
  candidates: number;
  /** The moves that are played after each. */
  plies: number;
  /** The positions of an endgame search. */
  nodes: number;
  /** The positions of an endgame search within the machine's reply. */
  reply_nodes: number;
  /** The blanks of a rack for which plays are generated. */
  blanks: number;
  /** The moves of a game. */
  moves: number;
  /** The steps of the search on a grid. */
  steps: number;
  /** The paths that are listed of all words on a grid, if several of a word are asked for. */
  paths: number;
  /** The grids in a pool of the search for the best grid. */
  pool: number;
  /**
   * The threads of the search for the best grid; 0 for one for each processor. A simulation uses those of the pool
   * that it is called in.
   */
  threads: number;
  /** The squares of a crossword. */
  cells: number;
  /** The words of a graph that is drawn. */
  graph_words: number;
  /** The nodes of a graph that is drawn. */
  graph_nodes: number;
}

/** A card: what the log names. */
export interface CardView {
  /** The kind. */
  kind: Kind;
  /** The text: letters, a word or a pattern. */
  text: string;
}

/** The cards of words. */
export interface CardsAnswer {
  /** The cards, each once, those of the first kind first. */
  cards: CardView[];
  /** The number of cards there are, listed or not. */
  count: number;
  /** The first of the given words that the lexicon has not. */
  unknown: string[];
  /** The number of the given words that the lexicon has not. */
  unknown_count: number;
}

/** Words whose cards are wanted; `study/cards`. */
export interface CardsRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The kinds of cards; if empty, `anagram`. */
  kinds?: Kind[];
  /** Conditions as those of `words/search`, whose words make cards. */
  conditions?: string | null;
  /** Further words that make cards, up to the bound on words. */
  words?: string[];
  /** The order of the words; if absent, collation order for those of the conditions, then the others as given. */
  sort?: Sort | null;
  /** The seed of a random order; if absent, each order is another. */
  seed?: number | null;
  /** The most cards to list, up to the bound on answers. */
  limit?: number | null;
  /** The number of cards to leave out first, for pages. */
  skip?: number;
}

/** Words between which chains lead, or the word that one begins with; `words/chain`. */
export interface ChainRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The first word, the last, and any between in their order. A single word is continued as far as possible. */
  words?: string[];
  /** The number of letters that neighbours have in common; 1 if absent. */
  overlap?: number | null;
  /** `true` if each word has one letter more than the one before it instead, and the others in their order. */
  grow?: boolean;
  /** The most steps between two of the words, or from a single one. */
  max_steps?: number | null;
  /** The number of the chains. They have no columns, and no order but `alpha`. */
  list?: ListOptions;
}

/** A typed answer beside the right one. */
export interface CheckAnswer {
  /** `true` if everything is right. */
  right: boolean;
  /** The parts that were not typed. */
  missed: string[];
  /** The parts that were typed and are wrong. */
  wrong: string[];
  /** The right answer. */
  answers: string[];
}

/** A typed answer; `study/check`. */
export interface CheckRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The kind of the card. */
  kind: Kind;
  /** The text of the card. */
  text: string;
  /**
   * The typed answer: words with spaces or commas between them in any order, hooks as `b-s` (`b-WORD-s` where there
   * are several words), `y` or `n`. Empty if it is not known.
   */
  typed: string;
}

/** The names that requests can choose from. */
export interface ChoicesAnswer {
  /** Sets of Boggle dice. */
  dice: string[];
  /** Tables of points for Boggle. */
  points: string[];
  /** Rules of games. */
  rules: string[];
  /** Levels of the machine, each with its strategy. */
  levels: Record<string, string>;
  /** Columns of lists of words. */
  columns: string[];
  /** Named sets of words, for `is:` in a search. */
  sets: string[];
  /** Node layouts. */
  nodes: string[];
  /** The bounds of requests. */
  bounds: Bounds;
}

/** The clue of an entry. */
export interface ClueView {
  /** The number of its entry. */
  number: number;
  /** The direction of its entry. */
  direction: DirectionView;
  /** The text. */
  text: string;
}

/** The words that begin with some letters; `words/complete`. */
export interface CompleteRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The letters. */
  prefix?: string;
  /** The columns, order and number of the answers. */
  list?: ListOptions;
}

/** A move that was considered. */
export interface ConsideredMove {
  /** The move as text. */
  move: string;
  /** The score. */
  score: number;
  /** The worth, in points. */
  worth: number;
  /** The parts of the worth beside the score. */
  parts: WorthPart[];
}

/** A kind of file. */
export type CrosswordFormat = 'puz' | 'ipuz' | 'text';

/** The crossword of a file. */
export interface CrosswordReadAnswer {
  /** The crossword. */
  crossword: CrosswordView;
  /** The number of rows. */
  rows: number;
  /** The number of columns. */
  columns: number;
  /** The number of each square where an entry begins, row by row; 0 for the others. */
  numbers: number[];
  /** The places for words, those across first. */
  slots: SlotView[];
}

/** A file of a crossword; `crossword/read`. */
export interface CrosswordReadRequest {
  /** The lexicon with whose letters it is read; if absent, the first. */
  lexicon?: string | null;
  /** The text of the file: a grid, or ipuz. */
  text?: string | null;
  /** The bytes of the file, instead of its text: `.puz`, or any of these. */
  bytes?: number[] | null;
}

/** A crossword: its grid, clues and titles. What is empty may be left out. */
export interface CrosswordView {
  /** The rows of the grid, as those of `crossword/fill`; `-` for open cells. */
  grid: string[];
  /** The clues that are not empty. */
  clues?: ClueView[];
  /** The title. */
  title?: string;
  /** Who made it. */
  author?: string;
  /** The notice of copyright. */
  copyright?: string;
  /** Notes for who solves it. */
  notes?: string;
}

/** A file. */
export interface CrosswordWriteAnswer {
  /** The content as text; null for `puz`. */
  text: string | null;
  /** The bytes of a `puz`; else null. */
  bytes: number[] | null;
}

/** A crossword to be written as a file; `crossword/write`. */
export interface CrosswordWriteRequest {
  /** The lexicon with whose letters it is read; if absent, the first. */
  lexicon?: string | null;
  /** The crossword. */
  crossword: CrosswordView;
  /** The kind of file. */
  format: CrosswordFormat;
}

/** A day with answers. */
export interface DayView {
  /** The day (UTC): `2026-11-29`. */
  day: string;
  /** The answers. */
  answers: number;
  /** The number of right answers. */
  right: number;
  /** Cards that were answered for the first time. */
  new: number;
  /** Cards that were answered before on another day, in their first answer of this day. */
  reviews: number;
  /** The number of them that were still known. */
  recalled: number;
  /** Cards that have been answered, up to the end of this day. */
  seen: number;
  /** Cards whose interval is three weeks or more, at the end of this day. */
  known: number;
}

/** A direction. */
export type DirectionView = 'across' | 'down';

/** A graph of words. */
export type Drawn = 'trie' | 'dawg' | 'gaddag';

/** The cards of a kind, counted. */
export interface DueView {
  /** The kind. */
  kind: Kind;
  /** The cards in the log. */
  cards: number;
  /** Cards that have never been answered. */
  new: number;
  /** Cards that are due. */
  due: number;
  /** Cards that are due a day later, these included. */
  tomorrow: number;
  /** Cards that are due a week later, these included. */
  week: number;
  /** When the first card is due. */
  next: string | null;
}

/** The best play to the end. */
export interface EndgameAnswer {
  /** The change of the spread to the end, from the view of the player on turn. */
  value: number;
  /** `true` if the value is proven. Otherwise a limit ended the search, or it was ended. */
  exact: boolean;
  /** The principal variation. */
  line: LineMove[];
  /** The depth of the search in plies. */
  depth: number;
  /** The number of positions searched. */
  nodes: number;
  /** The time taken. */
  seconds: number;
}

/** The best play to the end; `position/endgame`. */
export interface EndgameRequest {
  /** The position. If one rack is missing, it is the unseen tiles. */
  position: PositionRequest;
  /** The time, within the bound. */
  seconds?: number | null;
  /** The most positions to search, within the bound; unlike the time, it gives the same answer everywhere. */
  nodes?: number | null;
  /** The rules, for what going out is worth; `standard` if absent. */
  rules?: string | null;
}

/** A line that is no answer. */
export interface FaultView {
  /** The number of the line, from 1. */
  line: number;
  /** The mistake. */
  problem: string;
}

/** The fills of a grid. */
export interface FillAnswer {
  /** The fills. */
  fills: FilledView[];
  /** The end of the search. */
  end: FillResult;
  /** The place for which no word fits with what is given, if that is why the grid is impossible. */
  without: SlotView | null;
  /** Words that are given and are not in the lexicon. */
  unlisted: FillEntryView[];
  /** The number of rows. */
  rows: number;
  /** The number of columns. */
  columns: number;
  /** The number of each square where an entry begins, row by row; 0 for the others. */
  numbers: number[];
  /** The most places that had a word. */
  filled: number;
  /** The places to fill. */
  slots: number;
  /** The choices made. */
  steps: number;
  /** The times that the search has begun again. */
  restarts: number;
  /** The seed. */
  seed: number;
  /** The seconds so far. */
  seconds: number;
}

/** A word of a grid. */
export interface FillEntryView {
  /** Its number. */
  number: number;
  /** Its direction: `across` or `down`. */
  direction: string;
  /** The word, as its list or the request has it. */
  word: string;
  /** Its score, if its list has scores. */
  score: unknown;
}

/** A grid to fill with words; `crossword/fill`. */
export interface FillRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /**
   * The grid: `#` for blocks, `-` for open cells, letters that are given; rows are lines, or have `/` between them.
   * Or the text of an ipuz file.
   */
  grid: string;
  /**
   * Words to enter: the number of an entry, `A` or `D`, `=` and the letters: `17A=WORD`. They need not be in the
   * lexicon.
   */
  entries?: string[];
  /** `true` to remove the letters of the grid first. */
  empty?: boolean;
  /** Words with a lower score in their list are left out. */
  min_score?: number | null;
  /** The number of different fills, up to 100; 1 if absent. */
  fills?: number | null;
  /** The seed of the choices; if absent, each search is another. */
  seed?: number | null;
  /** The time, within the bound. */
  seconds?: number | null;
}

/** The end of a search for fills. */
export type FillResult = 'searching' | 'filled' | 'impossible' | 'stopped';

/** A filled grid. */
export interface FilledView {
  /** Its rows: letters, and `#` for blocks. A tile of several letters is in brackets. */
  grid: string[];
  /** Its words, those across first. */
  entries: FillEntryView[];
  /** The mean score of the words that have one. */
  mean_score: number | null;
}

/** The results of guesses of a word; `words/filter`. */
export interface FilterRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** A pattern with the green letters at their places: `?A??E`. */
  green?: string | null;
  /**
   * Yellow letters: patterns with the places where they are not, or letters alone, which the word has beside the
   * green ones.
   */
  yellow?: string[];
  /** Grey letters. Of one that is also green or yellow, the word has no more than these tell. */
  grey?: string;
  /** Guesses with their result: `CRANE=xygxg`, with `g` for green, `y` for yellow and `x` for grey. */
  guesses?: string[];
  /** The number of letters, if no pattern and no guess tells it; 5 if nothing does. */
  length?: number | null;
  /** The columns, order and number of the answers. */
  list?: ListOptions;
}

/** A game, as the person sees it. */
export interface GameAnswer {
  /** The game. */
  game: GameState;
  /**
   * The squares, row by row: the label of a tile, in lower case for a blank; empty for an empty square; null for a
   * hole.
   */
  board: ((string | null)[])[];
  /** The person's rack. */
  rack: string;
  /** The machine's rack, once the game is over or the bag is empty. */
  other_rack: string | null;
  /** The scores by seat. */
  scores: [number, number];
  /** The seat of the player on turn. */
  on_turn: number;
  /** The number of tiles in the bag. */
  bag: number;
  /** `true` if tiles may be exchanged. */
  may_exchange: boolean;
  /** The tiles that the person does not see: those in the bag and on the machine's rack. */
  unseen: TileCount[];
  /** The turns so far. */
  turns: GameTurn[];
  /** The end of the game; null while it goes on. */
  end: GameEnd | null;
}

/** The end of a game. */
export interface GameEnd {
  /** `went-out`, or `stalled` after too many scoreless turns. */
  how: string;
  /** The seat of the player who went out. */
  seat: number | null;
  /** The seat of the winner; null for a draw. */
  winner: number | null;
}

/** A game: the same value is the same game everywhere. */
export interface GameState {
  /** The name of the lexicon. */
  lexicon: string;
  /** The name of the board. */
  layout: string;
  /** The name of the rules. */
  rules: string;
  /** The level of the machine, one that `shelf/choices` lists, or a strategy such as `equity+endgame`. */
  level: string;
  /** The seed of the tiles. */
  seed: number;
  /** The seat of the person: 0 begins, 1 does not. */
  seat: number;
  /** The moves, as text: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass. */
  moves: string[];
}

/** A turn of a game. */
export interface GameTurn {
  /** The seat of the player. */
  seat: number;
  /** The move as text. While the game goes on, an exchange of the machine shows only the number of tiles: `-3`. */
  move: string;
  /** The words that it makes, the main word first. */
  words: string[];
  /** The score. */
  score: number;
  /** The player's total after the turn. */
  total: number;
}

/** A game in GCG. */
export interface GcgAnswer {
  /** The text, to be stored in UTF-8. `lexigraph play --resume` goes on with it too. */
  gcg: string;
}

/** A game to write; `game/save`. */
export interface GcgRequest {
  /** The game. */
  game: GameState;
}

/** The graphs of some words. */
export interface GraphAnswer {
  /** The words as the alphabet spells them, sorted, each once. */
  words: string[];
  /** The name of the alphabet. */
  alphabet: string;
  /** The graphs that were asked for. */
  graphs: GraphView[];
  /** The numbers of the DAWG and the GADDAG in each node layout that can hold them, under the keys of `stats`. */
  layouts: GraphStats[];
}

/** An arc. */
export interface GraphArc {
  /** The number of the node that it leaves. */
  from: number;
  /** The number of the node that it leads to. */
  to: number;
  /** The label of its tile; `◇` for the separator. */
  label: string;
  /** `true` if a word ends with it. */
  accepts: boolean;
}

/** The graphs of some words; `graph/build`. */
export interface GraphRequest {
  /** The words, up to the bound on words of a graph. */
  words: string[];
  /** The graphs; all three if absent. */
  graphs?: Drawn[] | null;
  /** The name of the alphabet, or `auto` for the letters of the words; `english` if absent. */
  alphabet?: string | null;
}

/** The numbers of one graph. */
export interface GraphStats {
  /** `dawg` or `gaddag`. */
  graph: string;
  /** The node layout. */
  nodes_kind: string;
  /** Distinct nodes with arcs. */
  nodes: number;
  /** Arcs, separators included. */
  edges: number;
  /** Nodes of the trie before merging, root and leaves included. */
  trie_nodes: number;
  /** Edges of the trie: one less than its nodes. */
  trie_edges: number;
  /** Arcs that accept. */
  accepting_edges: number;
  /** Bytes of the graph in the file. */
  bytes: number;
  /** The memory in use once all of the graph has been read: the pages of 4,096 bytes it lies on. */
  resident_bytes: number;
  /** The most arcs that leave one node. */
  max_out_degree: number;
  /** The longest path, in arcs. */
  depth: number;
}

/** A graph as nodes and arcs. Nodes are numbered in the order of a walk from the root, which is 0. */
export interface GraphView {
  /** The graph. */
  graph: Drawn;
  /** The number of nodes: of a trie with its leaves; of the others without the end state, which has no arcs. */
  nodes: number;
  /** The number of arcs. */
  edges: number;
  /** The number of arcs that accept. */
  accepting_edges: number;
  /** The number of the end state, if there is one. */
  end: number | null;
  /** By node, the end state included: the length of the longest path from the root. */
  columns: number[];
  /** By node of a trie: the number of the node of the DAWG that it becomes. None for the other graphs. */
  becomes?: number[];
  /** The arcs, by the node that they leave, in collation order. */
  arcs: GraphArc[];
}

/** A rolled grid. */
export interface GridAnswer {
  /** The grid. */
  grid: string;
  /** Its rows. */
  rows: number;
  /** Its columns. */
  columns: number;
  /** The text of each cell, row by row. */
  cells: string[];
  /** The title of the dice. */
  dice: string;
  /** The seed. */
  seed: number;
}

/** A grid and its rules. */
export interface GridRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /**
   * The grid: letters row by row, with `/` or a line end between rows. `.` is a hole, `?` any letter, `[Qu]` a cell
   * of several letters. With spaces in it, the cells of all rows stand between spaces.
   */
  grid?: string;
  /** The size of a grid without rows, such as `4x5`: rows, then columns. */
  size?: string | null;
  /** The name of the dice, which give the points and the minimum length. */
  dice?: string | null;
  /** The name of the points; if absent, those of the dice, or `usual`. */
  points?: string | null;
  /** The minimum length of a word; if absent, that of the dice, or 3. */
  min_length?: number | null;
  /** `true` if only the cells above, below, left and right are neighbours. */
  orthogonal?: boolean;
  /** `true` if the edges of the grid touch. */
  wrap?: boolean;
  /** `true` if a `q` is a lone Q, not Qu. */
  bare_q?: boolean;
}

/** The order of the words on a grid. */
export type GridSort = 'alpha' | 'points' | 'length' | 'path';

/** A word on a grid. */
export interface GridWord {
  /** The word, with the letters that `?` stands for in lower case. */
  word: string;
  /** Its number of letters. */
  length: number;
  /** Its points. */
  points: number;
  /** The cells of one of its paths, as row and column from 1. */
  path: ([number, number])[];
  /** All its paths, up to the number that was asked for; this first. Absent if one was asked for. */
  paths?: (([number, number])[])[];
}

/** Hints for a grid. */
export interface HintAnswer {
  /** The number that was asked for. */
  hint: number | null;
  /** The word with this number, if there is one. */
  word: GridWord | null;
  /** The number of words. */
  count: number;
  /** The points of all words. */
  score: number;
  /**
   * For each cell, row by row, the number of words whose path begins there. A word with several paths counts once.
   */
  begin: number[][];
  /** The number of words of each length. */
  lengths: LengthCount[];
}

/** Hints for a grid; `boggle/hint`. */
export interface HintRequest {
  /** The grid and its rules. */
  board?: GridRequest;
  /** The number of a word to show, from 1 in the order of the search; if absent, the answer gives away none. */
  hint?: number | null;
}

/** Good moves. */
export interface HintsAnswer {
  /** The moves, best first. */
  moves: ConsideredMove[];
}

/** The hooks of a word, or the words related to it; `words/hooks`. */
export interface HooksRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The word, which need not be in the lexicon. */
  word?: string;
  /** The related words; if absent, the answer is one row with the hooks of the word. */
  relation?: Relation | null;
  /** The columns, order and number of the answers. */
  list?: ListOptions;
}

/** The verdict on a play. */
export interface JudgeAnswer {
  /** `true` if all words are in the lexicon. */
  acceptable: boolean;
  /** Each word. */
  words: Verdict[];
}

/** The words of a play; `words/judge`. */
export interface JudgeRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The words, up to the bound on words. */
  words: string[];
}

/** A kind of question. */
export type Kind = 'anagram' | 'hooks' | 'anagram-hooks' | 'judge' | 'definition' | 'pattern';

/** Words between which ladders lead; `words/ladder`. */
export interface LadderRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The first word, the last, and any between in their order. */
  words?: string[];
  /** `true` if a step may also insert or delete a letter. */
  edits?: boolean;
  /** The most steps between two of the words. */
  max_steps?: number | null;
  /** The number of the ladders. They have no columns, and no order but `alpha`. */
  list?: ListOptions;
}

/** The value of a leave. */
export interface LeaveAnswer {
  /** The tiles in collation order. */
  tiles: string;
  /** Their value in points. */
  value: number;
  /** Each tile. */
  each: LeaveTile[];
}

/** A leave that the opponent may have kept. */
export interface LeaveOdds {
  /** The tiles. */
  leave: string;
  /** The probability given the last turn, from 0 to 1. */
  probability: number;
  /** The probability, from 0 to 1, if the turn told no more than which tiles were laid. */
  prior: number;
  /** The probability divided by the prior. */
  times_prior: number;
}

/** Tiles to keep; `position/leave`. */
export interface LeaveRequest {
  /** The lexicon whose leave values are meant; if absent, the first. */
  lexicon?: string | null;
  /** The tiles, `?` for a blank. */
  tiles: string;
}

/** The value of a tile in a leave. */
export interface LeaveTile {
  /** The label; `?` for a blank. */
  tile: string;
  /** The number of these tiles. */
  count: number;
  /** The value of the leave without one of them, in points. */
  without: number;
  /** The value that this tile adds, in points. */
  adds: number;
}

/** The number of words of a length. */
export interface LengthCount {
  /** The number of letters. */
  length: number;
  /** The number of words. */
  count: number;
}

/** A letter of an alphabet. */
export interface LetterView {
  /** The text on the tile. */
  label: string;
  /** The text for a blank that stands for it. */
  lower: string;
  /** The number of tiles. */
  count: number;
  /** The points. */
  points: number;
  /** `true` if it is a vowel. */
  vowel: boolean;
}

/** A lexicon at hand. */
export interface LexiconView {
  /** The name, for requests. */
  name: string;
  /** The number of words. */
  words: number;
  /** The length of the longest word. */
  longest: number;
  /** The name of the alphabet. */
  alphabet: string;
  /** The file format. */
  format: string;
  /** The graphs: `dawg`, `gaddag`. */
  graphs: string[];
  /** `true` if words have definitions, in the lexicon or in a dictionary. */
  definitions: boolean;
  /** `true` if games can be played: the alphabet has tiles for two racks and at most 63 letters. */
  games: boolean;
  /** `true` if there are leave values. */
  leaves: boolean;
}

/** The lexicons at hand; the first answers requests that name none. */
export interface LexiconsAnswer {
  /** Each lexicon. */
  lexicons: LexiconView[];
}

/** A move of the principal variation. */
export interface LineMove {
  /** The move: `8D (MOLD)S`, or `pass`. */
  move: string;
  /** The score. */
  score: number;
}

/** The columns, order and number of the answers to a query. */
export interface ListOptions {
  /**
   * The columns, by the names that `shelf/choices` lists. If empty: all but `ways`, `commonness`, `playability`,
   * `definition` and `pos`; `distance` for `words/near` only, `pangram` for `words/bee` only, and `score` only if the
   * lexicon has scores. Hooks, anagrams and probabilities cost time; `word` alone is fastest.
   */
  columns?: string[];
  /** The order; if absent, the order of the query, which is collation order for most. */
  sort?: Sort | null;
  /** `true` to reverse the order. */
  reverse?: boolean;
  /** The seed of a random order; if absent, each order is another. */
  seed?: number | null;
  /** The most answers to list, up to the bound on answers; 0 to count only, but for answers of several words. */
  limit?: number | null;
  /** The number of answers to leave out first, for pages. */
  skip?: number;
}

/** A game to read; `game/load`. */
export interface LoadRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The GCG, which has the seed and the rules. */
  gcg: string;
  /** The level of the machine; if absent, that in the GCG. */
  level?: string | null;
  /** The seat of the person; if absent, that in the GCG. */
  seat?: number | null;
}

/** A word that was looked up. */
export interface LookedUp {
  /** The word as its tiles spell it; as it was asked for if it is not in the lexicon. */
  word: string;
  /** The word as it was asked for. */
  query: string;
  /** `true` if it is in the lexicon. */
  valid: boolean;
  /** Its definition, if definitions were asked for; null for a word without one. */
  definition?: string | null;
}

/** The words that were looked up, in their order. */
export interface LookupAnswer {
  /** Each word. */
  words: LookedUp[];
}

/** Words to look up; `words/lookup`. */
export interface LookupRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The words, up to the bound on words. */
  words: string[];
  /**
   * `true` if the answer has definitions: those of the lexicon, else of its dictionaries. They are null where nothing
   * explains the word.
   */
  define?: boolean;
  /** Further columns for the words of the lexicon, by the names that `shelf/choices` lists. */
  columns?: string[];
}

/** A move of the player on turn; `game/play`. */
export interface MoveRequest {
  /** The game. */
  game: GameState;
  /**
   * The move: `8D WORD`, with blanks in lower case and letters on the board as they are, in parentheses or as dots;
   * `-ABC` for an exchange, `-` for a pass.
   */
  move: string;
}

/** The words within an edit distance, nearest first; `words/near`. */
export interface NearRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The word, which may have any characters. */
  word?: string;
  /** The most edits, up to the bound on the distance; 1 if absent. */
  distance?: number;
  /** `true` if a swap of two adjacent letters is one edit. */
  transpose?: boolean;
  /** The columns, order and number of the answers. */
  list?: ListOptions;
}

/** A new game; `game/new`. */
export interface NewGameRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The board; if absent, `standard-15`. */
  layout?: string | null;
  /** The rules; if absent, `standard`. */
  rules?: string | null;
  /** The level of the machine; if absent, `medium`. */
  level?: string | null;
  /** The seed; if absent, each game is another. */
  seed?: number | null;
  /** The seat of the person; if absent, it depends on the seed. */
  seat?: number | null;
}

/** A request without fields. */
export type Nothing = Record<string, never>;

/** What candidates are compared by. */
export type Objective = 'win' | 'spread';

/** A text that was read. */
export interface ParseAnswer {
  /** `cgp`, `sheet` or `gcg`. */
  format: string;
  /** The position. */
  position: PositionView;
  /** The name of the lexicon, if the text names one. */
  lexicon: string | null;
  /** `true` if the position can be played on. */
  legal: boolean;
  /** The problems that make it illegal. */
  problems: ProblemView[];
  /** For a game, the number of the turn of this position; null at the end. */
  turn: number | null;
  /** For a game, its turns. */
  turns: TurnView[];
  /** For a game, the nick and the name of each player. */
  players: ([string, string])[];
}

/** A text to read; `position/parse`. */
export interface ParseRequest {
  /** The position. */
  position: PositionRequest;
}

/** A pattern to find words with; `words/pattern`. */
export interface PatternRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /**
   * The pattern: `?` is any letter, `*` any letters, `[abc]` one of a set, `[^abc]` one of the others, a digit the
   * same letter wherever it stands. Or an equation: patterns of several words, with `;` between them, in which a
   * capital stands for the same letters everywhere: `A;B;AB`.
   */
  pattern?: string;
  /** The letters that fill the open places. */
  rack?: string | null;
  /** `true` if different letter variables are different letters. */
  distinct?: boolean;
  /** `true` if the pattern is a regular expression, which matches the whole word. */
  regex?: boolean;
  /** The minimum length of a word. */
  min_length?: number | null;
  /** The maximum length of a word. */
  max_length?: number | null;
  /** The columns, order and number of the answers. Those to equations have no columns and no order. */
  list?: ListOptions;
}

/** The order of plays. */
export type PlaySort = 'score' | 'equity';

/** A play; by equity, also an exchange or a pass. */
export interface PlayView {
  /** The main word, with blanks in lower case; empty if no tiles are laid. */
  word: string;
  /** The row of its first square, from 1; null if no tiles are laid. */
  row: number | null;
  /** The column of its first square, from 1; null if no tiles are laid. */
  column: number | null;
  /** `across` or `down`; null if no tiles are laid. */
  direction: string | null;
  /** The move as text: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass. */
  notation: string;
  /** The score. */
  score: number;
  /**
   * The static equity: the score plus the value of the leave, less the charge for a first play that puts vowels
   * beside letter premiums; with an empty bag, plus the worth of going out, or less the cost of not going out.
   */
  equity: number;
  /** The tiles that stay on the rack. */
  leave: string;
  /** The tiles laid, in order, or the tiles exchanged. */
  tiles: string;
  /** The main word and the cross words; empty if no tiles are laid. */
  words: string[];
}

/** The best plays. */
export interface PlaysAnswer {
  /** The plays, best first. */
  plays: PlayView[];
  /** The number of moves that are listed. */
  count: number;
  /** The number of all plays, without exchanges and pass. */
  total: number;
  /** The time taken. */
  seconds: number;
}

/** The best plays; `position/plays`. */
export interface PlaysRequest {
  /** The position. */
  position: PositionRequest;
  /** The order. */
  sort?: PlaySort;
  /** The most plays to list, up to the bound on answers. */
  limit?: number | null;
  /** The rules, for when tiles may be exchanged and what going out is worth; `standard` if absent. */
  rules?: string | null;
}

/** A position, or a game and one of its turns. */
export interface PositionRequest {
  /** The lexicon; if absent, the first. Its alphabet is that of the position, unless the position names another. */
  lexicon?: string | null;
  /** A CGP, a sheet, or a game in GCG. */
  text?: string;
  /** The board, unless the position names it; if absent, `standard-15`. */
  layout?: string | null;
  /** For a game: the position before this turn, from 1. If absent, the end, or the last turn with a rack. */
  turn?: number | null;
}

/** A position as data. */
export interface PositionView {
  /** The position as CGP. */
  cgp: string;
  /** The position as a sheet. */
  sheet: string;
  /** The name of the board. */
  layout: string;
  /** The name of the alphabet. */
  alphabet: string;
  /**
   * The squares, row by row: the label of a tile, in lower case for a blank; empty for an empty square; null for a
   * hole.
   */
  board: ((string | null)[])[];
  /** The racks, that of the player on turn first. */
  racks: [string, string];
  /** The scores, that of the player on turn first. */
  scores: [number, number];
  /** The number of scoreless turns in a row. */
  scoreless_turns: number;
  /** The tiles that are neither on the board nor on the racks; none if there are too many tiles of a letter. */
  unseen: TileCount[];
}

/** The candidates of a pre-endgame. */
export interface PreEndgameAnswer {
  /** The moves, best first; in progress, as they are so far. */
  moves: PreEndgameCandidate[];
  /** The number of all moves. */
  count: number;
  /** The number of tiles in the bag. */
  bag: number;
  /** The draws that are tried. */
  draws: number;
  /** The number of all draws. */
  all_draws: number;
  /** `true` if it is proven that no move wins more draws than the first. */
  proven: boolean;
  /** The number of positions searched. */
  nodes: number;
  /** The time taken. */
  seconds: number;
}

/** A candidate of a pre-endgame. */
export interface PreEndgameCandidate {
  /** The move: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass. */
  move: string;
  /** The score. */
  score: number;
  /** The share of draws won, from 0 to 1; a tie is half a win. */
  chance: number;
  /** Half of the 95 % interval around `chance` if the draws are a sample; otherwise null. */
  margin: number | null;
  /** The draws won; those that are not proven count by their estimate. */
  wins: number;
  /** The draws tied; those that are not proven count by their estimate. */
  ties: number;
  /** The draws that it was tried with. */
  draws: number;
  /** The draws of which it is proven who wins. */
  proven_draws: number;
  /** The mean spread at the end of the game. */
  spread: number;
  /** `true` if the spread is proven. */
  exact: boolean;
  /** `true` if it is proven to win less often than another move. */
  dropped: boolean;
}

/** The move that wins most often, with one to seven tiles in the bag; `position/pre-endgame`. */
export interface PreEndgameRequest {
  /** The position. Tiles of the opponent that it gives are known. */
  position: PositionRequest;
  /** The time, within the bound. */
  seconds?: number | null;
  /** The most positions to search, within the bound; unlike the time, it gives the same answer everywhere. */
  nodes?: number | null;
  /** The most draws; if there are more, so many at random. 720 if absent. */
  draws?: number | null;
  /** `true` to weight the draws by the opponent's last turn, which needs a game; `false` if absent. */
  infer?: boolean | null;
  /** The seed of the random draws; 1 if absent. */
  seed?: number | null;
  /** The most moves to list, up to the bound on answers. */
  limit?: number | null;
  /** The rules, for exchanges and what going out is worth; `standard` if absent. */
  rules?: string | null;
}

/** Why a question is not answered (RFC 9457). */
export interface Problem {
  /** A name of the kind of problem, as a URI reference. */
  type: string;
  /** The kind of problem in words. */
  title: string;
  /** The status of the answer. */
  status: number;
  /** The mistake in words, for people. */
  detail: string;
  /** The kind of problem. Refusals of the server itself have none. */
  kind?: ApiErrorKind;
  /** The field of the request that is at fault. */
  field?: string;
  /** The line of the mistake in that field or, in a malformed body, in the body. */
  line?: number;
  /** The column of the mistake, in characters. */
  column?: number;
}

/** A problem of a position. */
export interface ProblemView {
  /** `error` for an illegal position, `warning` for a word that is not in the lexicon. */
  severity: string;
  /** The problem in words. */
  message: string;
  /** The row, from 1, if it is on the board. */
  row: number | null;
  /** The column, from 1. */
  column: number | null;
}

/** The question of a card. */
export interface QuestionView {
  /** The kind of the card. */
  kind: Kind;
  /** The text of the card. */
  text: string;
  /** The question in English; empty if the card cannot be asked. */
  prompt: string;
  /** Of a definition card, the definition with the word itself hidden; else null. */
  clue: string | null;
  /** The right answer: words, hooks as in `b-s` and `b-WORD-s`, or `yes` and `no`. */
  answers: string[];
  /** Why the card cannot be asked; null if it can. */
  problem: string | null;
}

/** The questions of cards, in their order. */
export interface QuestionsAnswer {
  /** Each question. */
  questions: QuestionView[];
}

/** Cards whose questions are wanted; `study/questions`. */
export interface QuestionsRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** The cards, up to the bound on words. */
  cards: CardView[];
}

/** A word and its place in collation order. */
export interface RankAnswer {
  /** The word or the number that was asked for. */
  query: string;
  /** The word, if it is one or if there is one with this number. */
  word: string | null;
  /** Its number, from 1. */
  rank: number | null;
  /** The word before. */
  before: string | null;
  /** The word after. */
  after: string | null;
}

/** A word or a number in collation order; `words/rank`. */
export interface RankRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /** A word, or a number in digits. */
  query?: string;
}

/** A relation between words. */
export type Relation = 'extensions' | 'blank-anagrams' | 'transpositions' | 'substitutions' | 'insertions' | 'deletions' | 'descents';

/** A move of the machine. */
export interface ReplyAnswer {
  /** The move, as in the turns. */
  move: string;
  /** The moves that were considered, the one that was made first. An exchange shows only the number of tiles. */
  considered: ConsideredMove[];
  /** The strategy that played. */
  strategy: string;
  /** The game after it. */
  after: GameAnswer;
}

/** The machine's move; `game/reply`. */
export interface ReplyRequest {
  /** The game, with the machine on turn. */
  game: GameState;
  /** The number of moves to give reasons for; 3 if absent. */
  limit?: number | null;
}

/** A game, reviewed. */
export interface ReviewAnswer {
  /** The nick and the name of each player. */
  players: ([string, string])[];
  /** The turns that are reviewed, in their order. */
  turns: ReviewedTurn[];
  /** The number of turns of the game. */
  count: number;
  /** `false` if the review was ended before all turns were reviewed. */
  complete: boolean;
  /** The loss of each player in all turns. A turn with a loss of less than 0 counts as 0. */
  losses: [number, number];
  /** The sums of the turns of each player. */
  totals: [ReviewTotals, ReviewTotals];
  /** The final scores. */
  scores: [number, number];
  /**
   * The chance to win of the first player before each turn, from 0 to 1; after the last turn of the game, 1 for a
   * game that this player won, 0.5 for a drawn one, else 0.
   */
  chances: number[];
  /** The time taken. */
  seconds: number;
}

/** The moves of a game, each beside the best move; `position/review`. */
export interface ReviewRequest {
  /** The game: its text is a GCG, and all turns are reviewed. */
  position: PositionRequest;
  /** The rules, for when tiles may be exchanged and what going out is worth; `standard` if absent. */
  rules?: string | null;
  /**
   * The most racks that the best moves and the one played are tried against in each turn, within the bound; no
   * simulation if absent.
   */
  iterations?: number | null;
  /** The number of random draws that luck is measured with, within the bound `reply_iterations`; none if absent. */
  draws?: number | null;
  /** The most positions of an endgame search, within the bound; no search if absent. */
  nodes?: number | null;
  /** The seed; 1 if absent. */
  seed?: number | null;
}

/** The sums of a player's turns. */
export interface ReviewTotals {
  /** The games that were reviewed to their end. */
  games: number;
  /** The games won; a drawn one counts half. */
  wins: number;
  /** The number of turns. */
  turns: number;
  /** The turns that were compared with the best move. */
  compared: number;
  /** The loss of these turns, in points. A turn with a loss of less than 0 counts as 0. */
  loss: number;
  /** The mean of this loss; null without such turns. */
  mean_loss: number | null;
  /** The loss of the chance to win, from 0 to 1 for each turn; null if none is known. */
  chance_loss: number | null;
  /** The loss of the turns that were searched to the end of the game, in points; null if none was. */
  endgame_loss: number | null;
  /** The luck in points; null if none is known. */
  luck: number | null;
  /** Half of the 95 % interval around the luck, which comes from random draws. */
  luck_margin: number;
  /** The turns with a full rack laid. */
  bingos: number;
  /** The turns in which a full rack could have been laid and was not. */
  missed_bingos: number;
  /** The plays with a word that is not in the lexicon, withdrawn or not. */
  phonies: number;
  /** The exchanges. */
  exchanges: number;
}

/** The plays of a turn that lay a full rack. */
export interface ReviewedBingos {
  /** Their number. */
  count: number;
  /** The best of them by equity. */
  best: BestMove | null;
  /** `true` if the player laid a full rack, whatever the words. */
  played: boolean;
  /** `true` if there is one, and the player did not lay a full rack. */
  missed: boolean;
}

/** A turn with an empty bag, searched to the end. */
export interface ReviewedEndgame {
  /** The change of the spread to the end with best play. */
  value: number;
  /** The best play of both sides. */
  line: LineMove[];
  /** The change of the spread to the end after the move that was played. */
  played: number;
  /** What the move lost, in points. */
  loss: number;
  /** `true` if both values are proven. */
  exact: boolean;
}

/** The kind of a move in a game. */
export type ReviewedKind = 'play' | 'phony' | 'withdrawn' | 'exchange' | 'pass';

/**
 * The luck of a draw: the equity of the best move with the tiles drawn, less the mean over other draws to the tiles
 * kept.
 */
export interface ReviewedLuck {
  /** The luck in points. */
  points: number;
  /** The mean equity of the best move over other draws. */
  mean: number;
  /** The standard error of the mean; 0 if all draws were tried. */
  error: number;
  /** The number of draws. */
  draws: number;
  /** `true` if these are all that there are. */
  exact: boolean;
}

/** The simulation of a turn. */
export interface ReviewedSimulation {
  /** The best move by the chance to win. */
  best: SimulatedMove;
  /** The move that was played; null if it is not known. */
  played: SimulatedMove | null;
  /** The number of racks. */
  iterations: number;
}

/** What a chance to win was found by. */
export type ReviewedSource = 'table' | 'simulation' | 'endgame';

/** A turn of a game. */
export interface ReviewedTurn {
  /** The number of the turn, from 1. */
  turn: number;
  /** The player: 1 or 2. */
  player: number;
  /** The known tiles of the rack. */
  rack: string;
  /** `true` if these are all. Otherwise nothing is computed that depends on the rack. */
  known: boolean;
  /** The move: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass. */
  move: string;
  /** The kind of the move. */
  kind: ReviewedKind;
  /** Its score; 0 for a play that was withdrawn. */
  score: number;
  /**
   * Its equity: the score plus the value of the leave, as of the best move. Null if the rack or the exchanged tiles
   * are not known.
   */
  equity: number | null;
  /** Its words that are not in the lexicon. */
  phonies: string[];
  /** The best play or exchange, by equity; a pass if there is neither. Null if the rack is not known. */
  best: BestMove | null;
  /**
   * The equity of the best move less that of the move; null without one of them. Less than 0 if a phony or a pass is
   * worth more than the best move.
   */
  loss: number | null;
  /** The plays that lay a full rack. Null if the rack is not known. */
  bingos: ReviewedBingos | null;
  /**
   * The luck of the draw before the turn. Null if none was asked for, if nothing was drawn, or if it is not known
   * what.
   */
  luck: ReviewedLuck | null;
  /** The chance to win before the turn, from 0 to 1. */
  chance: number;
  /** Half of the 95 % interval around the chance; 0 unless it is simulated. */
  chance_margin: number;
  /** What the chance was found by. */
  chance_source: ReviewedSource;
  /**
   * How much the move lowered the chance to win, by simulation or proven endgames. An estimate may be less than 0.
   */
  chance_loss: number | null;
  /** Half of the 95 % interval around this loss. */
  chance_loss_margin: number | null;
  /** The simulation of the turn. */
  simulation: ReviewedSimulation | null;
  /** The search to the end of the game. */
  endgame: ReviewedEndgame | null;
}

/** A grid from dice; `boggle/roll`. */
export interface RollRequest {
  /** The lexicon whose letters the dice have; if absent, the first. */
  lexicon?: string | null;
  /** The name of the dice; if absent, `new`. */
  dice?: string | null;
  /** The seed; if absent, each roll is another. */
  seed?: number | null;
}

/** The scores of a round. */
export interface RoundAnswer {
  /** Each player. */
  players: RoundScore[];
  /** The players with the most points. */
  winners: string[];
}

/** A player and the words that the player has written. */
export interface RoundPlayer {
  /** The name. */
  name: string;
  /** The words. */
  words: string[];
}

/** A round to score; `boggle/round`. */
export interface RoundRequest {
  /** The grid and its rules. */
  board?: GridRequest;
  /** The players. */
  players?: RoundPlayer[];
  /** The extra points for a word that no other player has. */
  bonus?: number;
  /** `true` if words score although other players have them too. */
  shared?: boolean;
}

/** The score of a player. */
export interface RoundScore {
  /** The name. */
  name: string;
  /** The points of all words. */
  score: number;
  /** Each word. */
  words: RoundWord[];
}

/** The verdict on a word of a player. */
export interface RoundWord {
  /** The word as written. */
  word: string;
  /** Its points. */
  points: number;
  /** `scores`, `shared`, `repeated`, `too-short`, `no-word`, `not-in-lexicon` or `not-on-grid`. */
  verdict: string;
  /** The other players that have a shared word. */
  with?: string[];
}

/** The states of the cards of a log, those that are due, and progress. */
export interface ScheduleAnswer {
  /** The number of answers. */
  answers: number;
  /** The cards, in the order of their first lines. */
  cards: StateView[];
  /** The counts of each kind that has cards. */
  due: DueView[];
  /** The days with answers, in their order. */
  days: DayView[];
  /** The first lines that are no answers. */
  faults: FaultView[];
  /** The number of lines that are no answers. */
  faulty: number;
}

/** A log of answers; `study/schedule`. */
export interface ScheduleRequest {
  /**
   * Lines as `lexigraph quiz` writes them, in any order: `2026-11-29T18:00:00.123Z`, a number of eight hexadecimal
   * digits, the kind, the text and the mark (`1` to `4`, `+`, `=BOX:DAYS`), with tabs between them.
   */
  log: string;
  /** The present (UTC): `2026-11-29T18:00:00.000Z`. */
  now: string;
  /** Only cards of these kinds; if empty, all. */
  kinds?: Kind[];
  /** The probability of recall at which a card is due by FSRS, 0.5 to 0.99; 0.9 if absent. */
  retention?: number | null;
  /** The days of boxes, which are used instead of FSRS: `1,4,7`; those that players use if empty. */
  boxes?: string | null;
}

/** The words that meet conditions; `words/search`. */
export interface SearchRequest {
  /** The lexicon; if absent, the first. */
  lexicon?: string | null;
  /**
   * The conditions, joined by `and`, `or`, `not` and parentheses: `length:7 and probability:1-100 and not hook:back`.
   * `in:NAME` is a lexicon at hand.
   */
  conditions?: string;
  /** The columns, order and number of the answers. */
  list?: ListOptions;
}

/** The best moves, played on. */
export interface SimulateAnswer {
  /** The moves, best first; in progress, as they are so far. */
  moves: SimulatedMove[];
  /** The number of racks so far. */
  iterations: number;
  /** `true` if all moves but one were dropped. */
  settled: boolean;
  /** The time taken. */
  seconds: number;
  /**
   * At the end, if asked to infer: the leaves that the opponent most likely kept, at most 15, the most likely first.
   * Absent if the last turn does not tell.
   */
  leaves?: LeaveOdds[];
}

/** The best moves, played on; `position/simulate`. */
export interface SimulateRequest {
  /** The position. */
  position: PositionRequest;
  /** The number of moves to play after each candidate; 2 if absent. */
  plies?: number | null;
  /** The most racks of the opponent; 1000 if absent, or as many as the time allows if there are seconds. */
  iterations?: number | null;
  /** The time, within the bound. */
  seconds?: number | null;
  /** The number of candidates; 15 if absent. */
  candidates?: number | null;
  /** The certainty in percent, 50 to 100, that the best candidate is not dropped; 99 if absent. */
  certainty?: number | null;
  /** What candidates are compared by: the chance to win, or the spread; the chance to win if absent. */
  by?: Objective | null;
  /** `true` to weight the opponent's racks by the opponent's last turn, which needs a game; `false` if absent. */
  infer?: boolean | null;
  /** The seed; 1 if absent. */
  seed?: number | null;
  /** The rules; `standard` if absent. */
  rules?: string | null;
}

/** A move that was simulated. */
export interface SimulatedMove {
  /** The move: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass. */
  move: string;
  /** The score. */
  score: number;
  /** The score plus the value of the leave. */
  equity: number;
  /** The mean change of the spread, with the leaves of both players, in points; the equity before it was tried. */
  mean: number;
  /** The standard error of the mean. */
  error: number;
  /** Half of the 95 % interval around the mean. */
  margin: number;
  /** The share of games that are won, from 0 to 1, estimated. */
  wins: number;
  /** The standard error of the share. */
  wins_error: number;
  /** Half of the 95 % interval around the share. */
  wins_margin: number;
  /** The number of racks that it was tried against. */
  iterations: number;
}

/** A place for a word. */
export interface SlotView {
  /** Its number. */
  number: number;
  /** Its direction: `across` or `down`. */
  direction: string;
  /** The number of its cells. */
  length: number;
}

/** The words on a grid. */
export interface SolveAnswer {
  /** The grid. */
  grid: string;
  /** Its rows. */
  rows: number;
  /** Its columns. */
  columns: number;
  /** The text of each cell, row by row. */
  cells: string[];
  /** The words that are listed. */
  words: GridWord[];
  /** The points of all words. */
  score: number;
  /** The number of all words, listed or not. */
  count: number;
  /** The time taken. */
  seconds: number;
}

/** The words on a grid; `boggle/solve`. */
export interface SolveRequest {
  /** The grid and its rules. */
  board?: GridRequest;
  /** The order. */
  sort?: GridSort;
  /** `true` to reverse the order. */
  reverse?: boolean;
  /** The most words to list. */
  limit?: number | null;
  /** The most paths of each word, within the bound; 1 if absent. */
  paths?: number | null;
}

/** The order of a list of words. */
export type Sort = 'alpha' | 'length' | 'points' | 'score' | 'commonness' | 'playability' | 'probability' | 'distance' | 'random';

/** The state of a card. */
export interface StateView {
  /** The kind of the card. */
  kind: Kind;
  /** The text of the card. */
  text: string;
  /** When it is to be asked again; null if it has never been answered. */
  due: string | null;
  /** `true` if it is due: from half a day before that time on. */
  is_due: boolean;
  /** The days from the last answer until it is due. */
  days: number | null;
  /** The number of its box, from 1, where boxes are used. */
  box: number | null;
  /** The days in which the probability of recall falls to 0.9, by FSRS. */
  stability: number | null;
  /** The difficulty by FSRS, 1 to 10. */
  difficulty: number | null;
  /** The probability of recall now, by FSRS. */
  recall: number | null;
}

/** A tile, and how many there are of it. */
export interface TileCount {
  /** The label; `?` for a blank. */
  tile: string;
  /** The number of tiles. */
  count: number;
}

/** A turn of a game. */
export interface TurnView {
  /** The number of the turn, from 1. */
  turn: number;
  /** The player: 1 or 2. */
  player: number;
  /** The known tiles of the rack. */
  rack: string;
  /** The move: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass. */
  move: string;
  /** The score. */
  score: number;
  /** `true` if the play was challenged and withdrawn. */
  withdrawn: boolean;
}

/** Turns to take back; `game/undo`. */
export interface UndoRequest {
  /** The game. */
  game: GameState;
  /** The number of turns; if absent, those back to the last move of the person. */
  turns?: number | null;
}

/** The result of the check of a position. */
export interface ValidateAnswer {
  /** `true` if the position can be played on. */
  legal: boolean;
  /** `true` if all words on the board are in the lexicon. */
  acceptable: boolean;
  /** Each problem. */
  problems: ProblemView[];
  /** Each word on the board. */
  words: BoardWordView[];
}

/** A word of a play. */
export interface Verdict {
  /** The word. */
  word: string;
  /** `true` if it is in the lexicon. */
  valid: boolean;
}

/** The answers to a query. */
export interface WordAnswers {
  /**
   * Each answer: the values of its columns by their names. Answers of several words have `word`, all of them with
   * blanks between them, and `words`.
   */
  words: (Record<string, never>)[];
  /** The number of answers there are, listed or not. */
  count: number;
  /** `false` if the search ended at a bound before all answers were found. */
  complete: boolean;
}

/** A part of the worth of a move. */
export interface WorthPart {
  /** The name of the reason. */
  name: string;
  /** The points that it adds. */
  value: number;
}

/** The questions by name. */
export interface Questions {
  /** Looks words up: tells of each whether the lexicon has it. */
  'words/lookup': { request: LookupRequest; answer: LookupAnswer; watched: false };
  /** Judges a play: acceptable if the lexicon has all its words. */
  'words/judge': { request: JudgeRequest; answer: JudgeAnswer; watched: false };
  /** The definitions of words. */
  'words/define': { request: JudgeRequest; answer: LookupAnswer; watched: false };
  /** The words, or combinations of words, that letters make. */
  'words/anagram': { request: AnagramRequest; answer: WordAnswers; watched: false };
  /** The words of a pattern, a regular expression or an equation. */
  'words/pattern': { request: PatternRequest; answer: WordAnswers; watched: false };
  /** The words that meet conditions. */
  'words/search': { request: SearchRequest; answer: WordAnswers; watched: false };
  /** The hooks of a word, or the words related to it. */
  'words/hooks': { request: HooksRequest; answer: WordAnswers; watched: false };
  /** The words within an edit distance. */
  'words/near': { request: NearRequest; answer: WordAnswers; watched: false };
  /** The words that begin with some letters. */
  'words/complete': { request: CompleteRequest; answer: WordAnswers; watched: false };
  /** The number of a word in collation order, or the word with a number. */
  'words/rank': { request: RankRequest; answer: RankAnswer; watched: false };
  /** The shortest ladders between words, each step of which changes a letter. */
  'words/ladder': { request: LadderRequest; answer: WordAnswers; watched: false };
  /** Chains of words, each of which begins with the last letters of the one before. */
  'words/chain': { request: ChainRequest; answer: WordAnswers; watched: false };
  /** The words of a spelling bee, with its points and pangrams. */
  'words/bee': { request: BeeRequest; answer: BeeAnswer; watched: false };
  /** The words that fit the green, yellow and grey letters of guesses. */
  'words/filter': { request: FilterRequest; answer: WordAnswers; watched: false };
  /** The words on a grid, each with its paths. */
  'boggle/solve': { request: SolveRequest; answer: SolveAnswer; watched: false };
  /** A grid rolled with dice. */
  'boggle/roll': { request: RollRequest; answer: GridAnswer; watched: false };
  /** Counts of words by first cell and by length, or one word. */
  'boggle/hint': { request: HintRequest; answer: HintAnswer; watched: false };
  /** The scores of players who have written words. */
  'boggle/round': { request: RoundRequest; answer: RoundAnswer; watched: false };
  /** A grid with many points. */
  'boggle/best': { request: BestRequest; answer: BestAnswer; watched: true };
  /** Reads a CGP, a sheet or a GCG. */
  'position/parse': { request: ParseRequest; answer: ParseAnswer; watched: false };
  /** Checks a position and its words. */
  'position/validate': { request: ParseRequest; answer: ValidateAnswer; watched: false };
  /** The best plays of a position. */
  'position/plays': { request: PlaysRequest; answer: PlaysAnswer; watched: false };
  /** The best moves, played on. */
  'position/simulate': { request: SimulateRequest; answer: SimulateAnswer; watched: true };
  /** The best play to the end, once the bag is empty. */
  'position/endgame': { request: EndgameRequest; answer: EndgameAnswer; watched: true };
  /** The move that wins most often, with few tiles in the bag. */
  'position/pre-endgame': { request: PreEndgameRequest; answer: PreEndgameAnswer; watched: true };
  /** Each move of a game beside the best. */
  'position/review': { request: ReviewRequest; answer: ReviewAnswer; watched: true };
  /** The value of a leave and of its tiles. */
  'position/leave': { request: LeaveRequest; answer: LeaveAnswer; watched: false };
  /** A new game. */
  'game/new': { request: NewGameRequest; answer: GameAnswer; watched: false };
  /** A game after a move of the player on turn. */
  'game/play': { request: MoveRequest; answer: GameAnswer; watched: false };
  /** A game after a move of the machine, with its reasons. */
  'game/reply': { request: ReplyRequest; answer: ReplyAnswer; watched: false };
  /** Good moves for the player on turn. */
  'game/hint': { request: ReplyRequest; answer: HintsAnswer; watched: false };
  /** A game with turns taken back. */
  'game/undo': { request: UndoRequest; answer: GameAnswer; watched: false };
  /** A game as GCG. */
  'game/save': { request: GcgRequest; answer: GcgAnswer; watched: false };
  /** The game of a GCG that game/save or the program wrote. */
  'game/load': { request: LoadRequest; answer: GameAnswer; watched: false };
  /** The cards of words, for learning. */
  'study/cards': { request: CardsRequest; answer: CardsAnswer; watched: false };
  /** The questions of cards, with their answers. */
  'study/questions': { request: QuestionsRequest; answer: QuestionsAnswer; watched: false };
  /** Holds a typed answer against a card. */
  'study/check': { request: CheckRequest; answer: CheckAnswer; watched: false };
  /** When the cards of a log are due, and what was learned. */
  'study/schedule': { request: ScheduleRequest; answer: ScheduleAnswer; watched: false };
  /** The grid of a crossword, filled with words. */
  'crossword/fill': { request: FillRequest; answer: FillAnswer; watched: true };
  /** Reads a file of a crossword. */
  'crossword/read': { request: CrosswordReadRequest; answer: CrosswordReadAnswer; watched: false };
  /** Writes a crossword as a file. */
  'crossword/write': { request: CrosswordWriteRequest; answer: CrosswordWriteAnswer; watched: false };
  /** The trie, the DAWG and the GADDAG of some words. */
  'graph/build': { request: GraphRequest; answer: GraphAnswer; watched: false };
  /** The lexicons at hand. */
  'shelf/lexicons': { request: Nothing; answer: LexiconsAnswer; watched: false };
  /** The boards at hand, with their premium squares. */
  'shelf/boards': { request: Nothing; answer: BoardsAnswer; watched: false };
  /** The alphabets at hand, with their tiles. */
  'shelf/alphabets': { request: Nothing; answer: AlphabetsAnswer; watched: false };
  /** Dice, points, rules, levels, columns and bounds. */
  'shelf/choices': { request: Nothing; answer: ChoicesAnswer; watched: false };
}
