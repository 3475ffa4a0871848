"""Every benchmark under every fault of a server through ``helm-run``, each cell compared with the honest server.

What must come of a cell is known from the fault alone and from what the honest server left, not from our code:

* *lost*: a run without stats, a good response or rating without its score, a failure without a reason;
* *wrong*: a score or rating that differs from the honest one, or stands where there can be none.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from sqlitedict import SqliteDict
from support import helm, seeded_client
from support.faults import (
    CANDIDATE_FAULTS,
    JUDGE_FAULTS,
    KEY,
    THIRD,
    TIMEOUT,
    FaultServer,
    Outcome,
    ServerFault,
    is_hit,
)

from helm_creativity.benchmark.follow_ups import Transcript, transcript_in
from helm_creativity.benchmark.ratings import JudgeReply, ParsedRating
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.types import FailureReason, rate_name
from helm_creativity.helm.clients.provider_replies import MalformedReply, ReportedError, usable_reply

HARMLESS = frozenset({("create", "out_of_range")})
"""Judges' faults that are none: how many things a class holds has no highest number."""
HOST = "fault"
CANDIDATE, JUDGE = "candidate", "judge"
HONEST = {CANDIDATE: "honest", JUDGE: "referee"}
ITEMS, THREADS = 3, 4

ENTRIES: Mapping[str, str] = {
    **{
        entry.name: "num_trials=2,judges={judge}" if entry.card.task_type == "rated" else ""
        for entry in list_entries()
        if entry.ours
    },
    "aut": "protocol=mctb2025,prompts=own,embedding=builtin,num_trials=2,judges={judge}",
    "cdat": "embedding=builtin",
    "create": "embedding=builtin,judges={judge}",
    "dat": "embedding=builtin,num_trials=3",
    "design_problems": "prompts=own,num_trials=2,judges={judge}",
    "drat": "prompts=own,embedding=builtin",
    "hard_dat": "embedding=builtin",
    "hivemind": "embedding=builtin,num_trials=3",
    "live_idea_bench": "prompts=own,design=all,num_trials=2,judges={judge}",
    "macgyver": "prompts=own,judges={judge}",
    "metaphor": "prompts=own,num_trials=2,judges={judge}",
    "novelty": "responses=2,num_trials=3,judges={judge}",
    "pace": "embedding=builtin",
    "scientific_thinking": "prompts=own,num_trials=2,judges={judge}",
    "sdat": "items=en,embedding=builtin,num_trials=2",
    "story": "protocol=agc2026,prompts=own,embedding=builtin,num_trials=2,judges={judge}",
}
"""The settings of each benchmark: the fewest responses, and judges wherever a score can be theirs."""
JUDGED = frozenset(name for name, settings in ENTRIES.items() if "{judge}" in settings)
FURTHER_TURNS = frozenset({"pace"})
"""Benchmarks that ask the model again because of what it answered."""
ACCURACY = frozenset(
    {"letter_string", *(entry.name for entry in list_entries() if entry.card.task_type in ("answer_key", "choice"))}
)
"""Benchmarks in which a response that is no answer is wrong, and has the score of a wrong one."""


class Cell(NamedTuple):
    """A benchmark under a fault of one side, which hits all prompts or one in three."""

    benchmark: str
    side: str
    fault: str
    is_third: bool

    @property
    def behaviour(self) -> str:
        """The server's name for a model that has the fault."""
        return f"{self.fault}{THIRD if self.is_third else ''}"

    @property
    def model(self) -> str:
        """The deployment that has the fault, of this cell alone: a deployment that was down is remembered as such."""
        return f"{HOST}/{self.behaviour}.{self.benchmark}"

    @property
    def what(self) -> ServerFault:
        """The fault."""
        return (CANDIDATE_FAULTS if self.side == CANDIDATE else JUDGE_FAULTS)[self.fault]

    def expected(self, all_hit: bool) -> Outcome:
        """What must come of what is hit. A judge's fault never ends a run."""
        ends = all_hit and self.side == CANDIDATE and self.what.ends
        return Outcome.ENDS if ends else self.what.outcome


@dataclass
class Findings:
    """What is lost and what is wrong in a cell, in words; nothing where all is well."""

    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def cells(
    benchmarks: Iterable[str] = tuple(ENTRIES),
    candidate_faults: Iterable[str] = tuple(CANDIDATE_FAULTS),
    judge_faults: Iterable[str] = tuple(JUDGE_FAULTS),
) -> list[Cell]:
    """All cells of some benchmarks and faults."""
    sides = ((CANDIDATE, CANDIDATE_FAULTS, set(candidate_faults)), (JUDGE, JUDGE_FAULTS, set(judge_faults)))
    return [
        Cell(benchmark, side, name, is_third)
        for benchmark in benchmarks
        for side, faults, wanted in sides
        for name, fault in faults.items()
        for is_third in (False, True)
        if name in wanted
        and (side == CANDIDATE or (benchmark in JUDGED and (benchmark, name) not in HARMLESS))
        and not (is_third and fault.concerns_all)
    ]


