"""From names of benchmarks and models to runs of HELM: what ``helm-creativity run`` and ``helm_creativity.run`` do."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.settings import RESERVED
from helm_creativity.benchmark.types import FailureReason
from helm_creativity.commands.running.outcome import NO_SCORE, RunStatus, suite_status
from helm_creativity.commands.running.server import ServedModel, Server, key_of_server, renamed, sent_key
from helm_creativity.commands.running.sets import Entry, entries_of, limited, offline_entry
from helm_creativity.defaults import LOCAL_PATH, OUTPUT_PATH, SUITE, THREADS
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.masking import without_secrets
from helm_creativity.safe_text import counted, quoted

if TYPE_CHECKING:
    from helm_creativity.commands.planning.counting import Plan

ALL_ITEMS = 1_000_000
"""For helm-run's -m, which must be given: a set says itself how many items are asked."""
SUMMARIZER = "helm_creativity.helm.summarizer.CreativitySummarizer"
LAST_LINES = 15
JUDGES = "judges"
_AMOUNTS = ("max_eval_instances", "max_tokens", "num_trials", JUDGES)
"""Arguments of run entries that need no file."""
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Launch:
    """Runs that are wanted, as the arguments of ``helm_creativity.run`` say it."""

    names: Sequence[str]
    models: Sequence[str]
    suite: str = SUITE
    base_url: str | None = None
    api_key_env: str | None = None
    judges: str = ""
    reasoning: bool = False
    max_tokens: int | None = None
    threads: int = THREADS
    output_path: Path = OUTPUT_PATH
    local_path: Path = LOCAL_PATH

    def __post_init__(self) -> None:
        """Refuses what does not fit."""
        # A server's model may have any name, and gets another one.
        wrong = [quoted(model) for model in self.models if self.base_url is None and re.search(r"[\s,=]|^$", model)]
        odd = not (re.fullmatch(r"(?!\.\.?$)[^\s/\\-][^/\\]*", self.suite) and self.suite.isprintable())
        limits = (self.max_tokens is not None) + self.reasoning
        problems = {
            "name a set or benchmarks, such as core (`helm-creativity list` prints the sets)": not self.names,
            "name a model with --model, such as openai/gpt-4o-2024-11-20, or one at --base-url": not self.models,
            f"--model must be a name without commas, equals signs and spaces, got {', '.join(wrong)}": wrong,
            "--reasoning also sets a token limit: leave out --max-tokens or --reasoning": limits == 2,
            f"--suite must be the name of a folder, without slashes and line breaks, got {quoted(self.suite)}": odd,
        }
        if found := [message for message, is_so in problems.items() if is_so]:
            raise BadArguments("; ".join(found))

    @property
    def log(self) -> Path:
        """Where the output of HELM's programs goes: not into the suite's folder, in which HELM looks for runs."""
        return self.output_path / "logs" / f"{self.suite}.log"

    def make(
        self, tell: Tell, look: Callable[[Plan], None], overwrite: Tell | None = None
    ) -> tuple[dict[str, int], list[str], list[RunStatus]] | None:
        """Makes the runs after a look at their plan. ``outcome`` and the suite's runs; None where none has results.

        Where it is stopped, the responses so far are kept, and the same call continues from there.
        """
        from helm_creativity.commands.planning.counting import pinged
        from helm_creativity.results.runs import find_suites

        entries, plan, sending = self.prepare(tell)
        with sending:
            if silent := pinged(plan, self.local_path).unreachable:
                problems = "".join(f"\n  {problem}" for problem in dict.fromkeys(silent))
                raise BadArguments(f"nothing was run, because models or judges cannot be reached:{problems}")
            look(plan)
            failed = self.start(entries, plan, tell, overwrite)
        if not any((self.output_path / "runs" / self.suite).glob("*/run_spec.json")):
            return None
        try:
            self._summarize(tell)
        except CreativityError as error:
            tell(str(error))
        found = suite_status(find_suites([self.suite], self.output_path))
        became, lines = self.outcome(found, {run.name for run in plan.runs})
        return {**became, "status": failed | became["status"]}, lines, found

    def prepare(self, tell: Tell, write: bool = True) -> tuple[list[str], Plan, AbstractContextManager[None]]:
        """Run entries, what they ask, and a context in which the server's key is sent to it.

        The server's models are added to HELM's files if all is well, unless nothing is to be written.
        """
        from helm_creativity.commands.planning.counting import Plan
        from helm_creativity.judges.designs import parse_judges

        key = key_of_server(self.api_key_env, self.base_url)
        if self.judges:
            parse_judges(self.judges)  # before they stand in run entries
        entries = list(limited(entries_of(self.names, self.judges), self.max_tokens, self.reasoning))
        panels = {entry.arguments[JUDGES] for entry in entries if JUDGES in entry.arguments}
        if self.judges and not panels:
            tell("note: none of these benchmarks asks judges")
        if lacking := "".join(dict.fromkeys(map(_missing, entries))):
            if write:
                raise FileProblem(f"nothing was run, because files are missing:{lacking}")
            tell(f"note: helm-run would refuse these entries here, because files are missing:{lacking}")
        server, served = None, dict[str, ServedModel]()
        if self.base_url is not None:
            models = [name for name in self.models if not is_baseline(name)]
            judges = sorted({name for panel in panels for name in parse_judges(panel)})
            if not models and not judges:
                names = ", ".join(self.models)
                raise BadArguments(f"{names}: baselines are computed here and not by a server; leave out --base-url")
            server = Server(self.base_url, key, self.local_path)
            served = server.find_all(models, judges)
            server.register(served.values())
        panel_in_helm = {panel: renamed(panel, served) for panel in panels}
        named = dict.fromkeys(
            (served[name].model, served[name].deployment) if name in served else (name, None) for name in self.models
        )
        entries = [entry.having(judges=panel_in_helm.get(entry.arguments.get(JUDGES, ""))) for entry in entries]
        texts = [entry.of_model(*model) for model in named for entry in entries]
        plan = Plan(()) if lacking else self._plan(texts)
        if server is not None:
            server.add(served.values(), tell, write=write)
        return texts, plan, sent_key(key, self.local_path, served.values())

    def _plan(self, run_entries: Sequence[str]) -> Plan:
        from helm_creativity.commands.planning.counting import make_plan
        from helm_creativity.commands.planning.entries import lines_of
        from helm_creativity.helm.clients.deployments import reasons_first

        plan = make_plan(run_entries, self.local_path)
        if plan.refused:
            lines = "".join(f"\n  {line}" for line in lines_of(plan.refused))
            raise BadArguments(f"nothing was run, because helm-run would refuse these entries:{lines}")
        names = [name for name in dict.fromkeys(run.model for run in plan.runs) if reasons_first(name)]
        if names and not self.reasoning and self.max_tokens is None:
            why = "a model that reasons first needs more tokens than a usual response"
            raise BadArguments(f"{', '.join(names)}: {why}; add --reasoning")
        return plan

    def outcome(self, found: Iterable[RunStatus], names: Collection[str]) -> tuple[dict[str, int], list[str]]:
        """What became of those runs of the suite that have the names: the values of ``FinishedRun``, and what to say.

        The status is 1 where a request failed or a language model has no score at all; a benchmark may be too hard.
        """
        own = [status for status in found if status.run in names]
        lines: list[str] = []
        failures, because = Counter[str](), Counter[str]()
        for status in own:
            failures.update(status.failures)
            because.update(Counter(status.missing_because) + Counter(status.anchors_missing_because))
            if status.cached:
                part = f"{status.cached:,} of {status.responses:,} responses from the cache of {status.cache_days}"
                asked = f"; {self.base_url or status.model} was not asked for them"
                whole = asked if status.cached == status.responses else ""
                lines.append(f"{status.benchmark} of {status.model}: {part}{whole}")
        lost, unrated = failures[FailureReason.FAILED], because[MissingReason.FAILED] + because[MissingReason.NOT_ASKED]
        for n, what in ((lost, counted(lost, "request")), (unrated, f"{counted(unrated, 'rating')} of judges")):
            lines += [f"{what} failed; the same command asks only for these"] if n else []
        scoreless = [status for status in own if status.state == NO_SCORE and not is_baseline(status.model)]
        if scoreless:
            runs = ", ".join(f"{status.benchmark} of {status.model}" for status in scoreless)
            lines.append(f"no response has a score in {runs}: the table above has the reasons")
        responses, ratings = failures[FailureReason.EMPTY], because[MissingReason.EMPTY]
        if responses or ratings:  # HELM's cache keeps them: a model may have meant them
            empty = [counted(responses, "response")] if responses else []
            empty += [f"judges' replies for {counted(ratings, 'rating')}"] if ratings else []
            command = ["helm-creativity", "forget", self.suite, "--reason", str(FailureReason.EMPTY)]
            command += [] if self.output_path == OUTPUT_PATH else ["--output-path", str(self.output_path)]
            command += [] if self.local_path == LOCAL_PATH else ["--local-path", str(self.local_path)]
            anew = f"to ask for them anew: {shlex.join(command)} --yes"
            lines.append(f"empty and kept in HELM's cache: {', '.join(empty)}; {anew}")
        scored = {status.model for status in own if status.state != NO_SCORE}
        failed = lost + unrated > 0 or any(status.model not in scored for status in scoreless)
        counts = {"failed_requests": lost, "failed_ratings": unrated, "runs_without_score": len(scoreless)}
        return {"status": int(failed), **counts}, lines

    def arguments(self, run_entries: Sequence[str]) -> list[str]:
        """Of ``helm-run``."""
        return [
            *("--run-entries", *run_entries, "--suite", self.suite, "-m", str(ALL_ITEMS), "-n", str(self.threads)),
            *("--output-path", str(self.output_path), "--local-path", str(self.local_path)),
        ]

    def start(self, run_entries: Sequence[str], plan: Plan, tell: Tell, overwrite: Tell | None = None) -> int:
        """``helm-run``, to its end: 0, or 1 where a run failed."""
        from helm_creativity.commands.running.programs import RUN, Watch, run_program

        deployments = {name for name, _ in plan.asked}
        caches = {self.local_path / "cache" / f"{name.partition('/')[0]}.sqlite" for name in deployments}
        expected = {}  # what HELM's cache will hold: models that are computed here are not in it
        for run in plan.runs:
            loads = [(run.model, run.tested), *run.judges]
            expected[run.name] = sum(load.typical for name, load in loads if not is_baseline(name))
        watch = Watch(expected, caches, tell, overwrite, deployments)
        tell(f"helm-run writes its log to {self.log}")
        try:
            self.log.parent.mkdir(parents=True, exist_ok=True)
            with self.log.open("w", encoding="utf-8") as file:
                status = run_program(RUN, self.arguments(run_entries), file, watch)
                watch.finish()
        except OSError as error:
            raise FileProblem(f"cannot write {self.log}: {error.strerror or error}") from error
        except KeyboardInterrupt:
            tell("stopped; the responses so far are kept, and the same command continues from there")
            raise
        if watch.problems:
            failed = f"{len(watch.problems)} of {len(plan.runs)} runs failed"
            tell(f"{failed}; the same command asks only for what is missing (full log: {self.log})")
        elif status:
            last = without_secrets("\n  ".join(self.log.read_text("utf-8").splitlines()[-LAST_LINES:]))
            raise FileProblem(f"helm-run ended with status {status}; the last lines of {self.log} are:\n  {last}")
        return min(status, 1)

    def _summarize(self, tell: Tell) -> None:
        """With the schema of the suite's benchmarks, so that HELM's pages show them."""
        from helm_creativity.benchmark.rows.records import writing
        from helm_creativity.commands.helm_schema import suites_schema
        from helm_creativity.commands.running.programs import SUMMARIZE, run_program
        from helm_creativity.results.runs import find_suites, read_suites

        schema = self.output_path / f"schema-{self.suite}.yaml"
        with writing(schema) as file:
            file.write(suites_schema(read_suites(find_suites([self.suite], self.output_path))))
        arguments = ["--suite", self.suite, "--output-path", str(self.output_path), "--schema-path", str(schema)]
        with self.log.open("a", encoding="utf-8") as file:
            if run_program(SUMMARIZE, [*arguments, "--summarizer-class-name", SUMMARIZER], file):
                tell(f"helm-summarize failed, so that HELM's pages do not show this suite; {self.log} says why")


def missing_for(entry: Entry) -> list[str]:
    """Files that a run entry needs and this machine lacks, each with the command that brings it. Asks no network."""
    from helm.common.object_spec import parse_object_spec

    from helm_creativity.commands.planning.offline import offline
    from helm_creativity.reports.benchmarks import missing_files

    benchmark = get_benchmark(entry.benchmark)
    values = parse_object_spec(str(entry)).args  # numbers and truth values, as HELM reads them
    own = {name: value for name, value in values.items() if name not in RESERVED}
    with offline():
        return list(missing_files(benchmark, parse_settings(benchmark, own, require=False)))


def _missing(entry: Entry) -> str:
    """Lines about the files that an entry lacks here; what is on the Hugging Face Hub, helm-run downloads itself."""
    from helm_creativity.commands.planning.offline import is_kept_offline

    try:
        files = [file for file in missing_for(entry) if not is_kept_offline(file)]
    except BadArguments:  # which HELM's run specs say of all entries
        return ""
    if not files:
        return ""
    instead = offline_entry(entry.benchmark, _AMOUNTS)
    hint = f"\n    without a download: {instead}" if instead else ""
    return f"\n  {entry.benchmark}: {'; '.join(files)}{hint}"
