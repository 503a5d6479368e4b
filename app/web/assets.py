"""Static files under versioned addresses, ``/static/<build>/js/main.js``.

The build is a digest of all files together, so that relative imports between modules stay within one build and
everything below it may be kept by browsers for ever. The files are few and small: they are read once and kept in
memory, texts also compressed.
"""

import gzip
import hashlib
from pathlib import Path
from typing import NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.web.refusals import Refusal

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
COMPRESSED = {".css", ".js", ".json", ".svg", ".txt", ".webmanifest"}
ROBOTS = "User-agent: *\nDisallow: /t/\n"  # a table is for those who were sent its link
FOR_EVER = "public, max-age=31536000, immutable"


class Asset(NamedTuple):
    """One file: its bytes, the same compressed (None where that gains nothing), and its media type."""

    plain: bytes
    zipped: bytes | None
    media_type: str


class Assets:
    """All static files.

    :param folder: where they are
    :param fresh: read each file anew when asked for it, and let no browser keep it
    """

    def __init__(self, folder: Path, fresh: bool = False) -> None:
        self._folder = folder
        self._fresh = fresh
        self._files = {name: _read(path) for name, path in _listing(folder).items()}
        digest = hashlib.sha256()
        for name, asset in self._files.items():
            digest.update(name.encode() + b"\0" + hashlib.sha256(asset.plain).digest())
        self.build = digest.hexdigest()[:12]
        self.base = f"/static/{self.build}/"

    def url(self, name: str) -> str:
        """The versioned address of a file: ``js/main.js`` → ``/static/3f9c…/js/main.js``."""
        return self.base + name

    def find(self, name: str) -> Asset | None:
        """A file by its name below the folder; None for anything else, whatever it tries to point at."""
        if self._fresh:
            path = _listing(self._folder).get(name)
            return None if path is None else _read(path)
        return self._files.get(name)

    def caching(self, build: str) -> str:
        """The cache-control header for an address of that build (an old page may still ask for an older one)."""
        return FOR_EVER if build == self.build and not self._fresh else "no-cache"


def _listing(folder: Path) -> dict[str, Path]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix in TYPES)
    return {path.relative_to(folder).as_posix(): path for path in files}


def _read(path: Path) -> Asset:
    plain = path.read_bytes()
    zipped = gzip.compress(plain, mtime=0) if path.suffix in COMPRESSED else None
    return Asset(plain, zipped if zipped is not None and len(zipped) < len(plain) else None, TYPES[path.suffix])


def router(assets: Assets) -> APIRouter:
    """The routes that serve the files."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/static/{build}/{name:path}")
    async def static_file(request: Request, build: str, name: str) -> Response:
        return respond(request, assets.find(name), assets.caching(build))

    @routes.get("/favicon.ico")
    async def favicon(request: Request) -> Response:
        return respond(request, assets.find("img/favicon.svg"), "public, max-age=86400")

    @routes.get("/robots.txt")
    async def robots() -> Response:
        return Response(ROBOTS, media_type="text/plain")

    return routes


def respond(request: Request, asset: Asset | None, caching: str) -> Response:
    """A file as an answer, compressed where the browser takes that."""
    if asset is None:
        raise Refusal("not_found")
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    body = asset.plain
    if asset.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.zipped
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=asset.media_type)
