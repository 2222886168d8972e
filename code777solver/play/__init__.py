"""Simulated games, and the one decision of the game: declare or wait. Importing these modules imports numba.

``strategies``       how simulated players decide, by name or by your own function
``simulated_table``  an edition and a number of players as the arrays of a simulated table
``seat_view``        what your own strategy may look at: one seat's view
``transcripts``      simulated games as logs
``results``          the results of many games
``cluster``          games on a Dask cluster
``simulation``       millions of games
``advice``           declare or wait, by playing on: an estimate
"""
