"""Events at a table, as text and as frozen records.

``persistent_list``  a sequence that grows at its end and shares the rest
``events``           what can happen: one record for each kind of log line
``warning_kinds``    kinds of warnings about an event that can be true
``notes``            text of a note <-> events
``state``            the public state of the table
``setup_events``     edition, options and players
``rack_events``      tiles on racks, swaps and reshuffles
``turn_events``      answers, declarations and points
``table``            the table after each event; what cannot be true, what is odd
``notation``         log text <-> events
``vocabulary``       words and shortcuts that a player may type, in the words of the notation
``entry``            reads what a player types: whole log lines, a command or a refusal
``late_lines``       where a line that came late belongs
``timeline``         which rack a player had when
``folders``          where a user's games and caches live
``system_files``     locking, syncing and replacing files on each system
``journal``          games on disk that survive a crash
``stored``           what a stored game is about
``autosave``         a game's file kept in step with its lines
``log_file``         a log that is edited, its history and its file
"""
