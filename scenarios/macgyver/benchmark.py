"""MacGyver-like problems: which are asked, what of a response judges read, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.benchmark.types import FailureReason, Fields, Item, Response, SampleScore
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.parsing.response import despite_ratings
from helm_creativity.parsing.turns import as_written
from helm_creativity.psychometrics.uncertainty import standard_error
from helm_creativity.scenarios.macgyver.items import problems
from helm_creativity.scenarios.macgyver.parse import HOUSEHOLD, unanswered_problem
from helm_creativity.scenarios.macgyver.scoring import (
    CLASSES,
    Checks,
    check_response,
    class_shares,
    judged_score,
    rating_class,
)
from helm_creativity.task_types.rated.benchmark import RatedBenchmark, RatedSettings, chosen
from helm_creativity.task_types.rated.reply import RatedPassage
from helm_creativity.task_types.rated.scorer import RatedResponse

CHECKS = Checks._fields[:-1]


class MacGyver(RatedBenchmark):
    """Percentage of the judges who found a response correct."""

    record = "rows:MacGyverRow"

    def table(self, name: str) -> list[dict[str, Any]]:
        """The problems; tools and reference are left out where there are none."""
        return [
            {field: value for field, value in problem._asdict().items() if value is not None}
            for problem in problems(name)
        ]

    def items(self, settings: RatedSettings) -> Iterator[Item]:
        """The prompt with every problem."""
        for item in super().items(settings):
            yield Item(item.id, item.prompt, {name: value for name, value in item.fields.items() if name != "id"})

    def passage(self, response: Response, form: str, rated: bool = False) -> RatedPassage:
        """The text without reasoning; "It is not possible" is a response."""
        reason, text = unanswered_problem(response), as_written(response.text)
        return RatedPassage(text, len(text.split()), False, despite_ratings(reason) if rated else reason)

    def shown(self, prompt: str, fields: Fields, settings: RatedSettings) -> Mapping[str, Any]:
        """The problem, and what is known of it."""
        return {"reference": "", **fields}

    def scorer(self, settings: RatedSettings) -> MacGyverScorer:
        """See ``MacGyverScorer``."""
        return MacGyverScorer(self.card)

    def compared(self, settings: RatedSettings, asked: bool = True) -> dict[str, str]:
        """With the file of problems, and the list of household objects that finds ``foreign_tools``."""
        parts = super().compared(settings, asked)
        if not asked:
            name = chosen(settings, "items")
            parts["items"] = f"{name}@sha256:{file_sha256(self.table_path(self.task.items[name], name))[:12]}"
        return {**parts, "objects": f"sha256:{file_sha256(HOUSEHOLD)[:12]}"}


class MacGyverScorer:
    """See ``RunScorer``. The score of a response is the percentage of its judges who found it correct."""

    def __init__(self, card: Card) -> None:
        self.card = card

    def score(self, found: Sequence[RatedResponse]) -> list[SampleScore]:
        """One score for each response."""
        return [self._score(response) for response in found]

    def score_run(self, found: Sequence[RatedResponse], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
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

    def _score(self, response: RatedResponse) -> SampleScore:
        fields = response.fields
        if response.failure_reason is not None:
            undefined: dict[str, float | None] = dict.fromkeys((*CLASSES, *CHECKS))
            return SampleScore(None, response.failure_reason, undefined, {"claim": None, "foreign": []})
        checks = check_response(response.text or "", fields["problem"], fields.get("tools"), fields["solvable"])
        classes = [rating_class(rating) for rating in response.ratings.get("solution", ())]
        score = judged_score(classes)
        known = {name: None if value is None else float(value) for name, value in zip(CHECKS, checks[:-1], strict=True)}
        details = {"claim": "impossible" if checks.says_impossible else "possible", "foreign": list(checks.foreign)}
        reason = FailureReason.UNJUDGED if score is None else None
        return SampleScore(score, reason, {**class_shares(classes), **known}, details)
