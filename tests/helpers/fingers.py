"""A person at the page: enters the lines of a log by taps, clicks or keys alone, the way each is meant to be entered."""

from __future__ import annotations

import re
from typing import Any, Literal

Means = Literal["tap", "click", "keys"]
TABS = 400
"""The most Tabs to anything on the page."""
_PLAYED_BEFORE = """if (!localStorage.getItem("code777.prefs")) localStorage.setItem("code777.prefs", '{"tips": 3}')"""
"""The marks of the first game have been read."""


class Fingers:
    """One page and how it is used."""

    def __init__(
        self, page: Any, url: str, means: Means = "click", lang: str = "en", *, first_time: bool = False
    ) -> None:
        self.page, self.means = page, means
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.set_default_timeout(90_000)  # however busy the machine is
        if not first_time:
            page.add_init_script(_PLAYED_BEFORE)
        page.goto(url)
        page.wait_for_selector("h1")
        self.lang = lang

    # Moving about.

    def press(self, selector: str) -> None:
        """Use a control: by a finger, a mouse, or by Tab and Enter."""
        sheets = self.page.locator("dialog[open]")
        target = (sheets.last if sheets.count() else self.page).locator(selector).first
        target.wait_for(state="visible")
        if self.means == "tap":
            target.tap()
        elif self.means == "click":
            target.click()
        else:
            self._reach(("dialog[open]:last-of-type " if sheets.count() else "") + selector)
            radio = target.evaluate("node => node.type === 'radio' || node.type === 'checkbox'")
            self.page.keyboard.press("Space" if radio else "Enter")

    def _reach(self, selector: str) -> None:
        """Tab (and arrows inside a group of radio buttons) until the control has the keyboard."""
        here = "selector => document.activeElement === document.querySelector(selector)"
        beside = (
            "selector => { const a = document.activeElement, b = document.querySelector(selector);"
            " return a !== b && a.type === 'radio' && b.type === 'radio' && a.name === b.name; }"
        )
        for _ in range(TABS):
            if self.page.evaluate(here, selector):
                return
            self.page.keyboard.press("ArrowDown" if self.page.evaluate(beside, selector) else "Tab")
        raise AssertionError(f"the keyboard does not get to {selector}")

    def reload(self) -> None:
        """Load the page again; once more if the browser gives that up, as it may while a server goes away.

        A sheet that was closed first takes its entry out of the history, which would end the reload.
        """
        self.page.wait_for_function("() => !history.state?.sheet || document.querySelector('dialog[open]')")
        try:
            self.page.reload()
        except Exception as error:
            if "ERR_ABORTED" not in str(error):
                raise
            self.page.reload()

    def has(self, selector: str) -> bool:
        return bool(self.page.locator(selector).count())

    def settled(self, lines: int | None = None) -> None:
        """Wait until the screen shows what follows from the log."""
        which = f"body[data-lines='{lines}']:not(.stale)" if lines else "body[data-lines]:not(.stale)"
        self.page.wait_for_selector(which)

    def text(self, selector: str) -> str:
        return str(self.page.locator(selector).first.inner_text())

    def shown_count(self) -> int:
        """Number of codes left (racks, where tiles are declared) in the strip; one if it says the code is certain."""
        if self.has(".hero.certain"):
            return 1
        return int(re.sub(r"\D", "", self.text(".hero .count b")))

    # What is stored.

    @property
    def stored(self) -> dict[str, Any]:
        """The game of this tab as the browser keeps it."""
        found: dict[str, Any] = self.page.evaluate(
            "() => JSON.parse(localStorage.getItem('code777.game.' + sessionStorage.getItem('code777.current')))"
        )
        return found

    @property
    def lines(self) -> list[str]:
        return list(self.stored["lines"])

    # Entering.

    def load(self, log: str) -> None:
        """Open a log as a file."""
        with self.page.expect_file_chooser() as chooser:
            self.press("[data-k=menu]")
            self.press("#openfile")
        chooser.value.set_files({"name": "game.c777", "mimeType": "text/plain", "buffer": log.encode()})
        self.settled(len(log.rstrip("\n").split("\n")))

    def set_up(self, lines: list[str]) -> None:
        """The wizard, for the lines up to the last rack of the deal."""
        edition, players = lines[0].split()[1], lines[1].split()[1:]
        self.press("[data-k=new]" if self.has("[data-k=new]") else "[data-k=go]")
        self.press(f"[data-k=edition-{edition}]")
        self.press("[data-k=next]")
        self._seat(players)
        self.press("[data-k=next]")
        for line in lines[2:]:
            for tile in line.split()[2:]:
                self.press(f"[data-k=kind-{tile}]")
        self.press("[data-k=start]")
        self.settled(len(lines))

    def _seat(self, players: list[str]) -> None:
        count = "ol.players li"
        while self.page.locator(count).count() < len(players):
            self.press("[data-k=add]")
        while (now := self.page.locator(count).count()) > len(players):
            last = now - 1 if not self.has(f"[data-k=out{now - 1}]:disabled") else now - 2
            self.press(f"[data-k=out{last}]")
        rows = self.page.locator(count)
        mine = next(i for i in range(rows.count()) if rows.nth(i).locator(".me").count())
        wanted = players.index("me")
        while mine > wanted:
            self.press(f"[data-k=up{mine}]")
            mine -= 1
        while mine < wanted:
            self.press(f"[data-k=up{mine + 1}]")
            mine += 1
        for i, name in enumerate(players):
            if name != "me":
                self.page.locator(f"[data-k=name{i}]").fill(name)

    def enter(self, line: str) -> None:
        """One more line, by the controls that are meant for it."""
        words = line.split()
        match words[0]:
            case "rack":
                self._rack(words[1], words[2:])
            case "declare":
                self._declare(line)
            case "reshuffle":
                if self.has("[data-k=reshuffle]"):
                    self.press("[data-k=reshuffle]")
                else:
                    self._more("reshuffle")
            case "swap":
                self._more("swap")
                self._who(words[1])
                if words[1] == "me":
                    self.press("[data-k=which]")
                else:
                    self.press(f"[data-k=old-{words[2]}]")
                self.press(f"[data-k=kind-{words[2] if words[1] == 'me' else words[3]}]")
                self.press("[data-k=ok]")
            case "note":
                self._more("note")
                self.page.locator("#typed").fill(line)
                self.page.keyboard.press("Enter")
            case _:
                self.answer(words[0], words[1], words[2], doubted=words[3:] == ["?"])

    def _more(self, what: str) -> None:
        self.press("[data-k=more]")
        self.press(f"[data-k=do-{what}]")

    def _who(self, name: str) -> None:
        where = "dialog[open]:last-of-type " if self.has("dialog[open]") else ".dock "
        if not self.page.locator(f"{where}input[value='{name}']").is_checked():
            self.press(f"input[value='{name}']")

    def answer(self, name: str, card: str, symbol: str, *, doubted: bool = False) -> None:
        if not self.has(".dock .grid"):
            self.press("[data-k=go]")
        self._who(name)
        self.press(f"[data-k=card{card}]")
        if doubted:
            self.press("input[type=checkbox]")
        self.press(f"[data-k='answer{symbol}']")

    def _rack(self, name: str, tiles: list[str]) -> None:
        if tiles == ["?"]:
            self.press("[data-k=go]")
            return
        if name.startswith("spare"):
            self._more("rack")
            self.press(f"[data-k=rack-{name}]")
        else:
            self.press("[data-k=go]")
        for tile in tiles:
            self.press(f"[data-k=kind-{tile}]")
        self.press("[data-k=ok]")

    def _declare(self, line: str) -> None:
        found = re.fullmatch(r"declare (\S+) (.+) (right|wrong)(?: saw (.+))?", line)
        assert found, line
        self.press("[data-k=declare]")
        self._who(found[1])
        for slot in ("slot2", "slot1", "slot0"):  # what is filled in already
            if self.has(f"dialog[open] [data-k={slot}]"):
                self.press(f"[data-k={slot}]")
        for part in found[2] if found[2].isdecimal() else found[2].split():
            self.press(f"[data-k=digit{part}]" if part.isdecimal() else f"[data-k=kind-{part}]")
        self.press(f"[data-k={found[3]}]")
        if self.has("dialog[open] [data-k=ok]"):
            for slot in ("slot2", "slot1", "slot0"):
                if self.has(f"dialog[open] [data-k={slot}]"):
                    self.press(f"[data-k={slot}]")
            for tile in (found[4] or "").split():
                self.press(f"[data-k=kind-{tile}]")
            self.press("[data-k=ok]" if found[4] else "[data-k=unknown]")
