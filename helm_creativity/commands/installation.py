"""What ``doctor`` looks at: torch, HELM, keys, models that are asked once, and what run entries lack."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    get_default_model_deployment_for_model,
    get_model_deployment,
)
from helm.benchmark.model_metadata_registry import get_all_models
from helm.benchmark.run_spec import get_run_spec_function
from helm.clients.auto_client import AutoClient
from helm.common.cache_backend_config import BlackHoleCacheBackendConfig
from helm.common.general import get_credentials
from helm.common.request import Request

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.names import PREFIX, meant
from helm_creativity.benchmark.registry import list_entries, tolerating
from helm_creativity.commands.planning.entries import register, run_specs
from helm_creativity.commands.planning.offline import is_kept_offline, offline
from helm_creativity.commands.running.launch import missing_for
from helm_creativity.commands.running.server import Server
from helm_creativity.commands.running.sets import SETS, Entry, entries_of, set_entries
from helm_creativity.errors import BadArguments, CreativityError, FileProblem, MissingExtra
from helm_creativity.extras import installed_version
from helm_creativity.helm.clients import deployments
from helm_creativity.helm.clients.failures import Failure, http_status
from helm_creativity.helm.clients.reachable import find_problems
from helm_creativity.helm.clients.retries import BREAKER, attempted, look_after, once, within
from helm_creativity.masking import without_secrets
from helm_creativity.results.norms import RANDOM_NOUNS
from helm_creativity.safe_text import bounded, escaped_line, listed, quoted

PROMPT = "Name three nouns that are as different from each other as possible. Write them on one line, with commas."
TOKENS, TOKENS_WITH_REASONING = 64, 1024
SECONDS = 60.0
"""At most for the one request, and for the import of torch."""
# Run in a process of its own, which a torch that does not fit may end.
IMPORT_TORCH = """
from importlib.util import find_spec
[__import__(name) for name in ("torch", "torchvision") if find_spec(name)]
"""
Finding = tuple[str, str, str]
"""One thing; ``ok``, ``missing`` (only what was asked for) or ``broken``; and what was found, or what to do."""
_COMMAND = re.compile(r"helm-creativity fetch [\w.:/@-]*\w|pip install [\"']crfm-helm\[(?!all)\w+\][\"']")
_ADVICE: dict[object, str] = {
    **dict.fromkeys((401, 403), "correct the key, or ask the provider for access to this model"),
    404: "correct the name of the model, or the address of its server, which mostly ends in /v1",
    Failure.BUSY: "wait until the limit of requests allows more, or look at the account's quota",
    Failure.DOWN: "wait until the server is ready, or look at its log",
    Failure.FINAL: "correct the deployment, or name another one",
}


def check_installation(
    names: Sequence[str], models: Sequence[str], judges: str, server: Server | None, local_path: Path
) -> list[Finding]:
    """``names`` are those of sets, benchmarks and run entries; models are the server's, if there is one."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", IMPORT_TORCH], stdout=pipe, stderr=pipe, errors="replace") as torch:
        found = [
            ("Python", "ok", f"{sys.version.split()[0]}, {sys.executable}"),
            _checked("HELM", partial(_register, local_path)),
            _checked("keys", partial(_find_keys, local_path)),
            _checked("torch", partial(_ended, torch)),
        ]
    if any(state == "broken" for what, state, _ in found if what in ("HELM", "keys")):
        return found
    called: dict[str, str] = {}
    asked = dict.fromkeys([*models, *filter(None, judges.split("+"))])
    for name in asked:
        found.append(_checked(name, partial(_ask_once, name, name in models, server, local_path, called)))
    if names:
        found += _find_needs(names, "+".join(called.get(name, name) for name in judges.split("+")))
    elif not asked:
        found.append(("benchmarks", "ok", _runs_now()))
    return found


def _checked(what: str, check: Callable[[], str]) -> Finding:
    try:
        return what, "ok", check()
    except CreativityError as error:
        return what, "broken", str(error)
    except Exception as error:  # whatever a deployment's arguments make HELM or a client fail with
        do = "correct its deployment in model_deployments.yaml"
        return what, "broken", f"it cannot be asked ({type(error).__name__}: {_line(error)}): {do}"


