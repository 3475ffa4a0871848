"""LiveIdeaBench: which keywords are asked, what judges are asked about ideas and pairs, and what a run is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from helm_creativity.core.card import Card
from helm_creativity.core.follow_ups import Pair, Steps, Trial, ask, turn
from helm_creativity.core.ratings import MissingReason, Scale
from helm_creativity.core.rubrics import Rubric
from helm_creativity.core.settings import PromptSettings, Requirement, option
from helm_creativity.core.types import FailureReason, Item, Response, SampleScore
from helm_creativity.core.usual import Usual, prose
from helm_creativity.errors import BadArguments
from helm_creativity.families.judged import JudgedBenchmark
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.safe_text import module_logger
from helm_creativity.scenarios.live_idea_bench.items import KEYWORDS, Keyword, slug
from helm_creativity.scenarios.live_idea_bench.parse import Idea, rated_idea, read_idea
from helm_creativity.scenarios.live_idea_bench.scoring import (
    LETTERS,
    KeywordTable,
    average,
    bootstrap_se,
    category_means,
    live_idea_scores,
    tabulate,
)

logger = module_logger(__name__)

HERE = Path(__file__).parent
SCALE = Scale(1, 10, between=True)
BOOTSTRAP_SEED = 42
TRIALS = 2


@dataclass(frozen=True)
class LiveIdeaBenchProtocol:
    """What is asked about each keyword, and what judges rate."""

    idea: str
    critic: Rubric
    fluency: Rubric

    @property
    def dimensions(self) -> tuple[str, ...]:
        """What is rated of one idea."""
        return self.critic.dimensions


RATED, CLARITY = ("originality", "feasibility"), "clarity"
COMPARED = ("idea_a", "idea_b")

PRINTED = LiveIdeaBenchProtocol(
    "idea",
    Rubric("critic", HERE, "critic_user", RATED, "critic_system", SCALE, rated=("idea",), reply_tokens=25),
    Rubric("fluency", HERE, "fluency", ("fluency",), letters=LETTERS, rated=COMPARED),
)
"""What the paper prints."""

PROGRAM = LiveIdeaBenchProtocol(
    "idea2026",
    Rubric(
        "critic2026",
        HERE,
        "critic2026_user",
        (*RATED, CLARITY),
        "critic2026_system",
        SCALE,
        rated=("idea",),
        reply_tokens=150,
    ),
    Rubric("fluency", HERE, "fluency2026", ("fluency",), letters=LETTERS, rated=COMPARED),
)
"""What the authors' program asks; its critics write an analysis before their ratings."""

OWN_CRITIC = replace(
    PROGRAM.critic, user="critic2026_user_own", system="critic2026_system_own", asks_json=True, reply_tokens=25
)

PROTOCOLS = {"ruan2024": PRINTED, "ruan2026": PROGRAM}
OWN_PROMPTS = {"ruan2024": PRINTED, "ruan2026": replace(PRINTED, critic=OWN_CRITIC)}
"""The protocols with words of this package where the paper prints none."""

FORMS = {"plain": "", "reasoning": "_reasoning"}
"""Ends of the names of prompts; ``reasoning`` asks for a mark before the idea."""

FALLBACK = "fallback"
"""What is asked once after a refusal."""


