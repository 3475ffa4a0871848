"""What is refused before the first request of a run: by its adapter, and by caches, disk, judges and windows."""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from helm.benchmark import model_metadata_registry as tags
from helm.benchmark.adaptation.adapter_spec import ADAPT_GENERATION, AdapterSpec
from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.run_spec import RunSpec
from helm.clients.auto_client import AutoClient
from helm.common.cache import SqliteCacheConfig

from helm_creativity.benchmark.base import Benchmark, settings_in_run
from helm_creativity.benchmark.follow_ups import CHARACTERS_PER_TOKEN, AskJudges, Trial
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.planned_requests import planned_requests
from helm_creativity.benchmark.prompts import BETWEEN
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Item, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients import retries
from helm_creativity.helm.clients.deployments import keep_keys_secret, make_caches_private
from helm_creativity.helm.clients.reachable import find_problems
from helm_creativity.helm.clients.reply_cache import file_problem
from helm_creativity.helm.clients.windows import MARGIN, TokenCounter, find_window, fit_run, prompts_sent, text_sent
from helm_creativity.helm.current_run import CurrentRun, current_run
from helm_creativity.judges.designs import parse_judges
from helm_creativity.safe_text import quoted

MOST_RESPONSES = 100_000
"""To one item: HELM makes all requests of a run before it sends the first."""

LEAST_ROOM = 50_000_000
"""Bytes that must be free where a run writes: a cache that meets a full disk loses what was paid for."""

_ADDED_TO_ZERO = 1e-4
"""What HELM adds to a temperature of 0 for models that cannot take it (run_spec_factory.py, BUGGY_TEMP_0_TAG)."""

NO_WORDS = ("input_prefix", "input_suffix", "reference_prefix", "reference_suffix", "output_prefix", "output_suffix")

CHANGED_BY = {
    "global_prefix": "global_prefix= or follow_format_instructions=",
    "global_suffix": "follow_format_instructions= or output_format_instructions=",
    "input_prefix": "prompt= or format_prompt=",
    "input_suffix": "prompt=",
    "output_prefix": "prompt= or format_prompt=",
    "instance_prefix": "stop=",
    "substitutions": "newline=",
    "stop_sequences": "stop= or add_to_stop=",
}
"""Fields of an adapter that change what is sent and stand in no comparable key, with the arguments that set them."""


OWN_FORMAT = frozenset((tags.ANTHROPIC_CLAUDE_1_MODEL_TAG, tags.ANTHROPIC_CLAUDE_2_MODEL_TAG))
OWN_FORMAT |= {tags.NO_NEWLINES_TAG, tags.NLG_PREFIX_TAG}
OWN_FORMAT |= {tags.IDEFICS_INSTRUCT_MODEL_TAG, tags.LLAVA_MODEL_TAG, tags.OPEN_FLAMINGO_MODEL_TAG}
"""Of a few old models, whose prompts HELM writes in a format of their own, whatever is asked (run_spec_factory.py)."""


def adapter(settings: Settings) -> AdapterSpec:
    """The prompt, behind an instruction if there is one; HELM's defaults would add words and ask for five outputs."""
    instruction = settings.before_prompts.text
    nothing: dict[str, Any] = dict.fromkeys(NO_WORDS, "")
    return AdapterSpec(
        method=ADAPT_GENERATION,
        instructions=instruction,
        instance_prefix=BETWEEN if instruction else "",
        **nothing,
        max_train_instances=0,
        num_train_trials=1,
        num_outputs=1,
        num_trials=settings.trials,
        temperature=settings.temp,
        max_tokens=settings.token_limit,
        stop_sequences=settings.stop_sequences,
    )


def require_runnable(benchmark: Benchmark[Any], args: Mapping[str, Any], sent: AdapterSpec) -> None:
    """Refuses a run from which no score can come, or another one than its name says."""
    settings = settings_in_run(benchmark, args)
    require_numbers(sent, settings.trials)
    settings.require_trials(sent.num_trials * sent.num_outputs)
    require_as_named(benchmark, settings, sent)


def require_numbers(sent: AdapterSpec, usual_trials: int) -> None:
    """Refuses numbers that HELM takes as they are written, and with which it fails later or asks something else."""
    repeats = "leave it out, they would repeat one cached response; use num_trials= for several responses"
    items = "set the number of items, here or with -m of helm-run; a large number such as 10000 asks all"
    problems = []
    for name, least, most, change in (
        ("num_trials", 1, MOST_RESPONSES, f"set the number of responses per item, or leave it out ({usual_trials})"),
        ("num_outputs", 1, MOST_RESPONSES, "leave it out, and use num_trials= for several responses per item"),
        ("max_eval_instances", 1, math.inf, items),
        ("max_train_instances", 0, 0, "leave it out, there are no in-context examples"),
        ("num_train_trials", 1, 1, repeats),
    ):
        value = getattr(sent, name)
        if (value is None and least < most) or (is_whole(value) and least <= value <= most):
            continue
        if least < most and isinstance(value, float) and value.is_integer() and least <= value <= most:
            change = f"write {name}={value:.0f}"
        span = f"a whole number from 1 to {most}" if most < math.inf else "a whole number of 1 or more"
        problems.append(f"{name} must be {span if least < most else least}, got {quoted(value)}: {change}")
    if problems:
        raise BadArguments("; ".join(problems))


