/** @file The frame of the page: tabs by address, the settings of all tabs, and the line that says each event. */

import { address, link } from './address.js';
import { el, fill, newId } from './dom.js';
import { Problem, isAbort, startEngine } from './engine.js';
import { Letters } from './letters.js';
import { ownLexicons } from './own.js';
import { load, save } from './store.js';
import { LANGUAGES, chooseLanguage, language, loadTexts, number, t } from './text.js';

/** The tabs in their order; each is loaded when it is first opened. */
const TABS = {
  play: () => import('./tabs/play.js'),
  analyse: () => import('./tabs/analyse.js'),
  words: () => import('./tabs/words.js'),
  boggle: () => import('./tabs/boggle.js'),
  study: () => import('./tabs/study.js'),
  crossword: () => import('./tabs/crossword.js'),
  graphs: () => import('./tabs/graphs.js'),
};

/** The tabs whose answers get better with leave values. */
const NEED_LEAVES = new Set(['play', 'analyse']);

/**
 * A tab that is shown. `open` gets a new element for each visit; `signal` aborts when the tab is left.
 * @typedef {{ root: HTMLElement, values: URLSearchParams, app: App, signal: AbortSignal }} Visit
 * @typedef {{ open: (visit: Visit) => void | Promise<void>, moved?: (values: URLSearchParams) => void }} Tab
 */

/** What every tab has at hand. Dispatches `definitions` when words are explained that were not before. */
export class App extends EventTarget {
  constructor() {
    super();
    /** @type {import('./engine.js').Engine} Set before anything is asked. */
    this.engine;
    /** @type {any[]} */
    this.lexicons = [];
    /** @type {any[]} */
    this.boards = [];
    /** @type {Map<string, Letters>} */
    this.alphabets = new Map();
    /** @type {any} */
    this.choices = {};
  }

  /** Learns what the engine has. */
  async load() {
    const ask = (/** @type {string} */ what) => this.engine.ask(`shelf/${what}`);
    const [lexicons, boards, alphabets, choices] =
      await Promise.all([ask('lexicons'), ask('boards'), ask('alphabets'), ask('choices')]);
    this.lexicons = lexicons.lexicons;
    this.boards = boards.boards;
    for (const alphabet of alphabets.alphabets) this.alphabets.set(alphabet.name, new Letters(alphabet));
    this.choices = choices;
  }

  /** The lexicon that the person chose. */
  get lexicon() {
    const name = load('lexicon', '');
    return this.lexicons.find(lexicon => lexicon.name === name) ?? this.lexicons[0];
  }

  /** The letters of an alphabet, or of the chosen lexicon. @param {string} [alphabet] */
  letters(alphabet) {
    return /** @type {Letters} */ (this.alphabets.get(alphabet ?? this.lexicon.alphabet));
  }

  /**
   * Says an event on the status line, where a screen reader reads it.
   * @param {string} text
   * @param {'said' | 'wrong'} [how]
   */
  say(text, how = 'said') {
    const line = /** @type {HTMLElement} */ (document.getElementById('status'));
    line.classList.toggle('wrong', how === 'wrong');
    // The same text again would not be read.
    line.textContent = line.textContent === text ? `${text}\u00a0` : text;
  }

  /** Says what went wrong; nothing if the work was given up. @param {unknown} error */
  complain(error) {
    if (isAbort(error)) return;
    this.say(error instanceof Problem || error instanceof Error ? error.message : String(error), 'wrong');
    if (!(error instanceof Problem)) console.error(error);
  }
}

const app = new App();
/** @type {{ name: string, tab: Tab, leave: AbortController } | null} */
let shown = null;

