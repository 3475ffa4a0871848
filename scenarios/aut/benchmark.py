"""Alternate uses: which objects are asked about, what judges are asked, and what a list of uses is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from zlib import crc32

from helm_creativity.core.card import Card
from helm_creativity.core.follow_ups import Steps, Trial, ask
from helm_creativity.core.ratings import Scale
from helm_creativity.core.rubrics import Rubric
from helm_creativity.core.settings import PromptSettings, Requirement, option
from helm_creativity.core.types import FailureReason, IdeaDetails, Item, Sample, SampleScore
from helm_creativity.core.usual import Usual
from helm_creativity.embeddings.registry import are_tables, load_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.families.judged import JudgedBenchmark
from helm_creativity.families.rated.rubric import (
    OWN_QUESTIONS,
    WholeQuestions,
    WholeRatings,
    authors_questions,
)
from helm_creativity.families.word_lists.benchmark import EmbeddingSettings
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.scenarios.aut.items import (
    AGC_HUMAN,
    ALL,
    object_name,
    object_names,
    object_phrase,
    object_set,
    object_sets,
)
from helm_creativity.scenarios.aut.parse import Uses, content_words, read_short_uses, read_uses, stop_words_checksum
from helm_creativity.scenarios.aut.scoring import THRESHOLD, judged_originality, semantic_scores
from helm_creativity.scenarios.aut.vectors import UseSpace, missing_words, require_known
from helm_creativity.text.turns import as_written

HERE = Path(__file__).parent

SEMANTIC, JUDGED, WHOLE = "semantic_originality", "judged_originality", "creativity"
"""Submetrics that may be the score."""

CATEGORIES = Rubric(
    "categories", HERE, "categories", ("flexibility",), each="uses", groups=True, asks_json=True, reply_tokens=5
)


def _originality(name: str, scale: Scale) -> Rubric:
    """Ratings on different scales bear different names."""
    return Rubric(name, HERE, name, ("originality",), scale=scale, each="uses", asks_json=True, reply_tokens=5)


TENTHS = _originality("originality_tenths", Scale(1, 5, 0.1))
ONE_TO_FIVE = _originality("originality_1to5", Scale(1, 5))
"""In place of tenths where ratings are weighted: a mean of whole numbers by their probabilities has decimals anyway."""
TEN_TO_FIFTY = _originality("originality_10to50", Scale(10, 50))
ONE_USE = Rubric(
    "originality_mctb2025",
    HERE,
    "originality_mctb2025",
    ("originality",),
    scale=Scale(10, 50),
    rated=("use",),
)
"""The question of the program of mctb2025, which shows a judge one use at a time."""

USES = 10
"""Uses that the program of mctb2025 asks for, unless the run entry says otherwise."""
STANDARD, VARIED = "standard", "varied"
AUTHORS, OWN = "authors", "own"
FORMS = 5
"""Prompts of the program of mctb2025 that its released runs took in turn."""


@dataclass(frozen=True)
class AutProtocol:
    """One form of the task. Its prompt has its name."""

    score: str
    items: str
    embedding: str
    trials: int
    originality: Rubric
    limit: int | None = None
    whole: WholeQuestions | None = None
    program: bool = False

    def about_uses(self, weighted: bool) -> tuple[Rubric, Rubric]:
        """The questions about uses: how original each is, see ``ONE_TO_FIVE``, and their categories."""
        originality = ONE_TO_FIVE if weighted and self.originality is TENTHS else self.originality
        return originality, CATEGORIES

    def rubrics(self, weighted: bool) -> tuple[Rubric, ...]:
        """All questions about a response, in the order in which they are asked."""
        return (*self.about_uses(weighted), *(self.whole.rubrics if self.whole else ()))

    @property
    def scale(self) -> Scale:
        """That of the originality of a use."""
        assert self.originality.scale is not None
        return self.originality.scale


PROTOCOLS = {
    "wenger2025": AutProtocol(SEMANTIC, "wenger2025", "glove-840b", 10, TENTHS, limit=10),
    "mctb2025": AutProtocol(JUDGED, "mctb2025", "builtin", 3, ONE_USE, program=True),
    "agc2026": AutProtocol(WHOLE, AGC_HUMAN, "builtin", 3, TEN_TO_FIFTY, whole=authors_questions(HERE)),
}
"""With the authors' words."""

