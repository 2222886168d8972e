"""The page's files, read once: compressed beforehand, and sent only if the browser does not have them already."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from importlib import resources
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
}


class File(NamedTuple):
    """Something that does not change while the server runs."""

    media: str
    content: bytes
    zipped: bytes
    tag: str

    @classmethod
    def of(cls, media: str, content: bytes) -> File:
        digest = hashlib.sha256(content).hexdigest()[:20]
        return cls(media, content, gzip.compress(content, 9, mtime=0), f'"{digest}"')

    def response(self, request: Request) -> Response:
        """The file, compressed if the browser takes that; 304 if it has it."""
        headers = {"etag": self.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(self.zipped, headers=headers, media_type=self.media)
        return Response(self.content, headers=headers, media_type=self.media)


WORKER = "sw.js"
"""The service worker, which gets the other files from `worker_script`."""
SCREENS = "screen-"
"""Beginnings of the names of pictures that are shown only when the page is installed."""


def page_files() -> Mapping[str, File]:
    """The files of the page by name."""
    found = {}
    for entry in resources.files("code777solver.web").joinpath("static").iterdir():
        ending = "." + entry.name.rpartition(".")[2]
        if ending in MEDIA:
            found[entry.name] = File.of(MEDIA[ending], entry.read_bytes())
    found[WORKER] = File.of(MEDIA[".js"], worker_script(found))
    return found


def worker_script(files: Mapping[str, File]) -> bytes:
    """The service worker with the list of what it keeps: every other file of the page, and the page itself as ``/``.

    The name of its store changes when any file does, so that no old file stays.
    """
    kept = sorted(name for name in files if name not in (WORKER, "index.html") and not name.startswith(SCREENS))
    version = hashlib.sha256("".join(files[name].tag for name in sorted(files)).encode()).hexdigest()[:12]
    addresses = json.dumps(["/", *(f"/static/{name}" for name in kept)])
    return f'const NAME = "code777-{version}";\nconst FILES = {addresses};\n'.encode() + files[WORKER].content
