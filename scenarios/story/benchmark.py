"""Short stories from three cue words: which cues are asked, whose vectors DSI needs, and what a story is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any

from helm_creativity.core.card import Card
from helm_creativity.core.follow_ups import Steps, Trial
from helm_creativity.core.rubrics import Rubric
from helm_creativity.core.settings import PromptSettings, Requirement, option
from helm_creativity.core.types import FailureReason, Fields, Item, Response, SampleScore
from helm_creativity.embeddings.contextual import LAYERS, parse_layers
from helm_creativity.embeddings.registry import embedding_label, find_embedding_spec
from helm_creativity.embeddings.specs import ContextSpec
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.families.judged import JudgedBenchmark
from helm_creativity.families.rated.authors import read_authors_items
from helm_creativity.families.rated.rubric import (
    OWN_QUESTIONS,
    WholeQuestions,
    WholeRatings,
    authors_questions,
)
from helm_creativity.families.semantic_integration import EMBEDDING, IntegrationVectors, find_vectors, sentences
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.scenarios.story.items import AGC_HUMAN, CUES, SETS, cue_sets
from helm_creativity.scenarios.story.parse import (
    Story,
    count_sentences,
    cue_coverage,
    read_story,
    story_from_file,
)
from helm_creativity.scenarios.story.scoring import lempel_ziv
from helm_creativity.text.turns import as_written

HERE = Path(__file__).parent
AUTHORS = authors_questions(HERE)
"""What judges of AGC-Human were asked about a story."""

SUBMETRICS = ("dsi", "lempel_ziv", "cue_coverage", "sentence_count", "five_sentences", "words", "creativity")


@dataclass(frozen=True)
class StoryProtocol:
    """What scores a story."""

    score: str
    judged: bool
    trials: int = 3


PROTOCOLS = {"mctb2025": StoryProtocol("dsi", judged=False), "agc2026": StoryProtocol("creativity", judged=True)}


@dataclass(frozen=True)
class StorySettings(JudgedSettings, PromptSettings):
    """Settings of short stories. ``mctb2025`` takes judges beside its own score, ``agc2026`` needs them."""

    unjudged_protocols = frozenset(name for name, protocol in PROTOCOLS.items() if not protocol.judged)

    items: str = option(
        "",
        "sets of cue words by their semantic distance: low, high or both; or agc-human, those of agc2026",
        choices=CUES,
        named=True,
        scoring=False,
    )
    embedding: str = option(
        "",
        f"{EMBEDDING}, for which published scores hold; bert:FOLDER for another BERT; builtin, glove-840b... for words "
        "without their context, which is no published DSI",
        label=embedding_label,
        named=True,
    )
    layers: str = option("", "hidden states of a BERT, joined by +; 6+7 if left out", named=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.layers:
            with suppress(BadArguments):  # ``requirements`` refuses them, together with everything else that is wrong
                object.__setattr__(self, "layers", "+".join(map(str, parse_layers(self.layers))))

    def defaults(self) -> Mapping[str, object]:
        """The protocol's cues; BERT, and the layers of the authors of DSI where a BERT reads sentences."""
        embedding = self.embedding or EMBEDDING
        try:
            has_layers = isinstance(find_embedding_spec(embedding), ContextSpec)
        except CreativityError:
            has_layers = False
        layers = {"layers": "+".join(map(str, LAYERS))} if has_layers else {}
        items = AGC_HUMAN if self.as_agc_human else "both"
        return {**super().defaults(), "items": items, "embedding": embedding, **layers}

    @property
    def source(self) -> StoryProtocol:
        """What the protocol says."""
        return PROTOCOLS[self.protocol]

    @property
    def has_own_prompts(self) -> bool:
        """Whether this package has words for the protocol: the report prints those of mctb2025."""
        return self.protocol == "agc2026"

    @property
    def as_agc_human(self) -> bool:
        """Whether models and judges are asked in the words of AGC-Human."""
        return self.protocol == "agc2026" and self.prompts == "authors"

    @property
    def says_instruction(self) -> bool:
        """As the prompts of AGC-Human do."""
        return self.as_agc_human

    @property
    def trials(self) -> int:
        """Responses to each set of cues."""
        return self.source.trials

    @cached_property
    def vectors(self) -> IntegrationVectors:
        """What DSI is computed from."""
        return find_vectors(self.embedding, self.layers)

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The embedding must be here, and have the layers."""
        yield from super().requirements(asked)
        yield ("embedding", "layers"), lambda: self.vectors.require()

    @property
    def args(self) -> dict[str, Any]:
        """Without layers where the embedding has none."""
        return {name: value for name, value in super().args.items() if name != "layers" or self.layers}

    def compared(self, asked: bool = True) -> dict[str, str]:
        """With everything that moves a DSI."""
        parts = super().compared(asked)
        del parts["layers"]
        return {**parts, **self.vectors.compared}


class ShortStory(JudgedBenchmark[StorySettings]):
    """Divergent semantic integration of the stories, or their rated creativity."""

    settings_type = StorySettings
    record = "rows:StoryRow"
    response_tokens = 130

    def items(self, settings: StorySettings) -> Iterator[Item]:
        """The protocol's prompt with each set of cues."""
        template = settings.protocol
        if settings.as_agc_human:
            template = f"{read_authors_items(HERE).template}{settings.instruction_ending}"
        for number, cues in enumerate(cue_sets(settings.items)):
            fields = {"cues": list(cues.words), "cue_set": cues.name, "number": number}
            yield Item("-".join(cues.words), self.render(template, settings, words=cues.text), fields)

    def scorer(self, settings: StorySettings) -> StoryScorer:
        """See ``StoryScorer``; the embedding is opened when the first story is scored."""
        return StoryScorer(self.card, settings)

    def whole_questions(self, settings: StorySettings) -> WholeQuestions:
        """What judges are asked about a story."""
        return AUTHORS if settings.as_agc_human else OWN_QUESTIONS

    def rubrics(self, settings: StorySettings) -> Sequence[Rubric]:
        """How creative is this response to that task?"""
        return self.whole_questions(settings).rubrics

    def follow_up(self, trial: Trial, settings: StorySettings) -> Steps[StoryResponse]:
        """What judges say of what is a story; none is asked about anything else, or about what people rated."""
        sample, fields = trial.sample, trial.sample.fields
        if fields.get("story") is not None:
            story = story_from_file(fields["story"])
        else:
            story = read_story(sample.response or Response(""), fields.get("cues", ()))
        if (ratings := fields.get("ratings")) is not None:
            return StoryResponse(story, fields, WholeRatings(tuple(ratings)))
        if story.failure_reason is not None or sample.response is None:
            return StoryResponse(story, fields)
        # Judges read the cue words of AGC-Human alone, whatever instruction stood there.
        task = ", ".join(fields["cues"]) if settings.as_agc_human else trial.prompt
        text = as_written(sample.response.text)
        return StoryResponse(story, fields, (yield from self.whole_questions(settings).ask(task, text)))


