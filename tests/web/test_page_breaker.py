"""Code Breaker on the page, in a real browser: at a table, in practice, keeping a code, in a race."""

from __future__ import annotations

from fingers import Fingers

from code777solver import Breaker

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def begin(person: Fingers, pack: str, chair: str = "help", more: tuple[str, ...] = ()) -> None:
    person.press("[data-k=breaker]")
    if pack != "breaker":
        person.press(f"[data-k=pack-{pack}]")
    if chair != "help":
        person.press(f"[data-k=chair] input[value={chair}]")
    for selector in more:
        person.press(selector)
    person.press("[data-k=start]")


def pick(person: Fingers, cards: str) -> None:
    for slot in ("slot2", "slot1", "slot0"):
        if person.has(f"[data-k={slot}]"):
            person.press(f"[data-k={slot}]")
    for card in cards.split():
        person.press(f"[data-k=pad{card}]")


def say(person: Fingers, answer: str) -> None:
    for row, count in enumerate(answer.split()):
        person.press(f"[data-k=said{row}] input[value='{count}']")
    person.press("[data-k=go]")


def test_a_game_at_a_table(fingers: Fingers) -> None:
    begin(fingers, "breaker-4")
    fingers.settled(1)
    told = Breaker("breaker-4")
    for count, guess in enumerate(("AS 2H 3D 1 2 0", "AH 4D 4C 0 2 0"), 2):
        cards, said = guess[:8], guess[9:]
        pick(fingers, cards)
        say(fingers, said)
        fingers.settled(count)
        told.tell(guess)
        assert fingers.text(".count b") == str(len(told.codes))
        best = told.best()
        assert fingers.page.locator(".slots .tile").all_inner_texts() == [
            f"{card[:-1]}\n{SYMBOLS[card[-1]]}" for card in best.cards
        ]
    assert fingers.lines == ["pack breaker-4", "AS 2H 3D 1 2 0", "AH 4D 4C 0 2 0"]
    fingers.press("[data-k=undo]")
    fingers.settled(2)


def test_an_impossible_answer_is_taken_back(fingers: Fingers) -> None:
    begin(fingers, "breaker-4")
    fingers.settled(1)
    say(fingers, "0 0 3")
    fingers.page.locator(".toast.bad").wait_for()
    fingers.settled(1)
    assert fingers.lines == ["pack breaker-4"]


def test_a_contradiction_and_its_repair(fingers: Fingers) -> None:
    fingers.load("pack breaker-4\nAS 2H 3D 1 2 0\nAS 2H 3D 1 1 0\n")
    fingers.press(".mend li:first-child .actions button:first-child")
    fingers.page.locator(".mend").wait_for(state="detached")
    assert fingers.lines[1].rsplit(" ", 3)[1:] == fingers.lines[2].rsplit(" ", 3)[1:]


def test_doubting_and_deleting_a_line(fingers: Fingers) -> None:
    fingers.load("pack breaker-4\nAS 2H 3D 1 2 0\n")
    fingers.press("[data-k=line2]")
    fingers.press("text=I am not sure")
    fingers.page.wait_for_selector(".unsure")
    assert fingers.lines[1] == "AS 2H 3D 1 2 0 ?"
    fingers.press("[data-k=line2]")
    fingers.press("text=Delete")
    fingers.settled(1)


def test_practice_until_the_code_is_broken(fingers: Fingers) -> None:
    begin(fingers, "breaker-kids", "practice")
    fingers.settled(1)
    secret = fingers.stored["secrets"]["0"]
    told = Breaker("breaker-kids")
    for count in range(2, 9):
        cards = " ".join(told.best().cards)
        pick(fingers, cards)
        fingers.press("[data-k=go]")
        fingers.settled(count)
        assert fingers.lines[-1] == f"{cards} {told.answer_to(cards, secret)}"
        told.tell(fingers.lines[-1])
        if told.round.outcome:
            break
    assert set(cards.split()) == set(secret.split())
    assert fingers.text(".headline") == f"Broken in {count - 1} guesses."
    assert secret not in "\n".join(fingers.lines[:-1])


def test_keeping_a_code_and_showing_it(fingers: Fingers) -> None:
    begin(fingers, "breaker-kids", "keep", tuple(f"[data-k=pad{card}]" for card in ("AR", "2P", "3S")))
    fingers.settled(1)
    pick(fingers, "AR AP 2S")
    fingers.press("[data-k=go]")
    fingers.settled(2)
    assert fingers.lines[-1] == "AR AP 2S 2 3 1"  # A and 2; rock, paper and scissors; the ace of rock
    fingers.press("[data-k=show]")
    fingers.settled(3)
    assert fingers.lines[-1] == "code AR 2P 3S"


def test_a_practice_race_in_which_the_other_side_guesses_by_itself(fingers: Fingers) -> None:
    begin(fingers, "race-kids", "practice", ("input[value=them]",))
    fingers.settled(4)  # pack, me, first, and their first guess
    secrets = fingers.stored["secrets"]
    told = Breaker.from_log("\n".join(fingers.lines))
    while not told.round.outcome:
        mine = " ".join(told.best().cards)
        pick(fingers, mine)
        fingers.press("[data-k=go]")
        told.tell(f"{mine} {told.answer_to(mine, secrets['0'])}")
        count = len(told.log.lines) + (0 if told.round.outcome else 1)
        fingers.settled(count)
        told = Breaker.from_log("\n".join(fingers.lines))
        assert told.false_answers() == []
    assert told.round.broke(0) or told.round.broke(1)
    assert fingers.has(".headline")
