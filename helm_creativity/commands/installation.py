"""What is missing or broken on this machine, and what to do about it; only models that are named are asked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.files.source_files import HOME_VARIABLE, home
from helm_creativity.benchmark.names import PREFIX, meant
from helm_creativity.benchmark.registry import list_entries, tolerating
from helm_creativity.commands.running.launch import missing_for
from helm_creativity.commands.running.server import Server
from helm_creativity.commands.running.sets import SETS, Entry, entries_of, set_entries
from helm_creativity.defaults import OUTPUT_PATH
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.extras import distribution, installed_version, requirements, satisfies
from helm_creativity.helm.clients.failures import Failure, http_status
from helm_creativity.masking import without_secrets
from helm_creativity.results.norms import RANDOM_NOUNS
from helm_creativity.results.table import Column, Table
from helm_creativity.safe_text import escaped_line, listed, quoted

if TYPE_CHECKING:
    from helm.clients.auto_client import AutoClient

PROMPT = "Name three nouns that are as different from each other as possible. Write them on one line, with commas."
TOKENS, TOKENS_WITH_REASONING = 64, 1024
SECONDS = 60.0
"""At most for the one request, and for the import of torch."""
LEAST_FREE = 1e9
"""Bytes below which a run or a download is likely to end for want of space."""
# Run in a process of its own, which a torch that does not fit may end.
_IMPORT_TORCH = """
from importlib.util import find_spec
[__import__(name) for name in ("torch", "torchvision") if find_spec(name)]
"""
_FETCH = re.compile(r"helm-creativity fetch ([\w.:/@-]*\w)")
_EXTRA = re.compile(r"pip install [\"'](crfm-helm\[(?!all)\w+\])")
_ADVICE: Mapping[object, str] = {
    401: "correct the key, or ask the provider for access to this model",
    403: "correct the key, or ask the provider for access to this model",
    404: "correct the name of the model, or the address of its server, which mostly ends in /v1",
    Failure.BUSY: "wait until the limit of requests allows more, or look at the account's quota",
    Failure.DOWN: "wait until the server is ready, or look at its log",
    Failure.FINAL: "correct the deployment, or name another one",
}


class Finding(NamedTuple):
    """One thing, and what was found, or what to do about it; ``missing`` is only what was asked for."""

    what: str
    state: Literal["ok", "missing", "broken"]
    says: str


def check_installation(
    names: Sequence[str], models: Sequence[str], judges: str, server: Server | None, local_path: Path
) -> tuple[Table, bool]:
    """What was found out about this machine, and whether nothing is missing or broken.

    ``names`` are those of sets, benchmarks and run entries. Models are the server's, if there is one, and so are the
    judges that it has.
    """
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", _IMPORT_TORCH], stdout=pipe, stderr=pipe) as torch:
        with redirect_stdout(StringIO()):  # HELM prints where it looks
            found = list(_with_helm(names, models, judges, server, local_path))
        python = Finding("Python", "ok", f"{sys.version.split()[0]}, {sys.executable}")
        found = [python, *_libraries(), *_torch(torch), *found, *_disk(local_path)]
    failing = [finding.what for finding in found if finding.state != "ok"]
    columns = (
        Column("what", "what", left=True),
        Column("state", "state", left=True),
        Column("to_do", "found, or what to do", left=True, wrapped=True),
    )
    result = f"to repair: {listed(failing)}" if failing else "nothing is broken"
    return Table("doctor", columns, found, notes=[result]), not failing


def _libraries() -> Iterator[Finding]:
    comparable = installed_version("packaging") is not None
    for line in requirements():
        name = distribution(line)
        version = installed_version(name)
        if version is None:
            yield Finding(name, "broken", f"it is not installed: pip install '{line}'")
        elif comparable and not satisfies(version, line):
            yield Finding(name, "broken", f"{version} is installed and does not fit: pip install '{line}'")


def _torch(program: subprocess.Popen[bytes]) -> Iterator[Finding]:
    try:
        stderr = program.communicate(timeout=SECONDS)[1].decode(errors="backslashreplace")
    except subprocess.TimeoutExpired:
        program.kill()
        stderr = f"no result within {SECONDS:g} s"
    if program.returncode != 0:
        line = (stderr.strip().splitlines() or [f"Python ended with status {program.returncode}"])[-1]
        do = "install torch and torchvision from one index, as the README says, or uninstall torchvision"
        yield Finding("torch", "broken", f"its import, which sentence encoders need, fails ({_line(line)}): {do}")
    elif version := installed_version("torch"):
        yield Finding("torch", "ok", version)


def _disk(local_path: Path) -> Iterator[Finding]:
    """Nothing is written. A folder that is not there would be made in the first one above it that is."""
    spaces: dict[str, float] = {}
    for path, setting in ((local_path, "--local-path"), (OUTPUT_PATH, "--output-path"), (home(), HOME_VARIABLE)):
        there = next(folder for folder in (path.absolute(), *path.absolute().parents) if os.path.exists(folder))
        free, do = shutil.disk_usage(there).free, f"or name another folder by {setting}"
        if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
            yield Finding(str(path), "broken", f"it cannot be written to: change its permissions, {do}")
        elif free < LEAST_FREE:
            yield Finding(str(path), "broken", f"only {free / 1e9:.1f} GB are free: delete what is not needed, {do}")
        else:
            spaces[str(path)] = free
    if spaces:
        yield Finding("disk", "ok", f"{min(spaces.values()) / 1e9:,.1f} GB free for {', '.join(spaces)}")


def _with_helm(
    names: Sequence[str], models: Sequence[str], judges: str, server: Server | None, local_path: Path
) -> Iterator[Finding]:
    called: dict[str, str] = {}
    asked = dict.fromkeys([*models, *filter(None, judges.split("+"))])
    client = yield from _load_helm(local_path, bool(names or asked))
    if client is None:
        return
    for name in asked:
        try:
            called[name] = _called(name, server, name in models, client)
            yield Finding(name, "ok", _response(called[name], client))
        except CreativityError as error:
            yield Finding(name, "broken", str(error))
        except Exception as error:  # whatever a deployment's arguments make HELM or a client fail with
            why = f"it cannot be asked ({type(error).__name__}: {_line(error)})"
            yield Finding(name, "broken", f"{why}: correct its deployment in model_deployments.yaml")
    if names:
        yield from _needs(names, "+".join(called.get(name, name) for name in judges.split("+")))
    elif not asked:
        yield from _runs_now()


def _load_helm(local_path: Path, needs_models: bool) -> Generator[Finding, None, AutoClient | None]:
    """Registers what ``helm-run`` registers, HELM's own models only where they are needed: they take half a second."""
    try:
        from helm.benchmark import config_registry
        from helm.benchmark.run import load_entry_point_plugins
        from helm.benchmark.run_spec import get_run_spec_function
    except Exception as error:
        yield Finding("HELM", "broken", f"it cannot be loaded ({_line(error)}): install crfm-helm anew")
        return None
    if needs_models:
        config_registry.register_builtin_configs_from_helm_package()
    try:
        config_registry.register_configs_from_directory(str(local_path))
    except Exception as error:
        inner: Any = error
        while getattr(inner, "exceptions", ()):  # a group, which only counts those in it
            inner = inner.exceptions[0]
        why = ": ".join(dict.fromkeys(map(_line, (error, inner))))
        do = "correct it, or helm-run stops at it"
        yield Finding("models of your own", "broken", f"HELM cannot read a file in {local_path} ({why}): {do}")
        return None
    load_entry_point_plugins()
    groups = [entry.group for entry in list_entries()]
    if unknown := [group for group in groups if get_run_spec_function(group) is None]:
        do = "install helm-creativity in the environment of helm-run (pip install . in its checkout)"
        yield Finding("HELM", "broken", f"it does not find {listed(unknown)}: {do}")
    else:
        says = f"crfm-helm {installed_version('crfm-helm')} finds all {len(groups)} benchmarks"
        own, first = Path(sysconfig.get_path("scripts")) / "helm-run", shutil.which("helm-run")
        if first is not None and own.exists() and not os.path.samefile(first, own):
            says += f"; helm-run is another environment's, {first}: activate this environment, or call {own}"
        yield Finding("HELM", "ok", says)
    client, keys = _client(local_path)
    yield keys
    return client


