"""Judges asked outside of a run: HELM's registries, credentials and cache as ``helm-run`` has them."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.files.progress import watched
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, AskJudges, AskModel, FollowUp, Trial
from helm_creativity.benchmark.item_responses import ItemResponse
from helm_creativity.benchmark.planned_requests import PlannedRequest, asked_because, planned_requests
from helm_creativity.benchmark.ratings import JudgeReply
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.benchmark.settings import unknown_name
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.judges.designs import Design, Panel
from helm_creativity.judges.drivers import AskingDriver, rated_unit
from helm_creativity.judges.settings import JudgedSettings, Judging, rating_options
from helm_creativity.parsing.response import answered, to_prompts

if TYPE_CHECKING:
    from helm.clients.auto_client import AutoClient

    from helm_creativity.benchmark.base import Benchmark
    from helm_creativity.judges.asking import Judges


def ask_judge(
    judge: str,
    rubric: Rubric,
    questions: Sequence[Question],
    *,
    local_path: Path,
    temperature: float,
    max_tokens: int,
    threads: int,
) -> list[JudgeReply]:
    """One reply for each question, in order; failures are tried again, and what still fails is missing."""
    with contextlib.redirect_stdout(sys.stderr), ThreadPoolExecutor(max(threads, 1)) as pool:
        judges = _judges(Judging(Panel((judge,), Design()), temperature, max_tokens), local_path)
        return [reply for (reply,) in pool.map(partial(judges.say, judge, rubric), questions)]


def rating_settings(benchmark: Benchmark[Any], values: Mapping[str, object], local_path: Path) -> JudgedSettings:
    """Settings under which judges rate responses from a file: those of a run, but for what only models are asked."""
    if not issubclass(benchmark.settings_type, JudgedSettings):
        raise BadArguments(f"{benchmark.card.group}: no judge rates its responses: leave judges out")
    known = rating_options(benchmark)
    for name in values.keys() - known.keys():
        if name in benchmark.options:
            raise BadArguments(f"{name} says how a model is asked, and none is asked here: leave it out")
        raise BadArguments(unknown_name(name, known))
    _register(local_path)
    from helm_creativity.judges.asking import judge_requirements

    found: JudgedSettings = parse_settings(benchmark, values, also=judge_requirements)
    if not found.judged:
        raise BadArguments(f"{benchmark.card.group}: expected judges, deployments joined by +, got none")
    first = next(iter(benchmark.items(found)))
    trial = Trial(Sample(None, first.fields), first.prompt.text, first.id)
    cases = planned_requests(benchmark, found, trial, max(found.trials, 1))
    if all(any(isinstance(asked.step, AskModel) for asked in case) for case in cases):
        raise BadArguments(
            f"{benchmark.card.group}: under these settings a model is asked follow-ups to its response, and "
            "responses from a file have no model to ask: choose settings with a single question"
        )
    return found


def rate_samples(
    benchmark: Benchmark[Any],
    settings: JudgedSettings,
    responses: Sequence[ItemResponse],
    *,
    local_path: Path,
    threads: int,
) -> list[Trial]:
    """The responses as a run has them, each with what its judges replied; what a judge does not rate is missing.

    Questions are those of a run, and HELM's cache answers those that were asked before: a rerun asks what is missing.
    """
    with contextlib.redirect_stdout(sys.stderr):
        driver, author = AskingDriver(benchmark, settings, _judges(settings.judging, local_path)), _Author()

        def rated(response: ItemResponse) -> Trial:
            trial = _unrated(response)
            # Where responses are compared, the annotation may be filled only when an earlier response has come.
            annotations = {FOLLOW_UPS: driver.annotation(trial, author)}
            fields = {**trial.sample.fields, "annotations": annotations}
            return replace(trial, sample=Sample(trial.sample.response, fields))

        with ThreadPoolExecutor(max(threads, 1)) as pool:
            return list(watched(pool.map(rated, responses), "rating", len(responses)))


class _Author:
    def ask(self, prompt: str) -> FollowUp:
        return FollowUp(Response("", failed=True), "the response is from a file, so no model can be asked again")

    def go_on(self, response: str, prompt: str) -> FollowUp:
        return self.ask(prompt)

    def ask_again(self, number: int) -> FollowUp:
        return self.ask("")


def _unrated(response: ItemResponse) -> Trial:
    item = response.item
    sample = Sample(to_prompts(answered(response.text, "stop"), item.prompt.text), response.fields)
    return Trial(sample, item.prompt.text, item.id, response.trial)


class QuestionLoad(NamedTuple):
    """What a judge is asked about the responses of a file."""

    judge: str
    questions: int
    characters: int
    reply_tokens: float


def rating_plan(
    benchmark: Benchmark[Any], settings: JudgedSettings, responses: Sequence[ItemResponse], *, local_path: Path
) -> list[QuestionLoad]:
    """What ``rate_samples`` asks each judge, in the order of the panel. No judge is asked.

    Where a question depends on replies to others, these are usual ones.
    """
    by_item: dict[str, list[Trial]] = {}
    for trial in map(_unrated, responses):
        by_item.setdefault(trial.item, []).append(trial)
    asked: dict[str, list[PlannedRequest]] = {judge: [] for judge in settings.panel.judges}
    for several in by_item.values():
        for question in asked_because(benchmark, settings, several):
            assert isinstance(question.step, AskJudges)
            unit = rated_unit(replace(several[0], number=question.number), question.step)
            for judge in settings.panel.asked(unit, question.step.rubric):
                asked[judge].append(question)
    return [
        QuestionLoad(
            judge,
            len(questions),
            sum(question.characters for question in questions),
            sum(question.reply_tokens for question in questions) / max(len(questions), 1),
        )
        for judge, questions in asked.items()
    ]


def require_judges(judges: Sequence[str], local_path: Path, served: Collection[str] = ()) -> None:
    """Refuses judges that cannot be; nothing is written, and no server is asked."""
    _register(local_path)
    from helm_creativity.judges.deployments import require_apart, require_judge

    for judge in judges:
        require_judge(judge, served)
    require_apart(judges)


def known_judges(names: Sequence[str], local_path: Path) -> set[str]:
    """Those that are deployments of HELM's own configuration, of a folder, or of plug-ins."""
    _register(local_path)
    from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT

    return set(names) & set(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT)


