"""CREATE: how models are asked for paths, how judges rate them, and how a response is scored."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.follow_ups import (
    CHARACTERS_PER_TOKEN,
    Steps,
    Trial,
    TypicalResponse,
    ask,
    draw_again,
    go_on,
    prose,
)
from helm_creativity.benchmark.prompts import render
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.settings import Requirement, option, temperature
from helm_creativity.benchmark.types import FailureReason, Item, Response, Sample, SampleScore
from helm_creativity.embeddings.registry import embedding_label, load_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.parsing.response import reasoning
from helm_creativity.scenarios.create.graph import NONE, KnowledgeGraph, graph_label, read_graph
from helm_creativity.scenarios.create.items import queries_label, read_queries
from helm_creativity.scenarios.create.parse import Pool, pool_paths
from helm_creativity.scenarios.create.paths import (
    Fault,
    FaultFinder,
    Target,
    find_faults,
    program_faults,
    query_target,
    text_for_judges,
)
from helm_creativity.scenarios.create.paths import Path as TriplePath
from helm_creativity.scenarios.create.rubrics import EXTRACTION, FACTUALITY, FACTUALITY_BY_PROGRAM, SPECIFICITY
from helm_creativity.scenarios.create.scoring import (
    JudgedPath,
    JudgedResponse,
    Ranking,
    TraceCounts,
    compared_texts,
    factual_share,
    judged_specificity,
    rank,
)
from helm_creativity.scenarios.create.vectors import PathSpace
from helm_creativity.task_types.judged import JudgedBenchmark
from helm_creativity.task_types.word_list.benchmark import EmbeddingSettings

HERE = Path(__file__).parent

TEMPERATURE = 0.7
"""Of the responses of models that do not think (Wadhwa et al. 2026, section 6)."""

RESPONSES, MOST_RESPONSES = 3, 100
"""Responses that resample pools. The paper does not say; in its Table 15 four of seven models then have about three
times as many paths."""

EMBEDDING = "sbert-minilm"
"""The paper's."""

ITERATIVE, RESAMPLE = "iterative", "resample"
FORMS = ("original", "creative", "verbalized", ITERATIVE, RESAMPLE)
_TEMPLATES = {ITERATIVE: "original", RESAMPLE: "original"}

RESPONSE_TOKENS = 900
"""Between the 373 and 1,905 of models that do not think under the original prompt (Wadhwa et al. 2026, Table 15)."""

PATHS = 8
"""Valid paths of a usual response, judged factual or not: Table 15 has 2 to 6 that are also factual."""

TRACE_TOKENS = 2400
"""Of a usual reasoning trace, where one is read: Qwen3-32B's 3,347 of the same table, less the response."""

_SIGNS = 40
"""Characters of a short path beside the names that the query prescribes: number, brackets, quotes, one more name."""


class CreateProtocol(NamedTuple):
    """One way of scoring."""

    faults: FaultFinder
    factuality: Rubric
    last_counts: bool
    by_program: bool


PROTOCOLS = {
    "wadhwa2026": CreateProtocol(find_faults, FACTUALITY, last_counts=True, by_program=False),
    "wadhwa2026_code": CreateProtocol(program_faults, FACTUALITY_BY_PROGRAM, last_counts=False, by_program=True),
}


