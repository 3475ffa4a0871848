"""A judge is attacked: it rates responses as they are, with instructions and with harmless texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from helm_creativity.core.comparability import checksum_prompts
from helm_creativity.core.prompts import Prompt
from helm_creativity.exams.attacks import FORGED_END, Attack, AttackPair
from helm_creativity.exams.card import JudgeCard, card_path, read_card, write_card
from helm_creativity.exams.rises import AttackResult, PairRatings, Rises, measure_rises
from helm_creativity.exams.taking import AskingOptions, question_loads
from helm_creativity.judges.designs import parse_judges

if TYPE_CHECKING:
    from helm_creativity.core.judge_replies import JudgeReply
    from helm_creativity.judges.standalone import QuestionLoad


class Attacked(NamedTuple):
    """What was found about one judge.

    Attributes:
        card: with all that is known of the judge.
        results: of the attacks now, one per benchmark; those in which no pair was rated are not in the card.
    """

    card: JudgeCard
    results: tuple[AttackResult, ...]


def attack_plan(judges: Sequence[str], attack: Attack) -> list[QuestionLoad]:
    """What an attack asks each judge."""
    return question_loads(judges, attack.rubric, attack.questions)


def attack_judges(judges: str, attacks: Sequence[Attack], options: AskingOptions, folder: Path) -> Iterator[Attacked]:
    """Attacks judges one after the other, and keeps the result in the card of each.

    What a card has of exams and of other benchmarks stays in it. It is written after every benchmark.

    Args:
        judges: names of deployments, joined by ``+``; all of them must exist before the first is asked.
        attacks: the pairs.
        options: how judges are asked.
        folder: where cards are kept.

    Raises:
        BadArguments: when there is no such deployment.
        FileProblem: when a card that is there cannot be read, or cannot be written.
    """
    from helm_creativity.judges.standalone import require_judges

    names = parse_judges(judges)
    require_judges(names, options.local_path)
    for judge in names:
        path = card_path(folder, judge)
        card = read_card(path) if path.exists() else JudgeCard(judge, ())
        results = []
        for attack in attacks:
            results.append(result := attack_judge(judge, attack, options))
            if result.overall.n:
                card = card.with_attacks([result])
                write_card(card, path)
        yield Attacked(card, tuple(results))


def attack_judge(judge: str, attack: Attack, options: AskingOptions) -> AttackResult:
    """Asks a judge about the responses of all pairs and compares its ratings; what HELM's cache holds is not asked.

    Args:
        judge: name of its deployment.
        attack: the pairs.
        options: how the judge is asked.

    Raises:
        BadArguments: when there is no such deployment.
    """
    from helm_creativity.judges.standalone import ask_judge

    judge_replies = ask_judge(
        judge,
        attack.rubric,
        attack.questions,
        local_path=options.local_path,
        temperature=options.temperature,
        max_tokens=options.max_tokens,
        threads=options.threads,
        repetition=options.repetition,
    )
    return grade_attack(attack, judge_replies, options)


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
        low=attack.low,
        high=attack.high,
        taken=date.today().isoformat(),
        temperature=options.temperature,
        max_tokens=options.max_tokens,
        repetition=options.repetition,
        questions=checksum_prompts(Prompt("", f"{question.system}\n{question.user}") for question in questions),
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
    return measure_rises(name, ratings, [pair.response for pair in pairs], attack.high - attack.low)
