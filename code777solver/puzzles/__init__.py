"""Deduction puzzles. `grading`, `maker` and `from_game` import numba; stored daily puzzles do not need them.

``seeded_random``  random numbers that are equal on every machine and Python version
``levels``         grades and levels of puzzles
``stored``         stored daily puzzles
``grading``        grades a puzzle by solving it like a person
``maker``          searches deals and answers that make a puzzle
``puzzle``         `Puzzle`, `make_puzzle`, the daily puzzle
``missed``         missed deductions of a reviewed game, as positions
``from_game``      puzzles from missed deductions
"""