OWN_PROTOCOLS = {
    "mctb2025": AutProtocol(JUDGED, "mctb2025", "builtin", 3, TENTHS),
    "agc2026": AutProtocol(WHOLE, ALL, "builtin", 3, TEN_TO_FIFTY, whole=OWN_QUESTIONS),
}
"""With those of this package."""


@dataclass(frozen=True)
class AutSettings(JudgedSettings, EmbeddingSettings, PromptSettings):
    """Settings of alternate uses. The protocols that score by vectors do without judges."""

    unjudged_protocols = frozenset(name for name, protocol in PROTOCOLS.items() if protocol.score == SEMANTIC)

    items: str = option(
        "",
        "set of objects: mctb2025, wenger2025, all or agc-human",
        choices=lambda: (*object_sets(), AGC_HUMAN),
        named=True,
        scoring=False,
    )
    prompts: str = option(
        AUTHORS,
        "whose words are asked, and whose rule and scale hold: the authors', or own, this package's",
        choices=(AUTHORS, OWN),
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
    def source(self) -> AutProtocol:
        """What the protocol says, in the words that were chosen."""
        return OWN_PROTOCOLS.get(self.protocol, PROTOCOLS[self.protocol]) if self.own else PROTOCOLS[self.protocol]

    @property
    def own(self) -> bool:
        """Whether the words are this package's."""
        return self.prompts == OWN

    @property
    def has_own_prompts(self) -> bool:
        """Not of the protocol whose prompt a paper prints."""
        return self.protocol in OWN_PROTOCOLS

    @property
    def says_instruction(self) -> bool:
        """Whether the prompts themselves ask to be creative or effective."""
        return self.protocol == "agc2026" and not self.own

    @property
    def forms(self) -> int:
        """How many prompts there are for an object."""
        return FORMS if self.source.program and self.form == VARIED else 1

    @property
    def template(self) -> str:
        """The name of the prompt."""
        if self.forms > 1:
            return f"{self.protocol}_{self.form}"
        return f"{self.protocol}{self.instruction_ending}"

    @property
    def trials(self) -> int:
        """Responses to each object."""
        return self.source.trials

    def defaults(self) -> Mapping[str, object]:
        """The protocol's own objects and embedding."""
        return {**super().defaults(), "items": self.source.items, "embedding": self.source.embedding}

    def read(self, sample: Sample) -> Uses:
        """The uses of a response that count."""
        return read_short_uses(sample, self.uses) if self.source.program else read_uses(sample, self.source.limit)

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The embedding must know every object, and only the program of mctb2025 has some of the settings."""
        yield from super().requirements(asked)
        yield ("protocol", "prompts", "uses", "form"), self._require_program
        if asked:
            yield ("items", "embedding"), self._require_vectors

    def _require_program(self) -> None:
        if (self.uses, self.form) != (USES, STANDARD) and not self.source.program:
            raise BadArguments(
                f"uses and form are settings of protocol=mctb2025 with prompts=authors, not of {self.protocol} with "
                f"prompts={self.prompts}: leave them out"
            )

    def _require_vectors(self) -> None:
        names = [thing.name for thing in object_set(self.items)]
        for embedding in load_embeddings(self.embedding):
            require_known(UseSpace(embedding, names), names)

    def compared(self, asked: bool = True) -> dict[str, str]:
        """Without what the protocol does not have."""
        absent = [] if self.source.program else ["uses", "form"]
        return {name: value for name, value in super().compared(asked).items() if name not in absent}


class Aut(JudgedBenchmark[AutSettings]):
    """Uses of an object: how far they lie from it, how original judges find them, and how many kinds there are."""

    settings_type = AutSettings
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
        asked = [(thing, form) for thing in object_set(settings.items) for form in range(settings.forms)]
        for number, ((name, phrase), form) in enumerate(asked):
            prompt = self.render(settings.template, settings, n_uses=settings.uses, form=form, **object_names(phrase))
            item_id = f"{name}-{form + 1}" if settings.forms > 1 else name
            yield Item(item_id, prompt, {"object": name, "number": number})

    def own_item(self, fields: Mapping[str, object], settings: AutSettings) -> Item | None:
        """Any object, with the protocol's prompt."""
        if set(fields) != {"object"}:
            return None
        name = object_name(str(fields["object"]))
        prompt = self.render(
            settings.template, settings, n_uses=settings.uses, form=0, **object_names(object_phrase(name))
        )
        return Item(name, prompt, {"object": name, "number": crc32(name.encode())})

    def scorer(self, settings: AutSettings) -> AutScorer:
        """See ``AutScorer``."""
        return AutScorer(self.card, settings)

    def rubrics(self, settings: AutSettings) -> Sequence[Rubric]:
        """See ``Protocol.rubrics``."""
        return settings.source.rubrics(settings.weighted)

    def follow_up(self, trial: Trial, settings: AutSettings) -> Steps[AutResponse]:
        """The uses that count, and what judges or people say of them and of the response; without uses, nothing."""
        sample, source = trial.sample, settings.source
        uses, fields = settings.read(sample), sample.fields
        found = AutResponse(str(fields["object"]), uses, fields.get("ratings"), is_list="uses" in fields)
        if not uses.scored:
            return found
        names: dict[str, Any] = {**object_names(object_phrase(found.object))}
        ratings: dict[str, Any] = {}
        for rubric in source.about_uses(settings.weighted):
            if rubric.groups:
                replies = yield from ask(rubric, **names, uses=uses.scored)
                ratings["flexibility"] = tuple(replies.values("flexibility"))
            elif rubric.each:
                replies = yield from ask(rubric, **names, uses=uses.scored)
                ratings["originality"] = replies.each("originality", len(uses.scored))
            else:
                ratings["originality"] = []
                for place, use in enumerate(uses.scored, start=1):
                    replies = yield from ask(rubric, place, **names, use=use)
                    ratings["originality"].append(replies.values("originality"))
        if (creativity := fields.get("creativity")) is not None:
            ratings["whole"] = WholeRatings(tuple(creativity))
        elif source.whole is not None and sample.response is not None:
            task = trial.prompt if settings.own else names["capitals"]
            ratings["whole"] = yield from source.whole.ask(task, as_written(sample.response.text))
        return replace(found, **ratings)

    def compared(self, settings: AutSettings, asked: bool = True) -> dict[str, str]:
        """With the words of a use that do not count, and the threshold of clusters."""
        vectors = {"stop_words": stop_words_checksum(), "threshold": f"{THRESHOLD:g}"}
        return {**super().compared(settings, asked), **vectors}

    def usual(self, trial: Trial, settings: AutSettings, trials: int) -> Sequence[Usual]:
        """As many uses as are asked for; and as many as a response may have, where each is a question."""
        from helm_creativity.text.lists import TOO_LONG_FACTOR  # its patterns take a while to compile

        n_uses = settings.uses if settings.source.program else USES
        text = "\n".join(f"use it as something to sit on {number}" for number in range(1, n_uses + 1))
        return Usual(text), Usual(text, parts=TOO_LONG_FACTOR)


@dataclass(frozen=True)
class AutResponse:
    """What is known of a response."""

    object: str
    uses: Uses
    from_file: Sequence[Sequence[float]] | None = None
    originality: Sequence[Sequence[float]] = ()
    flexibility: Sequence[float] = ()
    whole: WholeRatings = field(default_factory=WholeRatings)
    is_list: bool = False


class AutScorer:
    """See ``Scorer``. In an ensemble semantic numbers are the members' means over the uses that all of them know."""

    def __init__(self, card: Card, settings: AutSettings) -> None:
        self._protocol = settings.source
        self._embeddings = load_embeddings(settings.embedding)
        self.independent = are_tables(self._embeddings)
        self._undefined = {submetric.name: None for submetric in card.submetrics if submetric.of == "answer"}

    def score(self, found: Sequence[AutResponse]) -> list[SampleScore]:
        """One score for each response; every distinct use of the run is embedded once."""
        names = [response.object for response in found]
        texts = dict.fromkeys([*names, *(use for response in found for use in response.uses.scored)])
        spaces = [UseSpace(embedding, texts) for embedding in self._embeddings]
        if self._protocol.score == SEMANTIC:
            for space in spaces:
                require_known(space, names)
        return [self._score(response, spaces) for response in found]

    def _score(self, response: AutResponse, spaces: Sequence[UseSpace]) -> SampleScore:
        uses = response.uses
        semantic = semantic_scores(spaces, response.object, uses.scored)
        details: dict[str, Any] = {"scored_uses": list(uses.scored), "invalid_uses": list(uses.invalid)}
        details |= {"use_distances": list(semantic.distances), "use_ratings": []}
        details["words_without_vector"] = list(missing_words(spaces, uses.scored))
        if uses.failure_reason is not None:
            return SampleScore(None, uses.failure_reason, self._undefined, details, uses.listed)
        ratings = self._ratings(response)
        details["use_ratings"] = ratings
        words = [len(content_words(use)) for use in uses.scored]
        submetrics: dict[str, float | None] = {
            **self._undefined,
            "judged_originality": judged_originality(ratings),
            "flexibility": mean_or_none(response.flexibility),
            "creativity": mean_or_none(response.whole.creativity),
            "semantic_originality": semantic.originality,
            "semantic_flexibility": semantic.flexibility,
            "fluency": float(len(uses.scored)),
            "elaboration": mean_or_none(words),
            "repeated_uses": float(uses.repeated),
            "surplus_uses": float(uses.surplus),
            "uses_without_vector": float(semantic.n_unknown),
        }
        score = submetrics[self._protocol.score]
        reason = None if score is not None else self._reason(response)
        return SampleScore(score, reason, submetrics, details, uses.listed)

    def _reason(self, response: AutResponse) -> FailureReason:
        if self._protocol.score == SEMANTIC:
            return FailureReason.TOO_FEW_VALID
        return FailureReason.OFF_TASK if response.whole.off_task else FailureReason.UNJUDGED

    def _ratings(self, response: AutResponse) -> list[list[float]]:
        uses, from_file = response.uses, response.from_file
        if from_file is None:
            rated = response.originality or [()] * len(uses.scored)
            return [list(some) for some in rated]
        if len(from_file) != uses.n_listed:
            expected = (
                "a rating for the one use" if uses.n_listed == 1 else f"a rating for each of {uses.n_listed} uses"
            )
            advice = (
                "a list in the place of a rating holds those of several raters, and null is none: [[4, 5], null]"
                if response.is_list
                else "where a response lists them, repeated ones are left out: write them into a field uses"
            )
            raise BadArguments(f"expected {expected}, got {len(from_file)}; {advice}")
        scale = self._protocol.scale
        off = [value for ratings in from_file for value in ratings if not scale.low <= value <= scale.high]
        if off:
            hint = "; prompts=own takes those from 1 to 5" if self._protocol.program else ""
            raise BadArguments(
                f"expected ratings of originality from {scale.low:g} to {scale.high:g}, got {off[0]:g}{hint}"
            )
        return [list(from_file[place]) for place in uses.places]
