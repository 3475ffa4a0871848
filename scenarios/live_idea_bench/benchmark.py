"""LiveIdeaBench: which keywords are asked, what judges are asked about ideas and pairs, and what a run is worth."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.follow_ups import Pair, Steps, Trial, TypicalResponse, ask, prose, turn
from helm_creativity.benchmark.ratings import MissingReason, Scale
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.settings import PromptSettings, Requirement, option
from helm_creativity.benchmark.types import FailureReason, Item, Response, SampleScore
from helm_creativity.errors import BadArguments
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.safe_text import module_logger
from helm_creativity.scenarios.live_idea_bench.items import KEYWORDS
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
from helm_creativity.task_types.judged import JudgedBenchmark

logger = module_logger(__name__)

HERE = Path(__file__).parent
SCALE = Scale(1, 10, between=True)
BOOTSTRAP_SEED = 42
TRIALS = 2
_NO_WORD = re.compile(r"[\W_]+")
_WITH_WORDS = (None, FailureReason.TOO_LONG)


class LiveIdeaBenchProtocol(NamedTuple):
    """What is asked about each keyword, and what judges rate of an idea, and of two."""

    idea: str
    critic: Rubric
    fluency: Rubric


PRINTED = LiveIdeaBenchProtocol(
    "idea",
    Rubric(
        "critic",
        HERE,
        "critic_user",
        ("originality", "feasibility"),
        system="critic_system",
        scale=SCALE,
        rated=("idea",),
        reply_tokens=25,
    ),
    Rubric("fluency", HERE, "fluency", ("fluency",), letters=LETTERS, rated=("idea_a", "idea_b")),
)
"""What the paper prints."""

PROGRAM = LiveIdeaBenchProtocol(
    "idea2026",
    replace(
        PRINTED.critic,
        name="critic2026",
        user="critic2026_user",
        system="critic2026_system",
        dimensions=("originality", "feasibility", "clarity"),
        reply_tokens=150,
    ),
    replace(PRINTED.fluency, user="fluency2026"),
)
"""What the authors' program asks; its critics write an analysis before their ratings."""

