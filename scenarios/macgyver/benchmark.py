"""MacGyver-like problems: which are asked, what judges are asked about a response, and what a response is worth."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from helm_creativity.core.card import Card
from helm_creativity.core.follow_ups import Steps, Trial, ask
from helm_creativity.core.rubrics import Question, Rubric
from helm_creativity.core.settings import PromptSettings, Requirement, option
from helm_creativity.core.types import FailureReason, Item, Response, SampleScore
from helm_creativity.errors import BadArguments
from helm_creativity.families.judged import JudgedBenchmark
from helm_creativity.io.files import file_sha256
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.psychometrics.uncertainty import standard_error
from helm_creativity.safe_text import quoted
from helm_creativity.scenarios.macgyver.items import HOUSEHOLD, PROBLEM_SETS, MacGyverProblem, problems_checksum
from helm_creativity.scenarios.macgyver.scoring import (
    CLASSES,
    LETTERS,
    check_response,
    class_shares,
    judged_score,
    rating_class,
)
from helm_creativity.text.response import despite_ratings
from helm_creativity.text.turns import as_written

HERE = Path(__file__).parent
PROTOCOLS = ("agc2026",)
"""Each has a prompt of its name."""

JUDGE = Rubric("solution", HERE, "judge", ("solution",), letters=LETTERS, rated=("answer",), asks_json=True)
"""One letter for a response."""

CHECKS = ("solvability_correct", "says_impossible", "foreign_tools", "tools_used", "steps", "words", "over_100_words")


def question_about(text: str, problem: str, solvable: bool, reference: str | None) -> Question:
    """What judges are asked about a response: the problem, what is known of it, and the text without reasoning."""
    return JUDGE.question(answer=as_written(text), problem=problem, solvable=solvable, reference=reference or "")


@dataclass(frozen=True)
class MacGyverSettings(JudgedSettings, PromptSettings):
    """Settings of the MacGyver-like problems."""

    items: str = option(
        "own",
        "own, the problems of this package, or macgyver2024, the authors' 1,683",
        choices=tuple(PROBLEM_SETS),
        named=True,
    )

    @property
    def problems(self) -> tuple[MacGyverProblem, ...]:
        """The problems."""
        return PROBLEM_SETS[self.items]()

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The problems must be here."""
        yield from super().requirements(asked)
        yield ("items",), lambda: self.problems


class MacGyver(JudgedBenchmark[MacGyverSettings]):
    """Percentage of the judges who found a response correct."""

    settings_type = MacGyverSettings
    record = "rows:MacGyverRow"
    response_tokens = 120

    def items(self, settings: MacGyverSettings) -> Iterator[Item]:
        """The prompt with every problem. Tools and reference are left out where there are none."""
        for number, problem in enumerate(settings.problems):
            fields = {
                "problem": problem.text,
                "solvable": problem.solvable,
                "tools": None if problem.tools is None else list(problem.tools),
                "reference": problem.reference,
                "setting": problem.setting or None,
            }
            known = {name: value for name, value in fields.items() if value is not None}
            prompt = self.render(settings.protocol, settings, problem=problem.text)
            yield Item(problem.id, prompt, {**known, "number": number})

    def scorer(self, settings: MacGyverSettings) -> MacGyverScorer:
        """See ``MacGyverScorer``."""
        return MacGyverScorer(self.card, settings)

    def rubrics(self, settings: MacGyverSettings) -> Sequence[Rubric]:
        """Which class is this response?"""
        return (JUDGE,)

    def follow_up(self, trial: Trial, settings: MacGyverSettings) -> Steps[MacGyverResponse]:
        """One question about a response; none where it cannot be judged, or people have classed it."""
        from helm_creativity.scenarios.macgyver.parse import unanswered_problem

        fields, response = trial.sample.fields, trial.sample.response or Response("")
        reason, text = unanswered_problem(response), as_written(response.text)
        classes = tuple(fields.get("classes", ()))
        if "classes" in fields:
            reason = despite_ratings(reason)
        elif reason is None and "item" not in fields:  # which alone names a problem in a file, where nobody is asked
            replies = yield from ask(
                JUDGE,
                answer=text,
                problem=str(fields["problem"]),
                solvable=bool(fields["solvable"]),
                reference=fields.get("reference") or "",
            )
            classes = tuple(rating_class(rating) for rating in replies.values("solution"))
        return MacGyverResponse(text, fields, reason, classes)

    def compared(self, settings: MacGyverSettings, asked: bool = True) -> dict[str, str]:
        """With the file of problems, and the list of household objects that finds ``foreign_tools``."""
        items = {} if asked else {"items": f"{settings.items}@{problems_checksum(settings.items)}"}
        objects = {"objects": f"sha256:{file_sha256(HOUSEHOLD)[:12]}"}
        return {**super().compared(settings, asked), **items, **objects}


