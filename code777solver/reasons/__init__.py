"""Reasons of deductions: claims, proofs, hints, the knowledge of the others, and errors in the log.

``claims``       statements about a rack, as sets of racks
``wording``      the meaning of an answer for my rack, in words
``proofs``       shortest proofs, in steps
``marks``        the player's marks, as claims
``hints``        help without spoilers
``tracking``     the possible racks of one player, for many hypotheses
``opponents``    the knowledge of the others
``position``     a game after a line of its log: frozen, with cached results
``silence``      chances from the silence of the others: an assumption
``misreadings``  errors in the log other than misheard answers
``diagnosis``    errors that explain a contradiction; false answers
"""
