"""Deduction puzzles. Importing these modules imports numba.

``seeded_random``  random choices that are the same on every machine and Python
``grading``        how hard a puzzle is: it is solved as a person would
``maker``          searches deals and answers that make a puzzle
``puzzle``         `Puzzle`, `make_puzzle`, the daily puzzle
"""
