/** @file The tab *Play*: a game against the machine. */

import { link } from '../address.js';
import { BoardView } from '../board.js';
import { el, fill } from '../dom.js';
import { Problem } from '../engine.js';
import { saveFile } from '../save.js';
import { t } from '../text.js';
import { Desk } from '../play/desk.js';
import { askExchange, askLoad, askNewGame, askWhether, settingsOf } from '../play/dialogs.js';
import { Hand } from '../play/hand.js';
import { judge } from '../play/moves.js';
import { Session } from '../play/session.js';
import { moveName, rackText, result, tellMove, tilesText } from '../play/side.js';

/**
 * @typedef {import('../app.js').Visit} Visit
 * @typedef {import('../play/session.js').GameAnswer} GameAnswer
 * @typedef {import('../play/session.js').Considered} Considered
 * @typedef {import('../play/dialogs.js').Settings} Settings
 */

/** The hints that are shown. */
const HINTS = 5;

/** @type {PlayTab | null} */
let shown = null;

/** @param {Visit} visit */
export async function open(visit) {
  if (!visit.app.lexicons.some(({ games }) => games)) {
    fill(visit.root, el('h2', null, t('play.title')), el('p', null, t('play.noLexicon')));
    return;
  }
  shown = new PlayTab(visit);
  await shown.begin(visit.values);
}

/** @param {URLSearchParams} values */
export function moved(values) {
  shown?.follow(values);
}

class PlayTab {
  /** @param {Visit} visit */
  constructor({ root, app, signal }) {
    Object.assign(this, { root, app, signal });
    this.root = root;
    this.app = app;
    this.signal = signal;
    /** @type {Session | null} */
    this.game = null;
    /** @type {BoardView | null} */
    this.view = null;
    /** @type {import('../play/moves.js').Tried | null} */
    this.tried = null;
    /** @type {Promise<void>} The judging of the laid tiles. */
    this.judging = Promise.resolve();
    /** What can be given up: the judging, the machine's reply. @type {Record<string, AbortController>} */
    this.work = {};
    this.thinking = false;
    /** @type {Considered[] | null} */
    this.hints = null;
    signal.addEventListener('abort', () => Object.values(this.work).forEach(work => work.abort()));
    this.hand = new Hand({
      root, app, signal, session: () => this.session, board: () => this.board, changed: () => this.#changed(),
    });
    this.desk = new Desk({
      root, rack: this.hand.rack.element, ontry: move => this.#try(move),
      actions: {
        play: () => this.#play(), machine: () => this.#reply(), stop: () => this.#giveUp(),
        shuffle: () => this.hand.shuffle(), recall: () => this.hand.recall(), exchange: () => this.#exchange(),
        pass: () => this.#pass(), hint: () => this.#hint(), undo: () => this.#undo(), resign: () => this.#resign(),
        new: () => this.#newGame({}), save: () => this.#save(), load: () => this.#load(),
      },
    });
    document.addEventListener('keydown', event => this.#key(event), { signal });
  }

  get session() {
    return /** @type {Session} */ (this.game);
  }

  get board() {
    return /** @type {BoardView} */ (this.view);
  }

  /** A signal that is aborted when the same work begins again, or the tab is left. @param {string} name */
  #start(name) {
    this.work[name]?.abort();
    this.work[name] = new AbortController();
    if (this.signal.aborted) this.work[name].abort();
    return this.work[name].signal;
  }

  /**
   * The first game: the one that the address asks for, the one that is remembered, or a new one.
   * @param {URLSearchParams} values
   */
  async begin(values) {
    const settings = settingsOf(values);
    this.game = Session.restore(this.app);
    if (settings && this.game && !this.game.over && this.game.answer.turns.length > 0) {
      this.#show();
      await this.#newGame(settings);
      return;
    }
    if (this.game && !settings) {
      this.#show();
      if (!this.session.over && !this.session.mine) await this.#reply();
      return;
    }
    const lost = this.game ? undefined : Session.lexicon();
    try {
      // A game that is lost only for now is kept until the person plays.
      await this.#begin(await this.#ask('game/new', this.#preset(settings ?? {}), this.#start('new')), !lost);
      if (lost) this.app.say(t('play.lost', { lexicon: lost }), 'wrong');
    } catch (error) {
      // Wrong settings in the address.
      this.app.complain(error);
      if (!(error instanceof Problem) || !settings) return;
      await this.#begin(await this.#ask('game/new', this.#preset({}), this.#start('new')));
      this.app.complain(error);
    }
  }

  /** The address has changed. @param {URLSearchParams} values */
  follow(values) {
    const settings = settingsOf(values);
    if (settings) this.#newGame(settings);
  }

