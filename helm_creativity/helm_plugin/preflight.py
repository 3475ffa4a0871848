"""What is done before a run sends its first request: caches, disk, judges are looked at, and tokens are fitted."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from helm.benchmark.annotation.annotator_factory import AnnotatorFactory
from helm.benchmark.run_spec import RunSpec
from helm.clients.auto_client import AutoClient
from helm.common.cache import SqliteCacheConfig

from helm_creativity.benchmark.base import settings_in_run
from helm_creativity.benchmark.follow_ups import CHARACTERS_PER_TOKEN, AskJudges, Trial
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.planned_requests import PlannedRequest, planned_requests
from helm_creativity.benchmark.types import Item, Sample
from helm_creativity.clients import retries
from helm_creativity.clients.known_keys import keep_keys_secret
from helm_creativity.clients.private_caches import make_caches_private
from helm_creativity.clients.reachable import find_problems
from helm_creativity.clients.reply_cache import file_problem
from helm_creativity.clients.windows import MARGIN, TokenCounter, find_window, fit_run, prompts_sent
from helm_creativity.errors import BadArguments
from helm_creativity.helm_plugin.current_run import CurrentRun, current_run
from helm_creativity.judges.designs import parse_judges

LEAST_ROOM = 50_000_000
"""Bytes that must be free where a run writes: a cache that meets a full disk loses what was paid for."""


def prepare_run(items: Sequence[Item]) -> None:
    """Fits the token limit of the run that is being prepared, and ends the run where it cannot be asked or kept.

    Does nothing outside of HELM's runner. A run that was completed before is not ended for want of judges: its ratings
    may all be in HELM's cache. A model under test that the run before this one gave up a moment ago ends the run.
    """
    run = current_run()
    if run is None:
        return
    factory: AnnotatorFactory = run.runner.annotator_executor.factory
    client = AutoClient(factory.credentials, factory.file_storage_path, factory.cache_backend_config)
    keep_keys_secret(client)  # before a request may fail
    panels = [spec.args["judges"] for spec in run.spec.annotators or () if spec.args.get("judges")]
    judges = [name for panel in panels for name in parse_judges(panel)]
    if problems := list(_machine_problems(run, [run.spec.adapter_spec.model_deployment, *judges])):
        raise BadArguments(f"{run.spec.name} was not started: {'; '.join(problems)}")
    prompts = [item.prompt.text for item in items]
    try:
        fit_run(run.spec, prompts_sent(run.spec, prompts), TokenCounter(client))
    except BadArguments as error:
        raise BadArguments(f"{run.spec.name} was not started: {error}") from error
    if run.runner.dry_run or run.runner._is_run_completed(run.runner._get_run_path(run.spec)):
        return
    if problems := [*find_problems(judges, client), *small_judges(run.spec, items)]:
        raise BadArguments(f"{run.spec.name} was not started because its judges cannot be asked: {'; '.join(problems)}")
    candidate = run.spec.adapter_spec.model_deployment
    make_caches_private(factory.cache_backend_config, candidate)
    if (silent := retries.BREAKER.given_up_for(candidate)) is not None:
        raise BadArguments(f"{run.spec.name} was not started: {candidate} has not answered for {silent:.0f} s")


def small_judges(spec: RunSpec, items: Sequence[Item]) -> list[str]:
    """A line for each judge whose window is too small for a usual question about an item and a usual reply."""
    found = []
    for annotator in spec.annotators or ():
        panel = annotator.args.get("judges")
        windows = {name: find_window(name) for name in parse_judges(panel)} if panel else {}
        if not any(windows.values()):
            continue
        questions = _usual_questions(spec, items, annotator.args)
        for name, window in windows.items():
            short = [
                question
                for question in questions
                if window and window.room(question.characters // CHARACTERS_PER_TOKEN) < question.reply_tokens
            ]
            if short:
                longest = max(short, key=lambda question: question.characters + question.reply_tokens)
                tokens, reply = longest.characters // CHARACTERS_PER_TOKEN, longest.reply_tokens
                found.append(
                    f"{name}: its window has {window} tokens; a usual question takes about {tokens} and a reply about "
                    f"{reply}: use a judge with a window of {tokens + reply + MARGIN} or more"
                )
    return found


def _usual_questions(spec: RunSpec, items: Sequence[Item], args: Mapping[str, Any]) -> list[PlannedRequest]:
    trials, found = max(spec.adapter_spec.num_trials, 1), get_benchmark(args["benchmark"])
    settings = settings_in_run(found, args)
    asked: list[PlannedRequest] = []
    for item in items:
        trial = Trial(Sample(None, item.fields), item.prompt.text, item.id)
        try:
            usual = next(planned_requests(found, settings, trial, trials))
        except Exception:  # a plan that fails costs no run
            return []
        asked += [question for question in usual if isinstance(question.step, AskJudges)]
    return asked


def _machine_problems(run: CurrentRun, deployments: Iterable[str]) -> Iterator[str]:
    backend = run.runner.annotator_executor.factory.cache_backend_config
    folders = [Path(run.runner._get_run_path(run.spec))]
    for host in dict.fromkeys(name.partition("/")[0] for name in deployments):
        config = backend.get_cache_config(host)
        if isinstance(config, SqliteCacheConfig):
            file = Path(config.path)
            folders.append(file.parent)
            if problem := file_problem(file):
                yield problem
    for folder in dict.fromkeys(folders):
        if folder.is_dir() and not os.access(folder, os.W_OK | os.X_OK):
            yield f"{folder} cannot be written: allow this user to write into it, or name another --output-path"
        elif folder.is_dir() and (room := shutil.disk_usage(folder).free) < LEAST_ROOM:
            yield f"{folder} has {room / 1e6:.0f} MB free, at least {LEAST_ROOM / 1e6:.0f} are needed: make room"
