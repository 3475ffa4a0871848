"""Whether anything answers where a model is served, found out without a request to the model."""

from __future__ import annotations

import socket
import sys
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from helm_creativity.safe_text import module_logger

logger = module_logger(__name__)


def addresses_in(arguments: Mapping[str, Any] | None) -> list[str]:
    """The addresses among the arguments of a deployment's client."""
    return [str(value) for name, value in sorted((arguments or {}).items()) if "url" in name and value]


def client_address(client: object) -> str:
    """The address to which a client of HELM's sends its requests; "" if the client does not tell."""
    return str(getattr(getattr(client, "client", None), "base_url", None) or "")


def silence_at(url: str) -> str | None:
    """Why no server can be reached at an address, as one line; None if a server accepts a connection.

    Nothing can be found out behind a proxy: the result is None, too.
    """
    parts = urlsplit(url if "//" in url else f"//{url}")
    host = parts.hostname
    try:
        port = parts.port or {"https": 443}.get(parts.scheme, 80)
    except ValueError:
        return f"{url} is not an address: its port is not a number"
    if not host:
        return f"{url} is not an address: it names no server"
    if parts.scheme in getproxies() and not proxy_bypass(host):
        return None
    try:
        socket.create_connection((host, port), timeout=5.0).close()
    except OSError as error:
        return f"nothing answers at {url} ({error.strerror or error})"
    return None


def stay_at_host(client: object) -> None:
    """Stops a client of HELM's from following redirects to another server, which would get prompts and a key.

    OpenAI's and Anthropic's libraries follow redirects, and only the header ``Authorization`` is left out on the way:
    ``api-key`` and ``x-api-key`` are not, and a POST may become a GET whose reply is to no prompt. Does nothing for
    clients that use another library.
    """
    httpx = sys.modules.get("httpx")
    for inner in (getattr(client, "client", None), getattr(client, "_client", None)):
        transport = getattr(inner, "_client", None)
        if httpx is not None and isinstance(transport, httpx.Client):
            hooks = transport.event_hooks
            if _stop_redirect not in hooks["response"]:
                transport.event_hooks = {**hooks, "response": [*hooks["response"], _stop_redirect]}


def _stop_redirect(response: Any) -> None:  # noqa: ANN401 - httpx is there where it is used
    """Removes the address of a redirect to another server: the client then reports its status as an error."""
    if not response.has_redirect_location:
        return
    before, target = response.url, response.url.join(response.headers["location"])
    secured = (before.scheme, target.scheme, target.port) == ("http", "https", None) and before.port is None
    if before.host == target.host and (secured or (before.scheme, before.port) == (target.scheme, target.port)):
        return
    del response.headers["location"]
    logger.warning(
        "%s://%s redirects requests to %s://%s, where none are sent: if this is the right server, set it as base_url",
        *(before.scheme, before.netloc.decode("ascii"), target.scheme, target.netloc.decode("ascii")),
    )
