"""Short stories from three cue words: which cues are asked, whose vectors DSI needs, and what a story is worth."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.follow_ups import Steps, Trial
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.settings import PromptSettings, Requirement, option
from helm_creativity.benchmark.sources import authors_list
from helm_creativity.benchmark.types import FailureReason, Fields, Item, Response, SampleScore
from helm_creativity.embeddings.encoders import parse_layers
from helm_creativity.embeddings.registry import embedding_label
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.parsing.turns import as_written
from helm_creativity.scenarios.story.parse import Story, count_sentences, cue_coverage, read_story, story_from_file
from helm_creativity.scenarios.story.scoring import lempel_ziv
from helm_creativity.task_types.judged import JudgedBenchmark
from helm_creativity.task_types.rated.rubric import (
    CREATIVITY,
    WholeRatings,
    ask_whole,
    authors_questions,
)
from helm_creativity.task_types.semantic_integration import EMBEDDING, IntegrationVectors, find_vectors, sentences
from helm_creativity.task_types.text import judged_reason, undefined_submetrics

HERE = Path(__file__).parent
SETS = ("low", "high")
BOTH, AGC_HUMAN = "both", "agc-human"
AUTHORS = authors_questions(HERE)
"""What judges of AGC-Human were asked about a story."""
SCORES = {"mctb2025": "dsi", "agc2026": "creativity"}
"""Which submetric is the score, by protocol."""


def cue_sets(name: str) -> list[tuple[str, tuple[str, ...]]]:
    """Sets of three words that a story must contain, each behind its kind of semantic distance; see ``items=``."""
    if name == AGC_HUMAN:
        return [
            (name, tuple(text.split(", "))) for text in authors_list("agc-human-items-story", "CAP_STORY_TRIADS")[:5]
        ]
    lines = (HERE / "items" / "cues.csv").read_text("utf-8").splitlines()[1:]
    return [(distance, tuple(words)) for distance, *words in csv.reader(lines) if name in (distance, BOTH)]


@dataclass(frozen=True)
class StorySettings(JudgedSettings, PromptSettings):
    """Settings of short stories. ``mctb2025`` takes judges beside its own score, ``agc2026`` needs them."""

    unjudged_protocols = frozenset({"mctb2025"})
    trials = 3

    items: str = option(
        "",
        "sets of cue words by their semantic distance: low, high or both; or agc-human, those of agc2026",
        choices=(BOTH, *SETS, AGC_HUMAN),
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
        with suppress(BadArguments):  # ``requirements`` refuses them, together with everything else that is wrong
            object.__setattr__(self, "layers", self.layers and "+".join(map(str, parse_layers(self.layers))))

    def defaults(self) -> Mapping[str, object]:
        """The protocol's cues; BERT, and the layers of the authors of DSI where a BERT reads sentences."""
        found = {"items": AGC_HUMAN if self.says_instruction else BOTH, "embedding": self.embedding or EMBEDDING}
        with suppress(CreativityError):
            found["layers"] = "+".join(map(str, find_vectors(found["embedding"]).layers))
        return {**super().defaults(), **found}

    @property
    def has_own_prompts(self) -> bool:
        """Whether this package has words for the protocol: the report prints those of mctb2025."""
        return self.protocol == "agc2026"

    @property
    def says_instruction(self) -> bool:
        """Whether models and judges are asked in the words of AGC-Human, whose prompts say the instruction."""
        return self.protocol == "agc2026" and self.prompts == "authors"

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


StoryResponse = tuple[Story, Fields, WholeRatings]
"""What is known of a response, and of its item."""


class ShortStory(JudgedBenchmark[StorySettings]):
    """Divergent semantic integration of the stories, or their rated creativity."""

    settings_type = StorySettings
    record = "rows:StoryRow"
    response_tokens = 130

    def items(self, settings: StorySettings) -> Iterator[Item]:
        """The protocol's prompt with each set of cues."""
        for number, (distance, words) in enumerate(cue_sets(settings.items)):
            prompt = self.render(f"{settings.protocol}{settings.instruction_ending}", settings, words=", ".join(words))
            yield Item("-".join(words), prompt, {"cues": list(words), "cue_set": distance, "number": number})

    def scorer(self, settings: StorySettings) -> StoryScorer:
        """See ``StoryScorer``; the embedding is opened when the first story is scored."""
        return StoryScorer(self.card, settings)

    def rubrics(self, settings: StorySettings) -> Sequence[Rubric]:
        """How creative is this response to that task?"""
        return AUTHORS if settings.says_instruction else (CREATIVITY,)

    def follow_up(self, trial: Trial, settings: StorySettings) -> Steps[StoryResponse]:
        """What judges say of what is a story; none is asked about anything else, or about what people rated."""
        response, fields = trial.sample.response, trial.sample.fields
        is_from_file, cues = "story" in fields, fields.get("cues", ())
        story = story_from_file(fields["story"]) if is_from_file else read_story(response or Response(""), cues)
        ratings = WholeRatings(tuple(fields.get("ratings", ())))
        if "ratings" not in fields and story.failure_reason is None and response is not None:
            # Judges read the cue words of AGC-Human alone, whatever instruction stood there.
            task = ", ".join(fields["cues"]) if settings.says_instruction else trial.prompt
            ratings = yield from ask_whole(self.rubrics(settings), task, as_written(response.text))
        return story, fields, ratings


class StoryScorer:
    """See ``RunScorer``. A story's score is its DSI under ``mctb2025``, the mean over judges under ``agc2026``."""

    def __init__(self, card: Card, settings: StorySettings) -> None:
        self._main, self._vectors = SCORES[settings.protocol], settings.vectors
        self._undefined = undefined_submetrics(card)

    def score(self, found: Sequence[StoryResponse]) -> list[SampleScore]:
        """One score for each response; all stories are encoded together."""
        texts = [story.text for story, _, _ in found if story.failure_reason is None]
        dsi = iter(self._vectors.dsi(texts))
        return [self._score(*response, None if response[0].failure_reason else next(dsi)) for response in found]

    def score_run(self, found: Sequence[StoryResponse], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """DSI by the distance of the cues."""
        values: dict[str, list[float]] = {name: [] for name in SETS}
        for (_, fields, _), score in zip(found, scores, strict=True):
            if (dsi := score.submetrics["dsi"]) is not None:
                values.get(str(fields.get("cue_set")), []).append(dsi)
        return {f"dsi_{name}": mean_or_none(some) for name, some in values.items()}

    def _score(self, story: Story, fields: Fields, ratings: WholeRatings, dsi: float | None) -> SampleScore:
        details = {"scored_story": story.text}
        if story.failure_reason is not None:
            return SampleScore(None, story.failure_reason, self._undefined, details)
        known = {"dsi": dsi, "creativity": mean_or_none(ratings.creativity)}
        score = known[self._main]
        reason = judged_reason(score, ratings.off_task)
        if reason is FailureReason.UNJUDGED and self._main == "dsi":
            reason = FailureReason.TOO_FEW_VALID
        score = None if reason else score

        def whole() -> SampleScore:
            count = count_sentences(sentences(story.text))
            submetrics: dict[str, float | None] = {
                **self._undefined,
                **known,
                "lempel_ziv": lempel_ziv(story.text),
                "cue_coverage": cue_coverage(story.text, fields.get("cues", ())),
                "sentence_count": float(count),
                "five_sentences": float(count == 5),
                "words": float(len(story.text.split())),
            }
            return SampleScore(score, reason, submetrics, details)

        return SampleScore.later(score, reason, whole)
