"""Replies in HELM's cache that were of no use to saved runs, and their removal, so that the next run asks again.

A run is replayed with HELM's own clients, since they compute the keys of the cache; nothing but the cache replies.
"""

from __future__ import annotations

import json
import logging
import shutil
import socket
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from unittest.mock import patch

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT
from helm.clients.auto_client import AutoClient
from helm.clients.client import Client
from helm.common.cache import Cache
from helm.common.cache_backend_config import SqliteCacheBackendConfig
from helm.common.codec import from_json
from helm.common.key_value_store import request_to_key
from helm.common.request import Request, RequestResult

from helm_creativity.benchmark.base import Benchmark, asks_more, settings_in_run
from helm_creativity.benchmark.files.source_files import sync
from helm_creativity.benchmark.files.untrusted_files import damage
from helm_creativity.benchmark.follow_ups import ERROR
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.protocols import GroupScorer
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.commands.planning.entries import register
from helm_creativity.commands.planning.offline import offline
from helm_creativity.defaults import FOLLOW_UP, JUDGE, RESPONSE
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.helm.clients.provider_replies import MalformedReply, ReportedError, is_malformed
from helm_creativity.helm.clients.reply_cache import NOT_CACHED, ReplyCache, usable_for
from helm_creativity.helm.clients.responses import HelmRespondent, to_follow_up, to_response, trial_in, trials_in
from helm_creativity.helm.clients.retries import BREAKER, Make, PatientClient, RequestOutcome, look_after, once
from helm_creativity.judges.asking import Judges
from helm_creativity.judges.drivers import AskingDriver
from helm_creativity.judges.evaluation.anchors import run_anchors
from helm_creativity.judges.scoring import score_trials
from helm_creativity.judges.settings import JudgedSettings, Judging
from helm_creativity.parsing.response import unanswered
from helm_creativity.results.comparable import find_benchmark
from helm_creativity.results.runs import Run
from helm_creativity.results.samples import STATES

MALFORMED = "malformed"
"""Reason of a reply that is kept and is none: content that is no text, an error under a status of success."""
_NO_REPLY = (FailureReason.UNJUDGED, MissingReason.NOT_ASKED)
REASONS = tuple(
    dict.fromkeys(str(reason) for reason in (*FailureReason, *MissingReason, MALFORMED) if reason not in _NO_REPLY)
)
"""Why a reply is of no use."""
WAIT = 30.0
"""Seconds that a program which writes to a cache is waited for."""


class CachedReply(NamedTuple):
    """Where a reply is kept: an SQLite file, one for each host of deployments, and the key in it."""

    file: Path
    key: str


Useless = dict[CachedReply, tuple[str, str, str, str, str]]
"""Replies of no use: model and benchmark of the run, kind, deployment that replied, and reason."""


def find_useless(
    runs: Iterable[Run], reasons: Collection[str], kinds: Collection[str], local_path: Path, warn: Callable[[str], None]
) -> Useless:
    """Replies of some kinds that were of no use to runs, for some of ``REASONS``; ``warn`` takes what is left out."""
    if unknown := sorted(set(reasons) - set(REASONS)):
        raise BadArguments(f"--reason must be one of {', '.join(REASONS)}, got {', '.join(unknown)}")
    if not any((local_path / "cache").glob("*.sqlite")):
        raise FileProblem(
            f"there is no SQLite cache in {local_path / 'cache'}: name helm-run's --local-path. Runs with "
            "--disable-cache keep nothing, and what runs with --mongo-uri keep cannot be dropped by this command"
        )
    register(local_path)
    clients = ReplayedClients(local_path, reasons, kinds)
    with clients.unconnected():
        for clients.run in runs:
            try:
                _replay(clients.run, clients, warn)
            except CreativityError as problem:
                warn(str(problem))
    for deployment, why in clients.problems.items():
        warn(f"{deployment}: its client cannot be made here: {why}")
    return clients.useless


def _replay(run: Run, clients: ReplayedClients, warn: Callable[[str], None]) -> None:
    entry = find_benchmark(run.group)
    if entry is None:
        raise FileProblem(f"{run.name}: it was not made by a benchmark that is installed here")
    benchmark = load_benchmark(entry)
    settings, states, judges = settings_in_run(benchmark, run.settings), _states(run), None
    if RESPONSE in clients.kinds:
        _replay_responses(states, benchmark, settings, clients)
    if isinstance(settings, JudgedSettings) and settings.judged:
        judges = _NotingJudges(clients, settings.judging)
        if JUDGE in clients.kinds and settings.anchors:
            with suppress(BadArguments):  # the anchors are rated by another question than when the run was made
                anchors = run_anchors(benchmark, settings)
                for judge, question in product(settings.judging.panel.judges, anchors.questions):
                    judges.say(judge, anchors.rubric, question)
    if clients.kinds == {RESPONSE} or not asks_more(benchmark, settings):
        return
    client, driver = _NotingClient(clients), AskingDriver(benchmark, settings, judges)
    for state in states:
        request = state.request
        try:
            trial = trial_in(state, settings.instruction)
            respondent = HelmRespondent(client, request, trial.prompt)
            error = driver.annotation(trial, respondent, (request.model, request.model_deployment)).get(ERROR)
        except Exception as problem:  # of a state that is damaged
            error = problem
        if error:
            warn(f"{run.name}: follow-ups to {state.instance.id}: {error}")


