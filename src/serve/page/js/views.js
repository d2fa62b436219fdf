/** @file Views of which one is shown at a time: tabs by the keyboard's rules for them. */

import { el, newId } from './dom.js';

/**
 * `stop` ends the work of a panel that is left; it returns `true` if the work has to be done again.
 * @typedef {{ element: HTMLElement, update: () => void, stop: () => boolean | void }} Panel
 */

export class Views {
  /**
   * @param {string} label
   * @param {Record<string, { title: string, panel: Panel }>} views
   * @param {(name: string) => void} onshow
   */
  constructor(label, views, onshow) {
    this.onshow = onshow;
    /** @type {Map<string, { tab: HTMLElement, panel: Panel, box: HTMLElement, stale: boolean }>} */
    this.views = new Map();
    const list = el('div', { class: 'views', role: 'tablist', 'aria-label': label });
    this.element = el('section', { class: 'panel stack', 'aria-label': label }, list);
    for (const [name, { title, panel }] of Object.entries(views)) {
      const id = newId('view');
      const tab = el('button', {
        type: 'button', role: 'tab', id, 'aria-controls': `${id}-panel`, 'aria-selected': 'false', tabIndex: -1,
        onclick: () => this.show(name),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event, name),
      }, title);
      const box = el('div', { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': id, hidden: true }, panel.element);
      this.views.set(name, { tab, panel, box, stale: true });
      list.append(tab);
      this.element.append(box);
    }
    this.shown = '';
  }

  /** @param {string} name */
  show(name) {
    const view = this.views.get(name);
    if (!view || view.tab.hidden) return;
    const left = this.shown === name ? undefined : this.views.get(this.shown);
    if (left?.panel.stop()) left.stale = true;
    this.shown = name;
    for (const [other, { tab, box }] of this.views) {
      tab.setAttribute('aria-selected', String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
      box.hidden = other !== name;
    }
    if (view.stale) {
      view.stale = false;
      view.panel.update();
    }
    this.onshow(name);
  }

  /** Lets a view be chosen or not. @param {string} name @param {boolean} on */
  offer(name, on) {
    const view = this.views.get(name);
    if (!view) return;
    view.tab.hidden = !on;
    if (!on && this.shown === name) this.show([...this.views.keys()][0]);
  }

  /** What the views show is of no use any more: the one that is shown does it again, the others when they are. */
  update() {
    for (const [name, view] of this.views) {
      view.stale = name !== this.shown;
      if (!view.stale) view.panel.update();
    }
  }

  /** @param {KeyboardEvent} event @param {string} name */
  #key(event, name) {
    const names = [...this.views].filter(([, { tab }]) => !tab.hidden).map(([other]) => other);
    const here = names.indexOf(name);
    /** @type {Record<string, number>} */
    const places = { ArrowRight: here + 1, ArrowLeft: here - 1 + names.length, Home: 0, End: names.length - 1 };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    const other = names[place % names.length];
    this.show(other);
    this.views.get(other)?.tab.focus();
  }
}
