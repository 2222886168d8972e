"""Trains the policies that come with the package. Not part of the installed package.

    python -m benchmarks.training classic 4        (from the root of the source tree)

``self_play``    simulated games in which a net learns
``calibration``  compares the chances that a policy predicts with the games that it wins
``train``        the recipes of the shipped policies, and the command
"""
