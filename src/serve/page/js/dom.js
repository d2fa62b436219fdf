/** @file Elements of the page, made by one function. */

/**
 * Makes an element. Properties that begin with `on` are listeners, `class`, `for`, `data-…`, `aria-…` and `role` are
 * attributes, `style` is an object of custom or plain properties, and the others are properties of the element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [properties]
 * @param {...(Node | string | null | undefined | false)} children Nothing is added for null, undefined and false.
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'style') setStyle(element, value);
    else if (name in element && !name.includes('-')) Reflect.set(element, name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * Replaces the children of an element.
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
}

/**
 * Sets properties of the style; the policy of the page forbids style attributes, but not this.
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, string | number>} style
 */
export function setStyle(element, style) {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, String(value));
}

/** @param {(Node | string | null | undefined | false)[]} children */
function present(children) {
  return /** @type {(Node | string)[]} */ (children.filter(child => child || child === ''));
}

let made = 0;

/** An id that no other element has. @param {string} name */
export function newId(name) {
  made += 1;
  return `${name}-${made}`;
}
