"""Simulated games, and the one decision of the game: declare or wait. Importing these modules imports numba.

``strategies``       how simulated players decide, by name or by a function of one's own
``simulated_table``  an edition with so many players as the arrays of a simulated table
``seat_view``        what a strategy of one's own may look at: one seat's view
``transcripts``      simulated games as logs
``results``          what came out of many games
``cluster``          games on a Dask cluster
``simulation``       millions of games
``advice``           declare or wait, by playing on: an estimate
"""
