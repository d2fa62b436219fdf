/** @file The dialogs of a game: the letter of a blank, tiles to exchange, a new game, a game to load, a question. */

import { tileFace, tileName } from '../board.js';
import { el, fill, newId } from '../dom.js';
import { Problem } from '../engine.js';
import { t } from '../text.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('./session.js').Session} Session
 * @typedef {import('./session.js').GameAnswer} GameAnswer
 * @typedef {{
 *   lexicon?: string, layout?: string, rules?: string, level?: string, seed?: number, seat?: number,
 * }} Settings As in the request of a new game.
 */

/**
 * Shows a dialog until it is answered or closed. The focus goes back to where it was.
 * @template T
 * @param {HTMLElement} root
 * @param {string} title
 * @param {(done: (value: T) => void, dialog: HTMLDialogElement) => (Node | string | null | false)[]} build
 * @returns {Promise<T | null>} null if it was closed
 */
function ask(root, title, build) {
  const id = newId('title');
  const dialog = el('dialog', { 'aria-labelledby': id });
  return new Promise(resolve => {
    /** @type {T | null} */
    let answer = null;
    const parts = build(value => {
      answer = value;
      dialog.close();
    }, dialog);
    fill(dialog, el('h2', { id }, title), ...parts);
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    // A click beside it closes it.
    dialog.addEventListener('click', event => {
      if (event.target === dialog) dialog.close();
    });
    root.append(dialog);
    dialog.showModal();
  });
}

/** The buttons at the end. @param {HTMLDialogElement} dialog @param {...HTMLElement} buttons */
function buttons(dialog, ...buttons) {
  return el('div', { class: 'row ends' },
    el('button', { type: 'button', onclick: () => dialog.close() }, t('play.cancel')), ...buttons);
}

/** @param {HTMLElement} root @param {string} title @param {string} text @param {string} yes @returns {Promise<boolean>} */
export async function askWhether(root, title, text, yes) {
  return await ask(root, title, (done, dialog) => [
    el('p', null, text),
    buttons(dialog, el('button', { type: 'button', class: 'main', onclick: () => done(true) }, yes)),
  ]) ?? false;
}

/** The letter for a blank. @param {HTMLElement} root @param {Session} session @returns {Promise<string | null>} */
export function askBlank(root, session) {
  const { letters } = session;
  return ask(root, t('play.blank'), (done, dialog) => {
    dialog.addEventListener('keydown', event => {
      const label = event.ctrlKey || event.metaKey || event.altKey ? null : letters.typed(event.key);
      if (label && event.key.length === 1) {
        event.preventDefault();
        done(label);
      }
    });
    return [
      el('p', { class: 'faint small' }, t('play.blank.help')),
      el('div', { class: 'choices' }, ...letters.labels().map(label => el('button', {
        type: 'button', class: 'slot', 'aria-label': label, onclick: () => done(label),
      }, tileFace({ label, blank: true }, letters)))),
      buttons(dialog),
    ];
  });
}

