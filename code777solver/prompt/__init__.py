"""The prompts at a terminal: keys in, screens out. No deduction.

``pages``         long lists page by page
``base``          what a prompt is: it takes entries and gives replies; its commands, and groups of them that prompts share
``terminal``      keys, history and completion: the only module that knows prompt_toolkit
``loop``          a prompt as it runs, on a terminal or on lines that are piped in
``log_commands``  commands of games that are kept as logs: the log, a copy of it; going on with a game
``edits``         commands that change a log: undo, lines replaced, moved, offered their right place
``browse``        commands that list everything that is left, and other games
``coach``         commands that explain; marks of one's own, and what is deduced hidden
``help``          shortcuts, and which side a sign stands for
``asking``        what the prompt of a game asks for, in words
``game``          the prompt of a game
``play``          the prompt of a game against the computer
``breaker``       the prompt of Code Breaker
``puzzle``        the prompt of a puzzle
``replay``        the prompt of a game looked back on, move by move
"""
