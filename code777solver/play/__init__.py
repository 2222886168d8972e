"""Simulated games, games against people, and the decision to declare or to wait. The modules from ``simulated_table`` on
import numba.

``features``          the input of a learnt policy, computed from a log
``policy``            a learnt policy: a small net from a data file
``advice``            declare or wait, by a learnt policy: quick
``keyed_random``      random choices determined by a key and the text of a game
``referee``           holds all racks of a game, and shows each seat its view
``levels``            levels of computer players, from beginner to master
``spares``            choice of the spare rack to replace
``computer_players``  computer players at a table
``setup``             the setup of a game against the computer
``match``             a game of people against computer players
``strategies``        strategies of simulated players: names, and functions of users
``simulated_table``   an edition and a number of players as arrays for compiled games
``seat_view``         the view of one seat, for strategies that are functions
``transcripts``       simulated games as logs
``study_text``        studies as text: tables and sentences laid out as lines
``study``             base class of studies: tables as columns, CSV, JSON, Parquet, HTML and text
``results``           the results of many games
``vector_games``      many games side by side, for learning agents
``rl``                the game as an environment of PettingZoo
``solvability``       share of deals that can be solved, and the fewest answers needed
``card_measures``     information of each card, exact, on many positions
``cluster``           games on a Dask cluster
``simulation``        millions of games
``comparison``        two strategies in the same games
``rating``            ratings of players from games at mixed tables
``league``            each strategy against tables of each other strategy
``edition_report``    length, fairness and difficulty of an edition
``rollouts``          declare or wait, estimated by rollouts
``second_opinion``    rollouts in another process, which alone imports numba
"""