@dataclass(frozen=True)
class MacGyverResponse:
    """What is known of a response."""

    text: str
    fields: Mapping[str, Any]
    failure_reason: FailureReason | None
    classes: tuple[str, ...] = ()


class MacGyverScorer:
    """See ``RunScorer``. The score of a response is the percentage of its judges who found it correct."""

    independent = True

    def __init__(self, card: Card, settings: MacGyverSettings) -> None:
        self.card, self._settings = card, settings

    def score(self, found: Sequence[MacGyverResponse]) -> list[SampleScore]:
        """One score for each response."""
        return [self._score(response) for response in found]

    def score_run(self, found: Sequence[MacGyverResponse], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """Scores by solvability and setting."""
        pairs = list(zip((response.fields for response in found), scores, strict=True))
        stats: dict[str, float | None] = {}
        for name, solvable in (("solvable", True), ("unsolvable", False)):
            some = [(fields, score) for fields, score in pairs if fields["solvable"] is solvable]
            stats[f"{name}_score"], stats[f"{name}_score_se"] = _mean_and_error(some)
        for name in (submetric.name for submetric in self.card.submetrics if submetric.name.startswith("setting_")):
            stats[name] = _mean_and_error(
                [(fields, score) for fields, score in pairs if _problem_setting(fields) == name]
            )[0]
        known = sum(response.fields.get("tools") is not None for response in found)
        stats["tools_known_rate"] = known / len(found) if found else None
        return stats

    @cached_property
    def _by_id(self) -> dict[str, MacGyverProblem]:
        return {problem.id: problem for problem in self._settings.problems}

    def _score(self, response: MacGyverResponse) -> SampleScore:
        fields = self._with_problem(response.fields)
        if response.failure_reason is not None:
            undefined: dict[str, float | None] = dict.fromkeys((*CLASSES, *CHECKS))
            return SampleScore(None, response.failure_reason, undefined, {"claim": None, "foreign": []})
        checks = check_response(response.text, str(fields["problem"]), fields.get("tools"), bool(fields["solvable"]))
        score = judged_score(response.classes)
        details = {"claim": "impossible" if checks.impossible else "possible", "foreign": list(checks.foreign)}
        values = {**checks._asdict(), "says_impossible": checks.impossible}
        submetrics = class_shares(response.classes)
        submetrics |= {name: None if values[name] is None else float(values[name]) for name in CHECKS}
        return SampleScore(score, FailureReason.UNJUDGED if score is None else None, submetrics, details)

    def _with_problem(self, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        if "item" not in fields:
            return fields
        problem = self._by_id.get(fields["item"])
        if problem is None:
            raise BadArguments(
                f"no problem of {self._settings.items} has the id {quoted(fields['item'])}; "
                "name other items with --items, or write its text as problem, with solvable"
            )
        return {**fields, "problem": problem.text, "tools": problem.tools, "solvable": problem.solvable}


def _mean_and_error(pairs: Iterable[tuple[Mapping[str, Any], SampleScore]]) -> tuple[float | None, float | None]:
    scored = [(score.score, str(fields["problem"])) for fields, score in pairs if score.score is not None]
    scores = [score for score, _ in scored]
    return (sum(scores) / len(scores) if scores else None), standard_error(scores, [key for _, key in scored])


def _problem_setting(fields: Mapping[str, Any]) -> str:
    return f"setting_{re.sub(r'[^a-z]+', '_', str(fields.get('setting', '')).lower())}"
