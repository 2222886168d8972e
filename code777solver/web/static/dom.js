// Making elements. Text goes in as text nodes only: nothing that a person typed is ever read as markup.

import { t } from "./i18n.js";

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, v] of Object.entries(value)) node.style.setProperty(key, v);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  undo: "M9 7 4 12l5 5M5 12h9a5 5 0 0 1 0 10h-2",
  redo: "m15 7 5 5-5 5M19 12h-9a5 5 0 0 0 0 10h2",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6 6 18",
  up: "M12 19V5M6 11l6-6 6 6",
  plus: "M12 5v14M5 12h14",
  warn: "M12 4 2.500 20h19zM12 10v4M12 17h.01",
  bulb: "M9 18h6M10 21h4M8.500 15a6 6 0 1 1 7 0c-.6.5-.9 1-1 1.500h-5c-.1-.5-.4-1-1-1.500z",
  ask: "M9 9a3 3 0 1 1 4 2.800c-.7.3-1 .8-1 1.700M12 17h.01M12 2.500a9.500 9.500 0 1 0 0 19 9.500 9.500 0 0 0 0-19z",
  sheet: "M6 3h9l4 4v14H6zM9 11h7M9 15h7",
};

export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

export function iconButton(name, label, onclick, attributes = {}) {
  return h("button", { type: "button", class: "round", "aria-label": label, title: label, onclick, ...attributes }, icon(name));
}

// A choice between a few: radio buttons that look like one bar.
let groups = 0;
export function choice(label, options, value, onchange, attributes = {}) {
  const name = `choice${++groups}`;
  return h("fieldset", { class: "choice", ...attributes }, h("legend", { class: "hidden" }, label),
    options.map(([key, text]) => h("label", null,
      h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onchange(key) }), h("span", null, text))));
}

export function toggle(label, checked, onchange) {
  return h("label", { class: "toggle" }, h("input", { type: "checkbox", checked, onchange: (event) => onchange(event.target.checked) }),
    h("span", null, label));
}

// Put new children into a place without losing the keyboard's.
export function put(place, ...children) {
  const key = place.contains(document.activeElement) ? document.activeElement.dataset.k : null;
  fill(place, null, []);
  place.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (key) place.querySelector(`[data-k="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

// A sheet comes up from below on a phone and stands in the middle of a larger screen.
export function sheet(title, body, { wide = false, onclose = null, label = null } = {}) {
  const content = h("div", { class: "content" });
  const close = () => dialog.close();
  const dialog = h("dialog", { class: wide ? "sheet wide" : "sheet", "aria-label": label ?? title },
    h("div", { class: "bar" }, h("h2", null, title), iconButton("close", t("Close"), close)), content);
  dialog.addEventListener("close", () => { dialog.remove(); onclose?.(); });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) close(); });
  const draw = (...children) => put(content, ...children);
  document.body.append(dialog);
  const it = { close, draw, dialog, title: (text) => { dialog.querySelector("h2").textContent = text; } };
  body(it);
  dialog.showModal();
  return it;
}

export function closeSheets() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

export function toast(text, { bad = false, action = null } = {}) {
  const place = document.getElementById("toasts");
  const node = h("div", { class: bad ? "toast bad" : "toast" }, h("span", null, text),
    action && button(action[0], () => { node.remove(); action[1](); }));
  place.append(node);
  while (place.children.length > 2) place.firstChild.remove();
  setTimeout(() => node.remove(), bad ? 8000 : 4000);
}

export function ask(title, text, yes, action) {
  sheet(title, (it) => it.draw(h("p", null, text), h("div", { class: "actions" },
    button(t("Cancel"), it.close), button(yes, () => { it.close(); action(); }, { class: "danger" }))));
}
