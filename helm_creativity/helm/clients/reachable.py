"""Whether deployments can be asked now: keys, clients that can be made, servers that answer. No request is sent."""

from __future__ import annotations

import inspect
import os
import socket
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from helm.benchmark.model_deployment_registry import get_model_deployment
from helm.clients.auto_client import AutoClient
from helm.common.object_spec import get_class_by_name

from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients import retries
from helm_creativity.helm.clients.deployments import addresses_in, require_client


def silence_of(client: object) -> str | None:
    """``silence_at`` the address of one of HELM's clients; None where the client does not tell it."""
    url = getattr(getattr(client, "client", None), "base_url", None)
    return silence_at(str(url)) if url else None


def silence_at(url: str) -> str | None:
    """Why no server can be reached at an address, as one line; None if one accepts a connection, or behind a proxy."""
    parts = urlsplit(url if "//" in url else f"//{url}")
    try:
        host, port = parts.hostname, parts.port or {"https": 443}.get(parts.scheme, 80)
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


# Keys that providers' libraries read from the environment under another name than the provider's.
_OTHER_KEYS = {
    "google": ("GEMINI_API_KEY",),
    "huggingface": ("HF_TOKEN",),
    "mistralai": ("MISTRAL_API_KEY",),
    "grok": ("XAI_API_KEY",),
}


def find_problems(names: Iterable[str], auto_client: AutoClient) -> Iterator[str]:
    """One line for each deployment that cannot be asked, with the reason. No request is sent."""
    for name in dict.fromkeys(names):
        if problem := _find_problem(name, auto_client):
            yield f"{name}: {problem}"


def _find_problem(name: str, auto_client: AutoClient) -> str | None:
    if (silent := retries.BREAKER.given_up_for(name)) is not None:
        return f"no answer for {silent:.0f} s"
    try:
        deployment = get_model_deployment(name)
        require_client(name)  # says which library is missing, and what installs it
        if find_key(name, auto_client) is None:
            host = deployment.host_organization
            return f"no API key; put {host}ApiKey into credentials.conf, or set {key_variables(host)[0]}"
        client = auto_client._get_client(name)
    except BadArguments as error:
        return str(error).removeprefix(f"{name}: ")
    except Exception as error:
        return str(error) if " " in str(error) else f"{type(error).__name__}: {error}"
    if addresses := addresses_in(deployment.client_spec.args):
        return next((problem for url in addresses if (problem := silence_at(url))), None)
    return silence_of(client)


def find_key(name: str, auto_client: AutoClient) -> str | None:
    """Where the key of a deployment is set, never the key itself; "" where it needs none, None where it is missing."""
    deployment, credentials = get_model_deployment(name), auto_client.credentials
    spec, host = deployment.client_spec, deployment.host_organization
    if f"{host}ApiKey" in credentials:
        return f"{host}ApiKey in credentials.conf"
    if deployment.name in credentials.get("deployments", {}):
        return "deployments in credentials.conf"
    taken = inspect.signature(get_class_by_name(spec.class_name).__init__).parameters
    if "api_key" in (spec.args or {}):
        return "api_key of the deployment"
    if "api_key" not in taken or addresses_in(spec.args):
        return ""
    return next((variable for variable in key_variables(host) if os.environ.get(variable)), None)


def key_variables(host: str) -> tuple[str, ...]:
    """Variables in which providers' libraries look for a key."""
    return (f"{host.upper().replace('-', '_')}_API_KEY", *_OTHER_KEYS.get(host, ()))
