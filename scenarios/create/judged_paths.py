"""The paths of one item and what was judged about them, whether judges rated them in a run or a file has both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.core.types import FailureReason, Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.scenarios.create.measure import SAME_SHARE, class_score
from helm_creativity.scenarios.create.path_replies import parse_paths
from helm_creativity.scenarios.create.paths import Fault, Target
from helm_creativity.scenarios.create.triples import Path

if TYPE_CHECKING:
    from helm_creativity.scenarios.create.protocols import CreateProtocol

MAJORITY = 0.5
"""A triple is a fact where more than this share of the judges who labelled it say so."""


BEST = 5
"""The highest specificity."""


@dataclass(frozen=True)
class Pool:
    """All paths in the responses to one query.

    Attributes:
        paths: as they were written, in order, response after response.
        faults: of each path; () where its structure is valid.
        malformed: entries that are no paths.
        truncated: responses that break off, at the token limit or inside a bracket.
        reasons: of each response, the first one first; None where it could be parsed.
        probabilities: the number that stands beside each path, None where there is none.
    """

    paths: tuple[Path, ...] = ()
    faults: tuple[tuple[Fault, ...], ...] = ()
    malformed: int = 0
    truncated: int = 0
    reasons: tuple[FailureReason | None, ...] = ()
    probabilities: tuple[float | None, ...] = ()

    @property
    def failure_reason(self) -> FailureReason | None:
        """Why there is no score, or None.

        PROMPT_TRUNCATED where the prompt was cut, since all of them are to that prompt. FAILED where one of the
        responses did not arrive, since fewer responses are worth less and a rerun asks for it again; otherwise the
        reason of the first one, if none could be parsed.
        """
        if FailureReason.PROMPT_TRUNCATED in self.reasons:
            return FailureReason.PROMPT_TRUNCATED
        if FailureReason.FAILED in self.reasons:
            return FailureReason.FAILED
        return self.reasons[0] if self.reasons and all(self.reasons) else None

    @property
    def valid(self) -> tuple[int, ...]:
        """Places of the paths whose structure is valid. Judges are asked about these alone."""
        return tuple(place for place, faults in enumerate(self.faults) if not faults)


def target_of(fields: Mapping[str, Any]) -> Target:
    """From where to where the paths of an item must lead."""
    return Target(str(fields["entity_a"]), str(fields["rel_b"]), str(fields["entity_b"]))


def pool_of(responses: Sequence[Response], target: Target, protocol: CreateProtocol) -> Pool:
    """The paths of all responses together, each of which is parsed by itself."""
    parses = [parse_paths(response) for response in responses]
    paths = tuple(path for parse in parses for path in parse.paths)
    return Pool(
        paths,
        tuple(protocol.faults(paths, target)),
        sum(parse.malformed for parse in parses),
        sum(parse.truncated for parse in parses),
        tuple(parse.failure_reason for parse in parses),
        tuple(probability for parse in parses for probability in parse.probabilities),
    )


@dataclass(frozen=True)
class JudgedPath:
    """One path of a response.

    Attributes:
        path: its triples.
        faults: of its structure; () where it is valid. Only valid paths are judged.
        specificity: mean over judges of the least class score of the triples that count, 1 to 5; None where no judge
            rated it.
        factual_share: share of the triples that are facts, 0 to 1; None where no judge rated it.
        sizes: of each judge who rated it, the size of each triple's larger class.
        labels: of each judge who rated it, 1 for each triple that is a fact, else 0.
    """

    path: Path
    faults: tuple[Fault, ...] = ()
    specificity: float | None = None
    factual_share: float | None = None
    sizes: tuple[tuple[float, ...], ...] = ()
    labels: tuple[tuple[float, ...], ...] = ()

    @property
    def valid(self) -> bool:
        """Whether its structure is."""
        return not self.faults

    def quality(self, threshold: float = 1.0) -> float | None:
        """f(u), eq. 7: its specificity, or 0 where fewer triples than that share are facts.

        None where a judgement is missing on which it depends: what is not factual is worth 0 however specific. None
        for an invalid path, too, about which no judge is asked.
        """
        if self.factual_share is None:
            return None
        return self.specificity if self.factual_share >= threshold - SAME_SHARE else 0.0

    @property
    def judged(self) -> bool:
        """Whether its quality is known at every threshold."""
        return self.valid and self.specificity is not None and self.factual_share is not None


@dataclass(frozen=True)
class JudgedResponse:
    """All that is known about a response, or a pool of them, before paths are compared.

    Attributes:
        target: from where to where its paths must lead.
        pool: what was parsed.
        paths: as they were written, judged.
        responses: all of them, the first one first; none where a file has paths.
        judges: who rated a path.
    """

    target: Target
    pool: Pool
    paths: tuple[JudgedPath, ...]
    responses: tuple[Response, ...] = ()
    judges: frozenset[str] = frozenset()

    @property
    def failure_reason(self) -> FailureReason | None:
        """Why there is nothing to score, or None."""
        return self.pool.failure_reason


def judged_by_file(sample: Sample, pool: Pool) -> list[JudgedPath] | None:
    """The paths with what ``fields["quality"]`` and ``fields["factual"]`` of a file say of them; None without these.

    Raises:
        BadArguments: for judgements that are not one for each path.
    """
    of_file = _judgements_of_file(sample, pool)
    if of_file is None:
        return None
    pairs = zip(pool.paths, pool.faults, of_file, strict=True)
    return [JudgedPath(path, faults, *(() if faults else values)) for path, faults, values in pairs]


def judged_path(path: Path, judge_replies: Sequence[JudgeReply], protocol: CreateProtocol) -> JudgedPath:
    """A valid path with what the judges' replies to both questions about it say."""
    specificity, factuality = protocol.rubrics
    sizes = _parts(judge_replies, specificity.name, len(path))
    labels = _parts(judge_replies, factuality.name, len(path))
    strengths = [float(strength_of(one, protocol.last_counts)) for one in sizes]
    return JudgedPath(path, (), mean_or_none(strengths), factual_share(labels), sizes, labels)


