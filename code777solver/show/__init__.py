"""Results for people and for scripts: text, tables, JSON, pictures, paper. No input, no deduction.

``streams``            output of any text on terminals with few letters
``advice_words``       declare or wait, in words
``results``            results put together for programs
``as_json``            the same as plain data, for ``--json``
``remark``             lines from the program whose paths can be copied
``panels``             results as tables and bars for the terminal
``lists``              every code, rack or stored game, in rows
``plots``              simulated games as plots (extra ``plot``)
``game_screen``        the screen at the table, 80 x 24
``coach_screen``       the same for players who deduce by themselves
``play_words``         the sentences of a game against the computer
``play_screen``        a game against the computer
``breaker_screen``     Code Breaker
``puzzle_words``       the sentences of a puzzle
``puzzle_screen``      puzzles
``review_words``       the sentences of a review
``review_screen``      a review for the terminal
``review_chart``       codes left, line by line, as SVG
``review_page``        a review as one HTML file
``drawing``            shapes on a page, and as SVG
``paper``              the same as PDF and PNG (extra ``sheet``)
``sheet_file``         a drawing as a file
``sheet_cells``        tiles with their marks, drawn
``sheet_periods``      the periods of a game: their answers, and a mark on every tile
``note_sheet``         the note sheet
``puzzle_sheet``       puzzles to print
"""
