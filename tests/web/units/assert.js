// What the tests of the page's modules claim.

export function equal(found, wanted) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

export function same(found, wanted) {
  if (found !== wanted) throw new Error("not the same object");
}