@dataclass(frozen=True)
class LiveIdeaSettings(JudgedSettings, PromptSettings):
    """Settings of LiveIdeaBench. Three judges are drawn for each idea; the paper prints no temperature."""

    usual_design = "draw=3"

    items: str = option(
        "own",
        "own, 216 keywords of this package, or official, the authors' 1,180",
        choices=tuple(KEYWORDS),
        named=True,
        scoring=False,
    )
    form: str = option(
        "plain", 'plain, or reasoning, which asks for the idea behind "Final Idea:"', choices=FORMS, scoring=False
    )

    @property
    def source(self) -> LiveIdeaBenchProtocol:
        """What the protocol says, in the chosen words."""
        return (OWN_PROMPTS if self.prompts == "own" else PROTOCOLS)[self.protocol]

    @property
    def trials(self) -> int:
        """Ideas for each keyword."""
        return TRIALS

    def require_trials(self, trials: int) -> None:
        """Two ideas for a keyword, or there is no fluency."""
        if trials < 2:
            raise BadArguments(
                "fluency compares two ideas for a keyword, and is part of the score, and num_trials=1 asks for one: "
                f"leave num_trials out ({self.trials}), or ask for 2 or more"
            )

    @property
    def all_keywords(self) -> tuple[Keyword, ...]:
        """The keywords."""
        return KEYWORDS[self.items]()

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The keywords must be here."""
        yield from super().requirements(asked)
        if asked:
            yield ("items",), lambda: self.all_keywords


class LiveIdeaBench(JudgedBenchmark[LiveIdeaSettings]):
    """Mean of what is rated of the ideas, their fluency and their flexibility."""

    settings_type = LiveIdeaSettings
    record = "rows:LiveIdeaRow"
    response_tokens = 140
    compares_trials = True
    trials_move_score = True  # a percentile of means over the ideas for a keyword
    assumptions = (
        "LiveIdeaBench: no idea is refused, so that none is asked for again in other words; all are within the length, "
        "so that critics rate each of them and compare every two consecutive ones for a keyword.",
    )

    def items(self, settings: LiveIdeaSettings) -> Iterator[Item]:
        """The idea prompt with every keyword."""
        for number, (keyword, category) in enumerate(settings.all_keywords):
            prompt = self.render(f"{settings.source.idea}{FORMS[settings.form]}", keyword=keyword)
            yield Item(keyword, prompt, {"keyword": keyword, "category": category, "number": number})

    def turns(self, settings: LiveIdeaSettings) -> Sequence[str]:
        """What is asked once after a refusal."""
        return (_fallback(settings),)

    def scorer(self, settings: LiveIdeaSettings) -> LiveIdeaScorer:
        """See ``LiveIdeaScorer``."""
        return LiveIdeaScorer(self.card, settings)

    def rubrics(self, settings: LiveIdeaSettings) -> Sequence[Rubric]:
        """About one idea, and about two."""
        return settings.source.critic, settings.source.fluency

    def follow_up(self, trial: Trial, settings: LiveIdeaSettings) -> Steps[LiveIdea]:
        """The critics' ratings of an idea, and letters for it and the one before it.

        A refused keyword is asked once more in other words; what cannot be judged is not sent to judges.
        """
        fields, source = trial.sample.fields, settings.source
        keyword = str(fields["keyword"])
        found = LiveIdea(keyword, str(fields.get("category") or "none"), trial.number)
        if (ratings := fields.get("ratings")) is not None:
            response = trial.sample.response
            return replace(found, idea=None if response is None else rated_idea(response), ratings=ratings)
        idea, fallback = read_idea(trial.sample.response or Response(""), settings.form), False
        if idea.failure_reason is FailureReason.REFUSED:
            again = yield from turn(_fallback(settings), keyword=keyword)
            if again.error != MissingReason.NOT_ASKED:
                idea, fallback = read_idea(again.response, settings.form), True
        found = replace(found, idea=idea, fallback=fallback)
        if idea.failure_reason is not None:
            return found
        critic = yield from ask(source.critic, idea=idea.text)
        found = replace(found, ratings={dimension: critic.values(dimension) for dimension in source.dimensions})
        earlier = (response for response in trial.earlier if response is not None)
        before = next((response.idea for response in earlier if response.trial == trial.number - 1), None)
        if before is not None and before.failure_reason is None:
            pair = Pair(trial.number - 1, trial.number)
            letters = yield from ask(source.fluency, "", pair, keyword=keyword, idea_a=before.text, idea_b=idea.text)
            found = replace(found, fluency=mean_or_none(letters.values("fluency")))
        return found

    def usual(self, trial: Trial, settings: LiveIdeaSettings, trials: int) -> Sequence[Usual]:
        """An idea, marked as one where that is asked for."""
        idea = prose(self.response_tokens, trial.number)
        return (Usual(f"Final Idea: {idea}" if settings.form == "reasoning" else idea),)


def _fallback(settings: LiveIdeaSettings) -> str:
    return f"{FALLBACK}{FORMS[settings.form]}"


@dataclass(frozen=True)
class LiveIdea:
    """What is known of a response."""

    keyword: str
    category: str
    trial: int
    idea: Idea | None = None
    fallback: bool | None = None
    ratings: Mapping[str, Sequence[float]] = field(default_factory=dict)
    fluency: float | None = None


class LiveIdeaScorer:
    """See ``RunScorer``. An idea's score is the mean of its ratings' means, a run's that of four dimensions or five."""

    independent = True

    def __init__(self, card: Card, settings: LiveIdeaSettings) -> None:
        self.card, self._dimensions, self._form = card, settings.source.dimensions, settings.form

    def score(self, found: Sequence[LiveIdea]) -> list[SampleScore]:
        """One score for each idea."""
        return [self._score(response) for response in found]

    def score_run(self, found: Sequence[LiveIdea], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """Fluency, flexibility, the score and its uncertainty, and categories."""
        table = self._table(found, scores)
        of_run = live_idea_scores(table)
        if of_run.score is None:
            lacking = ", ".join(name for name, value in of_run.submetrics.items() if value is None)
            group = self.card.group
            has_pairs = max(Counter(response.keyword for response in found).values(), default=0) > 1
            hint = "" if has_pairs else "; fluency needs num_trials of 2 or more"
            logger.warning("%s: no score, for want of %s%s", group, lacking, hint)
        errors = bootstrap_se(table, np.random.default_rng(BOOTSTRAP_SEED))
        categories = {response.keyword: response.category for response in found}
        of_categories = category_means(table, categories).items()
        return {
            **{name: None for submetric in self.card.submetrics if (name := submetric.name).startswith("category_")},
            "score": of_run.score,
            "score_se": errors["score"] if of_run.score is not None else None,
            "score_failures_as_zero": live_idea_scores(self._table(found, scores, as_zero=True)).score,
            "fluency": of_run.submetrics["fluency"],
            "fluency_se": errors["fluency"],
            "flexibility": of_run.submetrics["flexibility"],
            "flexibility_se": errors["flexibility"],
            "compared_pairs": float(of_run.n_values["fluency"]),
            "flexible_keywords": float(of_run.n_keywords),
            **{f"category_{slug(name)}": value for name, value in of_categories},
        }

    def _score(self, response: LiveIdea) -> SampleScore:
        idea = response.idea
        values = {dimension: mean_or_none(response.ratings.get(dimension, ())) for dimension in self._dimensions}
        has_words = idea is not None and idea.failure_reason in (None, FailureReason.TOO_LONG)
        submetrics: dict[str, float | None] = {
            **{dimension: values.get(dimension) for dimension in ("originality", "feasibility", "clarity")},
            "idea_words": float(idea.n_words) if idea and has_words else None,
            "fallback_rate": None if response.fallback is None else float(response.fallback),
            "unmarked_rate": float(not idea.marked) if idea and self._form == "reasoning" else None,
        }
        details = {"idea": idea.text if idea else None}
        if idea is not None and idea.failure_reason is not None:
            return SampleScore(None, idea.failure_reason, {**submetrics, **dict.fromkeys(self._dimensions)}, details)
        score = average(values.values())
        return SampleScore(score, FailureReason.UNJUDGED if score is None else None, submetrics, details)

    def _table(self, found: Sequence[LiveIdea], scores: Sequence[SampleScore], as_zero: bool = False) -> KeywordTable:
        """With ``as_zero`` the responses that the model is to blame for count 0."""
        keywords = [response.keyword for response in found]
        ratings = {dimension: [score.submetrics[dimension] for score in scores] for dimension in self._dimensions}
        place = {(response.keyword, response.trial): i for i, response in enumerate(found)}
        pairs = [
            (i, later)
            for (keyword, trial), i in place.items()
            if (later := place.get((keyword, trial + 1))) is not None
        ]
        failed = [score.failure_reason not in (None, FailureReason.UNJUDGED) for score in scores]
        fluency = [None if failed[earlier] or failed[other] else found[other].fluency for earlier, other in pairs]
        return tabulate(keywords, ratings, pairs, fluency, failed if as_zero else None)
