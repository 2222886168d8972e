"""The page and its JSON interface: a stateless server over the same solver as every other front end.

The log lives with the client and comes with every request, so any number of processes can serve one game. From the
bottom up:

``schema``        JSON Schema from annotations, and the check of a request by it
``shapes``        results for the page, field by field
``cache``         a cache bounded in entries and bytes
``solver_cache``  the cache of a worker: solvers by the beginning of their log, games against the computer
``remarks``       warnings about a line as the page shows them
``page_data``     a game for front ends, as plain data
``breaker``       the same of Code Breaker
``puzzle``        puzzles
``secret``        the secret behind the deals of games against the computer
``match``         games against the computer
``about``         responses without a log: versions, editions, texts
``endpoints``     the table of endpoints, read from declarations
``api``           the endpoints: request, work and response of each
``openapi``       the same table as an OpenAPI 3.1 description
``worker``        a process that answers one request at a time
``process``       such a process as the server sees it
``pool``          such processes; one that takes too long is ended and replaced
``access``        access control: host, origin, token, size; and the headers of every response
``page_files``    the page's own files
``app``           all of it as an ASGI application
``connections``   limits on connections: how many, how long, how large
``serve``         the command's part: addresses, token, QR code, uvicorn

Nothing here is imported by the rest of the package but for the command `code777 serve`.
"""
