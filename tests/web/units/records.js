// Data from outside: names that every object answers to, and stored values of other kinds than expected.

import { equal } from "./assert.js";
import { fitting, parsed } from "/static/records.js";
import { isLog } from "/static/store.js";

export function records_answer_to_their_own_names_only() {
  const found = parsed('{"__proto__": {"a": 1}, "racks": {"toString": 2}}');
  equal([found.constructor, found.racks.valueOf], [undefined, undefined]);
  equal([found.__proto__.a, found.racks.toString], [1, 2]);
  equal(Object.keys(JSON.parse(JSON.stringify(found))), ["__proto__", "racks"]);
}

export function only_fields_that_fit_are_taken() {
  const usual = { tips: 0, list: false, names: null, code: [] };
  const names = (value) => value === null || Array.isArray(value);
  equal(fitting(usual, { tips: 3, list: "yes", names: ["Ann"], code: {}, more: 1 }, { names }), {
    tips: 3,
    list: false,
    names: ["Ann"],
    code: [],
  });
  for (const odd of [null, 5, "text", [], undefined]) equal(fitting(usual, odd), usual);
}

export function a_log_has_limits() {
  equal([[""], ["a", 5], "lines", null].map(isLog), [true, false, false, false]);
  equal([isLog(Array(2000).fill("")), isLog(Array(2001).fill(""))], [true, false]);
  equal([isLog(["x".repeat(48_000)]), isLog(["x".repeat(48_001)])], [true, false]);
}
