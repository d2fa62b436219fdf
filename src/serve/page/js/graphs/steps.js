/** @file The controls of the steps in which a tree merges to a graph. */

import { el, svg } from '../dom.js';
import { t } from '../text.js';

const PATHS = {
  first: 'M5 4v12M16 4l-8 6 8 6z', previous: 'M14 4l-8 6 8 6z',
  play: 'M6 3l11 7-11 7z', pause: 'M6 4h3v12H6zM12 4h3v12h-3z',
  next: 'M6 4l8 6-8 6z', last: 'M15 4v12M4 4l8 6-8 6z',
};

/** An icon of a button. @param {keyof typeof PATHS} name */
function icon(name) {
  const image = svg('svg', { viewBox: '0 0 20 20' }, svg('path', { d: PATHS[name] }));
  return el('span', { class: 'icon', 'aria-hidden': true }, image);
}

export class Steps {
  /**
   * @param {{
   *   go: (step: number, how: 'step' | 'slide' | 'play') => void, pause: (step: number) => number, done: () => void,
   *   signal: AbortSignal,
   * }} options `go` shows a step; `pause` is how long one is shown in play.
   */
  constructor(options) {
    this.options = options;
    this.step = 0;
    this.count = 0;
    this.playing = 0;
    options.signal.addEventListener('abort', () => this.stop());
    const button = (/** @type {keyof typeof PATHS} */ name, /** @type {() => number} */ to) => el('button', {
      type: 'button',
      'aria-label': t(`graphs.${name}`),
      title: t(`graphs.${name}`),
      onclick: () => {
        this.stop();
        this.#go(to(), 'step');
      },
    }, icon(name));
    this.first = button('first', () => 0);
    this.previous = button('previous', () => this.step - 1);
    this.next = button('next', () => this.step + 1);
    this.last = button('last', () => this.count);
    this.playButton = el('button', {
      type: 'button', class: 'main play', onclick: () => (this.playing ? this.stop() : this.#play()),
    });
    this.slider = el('input', {
      type: 'range', min: 0, max: 0, value: '0', 'aria-label': t('graphs.step'),
      oninput: () => {
        this.stop();
        this.#go(this.slider.valueAsNumber, 'slide');
      },
    });
    this.element = el('div', { class: 'steps', role: 'group', 'aria-label': t('graphs.steps') },
      this.first, this.previous, this.playButton, this.next, this.last, this.slider);
    this.#draw();
  }

  /** @param {number} step @param {number} count @param {string} text What the slider says. */
  show(step, count, text) {
    this.step = step;
    this.count = count;
    this.slider.max = String(count);
    this.slider.value = String(step);
    this.slider.disabled = count === 0;
    this.slider.setAttribute('aria-valuetext', text);
    this.#draw();
  }

  stop() {
    if (!this.playing) return;
    clearTimeout(this.playing);
    this.playing = 0;
    this.#draw();
  }

  #play() {
    if (this.step >= this.count) this.#go(0, 'step');
    const tick = () => {
      this.#go(this.step + 1, 'play');
      if (this.step < this.count) {
        this.playing = setTimeout(tick, this.options.pause(this.step));
      } else {
        this.stop();
        this.options.done();
      }
    };
    this.playing = setTimeout(tick, this.step === 0 ? 400 : 0);
    this.#draw();
  }

  /** @param {number} step @param {'step' | 'slide' | 'play'} how */
  #go(step, how) {
    this.options.go(Math.min(Math.max(step, 0), this.count), how);
  }

  #draw() {
    const playing = this.playing !== 0;
    this.playButton.replaceChildren(icon(playing ? 'pause' : 'play'), t(playing ? 'graphs.pause' : 'graphs.play'));
    this.playButton.disabled = this.count === 0;
    for (const [button, off] of /** @type {const} */ ([
      [this.first, this.step === 0], [this.previous, this.step === 0],
      [this.next, this.step === this.count], [this.last, this.step === this.count],
    ])) {
      // A button that is disabled would lose the focus.
      button.setAttribute('aria-disabled', String(off));
    }
  }
}
