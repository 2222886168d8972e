"""Runs the command of `train`."""

from .train import main

main()
