"""Why: everything that can be said about a deduction beyond its chance.

``claims``       sentences about a rack, as sets of racks
``wording``      what an answer says of my rack, in words
``proofs``       shortest proofs, in steps
``marks``        the player's own marks, as claims that are known
``hints``        help without spoilers
``tracking``     one player followed for many hypotheses
``opponents``    what the others know
``position``     a game after a line of its log: frozen, and what is read from it is kept
``silence``      what the others' silence suggests: an assumption
``misreadings``  slips in the log that are no misheard answers
``diagnosis``    what must be wrong when nothing fits; false answers
"""
