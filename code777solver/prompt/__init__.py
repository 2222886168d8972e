"""The prompts at a terminal: keys in, screens out. No deduction.

``pages``         long lists page by page
``base``          the base of prompts: entries in, replies out; groups of commands that prompts share
``terminal``      keys, history and completion: the only module that knows prompt_toolkit
``loop``          runs a prompt on a terminal or on piped lines
``log_commands``  commands of games that are kept as logs: show the log, copy it, continue a game
``edits``         commands that change a log: undo, lines replaced, moved, offered their right place
``browse``        commands that list all codes, racks and stored games
``coach``         commands that explain; the player's own marks, with deductions hidden
``help``          shortcuts, and the meaning of signs
``asking``        questions of the prompt of a game, in words
``game``          the prompt of a game
``play``          the prompt of a game against the computer
``breaker``       the prompt of Code Breaker
``puzzle``        the prompt of a puzzle
``replay``        the prompt of a review, move by move
"""
