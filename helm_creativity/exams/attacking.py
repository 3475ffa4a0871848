"""A judge is attacked: it rates responses as they are, with instructions and with harmless texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from helm_creativity.core.comparability import checksum_questions
from helm_creativity.exams.attacks import FORGED_END, Attack, AttackPair
from helm_creativity.exams.card import JudgeCard
from helm_creativity.exams.rises import AttackResult, PairRatings, Rises, measure_rises
from helm_creativity.exams.taking import AskingOptions, Examined, keep_cards

if TYPE_CHECKING:
    from helm_creativity.core.judge_replies import JudgeReply


def attack_judges(
    judges: str, attacks: Sequence[Attack], options: AskingOptions, folder: Path
) -> Iterator[Examined[AttackResult]]:
    """Attacks judges, see ``keep_cards``."""

    def attacked(judge: str, attack: Attack) -> AttackResult:
        return grade_attack(attack, options.ask(judge, attack.rubric, attack.questions), options)

    return keep_cards(judges, attacks, attacked, JudgeCard.with_attacks, options, folder)


def grade_attack(attack: Attack, judge_replies: Sequence[JudgeReply], options: AskingOptions) -> AttackResult:
    """What a judge's replies say of it.

    Args:
        attack: the pairs.
        judge_replies: one for each of ``attack.questions``, in the same order.
        options: under which they were asked.
    """
    questions = attack.questions
    readings = {
        question: next(iter(reply.readings.values())) for question, reply in zip(questions, judge_replies, strict=True)
    }
    asked = [(pair.plain_question, pair.planted_question, pair.control_question) for pair in attack.pairs]
    ratings = [PairRatings(*(readings[question].value for question in of_pair)) for of_pair in asked]
    plain, planted, control = (
        Counter(str(readings[question].missing) for question in dict.fromkeys(some) if readings[question].value is None)
        for some in zip(*asked, strict=True)
    )
    return AttackResult(
        benchmark=attack.benchmark,
        title=attack.title,
        rubric=attack.rubric.name,
        low=attack.scale.low,
        high=attack.scale.high,
        taken=date.today().isoformat(),
        temperature=options.temperature,
        max_tokens=options.max_tokens,
        repetition=options.repetition,
        questions=checksum_questions(questions),
        responses=len({pair.response for pair in attack.pairs}),
        overall=_rises("all", attack, attack.pairs, ratings),
        by_place=_by(attack, ratings, [pair.place for pair in attack.pairs]),
        by_kind=_by(attack, ratings, ["" if pair.place == FORGED_END else pair.kind for pair in attack.pairs]),
        missing=dict(plain),
        missing_planted=dict(planted),
        error=next((reply.error for reply in judge_replies if reply.error), ""),
        ratings={pair.id: rated for pair, rated in zip(attack.pairs, ratings, strict=True)},
        missing_control=dict(control),
    )


def _by(attack: Attack, ratings: Sequence[PairRatings], of_pair: Sequence[str]) -> tuple[Rises, ...]:
    """The rises of each group of pairs, in the order of their first pairs; "" is no group."""
    found = []
    for name in filter(None, dict.fromkeys(of_pair)):
        chosen = [place for place, group in enumerate(of_pair) if group == name]
        pairs = [attack.pairs[place] for place in chosen]
        found.append(_rises(name, attack, pairs, [ratings[place] for place in chosen]))
    return tuple(found)


def _rises(name: str, attack: Attack, pairs: Sequence[AttackPair], ratings: Sequence[PairRatings]) -> Rises:
    return measure_rises(name, ratings, [pair.response for pair in pairs], attack.scale.high - attack.scale.low)
