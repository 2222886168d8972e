// @ts-check
// Games as links. The log is in the part of the address that browsers never send, so no server stores it.

import { picture } from "./api.js";
import { copyText } from "./copy.js";
import { button, toast } from "./dom.js";
import { download, importLog } from "./files.js";
import { logText, state } from "./hub.js";
import { t } from "./i18n.js";
import { packed, unpacked } from "./links.js";
import { h, make } from "./render.js";
import { sheet } from "./sheets.js";
import { MOST_CHARACTERS } from "./store.js";
import { failure } from "./why.js";

const MARK = "#game=";

export const gameLink = async () => `${location.origin}${location.pathname}${MARK}${await packed(logText())}`;

// A link that was opened: its game becomes one of this browser's, and leaves the address.
export async function takeShared() {
  if (!location.hash.startsWith(MARK)) return;
  const letters = location.hash.slice(MARK.length);
  history.replaceState(null, "", location.pathname);
  try {
    await importLog(await unpacked(letters, MOST_CHARACTERS));
  } catch {
    toast(t("This link holds no game."), { bad: true });
  }
}

export async function shareSheet() {
  const url = await gameLink();
  /** @type {import("./render.js").Child} */
  let code = null;
  const send = () => navigator.share({ title: "Code 777", url }).catch(() => {}); // called off
  const it = sheet(
    () => t("Share the game"),
    () => [
      h("p", null, t("The link holds the whole log. It is sent nowhere; whoever opens it gets a copy of the game.")),
      code,
      h("input", {
        type: "text",
        readonly: true,
        value: url,
        "aria-label": t("Link"),
        onfocus: (/** @type {{ target: HTMLInputElement }} */ event) => event.target.select(),
        "data-k": "link",
      }),
      h(
        "div",
        { class: "actions" },
        button(t("Copy"), () => copyText(url), { class: "primary", "data-k": "copy" }),
        "share" in navigator && button(t("Send"), send, { "data-k": "send" }),
      ),
    ],
  );
  try {
    const source = URL.createObjectURL(await picture("qr", { text: url }));
    code = h("img", { class: "qr", src: source, alt: t("The link as a QR code") });
  } catch (error) {
    code = failure(error);
  }
  it.redraw();
}

/** Whether this browser can make pictures to share. */
export const picturesOf = typeof HTMLCanvasElement !== "undefined";
const SCALE = 3;
const [WIDE, HIGH] = [360, 240];

/** A chart as a PNG: sent, or saved where nothing can be sent. @param {import("./render.js").View} drawing @param {string} title */
export async function sharePicture(drawing, title) {
  const node = /** @type {SVGElement} */ (
    make({ ...drawing, attributes: { ...drawing.attributes, width: WIDE, height: 200 } })
  );
  const source = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(node)], { type: "image/svg+xml" }),
  );
  const image = new Image(WIDE * SCALE, 200 * SCALE);
  image.src = source;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE * SCALE, height: HIGH * SCALE });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = "#fffdf8";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#1f1c17";
  pen.font = `600 ${17 * SCALE}px system-ui, sans-serif`;
  pen.fillText(title, 14 * SCALE, 28 * SCALE);
  pen.drawImage(image, 0, 40 * SCALE, WIDE * SCALE, 200 * SCALE);
  URL.revokeObjectURL(source);
  const blob = /** @type {Blob} */ (
    await new Promise((resolve) => canvas.toBlob((found) => resolve(found ?? new Blob()), "image/png"))
  );
  const file = new File([blob], `code777-${new Date(state.game?.created ?? 0).toISOString().slice(0, 10)}.png`, {
    type: "image/png",
  });
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title }).catch(() => {});
  else download(blob, file.name);
}
