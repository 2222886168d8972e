// @ts-check
// Drawing by comparison. A view is a tree of plain descriptions; `patch` changes the page only where it differs from
// what was drawn before. So scroll positions, the keyboard's place and what is being typed stay, and a change of class
// can be shown as motion. Text goes in as text nodes only: nothing that a person typed is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {{ tag: string, svg: boolean, key: string | null, attributes: Record<string, any>, children: Drawn[] }} View
 * @typedef {View | string} Drawn
 * @typedef {View | string | number | boolean | null | undefined} One
 * @typedef {One | One[] | (One | One[])[] | any[]} Child
 * @typedef {{ attributes: Record<string, any>, view: View, handlers: Record<string, (event: any) => void> }} Memory
 */

/** @type {WeakMap<Node, Memory>} */
const memories = new WeakMap();

/** @param {Child[]} children @param {Drawn[]} found @returns {Drawn[]} */
function flat(children, found = []) {
  for (const child of children) {
    if (Array.isArray(child)) flat(child, found);
    else if (typeof child === "number") found.push(String(child));
    else if (typeof child === "string") found.push(child);
    else if (child !== null && typeof child === "object") found.push(child);
  }
  return found;
}

/**
 * An element. `key`, or else `data-k`, tells it from its siblings when they change places. Attributes that are null,
 * undefined or false are left out; `on...` takes a handler, `style` an object, `ref` is called with a new element.
 * @param {string} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...Child} children
 * @returns {View}
 */
export function h(tag, attributes, ...children) {
  const { key = attributes?.["data-k"] ?? null, ...rest } = attributes ?? {};
  return { tag, svg: false, key, attributes: rest, children: flat(children) };
}

/** @param {string} tag @param {Record<string, any> | null} [attributes] @param {...Child} children @returns {View} */
export const svg = (tag, attributes, ...children) => ({ ...h(tag, attributes, ...children), svg: true });

/**
 * A new element for a view.
 * @param {Drawn} view
 * @returns {Node}
 */
export function make(view) {
  if (typeof view === "string") return document.createTextNode(view);
  const node = view.svg ? document.createElementNS(SVG, view.tag) : document.createElement(view.tag);
  memories.set(node, { attributes: {}, view: h(view.tag), handlers: {} });
  update(node, view);
  view.attributes.ref?.(node);
  return node;
}

/**
 * Make the children of a place those of a view.
 * @param {Element} place
 * @param {...Child} children
 */
export function put(place, ...children) {
  arrange(place, flat(children));
}

/** @param {Element} node @param {View} view */
function update(node, view) {
  const memory = /** @type {Memory} */ (memories.get(node));
  if (memory.view === view) return;
  for (const name in memory.attributes) {
    if (!(name in view.attributes)) set(node, memory, name, null);
  }
  for (const name in view.attributes) set(node, memory, name, view.attributes[name]);
  arrange(node, view.children);
  // What a person changes by itself is set again after its children are there.
  const { checked, value } = view.attributes;
  if (checked !== undefined && node instanceof HTMLInputElement) node.checked = Boolean(checked);
  if (value !== undefined && node instanceof HTMLInputElement && memory.attributes.value !== value) node.value = value;
  Object.assign(memory, { view, attributes: view.attributes });
}

/** @param {Element} node @param {Memory} memory @param {string} name @param {any} value */
function set(node, memory, name, value) {
  const before = memory.attributes[name];
  if (name === "ref" || (before === value && name !== "style")) return;
  if (name.startsWith("on")) {
    listen(node, memory, name.slice(2), value);
  } else if (name === "style") {
    const { style } = /** @type {HTMLElement} */ (node);
    for (const part in before) if (!value || !(part in value)) style.removeProperty(part);
    for (const part in value) if (before?.[part] !== value[part]) style.setProperty(part, value[part]);
  } else if (value === null || value === undefined || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

// One listener for each kind of event, which calls the handler of the latest drawing.
/** @param {Element} node @param {Memory} memory @param {string} type @param {any} handler */
function listen(node, memory, type, handler) {
  if (!(type in memory.handlers)) node.addEventListener(type, (event) => memory.handlers[type]?.(event));
  memory.handlers[type] = handler || undefined;
}

/** @param {Element} place @param {Drawn[]} children */
function arrange(place, children) {
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  for (const child of place.children) {
    const key = memories.get(child)?.view.key;
    if (key) keyed.set(key, child);
  }
  /** @type {ChildNode | null} */
  let next = place.firstChild;
  for (const child of children) {
    const found = match(next, child, keyed);
    if (!found) {
      place.insertBefore(make(child), next);
      continue;
    }
    if (typeof child === "string") {
      if (found.nodeValue !== child) found.nodeValue = child;
    } else {
      if (child.key) keyed.delete(child.key);
      update(/** @type {Element} */ (found), child);
    }
    if (found === next) next = next.nextSibling;
    else place.insertBefore(found, next);
  }
  while (next) {
    const after = next.nextSibling;
    next.remove();
    next = after;
  }
}

// The element that shows a child already: the one with its key wherever it stands, else the next one if it is like it.
/** @param {ChildNode | null} next @param {Drawn} child @param {Map<string, Element>} keyed @returns {ChildNode | null} */
function match(next, child, keyed) {
  if (typeof child === "string") return next?.nodeType === Node.TEXT_NODE ? next : null;
  const found = child.key ? keyed.get(child.key) : next;
  const view = found && memories.get(found)?.view;
  return view && view.tag === child.tag && view.key === child.key ? /** @type {ChildNode} */ (found) : null;
}
