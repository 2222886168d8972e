// @ts-check
// The small parts that every screen is made of: icons, buttons, choices, toasts.

import { t } from "./i18n.js";
import { h, make, svg } from "./render.js";

const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  undo: "M9 7 4 12l5 5M5 12h9a5 5 0 0 1 0 10h-2",
  redo: "m15 7 5 5-5 5M19 12h-9a5 5 0 0 0 0 10h2",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6 6 18",
  up: "M12 19V5M6 11l6-6 6 6",
  back: "M15 5l-7 7 7 7",
  warn: "M12 4 2.500 20h19zM12 10v4M12 17h.01",
  bulb: "M9 18h6M10 21h4M8.500 15a6 6 0 1 1 7 0c-.6.5-.9 1-1 1.500h-5c-.1-.5-.4-1-1-1.500z",
  ask: "M9 9a3 3 0 1 1 4 2.800c-.7.3-1 .8-1 1.700M12 17h.01M12 2.500a9.500 9.500 0 1 0 0 19 9.500 9.500 0 0 0 0-19z",
};

/** @typedef {keyof typeof ICONS} IconName */
/** @typedef {Record<string, any>} Attributes */

/** @param {IconName} name */
export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

/** @param {import("./render.js").Child} label @param {() => void} onclick @param {Attributes} attributes */
export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick: () => onclick(), ...attributes }, label);
}

/** @param {IconName} name @param {string} label @param {() => void} onclick @param {Attributes} attributes */
export function iconButton(name, label, onclick, attributes = {}) {
  return button(icon(name), onclick, { class: "round", "aria-label": label, title: label, ...attributes });
}

/**
 * Places for what is chosen; a tap on a full one empties it.
 * @param {number} size
 * @param {readonly string[]} chosen
 * @param {(chosen: string[]) => void} onchange
 * @param {{ show: (name: string) => import("./render.js").Child, say?: (name: string) => string, key?: string, kind?: string }} look
 */
export const slots = (size, chosen, onchange, { show, say = (name) => name, key = "slot", kind = "slot" }) =>
  Array.from({ length: size }, (_, i) =>
    chosen[i]
      ? button(show(chosen[i]), () => onchange(chosen.filter((_one, j) => j !== i)), {
          class: kind,
          "aria-label": t("Take {tile} away", { tile: say(chosen[i]) }),
          "data-k": `${key}${i}`,
        })
      : h("span", { class: "slot empty", "aria-hidden": "true" }),
  );

/**
 * A choice between a few: radio buttons that look like one bar.
 * @param {string} label
 * @param {[string, import("./render.js").Child][]} options
 * @param {string | null} value
 * @param {(key: string) => void} onchange
 * @param {Attributes} attributes
 */
export function choice(label, options, value, onchange, attributes = {}) {
  const name = `choice ${label}`;
  const option = (/** @type {[string, any]} */ [key, text]) =>
    h(
      "label",
      { key },
      h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onchange(key) }),
      h("span", null, text),
    );
  return h(
    "fieldset",
    { class: "choice", ...attributes },
    h("legend", { class: "hidden" }, label),
    options.map(option),
  );
}

/** @param {string} label @param {boolean} checked @param {(on: boolean) => void} onchange @param {Attributes} attributes */
export function toggle(label, checked, onchange, attributes = {}) {
  const input = { type: "checkbox", checked, onchange: (/** @type {{ target: HTMLInputElement }} */ event) => onchange(event.target.checked), ...attributes };
  return h("label", { class: "toggle" }, h("input", input), h("span", null, label));
}

/**
 * A short message at the bottom of the screen, with an action if there is one.
 * @param {string} text
 * @param {{ bad?: boolean, action?: [string, () => void] | null }} options
 */
export function toast(text, { bad = false, action = null } = {}) {
  const place = /** @type {HTMLElement} */ (document.getElementById("toasts"));
  const act = () => {
    node.remove();
    action?.[1]();
  };
  const node = /** @type {HTMLElement} */ (
    make(h("div", { class: bad ? "toast bad" : "toast" }, h("span", null, text), action && button(action[0], act)))
  );
  place.append(node);
  while (place.children.length > 2) place.firstChild?.remove();
  place.togglePopover?.(false); // above every sheet
  place.togglePopover?.(true);
  setTimeout(() => node.remove(), bad ? 8000 : 4000);
}
