"""Is the server well? `/healthz` for whoever restarts it, `/metrics` for whoever watches it.

`/healthz` is open to everybody and says little: 200 when the database answers within two seconds and no move
has been waiting for long to be stored, else 503. `/metrics` (Prometheus) is given to requests from this machine that
did not come through a proxy; with METRICS_TOKEN set, to whoever sends it as bearer token instead.
"""

import asyncio
import hmac
import ipaddress

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import JSONResponse, Response

from app.web.refusals import Refusal
from app.web.site import site_of

router = APIRouter(include_in_schema=False)
PATIENCE = 2.0  # seconds
STALLED = 5.0  # seconds that a move may wait to be stored before the server counts as ill


@router.get("/healthz")
async def healthz(request: Request) -> JSONResponse:
    """Whether the database answers, and whether moves are being stored."""
    site = site_of(request)
    try:
        await asyncio.wait_for(site.ping(), PATIENCE)
        database = True
    except Exception:
        database = False
    well = database and site.stalled() < STALLED
    body = {"status": "ok" if well else "ill", "database": database, "draining": site.hub.draining}
    return JSONResponse(body, 200 if well else 503)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Tables, connections, moves and the time it takes to store them."""
    if not may_measure(request):
        raise Refusal("not_found")
    return Response(generate_latest(site_of(request).metrics), media_type=CONTENT_TYPE_LATEST)


def may_measure(request: Request) -> bool:
    """True for the bearer of the token, or, where there is none, for this machine itself."""
    token = site_of(request).settings.metrics_token
    if token is not None:
        given = request.headers.get("authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {token.get_secret_value()}".encode())
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers or request.client is None:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