@dataclass(frozen=True)
class StoryResponse:
    """What is known of a response."""

    story: Story
    fields: Fields
    ratings: WholeRatings = field(default_factory=WholeRatings)


class StoryScorer:
    """See ``RunScorer``. A story's score is its DSI under ``mctb2025``, the mean over judges under ``agc2026``."""

    def __init__(self, card: Card, settings: StorySettings) -> None:
        self.card, self._main, self._vectors = card, settings.source.score, settings.vectors

    def score(self, found: Sequence[StoryResponse]) -> list[SampleScore]:
        """One score for each response; all stories are encoded together."""
        stories = [response.story for response in found]
        dsi = iter(self._vectors.dsi([story.text for story in stories if story.failure_reason is None]))
        return [
            self._score(response, next(dsi) if response.story.failure_reason is None else None) for response in found
        ]

    def score_run(self, found: Sequence[StoryResponse], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """DSI by the distance of the cues."""
        values: dict[str, list[float]] = {name: [] for name in SETS}
        for response, score in zip(found, scores, strict=True):
            value, name = score.submetrics["dsi"], response.fields.get("cue_set")
            if value is not None and name in values:
                values[name].append(value)
        return {f"dsi_{name}": fmean(some) if some else None for name, some in values.items()}

    def _score(self, response: StoryResponse, dsi: float | None) -> SampleScore:
        story, ratings = response.story, response.ratings
        if story.failure_reason is not None:
            return SampleScore(None, story.failure_reason, dict.fromkeys(SUBMETRICS), {"scored_story": story.text})
        count = count_sentences(sentences(story.text))
        submetrics = {
            "dsi": dsi,
            "lempel_ziv": lempel_ziv(story.text),
            "cue_coverage": cue_coverage(story.text, response.fields.get("cues", ())),
            "sentence_count": float(count),
            "five_sentences": float(count == 5),
            "words": float(len(story.text.split())),
            "creativity": mean_or_none(ratings.creativity),
        }
        score = None if ratings.off_task else submetrics[self._main]
        missing = FailureReason.TOO_FEW_VALID if self._main == "dsi" else FailureReason.UNJUDGED
        reason = None if score is not None else FailureReason.OFF_TASK if ratings.off_task else missing
        return SampleScore(score, reason, submetrics, {"scored_story": story.text})
