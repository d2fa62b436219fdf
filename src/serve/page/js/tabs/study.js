/** @file The tab *Study*: cards are asked, and asked again before they would be forgotten. */

import { note } from '../address.js';
import { el, fill } from '../dom.js';
import { Problem, isAbort } from '../engine.js';
import { Asker, leftSitting } from '../study/ask.js';
import { Desk } from '../study/desk.js';
import { Log } from '../study/log.js';
import { DuePanel, LogPanel, ProgressPanel } from '../study/panels.js';
import { Setup } from '../study/setup.js';
import { Sitting } from '../study/sitting.js';
import { t } from '../text.js';
import { Views } from '../views.js';

/** @type {((values: URLSearchParams) => void) | null} */
let reopen = null;

/** @param {import('../app.js').Visit} visit */
export async function open({ root, values, app, signal }) {
  const log = await Log.open();
  const desk = new Desk(app, log, signal);
  const setup = new Setup({ values, onstart: start, onplan: () => desk.changed() });
  setup.offerDefinitions(app.lexicon.definitions);
  app.addEventListener('definitions', () => setup.offerDefinitions(app.lexicon.definitions), { signal });
  const heading = el('h2', { tabIndex: -1 }, t('study.title'));
  const asker = new Asker(desk, () => {
    setup.element.hidden = false;
    heading.focus();
  });
  const panels = {
    ask: { element: el('div', { class: 'stack' }, setup.element, asker.element), update() {}, stop() {} },
    due: new DuePanel(desk),
    progress: new ProgressPanel(desk),
    log: new LogPanel(desk),
  };
  const views = new Views(t('study.views'), Object.fromEntries(Object.entries(panels)
    .map(([name, panel]) => [name, { title: t(`study.view.${name}`), panel }])), remember);

  /** The address has the view, the words and the kinds. */
  function remember() {
    const { kinds, from, conditions } = setup.choice();
    note('study', {
      view: views.shown === 'ask' ? null : views.shown,
      q: from === 'search' ? conditions : null,
      kind: kinds.join(','),
    });
  }

  /** @param {import('../study/setup.js').Choice} choice */
  async function start(choice) {
    remember();
    setup.complain('');
    if (choice.kinds.length === 0 || (choice.from === 'search' && !choice.conditions)) {
      setup.complain(t(choice.kinds.length === 0 ? 'study.noKind' : 'study.noWords'));
      return;
    }
    setup.element.setAttribute('aria-busy', 'true');
    try {
      await log.reread();
      const { cards, unknown, unknownCount } = await desk.cards(choice);
      if (unknownCount > 0) app.say(t('study.unknownWords', { count: unknownCount, first: unknown[0] }), 'wrong');
      const { states } = await desk.survey();
      const ordered = choice.sort !== 'random' && choice.from !== 'before';
      const sitting = Sitting.of(cards, states, { fresh: choice.fresh, all: choice.all, ordered });
      if (!sitting.card) {
        setup.complain(t(cards.length === 0 ? 'study.noCardsHere' : 'study.nothingDue'));
        return;
      }
      setup.element.hidden = true;
      await asker.start(sitting, choice.self);
    } catch (error) {
      if (isAbort(error)) return;
      if (error instanceof Problem) setup.complain(error.message);
      else app.complain(error);
    } finally {
      setup.element.removeAttribute('aria-busy');
    }
  }

  desk.addEventListener('change', () => views.update());
  fill(root, heading, views.element);
  const chosen = values.get('view') ?? 'ask';
  views.show(chosen in panels ? chosen : 'ask');
  reopen = address => views.show(address.get('view') ?? 'ask');
  signal.addEventListener('abort', () => { reopen = null; });
  if (!log.kept) app.say(t('study.notKept'), 'wrong');
  const left = leftSitting(app.lexicon.name);
  if (left && views.shown === 'ask') {
    setup.element.hidden = true;
    await asker.start(left.sitting, left.self);
  }
}

/** @param {URLSearchParams} values */
export function moved(values) {
  reopen?.(values);
}
