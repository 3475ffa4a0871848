"""A judge asked outside of a run: HELM's registries, credentials and cache as ``helm-run`` has them."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from helm_creativity.judges.designs import Design, Panel
from helm_creativity.judges.ratings import JudgeReply
from helm_creativity.judges.rubrics import Question, Rubric
from helm_creativity.judges.settings import Judging

if TYPE_CHECKING:
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
    """One reply for each question, in order; failures are tried again, and what still fails is missing.

    Args:
        judge: name of its deployment, HELM's own or of ``model_deployments.yaml`` in ``local_path``.
        rubric: what is asked; each question is about one thing.
        questions: n questions.
        local_path: as ``helm-run --local-path``: configuration, credentials, and the cache, from which a rerun answers.
        temperature: of the judge.
        max_tokens: limit for a reply.
        threads: questions under way at once.

    Raises:
        BadArguments: when there is no such deployment.
    """
    with contextlib.redirect_stdout(sys.stderr):  # HELM prints where it looks; standard output is for results
        settings = Judging(Panel((judge,), Design()), temperature, max_tokens)
        judges = _judges(settings, local_path)

        def reply_to(question: Question) -> JudgeReply:
            (judge_reply,) = judges.say(judge, rubric, question)
            return judge_reply

        with ThreadPoolExecutor(max(threads, 1)) as pool:
            return list(pool.map(reply_to, questions))


def _judges(settings: Judging, local_path: Path) -> Judges:
    """Judges behind HELM's cache; all threads share them."""
    _register(local_path)
    from helm.clients.auto_client import AutoClient
    from helm.common.cache_backend_config import SqliteCacheBackendConfig
    from helm.common.general import get_credentials
    from helm.proxy.services.service import CACHE_DIR

    from helm_creativity.judges.asking import Judges
    from helm_creativity.judges.deployments import require_judge

    for judge in settings.panel.judges:
        require_judge(judge)
    cache = local_path / CACHE_DIR
    cache.mkdir(parents=True, exist_ok=True)
    credentials = get_credentials(str(local_path))
    return Judges(AutoClient(credentials, str(cache), SqliteCacheBackendConfig(str(cache))), settings)


def _register(local_path: Path) -> None:
    """What ``helm-run`` registers when it starts: HELM's own configuration, the user's, and that of plug-ins."""
    from helm.benchmark.config_registry import register_configs_from_directory

    _register_helm()
    register_configs_from_directory(str(local_path))


@lru_cache(maxsize=1)
def _register_helm() -> None:
    """The part that does not depend on the user, which takes seconds: once a process."""
    from helm.benchmark.config_registry import register_builtin_configs_from_helm_package
    from helm.benchmark.run import load_entry_point_plugins

    register_builtin_configs_from_helm_package()
    load_entry_point_plugins()
