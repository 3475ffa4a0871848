"""A judge asked outside of a run: HELM's registries, credentials and cache as ``helm-run`` has them."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

from helm_creativity.judging.instruments import Instrument, Question
from helm_creativity.judging.ratings import Verdict
from helm_creativity.judging.replies import Missing


def ask_judge(
    judge: str,
    instrument: Instrument,
    questions: Sequence[Question],
    *,
    local_path: Path,
    temperature: float,
    max_tokens: int,
    threads: int,
) -> list[Verdict]:
    """One verdict for each question, in order; failures are tried again, and what still fails is missing.

    Args:
        judge: name of its deployment, HELM's own or of ``model_deployments.yaml`` in ``local_path``.
        instrument: what is asked.
        questions: n questions.
        local_path: as ``helm-run --local-path``: configuration, credentials, and the cache, from which a rerun answers.
        temperature: of the judge.
        max_tokens: limit for a reply.
        threads: questions under way at once.

    Raises:
        BadArguments: when there is no such deployment.
    """
    with contextlib.redirect_stdout(sys.stderr):  # HELM prints where it looks; standard output is for results
        asker = _Asker(judge, instrument, local_path, temperature, max_tokens)
        with ThreadPoolExecutor(max(threads, 1)) as pool:
            return list(pool.map(asker.ask, questions))


class _Asker:
    """One judge behind HELM's cache; all threads share it."""

    def __init__(self, judge: str, instrument: Instrument, local_path: Path, temperature: float, limit: int) -> None:
        _register(local_path)
        from helm.clients.auto_client import AutoClient
        from helm.common.cache_backend_config import SqliteCacheBackendConfig
        from helm.common.general import get_credentials
        from helm.proxy.services.service import CACHE_DIR

        from helm_creativity.hosting.retries import PatientClient
        from helm_creativity.judging.deployments import require_judge

        require_judge(judge)
        cache = local_path / CACHE_DIR
        cache.mkdir(parents=True, exist_ok=True)
        credentials = get_credentials(str(local_path))
        self._client = PatientClient(AutoClient(credentials, str(cache), SqliteCacheBackendConfig(str(cache))))
        self._judge, self._instrument = judge, instrument
        self._temperature, self._limit = temperature, limit

    def ask(self, question: Question) -> Verdict:
        """The verdict; where anything breaks, it is missing."""
        try:
            return self._ask(question)
        except Exception as error:
            why = self._instrument.nothing(Missing.FAILED)
            return Verdict(self._judge, self._instrument.name, "", why, error=f"{type(error).__name__}: {error}")

    def _ask(self, question: Question) -> Verdict:
        from helm_creativity.hosting.followups import reply_of
        from helm_creativity.judging.deployments import request_of

        sent = self._client.send(request_of(self._judge, question, self._temperature, self._limit))
        if sent.skipped:
            why = self._instrument.nothing(Missing.NOT_ASKED)
            return Verdict(self._judge, self._instrument.name, "", why, error=str(sent.result.error))
        reply = reply_of(sent)
        readings, text = self._instrument.read(reply.answer, question.rated), reply.answer.text
        asked = len(question.system) + len(question.user)
        return Verdict(self._judge, self._instrument.name, "", readings, text, reply.error, asked + len(text))


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