def require_as_named(benchmark: Benchmark[Any], settings: Settings, sent: AdapterSpec) -> None:
    """Refuses a temperature, token limit or instruction other than the run's name says: two runs would share a folder.

    A smaller token limit is let through, as it may have been fitted to the model's window.
    """
    before, named, problems = settings.before_prompts, "but the run's name has", []
    value: Any = sent.temperature
    if value != settings.temp and not (settings.temp == 0 and value == _ADDED_TO_ZERO):
        problems.append(
            f"the temperature is {value!r}, {named} temp={settings.temp:g}: "
            "write temp= instead of temperature= or increase_temperature="
        )
    value = sent.max_tokens
    if not is_whole(value) or not 1 <= value <= settings.token_limit:
        times = f" for each of {before.candidates} responses" if before.candidates > 1 else ""
        problems.append(
            f"the token limit is {value!r}, {named} max_tokens={settings.max_tokens}"
            f"{times}: write max_tokens= instead of increase_max_tokens= or num_output_tokens="
        )
    if sent.instructions != before.text:
        problems.append(
            f"the instruction is {sent.instructions!r}, {named} instruction={settings.instruction}: "
            "write instruction= instead of instructions="
        )
    plain, model = adapter(settings), tags.MODEL_NAME_TO_MODEL_METADATA.get(sent.model)
    # What HELM itself writes around every prompt of such a model; no expander of theirs replaces line breaks.
    is_formatted = model is not None and not OWN_FORMAT.isdisjoint(model.tags)
    problems += [
        f"{name} is {getattr(sent, name)!r}, which changes the request but is not among the comparable settings: "
        f"leave {arguments} out"
        for name, arguments in CHANGED_BY.items()
        if getattr(sent, name) != getattr(plain, name) and (name == "substitutions" or not is_formatted)
    ]
    if problems:
        raise BadArguments("; ".join(problems))


def require_prompts(
    benchmark: Benchmark[Any], settings: Settings, sent: AdapterSpec, states: Iterable[RequestState]
) -> None:
    """Refuses responses to other prompts than those of the benchmark, of which the comparable key has the checksum.

    A prompt that was cut to fit the model's window is let through: its response counts as failed.
    """
    prompts = {item.prompt.text for item in benchmark.items(settings)}
    for state in states:
        text = str(state.instance.input.text)
        asked = text if text not in prompts else str(state.request.prompt)
        if text in prompts and (state.prompt_truncated or asked == text_sent(sent, text)):
            continue
        raise BadArguments(
            f"the instance {state.instance.id} asked {quoted(asked)}, no prompt of {benchmark.name} with these "
            "settings, and the metric's argument comparable promises those: leave comparable out, or make it a "
            "benchmark of its own under another name"
        )


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, and no truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def prepare_run(items: Sequence[Item]) -> None:
    """Fits the token limit of the run that is being prepared, and ends the run where it cannot be asked or kept.

    Does nothing outside of HELM's runner. A run that was completed before is not ended for want of judges: its ratings
    may all be in HELM's cache. A model under test that the run before this one gave up a moment ago ends the run.
    """
    run = current_run()
    if run is None:
        return
    spec, factory = run.spec, run.runner.annotator_executor.factory
    client = AutoClient(factory.credentials, factory.file_storage_path, factory.cache_backend_config)
    keep_keys_secret(client)  # before a request may fail
    candidate = spec.adapter_spec.model_deployment
    judges = [name for args in _judged(spec) for name in parse_judges(args["judges"])]
    refused = f"{spec.name} was not started"
    if problems := list(_machine_problems(run, [candidate, *judges])):
        raise BadArguments(f"{refused}: {'; '.join(problems)}")
    try:
        fit_run(spec, prompts_sent(spec, [item.prompt.text for item in items]), TokenCounter(client))
    except BadArguments as error:
        raise BadArguments(f"{refused}: {error}") from error
    if run.runner.dry_run or run.runner._is_run_completed(run.runner._get_run_path(spec)):
        return
    if problems := [*find_problems(judges, client), *small_judges(spec, items)]:
        raise BadArguments(f"{refused} because its judges cannot be asked: {'; '.join(problems)}")
    make_caches_private(factory.cache_backend_config, candidate)
    if (silent := retries.BREAKER.given_up_for(candidate)) is not None:
        raise BadArguments(f"{refused}: {candidate} has not answered for {silent:.0f} s")


def small_judges(spec: RunSpec, items: Iterable[Item]) -> list[str]:
    """A line for each judge whose window is too small for a usual question about an item and a usual reply."""
    found = []
    for args in _judged(spec):
        windows = {name: window for name in parse_judges(args["judges"]) if (window := find_window(name))}
        sizes = _usual_questions(spec, items, args) if windows else []
        for name, window in windows.items():
            if short := [(tokens, reply) for tokens, reply in sizes if window.room(tokens) < reply]:
                tokens, reply = max(short, key=sum)
                found.append(
                    f"{name}: its window has {window} tokens; a usual question takes about {tokens} and a reply about "
                    f"{reply}: use a judge with a window of {tokens + reply + MARGIN} or more"
                )
    return found


def _judged(spec: RunSpec) -> list[Mapping[str, Any]]:
    """The arguments of a run's annotators that ask judges."""
    return [annotator.args for annotator in spec.annotators or () if annotator.args.get("judges")]


def _usual_questions(spec: RunSpec, items: Iterable[Item], args: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Tokens of the questions to judges about usual responses, and of their replies."""
    benchmark = get_benchmark(args["benchmark"])
    settings, asked = settings_in_run(benchmark, args), []
    for item in items:
        trial = Trial(Sample(None, item.fields), item.prompt.text, item.id)
        try:
            usual = next(planned_requests(benchmark, settings, trial, max(spec.adapter_spec.num_trials, 1)))
        except Exception:  # a plan that fails costs no run
            return []
        questions = [question for question in usual if isinstance(question.step, AskJudges)]
        asked += [(question.characters // CHARACTERS_PER_TOKEN, question.reply_tokens) for question in questions]
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