def _states(run: Run) -> list[RequestState]:
    try:
        text = (run.folder / STATES).read_text("utf-8")
        states, found = from_json(text, ScenarioState).request_states, []
        for state, saved in zip(states, json.loads(text)["request_states"], strict=True):
            # The numbers as they were asked with: HELM reads 1 as 1.0, which is another key in its cache.
            its: dict[str, Any] = saved["request"]
            numbers: dict[str, Any] = {name: value for name, value in its.items() if isinstance(value, (int, float))}
            found.append(replace(state, request=replace(state.request, **numbers)))
        return [state for state in found if state.result is not None]
    except Exception as error:
        raise FileProblem(f"{run.name}: cannot read {STATES}: {damage(error)}; run it again") from error


def _replay_responses(
    states: Sequence[RequestState], benchmark: Benchmark[Any], settings: Settings, clients: ReplayedClients
) -> None:
    trials, scorer = [trials_in(state, settings.instruction) for state in states], benchmark.scorer(settings)
    scores = iter(score_trials(benchmark, settings, [trial for some in trials for trial in some], scorer).scores)
    # These are a response's own where it shows them at once; otherwise the score lacks for what others responded, or
    # for what was asked because of the response.
    others = {FailureReason.EMPTY, FailureReason.FAILED, FailureReason.TRUNCATED, FailureReason.PROMPT_TRUNCATED}
    others |= {FailureReason.REFUSED, *((FailureReason.TOO_FEW_VALID,) if isinstance(scorer, GroupScorer) else ())}
    for state, responses in zip(states, trials, strict=True):
        own = set[object]()
        for trial in responses:
            if reason := next(scores).failure_reason:
                at_once = unanswered(trial.sample.response or Response(""))
                own.add(at_once or (None if reason in others else reason))
        if MALFORMED not in clients.reasons and clients.reasons.isdisjoint(map(str, own)):
            continue
        deployment = state.request.model_deployment
        try:
            result = once(clients._get_client(deployment), state.request)
            assert state.result is not None
            if _responses_in(result) != _responses_in(state.result):  # it was asked again since the run
                own = set()
        except MalformedReply:
            own = {MALFORMED}
        except Exception:  # a client lets anything out that a reply makes it raise
            own = set()
        clients.note(RESPONSE, deployment, own)


def _responses_in(result: RequestResult) -> list[Response]:
    completions: Sequence[Any] = result.completions or [None]
    return [to_response(result, completion) for completion in completions]


class _NotingClient(PatientClient):
    """Asks the model further, and notes replies of no use."""

    def __init__(self, clients: ReplayedClients) -> None:
        super().__init__(clients)
        self._clients = clients

    def send(self, request: Request, make: Make = once) -> RequestOutcome:
        sent = super().send(request, make)
        reply = to_follow_up(sent)
        self._clients.note(FOLLOW_UP, request.model_deployment, [unanswered(reply.response)], reply.error)
        return sent


class _NotingJudges(Judges):
    """Asks judges, and notes replies of no use."""

    def __init__(self, clients: ReplayedClients, settings: Judging) -> None:
        super().__init__(clients, settings)
        self._clients = clients

    def say(self, judge: str, rubric: Rubric, question: Question, about: str = "") -> list[JudgeReply]:
        replies = super().say(judge, rubric, question, about)
        missing = [reading.missing for reply in replies for reading in reply.readings.values()]
        self._clients.note(JUDGE, judge, missing, *(reply.error for reply in replies))
        return replies


class ReplyNotCached(Exception):
    """HELM's cache has no reply to a request. Its words must be none for which a request is repeated."""


