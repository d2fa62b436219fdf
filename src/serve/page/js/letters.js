/** @file The letters of an alphabet: their points, and text split into tiles. */

/** @typedef {{ label: string, lower: string, count: number, points: number, vowel: boolean }} Letter */
/** @typedef {{ name: string, title: string, blanks: number, letters: Letter[] }} Alphabet */
/** @typedef {{ label: string, blank: boolean }} Tile A letter; `?` is a blank that stands for none yet. */

export class Letters {
  /** @param {Alphabet} alphabet */
  constructor(alphabet) {
    this.alphabet = alphabet;
    /** @type {Map<string, { letter: Letter, blank: boolean }>} By label, and by the text for a blank. */
    this.texts = new Map();
    for (const letter of alphabet.letters) this.texts.set(letter.lower, { letter, blank: true });
    for (const letter of alphabet.letters) this.texts.set(letter.label, { letter, blank: false });
    this.longest = Math.max(1, ...[...this.texts.keys()].map(text => text.length));
    /** `true` if a tile has several characters. */
    this.wide = alphabet.letters.some(letter => letter.label.length > 1);
  }

  /** The points of a tile. @param {Tile} tile */
  points(tile) {
    return tile.blank || tile.label === '?' ? 0 : this.texts.get(tile.label)?.letter.points ?? 0;
  }

  /**
   * The tile that a text is, as the API writes the squares of a board: in lower case for a blank.
   * @param {string} text
   * @returns {Tile}
   */
  tile(text) {
    const found = this.texts.get(text);
    return found ? { label: found.letter.label, blank: found.blank } : { label: text, blank: false };
  }

  /**
   * The tiles of a text, `[CH]` being one; without `strict`, letters that are unknown are left out.
   * @param {string} text
   * @returns {Tile[]}
   */
  split(text) {
    const tiles = [];
    for (let at = 0; at < text.length;) {
      if (text[at] === '?') {
        tiles.push({ label: '?', blank: false });
        at += 1;
        continue;
      }
      const bracket = text[at] === '[' ? text.indexOf(']', at) : -1;
      if (bracket > 0) {
        tiles.push(this.tile(text.slice(at + 1, bracket)));
        at = bracket + 1;
        continue;
      }
      let length = Math.min(this.longest, text.length - at);
      while (length > 0 && !this.texts.has(text.slice(at, at + length))) length -= 1;
      if (length > 0) tiles.push(this.tile(text.slice(at, at + length)));
      at += Math.max(length, 1);
    }
    return tiles;
  }

  /**
   * The tiles of a rack or a move as the API writes them: two characters without brackets are two tiles. Parentheses
   * around tiles on the board are left out.
   * @param {string} text
   * @returns {Tile[]}
   */
  read(text) {
    const found = text.match(/\[[^\]]*\]|[^()[\]]/gu) ?? [];
    return found.map(one => one === '?' ? { label: '?', blank: false } : this.tile(one.replace(/[[\]]/g, '')));
  }

  /** The text of a tile, in lower case for a blank, in brackets if it has several characters. @param {Tile} tile */
  text(tile) {
    const letter = this.texts.get(tile.label)?.letter;
    const text = tile.blank && letter ? letter.lower : tile.label;
    return text.length > 1 ? `[${text}]` : text;
  }

  /** @param {Tile[]} tiles */
  join(tiles) {
    return tiles.map(tile => this.text(tile)).join('');
  }

  /**
   * The letter that a key types, or null. A letter of several characters is reached by its first one.
   * @param {string} key
   * @returns {string | null} the label
   */
  typed(key) {
    const upper = key.toLocaleUpperCase();
    for (const letter of this.alphabet.letters) if (letter.label.toLocaleUpperCase() === upper) return letter.label;
    const found = this.texts.get(key) ?? this.texts.get(key.toLowerCase());
    return found ? found.letter.label : null;
  }

  /** The labels in collation order. */
  labels() {
    return this.alphabet.letters.map(letter => letter.label);
  }
}
