"""What the printed rules say, as values. Nothing here knows about arrays, files of games or players' knowledge.

``tiles``     tiles, racks, decks: parse, format, count
``cards``     what each card asks, in plain Python: the one place where its meaning is written
``editions``  decks, cards and rules from data files; options
"""
