"""Enumerates every rack, filters by answers, and keeps exact weights. `batch` and `rows` import numba; the others do not.

``columns``         results as columns, for data frames
``cache``           arrays in files that are made once
``arrays``          an edition as arrays: every rack, and every card lowered onto them
``belief``          exact weights over the racks that a player may hold, event by event
``proved_slots``    the proved part of a rack
``belief_history``  the belief after each line of a log
``sampling``        random numbers
``evidence``        the answers heard, one by one, and the racks that each excludes
``racksets``        sets of racks as bits, many at a time
``deals``           truthful random positions
``rows``            cards as rows of bit masks, for compiled loops
``batch``           many positions at once: `Batch`
"""
