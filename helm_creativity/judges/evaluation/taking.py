"""A judge takes an exam: it is asked about texts that people judged, as in a run, and compared with them."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from helm_creativity.benchmark.comparability import checksum_questions, checksum_texts
from helm_creativity.benchmark.names import natural_key
from helm_creativity.defaults import LOCAL_PATH
from helm_creativity.errors import BadArguments
from helm_creativity.judges.designs import parse_judges
from helm_creativity.judges.evaluation.card import (
    ExamResult,
    GroupAgreement,
    JudgeCard,
    card_path,
    read_card,
    write_card,
)
from helm_creativity.judges.evaluation.statistics import (
    THIRDS,
    ExamEstimate,
    RatedResponses,
    length_correlations,
    length_thirds,
    main_estimate,
    measure_agreement,
    names_for,
)
from helm_creativity.judges.evaluation.types import ExamResponse, ExamSet, ScaleKind
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from helm_creativity.benchmark.ratings import JudgeReply, ParsedRating
    from helm_creativity.benchmark.rubrics import Question, Rubric
    from helm_creativity.judges.standalone import QuestionLoad

REPLY_TOKENS = 20
"""Of a usual reply: an object with one number."""
REASONED_REPLY_TOKENS = 150
"""Of a usual reply to a question that does not ask for an object alone."""


@dataclass(frozen=True)
class AskingOptions:
    """How judges are asked."""

    temperature: float = 0.0
    max_tokens: int = 4096
    local_path: Path = LOCAL_PATH
    threads: int = 4

    def __post_init__(self) -> None:
        if not isinstance(self.temperature, (int, float)) or not 0 <= self.temperature <= 2:
            raise BadArguments(
                f"the temperature of judges must be a number from 0 to 2, got {quoted(self.temperature)}"
            )
        if any(not isinstance(number, int) or number < 1 for number in (self.max_tokens, self.threads)):
            raise BadArguments(
                "token limit and threads must be whole numbers of 1 or more, "
                f"got {quoted(self.max_tokens)} and {quoted(self.threads)}"
            )

    def ask(self, judge: str, rubric: Rubric, questions: Sequence[Question]) -> list[JudgeReply]:
        """See ``ask_judge``; what HELM's cache holds is not asked."""
        from helm_creativity.judges.standalone import ask_judge

        return ask_judge(
            judge,
            rubric,
            questions,
            local_path=self.local_path,
            temperature=self.temperature,
            max_tokens=self.max_tokens,
            threads=self.threads,
        )


@dataclass(frozen=True)
class ExamOptions(AskingOptions):
    """How judges are examined: as ``AskingOptions`` says, about a sample."""

    sample: int | None = None
    seed: int = 42

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.sample is not None and self.sample < 1:
            raise BadArguments(f"a sample must have 1 response or more, got {self.sample}")


def drawn(responses: Sequence[ExamResponse], size: int | None, seed: int) -> list[ExamResponse]:
    """A random sample that is spread evenly over the items, in the order of the responses.

    Items are drawn one after the other, and a response of each; then a second one of each that has any left, and so
    on. A larger sample of the same seed holds every smaller one, so that it asks only about what is new.
    """
    if size is None or size >= len(responses):
        return list(responses)
    rng = random.Random(seed)
    of_item: dict[str, list[int]] = defaultdict(list)
    for place, response in enumerate(responses):
        of_item[response.item].append(place)
    items = [rng.sample(places, len(places)) for places in of_item.values()]
    rng.shuffle(items)
    in_turn = [places[turn] for turn in range(max(map(len, items))) for places in items if turn < len(places)]
    return [responses[place] for place in sorted(in_turn[:size])]


def question_loads(judges: Sequence[str], rubric: Rubric, questions: Sequence[Question]) -> list[QuestionLoad]:
    """What questions about one text each ask of each judge."""
    from helm_creativity.judges.standalone import QuestionLoad

    characters = sum(question.characters for question in questions)
    reply = REPLY_TOKENS if rubric.asks_json else REASONED_REPLY_TOKENS
    return [QuestionLoad(judge, len(questions), characters, reply) for judge in judges]


@dataclass(frozen=True)
class Examined:
    """What was found about one judge."""

    card: JudgeCard
    results: tuple[ExamResult, ...]


def questions_about(responses: Iterable[ExamResponse]) -> list[Question]:
    """One question about each response, then those whose ratings stand in people's place."""
    responses = list(responses)
    controls = [response.control for response in responses if response.control is not None]
    return [*(response.question for response in responses), *controls]