  /** @param {Settings} settings @returns {Settings} */
  #preset(settings) {
    const games = this.app.lexicons.filter(({ games }) => games);
    const lexicon = games.find(({ name }) => name === this.app.lexicon.name) ?? games[0];
    return { lexicon: lexicon.name, ...settings };
  }

  /** @param {string} question @param {object} request @param {AbortSignal} signal @returns {Promise<any>} */
  #ask(question, request, signal) {
    return this.app.engine.ask(question, request, { signal });
  }

  /** A game begins, new or loaded. @param {GameAnswer} answer @param {boolean} [keep] */
  async #begin(answer, keep = true) {
    // The address has told what it had to tell; a reload goes on with the game.
    if (location.hash.includes('?')) history.replaceState(null, '', link('play'));
    this.#giveUp();
    this.game = new Session(this.app, answer);
    if (keep) this.session.save();
    this.#show();
    const first = answer.turns.length === 0;
    if (this.session.over) this.#tellEnd('');
    else if (this.session.mine) this.app.say(`${t(first ? 'play.begin.you' : 'play.begin.on')} ${rackText(this.session)}`);
    else await this.#reply();
  }

  /** Builds the tab for a game. */
  #show() {
    const { hand, session } = this;
    this.hints = null;
    this.tried = null;
    this.view = new BoardView({
      layout: session.layout, letters: session.letters, label: t('play.board'),
      onpick: square => hand.pick(square),
      onkey: event => hand.arrow(event),
    });
    this.view.turn('across');
    this.desk.build(session, this.view);
    session.follow(() => this.session === session && this.#taken(), this.signal);
    this.#draw();
    this.#changed(false);
  }

  /** Everything that depends on the game, but not on the laid tiles. */
  #draw() {
    this.desk.draw(this.session, this.board);
    this.desk.drawHints(this.session, this.hints);
  }

  /** Whether the laid tiles are a play, and what can be done now. */
  #drawTried() {
    const text = this.desk.drawTried(this.session, this.board, this.tried, this.thinking);
    if (text) this.app.say(text);
  }

  /** The tiles on the board or on the rack are others. @param {boolean} [keep] */
  #changed(keep = true) {
    const { session, board } = this;
    if (keep) session.save();
    board.try(session.laid);
    this.hand.rack.draw(session);
    this.judging = this.#judge().catch(error => this.app.complain(error));
  }

  /** Another tab of the browser has gone on with the game. */
  #taken() {
    this.#giveUp();
    this.#draw();
    this.#changed(false);
  }

  /** Judges the laid tiles, without playing them. */
  async #judge() {
    const { session } = this;
    const signal = this.#start('judge');
    this.tried = null;
    // An old sign does not stay while an answer is late.
    const late = setTimeout(() => this.#drawTried(), 150);
    signal.addEventListener('abort', () => clearTimeout(late));
    if (session.laid.length > 0 && session.mine) {
      this.tried = await judge(session, request => this.#ask('game/play', request, signal));
    }
    clearTimeout(late);
    this.#drawTried();
  }

  /** Plays the laid tiles. */
  async #play() {
    const { session } = this;
    if (!session.mine) return;
    if (session.laid.length === 0) {
      this.app.say(t('play.nothing'), 'wrong');
      return;
    }
    await this.judging;
    const { tried } = this;
    if (tried?.wrong) this.app.say(tried.wrong, 'wrong');
    else if (tried?.answer && session.mine) await this.#made(tried.answer);
  }

  /** The person's move is made. @param {GameAnswer} answer */
  async #made(answer) {
    const { session, board } = this;
    this.hints = null;
    const drawn = session.adopt(answer);
    session.laid = [];
    session.reasons = [];
    const refocus = board.element.contains(document.activeElement);
    this.#changed();
    this.#draw();
    if (refocus) board.focus(board.focused);
    if (session.over) this.#tellEnd('');
    else await this.#reply(drawn);
  }

  /** Makes a move that is no placement. @param {string} move */
  async #move(move) {
    const { session } = this;
    try {
      const answer = await this.#ask('game/play', { game: session.answer.game, move }, this.#start('move'));
      if (this.session === session && session.mine) await this.#made(answer);
    } catch (error) {
      this.app.complain(error);
    }
  }

  /** The machine plays. @param {string[]} [drawn] The tiles that the person has drawn. */
  async #reply(drawn = []) {
    const { session } = this;
    if (session.over || session.mine) return;
    const signal = this.#start('reply');
    // A quick answer needs no sign.
    const sign = setTimeout(() => {
      this.app.say(t('play.thinking'));
      this.#drawTried();
    }, 200);
    this.thinking = true;
    this.desk.drawButtons(session, this.tried, true);
    try {
      const reply = await this.#ask('game/reply', { game: session.answer.game, limit: 4 }, signal);
      if (this.session !== session) return;
      this.thinking = false;
      session.adopt(reply.after);
      session.reasons = reply.considered;
      this.#draw();
      this.#changed();
      const turn = session.answer.turns.at(-1);
      const said = turn ? tellMove(session, turn) : '';
      if (session.over) this.#tellEnd(said);
      else this.app.say(`${said} ${drawn.length > 0 ? t('play.drawn', { tiles: tilesText(drawn) }) : ''}`.trim());
    } catch (error) {
      this.app.complain(error);
    } finally {
      clearTimeout(sign);
      if (this.session === session && this.work.reply.signal === signal) {
        this.thinking = false;
        this.#drawTried();
      }
    }
  }

  /** Ends the machine's thinking. It remains on turn. */
  #giveUp() {
    this.work.reply?.abort();
    this.thinking = false;
  }

  /** @param {string} before What was said of the last move. */
  #tellEnd(before) {
    this.app.say(`${before} ${result(this.session)[0]}`.trim());
    // The details stand there, and what can be done next.
    this.desk.parts.result.focus();
  }

  async #exchange() {
    const { session } = this;
    session.laid = [];
    this.#changed();
    const ids = await askExchange(this.root, session);
    if (!ids || this.session !== session || !session.mine) return;
    const tiles = session.tiles.filter(({ id }) => ids.includes(id));
    await this.#move(`-${tiles.map(({ label }) => session.letters.text({ label, blank: false })).join('')}`);
  }

  async #pass() {
    if (await askWhether(this.root, t('play.pass'), t('play.pass.sure'), t('play.pass.go'))) await this.#move('-');
  }

  async #resign() {
    const { session } = this;
    if (!await askWhether(this.root, t('play.resign'), t('play.resign.sure'), t('play.resign.go'))) return;
    if (session.over) return;
    this.#giveUp();
    session.resigned = true;
    session.laid = [];
    this.#draw();
    this.#changed();
    this.#tellEnd('');
  }

  async #undo() {
    const { session } = this;
    this.#giveUp();
    try {
      if (!session.resigned) session.adopt(await this.#ask('game/undo', { game: session.answer.game }, this.#start('move')));
    } catch (error) {
      this.app.complain(error);
      return;
    }
    session.resigned = false;
    session.reasons = [];
    this.hints = null;
    this.#draw();
    this.#changed();
    this.app.say(`${t('play.undone')} ${session.mine ? rackText(this.session) : ''}`);
  }

  async #hint() {
    const { session } = this;
    try {
      const { moves } = await this.#ask('game/hint', { game: session.answer.game, limit: HINTS }, this.#start('hint'));
      this.hints = moves;
    } catch (error) {
      this.app.complain(error);
      return;
    }
    this.desk.drawHints(session, this.hints);
    const [best] = this.hints ?? [];
    if (best) this.app.say(t('play.hint.best', { move: moveName(best.move), score: best.score }));
  }

  /** Lays the tiles of a move. @param {string} move */
  #try(move) {
    const { session } = this;
    session.layMove(move);
    this.#changed();
  }

  async #save() {
    try {
      const { gcg } = await this.#ask('game/save', { game: this.session.answer.game }, this.#start('save'));
      const name = `lexigraph-${this.session.answer.game.seed}.gcg`;
      saveFile(name, gcg, 'text/plain');
      this.app.say(t('play.saved', { file: name }));
    } catch (error) {
      this.app.complain(error);
    }
  }

  async #load() {
    const { lexicon } = this.session.answer.game;
    const answer = await askLoad(this.root, this.app, lexicon, this.signal);
    if (answer) await this.#begin(answer);
  }

  /** @param {Settings} settings */
  async #newGame(settings) {
    const { layout, rules, level } = this.session.answer.game;
    const going = !this.session.over && this.session.answer.turns.length > 0;
    const preset = Object.keys(settings).length > 0 ? settings : { layout, rules, level };
    const answer = await askNewGame(this.root, this.app, this.#preset(preset), going, this.signal);
    if (answer) await this.#begin(answer);
    else if (location.hash.includes('?')) history.replaceState(null, '', link('play'));
  }

  /** Keys that are meant for the tab, wherever the focus is. @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    const changed = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
    if (!this.game || event.defaultPrevented || changed) return;
    if (target !== document.body && !this.root.contains(target)) return;
    if (target.closest('input, textarea, select, dialog')) return;
    const { hand, board } = this;
    const inBoard = board.element.contains(target);
    const pressed = target.closest('button, a, summary') !== null;
    /** @type {Record<string, () => void>} */
    const keys = {
      Backspace: () => hand.back(),
      Delete: () => hand.takeFocused(),
      Escape: () => hand.recall(),
    };
    if (!pressed) {
      keys[' '] = () => hand.shuffle();
      keys.Enter = () => {
        if (!(inBoard && hand.laySelected(board.focused))) this.#play();
      };
    }
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    } else if (hand.type(event)) {
      event.preventDefault();
    }
  }
}
