"""Warnings about missing ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from helm_creativity.benchmark.names import natural_key
from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.judges.ratings import Judged
from helm_creativity.safe_text import counted

_UNWEIGHTED = (
    f"; ratings with {MissingReason.NO_PROBABILITIES.value} could not be weighted: the server reports no "
    "log-probabilities, or the number is not one token; leave out weighted=true, or use another judge"
)
AGAIN = (
    "start the same command again; it asks only for these. Leave out --skip-completed-runs, which would skip this run"
)
_FORGET = (
    "HELM's cache keeps empty replies; drop them with helm-creativity forget SUITE --kind judge --reason empty, and "
    "start the same command again"
)


def missing_ratings(responses: Iterable[Judged], again: str = AGAIN) -> list[str]:
    """One line for each judge with missing ratings: the reasons and the first error. No line if no rating is missing.

    Further lines say how to get the ratings that can be asked for again.
    """
    asked: Counter[str] = Counter()
    reasons: dict[str, Counter[str]] = {}
    errors: dict[str, str] = {}
    broken = ""
    for response in responses:
        broken = broken or response.error
        for judge_reply in response.judge_replies:
            asked[judge_reply.judge] += len(judge_reply.readings)
            missing = Counter(reading.missing.value for reading in judge_reply.readings.values() if reading.missing)
            if missing:
                reasons.setdefault(judge_reply.judge, Counter()).update(missing)
                if judge_reply.error:
                    errors.setdefault(judge_reply.judge, judge_reply.error)
    lines = [
        f"{judge}: {sum(counts.values())} of {asked[judge]} ratings are missing ("
        + ", ".join(f"{reason} {n}" for reason, n in sorted(counts.items()))
        + (f"); {errors[judge]}" if judge in errors else ")")
        + (_UNWEIGHTED if MissingReason.NO_PROBABILITIES.value in counts else "")
        for judge, counts in sorted(reasons.items(), key=lambda pair: natural_key(pair[0]))
    ]
    total = sum(reasons.values(), Counter[str]())
    unanswered = total[MissingReason.FAILED.value] + total[MissingReason.NOT_ASKED.value]
    if unanswered:
        lines.append(f"{counted(unanswered, 'rating lacks', 'ratings lack')} a reply: {again}")
    if empty := total[MissingReason.EMPTY.value]:
        lines.append(f"{counted(empty, 'rating has', 'ratings have')} an empty reply: {_FORGET}")
    return [*lines, f"judging broke off: {broken}"] if broken else lines
