"""Whether the models and judges of a plan can be asked now."""

from __future__ import annotations

from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO

from helm_creativity.commands.planning.amounts import Plan
from helm_creativity.commands.planning.entries import unknown_model


def pinged(plan: Plan, local_path: str) -> Plan:
    """The plan with the deployments that lack credentials, or at whose addresses nothing answers. Nothing is asked."""
    from helm.clients.auto_client import AutoClient
    from helm.common.cache_backend_config import BlackHoleCacheBackendConfig
    from helm.common.general import get_credentials

    from helm_creativity.helm.clients.deployments import keep_keys_secret
    from helm_creativity.helm.clients.reachable import find_problems

    with redirect_stdout(StringIO()):  # HELM prints where it looks for the file
        client = AutoClient(get_credentials(local_path), local_path, BlackHoleCacheBackendConfig())
    keep_keys_secret(client)
    problems = list(find_problems([asked.deployment for asked in plan.asked], client))
    guesses = [unknown_model(problem.partition(": ")[0]) for problem in problems]
    return replace(plan, unreachable=["; ".join(filter(None, both)) for both in zip(problems, guesses, strict=True)])
