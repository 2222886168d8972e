// The renderer: what is drawn again stays the same element.

import { equal, same } from "./assert.js";
import { h, make, put, svg } from "/static/render.js";

const list = (...names) =>
  h(
    "ul",
    null,
    names.map((name) => h("li", { key: name }, name)),
  );
const texts = (place) => [...place.querySelectorAll("li")].map((node) => node.textContent);

function place(...children) {
  const node = document.createElement("div");
  document.body.append(node);
  put(node, ...children);
  return node;
}

export function elements_keep_their_place_by_key() {
  const root = place(list("a", "b", "c", "d"));
  const before = new Map([...root.querySelectorAll("li")].map((node) => [node.textContent, node]));
  for (const order of ["dcba", "bd", "xbdy", "", "ab"]) {
    put(root, list(...order));
    equal(texts(root), [...order]);
    if (order === "dcba") for (const node of root.querySelectorAll("li")) same(node, before.get(node.textContent));
  }
}

export function what_is_left_out_goes_away() {
  const root = place(h("p", { class: "a", title: "t", hidden: true }, "x", null, false, ["y", [1]]), h("b"));
  equal(root.firstChild.textContent, "xy1");
  put(root, h("p", { class: "b", hidden: false }, "z"));
  equal(root.children.length, 1);
  equal(
    [...root.firstChild.attributes].map((one) => one.name),
    ["class"],
  );
}

export function what_is_being_typed_stays() {
  const form = (value, extra) => [extra && h("p", { key: "p" }, "new"), h("input", { key: "in", type: "text", value })];
  const root = place(form("a", false));
  const input = root.querySelector("input");
  input.focus();
  input.value = "typed";
  put(root, form("a", true));
  same(root.querySelector("input"), input);
  equal(input.value, "typed");
  same(document.activeElement, input);
  put(root, form("b", true)); // a value that the page itself changes is shown
  equal(input.value, "b");
}

export function a_radio_button_shows_what_is_chosen() {
  const radio = (on) => h("input", { type: "radio", name: "r", checked: on });
  const root = place(radio(true), radio(false));
  root.children[1].checked = true; // by a finger; the page did not take it
  put(root, radio(true), radio(false));
  equal(
    [...root.children].map((node) => node.checked),
    [true, false],
  );
}

export function the_latest_handler_is_called_once() {
  const seen = [];
  const root = place(h("button", { onclick: () => seen.push(1) }));
  put(root, h("button", { onclick: () => seen.push(2) }));
  root.firstChild.click();
  put(root, h("button"));
  root.firstChild.click();
  equal(seen, [2]);
}

export function styles_change_part_by_part() {
  const root = place(h("i", { style: { "--a": 1, color: "red" } }));
  put(root, h("i", { style: { "--a": 2 } }));
  equal(root.firstChild.getAttribute("style"), "--a: 2;");
}

export function text_is_text() {
  const root = place("<b>x</b>");
  equal(root.children.length, 0);
  equal(root.textContent, "<b>x</b>");
}

export function pictures_are_pictures() {
  const node = make(svg("svg", null, svg("path", { d: "M0 0" })));
  equal(node.namespaceURI, "http://www.w3.org/2000/svg");
  equal(node.firstChild.namespaceURI, "http://www.w3.org/2000/svg");
}

export function any_order_of_mixed_children_is_drawn() {
  const kinds = [() => "text", (i) => h("p", null, i), (i) => h("b", { key: `k${i}` }, i), () => null];
  let seed = 7;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const root = place();
  for (let round = 0; round < 300; round++) {
    const children = Array.from({ length: random(8) }, (_, i) => kinds[random(4)](i));
    put(root, children);
    const fresh = place(children);
    equal(root.innerText, fresh.innerText);
    equal(
      [...root.children].map((node) => node.tagName + node.textContent),
      [...fresh.children].map((node) => node.tagName + node.textContent),
    );
    fresh.remove();
  }
}
