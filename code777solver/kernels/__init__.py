"""Compiled code only: numpy and numba, nothing else of this package.

Kernels never raise, take their output arrays from the caller, and read no module tables; whoever calls them checks
shapes, dtypes and ranges first. Importing this package imports numba, so only bulk work does.

``shortcuts``     switches for the shortcuts past plain numba
``caching``       compiled code in files that later runs load
``bits256``       a value of 256 bits that lives in one vector register
``predicates``    what a card answers with each rack, as rows of bit masks
``positions``     the racks that survive in many positions
``futures``       how many more answers it takes, by sampling
``board``         a simulated table as arrays; packed into one record
``callees``       functions that only compiled functions call
``compiling``     how the kernels of games are compiled
``random``        random numbers
``sets``          sets of racks in rows of arrays
``questions``     what every card would tell in many positions
``weights``       how likely each rack is to a simulated player
``likeliest``     the likeliest code of a simulated player, by the shortest way
``codes``         how likely each number code is to a simulated player
``unseen``        racks that their owners never saw, and what the tiles on them may have been
``policy``        players who look ahead, and players by a learnt policy
``opponents``     what the others can hold, for each rack that a watching player may hold; silence
``second_order``  silence once more: players who take it that the others reason from silence
``reasoning``     what goes on in players who do otherwise than declare when certain
``games``         whole games
``many_games``    many games side by side, in which some players are asked outside
``advice``        declare or wait: a second opinion, by playing games to their end
``puzzles``       puzzles: answers of which none is superfluous, and how hard they are
``breaker``       Code Breaker: answers of all pairs, scores of guesses, the exact search
"""