def _client(local_path: Path) -> tuple[AutoClient | None, Finding]:
    """What asks models, without a cache, and where keys are; never a key, nor what else the file of them holds."""
    from helm.clients.auto_client import AutoClient
    from helm.common.cache_backend_config import BlackHoleCacheBackendConfig
    from helm.common.general import get_credentials

    file = "HELM_CREDENTIALS" if os.environ.get("HELM_CREDENTIALS") else str(local_path / "credentials.conf")
    try:
        credentials = dict(get_credentials(str(local_path)))
    except Exception as error:  # it is no text, or no HOCON
        place = re.search(r"\(line:(\d+),", str(error))
        where = f"line {place[1]} of " if place else ""
        do = 'write one key per line, such as openaiApiKey: "..."'
        return None, Finding("keys", "broken", f"HELM cannot read {where}{file}: {do}")
    keys = [f"{name} in {file}" for name in credentials if re.fullmatch(r"[a-z]\w*ApiKey|deployments", name)]
    keys += [name for name, key in os.environ.items() if key and re.fullmatch("[A-Z_]+_API_KEY|HF_TOKEN", name)]
    client = AutoClient(credentials, str(local_path), BlackHoleCacheBackendConfig())
    return client, Finding("keys", "ok", ", ".join(keys) or "none; baselines and servers of your own need none")