def examine_judges(judges: str, exams: Sequence[ExamSet], options: ExamOptions, folder: Path) -> Iterator[Examined]:
    """Examines judges one after the other, and keeps what is found in the card of each.

    What a card has of other sets stays in it. It is written after every set, so that a stop loses none.
    """
    from helm_creativity.judges.standalone import require_judges

    names = parse_judges(judges)
    require_judges(names, options.local_path)
    for judge in names:
        path = card_path(folder, judge)
        card = read_card(path) if path.exists() else JudgeCard(judge, ())
        results = []
        for exam in exams:
            asked = drawn(exam.responses, options.sample, options.seed)
            replies = options.ask(judge, exam.rubric, questions_about(asked))
            results.append(result := grade_exam(exam, asked, replies, options))
            if result.rated:
                card = card.with_results([result])
                write_card(card, path)
        yield Examined(card, tuple(results))


def grade_exam(
    exam: ExamSet, asked: Sequence[ExamResponse], judge_replies: Sequence[JudgeReply], options: ExamOptions
) -> ExamResult:
    """What a judge's replies say of it."""
    readings = [next(iter(reply.readings.values())) for reply in judge_replies]
    ratings = [reading.value for reading in readings[: len(asked)]]
    rated = rated_responses(exam, _beside_controls(asked, readings[len(asked) :]), ratings)
    words = [len(response.text.split()) for response in asked]
    sources = [response.source for response in asked]
    several = len(set(sources)) > 1
    return ExamResult(
        set=exam.name,
        title=exam.title,
        licence=exam.licence,
        citation=exam.citation,
        kind=exam.scale.kind,
        low=exam.scale.low,
        high=exam.scale.high,
        taken=date.today().isoformat(),
        temperature=options.temperature,
        max_tokens=options.max_tokens,
        questions=checksum_questions(questions_about(asked)),
        labels=checksum_texts(f"{response.id}\n{sorted(response.ratings.items())}" for response in asked),
        available=len(exam.responses),
        sample="all" if len(asked) == len(exam.responses) else f"{len(asked)}, seed {options.seed}",
        missing=dict(Counter(str(reading.missing) for reading in readings if reading.value is None)),
        error=next((reply.error for reply in judge_replies if reply.error), ""),
        agreement=measure_agreement(rated),
        length=length_correlations(rated, words),
        by_source=_groups(rated, sources, sorted(set(sources))) if several else (),
        by_length=_groups(rated, length_thirds(words), THIRDS),
        ratings={response.id: rating for response, rating in zip(asked, ratings, strict=True)},
        notes=exam.notes,
    )


def _beside_controls(asked: Sequence[ExamResponse], readings: Sequence[ParsedRating]) -> Sequence[ExamResponse]:
    if not readings:
        return asked
    of_controls = [{} if reading.value is None else {"control": float(reading.value)} for reading in readings]
    return [replace(response, ratings=own) for response, own in zip(asked, of_controls, strict=True)]


def rated_responses(exam: ExamSet, asked: Sequence[ExamResponse], ratings: Sequence[float | None]) -> RatedResponses:
    """People's ratings of responses beside a judge's; None where the judge's is missing."""
    raters = sorted({rater for response in asked for rater in response.ratings}, key=natural_key)
    people = np.array(
        [[response.ratings.get(rater, np.nan) for rater in raters] for response in asked], dtype=np.float64
    )
    judge = np.array([np.nan if rating is None else rating for rating in ratings], dtype=np.float64)
    kind = exam.scale.kind
    classes: tuple[float, ...] = ()
    if kind in (ScaleKind.BINARY, ScaleKind.CLASSES):
        classes = tuple(sorted(exam.scale.names)) or (exam.scale.low, exam.scale.high)
    return RatedResponses(
        kind,
        classes,
        people.reshape(len(asked), len(raters)),
        judge,
        tuple(response.item for response in asked),
        tuple(response.group or response.item for response in asked),
    )


def _groups(rated: RatedResponses, of_response: Sequence[str], names: Sequence[str]) -> tuple[GroupAgreement, ...]:
    groups = []
    for name in names:
        some = rated.at(np.flatnonzero(np.array(of_response) == name))
        bias: ExamEstimate | None = main_estimate(some, "bias") if "bias" in names_for(rated.kind) else None
        groups.append(GroupAgreement(name or "unknown", len(some.compared), main_estimate(some), bias))
    return tuple(groups)
