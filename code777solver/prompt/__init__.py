"""The prompts at a terminal: keys in, screens out. No deduction.

``terminal``   keys, history and completion: the only module that knows prompt_toolkit
``game_desk``  the prompt of a game without a terminal: entries in, replies out
``game``       the prompt of a game
``breaker``    the prompt of Code Breaker
"""