class ReplayedClients(AutoClient):
    """Deployments' clients as HELM makes them, and what was found for them in HELM's cache.

    Clients that keep no replies have none, except for this package's baselines, which send no request.
    """

    def __init__(self, local_path: Path, reasons: Collection[str] = (), kinds: Collection[str] = ()) -> None:
        known = DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.values()
        names = [name for deployment in known for name in (deployment.name, deployment.tokenizer_name) if name]
        # Clients refuse to be made without a key, and none is ever used.
        keys = {f"{name.partition('/')[0]}ApiKey": "in-place-of-a-key" for name in names}
        super().__init__(keys, str(local_path), SqliteCacheBackendConfig(str(local_path / "cache")))
        self.run: Run | None = None
        self.reasons, self.kinds = frozenset(reasons), frozenset(kinds)
        self.problems: dict[str, str] = {}
        self.looked_up: list[CachedReply] = []
        self.useless: Useless = {}

    def note(self, kind: str, deployment: str, reasons: Iterable[object], *errors: str) -> None:
        """Notes what was looked up since the last call, if that is of a kind that is wanted, for such a reason."""
        looked_up, self.looked_up = self.looked_up, []
        why = self.reasons & {*map(str, reasons), *(MALFORMED for error in errors if is_malformed(error))}
        if why and kind in self.kinds and self.run:
            for reply in looked_up:
                self.useless.setdefault(reply, (self.run.model, self.run.group, kind, deployment, min(why)))

    def _get_client(self, model_deployment_name: str) -> Client:
        try:
            client = super()._get_client(model_deployment_name)
        except Exception as error:  # whatever a client's constructor raises
            self.problems[model_deployment_name] = f"{type(error).__name__}: {' '.join(str(error).split())}"
            raise
        if not _keeps_replies(client) and not type(client).__module__.startswith("helm_creativity.baselines."):
            raise ReplyNotCached("this client keeps no replies")
        look_after(client, model_deployment_name, BREAKER)
        return client

    def _find(self, cache: Cache, request: Mapping[str, Any], _: object) -> tuple[Any, bool]:
        """In the place of a cache's ``get``: what it has."""
        reply = CachedReply(Path(getattr(cache.config, "path", "")), request_to_key(request))
        response = look_up(reply)
        if not response:  # HELM asks again for what is empty, too
            raise ReplyNotCached(NOT_CACHED)
        if not isinstance(cache, ReplyCache):  # of a tokenizer: requests were fitted to windows by what it counted
            return response, True
        self.looked_up.append(reply)
        try:
            return usable_for(cache.owner, request, response), True
        except ReportedError as error:  # kept, it is no reason to wait for the server
            raise MalformedReply("an error in place of a reply") from error

    @contextmanager
    def unconnected(self) -> Iterator[None]:
        """Inside, HELM's cache is all that replies: no connection is opened, whatever a client tries."""

        def refuse(asking: socket.socket, *_: object) -> NoReturn:
            asking.close()
            raise ReplyNotCached("no connection is opened to look into HELM's cache")

        def find(*asked: Any) -> tuple[Any, bool]:  # noqa: ANN401
            return self._find(*asked)

        with ExitStack() as inside:
            for owner, name, value in (
                *((socket.socket, name, refuse) for name in ("connect", "connect_ex")),
                *((kind, "get", find) for kind in (Cache, ReplyCache)),
                (logging.getLogger("helm"), "disabled", True),
            ):
                inside.enter_context(patch.object(owner, name, value))
            inside.enter_context(offline())
            yield


def _keeps_replies(client: Client) -> bool:
    inside = vars(client).values()
    return any(isinstance(part, Cache) or (isinstance(part, Client) and _keeps_replies(part)) for part in inside)


def look_up(reply: CachedReply) -> Any | None:  # noqa: ANN401
    """What a client keeps of a server's reply; None where the cache has nothing."""
    from sqlitedict import decode

    if not reply.file.is_file():
        return None
    try:
        with closing(_opened(reply.file)) as connection:
            row = connection.execute("SELECT value FROM unnamed WHERE key = ?", (reply.key,)).fetchone()
    except sqlite3.Error as error:
        raise FileProblem(f"cannot read HELM's cache {reply.file}: {error}") from error
    return decode(row[0]) if row else None


def drop(replies: Iterable[CachedReply]) -> dict[Path, Path]:
    """Drops replies; the copies of their files, of which none or all are made before anything is dropped."""
    keys: defaultdict[Path, list[tuple[str]]] = defaultdict(list)
    for reply in replies:
        keys[reply.file].append((reply.key,))
    name = f"before-forget-{datetime.now():%Y%m%d-%H%M%S-%f}"
    copies = {file: file.with_name(f"{file.name}.{name}") for file in keys}
    try:
        for file, copy in copies.items():
            copy.touch(0o600, exist_ok=False)
            with closing(_opened(file)) as source, closing(sqlite3.connect(copy)) as target:
                source.backup(target)
            shutil.copymode(file, copy)
            sync(copy)
    except (OSError, sqlite3.Error) as error:
        for made in copies.values():
            made.unlink(missing_ok=True)
        raise FileProblem(f"cannot copy {file} to {copies[file]}: {error}; nothing was dropped") from error
    for file, copy in copies.items():
        try:
            with closing(_opened(file)) as connection, connection:
                connection.executemany("DELETE FROM unnamed WHERE key = ?", keys[file])
        except sqlite3.Error as error:
            do = "wait until no run uses the cache, and run the command again"
            raise FileProblem(f"cannot change {file}: {error}; its copy is {copy}: {do}") from error
    return copies


def _opened(file: Path) -> sqlite3.Connection:
    """A connection to a file that is there; sqlite would make one that is not."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=WAIT)
