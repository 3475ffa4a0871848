"""Whether judges are told the scale on which they are read.

An instrument's scale is code and its question a template, and nothing else holds the two together: under
``Scale(1, 10)`` a question that asks for 1 to 5 brings ratings of which each is taken, and none is high.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any

from helm_creativity.checking.problem import Finding, Problem
from helm_creativity.judging import Instrument, Scale

problem = partial(Problem, "prompts")

Heard = dict[tuple[str, str], tuple[Instrument, list[str]]]
"""Instruments by template and scale, each with texts that judges read."""


def find(*heard: Heard) -> Iterator[Finding]:
    """Scales of which an end is not named in every question."""
    for key in dict.fromkeys(key for one in heard for key in one):
        found = [one[key] for one in heard if key in one]
        instrument, texts = found[0][0], [text for _, some in found for text in some]
        if instrument.scale is not None and (lacking := _lacking(instrument.scale, texts)):
            low, high = instrument.scale.low, instrument.scale.high
            yield problem(
                f"ratings of {', '.join(instrument.dimensions)} are read on a scale of {low:g} to {high:g}, and "
                f"prompts/{instrument.user}.j2, by which judges are asked, does not name {lacking}",
                f"write both ends of the scale into the question, as digits: {low:g} to {high:g}; or, if the question "
                f"is right, give the instrument {instrument.name} the scale that it asks for",
            )


def _lacking(scale: Scale, texts: list[str]) -> str:
    """The ends that do not stand in all the texts."""
    ends = [end for end in (scale.low, scale.high) if not all(names(text, end) for text in texts)]
    return " and ".join(f"{end:g}" for end in ends)


def names(text: str, number: float) -> bool:
    """Whether a number stands in a text, in digits, and not as a part of another one."""
    sign = "[-\N{MINUS SIGN}]" if number < 0 else ""
    digits = re.escape(f"{abs(number):g}")
    return re.search(rf"(?<!\w)(?<!\d[.,]){sign}{digits}(?:\.0+)?(?!\w|[.,]\d)", text) is not None


@contextmanager
def hearing(heard: Heard) -> Iterator[None]:
    """Inside, what instruments make of their templates is noted."""
    plain = {"question": Instrument.question, "forms": Instrument.forms}
    texts_of: dict[str, Callable[[Any], list[str]]] = {
        "question": lambda question: [question.system, question.user],
        "forms": lambda forms: [form.text for form in forms],
    }

    def noting(name: str) -> Callable[..., Any]:
        @wraps(plain[name])
        def made(one: Instrument, **variables: object) -> Any:  # noqa: ANN401 - as the method has it
            found = plain[name](one, **variables)
            _, texts = heard.setdefault((f"{one.folder}/{one.user}", str(one.scale)), (one, []))
            texts.append("\n".join(texts_of[name](found)))
            return found

        return made

    for name in plain:
        setattr(Instrument, name, noting(name))
    try:
        yield
    finally:
        for name, method in plain.items():
            setattr(Instrument, name, method)
