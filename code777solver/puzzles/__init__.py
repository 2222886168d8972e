"""Deduction puzzles. `grading`, `maker` and `from_game` import numba; a daily puzzle that is stored needs neither.

``seeded_random``  random choices that are the same on every machine and Python
``levels``         how hard a puzzle is, as a value
``stored``         daily puzzles that were made beforehand
``grading``        how hard a puzzle is: it is solved as a person would
``maker``          searches deals and answers that make a puzzle
``puzzle``         `Puzzle`, `make_puzzle`, the daily puzzle
``missed``         the deductions that were missed in one's own game, as positions
``from_game``      puzzles of them
"""
