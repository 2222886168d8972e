"""Reviews of games: who could deduce what, and when.

``hindsight``  every seat's belief, with racks that were shown later
``records``    what a review says, as frozen records
``reviewer``   the review itself
``lessons``    the moments that mattered to one player, and missed deductions
``progress``   many games together: wins by level, lateness, overlooked cards
"""
