"""Compiled code only: imports numpy, numba and nothing else of this package.

Kernels never raise, take their output arrays from the caller, and read no module tables. Callers check shapes, dtypes
and ranges first. Importing this package imports numba, so only bulk work does.

``shortcuts``     switches for the shortcuts past plain numba
``caching``       compiled code in files that later runs load
``bits256``       a value of 256 bits that lives in one vector register
``predicates``    the racks that give each answer of a card, as rows of bit masks
``positions``     the racks that survive in many positions
``futures``       number of further answers until certainty, by sampling
``board``         a simulated table as arrays, packed into one record
``callees``       functions that only compiled functions call
``compiling``     decorators for the kernels of games
``random``        random numbers
``sets``          sets of racks in rows of arrays
``questions``     information that each card would give in many positions
``weights``       weight of each rack for a simulated player
``likeliest``     the likeliest code of a simulated player without weighing every rack
``codes``         weight of each number code for a simulated player
``unseen``        racks that their owners never saw, and the tiles that may be on them
``policy``        players who look ahead, and players with a learnt policy
``opponents``     racks that the others can hold, for each rack of a watching player; silence
``second_order``  silence, for players who assume that the others reason from silence
``reasoning``     hooks for players who do not simply declare when certain
``games``         whole games
``many_games``    many games side by side, with actions of some players from outside
``advice``        declare or wait: a second opinion by rollouts
``puzzles``       puzzles: answers of which none is superfluous, and their difficulty
``breaker``       Code Breaker: answers of all pairs, scores of guesses, the exact search

The kernels of games use these arguments in one meaning. Their docstrings describe only the others.

    ``boards``      (1,) record  the table, packed from `board.Board`; read only
    ``board``       record       its only element
    ``states``      (n,) record  the games in play, packed from `board.State`; changed in place
    ``state``       record       one of them
    ``seat``        int64        a player, 0 to players - 1
    ``a``           int64        the player who answers a card
    ``o``, ``p``    int64        other players
    ``j``           int64        a rack on the table: those of the players first, then the spare racks
    ``r``, ``x``    int64/uintp  a rack number: row of ``board.kinds``; full racks come first
    ``w``           int64        a word of a set, 64 racks each
    ``card``        uintp        a card: row of ``board.layout``
    ``first``       uint64       row of ``board.rows`` for the given answer where the answerer sees no other rack
    ``answers``     uint64       number of answers that the card has
    ``claim``       int64        rack whose code is declared; -1: none
    ``seed``        uint64       seed of all games of a run

A set of racks is a row of uint64 words: bit ``i % 64`` of word ``i // 64`` stands for rack ``i``. Weights are relative
(float64, no unit); chances are shares from 0 to 1.
"""
