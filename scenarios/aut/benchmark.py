"""Alternate uses: which objects are asked about, what judges are asked, and what a list of uses is worth."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from helm_creativity.core.card import Card
from helm_creativity.core.planned import CHARACTERS_A_TOKEN, PlannedFollowUps, PlannedResponse, Rating, Times
from helm_creativity.core.prompts import Prompt
from helm_creativity.core.protocols import Exchange
from helm_creativity.core.rows import list_in, text_of
from helm_creativity.core.settings import Requirement, option
from helm_creativity.core.types import FailureReason, Item, Response, Sample, SampleScore
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.judges.benchmark import JudgedBenchmark, score_panel
from helm_creativity.judges.file_ratings import judgement_of, mean_or_none, ratings_of_cell
from helm_creativity.judges.rated.rubric import CREATIVITY, creativity_form
from helm_creativity.judges.ratings import Judgement, place_name
from helm_creativity.judges.replies import Scale
from helm_creativity.judges.rubrics import Question, Rubric
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.parsing.turns import as_written
from helm_creativity.scenarios.aut.measure import THRESHOLD, judged_originality
from helm_creativity.scenarios.aut.uses import (
    Uses,
    content_words,
    object_sets,
    phrase_of,
    read_uses,
    stop_words_checksum,
)
from helm_creativity.scenarios.aut.vectors import Semantic, UseSpace, missing_words, require_known, semantic_of
from helm_creativity.wordlists.benchmark import EmbeddingSettings

HERE = Path(__file__).parent

SEMANTIC, JUDGED, WHOLE = "semantic_originality", "judged_originality", "creativity"
"""Submetrics that may be the score."""

CATEGORIES = Rubric("categories", HERE, "categories", ("flexibility",), each="uses", groups=True, asks_json=True)


def _originality(name: str, scale: Scale) -> Rubric:
    """The question about the originality of each use; ratings on different scales bear different names."""
    return Rubric(name, HERE, name, ("originality",), scale=scale, each="uses", asks_json=True)


TENTHS = _originality("originality_tenths", Scale(1, 5, 0.1))
ONE_TO_FIVE = _originality("originality_1to5", Scale(1, 5))
"""In place of tenths where ratings are weighted: a mean of whole numbers by their probabilities has decimals anyway."""
TEN_TO_FIFTY = _originality("originality_10to50", Scale(10, 50))


@dataclass(frozen=True)
class AutProtocol:
    """One form of the task. Its prompt has its name.

    Attributes:
        score: the submetric that is the score.
        objects: name of the set of objects.
        embedding: whose vectors the semantic submetrics are made of.
        trials: responses to each object.
        originality: the judges' question about single uses.
        limit: the greatest number of uses that the prompt names; those behind do not count. None: it names no number.
    """

    score: str
    objects: str
    embedding: str
    trials: int
    originality: Rubric
    limit: int | None = None

    @property
    def rates_whole(self) -> bool:
        """Whether judges also rate a response as a whole."""
        return self.score == WHOLE

    def of_each_use(self, weighted: bool) -> Rubric:
        """The question about single uses; see ``ONE_TO_FIVE``."""
        return ONE_TO_FIVE if weighted and self.originality is TENTHS else self.originality

    def rubrics(self, weighted: bool) -> tuple[Rubric, ...]:
        """All questions about a response, in the order in which they are asked."""
        return (self.of_each_use(weighted), CATEGORIES, *([CREATIVITY] if self.rates_whole else []))

    @property
    def scale(self) -> Scale:
        """That of the originality of a use."""
        assert self.originality.scale is not None
        return self.originality.scale


PROTOCOLS = {
    "wenger2025": AutProtocol(SEMANTIC, "wenger2025", "glove-840b", 10, TENTHS, limit=10),
    "mctb2025": AutProtocol(JUDGED, "mctb2025", "builtin", 3, TENTHS),
    "agc2026": AutProtocol(WHOLE, "all", "builtin", 3, TEN_TO_FIFTY),
}


@dataclass(frozen=True)
class AutSettings(JudgedSettings, EmbeddingSettings):
    """Settings of alternate uses. The protocols that score by vectors do without judges."""

    unjudged_protocols = frozenset(name for name, one in PROTOCOLS.items() if one.score == SEMANTIC)

    protocol: str = option("wenger2025", "how it is asked and scored; see the card", choices=PROTOCOLS, named=True)
    objects: str = option(
        "", "set of objects: mctb2025, wenger2025 or all", choices=object_sets, named=True, scoring=False
    )

    @property
    def source(self) -> AutProtocol:
        """What the protocol says."""
        return PROTOCOLS[self.protocol]

    @property
    def trials(self) -> int:
        """Responses to each object."""
        return self.source.trials

    def defaults(self) -> Mapping[str, object]:
        """The protocol's own objects and embedding."""
        return {**super().defaults(), "objects": self.source.objects, "embedding": self.source.embedding}

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The embedding must know every object."""
        yield from super().requirements(asked)
        if asked:
            yield ("objects", "embedding"), self._require_vectors

    def _require_vectors(self) -> None:
        names = [one.name for one in object_sets()[self.objects]]
        for embedding in load_embeddings(self.embedding):
            require_known(UseSpace(embedding, names), names)


_USES = ("use it as something to sit upon",) * 10
_TOKENS_PER_USE = 5
"""Tokens of a judge's line about a use."""


