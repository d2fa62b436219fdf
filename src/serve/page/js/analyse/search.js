/** @file A search that is started and stopped by one button, and tells what it has found so far. */

import { el } from '../dom.js';
import { t } from '../text.js';
import { Latest } from './latest.js';

/** @typedef {import('./desk.js').Desk} Desk */

/** @template Answer */
export class Search {
  /**
   * @param {Desk} desk
   * @param {{ question: string, take: (answer: Answer) => void, done: (answer: Answer) => void, stop: () => void }} search
   *   The question of the API about the position; what is done with answers so far, with the last one, and when the person
   *   stops the search.
   */
  constructor(desk, search) {
    this.desk = desk;
    this.search = search;
    this.latest = new Latest(desk.signal);
    this.running = false;
    this.button = el('button', { type: 'button', class: 'main', onclick: () => this.#toggle() }, t('analyse.solve'));
    this.help = el('p', { class: 'faint small' });
  }

  stop() {
    if (this.running) this.latest.stop();
    this.#run(false);
  }

  /** @param {boolean} running */
  #run(running) {
    this.running = running;
    this.button.textContent = t(running ? 'analyse.stop' : 'analyse.solve');
    this.button.classList.toggle('main', !running);
  }

  async #toggle() {
    if (this.running) {
      this.search.stop();
      this.help.textContent = t('analyse.stopped');
      return;
    }
    const signal = this.latest.start();
    const { app } = this.desk;
    const { question, take, done } = this.search;
    this.#run(true);
    this.help.textContent = t('analyse.solving');
    try {
      const request = { position: this.desk.request() };
      const answer = await app.engine.watch(question, request, progress => {
        if (!signal.aborted) take(progress);
      }, { signal });
      take(answer);
      done(answer);
    } catch (error) {
      if (signal.aborted) return;
      this.help.textContent = error instanceof Error ? error.message : '';
      app.complain(error);
    }
    this.#run(false);
  }
}
