"""The page's files, read once: compressed beforehand, and sent only if the browser does not have them already."""

from __future__ import annotations

import gzip
import hashlib
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


def page_files() -> Mapping[str, File]:
    """The files of the page by name."""
    found = {}
    for entry in resources.files("code777solver.web").joinpath("static").iterdir():
        ending = "." + entry.name.rpartition(".")[2]
        if ending in MEDIA:
            found[entry.name] = File.of(MEDIA[ending], entry.read_bytes())
    return found
