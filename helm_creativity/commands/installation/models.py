"""Models and judges, each asked once as a run would ask it."""

from __future__ import annotations

import logging
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.names import meant
from helm_creativity.commands.installation.finding import Finding, Wanted
from helm_creativity.commands.running.server import Server, sent_key
from helm_creativity.errors import CreativityError
from helm_creativity.masking import without_secrets
from helm_creativity.safe_text import escaped_line, quoted

if TYPE_CHECKING:
    from helm.clients.auto_client import AutoClient
    from helm.common.request import RequestResult

PROMPT = "Name three nouns that are as different from each other as possible. Write them on one line, with commas."
TOKENS, TOKENS_WITH_REASONING = 64, 1024
SECONDS = 60.0
"""At most for the one request: a model that is being loaded may take longer, and the message says so."""


def model_findings(wanted: Wanted) -> list[Finding]:
    """One finding per model and judge that cannot be asked; otherwise where its key is, and what it responded.

    Nothing is written to HELM's files or its cache.
    """
    names = list(dict.fromkeys([*wanted.models, *wanted.judge_names]))
    with tempfile.TemporaryDirectory() as folder:
        try:
            for path in wanted.local_path.glob("*.yaml"):
                if path.is_file():
                    shutil.copyfile(path, Path(folder) / path.name)
        except OSError as error:
            what = f"cannot read {error.filename or wanted.local_path} ({error.strerror or error})"
            return [_broken(", ".join(names), f"{what}: change its permissions, or helm-run stops at it")]
        found, called = _server_models(wanted, names, Path(folder))
        if called:
            with redirect_stdout(StringIO()):  # HELM prints where it looks
                found += _asked(wanted, called, Path(folder))
    return found


def _server_models(wanted: Wanted, names: Sequence[str], folder: Path) -> tuple[list[Finding], dict[str, str]]:
    found, called = list[Finding](), dict(zip(names, names, strict=True))
    if wanted.base_url is not None:
        server = Server(wanted.base_url, wanted.key, folder)
        for name in [name for name in wanted.models if not is_baseline(name)]:
            try:
                model = server.find(name)
                server.write(model)
                called[name] = model.deployment
            except CreativityError as error:
                if called.pop(name, None):  # which may be named twice
                    found.append(_broken(name, str(error).replace(str(folder), str(wanted.local_path))))
    return found, called


def _asked(wanted: Wanted, called: Mapping[str, str], folder: Path) -> list[Finding]:
    found: list[Finding] = []
    served = [called[name] for name in wanted.models if name in called and not is_baseline(name)]
    try:
        with sent_key(wanted.key, wanted.local_path, served):
            client = _register(folder, wanted.local_path)
            for name, deployment in called.items():
                is_sent = wanted.key is not None and deployment in served
                found += _findings_for(name, deployment, client, "the key of --api-key-env" if is_sent else "")
    except CreativityError as error:
        found.append(_broken(", ".join(called), str(error).replace(str(folder), str(wanted.local_path))))
    return found


def _findings_for(name: str, deployment: str, client: AutoClient, sent: str) -> list[Finding]:
    """What a deployment's arguments make HELM or a client fail with is a finding, too."""
    found: list[Finding] = []
    try:
        for finding in _findings(name, deployment, client, sent):
            found.append(finding)
    except Exception as error:
        why = _line(without_secrets(f"{type(error).__name__}: {error}"), 300)
        found.append(_broken(name, f"it cannot be asked ({why}): correct its deployment in model_deployments.yaml"))
    return found


def _register(folder: Path, local_path: Path) -> AutoClient:
    from helm.clients.auto_client import AutoClient
    from helm.common.cache_backend_config import BlackHoleCacheBackendConfig
    from helm.common.general import get_credentials

    from helm_creativity.commands.planning.entries import HelmRunOptions, register
    from helm_creativity.errors import FileProblem
    from helm_creativity.helm.clients.deployments import keep_keys_secret

    register(HelmRunOptions(local_path=str(folder)))
    try:
        credentials = get_credentials(str(local_path))
    except Exception as error:
        raise FileProblem(f"HELM cannot read {local_path / 'credentials.conf'}: correct it") from error
    client = AutoClient(credentials, str(folder), BlackHoleCacheBackendConfig())
    keep_keys_secret(client)
    return client


