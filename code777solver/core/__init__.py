"""Enumerates every rack, filters by answers, and keeps exact weights. `batch` and `rows` import numba; the rest does not.

``columns``         results as columns, for data frames
``cache``           arrays in files that are made once
``arrays``          an edition as arrays: every rack, and every card lowered onto them
``belief``          exact weights over the racks I may hold, event by event
``proved_slots``    how much of my rack is proved
``belief_history``  the belief after each line of a log
``sampling``        random numbers
``evidence``        the answers heard, one by one, and what each rules out
``racksets``        sets of racks as bits, many at a time
``deals``           truthful random positions
``rows``            cards as rows of bit masks, for compiled loops
``batch``           many positions at once: `Batch`
"""
