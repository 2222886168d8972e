"""The printed rules, as values. Nothing here knows about files of games or players' knowledge.

``tiles``         tiles, racks, decks: parse, format, count
``targets``       what must be declared: numbers or tiles
``sums``          what the measures of racks can add up to, in NumPy; imported only where arrays are made
``functions``     cards in Python: two functions, and what they have to keep to
``cards``         what each card asks, in plain Python: the one place where its meaning is written
``rules``         one value for every point on which editions differ
``edition_file``  files of editions and cards: TOML read with care, cards made for a deck
``edition``       an edition as values: deck, cards and rules; options
``editions``      editions by name, or from a file
"""