def _called(name: str, server: Server | None, is_model: bool, client: AutoClient) -> str:
    """HELM's name of a model or judge; one of the server's is registered in this process alone, with its key."""
    from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT

    if server is None or is_baseline(name):
        return name
    model = server.find(name) if is_model else server.find_all([], [name]).get(name)
    if model is None:
        return name
    server.add([model], lambda line: None, write=False)  # refuses one that HELM's files have with other values
    if model.deployment not in DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT:
        server.register([model])
    if server.key is not None:
        client.credentials = {**client.credentials, f"{model.deployment.partition('/')[0]}ApiKey": server.key}
    return model.deployment


def _response(called: str, client: AutoClient) -> str:
    """What a model responds to one request, as a run would send it; an error says what to do."""
    from helm.benchmark.model_deployment_registry import get_default_model_deployment_for_model, get_model_deployment
    from helm.benchmark.model_metadata_registry import get_all_models
    from helm.common.request import Request

    from helm_creativity.helm.clients import deployments
    from helm_creativity.helm.clients.reachable import find_problems
    from helm_creativity.helm.clients.retries import BREAKER, attempted, look_after, once, within

    deployments.keep_keys_secret(client)
    deployment = get_default_model_deployment_for_model(called)
    if deployment is None:
        unknown = f"HELM knows no model or deployment {quoted(called)}{meant(called, get_all_models())}"
        raise BadArguments(f"{unknown}: name one that it knows, or a server's with --base-url")
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


def _needs(names: Sequence[str], judges: str) -> Iterator[Finding]:
    """One row per name that lacks nothing, per thing that is missing, and per entry that HELM would refuse."""
    lacking: dict[Finding, dict[str, None]] = {}
    for name in names:
        found = [(thing, entry.benchmark) for entry in entries_of([name], judges) for thing in _lacking(entry)]
        if not found:
            yield Finding(name, "ok", "runs")
        for thing, benchmark in found:
            lacking.setdefault(thing, {})[benchmark] = None
    for thing, benchmarks in lacking.items():
        needed_by = f" (for {', '.join(benchmarks)})" if thing.state == "missing" else ""
        yield thing._replace(says=f"{thing.says}{needed_by}")


def _lacking(entry: Entry) -> Iterator[Finding]:
    from helm_creativity.commands.planning.entries import run_specs
    from helm_creativity.commands.planning.offline import is_kept_offline, offline

    try:
        problems = missing_for(entry)
    except CreativityError as error:
        yield Finding(str(entry), "broken", f"{error}; correct the run entry")
        return
    with offline():
        _, refused = run_specs([entry.of_model(RANDOM_NOUNS)])
    refusal = "; ".join(entry.why for entry in refused).removeprefix(f"{PREFIX}{entry.benchmark}: ")
    for problem in problems:
        refusal = refusal.replace(problem, "")
        files = _FETCH.findall(problem)
        for file in files:
            yield Finding(file, "missing", f"helm-creativity fetch {file}")
        if not files:
            hub = "the run itself downloads items from the Hugging Face Hub"
            yield Finding(entry.benchmark, "missing", hub if is_kept_offline(problem) else problem)
    extras = _EXTRA.findall(refusal)  # of clients of judges
    for extra in extras:
        yield Finding(extra, "missing", f"pip install '{extra}'")
    if not extras and (rest := refusal.strip("; ")):
        yield Finding(str(entry), "broken", f"{rest}; correct the run entry")


def _runs_now() -> Iterator[Finding]:
    sets = [known for known in SETS if not any(missing_for(entry) for entry in set_entries(known))]
    runs = ", ".join(f"{known.name} (with --judges)" if known.needs_judges else known.name for known in sets)
    yield Finding("sets", "ok", f"{runs} can be run now; helm-creativity doctor NAME says what another one lacks")
    whole, entries = list[str](), list_entries()
    for entry in entries:
        with tolerating(entry):
            whole += [] if missing_for(Entry(entry.name)) else [entry.name]
    here = f"{len(whole)} of {len(entries)} have the files of their usual settings here"
    yield Finding("benchmarks", "ok", f"{here}: {', '.join(whole)}")


def _line(text: object) -> str:
    line = escaped_line(" ".join(without_secrets(str(text)).split()))
    return line if len(line) <= 300 else f"{line[:300]}..."