def _line(text: object) -> str:
    return bounded(escaped_line(" ".join(without_secrets(str(text)).split())))


def _ended(torch: subprocess.Popen[str]) -> str:
    """What became of the program that imports torch, which runs beside the other checks."""
    try:
        _, words = torch.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        torch.kill()
        words = f"it takes more than {SECONDS:.0f} seconds"
    if torch.returncode != 0:
        last = (words.strip().splitlines() or [f"Python ended with status {torch.returncode}"])[-1]
        do = "install torch and torchvision from one index, as the README says, or uninstall torchvision"
        raise MissingExtra(f"its import, which sentence encoders need, fails ({_line(last)}): {do}")
    return installed_version("torch") or "not installed; only sentence encoders need it"


def _register(local_path: Path) -> str:
    """Registers what ``helm-run`` registers; what was found."""
    try:
        register(local_path)
    except FileProblem as problem:
        inner: Any = problem.__cause__
        while getattr(inner, "exceptions", ()):  # a group, which only counts those in it
            inner = inner.exceptions[0]
        raise FileProblem(f"{_line(f'{problem} ({inner})')}: correct it, or helm-run stops at it") from problem
    groups = [entry.group for entry in list_entries()]
    if unknown := [group for group in groups if get_run_spec_function(group) is None]:
        do = "install helm-creativity in the environment of helm-run (pip install . in its checkout)"
        raise MissingExtra(f"it does not find {listed(unknown)}: {do}")
    says = f"crfm-helm {installed_version('crfm-helm')} finds all {len(groups)} benchmarks"
    own, first = Path(sysconfig.get_path("scripts")) / "helm-run", shutil.which("helm-run")
    if first is not None and own.exists() and not own.samefile(first):
        says += f"; helm-run is another environment's, {first}: activate this environment, or call {own}"
    return says


def _find_keys(local_path: Path) -> str:
    """Where keys are; never a key, nor what else the file of them holds."""
    file = "HELM_CREDENTIALS" if os.environ.get("HELM_CREDENTIALS") else str(local_path / "credentials.conf")
    try:
        names = list(get_credentials(str(local_path)))
    except Exception:  # it is no text, or no HOCON; the error may hold a key
        raise FileProblem(f'HELM cannot read {file}: write one key per line, such as openaiApiKey: "..."') from None
    keys = [f"{name} in {file}" for name in names if re.fullmatch(r"[a-z]\w*ApiKey|deployments", name)]
    keys += [name for name, key in os.environ.items() if key and re.fullmatch("[A-Z_]+_API_KEY|HF_TOKEN", name)]
    return ", ".join(keys) or "none; baselines and servers of your own need none"


def _ask_once(name: str, is_model: bool, server: Server | None, local_path: Path, called: dict[str, str]) -> str:
    """What a model or judge responds to one request, as a run would send it; ``called`` gets its name in HELM."""
    credentials = dict(get_credentials(str(local_path)))
    deployment = called[name] = _find_deployment(name, is_model, server, credentials)
    client = AutoClient(credentials, str(local_path), BlackHoleCacheBackendConfig())
    deployments.keep_keys_secret(client)
    if is_baseline(deployment):
        return "a program of this package, which needs no server"
    for problem in find_problems([deployment], client):
        do = "; check the connection, and the deployment's address" if "nothing answers" in problem else ""
        raise BadArguments(f"it cannot be asked: {_line(problem.removeprefix(f'{deployment}: ')).rstrip('.')}{do}")
    tokens = TOKENS_WITH_REASONING if deployments.reasons_first(deployment) else TOKENS
    request = Request(
        model=str(get_model_deployment(deployment).model_name),
        model_deployment=deployment,
        prompt=PROMPT,
        temperature=1.0,  # the only one that models which reason accept
        max_tokens=(deployments.thinking_budget(deployment) or 0) + tokens,
    )
    provider, began = client._get_client(deployment), time.monotonic()
    look_after(provider, deployment, BREAKER)
    # Inside, too, for HELM logs a failed request with a traceback in the thread in which it is sent.
    sent = partial(within, SECONDS, lambda: attempted(lambda: once(provider, request))[0], lambda: None)
    result, failure = attempted(sent)
    if failure is not None:
        error = str(result.error)
        do = deployments.how_to_omit(deployment, error) or _ADVICE.get(http_status(error)) or _ADVICE[failure]
        raise BadArguments(f"the request failed ({_line(error)}): {do}")
    reason = next(((reply.finish_reason or {}).get("reason") for reply in result.completions), None) or "not given"
    facts = f"{time.monotonic() - began:.1f} s, finish reason {reason}"
    text = "".join(reply.text for reply in result.completions).strip()
    if not text:
        do = "if it reasons, run it with --reasoning" if reason == "length" else "look at the log of its server"
        raise BadArguments(f"the response is empty ({facts}): {do}")
    return f'"{_line(text.splitlines()[0])[:80]}" ({facts})'


