"""Reviews of games: the deductions that each player could make, and when.

``hindsight``  beliefs of every seat, using racks that were shown later
``records``    the results of a review, as frozen records
``reviewer``   makes a review from a log
``lessons``    most important moments and missed deductions of one player
``progress``   statistics over many games: wins by level, delays, overlooked cards
"""
