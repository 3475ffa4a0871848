"""HELM's own commands in processes of their own, as a user starts them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import yaml
from support import forked

# HELM waits 10, 20, 40 and 80 seconds between attempts and offers no setting for it; ours is for real outages.
IMPATIENT = """
import time
time.sleep = lambda seconds: None
from helm_creativity.helm.clients import retries
retries.PROBES = (0.01,)
"""
PATIENCE = "2"
"""Seconds that a server which is down is waited for by the impatient."""
PROGRAMS = {
    "helm-run": "from helm.benchmark.run import main\nmain()",
    "helm-summarize": "from helm.benchmark.presentation.summarize import main\nmain()",
    "helm-creativity": "import sys\nfrom helm_creativity.commands import main\nsys.exit(main())",
}


@contextmanager
def registered_here() -> Iterator[None]:
    """What is registered with HELM inside is forgotten behind it: other tests walk all of HELM's models."""
    from helm.benchmark import model_deployment_registry, model_metadata_registry

    lists = [model_deployment_registry.ALL_MODEL_DEPLOYMENTS, model_metadata_registry.ALL_MODELS_METADATA]
    names = [
        model_deployment_registry.DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
        model_metadata_registry.MODEL_NAME_TO_MODEL_METADATA,
    ]
    before = [*map(list, lists)], [*map(dict, names)]
    try:
        yield
    finally:
        for registry, kept in zip(lists, before[0], strict=True):
            registry[:] = kept
        for registry, kept in zip(names, before[1], strict=True):
            registry.clear()
            registry.update(kept)


TESTS = Path(__file__).parents[1]
"""Where HELM finds the clients of ``support``."""


def start(
    program: str,
    *arguments: str | Path,
    impatient: bool = False,
    first: str = "",
    cwd: Path | None = None,
    log: Any = None,
) -> subprocess.Popen[str] | forked.Process:
    """Starts one of ``PROGRAMS`` behind code that runs ``first``.

    The impatient do not wait between attempts, and soon give up servers that are down. What is printed goes to the open
    file ``log``, or can be read at the end. With a file it is a new process, else a forked one, which is faster.
    """
    code = (IMPATIENT if impatient else "") + first + PROGRAMS[program]
    patience = {"HELM_CREATIVITY_PATIENCE": PATIENCE} if impatient else {}
    python_path = os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "OPENAI_API_KEY": "none", "HF_HUB_OFFLINE": "1", "PYTHONPATH": python_path, **patience}
    line = [*map(str, arguments)]
    if log is None and not forked.COVERED:
        return forked.Process(code, line, cwd, environment)
    command = [sys.executable, "-c", code, *line]
    return subprocess.Popen(
        command, stdout=log or subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=cwd, env=environment
    )


def finish(process: subprocess.Popen[str] | forked.Process, expected: int | None = 0) -> str:
    """Waits for the end and returns what was printed."""
    output, _ = process.communicate(timeout=240)
    assert expected is None or process.returncode == expected, output[-6000:]
    return output


def run(folder: Path, entries: list[str], *, suite: str = "s", models: list[str] | None = None, **options: Any) -> str:
    """``helm-run`` of ``entries`` with output and cache under ``folder``."""
    expected = options.pop("expected", 0)
    extra = options.pop("extra", [])
    arguments = ["--run-entries", *entries, "--suite", suite, "-m", "1000", "-n", "4", "--output-path", folder]
    arguments += ["--local-path", folder / "prod_env", *(["--models-to-run", *models] if models else []), *extra]
    return finish(start("helm-run", *arguments, **options), expected)


def summarize(folder: Path, schema: Path, suite: str = "s", validation: str = "error") -> str:
    """``helm-summarize`` with a schema; a schema that HELM finds wrong is an error by default."""
    arguments = ["--suite", suite, "--output-path", folder, "--schema-path", schema, "--schema-validation", validation]
    return finish(start("helm-summarize", *arguments))


CHAT_CLIENT = "helm.clients.vllm_client.VLLMChatClient"


MODEL = {
    "creator_organization_name": "Fake",
    "description": "A fake.",
    "access": "closed",
    "release_date": date(2026, 1, 1),
    "tags": ["TEXT_MODEL_TAG", "FULL_FUNCTIONALITY_TEXT_MODEL_TAG"],
}


def deployments(
    folder: Path,
    url: str,
    names: list[str] | dict[str, str],
    host: str = "fake",
    client: str = CHAT_CLIENT,
    declared: dict[str, Any] | None = None,
    **arguments: Any,
) -> list[str]:
    """Writes ``prod_env`` with one deployment a behaviour of the server; returns the models' names.

    ``names`` are of the behaviours, or of them by the names of deployments, ``declared`` further fields of each
    deployment, such as its window, and ``arguments`` more of them for the client.
    """
    behaviours = names if isinstance(names, dict) else {name: name for name in names}
    models = {f"{host}/{name}": behaviour for name, behaviour in behaviours.items()}
    written = [
        {"name": model, "model_name": model, **(declared or {}), "client_spec": {"class_name": client, "args": args}}
        for model, name in models.items()
        for args in [{"base_url": url, "vllm_model_name": name, "max_retries": 0, **arguments}]
    ]
    described = [{"name": model, "display_name": model, **MODEL} for model in models]
    prod = folder / "prod_env"
    prod.mkdir(parents=True, exist_ok=True)
    (prod / "model_deployments.yaml").write_text(yaml.safe_dump({"model_deployments": written}))
    (prod / "model_metadata.yaml").write_text(yaml.safe_dump({"models": described}))
    return list(models)


def stats(folder: Path, model: str, suite: str = "s") -> dict[str, float]:
    """Means of the test split of the one run of ``model``."""
    (run_folder,) = (folder / "runs" / suite).glob(f"*model={model.replace('/', '_')}*")
    values = json.loads((run_folder / "stats.json").read_text())
    return {stat["name"]["name"]: stat["mean"] for stat in values}
