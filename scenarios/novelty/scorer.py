"""From responses to one prompt, their classes and ratings to scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from helm_creativity.benchmark.types import FailureReason, SampleScore
from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.psychometrics.tables import key_codes
from helm_creativity.scenarios.novelty.items import CATEGORIES
from helm_creativity.scenarios.novelty.scoring import classes, distinct, first_repeated, utility
from helm_creativity.task_types.text import places_by, stats_by_item
from helm_creativity.text.text import folded

if TYPE_CHECKING:
    from helm_creativity.scenarios.novelty.benchmark import NoveltySettings

JUDGES, LABELS = "judges", "labels"
"""Who decides which responses are the same, where it is no embedding."""
LABEL = "class"
"""Field of records whose responses were sorted: equal labels are the same class."""
MEMBER_OF = "member_of"
"""Detail of a score: the class, counted from 0 in the order of first members."""
PROTOCOLS: Mapping[str, str] = {"zhang2025": "utility", "zhang2025_distinct": "distinct"}
"""The submetric that is the score."""


class NoveltyResponse(NamedTuple):
    """What is known of response ``number`` to an item: ``text`` is what is compared, ``label`` its class in a file.

    ``member_of`` is its class by the judges; None where they do not decide, or made no comparison.
    """

    item: str
    number: int
    category: str
    text: str | None
    failure_reason: FailureReason | None
    label: str | None = None
    quality: Sequence[float] = ()
    member_of: int | None = None


class NoveltyScorer:
    """See ``RunScorer``."""

    def __init__(self, settings: NoveltySettings) -> None:
        self._settings, self._main = settings, PROTOCOLS[settings.protocol]

    def score(self, found: Sequence[NoveltyResponse]) -> list[SampleScore]:
        """One score for each response; its details hold the class of a response that counts.

        A prompt with fewer than k responses that can be scored has no score, nor has one whose ratings or comparisons
        are missing. Its responses then have that reason, and those that cannot be scored their own.
        """
        k, groups = self._settings.responses, _grouped(found)
        counted = [[i for i in group if found[i].failure_reason is None][:k] for group in groups]
        same = self._same([folded(found[i].text or "") for places in counted for i in places])
        scores: dict[int, SampleScore] = {}
        for group, places in zip(groups, counted, strict=True):
            numbers = self._classes([found[i] for i in places], same)
            values = {i: mean_or_none(found[i].quality) for i in places}
            of_item: dict[str, float | None] = dict.fromkeys(("distinct", "utility", "first_repeated"))
            if len(places) == k and numbers is not None:
                of_item["distinct"], of_item["first_repeated"] = distinct(numbers), first_repeated(numbers)
                of_item["utility"] = utility(numbers, list(values.values()), self._settings.patience)
            score, reason = of_item[self._main], None
            if score is None:
                reason = FailureReason.TOO_FEW_VALID if len(places) < k else FailureReason.UNJUDGED
            member = dict(zip(places, numbers or (), strict=False))
            for i in group:
                submetrics = of_item if i in values and not reason else dict.fromkeys(of_item)
                submetrics = {**submetrics, "quality": values.get(i)}
                why = found[i].failure_reason or reason
                scores[i] = SampleScore(None if why else score, why, submetrics, {MEMBER_OF: member.get(i)})
        return [scores[i] for i in range(len(found))]

    def group(self, found: NoveltyResponse) -> str:
        """See ``GroupScorer``: the prompt, by its id where it has one."""
        return found.item

    def score_run(self, found: Sequence[NoveltyResponse], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """Means over prompts, by category too."""
        means, zeros, kinds = list[float](), list[float](), defaultdict[str, list[float]](list)
        for group in _grouped(found):
            its = [scores[i] for i in group]
            means += [score.score for score in its if score.score is not None][:1]
            numbers = [number for score in its if (number := score.submetrics["distinct"]) is not None]
            kinds[found[group[0]].category] += numbers[:1]
            zero = self._with_failures(its[: self._settings.responses])
            zeros += [] if zero is None else [zero]
        return {**stats_by_item(means, zeros), **{f"distinct_{kind}": mean_or_none(kinds[kind]) for kind in CATEGORIES}}

    def _with_failures(self, first: Sequence[SampleScore]) -> float | None:
        """The score of an item's first k responses where each that failed keeps its place and is worth nothing.

        None for an item that was asked fewer than k times, or whose ratings or comparisons are missing.
        """
        numbers = [score.details[MEMBER_OF] for score in first]
        could_count = (None, FailureReason.TOO_FEW_VALID, FailureReason.UNJUDGED)
        unjudged = any(score.failure_reason in could_count and score.details[MEMBER_OF] is None for score in first)
        if len(first) < self._settings.responses or unjudged:
            return None
        if self._main == "distinct":
            return float(distinct(numbers))
        return utility(numbers, [score.submetrics["quality"] for score in first], self._settings.patience)

    def _classes(self, item: Sequence[NoveltyResponse], same: Callable[[str, str], bool] | None) -> list[int] | None:
        """By labels where all responses have one, otherwise by the embedding or the judges; None if one is unknown."""
        labels = [response.label for response in item]
        if None not in labels:
            return list(key_codes(labels).tolist())
        if self._settings.same == LABELS:
            raise BadArguments(f"expected a field {LABEL} with every response, or an embedding that decides (--same)")
        if same is not None:
            return classes([folded(response.text or "") for response in item], same)
        numbers = [response.member_of for response in item if response.member_of is not None]
        return numbers if len(numbers) == len(item) else None

    def _same(self, texts: Sequence[str]) -> Callable[[str, str], bool] | None:
        """By the cosine of texts, each embedded once; what has no vector is like no other text. None without one."""
        if not self._settings.embedding:
            return None
        row_of = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        (embedding,) = load_embeddings(self._settings.embedding)
        vectors, known = WithPhrases(embedding).embed(list(row_of))

        def same(first: str, second: str) -> bool:
            i, j = row_of[first], row_of[second]
            return i == j or bool(known[i] and known[j] and vectors[i] @ vectors[j] >= self._settings.threshold)

        return same


def _grouped(found: Sequence[NoveltyResponse]) -> list[list[int]]:
    """Responses to each prompt, by position, in the order of their trials, or of the file where they have none."""
    groups = places_by(response.item for response in found).values()
    return [sorted(group, key=lambda i: found[i].number) for group in groups]
