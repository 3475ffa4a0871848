"""Verdicts as a page of text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from helm_creativity.checking.running import Verdict

WIDTH = 118


def page(verdicts: Sequence[Verdict]) -> str:
    """One line a room and check, then every problem with what to change, then how many there are."""
    rooms = max((len(one.room) for one in verdicts), default=0)
    checks = max((len(one.check) for one in verdicts), default=0)
    lines = [f"{one.room:{rooms}}  {one.check:{checks}}  {_verdict(one)}" for one in verdicts]
    problems = [line for one in verdicts for line in _problems(one)]
    return "\n".join([*lines, *(["", *problems] if problems else []), "", _sum(verdicts)])


def _verdict(one: Verdict) -> str:
    remarks = f" ({'; '.join(one.remarks)})" if one.remarks else ""
    if one.problems:
        return f"not ok: {len(one.problems)} {'problem' if len(one.problems) == 1 else 'problems'}{remarks}"
    return f"left out: {one.skipped}" if one.skipped else f"ok{remarks}"


def _problems(one: Verdict) -> Iterator[str]:
    for problem in one.problems:
        yield from _wrapped(f"{one.room}, {problem.check}: {problem.what}", "  ")
        yield from _wrapped(f"  change: {problem.change}", "          ")


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False, replace_whitespace=False
    )


def _sum(verdicts: Sequence[Verdict]) -> str:
    problems = sum(len(one.problems) for one in verdicts)
    rooms, made = len({one.room for one in verdicts}), sum(not one.skipped for one in verdicts)
    return (
        f"{made:,} {'check' if made == 1 else 'checks'} of {rooms:,} {'benchmark' if rooms == 1 else 'benchmarks'}: "
        + (f"{problems:,} {'problem' if problems == 1 else 'problems'}" if problems else "nothing is wrong")
    )