class Aut(JudgedBenchmark[AutSettings]):
    """Uses of an object: how far they lie from it, how original judges find them, and how many kinds there are."""

    settings_type = AutSettings
    response_tokens = sum(map(len, _USES)) // CHARACTERS_A_TOKEN + len(_USES)
    assumptions = (
        f"Alternate uses: a response lists {len(_USES)} uses, which go to a judge in one question for each rubric, "
        "however many they are; one without any is not judged.",
    )

    def items(self, settings: AutSettings) -> Iterator[Item]:
        """The protocol's prompt with every object."""
        for number, (name, phrase) in enumerate(object_sets()[settings.objects]):
            yield Item(name, self.render(settings.protocol, phrase=phrase), {"object": name, "number": number})

    def scorer(self, settings: AutSettings) -> AutScorer:
        """See ``AutScorer``."""
        return AutScorer(self.card, settings)

    def rubrics(self, settings: AutSettings) -> Sequence[Rubric]:
        """See ``Protocol.rubrics``."""
        return settings.source.rubrics(settings.weighted)

    def rubric_forms(self, settings: AutSettings) -> Iterable[Prompt]:
        """The questions with names in the place of object, uses and response."""
        about_uses = {"phrase": "OBJECT", "uses": ["FIRST", "SECOND"]}
        for rubric in self.rubrics(settings):
            yield from creativity_form() if rubric is CREATIVITY else rubric.forms(**about_uses)

    def questions(self, exchange: Exchange, settings: AutSettings) -> Iterator[tuple[Rubric, Question]]:
        """One question for each rubric, about all uses that count; a response without any is not judged."""
        sample = exchange.sample
        uses = read_uses(sample, settings.source.limit).scored
        if not uses:
            return
        phrase = phrase_of(str(sample.fields["object"]))
        for rubric in self.rubrics(settings):
            if rubric is not CREATIVITY:
                yield rubric, rubric.question(phrase=phrase, uses=uses)
            elif sample.response is not None:
                yield rubric, rubric.question(task=exchange.prompt, response=as_written(sample.response.text))

    def compared(self, settings: AutSettings, asked: bool = True) -> dict[str, str]:
        """With the words of a use that do not count, and the threshold of clusters."""
        vectors = {"stop_words": stop_words_checksum(), "threshold": f"{THRESHOLD:g}"}
        return {**super().compared(settings, asked), **vectors}

    def sample_of(self, record: Mapping[str, Any], settings: AutSettings) -> Sample:
        """A sample from an object with ``object`` and its ``uses`` (a list, also as JSON; or text) or a ``response``.

        There may be ratings: ``originality``, one for each use or a list of raters' for each use, and ``creativity``,
        one of the response as a whole or a list of raters'.

        Raises:
            BadArguments: when something is missing or of the wrong kind.
        """
        fields: dict[str, Any] = {"object": text_of(record, "object").lower()}
        if _is_there(record, "originality"):
            fields["ratings"] = _ratings_of_uses(record["originality"])
        if _is_there(record, "creativity"):
            assert CREATIVITY.scale is not None
            fields["creativity"] = ratings_of_cell(record, "creativity", CREATIVITY.scale)
        uses = list_in(record.get("uses"))
        if isinstance(uses, (list, tuple)):
            if not all(isinstance(use, str) for use in uses):
                raise BadArguments(f"uses must be a list of texts, or text, got {record['uses']!r}")
            return Sample(None, {**fields, "uses": list(uses)})
        text = uses if _is_there(record, "uses") else record.get("response")
        if text is None and not {"uses", "response"} & set(record):
            raise BadArguments(f"expected a field uses or response, got {sorted(record)}")
        if text is not None and not isinstance(text, str):
            raise BadArguments(f"uses must be a list of texts, or text, and response text, got {text!r}")
        return Sample(Response(text or ""), fields)

    def follow_ups(self, planned: PlannedResponse, settings: AutSettings) -> PlannedFollowUps:
        """One question for each rubric to each judge."""
        phrase = phrase_of(str(planned.fields["object"]))
        ratings = []
        for rubric in self.rubrics(settings):
            if rubric is CREATIVITY:
                whole = rubric.question(task=planned.task, response="; ".join(_USES))
                ratings.append(Rating(Times.up_to(1), whole.characters, 1))
            else:
                characters = _characters_about_uses(rubric, phrase)
                ratings.append(Rating(Times.up_to(1), characters, _TOKENS_PER_USE * len(_USES)))
        return PlannedFollowUps(ratings=tuple(ratings))