def unreachable_judges(judges: Sequence[str], local_path: Path) -> list[str]:
    """A line for each judge that cannot be asked now, for want of a key or a server that answers; nothing is sent."""
    with contextlib.redirect_stdout(sys.stderr):
        _register(local_path)
        from helm_creativity.helm.clients.reachable import find_problems

        return list(find_problems(judges, _clients(local_path)))


def _judges(settings: Judging, local_path: Path) -> Judges:
    _register(local_path)
    from helm_creativity.judges.asking import Judges
    from helm_creativity.judges.deployments import require_judge

    for judge in settings.panel.judges:
        require_judge(judge)
    return Judges(_clients(local_path), settings)


def _clients(local_path: Path) -> AutoClient:
    from helm.clients.auto_client import AutoClient
    from helm.common.cache_backend_config import SqliteCacheBackendConfig
    from helm.common.general import get_credentials
    from helm.proxy.services.service import CACHE_DIR

    cache = local_path / CACHE_DIR
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblem(f"cannot write {cache}, for HELM's cache: {error.strerror or error}") from error
    with contextlib.redirect_stdout(io.StringIO()):  # HELM prints where it looks for the file
        credentials = get_credentials(str(local_path))
    return AutoClient(credentials, str(cache), SqliteCacheBackendConfig(str(cache)))


def _register(local_path: Path) -> None:
    from helm.benchmark.config_registry import register_configs_from_directory

    with contextlib.redirect_stdout(sys.stderr):  # HELM prints where it looks; standard output is for results
        _register_helm()
        register_configs_from_directory(str(local_path))


@lru_cache(maxsize=1)
def _register_helm() -> None:
    """The part that does not depend on the user, which takes seconds: once a process."""
    from helm.benchmark.config_registry import register_builtin_configs_from_helm_package
    from helm.benchmark.run import load_entry_point_plugins

    register_builtin_configs_from_helm_package()
    load_entry_point_plugins()
