"""Alternate uses: which objects are asked about, what judges are asked, and what a list of uses is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from zlib import crc32

from helm_creativity.benchmark.card import OF_OWN_PROMPTS, load_card
from helm_creativity.benchmark.follow_ups import Steps, Trial, TypicalResponse, ask
from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.settings import PromptSettings, Requirement, option
from helm_creativity.benchmark.trained_judges import find_trained_judge
from helm_creativity.benchmark.types import FailureReason, IdeaDetails, Item, Sample, SampleScore
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.lexicon.word_files import words_checksum
from helm_creativity.parsing.lists import TOO_LONG_FACTOR
from helm_creativity.parsing.turns import as_written
from helm_creativity.scenarios.aut.fit import fits, load_fit
from helm_creativity.scenarios.aut.items import (
    AGC_HUMAN,
    object_name,
    object_names,
    object_phrase,
    object_set,
    object_sets,
)
from helm_creativity.scenarios.aut.parse import STOP_WORDS, Uses, content_words, read_short_uses, read_uses
from helm_creativity.scenarios.aut.scoring import THRESHOLD, mean_rating, semantic_scores
from helm_creativity.scenarios.aut.vectors import UseSpace
from helm_creativity.task_types.judged import JudgedBenchmark
from helm_creativity.task_types.rated.rubric import CREATIVITY, WholeRatings, ask_whole, authors_questions
from helm_creativity.task_types.text import judged_reason, undefined_submetrics
from helm_creativity.task_types.word_list.benchmark import EmbeddingSettings

HERE = Path(__file__).parent
SEMANTIC, JUDGED, WHOLE = "semantic_originality", "judged_originality", "creativity"
"""Submetrics that may be the score."""

_JSON: Any = {"each": "uses", "asks_json": True, "reply_tokens": 5}
TENTHS = Rubric("originality_tenths", HERE, "originality_tenths", ("originality",), scale=Scale(1, 5, 0.1), **_JSON)
"""Ratings on different scales bear different names."""
ONE_TO_FIVE = replace(TENTHS, name="originality_1to5", user="originality_1to5", scale=Scale(1, 5))
"""In place of tenths where ratings are weighted: a mean of whole numbers by their probabilities has decimals anyway."""
TEN_TO_FIFTY = replace(TENTHS, name="originality_10to50", user="originality_10to50", scale=Scale(10, 50))
CATEGORIES = replace(TENTHS, name="categories", user="categories", dimensions=("flexibility",), scale=None, groups=True)
ONE_USE = Rubric(
    "originality_mctb2025", HERE, "originality_mctb2025", ("originality",), scale=Scale(10, 50), rated=("use",)
)
"""The question of the program of mctb2025, which shows a judge one use at a time."""
AUTHORS = authors_questions(HERE)
"""What judges of AGC-Human were asked about a response as a whole."""

USES = 10
"""Uses that the program of mctb2025 asks for, unless the run entry says otherwise."""
STANDARD, VARIED = "standard", "varied"
FORMS = 5
"""Prompts of the program of mctb2025 that its released runs took in turn."""


RUBRICS = {rubric.name: rubric for rubric in (TENTHS, TEN_TO_FIFTY, ONE_USE)}
"""Questions about originality that the card's protocols name."""