/** The tiles to exchange, as ids. @param {HTMLElement} root @param {Session} session @returns {Promise<number[] | null>} */
export function askExchange(root, session) {
  const { letters, tiles } = session;
  /** @type {Set<number>} */
  const chosen = new Set();
  return ask(root, t('play.exchange'), (done, dialog) => {
    const go = el('button', { type: 'button', class: 'main', disabled: true, onclick: () => done([...chosen]) });
    /** @type {Map<number, HTMLButtonElement>} */
    const slots = new Map();
    const toggle = (/** @type {number} */ id) => {
      if (!chosen.delete(id)) chosen.add(id);
      draw();
    };
    const draw = () => {
      for (const [id, slot] of slots) slot.setAttribute('aria-pressed', String(chosen.has(id)));
      go.disabled = chosen.size === 0;
      go.textContent = t('play.exchange.go', { count: chosen.size });
    };
    for (const { id, label } of tiles) {
      const face = { label, blank: false };
      slots.set(id, el('button', {
        type: 'button', class: 'slot', 'aria-label': tileName(face, letters), onclick: () => toggle(id),
      }, tileFace(face, letters)));
    }
    dialog.addEventListener('keydown', event => {
      if (event.key === 'Enter' && chosen.size > 0 && event.target !== dialog.querySelector('.ends button')) {
        event.preventDefault();
        done([...chosen]);
        return;
      }
      if (event.key.length > 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
      const label = event.key === '?' ? '?' : letters.typed(event.key);
      const same = tiles.filter(tile => tile.label === label);
      const tile = same.find(({ id }) => !chosen.has(id)) ?? same[0];
      if (tile) {
        toggle(tile.id);
        slots.get(tile.id)?.focus();
      }
    });
    draw();
    return [
      el('p', { class: 'faint small' }, t('play.exchange.help')),
      el('div', { class: 'rack still', role: 'group', 'aria-label': t('play.rack') }, ...slots.values()),
      buttons(dialog, go),
    ];
  });
}

/** A name with its text, or as it is if it has none. @param {string} key @param {string} name */
export function named(key, name) {
  const text = t(`${key}.${name}`);
  return text === `${key}.${name}` ? name : text;
}

/** The levels, the weakest first. @param {App} app @returns {string[]} */
function levels(app) {
  const order = ['easy', 'medium', 'hard'];
  const rank = (/** @type {string} */ name) => (order.indexOf(name) + 1 || order.length + 1);
  return Object.keys(app.choices.levels ?? {}).sort((a, b) => rank(a) - rank(b));
}

/** A control with its label. @param {string} text @param {HTMLElement} control @param {string} [help] */
function field(text, control, help) {
  const note = help ? el('span', { class: 'small faint', id: newId('help') }, help) : null;
  if (note) control.setAttribute('aria-describedby', note.id);
  return el('label', { class: 'field' }, el('span', null, text), control, note);
}

/** @param {[value: string, text: string][]} options @param {string | undefined} chosen @param {object} [properties] */
function select(options, chosen, properties) {
  return el('select', properties ?? null,
    ...options.map(([value, text]) => el('option', { value, selected: value === chosen }, text)));
}

/**
 * A form that starts a game; a problem that names a field is shown there.
 * @param {HTMLFormElement} form
 * @param {Record<string, HTMLElement>} fields By the names of the API.
 * @param {() => Promise<GameAnswer>} start
 * @param {(answer: GameAnswer) => void} done
 * @param {App} app
 */
function submitting(form, fields, start, done, app) {
  const wrong = el('p', { class: 'bad', role: 'alert', id: newId('wrong') });
  const descriptions = new Map(Object.values(fields).map(control => [control, control.getAttribute('aria-describedby')]));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    wrong.textContent = '';
    for (const [control, description] of descriptions) {
      control.removeAttribute('aria-invalid');
      if (description) control.setAttribute('aria-describedby', description);
      else control.removeAttribute('aria-describedby');
    }
    try {
      done(await start());
    } catch (error) {
      if (!(error instanceof Problem)) {
        app.complain(error);
        return;
      }
      const line = error.line ? `${t('play.line', { line: error.line })} ` : '';
      wrong.textContent = line + error.message;
      const control = fields[error.field ?? ''];
      control?.setAttribute('aria-invalid', 'true');
      control?.setAttribute('aria-describedby', wrong.id);
      control?.focus();
    }
  });
  return wrong;
}

/** The lexicons for games, as options. @param {App} app @returns {[string, string][]} */
function lexicons(app) {
  return app.lexicons.filter(({ games }) => games)
    .map(({ name, words }) => [name, t('play.lexicon.words', { name, count: words })]);
}

/**
 * A new game.
 * @param {HTMLElement} root
 * @param {App} app
 * @param {Settings} preset
 * @param {boolean} going `true` if a game goes on that would end.
 * @param {AbortSignal} signal
 * @returns {Promise<GameAnswer | null>}
 */
