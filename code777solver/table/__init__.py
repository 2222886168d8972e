"""What happened at a table, as text and as frozen records.

``growing``   a sequence that grows at its end and shares the rest
``events``    what can happen: one record for each kind of log line
``table``     the table after each event; what cannot be true, what is odd
``notation``  log text <-> events
``timeline``  which rack a player had when
``folders``   where a user's games and caches live
``journal``   games on disk that survive a crash
``autosave``  a game's file kept in step with its lines
"""