def _findings(name: str, called: str, client: AutoClient, sent: str) -> Iterator[Finding]:
    from helm.benchmark.model_deployment_registry import get_default_model_deployment_for_model
    from helm.benchmark.model_metadata_registry import get_all_models

    from helm_creativity.helm.clients.deployments import require_client
    from helm_creativity.helm.clients.reachable import find_key, find_problems

    deployment = get_default_model_deployment_for_model(called)
    if deployment is None:
        yield _broken(
            name,
            f"HELM knows no model or deployment {quoted(name)}{meant(name, get_all_models())}: name one that it knows, "
            "a server's with --base-url, or add it to model_deployments.yaml under --local-path",
        )
        return
    if is_baseline(deployment):
        yield Finding(name, "ok", "a program of this package, which needs no server")
        return
    try:
        require_client(deployment)
    except CreativityError as error:
        yield _broken(name, str(error).removeprefix(f"{deployment}: "))
        return
    key = sent or find_key(deployment, client)
    if key:
        yield Finding(f"key of {name}", "ok", f"{key} is set")
    problem = next(find_problems([deployment], client), None)
    if problem is None:
        yield _response(name, deployment, client)
        return
    why = problem.removeprefix(f"{deployment}: ").rstrip(".")
    do = "" if key is None else "; check the connection, and the deployment in model_deployments.yaml if it is yours"
    yield _broken(name, f"it cannot be asked: {why}{do}")


def _response(name: str, deployment: str, client: AutoClient) -> Finding:
    from helm.benchmark.model_deployment_registry import get_model_deployment
    from helm.common.request import Request

    from helm_creativity.helm.clients.deployments import reasons_first, thinking_budget
    from helm_creativity.helm.clients.retries import BREAKER, attempted, look_after, once, within

    budget = thinking_budget(deployment)
    reasons = reasons_first(deployment)
    request = Request(
        model=str(get_model_deployment(deployment).model_name),
        model_deployment=deployment,
        prompt=PROMPT,
        temperature=1.0,  # the only one that models which reason accept
        max_tokens=(budget or 0) + (TOKENS_WITH_REASONING if reasons else TOKENS),
        num_completions=1,
    )

    def send() -> RequestResult:
        asked = client._get_client(deployment)
        look_after(asked, deployment, BREAKER)
        return once(asked, request)

    began = time.monotonic()
    with _without_log():
        result, failure = attempted(lambda: within(SECONDS, send, lambda: None))
    seconds = time.monotonic() - began
    if failure is not None:
        return _broken(
            name, f"the request failed ({_line(str(result.error), 300)}): {_advice(failure, result.error, deployment)}"
        )
    if not result.completions:
        return _broken(name, "the server sent no response: look at its log")
    completion = result.completions[0]
    reason = str((completion.finish_reason or {}).get("reason", "not given"))
    facts = [f"{seconds:.1f} s", f"finish reason {reason}"]
    facts += [f"{len(completion.tokens)} tokens"] if completion.tokens else []
    first = next((line for line in completion.text.splitlines() if line.strip()), "")
    if not first:
        do = "if it reasons, run it with --reasoning" if reason == "length" else "look at the log of its server"
        return _broken(name, f"the response is empty ({', '.join(facts)}): {do}")
    return Finding(name, "ok", f'"{_line(first.strip(), 80)}" ({", ".join(facts)})')


def _advice(failure: object, error: str | None, deployment: str) -> str:
    from helm_creativity.helm.clients.deployments import how_to_omit
    from helm_creativity.helm.clients.failures import Failure, http_status

    if advice := how_to_omit(deployment, error or ""):
        return advice
    status = http_status(error or "")
    if status in (401, 403):
        return "correct the key, or ask the provider for access to this model"
    if status == 404:
        return "correct the name of the model, or the address of its server, which mostly ends in /v1"
    if failure is Failure.BUSY:
        return "wait until the limit of requests allows more, or look at the account's quota"
    if failure is Failure.DOWN:
        return "wait until the server is ready, or look at its log"
    if error and "no whole reply within" in error:
        return "the model may still be loading; try again later"
    return "correct the deployment, or name another one"


@contextmanager
def _without_log() -> Iterator[None]:
    """HELM logs a failed request with a traceback; what failed is in the finding."""
    before = logging.root.manager.disable
    logging.disable(sys.maxsize)
    try:
        yield
    finally:
        logging.disable(before)


def _line(text: str, longest: int) -> str:
    line = escaped_line(" ".join(text.split()))
    return line if len(line) <= longest else f"{line[:longest]}..."


def _broken(name: str, says: str) -> Finding:
    return Finding(name, "broken", says, wanted=True)