export function askNewGame(root, app, preset, going, signal) {
  return ask(root, t('play.new'), (done, dialog) => {
    const lexicon = select(lexicons(app), preset.lexicon ?? app.lexicon.name);
    const board = select(app.boards.map(({ name, title }) => [name, title]), preset.layout ?? 'standard-15');
    const rules = select(app.choices.rules.map((/** @type {string} */ name) => [name, named('play.rules', name)]),
      preset.rules ?? 'standard');
    const known = levels(app);
    const other = preset.level !== undefined && !known.includes(preset.level);
    const strategy = el('input', {
      value: other ? preset.level : 'equity+endgame', spellcheck: false, autocapitalize: 'off',
    });
    const strategyField = field(t('play.strategy'), strategy, t('play.strategy.help'));
    strategyField.hidden = !other;
    const level = select([...known.map(name => /** @type {[string, string]} */ ([name, named('play.level', name)])),
      ['', t('play.level.other')]], other ? '' : preset.level ?? 'medium', {
      onchange: () => { strategyField.hidden = level.value !== ''; },
    });
    const begins = select([['', t('play.begins.either')], ['0', t('play.begins.you')], ['1', t('play.begins.machine')]],
      preset.seat === undefined ? '' : String(preset.seat));
    const seed = el('input', { inputMode: 'numeric', pattern: '[0-9]{0,15}', value: String(preset.seed ?? '') });
    const form = el('form', { class: 'stack' });
    const fields = { lexicon, layout: board, rules, level: strategy, seed };
    const wrong = submitting(form, fields, () => app.engine.ask('game/new', {
      lexicon: lexicon.value,
      layout: board.value,
      rules: rules.value,
      level: level.value || strategy.value.trim(),
      seed: /\d/.test(seed.value) ? Number(seed.value) : null,
      seat: begins.value === '' ? null : Number(begins.value),
    }, { signal }), done, app);
    form.append(
      field(t('play.level'), level), strategyField,
      field(t('lexicon'), lexicon), field(t('play.board'), board),
      field(t('play.begins'), begins),
      el('details', { open: preset.seed !== undefined || (preset.rules ?? 'standard') !== 'standard' },
        el('summary', null, t('play.details')),
        el('div', { class: 'stack' }, field(t('play.rules'), rules), field(t('play.seed'), seed, t('play.seed.help')))),
      wrong,
      ...(going ? [el('p', { class: 'small faint' }, t('play.new.ends'))] : []),
      buttons(dialog, el('button', { type: 'submit', class: 'main' }, t('play.new.start'))));
    return [form];
  });
}

/**
 * A game to load.
 * @param {HTMLElement} root
 * @param {App} app
 * @param {string} chosen The lexicon.
 * @param {AbortSignal} signal
 * @returns {Promise<GameAnswer | null>}
 */
export function askLoad(root, app, chosen, signal) {
  return ask(root, t('play.load'), (done, dialog) => {
    const lexicon = select(lexicons(app), chosen);
    const text = el('textarea', { rows: 7, spellcheck: false, required: true });
    const file = el('input', {
      type: 'file', accept: '.gcg,text/plain',
      onchange: async () => {
        const [one] = file.files ?? [];
        if (one) text.value = await one.text();
      },
    });
    const form = el('form', { class: 'stack' });
    const wrong = submitting(form, { gcg: text, lexicon }, async () => {
      /** @type {GameAnswer} */
      const answer = await app.engine.ask('game/load', { gcg: text.value, lexicon: lexicon.value }, { signal });
      // A number of JSON that is larger is not exact, and the tiles would be others.
      if (!Number.isSafeInteger(answer.game.seed)) throw new Problem({ detail: t('play.load.seed'), field: 'gcg' });
      return answer;
    }, done, app);
    form.append(field(t('play.load.file'), file), field(t('play.load.text'), text, t('play.load.help')),
      field(t('lexicon'), lexicon), wrong,
      buttons(dialog, el('button', { type: 'submit', class: 'main' }, t('play.load.go'))));
    return [form];
  });
}

/**
 * The settings of a new game in the address; null if there are none.
 * @param {URLSearchParams} values
 * @returns {Settings | null}
 */
export function settingsOf(values) {
  /** @type {Settings} */
  const settings = {};
  for (const [name, field] of [['lexicon', 'lexicon'], ['board', 'layout'], ['rules', 'rules'], ['level', 'level']]) {
    const value = values.get(name);
    if (value) settings[/** @type {'lexicon'} */ (field)] = value;
  }
  for (const name of /** @type {const} */ (['seed', 'seat'])) {
    const value = values.get(name);
    if (value && /^\d+$/.test(value)) settings[name] = Number(value);
  }
  return Object.keys(settings).length > 0 ? settings : null;
}