@dataclass(frozen=True)
class AutSettings(JudgedSettings, EmbeddingSettings, PromptSettings):
    """Settings of alternate uses. The protocols that score by vectors do without judges."""

    unjudged_protocols = frozenset({"wenger2025", "few_shot"})

    items: str = option(
        "",
        "set of objects: mctb2025, wenger2025, all or agc-human",
        choices=lambda: (*object_sets(), AGC_HUMAN),
        named=True,
        scoring=False,
    )
    prompts: str = option(
        "authors",
        "whose words are asked, and whose rule and scale hold: the authors', or own, this package's",
        choices=("authors", "own"),
        named=True,
    )
    uses: int = option(USES, "uses that mctb2025 asks for with prompts=authors", low=1, high=50)
    form: str = option(
        STANDARD,
        "of mctb2025 with prompts=authors: its usual prompt, or varied: those of its released runs, five in turn",
        choices=(STANDARD, VARIED),
        scoring=False,
    )

    @property
    def source(self) -> Mapping[str, Any]:
        """What the card says of the protocol under ``task``, in the words that were chosen."""
        protocols: Mapping[str, Mapping[str, Any]] = load_card(HERE).task
        own = f"{self.protocol}{OF_OWN_PROMPTS}" if self.prompts == "own" else ""
        return protocols.get(own, protocols[self.protocol])

    @property
    def has_own_prompts(self) -> bool:
        """Not of the protocol whose prompt a paper prints."""
        return f"{self.protocol}{OF_OWN_PROMPTS}" in load_card(HERE).task

    @property
    def says_instruction(self) -> bool:
        """Whether the prompts themselves ask to be creative or effective."""
        return self.protocol == "agc2026" and self.prompts == "authors"

    @property
    def forms(self) -> int:
        """How many prompts there are for an object."""
        return FORMS if self.source["program"] and self.form == VARIED else 1

    @property
    def trials(self) -> int:
        """Responses to each object."""
        return int(self.source["trials"])

    def defaults(self) -> Mapping[str, object]:
        """The protocol's own objects and embedding."""
        return {**super().defaults(), **{name: self.source[name] for name in ("items", "embedding")}}

    def read(self, sample: Sample) -> Uses:
        """The uses of a response that count."""
        return read_short_uses(sample, self.uses) if self.source["program"] else read_uses(sample, self.source["limit"])

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The embedding must know every object, and only the program of mctb2025 has some of the settings."""
        yield from super().requirements(asked)
        yield ("protocol", "prompts", "uses", "form"), self._require_program
        if asked:
            yield ("items", "embedding"), self._require_vectors

    def _require_program(self) -> None:
        if (self.uses, self.form) != (USES, STANDARD) and not self.source["program"]:
            raise BadArguments(
                f"uses and form are settings of protocol=mctb2025 with prompts=authors, not of {self.protocol} with "
                f"prompts={self.prompts}: leave them out"
            )

    def _require_vectors(self) -> None:
        names = object_set(self.items)
        for embedding in load_embeddings(self.embedding):
            UseSpace(embedding, names).require_known(names)

    def compared(self, asked: bool = True) -> dict[str, str]:
        """Without what the protocol does not have."""
        absent = () if self.source["program"] else ("uses", "form")
        return {name: value for name, value in super().compared(asked).items() if name not in absent}


class AutResponse(NamedTuple):
    """What is known of a response: its uses, and by submetric the ratings of each of them, or of all together."""

    object: str
    uses: Uses
    ratings: Mapping[str, Sequence[Sequence[float]]] = {}
    whole: WholeRatings = WholeRatings()


class Aut(JudgedBenchmark[AutSettings]):
    """Uses of an object: how far they lie from it, how original judges find them, and how many kinds there are.

    Attributes:
        further: questions about each use beside those of the protocol, as in a subclass with one more dimension; the
            mean over uses of their ratings is a submetric, named as the dimension.
    """

    settings_type = AutSettings
    further: ClassVar[tuple[Rubric, ...]] = ()
    record = "rows:AutRow"
    response_tokens = 85
    ideas = IdeaDetails("scored_uses", "use_distances", "use_ratings")
    assumptions = (
        f"Alternate uses: a response lists {USES} uses, or as many as mctb2025 asks for. They go to a judge "
        "in one question for each rubric, however many they are; under mctb2025 with prompts=authors each is a "
        "question of its own. A response without uses is not judged.",
    )

    def items(self, settings: AutSettings) -> Iterator[Item]:
        """The protocol's prompt, or each of its prompts, with every object."""
        for number, (name, form) in enumerate(product(object_set(settings.items), range(settings.forms))):
            item_id = f"{name}-{form + 1}" if settings.forms > 1 else name
            yield self._item(item_id, name, number, settings, form)

    def own_item(self, fields: Mapping[str, object], settings: AutSettings) -> Item | None:
        """Any object, with the protocol's prompt."""
        if set(fields) != {"object"}:
            return None
        name = object_name(str(fields["object"]))
        return self._item(name, name, crc32(name.encode()), settings)

    def _item(self, item_id: str, name: str, number: int, settings: AutSettings, form: int = 0) -> Item:
        template = f"{settings.protocol}{'_varied' if settings.forms > 1 else settings.instruction_ending}"
        names = object_names(object_phrase(name))
        prompt = self.render(template, settings, n_uses=settings.uses, form=form, **names)
        return Item(item_id, prompt, {"object": name, "number": number})

    def scorer(self, settings: AutSettings) -> AutScorer:
        """See ``AutScorer``."""
        return AutScorer(self, settings)

    def about_uses(self, settings: AutSettings) -> tuple[Rubric, ...]:
        """The questions about uses: how original each is, their categories, and those of a subclass."""
        usual = RUBRICS[settings.source["originality"]]
        return (ONE_TO_FIVE if settings.weighted and usual is TENTHS else usual, CATEGORIES, *self.further)

    def rubrics(self, settings: AutSettings) -> Sequence[Rubric]:
        """See ``Protocol.rubrics``."""
        return (*self.about_uses(settings), *(self.whole(settings) if settings.source["score"] == WHOLE else ()))

    def whole(self, settings: AutSettings) -> tuple[Rubric, ...]:
        """What judges are asked about a response as a whole."""
        return AUTHORS if settings.says_instruction else (CREATIVITY,)

    def follow_up(self, trial: Trial, settings: AutSettings) -> Steps[AutResponse]:
        """The uses that count, and what judges or people say of them and of the response; without uses, nothing."""
        sample, fields, uses = trial.sample, trial.sample.fields, settings.read(trial.sample)
        thing, whole = str(fields["object"]), WholeRatings(tuple(fields.get("creativity", ())))
        if not uses.scored:
            return AutResponse(thing, uses)
        names: dict[str, Any] = {**object_names(object_phrase(thing))}
        ratings: dict[str, Sequence[Sequence[float]]] = {}
        for rubric in self.about_uses(settings):
            (dimension,) = rubric.dimensions
            submetric = JUDGED if dimension == "originality" else dimension
            if rubric.each:
                replies = yield from ask(rubric, **names, uses=uses.scored)
                by_use = [replies.values(dimension)] if rubric.groups else replies.each(dimension, len(uses.scored))
            else:
                by_use = []
                for place, use in enumerate(uses.scored, start=1):
                    by_use.append((yield from ask(rubric, place, **names, use=use)).values(dimension))
            ratings[submetric] = by_use
        if "ratings" in fields:
            ratings[JUDGED] = [fields["ratings"][place] for place in uses.places]
        if "creativity" not in fields and settings.source["score"] == WHOLE and sample.response is not None:
            task = names["capitals"] if settings.says_instruction else trial.prompt
            whole = yield from ask_whole(self.whole(settings), task, as_written(sample.response.text))
        return AutResponse(thing, uses, ratings, whole)

    def compared(self, settings: AutSettings, asked: bool = True) -> dict[str, str]:
        """With the words of a use that do not count, and the threshold of clusters."""
        vectors = {"stop_words": words_checksum(STOP_WORDS), "threshold": f"{THRESHOLD:g}"}
        return {**super().compared(settings, asked), **vectors}

    def typical_responses(self, trial: Trial, settings: AutSettings, trials: int) -> Sequence[TypicalResponse]:
        """As many uses as are asked for; and as many as a response may have, where each is a question."""
        n_uses = settings.uses if settings.source["program"] else USES
        text = "\n".join(f"use it as something to sit on {number}" for number in range(1, n_uses + 1))
        return TypicalResponse(text), TypicalResponse(text, parts=TOO_LONG_FACTOR)