@cache
def _characters_about_uses(rubric: Rubric, phrase: str) -> int:
    return rubric.question(phrase=phrase, uses=_USES).characters


def _is_there(record: Mapping[str, Any], name: str) -> bool:
    """Whether a field holds anything: in a spreadsheet an empty cell is nothing."""
    return record.get(name) not in (None, "")


def _ratings_of_uses(value: object) -> list[list[float]]:
    """Ratings of single uses: a number, or a list of numbers, for each; None or an empty list for a use without one.

    Raises:
        BadArguments: for anything else.
    """
    several = list_in(value)
    each = (
        [one if isinstance(one, list) else [] if one is None else [one] for one in several]
        if isinstance(several, list)
        else None
    )
    if each is None or not all(_is_number(one) for some in each for one in some):
        raise BadArguments(
            f"expected originality as a list with a rating, or a list of ratings, for each use, got {value!r}"
        )
    return [[float(one) for one in some] for some in each]


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


class AutScorer:
    """See ``RunScorer``. In an ensemble semantic numbers are the members' means over the uses that all of them know."""

    def __init__(self, card: Card, settings: AutSettings) -> None:
        self.card, self._protocol = card, settings.source
        self._embeddings = load_embeddings(settings.embedding)
        self._undefined = {one.name: None for one in card.submetrics if one.of == "answer"}

    def score(self, samples: Sequence[Sample]) -> list[SampleScore]:
        """One score for each response; every distinct use of the run is embedded once.

        Raises:
            BadArguments: for an object without a vector where the score depends on it, or ratings from a file that are
                not on the scale, or not one for each use.
        """
        found = [read_uses(sample, self._protocol.limit) for sample in samples]
        names = [str(sample.fields["object"]) for sample in samples]
        texts = dict.fromkeys([*names, *(use for one in found for use in one.scored)])
        spaces = [UseSpace(embedding, texts) for embedding in self._embeddings]
        if self._protocol.score == SEMANTIC:
            for space in spaces:
                require_known(space, names)
        return [
            self._sample_score(sample, uses, semantic_of(spaces, name, uses.scored), missing_words(spaces, uses.scored))
            for sample, uses, name in zip(samples, found, names, strict=True)
        ]

    def score_run(self, samples: Sequence[Sample], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """What the judges did."""
        return score_panel(self.card.group, samples)

    def _sample_score(self, sample: Sample, uses: Uses, semantic: Semantic, missing: Sequence[str]) -> SampleScore:
        details: dict[str, Any] = {"scored_uses": list(uses.scored), "invalid_uses": list(uses.invalid)}
        details |= {"use_distances": list(semantic.distances), "use_ratings": [], "words_without_vector": list(missing)}
        if uses.failure_reason is not None:
            return SampleScore(None, uses.failure_reason, self._undefined, details)
        judgement = judgement_of(sample)
        ratings = self._ratings(sample, uses, judgement)
        details["use_ratings"] = ratings
        words = [len(content_words(use)) for use in uses.scored]
        submetrics: dict[str, float | None] = {
            **self._undefined,
            "judged_originality": judged_originality(ratings),
            "flexibility": mean_or_none(judgement.values("flexibility")),
            "creativity": mean_or_none(sample.fields.get("creativity") or judgement.values("creativity")),
            "semantic_originality": semantic.originality,
            "semantic_flexibility": semantic.flexibility,
            "fluency": float(len(uses.scored)),
            "elaboration": mean_or_none(words),
            "repeated_uses": float(uses.repeated),
            "surplus_uses": float(uses.surplus),
            "uses_without_vector": float(semantic.n_unknown),
        }
        score = submetrics[self._protocol.score]
        return SampleScore(score, self._reason_without(score), submetrics, details)

    def _reason_without(self, score: float | None) -> FailureReason | None:
        """Why a response with uses has no score: no use has a vector, or too few were rated."""
        if score is not None:
            return None
        return FailureReason.TOO_FEW_VALID if self._protocol.score == SEMANTIC else FailureReason.UNJUDGED

    def _ratings(self, sample: Sample, uses: Uses, judgement: Judgement) -> list[list[float]]:
        """The ratings of each use that counts: from ``fields["ratings"]`` where a file has them, or by the judges."""
        from_file = sample.fields.get("ratings")
        if from_file is None:
            return [judgement.values("originality", place_name(i)) for i in range(1, len(uses.scored) + 1)]
        if len(from_file) != uses.n_listed:
            raise BadArguments(
                f"expected a rating for each of {uses.n_listed} uses, got {len(from_file)}; where uses are a text, "
                "repeated ones are left out: write them as a list"
            )
        scale = self._protocol.scale
        off = [value for one in from_file for value in one if not scale.low <= value <= scale.high]
        if off:
            raise BadArguments(f"expected ratings of originality from {scale.low:g} to {scale.high:g}, got {off[0]:g}")
        return [list(from_file[place]) for place in uses.places]
