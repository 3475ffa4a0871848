"""MacGyver-like problems: which are asked, what judges are asked about a response, and what a response is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.benchmark.follow_ups import Steps, Trial, ask
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.benchmark.settings import PromptSettings, Requirement, option
from helm_creativity.benchmark.types import FailureReason, Item, Response, SampleScore
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.psychometrics.uncertainty import standard_error
from helm_creativity.scenarios.macgyver.items import ITEM_FILES, MacGyverProblem, problems
from helm_creativity.scenarios.macgyver.parse import HOUSEHOLD, unanswered_problem
from helm_creativity.scenarios.macgyver.scoring import (
    CLASSES,
    LETTERS,
    Checks,
    check_response,
    class_shares,
    judged_score,
    rating_class,
)
from helm_creativity.task_types.judged import JudgedBenchmark
from helm_creativity.text.response import despite_ratings
from helm_creativity.text.turns import as_written

HERE = Path(__file__).parent
PROTOCOLS = ("agc2026",)
"""Each has a prompt of its name."""

JUDGE = Rubric("solution", HERE, "judge", ("solution",), letters=LETTERS, rated=("answer",), asks_json=True)
"""One letter for a response."""

CHECKS = Checks._fields[:-1]


def question_about(text: str, problem: MacGyverProblem) -> Question:
    """What judges are asked about a response: the problem, what is known of it, and the text without reasoning."""
    return JUDGE.question(
        answer=as_written(text),
        problem=problem.problem,
        solvable=problem.solvable,
        reference=problem.reference or "",
    )


@dataclass(frozen=True)
class MacGyverSettings(JudgedSettings, PromptSettings):
    """Settings of the MacGyver-like problems."""

    items: str = option(
        "own",
        "own, the problems of this package, or macgyver2024, the authors' 1,683",
        choices=tuple(ITEM_FILES),
        named=True,
    )

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The problems must be here."""
        yield from super().requirements(asked)
        yield ("items",), lambda: problems(self.items)


class MacGyverResponse(NamedTuple):
    """What is known of a response."""

    text: str
    fields: Mapping[str, Any]
    failure_reason: FailureReason | None
    classes: Sequence[str] = ()


class MacGyver(JudgedBenchmark[MacGyverSettings]):
    """Percentage of the judges who found a response correct."""

    settings_type = MacGyverSettings
    record = "rows:MacGyverRow"
    response_tokens = 120

    def items(self, settings: MacGyverSettings) -> Iterator[Item]:
        """The prompt with every problem. Tools and reference are left out where there are none."""
        for number, problem in enumerate(problems(settings.items)):
            known = {name: value for name, value in problem._asdict().items() if value is not None and name != "id"}
            prompt = self.render(settings.protocol, settings, problem=problem.problem)
            yield Item(problem.id, prompt, {**known, "number": number})

    def scorer(self, settings: MacGyverSettings) -> MacGyverScorer:
        """See ``MacGyverScorer``."""
        return MacGyverScorer(self.card)

    def rubrics(self, settings: MacGyverSettings) -> Sequence[Rubric]:
        """Which class is this response?"""
        return (JUDGE,)

    def follow_up(self, trial: Trial, settings: MacGyverSettings) -> Steps[MacGyverResponse]:
        """One question about a response; none where it cannot be judged, or people have classed it."""
        fields, response = trial.sample.fields, trial.sample.response or Response("")
        reason, text = unanswered_problem(response), as_written(response.text)
        classes = fields.get("classes", ())
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
            classes = [rating_class(rating) for rating in replies.values("solution")]
        return MacGyverResponse(text, fields, reason, classes)

    def compared(self, settings: MacGyverSettings, asked: bool = True) -> dict[str, str]:
        """With the file of problems, and the list of household objects that finds ``foreign_tools``."""
        parts = super().compared(settings, asked)
        if not asked:
            parts["items"] = f"{settings.items}@sha256:{file_sha256(ITEM_FILES[settings.items]())[:12]}"
        return {**parts, "objects": f"sha256:{file_sha256(HOUSEHOLD)[:12]}"}


class MacGyverScorer:
    """See ``RunScorer``. The score of a response is the percentage of its judges who found it correct."""

    independent = True

    def __init__(self, card: Card) -> None:
        self.card = card

    def score(self, found: Sequence[MacGyverResponse]) -> list[SampleScore]:
        """One score for each response."""
        return [self._score(response) for response in found]

    def score_run(self, found: Sequence[MacGyverResponse], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """Scores by solvability and setting."""
        known = [(response.fields, score.score) for response, score in zip(found, scores, strict=True)]
        scored = [(fields, score) for fields, score in known if score is not None]
        stats: dict[str, float | None] = {}
        for name, solvable in (("solvable", True), ("unsolvable", False)):
            its = [(score, str(fields["problem"])) for fields, score in scored if fields["solvable"] is solvable]
            values = [score for score, _ in its]
            stats[f"{name}_score"] = mean_or_none(values)
            stats[f"{name}_score_se"] = standard_error(values, [problem for _, problem in its])
        for name in (submetric.name for submetric in self.card.submetrics if submetric.name.startswith("setting_")):
            stats[name] = mean_or_none(
                [score for fields, score in scored if f"setting_{fields.get('setting')}" == name]
            )
        stats["tools_known_rate"] = mean_or_none([float(fields.get("tools") is not None) for fields, _ in known])
        return stats

    def _score(self, response: MacGyverResponse) -> SampleScore:
        fields = response.fields
        if response.failure_reason is not None:
            undefined: dict[str, float | None] = dict.fromkeys((*CLASSES, *CHECKS))
            return SampleScore(None, response.failure_reason, undefined, {"claim": None, "foreign": []})
        checks = check_response(response.text, fields["problem"], fields.get("tools"), fields["solvable"])
        score = judged_score(response.classes)
        known = {name: None if value is None else float(value) for name, value in zip(CHECKS, checks[:-1], strict=True)}
        details = {"claim": "impossible" if checks.says_impossible else "possible", "foreign": list(checks.foreign)}
        submetrics = {**class_shares(response.classes), **known}
        return SampleScore(score, FailureReason.UNJUDGED if score is None else None, submetrics, details)