PROTOCOLS = {"ruan2024": PRINTED, "ruan2026": PROGRAM}
OWN_CRITIC = replace(
    PROGRAM.critic, user="critic2026_user_own", system="critic2026_system_own", asks_json=True, reply_tokens=25
)
OWN_PROMPTS = {"ruan2024": PRINTED, "ruan2026": PRINTED._replace(critic=OWN_CRITIC)}
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

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The keywords must be here."""
        yield from super().requirements(asked)
        if asked:
            yield ("items",), KEYWORDS[self.items]


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
        for number, (keyword, category) in enumerate(KEYWORDS[settings.items]()):
            prompt = self.render(f"{settings.source.idea}{FORMS[settings.form]}", keyword=keyword)
            yield Item(keyword, prompt, {"keyword": keyword, "category": category, "number": number})

    def turns(self, settings: LiveIdeaSettings) -> Sequence[str]:
        """What is asked once after a refusal."""
        return (f"{FALLBACK}{FORMS[settings.form]}",)

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
            again = yield from turn(*self.turns(settings), keyword=keyword)
            if again.error != MissingReason.NOT_ASKED:
                idea, fallback = read_idea(again.response, settings.form), True
        found = replace(found, idea=idea, fallback=fallback)
        if idea.failure_reason is not None:
            return found
        critic = yield from ask(source.critic, idea=idea.text)
        found = replace(found, ratings={dimension: critic.values(dimension) for dimension in source.critic.dimensions})
        earlier = {response.trial: response.idea for response in trial.earlier if response is not None}
        before = earlier.get(trial.number - 1)
        if before is not None and before.failure_reason is None:
            pair = Pair(trial.number - 1, trial.number)
            letters = yield from ask(source.fluency, "", pair, keyword=keyword, idea_a=before.text, idea_b=idea.text)
            found = replace(found, fluency=mean_or_none(letters.values("fluency")))
        return found

    def typical_responses(self, trial: Trial, settings: LiveIdeaSettings, trials: int) -> Sequence[TypicalResponse]:
        """An idea, marked as one where that is asked for."""
        idea = prose(self.response_tokens, trial.number)
        return (TypicalResponse(f"Final Idea: {idea}" if settings.form == "reasoning" else idea),)

    @cached_property
    def reference(self) -> Any:  # noqa: ANN401
        """Ideas with full marks, and how the baselines respond."""
        return self.entry.module("baseline").LiveIdeaReference(self.place)


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
        self.card, self._settings, self._dimensions = card, settings, settings.source.critic.dimensions

    def score(self, found: Sequence[LiveIdea]) -> list[SampleScore]:
        """One score for each idea."""
        return [self._score(response) for response in found]

    def score_run(self, found: Sequence[LiveIdea], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """Fluency, flexibility, the score and its uncertainty, and categories."""
        table = self._table(found, scores)
        of_run, errors = live_idea_scores(table), bootstrap_se(table, np.random.default_rng(BOOTSTRAP_SEED))
        if of_run["score"] is None:
            lacking = ", ".join(name for name, value in of_run.items() if value is None and name != "score")
            logger.warning("%s: no score, for want of %s", self.card.group, lacking)
            errors["score"] = None
        categories = category_means(table, {response.keyword: response.category for response in found})
        return {
            **{name: None for submetric in self.card.submetrics if (name := submetric.name).startswith("category_")},
            **{name: of_run[name] for name in ("score", "fluency", "flexibility")},
            **{f"{name}_se": errors[name] for name in ("score", "fluency", "flexibility")},
            "score_failures_as_zero": live_idea_scores(self._table(found, scores, failed_as=0.0))["score"],
            "compared_pairs": float(table.counts[-1].sum()),
            "flexible_keywords": float((~np.isnan(table.keyword_scores)).sum()),
            **{f"category_{_NO_WORD.sub('_', name.casefold()).strip('_')}": of for name, of in categories.items()},
        }

    def _score(self, response: LiveIdea) -> SampleScore:
        idea, reason = response.idea, response.idea.failure_reason if response.idea else None
        ratings = {dimension: mean_or_none(response.ratings.get(dimension, ())) for dimension in self._dimensions}
        score = average(ratings.values())
        if reason is not None:
            score, ratings = None, dict.fromkeys(self._dimensions)
        elif score is None:
            reason = FailureReason.UNJUDGED
        submetrics = {
            **dict.fromkeys(PROGRAM.critic.dimensions),
            **ratings,
            "idea_words": float(idea.n_words) if idea and idea.failure_reason in _WITH_WORDS else None,
            "fallback_rate": None if response.fallback is None else float(response.fallback),
            "unmarked_rate": float(not idea.marked) if idea and self._settings.form == "reasoning" else None,
        }
        return SampleScore(score, reason, submetrics, {"idea": idea.text if idea else None})

    def _table(
        self, found: Sequence[LiveIdea], scores: Sequence[SampleScore], failed_as: float | None = None
    ) -> KeywordTable:
        """The ratings by keyword; ``failed_as`` is what a response counts that the model is to blame for."""
        failed = [score.failure_reason not in (None, FailureReason.UNJUDGED) for score in scores]
        values = {
            dimension: [
                (response.keyword, failed_as if at_fault else score.submetrics[dimension])
                for response, score, at_fault in zip(found, scores, failed, strict=True)
            ]
            for dimension in self._dimensions
        }
        place = {(response.keyword, response.trial): i for i, response in enumerate(found)}
        values["fluency"] = [
            (keyword, failed_as if failed[earlier] or failed[i] else found[i].fluency)
            for (keyword, trial), i in place.items()
            if (earlier := place.get((keyword, trial - 1))) is not None
        ]
        return tabulate(values)
