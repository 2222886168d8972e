"""The game as an environment of PettingZoo (AEC), for learning agents. Needs the extra ``rl``.

    from code777solver import rl
    env = rl.env("classic", players=4)

Each agent sees what a player at its seat can know; of its own rack it sees only what follows from the answers. After a card,
all agents who may declare choose one after the other. Their actions are done together at the end, so that no agent knows the
choices of the others. `VectorGames` plays the same games, many at once and much faster.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.sampling import checked_seed
from ..errors import Code777Error, RuleError
from ..rules.editions import Edition
from .vector_games import LEARNER, Sight, Turn, VectorGames

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import OrderEnforcingWrapper
except ImportError:
    raise Code777Error("the environment needs PettingZoo: pip install 'code777solver[rl]'") from None

LARGEST = 1000.0
"""Upper bound of the numbers in an observation."""
Observation = dict[str, NDArray[Any]]


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo comes without types
    """One game at a time. Every seat is an agent; ``player_0`` draws the first card."""

    metadata = {"name": "code777_v0", "is_parallelizable": False, "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        edition: str | Edition = "classic",
        *,
        players: int = 4,
        codes: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Action 0 waits. With ``codes`` action 1 + i declares code i of ``code_names``; without, 1 declares the likeliest.

        An observation has ``observation``, numbers described in `observation_parts`, and ``action_mask``.
        """
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise RuleError(f"render_mode {render_mode!r}: there is only 'ansi'")
        self.render_mode = render_mode
        self._games = VectorGames(edition, [LEARNER] * players, games=1, codes=codes, rotate=False)
        self.edition, self.code_names = self._games.edition, self._games.code_names
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        kinds = len(self.edition.deck.kinds)
        self.observation_parts: dict[str, int] = {
            "features": self._games.feature_count,
            "tiles": (self._games.table.racks - 1) * kinds,
            "chances": len(self.code_names) if codes else 0,
        }
        """Parts of an observation in order, fields of a `Sight`, with the number of values of each."""
        actions, length = self._games.actions, sum(self.observation_parts.values())
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, LARGEST, (length,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._seed, self._number = 0, -1
        self._sight: Sight | None = None
        self._chosen = np.zeros((1, players), np.int64)
        self._waiting: list[int] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal game 0 of a seed, or the next game of the same one. ``options`` may have the ``number`` of a game."""
        if seed is not None:
            self._seed, self._number = checked_seed(seed), -1
        self._number = int((options or {}).get("number", self._number + 1))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ask(self._games.reset(self._seed, first=self._number, limit=self._number + 1))

    def _ask(self, sight: Sight) -> None:
        """Queue the agents who may act."""
        self._sight = sight
        self._chosen[:] = 0
        self._waiting = np.flatnonzero(sight.active[0]).tolist()
        self.agent_selection = self.possible_agents[self._waiting[0] if self._waiting else 0]

    def observe(self, agent: str) -> Observation:
        """Observation of an agent."""
        assert self._sight is not None
        seat, sight = self.possible_agents.index(agent), self._sight
        parts = [part[0, seat].ravel().astype(np.float32) for part in (sight.features, sight.tiles, sight.chances)]
        mask = sight.mask[0, seat] if self._games.codes else np.ones(2, np.int8)
        return {"observation": np.clip(np.concatenate(parts), 0.0, LARGEST), "action_mask": mask.copy()}

    def step(self, action: int | None) -> None:
        """Choose for the selected agent; the actions are done after the last agent has chosen."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        mask = self.observe(agent)["action_mask"]
        chosen = int(action) if isinstance(action, int | np.integer) else -1
        if not 0 <= chosen < len(mask) or not mask[chosen]:
            raise RuleError(f"{agent}: action {action!r} is not allowed now; see the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._chosen[0, self._waiting.pop(0)] = chosen
        if self._waiting:
            self.agent_selection = self.possible_agents[self._waiting[0]]
        else:
            self._take(self._games.step(self._chosen))
        self._accumulate_rewards()

    def _take(self, turn: Turn) -> None:
        """Take over the results after all agents have chosen."""
        self._ask(turn.sight)
        if turn.done[0]:
            given_up = int(turn.rows[0, 0]) < 0
            for seat, agent in enumerate(self.agents):
                self.rewards[agent] = float(turn.rewards[0, seat])
                self.terminations[agent], self.truncations[agent] = not given_up, given_up
                self.infos[agent] = {"winner": None if given_up else self.possible_agents[int(turn.rows[0, 0])]}

    def render(self) -> str | None:
        """All racks and points as text."""
        if self.render_mode is None or self._sight is None:
            return None
        state, board = self._games.state_of(0), self._games.table.board
        lines = []
        for j, rack in enumerate(state["rack"].tolist()):
            tiles = " ".join(str(self.edition.deck.kinds[kind]) for kind in board.kinds[rack, : board.sizes[rack]])
            seated = j < len(self.possible_agents)
            points = f"  points {state['scores'][j]}" if seated else ""
            lines.append(f"{self.possible_agents[j] if seated else 'playerless'}: {tiles}{points}")
        return "\n".join(lines)

    def close(self) -> None:
        """Do nothing: no resources are open."""


def env(
    edition: str | Edition = "classic", *, players: int = 4, codes: bool = True, render_mode: str | None = None
) -> Any:
    """The environment, which refuses calls in the wrong order; see `GameEnv`."""
    return OrderEnforcingWrapper(GameEnv(edition, players=players, codes=codes, render_mode=render_mode))


__all__ = ["GameEnv", "env"]
