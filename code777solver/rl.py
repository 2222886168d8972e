"""The game as an environment of PettingZoo. Needs the extra ``rl``."""

from __future__ import annotations

from .play.rl import GameEnv, env

__all__ = ["GameEnv", "env"]
