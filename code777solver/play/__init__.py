"""Simulated games, games against people, and the one decision of the game: declare or wait. What stands from
``simulated_table`` on imports numba.

``features``          what a learnt policy looks at, from a log
``policy``            a learnt policy: a small net from a data file
``advice``            declare or wait: what the policy says, at once
``keyed_random``      random choices that a key and the text of a game decide
``referee``           the truth of a game, and what a seat sees of it
``levels``            computer players from beginner to master, as data
``spares``            which playerless rack to replace
``computer_players``  computer players at a table
``setup``             how a game against the computer begins
``match``             a game of people against computer players
``strategies``        how simulated players decide, by name or by a function of one's own
``simulated_table``   an edition with so many players as the arrays of a simulated table
``seat_view``         what a strategy of one's own may look at: one seat's view
``transcripts``       simulated games as logs
``study``             the base of all studies: rows in; columns, CSV, JSON, Parquet and HTML out
``results``           the results of many games
``vector_games``      many games side by side, for learning agents
``rl``                the game as an environment of PettingZoo
``solvability``       whether deals can be solved at all, and by how few answers
``card_measures``     what every card tells, exactly, on many positions
``cluster``           games on a Dask cluster
``simulation``        millions of games
``comparison``        two strategies in the same games
``rating``            ratings of players from games at mixed tables
``league``            every strategy against every field of others
``edition_report``    is this set of cards and tiles a good game?
``rollouts``          a second opinion on declare or wait: an estimate by playing on
``second_opinion``    the same, worked out by another process: only that one imports numba
"""