def entry(benchmark: str, model: str, judge: str) -> str:
    """The run entry of a benchmark with a model and a judge, which unjudged benchmarks do without."""
    settings = ENTRIES[benchmark].format(judge=judge)
    return f"creativity_{benchmark}:{settings}{',' if settings else ''}model={model}"


@dataclass(frozen=True)
class Response:
    """One response of a run with its annotations, but the guard's, and the stats of it alone."""

    prompt: str
    text: str
    annotations: Mapping[str, Any]
    stats: Mapping[str, float]

    @cached_property
    def transcript(self) -> Transcript:
        """What was asked because of it."""
        return transcript_in(self.annotations) or Transcript()

    @cached_property
    def questions(self) -> list[list[tuple[JudgeReply, str, ParsedRating]]]:
        """The ratings by judges with their dimensions, by question: of one thing, or of texts rated together."""
        found: list[Any] = []
        for judge_reply in self.transcript.judge_replies:
            ratings = [(judge_reply, dimension, reading) for dimension, reading in judge_reply.readings.items()]
            if judge_reply.place > 1:
                found[-1] += ratings
            elif ratings:
                found.append(ratings)
        return found


@dataclass(frozen=True)
class RunFolder:
    """What a run left."""

    folder: Path

    @cached_property
    def spec(self) -> Mapping[str, Any]:
        """What was run."""
        return _json(self.folder / "run_spec.json")

    @property
    def names(self) -> tuple[str, str, str]:
        """Benchmark, model and judge."""
        args = [annotator.get("args", {}) for annotator in self.spec.get("annotators", ())]
        judge = next((values["judges"] for values in args if values.get("judges")), "")
        return self.spec["groups"][0].removeprefix("creativity_"), self.spec["adapter_spec"]["model"], judge

    @cached_property
    def stats(self) -> Mapping[str, float]:
        """Of the run."""
        return _means(_json(self.folder / "stats.json"))

    @cached_property
    def responses(self) -> Mapping[tuple[str, str], Response]:
        """By item and trial."""
        states = defaultdict(list)
        for state in _json(self.folder / "scenario_state.json")["request_states"]:
            states[state["instance"]["id"]].append(state)
        entries = {
            (entry["instance_id"], entry["train_trial_index"]): _means(entry["stats"])
            for entry in _json(self.folder / "per_instance_stats.json")
        }
        found = {}
        for item, several in states.items():
            several.sort(key=lambda state: int(state["request"].get("random") or 0))
            for number, state in zip(count(1) if len(several) > 1 else count(), several, strict=False):
                found[item, state["request"].get("random") or ""] = _response(state, entries[item, number])
        return found

    @cached_property
    def items(self) -> Mapping[str, Mapping[str, Response]]:
        """The responses to each item by trial."""
        found: dict[str, dict[str, Response]] = defaultdict(dict)
        for (item, trial), response in self.responses.items():
            found[item][trial] = response
        return found

    def replies(self, item: str) -> Mapping[tuple[str, ...], Sequence[tuple[JudgeReply, str, ParsedRating]]]:
        """The ratings of each of the judges' replies about an item, by trial, place and rubric.

        Replies about a pair of responses stand with whichever of the two came last.
        """
        found = {}
        for trial, response in self.items[item].items():
            for number, ratings in enumerate(response.questions):
                first = ratings[0][0]
                pair = "+" in first.about
                found[("", first.rubric, first.about) if pair else (trial, str(number), first.rubric)] = ratings
        return found


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def _means(stats: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    return {stat["name"]["name"]: stat["mean"] for stat in stats if "mean" in stat}


def _response(state: Mapping[str, Any], stats: Mapping[str, float]) -> Response:
    request, completions = state["request"], state["result"]["completions"]
    messages = request.get("messages") or [{"content": request["prompt"]}]
    annotations = {name: annotation for name, annotation in state["annotations"].items() if name != "guard"}
    prompt = "\n".join(message["content"] for message in messages)
    return Response(prompt, completions[0]["text"] if completions else "", annotations, stats)


class Matrix:
    """Cells and the runs that they are compared with, all below ``folder``. Use as a context."""

    def __init__(self, folder: Path, wanted: Sequence[Cell], client: str = seeded_client.TOLERANT) -> None:
        self.folder, self.cells, self._client = folder, wanted, client
        self.benchmarks = sorted({cell.benchmark for cell in wanted})
        own = [f"{HONEST[JUDGE]}.{benchmark}" for benchmark in self.benchmarks]
        self._server = FaultServer({**CANDIDATE_FAULTS, **JUDGE_FAULTS}, [*HONEST.values(), *own])
        self._stack = ExitStack()
        self.honest: dict[str, RunFolder] = {}
        self.runs: dict[tuple[str, str, str], RunFolder] = {}
        self.logs: dict[str, str] = {}

    def __enter__(self) -> Matrix:
        self._stack.enter_context(self._server)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def run(self) -> None:
        """Runs the honest server first, which says which prompts are to be hit, then all cells, each side by itself."""
        candidate, judge = (f"{HOST}/{HONEST[side]}" for side in (CANDIDATE, JUDGE))
        entries = [entry(benchmark, candidate, f"{judge}.{benchmark}") for benchmark in self.benchmarks]
        self._finish("honest", self._start("honest", entries), 0)
        self.honest = {run.names[0]: run for run in self._folders("honest")}
        self._server.salt = self._fair_salt()
        sides = sorted({cell.side for cell in self.cells})
        running = [(side, self._start(side, self._entries(side))) for side in sides]
        for side, process in running:
            self._finish(side, process, None)
            for run in self._folders(side):
                benchmark, model, judge = run.names
                self.runs[side, benchmark, model if side == CANDIDATE else judge] = run

    def _entries(self, side: str) -> list[str]:
        honest = {side: f"{HOST}/{name}" for side, name in HONEST.items()}
        models = [
            {**honest, side: cell.model} | {"benchmark": cell.benchmark} for cell in self.cells if cell.side == side
        ]
        return [entry(model["benchmark"], model[CANDIDATE], model[JUDGE]) for model in models]

    def _start(self, name: str, entries: Sequence[str]) -> Any:
        folder = self.folder / name
        client = {"client": self._client, "timeout": TIMEOUT if name != "honest" else 60}
        names = {name: name for name in self._server.behaviours if name.partition(".")[0] in HONEST.values()}
        names |= {cell.model.partition("/")[2]: cell.behaviour for cell in self.cells}
        helm.deployments(folder, self._server.url, names, HOST, **client)
        arguments = ["--run-entries", *entries, "--suite", "s", "-m", str(ITEMS), "-n", str(THREADS)]
        arguments += ["--output-path", folder, "--local-path", folder / "prod_env"]
        log = self._stack.enter_context((folder / "log.txt").open("w"))
        return helm.start("helm-run", *arguments, impatient=True, log=log)

    def _finish(self, name: str, process: Any, expected: int | None) -> None:
        status = process.wait()
        self.logs[name] = (self.folder / name / "log.txt").read_text("utf-8", "replace")
        assert expected is None or status == expected, self.logs[name][-3000:]

    def _folders(self, name: str) -> list[RunFolder]:
        found = sorted((self.folder / name / "runs" / "s").glob("creativity_*/run_spec.json"))
        return [RunFolder(path.parent) for path in found]

    def _fair_salt(self) -> int:
        """By which some prompts of each benchmark are hit, and others are not, on both sides."""
        groups = [{response.prompt for response in self.honest[name].responses.values()} for name in self.benchmarks]
        groups = [group for group in groups if len(group) > 1]
        return next(
            salt
            for salt in count()
            if all(0 < sum(is_hit(salt, prompt) for prompt in group) < len(group) for group in groups)
        )

    @property
    def strangers(self) -> list[str]:
        """Prompts to which the honest server had no answer: the harness is at fault."""
        return self._server.strangers

    @property
    def leaks(self) -> list[Path]:
        """Files that hold the API key which a server wrote into its error."""
        return [path for path in self.folder.rglob("runs/s/**/*.json") if KEY in path.read_text("utf-8", "replace")]

    @property
    def malformed(self) -> list[str]:
        """What is wrong with each reply in HELM's caches that is malformed, or an error."""
        found = []
        for file in self.folder.glob(f"*/prod_env/cache/{HOST}.sqlite"):
            with SqliteDict(str(file), flag="r") as kept:
                for reply in kept.values():
                    try:
                        usable_reply(reply)
                    except (MalformedReply, ReportedError) as error:
                        found.append(f"{file.parents[2].name}: {error}")
        return found

    def judged(self) -> dict[Cell, Findings]:
        """What is lost and wrong, by cell."""
        return {cell: self._findings(cell) for cell in self.cells}

    def _findings(self, cell: Cell) -> Findings:
        found = Findings()
        run = self.runs.get((cell.side, cell.benchmark, cell.model))
        has_stats = run is not None and (run.folder / "stats.json").is_file()
        honest = self.honest[cell.benchmark]
        all_hit = not cell.is_third or all(
            is_hit(self._server.salt, response.prompt) for response in honest.responses.values()
        )
        expected = cell.expected(all_hit)
        if expected is Outcome.ENDS and not has_stats:
            if not self._says_why(cell):
                found.lost.append("the run ended and its log does not say why")
            return found
        if run is None or not has_stats:
            found.lost.append("no stats of the run")
            return found
        comparison = Comparison(cell, expected, honest, run, self._server.salt)
        for kind, what in comparison.problems():
            getattr(found, kind).append(what)
        if cell.side == JUDGE and (unasked := self._unasked(cell)):
            found.lost.append(f"{unasked} questions that the judge would have answered were never asked")
        return found

    def _unasked(self, cell: Cell) -> int:
        """Questions that the fault spares, and that did not reach the judge."""
        asked = self._server.honestly_answered[f"{HONEST[JUDGE]}.{cell.benchmark}"]
        spared = {key for key, text in asked.items() if cell.is_third and not is_hit(self._server.salt, text)}
        return len(spared - self._server.honestly_answered[cell.behaviour].keys())

    def _says_why(self, cell: Cell) -> bool:
        """Whether the error of the run in the log names the deployment and the fault."""
        begins = f"Error when running creativity_{cell.benchmark}:"
        ends = f"model={cell.model.replace('/', '_')}:"
        for part in self.logs[cell.side].split(begins)[1:]:
            first, _, rest = part.partition("\n")
            error = rest.partition("  Running creativity_")[0]
            if first.endswith(ends):
                return cell.model in error and (cell.what.ends in error or "not asked" in error)
        return False


@dataclass(frozen=True)
class Comparison:
    """A run under a fault beside the one on the honest server."""

    cell: Cell
    expected: Outcome
    honest: RunFolder
    run: RunFolder
    salt: int

    def problems(self) -> Iterator[tuple[str, str]]:
        """``lost`` or ``wrong``, and what it is."""
        if self.run.responses.keys() != self.honest.responses.keys():
            yield "lost", "responses are missing"
            return
        yield from self._of_run()
        check = self._of_answers if self.cell.side == CANDIDATE else self._of_ratings
        for item in self.honest.items:
            for kind, what in check(item):
                yield kind, f"{item}: {what}"

    def _of_run(self) -> Iterator[tuple[str, str]]:
        """Whether every response is accounted for."""
        stats, responses = self.run.stats, self.run.responses.values()
        if broken := sorted(name for name, value in stats.items() if not math.isfinite(value)):
            yield "wrong", f"{', '.join(broken)}: no finite numbers"
        scored = sum("score" in response.stats for response in responses)
        if not math.isclose(stats.get("valid_rate", 0), scored / len(responses), abs_tol=1e-9):
            yield "wrong", f"valid_rate is {stats.get('valid_rate')}, {scored} of {len(responses)} have a score"
        reasons = {name: value for name, value in stats.items() if name in _REASONS and value}
        total = stats.get("valid_rate", 0) + math.fsum(reasons.values())
        if total < 1 - 1e-9 or (self.cell.benchmark not in ACCURACY and total > 1 + 1e-9):
            yield "lost", f"scores and reasons account for {total:.3f} of the responses"
        allowed = self.cell.what.reasons
        if self.cell.side == CANDIDATE and allowed:
            usual = {name for name in _REASONS if self.honest.stats.get(name)} | {"unjudged_rate"}
            other = {name.removesuffix("_rate") for name in reasons.keys() - usual} - allowed
            if other:
                yield "wrong", f"counted as {', '.join(sorted(other))}"

    def _of_answers(self, item: str) -> Iterator[tuple[str, str]]:
        """Responses of a faulty model to an item."""
        (prompt,) = {response.prompt for response in self.honest.items[item].values()}
        hit = not self.cell.is_third or is_hit(self.salt, prompt)
        outcome = self.expected if hit else Outcome.SAME
        for trial, honest in self.honest.items[item].items():
            response = self.run.items[item][trial]
            if outcome is Outcome.SAME and response.text != honest.text:
                yield "lost", f"the response is {response.text[:60]!r}"
            elif outcome in (Outcome.NONE, Outcome.ENDS) and self._has_score(response):
                yield "wrong", f"a score of {response.stats['score']:g} for {response.text[:60]!r}"
        if outcome is Outcome.SAME:
            yield from self._of_same_item(item)

    def _has_score(self, response: Response) -> bool:
        """Whether there is a score where none can be.

        Where accuracy is measured it is one above that of a wrong answer. LiveIdeaBench scores the idea that a second
        prompt brings after a refusal, and that prompt may have been spared.
        """
        score = response.stats.get("score")
        if any(turn["turn"].startswith("fallback") and turn["reply"] for turn in response.transcript.turns):
            return False
        return score is not None and (score > 0 or self.cell.benchmark not in ACCURACY)

    def _of_same_item(self, item: str) -> Iterator[tuple[str, str]]:
        """An item with the honest responses. Where further turns of the model were hit, its score may differ."""
        honest, run = self.honest.items[item], self.run.items[item]
        same_turns = all(turns_of(run[trial]) == turns_of(response) for trial, response in honest.items())
        if not same_turns and self.cell.is_third and self.cell.benchmark in FURTHER_TURNS:
            return
        if not same_turns:
            yield "lost", "what was asked because of the response differs"
        elif ratings_of(self.run, item) != ratings_of(self.honest, item):
            yield "lost", "the ratings differ"
        else:
            for trial, response in honest.items():
                yield from _stats_differ(response, run[trial])

    def _of_ratings(self, item: str) -> Iterator[tuple[str, str]]:
        """Good responses to an item, rated by a faulty judge."""
        for trial, honest in self.honest.items[item].items():
            response = self.run.items[item][trial]
            if response.text != honest.text:
                yield "lost", f"the response is {response.text[:60]!r}"
            rated = any(reading.value is not None for ratings in response.questions for _, _, reading in ratings)
            if honest.questions and "score" in response.stats and not rated:
                yield "wrong", f"a score of {response.stats['score']:g} without a rating"
        honest_replies, replies = self.honest.replies(item), self.run.replies(item)
        if replies.keys() != honest_replies.keys():
            yield "lost", f"{len(replies)} replies of judges for {len(honest_replies)}"
            return
        for key, ours in honest_replies.items():
            for kind, what in self._of_reply(ours, replies[key]):
                yield kind, f"{' '.join(key)}: {what}"
        if ratings_of(self.run, item) == ratings_of(self.honest, item):
            for trial, honest in self.honest.items[item].items():
                yield from _stats_differ(honest, self.run.items[item][trial])

    def _of_reply(self, honest: Sequence[Any], ratings: Sequence[Any]) -> Iterator[tuple[str, str]]:
        """The ratings of one reply."""
        reply = ratings[0][0]
        outcome = Outcome.SAME if reply.reply == honest[0][0].reply and not reply.error else self.expected
        if len(honest) != len(ratings):
            yield "lost", f"{len(ratings)} ratings for {len(honest)}"
            return
        for (_, _, ours), (_, dimension, theirs) in zip(honest, ratings, strict=True):
            value, reason = theirs.value, str(theirs.missing or "")
            if value is None and not reason:
                yield "lost", f"no {dimension} and no reason"
            elif value is not None and (outcome is Outcome.NONE or value != ours.value):
                yield "wrong", f"{dimension} {value:g} from {reply.reply[:80]!r}"
            elif value is None and outcome is Outcome.SAME and ours.value is not None:
                yield "lost", f"{dimension} is {reason} in {reply.reply[:80]!r}"
            elif value is None and self.cell.what.reasons and reason not in self.cell.what.reasons:
                yield "wrong", f"{dimension} is missing as {reason}"


def ratings_of(run: RunFolder, item: str) -> list[Any]:
    """All ratings about an item."""
    replies = run.replies(item)
    return [(key, name, reading.value) for key in sorted(replies) for _, name, reading in replies[key]]


def turns_of(response: Response) -> list[Mapping[str, Any]]:
    """The model's further responses, but not why they ended, which a fault may hide."""
    return [{key: value for key, value in turn.items() if key != "finish"} for turn in response.transcript.turns]


_REASONS = frozenset(map(rate_name, FailureReason))
"""The stats that count responses without a score."""
_COSTS = frozenset({"judge_tokens", "judge_calls", "judge_asked_again", "judge_failures"})


def _stats_differ(honest: Response, response: Response) -> Iterator[tuple[str, str]]:
    """Stats of a response that must be the same; not what its judges cost."""
    for name, value in honest.stats.items():
        if name not in response.stats:
            yield "lost", f"{name} is missing, not {value:g}"
        elif name not in _COSTS and response.stats[name] != value:
            yield "wrong", f"{name} is {response.stats[name]:g}, not {value:g}"
