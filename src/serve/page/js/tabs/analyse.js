/** @file The tab for a position: a board that is typed or pasted, its plays, and what they are worth. */

import { link } from '../address.js';
import { Bag } from '../analyse/bag.js';
import { Check } from '../analyse/check.js';
import { Desk } from '../analyse/desk.js';
import { EndgamePanel } from '../analyse/endgame.js';
import { GamePanel, Stepper } from '../analyse/game.js';
import { LeavesPanel } from '../analyse/leaves.js';
import { Opener } from '../analyse/open.js';
import { Players } from '../analyse/players.js';
import { PlaysPanel } from '../analyse/plays.js';
import { emptyPosition } from '../analyse/position.js';
import { PreEndgamePanel } from '../analyse/pre-endgame.js';
import { copy } from '../save.js';
import { SimulatePanel } from '../analyse/simulate.js';
import { Views } from '../views.js';
import { el, fill } from '../dom.js';
import { t } from '../text.js';

/** @type {((values: URLSearchParams) => void) | null} */
let reopen = null;

/** @param {import('../app.js').Visit} visit */
export async function open(visit) {
  const { root, app, signal, values } = visit;
  if (!app.lexicons.some(({ games }) => games)) {
    fill(root, el('h2', null, t('analyse.title')), el('p', null, t('analyse.noGames')));
    return;
  }
  const desk = new Desk(visit);
  const board = el('div', { class: 'place' });
  const stepper = new Stepper(desk);
  const players = new Players(desk);
  desk.focusRack = () => players.focus();
  const bag = new Bag(desk);
  const check = new Check(desk);
  const panels = {
    plays: new PlaysPanel(desk),
    simulate: new SimulatePanel(desk),
    preEndgame: new PreEndgamePanel(desk),
    endgame: new EndgamePanel(desk),
    leaves: new LeavesPanel(desk),
    game: new GamePanel(desk),
  };
  const views = new Views(t('analyse.views'), {
    plays: { title: t('analyse.plays'), panel: panels.plays },
    simulate: { title: t('analyse.simulation'), panel: panels.simulate },
    'pre-endgame': { title: t('analyse.preEndgame'), panel: panels.preEndgame },
    endgame: { title: t('analyse.endgame'), panel: panels.endgame },
    leaves: { title: t('analyse.leaves'), panel: panels.leaves },
    game: { title: t('analyse.game'), panel: panels.game },
  }, () => desk.note());
  desk.more = () => ({ view: views.shown === 'plays' ? null : views.shown, ...panels.plays.state(), ...leaveState() });
  const leaveState = () => (views.shown === 'leaves' ? panels.leaves.state() : {});

  const tool = (/** @type {string} */ key, /** @type {() => void} */ onclick) =>
    el('button', { type: 'button', onclick }, t(key));
  const undo = tool('analyse.undo', () => desk.undo());
  const redo = tool('analyse.redo', () => desk.redo());
  const direction = tool('analyse.across', () => desk.editor.turn());
  const swap = tool('analyse.swap', () => {
    const { racks: [own, other], scores: [ours, theirs] } = desk.position;
    desk.change({ ...desk.position, racks: [other, own], scores: [theirs, ours] });
    app.say(t('analyse.swapped'));
  });
  const clear = tool('analyse.clear', () => {
    desk.change(emptyPosition(desk.layout, desk.position.alphabet));
    app.say(t('analyse.cleared'));
  });
  const settings = makeSettings(desk);
  const opener = new Opener(desk, root, format => {
    views.show(format === 'gcg' ? 'game' : 'plays');
    app.say(t(`analyse.read.${format}`));
  });
  const copied = async (/** @type {string} */ text, /** @type {string} */ says) =>
    app.say(t(await copy(text) ? says : 'copy.refused'));
  const here = () => new URL(link('analyse', desk.state()), location.href).href;

  desk.addEventListener('board', () => {
    fill(board, desk.editor.board.element);
    bag.make();
  });
  desk.addEventListener('turn', () => {
    const down = desk.editor.board.direction === 'down';
    direction.textContent = t(down ? 'analyse.down' : 'analyse.across');
  });
  // A search that runs is not ended for it.
  app.engine.addEventListener('leaves', () => {
    if (app.engine.leaves.state === 'here' && ['plays', 'leaves'].includes(views.shown)) views.update();
  }, { signal });
  desk.addEventListener('game', () => views.offer('game', desk.game !== null));
  desk.addEventListener('change', () => {
    views.offer('pre-endgame', panels.preEndgame.possible());
    // What was asked first is answered first.
    views.update();
    check.update();
    players.draw();
    bag.draw();
    stepper.draw();
    settings.draw();
    undo.setAttribute('aria-disabled', String(desk.past.length === 0));
    redo.setAttribute('aria-disabled', String(desk.future.length === 0));
  });
  root.addEventListener('keydown', event => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!(event.ctrlKey || event.metaKey) || target.closest('input, textarea')) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) desk.redo();
    else desk.undo();
  });

  fill(root,
    el('div', { class: 'row apart head' },
      el('h2', null, t('analyse.title')),
      el('div', { class: 'row' }, opener.button,
        tool('analyse.copyCgp', () => copied(desk.cgp(true), 'analyse.cgpCopied')),
        tool('analyse.copyLink', () => copied(here(), 'analyse.linkCopied')))),
    el('div', { class: 'columns' },
      el('section', { class: 'stack', 'aria-label': t('analyse.position') },
        stepper.element, board, players.element, check.element,
        el('div', { class: 'row tools', role: 'group', 'aria-label': t('analyse.tools') },
          direction, undo, redo, swap, clear),
        bag.element, settings.element),
      views.element),
    opener.dialog);
  fill(board, desk.editor.board.element);
  bag.make();
  views.offer('game', false);
  views.offer('pre-endgame', false);
  reopen = async address => {
    const view = address.get('view') ?? 'plays';
    try {
      await desk.open(address);
    } catch (error) {
      // The position stays empty, and says why.
      app.complain(error);
    }
    views.show(view === 'game' && !desk.game ? 'plays' : view);
  };
  signal.addEventListener('abort', () => {
    reopen = null;
  });
  views.show('plays');
  await reopen(values);
}

