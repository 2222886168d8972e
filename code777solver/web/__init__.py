"""The page and its JSON interface: a stateless server over the same solver as every other front end.

The log lives with the client and comes with every request, so any number of processes can serve one game. From the
bottom up:

``schema``        JSON Schema from annotations, and the check of a request by it
``shapes``        what the page gets, field by field
``cache``         a cache bounded in entries and bytes
``solver_cache``  what a worker keeps: solvers by the beginning of their log, games against the computer
``remarks``       warnings about a line as the page shows them
``page_data``     what a front end shows of a game, as plain data
``breaker``       the same of Code Breaker
``puzzle``        puzzles
``secret``        what the deals of games against the computer follow from
``match``         games against the computer
``about``         what is the same for everybody: versions, editions, texts
``endpoints``     the table of endpoints, read from declarations
``api``           the endpoints: what each takes, does and gives
``openapi``       the same table as an OpenAPI 3.1 description
``worker``        a process that answers one request at a time
``process``       such a process as the server sees it
``pool``          such processes; one that takes too long is ended and replaced
``access``        who may come in: host, origin, token, size; and the headers of every answer
``page_files``    the page's own files
``app``           all of it as an ASGI application
``connections``   limits on connections: how many, how long, how large
``serve``         the command's part: addresses, token, QR code, uvicorn

Nothing here is imported by the rest of the package but for the command `code777 serve`.
"""