@dataclass(frozen=True)
class CreateSettings(JudgedSettings, EmbeddingSettings):
    """Settings of CREATE."""

    form: str = option(FORMS[0], "which of the paper's prompts, and what follows it", choices=FORMS, scoring=False)
    responses: int = option(
        RESPONSES, "responses that resample pools, the first one included", low=2, high=MOST_RESPONSES, scoring=False
    )
    items: str = option(
        "own", "own, official, official@COMMIT, or a file of queries", label=queries_label, items=True, scoring=False
    )
    graph: str = option(
        NONE,
        "facts that count without a judge's label: none, own (this package's), or a file of triples",
        label=graph_label,
        scoring=False,
    )
    trace: bool = option(
        False, "whether judges also list the entities and relations that the reasoning names", scoring=False
    )
    embedding: str = option(EMBEDDING, "a name, or names joined with + for an ensemble", label=embedding_label)
    temp: float = temperature(TEMPERATURE)

    @property
    def source(self) -> CreateProtocol:
        """What the protocol says."""
        return PROTOCOLS[self.protocol]

    @property
    def known_facts(self) -> KnowledgeGraph | None:
        """Where triples are looked up before judges are asked; None where all are asked about."""
        return None if self.graph == NONE else read_graph(self.graph, "graph", "none, ")

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The queries and the graph must be here, and only what is pooled has a number."""
        yield from super().requirements(asked)
        if asked:
            yield ("form", "responses"), self._require_pool
            yield ("items",), lambda: read_queries(self.items)
            yield ("graph",), lambda: self.known_facts

    def _require_pool(self) -> None:
        if self.form != RESAMPLE and self.responses != RESPONSES:
            raise BadArguments(f"responses is for form={RESAMPLE}, got it with form={self.form}: leave it out")

    def compared(self, asked: bool = True) -> dict[str, str]:
        """Responses only where they are pooled, the graph where facts are looked up, the trace where it is read."""
        unused = {"graph": self.graph == NONE, "responses": self.form != RESAMPLE, "trace": not self.trace}
        return {name: value for name, value in super().compared(asked).items() if not unused.get(name)}


class Create(JudgedBenchmark[CreateSettings]):
    """Creative utility of the paths of a response, 0 to 50, at a patience of 0.9."""

    settings_type = CreateSettings
    record = "rows:CreateRow"
    response_tokens = RESPONSE_TOKENS
    assumptions = (
        f"CREATE: a response has {PATHS} valid paths of two triples, and every judge of it is asked twice about each "
        "path; at most it has as many of the shortest kind as fit into its token limit. With trace=true a model first "
        f"reasons for {TRACE_TOKENS:,} tokens, at most for as many as the limit.",
    )

    def items(self, settings: CreateSettings) -> Iterator[Item]:
        """The first prompt with every query; ``judge`` asks what follows."""
        for number, query in enumerate(read_queries(settings.items)):
            fields = {"query": query.query, **query.target._asdict(), "relation": query.relation, "number": number}
            prompt = render(
                HERE, _TEMPLATES.get(settings.form, settings.form), query=query.query, **query.target._asdict()
            )
            yield Item(query.id, prompt, fields)

    def turns(self, settings: CreateSettings) -> Sequence[str]:
        """The second turn of ``iterative``."""
        return (ITERATIVE,) if settings.form == ITERATIVE else ()

    def why_not_verbalized(self, settings: CreateSettings) -> str:
        """The paper has a prompt of its own for this."""
        return "form=verbalized is the paper's own way of asking for paths with probabilities, all of which are scored"

    def scorer(self, settings: CreateSettings) -> CreateScorer:
        """See ``CreateScorer``."""
        return CreateScorer(self.card, settings)

    def rubrics(self, settings: CreateSettings) -> Sequence[Rubric]:
        """How large are the classes of the triples, which of the triples are facts, and what does reasoning name?"""
        return (SPECIFICITY, settings.source.factuality, *([EXTRACTION] if settings.trace else []))

    def follow_up(self, trial: Trial, settings: CreateSettings) -> Steps[JudgedResponse]:
        """The further responses, then both questions about each valid path in all of them together.

        Judges are not asked whether a triple is a fact that the graph holds; of a path that it holds in part they see
        the rest. What the reasoning before the first response names is asked first, whatever the response is.
        """
        trace: TraceCounts | None = None
        thoughts = reasoning(trial.sample.response) if settings.trace and trial.sample.response else ""
        if thoughts:
            replies = yield from ask(EXTRACTION, trace=thoughts, traces=[thoughts])
            if counts := [reply.parts for reply in replies if len(reply.parts) == len(TraceCounts._fields)]:
                trace = TraceCounts(*(sum(column) / len(counts) for column in zip(*counts, strict=True)))
        sample, protocol, graph = trial.sample, settings.source, settings.known_facts
        target = query_target(sample.fields)
        responses: tuple[Response, ...] = ()
        if "paths" in sample.fields:
            paths = tuple(sample.fields["paths"])
            pool = Pool(paths, tuple(protocol.faults(paths, target)))
        else:
            responses = yield from self._responses(sample, settings)
            pool = pool_paths(responses, target, protocol.faults)
        judged = judged_by_file(sample, pool)
        if judged is not None or pool.failure_reason:
            judged = judged or [JudgedPath(*pair) for pair in zip(pool.paths, pool.faults, strict=True)]
            return JudgedResponse(target, pool, tuple(judged), responses, trace=trace)
        judged, judges, known = [], set[str](), list[bool]()
        for place, (path, faults) in enumerate(zip(pool.paths, pool.faults, strict=True), start=1):
            if faults:
                judged.append(JudgedPath(path, faults))
                continue
            facts = [graph is not None and graph.holds(triple) for triple in path]
            known += facts
            unknown = tuple(triple for triple, is_fact in zip(path, facts, strict=True) if not is_fact)
            sizes = yield from _ask_about(SPECIFICITY, place, path, judges)
            labels: tuple[tuple[float, ...], ...] = ((),)
            if unknown:
                labels = yield from _ask_about(protocol.factuality, place, unknown, judges)
            # A label for each triple: 1 for what was looked up, else the next one of a judge.
            rests = map(iter, labels)
            labels = tuple(tuple(1.0 if is_fact else next(rest) for is_fact in facts) for rest in rests)
            strengths = [float(judged_specificity(size, protocol.last_counts)) for size in sizes]
            judged.append(JudgedPath(path, (), mean_or_none(strengths), factual_share(labels), sizes, labels))
        share = None if graph is None or not known else sum(known) / len(known)
        return JudgedResponse(target, pool, tuple(judged), responses, frozenset(judges), share, trace)

    def _responses(self, sample: Sample, settings: CreateSettings) -> Steps[tuple[Response, ...]]:
        """The first response and those that are pooled with it; none where its prompt was cut, as theirs would be."""
        first = sample.response or Response("")
        if first.prompt_truncated:
            return (first,)
        if settings.form == ITERATIVE:
            second = yield from go_on(ITERATIVE, query=str(sample.fields["query"]))
            return (first, second.response)
        further = []
        for number in range(1, settings.responses if settings.form == RESAMPLE else 1):
            further.append((yield from draw_again(number)).response)
        return (first, *further)

    def typical_responses(self, trial: Trial, settings: CreateSettings, trials: int) -> Sequence[TypicalResponse]:
        """A few paths, and as many of the shortest kind as fit into the limit; none is like one of another response."""
        target = query_target(trial.sample.fields)
        shortest = (len("".join(target)) + _SIGNS) // CHARACTERS_PER_TOKEN

        def response(thoughts: int, n: int, parts: int = 1) -> TypicalResponse:
            thought = f"<think>\n{prose(thoughts)}\n</think>\n" if settings.trace else ""
            further = partial(_paths, target, n)
            return TypicalResponse(thought + further(), further=lambda step: further(step.number + 1), parts=parts)

        return response(TRACE_TOKENS, PATHS), response(settings.max_tokens, 1, settings.max_tokens // shortest)


def _paths(target: Target, n: int, response: int = 0) -> str:
    between = [f"another entity {response * n + number}" for number in range(n)]
    paths = {
        number: [(target.entity_a, "is connected with", entity), (entity, target.rel_b, target.entity_b)]
        for number, entity in enumerate(between, start=1)
    }
    answer = f"<answer>\n{json.dumps(paths, ensure_ascii=False)}\n</answer>"
    return f"{prose(max(RESPONSE_TOKENS - len(answer) // CHARACTERS_PER_TOKEN, 0))}\n{answer}"


def _ask_about(rubric: Rubric, place: int, path: TriplePath, judges: set[str]) -> Steps[tuple[tuple[float, ...], ...]]:
    """Of each judge a value for each triple; a reply about another number of them would be about another path."""
    triples = [text_for_judges((triple,)) for triple in path]
    replies = yield from ask(rubric, place, path=text_for_judges(path), triples=triples)
    judges |= {reply.judge for reply in replies}
    return tuple(reply.parts for reply in replies if len(reply.parts) == len(path))


def judged_by_file(sample: Sample, pool: Pool) -> list[JudgedPath] | None:
    """The paths with what ``fields["quality"]`` and ``fields["factual"]`` of a file say of them; None without these."""
    if "quality" not in sample.fields:
        return None
    n = len(pool.paths)
    unknown: list[None] = [None] * n
    quality, factual, labelled = (
        unknown if sample.fields.get(name) is None else list(sample.fields[name])
        for name in ("quality", "factual", "labelled")
    )
    for name, values in (("quality", quality), ("factual", factual)):
        if len(values) != n:
            others = f" (entries that are no path, {pool.malformed} here, have none)" if pool.malformed else ""
            raise BadArguments(f"expected {name} of each of {n} paths{others}, got {len(values)}")
    judged = []
    for number, (path, faults) in enumerate(zip(pool.paths, pool.faults, strict=True)):
        if labelled[number] not in (None, len(path)):
            raise BadArguments(
                f"factual of path {number + 1}: expected a value, or one for each of its {len(path)} triples, got "
                f"{labelled[number]}"
            )
        judged.append(JudgedPath(path, faults, *(() if faults else (quality[number], factual[number]))))
    return judged


class CreateScorer:
    """See ``RunScorer``. A response's score is the creative utility of its paths at a patience of 0.9.

    Responses are scored a run at a time: every distinct text of a path is embedded once.
    """

    def __init__(self, card: Card, settings: CreateSettings) -> None:
        self.card = card
        self._protocol = settings.source
        self._embeddings = load_embeddings(settings.embedding)

    def score(self, found: Sequence[JudgedResponse]) -> list[SampleScore]:
        """One score for each response, or for each pool of responses to one query."""
        space = PathSpace(self._embeddings, (text for response in found for text in compared_texts(response)))
        return [self._score(response, rank(response, space, self._protocol.by_program)) for response in found]

    def score_run(self, found: Sequence[JudgedResponse], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """What was asked beside the first prompts, which HELM's own counts leave out."""
        failed = [further.failed for response in found for further in response.responses[1:]]
        return {"further_answers": float(len(failed)), "further_failed": float(sum(failed))}

    def _score(self, response: JudgedResponse, ranking: Ranking) -> SampleScore:
        texts, paths, pool = [further.text for further in response.responses], response.paths, response.pool
        submetrics: dict[str, float | None] = {
            **{submetric.name: None for submetric in self.card.submetrics if submetric.of == "answer"},
            "cut_answers": float(pool.truncated),
            "answer_tokens": sum(map(len, texts)) / CHARACTERS_PER_TOKEN if texts else None,
            "graph_rate": response.looked_up,
        }
        if response.trace is not None:
            submetrics |= {f"trace_{name}": count for name, count in response.trace._asdict().items()}
        details = {
            "stated": [[list(triple) for triple in path.path] for path in paths],
            "path_probability": list(pool.probabilities) or [None] * len(paths),
            "path_faults": [[fault.value for fault in path.faults] for path in paths],
            "path_specificity": [path.specificity for path in paths],
            "path_factual_share": [path.factual_share for path in paths],
            **ranking.details,
        }
        if response.failure_reason is not None:
            return SampleScore(None, response.failure_reason, submetrics, details)
        submetrics |= {
            "stated_paths": float(len(paths) + pool.malformed),
            "valid_paths": float(sum(path.valid for path in paths)),
            "paths_malformed": float(pool.malformed),
            **{f"paths_{fault.value}": float(sum(fault in path.faults for path in paths)) for fault in Fault},
            "unjudged_paths": float(ranking.n_unjudged),
            **ranking.submetrics,
        }
        return SampleScore(
            ranking.score, FailureReason.UNJUDGED if ranking.score is None else None, submetrics, details
        )
