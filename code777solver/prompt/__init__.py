"""The prompts at a terminal: keys in, screens out. No deduction.

``pages``     long lists page by page
``base``      what a prompt is: a desk takes entries and gives replies; first words, refusals, blocks, help
``terminal``  keys, history and completion: the only module that knows prompt_toolkit
``loop``      a desk as it runs, on a terminal or on lines that are piped in
``logged``    what desks of games that are kept as logs share: edits, undo, going on with a game
``edits``     lines put between others, moved, offered their right place
``browse``    everything that is left; other games
``coach``     marks of one's own, and what is deduced hidden
``help``      shortcuts, and which side a sign stands for
``asking``    what the prompt of a game asks for, in words
``game``      the prompt of a game
``play``      the prompt of a game against the computer
``breaker``   the prompt of Code Breaker
``puzzle``    the prompt of a puzzle
``replay``    the prompt of a game looked back on, move by move
"""
