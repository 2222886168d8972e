"""Make the pictures of the page in docs/: ``python docs/screenshots.py`` (needs Chromium).

A real server, a real browser, the bundled game; and the page that `code777 review` writes. The pictures are reduced to few
colours, which keeps them small.

``python docs/screenshots.py gallery [SIZE ...]`` makes every screen instead, light and dark, at all sizes or at those named
(``390x844``), in build/screens/: to look at before a release.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from PIL import Image

from code777solver.cli import main as cli

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent / "tests" / "helpers"))
from fingers import Fingers
from screens import CONTRADICTED, EARLY, EXAMPLE, walk
from taps import act, lines, play_out, start
from webserver import DESKTOP, PHONE, Server, browser

SCREENS = DOCS.parent / "build" / "screens"
SIZES = ("360x640", "390x844", "844x390", "820x1180", "1440x900")
COLOURS = 256
GAP = 24


def shoot(person: Fingers) -> Image.Image:
    person.page.wait_for_timeout(200)
    return Image.open(io.BytesIO(person.page.screenshot())).convert("RGB")


def save(name: str, *pictures: Image.Image) -> None:
    """Pictures side by side, as one file."""
    width = sum(picture.width for picture in pictures) + GAP * (len(pictures) - 1)
    whole = Image.new("RGB", (width, max(picture.height for picture in pictures)), "white")
    left = 0
    for picture in pictures:
        whole.paste(picture, (left, 0))
        left += picture.width + GAP
    path = DOCS / name
    whole.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size:,} bytes")


def at(chrome: Any, server: Server, screen: dict[str, Any], **more: Any) -> Fingers:
    return Fingers(chrome.new_context(**screen, **more).new_page(), server.url)


def report(chrome: Any) -> None:
    """The page that `code777 review --html` writes of the example in docs/review.md."""
    told = (DOCS / "review.md").read_text(encoding="utf-8")
    log = re.findall(r"^```c777\n(.*?)^```$", told, re.MULTILINE | re.DOTALL)[0]
    done = CliRunner().invoke(cli.main, ["review", "-", "--html", "-"], input=log)
    assert done.exit_code == 0, done.output
    page = chrome.new_context(viewport={"width": 900, "height": 1000}).new_page()
    page.set_content(done.stdout)
    save("page-review.png", Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB"))


STATIC = DOCS.parent / "code777solver" / "web" / "static"
ICONS = {"icon-192": 192, "icon-512": 512, "apple-touch-icon": 180}


def icons(chrome: Any) -> None:
    """The icon as pictures, for systems that take no SVG; its corners are filled, since they cut them themselves."""
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    for name, size in ICONS.items():
        page = chrome.new_context(viewport={"width": size, "height": size}).new_page()
        page.set_content(f"<style>body {{ margin: 0; background: #0b5f5a }} svg {{ display: block }}</style>{drawing}")
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        picture.quantize(32).save(STATIC / f"{name}.png", optimize=True)


def screens(chrome: Any, server: Server) -> None:
    """Make the pictures that a browser shows when the page is installed."""
    for name, screen in (("phone", PHONE), ("desktop", DESKTOP)):
        person = at(chrome, server, screen)
        person.load(EARLY)
        shoot(person).quantize(64, dither=Image.Dither.NONE).save(STATIC / f"screen-{name}.png", optimize=True)


def against_the_computer(person: Fingers) -> None:
    """A game with marks, a declaration, and the look back; each time another deal."""
    start(person, players=4, level="learner")
    person.page.wait_for_selector("dialog [data-lines]")
    while len(lines(person)) < 16 or not person.has("dialog [data-k=go]"):
        act(person)
    for tile in ("B7", "G1", "K3", "K3"):
        if person.has(f"dialog [data-k=kind-{tile}]:not(:disabled)"):
            person.press(f"[data-k=kind-{tile}]")
    playing = shoot(person)
    person.press("[data-k=declare]")
    for digit in "457":
        person.press(f"[data-k=digit{digit}]")
    declaring = shoot(person)
    person.press("[data-k=cancel]")
    play_out(person)
    save("page-play.png", playing, declaring, shoot(person))


def gallery(sizes: Sequence[str]) -> None:
    """Every screen, light and dark, at each size."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    with Server() as server, browser() as chrome:
        for size in sizes:
            width, height = map(int, size.split("x"))
            screen = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce", "locale": "en-GB"}
            for scheme in ("light", "dark"):
                person = at(chrome, server, {**screen, "has_touch": width < 1000}, color_scheme=scheme)
                for number, name in enumerate(walk(person)):
                    shoot(person).save(SCREENS / f"{size}-{scheme}-{number:02}-{name.replace(' ', '-')}.png")
                assert person.errors == [], person.errors
                person.page.context.close()
                print(f"{size} {scheme}: {number + 1} screens in {SCREENS}")


def main() -> None:
    if sys.argv[1:2] == ["gallery"]:
        gallery(sys.argv[2:] or SIZES)
        return
    with browser() as chrome:
        report(chrome)
        icons(chrome)
    with Server() as server, browser() as chrome:
        screens(chrome, server)
        phone = at(chrome, server, PHONE)
        phone.load(EARLY)
        early = shoot(phone)
        phone.press("[data-k=go]")
        phone.press("[data-k=card21]")
        card = shoot(phone)
        phone.page.keyboard.press("Escape")
        phone.load(EXAMPLE)
        phone.press("[data-k=kind-N4]")
        phone.page.wait_for_selector(".said.proved")
        save("page-phone.png", early, card, shoot(phone))
        phone.page.keyboard.press("Escape")
        phone.press("[data-k=menu]")
        phone.press("#newgame")
        phone.press("[data-k=next]")
        phone.press("[data-k=next]")
        for tile in ("Y2", "K5", "B7", "G6", "G6"):
            phone.press(f"[data-k=kind-{tile}]")
        racks = shoot(phone)
        phone.page.keyboard.press("Escape")  # asks, since tiles were entered
        phone.press("[data-k=agree]")
        phone.load(CONTRADICTED)
        dark = at(chrome, server, PHONE, color_scheme="dark")
        dark.load(EXAMPLE)
        save("page-more.png", racks, shoot(phone), shoot(dark))
        prompt = at(chrome, server, DESKTOP)
        prompt.load(EXAMPLE)
        prompt.press("[data-k=kind-N4]")
        prompt.page.wait_for_selector(".said.proved")
        prompt.page.keyboard.press("Escape")
        save("page-desktop.png", shoot(prompt))
        breaker = []
        for log in ("AS 2H 3D 1 2 0", "AS 2H 3D 1 2 0\nAH 4D 4C 2 2 1", "AS 2H 3D 1 2 0\nAS 2H 3D 1 1 0"):
            phone.load(f"pack breaker-4\n{log}\n")
            breaker.append(shoot(phone))
        save("page-breaker.png", *breaker)
        against_the_computer(at(chrome, server, PHONE))


if __name__ == "__main__":
    main()
