"""From names of benchmarks and models to runs of HELM: what ``helm-creativity run`` and ``helm_creativity.run`` do."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from helm_creativity.commands.running.interface import Interface
from helm_creativity.commands.running.server import (
    ServedModel,
    Server,
    key_needs_server,
    key_of_server,
    renamed,
    require_different_names,
    sent_key,
)
from helm_creativity.commands.running.sets import Entry, entries_of, limited, offline_entry
from helm_creativity.defaults import LOCAL_PATH, OUTPUT_PATH, SUITE, THREADS
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.masking import without_secrets
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from helm_creativity.commands.planning.amounts import Plan
    from helm_creativity.commands.planning.entries import Refused

ALL_ITEMS = 1_000_000
"""For helm-run's -m, which must be given: a set says itself how many items are asked."""
SUMMARIZER = "helm_creativity.helm.summarizer.CreativitySummarizer"
LAST_LINES = 15
_MODEL = re.compile(r"[^\s,=]+")
_LONGEST_SUITE = 220
"""Bytes of a suite's name: its files have longer ones, such as a draft of ``schema-NAME.yaml``, and 255 is the most."""
_FOLDER = re.compile(r"[^\s/\\-][^/\\]*")
JUDGES = "judges"
_AMOUNTS = frozenset({"max_eval_instances", "max_tokens", "num_trials", JUDGES})
"""Arguments of run entries that need no file."""
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Launch:
    """Runs that are wanted."""

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
    interface: Interface = Interface.COMMAND_LINE
    served: dict[str, ServedModel] = field(default_factory=dict, init=False, compare=False)

    def __post_init__(self) -> None:
        """Refuses what does not fit."""
        problems, called = [], self.interface.argument
        if not self.names:
            problems.append("name a set or benchmarks, such as core (`helm-creativity list` prints the sets)")
        if not self.models:
            problems.append(
                f"name a model with {called('models')}, such as openai/gpt-4o-2024-11-20, or a server's with "
                f"{called('base_url')}"
            )
        problems += [
            f"{called('models')} must be a name without commas, equals signs and spaces, got {quoted(model)}"
            for model in self.models
            # A server's model gets another name in HELM if its own has odd characters.
            if not (_MODEL.fullmatch(model) if self.base_url is None else model.strip() and model.isprintable())
        ]
        if self.threads < 1:
            problems.append(f"{called('threads')} must be 1 or more, got {self.threads}")
        if self.max_tokens is not None and self.max_tokens < 1:
            problems.append(f"{called('max_tokens')} must be 1 or more, got {self.max_tokens}")
        if self.max_tokens is not None and self.reasoning:
            limit, reasoning = called("max_tokens"), called("reasoning")
            problems.append(f"{reasoning} also sets a token limit: leave out {limit} or {reasoning}")
        if self.api_key_env and self.base_url is None:
            problems.append(key_needs_server(self.interface))
        if not (_FOLDER.fullmatch(self.suite) and self.suite.isprintable()) or self.suite in (".", ".."):
            what = "the name of a folder, without slashes and line breaks"
            problems.append(f"{called('suite')} must be {what}, got {quoted(self.suite)}")
        if (n_bytes := len(self.suite.encode(errors="replace"))) > _LONGEST_SUITE:
            problems.append(f"{called('suite')} must be at most {_LONGEST_SUITE} bytes long, got {n_bytes}")
        problems += self._problems_of_judges()
        if problems:
            raise BadArguments("; ".join(problems))

    def _problems_of_judges(self) -> list[str]:
        from helm_creativity.judges.designs import parse_judges

        try:
            if self.judges:
                parse_judges(self.judges)
        except BadArguments as error:
            return [str(error)]
        return []

    @property
    def log(self) -> Path:
        """Where the output of HELM's programs goes: not into the suite's folder, in which HELM looks for runs."""
        return self.output_path / "logs" / f"{self.suite}.log"

    def key(self) -> str | None:
        """The server's key; None where none is named."""
        return key_of_server(self.api_key_env, self.interface)

    def run_entries(self, key: str | None, tell: Tell, write: bool) -> list[str]:
        """The run entries, with the models' names in HELM."""
        entries = list(limited(entries_of(self.names, self.judges, self.interface), self.max_tokens, self.reasoning))
        if self.judges and not any(entry.may_judge for entry in entries):
            tell("note: none of these benchmarks asks judges")
        missing = [_missing(entry) for entry in entries]
        if lacking := _lacking(zip(entries, missing, strict=True)):
            if write:
                raise FileProblem(f"nothing was run, because files are missing:{lacking}")
            tell(f"note: helm-run would refuse these entries here, because files are missing:{lacking}")
        server, served = None, self.served
        if self.base_url is not None:
            server = Server(self.base_url, key, self.local_path, self.interface)
            served.update(self._served_by(server, entries))
            server.register(served.values())
        called = {name: model.deployment for name, model in served.items()}
        entries = [
            entry.having(judges=renamed(entry.arguments[JUDGES], called)) if JUDGES in entry.arguments else entry
            for entry in entries
        ]
        models = dict.fromkeys(  # one may be named twice
            (served[name].model, served[name].deployment) if name in served else (name, "") for name in self.models
        )
        complete = [entry for entry, files in zip(entries, missing, strict=True) if not files]
        self._require_accepted([entry.of_model(*model) for model in models for entry in complete])
        if server is not None:
            server.add(served.values(), tell, write=write)
        return [entry.of_model(*model) for model in models for entry in entries]

    def _require_accepted(self, run_entries: Sequence[str]) -> None:
        if not run_entries:
            return
        from helm_creativity.commands.planning.entries import HelmRunOptions, register, run_specs
        from helm_creativity.commands.planning.offline import is_kept_offline, offline

        wanted = HelmRunOptions(run_entries=run_entries, local_path=str(self.local_path))
        register(wanted)
        with offline():
            _, refused = run_specs(wanted)
        # What is on the Hugging Face Hub, helm-run downloads itself.
        _refuse([entry for entry in refused if not is_kept_offline(entry.why)])

    def _served_by(self, server: Server, entries: Sequence[Entry]) -> dict[str, ServedModel]:
        from helm_creativity.benchmark.comparability import is_baseline
        from helm_creativity.judges.designs import parse_judges

        models = [name for name in self.models if not is_baseline(name)]
        panels = {entry.arguments[JUDGES] for entry in entries if JUDGES in entry.arguments}
        judges = {name for panel in panels for name in parse_judges(panel)}
        if not models and not judges:
            option, names = self.interface.argument("base_url"), ", ".join(self.models)
            raise BadArguments(f"{names}: baselines are computed here and not by a server; leave out {option}")
        wanted = {name: server.find(name) for name in models}
        wanted |= server.judges(sorted(judges))
        require_different_names(wanted.values())
        return wanted

    def sent_key(self, key: str | None) -> AbstractContextManager[None]:
        """Inside, HELM's programs send the server's key, and to no other server."""
        return sent_key(key, self.local_path, [model.deployment for model in self.served.values()])

    def arguments(self, run_entries: Sequence[str]) -> list[str]:
        """Of ``helm-run``."""
        return [
            *("--run-entries", *run_entries, "--suite", self.suite, "-m", str(ALL_ITEMS), "-n", str(self.threads)),
            *("--output-path", str(self.output_path), "--local-path", str(self.local_path)),
        ]

    def plan(self, run_entries: Sequence[str]) -> Plan:
        """What the runs will ask."""
        from helm_creativity.commands.planning.counting import make_plan, pinged, reasoning_models
        from helm_creativity.commands.planning.entries import HelmRunOptions

        found = make_plan(HelmRunOptions(run_entries=run_entries, local_path=str(self.local_path)))
        _refuse(found.refused)
        if not self.reasoning and self.max_tokens is None and (names := reasoning_models(found)):
            raise BadArguments(
                f"{', '.join(names)}: a model that reasons first needs more tokens than a usual response; "
                f"add {self.interface.switch('reasoning')}"
            )
        found = pinged(found, str(self.local_path))
        if found.unreachable:
            lines = [f"\n  {problem}" for problem in dict.fromkeys(found.unreachable)]
            raise BadArguments(f"nothing was run, because models or judges cannot be reached:{''.join(lines)}")
        return found

    def start(self, run_entries: Sequence[str], plan: Plan, tell: Tell, overwrite: Tell | None = None) -> int:
        """``helm-run``, to its end."""
        from helm_creativity.commands.planning.counting import expected_requests
        from helm_creativity.commands.running.programs import RUN, Watch, keep_locked, run_program

        deployments = [asked.deployment for asked in plan.asked]
        hosts = {name.partition("/")[0] for name in deployments}
        caches = [self.local_path / "cache" / f"{host}.sqlite" for host in sorted(hosts)]
        expected = {run.name: expected_requests(run) for run in plan.runs}
        watch = Watch(expected, caches, tell, overwrite, deployments)
        tell(f"helm-run writes its log to {self.log}")
        try:
            self.log.parent.mkdir(parents=True, exist_ok=True)
            with self.log.open("a", encoding="utf-8") as file:
                keep_locked(file)
                file.truncate(0)
                status = run_program(RUN, self.arguments(run_entries), file, watch)
        except OSError as error:
            raise FileProblem(f"cannot write {self.log}: {error.strerror or error}") from error
        except KeyboardInterrupt:
            tell("stopped; the responses so far are kept, and the same command continues from there")
            raise
        if status and not watch.problems:
            last = "\n".join(self.log.read_text("utf-8").splitlines()[-LAST_LINES:])
            tail = "".join(f"\n  {line}" for line in without_secrets(last).splitlines())
            raise FileProblem(f"helm-run ended with status {status}; the last lines of {self.log} are:{tail}")
        if watch.problems:
            failed = f"{len(watch.problems)} of {len(plan.runs)} runs failed"
            tell(f"{failed}; the same command asks only for what is missing (full log: {self.log})")
        return min(status, 1)

    def has_results(self) -> bool:
        """Whether any run of the suite has ended."""
        return any((self.output_path / "runs" / self.suite).glob("*/run_spec.json"))

    def summarize(self, tell: Tell) -> None:
        """``helm-summarize`` with the schema of the suite's benchmarks, so that HELM's pages show them."""
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

    def server_command(self) -> str:
        """The command that shows HELM's pages."""
        elsewhere = [] if self.output_path == OUTPUT_PATH else ["--output-path", str(self.output_path)]
        return shlex.join(["helm-server", "--suite", self.suite, *elsewhere])


def _refuse(refused: Sequence[Refused]) -> None:
    from helm_creativity.commands.planning.entries import lines_of

    if refused:
        lines = "".join(f"\n  {line}" for line in lines_of(refused))
        raise BadArguments(f"nothing was run, because helm-run would refuse these entries:{lines}")


def _missing(entry: Entry) -> list[str]:
    from helm_creativity.commands.planning.offline import is_kept_offline
    from helm_creativity.commands.running.needs import missing_for

    try:
        # What is on the Hugging Face Hub, helm-run downloads itself.
        return [file for file in missing_for(entry) if not is_kept_offline(file)]
    except BadArguments:
        return []


def _lacking(entries: Iterable[tuple[Entry, Sequence[str]]]) -> str:
    lines = []
    for entry, missing in entries:
        if missing:
            lines.append(f"\n  {entry.benchmark}: {'; '.join(missing)}")
            if instead := offline_entry(entry.benchmark, _AMOUNTS):
                lines.append(f"\n    without a download: {instead}")
    return "".join(dict.fromkeys(lines))