/** Shows the tab of the address. */
async function show() {
  const { tab: name, values } = address();
  if (!(name in TABS)) {
    location.replace(link(load('tab', 'play')));
    return;
  }
  if (shown?.name === name && shown.tab.moved) {
    shown.tab.moved(values);
    return;
  }
  shown?.leave.abort();
  shown = null;
  save('tab', name);
  for (const anchor of document.querySelectorAll('.tabs a')) {
    if (anchor.getAttribute('data-tab') === name) {
      anchor.setAttribute('aria-current', 'page');
      // On a narrow screen, the tabs are in one line, which scrolls.
      anchor.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else {
      anchor.removeAttribute('aria-current');
    }
  }
  document.title = `${t(`tab.${name}`)} – lexigraph`;
  const leave = new AbortController();
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  try {
    const tab = /** @type {Tab} */ (await TABS[/** @type {keyof typeof TABS} */ (name)]());
    if (address().tab !== name) return;
    shown = { name, tab, leave };
    drawNotice();
    const root = el('div', { class: `tab ${name}` });
    fill(main, root);
    await tab.open({ root, values, app, signal: leave.signal });
  } catch (error) {
    app.complain(error);
  }
}

/** The tabs and the settings at the top. */
function drawTop() {
  const nav = /** @type {HTMLElement} */ (document.querySelector('.tabs'));
  nav.setAttribute('aria-label', t('tabs'));
  fill(nav, ...Object.keys(TABS).map(name => el('a', { href: link(name), 'data-tab': name }, t(`tab.${name}`))));
  const lexicon = el('select', {
    'aria-label': t('lexicon'),
    id: 'lexicon',
    onchange: () => {
      save('lexicon', lexicon.value);
      location.reload();
    },
  }, ...app.lexicons.map(({ name }) => el('option', { value: name, selected: name === app.lexicon.name }, name)));
  const languages = el('select', {
    'aria-label': t('language'),
    id: 'language',
    onchange: () => chooseLanguage(languages.value),
  }, ...Object.entries(LANGUAGES).map(([code, name]) => el('option', { value: code, selected: code === language }, name)));
  const settings = /** @type {HTMLElement} */ (document.querySelector('.settings'));
  const { own } = app.engine;
  fill(settings, app.lexicons.length > 1 && lexicon, ...(own ? ownLexicons(app, own) : []), languages);
}

/** Says what the engine tells of itself. */
function listen() {
  const { engine } = app;
  engine.addEventListener('gone', () => {
    document.body.classList.add('gone');
    app.say(t('server.gone'), 'wrong');
  });
  engine.addEventListener('back', () => {
    document.body.classList.remove('gone');
    app.say(t('server.back'));
  });
  engine.addEventListener('leaves', drawNotice);
  engine.addEventListener('definitions', async () => {
    app.lexicons = (await engine.ask('shelf/lexicons')).lexicons;
    document.body.classList.add('explained');
    app.dispatchEvent(new Event('definitions'));
  });
  engine.addEventListener('kept', () => app.say(t('engine.kept')));
  engine.addEventListener('newer', () => app.say(t('engine.newer')));
}

/** Says of the tabs that need leave values that there are none yet: at the bottom, where it moves nothing. */
function drawNotice() {
  const { state, part, bytes } = app.engine.leaves;
  const notice = /** @type {HTMLElement} */ (document.getElementById('notice'));
  document.body.classList.toggle('incomplete', state === 'coming');
  notice.hidden = state === 'here' || !NEED_LEAVES.has(shown?.name ?? '');
  if (state === 'here') return;
  const values = { percent: Math.floor(100 * part), size: number(bytes / 1e6, 1) };
  const text = t(state === 'coming' ? 'leaves.coming' : 'leaves.missing', values);
  if (notice.textContent !== text) notice.textContent = text;
}

/** Shows how much of the engine is there, if it does not start at once. @param {number} part */
function drawProgress(part) {
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  let bar = main.querySelector('progress');
  if (!bar) {
    const id = newId('loading');
    fill(main, el('p', { class: 'loading' }, el('label', { for: id }, t('engine.loading')),
      bar = el('progress', { id, max: 1 })));
  }
  bar.value = part;
}

await loadTexts();
const skip = /** @type {HTMLElement} */ (document.querySelector('.skip'));
skip.textContent = t('skip');
skip.addEventListener('click', event => {
  // The address is the router's.
  event.preventDefault();
  document.getElementById('main')?.focus();
});
try {
  app.engine = await startEngine(drawProgress);
  listen();
  await app.load();
  drawTop();
  addEventListener('hashchange', show);
  await show();
  document.body.classList.add('ready');
  app.engine.drawn();
} catch (error) {
  app.complain(error);
  const again = el('button', { type: 'button', onclick: () => location.reload() }, t('engine.again'));
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  fill(main, el('div', { class: 'loading' }, el('p', null, t('engine.failed')), again));
}
