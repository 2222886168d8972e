"""One game typed in every language, the texts of all cards, and lines as a screen shows them."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

from rich.console import Console, RenderableType

from code777solver import edition_names, load_edition


def card_texts() -> Iterator[str]:
    for name in edition_names():
        for readings in load_edition(name).printed.values():
            yield from (card.text for card in readings.values())


GAMES = {
    "en": [
        "edition classic",
        "players Ann Bob me",
        "rack Ann yellow 2 black 5 blue 7",
        "rack Bob green 6 green 6 brown 4",
        "Ann 18 same",
        "Bob 17 second",
        "me 10 2",
        "Ann 15 green 6",
        "Bob 16 first",
        "me 22 black",
        "undo",
        "redo",
        "undo",
        "me 22 first ?",
        "doubt 10",
        "Ann 16 other",
        "drop 11",
        "note Bob same red",
        "declare Ann 257 right",
        "rack Ann pink 7 yellow 7 brown 4",
        "swap Bob brown 4 red 5",
        "penalty Bob",
        "declare me 346 wrong saw black 3 red 5 pink 6",
        "rack me ?",
        "reshuffle",
        "undo",
        "fix 8 Ann 15 second",
    ],
    "nl": [
        "editie classic",
        "spelers Ann Bob ik",
        "rek Ann geel 2 zwart 5 blauw 7",
        "Rek Bob groene 6 GROEN 6 bruin 4",
        "Ann 18 gelijk",
        "Bob 17 tweede",
        "ik 10 2",
        "Ann 15 groene 6",
        "Bob 16 eerste",
        "ik 22 zwart",
        "terug",
        "opnieuw",
        "ongedaan",
        "ik 22 eerste ?",
        "twijfel 10",
        "Ann 16 andere",
        "schrap 11",
        "notitie Bob same red",
        "meld Ann 257 juist",
        "rek Ann roze 7 gele 7 bruine 4",
        "ruil Bob bruin 4 rood 5",
        "straf Bob",
        "meld ik 346 fout zag zwart 3 rood 5 roze 6",
        "rek ik ?",
        "schud",
        "terug",
        "verbeter 8 Ann 15 tweede",
    ],
    "fr": [
        "édition classic",
        "joueurs Ann Bob moi",
        "chevalet Ann jaune 2 noir 5 bleu 7",
        "Chevalet Bob vert 6 VERT 6 marron 4",
        "Ann 18 même",
        "Bob 17 deuxième",
        "moi 10 2",
        "Ann 15 vert 6",
        "Bob 16 premier",
        "moi 22 noir",
        "annuler",
        "refaire",
        "annule",
        "moi 22 première ?",
        "doute 10",
        "Ann 16 autre",
        "retire 11",
        "remarque Bob same red",
        "annonce Ann 257 juste",
        "chevalet Ann rose 7 jaune 7 brun 4",
        "échange Bob brun 4 rouge 5",
        "pénalité Bob",
        "déclare moi 346 faux vu noir 3 rouge 5 rose 6",
        "chevalet moi ?",
        "mélange",
        "annuler",
        "corrige 8 Ann 15 seconde",
    ],
    "de": [
        "Ausgabe classic",
        "Spieler Ann Bob ich",
        "Ständer Ann gelb 2 schwarz 5 Blau 7",
        "staender Bob Grün 6 gruen 6 braun 4",
        "Ann 18 gleich",
        "Bob 17 zweite",
        "ich 10 2",
        "Ann 15 grüne 6",
        "Bob 16 erste",
        "ich 22 schwarz",
        "zurück",
        "wiederholen",
        "zurueck",
        "ich 22 erste ?",
        "Zweifel 10",
        "Ann 16 andere",
        "streiche 11",
        "Notiz Bob same red",
        "Ansage Ann 257 richtig",
        "Ständer Ann pink 7 gelb 7 braun 4",
        "Tausch Bob braun 4 rot 5",
        "Strafe Bob",
        "Ansage ich 346 falsch sah schwarz 3 rot 5 pink 6",
        "Ständer ich ?",
        "mischen",
        "zurück",
        "korrigiere 8 Ann 15 zweite",
    ],
}


def shown_lines(body: RenderableType | None, width: int = 80) -> list[str]:
    file = StringIO()
    if body is not None:
        Console(width=width, file=file, color_system=None, highlight=False, legacy_windows=False).print(body)
    return [line.rstrip() for line in file.getvalue().splitlines()]