/** @param {URLSearchParams} values */
export function moved(values) {
  reopen?.(values);
}

/** The board, the lexicon, and what is seldom changed. @param {Desk} desk */
function makeSettings(desk) {
  const { app } = desk;
  const layout = el('select', {
    onchange: () => {
      const found = app.boards.find(({ name }) => name === layout.value);
      const { tiles } = desk.position;
      const same = tiles.length === found.rows && tiles[0]?.length === found.columns;
      // Tiles stay where they fit; none lies on a hole.
      const kept = same
        ? tiles.map((line, row) => line.map((tile, column) => (found.squares[row][column] === '#' ? null : tile)))
        : emptyPosition(found, desk.position.alphabet).tiles;
      desk.change({ ...desk.position, layout: found.name, tiles: kept });
    },
  }, ...app.boards.map(({ name, title }) => el('option', { value: name, title }, title)));
  const lexicon = el('select', {
    onchange: () => {
      desk.useLexicon(lexicon.value);
      const alphabet = desk.lexicon.alphabet;
      // The tiles of other letters mean nothing.
      desk.change(alphabet === desk.position.alphabet ? { ...desk.position } : emptyPosition(desk.layout, alphabet));
    },
  }, ...app.lexicons.filter(({ games }) => games).map(({ name }) => el('option', { value: name }, name)));
  const scoreless = el('input', {
    type: 'number', min: '0', max: '20', class: 'points-field',
    oninput: () => {
      const turns = Math.trunc(Number(scoreless.value));
      if (turns >= 0 && turns < 1000) desk.change({ ...desk.position, scoreless: turns }, { kind: 'scoreless' });
    },
  });
  const field = (/** @type {string} */ key, /** @type {HTMLElement} */ control) =>
    el('label', { class: 'field' }, el('span', null, t(key)), control);
  const element = el('details', { class: 'more' }, el('summary', null, t('analyse.settings')),
    el('div', { class: 'row end' },
      field('analyse.layout', layout), field('lexicon', lexicon), field('analyse.scoreless', scoreless)));
  const draw = () => {
    layout.value = desk.position.layout;
    lexicon.value = desk.lexicon.name;
    if (document.activeElement !== scoreless) scoreless.value = String(desk.position.scoreless);
  };
  return { element, draw };
}
