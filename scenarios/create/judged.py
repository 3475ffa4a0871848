"""Paths with what judges said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from helm_creativity.errors import BadArguments
from helm_creativity.judging import Judgement, Verdict
from helm_creativity.judging.given import judgement_of_row, mean_or_none
from helm_creativity.judging.ratings import place_name
from helm_creativity.responses import Unscored
from helm_creativity.responses.triples import Path
from helm_creativity.rooms import Row
from helm_creativity.scenarios.create.measure import SAME_SHARE, class_score
from helm_creativity.scenarios.create.pool import JUDGED_PATHS, Pool, pool_of_row, target_of
from helm_creativity.scenarios.create.protocols import Protocol
from helm_creativity.scenarios.create.structure import Fault, Target

MAJORITY = 0.5
"""A triple is a fact where more than this share of the judges who labelled it say so."""


@dataclass(frozen=True)
class JudgedPath:
    """One path of an answer.

    Attributes:
        path: its triples.
        faults: of its structure; () where it is valid. Only valid paths are judged.
        specificity: mean over judges of the least class score of the triples that count, 1 to 5; None where no judge
            told.
        factual_share: share of the triples that are facts, 0 to 1; None where no judge told.
        sizes: of each judge who told, the size of each triple's larger class.
        labels: of each judge who told, 1 for each triple that is a fact, else 0.
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
        for an invalid path, too, about which nobody is asked.
        """
        if self.factual_share is None:
            return None
        return self.specificity if self.factual_share >= threshold - SAME_SHARE else 0.0

    @property
    def judged(self) -> bool:
        """Whether its quality is known at every threshold."""
        return self.valid and self.specificity is not None and self.factual_share is not None


@dataclass(frozen=True)
class JudgedAnswer:
    """All that is known of an answer before paths are compared.

    Attributes:
        target: from where to where its paths must lead.
        paths: as stated.
        unscored: why there is nothing to score, or None.
        pool: what was read.
        judgement: what judges said.
    """

    target: Target
    paths: tuple[JudgedPath, ...]
    unscored: Unscored | None
    pool: Pool
    judgement: Judgement


def judged_answer(row: Row, protocol: Protocol) -> JudgedAnswer:
    """The paths of a row, judged in a run or by whoever wrote ``fields["quality"]`` and ``fields["factual"]``.

    What judges said counts only of the very paths that they were asked about: where another version of this package
    read other ones from the answer, nothing is judged.

    Raises:
        BadArguments: for given judgements that are not one for each path.
    """
    pool, judgement = pool_of_row(row, protocol), judgement_of_row(row)
    said: dict[str, list[Verdict]] = {}
    same = judgement.extra.get(JUDGED_PATHS) in (None, pool.fingerprint)
    for verdict in judgement.verdicts if same else ():
        said.setdefault(verdict.about, []).append(verdict)
    given = _given(row, pool)
    judged = []
    for place, (path, faults) in enumerate(zip(pool.paths, pool.faults, strict=True)):
        if faults:
            judged.append(JudgedPath(path, faults))
        elif given is not None:
            judged.append(JudgedPath(path, (), *given[place]))
        else:
            judged.append(of_verdicts(path, said.get(place_name(place + 1), []), protocol))
    return JudgedAnswer(target_of(row.fields), tuple(judged), pool.unscored, pool, judgement)


def of_verdicts(path: Path, verdicts: Sequence[Verdict], protocol: Protocol) -> JudgedPath:
    """A valid path with what the judges' verdicts on it say."""
    specificity, factuality = protocol.instruments
    sizes = _parts(verdicts, specificity.name, len(path))
    labels = _parts(verdicts, factuality.name, len(path))
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


def _parts(verdicts: Sequence[Verdict], instrument: str, n: int) -> tuple[tuple[float, ...], ...]:
    """What each judge said of n triples; a verdict on another number of them would be of another path."""
    return tuple(one.parts for one in verdicts if one.instrument == instrument and len(one.parts) == n)


def _given(row: Row, pool: Pool) -> list[tuple[float | None, float | None]] | None:
    """Specificity and share of facts that were given for each of n paths; None where judges were asked.

    Raises:
        BadArguments: for another number of them, whether the paths are valid or not, or of labels for a path's triples.
    """
    if "quality" not in row.fields:
        return None
    n = len(pool.paths)
    told: list[list[float | None]] = []
    for name in ("quality", "factual"):
        values = row.fields.get(name)
        told.append([None] * n if values is None else list(values))
        if len(told[-1]) != n:
            others = f" (entries that are no path, {pool.malformed} here, have none)" if pool.malformed else ""
            raise BadArguments(f"expected {name} of each of {n} paths{others}, got {len(told[-1])}")
    for number, (path, labels) in enumerate(zip(pool.paths, row.fields.get("labelled") or (), strict=False), start=1):
        if labels not in (None, len(path)):
            raise BadArguments(
                f"factual of path {number}: expected a value, or one for each of its {len(path)} triples, got {labels}"
            )
    return list(zip(*told, strict=True))