def strength_of(sizes: Sequence[float], last_counts: bool) -> int:
    """One judge's specificity of a path of n triples: the least class score of those that count, 1 to 5."""
    counted = sizes if last_counts or len(sizes) == 1 else sizes[:-1]
    return min(class_score(size) for size in counted)


def factual_share(labels: Sequence[Sequence[float]]) -> float | None:
    """Share of n triples that are facts to more than half of the judges; None without judges.

    Args:
        labels: of each judge n labels, 1 or 0.
    """
    if not labels:
        return None
    facts = facts_of(labels)
    return sum(facts) / len(facts)


def facts_of(labels: Sequence[Sequence[float]]) -> tuple[bool, ...]:
    """Which of n triples more than half of the judges, of whom there are some, take for facts."""
    return tuple(sum(of_triple) / len(labels) > MAJORITY for of_triple in zip(*labels, strict=True))


def _parts(judge_replies: Sequence[JudgeReply], rubric: str, n: int) -> tuple[tuple[float, ...], ...]:
    """What each judge replied about n triples; a reply about another number of them would be about another path."""
    return tuple(one.parts for one in judge_replies if one.rubric == rubric and len(one.parts) == n)


def _judgements_of_file(sample: Sample, pool: Pool) -> list[tuple[float | None, float | None]] | None:
    """Specificity and share of facts that a file has for each of n paths; None where judges were asked.

    Raises:
        BadArguments: for another number of them, whether the paths are valid or not, or of labels for a path's triples.
    """
    if "quality" not in sample.fields:
        return None
    n = len(pool.paths)
    columns: list[list[float | None]] = []
    for name in ("quality", "factual"):
        values = sample.fields.get(name)
        columns.append([None] * n if values is None else list(values))
        if len(columns[-1]) != n:
            others = f" (entries that are no path, {pool.malformed} here, have none)" if pool.malformed else ""
            raise BadArguments(f"expected {name} of each of {n} paths{others}, got {len(columns[-1])}")
    for number, (path, labels) in enumerate(
        zip(pool.paths, sample.fields.get("labelled") or (), strict=False), start=1
    ):
        if labels not in (None, len(path)):
            raise BadArguments(
                f"factual of path {number}: expected a value, or one for each of its {len(path)} triples, got {labels}"
            )
    return list(zip(*columns, strict=True))