def _find_deployment(name: str, is_model: bool, server: Server | None, credentials: dict[str, str]) -> str:
    """One of the server's is registered in this process alone, with its key."""
    if server is not None and not is_baseline(name):
        model = server.find(name) if is_model else server.find_all([], [name]).get(name)
        if model is not None:
            if model.deployment not in DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT:
                server.register([model])
            credentials |= {f"{model.deployment.partition('/')[0]}ApiKey": server.key} if server.key else {}
            return model.deployment
    deployment: str | None = get_default_model_deployment_for_model(name)
    if deployment is None:
        unknown = f"HELM knows no model or deployment {quoted(name)}{meant(name, get_all_models())}"
        raise BadArguments(f"{unknown}: name one that it knows, or a server's with --base-url")
    return deployment


def _find_needs(names: Sequence[str], judges: str) -> Iterator[Finding]:
    """One row per name that lacks nothing, per thing that is missing, and per entry that HELM would refuse."""
    lacking: defaultdict[Finding, dict[str, None]] = defaultdict(dict)
    for name in names:
        found = [(thing, entry.benchmark) for entry in entries_of([name], judges) for thing in _lacking(entry)]
        if not found:
            yield name, "ok", "runs"
        for thing, benchmark in found:
            lacking[thing][benchmark] = None
    for (what, state, do), benchmarks in lacking.items():
        yield what, state, f"{do} (for {', '.join(benchmarks)})" if state == "missing" else do


def _lacking(entry: Entry) -> Iterator[Finding]:
    try:
        files = missing_for(entry)
        with offline():
            _, refused = run_specs([entry.of_model(RANDOM_NOUNS)])
        rest = "; ".join(refusal.why for refusal in refused).removeprefix(f"{PREFIX}{entry.benchmark}: ")
    except CreativityError as error:
        files, rest = [], str(error)
    for file in files:
        rest = rest.replace(file, "")
    for problem in filter(None, [*files, rest.strip("; ")]):
        commands = _COMMAND.findall(problem)
        yield from ((command.split()[-1].strip("\"'"), "missing", command) for command in commands)
        if is_kept_offline(problem):
            yield entry.benchmark, "missing", "the run itself downloads items from the Hugging Face Hub"
        elif not commands:
            yield str(entry), "broken", f"{problem}; correct the run entry"


def _runs_now() -> str:
    """Which sets can be run, and of which benchmarks the files of their usual settings are here."""
    sets = [known for known in SETS if not any(missing_for(entry) for entry in set_entries(known))]
    runs = ", ".join(f"{known.name} (with --judges)" if known.needs_judges else known.name for known in sets)
    whole = []
    for entry in list_entries():
        with tolerating(entry):
            whole += [] if missing_for(Entry(entry.name)) else [entry.name]
    more = f"the files of their usual settings are here: {', '.join(whole)}"
    return f"{runs} can be run now; {more}; helm-creativity doctor NAME says what another one lacks"
