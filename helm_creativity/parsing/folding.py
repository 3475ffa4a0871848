"""When two answers are the same text."""

from __future__ import annotations

from helm_creativity.parsing.text import clean

_AROUND = " .,;:!?…*_`~\"'“”‘’«»"


def folded(text: str) -> str:
    """The text without case, kinds of white space, and what stands around it: quotes, emphasis, final stop.

    Texts that are equal in this form are the same answer. Nothing inside is touched, for a word more may say the
    opposite, nor are brackets and signs that may belong to it: -5, C#.
    """
    plain = " ".join(clean(text).casefold().split())
    return plain.strip(_AROUND) or plain
