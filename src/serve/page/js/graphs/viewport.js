/** @file What part of a drawing is seen: moved by dragging, wheel, pinch and keys. */

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

const [LEAST, MOST] = [0.08, 4];
/** The space left and right of a drawing that fits. @param {number} width Of the stage. */
export const marginOf = width => (width < 500 ? 10 : 26);

export class Viewport {
  /**
   * @param {HTMLElement} stage What has the focus and gets the pointer.
   * @param {SVGGElement} scene What is moved.
   */
  constructor(stage, scene) {
    this.stage = stage;
    this.scene = scene;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    // Kept, as asking the stage would have the page laid out.
    this.width = stage.clientWidth;
    this.height = stage.clientHeight;
    this.waiting = 0;
    this.moving = 0;
    /** `true` once the person moved the drawing. */
    this.touched = false;
    /** @type {Box} */
    this.box = { left: 0, top: 0, width: 1, height: 1 };
    /** @type {Map<number, { x: number, y: number }>} */
    this.pointers = new Map();
    stage.addEventListener('wheel', event => this.#wheel(event), { passive: false });
    stage.addEventListener('keydown', event => this.#key(event));
    stage.addEventListener('pointerdown', event => {
      this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      stage.setPointerCapture(event.pointerId);
    });
    stage.addEventListener('pointermove', event => this.#pointer(event));
    for (const name of ['pointerup', 'pointercancel']) {
      stage.addEventListener(name, event => this.pointers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
  }

  /**
   * Shows a box: all of it, or at a scale that can be read, from its left.
   * @param {Box} box
   * @param {number} least The scale that can be read.
   * @param {number} [duration] Of the way there, in milliseconds.
   */
  fit(box, least, duration = 0) {
    this.box = box;
    this.touched = false;
    const { width, height } = this;
    const margin = marginOf(width);
    const whole = Math.min((width - 2 * margin) / box.width, (height - 26) / box.height, 1.4);
    const scale = Math.max(whole, least, LEAST);
    const x = Math.max((width - scale * box.width) / 2, margin) - scale * box.left;
    const y = (height - scale * box.height) / 2 - scale * box.top;
    const before = [this.x, this.y, this.scale];
    let start = 0;
    const move = (/** @type {number} */ now) => {
      start ||= now;
      const part = duration > 0 ? Math.min((now - start) / duration, 1) : 1;
      const t = part * part * (3 - 2 * part);
      [this.x, this.y, this.scale] = [x, y, scale].map((value, at) => before[at] + (value - before[at]) * t);
      this.#put();
      if (part < 1) this.moving = requestAnimationFrame(move);
    };
    cancelAnimationFrame(this.moving);
    move(performance.now());
  }

  /** The person takes over. */
  #touch() {
    this.touched = true;
    cancelAnimationFrame(this.moving);
  }

  /** @param {number} factor @param {number} [x] What stays where it is; the middle by default. @param {number} [y] */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    this.#touch();
    const scale = Math.min(Math.max(this.scale * factor, LEAST), MOST);
    this.x = x - (x - this.x) * scale / this.scale;
    this.y = y - (y - this.y) * scale / this.scale;
    this.scale = scale;
    this.#put();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.#touch();
    this.x += dx;
    this.y += dy;
    this.#put();
  }

  #put() {
    // A part of the drawing is always seen.
    const { left, top, width, height } = this.box;
    const keep = 60;
    this.x = Math.min(Math.max(this.x, keep - this.scale * (left + width)), this.width - keep - this.scale * left);
    this.y = Math.min(Math.max(this.y, keep - this.scale * (top + height)), this.height - keep - this.scale * top);
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      const [x, y, scale] = [this.x, this.y, this.scale].map(value => value.toFixed(3));
      this.scene.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
    });
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    // Otherwise the wheel is the page's.
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== this.stage) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    const { left, top } = this.stage.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * lines / 400), event.clientX - left, event.clientY - top);
  }

  /** @param {PointerEvent} event */
  #pointer(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    if (other) {
      const far = (/** @type {{ x: number, y: number }} */ point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      const { left, top } = this.stage.getBoundingClientRect();
      this.zoom(far(now) / far(before), other.x - left, other.y - top);
    } else {
      this.pan(now.x - before.x, now.y - before.y);
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.target !== this.stage || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = 60;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.pan(step, 0),
      ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step),
      ArrowDown: () => this.pan(0, -step),
      '+': () => this.zoom(1.25),
      '=': () => this.zoom(1.25),
      '-': () => this.zoom(0.8),
      0: () => this.fit(this.box, 0),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