class AutScorer:
    """See ``Scorer``. In an ensemble semantic numbers are the members' means over the uses that all of them know."""

    def __init__(self, benchmark: Aut, settings: AutSettings) -> None:
        self._main, self._undefined = settings.source["score"], undefined_submetrics(benchmark.card)
        self._embeddings = load_embeddings(settings.embedding)
        judges = settings.panel.judges if settings.judges else ()
        self._fit_decides = self._main == JUDGED and bool(judges) and all(map(find_trained_judge, judges))

    def score(self, found: Sequence[AutResponse]) -> list[SampleScore]:
        """One score for each response; every distinct use of the run is embedded once."""
        names = [response.object for response in found]
        texts = [*names, *(use for response in found for use in response.uses.scored)]
        spaces = [UseSpace(embedding, texts) for embedding in self._embeddings]
        if self._main == SEMANTIC:
            for space in spaces:
                space.require_known(names)
        pairs = list(dict.fromkeys((response.object, use) for response in found for use in response.uses.scored))

        @cache
        def fit() -> Mapping[tuple[str, str], float]:
            values = fits([thing for thing, _ in pairs], [use for _, use in pairs], load_fit()) if pairs else ()
            return dict(zip(pairs, map(float, values), strict=True))

        return [self._score(response, spaces, fit) for response in found]

    def _score(
        self,
        response: AutResponse,
        spaces: Sequence[UseSpace],
        fits_of: Callable[[], Mapping[tuple[str, str], float]],
    ) -> SampleScore:
        """With its numbers when somebody asks for them, where the score does not depend on how well the uses fit."""
        uses = response.uses
        semantic, distances = semantic_scores(spaces, response.object, uses.scored)
        unknown = [word for use in uses.scored for space in spaces for word in space.unknown_words(use)]
        whole = partial(self._whole, response, semantic, distances, unknown, fits_of)
        if uses.failure_reason is None and self._main != SEMANTIC:
            return whole()
        score = None if uses.failure_reason else semantic[SEMANTIC]
        return SampleScore.later(score, uses.failure_reason or self._reason(score, off_task=False), whole)

    def _reason(self, score: float | None, off_task: bool) -> FailureReason | None:
        reason = judged_reason(score, off_task and score is None)
        return FailureReason.TOO_FEW_VALID if reason and self._main == SEMANTIC else reason

    def _whole(
        self,
        response: AutResponse,
        semantic: Mapping[str, float | None],
        distances: Sequence[float | None],
        unknown: Sequence[str],
        fits_of: Callable[[], Mapping[tuple[str, str], float]],
    ) -> SampleScore:
        uses, ratings, whole = response.uses, response.ratings, response.whole
        fit = [fits_of()[response.object, use] for use in uses.scored]
        details = {
            "scored_uses": list(uses.scored),
            "invalid_uses": list(uses.invalid),
            "use_distances": list(distances),
            "use_ratings": [list(of_use) for of_use in ratings.get(JUDGED, ())],
            "use_fits": list(fit),
            "words_without_vector": list(dict.fromkeys(unknown)),
        }
        if uses.failure_reason is not None:
            return SampleScore(None, uses.failure_reason, self._undefined, details, uses.listed)
        submetrics: dict[str, float | None] = {
            **self._undefined,
            **{name: mean_rating(by_use) for name, by_use in ratings.items()},
            "creativity": mean_or_none(whole.creativity),
            **semantic,
            "fit": mean_or_none(fit),
            "fluency": float(len(uses.scored)),
            "elaboration": mean_or_none([len(content_words(use)) for use in uses.scored]),
            "repeated_uses": float(uses.repeated),
            "surplus_uses": float(uses.surplus),
        }
        score = submetrics[self._main]
        off_task = whole.off_task or (self._fit_decides and max(fit, default=0.0) < load_fit().threshold)
        return SampleScore(score, self._reason(score, off_task), submetrics, details, uses.listed)
